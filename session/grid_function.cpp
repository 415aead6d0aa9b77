#include "session/grid_function.hpp"

#include <string_view>

#include "eval/words.hpp"
#include "limbsmith/grid/expression.hpp"

namespace limbsmith::session {
namespace {

using Kind = Fused::Kind;

std::vector<std::string> strings(const std::vector<std::string_view>& names) {
    return {names.begin(), names.end()};
}

grid::Step::Kind kind_of(Kind kind) {
    return kind == Kind::add   ? grid::Step::Kind::add
           : kind == Kind::sub ? grid::Step::Kind::subtract
                               : grid::Step::Kind::multiply;
}

}  // namespace

std::vector<std::string> GridFunction::operands() const {
    return is_expression() ? expression_.inputs : strings(operation_->operands());
}

std::vector<std::string> GridFunction::results() const {
    return is_expression() ? std::vector<std::string>{"r"} : strings(operation_->results());
}

uint32_t GridFunction::words_of_one(uint32_t bits) const {
    return is_expression() ? (bits + 31) / 32 : operation_->words_of_one(bits);
}

uint32_t GridFunction::result_words(uint32_t words) const {
    return is_expression() ? words : operation_->result_words(words);
}

mpz_class GridFunction::by_gmp(const std::vector<mpz_class>& operands, uint32_t words) const {
    if (!is_expression()) return operation_->by_gmp(operands, words);
    std::vector<mpz_class> values;
    for (const auto& [kind, left, right] : expression_.nodes) {
        mpz_class& r = values.emplace_back();
        switch (kind) {
            case Kind::input: r = operands[static_cast<size_t>(left)]; break;
            case Kind::constant: r = expression_.constants[left]; break;
            case Kind::add: r = values[left] + values[right]; break;
            case Kind::sub: r = values[left] - values[right]; break;
            case Kind::mul: r = values[left] * values[right]; break;
        }
        mpz_fdiv_r_2exp(r.get_mpz_t(), r.get_mpz_t(), mp_bitcnt_t{32} * words);
    }
    return values.back();
}

// Constants are inputs, one number for all, behind those with names.
void GridFunction::on_machine(grid::Arithmetic& arithmetic, const grid::View& r,
                              const std::vector<grid::Numbers>& operands) const {
    if (!is_expression()) return operation_->on_machine(arithmetic, r, operands);
    const uint32_t words = operands[0].length;
    std::vector<grid::View> inputs(operands.begin(), operands.end());
    std::vector<grid::Numbers> constants;
    for (const mpz_class& it : expression_.constants) {
        mpz_class value;
        mpz_fdiv_r_2exp(value.get_mpz_t(), it.get_mpz_t(), mp_bitcnt_t{32} * words);
        constants.push_back(arithmetic.numbers(eval::to_words(value, words), words));
        inputs.push_back({constants.back().memory.get(), 0, words});
    }
    std::vector<grid::Step> steps;
    std::vector<uint32_t> places;  // of the nodes among the values
    for (const Fused::Node& it : expression_.nodes) {
        if (it.is_operation()) {
            places.push_back(static_cast<uint32_t>(inputs.size() + steps.size()));
            steps.push_back({kind_of(it.kind), places[it.left], places[it.right]});
        } else {
            const size_t before = it.kind == Kind::constant ? operands.size() : 0;
            places.push_back(static_cast<uint32_t>(before) + it.left);
        }
    }
    grid::Expression(arithmetic, static_cast<uint32_t>(inputs.size()), steps, words)
        .compute(r, inputs, operands[0].count);
}

}  // namespace limbsmith::session
