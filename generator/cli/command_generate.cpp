// limbsmith generate: the header, on stdout or in a file.
#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "emit/header.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    SpecOptions spec;
    std::string ops = "all", style = "inline", out;
    std::optional<std::string> name;
};

void generate(const Options& options) {
    Spec spec;
    spec.width = options.spec.width();
    spec.ops = parse_operations(options.ops);
    spec.mul = options.spec.algorithm();
    spec.style = parse_style(options.style);
    spec.name = options.name ? parse_name(*options.name) : default_name(spec.width);
    Output output(options.out);
    output.write(emit::header(spec));
}

}  // namespace

void add_generate(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand("generate", "write a self-contained CUDA/C++ header for a width");
    options->spec.add_to(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas (see `limbsmith list`)")
        ->type_name("LIST")
        ->capture_default_str();
    command
        ->add_option("--style", options->style,
                     "inline: functions on structs; macro: NAME_loc and NAME_glo on arrays")
        ->type_name("STYLE")
        ->capture_default_str();
    command->add_option("--name", options->name, "namespace of the header; default: u and the width")
        ->type_name("NAME");
    command->add_option("-o,--output", options->out, "file to write; default: stdout")->type_name("FILE");
    command->callback([options] { generate(*options); });
}

}  // namespace limbsmith::cli
