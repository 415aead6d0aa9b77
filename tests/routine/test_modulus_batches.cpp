// Products and powers modulo one N for numbers in memory, 16 to a warp, as interpreted against GMP.
#include <doctest/doctest.h>

#include <span>

#include "algorithm/group/leaves.hpp"
#include "algorithm/tensor/batch.hpp"
#include "algorithm/tensor/leaves.hpp"
#include "algorithm/tensor/slots.hpp"
#include "eval/routine.hpp"
#include "eval/words.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"
#include "routine/field.hpp"
#include "routine/group_products.hpp"
#include "spec/representations.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

namespace tensor = algorithm::tensor;
using tensor::Batched;

constexpr size_t at_once = tensor::Slots::numbers;

ir::Library leaves_for(int words) {
    ir::Library library;
    const auto add = [&](ir::Program leaf) { library.add(pass::run_pipeline(std::move(leaf))); };
    for (ir::Program& leaf : algorithm::group::leaves(words, repr::elem, plan::product(MulAlgorithm::rows),
                                                      plan::square(MulAlgorithm::rows)))
        add(std::move(leaf));
    for (ir::Program& leaf : tensor::leaves()) add(std::move(leaf));
    for (ir::Program& leaf : tensor::pair_leaves()) add(std::move(leaf));
    return library;
}

mpz_class result_of(Batched operation, const mpz_class& a, const mpz_class& b, const mpz_class& n) {
    mpz_class made;
    switch (operation) {
        case Batched::mul: return a * b % n;
        case Batched::sqr: return a * a % n;
        default: mpz_powm(made.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t(), n.get_mpz_t()); return made;
    }
}

// How numbers lie in an array of `count`: a number in one piece, or neighbours' words side by side.
struct Steps {
    size_t number, word;
};

// Runs all groups of a batch. The result takes the place of the first operand.
void check_batch(Batched operation, const mpz_class& n, int window, const std::vector<mpz_class>& a,
                 const std::vector<mpz_class>& b, bool is_number_major) {
    CAPTURE(n.get_str(16));
    CAPTURE(a.size());
    const Modulus modulus(n, Mapping::tensor());
    const algorithm::loop::Residues modulo{modulus, modulus.R() % n};
    const ir::Library library = leaves_for(modulo.limbs());
    const ir::Routine routine = tensor::batch("batch", operation, modulo, window, library);
    const auto words = static_cast<size_t>(modulus.limbs());
    const size_t count = a.size();
    const Steps steps = is_number_major ? Steps{words, 1} : Steps{1, count};
    const auto array_of = [&](const std::vector<mpz_class>& numbers) {
        std::vector<uint32_t> made(words * count);
        for (size_t t = 0; t < count; ++t) {
            const std::vector<uint32_t> own = eval::to_words(numbers[t], words);
            for (size_t i = 0; i < words; ++i) made[t * steps.number + i * steps.word] = own[i];
        }
        return made;
    };
    std::vector<uint32_t> in1 = array_of(a), in2 = array_of(b), expected;
    std::vector<mpz_class> values;
    for (size_t t = 0; t < count; ++t) values.push_back(result_of(operation, a[t], b[t], n));
    expected = array_of(values);
    for (size_t first = 0; first < count; first += at_once) {
        std::vector<std::span<uint32_t>> memory;
        std::vector<uint32_t> given;
        const auto give = [&](std::vector<uint32_t>& array) {
            memory.push_back(std::span(array).subspan(first * steps.number));
            given.push_back(static_cast<uint32_t>(steps.number));
            given.push_back(static_cast<uint32_t>(steps.word));
        };
        give(in1);
        if (operation != Batched::sqr) give(in2);
        give(in1);
        given.push_back(static_cast<uint32_t>(std::min(count - first, at_once)));
        eval::RoutineInterpreter(routine, library).run_group(given, memory);
    }
    CHECK(in1 == expected);
}

std::vector<mpz_class> residues_of(const mpz_class& n, size_t count, eval::Samples& samples) {
    std::vector<mpz_class> made{n - 1, 0, 1, n / 2};
    while (made.size() < count) made.push_back(made.size() % 2 ? samples.uniform(n) : samples.edge(n));
    made.resize(count);
    for (mpz_class& it : made) it %= n;
    return made;
}

}  // namespace

TEST_CASE("products modulo one N of batches of any size agree with GMP") {
    eval::Samples samples(test_seed());
    for (const int bits : {1000, 1024, 2048, 3000}) {
        const mpz_class all = power_of_2(static_cast<unsigned>(bits));
        const std::vector<mpz_class> moduli{all - 1, all / 2 + 1, samples.uniform(all / 4) * 2 + all / 2 + 1};
        for (size_t k = 0; const size_t count : {1, 15, 16, 17, 33}) {
            const mpz_class& n = moduli[k++ % moduli.size()];
            const auto a = residues_of(n, count, samples), b = residues_of(n, count, samples);
            check_batch(Batched::mul, n, 1, a, b, k % 2 == 0);
            check_batch(Batched::sqr, n, 1, a, b, k % 2 != 0);
        }
    }
}

TEST_CASE("a batch modulo one N that misses one of its barriers is found") {
    const Modulus modulus(power_of_2(1024) - 1, Mapping::tensor());
    const ir::Library library = leaves_for(1);
    const ir::Routine routine =
        tensor::batch("batch", Batched::mul, {modulus, modulus.R() % modulus.n()}, 1, library);
    const BrokenBarriers tried = without_each_barrier(routine, [&](const ir::Routine& it) {
        const auto words = static_cast<size_t>(modulus.limbs());
        std::vector<uint32_t> numbers(words * at_once);
        const std::vector<std::span<uint32_t>> memory(3, numbers);
        const auto step = static_cast<uint32_t>(words);
        const std::vector<uint32_t> given{step, 1, step, 1, step, 1, at_once};
        try {
            eval::RoutineInterpreter(it, library).run_group(given, memory);
        } catch (const std::logic_error&) {
            return false;
        }
        return true;
    });
    // before the first product, around the matrices of each, behind the last one, before q takes the place of t, behind a reduction
    CHECK(tried.barriers == 6);
    CHECK(tried.found == tried.barriers);
}

TEST_CASE("powers modulo one N of 15 numbers agree with GMP") {
    eval::Samples samples(test_seed());
    const mpz_class all = power_of_2(1024), n = samples.uniform(all / 4) * 2 + all / 2 + 1;
    std::vector<mpz_class> exponents{0, 1, 2, all - 1, n - 1, all / 2};
    constexpr size_t count = at_once - 1;
    while (exponents.size() < count) exponents.push_back(samples.uniform(all));
    check_batch(Batched::pow, n, 5, residues_of(n, count, samples), exponents, true);
    check_batch(Batched::pow, n, 4, residues_of(n, count, samples), exponents, false);
}

}  // namespace limbsmith::test
