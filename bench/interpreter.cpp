#include "interpreter.hpp"

#include <chrono>

#include "cli/parallel.hpp"
#include "eval/eval.hpp"
#include "limbsmith/error.hpp"
#include "oracle.hpp"
#include "timing.hpp"

namespace limbsmith::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t numbers = 1 << 17, checked = 256;

}  // namespace

void measure_interpreter(const Subject& subject, double min_seconds, Row& row) {
    if (subject.is_loop()) return;
    const size_t in_words = subject.operand_words(), out_words = subject.result_words();
    std::vector<uint32_t> in(numbers * in_words), out(numbers * out_words);
    Oracle oracle(subject);
    eval::Samples samples(1);
    std::vector<std::vector<uint32_t>> sets;
    for (size_t k = 0; k < checked; ++k) sets.push_back(oracle.draw(samples));
    for (size_t k = 0; k < numbers; ++k) {
        for (size_t w = 0; w < in_words; ++w) in[w * numbers + k] = sets[k % checked][w];
    }
    std::vector<eval::Column> columns;
    size_t begin = 0;
    for (const ir::Input& input : subject.meaning.inputs) {
        columns.push_back({in.data() + begin * numbers, numbers});
        begin += input.words.size();
    }
    const auto run = [&] {
        const Clock::time_point start = Clock::now();
        cli::parallel_ranges(numbers, numbers / 64, [&] {
            return [&, interpreter = std::make_shared<eval::Interpreter>(subject.meaning)](size_t first,
                                                                                           size_t last) {
                interpreter->run(columns, first, last, out.data(), numbers);
            };
        });
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    time_launches(run, min_seconds, row);
    row.results = numbers;
    for (size_t k = 0; k < checked; ++k) {
        const std::vector<uint32_t> expected = oracle(sets[k]);
        for (size_t w = 0; w < out_words; ++w) {
            if (out[w * numbers + k] != expected[w]) throw runtime::Error("the interpreter is wrong");
        }
    }
    row.checked = checked;
}

}  // namespace limbsmith::bench
