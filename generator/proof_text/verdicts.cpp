#include "proof_text/verdicts.hpp"

#include "check/budget.hpp"
#include "proof_text/read.hpp"

namespace limbsmith::proof_text {

void check_all(std::istream& in, const std::function<void(const Verdict&)>& report) {
    check::Callees callees;  // those that hold, by name
    const auto judge = [&](const auto& subject, int word_bits, size_t steps, const auto& check) {
        Verdict verdict{subject.name, steps, {}};
        try {
            verdict.refusal = check();
        } catch (const check::TooMuch& limit) {
            verdict.refusal = check::Refusal{"limits", limit.what()};
            report(verdict);
            throw;
        }
        if (!verdict.refusal) callees.insert_or_assign(subject.name, check::interface(subject, word_bits));
        report(verdict);
    };
    Derivations derivations(in);
    while (const auto any = derivations.next()) {
        if (const auto* it = std::get_if<check::Derivation>(&*any)) {
            judge(it->program, it->word_bits, it->steps.size(), [&] { return check::check(*it); });
        } else {
            const auto& of = std::get<check::RoutineDerivation>(*any);
            size_t steps = 0;
            for (const check::Steps& leg : of.legs) steps += leg.size();
            judge(of.routine, of.word_bits, steps, [&] { return check::check(of, callees); });
        }
    }
}

}  // namespace limbsmith::proof_text
