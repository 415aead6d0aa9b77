// The small examples share their arguments, and lines on stderr that say how far they are.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

// The value of `1000`, `1e6` or `2^20`; nullopt for any other text, and above 10^18.
inline std::optional<std::uint64_t> parse_count(const std::string& text) {
    constexpr std::uint64_t most = 1'000'000'000'000'000'000;
    const auto number = [](const std::string& digits) -> std::optional<std::uint64_t> {
        if (digits.empty() || digits.size() > 18 || digits.find_first_not_of("0123456789") != digits.npos)
            return {};
        return std::stoull(digits);
    };
    const std::size_t mark = text.find_first_of("e^");
    if (mark == text.npos) return number(text);
    const auto first = number(text.substr(0, mark)), exponent = number(text.substr(mark + 1));
    if (!first || !exponent || *exponent > 62) return {};
    std::uint64_t value = text[mark] == 'e' ? *first : 1;
    for (std::uint64_t k = 0; k < *exponent; ++k) {
        const std::uint64_t factor = text[mark] == 'e' ? 10 : *first;
        if (factor != 0 && value > most / factor) return {};
        value *= factor;
    }
    return value;
}

// Ends the program with exit code 2.
[[noreturn]] inline void refuse(const char* usage, const std::string& why) {
    std::fprintf(stderr, "%s\n%s", why.c_str(), usage);
    std::exit(2);
}

// The text of a program's usage, printed where --help is asked for.
inline void help_if_asked(int count, char** arguments, const char* usage) {
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word != "--help" && word != "-h") continue;
        std::fputs(usage, stdout);
        std::exit(0);
    }
}

// A count within bounds; ends the program for another text.
inline std::uint64_t count_of(const std::string& text, std::uint64_t least, std::uint64_t most,
                              const char* usage) {
    const auto count = parse_count(text);
    if (!count || *count < least || *count > most)
        refuse(usage,
               "'" + text + "' is no number from " + std::to_string(least) + " to " + std::to_string(most));
    return *count;
}

// The only argument of a program, if it is given.
inline std::optional<std::uint64_t> count_argument(int count, char** arguments, std::uint64_t least,
                                                   std::uint64_t most, const char* usage) {
    help_if_asked(count, arguments, usage);
    if (count > 2) refuse(usage, "more than one argument");
    if (count < 2) return std::nullopt;
    return count_of(arguments[1], least, most, usage);
}

// Prints the name of the next step, and for how long the program has run.
inline void now(const std::string& what) {
    using Clock = std::chrono::steady_clock;
    static const Clock::time_point start = Clock::now();
    std::fprintf(stderr, "[%5.1f s] %s\n", std::chrono::duration<double>(Clock::now() - start).count(),
                 what.c_str());
}
