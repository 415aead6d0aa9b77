// Prints routines and the programs that they call, portable, as the members of structs: a header for
// test_printed.cpp.
#include <fmt/format.h>

#include <array>

#include "emit/function_model.hpp"
#include "emit/group.hpp"
#include "support/carry_lookahead.hpp"
#include "support/group_library.hpp"
#include "support/routines.hpp"

namespace limbsmith::test {
namespace {

bool is_part(const std::string& name) {
    return name.starts_with("divsteps_") || name.starts_with("gcd_") || name == "common_twos" ||
           name == "divisor" || name == "dividend" || name == "quotient_limb";
}

// A program as the headers print it, but for the comment and the PTX.
std::string function(const ir::Program& program) {
    const emit::Json model = emit::function_model(program, "", emit::inline_surface(program));
    const auto text = [](const emit::Json& it) { return it.get<std::string>(); };
    std::string parameters, body;
    const auto add = [&](const std::string& it) { parameters += (parameters.empty() ? "" : ", ") + it; };
    for (const emit::Json& it : model["inputs"])
        add((it["is_word"] ? "uint32_t " : "const " + text(it["type"]) + "& ") + text(it["name"]));
    const emit::Json& outputs = model["outputs"];
    for (size_t i = 1; i < outputs.size(); ++i)
        add(text(outputs[i]["type"]) + "& " + text(outputs[i]["name"]));
    for (const emit::Json& name : model["unread"]) body += fmt::format("    (void){};\n", text(name));
    for (const emit::Json& line : model["portable"]) body += fmt::format("    {}\n", text(line));
    return fmt::format("LIMBSMITH_FN {0} {1}({2}) {{\n    {0} {3};\n{4}    return {3};\n}}\n",
                       text(outputs[0]["type"]), text(model["name"]), parameters, text(outputs[0]["name"]),
                       body);
}

// All of a library; `types` are those of its numbers.
void print(const std::string& name, const std::string& types, const ir::Library& library) {
    std::string parts, functions, routines;
    emit::PartNames names;
    int digits = 1;
    for (const auto& [key, callable] : library.all()) {
        const auto* program = std::get_if<ir::Program>(&callable);
        if (!program) continue;
        (is_part(key) ? parts : functions) += function(*program);
        if (is_part(key)) names.insert(key);
        for (const ir::Input& input : program->inputs) {
            if (input.representation == repr::digits) digits = static_cast<int>(input.words.size());
        }
    }
    for (const auto& [key, callable] : library.all()) {
        if (const auto* routine = std::get_if<ir::Routine>(&callable))
            routines += emit::routine(*routine, library, names) + "\n";
    }
    fmt::print("struct {} {{\n{}", name, types);
    fmt::print("struct digits {{ uint32_t limb[{}]; }};\n", digits);
    fmt::print("{}struct detail {{\nusing digits = {}::digits;\n{}}};\n{}}};\n\n", functions, name, parts,
               routines);
}

void print_field(const std::string& name, const Modulus& modulus, Reduction reduction,
                 InverseChoice inverse) {
    const int limbs = modulus.limbs();
    std::string types = fmt::format("enum {{ bits = {}, limbs = {}, is_prime = {}, is_montgomery = {} }};\n",
                                    modulus.bits(), limbs, modulus.is_known() && modulus.is_prime() ? 1 : 0,
                                    reduction == Reduction::montgomery ? 1 : 0);
    types += fmt::format("static const char* expression() {{ return \"{}\"; }}\n",
                         modulus.is_known() ? modulus.n().get_str() : "");
    for (const char* type : {"plain", "elem", "exponent"})
        types += fmt::format("struct {} {{ uint32_t limb[{}]; }};\n", type, limbs);
    if (!modulus.is_known())
        types += "struct modulus { plain n; elem one, r2, inverse_start; uint32_t n0inv; };\n";
    print(name, types, field_library(modulus, reduction, inverse));
}

void print_whole(Width width) {
    const std::string types =
        fmt::format("enum {{ bits = {0}, limbs = {1} }};\nstruct num {{ uint32_t limb[{1}]; }};\n",
                    width.bits, width.limbs());
    print(fmt::format("whole{}", width.bits), types, whole_library(width));
}

// Routines of a group and their callees, in a namespace.
void print_group(const std::string& name, const std::vector<ir::Routine>& routines,
                 const ir::Library& library) {
    const int words = routines[0].variables[0].words;
    fmt::print(
        "namespace {} {{\nconstexpr int lanes = {}, words = {};\nstruct num {{ uint32_t limb[{}]; }};\n"
        "struct wide {{ uint32_t limb[{}]; }};\nstruct pair {{ uint32_t limb[2]; }};\n",
        name, routines[0].lanes(), words, words, 2 * words);
    for (const auto& [key, callable] : library.all())
        fmt::print("{}", function(std::get<ir::Program>(callable)));
    for (const ir::Routine& routine : routines) fmt::print("{}", emit::group_routine(routine, library, {}));
    fmt::print("}}\n\n");
}

void print_groups() {
    for (int words : {1, 3, 4}) {
        const ir::Library library = group_leaves(words);
        for (int lanes : {2, 4, 8, 16, 32}) {
            print_group(fmt::format("lanes{}x{}", lanes, words), {carry_lookahead_add(lanes, words, library)},
                        library);
        }
    }
    for (const auto& [lanes, words] : {std::pair{2, 3}, {4, 2}, {32, 1}}) {
        const ir::Library leaves = group_leaves(words);
        print_group(fmt::format("montgomery{}x{}", lanes, words),
                    {algorithm::group::montgomery_product(group_of(lanes, words), leaves),
                     algorithm::group::montgomery_square(group_of(lanes, words), leaves)},
                    leaves);
    }
    const ir::Library library = group_leaves(2);
    print_group("block128x2", {carry_lookahead_add(128, 2, library)}, library);
}

void print_fields_and_whole() {
    const auto known = [](const char* name, const char* n, Reduction reduction, InverseChoice inverse) {
        print_field(name, parse_modulus(n), reduction, inverse);
    };
    known("f17", "17", Reduction::montgomery, InverseChoice::fermat);
    known("goldilocks", "2^64-2^32+1", Reduction::special, InverseChoice::fermat);
    known("fe25519", "2^255-19", Reduction::special, InverseChoice::divsteps);
    known("secp256k1", "@secp256k1.p", Reduction::montgomery, InverseChoice::divsteps);
    known("odd", "3*(2^89-1)", Reduction::montgomery, InverseChoice::divsteps);
    known("even", "2^70*3", Reduction::barrett, InverseChoice::divsteps);
    print_field("any131", Modulus::at_run_time(Width{131}), Reduction::montgomery, InverseChoice::divsteps);
    for (int bits : {32, 33, 131}) print_whole(Width{bits});
}

}  // namespace
}  // namespace limbsmith::test

// `print groups`: sums over lanes instead.
int main(int count, char**) {
    using namespace limbsmith::test;
    constexpr std::array empty{"LIMBSMITH_IN_STEP", "LIMBSMITH_LOOP", "LIMBSMITH_PAIRS", "LIMBSMITH_WHOLE"};
    fmt::print(
        "#pragma once\n#include <stdint.h>\n#if defined(__CUDACC__)\n#define LIMBSMITH_FN __host__ "
        "__device__ static inline\n#else\n#define LIMBSMITH_FN static inline\n#endif\n");
    for (const char* it : empty) fmt::print("#define {}\n", it);
    count > 1 ? print_groups() : print_fields_and_whole();
    fmt::print("#undef LIMBSMITH_FN\n");
    for (const char* it : empty) fmt::print("#undef {}\n", it);
}
