// Fills a template with a model, and draws reports. The only file that knows that templates are Jinja2 and
// that Jinja2 is Python's.
#pragma once

#include <filesystem>
#include <string>

namespace limbsmith::emit {

// The text of templates/<name> filled with `model`, a JSON object. Runs templates/render.py with the first
// Python that can import jinja2: $LIMBSMITH_PYTHON, the project's .venv, then python3. Throws Error, saying
// what to install where none can, or what the template had to say.
std::string render(const std::string& name, const std::string& model);

// The page that templates/report.py makes of results of `limbsmith bench`, in the same way. Throws Error
// (unsupported) where no Python can import jinja2.
std::string render_report(const std::string& results);

// Where templates/ is: $LIMBSMITH_TEMPLATES, or found from the place of the executable upwards.
std::filesystem::path template_folder();

}  // namespace limbsmith::emit
