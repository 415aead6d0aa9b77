// limbsmith check: compares every line of a result with GMP.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/batch.hpp"
#include "cli/command.hpp"
#include "cli/operand.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/quantity.hpp"
#include "engine/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
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

// Splits the words of a result among the outputs.
void add_outputs(const ir::Program& meaning, std::span<const uint32_t> words,
                 std::vector<mpz_class>& values) {
    for (const ir::Output& output : meaning.outputs) {
        values.push_back(eval::from_words(words.first(output.words.size())));
        words = words.subspan(output.words.size());
    }
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
                lines_[k - first][i] = eval::from_words(batch_.operands[i].number(k));
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
        add_outputs(batch_.task.meaning, results_.number(k), values);
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

Verdict check_lines(const Batch& batch, const runtime::Numbers& results) {
    Verdict verdict;
    std::mutex mutex;
    size_t done = 0;
    Progress progress("checking against GMP");
    engine::parallel_ranges(batch.count, 4096, [&] {
        return [&, checker = std::make_shared<Checker>(batch, results)](size_t first, size_t last) {
            const double before = checker->gmp_seconds();
            const std::optional<size_t> wrong = checker->check(first, last);
            const std::lock_guard lock(mutex);
            verdict.gmp_seconds += (checker->gmp_seconds() - before) / engine::cores();
            if (wrong) verdict.first_wrong = std::min(*wrong, verdict.first_wrong.value_or(*wrong));
            progress.report(double(done += last - first) / double(batch.count));
        };
    });
    return verdict;
}

// Result k as it stands in a file.
std::string text_of(const runtime::Numbers& results, size_t k, const Results& as) {
    runtime::Numbers one(results.limbs, 1);
    one.words = results.number(k);
    std::string text = runtime::to_text(columns(one, as), runtime::Radix::hex);
    text.pop_back();
    return text;
}

// The words of the outputs if the value of the contract's right side says what they are.
std::optional<runtime::Numbers> outputs_of(const Batch& batch, std::vector<mpz_class> values,
                                           const mpz_class& expected) {
    const ir::Program& meaning = batch.task.meaning;
    runtime::Numbers one(eval::result_words(meaning), 1);
    if (expected < 0 || (expected >> static_cast<mp_bitcnt_t>(limb_bits * one.limbs)) != 0)
        return std::nullopt;
    one.words = eval::to_words(expected, static_cast<size_t>(one.limbs));
    eval::ContractEvaluator contract(meaning);
    add_outputs(meaning, one.words, values);
    if (contract.claimed(values) != expected || contract.broken_promise(values)) return std::nullopt;
    return one;
}

// The message for wrong line k: what is there, and what GMP says.
std::string explanation(const Batch& batch, const runtime::Numbers& results, const std::string& file,
                        size_t k) {
    std::vector<mpz_class> values;
    for (const runtime::Numbers& operand : batch.operands)
        values.push_back(eval::from_words(operand.number(k)));
    eval::ContractEvaluator contract(batch.task.meaning);
    const mpz_class expected = contract.expected(values);
    const std::optional<runtime::Numbers> right = outputs_of(batch, values, expected);
    const Results& as = batch.task.results;
    return fmt::format("{}:{}: {} is wrong; GMP says {} = {}", file, results.line(k), text_of(results, k, as),
                       to_string(*batch.task.meaning.contract.right),
                       right ? text_of(*right, 0, as) : "0x" + expected.get_str(16));
}

void check(CheckOptions& options) {
    options.op = options.spec.operation(options.op);
    Task task = parse_task(options.spec, options.op, options.format);
    const runtime::Layout layout = options.format.parsed_layout();
    if (options.files.size() < 2) throw usage_error("check takes the operands and then the results");
    std::vector<std::string> operands(options.files.begin(), options.files.end() - 1);
    const std::string& file = options.files.back();
    if (is_value(file)) throw usage_error(fmt::format("the results must be a file, not {}", file));
    const std::vector<std::string> files = result_files(file, task.results);
    const Batch batch = read_batch(std::move(task), options.format, operands);
    const std::vector<runtime::Numbers> columns = read_results(files, batch.task.results, layout);
    for (size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].count == batch.count) continue;
        throw runtime::InputError(fmt::format("files of different lengths: the operands have {}, {} has {}",
                                              counted(batch.count, "number"), files[i % files.size()],
                                              columns[i].count));
    }
    const runtime::Numbers results =
        words_of(columns, batch.task.results, eval::result_words(batch.task.meaning));
    std::optional<Output> report;
    if (options.report) report.emplace(*options.report);

    const Verdict verdict = check_lines(batch, results);
    if (verdict.first_wrong) {
        throw Error(Exit::refuted, explanation(batch, results, file, *verdict.first_wrong));
    }
    const double rate = verdict.gmp_seconds > 0 ? double(batch.count) / verdict.gmp_seconds : 0;
    if (report) {
        report->write(nlohmann::ordered_json({{"operation", options.op},
                                              {"bits", batch.task.width.bits},
                                              {"count", batch.count},
                                              {"correct", true},
                                              {"gmp_cores", engine::cores()},
                                              {"gmp_results_per_second", rate}})
                          .dump(2) +
                      "\n");
    }
    Output("-").write(fmt::format("{} of {} agree with GMP ({} on {})\n", batch.count,
                                  counted(batch.count, "line"), quantity(rate, "/s"),
                                  counted(engine::cores(), "core")));
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
        "If a line is wrong, check prints the first wrong line and GMP's result; exit code 4.\n"
        "Example: limbsmith check --bits 131 --op mul a.txt b.txt c.txt");
    command->callback([options] { check(*options); });
}

}  // namespace limbsmith::cli
