#include "emit/naming.hpp"

namespace limbsmith::emit {

Naming name_words(const ir::Program& program, bool direct_outputs) {
    const uint32_t count = program.words;
    Naming names{std::vector<std::optional<int>>(count),
                 std::vector<std::optional<int>>(count),
                 std::vector<std::optional<int>>(count),
                 std::vector<bool>(count, false),
                 {},
                 0};
    std::vector<bool> is_result(count, false);
    for (const ir::Instruction& in : program.body) {
        is_result[in.dst.id] = true;
        for (int i = 0; i < ir::arity(in.op); ++i) {
            if (in.src[i].is_word) names.is_read[in.src[i].value] = true;
        }
    }
    int position = 0;
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) {
            if (word.is_word) names.is_read[word.value] = true;
            if (direct_outputs && word.is_word && is_result[word.value] && !names.output[word.value]) {
                names.output[word.value] = position;
            } else {
                names.moves.push_back({position, word});
            }
            ++position;
        }
    }
    int read = 0;
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) {
            if (names.is_read[word.id]) names.input[word.id] = read++;
        }
    }
    for (const ir::Instruction& in : program.body) {
        if (!names.output[in.dst.id]) names.temporary[in.dst.id] = names.temporaries++;
    }
    return names;
}

}  // namespace limbsmith::emit
