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

namespace limbsmith::proof {

using Value = std::variant<Monomial, Integer>;

// Elements of an array: for every index from <= index < below, what `value` says.
struct Family {
    std::string index;
    Integer from, below;
    ir::ExprPtr value;
};

// What a name means where an expression is evaluated; an element where there is an index.
using Names = std::function<Value(const std::string& name, const std::optional<Integer>& index)>;

// Evaluates expressions of contracts and invariants. Of a program's contract names of elements mean what
// their words hold, x·factor; of a routine's the residue x.
class Evaluation {
  public:
    // `modulus` is how N is written; null where there is none.
    Evaluation(Known& known, ir::ExprPtr modulus, Names names)
        : known_(known), modulus_(std::move(modulus)), names_(std::move(names)) {}

    // Modulo N; decisions that it depends on are taken. Throws Unproved for what is no product.
    Monomial residue(const ir::Expr& expr);
    Integer integer(const ir::Expr& expr);
    bool condition(const ir::Expr& expr);
    // Whether the expression is one of residues: it has the name of one.
    bool is_residue(const ir::Expr& expr);

    // expr as low + N·high for a number low below N; high is null where there is no such sum.
    std::pair<ir::ExprPtr, ir::ExprPtr> split(const ir::ExprPtr& expr) const;

  private:
    bool is_modulus(const ir::Expr& expr) const { return modulus_ && is_same(expr, *modulus_); }

    Known& known_;
    ir::ExprPtr modulus_;
    Names names_;
};

}  // namespace limbsmith::proof
