// limbsmith check: compares every line of a result with GMP.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/batch.hpp"
#include "cli/command.hpp"
#include "cli/grid.hpp"
#include "cli/operand.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/quantity.hpp"
#include "engine/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "session/by_gmp.hpp"
#include "session/chunks.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct CheckOptions {
    SpecOptions spec;
    FormatOptions format;
    std::string op;
    std::optional<std::string> report;
    std::vector<std::string> files;
};

struct Verdict {
    std::optional<size_t> first_wrong;
    double gmp_seconds = 0;  // of GMP's arithmetic only; mean over the cores
};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Checks lines in blocks: reads them into GMP integers, computes the expected results (only this is timed),
// and compares.
class Checker {
  public:
    Checker(const Batch& batch, const runtime::Numbers& results)
        : batch_(batch), results_(results), contract_(batch.task.meaning), inputs_(batch.operands.size()) {}

    // The first wrong line from `first` to `last` - 1, or nullopt.
    std::optional<size_t> check(size_t first, size_t last) {
        lines_.assign(last - first, std::vector<mpz_class>(inputs_));
        expected_.resize(last - first);
        for (size_t k = first; k < last; ++k) {
            for (size_t i = 0; i < inputs_; ++i)
                lines_[k - first][i] = eval::from_words(batch_.operands[i].number(k),
                                                        batch_.task.meaning.inputs[i].representation);
        }
        const Clock::time_point start = Clock::now();
        for (size_t n = 0; n < lines_.size(); ++n) expected_[n] = contract_.expected(lines_[n]);
        gmp_seconds_ += seconds_since(start);
        for (size_t k = first; k < last; ++k) {
            if (!agrees(lines_[k - first], expected_[k - first], k)) return k;
        }
        return std::nullopt;
    }

    double gmp_seconds() const { return gmp_seconds_; }

  private:
    bool agrees(std::vector<mpz_class> values, const mpz_class& expected, size_t k) {
        std::ranges::copy(eval::output_values(batch_.task.meaning, results_.number(k)),
                          std::back_inserter(values));
        return contract_.claimed(values) == expected && !contract_.broken_promise(values);
    }

    const Batch& batch_;
    const runtime::Numbers& results_;
    eval::ContractEvaluator contract_;
    size_t inputs_;
    std::vector<std::vector<mpz_class>> lines_;
    std::vector<mpz_class> expected_;
    double gmp_seconds_ = 0;
};

Verdict check_lines(const Batch& batch, const runtime::Numbers& results, Progress& progress) {
    Verdict verdict;
    std::mutex mutex;
    size_t finished = 0;
    const size_t step = std::clamp<size_t>(batch.count / (8 * engine::cores()), 1, 4096);
    engine::parallel_ranges(batch.count, step, [&] {
        return [&, checker = std::make_shared<Checker>(batch, results)](size_t first, size_t last) {
            const double before = checker->gmp_seconds();
            const std::optional<size_t> wrong = checker->check(first, last);
            const std::lock_guard lock(mutex);
            verdict.gmp_seconds += (checker->gmp_seconds() - before) / engine::cores();
            progress.report(double(finished += last - first) / double(batch.count));
            if (wrong) verdict.first_wrong = std::min(*wrong, verdict.first_wrong.value_or(*wrong));
        };
    });
    return verdict;
}

// Result k as it stands in a file.
std::string text_of(const runtime::Numbers& results, size_t k, const Results& as) {
    runtime::Numbers one(results.limbs, 1);
    one.words = results.number(k);
    std::string text = runtime::to_text(columns(one.words.data(), 1, as), runtime::Radix::hex);
    text.pop_back();
    return text;
}

// The message for wrong line k shows the result there and that of GMP.
std::string explanation(const Batch& batch, const runtime::Numbers& results, const std::string& file,
                        size_t k) {
    const ir::Program& meaning = batch.task.meaning;
    const std::vector<mpz_class> values = session::inputs_of(meaning, columns_of(batch), k);
    eval::ContractEvaluator contract(meaning);
    const mpz_class expected = contract.expected(values);
    runtime::Numbers right(results.limbs, 1);
    const auto words = eval::outputs_by(contract, meaning, values, expected);
    if (words) right.words = *words;
    const Results& as = batch.task.results;
    return fmt::format("{}:{}: {} is wrong; GMP says {} = {}", file, results.line(k), text_of(results, k, as),
                       to_string(*meaning.contract.right),
                       words                          ? text_of(right, 0, as)
                       : batch.task.spec.has_digits() ? expected.get_str()
                                                      : "0x" + expected.get_str(16));
}

struct Files {
    std::vector<std::string> operands;
    std::string results;
};

Files files_of(const CheckOptions& options) {
    if (options.files.size() < 2) throw usage_error("check takes the operands and then the results");
    const std::string& last = options.files.back();
    if (is_value(last)) throw usage_error(fmt::format("the results must be a file, not {}", last));
    return {{options.files.begin(), options.files.end() - 1}, last};
}

// The results in their files, block by block.
class ResultLines {
  public:
    ResultLines(const CheckOptions& options, const Results& as)
        : as_(as),
          files_(result_files(options.files.back(), as)),
          reader_(files_, as, options.format.parsed_layout()) {}

    // The words of the next `count` lines, none at the end. Throws InputError if there are more or fewer; `operands` says
    // how many lines they have in all.
    runtime::Numbers read(size_t count, int words, const std::function<size_t()>& operands) {
        const std::vector<runtime::Numbers> columns = [&] {
            try {
                return reader_.read(std::max<size_t>(count, 1));
            } catch (const runtime::OutsideDigits& error) {
                throw Error(Exit::refuted, error.what());
            }
        }();
        if (columns[0].count != count)
            throw runtime::InputError(
                fmt::format("files of different lengths: the operands have {}, {} has {}",
                            counted(operands(), "number"), files_[0], reader_.count_to_end()));
        return words_of(columns, as_, words);
    }

  private:
    const Results& as_;
    std::vector<std::string> files_;
    ResultReader reader_;
};

// The report where all lines are right. `seconds`: of GMP.
class Agreement {
  public:
    explicit Agreement(const CheckOptions& options) : options_(options) {
        if (options.report) report_.emplace(*options.report);
    }

    void write(int bits, size_t count, double seconds) {
        const double rate = seconds > 0 ? double(count) / seconds : 0;
        if (report_) {
            report_->write(nlohmann::ordered_json({{"operation", options_.op},
                                                   {"bits", bits},
                                                   {"count", count},
                                                   {"correct", true},
                                                   {"gmp_cores", engine::cores()},
                                                   {"gmp_results_per_second", rate}})
                               .dump(2) +
                           "\n");
        }
        Output("-").write(fmt::format("{} of {} agree with GMP ({} on {})\n", count, counted(count, "line"),
                                      quantity(rate, "/s"), counted(engine::cores(), "core")));
    }

  private:
    const CheckOptions& options_;
    std::optional<Output> report_;
};

// Numbers of any length: GMP computes all results.
void check(const CheckOptions& options, const GridTask& task, const Files& files) {
    GridRun run(task, options.format, files.operands, {place::host});
    ResultLines lines(options, task.results);
    Agreement agreement(options);
    Progress progress("checking against GMP");
    size_t count = 0;
    double seconds = 0;
    const auto compare = [&](session::Chunk& right) {
        runtime::Numbers gmp(static_cast<int>(right.results[0].count), right.count);
        std::copy_n(right.results[0].words, gmp.words.size(), gmp.words.begin());
        const runtime::Numbers results = lines.read(gmp.count, gmp.limbs, [&] { return run.count_to_end(); });
        for (size_t k = 0; k < results.count; ++k) {
            for (const Result& result : task.results) {
                const auto is_right = [&](int row) { return results.row(row)[k] == gmp.row(row)[k]; };
                if (std::ranges::all_of(result.rows, is_right)) continue;
                throw Error(Exit::refuted,
                            fmt::format("{}:{}: {} is wrong; GMP says {}", files.results, results.line(k),
                                        text_of(results, k, task.results), text_of(gmp, k, task.results)));
            }
        }
        count += results.count;
        seconds += right.done.seconds;
    };
    run.run(progress, compare, session::Stages::in_turn);
    lines.read(0, 1, [&] { return count; });
    agreement.write(task.bits, count, seconds);
}

void check(CheckOptions& options) {
    options.op = options.spec.operation(options.op);
    const Files files = files_of(options);
    if (const auto task = parse_grid_task(options.spec, options.format, options.op))
        return check(options, *task, files);
    options.spec.use = SpecOptions::Use::compared;
    Batch batch{parse_task(options.spec, options.op, options.format), files.operands};
    BatchReader operands(batch.task, options.format, files.operands);
    ResultLines lines(options, batch.task.results);
    Agreement agreement(options);
    Progress progress("checking against GMP");
    const size_t most = session::numbers_of_chunk(session::NumberWords::of(batch.task.meaning).all(), {});
    size_t count = 0;
    double seconds = 0;
    do {
        const double before = count == 0 ? 0 : operands.progress();
        operands.read(batch, most);
        progress.part(before, operands.progress());
        const runtime::Numbers results = lines.read(batch.count, eval::result_words(batch.task.meaning),
                                                    [&] { return operands.count_to_end(); });
        const Verdict verdict = check_lines(batch, results, progress);
        if (verdict.first_wrong)
            throw Error(Exit::refuted, explanation(batch, results, files.results, *verdict.first_wrong));
        count += batch.count;
        seconds += verdict.gmp_seconds;
    } while (batch.count != 0);
    agreement.write(batch.task.spec.width.bits, count, seconds);
}

}  // namespace

void add_check(CLI::App& app) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "compare every line of a result with GMP");
    options->spec.add_to(*command);
    command->add_option("--op", options->op, "operation (see `limbsmith list`)")->type_name("OP");
    options->spec.add_expression(*command);
    command
        ->add_option("files", options->files,
                     "operands as for `run`, then the results: a file as `run` writes it, or one for each, "
                     "q.txt,r.txt")
        ->type_name("FILE")
        ->required();
    command
        ->add_option("--report", options->report,
                     "write count and GMP's rate to this file as JSON; - for stdout")
        ->type_name("FILE");
    options->format.add_layout(*command);
    options->format.add_numbers(*command);
    command->footer(
        "If a line is wrong, check prints the first wrong line and GMP's result; exit code 4. It takes "
        "every\n"
        "batch that `run` takes, those of --map grid as well. Where `run` says that GMP computed, check\n"
        "compares GMP's results with GMP's.\n"
        "Example: limbsmith check --bits 131 --op mul a.txt b.txt c.txt");
    command->callback([options] { check(*options); });
}

}  // namespace limbsmith::cli
