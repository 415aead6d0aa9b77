// Arrays: their memory, and copies to and from the host.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "eval/words.hpp"
#include "files/numbers.hpp"
#include "limbsmith/cores.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "session/function.hpp"
#include "session/state.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith::detail {
namespace {

index64 rounded(index64 size) { return size > ~index64{31} ? size : (size + 31) / 32 * 32; }

// The bytes of so many words; too many are more than there are.
size_t bytes_of(index64 words) {
    return words > ~index64{0} / sizeof(uint32_t) ? ~size_t{0}
                                                  : static_cast<size_t>(words) * sizeof(uint32_t);
}

// The words of an array as runs without gaps: one for each limb, or one for all.
template <class Use>
void runs(const array_state& it, const Use& use) {
    if (it.size == 0) return;
    if (it.order == arrangement::number_major)
        return use(it.address, it.size * static_cast<index64>(it.words));
    for (index64 i = 0; i < static_cast<index64>(it.words); ++i) use(it.address + i * it.row, it.size);
}

// Words in the order of the runs, from the words of one number after the other, or back.
template <class Move>
void in_order(const array_state& it, const Move& move) {
    const auto words = static_cast<index64>(it.words);
    const bool is_by_limb = it.order == arrangement::limb_major;
    const index64 limb = is_by_limb ? it.size : 1, number = is_by_limb ? 1 : words;
    on_all_cores(it.size, [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t)
            for (index64 i = 0; i < words; ++i) move(i * limb + t * number, t * words + i);
    });
}

void wait(const array_state& it) {
    if (it.owned)
        it.owned->wait();
    else
        stream::standard(it.place_of()).synchronize();
}

}  // namespace

std::string why_not(const mpz_class& number, const mpz_class& limit, std::string_view modulus) {
    if (number < 0) return "is negative";
    if (mpz_popcount(limit.get_mpz_t()) != 1) return fmt::format("is not below {}", modulus);
    return fmt::format("is not below 2^{}", mpz_sizeinbase(limit.get_mpz_t(), 2) - 1);
}

void GiveBack::operator()(memory* block) const noexcept {
    std::unique_ptr<memory> own(block);
    if (!to || !to->device || is_known) return;
    try {
        to->spare.give(std::move(own), *to->device);
    } catch (const std::exception&) {  // it is freed
    }
}

place array_state::place_of() const { return of->session->where; }

std::shared_ptr<array_state> as_plain(std::shared_ptr<arithmetic_state> field, const array_state& it) {
    return std::make_shared<array_state>(
        array_state{std::move(field), "plain", it.words, it.size, it.row, it.order, it.address, nullptr});
}

std::shared_ptr<array_state> make_array(std::shared_ptr<arithmetic_state> of, std::string_view type,
                                        int words, index64 size, arrangement order) {
    const index64 row = order == arrangement::limb_major ? rounded(size) : size;
    const index64 most = ~index64{0} / static_cast<index64>(words);
    session_state& in = *of->session;
    const index64 all = row > most ? ~index64{0} : row * static_cast<index64>(words);
    if (in.copies_to && all != 0) {
        const auto pinned = std::make_shared<const runtime::HostBuffer>(*in.copies_to, bytes_of(all));
        auto* const words_there = static_cast<uint32_t*>(pinned->address());
        return std::make_shared<array_state>(array_state{
            std::move(of), std::string(type), words, size, row, order, words_there, {}, false, pinned});
    }
    auto made = in.where.is_gpu() ? in.spare.take(all, in.where) : std::make_unique<memory>(all, in.where);
    std::unique_ptr<memory, GiveBack> owned(made.release(), GiveBack{of->session});
    uint32_t* const address = owned->address();
    return std::make_shared<array_state>(
        array_state{std::move(of), std::string(type), words, size, row, order, address, std::move(owned)});
}

std::vector<uint32_t> words_of(const arithmetic_state& of, std::string_view type, int words, mpz_class value,
                               const std::string& what) {
    if (const auto digits = of.digits_of(type)) {
        std::vector<uint32_t> made(static_cast<size_t>(words));
        if (!to_digits(value, *digits, made.data()))
            throw runtime::InputError(fmt::format("{} has more than {} from -{} to {} to the radix {}", what,
                                                  counted(static_cast<size_t>(digits->count), "digit"),
                                                  digits->bound, digits->bound, digits->radix));
        return made;
    }
    const mpz_class limit = of.limit(type, words);
    if (value < 0 && of.is_field() && (type == "elem" || type == "plain"))
        mpz_mod(value.get_mpz_t(), value.get_mpz_t(), limit.get_mpz_t());
    if (value < 0 || value >= limit)
        throw runtime::InputError(fmt::format("{} {}", what, why_not(value, limit)));
    return eval::to_words(value, static_cast<size_t>(words));
}

std::shared_ptr<array_state> make_constant(std::shared_ptr<arithmetic_state> of,
                                           const emit::CallParameter& parameter, const std::string& text,
                                           const std::string& what) {
    const mpz_class value = parse_modulus_expression(text, what, max_value_bits(of->width));
    const std::vector<uint32_t> words = words_of(*of, parameter.type, parameter.words, value,
                                                 fmt::format("{}: {}", what, runtime::shortened(text)));
    auto made = make_array(std::move(of), parameter.type, parameter.words, 1, arrangement::number_major);
    write(made, words.data());
    made->is_one_for_all = true;
    made->of.reset();
    made->owned.get_deleter().is_known =
        true;  // no stream knows of the kernels that read it; to free it waits for them
    return made;
}

void write(const std::shared_ptr<array_state>& to, const uint32_t* numbers) {
    if (to->size == 0) return;
    wait(*to);
    std::vector<uint32_t> ordered(to->size * static_cast<index64>(to->words));
    in_order(*to, [&](index64 own, index64 other) { ordered[own] = numbers[other]; });
    const uint32_t* from = ordered.data();
    if (!to->place_of().is_gpu()) {
        runs(*to, [&](uint32_t* run, index64 count) {
            std::memcpy(run, from, count * sizeof *run);
            from += count;
        });
        return;
    }
    runtime::Stream& on = stream_on(stream::standard(to->place_of()), to->place_of());
    runs(*to, [&](uint32_t* run, index64 count) {
        runtime::start_copy_to_device(on, run, std::as_bytes(std::span(from, count)));
        from += count;
    });
    on.synchronize();
    if (to->type != "elem") return;
    to->of->function("to_elem", {})->call({Array(to), Array(as_plain(to->of, *to))}, nullptr);
    on.synchronize();
}

void read(const std::shared_ptr<array_state>& from, uint32_t* numbers) {
    if (from->size == 0) return;
    wait(*from);
    if (from->place_of().is_gpu() && from->type == "elem") {
        const auto plain = make_array(from->of, "plain", from->words, from->size, arrangement::limb_major);
        from->of->function("to_plain", {})->call({Array(plain), Array(from)}, nullptr);
        return read(plain, numbers);
    }
    std::vector<uint32_t> ordered(from->size * static_cast<index64>(from->words));
    uint32_t* to = ordered.data();
    if (from->place_of().is_gpu()) {
        runtime::Stream& on = stream_on(stream::standard(from->place_of()), from->place_of());
        runs(*from, [&](const uint32_t* run, index64 count) {
            runtime::start_copy_from_device(on, std::as_writable_bytes(std::span(to, count)), run);
            to += count;
        });
        on.synchronize();
    } else {
        runs(*from, [&](const uint32_t* run, index64 count) {
            std::memcpy(to, run, count * sizeof *run);
            to += count;
        });
    }
    in_order(*from, [&](index64 own, index64 other) { numbers[other] = ordered[own]; });
}

}  // namespace limbsmith::detail
