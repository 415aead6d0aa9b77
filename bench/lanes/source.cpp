#include "source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "read_source.hpp"
#include "resource/resource.hpp"

namespace limbsmith::bench {

Source numbers_source(const BatchKernel& batch) {
    session::KernelSource made = batch.kernels();
    return {"numbers.cu", made.text + std::string(resource("bench/kernels/limb_major.cu")),
            std::move(made.headers), made.tiles ? std::move(made.tiles->kernel) : std::move(made.kernel)};
}

Source lane_batch_source(const BatchKernel& batch) {
    const auto type = [](const auto& parameter) {
        const ir::Representation& form = parameter.representation;
        return form.is_word() ? "uint32_t" : fmt::format("subject::joined<subject::{}>", form.type);
    };
    const auto view = [](const std::string& number, const std::string& array) {
        return fmt::format("limbsmith::view<{}, limbsmith::number_major>::of({}, numbers)", number, array);
    };
    std::string operands;
    size_t begin = 0;
    for (const ir::Input& input : batch.meaning.inputs) {
        operands += (begin ? ", " : "") + view(type(input), fmt::format("in + {} * numbers", begin));
        begin += input.words.size();
    }
    const auto& outputs = batch.meaning.outputs;
    // the type of the routine that a batch runs: add_carry
    std::string name = catalogue::lane_batch(catalogue::operation(batch.system(), batch.name));
    std::ranges::replace(name, '+', '_');
    const std::string result = outputs.size() > 1 ? "operation::result" : type(outputs[0]);
    Source made = plain_source(
        "lane_batch.cu",
        fmt::format("#include \"subject.cuh\"\nconstexpr int operand_words = {}, result_words = {};\n"
                    "using operation = subject::ops::{};\n#define OPERANDS {}\n#define RESULT {}\n"
                    "#define BLOCK {}\n",
                    batch.operand_words(), batch.result_words(), name, operands, view(result, "out"),
                    batch.tile ? batch.tile->threads : batch.block));
    require_lane_batch(made.text, batch);
    made.headers = {batch.header(), runtime_header("limbsmith/layout.hpp"),
                    runtime_header("limbsmith/tile.hpp")};
    return made;
}

bool has_lane_calls(const BatchKernel& batch) {
    const size_t factors = batch.name == "mul" ? 2 : 1;
    const bool takes_modulus = batch.meaning.inputs.size() > factors;
    return batch.width.mapping.is_group() && (batch.name == "mul" || batch.name == "sqr") &&
           takes_modulus == !batch.modulus.empty();
}

Source lane_calls_source(const BatchKernel& batch) {
    const bool is_modular = !batch.modulus.empty(), is_mul = batch.name == "mul";
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
                                 batch.width.lanes(), is_modular ? "elem" : "num", before, step));
    made.text += std::string(resource("bench/kernels/limb_major.cu"));
    require_lane_calls(made.text, batch);
    made.headers = {batch.header()};
    return made;
}

}  // namespace limbsmith::bench
