#include "cli/derivations.hpp"

#include <fmt/ranges.h>

#include <sstream>

#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "derivation/write.hpp"
#include "derive/carry_chains.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

std::string derivations(const std::vector<catalogue::Function>& functions) {
    std::ostringstream text;
    std::vector<std::string> without;
    for (const catalogue::Function& function : functions) {
        try {
            const auto derivation = derive::by_carry_chains(function.program);
            if (derivation && !check::check(*derivation)) {
                derivation::write(text, *derivation);
                continue;
            }
            without.push_back(function.label);
        } catch (const check::Unsupported& reason) {
            without.push_back(fmt::format("{} ({})", function.label, reason.what()));
        }
    }
    if (without.empty()) return text.str();
    throw unsupported(fmt::format("no derivation is found for {}; --ops add,sub,mul,sqr,lt,select have one",
                                  fmt::join(without, ", ")));
}

}  // namespace limbsmith::cli
