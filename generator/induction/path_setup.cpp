#include "induction/path.hpp"

namespace limbsmith::proof {
namespace {

using VariableKind = ir::Variable::Kind;

std::optional<mpz_class> number_of(const ir::ExprPtr& modulus) {
    if (!modulus || modulus->kind != ir::Expr::Kind::constant) return std::nullopt;
    return mpz_class(modulus->hex, 16);
}

bool is_prime(const std::optional<mpz_class>& n) { return n && mpz_probab_prime_p(n->get_mpz_t(), 40) != 0; }

}  // namespace

Path::Path(const ir::Routine& routine, const ir::Library& library, Decisions& decisions)
    : routine_(routine),
      library_(library),
      modulus_(routine.form ? routine.form->modulus : nullptr),
      decisions_(decisions),
      known_(decisions, number_of(modulus_), is_prime(number_of(modulus_))) {
    const std::optional<mpz_class> n = number_of(modulus_);
    // a modulus that is given at run time is odd
    if (modulus_ && (!n || mpz_odd_p(n->get_mpz_t()))) known_.unit("2");
    set_inputs();
    require_of_inputs();
    check_sequences();
}

void Path::set_inputs() {
    for (int id : routine_.parameters) {
        const ir::Variable& it = variable(id);
        if (it.role != ir::Variable::Role::input || it.is_member() || it.is_array()) continue;
        const bool is_residue = it.representation == repr::elem || it.representation == repr::plain;
        if (is_residue) {
            values_[id] = Monomial::atom(it.name);
            continue;
        }
        const Integer number = Integer::symbol(it.name);
        values_[id] = number;
        if (it.kind == VariableKind::number) known_.limit(it.name, 32L * it.words);
        if (it.kind != VariableKind::integer) known_.not_negative(number);
    }
}

void Path::require_of_inputs() {
    for (const ir::Bound& bound : routine_.contract.requires_) {
        for (int id : routine_.parameters) {
            const ir::Variable& it = variable(id);
            if (it.is_member() || it.name != bound.name || it.role != ir::Variable::Role::input) continue;
            if (it.kind == VariableKind::integer) {
                const Integer number = Integer::symbol(it.name);
                known_.not_negative(number);
                known_.not_negative(evaluation().integer(*bound.below) - number - 1);
            } else if (it.kind == VariableKind::word && it.is_array() &&
                       bound.below->kind == ir::Expr::Kind::exp2) {
                known_.limit(it.name, evaluation().integer(*bound.below->left));
                known_.not_negative(Integer::symbol(it.name));
            }
        }
    }
}

void Path::check_sequences() {
    for (const ir::Sequence& it : routine_.sequences) {
        const Integer index = fresh(it.index);
        known_.not_negative(index);
        known_.not_negative(Integer::symbol(routine_.length) - index - 1);
        const Value next = element_of_sequence(it, index + 1);  // by induction the one at index is a unit
        const bool is_first = known_.is_unit(evaluation().residue(*it.first));
        if (!is_first || !known_.is_unit(std::get<Monomial>(next)))
            throw Unproved("whether " + it.name + " are units");
    }
}

}  // namespace limbsmith::proof
