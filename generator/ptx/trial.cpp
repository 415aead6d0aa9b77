#include "ptx/trial.hpp"

#include <optional>
#include <stdexcept>

#include "ptx/emitted_function.hpp"

namespace limbsmith::ptx {

Trial try_out(const AsmStatement& statement, const ir::Program& program, eval::Samples& samples,
              size_t cases) {
    std::optional<EmittedFunction> function;
    try {
        function.emplace(statement, program, in_struct);
    } catch (const std::runtime_error& error) {
        return {0, error.what()};
    }
    if (function->lost_flags() > 0) return {0, "a carry is lost"};
    if (function->mixed_flags() > 0) return {0, "a carry is read as a borrow"};
    return eval::Cases(program, samples, cases).try_out([&](auto inputs) { return function->run(inputs); });
}

}  // namespace limbsmith::ptx
