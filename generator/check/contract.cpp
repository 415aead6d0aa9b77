// Facts and goals of the contract; docs/proofs.md states their order.
#include <algorithm>
#include <set>

#include "check/budget.hpp"
#include "check/meaning.hpp"

namespace limbsmith::check {

void Meaning::add_inputs() {
    for (const ir::Input& input : program_.inputs) {
        for (ir::Word in : input.words) {
            define(in);
            learn_range(value(in), base_);
        }
        for (ir::Word in : input.words) {
            if (const auto spare = spare_bits(input.representation))
                learn_zero(split(in, ir::Operand(spare)).low);
        }
    }
}

// Number of bits below a digit in its word.
uint32_t Meaning::spare_bits(const ir::Representation& form) const {
    if (!form.is_digits()) return 0;
    const auto radix = static_cast<uint32_t>(form.radix);
    require(1 <= radix && radix <= bits_, "digits do not fit their words");
    return bits_ - radix;
}

Meaning::Parameter Meaning::parameter(const std::string& name) const {
    Budget::spend(program_.inputs.size() + program_.outputs.size());
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name) return {input.representation, {input.words.begin(), input.words.end()}};
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name && knows_outputs_) return {output.representation, output.words};
    }
    throw Unsupported("the contract names " + name + ", which is no input or output there");
}

// The value of an input or an output.
Polynomial Meaning::number(const std::string& name) {
    const auto [form, words] = parameter(name);
    const uint32_t spare = spare_bits(form);
    const mpz_class unit = power_of_two(bits_ - spare), base = form.is_places() ? mpz_class(form.base) : unit;
    mpz_class weight = 1;
    Polynomial result;
    for (const ir::Operand word : words) {
        const Polynomial digit = spare != 0 ? split(word, ir::Operand(spare)).high : value(word);
        result += weight * (form.is_signed() ? digit - unit * sign(word) : digit);
        weight *= base;
    }
    return result;
}

// bound - d >= 0, bound + d >= 0 for each digit d of a number in places; of an open one, bound - 1 for the lowest.
void Meaning::add_places(const ir::Representation& form, const std::vector<ir::Operand>& words,
                         Facts& facts) {
    if (!form.is_places()) return;
    require(form.base >= 2 && form.bound >= 1 && form.bound < base_ / 2, "digits do not fit their words");
    require(form.used == 0, "digits that are 0");
    for (size_t i = 0; i < words.size(); ++i) {
        const Polynomial digit = value(words[i]) - base_ * sign(words[i]), most = mpz_class(form.most(i));
        facts.push_back({Fact::Kind::nonnegative, most - digit});
        facts.push_back({Fact::Kind::nonnegative, most + digit});
    }
}

// Its coefficients are positive, and its values words or known not to be negative.
void Meaning::require_natural(const Polynomial& exponent) {
    const auto is_limited = [&](const auto& term) {
        const auto& [monomial, coefficient] = term;
        return coefficient >= 0 && std::ranges::all_of(monomial, [&](Variable variable) {
                   Budget::spend(contract_.size());
                   const Fact least{Fact::Kind::nonnegative, Polynomial::of(variable)};
                   return variable < program_.words || std::ranges::find(contract_, least) != contract_.end();
               });
    };
    require(std::ranges::all_of(exponent.terms(), is_limited), "an exponent may be negative");
}

// The words of an unsigned number, or of a constant.
std::optional<std::vector<ir::Operand>> Meaning::words_of(const ir::Expr& expr) const {
    std::vector<ir::Operand> words;
    if (auto rest = constant_of(expr)) {
        for (; *rest > 0; *rest /= base_)
            words.push_back(ir::Operand(static_cast<uint32_t>(mpz_class(*rest % base_).get_ui())));
        return words;
    }
    if (expr.kind != ir::Expr::Kind::name || parameter(expr.text).form.is_signed()) return std::nullopt;
    return parameter(expr.text).words;
}

std::optional<Polynomial> Meaning::common_words(const ir::Expr& expr) {
    const auto a = words_of(*expr.left), b = words_of(*expr.right);
    if (!a || !b) return std::nullopt;
    Polynomial result;
    mpz_class weight = 1;
    for (size_t i = 0; i < std::min(a->size(), b->size()); ++i, weight *= base_)
        result += weight * both((*a)[i], (*b)[i]);
    return result;
}

void Meaning::add_contract() {
    const ir::Contract& contract = program_.contract;
    std::set<std::string> names;
    for (const ir::Input& input : program_.inputs)
        require(names.insert(input.name).second, "two numbers have one name");
    for (const ir::Output& output : program_.outputs)
        require(names.insert(output.name).second, "two numbers have one name");
    for (const ir::Input& input : program_.inputs)
        add_places(input.representation, {input.words.begin(), input.words.end()}, contract_);
    for (const ir::Bound& bound : contract.requires_) add_bound(bound, false, contract_);
    for (const ir::Given& given : contract.givens) {
        const Polynomial number = this->number(given.name);
        learn_zero(number - translate(*given.value));
    }
    knows_outputs_ = true;
    for (const ir::Output& output : program_.outputs) {
        for (const ir::Operand word : output.words) {
            value(word);  // it is defined, whether or not the contract names the output
            if (const auto spare = spare_bits(output.representation))
                goals_.push_back({Fact::Kind::zero, split(word, ir::Operand(spare)).low});
        }
    }
    const Polynomial left = translate(*contract.left);
    goals_.push_back({Fact::Kind::zero, left - translate(*contract.right)});
    for (const ir::Output& output : program_.outputs) add_places(output.representation, output.words, goals_);
    for (const ir::Bound& bound : contract.ensures) add_bound(bound, true, goals_);
}

}  // namespace limbsmith::check
