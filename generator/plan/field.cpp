#include "plan/field.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "pass/pass.hpp"
#include "plan/multiplication.hpp"

namespace limbsmith::plan {

algorithm::Field field(const Spec& spec, MulChoice mul) {
    const bool interleaved = mul == MulChoice(MulAlgorithm::rows);
    const SpecialForm form =
        spec.reduction == Reduction::special ? special_form(*spec.modulus) : SpecialForm{};
    return {*spec.modulus, spec.reduction, product(mul), square(mul), interleaved, form};
}

MulChoice chosen_for(const Spec& spec, FieldProgram build) {
    return chosen(spec.width, spec.mul, [&](MulChoice mul) { return (field(spec, mul).*build)(); });
}

SpecialForm special_form(const Modulus& modulus) {
    const std::vector<SpecialForm> forms = special_forms(modulus);
    if (forms.size() == 1) return forms[0];
    static std::mutex mutex;
    static std::map<mpz_class, SpecialForm> known;  // every function modulo N asks
    const std::lock_guard lock(mutex);
    const auto [cheapest, is_new] = known.try_emplace(modulus.n());
    if (is_new)
        cheapest->second = *std::ranges::min_element(forms, {}, [&](SpecialForm form) {
            const algorithm::Field by{modulus, Reduction::special, product({}), square({}), true, form};
            return cost(pass::run_pipeline(by.reduce())).time();
        });
    return cheapest->second;
}

Reduction cheapest_reduction(const Modulus& modulus) {
    const Reduction otherwise = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
    if (special_forms(modulus).empty()) return otherwise;
    const auto time = [&](Reduction reduction) {
        const Spec spec = Spec::modulo(modulus, reduction);
        double sum = 0;
        for (FieldProgram build : {&algorithm::Field::mul, &algorithm::Field::sqr})
            sum += cost(pass::run_pipeline((field(spec, chosen_for(spec, build)).*build)())).time();
        return sum;
    };
    return time(Reduction::special) < time(otherwise) ? Reduction::special : otherwise;
}

}  // namespace limbsmith::plan
