#include "engine/proof_cache.hpp"

#include <fmt/format.h>

#include <chrono>

#include "check/checker.hpp"
#include "check/meaning.hpp"
#include "engine/content.hpp"
#include "engine/proof_files.hpp"
#include "proof_text/read.hpp"
#include "proof_text/write.hpp"

namespace limbsmith::engine {
namespace {

namespace fs = std::filesystem;

// The text of a failure. LIMBSMITH_SEARCH, a digest of the sources of the search, binds it to them.
std::string failure_text(const std::string& content) {
    return "no derivation is found by limbsmith " LIMBSMITH_SEARCH "\n" + content + "\n";
}

std::string proved_text(const fs::path& folder, const std::vector<ir::Program>& programs) {
    std::string text = "derivations are found by limbsmith " LIMBSMITH_SEARCH "\n";
    for (const ir::Program& program : programs)
        text += proof_file(folder, engine::content(program), "jsonl").filename().string() + "\n";
    return text;
}

// Whether the folder has a file with this text, which names it.
bool has_text(const fs::path& folder, const std::string& text, std::string_view suffix) {
    return is_accepted(proof_file(folder, text, suffix), 1, [&](std::istream& file) {
        std::string kept(text.size() + 1, 0);
        file.read(kept.data(), static_cast<std::streamsize>(kept.size()));
        return static_cast<size_t>(file.gcount()) == text.size() && kept.starts_with(text);
    });
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Whether it holds; the answer then says so.
bool holds(const check::Derivation& derivation, Answer& answer) {
    const double start = now();
    if (const auto refusal = check::check(derivation)) {
        answer.reason = fmt::format("{} does not follow: {}", refusal->place, refusal->reason);
        return false;
    }
    answer.is_proved = true;
    answer.steps = derivation.steps.size();
    answer.check_seconds = now() - start;
    return true;
}

// By the steps in the file, if they show that this program meets its contract. The program that the file names does
// not matter.
std::optional<Answer> answer_in(const fs::path& path, const ir::Program& program) {
    Answer answer{.is_cached = true};
    const bool is_proved = is_accepted(path, 1, [&](std::istream& file) {
        std::vector<check::Derivation> read = proof_text::read(file);
        check::Derivation own{program, 32, {}};
        own.steps = std::move(read[0].steps);
        own.lemmas = std::move(read[0].lemmas);
        return holds(own, answer);
    });
    return is_proved ? std::optional(answer) : std::nullopt;
}

}  // namespace

derive::Outcome find_derivation(const ir::Program& program) {
    try {
        return derive::find(program);
    } catch (const check::Unsupported& reason) {
        return {std::nullopt, reason.what()};
    }
}

ProofCache::ProofCache(std::optional<fs::path> folder, Find find, Keep keep)
    : folder_(std::move(folder)), find_(std::move(find)), keep_(keep) {}

Answer ProofCache::prove(const ir::Program& program) {
    const std::string content = engine::content(program);
    std::promise<Answer> promise;
    {
        std::unique_lock lock(mutex_);
        const auto [place, is_new] = answers_.try_emplace(content);
        if (!is_new) {
            const std::shared_future<Answer> other = place->second;
            lock.unlock();
            const Answer answer = other.get();
            return {answer.is_proved, answer.reason, answer.steps, 0, 0, true};
        }
        place->second = promise.get_future().share();
    }
    try {
        Answer answer = ask(program, content);
        promise.set_value(answer);
        return answer;
    } catch (...) {
        promise.set_exception(std::current_exception());
        throw;
    }
}

bool ProofCache::says_proved(const std::vector<ir::Program>& programs) const {
    return folder_ && has_text(*folder_, proved_text(*folder_, programs), "all");
}

void ProofCache::keep_proved(const std::vector<ir::Program>& programs) const {
    if (!folder_) return;
    const std::string text = proved_text(*folder_, programs);
    keep_file(proof_file(*folder_, text, "all"), [&](std::ostream& file) { file << text; });
}

std::optional<Answer> ProofCache::kept(const ir::Program& program, const std::string& content) const {
    if (!folder_) return std::nullopt;
    if (const auto answer = answer_in(proof_file(*folder_, content, "jsonl"), program)) return answer;
    if (keep_ == Keep::failures_too && has_text(*folder_, failure_text(content), "none"))
        return Answer{.reason = "no derivation was found before", .is_cached = true};
    return std::nullopt;
}

Answer ProofCache::ask(const ir::Program& program, const std::string& content) const {
    if (const auto answer = kept(program, content)) return *answer;
    const double start = now();
    const auto [found, missing, terms] = find_(program);
    Answer answer{.reason = missing, .seconds = now() - start};
    const bool is_proved = found && holds(*found, answer);
    if (!folder_) return answer;
    if (is_proved) {
        keep_file(proof_file(*folder_, content, "jsonl"),
                  [&, &found = found](std::ostream& file) { proof_text::write(file, *found); });
    } else if (keep_ == Keep::failures_too) {
        const std::string text = failure_text(content);
        keep_file(proof_file(*folder_, text, "none"), [&](std::ostream& file) { file << text; });
    }
    return answer;
}

}  // namespace limbsmith::engine
