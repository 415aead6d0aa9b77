#include <algorithm>
#include <random>
#include <utility>

#include "proof/mutant.hpp"

namespace limbsmith::test {
namespace {

using ir::Claim, ir::ClaimSum, ir::ClaimTerm, ir::Lemma, ir::Operand, ir::Program;
using Reading = ClaimTerm::Reading;
using Replacements = std::vector<std::pair<Operand, Operand>>;

// The words that replaced other words as sources of instructions.
Replacements replacements(const Program& before, const Program& after) {
    Replacements found;
    for (size_t i = 0; before.body.size() == after.body.size() && i < before.body.size(); ++i) {
        for (size_t s = 0; s < 3; ++s) {
            const Operand from = before.body[i].src[s], to = after.body[i].src[s];
            if (from != to && from.is_word) found.emplace_back(from, to);
        }
    }
    return found;
}

// Changes the claims and lemmas of a program.
class Changer {
    uint64_t below(uint64_t count) { return engine_() % count; }
    template <class List>
    auto& any(List& list) {
        return list[below(list.size())];
    }
    void remove_any(auto& list) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(below(list.size())));
    }

  public:
    Changer(Program& program, uint32_t seed) : program_(program), engine_(seed) {}

    void follow(const Replacements& replacements) {
        const auto replace = [&](Operand& operand) {
            for (const auto& [from, to] : replacements) {
                if (operand == from) operand = to;
            }
        };
        for (Claim& claim : program_.claims)
            visit_words(claim.number, replace), visit_words(claim.rest, replace);
        for (ir::Step& step : program_.steps) visit_words(step, replace);
        for (Lemma& lemma : program_.lemmas) visit_words(lemma, replace);
    }

    void change_claim() {
        if (program_.claims.empty()) return;
        Claim& claim = any(program_.claims);
        ClaimSum& sum = claim.rest.empty() || below(2) == 0 ? claim.number : claim.rest;
        switch (below(6)) {
            case 0: claim.kind = static_cast<Claim::Kind>(below(4)); break;
            case 1: claim.rest.push_back({below(2) == 0 ? 1 : -1, {}}); break;
            case 2: return remove_any(program_.claims);
            case 3: return program_.claims.push_back(Claim(claim));
            default: change_term(sum);
        }
        if (claim.kind == Claim::Kind::congruent && claim.modulus == 0)
            claim.modulus = mpz_class(1) << below(40);
    }

    void change_lemma() {
        if (program_.lemmas.empty()) return change_claim();
        Lemma& lemma = any(program_.lemmas);
        if (lemma.is_middle) return change_middle(lemma);
        ir::Contract& contract = lemma.contract;
        const ir::ExprPtr one = ir::integer(1);
        switch (below(7)) {
            case 0:
                if (!contract.requires_.empty()) remove_any(contract.requires_);
                break;
            case 1:
                if (!contract.requires_.empty()) tighten(any(contract.requires_));
                break;
            case 2:
                if (!contract.ensures.empty()) tighten(any(contract.ensures));
                break;
            case 3: contract.right = below(2) == 0 ? contract.right + one : contract.right - one; break;
            case 4: contract.left = contract.right = one; break;
            case 5:
                contract.givens.push_back(ir::Given{any(lemma.inputs).name, ir::integer(below(2)), "known"});
                break;
            default: change_step(below(2) == 0 ? lemma.steps : program_.steps);
        }
    }

  private:
    // Changes the middle of a program: another number, or a smaller bound.
    void change_middle(Lemma& lemma) {
        ir::Binding& number = lemma.outputs[0];
        ir::Bound& bound = lemma.contract.ensures[0];
        switch (below(5)) {
            case 0:
                bound.below = ir::constant("T", mpz_class(mpz_class(bound.below->hex, 16) - 1).get_str(16));
                break;
            case 1:
                bound.below = ir::constant("T", mpz_class(mpz_class(bound.below->hex, 16) / 2).get_str(16));
                break;
            case 2:
                if (number.words.size() > 1) remove_any(number.words);
                break;
            case 3: number.name = bound.name = any(program_.inputs).name; break;
            default:
                if (!program_.body.empty()) any(number.words) = any(program_.body).dst;
        }
    }

    static void tighten(ir::Bound& bound) { bound.below = bound.below - ir::integer(1); }

    void change_term(ClaimSum& sum) {
        if (sum.empty()) return;
        ClaimTerm& term = any(sum);
        switch (below(term.factors.empty() ? 3 : 7)) {
            case 0: term.weight += below(2) == 0 ? 1 : -1; break;
            case 1: term.weight = -term.weight; break;
            case 2: remove_any(sum); break;
            case 3: any(term.factors).reading = static_cast<Reading>(below(3)); break;
            case 4: any(term.factors).shift = static_cast<int>(below(32)); break;
            case 5: sum.push_back(term); break;
            default:
                if (!program_.body.empty()) any(term.factors).word = any(program_.body).dst;
        }
    }

    void change_step(std::vector<ir::Step>& steps) {
        if (steps.empty()) return;
        ir::Step& step = any(steps);
        switch (below(5)) {
            case 0: step.is_equal = !step.is_equal; break;
            case 1: step.is_case = !step.is_case; break;
            case 2: step.scale.clear(); break;
            case 3: change_term(step.rest); break;
            default: change_term(step.number);
        }
    }

    Program& program_;
    std::mt19937 engine_;
};

}  // namespace

std::vector<Mutation> mutations_of_proof(const Program& program) {
    std::vector<Mutation> mutations;
    uint32_t seed = 0;
    for (const Mutation& body : mutations_of_body(program)) {
        const auto add = [&](std::string_view kind, auto change) {
            mutations.push_back({kind, body.what, [=](Program& p) {
                                     const Program before = p;
                                     body.apply(p);
                                     Changer changer(p, seed);
                                     change(changer, replacements(before, p));
                                 }});
            ++seed;
        };
        add("claims follow", [](Changer& c, const Replacements& r) { c.follow(r); });
        add("claims follow, one changed",
            [](Changer& c, const Replacements& r) { c.follow(r), c.change_claim(); });
        add("claim changed", [](Changer& c, const Replacements&) { c.change_claim(); });
        add("claims changed", [](Changer& c, const Replacements&) {
            for (int i = 0; i < 4; ++i) c.change_claim();
        });
        if (program.lemmas.empty()) continue;
        add("lemma changed", [](Changer& c, const Replacements&) { c.change_lemma(); });
        add("claims follow, lemmas changed", [](Changer& c, const Replacements& r) {
            c.follow(r);
            for (int i = 0; i < 3; ++i) c.change_lemma();
        });
    }
    return mutations;
}

}  // namespace limbsmith::test
