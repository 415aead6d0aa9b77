// Loops over arrays, and those that fill in a modulus, as the interpreter runs them, against GMP.
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "spec/named_moduli.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

const ir::Routine& routine_of(const Field& field, const char* key) {
    return std::get<ir::Routine>(field.library[key]);
}

// Arrays of `size` numbers, one a column.
void check_batches(const Field& field, size_t size, eval::Samples& samples) {
    const mpz_class& n = field.n();
    const mpz_class &factor = field.residues.form_factor, back = inverse_of(factor, n);
    const Values values = residues(n, 6, samples);
    const size_t limbs = field.modulus.limbs(), columns = 5;
    Rows a(columns, size * limbs), count(columns, 1), results(columns, 1 + size * limbs);
    for (size_t k = 0; k < columns; ++k) {
        count.set(k, 0, 1, size);
        for (size_t i = 0; i < size; ++i)
            a.set(k, i * limbs, limbs, values[(3 * k + i) % values.size()] * factor % n);
    }
    eval::RoutineInterpreter interpreter(routine_of(field, "batch_inv"), field.library);
    const std::vector<eval::Column> inputs{a.column(), count.column()};
    interpreter.run(inputs, 0, columns, results.words.data(), columns, std::vector<size_t>{size, size});
    for (size_t k = 0; k < columns; ++k) {
        int invertible = 0;
        for (size_t i = 0; i < size; ++i) {
            const mpz_class& value = values[(3 * k + i) % values.size()];
            invertible += gcd(value, n) == 1;
            CAPTURE(value.get_str());
            REQUIRE(results.get(k, 1 + i * limbs, limbs) * back % n == inverse_of(value, n));
        }
        REQUIRE(results.get(k, 0, 1) == invertible);
    }
}

void check_bytes(const Field& field, eval::Samples& samples) {
    const mpz_class& n = field.n();
    const size_t limbs = field.modulus.limbs(), bytes = (field.modulus.bits() + 7) / 8;
    Values values = residues(n, 4, samples);
    const mpz_class all = power_of_2(8 * bytes);
    for (const mpz_class& value : Values{n, all - 1, samples.uniform(all), n + 1})
        if (value < all) values.push_back(value);
    Rows in(values.size(), bytes), read(values.size(), 1 + limbs);
    for (size_t k = 0; k < values.size(); ++k) {
        for (size_t i = 0; i < bytes; ++i) in.set(k, i, 1, (values[k] >> (8 * i)) % 256);
    }
    eval::RoutineInterpreter from(routine_of(field, "from_bytes"), field.library);
    const std::vector<eval::Column> inputs{in.column()};
    from.run(inputs, 0, values.size(), read.words.data(), values.size());
    Rows x(values.size(), limbs), out(values.size(), bytes);
    for (size_t k = 0; k < values.size(); ++k) {
        const bool ok = values[k] < n;
        REQUIRE(read.get(k, 0, 1) == ok);
        REQUIRE(read.get(k, 1, limbs) == (ok ? values[k] : mpz_class(0)));
        x.set(k, 0, limbs, read.get(k, 1, limbs));
    }
    eval::RoutineInterpreter to(routine_of(field, "to_bytes"), field.library);
    const std::vector<eval::Column> numbers{x.column()};
    to.run(numbers, 0, values.size(), out.words.data(), values.size());
    for (size_t k = 0; k < values.size(); ++k) {
        for (size_t i = 0; i < bytes; ++i) REQUIRE(out.get(k, i, 1) == (x.get(k, 0, limbs) >> (8 * i)) % 256);
    }
}

}  // namespace

TEST_CASE("batch inverses agree with GMP") {
    eval::Samples samples(test_seed());
    for (const char* expression : {"7", "2^31-1", "2^61-1", "@secp256k1.p", "15", "2^64-1", "6", "2^130"}) {
        const Modulus modulus = parse_modulus(expression);
        const Reduction reduction = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
        const Field field(modulus, reduction, InverseChoice::divsteps);
        for (size_t size : {0, 1, 2, 9}) check_batches(field, size, samples);
    }
}

TEST_CASE("residues from and to bytes agree with GMP") {
    eval::Samples samples(test_seed());
    for (const char* expression : {"2", "255", "257", "2^31-1", "2^32+15", "2^61-1", "2^89-1", "@p521"}) {
        const Modulus modulus = parse_modulus(expression);
        const Reduction reduction = modulus.is_odd() ? Reduction::montgomery : Reduction::barrett;
        check_bytes(Field(modulus, reduction, InverseChoice::divsteps), samples);
    }
}

TEST_CASE("the members of a modulus that is given at run time agree with GMP") {
    eval::Samples samples(test_seed());
    for (int bits : {2, 31, 32, 33, 64, 131, 256}) {
        const Field field(Modulus::at_run_time(Width{bits}), Reduction::montgomery, InverseChoice::divsteps);
        const int limbs = field.modulus.limbs();
        const mpz_class all = power_of_2(32 * limbs), most = power_of_2(bits);
        Lines inputs;
        for (const mpz_class& n :
             Values{0, 1, 2, 3, 4, most - 1, most - 2, most, most + 1, all - 1, all / 2 + 1,
                    samples.uniform(most), samples.uniform(most) | 1, samples.edge(all)})
            if (n < all) inputs.push_back({n});
        const ir::Routine& routine = routine_of(field, "make_modulus");
        eval::RoutineInterpreter interpreter(routine, field.library);
        const Lines results = run_all(interpreter, meaning(routine), inputs);
        for (size_t k = 0; k < inputs.size(); ++k) {
            const mpz_class given = inputs[k][0];
            const bool ok = given > 1 && given < most && mpz_odd_p(given.get_mpz_t());
            const mpz_class n = ok ? given : mpz_class(3), word = power_of_2(32);
            const mpz_class minus_inverse = word - inverse_of(n % word, word);
            const Values wanted{ok, n, all % n, all * all % n, minus_inverse, all * all * power_of_2(30) % n};
            if (results[k] != wanted)
                FAIL(hex(inputs[k]), " gives", hex(results[k]), ", GMP says", hex(wanted));
        }
    }
}

}  // namespace limbsmith::test
