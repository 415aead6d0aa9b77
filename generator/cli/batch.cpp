#include "cli/batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "cli/operand.hpp"
#include "cli/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "plan/plan.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

using runtime::Numbers;

// The numbers of line k, one for each operand.
void line_values(const Batch& batch, size_t k, std::vector<mpz_class>& values) {
    for (size_t i = 0; i < batch.operands.size(); ++i)
        values[i] = eval::from_words(batch.operands[i].number(k));
}

std::string value_text(const mpz_class& value) { return runtime::shortened("0x" + value.get_str(16)); }

// Files keep every operand below its width; what is left to check are bounds by other operands, such as a <
// m.
void check_requirements(const Batch& batch) {
    const auto depends = [](const ir::Bound& bound) { return bound.below->kind == ir::Expr::Kind::name; };
    if (std::ranges::none_of(batch.program.contract.requires_, depends)) return;
    std::mutex mutex;
    std::optional<size_t> first_broken;
    parallel_ranges(batch.count, 4096, [&] {
        return [&, contract = std::make_shared<eval::ContractEvaluator>(batch.program),
                values = std::vector<mpz_class>(batch.operands.size())](size_t first, size_t last) mutable {
            for (size_t k = first; k < last; ++k) {
                line_values(batch, k, values);
                if (!contract->broken_requirement(values)) continue;
                const std::lock_guard lock(mutex);
                first_broken = std::min(k, first_broken.value_or(k));
                return;
            }
        };
    });
    if (!first_broken) return;
    eval::ContractEvaluator contract(batch.program);
    std::vector<mpz_class> values(batch.operands.size());
    line_values(batch, *first_broken, values);
    const ir::Bound& bound = *contract.broken_requirement(values);
    const auto& inputs = batch.program.inputs;
    const size_t i = std::ranges::find(inputs, bound.name, &ir::Input::name) - inputs.begin();
    const size_t j = std::ranges::find(inputs, to_string(*bound.below), &ir::Input::name) - inputs.begin();
    const std::string limit = j < inputs.size() ? fmt::format(" = {}", value_text(values[j])) : "";
    throw runtime::InputError(fmt::format("{}: {} {} is not below {}{}",
                                          place(batch.arguments[i], *first_broken), bound.name,
                                          value_text(values[i]), to_string(*bound.below), limit));
}

}  // namespace

int operand_bits(const ir::Input& input, Width width) {
    return input.shape == ir::Shape::word ? limb_bits : width.bits;
}

int result_limbs(const ir::Program& program) { return eval::result_words(program); }

Batch read_batch(Width width, Op op, MulChoice mul, const std::vector<std::string>& arguments,
                 runtime::Layout layout) {
    Batch batch{width, op, plan::batch_program(op, width, mul), arguments, {}, 0};
    const auto& inputs = batch.program.inputs;
    if (arguments.size() != inputs.size()) {
        std::string names;
        for (const ir::Input& input : inputs) names += " " + input.name;
        throw usage_error(fmt::format("{} takes {} operands:{}; {} given", name(op), inputs.size(), names,
                                      arguments.size()));
    }
    if (std::ranges::count(arguments, "-") > 1) {
        throw usage_error("standard input can be only one of the operands");
    }
    std::optional<size_t> longest;  // the operand that sets the count
    for (size_t i = 0; i < inputs.size(); ++i) {
        batch.operands.push_back(read_operand(arguments[i], operand_bits(inputs[i], width), layout));
        if (is_value(arguments[i])) continue;
        if (longest && batch.operands[*longest].count != batch.operands[i].count) {
            throw runtime::InputError(fmt::format("files of different lengths: {} has {} numbers, {} has {}",
                                                  arguments[*longest], batch.operands[*longest].count,
                                                  arguments[i], batch.operands[i].count));
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
