#include "moduli.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string_view>

#include "cores.hpp"
#include "files/numbers.hpp"
#include "files/text.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"
#include "pool/text.hpp"
#include "primes.hpp"

namespace batch_gcd {

using limbsmith::runtime::InputError;

namespace {

// The two highest bits are 1, so that a product of two has twice as many. The same one for the same seed and number.
mpz_class prime_of(unsigned bits, uint64_t seed, uint64_t number) {
    gmp_randclass random(gmp_randinit_default);
    random.seed((mpz_class(static_cast<unsigned long>(seed)) << 64) + static_cast<unsigned long>(number));
    while (true) {
        mpz_class p = random.get_z_bits(bits) | mpz_class(3) << (bits - 2);
        mpz_nextprime(p.get_mpz_t(), p.get_mpz_t());
        if (mpz_sizeinbase(p.get_mpz_t(), 2) == bits) return p;
    }
}

// Factors of half the length of a modulus, none of which has a factor in common with another one: two for each modulus,
// and as many primes to be planted as are wanted.
class Halves {
  public:
    explicit Halves(const Recipe& recipe);
    mpz_class half(size_t k, bool second) const;
    mpz_class planted(size_t i) const {
        return prime_of(recipe_.bits / 2, recipe_.seed, 2 * recipe_.count + i);
    }

  private:
    const Recipe& recipe_;
    size_t primes_a_half_;
    // As many parts as a modulus has factors. A modulus has one prime of each, and each part is turned by some random
    // number of places, so that moduli are not products of neighbours.
    std::vector<uint64_t> primes_;
    std::vector<size_t> turns_;
};

// A planted prime is longer than a prime of the list.
Halves::Halves(const Recipe& recipe) : recipe_(recipe) {
    constexpr unsigned prime_bits = 41;
    const unsigned half_bits = recipe.bits / 2;
    primes_a_half_ = (half_bits + prime_bits - 1) / prime_bits;
    if (recipe.true_primes || recipe.count == 0) return;
    // The product of a half is below 2^half_bits and above 0.95 times that; a planted prime is above 0.75 times that.
    const double most = std::exp2(half_bits / double(primes_a_half_));
    const double least = most * (1 - 0.05 / double(primes_a_half_));
    const size_t parts = 2 * primes_a_half_;
    primes_ =
        primes_below(static_cast<uint64_t>(most) - 1, static_cast<uint64_t>(least), parts * recipe.count);
    std::mt19937_64 random(recipe.seed);
    for (size_t i = 0; i < parts; ++i) turns_.push_back(random() % recipe.count);
}

mpz_class Halves::half(size_t k, bool second) const {
    if (recipe_.true_primes) return prime_of(recipe_.bits / 2, recipe_.seed, 2 * k + second);
    mpz_class product = 1;
    for (size_t i = 0; i < primes_a_half_; ++i) {
        const size_t part = second ? primes_a_half_ + i : i, count = recipe_.count;
        product *= static_cast<unsigned long>(primes_[part * count + (k + turns_[part]) % count]);
    }
    return product;
}

// Moduli of which each is in one plant at most, in random order.
class Places {
  public:
    Places(size_t count, uint64_t seed) : order_(count) {
        std::iota(order_.begin(), order_.end(), size_t{0});
        std::mt19937_64 random(~seed);
        for (size_t i = count; i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
    }
    size_t next() { return order_[used_++]; }

  private:
    std::vector<size_t> order_;
    size_t used_ = 0;
};

// Two numbers of a pair, in order.
Pair pair_of(size_t x, size_t y, const mpz_class& divisor) {
    return {std::min(x, y), std::max(x, y), divisor};
}

// A line without comment and blanks.
std::string_view content_of(std::string_view line) {
    line = line.substr(0, line.find('#'));
    constexpr const char* blanks = " \t\r\f\v";
    const size_t first = line.find_first_not_of(blanks);
    return first == line.npos ? std::string_view()
                              : line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

}  // namespace

Moduli make(const Recipe& recipe) {
    const Halves halves(recipe);
    std::vector<mpz_class> p(recipe.count), q(recipe.count), planted(recipe.shared + 2 * recipe.both);
    on_cores(planted.size(), [&](size_t i) { planted[i] = halves.planted(i); });
    Places places(recipe.count, recipe.seed);
    Moduli made;
    for (size_t i = 0; i < recipe.shared; ++i) {
        const size_t x = places.next(), y = places.next();
        p[x] = p[y] = planted[i];
        made.pairs.push_back(pair_of(x, y, p[x]));
    }
    for (size_t i = recipe.shared; i < planted.size(); i += 2) {
        const size_t x = places.next(), y = places.next(), z = places.next();
        p[x] = p[y] = planted[i];
        q[x] = q[z] = planted[i + 1];
        made.pairs.push_back(pair_of(x, y, p[x]));
        made.pairs.push_back(pair_of(x, z, q[x]));
    }
    made.numbers.resize(recipe.count);
    on_cores(recipe.count, recipe.true_primes ? 1 : 256, [&](size_t k) {
        if (p[k] == 0) p[k] = halves.half(k, false);
        if (q[k] == 0) q[k] = halves.half(k, true);
        made.numbers[k] = p[k] * q[k];
    });
    for (size_t i = 0; i < recipe.identical; ++i) {
        const size_t x = places.next(), y = places.next();
        made.numbers[y] = made.numbers[x];
        made.pairs.push_back(pair_of(x, y, made.numbers[x]));
    }
    std::ranges::sort(made.pairs, {}, [](const Pair& it) { return std::pair(it.first, it.second); });
    return made;
}

Moduli read(const std::filesystem::path& file) {
    const std::string text = limbsmith::runtime::read_file(file);
    limbsmith::runtime::require_text(text, file.string());
    std::vector<std::string_view> contents;
    Moduli moduli;
    for (size_t first = 0, line = 1; first < text.size(); ++line) {
        const size_t end = std::min(text.find('\n', first), text.size());
        const std::string_view content = content_of(std::string_view(text).substr(first, end - first));
        if (!content.empty()) {
            contents.push_back(content);
            moduli.lines.push_back(line);
        }
        first = end + 1;
    }
    moduli.numbers.resize(contents.size());
    const std::string name = file == "-" ? "standard input" : file.string();
    std::vector<std::string> mistakes(contents.size());
    on_cores(contents.size(), 64, [&](size_t k) {
        const std::string_view content = contents[k];
        const auto number =
            limbsmith::pool::is_integer(content) ? limbsmith::pool::parse_integer(content) : std::nullopt;
        if (!number || *number <= 1)
            mistakes[k] = fmt::format("{}:{}: not a number greater than 1: {}", name, moduli.lines[k],
                                      limbsmith::runtime::shortened(content));
        else
            moduli.numbers[k] = *number;
    });
    for (const std::string& it : mistakes)
        if (!it.empty()) throw InputError(it);
    return moduli;
}

}  // namespace batch_gcd
