#include "proof_text/json.hpp"

#include <nlohmann/json.hpp>

#include "check/budget.hpp"
#include "proof_text/values.hpp"

namespace limbsmith::proof_text {
namespace {

// An object of the format has at most ten.
constexpr size_t most_members = 64;

// Makes a value of what a parser finds, one after the other.
class Maker {
  public:
    void value(Json value) { place(std::move(value)); }
    void open(Json value) { open_.push_back(&place(std::move(value))); }
    void close() {
        check::Budget::spend(8);
        open_.pop_back();
    }
    void key(std::string name) {
        check::Budget::spend(8);
        expect(!open_.back()->find(name), "a member is there twice");
        expect(open_.back()->object().size() < most_members, "an object has too many members");
        member_ = &open_.back()->add(std::move(name), Json());
    }
    bool is_open() const { return !open_.empty(); }
    bool is_in_list() const { return open_.back()->is_array(); }
    Json finish() { return std::move(made_); }

  private:
    Json& place(Json value) {
        check::Budget::spend(8);
        expect(open_.size() <= most_nested, "lists are too deep within each other");
        if (open_.empty()) return made_ = std::move(value);
        if (is_in_list()) return open_.back()->add(std::move(value));
        return *member_ = std::move(value);
    }

    Json made_;
    std::vector<Json*> open_;  // lists and objects that have no end yet, the outer ones first
    Json* member_ = nullptr;   // of the innermost object: the one that gets the next value
};

// Reads lists, objects, natural numbers, and strings without escapes, in
// printable ASCII.
class PlainLine {
  public:
    explicit PlainLine(std::string_view text) : text_(text) {}

    // Nothing where the line has anything else.
    std::optional<Json> read() {
        for (bool is_value = true; is_value || maker_.is_open();) {
            const char c = next();
            if (is_value ? !value(c, is_value) : !behind(c, is_value)) return std::nullopt;
        }
        if (next() != '\0') return std::nullopt;
        return maker_.finish();
    }

  private:
    // The next character that is no space, which is passed; 0 at the end.
    char next() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ < text_.size() ? text_[at_++] : '\0';
    }

    bool value(char c, bool& is_next_value) {
        is_next_value = false;
        if (c == '[') {
            maker_.open(Json(Json::List()));
            const char first = next();
            if (first == ']') return maker_.close(), true;
            if (first == '\0') return false;
            --at_;
            return is_next_value = true;
        }
        if (c == '{') {
            maker_.open(Json(Json::Object()));
            const char first = next();
            if (first == '}') return maker_.close(), true;
            return is_next_value = key(first);
        }
        if (c == '"') {
            const auto text = string();
            if (text) maker_.value(Json(std::string(*text)));
            return text.has_value();
        }
        return number(c);
    }

    bool behind(char c, bool& is_next_value) {
        if (c == ',') return is_next_value = maker_.is_in_list() || key(next());
        if (c != (maker_.is_in_list() ? ']' : '}')) return false;
        maker_.close();
        return true;
    }

    bool key(char first) {
        const auto name = first == '"' ? string() : std::nullopt;
        if (!name || next() != ':') return false;
        maker_.key(std::string(*name));
        return true;
    }

    std::optional<std::string_view> string() {
        const size_t begin = at_;
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            const char c = text_[at_];
            if (c < ' ' || c == '\\' || c == 127) return std::nullopt;
        }
        if (at_ == text_.size()) return std::nullopt;
        return text_.substr(begin, at_++ - begin);
    }

    bool number(char first) {
        constexpr size_t most_digits_of_word = 18;
        const size_t begin = at_ - 1;
        uint64_t value = 0;
        if (first < '0' || first > '9') return false;
        for (--at_; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
            value = 10 * value + static_cast<uint64_t>(text_[at_] - '0');
        const size_t digits = at_ - begin;
        const char behind = at_ < text_.size() ? text_[at_] : ' ';
        const bool is_natural = behind == ' ' || behind == ',' || behind == ']' || behind == '}';
        if (!is_natural || digits > most_digits_of_word || (digits > 1 && first == '0')) return false;
        maker_.value(Json(value));
        return true;
    }

    std::string_view text_;
    size_t at_ = 0;
    Maker maker_;
};

using Library = nlohmann::json;

// Passes on what nlohmann's parser finds.
class AnyLine : public nlohmann::json_sax<Library> {
  public:
    Maker maker;

    bool null() override { return maker.value(Json()), true; }
    bool boolean(bool) override { return maker.value(Json()), true; }
    bool number_integer(number_integer_t) override { return maker.value(Json()), true; }
    bool number_unsigned(number_unsigned_t value) override { return maker.value(Json(value)), true; }
    bool number_float(number_float_t, const string_t&) override { return maker.value(Json()), true; }
    bool string(string_t& value) override { return maker.value(Json(std::move(value))), true; }
    bool binary(binary_t&) override { return false; }
    bool start_object(size_t) override { return maker.open(Json(Json::Object())), true; }
    bool start_array(size_t) override { return maker.open(Json(Json::List())), true; }
    bool end_object() override { return maker.close(), true; }
    bool end_array() override { return maker.close(), true; }
    bool key(string_t& name) override { return maker.key(std::move(name)), true; }
    bool parse_error(size_t, const std::string&, const Library::exception&) override {
        throw Unreadable("not a JSON value");
    }
};

}  // namespace

Json parse(const std::string& line) {
    if (auto made = PlainLine(line).read()) return std::move(*made);
    expect(!line.starts_with('\xEF'), "a byte order mark");
    AnyLine any;
    Library::sax_parse(line, &any);
    return any.maker.finish();
}

}  // namespace limbsmith::proof_text
