// Parses machine code as nvdisasm prints it: functions, their instructions, and the targets of branches.
//
// Promises: every instruction of every function, split into guard, mnemonic and operands; an error for any
// other line. operand has the grammar of operands; meanings has the results of instructions. Shares no code with
// emit/ and ptx/, whose work it checks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::sass {

// `@!P0 IADD3.X R9, P1, R2, -R3, RZ, P0, !PT ;`
struct Instruction {
    std::string text;                    // as printed, without address and semicolon
    std::string guard;                   // P0, !UP1 ...; empty if there is none
    std::string opcode;                  // IADD3
    std::vector<std::string> modifiers;  // X
    std::vector<std::string> operands;
    std::optional<size_t> target{};  // of a branch: index of an instruction of the function
};

struct Function {
    std::string name;
    std::string architecture;  // sm_90
    std::vector<Instruction> code;
};

// All functions in the output of `nvdisasm -c`, in order. Throws std::runtime_error naming the line.
std::vector<Function> parse(std::string_view listing);

// The function with this name. Throws std::runtime_error if there is none.
const Function& find(const std::vector<Function>& functions, std::string_view name);

}  // namespace limbsmith::sass
