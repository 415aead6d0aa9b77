// One function as templates see it: comment, parameters, asm statement, portable statements.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emit/ptx.hpp"
#include "ir/program.hpp"
#include "jinja/value.hpp"

namespace limbsmith::emit {

using Json = jinja::Json;

// How a style of header spells a function.
struct Surface {
    std::string name;                                          // add, add_loc ...
    std::function<std::string(const std::string&)> parameter;  // a -> a, a_loc ...
    Spelling word;                                             // a word of a parameter
    std::string prefix;                                        // of local names
};

// Functions of the inline style: numbers are structs, the first output is returned.
Surface inline_surface(const ir::Program& program);

// Its name and parameters alone; they are all there is of a program without a body.
Json signature_model(const ir::Program& program, const Surface& surface);

// `source` names the algorithm and where it is written down.
Json function_model(const ir::Program& program, std::string_view source, const Surface& surface);

}  // namespace limbsmith::emit
