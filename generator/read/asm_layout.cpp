#include "read/asm_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace limbsmith::read {
namespace {

class Layout {
  public:
    bool admits(const std::string& text) {
        if (text.starts_with(".reg ")) return !has_begun_;
        has_begun_ = true;
        const std::string_view all = written(text);
        if (!product_.empty() != text.starts_with("mov.b64 ")) return false;
        if (!product_.empty()) {
            const bool is_split = text.ends_with(", " + product_);
            product_.clear();
            const size_t comma = std::min(all.find(','), all.size());
            return is_split && is_next(all.substr(0, comma)) &&
                   is_next(all.substr(std::min(comma + 2, all.size())));
        }
        if (text.starts_with("mov.u32 ")) {
            const std::string output(all);
            const bool is_later =
                output.starts_with('%') && (copied_.empty() || copied_.size() < output.size() ||
                                            (copied_.size() == output.size() && copied_ < output));
            copied_ = output;
            return is_later;
        }
        if (!copied_.empty()) return false;
        if (!text.starts_with("mul.wide.")) return is_next(all);
        product_ = fmt::format("d{}", pairs_++);
        return all == product_;
    }
    std::string declarations() const {
        return (temporaries_ ? fmt::format(".reg .u32 t<{}>", temporaries_) : "") +
               (pairs_ ? fmt::format(".reg .u64 d<{}>", pairs_) : "");
    }

  private:
    bool is_next(std::string_view word) {
        return word.starts_with('%') || word == fmt::format("t{}", temporaries_++);
    }

    bool has_begun_ = false;
    int temporaries_ = 0, pairs_ = 0;
    std::string product_;  // that is to be split
    std::string copied_;   // the output that was copied to last
};

}  // namespace

std::string_view written(std::string_view text) {
    const size_t first = std::min(text.find(' '), text.size() - 1) + 1;
    if (text.substr(first).starts_with('{')) return text.substr(first + 1, text.find('}') - first - 1);
    return text.substr(first, text.find(',') - first);
}

std::optional<std::string> out_of_layout(const ptx::AsmStatement& statement) {
    Layout layout;
    std::string declared, first;
    const auto& all = statement.instructions;
    if (all.size() < 2 || all.front() != "{" || all.back() != "}") return "}";
    for (const std::string& text : std::span(all).subspan(1, all.size() - 2)) {
        if (text.starts_with(".reg ")) {
            declared += text;
            if (first.empty()) first = text;
        }
        if (!layout.admits(text)) return text;
    }
    if (declared != layout.declarations()) return first;
    return std::nullopt;
}

}  // namespace limbsmith::read
