#include "cli/by_gmp.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

void add_outputs(const ir::Program& meaning, std::span<const uint32_t> words,
                 std::vector<mpz_class>& values) {
    for (const ir::Output& output : meaning.outputs) {
        values.push_back(eval::from_words(words.first(output.words.size())));
        words = words.subspan(output.words.size());
    }
}

std::optional<std::vector<uint32_t>> outputs_by(eval::ContractEvaluator& contract, const ir::Program& meaning,
                                                std::vector<mpz_class> inputs, const mpz_class& expected) {
    const auto count = static_cast<size_t>(eval::result_words(meaning));
    if (expected < 0 || mpz_sizeinbase(expected.get_mpz_t(), 2) > limb_bits * count) return std::nullopt;
    std::vector<uint32_t> words = eval::to_words(expected, count);
    add_outputs(meaning, words, inputs);
    if (contract.claimed(inputs) != expected || contract.broken_promise(inputs)) return std::nullopt;
    return words;
}

std::vector<mpz_class> inputs_of(const Batch& batch, size_t k) {
    std::vector<mpz_class> values;
    for (const runtime::Numbers& operand : batch.operands)
        values.push_back(eval::from_words(operand.number(k)));
    return values;
}

std::optional<Execution> by_gmp(const Batch& batch, Progress& progress) {
    const ir::Program& meaning = batch.task.meaning;
    Execution done{runtime::Numbers(eval::result_words(meaning), batch.count),
                   fmt::format("CPU by GMP, {}", counted(engine::cores(), "core")), 0};
    std::atomic<size_t> finished = 0;
    std::atomic<bool> is_told = true;
    const auto start = std::chrono::steady_clock::now();
    engine::parallel_ranges(batch.count, 16, [&] {
        return [&, contract = std::make_shared<eval::ContractEvaluator>(meaning)](size_t first, size_t last) {
            for (size_t k = first; k < last && is_told; ++k) {
                const std::vector<mpz_class> inputs = inputs_of(batch, k);
                const mpz_class expected = contract->expected(inputs);
                const auto words = outputs_by(*contract, meaning, inputs, expected);
                if (!words) {
                    is_told = false;
                    return;
                }
                for (size_t i = 0; i < words->size(); ++i)
                    done.results.words[i * batch.count + k] = (*words)[i];
            }
            progress.report(double(finished += last - first) / double(batch.count));
        };
    });
    done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return is_told ? std::optional(std::move(done)) : std::nullopt;
}

}  // namespace limbsmith::cli
