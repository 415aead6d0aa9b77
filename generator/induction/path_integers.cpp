#include "induction/path.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::induction {
namespace {

using ExprKind = ir::Expr::Kind;

// x + c·y for a constant c, or null.
struct Parts {
    ir::ExprPtr low, high, radix;
};

std::optional<Parts> parts_of(const ir::ExprPtr& expr) {
    if (expr->kind != ExprKind::add || expr->right->kind != ExprKind::mul) return std::nullopt;
    const ir::ExprPtr& radix = expr->right->left;
    const bool is_constant = radix->kind == ExprKind::pow2 || radix->kind == ExprKind::constant;
    return is_constant ? std::optional(Parts{expr->left, expr->right->right, radix}) : std::nullopt;
}

// x mod M + M·flag = y mod M + M, or = 0.
struct ResidueAndFlag {
    ir::ExprPtr difference, flag, radix;  // x - y, or x
    bool is_set;
};

std::optional<ResidueAndFlag> residue_and_flag(const ir::ExprPtr& left, const ir::ExprPtr& right) {
    if (left->kind != ExprKind::add || left->left->kind != ExprKind::mod ||
        left->right->kind != ExprKind::mul)
        return std::nullopt;
    const ir::ExprPtr &radix = left->left->right, &flag = left->right->right, &x = left->left->left;
    if (!is_same(*left->right->left, *radix)) return std::nullopt;
    if (is_same(*right, *ir::integer(0))) return ResidueAndFlag{x, flag, radix, false};
    if (right->kind != ExprKind::add || right->left->kind != ExprKind::mod ||
        !is_same(*right->right, *radix) || !is_same(*right->left->right, *radix))
        return std::nullopt;
    return ResidueAndFlag{x - right->left->left, flag, radix, true};
}

// x mod M + M·flag + 2M·y = value + 2M·high, where `value` is z mod M + M and high = 1, or both are 0.
struct ResidueAndMore {
    ir::ExprPtr flag, value, high;
};

std::optional<ResidueAndMore> residue_and_more(const ir::ExprPtr& left, const ir::ExprPtr& right) {
    if (left->kind != ExprKind::add || left->right->kind != ExprKind::mul) return std::nullopt;
    const ir::ExprPtr& twice = left->right->left;
    const bool is_zero = is_same(*right, *ir::integer(0));
    if (!is_zero && (right->kind != ExprKind::add || !is_same(*right->right, *twice))) return std::nullopt;
    const ir::ExprPtr value = is_zero ? right : right->left;
    const auto parts = residue_and_flag(left->left, value);
    if (!parts || !is_same(*twice, *(ir::integer(2) * parts->radix))) return std::nullopt;
    return ResidueAndMore{parts->flag, value, ir::integer(is_zero ? 0 : 1)};
}

// The names x_i of the sum of 2^(32·i)·x_i, as divsteps packs its numbers (spec/divsteps.hpp); empty for any other.
std::vector<std::string> names_in(const ir::Expr& packed, uint64_t count = 4) {
    if (count == 0)
        return packed.kind == ExprKind::name ? std::vector{packed.text} : std::vector<std::string>{};
    const bool is_sum = packed.kind == ExprKind::add && packed.right->kind == ExprKind::mul &&
                        is_same(*packed.right->left, *ir::pow2(limb_bits * count)) &&
                        packed.right->right->kind == ExprKind::name;
    std::vector<std::string> names = is_sum ? names_in(*packed.left, count - 1) : std::vector<std::string>{};
    if (!names.empty()) names.push_back(packed.right->right->text);
    return names;
}

// (x | y) mod 2^(k+1) - 2^k = 0
bool is_lowest_one(const ir::Expr& left, const ir::Expr& right) {
    if (left.kind != ExprKind::sub || left.left->kind != ExprKind::mod || left.right->kind != ExprKind::exp2)
        return false;
    return left.left->left->kind == ExprKind::bit_or &&
           is_same(*left.left->right, *exp2(left.right->left + ir::integer(1))) &&
           is_same(right, *ir::integer(0));
}

}  // namespace

// The least and the greatest integer of a range; |x| < below for what is signed and has no least.
bool Path::is_in_range(const ir::Bound& bound, bool is_signed, Evaluation evaluation) {
    const Integer value = evaluation.integer(*ir::var(bound.name)), below = evaluation.integer(*bound.below);
    if (is_exact(bound)) return known_.is_zero(value - evaluation.integer(*bound.at_least));
    const Integer least =
        bound.at_least ? evaluation.integer(*bound.at_least) : (is_signed ? Integer(1) - below : Integer());
    return known_.is_not_negative(value - least) && known_.is_not_negative(below - value - 1) &&
           (bound.step == 1 ||
            known_.is_zero(known_.remainder(value - long{bound.residue}, long{bound.step})));
}

void Path::assume_range(const ir::Bound& bound, bool is_signed, Evaluation evaluation) {
    const Integer value = evaluation.integer(*ir::var(bound.name)), below = evaluation.integer(*bound.below);
    const Integer least =
        bound.at_least ? evaluation.integer(*bound.at_least) : (is_signed ? Integer(1) - below : Integer());
    if ((below - least - 1).is_zero()) {
        const auto symbol = known_.reduced(value).single_symbol();
        return known_.zero(value - least, symbol ? std::vector{*symbol} : std::vector<std::string>{});
    }
    known_.not_negative(value - least);
    known_.not_negative(below - value - 1);
    if (bound.step > 1) known_.zero(known_.remainder(value - long{bound.residue}, long{bound.step}));
}

void Path::assume_relation(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation,
                           const std::vector<std::string>& symbols) {
    if (right->kind == ExprKind::if_else)
        return assume_relation(left, evaluation.condition(*right->left) ? right->right : right->other,
                               evaluation, symbols);
    if (left->kind == ExprKind::if_else)
        return assume_relation(evaluation.condition(*left->left) ? left->right : left->other, right,
                               evaluation, symbols);
    if (is_congruence(left, right, evaluation))
        return known_.congruent(evaluation.integer(*left->left) - evaluation.integer(*right->left),
                                evaluation.integer(*left->right));
    if (const auto parts = residue_and_flag(left, right); parts && evaluation.is_odd_modulus(*parts->radix)) {
        known_.congruent(evaluation.integer(*parts->difference), evaluation.integer(*parts->radix));
        return known_.zero(evaluation.integer(*parts->flag) - (parts->is_set ? 1 : 0), symbols);
    }
    if (const auto parts = residue_and_more(left, right)) {
        const Integer flag = evaluation.integer(*parts->flag);
        if (known_.is_not_negative(flag) && known_.is_not_negative(Integer(1) - flag)) {
            assume_relation(left->left, parts->value, evaluation, symbols);
            return assume_relation(left->right->right, parts->high, evaluation, symbols);
        }
    }
    if (right->kind == ExprKind::applied) return assume_divsteps(*left, *right, evaluation);
    if (is_lowest_one(*left, *right)) {
        const ir::Expr& either = *left->left->left;
        return known_.lowest_one(evaluation.integer(*either.left), evaluation.integer(*either.right),
                                 evaluation.integer(*left->right->left));
    }
    const auto own = parts_of(left), value = parts_of(right);
    if (own && value && is_same(*own->radix, *value->radix)) {
        const Integer radix = evaluation.integer(*own->radix);
        const auto is_digit = [&](const ir::ExprPtr& expr) {
            const Integer low = evaluation.integer(*expr);
            return known_.is_not_negative(low) && known_.is_not_negative(radix - low - 1);
        };
        if (is_digit(own->low) && is_digit(value->low)) {
            assume_relation(own->low, value->low, evaluation, symbols);
            return assume_relation(own->high, value->high, evaluation, symbols);
        }
    }
    known_.zero(evaluation.integer(*left) - evaluation.integer(*right), symbols);
}

void Path::assume_divsteps(const ir::Expr& left, const ir::Expr& right, Evaluation& evaluation) {
    const auto steps = static_cast<int>(right.number);
    const std::vector<std::string> names = names_in(left);
    const auto unproved = [&] { return Unproved("what " + std::string(right.function->name) + " gives"); };
    if (right.function != &divsteps || steps < 1 || steps > limb_bits - 2 || names.size() != 5)
        throw unproved();
    // the entries are at most 2^steps in magnitude: the sum determines them if they lie in signed words
    const Integer half = mpz_class(mpz_class(1) << (limb_bits - 1));
    const auto value = [&](size_t k) {
        const Integer number = evaluation.integer(*ir::var(names[k]));
        if (!known_.is_not_negative(number + half) || !known_.is_not_negative(half - number - 1))
            throw unproved();
        return number;
    };
    divsteps_.assume_matrix(
        steps,
        {evaluation.integer(*right.left), evaluation.integer(*right.right), evaluation.integer(*right.other)},
        {value(0), value(1), value(2), value(3)}, value(4));
}

// x = y mod d if 0 <= x < d and d divides y - x; then floor(y / d) = (y - x)/d.
bool Path::are_equal(const ir::Expr& left, const ir::Expr& right, Evaluation& evaluation) {
    const Integer x = evaluation.integer(left);
    if (right.kind == ExprKind::mod) {
        const Integer y = evaluation.integer(*right.left), d = evaluation.integer(*right.right);
        const auto quotient = known_.whole_over(y - x, d);
        if (quotient && known_.is_not_negative(x) && known_.is_not_negative(d - x - 1)) {
            known_.zero(known_.quotient(y, d) - *quotient, {});
            return true;
        }
    }
    return known_.is_zero(x - evaluation.integer(right));
}

bool Path::is_shown(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation) {
    if (right->kind == ExprKind::if_else)
        return is_shown(left, evaluation.condition(*right->left) ? right->right : right->other, evaluation);
    const auto own = parts_of(left), value = parts_of(right);
    if (own && value && is_same(*own->radix, *value->radix))
        return is_shown(own->low, value->low, evaluation) && is_shown(own->high, value->high, evaluation);
    if (!are_equal(*left, *right, evaluation)) return false;
    const Integer difference = evaluation.integer(*left) - evaluation.integer(*right);
    const std::set<std::string> symbols = known_.reduced(difference).symbols();
    known_.zero(difference, {symbols.begin(), symbols.end()});
    return true;
}

void Path::run_on_integers(const ir::Call& call, const ir::Signature& callee, const ir::Contract& contract,
                           std::map<std::string, Value> given) {
    for (const ir::Signature::Parameter& member : callee.members_read) {
        for (size_t id = 0; id < routine_.variables.size(); ++id) {
            const ir::Variable& it = variable(static_cast<int>(id));
            if (!it.is_member() || it.name != member.name) continue;
            given.insert({member.name, read(static_cast<int>(id), std::nullopt)});
        }
    }
    Evaluation inside(known_, modulus_,
                      [&](const std::string& name, const std::optional<Integer>& index) -> Value {
                          const auto found = given.find(name);
                          if (found == given.end() || index)
                              throw Unproved("the name " + name + " of " + call.callee);
                          return found->second;
                      });
    check_requirements(call, callee, contract, inside);
    std::vector<std::string> symbols;
    for (const ir::Signature::Parameter& output : callee.outputs) {
        const Integer value = fresh(output.name);
        within(value, output.kind, output.representation, output.words);
        given.insert_or_assign(output.name, value);
        symbols.push_back(*value.single_symbol());
    }
    const auto is_signed = [&](const ir::Bound& bound) {
        const auto output = std::ranges::find(callee.outputs, bound.name, &ir::Signature::Parameter::name);
        return output != callee.outputs.end() && has_magnitude(*output);
    };
    const auto is_product = [](const ir::Expr& it) { return it.kind == ExprKind::mul; };
    for (const ir::Bound& bound : contract.ensures) {
        if (is_exact(bound)) continue;
        each_part(*bound.below, [&](const ir::Expr& it) {
            if (it.kind != ExprKind::add || !is_product(*it.left) || !is_product(*it.right)) return;
            const auto value = [&](const ir::ExprPtr& of) { return inside.integer(*of); };
            known_.bound_sum(value(it.left->left), value(it.left->right), value(it.right->left),
                             value(it.right->right));
        });
        assume_range(bound, is_signed(bound), inside);
    }
    assume_relation(contract.left, contract.right, inside, symbols);
    for (const ir::Bound& bound : contract.ensures) {
        if (is_exact(bound)) assume_range(bound, is_signed(bound), inside);
    }
    for (size_t i = 0; i < callee.outputs.size(); ++i) {
        const Integer value = known_.reduced(std::get<Integer>(given.at(callee.outputs[i].name)));
        if (variable(call.results[i].variable).representation == repr::elem) {
            write(call.results[i], element(value, callee.outputs[i].name));
        } else {
            write(call.results[i], value);
        }
    }
}

}  // namespace limbsmith::induction
