// Compares the meanings of instructions with a GPU: machine code runs on the GPU and in the interpreter, on
// edges and random words, and all results must agree. Subjects are snippets that produce each instruction,
// the families of wrong code, and generated functions, with every available compiler.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <random>
#include <set>

#include "device/memory.hpp"
#include "device/stream.hpp"
#include "limbsmith/error.hpp"
#include "sass/compilers.hpp"
#include "sass/forms.hpp"
#include "sass/interpreter.hpp"
#include "sass/process.hpp"
#include "sass/ptx_snippets.hpp"
#include "sass/subjects.hpp"
#include "support/ptx_kernels.hpp"

namespace limbsmith::test {
namespace {

// The input and output sizes of a kernel.
struct Shape {
    std::string kernel;
    size_t inputs, outputs;  // words
};

uint32_t draw(std::mt19937& random) {
    const uint32_t bit = 1u << random() % 32;
    const uint32_t values[] = {0,
                               1,
                               bit,
                               bit - 1,
                               0 - bit,
                               ~bit,
                               0xffffffff,
                               static_cast<uint32_t>(random()),
                               static_cast<uint32_t>(random()),
                               static_cast<uint32_t>(random() % 70)};
    return values[random() % std::size(values)];
}

// The measured forms of instructions, and the number of words that agreed.
struct Measured {
    std::set<std::string> forms;
    size_t words = 0;
};

// Runs a kernel `cases` times on both and compares.
void measure(runtime::Stream& on, const runtime::Module& module, const sass::Function& function,
             const Shape& shape, size_t cases, Measured& measured) {
    std::mt19937 random(1);
    std::vector<uint32_t> input(shape.inputs * cases), output(shape.outputs * cases);
    for (uint32_t& word : input) word = draw(random);
    runtime::Buffer from(on.device(), input.size() * 4), to(on.device(), output.size() * 4);
    from.upload(std::as_bytes(std::span(input)));
    const runtime::Function kernel = module.function(shape.kernel);
    for (size_t k = 0; k < cases; ++k) {
        void *result = static_cast<uint32_t*>(to.address()) + k * shape.outputs,
             *operands = static_cast<uint32_t*>(from.address()) + k * shape.inputs;
        on.launch(kernel, 1, 1, {&result, &operands});
    }
    on.synchronize();
    to.download(std::as_writable_bytes(std::span(output)));

    const sass::Kernel interpreted(function);
    for (size_t k = 0; k < cases; ++k) {
        const auto operands = std::span(input).subspan(k * shape.inputs, shape.inputs);
        const std::vector<uint32_t> got = interpreted.run(operands, shape.outputs);
        const std::vector<uint32_t> want(output.begin() + static_cast<long>(k * shape.outputs),
                                         output.begin() + static_cast<long>((k + 1) * shape.outputs));
        if (got == want) continue;
        std::string text;
        for (const sass::Instruction& instruction : function.code) {
            if (instruction.opcode != "NOP") text += "    " + instruction.text + "\n";
        }
        FAIL_CHECK(fmt::format("{} on {:#x}: the GPU gives {:#x}, the interpreter {:#x}\n{}", shape.kernel,
                               fmt::join(operands, " "), fmt::join(want, " "), fmt::join(got, " "), text));
        return;
    }
    measured.words += output.size();
    for (const sass::Instruction& instruction : function.code) measured.forms.insert(form(instruction));
}

std::vector<sass::Assembler> assemblers() {
    std::vector<sass::Assembler> all{own_assembler()};
    for (const char* release : {"12.9", "13.5"}) {
        if (auto other = find_assembler(release)) all.push_back(std::move(*other));
    }
    return all;
}

// Measures a module's kernels, by every compiler, on this machine's device.
void measure_module(const std::string& ptx, const std::vector<Shape>& shapes, size_t cases) {
    std::string why_not;
    const std::optional<runtime::Device> device = runtime::find_device(place::device, &why_not);
    if (!device) {
        MESSAGE("skipped: ", why_not);
        return;
    }
    runtime::Stream on(*device);
    const std::string architecture = fmt::format("sm_{}{}", device->major(), device->minor());
    for (const sass::Assembler& assembler : assemblers()) {
        Measured measured;
        const std::string cubin = assembler.assemble(ptx, architecture);
        const auto functions = sass::parse(assembler.disassemble(cubin));
        const runtime::Module module(*device, std::vector<char>(cubin.begin(), cubin.end()));
        for (const Shape& shape : shapes)
            measure(on, module, sass::find(functions, shape.kernel), shape, cases, measured);
        MESSAGE(
            fmt::format("{}, {} by ptxas {}: {} kernels, {} words agree, {} forms of instructions:\n    {}",
                        device->name(), architecture, assembler.version(), shapes.size(), measured.words,
                        measured.forms.size(), fmt::join(measured.forms, "\n    ")));
    }
}

size_t words(const auto& parameters) {
    size_t sum = 0;
    for (const auto& parameter : parameters) sum += parameter.words.size();
    return sum;
}

}  // namespace

TEST_CASE("snippets give the interpreter's results on the GPU") {
    std::vector<Shape> shapes;
    for (const PtxSnippet& snippet : ptx_snippets())
        shapes.push_back({snippet.name, snippet.inputs, snippet.outputs});
    measure_module(ptx_module(ptx_snippets()), shapes, 2000);
}

TEST_CASE("families of wrong code are as wrong on the GPU as the interpreter says") {
    measure_module(sass::read_file(checkout() / "tests/sass/families.ptx"),
                   {{"family_1_add", 2, 2},
                    {"family_1_sub", 2, 2},
                    {"family_2", 3, 2},
                    {"family_3", 1, 1},
                    {"family_4", 5, 3},
                    {"family_5", 5, 3}},
                   5000);
}

TEST_CASE("generated functions give the interpreter's results on the GPU") {
    std::vector<Subject> subjects;
    for (const char* modulus : {"2^255-19", "2^254+45560315531419706090280762371685220353",
                                "2^251+17*2^192+1", "2^256-2^224+2^192+2^96-1", "2^127-1", "2^64-2^32+1",
                                "2^521-1", "0x1000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed"})
        add_modulus(subjects, modulus);
    for (const int bits : {33, 131, 256}) add_width(subjects, bits);
    std::vector<PtxKernel> kernels;
    std::vector<Shape> shapes;
    for (const Subject& subject : subjects) {
        const ir::Program& program = subject.function.program;
        kernels.push_back({fmt::format("function_{}", kernels.size()), &program});
        shapes.push_back({kernels.back().name, words(program.inputs), words(program.outputs)});
    }
    measure_module(ptx_kernels(kernels), shapes, 200);
}

}  // namespace limbsmith::test
