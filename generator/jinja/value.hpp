// What the expressions of a template stand for: JSON, and what Jinja2 does with it.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace limbsmith::jinja {

// Keys keep the order in which they are set.
using Json = nlohmann::ordered_json;

// A value: of its own, or a part of another, which it keeps alive.
using Value = std::shared_ptr<const Json>;

Value own(Json json);                                // a value of its own
Value borrowed(const Json& json);                    // requires: json outlives it
Value part(const Value& whole, const Json& within);  // requires: within is a part of *whole

// How it is printed. Throws Error (failed) for anything but text and integers.
std::string text(const Json& value);
// False for false, null, 0 and what is empty.
bool truth(const Json& value);

// `whole[key]`: of an object by name, of a list by its index. Throws Error (failed) where there is none.
Value member(const Value& whole, const Json& key);

// left OPERATION right on integers: Add, Sub, Mul, Mod. Throws Error (failed).
Json arithmetic(const std::string& operation, const Json& left, const Json& right);
// left OPERATOR right: eq, ne, lt, lteq, gt, gteq, in, notin. Throws Error (failed).
bool compare(const std::string& operation, const Json& left, const Json& right);
// The filter NAME; `argument` is its only argument, or null. Throws Error (failed).
Value filter(const std::string& name, const Value& value, const Json& argument);

}  // namespace limbsmith::jinja
