#include "oracle.hpp"

#include <fmt/format.h>

#include "catalogue/computation.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

// Whether the operand is an element of the arithmetic: a residue, not an exponent or a factor.
bool is_residue(const ir::Input& input) { return input.representation == repr::plain; }

// Whether the contract gives the result itself: r = ..., and nothing else.
bool is_explicit(const ir::Program& meaning) {
    return meaning.outputs.size() == 1 && meaning.contract.left->kind == ir::Expr::Kind::name;
}

// Runs a loop for one number.
auto run_loop(const Subject& subject) {
    Spec spec = Spec::of(subject.width);
    spec.ops = {subject.operation};
    const auto loop = std::make_shared<catalogue::Computation>(spec, subject.operation);
    return [loop, &subject](std::span<const uint32_t> operands) {
        std::vector<eval::Column> columns;
        size_t begin = 0;
        for (const ir::Input& input : subject.meaning.inputs) {
            columns.push_back({operands.data() + begin, 1});
            begin += input.words.size();
        }
        std::vector<uint32_t> result(subject.result_words());
        loop->run(columns, 0, 1, result.data(), 1);
        return result;
    };
}

}  // namespace

Oracle::Oracle(const Subject& subject) : subject_(subject), contract_(subject.meaning) {
    if (subject.factor != 0) {
        mpz_invert(inverse_factor_.get_mpz_t(), subject.factor.get_mpz_t(), subject.n.get_mpz_t());
    } else if (is_explicit(subject.meaning)) {
        interpret_ = {};
    } else if (subject.is_loop()) {
        interpret_ = run_loop(subject);
    } else {
        const auto interpreter = std::make_shared<eval::Interpreter>(subject.meaning);
        interpret_ = [interpreter](std::span<const uint32_t> operands) {
            return interpreter->run_one(operands);
        };
    }
}

std::vector<uint32_t> Oracle::draw(eval::Samples& samples, bool edges) {
    Words words;
    const std::vector<mpz_class> values = samples.inputs(subject_.meaning, edges);
    for (size_t i = 0; i < values.size(); ++i) {
        const auto part = eval::to_words(values[i], subject_.meaning.inputs[i].words.size());
        words.insert(words.end(), part.begin(), part.end());
    }
    return words;
}

std::vector<uint32_t> Oracle::computed(std::span<const uint32_t> operands,
                                       std::span<const mpz_class> values) {
    if (is_explicit(subject_.meaning))
        return eval::to_words(contract_.expected(values), subject_.result_words());
    if (interpret_) return interpret_(operands);
    const mpz_class r = contract_.expected(values) * subject_.factor % subject_.n;
    return eval::to_words(r, subject_.result_words());
}

std::vector<uint32_t> Oracle::operator()(std::span<const uint32_t> operands) {
    std::vector<mpz_class> values;
    size_t begin = 0;
    for (const ir::Input& input : subject_.meaning.inputs) {
        mpz_class value = eval::from_words(operands.subspan(begin, input.words.size()));
        if (subject_.factor != 0 && is_residue(input)) value = value * inverse_factor_ % subject_.n;
        values.push_back(std::move(value));
        begin += input.words.size();
    }
    Words results = computed(operands, values);
    if (!interpret_) return results;
    begin = 0;
    for (const ir::Output& output : subject_.meaning.outputs) {
        values.push_back(eval::from_words(std::span(results).subspan(begin, output.words.size())));
        begin += output.words.size();
    }
    if (contract_.claimed(values) != contract_.expected(values) || contract_.broken_promise(values)) {
        throw runtime::Error(
            fmt::format("{} at {} bits: GMP does not agree", subject_.operation, subject_.width.bits));
    }
    return results;
}

}  // namespace limbsmith::bench
