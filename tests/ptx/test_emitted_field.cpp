// Executes the text of headers for moduli: every asm statement against GMP, for moduli that are random, at
// limb boundaries, extreme, or well known.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "emit/header.hpp"
#include "eval/samples.hpp"
#include "ptx/emitted_function.hpp"
#include "spec/named_moduli.hpp"
#include "spec/representations.hpp"
#include "support/field_oracle.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t edges = 16, randoms = 6;

using Values = std::vector<mpz_class>;

std::string hex(const Values& values) {
    std::string text;
    for (const mpz_class& value : values) text += " 0x" + value.get_str(16);
    return text;
}

mpz_class power_of_two(int exponent) { return mpz_class(1) << static_cast<mp_bitcnt_t>(exponent); }

// The distinct values of `wanted` and their neighbours that lie in [0, bound).
Values edges_below(const mpz_class& bound, const Values& wanted) {
    Values found;
    for (const mpz_class& value : wanted) {
        for (int step = -1; step <= 1; ++step) {
            const mpz_class near = value + step;
            if (near >= 0 && near < bound && std::ranges::find(found, near) == found.end()) {
                found.push_back(near);
            }
        }
    }
    return found;
}

// Inputs of functions modulo N: edges in turn, then random values.
class Inputs {
  public:
    Inputs(const Modulus& modulus, Reduction reduction, uint64_t seed)
        : N_(modulus.n()),
          container_(power_of_two(32 * modulus.limbs())),
          lazy_limit_(lazy_limit(modulus, reduction)),
          samples_(seed) {
        const mpz_class wide = power_of_two(32 * modulus.width().wide_limbs());
        all_wide_ = reduction == Reduction::montgomery ? std::min(mpz_class(N_ * container_), wide) : wide;
        Values shapes{0, N_, N_ / 2, container_ % N_, container_ * container_ % N_};
        for (int limb = 1; limb < modulus.limbs(); ++limb) {
            shapes.push_back(power_of_two(32 * limb));  // and all-ones limbs below it
            shapes.push_back(N_ - power_of_two(32 * limb));
        }
        for (int bit = 31; bit < modulus.bits(); bit += 32) shapes.push_back(power_of_two(bit));
        shapes.push_back(power_of_two(modulus.bits() - 1));
        residues_ = edges_below(N_, shapes);
        numbers_ =
            edges_below(container_, {N_, container_, 0, power_of_two(modulus.bits()), N_ + container_ / 2});
        for (int limb = 0; limb < modulus.limbs(); ++limb) {
            for (const mpz_class& near :
                 {mpz_class(N_ + power_of_two(32 * limb)), mpz_class(N_ - power_of_two(32 * limb))}) {
                if (near >= 0 && near < container_) numbers_.push_back(near);
            }
        }
        products_ = edges_below(all_wide_, {all_wide_, 0, container_, N_ * N_, (N_ - 1) * (N_ - 1), N_,
                                            container_ - N_, N_ * (container_ - 1), N_ * (N_ / 2),
                                            all_wide_ / N_ * N_, all_wide_ / container_ * container_});
    }

    // The inputs of try k for the `count` parameters of `function`.
    Values draw(std::string_view function, size_t count, size_t k) {
        Values values;
        for (size_t i = 0; i < count; ++i) {
            if (function == "add_lazy" || function == "sub_lazy") {
                values.push_back(loose(lazy_limit_ / 2 * N_, k, i));
            } else if (function == "mul_lazy" || function == "sqr_lazy" || function == "normalize") {
                values.push_back(loose(lazy_limit_ * N_, k, i));
            } else if (function == "mul_small" && i == 1) {
                values.push_back(
                    pick({power_of_two(32) - 1, 0, 1, power_of_two(31)}, power_of_two(32), k, i));
            } else if (function == "reduce") {
                values.push_back(pick(products_, all_wide_, k, i));
            } else if (function == "is_canonical") {
                values.push_back(pick(numbers_, container_, k, i));
            } else if (function == "select" && i == 0) {
                values.push_back(
                    pick({0, 1, power_of_two(31), power_of_two(32) - 1, 2}, power_of_two(32), k, i));
            } else {
                values.push_back(pick(residues_, N_, k, i));
            }
        }
        const bool residues = function != "select" && function != "mul_small" && !function.ends_with("lazy");
        if (!residues || count < 2 || k >= edges) return values;
        if (k == 0) values.assign(count, N_ - 1);
        if (k == 1) values = count == 4 ? Values{0, N_ - 1, N_ - 1, N_ - 1} : Values{0, N_ - 1};
        if (k % 4 == 2) values[1] = values[0];
        if (k % 4 == 3) values[1] = (N_ - values[0]) % N_;                           // the sum is N
        if (count == 4 && k % 8 == 4) values[2] = values[0], values[3] = values[1];  // the difference is 0
        return values;
    }

  private:
    mpz_class pick(const Values& from, const mpz_class& bound, size_t k, size_t input) {
        if (k >= edges) return samples_.uniform(bound);
        if (input == 0 && k < from.size() && k < edges / 2) return from[k];
        return from[samples_.below(from.size())];
    }

    // A value below `bound`, a multiple of N: the largest first, then values near multiples of N.
    mpz_class loose(const mpz_class& bound, size_t k, size_t input) {
        if (k == 0) return bound - 1;
        if (k >= edges) return samples_.uniform(bound);
        const mpz_class multiple = samples_.uniform(bound / N_) * N_;
        return multiple + pick(residues_, N_, k, input);
    }

    mpz_class N_, container_, all_wide_;  // all_wide_: t of reduce lies below it
    mpz_class lazy_limit_;
    eval::Samples samples_;
    Values residues_, numbers_, products_;
};

void check_function(const ptx::AsmStatement& statement, const ir::Program& program, const Spec& spec,
                    Inputs& inputs) {
    CAPTURE(program.name);
    REQUIRE(statement.function == program.name);
    const ptx::EmittedFunction function(statement, program, ptx::in_struct);
    CHECK(function.lost_flags() == 0);
    CHECK(function.mixed_flags() == 0);
    const mpz_class &N = spec.modulus->n(), K = lazy_limit(*spec.modulus, spec.reduction),
                    factor = spec.reduction == Reduction::montgomery ? spec.modulus->R() : mpz_class(1);
    for (size_t k = 0; k < edges + randoms; ++k) {
        const Values values = inputs.draw(program.name, program.inputs.size(), k);
        const mpz_class wanted = expected_field(program.name, N, factor, K, values);
        Values got = function.run(values);
        if (program.name == "mul_lazy" || program.name == "sqr_lazy") {
            CHECK(got[0] < 2 * N);
            got[0] %= N;
        }
        if (got == Values{wanted}) continue;
        FAIL_CHECK("inputs", hex(values), " give", hex(got), ", GMP says 0x", wanted.get_str(16));
        return;  // one failure a function is enough
    }
}

// Checks the header for a modulus: exactly one statement for each straight-line function and none in loops.
void check_header(const mpz_class& N, MulChoice mul = {}, Reduction reduction = Reduction::montgomery) {
    const Modulus modulus(N);
    const Spec spec = modular_spec(modulus, reduction, "all", mul);
    const uint64_t seed = test_seed();
    const std::string command = catalogue::command(spec);
    CAPTURE(seed);
    CAPTURE(command);
    Inputs inputs(modulus, reduction, seed + limb_of(N, 0));
    std::vector<ptx::AsmStatement> statements = ptx::parse_asm_statements(emit::header(spec));
    // other tests check the parts of loops
    std::erase_if(statements,
                  [](const auto& statement) { return statement.function.starts_with("divsteps_"); });
    std::vector<ir::Program> programs;
    for (const std::string& op : spec.ops) {
        if (auto program = modular_program(op, modulus, spec.reduction, mul))
            programs.push_back(std::move(*program));
    }
    REQUIRE(statements.size() == programs.size());
    for (size_t k = 0; k < statements.size(); ++k) {
        check_function(statements[k], programs[k], spec, inputs);
    }
}

// Checks the header for moduli of this width given at run time.
void check_runtime_header(int bits) {
    const Modulus modulus = Modulus::at_run_time({bits});
    const Spec spec = modular_spec(modulus, Reduction::montgomery);
    std::vector<ptx::AsmStatement> statements = ptx::parse_asm_statements(emit::header(spec));
    // other tests check the parts of loops
    std::erase_if(statements,
                  [](const auto& statement) { return statement.function.starts_with("divsteps_"); });
    const uint64_t seed = test_seed();
    CAPTURE(seed);
    CAPTURE(bits);
    eval::Samples samples(seed + static_cast<uint64_t>(bits));
    size_t k = 0;
    for (const std::string& op : spec.ops) {
        const auto program = modular_program(op, modulus, spec.reduction, spec.mul);
        if (!program) continue;
        REQUIRE(k < statements.size());
        const ptx::EmittedFunction function(statements[k++], *program, ptx::in_struct);
        for (size_t sample = 0; sample < edges + randoms; ++sample) {
            const Values values = samples.inputs(*program, sample < edges);
            Values operands;  // the first input is N
            for (size_t i = 0; i < values.size(); ++i) {
                const bool is_member = program->inputs[i].representation.is_member();
                if (!is_member) operands.push_back(values[i]);
            }
            Values got = function.run(values);
            if (program->name == "mul_lazy" || program->name == "sqr_lazy") got[0] %= values[0];
            const mpz_class wanted = expected_field(program->name, values[0], modulus.R(),
                                                    lazy_limit(modulus, spec.reduction), operands);
            if (got == Values{wanted}) continue;
            FAIL_CHECK(program->name, " of", hex(values), " gives", hex(got), ", GMP says 0x",
                       wanted.get_str(16));
            return;
        }
    }
    CHECK(k == statements.size());
}

bool is_prime(const mpz_class& n) { return mpz_probab_prime_p(n.get_mpz_t(), 30) != 0; }

// An odd number of exactly `bits` bits, prime or not; 3 if there is no composite one.
mpz_class random_modulus(int bits, bool prime, eval::Samples& samples) {
    if (bits < 4) return 3;
    for (;;) {
        mpz_class n = power_of_two(bits - 1) + samples.uniform(power_of_two(bits - 1));
        n |= 1;
        while (is_prime(n) != prime) n += 2;
        if (n < power_of_two(bits)) return n;
    }
}

void check_random(const std::vector<int>& widths, MulChoice mul = {}) {
    for (const int bits : widths) {
        eval::Samples samples(test_seed() + static_cast<uint64_t>(bits));
        check_header(random_modulus(bits, true, samples), mul);
        check_header(random_modulus(bits, false, samples), mul);
    }
}

// Widths one bit below, at, and one bit above each limb boundary.
std::vector<int> around_limbs(int first, int last) {
    std::vector<int> widths;
    for (int limbs = first; limbs <= last; ++limbs) {
        for (int step = -1; step <= 1; ++step) widths.push_back(32 * limbs + step);
    }
    return widths;
}

// Checks 2^k - 1 and 2^k + 1: all words ones, all words zero.
void check_powers(const std::vector<int>& exponents) {
    for (const int k : exponents) {
        check_header(power_of_two(k) - 1);
        if (k < max_bits) check_header(power_of_two(k) + 1);
    }
}

void check_named(size_t first, size_t last) {
    const auto moduli = named_moduli();
    for (size_t i = first; i < std::min(last, moduli.size()); ++i) {
        check_header(parse_modulus(moduli[i].expression).n());
    }
}

// Checks the special form of a modulus, if it has one.
int check_special(const std::string& expression) {
    const Modulus modulus = parse_modulus(expression);
    if (special_forms(modulus).empty()) return 0;
    CAPTURE(expression);
    check_header(modulus.n(), {}, Reduction::special);
    return 1;
}

}  // namespace

TEST_CASE("the text for moduli computes what GMP does: 3 and random ones up to 80 bits") {
    check_header(3);
    check_random({4, 10, 18, 26, 34, 42, 50, 58, 66, 74});
}
TEST_CASE("the text for moduli computes what GMP does: random ones up to 160 bits") {
    check_random({82, 90, 98, 106, 114, 122, 130, 138, 146, 154, 160});
}
TEST_CASE("the text for moduli computes what GMP does: every small one") {
    for (int N = 3; N < 32; N += 2) check_header(N);
}
TEST_CASE("the text for moduli computes what GMP does: random ones around 1 to 4 limbs") {
    check_random(around_limbs(1, 4));
}
TEST_CASE("the text for moduli computes what GMP does: random ones around 5 and 6 limbs") {
    check_random(around_limbs(5, 6));
}
TEST_CASE("the text for moduli computes what GMP does: random ones around 7 and 8 limbs") {
    check_random(around_limbs(7, 8));
}
TEST_CASE("the text for moduli computes what GMP does: random ones around 512 bits") {
    check_random({511, 512, 513});
}
TEST_CASE("the text for moduli computes what GMP does: random ones of 1023 bits") { check_random({1023}); }
TEST_CASE("the text for moduli computes what GMP does: random ones of 1024 bits") { check_random({1024}); }
TEST_CASE("the text for moduli computes what GMP does: next to powers of 2 up to 129 bits") {
    check_powers(around_limbs(1, 4));
}
TEST_CASE("the text for moduli computes what GMP does: next to powers of 2 up to 257 bits") {
    check_powers(around_limbs(5, 8));
}
TEST_CASE("the text for moduli computes what GMP does: next to powers of 2 around 512 bits") {
    check_powers({511, 512, 513});
}
TEST_CASE("the text for moduli computes what GMP does: next to powers of 2 around 1024 bits") {
    check_powers({1023, 1024});
}
TEST_CASE("the text for moduli computes what GMP does: n0inv is 2^32 - 1 or 1") {
    for (const int bits : {33, 63, 64, 95, 96, 128, 131, 255, 256}) {
        eval::Samples samples(test_seed() + static_cast<uint64_t>(bits));
        const mpz_class top = power_of_two(bits - 1) + (samples.uniform(power_of_two(bits - 33)) << 32);
        for (const int low : {1, -1}) {
            const mpz_class N = low == 1 ? mpz_class(top + 1) : mpz_class(top + power_of_two(32) - 1);
            const Modulus modulus(N);
            REQUIRE(modulus.bits() == bits);
            REQUIRE(modulus.n0inv() == (low == 1 ? 0xffffffffu : 1u));
            check_header(N);
        }
    }
}
TEST_CASE("the text for moduli computes what GMP does: named ones, the first half") { check_named(0, 14); }
TEST_CASE("the text for moduli computes what GMP does: named ones, the second half") {
    check_named(14, named_moduli().size());
}
TEST_CASE("the text for moduli computes what GMP does: special forms of named ones") {
    int special = 0;
    for (const NamedModulus& named : named_moduli()) special += check_special("@" + std::string(named.name));
    CHECK(special >= 12);
}
TEST_CASE("the text for moduli computes what GMP does: special forms of random sums of powers of 2") {
    eval::Samples samples(test_seed());
    const auto term = [&](int bits, int step) {
        return (samples.below(2) ? "+2^" : "-2^") +
               std::to_string(samples.below(bits / step - 1) * step + step);
    };
    int special = 0;
    for (int bits = 64; bits <= 352; bits += 16) {
        const std::string top = "2^" + std::to_string(bits), one = samples.below(2) ? "+1" : "-1";
        special += check_special(top + term(bits, 32) + term(bits, 32) + one);
        special += check_special(top + term(bits, 1) + one);
    }
    CHECK(special > 20);
}
TEST_CASE("the text for moduli computes what GMP does: Barrett reduction, even and odd") {
    for (const int bits : {2, 3, 16, 31, 32, 33, 63, 64, 65, 131, 255, 256, 257}) {
        eval::Samples samples(test_seed() + static_cast<uint64_t>(bits));
        check_header(power_of_two(bits - 1), {}, Reduction::barrett);
        check_header(power_of_two(bits) - 1, {}, Reduction::barrett);
        check_header(random_modulus(bits, false, samples) - 1, {}, Reduction::barrett);
    }
}
TEST_CASE("the text for moduli computes what GMP does: given at run time") {
    for (const int bits : {2, 3, 16, 17, 31, 32, 33, 63, 64, 65, 96, 131, 159, 160, 239, 255, 256, 521}) {
        check_runtime_header(bits);
    }
}
TEST_CASE("the text for moduli computes what GMP does: products by columns") {
    check_random({4, 31, 32, 33, 64, 97, 131, 160, 239, 256, 521}, MulAlgorithm::schoolbook);
}
TEST_CASE("the text for moduli computes what GMP does: products by Karatsuba") {
    check_random({33, 64, 97, 131, 256}, {MulAlgorithm::karatsuba, 1});
    check_random({128, 239, 512}, {MulAlgorithm::karatsuba, 2});
    check_random({1024}, {MulAlgorithm::karatsuba, 3});
}

}  // namespace limbsmith::test
