#include "ir/builder.hpp"

#include <utility>

namespace limbsmith::ir {

std::vector<Operand> Builder::input(std::string name, const Representation& representation, int limbs) {
    std::vector<Word> words;
    for (int i = 0; i < limbs; ++i) words.push_back(Word{program_.words++});
    std::vector<Operand> operands(words.begin(), words.end());
    program_.inputs.push_back({std::move(name), representation, std::move(words)});
    return operands;
}

void Builder::output(std::string name, const Representation& representation, std::vector<Operand> words) {
    program_.outputs.push_back({std::move(name), representation, std::move(words)});
}

Operand Builder::emit(Opcode op, Operand x, Operand y, Operand z) {
    const Word dst{program_.words++};
    program_.body.push_back({op, dst, {x, y, z}, std::nullopt, std::nullopt});
    return dst;
}

Program Builder::finish(Contract contract) && {
    program_.contract = std::move(contract);
    return std::move(program_);
}

Operand Chain::emit(Opcode op, Operand x, Operand y, Operand z) {
    Program& program = builder_->program_;
    const Operand result = builder_->emit(op, x, y, z);
    if (pending()) {
        const Flag flag{program.flags++};
        program.body[last_].flag_out = flag;
        program.body.back().flag_in = flag;
    }
    last_ = static_cast<int>(program.body.size()) - 1;
    return result;
}

}  // namespace limbsmith::ir
