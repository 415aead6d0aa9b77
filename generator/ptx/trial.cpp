#include "ptx/trial.hpp"

#include <optional>
#include <stdexcept>
#include <vector>

#include "eval/cases.hpp"
#include "ptx/emitted_function.hpp"

namespace limbsmith::ptx {
namespace {

Trial run(const EmittedFunction& function, const ir::Program& program, eval::Samples& samples, size_t count) {
    if (function.lost_flags() > 0) return {0, "a carry is lost"};
    if (function.mixed_flags() > 0) return {0, "a carry is read as a borrow"};
    eval::Cases cases(program, samples, count);
    for (size_t k = 0; k < count; ++k) {
        const std::vector<mpz_class> inputs = cases.next();
        const std::string wrong = cases.wrong(inputs, function.run(inputs));
        if (!wrong.empty()) return {k + 1, wrong};
    }
    return {count, ""};
}

}  // namespace

Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases) {
    std::optional<EmittedFunction> function;
    try {
        function.emplace(statement, program, in_struct);
    } catch (const std::runtime_error& error) {
        return {0, error.what()};
    }
    return run(*function, program, samples, cases);
}

}  // namespace limbsmith::ptx
