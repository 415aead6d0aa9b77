// limbsmith explain: what every operation costs at a width, counted on its program.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/field_plan.hpp"
#include "plan/inverse.hpp"
#include "plan/multiplication.hpp"
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
    std::string algorithm;
    plan::Cost cost;
    int live_words;
};

// The programs to explain, with the algorithms they are made by.
struct Explained {
    ir::Program program;
    std::string algorithm;
};

// `more`: what tells the function from another of the same name, its second output.
Row row(const Explained& explained, const std::string& more = "") {
    const ir::Program& program = explained.program;
    return {program.name + more, explained.algorithm, plan::cost(program), pass::peak_live_words(program)};
}

// The rows of a table; add+carry stands after add.
std::vector<Row> rows_of(const std::vector<Explained>& all) {
    std::vector<Row> rows;
    for (const Explained& explained : all) {
        const auto& [program, algorithm] = explained;
        const bool is_second = !rows.empty() && rows.back().name == program.name;
        rows.push_back(row(explained, is_second ? "+" + program.outputs[1].name : ""));
    }
    return rows;
}

// Those of the operations; of a loop, its straight-line parts.
std::vector<Explained> programs(const Options& options) {
    std::vector<Explained> all;
    const std::string& list = options.program.empty() ? options.ops : options.program;
    const MulChoice mul = options.spec.algorithm();
    if (options.spec.has_modulus()) {
        const Modulus modulus = options.spec.parsed_modulus();
        const Reduction reduction = options.spec.parsed_reduction(modulus, list);
        const FieldSpec spec = options.spec.field_spec(list, std::nullopt);
        for (FieldOp op : spec.ops) {
            auto program = plan::field_program(op, modulus, reduction, mul);
            if (program) {
                all.push_back({std::move(*program), std::string(to_string(reduction))});
            } else if (op == FieldOp::inv && plan::inverse_method(spec) == InverseChoice::divsteps) {
                for (ir::Program& part : plan::divsteps_inverse(spec).programs) {
                    all.push_back({std::move(part), "divsteps"});
                }
            } else if (!options.program.empty()) {
                throw unsupported(fmt::format(
                    "{} is a loop around other operations and has no program of its own", name(op)));
            }
        }
        return all;
    }
    const Width width = options.spec.width();
    for (Op op : parse_operations(list)) {
        for (ir::Program& program : plan::functions(op, width, mul)) {
            all.push_back({std::move(program), plan::algorithm_name(op, width, mul)});
        }
    }
    return all;
}

// `mul` by every reduction that the modulus has, and by a separate one after a Karatsuba product.
std::vector<Row> field_alternatives(const Options& options) {
    const Modulus modulus = options.spec.parsed_modulus();
    const auto asked =
        parse_field_operations(options.ops, modulus, options.spec.parsed_reduction(modulus, options.ops));
    std::vector<Row> rows;
    if (std::ranges::count(asked, FieldOp::mul) == 0) return rows;
    const auto add = [&](Reduction reduction, MulChoice mul) {
        std::string how =
            fmt::format("{}{}", to_string(reduction), mul == MulChoice() ? "" : "+" + to_string(mul));
        rows.push_back(row({*plan::field_program(FieldOp::mul, modulus, reduction, mul), std::move(how)}));
    };
    if (modulus.is_odd()) add(Reduction::montgomery, {});
    if (!modulus.is_known()) return rows;
    if (!special_forms(modulus).empty()) add(Reduction::special, {});
    add(Reduction::barrett, {});
    if (modulus.is_odd() && most_levels(modulus.width()) > 0)
        add(Reduction::montgomery, {MulAlgorithm::karatsuba, 1});
    return rows;
}

// `mul` by every multiplication there is, if it is among the operations.
std::vector<Row> alternatives(const Options& options, Width width) {
    if (options.spec.has_modulus()) return field_alternatives(options);
    std::vector<Row> rows;
    if (std::ranges::count(parse_operations(options.ops), Op::mul) == 0) return rows;
    for (const MulChoice mul : plan::multiplications(width))
        rows.push_back(row({plan::multiplication(Op::mul, width, mul), to_string(mul)}));
    return rows;
}

std::string line(const Row& row) {
    const plan::Cost& c = row.cost;
    return fmt::format("{:<16} {:<22} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8.1f} {:>7.1f} {:>6}\n", row.name,
                       row.algorithm, c.instructions, c.wide_products, c.half_products, c.additions, c.logic,
                       c.product_time(), c.issue_slots() / 4.0, row.live_words);
}

std::string table(const std::vector<Row>& rows, const std::vector<Row>& alternatives, Width width) {
    std::string out = fmt::format("{}: {}, products of {}\n\n", counted(width.bits, "bit"),
                                  counted(width.limbs(), "limb"), counted(width.wide_limbs(), "limb"));
    out += fmt::format("{:<16} {:<22} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n", "operation",
                       "algorithm", "PTX", "wide", "half", "adds", "logic", "product", "issue", "live");
    for (const Row& row : rows) out += line(row);
    if (!alternatives.empty()) out += "\nthe same product by other means (--mul, --reduction):\n";
    for (Row row : alternatives) {
        row.name.clear();
        out += line(row);
    }
    return out +
           "\nPTX: instructions. wide: 32x32+64-bit multiply-adds. half: products of which one word is "
           "needed.\n"
           "product, issue: time in the product pipe and for issuing, in wide products (32 a clock and SM on "
           "an\n"
           "H200); the larger one bounds the speed. live: words alive at once, a lower bound for "
           "registers.\n"
           "limbsmith verify proves each program against its contract.\n";
}

nlohmann::ordered_json json(const Row& row) {
    return {{"name", row.name},
            {"algorithm", row.algorithm},
            {"instructions", row.cost.instructions},
            {"wide_products", row.cost.wide_products},
            {"half_products", row.cost.half_products},
            {"additions", row.cost.additions},
            {"logic", row.cost.logic},
            {"product_time", row.cost.product_time()},
            {"issue_slots", row.cost.issue_slots()},
            {"live_words", row.live_words}};
}

std::string json(const std::vector<Row>& rows, const std::vector<Row>& alternatives, Width width) {
    nlohmann::ordered_json out = {
        {"bits", width.bits}, {"limbs", width.limbs()}, {"wide_limbs", width.wide_limbs()}};
    out["operations"] = nlohmann::ordered_json::array();
    for (const Row& row : rows) out["operations"].push_back(json(row));
    for (const Row& row : alternatives) out["mul_alternatives"].push_back(json(row));
    return out.dump(2) + "\n";
}

void explain(const Options& options) {
    const Width width = options.spec.number_width();
    const std::vector<Explained> all = programs(options);
    Output output("-");
    if (!options.program.empty()) {  // instruction by instruction
        std::string text;
        for (const Explained& explained : all) text += dump(explained.program) + "\n";
        output.write(text);
        return;
    }
    const std::vector<Row> rows = rows_of(all);
    const std::vector<Row> others = alternatives(options, width);
    output.write(options.json ? json(rows, others, width) : table(rows, others, width));
}

}  // namespace

void add_explain(CLI::App& app) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("explain", "instruction counts of every operation, and the bound of its speed");
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
