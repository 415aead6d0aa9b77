#include "cli/expect.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace limbsmith::test {
namespace {

// The arguments as shown when a check fails.
std::string shown(const Arguments& arguments) {
    std::string text = "limbsmith";
    for (const std::string& argument : arguments) text += " '" + argument + "'";
    return text;
}

}  // namespace

std::string done(const TempFolder& folder, const Arguments& arguments, const std::string& input) {
    const ProcessResult result = folder.run(arguments, input);
    CHECK_MESSAGE(result.exit_code == exit_done, shown(arguments), "\nstderr: ", result.err);
    return result.out;
}

std::string refused(const TempFolder& folder, const Arguments& arguments, int code,
                    std::initializer_list<std::string_view> parts, const std::string& input) {
    const auto before = folder.contents();
    const ProcessResult result = folder.run(arguments, input);
    const auto after = folder.contents();
    INFO(shown(arguments), "\nstderr: ", result.err);
    CHECK(result.exit_code == code);
    CHECK(result.out.empty());
    CHECK(!result.err.empty());
    for (std::string_view part : parts) {
        CHECK_MESSAGE(contains(result.err, part), "the message should say: ", part);
    }
    for (const auto& [name, content] : after) {
        const auto old = before.find(name);
        CHECK_MESSAGE(old != before.end(), "left behind: ", name);
        CHECK_MESSAGE((old == before.end() || old->second == content), "changed: ", name);
    }
    CHECK(after.size() == before.size());
    return result.err;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

size_t occurrences(std::string_view text, std::string_view part) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
    return count;
}

std::vector<mpz_class> numbers(const std::string& text) {
    std::vector<mpz_class> numbers;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) numbers.emplace_back(line, 0);
    return numbers;
}

std::vector<std::vector<mpz_class>> columns(const std::string& text) {
    std::vector<std::vector<mpz_class>> columns;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        size_t column = 0;
        for (std::string word; words >> word; ++column) {
            if (column == columns.size()) columns.emplace_back();
            columns[column].emplace_back(word, 0);
        }
    }
    return columns;
}

std::string lines(const std::vector<mpz_class>& numbers) {
    std::string text;
    for (const mpz_class& number : numbers) text += "0x" + number.get_str(16) + "\n";
    return text;
}

mpz_class power_of_2(unsigned exponent) { return mpz_class(1) << exponent; }

}  // namespace limbsmith::test
