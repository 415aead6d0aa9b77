#include "proof/deduction.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "proof/deduction_state.hpp"

namespace limbsmith::proof {
namespace {

constexpr int most_decisions = 8;  // nested case splits

Names names_of(const auto& inputs, const auto& outputs) {
    Names names;
    for (const auto& input : inputs) names[input.name].assign(input.words.begin(), input.words.end());
    for (const auto& output : outputs) names[output.name].assign(output.words.begin(), output.words.end());
    return names;
}

class Deduction {
  public:
    explicit Deduction(const ir::Program& program) : program_(program) {}

    Verdict prove() {
        const auto is_signed = [](const auto& parameter) { return parameter.representation.is_signed(); };
        if (std::ranges::any_of(program_.inputs, is_signed) ||
            std::ranges::any_of(program_.outputs, is_signed))
            return {false, "lemmas on signed numbers are not supported"};
        DeductionState state(program_);
        for (const ir::Lemma& lemma : program_.lemmas) {
            for (const ir::Binding& output : lemma.outputs) state.add_number(output.words);
        }
        for (const ir::Input& input : program_.inputs)
            state.add_number({input.words.begin(), input.words.end()});
        return in_case({std::move(state), 0, {}, {}, {}, false}, 0);
    }

  private:
    // A case and its progress.
    struct Case {
        DeductionState state;
        size_t next;                     // index of the next instruction
        std::set<size_t> lemmas, steps;  // done, or not usable in this case
        std::set<size_t> refused;        // lemmas to be tried again when more is known
        bool has_assumed;
    };

    // Proves the contract in this case; splits it further where necessary.
    Verdict in_case(Case c, int depth) {
        try {
            if (!c.has_assumed) assume(c);
            while (true) {
                use_lemmas(c);
                use_steps(c);
                if (c.state.facts.is_contradictory()) return {true, {}};
                if (c.next == program_.body.size()) break;
                c.state.run(program_, program_.body[c.next]);
                ++c.next;
            }
            return check(c);
        } catch (const Undecided& undecided) {
            if (depth == most_decisions) return {false, "too many nested case splits"};
            for (const Polynomial& side : {undecided.yes, undecided.no}) {
                Case branch = c;
                branch.state.facts.learn(side);
                for (size_t lemma : std::exchange(branch.refused, {})) branch.lemmas.erase(lemma);
                if (Verdict verdict = in_case(std::move(branch), depth + 1); !verdict.is_proved)
                    return verdict;
            }
            return {true, {}};
        } catch (const Unknown& unknown) {
            return {false, "cannot prove " + unknown.what};
        }
    }

    void assume(Case& c) {
        const Names names = names_of(program_.inputs, std::vector<ir::Output>());
        for (const ir::Bound& bound : program_.contract.requires_) c.state.assume(bound, names);
        c.has_assumed = true;
    }

    // Uses each lemma whose inputs are known and whose precondition is proved.
    void use_lemmas(Case& c) {
        for (size_t i = 0; i < program_.lemmas.size(); ++i) {
            const ir::Lemma& lemma = program_.lemmas[i];
            const bool is_ready = std::ranges::all_of(lemma.inputs, [&](const ir::Binding& input) {
                return std::ranges::all_of(input.words,
                                           [&](ir::Operand word) { return c.state.is_known(word); });
            });
            if (!is_ready || c.lemmas.contains(i)) continue;
            const Names names = names_of(lemma.inputs, lemma.outputs);
            const bool holds = std::ranges::all_of(lemma.contract.requires_, [&](const ir::Bound& bound) {
                return c.state.shows(bound, names);
            });
            if (!holds) {
                c.lemmas.insert(i), c.refused.insert(i);
                continue;
            }
            for (const ir::Bound& bound : lemma.contract.ensures) c.state.assume(bound, names);
            c.state.assume_equal(*lemma.contract.left, *lemma.contract.right, names, lemma.outputs);
            c.lemmas.insert(i);
        }
    }

    void use_steps(Case& c) {
        for (size_t i = 0; i < program_.steps.size(); ++i) {
            const ir::Step& step = program_.steps[i];
            bool is_ready =
                c.state.is_known(step.number) && c.state.is_known(step.rest) && c.state.is_known(step.scale);
            for (const auto& product : step.products)
                is_ready = is_ready && c.state.is_known(product[0]) && c.state.is_known(product[1]);
            if (!is_ready || c.steps.contains(i)) continue;
            use(step, c.state);
            c.steps.insert(i);
        }
    }

    void use(const ir::Step& step, DeductionState& state) {
        const auto number = state.value(step.number, program_), rest = state.value(step.rest, program_);
        if (!number || !rest) return;
        const Facts::Hint brief{{Polynomial(mpz_class(1))}};  // without a search for products
        Facts::Hint hint;
        if (!step.scale.empty()) {
            if (const auto scale = state.value(step.scale, program_)) hint.scale = *scale;
        }
        for (const auto& product : step.products) {
            const auto x = state.value(product[0], program_), y = state.value(product[1], program_);
            if (!x || !y) return;
            const auto is_shown = [&](const Polynomial& p) { return state.facts.shows(p, brief); };
            const bool is_square = (*x - *y).is_zero();
            if (!is_square && (!is_shown(*x) || !is_shown(*y))) return;
            hint.products.push_back(*x * *y);
        }
        const Polynomial difference = *rest - *number;
        if (step.is_case) {
            const Polynomial above = Polynomial() - difference - Polynomial(mpz_class(1));
            if (state.facts.shows(difference, hint) || state.facts.shows(above, hint)) return;
            throw Undecided{difference, above};
        }
        const bool holds = state.facts.shows(difference, hint);
        if (holds) state.facts.learn(difference);
        const Polynomial reverse = Polynomial() - difference;
        const bool holds_reverse = step.is_equal && state.facts.shows(reverse, hint);
        if (holds_reverse) state.facts.learn(reverse);
        if (holds && holds_reverse) state.facts.learn_equal(reverse);
        if (step.is_equal && holds != holds_reverse) decide(state, holds ? difference : reverse, hint);
    }

    // 0 <= difference, and it is 0 or one multiple of its content: splits into these two cases.
    void decide(DeductionState& state, const Polynomial& difference, const Facts::Hint& hint) {
        const Polynomial times = Facts::simplest(state.facts.reduced(difference)), one = mpz_class(1);
        if (times.is_constant() || !state.facts.shows(one - times, hint)) return;
        state.facts.learn(one - times);
        throw Undecided{times - one, Polynomial() - times};
    }

    Verdict check(Case& c) {
        const Names names = names_of(program_.inputs, program_.outputs);
        for (const ir::Bound& bound : program_.contract.ensures) {
            if (!c.state.shows(bound, names))
                return {false,
                        "the output " + bound.name + " is not shown to be below " + to_string(*bound.below)};
            c.state.assume(bound, names);
        }
        const ir::Expr &left = *program_.contract.left, &right = *program_.contract.right;
        const Polynomial l = c.state.value(left, names), r = c.state.value(right, names);
        if (c.state.facts.reduced(l - r).is_zero()) return {true, {}};
        // an output that equals a quotient of the contract
        for (const Polynomial& quotient : c.state.quotients_in(l - r)) {
            for (const ir::Output& output : program_.outputs) {
                const Polynomial difference = c.state.number(output.words) - quotient;
                if (!c.state.shows_equal(difference)) continue;
                c.state.facts.learn_equal(difference);
                break;
            }
        }
        if (c.state.shows_equal(l - r)) return {true, {}};
        return {false, to_string(left) + " is not shown to be " + to_string(right)};
    }

    const ir::Program& program_;
};

}  // namespace

Verdict deduce(const ir::Program& program) { return Deduction(program).prove(); }

}  // namespace limbsmith::proof
