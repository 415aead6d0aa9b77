// A command of each kind, and the files that must survive when it is refused.
#pragma once

#include "cli/expect.hpp"

namespace limbsmith::test {

// A folder with operands, results and an output file that must survive every refusal.
struct CommandFolder : TempFolder {
    CommandFolder() {
        write("a.txt", "1\n2\n");
        write("b.txt", "3\n4\n");
        write("c.txt", "4\n6\n");
        write("out.txt", "old\n");
    }
};

// A command of each kind, without its width or modulus.
inline const std::vector<Arguments> commands = {
    {"generate", "-o", "out.txt"},
    {"explain"},
    {"verify"},
    {"random", "-o", "out.txt"},
    {"run", "--op", "add", "a.txt", "b.txt", "-o", "out.txt"},
    {"check", "--op", "add", "a.txt", "b.txt", "c.txt", "--report", "out.txt"},
};

inline Arguments with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

// The words of a line, split as by a shell.
inline Arguments split_as_by_shell(const std::string& text) {
    Arguments words;
    bool quoted = false, is_in_word = false;
    for (const char c : text) {
        if (c == ' ' && !quoted) {
            is_in_word = false;
            continue;
        }
        if (!is_in_word) words.emplace_back();
        is_in_word = true;
        if (c == '\'')
            quoted = !quoted;
        else
            words.back() += c;
    }
    return words;
}

// The arguments of the command in a banner.
inline Arguments banner_command(const std::string& header) {
    const size_t begin = header.find("limbsmith generate") + std::string_view("limbsmith ").size();
    return split_as_by_shell(header.substr(begin, header.find('\n', begin) - begin));
}

// Checks that every command refuses these options.
inline void all_refuse(const Arguments& options, int code, std::initializer_list<std::string_view> parts) {
    const CommandFolder folder;
    for (const Arguments& command : commands) refused(folder, with(command, options), code, parts);
}

// The header for a modulus.
inline std::string generate(const TempFolder& folder, const std::string& modulus,
                            const Arguments& more = {}) {
    return done(folder, with({"generate", "--modulus", modulus}, more));
}

}  // namespace limbsmith::test
