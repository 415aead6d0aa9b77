#include "engine/proof_files.hpp"

#include <fmt/format.h>

#include "cache/cache.hpp"
#include "engine/gzip.hpp"

namespace limbsmith::engine {

namespace fs = std::filesystem;

std::optional<fs::path> cache_folder() { return cache::folder(cache::Kind::proofs); }

fs::path proof_file(const fs::path& folder, const std::string& text, std::string_view suffix) {
    return folder / fmt::format("{:016x}.{}.gz", std::hash<std::string>{}(text), suffix);
}

void keep_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
    cache::keep(path, [&](const fs::path& draft) {
        GzipWriter file(draft);
        write(file);
        return file.close();
    });
}

}  // namespace limbsmith::engine
