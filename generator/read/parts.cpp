#include "read/parts.hpp"

#include <fmt/format.h>

#include "spec/namespaces.hpp"

namespace limbsmith::read {

Names names_of(const Proved& proved) {
    Names names;
    const auto add = [&](const ir::Signature& signature) {
        for (const auto* parameters : {&signature.inputs, &signature.outputs}) {
            for (const auto& it : *parameters) names.emplace(it.representation.type);
        }
        for (const auto* members : {&signature.members_read, &signature.members_written}) {
            for (const auto& it : *members) names.insert(it.name);
        }
    };
    for (const catalogue::Function& function : proved.functions) add(signature(function.program));
    for (const std::string& key : proved.loops.keys) add(signature(proved.loops[key]));
    return names;
}

std::set<std::string> parts_of(const Proved& proved) {
    std::set<std::string> parts = proved.loops.parts;
    for (const catalogue::Function& function : proved.functions) {
        if (function.is_part) parts.insert(function.program.name);
    }
    return parts;
}

void open_namespace(Cursor& cursor, const Spec& spec, const std::string& digest) {
    cursor.expect(
        "#if !defined(__CUDACC_RTC__)\n"
        "static_assert(sizeof(::uint32_t) == 4, \"to put this header in a namespace, include <stdint.h> "
        "before\");\n"
        "#endif\n");
    for (const std::string& name : namespaces(spec.name)) cursor.expect(fmt::format("namespace {} {{", name));
    cursor.expect(
        "// Two headers of one name are an error here, in one source. In one program the digest keeps them "
        "apart.\n"
        "struct one_header_of_this_name {};  // " +
        catalogue::command(spec) + "\n");
    cursor.expect(fmt::format("inline namespace digest_{} {{", digest));
}

void close_namespace(Cursor& cursor, const Spec& spec, const std::string& digest) {
    cursor.expect(fmt::format("}}  // namespace digest_{}\n", digest));
    for (size_t k = 0; k < namespaces(spec.name).size(); ++k) cursor.expect("}");
}

std::string limbs_text(int count) { return fmt::format("uint32_t limb[{}];", count); }
std::string bits_text(int count) { return fmt::format("enum : int {{ number_bits = {} }};", count); }

std::string type_text(const std::string& comment, const std::string& name, const std::string& members) {
    return fmt::format("// {}\nstruct {} {{\n{}\n}};\n", comment, name, members);
}

std::string literal_text(const mpz_class& x, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) {
        const uint32_t limb = limb_of(x, i);
        all += (i ? ", " : "") + (limb ? fmt::format("{:#x}u", limb) : "0u");
    }
    return "{{" + all + "}}";
}

}  // namespace limbsmith::read
