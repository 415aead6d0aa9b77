// Renders reports. The only part of limbsmith that needs Python at run time, for Jinja2.
#pragma once

#include <string>

namespace limbsmith::emit {

// The page that templates/report.py makes of results of `limbsmith bench`. It is run by the first Python that
// can import its modules: $LIMBSMITH_PYTHON, that of .venv in a folder above the program, then python3.
// Throws Error: unsupported, with the packages to install, if there is none; failed with the output of the
// script if that fails.
std::string render_report(const std::string& results);

}  // namespace limbsmith::emit
