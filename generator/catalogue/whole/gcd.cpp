// r = gcd(a, b)
#include "algorithm/loop/gcd.hpp"

#include "algorithm/divsteps.hpp"
#include "algorithm/gcd.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/operation.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::catalogue {

Operation whole_gcd() {
    return {
        .domain = Domain::whole,
        .section = Section::division,
        .rank = 3,
        .name = "gcd",
        .summary = "greatest common divisor, the same instructions for all numbers",
        .functions =
            [](const Spec& spec) {
                const algorithm::Gcd gcd(spec.width);
                std::vector<Function> parts;
                for (ir::Program& part :
                     std::vector{gcd.common_twos(), gcd.start(), algorithm::divsteps_matrix(),
                                 algorithm::divsteps_row(gcd.digits()), gcd.finish()}) {
                    parts.push_back({std::move(part), "divsteps", std::string(divsteps_source), true});
                }
                return parts;
            },
        .meaning = [](const Spec& spec) { return algorithm::Gcd(spec.width).meaning(); },
        .needs =
            [](const Spec&) {
                return std::vector<std::string_view>{"shl", "shr"};
            },
        .loops =
            [](const Spec& spec, ir::Library& library) {
                const loop::DivstepNumbers numbers{gcd_batches(spec.width),
                                                   algorithm::Gcd(spec.width).digits()};
                return std::vector{add(library, loop::greatest_common_divisor(spec.width, numbers, library))};
            },
        .batch_loop = "gcd"};
}

}  // namespace limbsmith::catalogue
