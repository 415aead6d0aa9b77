#include <algorithm>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {

int peak_live_words(const ir::Program& program) {
    std::vector<bool> live(program.words, false);
    int count = 0;
    const auto use = [&](ir::Operand operand) {
        if (!operand.is_word || live[operand.value]) return;
        live[operand.value] = true;
        ++count;
    };
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) use(word);
    }
    int peak = count;
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) {
        if (live[in->dst.id]) {
            live[in->dst.id] = false;
            --count;
        }
        for (int i = 0; i < ir::arity(in->op); ++i) use(in->src[i]);
        peak = std::max(peak, count);
    }
    return peak;
}

}  // namespace limbsmith::pass
