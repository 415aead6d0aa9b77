// Gives thousands of subjects to compilers and runs them; reduces those that are wrong.
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
    double seconds = 0;  // no batch is begun after that; 0: no limit
    std::vector<std::string> ptxas;
};

// The findings for one compiler. A form is the instruction sequence of a reduced program.
struct Findings {
    struct Example {
        size_t count = 0;
        std::string text;
    };
    size_t kernels = 0, wrong = 0, unread = 0;  // unread: the interpreter lacks an instruction
    std::map<std::string, Example> by_form;
};

class Fuzzer {
  public:
    // requires: options outlive the fuzzer. Throws std::runtime_error for a path that is not a ptxas.
    explicit Fuzzer(const Options& options);

    // Runs on all cores, with progress on stderr. Throws the errors of compilers and machines.
    void run();
    // Findings by compiler version.
    const std::map<std::string, Findings>& findings() const { return findings_; }

  private:
    using Clock = std::chrono::steady_clock;

    std::unique_ptr<Machine> machine() const;
    std::vector<Subject> subjects(size_t batch) const;
    // The results of subjects as one compiler translates them.
    std::vector<std::vector<uint32_t>> results(std::span<const Subject> subjects,
                                               const sass::Assembler& compiler, Machine& machine,
                                               const Cases& cases) const;
    void try_batch(size_t number, Machine& machine);
    void add(const Subject& wrong, const sass::Assembler& compiler, Machine& machine, const Cases& cases);

    const Options& options_;
    std::vector<sass::Assembler> compilers_;
    Library library_;
    std::mutex mutex_;  // for findings_
    std::map<std::string, Findings> findings_;
};

}  // namespace limbsmith::fuzz
