// fuzz-compilers: looks for programs that a ptxas compiles wrongly.
//
// Random programs of the IR, or compositions of generated functions, hundreds to a module, are assembled by
// each compiler and run on the GPU, or by an interpreter of the machine code, on structured and random words;
// the interpreter of programs says what is right. What is wrong is reduced, and counted by what is left of
// it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdio>
#include <map>
#include <mutex>

#include "cli/parallel.hpp"
#include "emit/ptx.hpp"
#include "fuzz/machine.hpp"
#include "fuzz/module.hpp"
#include "fuzz/reduce.hpp"

namespace limbsmith::fuzz {
namespace {

struct Options {
    std::string kind = "composition", machine = "gpu", architecture = "sm_90";
    size_t count = 1000, batch = 256, cases = 2048, shown = 3, most_instructions = 250, reductions = 40;
    uint64_t seed = 1;
    std::vector<std::string> compilers;
};

// What was found of one compiler: by the instructions of the reduced program, how many, and one of them.
struct Findings {
    struct Example {
        size_t count = 0;
        std::string text;
    };
    size_t programs = 0, wrong = 0;
    std::map<std::string, Example> by_form;
};

Cases draw_cases(size_t words, size_t count, uint64_t seed) {
    Random random(seed);
    Cases cases{words, count, std::vector<uint32_t>(words * count)};
    for (size_t t = 0; t < count; ++t) {
        const uint64_t kind = random() % 8;
        const uint32_t same = structured_word(random);
        for (size_t i = 0; i < words; ++i) {
            uint32_t& word = cases.limb_major[i * count + t];
            word = kind == 0 ? static_cast<uint32_t>(random()) : structured_word(random);
            if (kind == 1 && random() % 2 == 0) word = same;
        }
    }
    return cases;
}

// `sub.cc subc shl`: the instructions of a program, in order.
std::string form(const ir::Program& program) {
    std::string text;
    for (const ir::Instruction& in : program.body) {
        text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", in.flag_in ? "c_" : "", ir::name(in.op),
                            in.flag_out ? "_cc" : "");
    }
    return text;
}

// The first case of which a result is not what is expected.
std::optional<size_t> first_difference(const std::vector<uint32_t>& found,
                                       const std::vector<uint32_t>& wanted, size_t count) {
    std::optional<size_t> first;
    for (size_t k = 0; k < found.size(); ++k) {
        if (found[k] != wanted[k]) first = std::min(first.value_or(count), k % count);
    }
    return first;
}

class Fuzzer {
  public:
    explicit Fuzzer(const Options& options) : options_(options) {
        for (const std::string& text : options.compilers) compilers_.push_back(parse_compiler(text));
        if (options.kind == "composition")
            library_ = function_library(options.most_instructions, options.seed);
        for (const Compiler& compiler : compilers_) findings_[compiler.name];
    }

    void run() {
        const size_t batches = (options_.count + options_.batch - 1) / options_.batch;
        std::atomic<size_t> finished = 0;
        cli::parallel_ranges(batches, 1, [&] {
            return [&, machine = std::shared_ptr<Machine>(
                           options_.machine == "gpu" ? gpu_machine() : sass_machine())](size_t k, size_t) {
                batch(k, *machine);
                if (const size_t done = ++finished; done % std::max<size_t>(1, batches / 20) == 0)
                    fmt::print(stderr, "{} of {} batches\n", done, batches);
            };
        });
    }

    // Whether nothing was wrong.
    bool report() const {
        bool is_good = true;
        fmt::print("{}: {} programs of seed {}, {} cases each, {}, on {}\n", options_.kind, options_.count,
                   options_.seed, options_.cases, options_.architecture, options_.machine);
        for (const auto& [name, found] : findings_) {
            fmt::print("ptxas {:<6} {:>8} programs {:>7} wrong\n", name, found.programs, found.wrong);
            is_good &= found.wrong == 0;
            std::vector<std::pair<std::string, Findings::Example>> forms(found.by_form.begin(),
                                                                         found.by_form.end());
            std::ranges::sort(forms, std::greater{}, [](const auto& form) { return form.second.count; });
            size_t shown = 0;
            for (const auto& [form, example] : forms) {
                fmt::print("  {:>5} x {}\n", example.count, form);
                if (shown++ < options_.shown) fmt::print("{}", example.text);
            }
        }
        return is_good;
    }

  private:
    std::vector<Subject> subjects(size_t batch) const {
        std::vector<Subject> all;
        const size_t first = batch * options_.batch;
        for (size_t k = first; k < std::min(options_.count, first + options_.batch); ++k) {
            const std::string name = fmt::format("k{}", k);
            const uint64_t seed = options_.seed * 0x9e3779b97f4a7c15u + k;
            all.push_back(options_.kind == "composition"
                              ? composition(name, library_, seed)
                              : random_program(name, seed, options_.kind == "safe"));
        }
        return all;
    }

    void batch(size_t number, Machine& machine) {
        const std::vector<Subject> all = subjects(number);
        const Cases cases = draw_cases(all[0].meant.inputs.size(), options_.cases, options_.seed + number);
        const std::string ptx = ptx_module(all, options_.architecture);
        std::vector<std::vector<uint32_t>> wanted;
        for (const Subject& subject : all) wanted.push_back(expected(subject.meant, cases));
        for (const Compiler& compiler : compilers_) {
            const auto found = machine.run(assemble(compiler, ptx, options_.architecture), all, cases);
            for (size_t k = 0; k < all.size(); ++k) {
                const auto wrong = first_difference(found[k], wanted[k], cases.count);
                if (wrong) add(all[k], compiler, machine, cases);
            }
            const std::lock_guard lock(mutex_);
            findings_[compiler.name].programs += all.size();
        }
    }

    void add(const Subject& subject, const Compiler& compiler, Machine& machine, const Cases& cases) {
        {
            const std::lock_guard lock(mutex_);
            if (++findings_[compiler.name].wrong > options_.reductions) return;
        }
        const auto is_wrong = [&](const ir::Program& program) {
            const Subject one{subject.name, program, program};
            const auto code =
                assemble(compiler, ptx_module({&one, 1}, options_.architecture), options_.architecture);
            return first_difference(machine.run(code, {&one, 1}, cases)[0], expected(program, cases),
                                    cases.count)
                .has_value();
        };
        const bool is_own = is_wrong(subject.printed);
        const ir::Program least = is_own ? reduced(subject.printed, is_wrong) : subject.printed;
        const std::string text = example(subject.name, least, compiler, machine, cases);
        const std::lock_guard lock(mutex_);
        Findings::Example& example =
            findings_[compiler.name].by_form[is_own ? form(least) : "only in company"];
        ++example.count;
        if (example.text.empty() || text.size() < example.text.size()) example.text = text;
    }

    // The program, the first words for which it is wrong, and what is found and wanted.
    std::string example(const std::string& name, const ir::Program& program, const Compiler& compiler,
                        Machine& machine, const Cases& cases) const {
        const Subject one{name, program, program};
        const auto code =
            assemble(compiler, ptx_module({&one, 1}, options_.architecture), options_.architecture);
        const auto found = machine.run(code, {&one, 1}, cases)[0], wanted = expected(program, cases);
        std::string text = "        " + name + "\n";
        for (const ir::Instruction& in : program.body) text += "        " + dump(in) + "\n";
        const auto wrong = first_difference(found, wanted, cases.count);
        if (!wrong) return text;
        text += "        wrong for";
        for (size_t i = 0; i < cases.words; ++i)
            text += fmt::format(" {:#x}", cases.limb_major[i * cases.count + *wrong]);
        text += "\n        found, wanted:";
        for (size_t k = *wrong; k < found.size(); k += cases.count)
            text += fmt::format(" {:#x}, {:#x};", found[k], wanted[k]);
        return text + "\n";
    }

    const Options& options_;
    std::vector<Compiler> compilers_;
    Library library_;
    std::mutex mutex_;
    std::map<std::string, Findings> findings_;
};

int run(int argc, char** argv) {
    Options options;
    CLI::App app("Looks for programs that a ptxas compiles wrongly.");
    app.add_option("--kind", options.kind,
                   "raw: random programs as they are; safe: in the forms that limbsmith prints; composition: "
                   "functions of generated headers, one after the other")
        ->check(CLI::IsMember({"raw", "safe", "composition"}))
        ->capture_default_str();
    app.add_option("--machine", options.machine, "gpu; sass: the machine code interpreted, without a GPU")
        ->check(CLI::IsMember({"gpu", "sass"}))
        ->capture_default_str();
    app.add_option("--arch", options.architecture, "the GPU to compile for")->capture_default_str();
    app.add_option("--compiler", options.compilers, "NAME=PATH of a ptxas; may be given several times")
        ->required();
    app.add_option("--count", options.count, "programs")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--batch", options.batch, "programs in a module")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--cases", options.cases, "inputs of each program; on a GPU a multiple of 128")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--most", options.most_instructions, "instructions of a function that is called")
        ->capture_default_str();
    app.add_option("--seed", options.seed, "of programs and inputs")->capture_default_str();
    app.add_option("--shown", options.shown, "forms shown in full, for each compiler")->capture_default_str();
    app.add_option("--reductions", options.reductions, "wrong programs to reduce, for each compiler")
        ->capture_default_str();
    app.footer("Exit code 0 if no program is wrong, 4 if one is.");
    CLI11_PARSE(app, argc, argv);
    Fuzzer fuzzer(options);
    fuzzer.run();
    return fuzzer.report() ? 0 : 4;
}

}  // namespace
}  // namespace limbsmith::fuzz

int main(int argc, char** argv) {
    try {
        return limbsmith::fuzz::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "fuzz-compilers: {}\n", error.what());
        return 1;
    }
}
