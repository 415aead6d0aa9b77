#include "cli/results_file.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "bench/format.hpp"
#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::cli {
namespace {

enum class Kind { text, number, positive, number_or_null, number_or_infinite, object, list };
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
// of bench-sums, and of bench-groups and bench-dots
const std::vector<Member> of_sums = {
    {"device", Kind::text}, {"count", Kind::positive}, {"wrong", Kind::number}, {"rows", Kind::list}};
const std::vector<Member> of_sum = {{"what", Kind::text},
                                    {"data", Kind::text},
                                    {"per_second", Kind::positive},
                                    {"of_reading", Kind::number},
                                    {"relative_error", Kind::number_or_infinite, Need::optional}};
const std::vector<Member> of_groups = {
    {"device", Kind::text}, {"cores", Kind::positive}, {"wrong", Kind::number}, {"rows", Kind::list}};
const std::vector<Member> of_group = {{"k", Kind::positive},
                                      {"digits", Kind::positive},
                                      {"what", Kind::text},
                                      {"seconds", Kind::positive},
                                      {"without_transfers", Kind::positive}};

bool is_of(const Json& value, Kind kind) {
    switch (kind) {
        case Kind::text: return value.is_string();
        case Kind::number: return value.is_number() && value >= 0;
        case Kind::positive: return value.is_number() && value > 0;
        case Kind::number_or_null: return value.is_null() || is_of(value, Kind::number);
        case Kind::number_or_infinite: return value == "infinite" || is_of(value, Kind::number);
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
        case Kind::number_or_infinite: return "a number from 0 on, or \"infinite\"";
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

std::string flaw_of_bench(const Json& results) {
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

// The first error of results of which all rows have these members.
std::string flaw_of_rows(const Json& results, const std::vector<Member>& all,
                         const std::vector<Member>& of_each) {
    std::string why = flaw(results, "the file", all);
    if (why.empty() && results.at("rows").empty()) why = "the file has no rows";
    for (size_t k = 0; why.empty() && k < results.at("rows").size(); ++k)
        why = flaw(results.at("rows").at(k), fmt::format("row {}", k + 1), of_each);
    return why;
}

std::string flaw_of_sums(const Json& results) { return flaw_of_rows(results, of_sums, of_sum); }

// Each time of a GPU stands beside one of the host, digit by digit, of as many numbers.
std::string flaw_of_groups(const Json& results) {
    std::string why = flaw_of_rows(results, of_groups, of_group);
    if (!why.empty()) return why;
    std::set<std::pair<double, double>> on_host;
    bool has_gpu = false;
    for (const Json& row : results.at("rows")) {
        if (row.at("what") == "digits") on_host.emplace(row.at("k"), row.at("digits"));
        has_gpu = has_gpu || (row.at("what") != "digits" && row.at("what") != "GMP");
    }
    for (const Json& row : results.at("rows"))
        if (on_host.count({row.at("k"), row.at("digits")}) == 0)
            return fmt::format("there is no row \"digits\" for k = {}, {} digits", row.at("k").dump(),
                               row.at("digits").dump());
    return has_gpu ? "" : "the file has no times of a GPU";
}

struct Format {
    const char* name;
    const char* writer;
    std::string (*flaw)(const Json&);
};
constexpr Format formats[] = {{bench::results_format, "limbsmith bench --json -o FILE", flaw_of_bench},
                              {"limbsmith sums 1", "bench-sums COUNT FILE", flaw_of_sums},
                              {"limbsmith groups 1", "bench-groups FILE", flaw_of_groups},
                              {"limbsmith dots 1", "bench-dots FILE", flaw_of_groups}};

}  // namespace

Json read_results(const std::string& path) {
    const std::string text = runtime::read_text_file(path);
    const auto refuse = [&](const std::string& why, const Format& format = formats[0]) {
        return runtime::InputError(fmt::format("{}: {}; `{}` writes such files", path, why, format.writer));
    };
    Json results = Json::parse(text, nullptr, false);
    if (results.is_discarded()) throw refuse("no JSON, or not all of it");
    const Json name = results.is_object() ? results.value("format", Json()) : Json();
    for (const Format& format : formats) {
        if (name != format.name) continue;
        if (const std::string why = format.flaw(results); !why.empty()) throw refuse(why, format);
        return results;
    }
    throw refuse(fmt::format("not results: there is no \"format\": \"{}\"", bench::results_format));
}

}  // namespace limbsmith::cli
