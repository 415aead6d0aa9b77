#include "row.hpp"

#include <map>

namespace limbsmith::bench {

Row::Row(std::string of_suite, const Subject& subject)
    : suite(std::move(of_suite)),
      operation(subject.operation),
      modulus(subject.modulus),
      algorithm(subject.algorithm),
      bits(subject.width.bits),
      limbs(subject.width.limbs()),
      code(subject.is_portable ? "portable C++" : "PTX"),
      wide(subject.cost ? subject.cost->product_time() : 0),
      additions(subject.cost ? subject.cost->additions : 0),
      rows(subject.rows) {}

Json Row::json(const Rooflines& rooflines) const {
    Json out = {{"suite", suite}, {"operation", operation}, {"bits", bits}, {"limbs", limbs}};
    if (!modulus.empty()) out["modulus"] = modulus;
    out.update({{"algorithm", algorithm}, {"code", code}, {"place", place}});
    if (!layout.empty()) out["layout"] = layout;
    if (!error.empty()) {
        out["error"] = error;
        return out;
    }
    if (grid > 0) out.update({{"grid", grid}, {"block", block}});
    if (chains > 0) out.update({{"chains", chains}, {"calls", calls}});
    if (registers > 0) out.update({{"registers", registers}, {"spilled_bytes", spilled_bytes}});
    out.update({{"seconds", seconds},
                {"fastest", fastest},
                {"slowest", slowest},
                {"launches", launches},
                {"results", results},
                {"checked", checked},
                {"results_per_second", rate()}});
    std::map<double, std::string> limits;  // results a second that each roofline allows
    if (bytes > 0 && rooflines.copy_bytes > 0) {
        limits[rooflines.copy_bytes / bytes] = "copy bandwidth";
        out.update({{"bytes", bytes}, {"bytes_per_second", rate() * bytes}});
    }
    if (wide > 0 && rooflines.wide_products > 0) limits[rooflines.wide_products / wide] = "wide products";
    if (additions > 0 && rooflines.additions > 0) limits[rooflines.additions / additions] = "additions";
    if (!limits.empty()) {
        const auto& [limit, by] = *limits.begin();
        out.update({{"limit_per_second", limit}, {"limited_by", by}, {"of_limit", rate() / limit}});
    }
    if (rows > 0 && rooflines.wide_products > 0)
        out["of_rows_limit"] = rate() * rows / rooflines.wide_products;
    if (gmp > 0) out.update({{"gmp_per_second", gmp}, {"times_gmp", rate() / gmp}});
    if (sm_mhz > 0) out.update({{"sm_mhz", sm_mhz}, {"memory_mhz", memory_mhz}});
    return out;
}

}  // namespace limbsmith::bench
