#include "session/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "session/function.hpp"

namespace limbsmith::detail {
namespace {

bool is_residue(const array_state& it) { return it.type == "elem" || it.type == "plain"; }

// Pieces of words, each `step` words behind the one before.
struct Pieces {
    uint32_t* first;
    index64 step;
};

// Calls move(to, from, words of a piece, pieces) for the words that both arrays have.
template <class Move>
void common_words(const array_state& to, const array_state& from, const Move& move) {
    const auto common = static_cast<index64>(std::min(to.words, from.words));
    const auto is_in_pieces = [](const array_state& it) { return it.order == arrangement::number_major; };
    const auto step = [&](const array_state& it) { return it.at(0, 1) - it.at(0, 0); };
    if (is_in_pieces(to) && is_in_pieces(from))
        return move(Pieces{to.address, step(to)}, Pieces{from.address, step(from)}, common, to.size);
    for (index64 i = 0; i < common; ++i) {
        const Pieces a{to.address + to.at(i, 0), step(to)}, b{from.address + from.at(i, 0), step(from)};
        if (is_in_pieces(to) || is_in_pieces(from))
            move(a, b, index64{1}, to.size);
        else
            move(a, b, to.size, index64{1});
    }
}

// Calls clear(to, words of a piece, pieces) for the words from `first` on.
template <class Clear>
void words_from(const array_state& to, int first, const Clear& clear) {
    const auto begin = static_cast<index64>(first), end = static_cast<index64>(to.words);
    if (to.order == arrangement::limb_major) {
        for (index64 i = begin; i < end; ++i) clear(Pieces{to.address + to.at(i, 0), 0}, to.size, index64{1});
    } else if (begin < end) {
        clear(Pieces{to.address + begin, end}, end - begin, to.size);
    }
}

void move_on_host(const array_state& to, const array_state& from) {
    common_words(to, from, [](Pieces a, Pieces b, index64 words, index64 count) {
        for (index64 k = 0; k < count; ++k) std::copy_n(b.first + k * b.step, words, a.first + k * a.step);
    });
    words_from(to, from.words, [](Pieces a, index64 words, index64 count) {
        for (index64 k = 0; k < count; ++k) std::fill_n(a.first + k * a.step, words, 0);
    });
}

void move_on_device(const array_state& to, const array_state& from, stream& on) {
    on.check();
    for (const array_state* it : {&to, &from})
        if (it->owned) it->owned->order(on);
    runtime::Stream& gpu = stream_on(on, to.place_of());
    constexpr size_t bytes = sizeof(uint32_t);
    common_words(to, from, [&](Pieces a, Pieces b, index64 words, index64 count) {
        runtime::start_copy(gpu, a.first, bytes * a.step, b.first, bytes * b.step, bytes * words, count);
    });
    words_from(to, from.words, [&](Pieces a, index64 words, index64 count) {
        runtime::start_clear(gpu, a.first, bytes * a.step, bytes * words, count);
    });
}

void move_words(const Array& to, const Array& from, stream* on) {
    if (to.size() == 0) return;
    if (to.where().is_gpu())
        move_on_device(to.state(), from.state(), on ? *on : stream::standard(to.where()));
    else
        move_on_host(to.state(), from.state());
}

// On a GPU an elem has a form of its own.
bool has_form(const Array& it) { return it.type() == "elem" && it.where().is_gpu(); }

// The first of the flags that is 0, or as many as there are; waits for the work on them.
index64 first_zero(const Array& flags, stream* given) {
    const array_state& it = flags.state();
    if (!flags.where().is_gpu())
        return static_cast<index64>(std::find(it.address, it.address + it.size, 0u) - it.address);
    stream& on = given ? *given : stream::standard(flags.where());
    const auto found = make_array(it.of, "uint32_t", 2, 1, arrangement::number_major);
    found->owned->order(on);
    it.owned->order(on);
    runtime::Stream& gpu = stream_on(on, flags.where());
    index64 count = it.size, from_end = 0;
    const void *const address = it.address, *const result = found->address;
    constexpr unsigned block = 128;
    runtime::start_clear(gpu, found->address, sizeof from_end, sizeof from_end, 1);
    gpu.launch(it.of->session->own_kernel("find_zero"), (count - 1) / block + 1, block,
               {const_cast<void**>(&address), &count, const_cast<void**>(&result)});
    runtime::start_copy_from_device(gpu, std::as_writable_bytes(std::span(&from_end, 1)), found->address);
    gpu.synchronize();
    return count - from_end;
}

void convert(const char* operation, const Array& to, const Array& from, stream* on) {
    to.state().of->function(operation, {})->call({to, from}, on);
}

}  // namespace

UInt whole_numbers(const std::shared_ptr<arithmetic_state>& of, int bits) { return UInt(of->whole(bits)); }

mpz_class bound(const array_state& it) {
    if (is_residue(it)) return it.of->modulus->n();
    return mpz_class(1) << limb_bits * it.words;
}

void require_pair(const char* call, const Array& to, const Array& from) {
    if (to.state().of->session != from.state().of->session)
        throw runtime::InputError(fmt::format("{}: the arrays belong to different sessions", call));
    for (const Array* it : {&to, &from})
        if (it->state().of->digits)
            throw runtime::InputError(
                fmt::format("{} is not for numbers {}", call, it->state().of->description()));
    if (to.size() != from.size())
        throw runtime::InputError(
            fmt::format("{}: the result has {} numbers, the operand {}", call, to.size(), from.size()));
    if (to.state().address == from.state().address && to.size() != 0)
        throw runtime::InputError(fmt::format("{}: the result and the operand are the same array", call));
}

void require_whole(const char* call, const char* which, const Array& it) {
    if (!is_residue(it.state())) return;
    throw runtime::InputError(fmt::format("{}: the {} are residues {}, and should be whole numbers", call,
                                          which, it.state().of->description()));
}

void require_residues(const char* call, const char* which, const Array& it) {
    if (is_residue(it.state())) return;
    throw runtime::InputError(
        fmt::format("{}: the {} are of type {} {}, and should be elem or plain of a field", call, which,
                    it.type(), it.state().of->description()));
}

void require_below(const char* call, const Array& from, const mpz_class& limit, stream* on) {
    if (from.size() == 0) return;
    const UInt whole = whole_numbers(from.state().of, limb_bits * from.words());
    const Array numbers = whole.array(from.size(), from.order());
    const Array is_below = whole.array_of("uint32_t", from.size());
    assign(numbers, from, on);
    whole.function("lt").call({is_below, numbers, value(limit)}, on);
    const index64 first = first_zero(is_below, on);
    if (first == from.size()) return;
    throw runtime::InputError(
        fmt::format("{}: number {} {}", call, first, why_not(limit, limit, "the modulus of the result")));
}

Array as_numbers(const Array& of, stream* on) {
    if (!has_form(of)) return of;
    const Array made(make_array(of.state().of, "plain", of.words(), of.size(), of.order()));
    convert("to_plain", made, of, on);
    return made;
}

void assign(const Array& to, const Array& from, stream* on) {
    const Array numbers = as_numbers(from, on);
    if (!has_form(to)) return move_words(to, numbers, on);
    const bool fits = numbers.words() == to.words();
    if (!fits) move_words(to, numbers, on);
    const array_state& residues = fits ? numbers.state() : to.state();
    // The function gets a view, which does not order its work after the earlier work.
    if (residues.owned) residues.owned->order(on ? *on : stream::standard(to.where()));
    convert("to_elem", to, Array(as_plain(to.state().of, residues)), on);
}

}  // namespace limbsmith::detail
