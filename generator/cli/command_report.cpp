// limbsmith report: results of `limbsmith bench` as one page with plots and tables.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/format.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "emit/report.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    std::string results, out;
};

// The file, if it holds results. Throws InputError with what is wrong.
nlohmann::ordered_json read_results(const std::string& path) {
    const std::string text = runtime::read_file(path);
    const auto refuse = [&](const std::string& why) {
        return runtime::InputError(
            fmt::format("{}: {}; `limbsmith bench --json -o FILE` writes what this reads", path, why));
    };
    const auto results = nlohmann::ordered_json::parse(text, nullptr, false);
    if (results.is_discarded()) throw refuse("no JSON, or not all of it");
    if (!results.is_object() || results.value("format", "") != bench::results_format)
        throw refuse(fmt::format("not results: there is no \"format\": \"{}\"", bench::results_format));
    for (const char* key : {"version", "command", "date", "machine", "rows"}) {
        if (!results.contains(key)) throw refuse(fmt::format("the results have no \"{}\"", key));
    }
    if (!results.at("machine").is_object() || !results.at("machine").contains("host"))
        throw refuse("the results do not say on which machine they were taken");
    if (!results.at("rows").is_array() || results.at("rows").empty())
        throw refuse("the results have no rows");
    for (const auto& row : results.at("rows")) {
        for (const char* key : {"suite", "operation", "bits", "algorithm", "code", "place"}) {
            if (!row.is_object() || !row.contains(key)) throw refuse(fmt::format("a row has no \"{}\"", key));
        }
        if (!row.contains("error") && !row.contains("results_per_second"))
            throw refuse("a row has neither results nor an error");
    }
    return results;
}

void run(const Options& options) {
    const auto results = read_results(options.results);
    Output output(options.out);
    output.write(emit::render_report(results.dump()));
}

}  // namespace

void add_report(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("report", "results of `limbsmith bench --json` as one page with plots and tables");
    command->add_option("results", options->results, "file of results, - for stdin")
        ->type_name("FILE")
        ->required();
    command->add_option("-o,--output", options->out, "file for the page, HTML; default: stdout")
        ->type_name("FILE");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
