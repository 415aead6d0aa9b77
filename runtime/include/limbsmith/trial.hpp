// Trials of operations: the same operands on a device and on the host, and results that are known.
//
// Promises: reports the first operands for which the results differ. The results of the first operands are also compared
// with those that the generator computed by the description of the operation, not by its text: so a mistake that host and
// device share is found, too. The caller moves operands to the device and back; the header of the operation says which
// operands are allowed, and the known results. Needs only the standard library. C++17.
#pragma once

#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "limbsmith/samples.hpp"

namespace limbsmith::self_check {

// The number of operands: `most`, or `least` if the host takes longer than `seconds` for them.
struct trial_size {
    size_t most = 4096, least = 256;
    double seconds = 0.01;
};

// A header knows of an operation a digest of its results for `cases` operands of each of `rounds` seeds, 1, 2 ... An operation that
// holds a modulus has the moduli of draw_modulus instead of its own, from seed 2 on.
struct known_results {
    size_t cases = 0, rounds = 0;
    uint64_t digest = 0;
};
inline constexpr known_results cases_of_number{64, 1}, cases_of_moduli{4, 15};

// FNV-1a of words.
inline uint64_t digest_of(uint64_t before, const void* number, size_t bytes) {
    for (size_t i = 0; i < bytes; i += sizeof(uint32_t)) {
        uint32_t word;
        std::memcpy(&word, static_cast<const char*>(number) + i, sizeof word);
        before = (before ^ word) * 0x100000001b3u;
    }
    return before;
}
inline constexpr uint64_t empty_digest = 0xcbf29ce484222325u;

namespace detail {

// The digest that a header has for Op; 0 if it has none.
template <class Op>
auto known_of(const Op& op, int) -> decltype(known_digest(op)) {
    return known_digest(op);
}
template <class Op>
uint64_t known_of(const Op&, long) {
    return 0;
}

// Whether operands of these types can be drawn for Op; whether Op holds a modulus that can be drawn.
template <class Op, class... T>
auto draws(int)
    -> decltype(draw_operands(std::declval<const Op&>(), std::declval<samples&>(), std::declval<T&>()...),
                std::true_type());
template <class Op, class... T>
std::false_type draws(long);
template <class Op>
auto draws_modulus(int)
    -> decltype(draw_modulus(std::declval<Op&>(), std::declval<samples&>()), std::true_type());
template <class Op>
std::false_type draws_modulus(long);

// As in 0x12ab. The words are least significant first.
inline std::string hex_of_words(const void* number, size_t bytes) {
    std::vector<uint32_t> word(bytes / sizeof(uint32_t));
    std::memcpy(word.data(), number, bytes);
    size_t top = word.size() - 1;
    while (top > 0 && word[top] == 0) --top;
    char digits[16];
    std::snprintf(digits, sizeof digits, "0x%x", unsigned(word[top]));
    std::string text = digits;
    while (top-- > 0) {
        std::snprintf(digits, sizeof digits, "%08x", unsigned(word[top]));
        text += digits;
    }
    return text;
}
template <class... T>
std::string hex_of(const T&... numbers) {
    std::string text;
    ((text += (text.empty() ? "" : ", ") + hex_of_words(&numbers, sizeof numbers)), ...);
    return text;
}

// Operands, and the host's results for them.
template <class R, class... T>
struct drawn {
    std::tuple<std::vector<T>...> operands{};
    std::vector<R> wanted{};

    template <class Op>
    void draw(const Op& op, uint64_t seed, size_t most, size_t least, double seconds) {
        samples all(seed);
        const auto start = std::chrono::steady_clock::now();
        const std::chrono::duration<double> budget(seconds);
        while (wanted.size() < most &&
               (wanted.size() < least || std::chrono::steady_clock::now() - start < budget)) {
            all.next();
            std::tuple<T...> one;
            std::apply([&](auto&... x) { draw_operands(op, all, x...), wanted.push_back(op(x...)); }, one);
            append(one, std::index_sequence_for<T...>());
        }
    }
    // Adds the first results of the device, at most `cases` of them, to the digest.
    template <class Op, class Launch>
    std::string difference(const Op& op, const Launch& launch, size_t cases, uint64_t& digest) const {
        std::vector<R> found(wanted.size());
        std::apply([&](const auto&... list) { launch(op, found, list...); }, operands);
        for (size_t i = 0; i < cases; ++i) digest = digest_of(digest, &found[i], sizeof(R));
        for (size_t i = 0; i < wanted.size(); ++i) {
            if (std::memcmp(&found[i], &wanted[i], sizeof(R)) == 0) continue;
            return "for " + std::apply([&](const auto&... list) { return hex_of(list[i]...); }, operands) +
                   " the device gives " + hex_of(found[i]) + ", the host " + hex_of(wanted[i]);
        }
        return {};
    }

  private:
    template <size_t... I>
    void append(const std::tuple<T...>& one, std::index_sequence<I...>) {
        (std::get<I>(operands).push_back(std::get<I>(one)), ...);
    }
};

}  // namespace detail

// Whether operands of these types can be drawn for Op, i.e. Op is an operation of a generated header.
template <class Op, class... T>
constexpr bool can_be_tried = decltype(detail::draws<Op, T...>(0))::value;

// Tries op: T... -> R. launch(op, results, operands...) computes all results on the device, from vectors of
// equal length. An operation that holds a modulus is tried with its own and then with others. Returns the
// first difference as text, or an empty string.
template <class R, class... T, class Op, class Launch>
std::string difference(Op op, const trial_size& size, const Launch& launch) {
    static_assert(can_be_tried<Op, T...>, "operands are drawn for the operations of generated headers");
    constexpr bool has_modulus = decltype(detail::draws_modulus<Op>(0))::value;
    constexpr size_t rounds = has_modulus ? 16 : 1;
    const size_t most = (size.most + rounds - 1) / rounds, least = (size.least + rounds - 1) / rounds;
    const known_results known = has_modulus ? cases_of_moduli : cases_of_number;
    const uint64_t known_digest = detail::known_of(op, 0);
    const bool is_known = known_digest != 0 && least >= known.cases;
    uint64_t digest = empty_digest;
    samples moduli(0);
    for (size_t round = 0; round < rounds; ++round) {
        if constexpr (has_modulus) {
            if (round > 0 && (moduli.next(), !draw_modulus(op, moduli))) continue;
        }
        const bool is_known_round = is_known && (round > 0 || !has_modulus);
        detail::drawn<R, T...> numbers;
        numbers.draw(op, round + 1, most, least, size.seconds / rounds);
        const std::string wrong = numbers.difference(op, launch, is_known_round ? known.cases : 0, digest);
        if (!wrong.empty()) return wrong + (has_modulus ? "; modulus object " + detail::hex_of(op) : "");
    }
    if (is_known && digest != known_digest)
        return "for " + std::to_string(known.cases * known.rounds) +
               " operands that were drawn device and host give the same results, which are not those of the "
               "operation's description";
    return {};
}

}  // namespace limbsmith::self_check
