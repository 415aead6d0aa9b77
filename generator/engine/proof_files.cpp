#include "engine/proof_files.hpp"

#include <fmt/format.h>

#include "cache/cache.hpp"
#include "check/budget.hpp"
#include "engine/gzip.hpp"
#include "proof_text/read.hpp"

namespace limbsmith::engine {

namespace fs = std::filesystem;

std::optional<fs::path> cache_folder() { return cache::folder(cache::Kind::proofs); }

fs::path proof_file(const fs::path& folder, const std::string& text, std::string_view suffix) {
    return folder / fmt::format("{:016x}.{}.gz", std::hash<std::string>{}(text), suffix);
}

bool is_accepted(const fs::path& path, unsigned times, const std::function<bool(std::istream&)>& holds) {
    if (!cache::is_file(path)) return false;
    GzipReader file(path);
    const auto ignored = [&](const std::exception& why) {
        fmt::print(stderr, "limbsmith: {} is ignored: {}\n", path.string(), why.what());
        return false;
    };
    const check::Budget budget(times * check::usual_work, times * check::usual_memory);
    try {
        if (!holds(file) || file.bad()) return false;
    } catch (const check::TooMuch& much) {
        return ignored(much);
    } catch (const proof_text::TooLong& text) {
        return ignored(text);
    } catch (const proof_text::Unreadable&) {
        return false;
    }
    cache::used(path);
    return true;
}

void keep_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    cache::keep(path, [&](const fs::path& draft) {
        GzipWriter file(draft);
        write(file);
        return file.close();
    });
}

}  // namespace limbsmith::engine
