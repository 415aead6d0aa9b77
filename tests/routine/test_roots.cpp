// Square roots modulo primes p with a high power of 2 in p - 1, and modulo powers of primes, against squares that GMP makes.
#include "catalogue/batch_function.hpp"
#include "engine/loop_proofs.hpp"
#include "routine/field.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

struct Roots {
    Spec spec;
    catalogue::BatchFunction function;

    explicit Roots(const std::string& modulus, Reduction reduction = Reduction::montgomery)
        : spec(of(modulus, reduction)), function(batch_function(catalogue::operation(spec, "sqrt"), spec)) {}

    static Spec of(const std::string& modulus, Reduction reduction) {
        Spec spec = Spec::modulo(parse_modulus(modulus), reduction);
        spec.ops = {"sqrt"};
        return spec;
    }
    const mpz_class& n() const { return spec.modulus->n(); }
    Lines run(const Lines& inputs) const {
        const auto& routine = std::get<ir::Routine>(function.callable);
        eval::RoutineInterpreter interpreter(routine, function.loops.library);
        return run_all(interpreter, meaning(routine), inputs);
    }
    bool is_by_lucas() const {
        return std::ranges::any_of(function.loops.keys,
                                   [](const std::string& key) { return key.ends_with("_by_order"); });
    }
};

void check_root(const Roots& roots, const Values& line, const mpz_class& a, bool exists) {
    CAPTURE(hex({a}));
    CAPTURE(hex(line));
    REQUIRE(line[1] == exists);
    REQUIRE(line[0] * line[0] % roots.n() == (exists ? a : mpz_class(0)));
    if (!exists) REQUIRE(line[0] == 0);
}

}  // namespace

TEST_CASE("square roots modulo primes with a high power of 2 in p - 1 agree with GMP") {
    eval::Samples samples(test_seed());
    for (const char* prime : {"5*2^55+1", "3*2^41+1", "7*2^120+1", "5*2^127+1", "3*2^189+1",
                              "2^251+17*2^192+1", "@p224.p", "13*2^1000+1"}) {
        CAPTURE(prime);
        const Roots roots(prime);
        REQUIRE(roots.spec.modulus->is_prime());
        CHECK(roots.is_by_lucas());
        Lines inputs;
        const size_t count = roots.spec.modulus->bits() > 500 ? 1 : 12;
        for (const mpz_class& a : residues(roots.n(), count, samples)) {
            inputs.push_back({a});
            inputs.push_back({a * a % roots.n()});
        }
        const Lines found = roots.run(inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            const mpz_class& a = inputs[k][0];
            check_root(roots, found[k], a, mpz_legendre(a.get_mpz_t(), roots.n().get_mpz_t()) >= 0);
        }
    }
    CHECK_FALSE(Roots("@bls12_381.r").is_by_lucas());
}

TEST_CASE("square roots modulo small powers of primes exist for every square") {
    for (const char* power :
         {"3^2", "3^3", "3^4", "3^5", "3^6", "5^2", "5^3", "5^4", "7^3", "13^2", "17^2", "31^2"}) {
        for (const Reduction reduction : {Reduction::montgomery, Reduction::barrett}) {
            CAPTURE(power);
            const Roots roots(power, reduction);
            const unsigned long n = roots.n().get_ui();
            std::vector<bool> is_square(n);
            for (unsigned long r = 0; r < n; ++r) is_square[r * r % n] = true;
            Lines inputs;
            for (unsigned long a = 0; a < n; ++a) inputs.push_back({mpz_class(a)});
            const Lines found = roots.run(inputs);
            for (unsigned long a = 0; a < n; ++a) check_root(roots, found[a], a, is_square[a]);
        }
    }
}

TEST_CASE("square roots modulo 2^k: each of the squares, by brute force") {
    for (int k = 1; k <= 10; ++k) {
        for (const Reduction reduction : {Reduction::special, Reduction::barrett}) {
            CAPTURE(k);
            const Roots roots("2^" + std::to_string(k), reduction);
            const unsigned long n = roots.n().get_ui();
            std::vector<bool> is_square(n);
            for (unsigned long r = 0; r < n; ++r) is_square[r * r % n] = true;
            Lines inputs;
            for (unsigned long a = 0; a < n; ++a) inputs.push_back({mpz_class(a)});
            const Lines found = roots.run(inputs);
            for (unsigned long a = 0; a < n; ++a) check_root(roots, found[a], a, is_square[a]);
        }
    }
}

TEST_CASE("square roots modulo long powers of 2: squares have roots, their neighbours have none") {
    eval::Samples samples(test_seed());
    for (const int k : {31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 1000}) {
        CAPTURE(k);
        const Roots roots("2^" + std::to_string(k), Reduction::barrett);
        Lines inputs{{0}};
        std::vector<bool> exist{true};
        const auto add = [&](const mpz_class& a, bool is_square) {
            inputs.push_back({a % roots.n()});
            exist.push_back(is_square || inputs.back()[0] == 0);
        };
        for (const mpz_class& x : residues(roots.n(), 2, samples)) {
            const mpz_class odd = x | 1;
            for (int j = 0; 2 * j < k; j += k < 100 ? 1 : k / 7) {
                const mpz_class square = odd * odd << (2 * j);
                add(square, true);
                add(2 * square, false);
                if (2 * j + 2 < k) add(3 * square, false);   // 3 modulo 4
                if (2 * j + 3 <= k) add(5 * square, false);  // 5 modulo 8
            }
        }
        const Lines found = roots.run(inputs);
        for (size_t i = 0; i < inputs.size(); ++i) check_root(roots, found[i], inputs[i][0], exist[i]);
    }
}

TEST_CASE("square roots modulo long powers of primes exist for every square") {
    eval::Samples samples(test_seed());
    for (const auto& [text, base] : std::vector<std::pair<const char*, const char*>>{
             {"3^141", "3"}, {"(2^61-1)^3", "2^61-1"}, {"65537^5", "65537"}, {"(5*2^55+1)^3", "5*2^55+1"}}) {
        CAPTURE(text);
        const Roots roots(text);
        const mpz_class p = parse_modulus(base).n(), &n = roots.n();
        Lines inputs;
        std::vector<bool> exist;
        for (const mpz_class& a : residues(n, 6, samples)) {
            if (mpz_divisible_p(a.get_mpz_t(), p.get_mpz_t())) continue;
            const bool is_square = mpz_legendre(a.get_mpz_t(), p.get_mpz_t()) == 1;
            mpz_class factor = 1;
            for (int e = 0; factor < n; ++e, factor *= p) {
                const mpz_class multiple = factor * a % n;
                inputs.push_back({multiple});
                exist.push_back(multiple == 0 || (e % 2 == 0 && is_square));
            }
        }
        inputs.push_back({0});
        exist.push_back(true);
        const Lines found = roots.run(inputs);
        for (size_t k = 0; k < inputs.size(); ++k) check_root(roots, found[k], inputs[k][0], exist[k]);
    }
}

TEST_CASE("square roots by Lucas sequences and modulo powers of primes have derivations") {
    for (const char* modulus : {"5*2^55+1", "3^41", "(5*2^55+1)^3", "7^2", "2^100"}) {
        CAPTURE(modulus);
        const bool is_odd = parse_modulus(modulus).is_odd();
        const catalogue::Loops loops =
            catalogue::loops(Roots::of(modulus, is_odd ? Reduction::montgomery : Reduction::barrett));
        for (const std::string& key : loops.keys) {
            CAPTURE(key);
            CHECK(engine::derive_loop(loops, key, std::nullopt).missing == "");
        }
    }
}

}  // namespace limbsmith::test
