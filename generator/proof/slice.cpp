#include "proof/slice.hpp"

#include <algorithm>

namespace limbsmith::proof {

namespace {

// By word id: whether the word is made of the given words and constants alone, no later than the last word of
// the outputs.
std::vector<bool> made_of(const ir::Program& program, std::vector<bool> is_made,
                          const std::vector<ir::Output>& outputs) {
    uint32_t last = 0;
    for (const ir::Output& output : outputs) {
        for (ir::Operand operand : output.words) {
            if (operand.is_word) last = std::max(last, operand.value);
        }
    }
    std::vector<bool> is_flag_made(program.flags);
    for (const ir::Instruction& in : program.body) {
        const auto is_there = [&](ir::Operand operand) { return !operand.is_word || is_made[operand.value]; };
        if (in.dst.id > last || !std::all_of(in.src.begin(), in.src.begin() + ir::arity(in.op), is_there) ||
            (in.flag_in && !is_flag_made[in.flag_in->id]))
            continue;
        is_made[in.dst.id] = true;
        if (in.flag_out) is_flag_made[in.flag_out->id] = true;
    }
    return is_made;
}

template <class Visit>
void for_each_word(const ir::Claim& claim, Visit visit) {
    for (const ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
        for (const ir::ClaimTerm& term : *sum) {
            for (const auto& factor : term.factors) {
                if (factor.word.is_word) visit(factor.word);
            }
        }
    }
}

}  // namespace

ir::Program slice(const ir::Program& program, std::vector<ir::Input> inputs, std::vector<ir::Output> outputs,
                  ir::Contract contract) {
    std::vector<bool> is_given(program.words), is_wanted(program.words), is_flag_wanted(program.flags);
    for (const ir::Input& input : inputs) {
        for (ir::Word word : input.words) is_given[word.id] = true;
    }
    const auto want = [&](ir::Operand operand) {
        if (operand.is_word && !is_given[operand.value]) is_wanted[operand.value] = true;
    };
    for (const ir::Output& output : outputs) std::ranges::for_each(output.words, want);
    const std::vector<bool> is_made = made_of(program, is_given, outputs);
    std::vector<ir::Claim> claims;
    for (const ir::Claim& claim : program.claims) {
        bool is_of_slice = true;
        for_each_word(claim, [&](ir::Operand word) { is_of_slice = is_of_slice && is_made[word.value]; });
        if (!is_of_slice) continue;
        for_each_word(claim, want);
        claims.push_back(claim);
    }
    std::vector<ir::Instruction> body;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        const bool has_flag = in->flag_out && is_flag_wanted[in->flag_out->id];
        if (!is_wanted[in->dst.id] && !has_flag) continue;
        for (int i = 0; i < ir::arity(in->op); ++i) want(in->src[i]);
        if (in->flag_in) is_flag_wanted[in->flag_in->id] = true;
        body.push_back(*in);
        if (!has_flag) body.back().flag_out.reset();
    }
    std::ranges::reverse(body);
    return {program.name,        std::move(inputs), std::move(outputs), std::move(body),
            std::move(contract), std::move(claims), program.words,      program.flags};
}

bool is_open(const ir::Program& slice) {
    std::vector<bool> is_defined(slice.words);
    for (const ir::Input& input : slice.inputs) {
        for (ir::Word word : input.words) is_defined[word.id] = true;
    }
    const auto is_missing = [&](ir::Operand operand) {
        return operand.is_word && !is_defined[operand.value];
    };
    for (const ir::Instruction& in : slice.body) {
        if (std::any_of(in.src.begin(), in.src.begin() + ir::arity(in.op), is_missing)) return true;
        is_defined[in.dst.id] = true;
    }
    return std::ranges::any_of(slice.outputs, [&](const ir::Output& output) {
        return std::ranges::any_of(output.words, is_missing);
    });
}

}  // namespace limbsmith::proof
