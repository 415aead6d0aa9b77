// limbsmith explain: the cost of every operation at a width, counted on its program.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "cli/all_lengths.hpp"
#include "cli/command.hpp"
#include "cli/mapping_table.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "pass/pass.hpp"
#include "plan/cost.hpp"
#include "plan/multiplication.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

struct ExplainOptions {
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

Row row(const catalogue::Function& function) {
    return {function.label, function.algorithm, plan::cost(function.program),
            pass::peak_live_words(function.program)};
}

// The functions of the requested operations; for a loop, its straight-line parts.
std::vector<catalogue::Function> functions(const ExplainOptions& options, const Spec& spec) {
    if (spec.width.mapping.is_group()) {
        if (!options.program.empty())
            throw unsupported(
                fmt::format("over several lanes {} has no program of its own; the nearest is --program with "
                            "--map thread",
                            options.program));
        return catalogue::functions(spec);
    }
    std::vector<catalogue::Function> all;
    for (const std::string& name : spec.ops) {
        std::vector<catalogue::Function> some = catalogue::functions(catalogue::operation(spec, name), spec);
        if (some.empty() && !options.program.empty()) {
            throw unsupported(
                fmt::format("{} is a loop around other operations and has no program of its own", name));
        }
        std::ranges::move(some, std::back_inserter(all));
    }
    return all;
}

// `mul` by every reduction that the modulus has, and by a Karatsuba product with a separate reduction.
std::vector<Row> modular_alternatives(const Spec& spec) {
    std::vector<Row> rows;
    const auto add = [&](Reduction reduction, MulChoice mul) {
        Spec other = spec;
        other.reduction = reduction, other.mul = mul;
        rows.push_back(row(catalogue::functions(catalogue::operation(other, "mul"), other)[0]));
        rows.back().algorithm =
            fmt::format("{}{}", to_string(reduction), mul == MulChoice() ? "" : "+" + to_string(mul));
    };
    const Modulus& modulus = *spec.modulus;
    if (modulus.is_odd()) add(Reduction::montgomery, {});
    if (!modulus.is_known()) return rows;
    if (!special_forms(modulus).empty()) add(Reduction::special, {});
    add(Reduction::barrett, {});
    if (modulus.is_odd() && most_levels(modulus.width()) > 0)
        add(Reduction::montgomery, {MulAlgorithm::karatsuba, 1});
    return rows;
}

// `mul` by every multiplication.
std::vector<Row> whole_alternatives(const Spec& spec) {
    std::vector<Row> rows;
    for (const MulChoice mul : plan::multiplications(spec.width)) {
        Spec other = spec;
        other.mul = mul;
        rows.push_back(row(catalogue::functions(catalogue::operation(other, "mul"), other)[0]));
    }
    return rows;
}

std::vector<Row> alternatives(const Spec& spec) {
    if (spec.has_digits() || std::ranges::count(spec.ops, "mul") == 0 || spec.width.mapping.is_group())
        return {};
    return spec.is_modular() ? modular_alternatives(spec) : whole_alternatives(spec);
}

std::string line(const Row& row) {
    const plan::Cost& c = row.cost;
    return fmt::format("{:<22} {:<22} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8.1f} {:>7.1f} {:>6}\n", row.name,
                       row.algorithm, c.instructions, c.wide_products, c.half_products, c.additions, c.logic,
                       c.product_time(), c.issue_slots() / 4.0, row.live_words);
}

std::string head(const Spec& spec) {
    const Width width = spec.width;
    if (const auto& digits = spec.digits)
        return fmt::format("{} from -{} to {} to the radix {}, a limb each\n\n",
                           counted(digits->count, "digit"), digits->bound, digits->bound, digits->radix);
    if (width.mapping.is_group())
        return fmt::format("{}: {} of {}; the programs of one lane, which loops over lanes call\n\n",
                           counted(width.bits, "bit"), counted(width.lanes(), "lane"),
                           counted(width.lane_limbs(), "limb"));
    return fmt::format("{}: {}, products of {}\n\n", counted(width.bits, "bit"),
                       counted(width.limbs(), "limb"), counted(width.wide_limbs(), "limb"));
}

std::string column_titles() {
    return fmt::format("{:<22} {:<22} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7} {:>6}\n", "operation",
                       "algorithm", "PTX", "wide", "half", "adds", "logic", "product", "issue", "live");
}

constexpr const char* legend =
    "\nPTX: instructions. wide: 32x32+64-bit multiply-adds. half: products of which one word is needed.\n"
    "product, issue: time in the product pipe and for issuing, in wide products (32 a clock and SM on an\n"
    "H200); the larger one bounds the speed. live: words alive at once, a lower bound for registers.\n"
    "limbsmith verify proves each program against its contract.\n";

std::string table(const std::vector<Row>& rows, const std::vector<Row>& alternatives, const Spec& spec) {
    std::string out = head(spec);
    out += column_titles();
    for (const Row& row : rows) out += line(row);
    if (!alternatives.empty()) out += "\nthe same product by other means (--mul, --reduction):\n";
    for (Row row : alternatives) {
        row.name.clear();
        out += line(row);
    }
    return out + legend;
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

nlohmann::ordered_json json(const std::vector<Row>& rows, const std::vector<Row>& alternatives,
                            const Spec& spec) {
    const Width width = spec.width;
    nlohmann::ordered_json out = {
        {"bits", width.bits}, {"limbs", width.limbs()}, {"wide_limbs", width.wide_limbs()}};
    if (const auto& digits = spec.digits)
        out = {{"radix", digits->radix}, {"digits", digits->count}, {"digit_bound", digits->bound}};
    if (width.mapping.is_group()) out.update({{"lanes", width.lanes()}, {"lane_limbs", width.lane_limbs()}});
    out["operations"] = nlohmann::ordered_json::array();
    for (const Row& row : rows) out["operations"].push_back(json(row));
    for (const Row& row : alternatives) out["mul_alternatives"].push_back(json(row));
    return out;
}

// The report lists the programs of a lane, for kernels on numbers of any length.
void explain(const catalogue::DeviceKernels& kernels, const ExplainOptions& options) {
    const std::vector<catalogue::Function> all = catalogue::functions(kernels);
    std::string text;
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const catalogue::Function& function : all) {
        if (!options.program.empty() && options.program != function.label) continue;
        text += options.program.empty() ? line(row(function)) : dump(function.program) + "\n";
        rows.push_back(json(row(function)));
    }
    if (rows.empty()) {
        std::vector<std::string> names;
        for (const catalogue::Function& function : all) names.push_back(function.label);
        throw usage_error(fmt::format("--map {} has no program '{}'{} ({})", kernels.name, options.program,
                                      suggestion(options.program, names), fmt::join(names, ", ")));
    }
    if (options.json) {
        text = nlohmann::ordered_json({{"kernels", kernels.name}, {"programs", rows}}).dump(2) + "\n";
    } else if (options.program.empty()) {
        text =
            fmt::format("numbers of any length (--map {}): the programs of one lane, which kernels call\n\n",
                        kernels.name) +
            column_titles() + text + legend;
    }
    Output("-").write(text);
}

void explain(const ExplainOptions& options) {
    if (const auto kernels = kernels_for_width(options.spec, {{options.ops != "all", "--ops"}}))
        return explain(*kernels, options);
    const Spec spec = options.spec.spec(options.program.empty() ? options.ops : options.program);
    const std::vector<catalogue::Function> all = functions(options, spec);
    Output output("-");
    if (!options.program.empty()) {  // instruction by instruction
        std::string text;
        for (const catalogue::Function& function : all) text += dump(function.program) + "\n";
        output.write(text);
        return;
    }
    std::vector<Row> rows;
    for (const catalogue::Function& function : all) rows.push_back(row(function));
    const std::vector<Row> others = alternatives(spec);
    const bool is_measured = has_measured_mappings(spec);
    const uint64_t batch = options.spec.batch;
    if (options.json) {
        nlohmann::ordered_json all_json = json(rows, others, spec);
        if (is_measured) all_json["mappings"] = mapping_json(spec, batch);
        output.write(all_json.dump(2) + "\n");
    } else {
        output.write(table(rows, others, spec) + (is_measured ? mapping_table(spec, batch) : ""));
    }
}

}  // namespace

void add_explain(CLI::App& app) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command = app.add_subcommand(
        "explain",
        "count the instructions of every operation, say what bounds its speed, and compare mappings");
    options->spec.add_to(*command);
    options->spec.add_expression(*command);
    options->spec.add_batch(*command);
    command->add_option("--ops", options->ops, "operations, separated by commas")
        ->type_name("LIST")
        ->capture_default_str();
    CLI::Option* program =
        command
            ->add_option("--program", options->program,
                         "print the program of this operation instead, instruction by instruction")
            ->type_name("OP");
    command->add_flag("--json", options->json, "the table as JSON")->excludes(program);
    command->footer(
        "--map grid and --map pool, and more bits than other mappings have, mean the programs of the "
        "kernels\n"
        "for numbers of any length.\n"
        "Example: limbsmith explain --modulus '2^255-19' --ops mul,sqr\n"
        "Example: limbsmith explain --modulus runtime --bits 2048 --ops pow --batch 1000");
    command->callback([options] { explain(*options); });
}

}  // namespace limbsmith::cli
