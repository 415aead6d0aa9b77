// Path: elements of a modulus as the integers that their words hold.
#include "induction/path.hpp"

namespace limbsmith::induction {
namespace {

Integer residue_symbol(const std::string& atom) { return Integer::symbol("residue(" + atom + ")"); }

// The atom, if the residue is one.
std::optional<std::string> atom_of(const Monomial& value) {
    if (value.coefficient() != 1 || value.exponents().size() != 1) return std::nullopt;
    const auto& [name, exponent] = *value.exponents().begin();
    return (exponent - 1).is_zero() ? std::optional(name) : std::nullopt;
}

bool names_digits(const ir::Expr& expr, const std::function<bool(const std::string&)>& is_one) {
    if (expr.kind == ir::Expr::Kind::name && is_one(expr.text)) return true;
    for (const ir::ExprPtr& part : {expr.left, expr.right, expr.other}) {
        if (part && names_digits(*part, is_one)) return true;
    }
    return false;
}

}  // namespace

bool Path::has_digits(const ir::Signature& callee) {
    const auto is_one = [](const ir::Signature::Parameter& it) { return it.representation.is_digits(); };
    return std::ranges::any_of(callee.inputs, is_one) || std::ranges::any_of(callee.outputs, is_one);
}

Integer Path::words(const Monomial& element) {
    const std::optional<std::string> atom = atom_of(element);
    if (!atom || !routine_.form) throw Unproved("the words of " + element.text());
    if (const auto found = words_.find(*atom); found != words_.end()) return found->second;
    const Integer words = Integer::symbol("words(" + *atom + ")"), n = evaluation().integer(*modulus_);
    known_.not_negative(words);
    known_.not_negative(n - words - 1);
    return bind(*atom, words), words;
}

Monomial Path::element(const Integer& words, const std::string& name) {
    const Integer n = evaluation().integer(*modulus_);
    if (!known_.is_not_negative(words) || !known_.is_not_negative(n - words - 1))
        throw Unproved("whether " + name + " is below N");
    const std::string atom = *fresh(name).single_symbol();
    return bind(atom, words), Monomial::atom(atom);
}

// words = residue·factor modulo N
void Path::bind(const std::string& atom, const Integer& words) {
    const Integer factor = evaluation().integer(*routine_.form->factor);
    words_[atom] = words;
    if ((factor - 1).is_zero()) return known_.define("residue(" + atom + ")", words);
    known_.congruent(words - factor * residue_symbol(atom), evaluation().integer(*modulus_));
}

Evaluation Path::integers() {
    return Evaluation(known_, modulus_,
                      [this](const std::string& name, const std::optional<Integer>& index) -> Value {
                          const Value value = named(name, index, {});
                          const auto* residue = std::get_if<Monomial>(&value);
                          if (!residue) return value;
                          words(*residue);
                          return residue_symbol(*atom_of(*residue));
                      });
}

bool Path::is_congruence(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation) {
    using Kind = ir::Expr::Kind;
    if (left->kind != Kind::mod || right->kind != Kind::mod || !is_same(*left->right, *right->right))
        return false;
    return evaluation.is_odd_modulus(*left->right);
}

// gcd(words, N) = gcd(residue, N): the factor is 1, or a power of 2 and N is odd.
void Path::learn_units() {
    if (words_.empty()) return;
    const Integer n = evaluation().integer(*modulus_), factor = evaluation().integer(*routine_.form->factor);
    const bool is_power = factor.is_constant() && factor.odd_coefficient() == 1;
    if (!is_power || (!known_.is_odd(n) && !(factor - 1).is_zero())) return;
    for (const auto& [atom, words] : words_) {
        const Integer divisor = known_.common_divisor(n, words);
        if (known_.is_zero(divisor - 1)) {
            known_.unit(atom);
        } else if (known_.is_not_negative(divisor - 2)) {
            known_.not_unit(atom);
        }
    }
}

// x = y, as products of residues with positive exponents. What is divided by is a unit.
bool Path::are_congruent(const Monomial& x, const Monomial& y) {
    if (!modulus_) return false;
    Integer left = Integer(x.coefficient()), right = Integer(y.coefficient());
    for (const auto& [own, other, exponents] :
         {std::tuple{&left, &right, x.exponents()}, std::tuple{&right, &left, y.exponents()}}) {
        for (const auto& [atom, exponent] : exponents) {
            const bool is_two = atom == "2";
            if ((!is_two && !words_.contains(atom)) || !exponent.is_constant() ||
                abs(exponent.constant()) > 2)
                return false;
            Integer& side = exponent.constant() > 0 ? *own : *other;
            const long times = mpz_class(abs(exponent.constant())).get_si();
            for (long k = 0; k < times; ++k) side = side * (is_two ? Integer(2) : residue_symbol(atom));
        }
    }
    return known_.is_congruent(left - right, evaluation().integer(*modulus_));
}

}  // namespace limbsmith::induction
