// Where a header says that it comes from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace limbsmith::read {

// The version of limbsmith that printed it, and the words of the command, each with its line.
struct Origin {
    struct Word {
        std::string text;
        uint32_t line;
    };
    Word version;
    std::vector<Word> command;

    // The words one space apart.
    std::string command_text() const;
};

// Throws Difference for a text whose first lines do not say it, with the line where they should.
Origin origin(const std::string& text);

}  // namespace limbsmith::read
