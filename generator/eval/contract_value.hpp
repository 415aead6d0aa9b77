// Evaluates contracts with GMP for concrete values.
#pragma once

#include <gmpxx.h>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::eval {

// An expression prepared for repeated evaluation: every node keeps its result, so the loop allocates nothing.
class Evaluator {
  public:
    // `names`: the name of each value in later calls. requires: it contains every name of `expr`.
    Evaluator(const ir::Expr& expr, const std::vector<std::string>& names);

    // The value; valid until the next call. requires: no divisor is 0.
    const mpz_class& operator()(std::span<const mpz_class> values);

  private:
    struct Node {
        ir::Expr::Kind kind;
        uint64_t number = 0;  // of names: index into the values
        const ir::Function* function = nullptr;
        Node* left = nullptr;
        Node* right = nullptr;
        Node* other = nullptr;
        mpz_class result{};
    };
    Node* compile(const ir::Expr& expr, const std::vector<std::string>& names);
    static const mpz_class& evaluate(Node& node, std::span<const mpz_class> values);

    std::deque<Node> nodes_;
    Node* root_;
};

// The contract of a program. `values`: those of all inputs, then of all outputs, in the program's order; the
// outputs may be missing where only inputs matter.
class ContractEvaluator {
  public:
    explicit ContractEvaluator(const ir::Program& program);

    // The first precondition that the inputs violate, or null.
    const ir::Bound* broken_requirement(std::span<const mpz_class> values) {
        return broken(requires_, values);
    }
    // The first given that the inputs violate, or null.
    const ir::Given* broken_given(std::span<const mpz_class> values);
    // The first range that the outputs violate, or null.
    const ir::Bound* broken_promise(std::span<const mpz_class> values) { return broken(ensures_, values); }
    // The two sides of the relation; `expected` uses inputs only.
    const mpz_class& expected(std::span<const mpz_class> values) { return right_(values); }
    const mpz_class& claimed(std::span<const mpz_class> values) { return left_(values); }

  private:
    struct Limit {
        const ir::Bound* bound;
        size_t index;
        bool of_magnitude;
        Evaluator below;
        std::optional<Evaluator> at_least;
    };
    struct Dependent {
        const ir::Given* given;
        size_t index;
        Evaluator value;
    };
    static const ir::Bound* broken(std::deque<Limit>& limits, std::span<const mpz_class> values);

    std::deque<Limit> requires_, ensures_;
    std::deque<Dependent> givens_;
    Evaluator left_, right_;
};

// The words of the outputs for these inputs, if the right side of the contract gives them. `expected` is its
// value. requires: `contract` is of `meaning`.
std::optional<std::vector<uint32_t>> outputs_by(ContractEvaluator& contract, const ir::Program& meaning,
                                                std::vector<mpz_class> inputs, const mpz_class& expected);

// The names of inputs, then of outputs.
std::vector<std::string> names(const ir::Program& program);

}  // namespace limbsmith::eval
