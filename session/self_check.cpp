#include "session/self_check.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "eval/cases.hpp"
#include "eval/words.hpp"

namespace limbsmith::session {
namespace {

using Values = eval::Cases::Values;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds time_of_gmp{20};
constexpr size_t least_cases = 8;  // however long GMP takes

// Fewer of long numbers, operands or results: a comparison has one word of result.
size_t usual_cases(const ir::Program& meaning) {
    auto words = static_cast<size_t>(std::max(eval::result_words(meaning), 1));
    for (const ir::Input& input : meaning.inputs) words = std::max(words, input.words.size());
    return std::clamp<size_t>((size_t{1} << 17) / words, 40, 4096);
}

// The operands of some cases.
std::vector<std::vector<uint32_t>> columns_of(const ir::Program& meaning, std::span<const Values> cases) {
    std::vector<std::vector<uint32_t>> columns;
    for (size_t i = 0; i < meaning.inputs.size(); ++i) {
        const ir::Input& input = meaning.inputs[i];
        std::vector<uint32_t>& column = columns.emplace_back(input.words.size() * cases.size());
        for (size_t k = 0; k < cases.size(); ++k) {
            const auto words = eval::to_words(cases[k][i], input.representation, input.words.size());
            for (size_t w = 0; w < words.size(); ++w) column[w * cases.size() + k] = words[w];
        }
    }
    return columns;
}

}  // namespace

std::string difference(const ir::Program& meaning, const Batch& batch, const Extent& extent) {
    eval::Samples samples(extent.seed);
    eval::Cases cases(meaning, samples, extent.cases ? extent.cases : usual_cases(meaning));
    const size_t at_once = extent.one_by_one ? 1 : cases.inputs().size();
    const auto words = static_cast<size_t>(eval::result_words(meaning));
    std::vector<uint32_t> results(words * at_once);
    const auto compute = [&](size_t first) {
        const auto columns = columns_of(meaning, std::span(cases.inputs()).subspan(first, at_once));
        std::vector<eval::Column> operands;
        for (const std::vector<uint32_t>& column : columns) operands.push_back({column.data(), at_once});
        batch(operands, at_once, results.data());
    };
    compute(0);
    const auto start = Clock::now();
    const auto outputs = [&](size_t k) {
        if (k != 0 && extent.one_by_one) compute(k);
        std::vector<uint32_t> own(words);
        for (size_t w = 0; w < words; ++w) own[w] = results[w * at_once + k % at_once];
        return eval::output_values(meaning, own);
    };
    const auto is_enough = [&](size_t tried) {
        return extent.cases == 0 && tried >= least_cases && Clock::now() - start > time_of_gmp;
    };
    return cases.try_out(outputs, is_enough).wrong;
}

}  // namespace limbsmith::session
