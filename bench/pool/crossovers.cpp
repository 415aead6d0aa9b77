#include "crossovers.hpp"

#include <fmt/format.h>

#include <map>

namespace limbsmith::bench {
namespace {

constexpr size_t fewest = 3;  // counts

using TimesGmp = std::map<uint64_t, double>;  // by the count

Json first_faster(const TimesGmp& all) {
    Json first;
    for (const auto& [count, times] : all) {
        if (times <= 1) first = nullptr;
        if (times > 1 && first.is_null()) first = count;
    }
    return first;
}

std::string text(const Json& count, const Json& words) {
    if (count.is_null()) return "never";
    return fmt::format("from {} computations, {} words", count.get<uint64_t>(), words.get<uint64_t>());
}

}  // namespace

Json pool_crossovers(const Json& rows) {
    struct Group {
        TimesGmp alone, with_transfers;
    };
    std::map<std::tuple<std::string, double, double>, Group> groups;
    for (const Json& row : rows) {
        if (row.at("suite") != "pool" || row.value("mapping", "") != "auto" || !row.contains("times_gmp"))
            continue;
        const auto count = static_cast<uint64_t>(row.at("results").get<double>());
        Group& group = groups[{row.at("operation"), row.at("mean_words"), row.at("deviation_words")}];
        group.alone[count] = row.at("times_gmp");
        group.with_transfers[count] = row.at("times_gmp_with_transfers");
    }
    Json found = Json::array();
    for (const auto& [key, group] : groups) {
        if (group.alone.size() < fewest) continue;
        const auto& [operation, mean, deviation] = key;
        const auto words = [mean = mean](const Json& count) {
            return count.is_null() ? count : Json(static_cast<uint64_t>(count.get<double>() * mean));
        };
        const Json alone = first_faster(group.alone), with_transfers = first_faster(group.with_transfers);
        found.push_back({{"operation", operation},
                         {"mean_words", mean},
                         {"deviation_words", deviation},
                         {"count", alone},
                         {"words", words(alone)},
                         {"count_with_transfers", with_transfers},
                         {"words_with_transfers", words(with_transfers)}});
    }
    return found;
}

std::string crossover_text(const Json& crossovers) {
    std::string lines;
    for (const Json& it : crossovers) {
        lines += fmt::format("{:<14} {:>3g} words, sigma {:<4g} {}; with transfers {}\n",
                             it.at("operation").get<std::string>(), it.at("mean_words").get<double>(),
                             it.at("deviation_words").get<double>(), text(it.at("count"), it.at("words")),
                             text(it.at("count_with_transfers"), it.at("words_with_transfers")));
    }
    return lines;
}

}  // namespace limbsmith::bench
