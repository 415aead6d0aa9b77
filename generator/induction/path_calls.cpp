#include "induction/path.hpp"
#include "spec/width.hpp"

namespace limbsmith::induction {
namespace {

using VariableKind = ir::Variable::Kind;

// x of an expression that is x, or x·factor, or one of them modulo N; and the factor.
struct Unknown {
    const ir::Expr* name;
    const ir::Expr* factor;  // null for 1
};

std::optional<Unknown> unknown_of(const ir::Expr& expr, const ir::ExprPtr& modulus) {
    if (expr.kind == ir::Expr::Kind::mod && modulus && is_same(*expr.right, *modulus))
        return unknown_of(*expr.left, nullptr);
    if (expr.kind == ir::Expr::Kind::name) return Unknown{&expr, nullptr};
    if (expr.kind == ir::Expr::Kind::mul && expr.left->kind == ir::Expr::Kind::name)
        return Unknown{expr.left.get(), expr.right.get()};
    return std::nullopt;
}

}  // namespace

void Path::run(const ir::Call& it) {
    const ir::Library::Callable& callee = library_[it.callee];
    const ir::Signature called = signature(callee);
    const bool is_program = std::holds_alternative<ir::Program>(callee);
    const ir::Contract& contract =
        std::visit([](const auto& of) -> const ir::Contract& { return of.contract; }, callee);
    // elements in a program's contract are what their words hold
    const auto factor_of = [&](const ir::Representation& representation) {
        const bool is_held = is_program && representation == repr::elem && routine_.form;
        return is_held ? evaluation().residue(*routine_.form->factor) : Monomial();
    };
    std::map<std::string, Value> given;
    std::vector<long> arrays;  // how many words those have that are given as arrays
    for (size_t i = 0; i < called.inputs.size(); ++i) {
        const ir::Signature::Parameter& parameter = called.inputs[i];
        const auto* place = std::get_if<ir::Place>(&it.arguments[i]);
        if (place && parameter.many != ir::Variable::Many::one) {
            given.insert({parameter.name, read(place->variable, std::nullopt)});
            arrays.push_back(variable(place->variable).words);
        } else if (place) {
            const Value value = read(*place);
            const auto* residue = std::get_if<Monomial>(&value);
            given.insert({parameter.name, residue ? *residue * factor_of(parameter.representation) : value});
        } else {
            given.insert(
                {parameter.name, as_word(evaluate(std::get<ir::Scalar>(it.arguments[i])), parameter)});
        }
    }
    for (long words : arrays) {
        const std::string& length = std::get<ir::Routine>(callee).length;
        if (!known_.is_not_negative(Integer(words) - std::get<Integer>(given.at(length))))
            throw Unproved("whether " + it.callee + " reads what is there");
    }
    const auto gives_element = [&](const ir::Signature::Parameter& output) {
        return routine_.form && output.kind == VariableKind::number && output.representation == repr::elem;
    };
    if (is_program && has_digits(called)) {
        for (size_t i = 0; i < called.inputs.size(); ++i) {
            const auto* place = std::get_if<ir::Place>(&it.arguments[i]);
            if (!place || called.inputs[i].representation != repr::elem) continue;
            const Value value = read(*place);
            const auto* residue = std::get_if<Monomial>(&value);
            if (!residue) throw Unproved("the element " + called.inputs[i].name + " of " + it.callee);
            given.insert_or_assign(called.inputs[i].name, words(*residue));
        }
        return run_on_integers(it, called, contract, std::move(given));
    }
    if (std::ranges::none_of(called.outputs, gives_element))
        return run_on_integers(it, called, contract, std::move(given));
    Evaluation inside(known_, modulus_,
                      [&](const std::string& name, const std::optional<Integer>& index) -> Value {
                          const auto found = given.find(name);
                          if (found == given.end() || index)
                              throw Unproved("the name " + name + " of " + it.callee);
                          return found->second;
                      });
    check_requirements(it, called, contract, inside);
    const auto [low, high] = inside.split(contract.left);
    const auto [low_value, high_value] = inside.split(contract.right);
    if (!high != !high_value) throw Unproved("what " + it.callee + " gives");
    for (const auto& [left, right] : {std::pair{low, low_value}, std::pair{high, high_value}}) {
        if (!left) continue;
        const std::optional<Unknown> unknown = unknown_of(*left, modulus_);
        const auto output =
            std::ranges::find_if(called.outputs, [&](const ir::Signature::Parameter& parameter) {
                return unknown && parameter.name == unknown->name->text;
            });
        if (output == called.outputs.end()) throw Unproved("what " + it.callee + " gives");
        const ir::Place& target = it.results[output - called.outputs.begin()];
        if (output->kind != VariableKind::number) {
            if (left->kind != ir::Expr::Kind::name) throw Unproved("what " + it.callee + " gives");
            write(target, inside.integer(*right));
            continue;
        }
        const auto is_below = [&](const ir::Bound& bound) {
            return bound.name == output->name && (is_modulus(bound.below) || is_exact(bound));
        };
        if (!std::ranges::any_of(contract.ensures, is_below))
            throw Unproved("whether " + it.callee + " gives a number below N");
        Monomial value = inside.residue(*right);
        if (unknown->factor) value = value * known_.inverse(inside.residue(*unknown->factor));
        const Monomial factor = factor_of(output->representation);
        write(target, value * known_.inverse(factor));
    }
    if (called.outputs.size() > (high ? 2u : 1u)) throw Unproved("all that " + it.callee + " gives");
}

// The argument as the callee reads a word: signed, or not.
Integer Path::as_word(const Integer& value, const ir::Signature::Parameter& parameter) {
    const bool is_signed = parameter.representation.is_signed() || parameter.kind == VariableKind::integer;
    if (is_signed) return signed_word(value, parameter.name);
    if (!known_.is_not_negative(value))
        throw Unproved("whether " + parameter.name + " = " + value.text() + " is negative");
    return value;
}

Integer Path::signed_word(const Integer& value, const std::string& name) {
    const Integer half = mpz_class(mpz_class(1) << (limb_bits - 1)), all = half.times(2);
    const auto fits = [&](const Integer& word) {
        return known_.is_not_negative(word + half) && known_.is_not_negative(half - word - 1);
    };
    for (const Integer& word : {value, value - all}) {
        if (fits(word)) return word;
    }
    throw Unproved("whether " + name + " = " + value.text() + " is negative");
}

void Path::check_requirements(const ir::Call& call, const ir::Signature& callee, const ir::Contract& contract,
                              Evaluation& evaluation) {
    // of a member that the routine is given
    const auto is_given = [&](const std::string& name) {
        return std::ranges::any_of(routine_.variables, [&](const ir::Variable& it) {
            return it.is_member() && it.name == name && it.role == ir::Variable::Role::input;
        });
    };
    const auto is_own = [&](const ir::Bound& bound) {
        return is_given(bound.name) &&
               std::ranges::any_of(routine_.contract.requires_, [&](const ir::Bound& own) {
                   const bool same_least = !own.at_least == !bound.at_least &&
                                           (!own.at_least || is_same(*own.at_least, *bound.at_least));
                   return own.name == bound.name && is_same(*own.below, *bound.below) && same_least;
               });
    };
    for (const ir::Bound& bound : contract.requires_) {
        const auto same_name = [&](const ir::Signature::Parameter& it) { return it.name == bound.name; };
        const auto parameter = std::ranges::find_if(callee.inputs, same_name);
        if (parameter == callee.inputs.end()) {
            if (!is_own(bound) && !is_in_range(bound, false, evaluation))
                throw Unproved("that " + bound.name + " is as " + call.callee + " needs it");
            continue;
        }
        // every element is below N, and every word below 2^32
        if (parameter->representation == repr::elem && is_modulus(bound.below) && !bound.at_least) continue;
        if (parameter->kind == VariableKind::word && parameter->many == ir::Variable::Many::one &&
            is_same(*bound.below, *ir::pow2(32)) && !bound.at_least)
            continue;
        const Integer value = evaluation.integer(*ir::var(bound.name));
        if (bound.below->kind == ir::Expr::Kind::exp2 &&
            known_.has_limit(value)) {  // as many words as the argument has
            if (!known_.floor(value, evaluation.integer(*bound.below->left)).is_zero())
                throw Unproved("the size of " + bound.name + " for " + call.callee);
        } else if (!is_in_range(bound, has_magnitude(*parameter), evaluation)) {
            throw Unproved("the range of " + bound.name + " for " + call.callee);
        }
    }
    for (const ir::Given& given : contract.givens) {
        const auto same = [&](const ir::Given& own) {
            return own.name == given.name && is_same(*own.value, *given.value);
        };
        if (is_given(given.name) && std::ranges::any_of(routine_.contract.givens, same)) continue;
        const Integer difference =
            evaluation.integer(*ir::var(given.name)) - evaluation.integer(*given.value);
        if (!known_.is_zero(difference)) throw Unproved(given.text);
    }
}

void Path::show_contract() {
    const ir::Contract& contract = routine_.contract;
    std::map<std::string, Integer> bound;
    Integer index;
    bool is_for_each = false;
    for (int id : routine_.parameters) {
        const ir::Variable& it = variable(id);
        is_for_each |= it.is_array() && it.kind == VariableKind::number;
    }
    if (is_for_each) {  // each element
        index = fresh("element");
        known_.not_negative(index);
        known_.not_negative(Integer::symbol(routine_.length) - index - 1);
    }
    Evaluation outside(
        known_, modulus_, [&](const std::string& name, const std::optional<Integer>& at) -> Value {
            const auto is_array = [&](const ir::Variable& it) {
                return it.name == name && it.is_array() && it.kind == VariableKind::number;
            };
            return named(name, std::ranges::any_of(routine_.variables, is_array) ? std::optional(index) : at,
                         bound);
        });
    learn_units();
    const auto [low, high] = outside.split(contract.left);
    const auto [low_value, high_value] = outside.split(contract.right);
    const auto shown = [&](const ir::ExprPtr& left, const ir::ExprPtr& right) {
        const Monomial value = outside.residue(*left), wanted = outside.residue(*right);
        if (!known_.are_equal(value, wanted) && !are_congruent(value, wanted))
            throw Unproved(to_string(*left) + " = " + to_string(*right));
    };
    const auto unproved = [&] {
        return Unproved(to_string(*contract.left) + " = " + to_string(*contract.right));
    };
    if (!is_for_each && !outside.is_residue(*contract.left)) {
        if (!is_shown(contract.left, contract.right, outside)) throw unproved();
    } else {
        // a residue below N, and an integer
        if (!high != !high_value) throw unproved();
        shown(low, low_value);
        if (high && !known_.is_zero(outside.integer(*high) - outside.integer(*high_value))) throw unproved();
    }
    for (const ir::Bound& promise : contract.ensures) {
        // as every element is
        if (is_modulus(promise.below) && (is_for_each || outside.is_residue(*ir::var(promise.name))))
            continue;
        const Integer value = outside.integer(*ir::var(promise.name));
        const Integer least = promise.at_least ? outside.integer(*promise.at_least) : Integer();
        if (!known_.is_not_negative(value - least) ||
            !known_.is_not_negative(outside.integer(*promise.below) - value - 1))
            throw Unproved("the range of " + promise.name);
    }
}

}  // namespace limbsmith::induction
