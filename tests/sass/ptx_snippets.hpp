// Small PTX programs for which ptxas emits every instruction that sass/meanings knows, in all its forms.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace limbsmith::test {

struct PtxSnippet {
    std::string name;
    size_t inputs, outputs;  // words
    std::string
        body;  // of i0 ... to o0 ...; t0 ... are registers of 32 bits, w0 ... of 64, p0 ... predicates
};

const std::vector<PtxSnippet>& ptx_snippets();

// A module of kernels (result, input) for one thread, named after the snippets.
std::string ptx_module(const std::vector<PtxSnippet>& snippets);

}  // namespace limbsmith::test
