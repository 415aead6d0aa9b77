#include "ptx/emitted_function.hpp"

#include <algorithm>
#include <stdexcept>

#include "eval/words.hpp"

namespace limbsmith::ptx {
namespace {

// The expressions of all words of all parameters.
std::vector<std::string> spell(const auto& parameters, const Spelling& spelling) {
    std::vector<std::string> spelled;
    for (const auto& parameter : parameters) {
        for (size_t i = 0; i < parameter.words.size(); ++i) {
            spelled.push_back(spelling(parameter.name, parameter.representation, i));
        }
    }
    return spelled;
}

// For each operand, its index in `words`.
std::vector<size_t> match(const std::vector<AsmOperand>& operands, const std::vector<std::string>& words) {
    std::vector<size_t> positions;
    for (const AsmOperand& operand : operands) {
        const auto found = std::ranges::find(words, operand.expression);
        if (found == words.end()) {
            throw std::runtime_error(operand.expression + " is not a word of the function");
        }
        const auto position = static_cast<size_t>(found - words.begin());
        if (std::ranges::count(positions, position) > 0) {
            throw std::runtime_error(operand.expression + " is an operand twice");
        }
        positions.push_back(position);
    }
    return positions;
}

}  // namespace

std::string in_struct(const std::string& parameter, const ir::Representation& representation, size_t index) {
    const std::string name = (representation.is_member() ? "m." : "") + parameter;
    return representation.is_word() ? name : name + ".limb[" + std::to_string(index) + "]";
}

EmittedFunction::EmittedFunction(const AsmStatement& statement, const ir::Program& program,
                                 const Spelling& spelling)
    : ptx_(statement),
      parameters_(program.inputs),
      results_(program.outputs),
      reads_(match(statement.inputs, spell(program.inputs, spelling))) {
    const std::vector<std::string> results = spell(program.outputs, spelling);
    writes_ = match(statement.outputs, results);
    if (writes_.size() != results.size()) throw std::runtime_error("a word of the result is no operand");
}

std::vector<mpz_class> EmittedFunction::run(std::span<const mpz_class> inputs) const {
    std::vector<uint32_t> words;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const std::vector<uint32_t> limbs =
            eval::to_words(inputs[i], parameters_[i].representation, parameters_[i].words.size());
        words.insert(words.end(), limbs.begin(), limbs.end());
    }
    std::vector<uint32_t> operands;
    for (const size_t position : reads_) operands.push_back(words[position]);

    const std::vector<uint32_t> written = ptx_.run(operands);
    std::vector<uint32_t> results(writes_.size());
    for (size_t k = 0; k < writes_.size(); ++k) results[writes_[k]] = written[k];

    std::vector<mpz_class> outputs;
    std::span<const uint32_t> rest = results;
    for (const ir::Output& result : results_) {
        outputs.push_back(eval::from_words(rest.first(result.words.size()), result.representation));
        rest = rest.subspan(result.words.size());
    }
    return outputs;
}

}  // namespace limbsmith::ptx
