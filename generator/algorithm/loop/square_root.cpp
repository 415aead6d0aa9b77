#include "algorithm/loop/square_root.hpp"

#include <fmt/format.h>

#include "algorithm/loop/power.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// N - 1 = 2^s·q with odd q, and z^q for the least z that is no square: it has order 2^s.
struct TwoPart {
    int s;
    mpz_class q, root;

    explicit TwoPart(const mpz_class& n)
        : s(static_cast<int>(mpz_scan1(mpz_class(n - 1).get_mpz_t(), 0))), q((n - 1) >> s) {
        mpz_class z = 2;
        while (mpz_jacobi(z.get_mpz_t(), n.get_mpz_t()) != -1) ++z;
        mpz_powm(root.get_mpz_t(), z.get_mpz_t(), q.get_mpz_t(), n.get_mpz_t());
    }
};

}  // namespace

mpz_class root_of_unity(const mpz_class& prime) { return TwoPart(prime).root; }

ir::Routine square_root(const Residues& residues, const ir::Library& library) {
    const TwoPart part(residues.modulus.n());
    const mpz_class half = (part.q - 1) / 2;
    RoutineBuilder builder = routine_on(residues, "sqrt", library);
    const Place a = builder.input(residues.elem("a")), result = builder.result(residues.elem("result"));
    const Place exists = builder.output(ir::word_named("exists"));
    const auto elem = [&](const char* name) { return builder.local(residues.elem(name)); };
    const Place r = elem("r"), t = elem("t"), c = elem("c");
    std::string bound = fmt::format("N - 1 = 2^{}*q", part.s);
    if (half == 0) {
        builder.call("one", {}, {r});
    } else {
        const std::vector<PowerStep> chain = addition_chain(half);
        builder.copy(r, power_by_chain(builder, residues, a, chain));
        bound += "; a^((q-1)/2) by " + chain_bound(chain);
    }
    builder.call("sqr", {r}, {t});
    builder.call("mul", {t, a}, {t});
    builder.call("mul", {r, a}, {r});
    if (residues.lanes() > 1)
        builder.call("root_of_unity", {}, {c});
    else
        residues.assign_elem(builder, c, part.root);
    // r^2 = a*t, and t has an order that divides 2^(i-1), or a is no square. The contract asks for no root of every
    // square, and whether r is one is seen in the end: so it needs no more of the turns than that they end.
    const ExprPtr N = residues.N();
    builder.loop(ir::down_to("i", part.s, 2), {{}, {{"i", ir::pow2(31), ir::integer(1)}}}, [&](Place i) {
        const Place b = elem("b"), done = builder.local(ir::word_named("done"));
        builder.copy(b, t);
        builder.loop(ir::up_to("j", 1, i - 2),
                     {{{var("b"), power(var("t"), exp2(var("j") - ir::integer(1)), N)}}},
                     [&](Place) { builder.call("sqr", {b}, {b}); });
        const Place one = elem("unit");
        builder.call("one", {}, {one});
        builder.call("eq", {b, one}, {done});
        const Place other = elem("other");
        builder.call("mul", {r, c}, {other});
        builder.call("select", {Scalar(done), r, other}, {r});
        builder.call("sqr", {c}, {c});
        builder.call("mul", {t, c}, {other});
        builder.call("select", {Scalar(done), t, other}, {t});
    });
    const Place square = elem("square"), is_root = builder.local(ir::word_named("is_root"));
    builder.call("sqr", {r}, {square});
    builder.call("eq", {square, a}, {is_root});
    builder.assign(exists, is_root);
    const Place zero = elem("nothing");
    builder.copy(zero, std::vector<uint32_t>(static_cast<size_t>(residues.limbs())));
    builder.call("select", {Scalar(is_root), r, zero}, {result});
    ir::Routine& routine = builder.routine();
    routine.text = {
        "r with r^2 = a, one of the two; exists = 1. Where a is no square: exists = 0 and the result is 0. "
        "No branch."};
    routine.source = "Tonelli, Shanks (RFC 9380, appendix I.4)";
    routine.bound = bound;
    const ExprPtr square_of = var("result") * var("result");
    return finished(
        residues, std::move(builder),
        {{{"a", N}}, square_of % N, var("exists") * var("a"), {{"result", N}, one_bit("exists")}});
}

ir::Routine legendre(const Residues& residues, const ir::Library& library) {
    const mpz_class half = (residues.modulus.n() - 1) / 2;
    const std::vector<PowerStep> chain = addition_chain(half);
    RoutineBuilder builder = routine_on(residues, "legendre", library);
    const Place a = builder.input(residues.elem("a")), r = builder.result(ir::integer_named("r"));
    const Place one = builder.local(residues.elem("unit"));
    const Place square = builder.local(ir::word_named("square")),
                none = builder.local(ir::word_named("none"));
    const Place power_of_a = power_by_chain(builder, residues, a, chain);
    builder.call("one", {}, {one});
    builder.call("eq", {power_of_a, one}, {square});
    builder.call("is_zero", {a}, {none});
    builder.assign(r, (1 - Scalar(none)) * (2 * Scalar(square) - 1));
    ir::Routine& routine = builder.routine();
    routine.text = {"0 for a = 0, 1 for another square, -1 otherwise: a^((N-1)/2)."};
    routine.source = "Euler";
    routine.bound = chain_bound(chain);
    const ExprPtr N = residues.N(), E = ir::constant("((N-1)/2)", half.get_str(16)), none_of = ir::integer(0);
    const ExprPtr minus_one = none_of - ir::integer(1);
    const ExprPtr symbol = if_else(equal(power(var("a"), E, N), ir::integer(1)), ir::integer(1), minus_one);
    return finished(
        residues, std::move(builder),
        {{{"a", N}}, var("r"), if_else(var("a"), symbol, none_of), {{"r", ir::integer(2), minus_one}}});
}

}  // namespace limbsmith::algorithm::loop
