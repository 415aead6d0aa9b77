#include "spec/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace limbsmith {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
    return out;
}

// Levenshtein distance.
size_t distance(std::string_view x, std::string_view y) {
    std::vector<size_t> row(y.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= x.size(); ++i) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j <= y.size(); ++j) {
            const size_t substituted = diagonal + (x[i - 1] != y[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

bool is_near(std::string_view x, std::string_view y) {
    const size_t shorter = std::min(x.size(), y.size());
    const size_t alike =
        static_cast<size_t>(std::ranges::mismatch(x, y).in1 - x.begin());  // length of the common prefix
    return (alike > 2 && 2 * alike > shorter) || distance(x, y) <= (std::max(x.size(), y.size()) + 2) / 3;
}

}  // namespace

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> words;
    for (size_t begin = 0; begin <= list.size();) {
        const size_t end = std::min(list.find(',', begin), list.size());
        words.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

std::vector<std::string> nearest(std::string_view word, std::vector<std::string> candidates, size_t most) {
    const std::string wanted = lower(word);
    std::erase_if(candidates, [&](const std::string& c) { return !is_near(wanted, lower(c)); });
    std::ranges::stable_sort(candidates, {},
                             [&](const std::string& c) { return distance(wanted, lower(c)); });
    if (candidates.size() > most) candidates.resize(most);
    return candidates;
}

std::string suggestion(std::string_view word, std::vector<std::string> candidates) {
    const std::vector<std::string> near = nearest(word, std::move(candidates), 1);
    return near.empty() ? "" : fmt::format("; did you mean '{}'?", near[0]);
}

}  // namespace limbsmith
