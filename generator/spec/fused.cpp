#include "spec/fused.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "spec/caret.hpp"
#include "spec/error.hpp"
#include "spec/reserved_names.hpp"

namespace limbsmith {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }
bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)); }
bool is_in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Names of generated code, which parameters would hide.
const std::set<std::string_view>& own_names() {
    static const std::set<std::string_view> names{
        "add",    "sub", "mul_lo", "expr",  "num",     "wide",    "bits",       "limbs",      "detail",
        "joined", "ops", "lane",   "lanes", "made",    "out",     "is_there",   "first",      "numbers",
        "thread", "k",   "m",      "r",     "samples", "Samples", "wide_limbs", "lane_limbs", "shared_bytes"};
    return names;
}

// A recursive descent parser with one member function for each rule of the grammar. A value is the index of its node.
class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {
        collect_inputs();
        skip_space();
    }

    Fused whole() && {
        if (at_end()) fail(pos_, "the expression is empty");
        const int value = sum();
        if (!at_end()) fail(pos_, text_[pos_] == ')' ? "')' without a '('" : "expected an operator");
        if (made_.nodes[value].kind == Fused::Kind::input)
            throw usage_error("--expr: no operation; write one, such as a*b + a");
        // the value may be an earlier node, as in a*b + (a*b - a*b): nothing is computed after it
        made_.nodes.resize(value + 1);
        std::ranges::copy_if(text_, std::back_inserter(made_.text), [](char c) { return !is_space(c); });
        return std::move(made_);
    }

  private:
    void collect_inputs() {
        std::set<std::string> names;
        for (size_t at = 0; at < text_.size();) {
            const size_t end = name_end(at);
            if (end != at) names.emplace(text_.substr(at, end - at));
            at = std::max(end, at + 1);
        }
        made_.inputs.assign(names.begin(), names.end());
        for (int i = 0; i < static_cast<int>(made_.inputs.size()); ++i) node({Fused::Kind::input, i});
    }
    size_t name_end(size_t at) const {
        if (!is_name_start(text_[at])) return at;
        while (at < text_.size() && is_in_name(text_[at])) ++at;
        return at;
    }

    int sum() {
        int value = product();
        for (;;) {
            if (take('+')) {
                value = node({Fused::Kind::add, value, product()});
            } else if (take('-')) {
                value = node({Fused::Kind::sub, value, product()});
            } else {
                return value;
            }
        }
    }

    int product() {
        int value = atom();
        while (take('*')) value = node({Fused::Kind::mul, value, atom()});
        return value;
    }

    int atom() {
        const size_t at = pos_;
        if (take('(')) {
            if (++depth_ > max_fused_depth)
                throw unsupported(with_caret("--expr", text_, at,
                                             fmt::format("nested more than {} deep", max_fused_depth)));
            const int value = sum();
            if (at_end()) fail(at, "'(' is never closed");
            if (!take(')')) fail(pos_, "expected an operator or ')'");
            --depth_;
            return value;
        }
        if (at_end() || !is_name_start(text_[at])) fail(at, "expected a name, such as a, or '('");
        const std::string name(text_.substr(at, name_end(at) - at));
        if (own_names().contains(name) || name.starts_with("step") || name.starts_with("result") ||
            name.ends_with('_') || name.find("__") != std::string::npos || !owner_of(name).empty())
            fail(at, fmt::format("'{}' has a meaning in generated code; take another name", name));
        pos_ += name.size();
        skip_space();
        return static_cast<int>(std::ranges::lower_bound(made_.inputs, name) - made_.inputs.begin());
    }

    // The node, or the same that is there.
    int node(const Fused::Node& it) {
        const auto [found, is_new] = places_.emplace(it, static_cast<int>(made_.nodes.size()));
        if (!is_new) return found->second;
        made_.nodes.push_back(it);
        if (made_.nodes.size() > max_fused_operations + made_.inputs.size())
            throw unsupported(
                fmt::format("--expr: more than {} operations; split the expression", max_fused_operations));
        return found->second;
    }

    bool at_end() const { return pos_ == text_.size(); }
    void skip_space() {
        while (!at_end() && is_space(text_[pos_])) ++pos_;
    }
    bool take(char token) {
        if (at_end() || text_[pos_] != token) return false;
        ++pos_;
        skip_space();
        return true;
    }
    [[noreturn]] void fail(size_t at, std::string_view message) const {
        throw usage_error(with_caret("--expr", text_, at, message));
    }

    std::string_view text_;
    Fused made_;
    std::map<Fused::Node, int> places_;
    size_t pos_ = 0;
    int depth_ = 0;
};

}  // namespace

Fused parse_fused(std::string_view text) { return Parser(text).whole(); }

}  // namespace limbsmith
