// limbsmith report: renders results of `limbsmith bench` as one page with plots and tables.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/format.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "emit/report.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::cli {
namespace {

struct ReportOptions {
    std::string results, out = "-";
};

using Json = nlohmann::ordered_json;

enum class Kind { text, number, positive, number_or_null, object, list };
enum class Need { required, optional };

// A required member of an object. The object may have more members.
struct Member {
    const char* name;
    Kind kind;
    Need need = Need::required;
};

const std::vector<Member> of_results = {{"version", Kind::text},
                                        {"command", Kind::text},
                                        {"date", Kind::text},
                                        {"note", Kind::text, Need::optional},
                                        {"machine", Kind::object},
                                        {"rows", Kind::list},
                                        {"crossovers", Kind::list, Need::optional}};
const std::vector<Member> of_machine = {{"host", Kind::object}, {"device", Kind::object, Need::optional}};
const std::vector<Member> of_host = {{"processor", Kind::text}, {"cores", Kind::number}, {"gmp", Kind::text}};
const std::vector<Member> of_device = {
    {"name", Kind::text},           {"compute_capability", Kind::text},   {"multiprocessors", Kind::number},
    {"memory_bytes", Kind::number}, {"highest_sm_mhz", Kind::number},     {"driver", Kind::text},
    {"driver_cuda", Kind::text},    {"highest_memory_mhz", Kind::number}, {"nvrtc", Kind::text}};
const std::vector<Member> of_rooflines = {{"memory_bytes_per_second", Kind::number},
                                          {"wide_products_per_second", Kind::number},
                                          {"additions_per_second", Kind::number},
                                          {"reached_by", Kind::object}};
const std::vector<Member> of_row = {{"suite", Kind::text},
                                    {"operation", Kind::text},
                                    {"bits", Kind::number},
                                    {"algorithm", Kind::text},
                                    {"code", Kind::text},
                                    {"place", Kind::text},
                                    {"modulus", Kind::text, Need::optional},
                                    {"layout", Kind::text, Need::optional},
                                    {"mapping", Kind::text, Need::optional},
                                    {"results", Kind::number, Need::optional},
                                    {"error", Kind::text, Need::optional},
                                    {"results_per_second", Kind::number, Need::optional},
                                    {"seconds", Kind::number, Need::optional},
                                    {"of_limit", Kind::number, Need::optional},
                                    {"limited_by", Kind::text, Need::optional},
                                    {"times_gmp", Kind::number, Need::optional},
                                    {"gmp_cores", Kind::number, Need::optional},
                                    {"registers", Kind::number, Need::optional},
                                    {"spilled_bytes", Kind::number, Need::optional},
                                    {"grid", Kind::number, Need::optional},
                                    {"block", Kind::number, Need::optional},
                                    {"checked", Kind::number, Need::optional},
                                    {"mean_words", Kind::number, Need::optional},
                                    {"deviation_words", Kind::number, Need::optional},
                                    {"gmp_per_second", Kind::number, Need::optional},
                                    {"host_code_per_second", Kind::number, Need::optional},
                                    {"times_gmp_with_transfers", Kind::number, Need::optional}};
const std::vector<Member> of_pool_row = {
    {"mean_words", Kind::positive}, {"deviation_words", Kind::number}, {"results", Kind::positive}};
// null in place of a number: never
const std::vector<Member> of_crossover = {{"operation", Kind::text},
                                          {"mean_words", Kind::number},
                                          {"deviation_words", Kind::number},
                                          {"count", Kind::number_or_null},
                                          {"words", Kind::number_or_null},
                                          {"count_with_transfers", Kind::number_or_null},
                                          {"words_with_transfers", Kind::number_or_null}};

bool is_of(const Json& value, Kind kind) {
    switch (kind) {
        case Kind::text: return value.is_string();
        case Kind::number: return value.is_number() && value >= 0;
        case Kind::positive: return value.is_number() && value > 0;
        case Kind::number_or_null: return value.is_null() || is_of(value, Kind::number);
        case Kind::object: return value.is_object();
        case Kind::list: break;
    }
    return value.is_array();
}

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::text: return "a text";
        case Kind::number: return "a number from 0 on";
        case Kind::positive: return "a number above 0";
        case Kind::number_or_null: return "a number from 0 on, or null";
        case Kind::object: return "an object";
        case Kind::list: break;
    }
    return "a list";
}

// The first error of an object as a message, in which it is called `name`; empty if it has all members.
std::string flaw(const Json& object, const std::string& name, const std::vector<Member>& members) {
    if (!object.is_object()) return fmt::format("{} is {}, not an object", name, object.type_name());
    for (const Member& member : members) {
        const auto found = object.find(member.name);
        if (found == object.end()) {
            if (member.need == Need::optional) continue;
            return fmt::format("{} has no \"{}\"", name, member.name);
        }
        if (!is_of(*found, member.kind))
            return fmt::format("\"{}\" of {} is {}, not {}", member.name, name, found->type_name(),
                               name_of(member.kind));
    }
    return {};
}

std::string flaw_of_row(const Json& row, const std::string& name) {
    std::string why = flaw(row, name, of_row);
    if (why.empty() && (row.at("suite") == "pool" || row.contains("mean_words")))
        why = flaw(row, name, of_pool_row);
    if (!why.empty() || row.contains("error")) return why;
    if (!row.contains("results_per_second")) return name + " has neither results nor an error";
    if (row.at("results_per_second") == 0) return name + " has no results in any time";
    if (!row.contains("checked")) return name + " has no \"checked\"";
    if (row.contains("of_limit") && !row.contains("limited_by")) return name + " does not name its limit";
    if (row.contains("grid") && !row.contains("block")) return name + " has no \"block\"";
    return {};
}

std::string flaw_of_results(const Json& results) {
    std::string why = flaw(results, "the file", of_results);
    if (why.empty()) why = flaw(results.at("machine"), "the machine", of_machine);
    if (why.empty()) why = flaw(results.at("machine").at("host"), "the host", of_host);
    if (why.empty() && results.at("machine").contains("device")) {
        why = flaw(results.at("machine").at("device"), "the device", of_device);
        if (why.empty()) why = flaw(results.value("rooflines", Json()), "\"rooflines\"", of_rooflines);
    }
    if (why.empty() && results.at("rows").empty()) why = "the file has no rows";
    for (size_t k = 0; why.empty() && k < results.at("rows").size(); ++k)
        why = flaw_of_row(results.at("rows").at(k), fmt::format("row {}", k + 1));
    const Json crossovers = results.value("crossovers", Json::array());
    for (size_t k = 0; why.empty() && k < crossovers.size(); ++k)
        why = flaw(crossovers.at(k), fmt::format("crossover {}", k + 1), of_crossover);
    return why;
}

// The results in the file. Throws InputError if it does not hold results.
Json read_results(const std::string& path) {
    const std::string text = runtime::read_text_file(path);
    const auto refuse = [&](const std::string& why) {
        return runtime::InputError(
            fmt::format("{}: {}; `limbsmith bench --json -o FILE` writes such files", path, why));
    };
    Json results = Json::parse(text, nullptr, false);
    if (results.is_discarded()) throw refuse("no JSON, or not all of it");
    if (!results.is_object() || !results.contains("format") || results.at("format") != bench::results_format)
        throw refuse(fmt::format("not results: there is no \"format\": \"{}\"", bench::results_format));
    if (const std::string why = flaw_of_results(results); !why.empty()) throw refuse(why);
    return results;
}

void run(const ReportOptions& options) {
    const auto results = read_results(options.results);
    Output output(options.out);
    const Progress progress("drawing");
    output.write(emit::render_report(results.dump()));
}

}  // namespace

void add_report(CLI::App& app) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command = app.add_subcommand(
        "report", "make a page of plots and tables from results of `limbsmith bench --json`");
    command->add_option("results", options->results, "file of results, - for stdin")
        ->type_name("FILE")
        ->required();
    command->add_option("-o,--output", options->out, "file for the page, HTML; default: stdout")
        ->type_name("FILE");
    command->footer("Example: limbsmith report results.json -o report.html");
    command->callback([options] { run(*options); });
}

}  // namespace limbsmith::cli
