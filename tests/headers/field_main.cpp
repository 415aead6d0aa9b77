// Checks functions of headers for a modulus against GMP, compiled by a host compiler: with the result in place of an
// operand, by operators, on arrays, and one after the other. compiled/test_compiled.cpp calls every function.
//
// -include names the headers; -D'LIMBSMITH_FIELDS(X)=...' is X(NAMESPACE, "0x... the modulus") for each of
// them. The only argument is the seed of the random values. stdout: one line `NAMESPACE.FUNCTION CHECKS` for
// each function, FUNCTION_FLAG for those that return a flag. The first wrong result ends the program with its
// operands on stderr.
//
// Functions of a header are called without its namespace: the types of the arguments select the header.
#include <type_traits>

#include "field_conversions.hpp"
#include "field_inverses.hpp"
#include "field_lazy.hpp"
#include "field_powers.hpp"
#include "field_products.hpp"
#include "field_sums.hpp"

namespace field_check {

template <class Field>
class Check {
  public:
    explicit Check(const char* modulus) : field(modulus) {}

    void run() {
        check_constants(field);
        const std::vector<Integer> values = field.edges();
        const Integer& n = field.n;
        const std::vector<Integer> few = {0, 1, plus(n, -1), plus(n, -2), field.half_n(), field.random()};
        for (const Integer& x : values) {
            check_one(x);
            for (const Integer& y : values) check_pair(x, y);
        }
        for (const Integer& a : few)
            for (const Integer& b : few)
                for (const Integer& c : few)
                    for (const Integer& d : few) check_sums_of_products(field, a, b, c, d);
        const int rounds = Field::limbs < 16 ? 1000 : 300;
        for (int round = 0; round < rounds; ++round) {
            const Integer x = field.random(), y = field.random();
            check_one(x);
            check_pair(x, y);
            check_sums_of_products(field, x, y, field.random(), field.random());
            check_canonical(field, random_below(field.R));
            check_reduce(field, random_below(field.most_wide()));
        }
        check_bytes_at_the_end(field);
        check_reduce_edges(field);
        check_powers(field, few);
        check_lazy_forms(values, typename Field::is_lazy());
        check_inverses(values);
    }

  private:
    void check_one(const Integer& x) {
        check_sums_of_one(field, x);
        check_odd_alone(x, typename Field::is_odd());
        check_squares(field, x);
        check_conversions(field, x);
        if (inverses_left-- > 0) check_inverse_and_root(x);
    }

    void check_pair(const Integer& x, const Integer& y) {
        check_sums(field, x, y);
        check_choices<Field>(x, y);
        check_products(field, x, y);
        check_sums_of_products(field, x, y, y, x);
        check_sums_of_products(field, x, x, y, y);
    }

    void check_odd_alone(const Integer&, std::false_type) {}
    void check_odd_alone(const Integer& x, std::true_type) { check_half(field, x); }

    void check_lazy_forms(const std::vector<Integer>&, std::false_type) {}
    void check_lazy_forms(const std::vector<Integer>& values, std::true_type) { check_lazy(field, values); }

    void check_roots(const Integer&, std::false_type) {}
    void check_roots(const Integer& x, std::true_type) { check_root(field, x); }
    void check_inverse_and_root(const Integer& x) {
        check_inverse(field, x);
        check_roots(x, typename Field::is_prime());
    }

    void check_inverses(const std::vector<Integer>& values) {
        check_inverse_and_root(0);
        for (const Integer& x : field.with_common_divisors()) check_inverse(field, x);
        check_batch(field, field.with_common_divisors());
        check_batches(field, values);
    }

    const Residues<Field> field;
    int inverses_left = 150;  // inverses take long
};

// Optional functions of a header, detected by calls with its elem.
template <class Elem>
auto has_halves(int) -> decltype(halve(Elem()), std::true_type());
template <class>
std::false_type has_halves(long);
template <class Elem>
auto has_lazy_forms(int) -> decltype(relax(Elem()), std::true_type());
template <class>
std::false_type has_lazy_forms(long);
template <class Elem>
auto has_roots(int) -> decltype(legendre(Elem()), std::true_type());
template <class>
std::false_type has_roots(long);

}  // namespace field_check

#define LIMBSMITH_FIELD(NAMESPACE, MODULUS)                                        \
    struct field_##NAMESPACE {                                                     \
        using plain = NAMESPACE::plain;                                            \
        using elem = NAMESPACE::elem;                                              \
        using exponent = NAMESPACE::exponent;                                      \
        using wide = NAMESPACE::wide;                                              \
        using is_prime = decltype(field_check::has_roots<NAMESPACE::elem>(0));     \
        using is_odd = decltype(field_check::has_halves<NAMESPACE::elem>(0));      \
        using is_lazy = decltype(field_check::has_lazy_forms<NAMESPACE::elem>(0)); \
        enum : int {                                                               \
            bits = NAMESPACE::bits,                                                \
            limbs = NAMESPACE::limbs,                                              \
            wide_limbs = NAMESPACE::wide_limbs,                                    \
            bytes = NAMESPACE::bytes                                               \
        };                                                                         \
        static plain modulus() { return NAMESPACE::modulus(); }                    \
        static elem zero() { return NAMESPACE::zero(); }                           \
        static elem one() { return NAMESPACE::one(); }                             \
    };
LIMBSMITH_FIELDS(LIMBSMITH_FIELD)

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    field_check::generator().seed(strtoull(argv[1], nullptr, 10));
#define LIMBSMITH_CHECK(NAMESPACE, MODULUS) \
    field_check::field_name() = #NAMESPACE; \
    field_check::Check<field_##NAMESPACE>(MODULUS).run();
    LIMBSMITH_FIELDS(LIMBSMITH_CHECK)
    for (const auto& entry : field_check::counts()) printf("%s %ld\n", entry.first.c_str(), entry.second);
    return 0;
}
