#include "read_source.hpp"

#include <algorithm>
#include <functional>

#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "read/header.hpp"
#include "read/straight.hpp"
#include "resource/resource.hpp"

namespace limbsmith::bench {
namespace {

using read::Cursor;

std::string kernel_file(const char* name) {
    return std::string(resource(std::string("bench/kernels/") + name));
}

std::string batch_type(const ir::Representation& form) {
    const std::string part = read::type_text(form);
    return form.is_word() ? part : "subject::joined<subject::" + part + ">";
}

template <class Parameters>
std::string words_of_all(const Parameters& parameters) {
    size_t sum = 0;
    for (const auto& it : parameters) sum += it.words.size();
    return std::to_string(sum);
}

// An operand follows the words of those before it.
void expect_operands(Cursor& cursor, const std::vector<ir::Input>& inputs) {
    cursor.expect("#define OPERANDS");
    size_t before = 0;
    for (const ir::Input& it : inputs) {
        if (before > 0) cursor.expect(",");
        cursor.expect("limbsmith::view<$type, limbsmith::number_major>::of(in + $before * numbers, numbers)",
                      {{"type", batch_type(it.representation)}, {"before", std::to_string(before)}});
        before += it.words.size();
    }
    cursor.expect_line_end();
}

}  // namespace

void require_lane_batch(const std::string& text, const BatchKernel& batch) {
    const auto& [inputs, outputs] = std::tie(batch.meaning.inputs, batch.meaning.outputs);
    std::string type(catalogue::lane_batch(catalogue::operation(batch.system(), batch.name)));
    std::ranges::replace(type, '+', '_');
    const bool is_alone = outputs.size() == 1;
    read::or_refuted([&] {
        return read::read_whole(text, [&](Cursor& cursor) {
            cursor.expect("#include \"subject.cuh\"\n");
            cursor.expect(
                "constexpr int operand_words = $in, result_words = $out;\n"
                "using operation = subject::ops::$type;\n",
                {{"in", words_of_all(inputs)}, {"out", words_of_all(outputs)}, {"type", type}});
            expect_operands(cursor, inputs);
            cursor.expect(
                "#define RESULT limbsmith::view<$type, limbsmith::number_major>::of(out, numbers)\n"
                "#define BLOCK $block\n",
                {{"type", is_alone ? batch_type(outputs[0].representation) : "operation::result"},
                 {"block", std::to_string(batch.tile ? batch.tile->threads : batch.block)}});
            cursor.expect(kernel_file("lane_batch.cu"));
        });
    });
}

// x is the product with y, or the square; of whole numbers both halves of it, joined by xor.
void require_lane_calls(const std::string& text, const BatchKernel& batch) {
    const bool is_modular = !batch.modulus.empty(), is_mul = batch.name == "mul";
    const std::string factors = is_mul ? "mul(x, y" : "sqr(x";
    const std::string before =
        "NUMBER x = operand[0];" + std::string(is_mul ? "const NUMBER y = operand[1];" : "") +
        (is_modular ? "modulus m; m.n = operand[2]; m.n0inv = n0inv;" : "(void)n0inv;");
    const std::string step =
        is_modular ? "x = " + factors + ", m);"
                   : "const wide w = " + factors +
                         "); _Pragma(\"unroll\") for (int i = 0; i < words; ++i) x.limb[i] = w.limb[i] ^ "
                         "w.limb[words + i];";
    read::or_refuted([&] {
        return read::read_whole(text, [&](Cursor& cursor) {
            cursor.expect(
                "#include \"subject.cuh\"\n#define LANES $lanes\n#define NUMBER subject::$part\n"
                "#define BEFORE $before\n#define STEP $step\n",
                {{"lanes", std::to_string(batch.width.lanes())},
                 {"part", is_modular ? "elem" : "num"},
                 {"before", before},
                 {"step", step}});
            cursor.expect(kernel_file("lane_calls.cu"));
            cursor.expect(kernel_file("limb_major.cu"));
        });
    });
}

}  // namespace limbsmith::bench
