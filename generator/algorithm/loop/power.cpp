#include "algorithm/loop/power.hpp"

#include <fmt/format.h>

#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

constexpr int digit_size = 4;  // bits of the exponent in a turn
constexpr int digits_in_word = limb_bits / digit_size;

// The common parts of both powers: parameters, the table of small powers, and the loop over the digits.
struct Powers {
    const Residues& residues;
    RoutineBuilder builder;
    Place a, e, words, r, powers;

    Powers(const Residues& of, const char* name, const ir::Library& library)
        : residues(of),
          builder(routine_on(of, name, library)),
          a(builder.input(of.elem("a"))),
          e(builder.input(run_time_array(ir::word_named("e")))),
          words(builder.input(ir::integer_named("words"))),
          r(builder.result(of.elem("r"))),
          powers(builder.local(array(of.elem("power"), 1 << digit_size))) {}

    ExprPtr power_of_a(ExprPtr exponent) const { return power(var("a"), std::move(exponent), residues.N()); }
    // The digits of e above those of the counter.
    static ExprPtr upper(const ExprPtr& counter) {
        return var("e") / exp2(ir::integer(digit_size) * (counter + ir::integer(1)));
    }

    void make_table() {
        builder.call("one", {}, {powers[0]});
        const ir::Relation known{at("power", var("j")), power_of_a(var("j")), "j", ir::integer(0), var("k")};
        builder.loop(ir::below("k", 1, 1 << digit_size), {{known}}, [&](Place k) {
            builder.call("mul", {powers[k - 1], a}, {powers[k]});
        });
    }

    template <class Multiply>
    void over_digits(Multiply multiply) {
        builder.call("one", {}, {r});
        const ir::Invariant known{{{var("r"), power_of_a(upper(var("i")))}}};
        builder.loop(in_step(ir::down_to("i", digits_in_word * Scalar(words) - 1, 0)), known, [&](Place i) {
            const ir::Invariant squared{{{var("r"), power_of_a(exp2(var("k")) * upper(var("i")))}}};
            builder.loop(ir::below("k", 0, digit_size), squared,
                         [&](Place) { builder.call("sqr", {r}, {r}); });
            const Place digit = builder.local(ir::word_named("digit"));
            builder.assign(digit, e[i / digits_in_word] >> (digit_size * (i % digits_in_word)) &
                                      ((1 << digit_size) - 1));
            multiply(digit);
        });
    }

    ir::Routine finish() && {
        ir::Routine& routine = builder.routine();
        routine.source = "left-to-right 2^4-ary (HAC, algorithm 14.82)";
        routine.length = "words";
        routine.bound = "8 digits a word of the exponent";
        const ExprPtr N = residues.N();
        return finished(
            residues, std::move(builder),
            {{{"a", N}, {"words", ir::pow2(26)}, {"e", exp2(ir::integer(limb_bits) * var("words"))}},
             var("r"),
             power_of_a(var("e")),
             {{"r", N}}});
    }
};

}  // namespace

ir::Routine power(const Residues& residues, const ir::Library& library) {
    Powers all(residues, "pow", library);
    all.make_table();
    all.over_digits([&](Place digit) {
        all.builder.when(digit, [&] { all.builder.call("mul", {all.r, all.powers[digit]}, {all.r}); });
    });
    all.builder.routine().text = {
        "a^e for e = sum of e[i]*2^(32i), i < words; 0^0 = 1. The exponent is public: it decides which "
        "products are made."};
    return std::move(all).finish();
}

ir::Routine secret_power(const Residues& residues, const ir::Library& library) {
    Powers all(residues, "pow_secret", library);
    all.make_table();
    all.over_digits([&](Place digit) {
        const Place factor = all.builder.local(residues.elem("factor"));
        all.builder.copy(factor, all.powers[0]);
        const ExprPtr so_far = if_else(less(var("digit"), var("k")), var("digit"), ir::integer(0));
        all.builder.loop(
            ir::below("k", 1, 1 << digit_size), {{{var("factor"), all.power_of_a(so_far)}}}, [&](Place k) {
                all.builder.call("select", {not_equal(k, digit), factor, all.powers[k]}, {factor});
            });
        all.builder.call("mul", {all.r, factor}, {all.r});
    });
    all.builder.routine().text = {
        "a^e as pow, for a secret exponent: the same instructions and addresses for every e of as many "
        "words."};
    return std::move(all).finish();
}

ir::Routine power_of_number(const Residues& residues, const std::string& name, const ir::Library& library) {
    RoutineBuilder builder = routine_on(residues, name, library);
    const Place a = builder.input(residues.elem("a"));
    const Place e = builder.input(ir::number_named("e", repr::exponent, residues.limbs()));
    const Place r = builder.result(residues.elem("r"));
    builder.call(name, {a, e, Scalar(residues.limbs())}, {r});
    builder.routine().text = {"a^e for an exponent of a batch."};
    const ExprPtr N = residues.N();
    return finished(residues, std::move(builder),
                    {{{"a", N}, {"e", ir::pow2(limb_bits * residues.limbs())}},
                     var("r"),
                     power(var("a"), var("e"), N),
                     {{"r", N}}});
}

ir::Routine squarings(const Residues& residues, const ir::Library& library) {
    RoutineBuilder builder = routine_on(residues, "sqr_n", library);
    const Place a = builder.input(residues.elem("a")), count = builder.input(ir::count_named("count"));
    const Place r = builder.result(residues.elem("r"));
    const auto squared = [&](const char* times) { return power(var("a"), exp2(var(times)), residues.N()); };
    builder.copy(r, a);
    builder.loop(ir::below("i", 0, Scalar(count)), {{{var("r"), squared("i")}}},
                 [&](Place) { builder.call("sqr", {r}, {r}); });
    builder.routine().text = {"a squared `count` times: a^(2^count); a for count = 0. The count is public."};
    builder.routine().source = "repeated squaring";
    builder.routine().bound = "count squarings";
    return finished(
        residues, std::move(builder),
        {{{"a", residues.N()}, any_word("count")}, var("r"), squared("count"), {{"r", residues.N()}}});
}

Place power_by_chain(RoutineBuilder& builder, const Residues& residues, const Place& a,
                     const std::vector<PowerStep>& chain) {
    std::vector<Place> powers{a};
    std::vector<mpz_class> exponents{1};
    for (const PowerStep& step : chain) {
        const mpz_class base_exponent = exponents[static_cast<size_t>(step.base)];
        const Place next = builder.local(residues.elem(fmt::format("p{}", powers.size())));
        const Place base = powers[step.base];
        if (step.squarings == 1) {
            builder.call("sqr", {base}, {next});
        } else if (step.squarings > 0) {
            builder.copy(next, base);
            const ExprPtr exponent =
                ir::constant("0x" + base_exponent.get_str(16), base_exponent.get_str(16));
            const ExprPtr square =
                power(var(builder.variable(a).name), exponent * exp2(var("i")), residues.N());
            builder.loop(ir::below("i", 0, step.squarings), {{{var(builder.variable(next).name), square}}},
                         [&](Place) { builder.call("sqr", {next}, {next}); });
        }
        if (step.factor >= 0)
            builder.call("mul", {step.squarings > 0 ? next : base, powers[step.factor]}, {next});
        powers.push_back(next);
        exponents.push_back(base_exponent << static_cast<unsigned long>(step.squarings));
        if (step.factor >= 0) exponents.back() += exponents[static_cast<size_t>(step.factor)];
    }
    return powers.back();
}

std::string chain_bound(const std::vector<PowerStep>& chain) {
    return fmt::format("{} multiplications and squarings by a fixed addition chain", multiplications(chain));
}

ir::Routine constant_power(const Residues& residues, const std::string& name, const mpz_class& exponent,
                           const std::string& text, const ir::Library& library) {
    const std::vector<PowerStep> chain = addition_chain(exponent);
    RoutineBuilder builder = routine_on(residues, name, library);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    builder.copy(r, power_by_chain(builder, residues, a, chain));
    builder.routine().text = {"a^" + text};
    builder.routine().source = "windows and runs of ones (Brauer 1939, Yacobi 1991)";
    builder.routine().bound = chain_bound(chain);
    const ExprPtr N = residues.N();
    const ExprPtr E = ir::constant(text, exponent.get_str(16));
    return finished(residues, std::move(builder), {{{"a", N}}, var("r"), power(var("a"), E, N), {{"r", N}}});
}

}  // namespace limbsmith::algorithm::loop
