#include "algorithm/grid/segment.hpp"

#include "algorithm/grid/transform.hpp"

namespace limbsmith::algorithm::grid {

using ir::Place, ir::Scalar;

Segment::Segment(Kernel& kernel, const Given& given)
    : kernel_(kernel), builder_(kernel.builder), given_(given), passes_(kernel.builder) {
    shared_ = builder_.shared(
        ir::array(ir::word_named("residues"), ntt::words_of_warp / ntt::words_of_lane * ntt::padded_row));
    const Place segments = kernel.word("segments", Scalar(given.size) >> segment_bits);
    prime_ = kernel.word("prime", Scalar(kernel.group) / segments);
    segment_ = kernel.word("segment", Scalar(kernel.group) % segments);
    if (given.mirrors) pair_up();
    base_ =
        kernel.word("base", Scalar(prime_) * given.size + (Scalar(segment_) << segment_bits) + ir::lane());
    row_ = kernel.word("row", ir::lane() * ntt::padded_row);
    apart_ = kernel.word("apart", ir::lane());
}

// Two neighbouring warps have segments that mirror each other: both read the same words of the factors,
// the second on its way back. Those from 2^k to 2^(k+1) - 1 are taken from both ends in turn.
void Segment::pair_up() {
    const Place bits = kernel_.word("bits"), turn = kernel_.word("turn");
    builder_.call("word_bit_length", {Scalar(segment_)}, {bits});
    builder_.when(less(1, segment_), [&] {
        const Place half = kernel_.word("half", Scalar(1) << (Scalar(bits) - 1));
        builder_.assign(turn, Scalar(segment_) - half);
        builder_.assign(segment_, select(equal(Scalar(turn) & 1, 0), Scalar(half) + (Scalar(turn) >> 1),
                                         Scalar(half) * 2 - 1 - (Scalar(turn) >> 1)));
    });
}

void Segment::each(const std::function<void(const Place&)>& body) const {
    builder_.loop(ntt::whole("i", ntt::words_of_lane), {}, body);
}

void Segment::transform(const std::vector<Place>& all) const {
    const ntt::Segment exchange(builder_, shared_, apart_, row_);
    passes_.pass(prime_, all, column(segment_), false, {});
    for (const Place& it : all) {
        if (&it != &all[0]) builder_.barrier(ir::Barrier::Scope::warp);
        exchange.write_apart(it);
        builder_.barrier(ir::Barrier::Scope::warp);
        exchange.read_row(it);
    }
    passes_.pass(prime_, all, column(column_of_row()), false, {});
}

void Segment::inverse(const Place& own) const {
    const ntt::Segment exchange(builder_, shared_, apart_, row_);
    passes_.pass(prime_, {own}, column((*given_.mirrors)[column_of_row()]), true, {});
    builder_.barrier(ir::Barrier::Scope::warp);
    exchange.write_row(own);
    builder_.barrier(ir::Barrier::Scope::warp);
    exchange.read_apart(own);
    passes_.pass(prime_, {own}, column((*given_.mirrors)[segment_]), true, {});
}

const Place& Segment::factor() {
    if (!factor_) factor_ = kernel_.word("factor");
    return *factor_;
}

void Segment::add(const Place& sum, const Scalar& x) const {
    builder_.call(
        "ntt_reduce",
        {Scalar(sum) + x, passes_.of_prime(prime_, ntt::prime), passes_.of_prime(prime_, ntt::minus_2p)},
        {sum});
}

}  // namespace limbsmith::algorithm::grid
