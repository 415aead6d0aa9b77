// Loops around programs, run as the generated header runs them: the interpreter's way to compute operations
// that are not one straight line.
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

// Some numbers of as many words each, limb-major: word i of number k stands at [i·count + k].
struct Numbers {
    size_t count;
    std::vector<uint32_t> words;

    Numbers(size_t numbers, size_t words_each) : count(numbers), words(numbers * words_each) {}
    // word i of all numbers
    std::span<uint32_t> word(size_t i) { return std::span(words).subspan(i * count, count); }
    std::span<const uint32_t> word(size_t i) const { return std::span(words).subspan(i * count, count); }
    size_t words_each() const { return words.size() / count; }
};

// The straight-line functions that a loop calls.
class Functions {
  public:
    // Of programs with the same name the first is taken.
    explicit Functions(std::vector<ir::Program> programs);

    // The numbers of a member of the modulus objects, for all functions that read it.
    void set_member(const std::string& name, Numbers numbers) {
        members_.insert_or_assign(name, std::move(numbers));
    }

    // The outputs of a function for its operands, each of as many numbers. requires: there is such a
    // function.
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

// An operation that is a loop, as Interpreter is one that is a program.
class Loop {
  public:
    // `meaning`: its name and operands. `functions`: its parts and all else that it calls.
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

// The inverse modulo N by divsteps, with the programs of algorithm/inverse.hpp: `count` batches;
// r and exists.
std::vector<Numbers> inverse(Functions& call, const Numbers& a, int count);

// The loops, each on operands in the order of the operation, to its outputs.
std::vector<Numbers> divrem(Functions& call, const std::vector<Numbers>& operands);
std::vector<Numbers> gcd(Functions& call, const std::vector<Numbers>& operands);

}  // namespace limbsmith::eval
