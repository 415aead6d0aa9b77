#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

std::vector<ir::Program> programs_of(const Spec& spec, std::string_view operation) {
    std::vector<ir::Program> programs;
    for (catalogue::Function& function : catalogue::functions(catalogue::operation(spec, operation), spec))
        programs.push_back(std::move(function.program));
    return programs;
}

}  // namespace

std::vector<ir::Program> whole_programs(std::string_view operation, Width width, MulChoice mul) {
    Spec spec = Spec::of(width);
    spec.mul = mul;
    return programs_of(spec, operation);
}

ir::Program whole_meaning(std::string_view operation, Width width) {
    const Spec spec = Spec::of(width);
    return catalogue::meaning(catalogue::operation(spec, operation), spec);
}

std::vector<ir::Program> header_programs(const Spec& spec) {
    std::vector<ir::Program> programs;
    for (catalogue::Function& function : catalogue::functions(spec))
        programs.push_back(std::move(function.program));
    return programs;
}

std::optional<ir::Program> modular_program(std::string_view operation, const Modulus& modulus,
                                           Reduction reduction, MulChoice mul) {
    Spec spec = Spec::modulo(modulus, reduction);
    spec.mul = mul;
    if (catalogue::operation(spec, operation).is_loop) return std::nullopt;
    return std::move(programs_of(spec, operation).at(0));
}

std::optional<ir::Program> modular_meaning(std::string_view operation, const Modulus& modulus) {
    const Spec spec = Spec::modulo(modulus, modulus.is_odd() ? Reduction::montgomery : Reduction::barrett);
    const catalogue::Operation& found = catalogue::operation(spec, operation);
    if (!found.meaning) return std::nullopt;
    return catalogue::meaning(found, spec);
}

Spec whole_spec(Width width, std::string_view ops, MulChoice mul, const std::string& name) {
    Spec spec = Spec::of(width);
    spec.mul = mul;
    spec.name = name.empty() ? default_name(spec) : name;
    spec.ops = catalogue::parse_operations(ops, spec);
    return spec;
}

Spec modular_spec(const Modulus& modulus, Reduction reduction, std::string_view ops, MulChoice mul,
                  const std::string& name) {
    Spec spec = Spec::modulo(modulus, reduction);
    spec.expression = "0x" + modulus.n().get_str(16);
    spec.is_automatic = true;
    spec.mul = mul;
    spec.name = name;
    spec.ops = catalogue::parse_operations(ops, spec);
    return spec;
}

Spec modular_spec(const std::string& text, Reduction reduction, std::string_view ops) {
    Spec spec = modular_spec(parse_modulus(text), reduction, ops);
    spec.expression = text;
    return spec;
}

}  // namespace limbsmith::test
