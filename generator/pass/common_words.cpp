#include <map>
#include <tuple>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {

ir::Program share_common_words(ir::Program program) {
    using Key = std::tuple<ir::Opcode, bool, uint32_t, bool, uint32_t, bool, uint32_t>;
    std::vector<ir::Operand> same_as(program.words);
    for (uint32_t id = 0; id < program.words; ++id) same_as[id] = ir::Word{id};
    const auto resolved = [&](ir::Operand operand) {
        return operand.is_word ? same_as[operand.value] : operand;
    };

    std::map<Key, ir::Word> known;
    std::vector<ir::Instruction> kept;
    for (ir::Instruction in : program.body) {
        for (int i = 0; i < ir::arity(in.op); ++i) in.src[i] = resolved(in.src[i]);
        if (!in.flag_in && !in.flag_out) {
            const auto& s = in.src;
            const Key key{in.op,      s[0].is_word, s[0].value, s[1].is_word,
                          s[1].value, s[2].is_word, s[2].value};
            const auto [entry, is_new] = known.try_emplace(key, in.dst);
            if (!is_new) {
                same_as[in.dst.id] = entry->second;
                continue;
            }
        }
        kept.push_back(in);
    }
    program.body = std::move(kept);
    for (ir::Output& output : program.outputs) {
        for (ir::Operand& word : output.words) word = resolved(word);
    }
    const auto resolve = [&](ir::Operand& word) { word = resolved(word); };
    visit_words(program.outline, resolve);
    for (ir::Note& note : program.notes) visit_words(note, resolve);
    return program;
}

}  // namespace limbsmith::pass
