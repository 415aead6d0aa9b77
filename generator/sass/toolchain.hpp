// NVIDIA's compilers and disassembler as programs: source to PTX, PTX to machine code, machine code to text.
//
// Promises: whole modules; errors with the program's own messages. The environment names the programs, or
// they are searched for. `./dev setup` decides which versions are used.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sass/function.hpp"

namespace limbsmith::sass {

// Thrown if a program is missing; the message says what to install.
class MissingTool : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// nvcc as the front end: CUDA source to PTX.
class FrontEnd {
  public:
    // Takes `nvcc` if it is not empty; else $LIMBSMITH_NVCC, or nvcc on PATH, in /usr/local/cuda/bin or in
    // the checkout's .cuda/. Throws MissingTool.
    static FrontEnd find(const std::filesystem::path& nvcc = {});
    explicit FrontEnd(std::filesystem::path nvcc) : nvcc_(std::move(nvcc)) {}

    // The ptxas of the same toolkit; it may not exist.
    std::filesystem::path assembler() const;
    // The PTX of a source file, for sm_`capability` and later. Throws std::runtime_error with nvcc's messages.
    std::string compile(const std::filesystem::path& source, int capability) const;

  private:
    std::filesystem::path nvcc_;
};

// ptxas and nvdisasm.
class Assembler {
  public:
    // Takes the given paths where they are not empty. Else ptxas: $LIMBSMITH_PTXAS, beside nvcc as FrontEnd
    // finds it, on PATH. nvdisasm: $LIMBSMITH_NVDISASM, on PATH, beside ptxas, in the checkout's .compilers/.
    // Throws MissingTool.
    static Assembler find(const std::filesystem::path& ptxas = {},
                          const std::filesystem::path& nvdisasm = {});
    // Throws std::runtime_error if ptxas does not report its version.
    Assembler(std::filesystem::path ptxas, std::filesystem::path nvdisasm);

    // As in `13.0.88`.
    const std::string& version() const { return version_; }

    // The cubin of a PTX module for an architecture such as sm_90, optimised as nvcc does by default (-O3).
    // PTX of a newer ISA is passed through for_release first. Throws std::runtime_error with the messages of
    // ptxas.
    std::string assemble(const std::string& ptx, const std::string& architecture,
                         const std::vector<std::string>& options = {}) const;
    // The text of a cubin. Throws std::runtime_error with the messages of nvdisasm.
    std::string disassemble(const std::string& cubin) const;
    // The functions of a PTX module: assembled, disassembled and parsed.
    std::vector<Function> functions(const std::string& ptx, const std::string& architecture) const {
        return parse(disassemble(assemble(ptx, architecture)));
    }

  private:
    std::filesystem::path ptxas_, nvdisasm_;
    std::string version_;
};

// The PTX with a `.version` that the ptxas of CUDA `release` (12.8 ...) accepts: at most 8.7 for CUDA 12.
// requires: the module uses nothing newer; generated functions use nothing newer than PTX 4.0.
std::string for_release(std::string ptx, std::string_view release);

}  // namespace limbsmith::sass
