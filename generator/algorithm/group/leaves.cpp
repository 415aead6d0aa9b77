#include "algorithm/group/leaves.hpp"

#include "algorithm/add_sub.hpp"
#include "algorithm/bit_length.hpp"
#include "algorithm/divsteps.hpp"
#include "algorithm/gcd.hpp"
#include "algorithm/group/division_parts.hpp"
#include "algorithm/group/rows.hpp"
#include "algorithm/group/words.hpp"
#include "algorithm/logic.hpp"
#include "algorithm/mul.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::group {
namespace {

ir::Program named(const char* name, ir::Program program) {
    program.name = name;
    return program;
}

ir::Program wide(const char* name, ir::Program program) {
    const auto widen = [](auto& parameters) {
        for (auto& it : parameters)
            if (it.representation == repr::num) it.representation = repr::wide;
    };
    widen(program.inputs), widen(program.outputs);
    return named(name, std::move(program));
}

}  // namespace

std::vector<ir::Program> wide_leaves(int words) {
    return {wide("wide_add", algorithm::add({2 * limb_bits * words}, FlagOut::yes)),
            wide("wide_add_word", add_word(2 * words))};
}

std::vector<ir::Program> leaves(int words, const ir::Representation& type, const Product& product,
                                const Square& square) {
    const Width width{limb_bits * words};
    std::vector<ir::Program> all{add_row(words),
                                 step_row(words),
                                 reduce_row(words),
                                 window_sum(words),
                                 add_word(words),
                                 sub_word(words),
                                 add_if(words),
                                 negative_inverse(),
                                 named("lane_add", algorithm::add(width, FlagOut::yes)),
                                 named("lane_sub", algorithm::sub(width, FlagOut::yes)),
                                 named("lane_mul", algorithm::mul(width, product)),
                                 named("lane_sqr", algorithm::sqr(width, square)),
                                 named("lane_select", algorithm::select(width)),
                                 named("lane_and", algorithm::bit_and(width)),
                                 named("lane_or", algorithm::bit_or(width)),
                                 named("lane_xor", algorithm::bit_xor(width)),
                                 named("lane_shl", algorithm::shl(width)),
                                 named("lane_shr", algorithm::shr(width)),
                                 named("lane_eq", algorithm::eq(width)),
                                 named("lane_is_zero", algorithm::is_zero(width)),
                                 named("lane_bit_length", algorithm::bit_length(width)),
                                 named("lane_twos", algorithm::Gcd(width).common_twos())};
    for (ir::Program& leaf : division_leaves(words)) all.push_back(std::move(leaf));
    all.push_back(divsteps_matrix());
    const auto retype = [&](auto& parameters) {
        for (auto& it : parameters)
            if (it.representation == repr::num) it.representation = type;
    };
    for (ir::Program& program : all) retype(program.inputs), retype(program.outputs);
    return all;
}

}  // namespace limbsmith::algorithm::group
