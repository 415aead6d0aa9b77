#include <fmt/format.h>
#include <gmpxx.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "derive/mutant.hpp"
#include "spec/width.hpp"

namespace limbsmith::test {
namespace {

using ir::Bound, ir::Claim, ir::Expr, ir::ExprPtr, ir::Operand, ir::Program;
using Kind = Expr::Kind;

ExprPtr with(const Expr& expr, ExprPtr left, ExprPtr right, ExprPtr other) {
    Expr changed = expr;
    changed.left = std::move(left);
    changed.right = std::move(right);
    changed.other = std::move(other);
    return std::make_shared<const Expr>(std::move(changed));
}

// Whether the expression may be evaluated only under a condition: it divides by a possible 0, or is 2 to a
// large power.
bool is_guarded(const ExprPtr& expr) {
    if (!expr) return false;
    const bool divides = expr->kind == Kind::mod || expr->kind == Kind::div || expr->kind == Kind::inverse;
    if (divides && expr->right->kind != Kind::constant && expr->right->kind != Kind::pow2) return true;
    return expr->kind == Kind::exp2 || is_guarded(expr->left) || is_guarded(expr->right) ||
           is_guarded(expr->other);
}

// The expressions that differ from `expr` in one place: a constant by one, with the same name; a power of two
// by a factor of two; a name, replaced by one of `names`; an operator. They can be evaluated wherever `expr`
// can.
std::vector<ExprPtr> variants(const ExprPtr& expr, const std::vector<std::string>& names) {
    std::vector<ExprPtr> all;
    if (!expr) return all;
    const auto leaf = [&](auto change) {
        Expr changed = *expr;
        change(changed);
        all.push_back(std::make_shared<const Expr>(std::move(changed)));
    };
    const ExprPtr &left = expr->left, &right = expr->right, &other = expr->other;
    const bool is_guard = expr->kind == Kind::if_else && (is_guarded(right) || is_guarded(other));
    switch (expr->kind) {
        case Kind::name:
            for (const std::string& name : names) {
                if (name != expr->text) leaf([&](Expr& e) { e.text = name; });
            }
            return all;
        case Kind::integer:
            leaf([](Expr& e) { ++e.number; });
            if (expr->number > 1) leaf([](Expr& e) { --e.number; });
            return all;
        case Kind::pow2:
            leaf([](Expr& e) { ++e.number; });
            if (expr->number > 0) leaf([](Expr& e) { --e.number; });
            return all;
        case Kind::constant:
            for (int step : {1, -1}) {
                const mpz_class value = mpz_class(expr->hex, 16) + step;
                if (value > 0) leaf([&](Expr& e) { e.hex = value.get_str(16); });
            }
            return all;
        case Kind::add: all.push_back(left - right); break;
        case Kind::sub: all.insert(all.end(), {left + right, right - left}); break;
        case Kind::mul: all.push_back(left + right); break;
        case Kind::mod: all.push_back(left); break;
        case Kind::div: all.push_back((left + ir::integer(1)) / right); break;
        case Kind::less:
            all.insert(all.end(), {less(right, left), less(left, right + ir::integer(1))});
            break;
        case Kind::equal: all.push_back(less(left, right)); break;
        case Kind::bit_and: all.push_back(left | right); break;
        case Kind::bit_or: all.push_back(left ^ right); break;
        case Kind::bit_xor: all.push_back(left | right); break;
        case Kind::magnitude: all.push_back(left); break;
        case Kind::if_else:
            if (!is_guard) all.push_back(if_else(left, other, right));
            break;
        case Kind::exp2: return {ir::integer(2) * expr};
        default: return all;
    }
    // a name that is a divisor or a condition stays; a guard may move its limit
    const std::vector<std::string> no_names;
    const bool divides = expr->kind == Kind::mod || expr->kind == Kind::div;
    if (is_guard && left->kind == Kind::less) {
        for (const ExprPtr& limit : variants(left->right, no_names))
            all.push_back(with(*expr, less(left->left, limit), right, other));
    }
    if (!is_guard) {
        for (const ExprPtr& changed : variants(left, names))
            all.push_back(with(*expr, changed, right, other));
    }
    for (const ExprPtr& changed : variants(right, divides ? no_names : names))
        all.push_back(with(*expr, left, changed, other));
    for (const ExprPtr& changed : variants(other, names)) all.push_back(with(*expr, left, right, changed));
    return all;
}

// The expression with the digits of its constants, which may differ although their names do not.
ExprPtr spelled_out(const ExprPtr& expr) {
    if (!expr) return expr;
    if (expr->kind == Kind::constant) return ir::constant(expr->text + "=0x" + expr->hex, expr->hex);
    return with(*expr, spelled_out(expr->left), spelled_out(expr->right), spelled_out(expr->other));
}

std::string equation(const ExprPtr& left, const ExprPtr& right) {
    return fmt::format("{} = {}", to_string(*spelled_out(left)), to_string(*spelled_out(right)));
}

class Collector {
  public:
    explicit Collector(const Program& program) : program_(program) {
        for (const ir::Input& input : program.inputs) inputs_.push_back(input.name);
    }

    std::vector<Mutation> collect() && {
        for (size_t i = 0; i < program_.contract.requires_.size(); ++i) requirement(i);
        add("requirement widened", "all of them", [](Program& p) {
            for (Bound& bound : p.contract.requires_) {
                if (!is_exact(bound)) bound.below = bound.below + ir::integer(1);
            }
        });
        mutations_.back().allows_more = true;
        for (size_t i = 0; i < program_.contract.givens.size(); ++i) {
            add("given forgotten", program_.contract.givens[i].text, [=](Program& p) {
                p.contract.givens.erase(p.contract.givens.begin() + static_cast<std::ptrdiff_t>(i));
            });
            mutations_.back().allows_more = true;
        }
        for (size_t i = 0; i < program_.contract.ensures.size(); ++i) promise(i);
        relation();
        false_claims();
        return std::move(mutations_);
    }

  private:
    template <class Apply>
    void add(std::string_view kind, std::string what, Apply apply) {
        mutations_.push_back({kind, std::move(what), std::move(apply)});
    }
    template <class Change>
    void change(std::string_view kind, const Bound& bound, std::vector<Bound> ir::Contract::*list, size_t i,
                Change how) {
        const std::string below = to_string(*bound.below);
        add(kind, fmt::format("{} < {}", bound.name, below), [=](Program& p) { how((p.contract.*list)[i]); });
    }

    // Whether the bound says no more than that the number fits its words.
    bool is_empty(const Bound& bound) const {
        const auto input = std::ranges::find(program_.inputs, bound.name, &ir::Input::name);
        return bound.below->kind == Kind::pow2 && !input->representation.is_signed() && bound.step == 1 &&
               bound.below->number >= uint64_t{limb_bits} * input->words.size();
    }

    // Whether the range of another input depends on this input, and must not become empty.
    bool leaves_room(const std::string& name) const {
        return std::ranges::any_of(program_.contract.requires_, [&](const Bound& bound) {
            const Expr& below = *bound.below;
            return below.kind == Kind::sub && below.right->kind == Kind::magnitude &&
                   below.right->left->text == name;
        });
    }

    void requirement(size_t i) {
        const Bound& bound = program_.contract.requires_[i];
        if (is_empty(bound) || leaves_room(bound.name)) return;
        const auto widen = [&](auto how) {
            change("requirement widened", bound, &ir::Contract::requires_, i, how);
            mutations_.back().allows_more = true;
        };
        widen([](Bound& b) { b.below = b.below + ir::integer(1); });
        widen([](Bound& b) { b.below = b.below + ir::integer(2); });
        widen([](Bound& b) { b.below = ir::integer(2) * b.below; });
        if (bound.at_least) {
            widen([](Bound& b) { b.at_least = b.at_least - ir::integer(1); });
            widen([](Bound& b) { b.at_least = b.at_least / ir::integer(2); });
        }
        if (bound.step > 1) {
            widen([](Bound& b) {
                b.step /= 2;
                b.residue %= b.step;
            });
        }
    }

    void promise(size_t i) {
        const Bound& bound = program_.contract.ensures[i];
        const auto tighten = [&](auto how) {
            change("promise tightened", bound, &ir::Contract::ensures, i, how);
        };
        tighten([](Bound& b) { b.below = b.below - ir::integer(1); });
        tighten([](Bound& b) { b.below = b.below / ir::integer(2); });
        if (bound.at_least) tighten([](Bound& b) { b.at_least = b.at_least + ir::integer(1); });
        if (bound.step > 1) tighten([](Bound& b) { b.residue = (b.residue + 1) % b.step; });
        tighten([](Bound& b) { b.step *= 2; });
    }

    void relation() {
        const ir::Contract& contract = program_.contract;
        for (const ExprPtr& right : variants(contract.right, inputs_)) {
            add("another relation", equation(contract.left, right),
                [=](Program& p) { p.contract.right = right; });
        }
        for (const ExprPtr& left : variants(contract.left, {})) {
            add("another relation", equation(left, contract.right),
                [=](Program& p) { p.contract.left = left; });
        }
        add("another relation", "right + 1",
            [](Program& p) { p.contract.right = p.contract.right + ir::integer(1); });
    }

    // Adds a relation that does not hold, and a false claim that would imply it.
    void false_claim(std::string what, Claim claim, std::optional<size_t> in_place_of = std::nullopt) {
        add("false claim", std::move(what), [=](Program& p) {
            p.contract.right = p.contract.right + ir::integer(1);
            if (in_place_of) {
                p.outline.claims[*in_place_of] = claim;
            } else {
                p.outline.claims.push_back(claim);
            }
        });
    }

    void false_claims() {
        const auto term = [](const mpz_class& weight) { return ir::ClaimTerm{weight, {}}; };
        const auto word = [](ir::Word word) { return ir::ClaimTerm{1, {{word}}}; };
        for (const ir::Instruction& in : program_.body) {
            const ir::ClaimTerm own = word(in.dst);
            const std::string name = fmt::format("w{}", in.dst.id);
            false_claim(name + " = 0", {Claim::Kind::equal, {own}, {}});
            false_claim(name + " <= 0", {Claim::Kind::at_most, {own}, {}});
            false_claim(name + " <= -1", {Claim::Kind::at_most, {own}, {term(-1)}});
            false_claim(name + " = 2^32", {Claim::Kind::equal, {own}, {term(mpz_class(1) << limb_bits)}});
            false_claim(name + " = " + name + " + 1", {Claim::Kind::equal, {own}, {own, term(1)}});
            false_claim(name + " = " + name + " + 1 modulo 2^5",
                        {Claim::Kind::congruent, {own}, {own, term(1)}, 32});
            false_claim(name + " <= " + name + " - 1", {Claim::Kind::at_most, {own}, {own, term(-1)}});
        }
        for (size_t i = 0; i < program_.outline.claims.size(); ++i) changed_claims(i);
    }

    // Adds slightly changed claims.
    void changed_claims(size_t i) {
        const auto changed = [&](auto how) {
            Claim claim = program_.outline.claims[i];
            how(claim);
            false_claim(fmt::format("claim {} changed", i), std::move(claim), i);
        };
        changed([](Claim& c) { c.kind = Claim::Kind::equal; });
        changed([](Claim& c) { c.rest.push_back({-1, {}}); });
        changed([](Claim& c) { c.rest.clear(); });
        for (size_t t = 0; t < program_.outline.claims[i].rest.size(); ++t) {
            changed([=](Claim& c) { c.rest[t].weight -= 1; });
            changed([=](Claim& c) { c.rest[t].weight = -c.rest[t].weight; });
        }
    }

    const Program& program_;
    std::vector<std::string> inputs_;
    std::vector<Mutation> mutations_;
};

}  // namespace

std::vector<Mutation> mutations_of_contract(const Program& program) { return Collector(program).collect(); }

}  // namespace limbsmith::test
