// The table of mappings in `explain`: how fast each is for a batch, and which one `--map auto` takes.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "spec/spec.hpp"

namespace limbsmith::cli {

// Whether the mapping of the spec is chosen by measured rates: modulo numbers that are given at run time.
bool has_measured_mappings(const Spec& spec);

// A line for each mapping, the fastest first. `batch`: choice::any_batch for batches of any size.
// requires: has_measured_mappings.
std::string mapping_table(const Spec& spec, uint64_t batch);
nlohmann::ordered_json mapping_json(const Spec& spec, uint64_t batch);

}  // namespace limbsmith::cli
