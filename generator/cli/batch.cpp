#include "cli/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "cli/operand.hpp"
#include "engine/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::cli {

std::vector<eval::Column> columns_of(const Batch& batch) {
    std::vector<eval::Column> columns;
    for (const runtime::Numbers& operand : batch.operands)
        columns.push_back({operand.words.data(), operand.count});
    return columns;
}
namespace {

using runtime::Numbers;

// The numbers with as many limbs: further ones are 0.
Numbers resized(Numbers numbers, size_t limbs) {
    numbers.limbs = static_cast<int>(limbs);
    numbers.words.resize(limbs * numbers.count);
    return numbers;
}

// Reads line k into `values`, one number for each operand.
void line_values(const Batch& batch, size_t k, std::vector<mpz_class>& values) {
    for (size_t i = 0; i < batch.operands.size(); ++i)
        values[i] = eval::from_words(batch.operands[i].number(k));
}

std::string value_text(const mpz_class& value) { return runtime::shortened("0x" + value.get_str(16)); }

size_t index_of(const ir::Program& program, const std::string& input) {
    return std::ranges::find(program.inputs, input, &ir::Input::name) - program.inputs.begin();
}

// Checks bounds such as a < m and a < N. read_operand has checked that operands are below 2^bits.
void check_requirements(const Batch& batch) {
    const auto depends = [](const ir::Bound& bound) {
        return bound.below->kind == ir::Expr::Kind::name || bound.below->kind == ir::Expr::Kind::constant;
    };
    if (std::ranges::none_of(batch.task.meaning.contract.requires_, depends)) return;
    std::mutex mutex;
    std::optional<size_t> first_broken;
    engine::parallel_ranges(batch.count, 4096, [&] {
        return [&, contract = std::make_shared<eval::ContractEvaluator>(batch.task.meaning),
                values = std::vector<mpz_class>(batch.operands.size())](size_t first, size_t last) mutable {
            for (size_t k = first; k < last; ++k) {
                line_values(batch, k, values);
                if (!contract->broken_given(values) && !contract->broken_requirement(values)) continue;
                const std::lock_guard lock(mutex);
                first_broken = std::min(k, first_broken.value_or(k));
                return;
            }
        };
    });
    if (!first_broken) return;
    eval::ContractEvaluator contract(batch.task.meaning);
    std::vector<mpz_class> values(batch.operands.size());
    line_values(batch, *first_broken, values);
    if (const ir::Given* given = contract.broken_given(values)) {
        const size_t i = index_of(batch.task.meaning, given->name);
        throw runtime::InputError(fmt::format("{}: {} {} does not do: {}",
                                              place_of(batch.arguments[i], batch.operands[i], *first_broken),
                                              given->name, value_text(values[i]), given->text));
    }
    const ir::Bound& bound = *contract.broken_requirement(values);
    const size_t i = index_of(batch.task.meaning, bound.name);
    eval::Evaluator below(*bound.below, eval::names(batch.task.meaning));
    const std::string limit = value_text(below(values));
    throw runtime::InputError(fmt::format("{}: {} {} is not below {} = {} (--reduce-inputs reduces it)",
                                          place_of(batch.arguments[i], batch.operands[i], *first_broken),
                                          bound.name, value_text(values[i]), to_string(*bound.below), limit));
}

// The bound of an input that other numbers decide: another input, or N.
const ir::Expr* limit_of(const ir::Program& program, const std::string& input) {
    for (const ir::Bound& bound : program.contract.requires_) {
        const ir::Expr::Kind kind = bound.below->kind;
        if (bound.name == input && (kind == ir::Expr::Kind::name || kind == ir::Expr::Kind::constant))
            return bound.below.get();
    }
    return nullptr;
}

// An operand in a file: of the width for numbers and residues; of all limbs of the width for an exponent and a number in
// two's complement; of all its words for a product.
runtime::Form operand_form(const ir::Input& input, const Task& task, const FormatOptions& format) {
    const ir::Representation& form = input.representation;
    if (form.is_bytes()) return {8 * task.spec.width.bytes(), true};
    if (form.is_places())
        return in_digits(form, form.used ? form.used : static_cast<int>(input.words.size()));
    const int words = static_cast<int>(input.words.size()), limbs = value_limbs(task.spec.width);
    if (form == repr::num) {
        const runtime::Sign sign = sign_of(task.signs, format, task.operation);
        return {sign == runtime::Sign::none ? task.spec.width.bits : limb_bits * limbs, false, sign};
    }
    if (form == repr::plain || form == repr::elem || form == repr::member) return {task.spec.width.bits};
    return {limb_bits * (words == task.spec.width.limbs() ? limbs : words)};
}

// How --reduce-inputs makes any integer an operand.
void reduce(Operand& operand, const ir::Input& input, const ir::Program& meaning) {
    const bool is_number = input.representation == repr::num && input.name != "e" && input.name != "m";
    const ir::Expr* limit = limit_of(meaning, input.name);
    if (limit && limit->kind == ir::Expr::Kind::name) {
        operand.modulo = index_of(meaning, limit->text);
    } else if (limit || is_number) {
        const mpz_class modulus =
            limit ? eval::Evaluator(*limit, {})({}) : mpz_class(mpz_class(1) << operand.form.bits);
        operand.form.reduce = [modulus](mpz_class& number, size_t) {
            mpz_mod(number.get_mpz_t(), number.get_mpz_t(), modulus.get_mpz_t());
        };
    }
}

std::vector<Operand> operands_of(const Task& task, const FormatOptions& format) {
    std::vector<Operand> operands;
    for (const ir::Input& input : task.meaning.inputs) {
        operands.push_back({input.name, operand_form(input, task, format)});
        if (format.reduce_inputs) reduce(operands.back(), input, task.meaning);
    }
    return operands;
}

}  // namespace

BatchReader::BatchReader(const Task& task, const FormatOptions& format,
                         const std::vector<std::string>& arguments)
    : operands_(task.operation, operands_of(task, format), arguments, format.parsed_layout(),
                format.parsed_range()) {
    for (const ir::Input& input : task.meaning.inputs) limbs_.push_back(input.words.size());
}

void BatchReader::read(Batch& batch, size_t most) {
    batch.operands = operands_.read(most);
    batch.count = batch.operands[0].count;
    for (size_t i = 0; i < limbs_.size(); ++i)
        batch.operands[i] = resized(std::move(batch.operands[i]), limbs_[i]);
    check_requirements(batch);
}

}  // namespace limbsmith::cli
