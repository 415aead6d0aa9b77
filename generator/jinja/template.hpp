// Fills the templates of templates/ with models. Only this room knows Jinja2: templates/compile.py turns the
// templates into data when limbsmith is built, so no Python is needed here.
#pragma once

#include <string>

#include "jinja/value.hpp"

namespace limbsmith::jinja {

// The text of templates/<name> filled with `model`, an object. Throws Error (failed) if the template uses
// something that the model lacks.
std::string render(const std::string& name, const Json& model);

}  // namespace limbsmith::jinja
