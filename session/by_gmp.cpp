#include "session/by_gmp.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "spec/width.hpp"

namespace limbsmith::session {

std::vector<mpz_class> inputs_of(const ir::Program& meaning, std::span<const eval::Column> operands,
                                 size_t k) {
    std::vector<mpz_class> values;
    for (size_t i = 0; i < operands.size(); ++i) {
        std::vector<uint32_t> words(meaning.inputs[i].words.size());
        for (size_t w = 0; w < words.size(); ++w) words[w] = operands[i].data[w * operands[i].count + k];
        values.push_back(eval::from_words(words, meaning.inputs[i].representation));
    }
    return values;
}

bool by_gmp(const ir::Program& meaning, std::span<const eval::Column> operands, size_t count,
            uint32_t* result, const std::function<void(size_t done)>& progress) {
    std::atomic<size_t> finished = 0;
    std::atomic<bool> is_told = true;
    engine::parallel_ranges(count, 16, [&] {
        return [&, contract = std::make_shared<eval::ContractEvaluator>(meaning)](size_t first, size_t last) {
            for (size_t k = first; k < last && is_told; ++k) {
                const std::vector<mpz_class> inputs = inputs_of(meaning, operands, k);
                const mpz_class expected = contract->expected(inputs);
                const auto words = eval::outputs_by(*contract, meaning, inputs, expected);
                if (!words) {
                    is_told = false;
                    return;
                }
                for (size_t i = 0; i < words->size(); ++i) result[i * count + k] = (*words)[i];
            }
            progress(finished += last - first);
        };
    });
    return is_told;
}

}  // namespace limbsmith::session
