#include "cli/pool/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "spec/caret.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {

// Collects the definitions that an expression uses, each once, with the place of its first use; counts its operations.
class PoolFile::Uses : public PoolSink {
  public:
    explicit Uses(PoolFile& file) : file_(file), last_user_(file.definitions_.size(), UINT32_MAX) {}

    std::vector<Use> of(uint32_t definition) {
        user_ = definition;
        uses_.clear();
        counter_ = {};
        file_.parse(definition, *this);
        file_.definitions_[definition].operations = counter_.operations;
        return std::move(uses_);
    }

    void number(std::string_view, bool) override {}
    void name(std::string_view name, size_t at) override {
        const auto found = file_.places_.find(name);
        if (found == file_.places_.end()) {
            if (find_pool_function(name) != nullptr)
                throw PoolMistake(at, fmt::format("{} is a function: its arguments are missing", name));
            const std::string shown = shown_pool_name(name);
            throw PoolMistake(at, fmt::format("no line defines '{}'{}", shown,
                                              suggestion(shown, file_.names_for_suggestions())));
        }
        const uint32_t used = file_.names_[found->second].definition;
        if (std::exchange(last_user_[used], user_) != user_) uses_.push_back({used, at});
    }
    void apply(PoolOperator) override { counter_.apply(); }
    void open(PoolFunction) override {}
    void argument(PoolFunction function) override { counter_.argument(function); }
    void call(PoolFunction function, size_t) override { counter_.call(function); }

  private:
    PoolFile& file_;
    OperationCounter counter_;
    std::vector<uint32_t> last_user_;
    uint32_t user_ = 0;
    std::vector<Use> uses_;
};

PoolFile::PoolFile(std::string name, std::string_view content, std::span<const std::string> only)
    : name_(std::move(name)) {
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
    find_shown(only);
    keep_needed(uses);
}

void PoolFile::read_line(std::string_view line, size_t number) {
    line = line.substr(0, line.find('#'));
    const size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return;
    PoolDefinition it{line, number, 0, static_cast<uint32_t>(names_.size()), 0};
    size_t at = begin;
    while (true) {
        at = line.find_first_not_of(" \t\r", read_name(it, at));
        ++it.names;
        if (at == std::string_view::npos || line[at] != ',') break;
        at = std::min(line.find_first_not_of(" \t\r", at + 1), line.size());
    }
    if (at == std::string_view::npos || line[at] != '=')
        refuse(it, std::min(at, line.size()), "a line is NAME = EXPRESSION; '=' is missing");
    it.expression = at + 1;
    definitions_.push_back(it);
}

// Returns the end of the name.
size_t PoolFile::read_name(const PoolDefinition& it, size_t begin) {
    if (begin == it.line.size() || !begins_pool_name(it.line[begin]))
        refuse(it, begin, "a line is NAME = EXPRESSION; the name is missing");
    const size_t end = end_of_pool_name(it.line, begin);
    const std::string_view name = it.line.substr(begin, end - begin);
    const auto [found, is_new] = places_.emplace(name, static_cast<uint32_t>(names_.size()));
    names_.push_back({name, static_cast<uint32_t>(definitions_.size())});
    if (is_new) return end;
    const uint32_t earlier = names_[found->second].definition;
    const size_t number = earlier < definitions_.size() ? definitions_[earlier].number : it.number;
    refuse(it, begin, fmt::format("{} is already defined on line {}", shown_pool_name(name), number));
}

// Some of those that are not too long to be compared.
std::vector<std::string> PoolFile::names_for_suggestions() const {
    std::vector<std::string> names;
    for (const PoolName& it : names_) {
        if (it.name.size() < 100) names.emplace_back(it.name);
        if (names.size() == 1000) break;
    }
    return names;
}

void PoolFile::parse(uint32_t definition, PoolSink& sink) const {
    const PoolDefinition& it = definitions_[definition];
    try {
        parse_pool_expression(it.line, it.expression, it.names, sink);
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

void PoolFile::find_shown(std::span<const std::string> only) {
    for (uint32_t k = 0; only.empty() && k < names_.size(); ++k)
        if (!names_[k].name.starts_with('_')) shown_.push_back(k);
    for (const std::string& name : only) {
        const auto found = places_.find(name);
        if (found == places_.end())
            throw usage_error(fmt::format("--only: no line of {} defines '{}'{}", name_,
                                          shown_pool_name(name), suggestion(name, names_for_suggestions())));
        shown_.push_back(found->second);
    }
    std::ranges::sort(shown_);
    shown_.erase(std::ranges::unique(shown_).begin(), shown_.end());
}

// Definitions come after those that they use, so from the last one on all users of a definition are known.
void PoolFile::keep_needed(const std::vector<std::vector<Use>>& uses) {
    std::vector<bool> is_needed(definitions_.size());
    for (const uint32_t k : shown_) is_needed[names_[k].definition] = true;
    for (size_t i = order_.size(); i-- > 0;) {
        if (!is_needed[order_[i]]) continue;
        for (const Use& use : uses[order_[i]]) is_needed[use.definition] = true;
        needed_names_ += definitions_[order_[i]].names;
        operations_ += definitions_[order_[i]].operations;
    }
    std::erase_if(order_, [&](uint32_t definition) { return !is_needed[definition]; });
}

void PoolFile::refuse(const PoolDefinition& of, size_t at, const std::string& message) const {
    throw usage_error(with_caret(fmt::format("{}:{}:{}", name_, of.number, at + 1), of.line, at, message));
}

// Each definition of the cycle uses the next, the last one the first. Each is called by the name that is used.
void PoolFile::refuse_cycle(const std::vector<std::vector<Use>>& uses, std::vector<uint32_t> cycle) const {
    std::ranges::rotate(cycle, std::ranges::min_element(cycle));
    constexpr size_t shown = 20;
    const auto use_of = [&](uint32_t user, uint32_t used) {
        return std::ranges::find(uses[user], used, &Use::definition)->at;
    };
    const auto name_of = [&](size_t i) {
        const uint32_t user = cycle[(i + cycle.size() - 1) % cycle.size()];
        const std::string_view line = definitions_[user].line;
        const size_t begin = use_of(user, cycle[i]);
        return shown_pool_name(line.substr(begin, end_of_pool_name(line, begin) - begin));
    };
    std::string names;
    for (size_t i = 0; i < std::min(shown, cycle.size()); ++i) names += fmt::format("{} -> ", name_of(i));
    if (cycle.size() > shown) names += "... -> ";
    refuse(definitions_[cycle[0]], use_of(cycle[0], cycle[1 % cycle.size()]),
           fmt::format("names are defined in a circle: {}{}", names, name_of(0)));
}

}  // namespace limbsmith::cli
