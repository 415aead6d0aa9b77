#include "session/by_gmp.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "spec/width.hpp"

namespace limbsmith::session {

std::optional<std::vector<uint32_t>> outputs_by(eval::ContractEvaluator& contract, const ir::Program& meaning,
                                                std::vector<mpz_class> inputs, const mpz_class& expected) {
    const auto count = static_cast<size_t>(eval::result_words(meaning));
    if (expected < 0 || mpz_sizeinbase(expected.get_mpz_t(), 2) > limb_bits * count) return std::nullopt;
    std::vector<uint32_t> words = eval::to_words(expected, count);
    std::ranges::copy(eval::output_values(meaning, words), std::back_inserter(inputs));
    if (contract.claimed(inputs) != expected || contract.broken_promise(inputs)) return std::nullopt;
    return words;
}

std::vector<mpz_class> inputs_of(const ir::Program& meaning, std::span<const eval::Column> operands,
                                 size_t k) {
    std::vector<mpz_class> values;
    for (size_t i = 0; i < operands.size(); ++i) {
        std::vector<uint32_t> words(meaning.inputs[i].words.size());
        for (size_t w = 0; w < words.size(); ++w) words[w] = operands[i].data[w * operands[i].count + k];
        values.push_back(eval::from_words(words));
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
                const auto words = outputs_by(*contract, meaning, inputs, expected);
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
