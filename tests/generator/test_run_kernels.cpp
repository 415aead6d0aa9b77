// The kernels of `run`: those of all operations compile. A host compiler reads them; CUDA's words are defined away.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

const char* const words_of_cuda =
    "#define __global__\n"
    "#define __device__\n"
    "#define __forceinline__\n"
    "#define __launch_bounds__(threads)\n"
    "static const struct { unsigned x; } blockIdx{}, blockDim{}, threadIdx{};\n";

void check_compiles(Spec spec) {
    CAPTURE(spec.expression);
    spec.proofs = Proofs::skipped;
    spec.name = "arithmetic";
    const auto folder = std::filesystem::temp_directory_path() / ("run-kernels-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "arithmetic.cuh") << emit::header(spec);
    std::ofstream(folder / "kernels.cpp") << words_of_cuda << emit::run_kernels(spec, "arithmetic.cuh");
    const std::string command =
        LIMBSMITH_CXX " -std=c++17 -fsyntax-only -Wno-unknown-pragmas " + (folder / "kernels.cpp").string();
    CHECK(std::system(command.c_str()) == 0);
    std::filesystem::remove_all(folder);
}

}  // namespace

TEST_CASE("kernels of run compile for every operation") {
    check_compiles(whole_spec(Width{131}));
    check_compiles(modular_spec("2^61-1", Reduction::montgomery, "all,mul_add3,mul_add8"));
    check_compiles(modular_spec("2^130-2", Reduction::barrett));
    check_compiles(modular_spec(Modulus::at_run_time({131}), Reduction::montgomery, "all,mul_add8"));
}

}  // namespace limbsmith::test
