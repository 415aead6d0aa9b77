#include <algorithm>
#include <random>
#include <utility>

#include "derive/mutant.hpp"

namespace limbsmith::test {
namespace {

using ir::Claim, ir::ClaimSum, ir::ClaimTerm, ir::Operand, ir::Program;
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

// Changes the outline of a program.
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
        visit_words(program_.outline, replace);
    }

    void change_claim() {
        if (program_.outline.claims.empty()) return;
        Claim& claim = any(program_.outline.claims);
        ClaimSum& sum = claim.rest.empty() || below(2) == 0 ? claim.number : claim.rest;
        switch (below(6)) {
            case 0: claim.kind = static_cast<Claim::Kind>(below(4)); break;
            case 1: claim.rest.push_back({below(2) == 0 ? 1 : -1, {}}); break;
            case 2: return remove_any(program_.outline.claims);
            case 3: return program_.outline.claims.push_back(Claim(claim));
            default: change_term(sum);
        }
        if (claim.kind == Claim::Kind::congruent && claim.modulus == 0)
            claim.modulus = mpz_class(1) << below(40);
    }

    // Another word, or a word less, among those that a part or the middle names; or another limit of the middle.
    void change_names() {
        const bool has_middle = program_.outline.middle.has_value();
        if (has_middle && (program_.outline.parts.empty() || below(2) == 0)) return change_middle();
        if (program_.outline.parts.empty()) return change_claim();
        ir::Part& part = any(program_.outline.parts);
        auto& side = part.inputs.empty() || below(2) == 0 ? part.outputs : part.inputs;
        change_words(any(side).words);
    }

  private:
    void change_words(std::vector<Operand>& words) {
        if (below(3) == 0 && words.size() > 1) return remove_any(words);
        if (!words.empty() && !program_.body.empty()) any(words) = any(program_.body).dst;
    }

    void change_middle() {
        ir::Middle& middle = *program_.outline.middle;
        switch (below(3)) {
            case 0: --middle.most; break;
            case 1: middle.most /= 2; break;
            default: change_words(middle.words);
        }
    }

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
        if (program.outline.parts.empty() && !program.outline.middle) continue;
        add("names changed", [](Changer& c, const Replacements&) { c.change_names(); });
        add("claims follow, names changed", [](Changer& c, const Replacements& r) {
            c.follow(r);
            for (int i = 0; i < 3; ++i) c.change_names();
        });
    }
    return mutations;
}

}  // namespace limbsmith::test
