#include "algorithm/loop/inverse.hpp"

#include <fmt/format.h>

#include "algorithm/loop/divstep_batch.hpp"
#include "algorithm/loop/power.hpp"
#include "algorithm/newton_inverse.hpp"
#include "algorithm/range.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// r = inverse(a, N) and exists = 1, or 0 and 0
ir::Contract inverse_contract(const Residues& residues) {
    const ExprPtr N = residues.N(), a = var("a");
    return {{{"a", N}},
            var("r") + N * var("exists"),
            inverse(a, N) + N * equal(gcd(a, N), ir::integer(1)),
            {{"r", N}, one_bit("exists")}};
}

}  // namespace

std::string divsteps_bound(int batches) {
    return fmt::format(
        "{} batches of 30 steps suffice by theorem DIVSTEP_ENDTOEND_BITS_SIMPLE of HOL Light (Bernstein, "
        "Harrison, 2023)",
        batches);
}

ir::Routine inverse_by_divsteps(const Residues& residues, DivstepNumbers numbers,
                                const ir::Library& library) {
    RoutineBuilder builder = routine_on(residues, "inv", library);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    const Place exists = builder.output(ir::word_named("exists"));
    const auto digits = [&](const char* name) {
        return builder.local(ir::number_named(name, repr::digits, numbers.digits));
    };
    const Place f = digits("f"), g = digits("g"), d = digits("d"), e = digits("e");
    DivstepBatch batch(builder, numbers.digits);
    builder.call("divsteps_start", {a}, {f, g, d, e});
    batch.start();
    const ExprPtr M = residues.modulus.is_odd() || !residues.modulus.is_known()
                          ? residues.N()
                          : ir::constant("M", OddPart(residues.modulus.n()).m.get_str(16));
    const size_t form_bits = mpz_sizeinbase(residues.form_factor.get_mpz_t(), 2) - 1;
    const ExprPtr c = ir::pow2(form_bits + digit_bits);
    const auto same = [&](const char* x, const char* y) {
        return ir::Relation{(var(x) * var("a")) % M, (var(y) * c) % M};
    };
    // |d|, |e| <= M·(1 + i/2)
    const ExprPtr limit = M * (var("i") + ir::integer(3)) / ir::integer(2);
    builder.loop(with(ir::below("i", 0, numbers.batches), ir::For::Unroll::by_two),
                 {{same("d", "f"), same("e", "g")}, {{"d", limit}, {"e", limit}}, DivstepBatch::steps()},
                 [&](Place) {
                     batch.next(f, g);
                     const Place next_f = batch.first("divsteps_row", f, g);
                     const Place next_d = batch.first("divsteps_row_mod", d, e);
                     batch.second("divsteps_row", f, g);
                     batch.second("divsteps_row_mod", d, e);
                     builder.copy(f, next_f);
                     builder.copy(d, next_d);
                 });
    builder.call("divsteps_finish", {f, d, a}, {r, exists});
    ir::Routine& routine = builder.routine();
    routine.text = {
        fmt::format("a^-1 if gcd(a, N) = 1{}; exists = 1. Otherwise there is none: exists = 0 and the "
                    "result is 0.",
                    residues.modulus.is_prime() ? ", for all but a = 0" : ""),
        "The same instructions for every a. In the end f is the gcd or its negative."};
    routine.source = divsteps_source;
    routine.bound = divsteps_bound(numbers.batches);
    return finished(residues, std::move(builder), inverse_contract(residues));
}

ir::Routine inverse_by_fermat(const Residues& residues, const ir::Library& library) {
    const std::vector<PowerStep> chain = addition_chain(residues.modulus.n_minus_2());
    RoutineBuilder builder = routine_on(residues, "inv", library);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    const Place exists = builder.output(ir::word_named("exists"));
    const Place none = builder.local(ir::word_named("none"));
    builder.copy(r, power_by_chain(builder, residues, a, chain));
    builder.call("is_zero", {a}, {none});
    builder.assign(exists, 1 - Scalar(none));  // the last: it may be a limb of a
    ir::Routine& routine = builder.routine();
    routine.text = {
        "a^-1 = a^(N-2) for a != 0; exists = 1. For a = 0 there is none: exists = 0 and the result is 0."};
    routine.source = "Fermat";
    routine.bound = chain_bound(chain);
    return finished(residues, std::move(builder), inverse_contract(residues));
}

ir::Routine inverse_alone(const Residues& residues, const ir::Library& library) {
    RoutineBuilder builder = routine_on(residues, "inv", library);
    const Place a = builder.input(residues.elem("a")), r = builder.result(residues.elem("r"));
    const Place exists = builder.local(ir::word_named("exists"));
    builder.call("inv", {a}, {r, exists});
    builder.routine().text = {"a^-1, or 0 where there is none."};
    const ExprPtr N = residues.N();
    return finished(residues, std::move(builder), {{{"a", N}}, var("r"), inverse(var("a"), N), {{"r", N}}});
}

}  // namespace limbsmith::algorithm::loop
