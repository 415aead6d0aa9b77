#include "row.hpp"

#include <algorithm>
#include <map>

namespace limbsmith::bench {

Row::Row(std::string of_suite, const Subject& subject)
    : suite(std::move(of_suite)),
      operation(subject.operation),
      modulus(subject.modulus),
      algorithm(subject.algorithm),
      bits(subject.width.bits),
      limbs(subject.width.limbs()),
      code("PTX"),
      gmp_cores(subject.gmp_cores()) {
    subject.describe(*this);
}

Row Row::median_of(std::vector<Row> rows) {
    for (Row& row : rows)
        if (!row.error.empty()) return std::move(row);
    const auto median = [&](double Row::*figure) {
        std::ranges::nth_element(rows, rows.begin() + static_cast<ptrdiff_t>(rows.size() / 2), {}, figure);
        return rows[rows.size() / 2].*figure;
    };
    const double with_transfers = median(&Row::seconds_with_transfers), seconds = median(&Row::seconds);
    Row result = rows[rows.size() / 2];
    result.seconds = seconds, result.seconds_with_transfers = with_transfers;
    result.launches = result.checked = 0;
    for (const Row& row : rows) {
        result.fastest = std::min(result.fastest, row.fastest);
        result.slowest = std::max(result.slowest, row.slowest);
        result.launches += row.launches, result.checked += row.checked;
    }
    return result;
}

void Row::raise(Rooflines& rooflines, const Rooflines& probed) const {
    constexpr double at_most = 1.05;  // a larger excess is an error, not a roofline measured too low
    const std::string what = operation + ", " + (modulus.empty() ? std::to_string(bits) + " bits" : modulus) +
                             ", " + place + (layout.empty() ? "" : ", " + layout);
    const auto lift = [&](Limit& limit, const Limit& probe, double of_one) {
        const double reached = rate() * of_one;
        if (reached <= at_most * probe.per_second) limit.raise(reached, what);
    };
    if (!error.empty()) return;
    lift(rooflines.memory_bytes, probed.memory_bytes, bytes);
    lift(rooflines.wide_products, probed.wide_products, wide);
    lift(rooflines.additions, probed.additions, additions);
}

Json Row::labels() const {
    Json out = {{"suite", suite}, {"operation", operation}, {"bits", bits}, {"limbs", limbs}};
    if (!modulus.empty()) out["modulus"] = modulus;
    if (digits)
        out.update({{"radix", digits->radix}, {"digits", digits->count}, {"digit_bound", digits->bound}});
    out.update({{"algorithm", algorithm}, {"code", code}, {"place", place}});
    if (!layout.empty()) out["layout"] = layout;
    if (!mapping.empty()) out["mapping"] = mapping;
    if (mean_words > 0)
        out.update({{"mean_words", mean_words}, {"deviation_words", deviation_words}, {"results", results}});
    if (grid > 0) out.update({{"grid", grid}, {"block", block}});
    return out;
}

Json Row::json(const Rooflines& rooflines) const {
    Json out = labels();
    if (!error.empty()) {
        out["error"] = error;
        return out;
    }
    if (chains > 0) out.update({{"chains", chains}, {"calls", calls}});
    if (registers > 0) out.update({{"registers", registers}, {"spilled_bytes", spilled_bytes}});
    out.update({{"seconds", seconds},
                {"fastest", fastest},
                {"slowest", slowest},
                {"launches", launches},
                {"results", results},
                {"checked", checked},
                {"results_per_second", rate()}});
    if (seconds_with_transfers > 0) out["seconds_with_transfers"] = seconds_with_transfers;
    if (bytes > 0) out.update({{"bytes", bytes}, {"bytes_per_second", rate() * bytes}});
    if (wide > 0) out["wide_products"] = wide;
    if (instructions > 0) out["instructions"] = instructions;
    std::map<double, std::string> limits;  // results per second that each roofline allows
    const auto add = [&](const Limit& limit, double of_one, const char* by) {
        if (of_one > 0 && limit.per_second > 0) limits[limit.per_second / of_one] = by;
    };
    add(rooflines.memory_bytes, bytes, "memory bandwidth");
    add(rooflines.wide_products, wide, "wide products");
    add(rooflines.additions, additions, "additions");
    if (!limits.empty()) {
        const auto& [limit, by] = *limits.begin();
        out.update({{"limit_per_second", limit}, {"limited_by", by}});
        const double share = rate() / limit;
        constexpr double rounding = 1e-9;  // of a limit that this row has raised
        if (share <= 1 + rounding)
            out["of_limit"] = std::min(share, 1.0);
        else
            out["times_counted"] = share;
    }
    if (rows > 0 && rooflines.wide_products.per_second > 0)
        out["times_rows"] = rate() * rows / rooflines.wide_products.per_second;
    if (gmp > 0) out.update({{"gmp_per_second", gmp}, {"times_gmp", rate() / gmp}});
    if (gmp > 0 && seconds_with_transfers > 0)
        out["times_gmp_with_transfers"] = results / seconds_with_transfers / gmp;
    if (gmp > 0 && gmp_cores > 0) out["gmp_cores"] = gmp_cores;
    if (host_code > 0) out["host_code_per_second"] = host_code;
    if (sm_mhz > 0) out.update({{"sm_mhz", sm_mhz}, {"memory_mhz", memory_mhz}});
    return out;
}

}  // namespace limbsmith::bench
