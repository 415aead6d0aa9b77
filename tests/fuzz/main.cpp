// fuzz-compilers: searches for programs that a ptxas compiles wrongly.
//
// Random programs of the IR, or compositions of generated functions, are assembled by each compiler, hundreds
// to a module, and run on the GPU, or by an interpreter of the machine code, on structured and random words.
// The interpreter of programs gives the expected results. Wrong programs are reduced and counted by their
// reduced form.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "fuzz/fuzzer.hpp"

namespace limbsmith::fuzz {
namespace {

// Prints the findings; returns whether there were none.
bool report(const Options& options, const std::map<std::string, Findings>& findings) {
    bool is_good = true;
    fmt::print("{}, seed {}, {} cases each, {}, {}\n", options.kind, options.seed, options.cases,
               options.architecture, options.machine);
    for (const auto& [version, found] : findings) {
        fmt::print("ptxas {:<9} {:>8} kernels {:>7} wrong{}\n", version, found.kernels, found.wrong,
                   found.unread ? fmt::format(", {} not read", found.unread) : "");
        is_good &= found.wrong == 0;
        std::vector<std::pair<std::string, Findings::Example>> forms(found.by_form.begin(),
                                                                     found.by_form.end());
        std::ranges::sort(forms, std::greater{}, [](const auto& form) { return form.second.count; });
        for (size_t k = 0; k < forms.size(); ++k) {
            fmt::print("  {:>5} x {}\n", forms[k].second.count, forms[k].first);
            if (k < options.shown) fmt::print("{}", forms[k].second.text);
        }
    }
    return is_good;
}

int run(int argc, char** argv) {
    Options options;
    CLI::App app("Looks for programs that a ptxas compiles wrongly.");
    app.add_option("--kind", options.kind,
                   "raw: random programs as they are, eight to a kernel; safe: in the forms that limbsmith "
                   "prints; composition: "
                   "functions of generated headers, one after the other")
        ->check(CLI::IsMember({"raw", "safe", "composition"}))
        ->capture_default_str();
    app.add_option("--machine", options.machine, "gpu; sass: the machine code interpreted, without a GPU")
        ->check(CLI::IsMember({"gpu", "sass"}))
        ->capture_default_str();
    app.add_option("--arch", options.architecture, "the GPU to compile for")->capture_default_str();
    app.add_option("--ptxas", options.ptxas,
                   "a compiler, or `own` for this machine's; may be given several times")
        ->default_val("own");
    app.add_option("--count", options.count, "kernels")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--batch", options.batch, "kernels in a module")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--cases", options.cases, "inputs of each kernel; on a GPU a multiple of 128")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--most", options.most_instructions, "instructions of a function that is called")
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "the time after which no module is begun; 0 for no limit")
        ->capture_default_str();
    app.add_option("--seed", options.seed, "of programs and inputs")->capture_default_str();
    app.add_option("--shown", options.shown, "forms shown in full, for each compiler")->capture_default_str();
    app.add_option("--reductions", options.reductions, "wrong kernels to reduce, for each compiler")
        ->capture_default_str();
    app.footer("Exit code 0 if no program is wrong, 4 if one is.");
    CLI11_PARSE(app, argc, argv);
    Fuzzer fuzzer(options);
    fuzzer.run();
    return report(options, fuzzer.findings()) ? 0 : 4;
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
