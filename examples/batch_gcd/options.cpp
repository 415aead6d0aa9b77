#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "../counts.hpp"
#include "cores.hpp"
#include "limbsmith/error.hpp"
#include "limbsmith/place.hpp"
#include "trees.hpp"

namespace batch_gcd {
namespace {

constexpr uint64_t most_bits_of_all = uint64_t{1} << 33;  // 1 GB of moduli, and some 25 GB of products
constexpr uint64_t least_group_bits = 1024,
                   most_group_bits = uint64_t{1} << 29;  // the product of two groups is a number of the pool

// `33554432`, `2^25`
std::optional<uint64_t> parse_bits(std::string_view text, uint64_t least) {
    const bool is_power = text.starts_with("2^");
    if (is_power) text.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || (is_power && value > 63)) return {};
    const uint64_t bits = is_power ? uint64_t{1} << value : value;
    if (bits < least || bits > most_group_bits) return {};
    return bits;
}

CLI::Validator length_from(uint64_t least) {
    return CLI::Validator(
        [least](const std::string& text) {
            if (parse_bits(text, least)) return std::string();
            return fmt::format("{} is not a length from {} to 2^29 bits", text, least);
        },
        "");
}

CLI::Validator known_place() {
    return CLI::Validator(
        [](const std::string& text) {
            if (limbsmith::parse_place(text)) return std::string();
            return fmt::format("unknown device '{}' (auto, cuda, cuda:N, cpu)", text);
        },
        "");
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
    Recipe& recipe = options.recipe;
    recipe.count = 10000;
    app.add_option("file", options.file,
                   "moduli, one a line, decimal or 0x..., # before a comment; - for standard input")
        ->type_name("FILE");
    app.add_option("--count", recipe.count, "how many moduli to make, without a file, such as 10000 or 1e6")
        ->transform(as_count())
        ->capture_default_str();
    app.add_option("--bits", recipe.bits, "their length, an even number")
        ->check(CLI::Range(least_bits, most_bits))
        ->capture_default_str();
    app.add_option("--shared", options.shared,
                   "pairs that have a prime in common; default: 100, or a quarter of the moduli")
        ->transform(as_count());
    app.add_option("--identical", recipe.identical, "pairs that are the same")
        ->transform(as_count())
        ->capture_default_str();
    app.add_option("--both", recipe.both,
                   "moduli that share one prime with one other modulus, and one with another")
        ->transform(as_count())
        ->capture_default_str();
    app.add_option("--seed", recipe.seed, "seed of the random numbers")
        ->transform(as_count())
        ->capture_default_str();
    app.add_flag("--true-primes", recipe.true_primes, "make products of two primes, which takes long");
    app.add_option("--device", options.device,
                   "auto (a GPU if there is one, else the CPU), cuda, cuda:N, cpu")
        ->type_name("DEVICE")
        ->check(known_place())
        ->capture_default_str();
    app.add_option("--group-bits", options.group_bits,
                   "longest operands of products; default: 2^25 on a GPU, on the host a group for each core")
        ->type_name("BITS")
        ->check(length_from(least_group_bits));
    app.add_option("--leaf-bits", options.leaf_bits,
                   "products up to this length have one gcd for all their moduli")
        ->type_name("BITS")
        ->check(length_from(1))
        ->capture_default_str();
    app.add_flag("--gmp", options.gmp, "do the same by GMP on all cores, to compare results and times");
    app.add_flag("--json", options.json, "write JSON instead of lines, with the times");
    app.callback([&recipe] {
        if (recipe.count > most_bits_of_all / recipe.bits)
            throw limbsmith::runtime::InputError(
                fmt::format("--count {}: so many moduli of {} bits need too much memory; at most {}",
                            recipe.count, recipe.bits, most_bits_of_all / recipe.bits));
    });
    app.footer(
        R"(Prints each modulus that has a factor in common with others, with these others and the factors that
follow: `modulus 17 shares with 40: 0x3b * 0xc5`. Moduli are counted from 1; those of a file have the
number of their line. The times of all phases go to stderr.

Without a file, moduli are made, always the same ones for a seed. They are as long as RSA moduli p*q,
and no two have a factor in common but those planted. But p and q are not primes: each is a product of
primes of at most 41 bits that no other modulus has, since millions of primes of 1,024 bits would take
hours. A planted factor is one prime of half the length. --true-primes makes true RSA moduli; one of
2,048 bits takes 40 ms of a core. The factors that are found are compared with the planted ones, and for
up to 600 moduli with the gcds of all pairs: exit code 1 if they differ. Exit code 2: wrong usage, or a malformed
file.

Examples: batch_gcd --count 100000 --gmp
          batch_gcd --device cpu --json keys.txt)");
}

Limits limits_of(const Options& options, std::span<const mpz_class> moduli, bool is_host) {
    constexpr uint64_t fast_on_gpus = uint64_t{1} << 25;
    uint64_t group_bits = fast_on_gpus;
    if (is_host) group_bits = std::min(most_group_bits, group_bits_for(moduli, cores()) + excess_bits);
    if (!options.group_bits.empty()) group_bits = parse_bits(options.group_bits, least_group_bits).value();
    return {group_bits - excess_bits, parse_bits(options.leaf_bits, 1).value()};
}

}  // namespace batch_gcd
