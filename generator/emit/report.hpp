// Draws reports. The only thing of limbsmith that needs Python when it runs, for Jinja2.
#pragma once

#include <string>

namespace limbsmith::emit {

// The page that templates/report.py makes of results of `limbsmith bench`, run by the first Python that can
// import what it needs: $LIMBSMITH_PYTHON, that of .venv in a folder above the program, then python3. Throws
// Error: unsupported, saying what to install, where none can; failed with what the script had to say.
std::string render_report(const std::string& results);

}  // namespace limbsmith::emit
