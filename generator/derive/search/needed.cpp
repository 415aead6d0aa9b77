#include "derive/search/needed.hpp"

#include <algorithm>
#include <utility>

namespace limbsmith::derive {
namespace {

using check::Id;
using check::Polynomial;
using check::Steps;

// Calls use(Id&) with every fact that a step of a Builder names, those in its cases included.
template <class Use>
struct Names {
    const Use& use;

    void operator()(check::Sum& rule) const { all(rule.zeros); }
    void operator()(check::Bound& rule) const {
        all(rule.zeros);
        for (check::Product& product : rule.products)
            for (Id& id : product.facts) use(id);
    }
    void operator()(check::Round& rule) const { use(rule.fact); }
    void operator()(check::Both& rule) const { use(rule.fact), use(rule.opposite); }
    void operator()(check::Cases& rule) const {
        for (Steps* steps : {&rule.if_nonnegative, &rule.if_negative})
            for (check::Step& step : *steps) std::visit(*this, step.rule);
    }
    void operator()(check::Bits& rule) const { use(rule.least), use(rule.most); }
    void operator()(check::CommonBits& rule) const {
        for (auto* number : {&rule.first, &rule.second}) {
            use(number->sum);
            for (auto& [least, most] : number->bits) use(least), use(most);
        }
    }
    void operator()(check::Power& rule) const { use(rule.exponent); }
    void operator()(check::Powers& rule) const { use(rule.exponents); }
    void operator()(auto&) const {}

    void all(std::vector<check::Multiple>& zeros) const {
        for (check::Multiple& zero : zeros) use(zero.fact);
    }
};

template <class Use>
void for_each_name(check::Step& step, const Use& use) {
    std::visit(Names<Use>{use}, step.rule);
}

// How many facts the step states.
size_t stated_by(const check::Step& step, const std::vector<Polynomial>& facts) {
    if (std::holds_alternative<check::Divide>(step.rule)) return 0;
    const auto* bits = std::get_if<check::Bits>(&step.rule);
    if (!bits) return 1;
    const mpz_class last = Polynomial(facts[bits->least] + facts[bits->most]).constant();
    return 3 * (last > 0 ? mpz_sizeinbase(last.get_mpz_t(), 2) : 0) + 1;  // of each bit, and the sum
}

// Then it stays, so that later values keep their numbers.
bool makes_values(const check::Step& step) {
    if (const auto* cases = std::get_if<check::Cases>(&step.rule))
        return std::ranges::any_of(cases->if_nonnegative, makes_values) ||
               std::ranges::any_of(cases->if_negative, makes_values);
    return std::holds_alternative<check::Divide>(step.rule) ||
           std::holds_alternative<check::Bits>(step.rule) || std::holds_alternative<check::Power>(step.rule);
}

}  // namespace

Steps needed_steps(Steps steps, const std::vector<Polynomial>& facts, const check::Facts& goals) {
    std::vector<Id> first;  // the fact of each step
    Id next = 0;
    for (const check::Step& step : steps) {
        first.push_back(next);
        next += stated_by(step, facts);
    }
    std::vector<bool> is_needed(facts.size());
    for (Id id = 0; id < facts.size(); ++id)
        is_needed[id] =
            std::ranges::any_of(goals, [&](const check::Fact& goal) { return goal.polynomial == facts[id]; });
    std::vector<bool> stays(steps.size());
    for (size_t k = steps.size(); k-- > 0;) {
        stays[k] = makes_values(steps[k]) || is_needed[first[k]];
        // a case numbers its own facts from here on
        if (stays[k])
            for_each_name(steps[k], [&](Id& id) {
                if (id < first[k]) is_needed[id] = true;
            });
    }
    std::vector<Id> moved(facts.size() + 1);  // the new number of each fact that stays
    Steps result;
    Id known = 0;
    for (size_t k = 0; k < steps.size(); ++k) {
        if (!stays[k]) continue;
        for_each_name(steps[k], [&](Id& id) { id = id < first[k] ? moved[id] : id - first[k] + known; });
        const Id end = k + 1 < steps.size() ? first[k + 1] : next;
        for (Id id = first[k]; id < end; ++id) moved[id] = known++;
        result.push_back(std::move(steps[k]));
    }
    return result;
}

}  // namespace limbsmith::derive
