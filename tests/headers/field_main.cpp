// Checks every function of headers for a modulus, as a host compiler sees them, against GMP.
//
// A file that comes by -include has the headers and LIMBSMITH_FIELDS(X), which is X(NAMESPACE, "0x... the
// modulus") for each of them. The only argument is the seed of the random values. stdout: one line
// `NAMESPACE.FUNCTION CHECKS` for each function, FUNCTION_FLAG for those that give a flag; the first wrong
// result ends the program with its operands on stderr.
//
// Functions of a header are called without its namespace: the types of the arguments say which one is meant.
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "integer.hpp"

namespace {

using Operands = std::vector<std::pair<const char*, Integer>>;

std::map<std::string, long> checks;
const char* field_name = "";

// Counts a check and ends the program if it fails.
void expect(const char* name, const Integer& got, const Integer& want, const Operands& operands) {
    ++checks[std::string(field_name) + "." + name];
    if (got == want) return;
    fprintf(stderr, "%s of %s is wrong\n", name, field_name);
    for (const auto& operand : operands)
        fprintf(stderr, "  %s = %s\n", operand.first, operand.second.hex().c_str());
    fprintf(stderr, "  got  %s\n  want %s\n", got.hex().c_str(), want.hex().c_str());
    exit(1);
}

template <typename Number>
Integer value(const Number& x) {
    Integer out;
    mpz_import(out.z, sizeof x.limb / sizeof x.limb[0], -1, sizeof x.limb[0], 0, 0, x.limb);
    return out;
}

template <typename Number, typename = decltype(Number::limb)>
void expect(const char* name, const Number& got, const Integer& want, const Operands& operands) {
    expect(name, value(got), want, operands);
}

template <typename Number>
Number number(const Integer& x) {
    Number out = {};
    if (mpz_sgn(x.z) < 0 || mpz_sizeinbase(x.z, 2) > 8 * sizeof out.limb) abort();
    mpz_export(out.limb, nullptr, -1, sizeof out.limb[0], 0, 0, x.z);
    return out;
}

std::mt19937_64 generator;

uint32_t random_word() { return uint32_t(generator() >> 32); }

// Below `bound`. Every other call makes most words all zeros or all ones: carries then run far.
Integer random_below(const Integer& bound) {
    const bool sparse = random_word() % 2 == 0;
    std::vector<uint32_t> words(mpz_sizeinbase(bound.z, 2) / 32 + 1);
    for (uint32_t& word : words) {
        const uint32_t kind = random_word() % 8;
        word = !sparse || kind < 2 ? random_word() : kind < 5 ? 0 : 0xffffffff;
    }
    Integer out;
    mpz_import(out.z, words.size(), -1, sizeof words[0], 0, 0, words.data());
    if (mpz_cmp(out.z, bound.z) >= 0) mpz_fdiv_r_2exp(out.z, out.z, mpz_sizeinbase(bound.z, 2) - 1);
    mpz_mod(out.z, out.z, bound.z);
    return out;
}

Integer plus(const Integer& x, long y) {
    Integer out;
    if (y < 0) {
        mpz_sub_ui(out.z, x.z, -y);
    } else {
        mpz_add_ui(out.z, x.z, y);
    }
    return out;
}

// What the namespace of a header holds beside functions that are found by their arguments.
template <class Field>
class Check {
  public:
    using plain = typename Field::plain;
    using elem = typename Field::elem;
    using wide = typename Field::wide;

    explicit Check(const char* modulus) {
        mpz_set_str(n.z, modulus, 0);
        one = value(Field::one());
        if (mpz_invert(inverse_one.z, one.z, n.z) == 0) abort();
    }

    void run() {
        check_constants();
        const std::vector<Integer> values = edges();
        const std::vector<Integer> few = {0, 1, plus(n, -1), plus(n, -2), half_n(), random()};
        for (const Integer& x : values) {
            check_one(x);
            for (const Integer& y : values) check_pair(x, y);
        }
        for (const Integer& a : few)
            for (const Integer& b : few)
                for (const Integer& c : few)
                    for (const Integer& d : few) check_four(a, b, c, d);
        const int rounds = Field::limbs < 16 ? 1000 : 300;
        for (int round = 0; round < rounds; ++round) {
            const Integer x = random(), y = random();
            check_one(x);
            check_pair(x, y);
            check_four(x, y, random(), random());
            check_canonical(random_below(R));
            check_reduce(random_below(most_wide()));
        }
        check_bytes_refused();
        check_reduce_edges();
        check_powers(few);
        check_inverses(values);
    }

  private:
    // ---- values ----

    Integer random() { return random_below(n); }

    Integer half_n() const {
        Integer out;
        mpz_fdiv_q_2exp(out.z, n.z, 1);
        return out;
    }

    // The operand of reduce must be below this: N*R, or what a wide holds.
    Integer most_wide() const {
        Integer out;
        mpz_mul(out.z, n.z, R.z);
        const Integer held = power_of_two(32 * Field::wide_limbs);
        return mpz_cmp(out.z, held.z) < 0 ? out : held;
    }

    // Residues at which carries start, run far or stop.
    std::vector<Integer> edges() {
        std::vector<Integer> out;
        const auto add = [&](const Integer& x) {
            Integer residue;
            mpz_mod(residue.z, x.z, n.z);
            for (const Integer& known : out) {
                if (known == residue) return;
            }
            out.push_back(residue);
        };
        const auto add_with_negative = [&](const Integer& x) {
            Integer negative;
            add(x);
            mpz_neg(negative.z, x.z);
            add(negative);
        };
        for (unsigned long small = 0; small < 4; ++small) add_with_negative(small);
        add_with_negative(half_n());
        add_with_negative(one);
        add_with_negative(inverse_one);
        add(square(one));
        for (int k = -1; k <= 1; ++k) {
            add(plus(power_of_two(Field::bits - 1), k));
            add(plus(R, k));
        }
        // Powers of two at the ends of limbs, limbs of zeros or ones, in about eight places.
        const int step = Field::limbs < 8 ? 1 : Field::limbs / 8;
        for (int limb = 0; limb < Field::limbs; limb += step) {
            add(power_of_two(32 * limb));
            add(power_of_two(32 * limb + 31));
            add_with_negative(plus(power_of_two(32 * limb), -1));  // ones below this limb
            elem rest = number<elem>(n);
            for (int i = 0; i < limb; ++i) rest.limb[i] = 0xffffffff;
            rest.limb[limb] = 0;
            add(value(rest));  // N with this limb 0 and ones below
            for (int i = 0; i < Field::limbs; ++i) rest.limb[i] = i == limb ? 0xffffffff : 0;
            add(value(rest));
        }
        for (int i = 0; i < 2; ++i) add_with_negative(random());
        return out;
    }

    Integer reduced(const Integer& x) const {
        Integer out;
        mpz_mod(out.z, x.z, n.z);
        return out;
    }
    Integer product(const Integer& x, const Integer& y) const {
        Integer out;
        mpz_mul(out.z, x.z, y.z);
        mpz_mod(out.z, out.z, n.z);
        return out;
    }
    Integer square(const Integer& x) const { return product(x, x); }
    Integer without_one(const Integer& x) const { return product(x, inverse_one); }
    Integer with_one(const Integer& x) const { return product(x, one); }

    // ---- checks; operands are limbs as they stand, so elem x stands for the residue x/one ----

    void check_constants() {
        expect("bits", Field::bits, mpz_sizeinbase(n.z, 2), {});
        expect("limbs", Field::limbs, (mpz_sizeinbase(n.z, 2) + 31) / 32, {});
        expect("bytes", Field::bytes, (mpz_sizeinbase(n.z, 2) + 7) / 8, {});
        Integer product;  // the largest, (N-1)^2
        const Integer most = plus(n, -1);
        mpz_mul(product.z, most.z, most.z);
        expect("wide_limbs", mpz_sizeinbase(product.z, 2) <= 32u * Field::wide_limbs, 1, {});
        expect("modulus", Field::modulus(), n, {});
        expect("zero", Field::zero(), 0, {});
        expect("one", one == 1 || one == reduced(R), 1, {});
    }

    void check_pair(const Integer& x, const Integer& y) {
        const elem a = number<elem>(x), b = number<elem>(y);
        const Operands operands = {{"a", x}, {"b", y}};
        Integer want;
        mpz_add(want.z, x.z, y.z);
        want = reduced(want);
        expect("add", add(a, b), want, operands);
        elem z = a;
        z = add(z, b);
        expect("add", z, want, {{"r and a", x}, {"b", y}});
        z = b;
        z = add(a, z);
        expect("add", z, want, {{"a", x}, {"r and b", y}});

        mpz_sub(want.z, x.z, y.z);
        want = reduced(want);
        expect("sub", sub(a, b), want, operands);
        z = a;
        z = sub(z, b);
        expect("sub", z, want, {{"r and a", x}, {"b", y}});
        z = b;
        z = sub(a, z);
        expect("sub", z, want, {{"a", x}, {"r and b", y}});

        Integer exact;
        mpz_mul(exact.z, x.z, y.z);
        const wide w = mul_wide(a, b);
        expect("mul_wide", w, exact, operands);
        want = without_one(reduced(exact));
        expect("reduce", reduce(w), want, {{"t", exact}});
        expect("mul", mul(a, b), want, operands);
        z = a;
        z = mul(z, b);
        expect("mul", z, want, {{"r and a", x}, {"b", y}});
        z = b;
        z = mul(a, z);
        expect("mul", z, want, {{"a", x}, {"r and b", y}});

        expect("eq", eq(a, b), x == y, operands);
        for (const uint32_t condition : {0u, 1u, 2u, 0x80000000u, 0xffffffffu}) {
            expect("select", select(condition, a, b), condition ? x : y,
                   {{"condition", condition}, {"a", x}, {"b", y}});
            z = b;
            z = select(condition, a, z);
            expect("select", z, condition ? x : y, {{"condition", condition}, {"a", x}, {"r and b", y}});
        }
        check_four(x, y, y, x);
        check_four(x, x, y, y);
    }

    void check_four(const Integer& x, const Integer& y, const Integer& u, const Integer& v) {
        const elem a = number<elem>(x), b = number<elem>(y), c = number<elem>(u), d = number<elem>(v);
        const Operands operands = {{"a", x}, {"b", y}, {"c", u}, {"d", v}};
        Integer want;
        mpz_mul(want.z, x.z, y.z);
        mpz_addmul(want.z, u.z, v.z);
        want = without_one(want);
        expect("mul_add2", mul_add2(a, b, c, d), want, operands);
        elem z = d;
        z = mul_add2(a, b, c, z);
        expect("mul_add2", z, want, operands);
        z = a;
        z = mul_add2(z, b, c, d);
        expect("mul_add2", z, want, operands);

        mpz_mul(want.z, x.z, y.z);
        mpz_submul(want.z, u.z, v.z);
        want = without_one(want);
        expect("mul_sub2", mul_sub2(a, b, c, d), want, operands);
        z = c;
        z = mul_sub2(a, b, z, d);
        expect("mul_sub2", z, want, operands);
        z = b;
        z = mul_sub2(a, z, c, d);
        expect("mul_sub2", z, want, operands);
    }

    void check_one(const Integer& x) {
        const elem a = number<elem>(x);
        const Operands operands = {{"a", x}}, aliased = {{"r and a", x}};
        Integer want;
        elem z = a;
        mpz_neg(want.z, x.z);
        want = reduced(want);
        expect("neg", neg(a), want, operands);
        z = neg(z);
        expect("neg", z, want, aliased);

        mpz_mul_2exp(want.z, x.z, 1);
        want = reduced(want);
        expect("dbl", dbl(a), want, operands);
        z = a;
        z = dbl(z);
        expect("dbl", z, want, aliased);
        z = a;
        z = add(z, z);
        expect("add", z, want, {{"r and a and b", x}});
        z = a;
        z = sub(z, z);
        expect("sub", z, 0, {{"r and a and b", x}});

        want = x;
        if (mpz_odd_p(want.z)) mpz_add(want.z, want.z, n.z);
        mpz_fdiv_q_2exp(want.z, want.z, 1);
        expect("halve", halve(a), want, operands);
        z = a;
        z = halve(z);
        expect("halve", z, want, aliased);

        want = without_one(square(x));
        expect("sqr", sqr(a), want, operands);
        z = a;
        z = sqr(z);
        expect("sqr", z, want, aliased);
        z = a;
        z = mul(z, z);
        expect("mul", z, want, {{"r and a and b", x}});
        z = a;
        z = mul_add2(z, z, z, z);
        expect("mul_add2", z, reduced(plus_itself(want)), {{"r and a, b, c, d", x}});
        z = a;
        z = mul_sub2(z, z, z, z);
        expect("mul_sub2", z, 0, {{"r and a, b, c, d", x}});

        expect("is_zero", is_zero(a), mpz_sgn(x.z) == 0, operands);
        expect("eq", eq(a, a), 1, operands);
        expect("to_plain", to_plain(a), without_one(x), operands);
        const plain p = number<plain>(x);
        expect("to_elem", to_elem(p), with_one(x), {{"x", x}});
        expect("to_plain", to_plain(to_elem(p)), x, {{"x", x}});
        check_canonical(x);
        check_canonical(plus(n, mpz_get_ui(x.z) % 1000));
        check_bytes(x);
        check_inverse(x);
    }

    static Integer plus_itself(const Integer& x) {
        Integer out;
        mpz_mul_2exp(out.z, x.z, 1);
        return out;
    }

    void check_canonical(const Integer& x) {
        if (mpz_cmp(x.z, R.z) >= 0) return;
        expect("is_canonical", is_canonical(number<plain>(x)), mpz_cmp(x.z, n.z) < 0, {{"x", x}});
    }

    // x < 2^(8*bytes)
    static std::vector<unsigned char> bytes_of(const Integer& x) {
        std::vector<unsigned char> out(Field::bytes);
        mpz_export(out.data(), nullptr, -1, 1, 0, 0, x.z);
        return out;
    }

    void check_bytes(const Integer& x) {
        const Operands operands = {{"x", x}};
        const std::vector<unsigned char> in = bytes_of(x);
        plain p;
        for (uint32_t& limb : p.limb) limb = 0xa5a5a5a5;
        expect("from_bytes", from_bytes(p, in.data()), 1, operands);
        expect("from_bytes", p, x, operands);
        std::vector<unsigned char> out(Field::bytes + 1, 0xa5);
        to_bytes(out.data(), p);
        expect("to_bytes", out.back(), 0xa5, operands);  // nothing beyond the last byte
        out.pop_back();
        expect("to_bytes", out == in, 1, operands);
    }

    void check_bytes_refused() {
        const Integer end = power_of_two(8 * Field::bytes);
        check_bytes(plus(n, -1));
        for (const Integer& x : {n, plus(n, 1), plus(n, 2), plus(end, -2), plus(end, -1)}) {
            if (mpz_cmp(x.z, n.z) < 0 || mpz_cmp(x.z, end.z) >= 0) continue;
            const std::vector<unsigned char> in = bytes_of(x);
            plain p;
            for (uint32_t& limb : p.limb) limb = 0xa5a5a5a5;
            expect("from_bytes", from_bytes(p, in.data()), 0, {{"x", x}});
            expect("from_bytes", p, 0, {{"x", x}});
        }
    }

    void check_reduce(const Integer& t) {
        expect("reduce", reduce(number<wide>(t)), without_one(t), {{"t", t}});
    }

    void check_reduce_edges() {
        const Integer most = most_wide();
        for (unsigned long k = 0; k < 8; ++k) {
            check_reduce(k);
            check_reduce(plus(most, -1 - long(k)));
        }
        for (const Integer& step : {n, R}) {  // multiples of N and R, and their neighbours
            Integer count, t;
            mpz_fdiv_q(count.z, plus(most, -1).z, step.z);
            for (int k = 0; k < 20; ++k) {
                mpz_mul(t.z, (k == 0 ? count : random_below(plus(count, 1))).z, step.z);
                check_reduce(t);
                if (mpz_sgn(t.z) > 0) check_reduce(plus(t, -1));
                if (mpz_cmp(plus(t, 1).z, most.z) < 0) check_reduce(plus(t, 1));
            }
        }
    }

    // pow and pow_secret of the residue x.
    void check_power(const Integer& x, const Integer& exponent, int words) {
        std::vector<uint32_t> e(words + 1, 0xa5a5a5a5);  // one word more than may be read
        std::fill_n(e.begin(), words, 0);
        if (mpz_sgn(exponent.z) && mpz_sizeinbase(exponent.z, 2) > 32u * words) return;
        mpz_export(e.data(), nullptr, -1, sizeof e[0], 0, 0, exponent.z);
        const Operands operands = {{"a", x}, {"e", exponent}, {"words", words}};
        Integer want;
        mpz_powm(want.z, x.z, exponent.z, n.z);
        want = with_one(want);
        const elem a = number<elem>(with_one(x));
        expect("pow", pow(a, e.data(), words), want, operands);
        expect("pow_secret", pow_secret(a, e.data(), words), want, operands);
        elem z = a;
        z = pow(z, e.data(), words);
        expect("pow", z, want, operands);
        z = a;
        z = pow_secret(z, e.data(), words);
        expect("pow_secret", z, want, operands);
    }

    void check_powers(const std::vector<Integer>& bases) {
        const Integer word = power_of_two(32);
        for (const Integer& x : bases) {
            check_power(x, 0, 0);
            for (const Integer& exponent : {Integer(0), Integer(1), Integer(2), Integer(16), plus(word, -1),
                                            random_below(word), plus(n, -1), n})
                check_power(x, exponent, 1);
            for (const Integer& exponent :
                 {Integer(0), Integer(1), plus(n, -1), n, plus(R, -1), random_below(R)})
                check_power(x, exponent, Field::limbs);
            check_power(x, random_below(word), Field::limbs + 1);
        }
    }

    bool is_invertible(const Integer& x) const {
        Integer out;
        return mpz_invert(out.z, x.z, n.z) != 0;
    }

    // The elem that stands for the inverse of what elem x stands for, 0 where there is none.
    Integer inverse(const Integer& x) const {
        Integer out;
        return mpz_invert(out.z, x.z, n.z) == 0 ? Integer() : with_one(with_one(out));
    }

    void check_inverse(const Integer& x) {
        if (inverses_left-- <= 0) return;
        const elem a = number<elem>(x);
        const Integer want = inverse(x), exists = is_invertible(x);
        const Operands operands = {{"a", x}};
        expect("inv", inv(a), want, operands);
        uint32_t flag = 7;
        expect("inv_exists", inv(a, flag), want, operands);
        expect("inv_exists", flag, exists, operands);
        elem z = a;
        z = inv(z);
        expect("inv", z, want, {{"r and a", x}});
        z = a;
        expect("inv_exists", inv(z, z.limb[0]), want, {{"a, exists in its limb 0", x}});
        expect("inv_exists", z.limb[0], exists, {{"a, exists in its limb 0", x}});
        check_root(x, typename Field::is_prime());
    }

    // The symbol and the root of the residue that the elem x stands for, x/one.
    void check_root(const Integer&, std::false_type) {}
    void check_root(const Integer& x, std::true_type) {
        const elem a = number<elem>(x);
        const Operands operands = {{"a", x}};
        Integer residue;
        mpz_mul(residue.z, x.z, inverse_one.z);
        mpz_mod(residue.z, residue.z, n.z);
        const int symbol = mpz_jacobi(residue.z, n.z);
        expect("legendre", Integer(legendre(a) + 1), Integer(symbol + 1), operands);
        uint32_t exists = 7;
        const elem r = sqrt(a, exists);
        expect("sqrt_exists", Integer(int(exists)), Integer(symbol >= 0), operands);
        expect("sqrt_exists", sqr(r), symbol >= 0 ? x : Integer(0), operands);
        uint32_t again = 7;
        elem z = a;
        z = sqrt(z, again);
        expect("sqrt_exists", z, value(r), {{"r and a", x}});
    }

    // Numbers that have a small divisor in common with N, if N has one.
    std::vector<Integer> with_common_divisors() {
        std::vector<Integer> out;
        for (const unsigned long divisor : {3ul, 5ul, 7ul, 11ul}) {
            if (mpz_fdiv_ui(n.z, divisor) != 0) continue;
            Integer rest, x;
            mpz_divexact_ui(rest.z, n.z, divisor);
            out.push_back(rest);
            mpz_mul_ui(x.z, random_below(rest).z, divisor);
            out.push_back(x);
        }
        return out;
    }

    void check_inverses(const std::vector<Integer>& values) {
        inverses_left = 1000;
        check_inverse(0);
        for (const Integer& x : with_common_divisors()) check_inverse(x);
        check_batch(with_common_divisors());
        check_batch({});
        check_batch({0});
        check_batch({plus(n, -1)});
        check_batch(std::vector<Integer>(17, 0));
        check_batch(std::vector<Integer>(17, plus(n, -1)));
        check_batch(values);
        for (const uint32_t zeros : {0x0u, 0x1u, 0x10000u, 0x10001u, 0x0ff0u, 0x0fffeu, 0x15555u}) {
            std::vector<Integer> batch;
            for (int i = 0; i < 17; ++i)
                batch.push_back(zeros >> i & 1 ? Integer(0) : plus(random_below(plus(n, -1)), 1));
            check_batch(batch);
        }
    }

    void check_batch(const std::vector<Integer>& batch) {
        const int count = int(batch.size());
        const elem untouched = number<elem>(plus(R, -1));
        std::vector<elem> a(count + 1, untouched), r(count + 1, untouched);
        int invertible = 0;
        for (int i = 0; i < count; ++i) {
            a[i] = number<elem>(batch[i]);
            invertible += is_invertible(batch[i]);
        }
        expect("batch_inv", batch_inv(r.data(), a.data(), count), invertible, {{"count", count}});
        for (int i = 0; i < count; ++i)
            expect("batch_inv", r[i], inverse(batch[i]), {{"count", count}, {"i", i}, {"a[i]", batch[i]}});
        expect("batch_inv", r[count], value(untouched), {{"count", count}});
    }

    const Integer R = power_of_two(32 * Field::limbs);
    Integer n;
    Integer one, inverse_one;  // the elem that stands for 1, which is R mod N or 1; its inverse modulo N
    int inverses_left = 150;   // they take long
};

}  // namespace

// Whether a header has square roots, by whether its function legendre takes an elem.
template <class Elem>
auto has_roots(int) -> decltype(legendre(Elem()), std::true_type());
template <class>
std::false_type has_roots(long);

#define LIMBSMITH_FIELD(NAMESPACE, MODULUS)                       \
    struct field_##NAMESPACE {                                    \
        using plain = NAMESPACE::plain;                           \
        using elem = NAMESPACE::elem;                             \
        using wide = NAMESPACE::wide;                             \
        using is_prime = decltype(has_roots<NAMESPACE::elem>(0)); \
        enum : int {                                              \
            bits = NAMESPACE::bits,                               \
            limbs = NAMESPACE::limbs,                             \
            wide_limbs = NAMESPACE::wide_limbs,                   \
            bytes = NAMESPACE::bytes                              \
        };                                                        \
        static plain modulus() { return NAMESPACE::modulus(); }   \
        static elem zero() { return NAMESPACE::zero(); }          \
        static elem one() { return NAMESPACE::one(); }            \
    };
LIMBSMITH_FIELDS(LIMBSMITH_FIELD)

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    generator.seed(strtoull(argv[1], nullptr, 10));
#define LIMBSMITH_CHECK(NAMESPACE, MODULUS) \
    field_name = #NAMESPACE;                \
    Check<field_##NAMESPACE>(MODULUS).run();
    LIMBSMITH_FIELDS(LIMBSMITH_CHECK)
    for (const auto& entry : checks) printf("%s %ld\n", entry.first.c_str(), entry.second);
    return 0;
}
