#include "catalogue/loop_trial.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "catalogue/over_lanes.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "eval/words.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

using Clock = std::chrono::steady_clock;

// So many threads run together, if a case does not have more.
constexpr size_t most_threads = 64;

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

// Contracts speak of residues; their elements are factor·x mod modulus, but for those of the modulus object.
class Elements {
  public:
    Elements(const ir::Program& meaning, const std::optional<ir::Form>& form) {
        if (!form) return;
        const std::vector<std::string> names = eval::names(meaning);
        factor_.emplace(*form->factor, names);
        modulus_.emplace(*form->modulus, names);
    }

    mpz_class element_of(const mpz_class& x, const ir::Representation& it,
                         const eval::Cases::Values& inputs) {
        return is_element(it) ? mpz_class(x * (*factor_)(inputs) % (*modulus_)(inputs)) : x;
    }
    // An element that is not canonical stays out of the range of residues.
    mpz_class residue_of(const mpz_class& element, const ir::Representation& it,
                         const eval::Cases::Values& inputs) {
        if (!is_element(it)) return element;
        const mpz_class &factor = (*factor_)(inputs), &modulus = (*modulus_)(inputs);
        mpz_class inverse;
        if (element >= modulus || !mpz_invert(inverse.get_mpz_t(), factor.get_mpz_t(), modulus.get_mpz_t()))
            return element;
        return element * inverse % modulus;
    }

  private:
    bool is_element(const ir::Representation& it) const {
        return factor_ && it.type == repr::elem.type && !it.is_member();
    }

    std::optional<eval::Evaluator> factor_, modulus_;
};

// Computes the outputs of the cases, some at a time.
class Results {
  public:
    Results(const ir::Program& meaning, const ir::Routine& loop, const ir::Library& library,
            const std::vector<eval::Cases::Values>& cases)
        : meaning_(meaning),
          loop_(loop),
          interpreter_(loop, library),
          cases_(cases),
          elements_(meaning, loop.form) {}

    // How many cases run together.
    size_t together() const { return std::max<size_t>(1, most_threads / static_cast<size_t>(loop_.lanes())); }

    eval::Cases::Values of(size_t k) {
        if (k < first_ || k >= first_ + count_) run(k);
        eval::Cases::Values values;
        size_t row = 0;
        for (const ir::Output& output : meaning_.outputs) {
            std::vector<uint32_t> words;
            for (size_t w = 0; w < output.words.size(); ++w)
                words.push_back(results_[row++ * count_ + k - first_]);
            const ir::Representation& it = output.representation;
            values.push_back(elements_.residue_of(eval::from_words(words, it), it, cases_[k]));
        }
        return values;
    }

  private:
    void run(size_t first) {
        first_ = first;
        count_ = std::min(together(), cases_.size() - first);
        std::vector<std::vector<uint32_t>> columns;
        std::vector<eval::Column> inputs;
        for (size_t i = 0; i < meaning_.inputs.size(); ++i) {
            const ir::Input& input = meaning_.inputs[i];
            std::vector<uint32_t>& column = columns.emplace_back(input.words.size() * count_);
            for (size_t k = 0; k < count_; ++k) {
                const eval::Cases::Values& values = cases_[first + k];
                const auto own = eval::to_words(elements_.element_of(values[i], input.representation, values),
                                                input.representation, input.words.size());
                for (size_t w = 0; w < own.size(); ++w) column[w * count_ + k] = own[w];
            }
        }
        for (const auto& column : columns) inputs.push_back({column.data(), count_});
        results_.assign(static_cast<size_t>(eval::result_words(meaning_)) * count_, 0);
        try {
            if (loop_.mapping.is_group())
                run_over_lanes(interpreter_, loop_, inputs, 0, count_, results_.data(), count_);
            else
                interpreter_.run(inputs, 0, count_, results_.data(), count_);
        } catch (const std::logic_error& error) {  // such as an index out of range
            count_ = 0;
            throw std::runtime_error(error.what());
        }
    }

    const ir::Program& meaning_;
    const ir::Routine& loop_;
    eval::RoutineInterpreter interpreter_;
    const std::vector<eval::Cases::Values>& cases_;
    Elements elements_;
    size_t first_ = 0, count_ = 0;  // those in results_
    std::vector<uint32_t> results_;
};

}  // namespace

std::string why_not_tried(const ir::Routine& loop) {
    if (!loop.contract.left) return "its contract has no relation";
    for (int id : loop.parameters) {
        const ir::Variable& it = loop.variables[static_cast<size_t>(id)];
        if (it.is_array()) return it.name + " is an array";
        if (it.is_member() && it.role == ir::Variable::Role::output) return "it fills in a modulus object";
        if (loop.mapping.is_group() && it.representation.is_digits()) return "carries wait in " + it.name;
    }
    return {};
}

eval::Trial try_out(const Spec& spec, const ir::Routine& loop, const ir::Library& library,
                    eval::Samples& samples, size_t cases, double seconds) {
    ir::Program meaning = ir::meaning(loop);
    if (spec.is_runtime()) state_members(meaning, spec.width);
    eval::Cases all(meaning, samples, cases);
    Results results(meaning, loop, library, all.inputs());
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    return all.try_out([&](size_t k) { return results.of(k); },
                       [&](size_t k) { return k > 0 && k % results.together() == 0 && Clock::now() > end; });
}

}  // namespace limbsmith::catalogue
