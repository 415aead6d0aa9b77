// limbsmith cache: the files that limbsmith keeps, and how much room they take.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cache/cache.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/quantity.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CacheOptions {
    bool size = false, clear = false, json = false;
};

struct Sum {
    size_t files = 0;
    uint64_t bytes = 0;
};

Sum sum_of(const std::vector<cache::File>& files, std::optional<cache::Kind> kind = {}) {
    Sum sum;
    for (const cache::File& file : files) {
        if (kind && file.kind != *kind) continue;
        ++sum.files;
        sum.bytes += file.bytes;
    }
    return sum;
}

std::string table(const std::vector<cache::File>& files) {
    constexpr auto columns = "{:<12} {:>8} {:>10}  {}\n";
    std::string out = fmt::format(columns, "", "files", "size", "folder");
    for (const cache::Kind kind : cache::kinds) {
        const auto folder = cache::folder(kind);
        const Sum sum = sum_of(files, kind);
        out += fmt::format(columns, cache::name(kind), sum.files, quantity(double(sum.bytes), "B"),
                           folder ? folder->string() : "off");
    }
    const Sum all = sum_of(files);
    return out + fmt::format("{:<12} {:>8} {:>10}  of {} (LIMBSMITH_CACHE_LIMIT)\n", "total", all.files,
                             quantity(double(all.bytes), "B"), quantity(double(cache::limit()), "B"));
}

Json json(const std::vector<cache::File>& files) {
    Json out = {{"limit_bytes", cache::limit()}, {"bytes", sum_of(files).bytes}, {"folders", Json::array()}};
    for (const cache::Kind kind : cache::kinds) {
        const auto folder = cache::folder(kind);
        const Sum sum = sum_of(files, kind);
        out["folders"].push_back({{"kind", cache::name(kind)},
                                  {"folder", folder ? Json(folder->string()) : Json(nullptr)},
                                  {"files", sum.files},
                                  {"bytes", sum.bytes}});
    }
    return out;
}

void clear(const std::vector<cache::File>& files) {
    std::vector<cache::File> removed;
    std::string refused;
    for (const cache::File& file : files) {
        std::error_code error;
        std::filesystem::remove(file.path, error);
        if (!error)
            removed.push_back(file);
        else if (refused.empty())
            refused = fmt::format("cannot remove {}: {}", file.path.string(), error.message());
    }
    const Sum sum = sum_of(removed);
    fmt::print(stderr, "{} removed, {}\n", counted(sum.files, "file"), quantity(double(sum.bytes), "B"));
    if (!refused.empty()) throw Error(Exit::failed, refused);
}

void show(const CacheOptions& options) {
    const std::vector<cache::File> files = cache::files();
    if (options.clear) return clear(files);
    if (options.size) return Output("-").write(fmt::format("{}\n", sum_of(files).bytes));
    Output("-").write(options.json ? json(files).dump(2) + "\n" : table(files));
}

}  // namespace

void add_cache(CLI::App& app) {
    auto options = std::make_shared<CacheOptions>();
    CLI::App* command = app.add_subcommand("cache", "show or remove the files that limbsmith keeps");
    CLI::Option* size = command->add_flag("--size", options->size, "print the bytes that all files take");
    CLI::Option* clear = command->add_flag("--clear", options->clear, "remove all files");
    CLI::Option* json = command->add_flag("--json", options->json, "the table as JSON");
    size->excludes(clear)->excludes(json);
    clear->excludes(json);
    command->footer(
        "limbsmith keeps proofs (compressed), compiled kernels (images) and records of self-checks, at most\n"
        "512 MB of all together. The least recently used files are removed first.\n"
        "LIMBSMITH_CACHE_LIMIT=2G sets another limit. LIMBSMITH_PROOF_CACHE, LIMBSMITH_IMAGE_CACHE and\n"
        "LIMBSMITH_SELF_CHECK name other folders; `off` keeps no proofs or images, and skips self-checks.\n"
        "Only files with names that limbsmith gives are counted and removed.\n"
        "Example: limbsmith cache --clear");
    command->callback([options] { show(*options); });
}

}  // namespace limbsmith::cli
