// Subjects as one module of PTX, a kernel each, and the compilers that take it.
//
// Kernel `name` reads the words of case t, one after the other, and writes those of its outputs likewise:
// `name(const uint32_t* input, uint32_t* output)`, thread t for case t.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "fuzz/subject.hpp"

namespace limbsmith::fuzz {

// PTX ISA 8.7, the newest that every supported ptxas reads.
std::string ptx_module(std::span<const Subject> subjects, const std::string& architecture);

struct Compiler {
    std::string name;  // 13.0
    std::filesystem::path ptxas;
};

// `NAME=PATH`. Throws std::runtime_error where there is no such program.
Compiler parse_compiler(const std::string& text);

// The machine code of a module. Throws std::runtime_error with what ptxas says.
std::vector<char> assemble(const Compiler& compiler, const std::string& ptx, const std::string& architecture);

}  // namespace limbsmith::fuzz
