// The Certicom curves on the GPU: the same code in a kernel, with headers generated in this process.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "certicom.hpp"
#include "emit/header.hpp"
#include "eval/words.hpp"
#include "files/numbers.hpp"
#include "jit/batch.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using runtime::Numbers;

std::string text_of(const std::string& name) {
    std::ifstream file(LIMBSMITH_CURVES "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    REQUIRE_MESSAGE(!text.str().empty(), name);
    return text.str();
}

// The headers of the kernel; the field's namespace is `field`.
std::vector<runtime::Header> headers(const Challenge& curve) {
    const Modulus modulus(curve.p);
    const Spec spec = modular_spec(modulus, Reduction::montgomery);
    return {{"field.cuh", emit::header(spec)}, {"curve.cuh", text_of("curve.cuh")}};
}

std::string source() {
    return "#define FIELD field\n#define FIELD_HEADER \"field.cuh\"\n" + text_of("curve_kernel.cu");
}

Numbers column(const std::vector<mpz_class>& values, int limbs) {
    Numbers out(limbs, values.size());
    for (size_t k = 0; k < values.size(); ++k) {
        const std::vector<uint32_t> words = eval::to_words(values[k], limbs);
        for (int i = 0; i < limbs; ++i) out.words[i * values.size() + k] = words[i];
    }
    return out;
}

void check(const Challenge& curve) {
    const std::vector<Task> todo = tasks(curve, 100);
    const size_t count = todo.size();
    const int limbs = Modulus(curve.p).limbs();
    std::vector<mpz_class> x, y, scalars;
    for (const Task& task : todo) {
        x.push_back(task.point.x);
        y.push_back(task.point.y);
        scalars.push_back(task.scalar);
    }
    const std::vector<Numbers> inputs = {column(std::vector(count, curve.a), limbs),
                                         column(std::vector(count, curve.b), limbs), column(x, limbs),
                                         column(y, limbs), column(scalars, limbs)};
    Numbers results(2 * limbs + 2, count);
    runtime::BatchJob job{"multiply", {}, results.words, count};
    for (const Numbers& input : inputs) job.inputs.emplace_back(input.words);
    runtime::BatchKernels kernels(source(), headers(curve));
    const double seconds = kernels.compute(job);
    for (size_t k = 0; k < count; ++k) {
        CAPTURE(curve.name);
        const std::vector<uint32_t> words = results.number(k);
        const Affine point{eval::from_words({words.begin(), words.begin() + limbs}),
                           eval::from_words({words.begin() + limbs, words.begin() + 2 * limbs})};
        CHECK(words[2 * limbs + 1] == 1);
        CHECK(words[2 * limbs] == (todo[k].want ? 0u : 1u));
        CHECK_MESSAGE(point == todo[k].want.value_or(Affine{0, 0}), todo[k].what);
    }
    fmt::print("curves: {}, {} multiples in {:.1f} ms\n", curve.name, count, 1e3 * seconds);
    std::fflush(stdout);
}

}  // namespace

TEST_CASE("the kernel of a curve compiles, with or without a device here") {
    const Challenge curve = challenges().front();
    CHECK_FALSE(runtime::compile(source(), "curve_kernel.cu", headers(curve), 9, 0).empty());
}

TEST_CASE("Certicom's points and logarithms on the GPU") {
    std::string why_not;
    if (!runtime::has_device(&why_not)) {
        MESSAGE("skipped: " << why_not);
        return;
    }
    for (const Challenge& curve : challenges()) check(curve);
}

}  // namespace limbsmith::test
