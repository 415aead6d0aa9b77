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
#include "spec/representations.hpp"

namespace limbsmith::cli {
namespace {

using runtime::Numbers;

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
    throw runtime::InputError(fmt::format("{}: {} {} is not below {} = {}",
                                          place_of(batch.arguments[i], batch.operands[i], *first_broken),
                                          bound.name, value_text(values[i]), to_string(*bound.below), limit));
}

// An operand in a file: of the width for numbers and residues; of all of its words for an exponent, a product or a
// signed number.
runtime::Form operand_form(const ir::Input& input, const Task& task) {
    const ir::Representation& form = input.representation;
    if (form.is_bytes()) return {8 * task.width.bytes(), true};
    const bool is_of_width =
        form == repr::num || form == repr::plain || form == repr::elem || form == repr::member;
    return {is_of_width && !task.is_signed ? task.width.bits
                                           : limb_bits * static_cast<int>(input.words.size())};
}

}  // namespace

int result_limbs(const Task& task) {
    const std::vector<ir::Output>& outputs = task.meaning.outputs;
    const bool is_residue = outputs.size() == 1 && outputs[0].representation != repr::num &&
                            static_cast<int>(outputs[0].words.size()) == task.width.limbs();
    return is_residue && task.width.lanes > 1 ? (task.width.bits + limb_bits - 1) / limb_bits
                                              : eval::result_words(task.meaning);
}

runtime::Numbers resized(runtime::Numbers numbers, size_t limbs) {
    numbers.limbs = static_cast<int>(limbs);
    numbers.words.resize(limbs * numbers.count);
    return numbers;
}

runtime::Form result_form(const Task& task) {
    if (task.meaning.outputs[0].representation.is_bytes()) return {8 * task.width.bytes(), true};
    return {limb_bits * result_limbs(task)};
}

Batch read_batch(Task task, const std::vector<std::string>& arguments, runtime::Layout layout) {
    Batch batch{std::move(task), arguments, {}, 0};
    const auto& inputs = batch.task.meaning.inputs;
    if (arguments.size() != inputs.size()) {
        std::string names;
        for (const ir::Input& input : inputs) names += " " + input.name;
        throw usage_error(fmt::format("{} takes {}:{}; {} given", batch.task.operation,
                                      counted(inputs.size(), "operand"), names, arguments.size()));
    }
    if (std::ranges::count(arguments, "-") > 1) {
        throw usage_error("standard input can be only one of the operands");
    }
    std::optional<size_t> longest;  // an operand that is a file and so sets the count
    for (size_t i = 0; i < inputs.size(); ++i) {
        batch.operands.push_back(resized(
            read_operand(arguments[i], operand_form(inputs[i], batch.task), layout), inputs[i].words.size()));
        if (is_value(arguments[i])) continue;
        if (longest && batch.operands[*longest].count != batch.operands[i].count) {
            throw runtime::InputError(fmt::format(
                "files of different lengths: {} has {}, {} has {}", arguments[*longest],
                counted(batch.operands[*longest].count, "number"), arguments[i], batch.operands[i].count));
        }
        longest = i;
    }
    batch.count = longest ? batch.operands[*longest].count : 1;
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (is_value(arguments[i])) batch.operands[i] = repeated(batch.operands[i], batch.count);
    }
    check_requirements(batch);
    return batch;
}

}  // namespace limbsmith::cli
