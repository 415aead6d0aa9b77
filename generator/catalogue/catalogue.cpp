#include "catalogue/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "catalogue/lanes.hpp"
#include "pass/pass.hpp"
#include "spec/digits.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::catalogue {

// Each file of whole/, field/ and digits/ defines one of these functions; the build writes the list.
#define LIMBSMITH_OPERATION(name) Operation name();
#include "operations.inc"
#undef LIMBSMITH_OPERATION

namespace {

std::vector<Operation> of_system(const NumberSystem& system) {
    std::vector<Operation> of{
#define LIMBSMITH_OPERATION(name) name(),
#include "operations.inc"
#undef LIMBSMITH_OPERATION
    };
    std::erase_if(of, [&](const Operation& operation) { return *operation.system != system; });
    std::ranges::sort(of, {}, [](const Operation& operation) {
        return std::tuple(operation.section, operation.rank, operation.name);
    });
    return of;
}

// Why the modulus is not as the table says that the operation needs it; empty if it is.
std::string lacks(const Operation& operation, const Spec& spec) {
    using Needs = limbsmith::Operation::Needs;
    const Needs needs = operation.row() ? operation.row()->needs : Needs::nothing;
    if (needs == Needs::nothing) return {};
    const Modulus& modulus = *spec.modulus;
    if (needs == Needs::odd)
        return modulus.is_odd() ? "" : "needs an odd modulus: 2 has no inverse modulo an even one";
    if (!modulus.is_known()) return "needs a prime modulus that is known";
    if (!modulus.is_prime()) return "needs a prime modulus, and this one is composite";
    return modulus.is_odd() ? "" : "needs an odd prime modulus";
}

// The operation of this name. Throws usage_error; unsupported if it is not available for the spec.
const Operation& supported(std::string_view name, const Spec& spec) {
    const Operation& found = operation(spec, name);
    if (const std::string why = why_not(found, spec); !why.empty())
        throw unsupported(fmt::format("{} {}", name, why));
    if (found.is_loop() && spec.style == Style::macro)
        throw unsupported(fmt::format("{} is a loop and no macro; the nearest is --style inline", name));
    return found;
}

// The distinct operations in the order of headers.
std::vector<const Operation*> sorted(std::vector<const Operation*> some) {
    std::ranges::sort(some);  // pointers into one vector
    some.erase(std::unique(some.begin(), some.end()), some.end());
    return some;
}

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

const std::vector<Operation>& operations(const NumberSystem& system) {
    static const std::vector<Operation> whole = of_system(NumberSystem::whole()),
                                        modular = of_system(NumberSystem::residues()),
                                        digits = of_system(NumberSystem::digits());
    return system == NumberSystem::whole() ? whole : system == NumberSystem::digits() ? digits : modular;
}

std::string why_not(const Operation& operation, const Spec& spec) {
    if (const std::string why = lacks(operation, spec); !why.empty()) return why;
    if (const std::string why = operation.why_not(spec); !why.empty()) return why;
    if (spec.width.mapping.is_block() && operation.section == Section::division)
        return fmt::format(
            "is not supported with --map {}{}", to_string(spec.width.mapping),
            spec.width.bits <= max_lanes * max_lane_bits
                ? "; the nearest is --map tpi:32"
                : fmt::format("; the widest is {} bits, with --map tpi:32", max_lanes * max_lane_bits));
    if (!is_over_lanes(spec) || operation.over_lanes.routines) return {};
    return fmt::format("is not supported with several lanes a number{}",
                       spec.width.bits <= max_bits ? "; the nearest is --map thread" : "");
}

const Operation* find(const NumberSystem& system, std::string_view name) {
    const std::vector<Operation>& all = operations(system);
    const auto found = std::ranges::find(all, name, &Operation::name);
    return found == all.end() ? nullptr : &*found;
}

const Operation& operation(const NumberSystem& system, std::string_view name) {
    if (const Operation* found = find(system, name)) return *found;
    if (name.empty())
        throw usage_error("an operation is missing in the list (`limbsmith list` names them all)");
    if (system == NumberSystem::digits() &&
        (find(NumberSystem::whole(), name) || find(NumberSystem::residues(), name))) {
        std::vector<std::string_view> all;
        for (const Operation& one : operations(system)) all.push_back(one.name);
        throw unsupported(
            fmt::format("{} is not supported with --radix, for numbers in signed digits, which have {}", name,
                        fmt::join(all, ", ")));
    }
    if (system != NumberSystem::digits() &&
        find(system == NumberSystem::whole() ? NumberSystem::residues() : NumberSystem::whole(), name))
        throw usage_error(fmt::format("{} is only {} (`limbsmith list` names all operations)", name,
                                      system == NumberSystem::whole()
                                          ? "with --modulus, for residues"
                                          : "without --modulus, for whole numbers"));
    std::vector<std::string> names;
    for (const Operation& one : operations(system)) names.emplace_back(one.name);
    const char* kind = system == NumberSystem::whole()    ? "unknown operation '{}'{}"
                       : system == NumberSystem::digits() ? "no operation '{}' of numbers in signed digits{}"
                                                          : "no operation '{}' modulo a number{}";
    throw usage_error(fmt::format(fmt::runtime(kind), name, suggestion(name, names)) +
                      " (`limbsmith list` names them all)");
}

const Operation& operation(const Spec& spec, std::string_view name) { return operation(spec.system(), name); }

std::vector<std::string> all(const Spec& spec) {
    std::vector<std::string> names;
    for (const Operation& operation : operations(spec.system())) {
        const bool is_shown =
            !operation.is_on_request && !(operation.is_loop() && spec.style == Style::macro);
        if (is_shown && why_not(operation, spec).empty()) names.emplace_back(operation.name);
    }
    return names;
}

std::vector<std::string> parse_operations(std::string_view list, const Spec& spec) {
    std::vector<const Operation*> asked;
    for (const std::string_view word : split(list)) {
        if (word != "all") {
            asked.push_back(&supported(word, spec));
            continue;
        }
        for (const std::string& name : all(spec)) asked.push_back(&operation(spec, name));
    }
    std::vector<std::string> names;
    for (const Operation* operation : sorted(std::move(asked))) names.emplace_back(operation->name);
    return names;
}

Spec with_all(Spec spec) {
    spec.ops = all(spec);
    return spec;
}

namespace {

std::vector<std::string_view> needs(const Operation& operation, const Spec& spec) {
    return is_over_lanes(spec) ? operation.over_lanes.needs : operation.needs(spec);
}

}  // namespace

std::vector<const Operation*> closure(const Spec& spec) {
    std::vector<const Operation*> needed;
    for (const std::string& name : spec.ops) needed.push_back(&operation(spec, name));
    for (const Operation& operation : operations(spec.system())) {
        if (operation.is_basic(spec) && why_not(operation, spec).empty()) needed.push_back(&operation);
    }
    for (size_t i = 0; i < needed.size(); ++i) {
        for (const std::string_view name : needs(*needed[i], spec)) {
            const Operation* called = &operation(spec, name);
            if (std::ranges::find(needed, called) == needed.end()) needed.push_back(called);
        }
    }
    return sorted(std::move(needed));
}

std::vector<Function> functions(const Operation& operation, const Spec& spec) {
    std::vector<Function> all = operation.functions(spec);
    for (size_t k = 0; k < all.size(); ++k) {
        ir::Program& program = all[k].program;
        program = pass::run_pipeline(std::move(program));
        const bool is_second = k > 0 && all[k - 1].program.name == program.name;
        all[k].label = program.name + (is_second ? "+" + program.outputs[1].name : "");
    }
    return all;
}

std::vector<Function> functions(const Spec& spec) {
    if (is_over_lanes(spec)) return lane_functions(spec);
    std::vector<Function> all, parts;
    for (const Operation* operation : closure(spec)) {
        for (Function& function : functions(*operation, spec)) {
            const bool is_there = std::ranges::any_of(parts, [&](const Function& other) {
                return other.is_part && other.program.name == function.program.name;
            });
            if (!is_there) (function.is_part ? parts : all).push_back(std::move(function));
        }
    }
    std::ranges::move(parts, std::back_inserter(all));
    return all;
}

ir::Program program(const Spec& spec, std::string_view name) {
    return std::move(functions(operation(spec, name), spec).at(0).program);
}

namespace {

// The program with N as the only input from the modulus object, whose other members follow from N; it is the last
// input. The body is empty.
ir::Program of_modulus_alone(ir::Program program) {
    const auto follows = [](const ir::Input& input) {
        return input.representation.is_member() && input.name != "n";
    };
    for (const ir::Input& input : program.inputs) {
        if (!follows(input)) continue;
        std::erase_if(program.contract.requires_,
                      [&](const ir::Bound& bound) { return bound.name == input.name; });
        std::erase_if(program.contract.givens,
                      [&](const ir::Given& given) { return given.name == input.name; });
    }
    std::erase_if(program.inputs, follows);
    std::ranges::stable_partition(program.inputs,
                                  [](const ir::Input& input) { return !input.representation.is_member(); });
    program.body.clear();
    for (ir::Output& output : program.outputs) std::ranges::fill(output.words, ir::Operand(0u));
    return program;
}

}  // namespace

ir::Program meaning(const Operation& operation, const Spec& spec) {
    if (is_over_lanes(spec) && !spec.is_modular()) return lane_meaning(operation, spec);
    if (operation.meaning) {
        ir::Program program = operation.meaning(spec);
        return program.body.empty() ? program : pass::run_pipeline(std::move(program));
    }
    ir::Program program = std::move(functions(operation, spec).at(0).program);
    if (is_over_lanes(spec)) program.body.clear();  // the routine over lanes computes it
    return spec.is_runtime() ? of_modulus_alone(std::move(program)) : program;
}

std::string command(const Spec& spec) {
    std::string out = "limbsmith generate";
    if (spec.has_digits())
        out += " " + options_of(*spec.digits);
    else if (!spec.is_modular() || spec.is_runtime())
        out += fmt::format(" --bits {}", spec.width.bits);
    if (spec.is_modular())
        out += spec.is_runtime() ? " --modulus runtime" : fmt::format(" --modulus '{}'", spec.expression);
    std::vector<std::string> list = spec.ops;
    const std::vector<std::string> usual = all(spec);
    if (std::ranges::all_of(usual, [&](const std::string& name) { return has(spec.ops, name); })) {
        std::erase_if(list, [&](const std::string& name) { return has(usual, name); });
        list.insert(list.begin(), "all");
    }
    if (const std::string ops = fmt::format("{}", fmt::join(list, ",")); ops != "all") out += " --ops " + ops;
    if (spec.is_modular() && !spec.is_automatic)
        out += fmt::format(" --reduction {}", to_string(spec.reduction));
    if (spec.fused) out += fmt::format(" --expr '{}'", spec.fused->text);
    for (const ConstantPower& power : spec.powers)
        out += fmt::format(" --power '{}={}'", power.name, power.expression);
    if (spec.inverse != InverseChoice::automatic)
        out += fmt::format(" --inverse {}", to_string(spec.inverse));
    if (spec.width.mapping != mapped(spec.width, Mapping::automatic()).mapping)
        out += " --map " + to_string(spec.width.mapping);
    if (spec.mul != MulChoice()) out += fmt::format(" --mul {}", to_string(spec.mul));
    if (spec.style == Style::macro) out += " --style macro";
    if (!spec.prefix.empty() || spec.name != default_name(spec)) out += " --name " + spec.name;
    if (spec.proofs == Proofs::skipped) out += " --unproved";
    return out;
}

}  // namespace limbsmith::catalogue
