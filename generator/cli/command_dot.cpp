// limbsmith dot: the exact dot product of two vectors, rounded once.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "cli/sum/request.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct DotOptions {
    SumRequest request;
    std::string x, y;
};

// The numbers that are left, with those of the block that was read last.
size_t count_to_end(NumberSource& source, Values& block, size_t most) {
    size_t count = 0;
    for (; block.size() != 0; source.read(block, most)) count += block.size();
    return count;
}

void multiply_files(const DotOptions& options) {
    const SumRequest& request = options.request;
    request.require_valid();
    if (options.x == "-" && options.y == "-") throw usage_error("standard input can be read once");
    const std::unique_ptr<NumberSource> x = open_numbers(options.x, request.numbers),
                                        y = open_numbers(options.y, request.numbers);
    const size_t block = std::min(block_of(x->type()), block_of(y->type()));
    Progress progress("multiplying");
    ExactTotal total = request.total();
    Values of_x, of_y;
    for (;;) {
        x->read(of_x, block);
        y->read(of_y, block);
        if (of_x.size() != of_y.size()) {
            const size_t done = total.count(), in_x = done + count_to_end(*x, of_x, block),
                         in_y = done + count_to_end(*y, of_y, block);
            throw runtime::InputError(fmt::format("{} has {}, {} has {}", shown_name(options.x),
                                                  counted(in_x, "number"), shown_name(options.y), in_y));
        }
        if (of_x.size() == 0) break;
        total.add_products(of_x, of_y, x->type(), y->type());
        progress.report(std::max(x->progress(), y->progress()));
    }
    request.write(total);
}

}  // namespace

void add_dot(CLI::App& app) {
    auto options = std::make_shared<DotOptions>();
    CLI::App* command = app.add_subcommand("dot", "multiply two vectors without any error, and round once");
    command->add_option("a", options->x, "a vector: one number a line, or raw numbers")
        ->type_name("FILE")
        ->required();
    command->add_option("b", options->y, "as many numbers")->type_name("FILE")->required();
    options->request.add_to(*command);
    command->footer(
        std::string(
            "Prints the double that is nearest to the exact dot product, by as few digits as name it.\n") +
        number_formats_help + sum_values_help + "Example: limbsmith dot x.npy y.npy --json");
    command->callback([options] { multiply_files(*options); });
}

}  // namespace limbsmith::cli
