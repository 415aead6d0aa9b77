#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {

ir::Program remove_dead_code(ir::Program program) {
    std::vector<bool> live_word(program.words, false);
    std::vector<bool> live_flag(program.flags, false);
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) {
            if (word.is_word) live_word[word.value] = true;
        }
    }
    std::vector<ir::Instruction> kept;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        if (in->flag_out && !live_flag[in->flag_out->id]) in->flag_out.reset();
        if (!live_word[in->dst.id] && !in->flag_out) continue;
        for (int i = 0; i < ir::arity(in->op); ++i) {
            if (in->src[i].is_word) live_word[in->src[i].value] = true;
        }
        if (in->flag_in) live_flag[in->flag_in->id] = true;
        kept.push_back(*in);
    }
    program.body.assign(kept.rbegin(), kept.rend());
    return program;
}

}  // namespace limbsmith::pass
