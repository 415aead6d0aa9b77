// The values of template expressions: JSON, with the operations of Jinja2.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace limbsmith::jinja {

// Keys keep the order in which they are set.
using Json = nlohmann::ordered_json;

// An owned value, or a part of another value, which it keeps alive.
using Value = std::shared_ptr<const Json>;

Value own(Json json);                                // a new value
Value borrowed(const Json& json);                    // requires: json outlives it
Value part(const Value& whole, const Json& within);  // requires: within is a part of *whole

// The printed text. Throws Error (failed) unless the value is text or an integer.
std::string text(const Json& value);
// False for false, null, 0 and empty values.
bool truth(const Json& value);

// `whole[key]`: a member of an object by name, of a list by index. Throws Error (failed) if there is none.
Value member(const Value& whole, const Json& key);

// left OPERATION right for integers; the operation is Add, Sub, Mul or Mod. Throws Error (failed).
Json arithmetic(const std::string& operation, const Json& left, const Json& right);
// left OPERATOR right; the operator is eq, ne, lt, lteq, gt, gteq, in or notin. Throws Error (failed).
bool compare(const std::string& operation, const Json& left, const Json& right);
// Applies the filter `name`; `argument` is its only argument, or null. Throws Error (failed).
Value filter(const std::string& name, const Value& value, const Json& argument);

}  // namespace limbsmith::jinja
