#include "sass/trial.hpp"

#include <optional>
#include <stdexcept>

#include "eval/eval.hpp"
#include "eval/words.hpp"

namespace limbsmith::sass {

eval::Trial try_out(const Function& function, const ir::Program& program, eval::Cases& cases) {
    std::optional<Kernel> kernel;
    try {
        kernel.emplace(function);
    } catch (const std::runtime_error& error) {
        return {0, error.what()};
    }
    const auto results = static_cast<size_t>(eval::result_words(program));
    return cases.try_out([&](size_t k) {
        const std::vector<uint32_t> words = eval::input_words(program, cases.inputs()[k]);
        return eval::output_values(program, kernel->run(words, results));
    });
}

}  // namespace limbsmith::sass
