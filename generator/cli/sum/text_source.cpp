// Text with one number a line. Blank lines, and comments after #, are ignored.
#include <fmt/format.h>

#include <algorithm>

#include "cli/sum/values.hpp"
#include "files/input_file.hpp"
#include "files/numbers.hpp"
#include "files/text.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::cli {
namespace {

constexpr size_t longest_line = size_t(1) << 16, part_of_text = size_t(1) << 18;
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

class TextSource : public NumberSource {
  public:
    TextSource(const std::string& path, NumberType type)
        : name_(shown_name(path)), type_(type), file_(path) {}

    void read(Values& values, size_t most) override {
        values.clear();
        while (values.size() < most) {
            const size_t end = text_.find('\n', at_);
            if ((end == std::string::npos || !is_begun_) && !is_ended_) {
                fill();
                continue;
            }
            if (at_ == text_.size()) return;
            ++line_;
            take(std::string_view(text_).substr(at_, std::min(end, text_.size()) - at_), values);
            at_ = std::min(end, text_.size() - 1) + 1;
        }
    }
    NumberType type() const override { return type_; }
    double progress() const override { return file_.progress(); }

  private:
    void fill() {
        text_.erase(0, at_);
        at_ = 0;
        if (text_.size() > longest_line) refuse_length(line_ + 1);
        const size_t before = text_.size();
        text_.resize(before + part_of_text);
        const size_t got = file_.read({text_.data() + before, part_of_text});
        text_.resize(before + got);
        is_ended_ = got == 0;
        if (!is_begun_ && (text_.size() >= 6 || is_ended_)) begin();
    }

    [[noreturn]] void refuse_length(size_t line) const {
        throw runtime::InputError(
            fmt::format("{}:{}: the line is longer than {} characters", name_, line, longest_line));
    }

    void begin() {
        is_begun_ = true;
        if (text_.starts_with("\x93NUMPY"))
            throw runtime::InputError(name_ + " is an .npy file, not text: give --format npy");
        runtime::require_text(text_, name_);
        if (text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
    }

    void take(std::string_view line, Values& values) {
        if (line.size() > longest_line) refuse_length(line_);
        const char* const start = line.data();
        line = line.substr(0, line.find('#'));
        while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
        while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
        if (line.empty()) return;
        sum::ParsedDecimal parsed = sum::parse_decimal(line);
        if (parsed.wrong) {
            const size_t column = static_cast<size_t>(line.data() - start) + parsed.place + 1;
            const bool is_second =
                parsed.place > 0 && parsed.place < line.size() && is_blank(line[parsed.place]);
            throw runtime::InputError(fmt::format("{}:{}:{}: {} {}{}", name_, line_, column,
                                                  runtime::shortened(line), parsed.wrong,
                                                  is_second ? ": there is one a line" : ""));
        }
        if (type_ == NumberType::decimal)
            values.decimals.push_back(std::move(parsed.number));
        else if (type_ == NumberType::real64)
            values.reals.push_back(parsed.number.nearest);
        else
            values.reals.push_back(sum::nearest_float(parsed.number));
    }

    std::string name_;
    NumberType type_;
    runtime::InputFile file_;
    std::string text_;  // read and not yet taken, from at_ on
    size_t at_ = 0, line_ = 0;
    bool is_begun_ = false, is_ended_ = false;
};

}  // namespace

std::unique_ptr<NumberSource> open_text(const std::string& path, NumberType type) {
    return std::make_unique<TextSource>(path, type);
}

}  // namespace limbsmith::cli
