#include "sass/trial.hpp"

#include <optional>
#include <stdexcept>

#include "eval/words.hpp"

namespace limbsmith::sass {

eval::Trial try_out(const Function& function, const ir::Program& program, eval::Cases& cases) {
    std::optional<Kernel> kernel;
    try {
        kernel.emplace(function);
    } catch (const std::runtime_error& error) {
        return {0, error.what()};
    }
    size_t results = 0;
    for (const ir::Output& output : program.outputs) results += output.words.size();
    return cases.try_out([&](std::span<const mpz_class> inputs) {
        std::vector<uint32_t> words;
        for (size_t i = 0; i < inputs.size(); ++i) {
            const ir::Input& input = program.inputs[i];
            const std::vector<uint32_t> limbs = eval::to_words(inputs[i], input.shape, input.words.size());
            words.insert(words.end(), limbs.begin(), limbs.end());
        }
        const std::vector<uint32_t> written = kernel->run(words, results);
        std::vector<mpz_class> outputs;
        std::span<const uint32_t> rest = written;
        for (const ir::Output& output : program.outputs) {
            outputs.push_back(eval::from_words(rest.first(output.words.size()), output.shape));
            rest = rest.subspan(output.words.size());
        }
        return outputs;
    });
}

}  // namespace limbsmith::sass
