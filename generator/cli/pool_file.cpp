#include "cli/pool_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spec/caret.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {

// Collects the definitions that an expression uses, each once, with the place of its first use.
class PoolFile::Uses : public PoolSink {
  public:
    explicit Uses(const PoolFile& file) : file_(file), last_user_(file.definitions_.size(), UINT32_MAX) {}

    std::vector<Use> of(uint32_t definition) {
        user_ = definition;
        uses_.clear();
        file_.parse(definition, *this);
        return std::move(uses_);
    }

    void number(std::string_view, bool) override {}
    void name(std::string_view name, size_t at) override {
        const auto found = file_.places_.find(name);
        if (found == file_.places_.end()) {
            std::vector<std::string> names;
            for (const PoolDefinition& it : file_.definitions_) {
                if (names.size() < 1000) names.emplace_back(it.name);
            }
            throw PoolMistake(
                at, fmt::format("no line defines '{}'{}", name, suggestion(std::string(name), names)));
        }
        if (std::exchange(last_user_[found->second], user_) != user_) uses_.push_back({found->second, at});
    }
    void apply(PoolOperator) override {}
    void call(PoolFunction, size_t) override {}

  private:
    const PoolFile& file_;
    std::vector<uint32_t> last_user_;
    uint32_t user_ = 0;
    std::vector<Use> uses_;
};

PoolFile::PoolFile(std::string name, std::string_view content) : name_(std::move(name)) {
    if (content.starts_with("\xef\xbb\xbf")) content.remove_prefix(3);  // a byte order mark
    for (size_t begin = 0, number = 1; begin < content.size(); ++number) {
        const size_t end = std::min(content.find('\n', begin), content.size());
        read_line(content.substr(begin, end - begin), number);
        begin = end + 1;
    }
    Uses all(*this);
    std::vector<std::vector<Use>> uses;
    for (uint32_t k = 0; k < definitions_.size(); ++k) uses.push_back(all.of(k));
    find_order(uses);
}

void PoolFile::read_line(std::string_view line, size_t number) {
    line = line.substr(0, line.find('#'));
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return;
    PoolDefinition it{{}, line, number, 0};
    if (!begins_pool_name(line[begin])) refuse(it, begin, "a line is NAME = EXPRESSION; the name is missing");
    const size_t end = end_of_pool_name(line, begin), equals = line.find_first_not_of(" \t\r", end);
    it.name = line.substr(begin, end - begin);
    if (equals == std::string_view::npos || line[equals] != '=')
        refuse(it, std::min(equals, line.size()), "a line is NAME = EXPRESSION; '=' is missing");
    it.expression = equals + 1;
    if (is_pool_function(it.name)) refuse(it, begin, fmt::format("{} is a function", it.name));
    const auto [found, is_new] = places_.emplace(it.name, static_cast<uint32_t>(definitions_.size()));
    if (!is_new)
        refuse(it, begin,
               fmt::format("{} is already defined on line {}", it.name, definitions_[found->second].number));
    definitions_.push_back(it);
}

void PoolFile::parse(uint32_t definition, PoolSink& sink) const {
    const PoolDefinition& it = definitions_[definition];
    try {
        parse_pool_expression(it.line, it.expression, sink);
    } catch (const PoolMistake& mistake) {
        refuse(it, mistake.at, mistake.what());
    }
}

// Depth first, with a stack of its own.
void PoolFile::find_order(const std::vector<std::vector<Use>>& uses) {
    enum State : uint8_t { fresh, open, done };
    std::vector<State> states(uses.size(), fresh);
    struct Visit {
        uint32_t definition;
        size_t next;
    };
    std::vector<Visit> path;
    for (uint32_t root = 0; root < uses.size(); ++root) {
        if (states[root] != fresh) continue;
        path.push_back({root, 0});
        states[root] = open;
        while (!path.empty()) {
            auto& [definition, next] = path.back();
            if (next == uses[definition].size()) {
                states[definition] = done;
                order_.push_back(definition);
                path.pop_back();
                continue;
            }
            const uint32_t used = uses[definition][next++].definition;
            if (states[used] == open) {
                std::vector<uint32_t> cycle;
                for (const Visit& it : path) cycle.push_back(it.definition);
                cycle.erase(cycle.begin(), std::ranges::find(cycle, used));
                refuse_cycle(uses, std::move(cycle));
            }
            if (states[used] == fresh) {
                path.push_back({used, 0});
                states[used] = open;
            }
        }
    }
}

void PoolFile::refuse(const PoolDefinition& of, size_t at, const std::string& message) const {
    throw usage_error(with_caret(fmt::format("{}:{}:{}", name_, of.number, at + 1), of.line, at, message));
}

// Each definition of the cycle uses the next, the last one the first.
void PoolFile::refuse_cycle(const std::vector<std::vector<Use>>& uses, std::vector<uint32_t> cycle) const {
    std::ranges::rotate(cycle, std::ranges::min_element(cycle));
    constexpr size_t shown = 20;
    std::string names;
    for (size_t i = 0; i < std::min(shown, cycle.size()); ++i)
        names += fmt::format("{} -> ", definitions_[cycle[i]].name);
    if (cycle.size() > shown) names += "... -> ";
    const uint32_t next = cycle.size() > 1 ? cycle[1] : cycle[0];
    const auto use = std::ranges::find(uses[cycle[0]], next, &Use::definition);
    const PoolDefinition& first = definitions_[cycle[0]];
    refuse(first, use->at, fmt::format("names are defined in a circle: {}{}", names, first.name));
}

}  // namespace limbsmith::cli
