#include "emit/comment_lines.hpp"

#include <sstream>

namespace limbsmith::emit {
namespace {

constexpr size_t line_length = 120;

}  // namespace

std::vector<std::string> comment_lines(const std::string& text, size_t indent) {
    const std::string start = std::string(indent, ' ') + "//";
    std::vector<std::string> lines;
    std::istringstream words(text);
    std::string line = start;
    for (std::string word; words >> word;) {
        if (line.size() + 1 + word.size() > line_length) {
            lines.push_back(line);
            line = start;
        }
        line += " " + word;
    }
    lines.push_back(line);
    return lines;
}

}  // namespace limbsmith::emit
