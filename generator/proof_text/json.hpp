// JSON values, as the lines of derivations have them.
//
// Promises: parse() accepts one JSON value that is not nested too deeply, in which no object has a member twice. Lines that have
// only plain characters, as those that are written, are read at once; all others by nlohmann's parser.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace limbsmith::proof_text {

class Json {
  public:
    using List = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json() = default;
    template <class T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Json>) explicit Json(T&& value)
        : value_(std::forward<T>(value)) {}

    bool is_string() const { return std::holds_alternative<std::string>(value_); }
    bool is_array() const { return std::holds_alternative<List>(value_); }
    bool is_object() const { return std::holds_alternative<Object>(value_); }
    bool is_natural() const { return std::holds_alternative<uint64_t>(value_); }

    // requires: it is one.
    const std::string& text() const { return std::get<std::string>(value_); }
    uint64_t natural() const { return std::get<uint64_t>(value_); }
    const List& list() const { return std::get<List>(value_); }
    const Object& object() const { return std::get<Object>(value_); }

    // The member of an object; nullptr if there is none.
    const Json* find(std::string_view name) const {
        const auto found = std::ranges::find(object(), name, &Object::value_type::first);
        return found == object().end() ? nullptr : &found->second;
    }

    // A list or an object with one value more, for the parser.
    Json& add(Json value) { return std::get<List>(value_).emplace_back(std::move(value)); }
    Json& add(std::string name, Json value) {
        return std::get<Object>(value_).emplace_back(std::move(name), std::move(value)).second;
    }

  private:
    struct Other {};  // null, true, a negative number or a fraction: no line has one
    std::variant<Other, uint64_t, std::string, List, Object> value_;
};

// Throws Unreadable (read.hpp).
Json parse(const std::string& line);

}  // namespace limbsmith::proof_text
