// The values of a routine's variables on one path, and of expressions over their names.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "induction/known.hpp"
#include "ir/library.hpp"
#include "spec/representations.hpp"

namespace limbsmith::induction {

using Value = std::variant<Monomial, Integer>;

// Elements of an array: for every index from <= index < below, what `value` says.
struct Family {
    std::string index;
    Integer from, below;
    ir::ExprPtr value;
};

// The value of a name in an expression; with an index, of an element of the array.
using Names = std::function<Value(const std::string& name, const std::optional<Integer>& index)>;

// The parts of the expression, itself the first.
void each_part(const ir::Expr& expr, const std::function<void(const ir::Expr&)>& visit);

// Evaluates expressions of contracts and invariants. In the contract of a program, the name of an element means
// what its words hold, x·factor; in that of a routine, the residue x.
class Evaluation {
  public:
    // `modulus` is N as an expression; null if there is none.
    Evaluation(Known& known, ir::ExprPtr modulus, Names names)
        : known_(known), modulus_(std::move(modulus)), names_(std::move(names)) {}

    // The value modulo N; takes the decisions that it depends on. Throws Unproved if it is not a product.
    Monomial residue(const ir::Expr& expr);
    Integer integer(const ir::Expr& expr);
    bool condition(const ir::Expr& expr);
    // Whether the expression is one of residues: it has the name of one.
    bool is_residue(const ir::Expr& expr);

    // Whether the expression is a number, or N, that is odd.
    bool is_odd_modulus(const ir::Expr& expr);

    // expr as low + N·high for a number low below N; high is null where there is no such sum.
    std::pair<ir::ExprPtr, ir::ExprPtr> split(const ir::ExprPtr& expr) const;

  private:
    bool is_modulus(const ir::Expr& expr) const { return modulus_ && is_same(expr, *modulus_); }

    Known& known_;
    ir::ExprPtr modulus_;
    Names names_;
};

}  // namespace limbsmith::induction
