#include "algorithm/loop/square_root.hpp"

#include <fmt/format.h>

#include "algorithm/limb.hpp"
#include "algorithm/loop/power.hpp"
#include "algorithm/range.hpp"

namespace limbsmith::algorithm::loop {
namespace {

using ir::ExprPtr, ir::Place, ir::RoutineBuilder, ir::Scalar, ir::var;

// The number of units modulo N = p^k is N - N/p = 2^s·q with odd q; z^q for the least z that is no square modulo p has
// order 2^s.
struct Units {
    int s;
    mpz_class q, root;

    explicit Units(const PrimePower& power, const mpz_class& n) {
        const mpz_class count = n - n / power.base;
        s = static_cast<int>(mpz_scan1(count.get_mpz_t(), 0));
        q = count >> s;
        mpz_class z = 2;
        while (mpz_jacobi(z.get_mpz_t(), power.base.get_mpz_t()) != -1) ++z;
        mpz_powm(root.get_mpz_t(), z.get_mpz_t(), q.get_mpz_t(), n.get_mpz_t());
    }
};

// A routine of this name with the parameters and the contract of a root, and the common end of all of them.
struct Root {
    const Residues& residues;
    RoutineBuilder builder;
    Place a, result, exists;

    Root(const Residues& of, const std::string& name, const ir::Library& library)
        : residues(of),
          builder(routine_on(of, name, library)),
          a(builder.input(of.elem("a"))),
          result(builder.result(of.elem("result"))),
          exists(builder.output(ir::word_named("exists"))) {}

    Place elem(const char* name) { return builder.local(residues.elem(name)); }
    Place word(const char* name) { return builder.local(ir::word_named(name)); }
    // x = the residue, or 0 where it is not below N; the word says whether it is.
    void assign_residue(const Place& x, const Place& residue, const Place& is_below) {
        builder.call("is_canonical", {residue}, {is_below});
        builder.loop(with(ir::below("k", 0, residues.limbs()), ir::For::Unroll::free), {}, [&](Place k) {
            builder.assign(residue.limb(k), residue.limb(k) & (0 - Scalar(is_below)));
        });
        builder.call("to_elem", {residue}, {x});
    }
    Place unit(const char* name) {
        const Place one = elem(name);
        builder.call("one", {}, {one});
        return one;
    }

    // The contract asks for no root of every square, and whether r is one is seen here: so it needs no more of loops
    // than that they end.
    ir::Routine finish(const Place& r, std::string text, std::string source, std::string bound) && {
        const Place square = elem("square"), is_root = word("is_root");
        builder.call("sqr", {r}, {square});
        builder.call("eq", {square, a}, {is_root});
        builder.assign(exists, is_root);
        const Place zero = elem("nothing");
        builder.copy(zero, std::vector<uint32_t>(static_cast<size_t>(residues.limbs())));
        builder.call("select", {Scalar(is_root), r, zero}, {result});
        ir::Routine& routine = builder.routine();
        routine.text = {std::move(text)};
        routine.source = std::move(source);
        routine.bound = std::move(bound);
        const ExprPtr N = residues.N(), square_of = var("result") * var("result");
        return finished(
            residues, std::move(builder),
            {{{"a", N}}, square_of % N, var("exists") * var("a"), {{"result", N}, one_bit("exists")}});
    }
};

// The number, or `p` if it is long.
std::string shown(const mpz_class& p) { return p < 1'000'000 ? p.get_str() : "p"; }

// The word of this index, one of those from `first` to before `last`.
Scalar word_at(const std::vector<uint32_t>& words, size_t first, size_t last, const Scalar& index) {
    if (last - first == 1) return words[first];
    const size_t middle = (first + last) / 2;
    return select(less(index, static_cast<uint32_t>(middle)), word_at(words, first, middle, index),
                  word_at(words, middle, last, index));
}

// The invariant says that a counter is not negative: the turns need to know nothing of each other.
ir::Invariant counts(const char* counter) { return {{}, {{counter, ir::pow2(31)}}}; }

std::string root_text(const PrimePower& power) {
    if (power.exponent == 1)
        return "r with r^2 = a, one of the two; exists = 1. Where a is no square: exists = 0 and the result "
               "is 0. "
               "No branch.";
    return fmt::format(
        "r with r^2 = a, one of the two, for a = 0 or an a that {} does not divide; exists = 1. Where a is "
        "no such "
        "square: exists = 0 and the result is 0. No branch.",
        shown(power.base));
}

}  // namespace

mpz_class root_of_unity(const mpz_class& prime) { return Units({prime}, prime).root; }

bool has_many_turns(const PrimePower& power, const Modulus& modulus) {
    constexpr long tries = 6;  // where the threads of a warp wait for each other
    const Units units(power, modulus.n());
    return units.s * (units.s - 1L) / 2 > 2 * (2 + tries) * modulus.bits();
}

ir::Routine root_by_order(const Residues& residues, const PrimePower& power, const std::string& name,
                          const ir::Library& library) {
    const Units units(power, residues.modulus.n());
    const mpz_class half = (units.q - 1) / 2;
    Root all(residues, name, library);
    RoutineBuilder& builder = all.builder;
    const Place r = all.elem("r"), t = all.elem("t"), c = all.elem("c");
    std::string bound = fmt::format("{} = 2^{}*q", power.exponent == 1 ? "N - 1" : "N - N/p", units.s);
    if (half == 0) {
        builder.call("one", {}, {r});
    } else {
        const std::vector<PowerStep> chain = addition_chain(half);
        builder.copy(r, power_by_chain(builder, residues, all.a, chain));
        bound += "; a^((q-1)/2) by " + chain_bound(chain);
    }
    builder.call("sqr", {r}, {t});
    builder.call("mul", {t, all.a}, {t});
    builder.call("mul", {r, all.a}, {r});
    if (residues.is_group())
        builder.call("root_of_unity", {}, {c});
    else
        residues.assign_elem(builder, c, units.root);
    // r^2 = a*t, and t has an order that divides 2^(i-1), or a is no square
    const ExprPtr N = residues.N();
    builder.loop(ir::down_to("i", units.s, 2), {{}, {{"i", ir::pow2(31), ir::integer(1)}}}, [&](Place i) {
        const Place b = all.elem("b"), done = all.word("done");
        builder.copy(b, t);
        builder.loop(ir::up_to("j", 1, i - 2),
                     {{{var("b"), ir::power(var("t"), exp2(var("j") - ir::integer(1)), N)}}},
                     [&](Place) { builder.call("sqr", {b}, {b}); });
        const Place one = all.unit("unit");
        builder.call("eq", {b, one}, {done});
        const Place other = all.elem("other");
        builder.call("mul", {r, c}, {other});
        builder.call("select", {Scalar(done), r, other}, {r});
        builder.call("sqr", {c}, {c});
        builder.call("mul", {t, c}, {other});
        builder.call("select", {Scalar(done), t, other}, {t});
    });
    return std::move(all).finish(r, root_text(power), "Tonelli, Shanks (RFC 9380, appendix I.4)", bound);
}

// If c = a*t^2 and c - 4 is no square modulo p, x^2 - (c - 2)*x + 1 has two roots of norm 1, whose order divides
// N/p*(p + 1); so V_n(c - 2) = t*sqrt(a) for 4n + 2 = N/p*(p + 1), where V_n is the sum of their n-th powers.
ir::Routine root_by_lucas(const Residues& residues, const PrimePower& power, const std::string& name,
                          const std::string& otherwise, const ir::Library& library) {
    constexpr int tries = 64;
    const mpz_class& n = residues.modulus.n();
    const mpz_class others = n / power.base, index = (others * (power.base + 1) - 2) / 4;
    const auto twos = static_cast<int>(mpz_scan1(index.get_mpz_t(), 0));
    const mpz_class odd = index >> twos;
    const std::vector<PowerStep> euler = addition_chain((n - others) / 2);
    Root all(residues, name, library);
    RoutineBuilder& builder = all.builder;
    const Place none = all.word("none"), found = all.word("found"), missing = all.word("missing");
    const Place one = all.unit("unit"), two = all.elem("two"), four = all.elem("four");
    const Place minus_one = all.elem("minus_one");
    builder.copy(minus_one, std::vector<uint32_t>(static_cast<size_t>(residues.limbs())));
    builder.call("sub", {minus_one, one}, {minus_one});
    builder.call("add", {one, one}, {two});
    builder.call("add", {two, two}, {four});
    const Place c = all.elem("c"), scale = all.elem("scale");  // a*t^2 and 1/t
    builder.copy(c, all.a);
    builder.copy(scale, one);
    builder.call("is_zero", {all.a}, {none});
    builder.assign(found, none);
    const ir::Invariant is_bit{{}, {one_bit("found")}};
    builder.loop(ir::below("attempt", 0, tries), is_bit, [&](Place) {
        builder.assign(missing, 1 - Scalar(found));
        builder.when(missing, [&] {
            const Place d = all.elem("d"), is_new = all.word("is_new");
            builder.call("sub", {c, four}, {d});
            const Place symbol = power_by_chain(builder, residues, d, euler);
            builder.call("eq", {symbol, minus_one}, {is_new});
            builder.assign(found, is_new);
            const Place other = all.elem("other");
            builder.call("add", {c, c}, {other});
            builder.call("add", {other, other}, {other});
            builder.call("select", {Scalar(found), c, other}, {c});
            builder.call("halve", {scale}, {other});
            builder.call("select", {Scalar(found), scale, other}, {scale});
        });
    });
    const Place first = all.elem("first"), v = all.elem("v");
    builder.call("sub", {c, two}, {first});
    builder.copy(v, first);
    const auto next = [&](const Place& x) {
        builder.call("sqr", {x}, {x});
        builder.call("sub", {x, two}, {x});
    };
    if (odd > 1) {
        const auto digits = static_cast<int>(mpz_sizeinbase(odd.get_mpz_t(), 2));
        std::vector<uint32_t> words;
        for (int i = 0; i * limb_bits < digits; ++i) words.push_back(limb_of(odd, i));
        const Place w = all.elem("w"), bit = all.word("bit");  // v and w: two values that follow each other
        builder.copy(w, v);
        next(w);
        builder.loop(ir::down_to("j", digits - 2, 0),
                     {{}, {{"j", ir::pow2(31), ir::integer(0) - ir::integer(1)}}}, [&](Place j) {
                         const Place sum = all.elem("sum"), twice = all.elem("twice");
                         builder.assign(bit, word_at(words, 0, words.size(), Scalar(j) / limb_bits) >>
                                                     (Scalar(j) % limb_bits) &
                                                 1);
                         builder.call("mul", {v, w}, {sum});
                         builder.call("sub", {sum, first}, {sum});
                         builder.call("select", {Scalar(bit), w, v}, {twice});
                         next(twice);
                         builder.call("select", {Scalar(bit), sum, twice}, {v});
                         builder.call("select", {Scalar(bit), twice, sum}, {w});
                     });
    }
    if (twos > 0) builder.loop(ir::below("k", 0, twos), counts("k"), [&](Place) { next(v); });
    const Place r = all.elem("r");
    builder.call("mul", {v, scale}, {r});
    builder.call("select", {Scalar(none), all.a, r}, {r});
    builder.assign(missing, 1 - Scalar(found));
    builder.when(missing, [&] {
        const Place is_square = all.word("is_square");
        builder.call(otherwise, {all.a}, {r, is_square});
    });
    std::string text = root_text(power);
    text.resize(text.size() - std::string("No branch.").size());
    text += fmt::format(
        "How long it takes depends on a: half of all t serve for an a, {} of them are tried, and if none "
        "does, {} "
        "finds the root.",
        tries, otherwise);
    return std::move(all).finish(
        r, text, "Lucas sequences (Mueller 2004)",
        fmt::format("at most {} times {}, twice as many as V_n has doublings", tries, chain_bound(euler)));
}

ir::Program quotient_by_square(const Residues& residues, const PrimePower& power, const Product& product) {
    const Width width{residues.modulus.width().container_bits()};
    const mpz_class square = power.base * power.base, container = residues.modulus.R();
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), square.get_mpz_t(), container.get_mpz_t());
    ir::Builder builder("quotient_by_square");
    const Limbs a = bounded(builder.input("a", repr::plain, residues.limbs()), residues.modulus.width());
    Limbs factor;
    for (int i = 0; i < residues.limbs(); ++i)
        factor.push_back({ir::Operand(limb_of(inverse, i)), limb_of(inverse, i)});
    Words quotient = words_of(product(builder, {a, factor}, residues.limbs()));
    quotient.resize(residues.limbs(), ir::Operand(0u));
    builder.output("r", repr::plain, quotient);
    const ExprPtr times = ir::constant("inverse", inverse.get_str(16));
    return std::move(builder).finish({{{"a", residues.N()}},
                                      var("r"),
                                      (var("a") * times) % algorithm::container(width),
                                      {any_num(width, "r")}});
}

// a = p^(2j)*x for the largest j: the root of a is p^j times that of x.
ir::Routine root_of_multiple(const Residues& residues, const PrimePower& power, const std::string& name,
                             const std::string& of_unit, const ir::Library& library) {
    const int turns = (power.exponent - 1) / 2;
    Root all(residues, name, library);
    RoutineBuilder& builder = all.builder;
    const Place x = all.elem("x"), scale = all.unit("scale");
    builder.copy(x, all.a);
    if (turns > 0) {
        const Place p = all.elem("p"), square_of_p = all.elem("square_of_p");
        residues.assign_elem(builder, p, power.base);
        residues.assign_elem(builder, square_of_p, power.base * power.base);
        builder.loop(ir::below("i", 0, turns), counts("i"), [&](Place) {
            const Place plain = builder.local(residues.plain("residue"));
            const Place quotient = builder.local(residues.plain("quotient")), is_below = all.word("is_below");
            const Place part = all.elem("part"), back = all.elem("back"), is_whole = all.word("is_whole");
            builder.call("to_plain", {x}, {plain});
            builder.call("quotient_by_square", {plain}, {quotient});
            all.assign_residue(part, quotient, is_below);
            builder.call("mul", {part, square_of_p}, {back});
            builder.call("eq", {back, x}, {is_whole});
            builder.call("select", {Scalar(is_whole), part, x}, {x});
            builder.call("mul", {scale, p}, {back});
            builder.call("select", {Scalar(is_whole), back, scale}, {scale});
        });
    }
    const Place r = all.elem("r"), is_square = all.word("is_square");
    builder.call(of_unit, {x}, {r, is_square});
    builder.call("mul", {r, scale}, {r});
    return std::move(all).finish(r,
                                 fmt::format("r with r^2 = a, one of several; exists = 1. Where a is no "
                                             "square: exists = 0 and the result is 0. "
                                             "N = {}^{}.",
                                             shown(power.base), power.exponent),
                                 "divisions by p^2 while they are exact, then the root of a unit",
                                 fmt::format("{} divisions by p^2", turns));
}

namespace {

// x = floor(x / 2^count). requires: 0 < count < 32.
void shift_right(RoutineBuilder& builder, const Place& x, int limbs, int count) {
    const int last = limbs - 1;
    if (last > 0)
        builder.loop(with(ir::below("k", 0, last), ir::For::Unroll::free), {}, [&](Place k) {
            builder.assign(x.limb(k), x.limb(k) >> count | x.limb(k + 1) << (limb_bits - count));
        });
    builder.assign(x.limb(last), x.limb(last) >> count);
}

}  // namespace

// a = 4^j*u for the largest j. A u that is 1 modulo 8 has a root u*y, y^2 = 1/u: from u*y^2 = 1 modulo 2^n follows
// u*z^2 = 1 modulo 2^(2n-2) for z = y*(3 - u*y^2)/2. Half of 3 - u*y^2 modulo 2^k is known modulo 2^(k-1), which is enough,
// as then z^2 is known modulo 2^k.
ir::Routine root_modulo_power_of_2(const Residues& residues, int k, const std::string& name,
                                   const ir::Library& library) {
    Root all(residues, name, library);
    RoutineBuilder& builder = all.builder;
    const Place u = all.elem("u"), scale = all.unit("scale"), y = all.unit("y");
    const Place is_multiple = all.word("is_multiple");
    const Place other = all.elem("other"), three = all.elem("three");
    const Place plain = builder.local(residues.plain("residue")), is_below = all.word("is_below");
    // other = floor(plain / 2^count)
    const auto shift = [&](int count) {
        shift_right(builder, plain, residues.limbs(), count);
        all.assign_residue(other, plain, is_below);
    };
    builder.copy(u, all.a);
    if (k > 2)
        builder.loop(ir::below("i", 0, (k - 1) / 2), counts("i"), [&](Place) {
            builder.call("to_plain", {u}, {plain});
            builder.assign(is_multiple, 1 - less(0, plain.limb(0) & 3));
            shift(2);
            builder.call("select", {Scalar(is_multiple), other, u}, {u});
            builder.call("add", {scale, scale}, {other});
            builder.call("select", {Scalar(is_multiple), other, scale}, {scale});
        });
    int turns = 0;
    for (long known = 3; known < k; known = 2 * known - 2) ++turns;
    if (turns > 0) {
        residues.assign_elem(builder, three, 3);
        builder.loop(ir::below("turn", 0, turns), counts("turn"), [&](Place) {
            builder.call("sqr", {y}, {other});
            builder.call("mul", {other, u}, {other});
            builder.call("sub", {three, other}, {other});
            builder.call("to_plain", {other}, {plain});
            shift(1);
            builder.call("mul", {y, other}, {y});
        });
    }
    const Place r = all.elem("r");
    builder.call("mul", {u, y}, {r});
    builder.call("mul", {r, scale}, {r});
    return std::move(all).finish(
        r,
        fmt::format("r with r^2 = a: 2^j times a root of a/4^j that is 1 modulo 4, for the largest j that "
                    "has an integer a/4^j; exists = 1. Where a is no square: exists = 0 and the result is 0. "
                    "N = 2^{}. No branch.",
                    k),
        "Newton's method for 1/sqrt(a) in 2-adic numbers",
        fmt::format("{} shifts, {} turns", (k - 1) / 2, turns));
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
