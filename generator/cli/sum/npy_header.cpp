#include "cli/sum/npy_header.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "files/numbers.hpp"

namespace limbsmith::cli {
namespace {

struct Wrong {
    std::string why;
};

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    NpyHeader header() {
        NpyHeader made;
        std::set<std::string> found;
        expect('{');
        while (!take('}')) {
            const std::string key = quoted();
            if (!found.insert(key).second)
                throw Wrong{fmt::format("its header has {} twice", runtime::shortened(key))};
            expect(':');
            if (key == "descr") {
                made.descr = descr();
            } else if (key == "fortran_order") {
                made.fortran_order = boolean();
            } else if (key == "shape") {
                made.shape = tuple();
            } else {
                throw Wrong{
                    fmt::format("its header has a key {}, which is unknown", runtime::shortened(key))};
            }
            if (!take(',') && !is_next('}')) expect('}');
        }
        for (const char* key : {"descr", "fortran_order", "shape"})
            if (!found.contains(key)) throw Wrong{fmt::format("its header has no '{}'", key)};
        skip_spaces();
        if (!text_.empty()) throw Wrong{"its header goes on after the closing brace: " + shown()};
        return made;
    }

  private:
    void skip_spaces() {
        while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n')) text_.remove_prefix(1);
    }
    bool is_next(char c) {
        skip_spaces();
        return text_.starts_with(c);
    }
    bool take(char c) {
        if (!is_next(c)) return false;
        text_.remove_prefix(1);
        return true;
    }
    std::string shown() const { return text_.empty() ? "nothing" : runtime::shortened(text_); }
    void expect(char c) {
        if (!take(c)) throw Wrong{fmt::format("its header has {} in place of '{}'", shown(), c)};
    }
    std::string quoted() {
        skip_spaces();
        const char quote = text_.empty() ? '\0' : text_.front();
        const size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos) throw Wrong{"its header has " + shown() + " in place of a string"};
        const std::string made(text_.substr(1, end - 1));
        text_.remove_prefix(end + 1);
        return made;
    }
    // A list describes the fields of records: there is no more to read.
    std::string descr() {
        if (is_next('[')) throw Wrong{"its elements are records, not numbers"};
        return quoted();
    }
    bool boolean() {
        skip_spaces();
        for (const bool value : {false, true}) {
            const std::string_view word = value ? "True" : "False";
            if (!text_.starts_with(word)) continue;
            text_.remove_prefix(word.size());
            return value;
        }
        throw Wrong{"its header has " + shown() + " in place of True or False"};
    }
    // A tuple of one size has a comma: (3) is a number in Python.
    std::vector<size_t> tuple() {
        if (!take('(')) throw Wrong{"its shape is no tuple: " + shown()};
        std::vector<size_t> sizes;
        bool has_comma = true;
        while (!take(')')) {
            skip_spaces();
            size_t size = 0;
            const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), size);
            if (error != std::errc() || !has_comma) throw Wrong{"its shape is no tuple of sizes: " + shown()};
            text_.remove_prefix(static_cast<size_t>(end - text_.data()));
            sizes.push_back(size);
            has_comma = take(',');
        }
        if (sizes.size() == 1 && !has_comma)
            throw Wrong{"its shape is no tuple: a single size needs a comma"};
        return sizes;
    }

    std::string_view text_;
};

}  // namespace

std::optional<NpyHeader> parse_npy_header(std::string_view text, std::string& why) {
    try {
        return Parser(text).header();
    } catch (const Wrong& wrong) {
        why = wrong.why;
        return std::nullopt;
    }
}

}  // namespace limbsmith::cli
