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

// Whether the contract gives the words of the result: r = ..., and nothing else. A number in signed digits has several forms.
bool is_explicit(const ir::Program& meaning) {
    return meaning.outputs.size() == 1 && meaning.contract.left->kind == ir::Expr::Kind::name &&
           !meaning.outputs[0].representation.is_places();
}

// Runs a loop for one number.
auto run_loop(const Function& function) {
    Spec spec = function.digits ? Spec::in_digits(*function.digits, function.width.mapping)
                                : Spec::of(function.width);
    spec.ops = {function.name};
    const auto loop = std::make_shared<catalogue::Computation>(spec, function.name);
    return [loop, &function](std::span<const uint32_t> operands) {
        std::vector<eval::Column> columns;
        size_t begin = 0;
        for (const ir::Input& input : function.meaning.inputs) {
            columns.push_back({operands.data() + begin, 1});
            begin += input.words.size();
        }
        std::vector<uint32_t> result(function.result_words());
        loop->run(columns, 0, 1, result.data(), 1);
        return result;
    };
}

}  // namespace

Oracle::Oracle(const Function& function, const mpz_class& factor, const mpz_class& n)
    : function_(function), factor_(factor), n_(n), contract_(function.meaning) {
    if (factor_ != 0) {
        mpz_invert(inverse_factor_.get_mpz_t(), factor_.get_mpz_t(), n_.get_mpz_t());
    } else if (is_explicit(function.meaning)) {
        interpret_ = {};
    } else if (function.is_loop()) {
        interpret_ = run_loop(function);
    } else {
        const auto interpreter = std::make_shared<eval::Interpreter>(function.meaning);
        interpret_ = [interpreter](std::span<const uint32_t> operands) {
            return interpreter->run_one(operands);
        };
    }
}

std::vector<uint32_t> Oracle::draw(eval::Samples& samples, bool edges) {
    Words words;
    const std::vector<mpz_class> values = samples.inputs(function_.meaning, edges);
    for (size_t i = 0; i < values.size(); ++i) {
        const ir::Input& input = function_.meaning.inputs[i];
        const auto part = eval::to_words(values[i], input.representation, input.words.size());
        words.insert(words.end(), part.begin(), part.end());
    }
    return words;
}

std::vector<uint32_t> Oracle::computed(std::span<const uint32_t> operands,
                                       std::span<const mpz_class> values) {
    if (is_explicit(function_.meaning))
        return eval::to_words(contract_.expected(values), function_.meaning.outputs[0].representation,
                              static_cast<size_t>(function_.result_words()));
    if (interpret_) return interpret_(operands);
    const mpz_class r = contract_.expected(values) * factor_ % n_;
    return eval::to_words(r, function_.result_words());
}

std::vector<uint32_t> Oracle::operator()(std::span<const uint32_t> operands) {
    std::vector<mpz_class> values;
    size_t begin = 0;
    for (const ir::Input& input : function_.meaning.inputs) {
        mpz_class value = eval::from_words(operands.subspan(begin, input.words.size()), input.representation);
        if (factor_ != 0 && is_residue(input)) value = value * inverse_factor_ % n_;
        values.push_back(std::move(value));
        begin += input.words.size();
    }
    Words results = computed(operands, values);
    if (!interpret_) return results;
    begin = 0;
    for (const ir::Output& output : function_.meaning.outputs) {
        values.push_back(
            eval::result_of(std::span(results).subspan(begin, output.words.size()), output.representation));
        begin += output.words.size();
    }
    if (contract_.claimed(values) != contract_.expected(values) || contract_.broken_promise(values)) {
        throw runtime::Error(
            fmt::format("{} at {} bits: GMP does not agree", function_.name, function_.width.bits));
    }
    return results;
}

}  // namespace limbsmith::bench
