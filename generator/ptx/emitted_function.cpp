#include "ptx/emitted_function.hpp"

#include "eval/words.hpp"

namespace limbsmith::ptx {

EmittedFunction::EmittedFunction(const AsmStatement& statement, const ir::Program& program,
                                 const Spelling& spelling)
    : ptx_(statement),
      parameters_(program.inputs),
      results_(program.outputs),
      operands_(match_operands(statement, program, spelling)) {}

std::vector<mpz_class> EmittedFunction::run(std::span<const mpz_class> inputs) const {
    std::vector<uint32_t> words;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::vector<uint32_t> limbs =
            eval::to_words(inputs[i], parameters_[i].representation, parameters_[i].words.size());
        words.insert(words.end(), limbs.begin(), limbs.end());
    }
    std::vector<uint32_t> operands;
    for (const size_t position : operands_.reads) operands.push_back(words[position]);

    const std::vector<uint32_t> written = ptx_.run(operands);
    std::vector<uint32_t> results(written.size());
    for (size_t k = 0; k < written.size(); ++k) results[operands_.writes[k]] = written[k];

    std::vector<mpz_class> outputs;
    std::span<const uint32_t> rest = results;
    for (const ir::Output& result : results_) {
        outputs.push_back(eval::result_of(rest.first(result.words.size()), result.representation));
        rest = rest.subspan(result.words.size());
    }
    return outputs;
}

}  // namespace limbsmith::ptx
