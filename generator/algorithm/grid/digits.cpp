#include "algorithm/grid/digits.hpp"

#include "algorithm/grid/transform.hpp"
#include "algorithm/group/carries.hpp"

namespace limbsmith::algorithm::grid {

using ir::Place, ir::Scalar;
using ntt::Garner;

namespace {

// For each log2 of the size and each prime: the factor of the residues, and its companion.
std::vector<uint32_t> scales_table() {
    std::vector<uint32_t> words;
    for (int bits = 0; bits <= most_size_bits; ++bits)
        for (const Garner::Scale& it : Garner::scales(uint32_t{1} << bits))
            for (const Scalar& word : {it.w, it.ws}) words.push_back(word.number());
    return words;
}

}  // namespace

Digits::Digits(Kernel& kernel, const Place& size_bits) : kernel_(kernel), garner_(kernel.builder) {
    const Place scales = kernel.builder.table("scales", scales_table());
    for (int k = 0; k < ntt_prime_count; ++k) {
        const Scalar first = (Scalar(size_bits) * ntt_prime_count + k) * 2;
        const std::string name = "scale" + std::to_string(k);
        scales_.push_back(
            {kernel.word(name, scales[first]), kernel.word(name + "_companion", scales[first + 1])});
    }
}

// A digit n0 + 2^32·n1 + 2^64·n2 gives n1 to the next one and n2 to the one after it.
Digits::Chunk Digits::chunk(const std::array<Place, ntt_prime_count>& residues, Wanted wanted) const {
    garner_.number(residues, {scales_[0], scales_[1], scales_[2]});
    const auto& n = garner_.n();
    const Place below1 = kernel_.from_below("n1_below", n[1], 1),
                below2 = kernel_.from_below("n2_below", n[2], 1),
                lower2 = kernel_.from_below("n2_lower", below2, 1);
    const Place sum = kernel_.word("digits", Scalar(n[0]) + below1),
                carry = kernel_.word("digit_carry", less(sum, below1));
    kernel_.builder.assign(sum, Scalar(sum) + lower2);
    kernel_.builder.assign(carry, Scalar(carry) + less(sum, lower2));
    const Place carried = kernel_.from_below("carry_below", carry, 1);
    kernel_.builder.assign(sum, Scalar(sum) + carried);
    const Place generates = kernel_.word("digit_generates", less(sum, carried)),
                ones = kernel_.word("digit_ones", equal(sum, UINT32_MAX));
    const bool is_all = wanted == Wanted::all;
    const group::Carries in = group::look_ahead(kernel_.builder, generates, ones, "_of_digits",
                                                is_all ? group::CarryOut::wanted : group::CarryOut::alone);
    const Place digit = is_all ? kernel_.word("digit", Scalar(sum) + in.in) : Place{};
    const Place over0 = kernel_.word("over0", Scalar(n[1]) + below2),
                over1 = kernel_.word("over1", Scalar(n[2]) + less(over0, below2)),
                rest = kernel_.word("rest", Scalar(carry) + in.out);
    kernel_.builder.assign(over0, Scalar(over0) + rest);
    kernel_.builder.assign(over1, Scalar(over1) + less(over0, rest));
    return {digit, over0, over1};
}

}  // namespace limbsmith::algorithm::grid
