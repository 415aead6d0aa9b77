// limbsmith list: the operations and the named moduli.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "plan/plan.hpp"
#include "spec/field_spec.hpp"
#include "spec/named_moduli.hpp"

namespace limbsmith::cli {
namespace {

// The operands in the order of the command line.
std::string operands(Op op) {
    std::string out;
    const ir::Program program = plan::meaning(op, Width{limb_bits}, MulAlgorithm::automatic);
    for (const ir::Input& input : program.inputs) out += (out.empty() ? "" : " ") + input.name;
    return out;
}

void list(bool json) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    std::string table = fmt::format("{:<10} {:<14} {}\n", "operation", "operands", "");
    for (const OpInfo& info : operations()) {
        rows.push_back({{"name", info.name}, {"operands", operands(info.op)}, {"summary", info.summary}});
        table += fmt::format("{:<10} {:<14} {}\n", info.name, operands(info.op), info.summary);
    }
    nlohmann::ordered_json field_rows = nlohmann::ordered_json::array(),
                           moduli = nlohmann::ordered_json::array();
    table += "\nmodulo a number (--modulus):\n";
    for (const FieldOpInfo& info : field_operations()) {
        field_rows.push_back({{"name", info.name}, {"summary", info.summary}});
        table += fmt::format("{:<25} {}\n", info.name, info.summary);
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
    const nlohmann::ordered_json all = {
        {"operations", rows}, {"modular_operations", field_rows}, {"moduli", moduli}};
    Output("-").write(json ? all.dump(2) + "\n" : table);
}

}  // namespace

void add_list(CLI::App& app) {
    auto json = std::make_shared<bool>(false);
    CLI::App* command =
        app.add_subcommand("list", "list the operations with their operands, and the named moduli");
    command->add_flag("--json", *json, "as JSON");
    command->callback([json] { list(*json); });
}

}  // namespace limbsmith::cli
