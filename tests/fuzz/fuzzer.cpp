#include "fuzz/fuzzer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "engine/parallel.hpp"
#include "fuzz/reduce.hpp"
#include "support/ptx_kernels.hpp"

namespace limbsmith::fuzz {
namespace {

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

// The instructions of a program in order, as in `sub.cc subc shl`.
std::string form(const ir::Program& program) {
    std::string text;
    for (const ir::Instruction& in : program.body) {
        text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", in.flag_in ? "c_" : "", ir::name(in.op),
                            in.flag_out ? "_cc" : "");
    }
    return text;
}

// The first case with a wrong result.
std::optional<size_t> first_difference(const std::vector<uint32_t>& found,
                                       const std::vector<uint32_t>& wanted, size_t count) {
    std::optional<size_t> first;
    for (size_t k = 0; k < found.size(); ++k) {
        if (found[k] != wanted[k]) first = std::min(first.value_or(count), k % count);
    }
    return first;
}

// The program, the first words for which it is wrong, and the found and expected results.
std::string example(const ir::Program& program, const Cases& cases, const std::vector<uint32_t>& found) {
    const std::vector<uint32_t> wanted = expected(program, cases);
    std::string text;
    for (const ir::Instruction& in : program.body) text += "        " + dump(in) + "\n";
    const auto wrong = first_difference(found, wanted, cases.count);
    if (!wrong) return text;
    text += "        wrong for";
    for (const ir::Input& input : program.inputs) {
        const uint32_t id = input.words[0].id;
        const auto reads = [id](ir::Operand operand) { return operand.is_word && operand.value == id; };
        const auto is_read = [&](const ir::Instruction& in) { return std::ranges::any_of(in.src, reads); };
        if (std::ranges::any_of(program.body, is_read))
            text += fmt::format(" w{} = {:#x}", id, cases.limb_major[id * cases.count + *wrong]);
    }
    text += "; found, wanted";
    for (size_t k = *wrong; k < found.size(); k += cases.count)
        text += fmt::format(" {:#x}, {:#x};", found[k], wanted[k]);
    return text + "\n";
}

}  // namespace

Fuzzer::Fuzzer(const Options& options) : options_(options) {
    for (const std::string& path : options.ptxas)
        compilers_.push_back(path == "own" ? sass::Assembler::find() : sass::Assembler::find(path));
    if (options.kind == "composition") library_ = function_library(options.most_instructions, options.seed);
    for (const sass::Assembler& compiler : compilers_) findings_[compiler.version()];
}

std::unique_ptr<Machine> Fuzzer::machine() const {
    return options_.machine == "gpu" ? gpu_machine() : sass_machine(compilers_[0]);
}

void Fuzzer::run() {
    const size_t batches = (options_.count + options_.batch - 1) / options_.batch;
    const Clock::time_point start = Clock::now();
    std::atomic<size_t> finished = 0;
    engine::parallel_ranges(batches, 1, [&] {
        return [&, machine = std::shared_ptr<Machine>(machine())](size_t k, size_t) {
            const std::chrono::duration<double> spent = Clock::now() - start;
            if (options_.seconds > 0 && spent.count() > options_.seconds) return;
            try_batch(k, *machine);
            if (const size_t done = ++finished; done % std::max<size_t>(1, batches / 20) == 0)
                fmt::print(stderr, "{} of {} batches\n", done, batches);
        };
    });
}

std::vector<Subject> Fuzzer::subjects(size_t batch) const {
    std::vector<Subject> all;
    const size_t first = batch * options_.batch;
    for (size_t k = first; k < std::min(options_.count, first + options_.batch); ++k) {
        const std::string name = fmt::format("k{}", k);
        const uint64_t seed = options_.seed * 0x9e3779b97f4a7c15u + k;
        all.push_back(options_.kind == "composition" ? composition(name, library_, seed)
                                                     : random_program(name, seed, options_.kind == "safe"));
    }
    return all;
}

std::vector<std::vector<uint32_t>> Fuzzer::results(std::span<const Subject> subjects,
                                                   const sass::Assembler& compiler, Machine& machine,
                                                   const Cases& cases) const {
    std::vector<test::PtxKernel> kernels;
    for (const Subject& subject : subjects) kernels.push_back({subject.name, &subject.printed});
    return machine.run(compiler.assemble(test::ptx_kernels(kernels), options_.architecture), subjects, cases);
}

void Fuzzer::try_batch(size_t number, Machine& machine) {
    const std::vector<Subject> all = subjects(number);
    const Cases cases = draw_cases(all[0].meant.inputs.size(), options_.cases, options_.seed + number);
    std::vector<std::vector<uint32_t>> wanted;
    for (const Subject& subject : all) wanted.push_back(expected(subject.meant, cases));
    for (const sass::Assembler& compiler : compilers_) {
        const auto found = results(all, compiler, machine, cases);
        for (size_t k = 0; k < all.size(); ++k) {
            if (first_difference(found[k], wanted[k], cases.count)) add(all[k], compiler, machine, cases);
        }
        const std::lock_guard lock(mutex_);
        Findings& findings = findings_[compiler.version()];
        findings.kernels += all.size();
        findings.unread += std::ranges::count_if(found, [](const auto& words) { return words.empty(); });
    }
}

void Fuzzer::add(const Subject& wrong, const sass::Assembler& compiler, Machine& machine,
                 const Cases& cases) {
    {
        const std::lock_guard lock(mutex_);
        if (++findings_[compiler.version()].wrong > options_.reductions) return;
    }
    const auto run_alone = [&](const ir::Program& program) {
        const Subject alone{wrong.name, program, program};
        return results({&alone, 1}, compiler, machine, cases)[0];
    };
    const auto is_wrong = [&](const ir::Program& program) {
        return first_difference(run_alone(program), expected(program, cases), cases.count).has_value();
    };
    const bool is_wrong_alone = is_wrong(wrong.printed);
    const ir::Program least = is_wrong_alone ? reduced(wrong.printed, is_wrong) : wrong.printed;
    const std::string text =
        fmt::format("        {}\n{}", wrong.name, example(least, cases, run_alone(least)));
    const std::lock_guard lock(mutex_);
    Findings::Example& known =
        findings_[compiler.version()].by_form[is_wrong_alone ? form(least) : "wrong among others alone"];
    ++known.count;
    if (known.text.empty() || text.size() < known.text.size()) known.text = text;
}

}  // namespace limbsmith::fuzz
