#include "proof/contract_forms.hpp"

namespace limbsmith::proof {

using ir::Expr;
using Kind = Expr::Kind;

bool is_negative_inverse(const Expr& e) {
    return e.kind == Kind::mod && e.right->kind == Kind::pow2 && e.left->kind == Kind::sub &&
           is_integer(*e.left->left, 0) && e.left->right->kind == Kind::inverse &&
           ir::is_same(*e.left->right->right, *e.right);
}

bool is_signed_value(const Expr& e) {
    return e.kind == Kind::if_else && e.left->kind == Kind::less && e.left->right->kind == Kind::pow2 &&
           e.right->kind == Kind::name && ir::is_same(*e.left->left, *e.right) &&
           e.other->kind == Kind::sub && ir::is_same(*e.other->left, *e.right) &&
           e.other->right->kind == Kind::pow2 && e.other->right->number == e.left->right->number + 1;
}

}  // namespace limbsmith::proof
