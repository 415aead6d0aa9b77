#include "cli/mapping_table.hpp"

#include <fmt/format.h>

#include "choice/lanes.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::cli {

bool has_measured_mappings(const Spec& spec) { return spec.is_runtime(); }

std::string mapping_table(const Spec& spec, uint64_t batch) {
    const int bits = spec.width.bits;
    const choice::MappingRates measured = choice::mapping_rates(bits, batch);
    const std::string size =
        batch == choice::any_batch ? "large batches" : fmt::format("batches of {}", batch);
    if (measured.rates.empty())
        return fmt::format("\nmappings: {}, the fewest lanes that hold {} bits; no other was measured\n",
                           to_string(spec.width.mapping), bits);
    std::string out =
        fmt::format("\nmappings: powers a second in {}, own N each, exponents of full length\n", size);
    for (const choice::MappingRate& it : measured.rates) {
        out += fmt::format("  {:<8} {:>10.0f}{}\n", to_string(it.mapping), it.per_second,
                           it.mapping == spec.width.mapping ? "  taken" : "");
    }
    return out +
           fmt::format("measured on one {} at {} bits; --map auto takes the first, --batch names a size\n",
                       measured.device, measured.measured_bits);
}

nlohmann::ordered_json mapping_json(const Spec& spec, uint64_t batch) {
    const choice::MappingRates measured = choice::mapping_rates(spec.width.bits, batch);
    nlohmann::ordered_json out = {{"taken", to_string(spec.width.mapping)}, {"device", measured.device}};
    if (batch != choice::any_batch) out["batch"] = batch;
    out["measured_bits"] = measured.measured_bits;
    out["powers_per_second"] = nlohmann::ordered_json::object();
    for (const choice::MappingRate& it : measured.rates)
        out["powers_per_second"][to_string(it.mapping)] = it.per_second;
    return out;
}

}  // namespace limbsmith::cli
