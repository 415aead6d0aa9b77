#include "cli/device_cases.hpp"

#include "eval/eval.hpp"
#include "eval/words.hpp"

namespace limbsmith::cli {

DeviceCases::DeviceCases(const ir::Program& program, const eval::Cases& cases)
    : count(cases.inputs().size()), results(eval::result_words(program) * count) {
    for (const ir::Input& input : program.inputs) columns.emplace_back(input.words.size() * count);
    for (size_t k = 0; k < count; ++k) {
        for (size_t i = 0; i < columns.size(); ++i) {
            const ir::Input& input = program.inputs[i];
            const auto words = eval::to_words(cases.inputs()[k][i], input.representation, input.words.size());
            for (size_t w = 0; w < words.size(); ++w) columns[i][w * count + k] = words[w];
        }
    }
}

void DeviceCases::compute_on(const Compute& device, const std::string& kernel) {
    runtime::BatchJob job{kernel, {}, results, count};
    for (const std::vector<uint32_t>& column : columns) job.inputs.emplace_back(column);
    device(job);
}

std::vector<mpz_class> DeviceCases::outputs(const ir::Program& program, size_t k) const {
    std::vector<mpz_class> values;
    size_t first = 0;
    for (const ir::Output& output : program.outputs) {
        std::vector<uint32_t> words;
        for (size_t w = 0; w < output.words.size(); ++w) words.push_back(results[(first + w) * count + k]);
        values.push_back(eval::from_words(words, output.representation));
        first += words.size();
    }
    return values;
}

}  // namespace limbsmith::cli
