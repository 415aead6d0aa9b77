// Conversions of batches from and to bytes and text.
//
// A batch of elem converts with to_elem and to_plain of its header: outside, its numbers are residues. Any
// other batch holds the numbers as they are.
//
// Promises: text that is not a number, and numbers that are too large for the type (not below 2^bits, or not
// below a modulus known to the header), are refused before the batch changes, whichever operations the header
// has. gmp.hpp handles GMP's numbers. C++17.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "limbsmith/batch.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

enum class byte_order { little, big };
enum class radix { decimal, hexadecimal };

namespace detail {

// The bits of numbers of type T: as its header says, else all bits of its words.
template <class T, class = void>
constexpr int bits_of = 32 * words_of<T>::value;
template <class T>
constexpr int bits_of<T, std::void_t<decltype(T::number_bits)>> = T::number_bits;

// The type of the numbers outside of batches: plain for elem.
template <class T, class = void>
struct outside {
    using type = T;
    static T in(const T& x) { return x; }
    static T out(const T& x) { return x; }
};
template <class T>
struct outside<T, std::void_t<typename T::residue>> {
    static_assert(
        !std::is_void_v<typename T::residue>,
        "elements modulo a number that is given at run time: read and write a batch of plain, and apply "
        "to_elem or to_plain with that modulus");
    using type = typename T::residue;
    template <class Plain>
    static T in(const Plain& x) {
        return to_elem(x);
    }
    template <class Elem>
    static auto out(const Elem& x) {
        return to_plain(x);
    }
};

// Whether x is below 2^bits.
template <int bits, class T>
LIMBSMITH_VIEW bool is_below_bits(const T& x) {
    for (int i = bits / 32; i < words_of<T>::value; ++i)
        if (words(x)[i] >> (i == bits / 32 ? bits % 32 : 0) != 0) return false;
    return true;
}

// Whether x is below the modulus of its type; true if the type has none, or if it is given at run time.
template <class T>
LIMBSMITH_VIEW auto is_in_range(const T& x, int) -> decltype(void(T::modulus()), true) {
    const T n = T::modulus();
    for (int i = words_of<T>::value; i-- > 0;) {
        if (words(x)[i] != words(n)[i]) return words(x)[i] < words(n)[i];
    }
    return false;
}
template <class T>
LIMBSMITH_VIEW bool is_in_range(const T&, long) {
    return true;
}

// Refuses number t of a batch.
// Errors: always runtime::InputError.
[[noreturn]] void refuse(index64 t, const std::string& why);

// Number t of a batch from fill(words, count), which returns false if it needs more words.
template <class T, class Fill>
T taken_in(index64 t, const Fill& fill) {
    using Outside = typename outside<T>::type;
    constexpr int bits = bits_of<Outside>, count = words_of<Outside>::value;
    Outside x{};
    if (!fill(words(x), count) || !is_below_bits<bits>(x)) refuse(t, "not below 2^" + std::to_string(bits));
    if (!is_in_range(x, 0)) refuse(t, "not below the modulus");
    return outside<T>::in(x);
}

// Writes numbers from fill(t, words, count).
template <class T, class Layout, class Fill>
void take_in(batch<T, Layout>& to, int k, const Fill& fill) {
    std::vector<T> numbers(to.size());
    on_all_cores(to.size(), [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t)
            numbers[t] = taken_in<T>(t, [&](uint32_t* words, int count) { return fill(t, words, count); });
    });
    to.write(numbers, k);
}

// Calls give(t, words, count) for every number.
template <class T, class Layout, class Give>
void give_out(const batch<T, Layout>& from, int k, const Give& give) {
    const std::vector<T> numbers = from.read(k);
    on_all_cores(numbers.size(), [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t) {
            const auto x = outside<T>::out(numbers[t]);
            give(t, words(x), int(words_of<std::decay_t<decltype(x)>>::value));
        }
    });
}

// Parses a number into words; returns false if it does not fit.
// Errors: runtime::InputError if number t is not a number.
bool parse(const std::string& text, uint32_t* words, int count, index64 t);
std::string print(const uint32_t* words, int count, radix in);
// The same for bytes.
bool from_bytes(const unsigned char* bytes, size_t size, byte_order order, uint32_t* words, int count);
void to_bytes(const uint32_t* words, int count, byte_order order, unsigned char* bytes, size_t size);
// Throws runtime::InputError unless `given` = `numbers`·`each`.
void require_count(const char* call, size_t given, index64 numbers, size_t each = 1);

}  // namespace detail

// Reads numbers of `size` bytes each, one after the other; `size` is arbitrary.
// Errors: runtime::InputError if the count differs from that of the batch, or if a number is too large.
template <class T, class Layout>
void write_bytes(batch<T, Layout>& to, const std::vector<unsigned char>& bytes, size_t size,
                 byte_order order = byte_order::little, int k = 0) {
    detail::require_count("write_bytes", bytes.size(), to.size(), size);
    detail::take_in(to, k, [&](index64 t, uint32_t* words, int count) {
        return detail::from_bytes(bytes.data() + t * size, size, order, words, count);
    });
}
// All numbers, four bytes for each limb.
template <class T, class Layout>
std::vector<unsigned char> read_bytes(const batch<T, Layout>& from, byte_order order = byte_order::little,
                                      int k = 0) {
    constexpr size_t size = 4 * words_of<typename detail::outside<T>::type>::value;
    std::vector<unsigned char> bytes(from.size() * size);
    detail::give_out(from, k, [&](index64 t, const uint32_t* words, int count) {
        detail::to_bytes(words, count, order, bytes.data() + t * size, size);
    });
    return bytes;
}

// Reads numbers in decimal or as 0x...
// Errors: runtime::InputError naming the number.
template <class T, class Layout>
void write_text(batch<T, Layout>& to, const std::vector<std::string>& numbers, int k = 0) {
    detail::require_count("write_text", numbers.size(), to.size());
    detail::take_in(to, k, [&](index64 t, uint32_t* words, int count) {
        return detail::parse(numbers[t], words, count, t);
    });
}
template <class T, class Layout>
std::vector<std::string> read_text(const batch<T, Layout>& from, radix in = radix::decimal, int k = 0) {
    std::vector<std::string> numbers(from.size());
    detail::give_out(from, k, [&](index64 t, const uint32_t* words, int count) {
        numbers[t] = detail::print(words, count, in);
    });
    return numbers;
}

}  // namespace limbsmith

#pragma GCC visibility pop
