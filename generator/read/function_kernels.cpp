#include <fmt/format.h>

#include "ptx/surface.hpp"
#include "read/run_kernels.hpp"
#include "read/straight.hpp"

namespace limbsmith::read {
namespace {

constexpr std::string_view start_of_functions = R"(
// Each straight-line function of $space as a kernel: thread t computes case t. It reads the words of all inputs, one
// input after the other, and writes the words of all outputs.
#include "$header"
)";

constexpr std::string_view kernel_of_function = R"(
extern "C" __global__ void __launch_bounds__(256) $kernel(uint32_t* results, const uint32_t* operands, unsigned long long cases) {
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= uint32_t(cases)) return;
    operands += static_cast<unsigned long long>(thread) * $input_words;
    results += static_cast<unsigned long long>(thread) * $output_words;
    $variables
    $loads
    $result = $space::$part $function($arguments);
    $stores
}
)";

std::string kernel_of(const catalogue::Function& function, const std::string& kernel,
                      const std::string& space) {
    const ir::Program& program = function.program;
    const bool has_modulus = !ir::signature(program).members_read.empty();
    std::string variables, arguments, loads, stores;
    size_t input_words = 0, output_words = 0;
    const auto declare = [&](const ir::Representation& representation, const std::string& name) {
        const std::string type = type_text(representation);
        const bool is_part = type == "digits";
        variables += type == "uint32_t"
                         ? fmt::format("uint32_t {};\n", name)
                         : fmt::format("{}::{}{} {};\n", space, is_part ? "detail::" : "", type, name);
    };
    const auto argue = [&](const std::string& name) { arguments += (arguments.empty() ? "" : ", ") + name; };
    for (const ir::Input& input : program.inputs) {
        const bool is_member = input.representation.is_member();
        if (!is_member) declare(input.representation, input.name), argue(input.name);
        for (size_t i = 0; i < input.words.size(); ++i, ++input_words) {
            if (!is_member || has_modulus)
                loads += fmt::format("{} = operands[{}];\n",
                                     ptx::in_struct(input.name, input.representation, i), input_words);
        }
    }
    if (has_modulus) variables += fmt::format("{}::modulus m;\n", space), argue("m");
    for (const ir::Output& output : program.outputs) {
        declare(output.representation, output.name);
        if (&output != &program.outputs[0]) argue(output.name);
        for (size_t i = 0; i < output.words.size(); ++i, ++output_words)
            stores += fmt::format("results[{}] = {};\n", output_words,
                                  ptx::in_struct(output.name, output.representation, i));
    }
    return filled(kernel_of_function, {{"kernel", kernel},
                                       {"input_words", std::to_string(input_words)},
                                       {"output_words", std::to_string(output_words)},
                                       {"variables", variables},
                                       {"loads", loads},
                                       {"result", program.outputs[0].name},
                                       {"space", space},
                                       {"part", function.is_part ? "detail::" : ""},
                                       {"function", program.name},
                                       {"arguments", arguments},
                                       {"stores", stores}});
}

}  // namespace

Found read_function_kernels(const std::string& text, const std::string& space, const std::string& header,
                            const std::vector<catalogue::Function>& functions) {
    const Share share = read_whole(text, [&](Cursor& cursor) {
        cursor.expect(start_of_functions, {{"space", space}, {"header", header}});
        for (size_t k = 0; k < functions.size(); ++k)
            cursor.expect(kernel_of(functions[k], fmt::format("function_{}", k), space));
    });
    return {functions.size(), 0, share};
}

}  // namespace limbsmith::read
