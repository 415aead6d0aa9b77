// Compiles a header's functions with the compilers of this machine, reads the machine code back and tests it
// in an interpreter. Needs no GPU.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "eval/cases.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::cli {

// A header to compile: its namespace and its text, and the first GPUs that it is for (spec/mapping.hpp).
struct Header {
    std::string name, text;
    const std::vector<catalogue::Function>& functions;
    int least_capability;
};

// The machine code of one function for one architecture.
struct MachineCode {
    std::string function, architecture;
    size_t instructions;  // up to the last EXIT, with loads of operands and stores of results
    eval::Trial trial;
};

// The front end (nvcc) and the assembler (ptxas).
struct Compilers {
    sass::FrontEnd front_end;
    sass::Assembler assembler;
};

// `compiler` is an nvcc, used with the ptxas beside it, or a ptxas. If it is empty, sass/toolchain searches.
// Throws Error (unsupported) with the package to install if one is missing.
Compilers find_compilers(const std::string& compiler);

// Parses `sm_90,sm_120`. Throws usage_error; unsupported for an architecture whose code cannot be
// interpreted.
std::vector<std::string> parse_architectures(const std::string& list);

// Tests every function for every architecture on `cases` inputs each. Results are sorted by function, then by
// architecture. Throws Error (failed) with the message of a compiler that fails.
std::vector<MachineCode> try_machine_code(const Header& header, const Compilers& compilers,
                                          const std::vector<std::string>& architectures, size_t cases,
                                          uint64_t seed);

}  // namespace limbsmith::cli
