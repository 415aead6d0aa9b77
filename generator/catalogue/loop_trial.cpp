#include "catalogue/loop_trial.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "eval/words.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

using Clock = std::chrono::steady_clock;

// So many cases run together.
constexpr size_t together = 64;

bool is_covered(const ir::Routine& loop) {
    if (loop.mapping.is_group() || !loop.contract.left) return false;
    return std::ranges::none_of(loop.parameters, [&](int id) {
        const ir::Variable& it = loop.variables[static_cast<size_t>(id)];
        return it.is_array() || (it.is_member() && it.role == ir::Variable::Role::output);
    });
}

// States the other members of a modulus object by n.
void state_members(ir::Program& meaning, const Width& width) {
    const ir::ExprPtr n = ir::var("n");
    const auto bits = static_cast<uint64_t>(width.container_bits());
    const auto state = [&](const char* name, const ir::ExprPtr& value) {
        const auto is_it = [&](const ir::Input& input) {
            return input.representation.is_member() && input.name == name;
        };
        if (std::ranges::any_of(meaning.inputs, is_it))
            meaning.contract.givens.push_back({name, value, name + (" = " + to_string(*value))});
    };
    state("one", ir::pow2(bits) % n);
    state("r2", ir::pow2(2 * bits) % n);
    state("inverse_start", ir::pow2(2 * bits + digit_bits) % n);
    state("n0inv", ir::pow2(limb_bits) - ir::inverse(n, ir::pow2(limb_bits)));
}

// Computes the outputs of the cases, some at a time.
class Results {
  public:
    Results(const ir::Program& meaning, const ir::Routine& loop, const ir::Library& library,
            const std::vector<eval::Cases::Values>& cases)
        : meaning_(meaning), interpreter_(loop, library), cases_(cases) {}

    eval::Cases::Values of(size_t k) {
        if (k < first_ || k >= first_ + count_) run(k);
        eval::Cases::Values values;
        size_t row = 0;
        for (const ir::Output& output : meaning_.outputs) {
            std::vector<uint32_t> words;
            for (size_t w = 0; w < output.words.size(); ++w)
                words.push_back(results_[row++ * count_ + k - first_]);
            values.push_back(eval::from_words(words, output.representation));
        }
        return values;
    }

  private:
    void run(size_t first) {
        first_ = first;
        count_ = std::min(together, cases_.size() - first);
        std::vector<std::vector<uint32_t>> columns;
        std::vector<eval::Column> inputs;
        for (size_t i = 0; i < meaning_.inputs.size(); ++i) {
            const ir::Input& input = meaning_.inputs[i];
            std::vector<uint32_t>& column = columns.emplace_back(input.words.size() * count_);
            for (size_t k = 0; k < count_; ++k) {
                const auto own =
                    eval::to_words(cases_[first + k][i], input.representation, input.words.size());
                for (size_t w = 0; w < own.size(); ++w) column[w * count_ + k] = own[w];
            }
        }
        for (const auto& column : columns) inputs.push_back({column.data(), count_});
        results_.assign(static_cast<size_t>(eval::result_words(meaning_)) * count_, 0);
        try {
            interpreter_.run(inputs, 0, count_, results_.data(), count_);
        } catch (const std::logic_error& error) {  // such as an index out of range
            count_ = 0;
            throw std::runtime_error(error.what());
        }
    }

    const ir::Program& meaning_;
    eval::RoutineInterpreter interpreter_;
    const std::vector<eval::Cases::Values>& cases_;
    size_t first_ = 0, count_ = 0;  // those in results_
    std::vector<uint32_t> results_;
};

}  // namespace

std::optional<eval::Trial> try_out(const Spec& spec, const ir::Routine& loop, const ir::Library& library,
                                   eval::Samples& samples, size_t cases, double seconds) {
    if (!is_covered(loop)) return std::nullopt;
    ir::Program meaning = ir::meaning(loop);
    if (spec.is_runtime()) state_members(meaning, spec.width);
    eval::Cases all(meaning, samples, cases);
    Results results(meaning, loop, library, all.inputs());
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    return all.try_out([&](size_t k) { return results.of(k); },
                       [&](size_t k) { return k > 0 && k % together == 0 && Clock::now() > end; });
}

}  // namespace limbsmith::catalogue
