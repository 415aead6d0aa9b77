// limbsmith sum: the exact sum of all numbers of some files, rounded once.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "cli/sum/request.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct SumOptions {
    SumRequest request;
    std::vector<std::string> files;
};

void add_file(const SumRequest& request, const std::string& file, ExactTotal& total) {
    const std::unique_ptr<NumberSource> source = open_numbers(file, request.numbers);
    Progress progress("adding the numbers of " + shown_name(file));
    const size_t block = block_of(source->type());
    Values values;
    for (source->read(values, block); values.size() != 0; source->read(values, block)) {
        total.add(values, source->type());
        progress.report(source->progress());
    }
}

void add_files(const SumOptions& options) {
    options.request.require_valid();
    if (std::ranges::count(options.files, "-") > 1) throw usage_error("standard input can be read once");
    ExactTotal total = options.request.total();
    for (const std::string& file : options.files) add_file(options.request, file, total);
    options.request.write(total);
}

}  // namespace

void add_sum(CLI::App& app) {
    auto options = std::make_shared<SumOptions>();
    CLI::App* command = app.add_subcommand("sum", "add numbers without any error, and round once");
    command->add_option("files", options->files, "the numbers of all of them are added")
        ->type_name("FILE")
        ->required();
    options->request.add_to(*command);
    command->footer(
        std::string("Prints the double that is nearest to the exact sum, by as few digits as name it.\n") +
        number_formats_help + sum_values_help +
        "Example: printf '1e100\\n0.1\\n-1e100\\n' | limbsmith sum -");
    command->callback([options] { add_files(*options); });
}

}  // namespace limbsmith::cli
