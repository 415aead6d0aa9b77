// A function on numbers of any length: an operation of grid/operations.hpp, or an expression modulo 2^(32·words).
#pragma once

#include <gmpxx.h>

#include <string>
#include <utility>
#include <vector>

#include "grid/operations.hpp"
#include "spec/fused.hpp"

namespace limbsmith::session {

class GridFunction {
  public:
    // requires: it is one of grid::operations().
    explicit GridFunction(const grid::Operation& operation) : operation_(&operation) {}
    explicit GridFunction(Fused expression) : expression_(std::move(expression)) {}

    bool is_expression() const { return operation_ == nullptr; }
    std::string name() const { return is_expression() ? "expr" : std::string(operation_->name); }
    Operation::Signs signs() const { return NumberSystem::whole()[name()].signs; }
    uint32_t most_words() const { return is_expression() ? grid::most_words : operation_->most_words; }
    std::vector<std::string> operands() const;
    // See grid::Operation.
    std::vector<std::string> results() const;
    uint32_t words_of_one(uint32_t bits) const;
    uint32_t result_words(uint32_t words) const;
    mpz_class by_gmp(const std::vector<mpz_class>& operands, uint32_t words) const;
    void on_machine(grid::Arithmetic& arithmetic, const grid::View& r,
                    const std::vector<grid::Numbers>& operands) const;

  private:
    const grid::Operation* operation_ = nullptr;
    Fused expression_{};
};

}  // namespace limbsmith::session
