// Large number-major batches of whole numbers of a session on a GPU, of which warps have some numbers each, against GMP.
#include <doctest/doctest.h>

#include <functional>

#include "choice/lanes.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "gpu/device.hpp"
#include "limbsmith/session.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Value = std::function<mpz_class(const mpz_class& a, const mpz_class& b)>;

constexpr size_t sets = 61;  // of operands, which come again and again

void write(const Array& to, const std::vector<mpz_class>& numbers) {
    const auto words = static_cast<size_t>(to.words());
    std::vector<uint32_t> all(to.size() * words);
    for (size_t t = 0; t < to.size(); ++t)
        std::ranges::copy(eval::to_words(numbers[t % sets], words),
                          all.begin() + static_cast<long>(t * words));
    write_words(to, all.data());
}

void check(const Function& f, size_t count, const std::vector<mpz_class>& a, const std::vector<mpz_class>& b,
           const Value& value) {
    CAPTURE(f.signature());
    std::vector<Operand> arguments;
    for (int k = 0; k < 1 + f.operands(); ++k)
        arguments.emplace_back(f.array_for(k, count, arrangement::number_major));
    write(*arguments[1].array(), a);
    if (f.operands() > 1) write(*arguments[2].array(), b);
    f.call(arguments);
    const Array& r = *arguments[0].array();
    std::vector<mpz_class> results;
    for (size_t k = 0; k < sets; ++k) {
        const mpz_class limit = mpz_class(1) << static_cast<unsigned>(32 * r.words());
        mpz_class result = value(a[k], f.operands() > 1 ? b[k] : a[k]);
        mpz_fdiv_r(result.get_mpz_t(), result.get_mpz_t(), limit.get_mpz_t());
        results.push_back(result);
    }
    const Array expected = f.array_for(0, count, arrangement::number_major);
    write(expected, results);
    std::vector<uint32_t> found(r.size() * static_cast<size_t>(r.words())), wanted(found.size());
    read_words(r, found.data());
    read_words(expected, wanted.data());
    CHECK(found == wanted);
}

}  // namespace

TEST_CASE("large batches of whole numbers on tensor cores agree with GMP") {
    if (has_no_device()) return;
    const Session session(place::device);
    const auto multiprocessors = static_cast<uint64_t>(runtime::device_at(place::device).multiprocessors());
    eval::Samples samples(test_seed());
    for (const int bits : {2048, 3072, 4096, 12288, 16384}) {
        const UInt numbers = session.uint(bits);
        const mpz_class all = mpz_class(1) << static_cast<unsigned>(bits), top = all - 1;
        std::vector<mpz_class> a{top, top, 0, 1, all / 2, top / UINT8_MAX}, b{top, 1, top, 0, 2, top};
        while (a.size() < sets)
            a.push_back(a.size() % 2 ? samples.edge(all) : samples.uniform(all)),
                b.push_back(samples.uniform(all));
        const size_t count = choice::least_tensor_batch(multiprocessors, bits, false) + 17;
        const Value product = [](const mpz_class& x, const mpz_class& y) -> mpz_class { return x * y; };
        for (const char* operation : {"mul", "sqr", "mul_lo"})
            check(numbers.function(operation), count, a, b, product);
        check(numbers.compile("(a*a + b)*(b*b + b) - a*b"), count, a, b,
              [](const mpz_class& x, const mpz_class& y) -> mpz_class {
                  return (x * x + y) * (y * y + y) - x * y;
              });
    }
}

}  // namespace limbsmith::test
