#include "proof/cache.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "proof/content.hpp"

namespace limbsmith::proof {
namespace {

namespace fs = std::filesystem;

// The text of a proof file. LIMBSMITH_PROVER, a digest of the prover's sources, binds it to this prover.
std::string file_text(const ir::Program& program) {
    return "proved by limbsmith " LIMBSMITH_PROVER "\n" + content(program) + "\n";
}
std::string refusal_of(const std::string& file_text) { return "not " + file_text; }

// File names are hashes: of two programs with the same hash, the later proof replaces the earlier one.
fs::path file_for(const fs::path& folder, const std::string& text) {
    return folder / fmt::format("{:016x}.proof", std::hash<std::string>{}(text));
}

// Excludes folders and pipes: a folder cannot be read, and reading a pipe would block.
bool is_file(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

bool holds(const fs::path& path, const std::string& text) {
    if (!is_file(path)) return false;
    std::ifstream file(path, std::ios::binary);
    return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

// Ignores errors: a file that is incomplete never matches, so it proves nothing.
void keep(const fs::path& path, const std::string& text) {
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    if (fs::exists(fs::symlink_status(path, ignored)) && !is_file(path)) return;
    std::ofstream(path, std::ios::binary) << text;
}

std::optional<fs::path> variable(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

}  // namespace

Cache::Cache(std::optional<fs::path> folder, Prover prover, Keep keep)
    : folder_(std::move(folder)), prover_(std::move(prover)), keep_(keep) {}

Answer Cache::prove(const ir::Program& program) {
    const std::string text = file_text(program);
    std::promise<Verdict> promise;
    {
        std::unique_lock lock(mutex_);
        const auto [place, is_new] = verdicts_.try_emplace(text);
        if (!is_new) {
            const std::shared_future<Verdict> other = place->second;
            lock.unlock();
            return {other.get(), 0, true};
        }
        place->second = promise.get_future().share();
    }
    try {
        Answer answer = ask(program, text);
        promise.set_value(answer.verdict);
        return answer;
    } catch (...) {
        promise.set_exception(std::current_exception());
        throw;
    }
}

Answer Cache::ask(const ir::Program& program, const std::string& text) const {
    if (folder_ && holds(file_for(*folder_, text), text)) return {{true, ""}, 0, true};
    const bool keeps_refusals = folder_ && keep_ == Keep::refusals_too;
    if (const std::string refusal = refusal_of(text);
        keeps_refusals && holds(file_for(*folder_, refusal), refusal))
        return {{false, "no proof was found before"}, 0, true};
    const auto start = std::chrono::steady_clock::now();
    Answer answer{prover_(program)};
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (folder_ && answer.verdict.is_proved) keep(file_for(*folder_, text), text);
    if (keeps_refusals && !answer.verdict.is_proved)
        keep(file_for(*folder_, refusal_of(text)), refusal_of(text));
    return answer;
}

std::optional<fs::path> cache_folder() {
    if (const auto chosen = variable("LIMBSMITH_PROOF_CACHE")) {
        if (*chosen == "off") return std::nullopt;
        return chosen;
    }
    if (const auto caches = variable("XDG_CACHE_HOME")) return *caches / "limbsmith";
    if (const auto home = variable("HOME")) return *home / ".cache" / "limbsmith";
    return std::nullopt;
}

}  // namespace limbsmith::proof
