#include "cli/bench_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/pool/crossovers.hpp"
#include "cli/quantity.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string measured_where(const Json& row) {
    const std::string layout = row.value("layout", "");
    return row.at("place").get<std::string>() + (layout.empty() ? "" : ", " + layout);
}

// 10^9, 2^30, 7
std::string power_text(uint32_t radix) {
    for (const uint32_t base : {10u, 2u}) {
        int exponent = 0;
        uint64_t power = 1;
        while (power < radix) power *= base, ++exponent;
        if (power == radix && exponent > 1) return fmt::format("{}^{}", base, exponent);
    }
    return std::to_string(radix);
}

std::string number_of(const Json& row) {
    if (row.contains("radix"))
        return fmt::format("{}, {}", counted(row.at("digits").get<size_t>(), "digit"),
                           power_text(row.at("radix").get<uint32_t>()));
    return row.contains("modulus") ? "mod " + row.at("modulus").get<std::string>()
                                   : fmt::format("{} bits", row.at("bits").get<int>());
}

// These are computations of a pool.
std::string pool_start(const Json& row) {
    return fmt::format("{:<21} {:>3g} words, sigma {:<4g} {:>8.0f} by {:<5}",
                       row.at("operation").get<std::string>(), row.at("mean_words").get<double>(),
                       row.at("deviation_words").get<double>(), row.value("results", 0.0),
                       row.value("mapping", row.at("code").get<std::string>()));
}

std::string pool_line(const Json& row) {
    const std::string start = pool_start(row);
    if (row.contains("error")) return start + " " + row.at("error").get<std::string>() + "\n";
    std::string out =
        fmt::format("{} {:>11}  {:>8}", start, quantity(row.at("results_per_second").get<double>(), "/s"),
                    duration(row.at("seconds").get<double>()));
    if (row.contains("times_gmp")) out += fmt::format(", {:.3g} x GMP", row.at("times_gmp").get<double>());
    if (row.contains("seconds_with_transfers"))
        out += fmt::format("; with transfers {}", duration(row.at("seconds_with_transfers").get<double>()));
    if (row.contains("times_gmp_with_transfers"))
        out += fmt::format(", {:.3g} x GMP", row.at("times_gmp_with_transfers").get<double>());
    return out + "\n";
}

std::string start_of(const Json& row) {
    if (row.contains("mean_words")) return pool_start(row);
    return fmt::format("{:<14} {:<17.17} {:<20.20} {:<13.13} {:<22.22}",
                       row.at("operation").get<std::string>(), number_of(row),
                       row.at("algorithm").get<std::string>(), row.at("code").get<std::string>(),
                       measured_where(row));
}

std::string line(const Json& row) {
    if (row.contains("mean_words")) return pool_line(row);
    const std::string start = start_of(row);
    if (row.contains("error")) return start + " " + row.at("error").get<std::string>() + "\n";
    std::string limit;
    if (row.contains("of_limit"))
        limit = fmt::format("{:.1f} % of {}", 100 * row.at("of_limit").get<double>(),
                            row.at("limited_by").get<std::string>());
    if (row.contains("times_counted"))
        limit = fmt::format("{:.2f} x the {}", row.at("times_counted").get<double>(),
                            row.at("limited_by").get<std::string>());
    std::string gmp;
    if (row.contains("times_gmp")) {
        const bool is_one_core = row.value("gmp_cores", 0) == 1;
        gmp = fmt::format("{:.3g} x GMP{}", row.at("times_gmp").get<double>(),
                          is_one_core ? " on one core" : "");
    }
    if (row.contains("instructions"))
        gmp += fmt::format("{}{}", gmp.empty() ? "" : ", ",
                           counted(row.at("instructions").get<size_t>(), "instruction"));
    std::string out = fmt::format("{} {:>11}  {:<26} {}", start,
                                  quantity(row.at("results_per_second").get<double>(), "/s"), limit, gmp);
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
}

std::string head(const Json& results) {
    const Json& machine = results.at("machine");
    const Json& host = machine.at("host");
    std::string out = fmt::format("limbsmith {}, {}\n", results.at("version").get<std::string>(),
                                  results.at("date").get<std::string>());
    if (machine.contains("device")) {
        const Json& limits = results.at("rooflines");
        out += fmt::format("{}: at most {}, {} wide products/s, {} additions/s\n",
                           machine.at("device").at("name").get<std::string>(),
                           quantity(limits.at("memory_bytes_per_second").get<double>(), "B/s"),
                           quantity(limits.at("wide_products_per_second").get<double>(), ""),
                           quantity(limits.at("additions_per_second").get<double>(), ""));
    }
    out += fmt::format("{}, {} cores, GMP {}\n", host.at("processor").get<std::string>(),
                       host.at("cores").get<unsigned>(), host.at("gmp").get<std::string>());
    if (results.contains("note")) out += results.at("note").get<std::string>() + "\n";
    return out;
}

}  // namespace

std::string bench_table(const Json& results) {
    std::string out = head(results), suite;
    for (const Json& row : results.at("rows")) {
        const std::string of_row = row.at("suite").get<std::string>();
        if (of_row != suite || &row == &results.at("rows").front())
            out += "\n" + of_row + (of_row.empty() ? "" : "\n");
        suite = of_row;
        out += line(row);
    }
    if (results.contains("crossovers"))
        out += "\nauto is faster than GMP, at this and all larger numbers of computations\n" +
               bench::crossover_text(results.at("crossovers"));
    return out;
}

std::string bench_rows(const Json& schedule) {
    std::string out;
    for (const Json& row : schedule.at("rows")) {
        std::string text = fmt::format("{:<9} {}", row.at("suite").get<std::string>(), start_of(row));
        if (row.contains("grid"))
            text += fmt::format(" {} x {}", row.at("grid").get<uint64_t>(), row.at("block").get<uint32_t>());
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    }
    return out + fmt::format("{}, {}\n", counted(schedule.at("rows").size(), "row"),
                             counted(schedule.at("kernels").get<size_t>(), "kernel"));
}

size_t failures(const Json& results) {
    return std::ranges::count_if(results.at("rows"), [](const Json& row) { return row.contains("error"); });
}

void BenchProgress::stage(const std::string& stage, double done) {
    const std::lock_guard lock(mutex_);
    if (stage != stage_) progress_.write(stage + "\n");
    stage_ = stage;
    progress_.report(done);
}

void BenchProgress::finished(const Json& row) { progress_.write(line(row)); }

}  // namespace limbsmith::cli
