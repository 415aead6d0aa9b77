// The named suites: the experiments of Carlessi and Kashani (EPFL, 2013), and the figures of docs/speed.md.
#pragma once

#include <string>
#include <vector>

#include "schedule.hpp"

namespace limbsmith::bench {

struct Suite {
    std::string name, summary;
    void (*add)(Schedule& schedule);
};

const std::vector<Suite>& suites();
// `all` means every suite. Throws usage_error naming the nearest suite.
void add_suite(Schedule& schedule, const std::string& name);

// Every operation of a spec: in registers, and from memory in each layout.
void add_operations(Schedule& schedule, const Spec& spec, const std::vector<Layout>& layouts);

}  // namespace limbsmith::bench
