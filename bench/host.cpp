#include "host.hpp"

#include <chrono>

#include "engine/parallel.hpp"
#include "eval/eval.hpp"
#include "limbsmith/error.hpp"
#include "oracle.hpp"
#include "timing.hpp"

namespace limbsmith::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t numbers = 130000;  // not a power of two: rows would share few cache lines
constexpr size_t checked = 256;
constexpr double launch_seconds = 0.01;

// A limb-major batch of operands that repeats `checked` sets.
struct HostBatch {
    explicit HostBatch(const HeaderFunction& function)
        : function(function),
          oracle(function),
          in(numbers * function.operand_words()),
          out(numbers * function.result_words()) {
        eval::Samples samples(1);
        for (size_t k = 0; k < checked; ++k) sets.push_back(oracle.draw(samples));
        for (size_t w = 0; w < sets[0].size(); ++w) {
            for (size_t k = 0; k < numbers; ++k) in[w * numbers + k] = sets[k % checked][w];
        }
    }

    // Fills in the row. make_worker() is called once in each thread; its worker computes numbers first to
    // last - 1.
    template <class MakeWorker>
    void measure(MakeWorker make_worker, double min_seconds, Row& row) {
        int rounds = 1;  // over the batch in one launch, so that the start of threads does not count
        const auto run = [&] {
            const Clock::time_point start = Clock::now();
            engine::parallel_ranges(numbers, numbers / 64, [&] {
                return [&, worker = make_worker()](size_t first, size_t last) {
                    for (int round = 0; round < rounds; ++round) worker(first, last);
                };
            });
            return std::chrono::duration<double>(Clock::now() - start).count();
        };
        run();
        rounds = static_cast<int>(launch_seconds / run()) + 1;
        time_launches(run, min_seconds, row);
        row.results = double(numbers) * rounds;
        check(row.code);
        row.checked = checked;
    }

    void check(const std::string& code) {
        for (size_t k = 0; k < checked; ++k) {
            const std::vector<uint32_t> expected = oracle(sets[k]);
            for (size_t w = 0; w < expected.size(); ++w) {
                if (out[w * numbers + k] != expected[w])
                    throw runtime::Error(function.name + " by " + code + " does not agree with GMP");
            }
        }
    }

    const HeaderFunction& function;
    Oracle oracle;
    std::vector<std::vector<uint32_t>> sets;
    std::vector<uint32_t> in, out;
};

}  // namespace

void measure_interpreter(const HeaderFunction& function, double min_seconds, Row& row) {
    row.code = "interpreter";
    if (function.is_loop()) return;
    HostBatch batch(function);
    std::vector<eval::Column> columns;
    size_t begin = 0;
    for (const ir::Input& input : function.meaning.inputs) {
        columns.push_back({batch.in.data() + begin * numbers, numbers});
        begin += input.words.size();
    }
    const auto make_worker = [&] {
        return [&, interpreter = std::make_shared<eval::Interpreter>(function.meaning)](size_t first,
                                                                                        size_t last) {
            interpreter->run(columns, first, last, batch.out.data(), numbers);
        };
    };
    batch.measure(make_worker, min_seconds, row);
}

void measure_portable(const HeaderFunction& function, const PortableCode& code, double min_seconds,
                      Row& row) {
    row.code = "portable C++";
    if (!code.error.empty()) throw runtime::Error(code.error);
    HostBatch batch(function);
    const auto make_worker = [&] {
        return [&](size_t first, size_t last) {
            code.run(batch.out.data(), batch.in.data(), first, last, numbers);
        };
    };
    batch.measure(make_worker, min_seconds, row);
}

}  // namespace limbsmith::bench
