// The machine code of generated functions, by several compilers, against the functions' contracts: committed
// headers, named moduli, and structured moduli, for which ptxas got carries wrong.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "pass/pass.hpp"
#include "sass/compilers.hpp"
#include "sass/subjects.hpp"
#include "sass/trial.hpp"
#include "spec/named_moduli.hpp"
#include "support/ptx_kernels.hpp"
#include "support/structured_moduli.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t module_size = 250;  // functions assembled at once, which saves starts of ptxas
constexpr size_t cases = 64;         // inputs for each function, the same for every compiler and architecture

// The number of structured moduli for the machine's own compiler, at most 200; other compilers get a third as many.
size_t moduli() {
    const char* chosen = std::getenv("LIMBSMITH_MODULI");
    return chosen ? std::strtoull(chosen, nullptr, 0) : 48;
}

// Errors: for each compiler and architecture the functions, with the first inputs.
using Wrong = std::map<std::string, std::vector<std::string>>;

using Architectures = std::vector<std::string>;

void try_module(std::span<const Subject> subjects, const sass::Assembler& assembler,
                const Architectures& architectures, Wrong& wrong) {
    std::vector<PtxKernel> kernels;
    std::deque<ir::Program> printed;
    std::deque<eval::Cases> inputs;
    for (const Subject& subject : subjects) {
        printed.push_back(pass::in_safe_forms(subject.function.program));
        kernels.push_back({fmt::format("function_{}", kernels.size()), &printed.back()});
        eval::Samples samples(kernels.size());
        inputs.emplace_back(subject.function.program, samples, cases);
    }
    const std::string ptx = ptx_kernels(kernels);
    for (const std::string& architecture : architectures) {
        const auto functions = assembler.functions(ptx, architecture);
        for (size_t k = 0; k < subjects.size(); ++k) {
            const sass::Function& function = sass::find(functions, kernels[k].name);
            const eval::Trial made = sass::try_out(function, printed[k], inputs[k]);
            if (made.wrong.empty()) continue;
            wrong[architecture].push_back(
                fmt::format("{} {}: {}", subjects[k].function.label, subjects[k].header, made.wrong));
        }
    }
}

// Tries each distinct function once.
void try_all(std::vector<Subject> subjects, const sass::Assembler& assembler,
             const Architectures& architectures) {
    std::set<std::string> seen;
    std::erase_if(subjects, [&](const Subject& subject) {
        return !seen.insert(ir::dump(subject.function.program)).second;
    });
    Wrong wrong;
    for (size_t first = 0; first < subjects.size(); first += module_size) {
        const size_t count = std::min(module_size, subjects.size() - first);
        try_module(std::span(subjects).subspan(first, count), assembler, architectures, wrong);
    }
    for (const auto& [architecture, all] : wrong) {
        const auto first = all.begin(), last = first + std::min<long>(5, std::ssize(all));
        FAIL_CHECK(fmt::format("{} of {} functions are wrong for {} as ptxas {} compiles them:\n  {}",
                               all.size(), subjects.size(), architecture, assembler.version(),
                               fmt::join(std::vector(first, last), "\n  ")));
    }
    MESSAGE(subjects.size(), " functions by ptxas ", assembler.version());
}

// The primes of Pallas, Vesta and Starknet: every product modulo these was wrong on GPUs.
constexpr const char* first_seen[] = {"2^254+45560315531419706090280762371685220353",
                                      "2^254+45560315531506369815346746415080538113", "2^251+17*2^192+1"};

// The headers of generated/commands.txt, the moduli above, and the named moduli: all functions, or every third.
enum class Share { all, third };
std::vector<Subject> known_subjects(Share share) {
    std::vector<Subject> all;
    std::ifstream commands(checkout() / "generated/commands.txt");
    for (std::string line; std::getline(commands, line);) {
        const bool is_over_lanes =
            line.find(" --map ") != std::string::npos;  // no straight-line functions of its own
        if (!line.ends_with(".cuh") || is_over_lanes) continue;
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            if (word == "--bits" && words >> word) add_width(all, std::stoi(word));
            if (word == "--modulus" && words >> word) {
                std::erase(word, '\'');
                add_modulus(all, word);
            }
        }
    }
    REQUIRE(all.size() > 250);
    for (const char* modulus : first_seen) add_modulus(all, modulus);
    for (const NamedModulus& modulus : named_moduli()) add_modulus(all, std::string(modulus.expression));
    if (share == Share::third) {
        size_t k = 0;
        std::erase_if(all, [&](const Subject&) { return k++ % 3 != 0; });
    }
    return all;
}

// Half of the moduli have up to three limbs, some have eight: errors appear with few limbs.
// `chosen` of the 200, evenly spread.
std::vector<Subject> structured_subjects(size_t chosen) {
    std::vector<Subject> all;
    size_t k = 0;
    for (const auto& [count, bits] : {std::pair{100, 96}, {90, 128}, {10, 256}}) {
        for (const mpz_class& modulus : structured_moduli(count, bits, static_cast<uint64_t>(bits))) {
            if (k * chosen / 200 != (k + 1) * chosen / 200) add_modulus(all, "0x" + modulus.get_str(16));
            ++k;
        }
    }
    return all;
}

}  // namespace

TEST_CASE("machine code of known headers, the machine's own compiler") {
    try_all(known_subjects(Share::all), own_assembler(), {"sm_90", "sm_120"});
}

TEST_CASE("machine code of known headers, CUDA 12.9") {
    if (const auto assembler = required_assembler("12.9"))
        try_all(known_subjects(Share::third), *assembler, {"sm_90"});
}

TEST_CASE("machine code of known headers, CUDA 13.5") {
    if (const auto assembler = required_assembler("13.5"))
        try_all(known_subjects(Share::third), *assembler, {"sm_120"});
}

TEST_CASE("machine code of structured moduli, the machine's own compiler") {
    try_all(structured_subjects(moduli()), own_assembler(), {"sm_90", "sm_120"});
}

TEST_CASE("machine code of structured moduli, CUDA 12.9") {
    const auto assembler = required_assembler("12.9");
    if (assembler) try_all(structured_subjects(moduli() / 3), *assembler, {"sm_90", "sm_120"});
}

TEST_CASE("machine code of structured moduli, CUDA 13.5") {
    const auto assembler = required_assembler("13.5");
    if (assembler) try_all(structured_subjects(moduli() / 3), *assembler, {"sm_90", "sm_120"});
}

}  // namespace limbsmith::test
