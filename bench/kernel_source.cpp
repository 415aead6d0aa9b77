#include "kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/thread/feedback.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "emit/header.hpp"
#include "resource/resource.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::bench {
namespace {

runtime::Header runtime_header(const std::string& name) { return {name, std::string(resource(name))}; }

// The type of a parameter; a function whose contract is about plain residues takes and gives elements.
std::string type(const Subject& subject, const auto& parameter) {
    const ir::Representation& form = parameter.representation;
    if (form.is_word()) return "uint32_t";
    if (form == repr::plain && subject.factor != 0) return "subject::elem";
    return fmt::format("subject::{}", form.type);
}

// struct operation: the subject as a function object over its types, all outputs in one result.
std::string operation(const Subject& subject) {
    std::string parameters, arguments, members, more;
    for (const ir::Input& input : subject.meaning.inputs) {
        const std::string comma = parameters.empty() ? "" : ", ";
        const std::string t = type(subject, input);
        parameters += fmt::format("{}const {}& {}", comma, t, input.name);
        arguments += comma + input.name;
        if (t.starts_with("operation::")) arguments += fmt::format(".limb, {}", input.words.size());
    }
    for (const ir::Output& output : subject.meaning.outputs) {
        members += fmt::format("        {} {};\n", type(subject, output), output.name);
        if (&output != &subject.meaning.outputs[0]) more += ", all." + output.name;
    }
    const std::string& first = subject.meaning.outputs[0].name;
    return fmt::format(
        "struct operation {{\n"
        "    template <int n> struct words {{ uint32_t limb[n]; }};\n"
        "    struct result {{\n{}    }};\n"
        "    __device__ __forceinline__ result operator()({}) const {{\n"
        "        result all;\n"
        "        all.{} = subject::{}({}{});\n"
        "        return all;\n"
        "    }}\n"
        "}};\n",
        members, parameters, first, subject.operation, arguments, more);
}

// A header shows its portable C++ where __CUDA_ARCH__ is not defined; it needs 64-bit words.
std::string includes(const Subject& subject) {
    return std::string(subject.is_portable ? "#include <stdint.h>\n#undef __CUDA_ARCH__\n" : "") +
           "#include \"subject.cuh\"\n";
}

Source source(const Subject& subject, const std::string& file, const std::string& prelude) {
    const std::string types = fmt::format("constexpr int operand_words = {}, result_words = {};\n",
                                          subject.operand_words(), subject.result_words());
    Source made = plain_source(file, includes(subject) + types + operation(subject) + prelude);
    made.headers = {{"subject.cuh", subject.text()},
                    runtime_header("limbsmith/layout.hpp"),
                    runtime_header("limbsmith/kernel.hpp")};
    return made;
}

// OPERANDS and RESULT of a batch.
std::string views(const Subject& subject, Layout layout) {
    const size_t count = subject.meaning.inputs.size();
    const std::string own = layout == Layout::number_major ? "number_major" : "limb_major";
    const bool is_shared = layout == Layout::interleaved;
    std::string views;
    size_t begin = 0;
    for (size_t i = 0; i < count; ++i) {
        const ir::Input& input = subject.meaning.inputs[i];
        views += fmt::format("{}limbsmith::view<{}, limbsmith::{}>::of(in + {} * numbers, numbers, {})",
                             i == 0 ? "" : ", ", type(subject, input),
                             is_shared ? fmt::format("interleaved<{}>", count) : own, is_shared ? 0 : begin,
                             is_shared ? i : 0);
        begin += input.words.size();
    }
    return fmt::format(
        "#define OPERANDS {}\n#define RESULT limbsmith::view<operation::result, limbsmith::{}>::of(out, "
        "numbers)\n",
        views, own);
}

}  // namespace

std::string_view to_string(Layout layout) {
    switch (layout) {
        case Layout::limb_major: return "limb-major";
        case Layout::number_major: return "number-major";
        case Layout::interleaved: break;
    }
    return "interleaved";
}

Layout parse_layout(std::string_view text) {
    std::vector<std::string> names;
    for (Layout layout : {Layout::limb_major, Layout::number_major, Layout::interleaved}) {
        if (text == to_string(layout)) return layout;
        names.emplace_back(to_string(layout));
    }
    throw usage_error(fmt::format("unknown layout '{}'{} ({}, {}, {})", text, suggestion(text, names),
                                  names[0], names[1], names[2]));
}

Source plain_source(const std::string& file, const std::string& prelude) {
    return {file, prelude + std::string(resource("bench/kernels/" + file)), {}};
}

Source register_source(const Subject& subject, uint32_t chains, uint32_t most_threads) {
    const Feedback feedback(subject);
    std::string loads, first;
    int begin = 0;
    for (const ir::Input& input : subject.meaning.inputs) {
        const std::string t = type(subject, input);
        loads += fmt::format("    {} {};\n    copy_words<{}>(&{}, x + {});\n", t, input.name,
                             input.words.size(), input.name, begin);
        first += (first.empty() ? "" : ", ") + input.name;
        begin += static_cast<int>(input.words.size());
    }
    const std::string step = fmt::format(
        "template <int n>\n"
        "__device__ __forceinline__ void copy_words(void* to, const void* from) {{\n"
        "    _Pragma(\"unroll\") for (int i = 0; i < n; ++i) static_cast<uint32_t*>(to)[i] = "
        "static_cast<const uint32_t*>(from)[i];\n"
        "}}\n"
        "__device__ __forceinline__ void step(uint32_t* x) {{\n"
        "{}{}"
        "    const operation::result all = operation()({});\n"
        "    uint32_t r[result_words];\n"
        "    copy_words<result_words>(r, &all);\n"
        "{}"
        "}}\n"
        "#define CHAINS {}\n#define CALLS_A_TURN {}\n#define MOST_THREADS {}\n",
        feedback.before(), loads, first, feedback.after(), chains, feedback.calls_a_turn(), most_threads);
    return source(subject, "registers.cu", step);
}

Source host_source(const Subject& subject) {
    Source made = source(subject, "host.cpp", views(subject, Layout::limb_major));
    made.text = "#define __device__\n#define __forceinline__ inline\n" + made.text;
    return made;
}

Source batch_source(const Subject& subject, Layout layout) {
    return source(subject, "batch.cu", views(subject, layout));
}

Source numbers_source(const Subject& subject) {
    return {"numbers.cu",
            subject.batch_kernels() + std::string(resource("bench/kernels/limb_major.cu")),
            {{"subject.cuh", subject.text()}}};
}

Source lane_batch_source(const Subject& subject) {
    const auto type = [](const auto& parameter) {
        const ir::Representation& form = parameter.representation;
        return form.is_word() ? "uint32_t" : fmt::format("subject::joined<subject::{}>", form.type);
    };
    const auto view = [](const std::string& number, const std::string& array) {
        return fmt::format("limbsmith::view<{}, limbsmith::number_major>::of({}, numbers)", number, array);
    };
    std::string operands;
    size_t begin = 0;
    for (const ir::Input& input : subject.meaning.inputs) {
        operands += (begin ? ", " : "") + view(type(input), fmt::format("in + {} * numbers", begin));
        begin += input.words.size();
    }
    const auto& outputs = subject.meaning.outputs;
    // the type of the routine that a batch runs: add_carry
    std::string name = catalogue::lane_batch(catalogue::operation(NumberSystem::whole(), subject.operation));
    std::ranges::replace(name, '+', '_');
    const std::string result = outputs.size() > 1 ? "operation::result" : type(outputs[0]);
    Source made = plain_source(
        "lane_batch.cu",
        fmt::format("#include \"subject.cuh\"\nconstexpr int operand_words = {}, result_words = {};\n"
                    "using operation = subject::ops::{};\n#define OPERANDS {}\n#define RESULT {}\n"
                    "#define BLOCK {}\n",
                    subject.operand_words(), subject.result_words(), name, operands, view(result, "out"),
                    subject.tile_threads > 0 ? subject.tile_threads : subject.batch_block));
    made.headers = {{"subject.cuh", subject.text()},
                    runtime_header("limbsmith/layout.hpp"),
                    runtime_header("limbsmith/block.hpp"),
                    runtime_header("limbsmith/tile.hpp")};
    return made;
}

bool has_lane_calls(const Subject& subject) {
    return subject.width.mapping.is_group() && (subject.operation == "mul" || subject.operation == "sqr");
}

Source lane_calls_source(const Subject& subject) {
    const bool is_modular = !subject.modulus.empty(), is_mul = subject.operation == "mul";
    std::string before = "NUMBER x = operand[0];", step;
    if (is_mul) before += " const NUMBER y = operand[1];";
    if (is_modular) {
        before += " modulus m; m.n = operand[2]; m.n0inv = n0inv;";
        step = is_mul ? "x = mul(x, y, m);" : "x = sqr(x, m);";
    } else {
        before += " (void)n0inv;";
        step = fmt::format(
            "const wide w = {}; _Pragma(\"unroll\") for (int i = 0; i < words; ++i) x.limb[i] "
            "= w.limb[i] ^ w.limb[words + i];",
            is_mul ? "mul(x, y)" : "sqr(x)");
    }
    Source made =
        plain_source("lane_calls.cu",
                     fmt::format("#include \"subject.cuh\"\n#define LANES {}\n#define NUMBER subject::{}\n"
                                 "#define BEFORE {}\n#define STEP {}\n",
                                 subject.width.lanes(), is_modular ? "elem" : "num", before, step));
    made.text += std::string(resource("bench/kernels/limb_major.cu"));
    made.headers = {{"subject.cuh", subject.text()}};
    return made;
}

Source batch_inverse_source(const Spec& spec, uint32_t count) {
    Source made =
        plain_source("batch_inverse.cu", fmt::format("#define COUNT {}\n#define BLOCK 256\n", count));
    made.headers = {{"subject.cuh", emit::header(spec)}};
    return made;
}

}  // namespace limbsmith::bench
