#include "read/operations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "eval/contract_value.hpp"
#include "read/cursor.hpp"
#include "read/routine.hpp"
#include "read/straight.hpp"

namespace limbsmith::read {
namespace {

using Parameter = Callable::Parameter;

Callable callable(const ir::Program& program) {
    const ir::Signature signature = ir::signature(program);
    Callable made{program.name, program.name, {}, {}, !signature.members_read.empty(), program};
    const auto parameter = [](const auto& it) {
        return Parameter{it.name, type_text(it.representation), it.representation.is_word(),
                         static_cast<int>(it.words.size())};
    };
    for (const ir::Input& input : program.inputs) {
        if (!input.representation.is_member()) made.inputs.push_back(parameter(input));
    }
    for (const ir::Output& output : program.outputs) made.outputs.push_back(parameter(output));
    return made;
}

Callable callable(const ir::Routine& routine) {
    Callable made{routine.name, routine.name, {}, {}, false, meaning(routine)};
    const auto add = [&](const ir::Variable& it) {
        made.holds_modulus |= it.is_member();
        if (it.is_member()) return;
        (it.role == ir::Variable::Role::input ? made.inputs : made.outputs)
            .push_back({it.name, type_text(it), it.kind != ir::Variable::Kind::number, it.words});
    };
    if (routine.result) add(routine.variables[*routine.result]);
    for (int id : routine.parameters) add(routine.variables[id]);
    return made;
}

// Whether a batch can call it: no arrays, and no modulus that it makes.
bool is_of_numbers(const ir::Routine& routine) {
    return std::ranges::none_of(routine.parameters, [&](int id) {
        const ir::Variable& it = routine.variables[id];
        return it.is_array() || (it.is_member() && it.role == ir::Variable::Role::output);
    });
}

std::string joined(const std::vector<Parameter>& all,
                   const std::function<std::string(const Parameter&)>& text) {
    std::string out;
    for (const Parameter& it : all) out += (out.empty() ? "" : ", ") + text(it);
    return out;
}

// The end of the range of an operand: factor·base, or factor alone.
struct End {
    mpz_class factor;
    const ir::Input* base = nullptr;
};

// requires: the end is linear in one operand.
End end_of(const ir::Program& program, const ir::Input& input) {
    if (input.representation.is_places()) return {mpz_class(input.representation.bound)};
    if (input.representation.is_count()) return {mpz_class(1) << ir::drawn_count_bits};
    const auto bound = std::ranges::find(program.contract.requires_, input.name, &ir::Bound::name);
    eval::Evaluator below(*bound->below, eval::names(program));
    std::vector<mpz_class> values(program.inputs.size());
    const mpz_class alone = below(values);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = 1;
        const mpz_class with = below(values);
        values[i] = 0;
        if (with != alone) return {with, &program.inputs[i]};
    }
    return {alone};
}

// base, or base with an odd factor and a power of two.
std::string multiple(const std::string& base, mpz_class factor) {
    if (factor == 1) return base;
    const auto twos = mpz_scan1(factor.get_mpz_t(), 0);
    factor >>= twos;
    return fmt::format("{}, {}u, {}", base, factor.get_str(), twos);
}

class Draws {
  public:
    Draws(const Spec& spec, const Callable& it) : spec_(spec), it_(it) {}

    bool names_modulus = false;

    // An operand after those by which it is bounded.
    std::string text() {
        std::string bounding, others;
        for (const ir::Input& input : it_.meaning.inputs) {
            if (input.representation.is_member()) continue;
            const bool is_bounding = std::ranges::any_of(it_.meaning.inputs, [&](const ir::Input& other) {
                return !other.representation.is_member() && end_of(it_.meaning, other).base == &input;
            });
            if (input.representation.is_places()) {
                const ir::Representation& form = input.representation;
                others += fmt::format("samples.digits({}, {}u{});\n", input.name, form.bound,
                                      form.used ? fmt::format(", {}", form.used) : "");
                continue;
            }
            (is_bounding ? bounding : others) +=
                fmt::format("samples.{}({}, {});\n", is_bounding ? "positive" : "below", input.name,
                            limit(end_of(it_.meaning, input), input));
        }
        return bounding + others;
    }

  private:
    std::string limit(const End& end, const ir::Input& input) {
        if (!end.base) return number(end.factor, input);
        if (!end.base->representation.is_member()) return multiple(end.base->name, end.factor);
        if (!it_.holds_modulus) return number(end.factor * spec_.modulus->n(), input);
        names_modulus = true;
        return multiple("op.m." + end.base->name, end.factor);
    }
    std::string number(const mpz_class& x, const ir::Input& input) const {
        if (mpz_popcount(x.get_mpz_t()) == 1) return std::to_string(mpz_sizeinbase(x.get_mpz_t(), 2) - 1);
        if (spec_.is_modular() && !spec_.is_runtime() && x % spec_.modulus->n() == 0)
            return multiple("modulus()", x / spec_.modulus->n());
        const Parameter& operand = *std::ranges::find(it_.inputs, input.name, &Parameter::name);
        std::string limbs;
        for (int i = 0; i < operand.words; ++i)
            limbs += fmt::format("{}{:#x}u", i ? ", " : "", limb_of(x, i));
        return operand.type + "{{" + limbs + "}}";
    }

    const Spec& spec_;
    const Callable& it_;
};

std::string type(const Spec& spec, const Callable& it, const std::string& digest) {
    const bool has_several = it.outputs.size() > 1;
    std::string arguments = joined(it.inputs, [](const Parameter& p) { return p.name; });
    if (it.holds_modulus) arguments += ", m";
    std::string members = it.holds_modulus ? "modulus m;\n" : "", call;
    const std::string function = fmt::format("digest_{}::{}", digest, it.function);
    if (has_several) {
        members += "struct result {";
        for (const Parameter& output : it.outputs) members += fmt::format("{} {};", output.type, output.name);
        members += "};\n";
        for (size_t k = 1; k < it.outputs.size(); ++k) arguments += ", all." + it.outputs[k].name;
        call =
            fmt::format("result all; all.{} = {}({}); return all;", it.outputs[0].name, function, arguments);
    } else {
        call = fmt::format("return {}({});", function, arguments);
    }
    return filled(
        "struct $name { $members LIMBSMITH_FN static const char* name() { return \"$space::$name\"; }\n"
        "LIMBSMITH_FN $result operator()($parameters) const { $call } };\n",
        {{"name", it.name},
         {"members", members},
         {"space", spec.name},
         {"result", has_several ? "result" : it.outputs[0].type},
         {"parameters", joined(it.inputs,
                               [](const Parameter& p) {
                                   return (p.is_word ? "uint32_t " : "const " + p.type + "& ") + p.name;
                               })},
         {"call", call}});
}

constexpr std::string_view frame = R"(
// The functions as types, for batches: mul{} is called like mul. A function with several results returns a struct of
// them$held.
namespace ops {
$types
#if !defined(__CUDACC_RTC__)
// Identifies the code of this header.
template <class Op>
constexpr unsigned long long code_of(const Op&) {
    return 0x$digestu;
}
// Draws operands that the functions allow, in host code; Samples is limbsmith::self_check::samples or has the same members.
$draws
// A digest of results that are known by the description of each function, for such operands (limbsmith/trial.hpp).
$known
$modulus
#endif
}  // namespace ops
)";

constexpr std::string_view draw_modulus = R"(
// Draws a modulus for an operation that holds one.
template <class Op, class Samples>
auto draw_modulus(Op& op, Samples& samples) -> decltype(make_modulus(op.m, op.m.n)) {
    plain n;
    samples.odd(n, $bits);
    return make_modulus(op.m, n);
}
)";

}  // namespace

std::vector<Callable> callables(const Spec&, const std::vector<catalogue::Function>& functions,
                                const catalogue::Loops& loops) {
    std::vector<Callable> all;
    for (const catalogue::Function& function : functions) {
        if (!function.is_part) all.push_back(callable(function.program));
    }
    for (const std::string& key : loops.keys) {
        if (!is_of_numbers(loops[key])) continue;
        all.push_back(callable(loops[key]));
        all.back().loop = key;
    }
    for (Callable& it : all) {
        const bool is_alone = std::ranges::count(all, it.function, &Callable::function) == 1;
        if (!is_alone && it.outputs.size() > 1) it.name += "_" + it.outputs[1].name;
    }
    std::erase_if(all, [](const Callable& it) { return it.inputs.empty(); });
    return all;
}

std::string draws_of(const Spec& spec, const ir::Program& program) {
    const Callable made = callable(program);
    return Draws(spec, made).text();
}

std::string operators(const Spec& spec, const std::vector<Callable>& all) {
    const std::string number = spec.is_modular() ? "elem" : "num",
                      pair = fmt::format("const {0}& a, const {0}& b", number);
    const auto find = [&](std::string_view name) {
        const auto found = std::ranges::find(all, name, &Callable::name);
        return found == all.end() || found->holds_modulus ? nullptr : &*found;
    };
    std::string text;
    const auto add = [&](const std::string& result, std::string_view sign, const std::string& parameters,
                         const std::string& value) {
        text +=
            fmt::format("LIMBSMITH_FN {} operator{}({}) {{ return {}; }}\n", result, sign, parameters, value);
    };
    // and its assignment, where the result is a number
    const auto add_of_two = [&](std::string_view sign, std::string_view name, const std::string& second,
                                const char* argument) {
        const Callable* it = find(name);
        if (!it) return;
        const std::string& result = it->outputs[0].type;
        const std::string value = fmt::format("{}(a, {})", name, argument);
        add(result, sign, fmt::format("const {}& a, {}", number, second), value);
        if (result == number)
            add(number + "&", fmt::format("{}=", sign), fmt::format("{}& a, {}", number, second),
                "a = " + value);
    };
    for (const auto& [sign, name] :
         {std::pair{"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"&", "and_"}, {"|", "or_"}, {"^", "xor_"}})
        add_of_two(sign, name, fmt::format("const {}& b", number), "b");
    for (const auto& [sign, name] : {std::pair{"-", "neg"}, {"~", "not_"}}) {
        if (find(name)) add(number, sign, fmt::format("const {}& a", number), fmt::format("{}(a)", name));
    }
    for (const auto& [sign, name] : {std::pair{"<<", "shl"}, {">>", "shr"}})
        add_of_two(sign, name, "uint32_t count", "count");
    if (find("compare")) {
        add("bool", "==", pair, "compare(a, b) == 0");
        add("bool", "!=", pair, "compare(a, b) != 0");
        add("bool", "<", pair, "compare(a, b) >> 31 != 0");
        add("bool", ">", pair, "compare(b, a) >> 31 != 0");
        add("bool", "<=", pair, "compare(b, a) >> 31 == 0");
        add("bool", ">=", pair, "compare(a, b) >> 31 == 0");
    }
    if (find("eq")) {
        add("bool", "==", pair, "eq(a, b) != 0");
        add("bool", "!=", pair, "eq(a, b) == 0");
    }
    if (find("lt")) {
        add("bool", "<", pair, "lt(a, b) != 0");
        add("bool", ">", pair, "lt(b, a) != 0");
        add("bool", "<=", pair, "lt(b, a) == 0");
        add("bool", ">=", pair, "lt(a, b) == 0");
    }
    return text.empty()
               ? text
               : "// Operators. Each has the preconditions and postconditions of its function.\n" + text;
}

std::string operations(const Spec& spec, const std::vector<Callable>& all, const std::string& digest,
                       catalogue::KnownResults& known) {
    std::string types, draws, digests;
    for (const Callable& it : all) {
        types += type(spec, it, digest);
        Draws drawn(spec, it);
        const std::string text = drawn.text();
        const std::string operands =
            joined(it.inputs, [](const Parameter& p) { return p.type + "& " + p.name; });
        draws += fmt::format(
            "template <class Samples>\nvoid draw_operands(const {}&{}, Samples& samples, {}) {{\n{}}}\n",
            it.name, drawn.names_modulus ? " op" : "", operands, text);
        const auto results =
            known.digest({it.meaning, catalogue::operand_ranges(it.meaning), it.holds_modulus, it.loop});
        if (results)
            digests +=
                fmt::format("constexpr unsigned long long known_digest(const {}&) {{ return {:#x}u; }}\n",
                            it.name, *results);
    }
    const bool holds_modulus = std::ranges::any_of(all, &Callable::holds_modulus);
    return filled(frame,
                  {{"held", holds_modulus ? "; the modulus is a member of the operation" : ""},
                   {"types", types},
                   {"digestu", digest + "u"},
                   {"draws", draws},
                   {"known", digests},
                   {"modulus",
                    holds_modulus ? filled(draw_modulus, {{"bits", std::to_string(spec.width.bits)}}) : ""}});
}

}  // namespace limbsmith::read
