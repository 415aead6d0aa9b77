#include "cli/divstep_worker.hpp"

#include "algorithm/inverse.hpp"
#include "eval/words.hpp"

namespace limbsmith::cli {
namespace {

// Each word `count` times.
std::vector<uint32_t> repeated(const std::vector<uint32_t>& words, size_t count) {
    std::vector<uint32_t> numbers;
    for (uint32_t word : words) numbers.insert(numbers.end(), count, word);
    return numbers;
}

}  // namespace

DivstepWorker::DivstepWorker(const FieldSpec& spec)
    : programs_(plan::divstep_programs(spec.modulus)),
      digits_(programs_.digits),
      matrix_(programs_.matrix),
      row_(programs_.row),
      row_mod_(programs_.row_mod),
      finish_(programs_.finish) {
    const algorithm::Inverse inverse(spec.modulus);
    const mpz_class factor = spec.reduction == Reduction::montgomery ? spec.modulus.R() : mpz_class(1);
    batches_ = inverse.batches();
    n_ = eval::to_words(spec.modulus.n(), ir::Shape::digits, inverse.digits());
    start_ = eval::to_words(inverse.start(factor), ir::Shape::digits, inverse.digits());
}

std::vector<uint32_t> DivstepWorker::operator()(const std::vector<uint32_t>& a, size_t count) {
    const auto run = [&](eval::Interpreter& program, std::initializer_list<const uint32_t*> inputs,
                         size_t words) {
        std::vector<eval::Column> columns;
        for (const uint32_t* input : inputs) columns.push_back({input, count});
        Numbers result(words * count);
        program.run(columns, 0, count, result.data(), count);
        return result;
    };
    const size_t digits = n_.size();
    Numbers f = repeated(n_, count), g = run(digits_, {a.data()}, digits);
    Numbers d(digits * count), e = repeated(start_, count), eta(count, UINT32_MAX);
    for (int batch = 0; batch < batches_; ++batch) {
        const Numbers matrix = run(matrix_, {eta.data(), f.data(), g.data()}, 5);
        const uint32_t *u = matrix.data(), *v = u + count, *q = v + count, *r = q + count;
        eta.assign(r + count, r + 2 * count);
        const auto both = [&](eval::Interpreter& row, Numbers& x, Numbers& y) {
            Numbers first = run(row, {x.data(), y.data(), u, v}, digits);
            y = run(row, {x.data(), y.data(), q, r}, digits);
            x = std::move(first);
        };
        both(row_, f, g);
        both(row_mod_, d, e);
    }
    Numbers result = run(finish_, {f.data(), d.data()}, a.size() / count + 1);
    result.resize(a.size());  // without the flags
    return result;
}

}  // namespace limbsmith::cli
