// limbsmith list: prints the operations and the named moduli.
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "cli/command.hpp"
#include "cli/grid.hpp"
#include "cli/output.hpp"
#include "cli/results.hpp"
#include "grid/operations.hpp"
#include "spec/mapping.hpp"
#include "spec/named_moduli.hpp"

namespace limbsmith::cli {
namespace {

// The operands of a batch, in the order of the command line, or its results, in the order of the columns.
template <class Parameters>
std::string names(const Parameters& parameters) {
    std::string out;
    for (const auto& it : parameters) out += (out.empty() ? "" : " ") + it.name;
    return out;
}

std::string line(std::string_view name, const std::string& operands, const std::string& results,
                 std::string_view summary) {
    const bool has_several = results.find(' ') != std::string::npos;
    return fmt::format("{:<12} {:<26} {}\n", name, has_several ? operands + " -> " + results : operands,
                       summary);
}

// Adds the rows of a number system. The operands of an operation are those for the first example that supports it.
void add_rows(const NumberSystem& system, nlohmann::ordered_json& rows, std::string& table) {
    Spec with_expression = Spec::of(Width{limb_bits}),
         modular = Spec::modulo(parse_modulus("2^61-1"), Reduction::montgomery),
         modular_with_expression = modular;
    with_expression.fused = modular_with_expression.fused = parse_fused("a*b + a");
    const Spec examples[] = {Spec::of(Width{limb_bits}),
                             with_expression,
                             modular,
                             modular_with_expression,
                             Spec::modulo(Modulus::at_run_time(Width{limb_bits}), Reduction::montgomery),
                             Spec::in_digits({10, 6, 4})};
    for (const catalogue::Operation& operation : catalogue::operations(system)) {
        const Spec& spec = *std::ranges::find_if(examples, [&](const Spec& example) {
            return example.system() == system && catalogue::why_not(operation, example).empty();
        });
        const ir::Program meaning = catalogue::meaning(operation, spec);
        const std::string takes = names(meaning.inputs),
                          gives = names(results(meaning, spec.width, operation.has_exact_sum, {}));
        rows.push_back({{"name", operation.name},
                        {"operands", takes},
                        {"results", gives},
                        {"summary", operation.summary}});
        table += line(operation.name, takes, gives, operation.summary);
    }
}

void list(bool json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array(), field_rows = rows, digit_rows = rows,
                           grid_rows = rows, moduli = rows;
    std::string table = fmt::format("{:<12} {:<26} {}\n", "operation", "operands", "");
    add_rows(NumberSystem::whole(), rows, table);
    table += "\nmodulo a number (--modulus):\n";
    add_rows(NumberSystem::residues(), field_rows, table);
    table += "\nnumbers in signed digits (--radix, --digits):\n";
    add_rows(NumberSystem::digits(), digit_rows, table);
    table += fmt::format("\nnumbers of any length, up to {} bits (run --map grid):\n", max_grid_bits);
    for (const grid::Operation& operation : grid::operations()) {
        const std::string takes = fmt::format("{}", fmt::join(operation.operands(), " ")),
                          gives = fmt::format("{}", fmt::join(operation.results(), " "));
        grid_rows.push_back({{"name", operation.name},
                             {"operands", takes},
                             {"results", gives},
                             {"summary", operation.row().formula}});
        table += line(operation.name, takes, gives, operation.row().formula);
    }
    table += "\nnamed moduli:\n";
    for (const NamedModulus& modulus : named_moduli()) {
        moduli.push_back({{"name", modulus.name},
                          {"expression", modulus.expression},
                          {"description", modulus.description}});
        table += fmt::format("@{:<24} {}\n", modulus.name, modulus.description);
    }
    table +=
        "\nlimbsmith generate prints them, limbsmith explain counts their cost, limbsmith verify proves "
        "them.\n";
    const nlohmann::ordered_json all = {{"operations", rows},
                                        {"modular_operations", field_rows},
                                        {"digit_operations", digit_rows},
                                        {"grid_operations", grid_rows},
                                        {"moduli", moduli}};
    Output("-").write(json ? all.dump(2) + "\n" : table);
}

}  // namespace

void add_list(CLI::App& app) {
    auto json = std::make_shared<bool>(false);
    CLI::App* command =
        app.add_subcommand("list", "list the operations with their operands, and the named moduli");
    command->add_flag("--json", *json, "as JSON");
    command->footer("Example: limbsmith list");
    command->callback([json] { list(*json); });
}

}  // namespace limbsmith::cli
