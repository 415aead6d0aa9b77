// What names mean at a place of a template.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jinja/value.hpp"

namespace limbsmith::jinja {

struct Frame;

// Statements to be printed with arguments; `home` is where they stand, and what their other names mean.
struct Macro {
    const Json* node;  // its body, and its parameters
    const Frame* home;
};

// The names that a template, a loop or a macro sets; what it does not set stands further out. The outermost
// names of a template are those of the model.
struct Frame {
    const Frame* outer = nullptr;  // outlives this
    std::map<std::string, Value, std::less<>> values;
    std::map<std::string, Macro, std::less<>> macros;

    // Throw Error (failed) where nothing has this name.
    const Value& value(const std::string& name) const;
    const Macro& macro(const std::string& name) const;
};

// What an expression gives. What can be called are macros, `range`, and `public_header` (resource.hpp).
Value evaluate(const Json& expression, const Frame& frame);

// Prints statements; sets names in `frame`.
void print(const Json& statements, Frame& frame, std::string& out);

// The text of a macro with these arguments; `caller` is what a call block holds, or nothing.
std::string call(const Macro& macro, const std::vector<Value>& arguments, const Macro* caller = nullptr);

// The values of `expressions`.
std::vector<Value> evaluate_all(const Json& expressions, const Frame& frame);

// The names that a template sets at its top, from which others import. Throws Error (failed) for an unknown
// one.
const Frame& imported(const std::string& name);

}  // namespace limbsmith::jinja
