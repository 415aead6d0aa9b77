// limbsmith report: renders results of measurements as one page with plots and tables.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/results_file.hpp"
#include "emit/report.hpp"

namespace limbsmith::cli {
namespace {

struct ReportOptions {
    std::string results, out = "-";
};

void run(const ReportOptions& options) {
    const auto results = read_results(options.results);
    Output output(options.out);
    const Progress progress("drawing");
    output.write(emit::render_report(results.dump()));
}

}  // namespace

void add_report(CLI::App& app) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand("report",
                                           "make a page of plots and tables from results of `limbsmith bench "
                                           "--json`, bench-sums, bench-groups or bench-dots");
    command->add_option("results", options->results, "file of results, - for stdin")
        ->type_name("FILE")
        ->required();
    command->add_option("-o,--output", options->out, "file for the page, HTML; default: stdout")
        ->type_name("FILE");
    command->footer("Example: limbsmith report results.json -o report.html");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
