// Machine code of a header's functions, made by the compilers of this machine, read back and tried. No GPU is
// needed.
#pragma once

#include <string>
#include <vector>

#include "catalogue/operation.hpp"
#include "eval/cases.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::cli {

// A header to compile: its text, and the namespace in it.
struct Header {
    std::string name, text;
    const std::vector<catalogue::Function>& functions;
};

// One function for one architecture.
struct MachineCode {
    std::string function, architecture;
    size_t instructions;  // up to its end, those that load operands and store results included
    eval::Trial trial;
};

// nvcc and the programs after it.
struct Compilers {
    sass::FrontEnd front_end;
    sass::Assembler assembler;
};

// `compiler` is an nvcc, with the ptxas beside it, or a ptxas; empty: what sass/toolchain finds. Throws Error
// (unsupported) where one is missing, with what to install.
Compilers find_compilers(const std::string& compiler);

// `sm_90,sm_120`. Throws usage_error; unsupported for one whose code cannot be interpreted.
std::vector<std::string> parse_architectures(const std::string& list);

// Every function for every architecture, in that order, each on `cases` inputs. Throws Error (failed) with
// what a compiler had to say.
std::vector<MachineCode> try_machine_code(const Header& header, const Compilers& compilers,
                                          const std::vector<std::string>& architectures, size_t cases,
                                          uint64_t seed);

}  // namespace limbsmith::cli
