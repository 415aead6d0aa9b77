// Arrays as text, bytes and words.
#include <fmt/format.h>

#include "eval/words.hpp"
#include "files/numbers.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "session/state.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith {
namespace {

void require_count(const char* call, size_t given, index64 wanted) {
    if (given != wanted)
        throw runtime::InputError(
            fmt::format("{}: {} for an array of {}", call, counted(given, "number"), wanted));
}

// Numbers below the limit of the array, word by word.
template <class Value>
void write_values(const char* call, const Array& to, const Value& value) {
    detail::array_state& state = to.state();
    std::vector<uint32_t> all;
    for (size_t t = 0; t < state.size; ++t) {
        const std::vector<uint32_t> own = detail::words_of(*state.of, state.type, state.words, value(t),
                                                           fmt::format("{}: number {}", call, t));
        all.insert(all.end(), own.begin(), own.end());
    }
    detail::write(to.shared(), all.data());
}

// The first number, word by word, that is not below the limit; `size` if all are.
size_t first_not_below(const mpz_class& limit, const uint32_t* words, size_t count, size_t size) {
    const mpz_class greatest = limit - 1;
    if (mpz_sizeinbase(limit.get_mpz_t(), 2) > limb_bits * count) return size;
    const std::vector<uint32_t> most = eval::to_words(greatest, count);
    for (size_t t = 0; t < size; ++t) {
        const uint32_t* const number = words + t * count;
        size_t i = count - 1;
        while (i > 0 && number[i] == most[i]) --i;
        if (number[i] > most[i]) return t;
    }
    return size;
}

void refuse_digits(const char* call, const Array& it) {
    if (it.state().of->digits_of(it.type()))
        throw runtime::InputError(fmt::format(
            "{}: numbers in signed digits have no bytes of their own; the nearest are text and words", call));
}

// The words of each number are digits.
void require_digits(const char* call, const SignedDigits& system, const uint32_t* words, const Array& to) {
    const auto count = static_cast<size_t>(to.words());
    for (size_t i = 0; i < count * to.size(); ++i) {
        const int64_t digit = static_cast<int32_t>(words[i]);
        const int64_t most = i % count < static_cast<size_t>(system.count) ? system.bound : 0;
        if (std::abs(digit) > most)
            throw runtime::InputError(
                fmt::format("{}: number {} has the digit {}, which is not from -{} to {}", call, i / count,
                            digit, most, most));
    }
}

}  // namespace

void write_text(const Array& to, const std::vector<std::string>& numbers) {
    require_count("write_text", numbers.size(), to.size());
    detail::translated([&] {
        write_values("write_text", to, [&](size_t t) {
            return parse_modulus_expression(numbers[t], fmt::format("write_text: number {}", t),
                                            detail::max_value_bits(to.state().of->width));
        });
    });
}

std::vector<std::string> read_text(const Array& from, radix in) {
    const auto words = static_cast<size_t>(from.words());
    std::vector<uint32_t> all(words * from.size());
    read_words(from, all.data());
    std::vector<std::string> made(from.size());
    for (size_t t = 0; t < made.size(); ++t) {
        const auto own = std::span(all).subspan(t * words, words);
        auto digits = from.state().of->digits_of(from.type());
        if (digits) digits->count = from.words();
        const mpz_class number = digits ? value_of(own.data(), *digits) : eval::from_words(own);
        made[t] = in == radix::decimal ? number.get_str()
                                       : (number < 0 ? "-0x" : "0x") + mpz_class(abs(number)).get_str(16);
    }
    return made;
}

void write_bytes(const Array& to, const std::vector<unsigned char>& bytes, size_t size, byte_order order) {
    refuse_digits("write_bytes", to);
    if (size == 0 || bytes.size() % size != 0)
        throw runtime::InputError(
            fmt::format("write_bytes: {} bytes are no numbers of {} bytes each", bytes.size(), size));
    require_count("write_bytes", bytes.size() / size, to.size());
    write_values("write_bytes", to, [&](size_t t) {
        mpz_class number;
        mpz_import(number.get_mpz_t(), size, order == byte_order::big ? 1 : -1, 1, 0, 0,
                   bytes.data() + t * size);
        return number;
    });
}

std::vector<unsigned char> read_bytes(const Array& from, byte_order order) {
    refuse_digits("read_bytes", from);
    const auto words = static_cast<size_t>(from.words()), size = 4 * words;
    std::vector<uint32_t> all(words * from.size());
    read_words(from, all.data());
    std::vector<unsigned char> made(size * from.size());
    for (size_t t = 0; t < from.size(); ++t) {
        for (size_t b = 0; b < size; ++b) {
            const auto byte = static_cast<unsigned char>(all[t * words + b / 4] >> (8 * (b % 4)));
            made[t * size + (order == byte_order::little ? b : size - 1 - b)] = byte;
        }
    }
    return made;
}

void write_words(const Array& to, const std::uint32_t* words) {
    if (!words && to.size() != 0) throw runtime::InputError("write_words: the words are null");
    if (const auto digits = to.state().of->digits_of(to.type())) {
        require_digits("write_words", *digits, words, to);
        return detail::translated([&] { detail::write(to.shared(), words); });
    }
    detail::translated([&] {
        const mpz_class limit = to.state().of->limit(to.type(), to.words());
        const size_t first = first_not_below(limit, words, static_cast<size_t>(to.words()), to.size());
        if (first < to.size())
            throw runtime::InputError(
                fmt::format("write_words: number {} {}", first, detail::why_not(limit, limit)));
        detail::write(to.shared(), words);
    });
}

void read_words(const Array& from, std::uint32_t* words) {
    if (!words && from.size() != 0) throw runtime::InputError("read_words: the words are null");
    detail::translated([&] { detail::read(from.shared(), words); });
}

}  // namespace limbsmith
