#include "catalogue/known_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "eval/words.hpp"
#include "limbsmith/trial.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

// A limit: factor·base, or only the factor if base is null.
struct Limit {
    mpz_class factor;
    const ir::Input* base = nullptr;
};

// The limit of a bound. Its factor is found by evaluation with one input 1 and the others 0; a limit that is
// a number, with all inputs 0.
Limit limit_of(const ir::Program& program, const ir::Bound& bound) {
    eval::Evaluator below(*bound.below, eval::names(program));
    std::vector<mpz_class> values(program.inputs.size());
    const mpz_class alone = below(values);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i] = 1;
        const mpz_class factor = below(values);
        if (factor != alone) return {factor, &program.inputs[i]};
        values[i] = 0;
    }
    return {alone};
}

using Words = std::vector<uint32_t>;
using Inputs = std::vector<std::vector<mpz_class>>;  // of each case

Words drawn_from(self_check::samples& samples, const mpz_class& limit, size_t words,
                 OperandRange::Which which) {
    if (which == OperandRange::Which::digits)
        return samples.digits_of(words, static_cast<uint32_t>(limit.get_ui()));
    mpz_class most = limit - 1;
    mpz_fdiv_r_2exp(most.get_mpz_t(), most.get_mpz_t(), 32 * words);
    Words number = samples.at_most(eval::to_words(most, words));
    const bool is_zero = std::ranges::all_of(number, [](uint32_t word) { return word == 0; });
    if (which == OperandRange::Which::odd || (which == OperandRange::Which::positive && is_zero))
        number[0] |= 1;
    return number;
}

// N, and the members of the modulus object for it.
struct Modulo {
    mpz_class n, r;

    std::optional<mpz_class> member(std::string_view name) const {
        if (name == "n") return n;
        if (name == "one") return r % n;
        if (name == "r2") return r * r % n;
        if (name == "inverse_start") return (r * r << digit_bits) % n;
        if (name != "n0inv") return std::nullopt;
        const mpz_class word = mpz_class(1) << limb_bits;
        mpz_class inverse;
        mpz_invert(inverse.get_mpz_t(), n.get_mpz_t(), word.get_mpz_t());
        return mpz_class(word - inverse);
    }
};

// A number in signed digits has several forms, and results depend on the form: here it stands for its words.
const ir::Representation& by_words(const ir::Representation& form) {
    return form.is_places() ? ir::number : form;
}

// Returns the words of all outputs, limb-major for all cases.
Words interpreted(const Described& of, const ir::Library& library, const Inputs& cases) {
    const ir::Program& meaning = of.program;
    const size_t count = cases.size();
    std::vector<Words> columns;
    std::vector<eval::Column> inputs;
    for (size_t i = 0; i < meaning.inputs.size(); ++i) {
        const ir::Input& input = meaning.inputs[i];
        Words& column = columns.emplace_back(input.words.size() * count);
        for (size_t k = 0; k < count; ++k) {
            const Words own = eval::to_words(cases[k][i], by_words(input.representation), input.words.size());
            for (size_t w = 0; w < own.size(); ++w) column[w * count + k] = own[w];
        }
    }
    for (const Words& column : columns) inputs.push_back({column.data(), count});
    Words results(static_cast<size_t>(eval::result_words(meaning)) * count);
    if (of.loop.empty())
        eval::Interpreter(meaning).run(inputs, 0, count, results.data(), count);
    else
        eval::RoutineInterpreter(std::get<ir::Routine>(library[of.loop]), library)
            .run(inputs, 0, count, results.data(), count);
    return results;
}

Words by_interpreter(const Described& of, const ir::Library& library, const Inputs& cases) {
    const Words limb_major = interpreted(of, library, cases);
    const size_t count = cases.size();
    Words made;
    for (size_t k = 0; k < count; ++k)
        for (size_t i = k; i < limb_major.size(); i += count) made.push_back(limb_major[i]);
    return made;
}

bool mentions(const ir::ExprPtr& expr, const std::string& name) {
    if (!expr) return false;
    if (expr->kind == ir::Expr::Kind::name) return expr->text == name;
    return mentions(expr->left, name) || mentions(expr->right, name) || mentions(expr->other, name);
}

// nullopt where the contract does not determine the results.
std::optional<Words> by_contract(const ir::Program& meaning, const Inputs& cases) {
    if (!meaning.contract.left) return std::nullopt;
    for (const ir::Output& output : meaning.outputs)
        if (mentions(meaning.contract.right, output.name)) return std::nullopt;
    eval::ContractEvaluator contract(meaning);
    Words made;
    for (const std::vector<mpz_class>& values : cases) {
        const mpz_class expected = contract.expected(values);
        const auto words = eval::outputs_by(contract, meaning, values, expected);
        if (!words) return std::nullopt;
        made.insert(made.end(), words->begin(), words->end());
    }
    return made;
}

// Adds some cases; false where a member of the modulus object is unknown.
bool draw(const Described& meaning, const Modulo& modulo, uint64_t seed, size_t cases, Inputs& all) {
    const ir::Program& program = meaning.program;
    std::map<std::string, size_t> words;
    for (const ir::Input& input : program.inputs) words[input.name] = input.words.size();
    self_check::samples samples(seed);
    for (size_t k = 0; k < cases; ++k) {
        samples.next();
        std::map<std::string, Words> drawn;
        for (const OperandRange& range : meaning.ranges) {
            const mpz_class base = range.base.empty()      ? mpz_class(1)
                                   : range.is_base_modulus ? modulo.n
                                                           : eval::from_words(drawn.at(range.base));
            drawn[range.name] = drawn_from(samples, range.factor * base, words.at(range.name), range.which);
        }
        std::vector<mpz_class>& values = all.emplace_back();
        for (const ir::Input& input : program.inputs) {
            const auto own = input.representation.is_member()
                                 ? modulo.member(input.name)
                                 : eval::from_words(drawn.at(input.name), by_words(input.representation));
            if (!own) return false;
            values.push_back(*own);
        }
    }
    return true;
}

// The cases of the digest.
bool draw(const Spec& spec, const Described& meaning, Inputs& all) {
    if (!meaning.holds_modulus) {
        // the greatest N, where it is given at run time to others
        const Modulo modulo{spec.is_modular() ? spec.modulus->n() : mpz_class(0), 0};
        return draw(meaning, modulo, 1, self_check::cases_of_number.cases, all);
    }
    const Width width = spec.width;
    const mpz_class r = mpz_class(1) << static_cast<mp_bitcnt_t>(width.container_bits());
    self_check::samples moduli(0);
    for (size_t round = 1; round <= self_check::cases_of_moduli.rounds; ++round) {
        moduli.next();
        const mpz_class n =
            eval::from_words(drawn_from(moduli, mpz_class(1) << width.bits,
                                        static_cast<size_t>(width.limbs()), OperandRange::Which::odd));
        if (n == 1) continue;  // no modulus
        if (!draw(meaning, {n, r}, round + 1, self_check::cases_of_moduli.cases, all)) return false;
    }
    return true;
}

std::optional<uint64_t> computed_digest(const Spec& spec, const ir::Library& library,
                                        const Described& meaning) {
    const bool is_over_lanes = spec.width.mapping.is_group();
    Inputs inputs;
    if (!draw(spec, meaning, inputs)) return std::nullopt;
    // GMP is faster than the interpreter of a loop.
    const bool is_by_gmp = is_over_lanes || (!spec.is_modular() && !meaning.loop.empty());
    std::optional<Words> results = is_by_gmp ? by_contract(meaning.program, inputs) : std::nullopt;
    if (!results && is_over_lanes) return std::nullopt;
    if (!results) results = by_interpreter(meaning, library, inputs);
    return self_check::digest_of(self_check::empty_digest, results->data(),
                                 results->size() * sizeof(uint32_t));
}

// All that a digest depends on, but for the spec and the content of the library.
std::string described_text(const Described& of) {
    std::string text = fmt::format("{}\n{} {}\n", of.loop, of.holds_modulus, ir::dump(of.program));
    if (const ir::ExprPtr& value = of.program.contract.right) text += ir::to_string(*value) + "\n";
    for (const OperandRange& range : of.ranges)
        text += fmt::format("{} {} {} {} {}\n", range.name, range.factor.get_str(), range.base,
                            range.is_base_modulus, static_cast<int>(range.which));
    return text;
}

}  // namespace

std::vector<OperandRange> operand_ranges(const ir::Program& program) {
    std::vector<OperandRange> limiting, limited;
    const auto& bounds = program.contract.requires_;
    const auto limit_on = [&](const ir::Input& other) {
        if (other.representation.is_places()) return Limit{other.representation.bound};
        if (other.representation.is_count()) return Limit{mpz_class(1) << ir::drawn_count_bits};
        return limit_of(program, *std::ranges::find(bounds, other.name, &ir::Bound::name));
    };
    for (const ir::Input& input : program.inputs) {
        if (input.representation.is_member()) continue;
        const bool is_limiting = std::ranges::any_of(program.inputs, [&](const ir::Input& other) {
            return !other.representation.is_member() && limit_on(other).base == &input;
        });
        const Limit limit = limit_on(input);
        OperandRange range{input.name, limit.factor};
        if (limit.base)
            range.base = limit.base->name, range.is_base_modulus = limit.base->representation.is_member();
        if (is_limiting) range.which = OperandRange::Which::positive;
        if (input.representation.is_places())
            range.which = OperandRange::Which::digits, range.used = input.representation.used;
        (is_limiting ? limiting : limited).push_back(std::move(range));
    }
    limiting.insert(limiting.end(), limited.begin(), limited.end());
    return limiting;
}

std::vector<OperandRange> lane_operand_ranges(const Spec& spec, const ir::Routine& batch) {
    if (!spec.is_modular()) return operand_ranges(ir::meaning(batch));
    std::vector<OperandRange> n, others;
    const auto of_bits = [](int bits) -> mpz_class { return mpz_class(1) << static_cast<mp_bitcnt_t>(bits); };
    for (int id : batch.parameters) {
        const ir::Variable& it = batch.variables[static_cast<size_t>(id)];
        if (it.role != ir::Variable::Role::input) continue;
        if (it.name == "n")
            n.push_back(
                {.name = it.name, .factor = of_bits(spec.width.bits), .which = OperandRange::Which::odd});
        else if (it.kind != ir::Variable::Kind::number)
            others.push_back({it.name, of_bits(limb_bits)});
        else if (it.representation.type == repr::exponent.type)
            others.push_back({it.name, of_bits(spec.width.container_bits())});
        else if (spec.is_runtime())
            others.push_back({it.name, 1, "n"});
        else
            others.push_back({it.name, spec.modulus->n()});
    }
    n.insert(n.end(), others.begin(), others.end());
    return n;
}

std::optional<uint64_t> KnownResults::digest(const Described& of) {
    const auto [known, is_new] = known_.try_emplace(described_text(of));
    if (is_new) known->second = computed_digest(spec_, library_, of);
    return known->second;
}

}  // namespace limbsmith::catalogue
