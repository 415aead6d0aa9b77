// Arrays as text, bytes and words.
#include <fmt/format.h>

#include "eval/words.hpp"
#include "files/numbers.hpp"
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
    const mpz_class limit = state.of->limit(state.type, state.words);
    const auto words = static_cast<size_t>(state.words);
    std::vector<uint32_t> all(words * state.size);
    for (size_t t = 0; t < state.size; ++t) {
        mpz_class number = value(t);
        if (number < 0 && state.of->is_field() && (state.type == "elem" || state.type == "plain"))
            mpz_mod(number.get_mpz_t(), number.get_mpz_t(), limit.get_mpz_t());
        if (number < 0 || number >= limit)
            throw runtime::InputError(
                fmt::format("{}: number {} {}", call, t, detail::why_not(number, limit)));
        mpz_export(all.data() + t * words, nullptr, -1, sizeof(uint32_t), 0, 0, number.get_mpz_t());
    }
    detail::write(to.shared(), all.data());
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
        const mpz_class number = eval::from_words(std::span(all).subspan(t * words, words));
        made[t] = in == radix::decimal ? number.get_str() : "0x" + number.get_str(16);
    }
    return made;
}

void write_bytes(const Array& to, const std::vector<unsigned char>& bytes, size_t size, byte_order order) {
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
    write_values("write_words", to, [&](size_t t) {
        const auto count = static_cast<size_t>(to.words());
        return eval::from_words(std::span(words + t * count, count));
    });
}

void read_words(const Array& from, std::uint32_t* words) {
    if (!words && from.size() != 0) throw runtime::InputError("read_words: the words are null");
    detail::translated([&] { detail::read(from.shared(), words); });
}

}  // namespace limbsmith
