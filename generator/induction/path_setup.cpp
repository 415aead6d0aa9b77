#include "induction/path.hpp"

namespace limbsmith::induction {
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
    assume_givens();
    require_of_inputs();
    check_sequences();
}

void Path::set_inputs() {
    for (int id : routine_.parameters) {
        const ir::Variable& it = variable(id);
        const bool is_number = it.kind == VariableKind::byte || !it.is_array();
        if (it.role != ir::Variable::Role::input || !is_number) continue;
        if (it.representation == repr::elem) {
            values_[id] = Monomial::atom(it.name);
            continue;
        }
        // a member and a parameter may have the same name
        const Integer number = Integer::symbol(it.is_member() ? "m." + it.name : it.name);
        values_[id] = number;
        if (it.representation == repr::exponent) known_.limit(it.name, 32L * it.words);
        within(number, it.kind, it.representation, it.is_array() ? it.count : it.words);
    }
}

void Path::require_of_inputs() {
    for (const ir::Bound& bound : routine_.contract.requires_) {
        for (int id : routine_.parameters) {
            const ir::Variable& it = variable(id);
            if (it.name != bound.name || it.role != ir::Variable::Role::input) continue;
            if (is_exact(bound)) {
                require_value(id, *bound.at_least);
                continue;
            }
            if (it.kind == VariableKind::word && it.is_array() && bound.below->kind == ir::Expr::Kind::exp2) {
                known_.limit(it.name, evaluation().integer(*bound.below->left));
                known_.not_negative(Integer::symbol(it.name));
            } else if (values_.contains(id) && std::holds_alternative<Integer>(values_[id]) &&
                       (!it.is_member() || !has_another(it.name))) {
                try {
                    assume_range(bound, has_magnitude(it), evaluation());
                } catch (const Unproved&) {  // a bound that says nothing here
                }
            }
        }
    }
}

// A member that is a number modulo N.
void Path::require_value(int id, const ir::Expr& value) {
    if (!variable(id).is_member() || value.kind != ir::Expr::Kind::mod || !is_modulus(value.right)) return;
    Evaluation own = evaluation();
    if (!values_.contains(id) || !own.is_odd_modulus(*value.right)) return;
    const Integer number = std::get<Integer>(values_[id]), n = own.integer(*value.right);
    known_.not_negative(n - number - 1);
    known_.congruent(number - own.integer(*value.left), n);
}

// The modulus that is given is odd and more than 1. Routines on elements do without, but for those on digits.
void Path::assume_givens() {
    const auto is_element = [](const ir::Variable& it) { return it.representation == repr::elem; };
    const auto has_digits = [](const ir::Variable& it) { return it.representation.is_digits(); };
    if (std::ranges::any_of(routine_.variables, is_element) &&
        std::ranges::none_of(routine_.variables, has_digits))
        return;
    for (const ir::Given& given : routine_.contract.givens) {
        const auto is_it = [&](const ir::Variable& it) {
            return it.name == given.name && it.is_member() && it.role == ir::Variable::Role::input;
        };
        if (std::ranges::any_of(routine_.variables, is_it) && !has_another(given.name))
            known_.zero(evaluation().integer(*ir::var(given.name)) - evaluation().integer(*given.value));
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

}  // namespace limbsmith::induction
