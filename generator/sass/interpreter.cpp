#include "sass/interpreter.hpp"

#include <stdexcept>

namespace limbsmith::sass {
namespace {

// The addresses of a Kernel's arrays; any but 0 will do.
constexpr uint64_t result_address = uint64_t{0x7f} << 32, input_address = uint64_t{0x7e} << 32;

std::vector<uint32_t> words(std::initializer_list<uint64_t> addresses) {
    std::vector<uint32_t> out;
    for (const uint64_t address : addresses) {
        out.push_back(static_cast<uint32_t>(address));
        out.push_back(static_cast<uint32_t>(address >> 32));
    }
    return out;
}

SourcePredicate parse_guard(const std::string& text) {
    if (text.empty()) return {};
    const Operand operand = parse_operand(text);
    if (operand.kind != Operand::Kind::predicate) throw std::runtime_error("no predicate: " + text);
    return {operand.number, operand.is_negated};
}

}  // namespace

Interpreter::Interpreter(const Function& function, std::span<const uint32_t> parameters)
    : name_(function.name) {
    const Constants constants(function.architecture, parameters);
    for (size_t i = 0; i < function.code.size(); ++i) {
        const Instruction& in = function.code[i];
        try {
            Step step{Kind::ordinary, parse_guard(in.guard), {}, 0, in.text};
            if (in.opcode == "EXIT") {
                if (!in.operands.empty() || !in.modifiers.empty()) throw std::runtime_error("unknown form");
                step.kind = Kind::exit;
            } else if (in.opcode == "BRA") {
                if (in.operands.size() != 1 || !in.target) throw std::runtime_error("unknown form");
                // the final branch to itself, after the exit, is never executed
                const bool is_last = *in.target == i && in.guard.empty();
                if (*in.target <= i && !is_last) throw std::runtime_error("a loop");
                step.kind = Kind::branch;
                step.target = *in.target;
            } else {
                step.action = meaning(in, constants);
            }
            steps_.push_back(std::move(step));
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(name_ + ": " + in.text + ": " + error.what());
        }
    }
}

void Interpreter::run(Memory& memory) const {
    State state(memory);
    for (size_t at = 0; at < steps_.size();) {
        const Step& step = steps_[at++];
        if (!step.guard(state)) continue;
        if (step.kind == Kind::exit) return;
        if (step.kind == Kind::branch) {
            if (step.target < at) break;
            at = step.target;
            continue;
        }
        try {
            step.action(state);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(name_ + ": " + step.text + ": " + error.what());
        }
    }
    throw std::runtime_error(name_ + " runs past its end");
}

Kernel::Kernel(const Function& function)
    : interpreter_(function, words({result_address, input_address, 1})) {}

std::vector<uint32_t> Kernel::run(std::span<const uint32_t> input, size_t results) const {
    // detects writes to the input and words that are never written
    std::vector<uint32_t> read(input.begin(), input.end()), written(results, 0xdeadbeef);
    Memory memory;
    memory.map(result_address, written);
    memory.map(input_address, read);
    interpreter_.run(memory);
    return written;
}

}  // namespace limbsmith::sass
