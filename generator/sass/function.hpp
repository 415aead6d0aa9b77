// Machine code as nvdisasm prints it: functions, their instructions, and where branches lead.
//
// Promises: every instruction of every function of the text, split into guard, mnemonic and operands; an
// error for a line that is none. What the words mean is not known here: operand has the grammar of operands,
// meanings what instructions do. Shares no code with emit/ and ptx/, whose work is checked by it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::sass {

// `@!P0 IADD3.X R9, P1, R2, -R3, RZ, P0, !PT ;`
struct Instruction {
    std::string text;                    // as it was printed, without address and semicolon
    std::string guard;                   // P0, !UP1 ...; empty where there is none
    std::string opcode;                  // IADD3
    std::vector<std::string> modifiers;  // X
    std::vector<std::string> operands;
    std::optional<size_t> target{};  // of a branch: the number of an instruction of the function
};

struct Function {
    std::string name;
    std::string architecture;  // sm_90
    std::vector<Instruction> code;
};

// All functions of what `nvdisasm -c` printed, in its order. Throws std::runtime_error naming the line.
std::vector<Function> parse(std::string_view listing);

// The function of that name. Throws std::runtime_error where there is none.
const Function& find(const std::vector<Function>& functions, std::string_view name);

}  // namespace limbsmith::sass
