// limbsmith explain: what every operation costs at a width, counted on its program.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/field_plan.hpp"
#include "plan/plan.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

struct Options {
    SpecOptions spec;
    std::string ops = "all", program;
    bool json = false;
};

struct Row {
    std::string name;
    std::string_view algorithm;
    plan::Cost cost;
    int live_words;
};

// The programs to explain, with the algorithms they are made by.
struct Explained {
    ir::Program program;
    std::string_view algorithm;
};

std::vector<Explained> programs(const Options& options) {
    std::vector<Explained> all;
    const std::string& list = options.program.empty() ? options.ops : options.program;
    if (options.spec.has_modulus()) {
        const Modulus modulus = options.spec.parsed_modulus();
        for (FieldOp op : parse_field_operations(list, modulus)) {
            auto program = plan::field_program(op, modulus, options.spec.algorithm());
            if (program) all.push_back({std::move(*program), "montgomery"});
        }
        return all;
    }
    for (Op op : parse_operations(list)) {
        for (ir::Program& program : plan::functions(op, options.spec.width(), options.spec.algorithm())) {
            all.push_back({std::move(program), plan::algorithm_name(op, options.spec.algorithm())});
        }
    }
    return all;
}

std::vector<Row> rows(const std::vector<Explained>& all) {
    std::vector<Row> rows;
    for (const Explained& explained : all) {
        const ir::Program& program = explained.program;
        std::string name = program.name;
        if (program.outputs.size() > 1) name += "+" + program.outputs[1].name;
        rows.push_back({name, explained.algorithm, plan::cost(program), pass::peak_live_words(program)});
    }
    return rows;
}

std::string table(const std::vector<Row>& rows, Width width) {
    std::string out = fmt::format("{} bits: {} limbs, products of {} limbs\n\n", width.bits, width.limbs(),
                                  width.wide_limbs());
    out += fmt::format("{:<12} {:<13} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n", "operation",
                       "algorithm", "PTX", "wide", "half", "adds", "logic", "product", "issue", "live");
    for (const Row& row : rows) {
        const plan::Cost& c = row.cost;
        out += fmt::format("{:<12} {:<13} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8.1f} {:>7.1f} {:>6}\n", row.name,
                           row.algorithm, c.instructions, c.wide_products, c.half_products, c.additions,
                           c.logic, c.product_time(), c.issue_slots() / 4.0, row.live_words);
    }
    return out +
           "\nPTX: instructions. wide: 32x32+64-bit multiply-adds. half: products of which one word is "
           "needed.\n"
           "product, issue: time in the product pipe and for issuing, in wide products (32 a clock and SM on "
           "an\n"
           "H200); the larger one bounds the speed. live: words alive at once, a lower bound for "
           "registers.\n";
}

std::string json(const std::vector<Row>& rows, Width width) {
    nlohmann::ordered_json out = {
        {"bits", width.bits}, {"limbs", width.limbs()}, {"wide_limbs", width.wide_limbs()}};
    for (const Row& row : rows) {
        out["operations"].push_back({{"name", row.name},
                                     {"algorithm", row.algorithm},
                                     {"instructions", row.cost.instructions},
                                     {"wide_products", row.cost.wide_products},
                                     {"half_products", row.cost.half_products},
                                     {"additions", row.cost.additions},
                                     {"logic", row.cost.logic},
                                     {"product_time", row.cost.product_time()},
                                     {"issue_slots", row.cost.issue_slots()},
                                     {"live_words", row.live_words}});
    }
    return out.dump(2) + "\n";
}

void explain(const Options& options) {
    const Width width =
        options.spec.has_modulus() ? options.spec.parsed_modulus().width() : options.spec.width();
    const std::vector<Explained> all = programs(options);
    Output output("");
    if (!options.program.empty()) {  // instruction by instruction
        std::string text;
        for (const Explained& explained : all) text += dump(explained.program) + "\n";
        output.write(text);
    } else {
        output.write(options.json ? json(rows(all), width) : table(rows(all), width));
    }
}

}  // namespace

void add_explain(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("explain", "instruction counts of every operation, and what bounds its speed");
    options->spec.add_to(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas")
        ->type_name("LIST")
        ->capture_default_str();
    CLI::Option* program =
        command->add_option("--program", options->program, "print the program of this operation instead")
            ->type_name("OP");
    command->add_flag("--json", options->json, "the table as JSON")->excludes(program);
    command->callback([options] { explain(*options); });
}

}  // namespace limbsmith::cli
