// Subjects by the thousand, given to compilers and run: what is wrong, and what is left of it when reduced.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "fuzz/machine.hpp"
#include "fuzz/subject.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::fuzz {

struct Options {
    std::string kind = "composition", machine = "gpu", architecture = "sm_90";
    size_t count = 1000, batch = 256, cases = 2048, most_instructions = 250, shown = 3, reductions = 10;
    uint64_t seed = 1;
    double seconds = 0;  // after which no batch is begun; 0 for no limit
    std::vector<std::string> ptxas;
};

// What was found of one compiler. A form is the instructions of a reduced program.
struct Findings {
    struct Example {
        size_t count = 0;
        std::string text;
    };
    size_t kernels = 0, wrong = 0, unread = 0;  // unread: by an interpreter that lacks an instruction
    std::map<std::string, Example> by_form;
};

class Fuzzer {
  public:
    // requires: options outlive the fuzzer. Throws std::runtime_error for a ptxas that is none.
    explicit Fuzzer(const Options& options);

    // On all cores, with progress on stderr. Throws what a compiler or a machine throws.
    void run();
    // By version of the compiler.
    const std::map<std::string, Findings>& findings() const { return findings_; }

  private:
    using Clock = std::chrono::steady_clock;

    std::unique_ptr<Machine> machine() const;
    std::vector<Subject> subjects(size_t batch) const;
    // The results of subjects as a compiler translates them.
    std::vector<std::vector<uint32_t>> results(std::span<const Subject> subjects,
                                               const sass::Assembler& compiler, Machine& machine,
                                               const Cases& cases) const;
    void try_batch(size_t number, Machine& machine);
    void add(const Subject& wrong, const sass::Assembler& compiler, Machine& machine, const Cases& cases);

    const Options& options_;
    std::vector<sass::Assembler> compilers_;
    Library library_;
    std::mutex mutex_;  // of what follows
    std::map<std::string, Findings> findings_;
};

}  // namespace limbsmith::fuzz
