#include "fuzz/reduce.hpp"

#include "pass/pass.hpp"

namespace limbsmith::fuzz {
namespace {

using ir::Operand;

// The program without instruction `at`: its word is replaced by `instead`, its carry by 0.
ir::Program without(ir::Program program, size_t at, Operand instead) {
    const ir::Instruction gone = program.body[at];
    program.body.erase(program.body.begin() + static_cast<long>(at));
    const auto replace = [&](Operand& operand) {
        if (operand.is_word && operand.value == gone.dst.id) operand = instead;
    };
    for (ir::Instruction& in : program.body) {
        for (Operand& source : in.src) replace(source);
        if (in.flag_in && in.flag_in == gone.flag_out) in.flag_in.reset();
        if (in.flag_out && in.flag_out == gone.flag_in) in.flag_out.reset();
    }
    for (ir::Output& output : program.outputs) {
        for (Operand& word : output.words) replace(word);
    }
    return program;
}

bool is_legal(const ir::Program& program) {
    try {
        pass::check_words(program);
        pass::check_flags(program);
        return true;
    } catch (const pass::IllegalProgram&) {
        return false;
    }
}

}  // namespace

ir::Program reduced(ir::Program program, const std::function<bool(const ir::Program&)>& is_wrong) {
    const auto accept = [&](ir::Program candidate) {
        candidate = pass::remove_dead_code(std::move(candidate));
        if (!is_legal(candidate) || !is_wrong(candidate)) return false;
        program = std::move(candidate);
        return true;
    };
    for (const ir::Output& output : std::vector(program.outputs)) {
        for (Operand word : output.words) {
            ir::Program candidate = program;
            candidate.outputs = {{output.name, output.representation, {word}}};
            if (program.outputs.size() > 1 && accept(std::move(candidate))) break;
        }
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (size_t at = program.body.size(); at-- > 0;) {
            if (at >= program.body.size()) continue;
            std::vector<Operand> substitutes{Operand(0u)};
            for (const Operand& source : program.body[at].src) {
                if (source.is_word) substitutes.push_back(source);
            }
            substitutes.push_back(program.inputs.back().words[0]);
            for (const Operand& instead : substitutes) {
                if (!accept(without(program, at, instead))) continue;
                has_changed = true;
                break;
            }
        }
    }
    return program;
}

}  // namespace limbsmith::fuzz
