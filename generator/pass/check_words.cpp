#include <fmt/format.h>

#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {

void check_words(const ir::Program& program) {
    std::vector<bool> defined(program.words, false);
    const auto refuse = [&](ir::Word word, const char* what, const auto& where) {
        throw IllegalProgram(fmt::format("{}: word w{} is {} in `{}`", program.name, word.id, what, where()));
    };
    // `where` makes the text of the place, which only a refusal needs.
    const auto define = [&](ir::Word word, const auto& where) {
        if (word.id >= program.words) refuse(word, "out of range", where);
        if (defined[word.id]) refuse(word, "defined twice", where);
        defined[word.id] = true;
    };
    const auto use = [&](ir::Operand operand, const auto& where) {
        if (!operand.is_word) return;
        if (operand.value >= program.words || !defined[operand.value]) {
            refuse(operand.word(), "used before it is defined", where);
        }
    };

    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) define(word, [&] { return "in " + input.name; });
    }
    for (const ir::Instruction& in : program.body) {
        const auto where = [&] { return dump(in); };
        for (int i = 0; i < ir::arity(in.op); ++i) use(in.src[i], where);
        define(in.dst, where);
    }
    for (const ir::Output& output : program.outputs) {
        for (ir::Operand word : output.words) use(word, [&] { return "out " + output.name; });
    }
}

}  // namespace limbsmith::pass
