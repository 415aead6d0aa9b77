// The names that are visible at a place in a template.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jinja/value.hpp"

namespace limbsmith::jinja {

struct Frame;

// A macro: statements printed with arguments. `home` is the frame of its definition, for its other names.
struct Macro {
    const Json* node;  // its body and parameters
    const Frame* home;
};

// The names set by a template, a loop or a macro; other names are looked up in the outer frame. The outermost
// frame of a template holds the model.
struct Frame {
    const Frame* outer = nullptr;  // outlives this
    std::map<std::string, Value, std::less<>> values;
    std::map<std::string, Macro, std::less<>> macros;

    // Throw Error (failed) if the name is unknown.
    const Value& value(const std::string& name) const;
    const Macro& macro(const std::string& name) const;
};

// The value of an expression. Callable are macros, `range`, and `public_header` (resource.hpp).
Value evaluate(const Json& expression, const Frame& frame);

// Prints statements to `out`; sets names in `frame`.
void print(const Json& statements, Frame& frame, std::string& out);

// The text of a macro call. `caller`: the body of a call block, or null.
std::string call(const Macro& macro, const std::vector<Value>& arguments, const Macro* caller = nullptr);

// The values of a list of expressions.
std::vector<Value> evaluate_all(const Json& expressions, const Frame& frame);

// The names set at the top level of a template, for imports from it. Throws Error (failed) for an unknown
// template.
const Frame& imported(const std::string& name);

}  // namespace limbsmith::jinja
