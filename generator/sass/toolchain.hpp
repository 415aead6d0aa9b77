// NVIDIA's compilers and the disassembler, as programs: source to PTX, PTX to machine code, machine code to
// text.
//
// Promises: all of a module at once, and an error with what the program had to say. Where the programs are is
// said by the environment, or found; which versions may be used is `./dev setup`'s to say.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sass/function.hpp"

namespace limbsmith::sass {

// A program that is not there; the message says what to install.
class MissingTool : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// nvcc, the front end: CUDA source to PTX.
class FrontEnd {
  public:
    // $LIMBSMITH_NVCC, nvcc on PATH, in /usr/local/cuda/bin or in the checkout's .cuda/; or `nvcc` if it is
    // not empty. Throws MissingTool.
    static FrontEnd find(const std::filesystem::path& nvcc = {});
    explicit FrontEnd(std::filesystem::path nvcc) : nvcc_(std::move(nvcc)) {}

    // The ptxas of the same toolkit; it need not be there.
    std::filesystem::path assembler() const;
    // The PTX of a source file, for sm_75 and later. Throws std::runtime_error with nvcc's messages.
    std::string compile(const std::filesystem::path& source) const;

  private:
    std::filesystem::path nvcc_;
};

// ptxas and nvdisasm.
class Assembler {
  public:
    // ptxas: $LIMBSMITH_PTXAS, beside nvcc as FrontEnd finds it, on PATH. nvdisasm: $LIMBSMITH_NVDISASM, on
    // PATH, beside ptxas, in the checkout's .compilers/. Either as given if it is not empty. Throws
    // MissingTool.
    static Assembler find(const std::filesystem::path& ptxas = {},
                          const std::filesystem::path& nvdisasm = {});
    // Throws std::runtime_error where ptxas does not tell its version.
    Assembler(std::filesystem::path ptxas, std::filesystem::path nvdisasm);

    // 13.0.88
    const std::string& version() const { return version_; }

    // The cubin of a PTX module, for sm_90 ...; optimised as nvcc does by default (-O3). The PTX may be of a
    // newer ISA than this ptxas reads, see for_version. Throws std::runtime_error with the messages of ptxas.
    std::string assemble(const std::string& ptx, const std::string& architecture,
                         const std::vector<std::string>& options = {}) const;
    // The text of a cubin. Throws std::runtime_error with the messages of nvdisasm.
    std::string disassemble(const std::string& cubin) const;
    // Both, and the text read.
    std::vector<Function> functions(const std::string& ptx, const std::string& architecture) const {
        return parse(disassemble(assemble(ptx, architecture)));
    }

  private:
    std::filesystem::path ptxas_, nvdisasm_;
    std::string version_;
};

// The PTX with a `.version` that a ptxas of CUDA `release`, 12.8 ..., reads: 8.7 at most for CUDA 12.
// requires: the module uses nothing newer than that; generated functions use nothing newer than PTX 4.0.
std::string for_release(std::string ptx, std::string_view release);

}  // namespace limbsmith::sass
