#include "proof/slice.hpp"

#include <algorithm>

namespace limbsmith::proof {

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
    return {program.name, std::move(inputs), std::move(outputs), std::move(body), std::move(contract),
            {},           program.words,     program.flags};
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
