// Fills templates/ with models. The only room that knows that templates are Jinja2: templates/compile.py has
// turned them into data when limbsmith was built; nothing of Python is needed here.
#pragma once

#include <string>

#include "jinja/value.hpp"

namespace limbsmith::jinja {

// The text of templates/<name> filled with `model`, an object. Throws Error (failed) where the template asks
// for what the model has not.
std::string render(const std::string& name, const Json& model);

}  // namespace limbsmith::jinja
