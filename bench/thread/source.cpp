#include "source.hpp"

#include <fmt/format.h>

#include "feedback.hpp"
#include "read_source.hpp"
#include "session/source.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

// The type of a parameter; a function whose contract is about plain residues takes and gives elements.
std::string type(const HeaderFunction& function, const auto& parameter) {
    const ir::Representation& form = parameter.representation;
    if (form.is_word()) return "uint32_t";
    if (form == repr::plain && function.factor != 0) return "subject::elem";
    return fmt::format("subject::{}", form.type);
}

// struct operation: the subject as a function object over its types, all outputs in one result.
std::string operation(const HeaderFunction& function) {
    std::string parameters, arguments, members, more;
    for (const ir::Input& input : function.meaning.inputs) {
        const std::string comma = parameters.empty() ? "" : ", ";
        const std::string t = type(function, input);
        parameters += fmt::format("{}const {}& {}", comma, t, input.name);
        arguments += comma + input.name;
        if (t.starts_with("operation::")) arguments += fmt::format(".limb, {}", input.words.size());
    }
    for (const ir::Output& output : function.meaning.outputs) {
        members += fmt::format("        {} {};\n", type(function, output), output.name);
        if (&output != &function.meaning.outputs[0]) more += ", all." + output.name;
    }
    const std::string& first = function.meaning.outputs[0].name;
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
        members, parameters, first, function.name, arguments, more);
}

// A header shows its portable C++ where __CUDA_ARCH__ is not defined; it needs 64-bit words.
std::string includes(const HeaderFunction& function) {
    return std::string(function.is_portable ? "#include <stdint.h>\n#undef __CUDA_ARCH__\n" : "") +
           "#include \"subject.cuh\"\n";
}

Source source(const HeaderFunction& function, const std::string& file, const std::string& prelude) {
    const std::string types = fmt::format("constexpr int operand_words = {}, result_words = {};\n",
                                          function.operand_words(), function.result_words());
    Source made = plain_source(file, includes(function) + types + operation(function) + prelude);
    made.headers = {function.header(), runtime_header("limbsmith/layout.hpp"),
                    runtime_header("limbsmith/kernel.hpp")};
    return made;
}

// OPERANDS and RESULT of a batch.
std::string views(const HeaderFunction& function, Layout layout) {
    const size_t count = function.meaning.inputs.size();
    const std::string own = layout == Layout::number_major ? "number_major" : "limb_major";
    const bool is_shared = layout == Layout::interleaved;
    std::string views;
    size_t begin = 0;
    for (size_t i = 0; i < count; ++i) {
        const ir::Input& input = function.meaning.inputs[i];
        views += fmt::format("{}limbsmith::view<{}, limbsmith::{}>::of(in + {} * numbers, numbers, {})",
                             i == 0 ? "" : ", ", type(function, input),
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

Source register_source(const HeaderFunction& function, uint32_t chains, uint32_t most_threads) {
    const Feedback feedback(function);
    std::string loads, first;
    int begin = 0;
    for (const ir::Input& input : function.meaning.inputs) {
        const std::string t = type(function, input);
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
    Source made = source(function, "registers.cu", step);
    require_registers(made.text, function, chains, most_threads);
    return made;
}

Source host_source(const HeaderFunction& function) {
    Source made = source(function, "host.cpp", views(function, Layout::limb_major));
    made.text = "#define __device__\n#define __forceinline__ inline\n" + made.text;
    require_host(made.text, function);
    return made;
}

Source batch_source(const HeaderFunction& function, Layout layout) {
    Source made = source(function, "batch.cu", views(function, layout));
    require_batch(made.text, function, layout);
    return made;
}

Source batch_inverse_source(const Spec& spec, uint32_t count) {
    Source made =
        plain_source("batch_inverse.cu", fmt::format("#define COUNT {}\n#define BLOCK 256\n", count));
    made.headers = {session::header(spec)};
    return made;
}

}  // namespace limbsmith::bench
