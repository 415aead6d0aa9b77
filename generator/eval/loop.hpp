// Loops that call programs, executed like those of the generated header: the interpreter's way to compute
// operations that are not straight-line.
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/eval.hpp"
#include "ir/program.hpp"

namespace limbsmith::eval {

// Numbers of the same length, limb-major: word i of number k is at [i·count + k].
struct Numbers {
    size_t count;
    std::vector<uint32_t> words;

    Numbers(size_t numbers, size_t words_each) : count(numbers), words(numbers * words_each) {}
    // Word i of all numbers.
    std::span<uint32_t> word(size_t i) { return std::span(words).subspan(i * count, count); }
    std::span<const uint32_t> word(size_t i) const { return std::span(words).subspan(i * count, count); }
    size_t words_each() const { return words.size() / count; }
};

// The straight-line functions that a loop calls, by name.
class Functions {
  public:
    // If two programs have the same name, the first one counts.
    explicit Functions(std::vector<ir::Program> programs);

    // Sets a member of the modulus object, for every function that reads it.
    void set_member(const std::string& name, Numbers numbers) {
        members_.insert_or_assign(name, std::move(numbers));
    }

    // Calls a function; each operand holds the same count of numbers. Returns its outputs. requires: the
    // function exists.
    std::vector<Numbers> operator()(std::string_view name, std::initializer_list<const Numbers*> operands);

  private:
    struct Function {
        ir::Program program;
        Interpreter interpreter;
        explicit Function(ir::Program p) : program(std::move(p)), interpreter(program) {}
    };
    std::map<std::string, std::unique_ptr<Function>, std::less<>> functions_;
    std::map<std::string, Numbers> members_;
};

// An operation that is a loop, with the interface of Interpreter.
class Loop {
  public:
    // `meaning`: the operation's name and operands, without a body. `functions`: the programs that it calls.
    Loop(ir::Program meaning, std::vector<ir::Program> functions);

    // As Interpreter::run.
    void run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result,
             size_t result_count);

  private:
    using Body = std::vector<Numbers> (*)(Functions& call, const std::vector<Numbers>& operands);

    ir::Program meaning_;
    Functions functions_;
    Body body_;
};

// The inverse modulo N by `count` batches of divsteps, with the programs of algorithm/inverse.hpp. Returns r
// and exists.
std::vector<Numbers> inverse(Functions& call, const Numbers& a, int count);

// The loops: they take the operands of the operation in order, and return its outputs.
std::vector<Numbers> divrem(Functions& call, const std::vector<Numbers>& operands);
std::vector<Numbers> gcd(Functions& call, const std::vector<Numbers>& operands);

}  // namespace limbsmith::eval
