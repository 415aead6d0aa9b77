// Checks headers for moduli given at run time against GMP, compiled by a host compiler: every function, for
// moduli of every length up to the width, random and extreme.
//
// -include names the headers; -D'LIMBSMITH_FIELDS(X)=...' is X(NAMESPACE) for each of them. The only argument
// is the seed of the random values. stdout: one line `NAMESPACE.FUNCTION CHECKS` for each function. The first
// wrong result ends the program with its operands on stderr.
#include "field_check.hpp"

namespace field_check {

template <class Field>
class Check {
    using plain = typename Field::plain;
    using elem = typename Field::elem;
    using modulus = typename Field::modulus;

  public:
    void run() {
        for (int bits = 2; bits <= Field::bits; bits += 1 + bits / 8) {
            Integer n = power_of_two(bits - 1);
            mpz_add_ui(n.z, n.z, 1);  // 2^k + 1
            check_modulus(n);
            n = plus(power_of_two(bits), -1);
            check_modulus(n);
            for (int round = 0; round < 3; ++round) {
                n = random_below(power_of_two(bits));
                mpz_setbit(n.z, 0);
                if (!(n == 1)) check_modulus(n);
            }
        }
        check_modulus(plus(power_of_two(Field::bits), -1));
        check_refusals();
    }

  private:
    // ---- values ----

    Integer reduced(const Integer& x) const {
        Integer out;
        mpz_mod(out.z, x.z, n.z);
        return out;
    }
    // x/R mod n.
    Integer without_R(const Integer& x) const {
        Integer out;
        mpz_mul(out.z, x.z, inverse_R.z);
        return reduced(out);
    }
    static Integer times(const Integer& x, const Integer& y) {
        Integer out;
        mpz_mul(out.z, x.z, y.z);
        return out;
    }

    // ---- checks ----

    void check_modulus(const Integer& wanted) {
        n = wanted;
        const Integer R = power_of_two(32 * Field::limbs);
        if (mpz_invert(inverse_R.z, R.z, n.z) == 0) abort();
        expect("make_modulus", make_modulus(m, number<plain>(n)), 1, {{"n", n}});
        expect("one", value(Field::one(m)), reduced(R), {{"n", n}});
        expect("r2", value(m.r2), reduced(times(R, R)), {{"n", n}});
        Integer product;
        mpz_mul_ui(product.z, n.z, m.n0inv);
        expect("n0inv", below_power(product, 32), 0xffffffff, {{"n", n}});
        expect("n0inv", n0inv(m), m.n0inv, {{"n", n}});
        const std::vector<Integer> values = {0, 1, plus(n, -1), reduced(R), random_below(n), random_below(n)};
        for (const Integer& x : values) {
            check_one(x);
            for (const Integer& y : values) check_pair(x, y);
        }
        check_canonical();
    }

    void check_one(const Integer& x) {
        const Operands operands = {{"n", n}, {"a", x}};
        const elem a = number<elem>(x);
        Integer want;
        mpz_neg(want.z, x.z);
        expect("neg", neg(a, m), reduced(want), operands);
        expect("cneg", cneg(0x80000000u, a, m), reduced(want), operands);
        expect("cneg", cneg(0, a, m), x, operands);
        mpz_mul_ui(want.z, x.z, 2);
        expect("dbl", dbl(a, m), reduced(want), operands);
        want = x;
        if (mpz_odd_p(want.z)) mpz_add(want.z, want.z, n.z);
        mpz_fdiv_q_2exp(want.z, want.z, 1);
        expect("halve", halve(a, m), want, operands);
        expect("sqr", sqr(a, m), without_R(times(x, x)), operands);
        mpz_mul_2exp(want.z, x.z, 32 * Field::limbs);
        expect("to_elem", to_elem(number<plain>(x), m), reduced(want), operands);
        expect("to_plain", to_plain(a, m), without_R(x), operands);
        expect("is_zero", is_zero(a), mpz_sgn(x.z) == 0, operands);
        unsigned char bytes[Field::bytes];
        to_bytes(bytes, number<plain>(x));
        plain back;
        expect("from_bytes", from_bytes(back, bytes, m), 1, operands);
        expect("to_bytes", back, x, operands);
        check_power(x);
        check_inverse(x);
    }

    void check_inverse(const Integer& x) {
        const Operands operands = {{"n", n}, {"a", x}};
        Integer want;  // R²/x
        const bool invertible = mpz_invert(want.z, x.z, n.z) != 0;
        if (invertible) mpz_mul_2exp(want.z, want.z, 2 * 32 * Field::limbs);
        want = invertible ? reduced(want) : Integer(0);
        const elem a = number<elem>(x);
        uint32_t exists = 7;
        expect("inv_exists", inv(a, m, exists), want, operands);
        expect("inv_exists", exists, invertible, operands);
        expect("inv", inv(a, m), want, operands);
        const elem batch[2] = {a, Field::one(m)};
        elem r[2];
        expect("batch_inv", batch_inv(r, batch, 2, m), invertible + 1, operands);
        expect("batch_inv", r[0], want, operands);
        expect("batch_inv", r[1], value(Field::one(m)), operands);
    }

    void check_pair(const Integer& x, const Integer& y) {
        const Operands operands = {{"n", n}, {"a", x}, {"b", y}};
        const elem a = number<elem>(x), b = number<elem>(y);
        Integer want;
        mpz_add(want.z, x.z, y.z);
        expect("add", add(a, b, m), reduced(want), operands);
        mpz_sub(want.z, x.z, y.z);
        expect("sub", sub(a, b, m), reduced(want), operands);
        expect("mul", mul(a, b, m), without_R(times(x, y)), operands);
        const uint32_t factor = mpz_sgn(x.z) == 0 ? 0xffffffff : random_word();
        mpz_mul_ui(want.z, y.z, factor);
        expect("mul_small", mul_small(b, factor, m), reduced(want), operands);
        want = times(x, y);
        mpz_addmul(want.z, y.z, y.z);
        expect("mul_add2", mul_add2(a, b, b, b, m), without_R(want), operands);
        want = times(x, x);
        mpz_submul(want.z, y.z, x.z);
        expect("mul_sub2", mul_sub2(a, a, b, a, m), without_R(want), operands);
        const auto wide = mul_wide(a, b);
        expect("mul_wide", wide, times(x, y), operands);
        expect("reduce", reduce(wide, m), without_R(times(x, y)), operands);
        expect("eq", eq(a, b), x == y, operands);
        expect("eq", uint32_t(a == b), x == y, operands);
        expect("select", select(0x80000000u, a, b), x, operands);
        expect("select", select(0, a, b), y, operands);
        elem other;
        expect("cswap", cswap(0x80000000u, a, b, other), y, operands);
        expect("cswap", other, x, operands);
        expect("cswap", cswap(0, a, b, other), x, operands);
        expect("cswap", other, y, operands);
        check_lazy(x, y, a);
    }

    void check_power(const Integer& x) {
        const Integer exponent = random_below(power_of_two(64));
        uint32_t words[2] = {};
        mpz_export(words, nullptr, -1, 4, 0, 0, exponent.z);
        Integer want;
        mpz_mul_2exp(want.z, x.z, 32 * Field::limbs);
        const elem a = number<elem>(reduced(want));
        mpz_powm(want.z, x.z, exponent.z, n.z);
        const Operands operands = {{"n", n}, {"a", x}, {"e", exponent}};
        expect("pow", to_plain(pow(a, words, 2, m), m), want, operands);
        expect("pow_secret", to_plain(pow_secret(a, words, 2, m), m), want, operands);
        if (Field::limbs >= 2) {
            const auto of_batch = number<typename Field::exponent>(exponent);
            expect("pow", to_plain(pow(a, of_batch, m), m), want, operands);
            expect("pow_secret", to_plain(pow_secret(a, of_batch, m), m), want, operands);
        }
        mpz_powm(want.z, x.z, power_of_two(33).z, n.z);
        expect("sqr_n", to_plain(sqr_n(a, 33, m), m), want, operands);
        // --power e=65537 --power ones=2^80-1
        mpz_powm_ui(want.z, x.z, 65537, n.z);
        expect("pow_e", to_plain(pow_e(a, m), m), want, operands);
        mpz_powm(want.z, x.z, plus(power_of_two(80), -1).z, n.z);
        expect("pow_ones", to_plain(pow_ones(a, m), m), want, operands);
    }

    void check_canonical() {
        for (int k = -1; k <= 1; ++k) {
            const Integer x = plus(n, k);
            if (mpz_sizeinbase(x.z, 2) > 32 * Field::limbs) continue;
            expect("is_canonical", is_canonical(number<plain>(x), m), k < 0, {{"n", n}, {"x", x}});
            if (mpz_sizeinbase(x.z, 2) > 8 * Field::bytes) continue;
            unsigned char bytes[Field::bytes];
            to_bytes(bytes, number<plain>(x));
            plain back;
            expect("from_bytes", from_bytes(back, bytes, m), k < 0, {{"n", n}, {"x", x}});
            expect("from_bytes", back, k < 0 ? x : Integer(0), {{"n", n}, {"x", x}});
        }
    }

    // For headers with lazy operations; other headers take the overload with dots.
    template <class Elem>
    auto check_lazy(const Integer& x, const Integer& y, const Elem& elem_a) -> decltype(void(relax(elem_a))) {
        const auto a = relax(elem_a), b = relax(number<Elem>(y));
        Integer sum, difference;
        mpz_add(sum.z, x.z, y.z);
        mpz_sub(difference.z, x.z, y.z);
        const Operands operands = {{"n", n}, {"a", x}, {"b", y}};
        expect("add_lazy", add_lazy(a, b), sum, operands);
        expect("sub_lazy", normalize(sub_lazy(a, b, m), m), reduced(difference), operands);
        const Integer product = without_R(times(sum, difference));
        const auto lazy = mul_lazy(add_lazy(a, b), sub_lazy(a, b, m), m);
        expect("mul_lazy", normalize(lazy, m), product, operands);
        expect("sqr_lazy", normalize(sqr_lazy(lazy, m), m), without_R(times(product, product)), operands);
        expect("normalize", normalize(add_lazy(a, b), m), reduced(sum), operands);
    }
    void check_lazy(const Integer&, const Integer&, ...) {}

    void check_refusals() {
        const Integer above = power_of_two(Field::bits);
        for (Integer wrong : {Integer(0), Integer(1), Integer(2), plus(above, -2), plus(above, 1)}) {
            if (mpz_sizeinbase(wrong.z, 2) > 32 * Field::limbs) continue;
            expect("make_modulus", make_modulus(m, number<plain>(wrong)), 0, {{"n", wrong}});
            expect("make_modulus", m.n, 3, {{"n", wrong}});
        }
    }

    Integer n, inverse_R;
    modulus m;
};

}  // namespace field_check

#define LIMBSMITH_FIELD(NAMESPACE)                                                                 \
    struct field_##NAMESPACE {                                                                     \
        using plain = NAMESPACE::plain;                                                            \
        using elem = NAMESPACE::elem;                                                              \
        using exponent = NAMESPACE::exponent;                                                      \
        using modulus = NAMESPACE::modulus;                                                        \
        enum : int { bits = NAMESPACE::bits, limbs = NAMESPACE::limbs, bytes = NAMESPACE::bytes }; \
        static elem one(const modulus& m) { return NAMESPACE::one(m); }                            \
    };
LIMBSMITH_FIELDS(LIMBSMITH_FIELD)

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    field_check::generator().seed(strtoull(argv[1], nullptr, 10));
#define LIMBSMITH_CHECK(NAMESPACE)          \
    field_check::field_name() = #NAMESPACE; \
    field_check::Check<field_##NAMESPACE>().run();
    LIMBSMITH_FIELDS(LIMBSMITH_CHECK)
    for (const auto& entry : field_check::counts()) printf("%s %ld\n", entry.first.c_str(), entry.second);
    return 0;
}
