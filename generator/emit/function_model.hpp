// The model of a function for templates: comment, parameters, asm statement, portable statements.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emit/ptx.hpp"
#include "ir/program.hpp"
#include "jinja/value.hpp"

namespace limbsmith::emit {

using Json = jinja::Json;

// The spelling of a function in a style of header.
struct Surface {
    std::string name;                                          // add, add_loc ...
    std::function<std::string(const std::string&)> parameter;  // a -> a, a_loc ...
    Spelling word;                                             // the expression of a word of a parameter
    std::string prefix;                                        // prefix of local names
};

// The spelling of the inline style: numbers are structs, the first output is returned.
Surface inline_surface(const ir::Program& program);

// The name and parameters only. The body may be empty.
Json signature_model(const ir::Program& program, const Surface& surface);

// The whole model. `source` names the algorithm and its publication.
Json function_model(const ir::Program& program, std::string_view source, const Surface& surface);

}  // namespace limbsmith::emit
