// The named suites: the experiments of Carlessi and Kashani (EPFL, 2013), and the figures of docs/speed.md.
#pragma once

#include <string>
#include <vector>

#include "plan.hpp"

namespace limbsmith::bench {

struct Suite {
    std::string name, summary;
    void (*add)(Plan& plan);
};

const std::vector<Suite>& suites();
// `all` means every suite. Throws usage_error naming the nearest suite.
void add_suite(Plan& plan, const std::string& name);

// Every operation of a spec: in registers, and from memory in each layout.
void add_operations(Plan& plan, const Spec& spec, const std::vector<Layout>& layouts);

}  // namespace limbsmith::bench
