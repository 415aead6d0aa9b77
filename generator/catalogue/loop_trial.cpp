#include "catalogue/loop_trial.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "catalogue/over_lanes.hpp"
#include "catalogue/trial_words.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "ir/builder.hpp"
#include "proved_form/carried_programs.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {
namespace {

using Clock = std::chrono::steady_clock;
using Role = ir::Variable::Role;

// So many threads run together, if a case does not have more.
constexpr size_t most_threads = 64;

// Arrays of the caller's size have so many words, and so many numbers.
constexpr size_t lengths_of_words[] = {0, 1, 2, 4}, lengths_of_numbers[] = {1, 2, 7};

// The members of the modulus object for n.
std::optional<ir::ExprPtr> member(std::string_view name, const ir::ExprPtr& n, const Width& width) {
    const auto bits = static_cast<uint64_t>(width.container_bits());
    if (name == "n") return n;
    if (name == "one") return ir::pow2(bits) % n;
    if (name == "r2") return ir::pow2(2 * bits) % n;
    if (name == "inverse_start") return ir::pow2(2 * bits + digit_bits) % n;
    if (name == "n0inv") return ir::pow2(limb_bits) - ir::inverse(n, ir::pow2(limb_bits));
    return std::nullopt;
}

// A loop with arrays of one length as a program of its numbers; where it has arrays of numbers, of an element each.
class Subject {
  public:
    Subject(const ir::Routine& loop, const Spec& spec, size_t length) : loop_(loop), length_(length) {
        for (int id : loop.parameters) add(id, Role::input, inputs_);
        if (loop.result) outputs_.push_back(parameter(*loop.result));
        for (int id : loop.parameters) add(id, Role::output, outputs_);
        ir::Builder builder(loop.name);
        for (const TrialParameter& it : inputs_)
            builder.input(it.variable->name, form(it), static_cast<int>(it.rows));
        for (const TrialParameter& it : outputs_)
            builder.output(name_of_output(it), form(it), std::vector<ir::Operand>(it.rows, ir::Operand(0u)));
        meaning_ = std::move(builder).finish(loop.contract);
        if (!loop.length.empty()) give(loop.length, ir::integer(length));
        if (spec.is_runtime()) state_members(spec.width);
    }

    const ir::Routine& loop() const { return loop_; }
    const ir::Program& meaning() const { return meaning_; }
    const std::vector<TrialParameter>& inputs() const { return inputs_; }
    const std::vector<TrialParameter>& outputs() const { return outputs_; }

    // Arrays of the caller's size, in the order of the parameters.
    std::vector<size_t> elements() const {
        std::vector<size_t> all;
        for (int id : loop_.parameters) {
            const auto many = variable(id).many;
            if (many == ir::Variable::Many::run_time || many == ir::Variable::Many::strided)
                all.push_back(length_);
        }
        return all;
    }
    // So many cases are one run: the elements of its arrays.
    size_t cases_of_run() const {
        return std::ranges::any_of(inputs_, &TrialParameter::is_each) ? length_ : 1;
    }
    // The same, with the other inputs of a run that has this case.
    ir::Program meaning_beside(const eval::Cases::Values& values) const {
        ir::Program made = meaning_;
        for (size_t i = 0; i < inputs_.size(); ++i) {
            if (inputs_[i].is_each) continue;
            const ir::ExprPtr value = ir::constant("", values[i].get_str(16));
            made.contract.givens.push_back({inputs_[i].variable->name, value, "the same in a run"});
        }
        return made;
    }

  private:
    const ir::Variable& variable(int id) const { return loop_.variables[static_cast<size_t>(id)]; }
    TrialParameter parameter(int id) const { return trial_parameter(variable(id), loop_.lanes(), length_); }
    void add(int id, Role role, std::vector<TrialParameter>& all) const {
        if (variable(id).role == role) all.push_back(parameter(id));
    }

    static ir::Representation form(const TrialParameter& it) {
        if (it.is_carried()) return proved_form::whole_carried();
        const bool is_number = it.is_bytes() || (it.variable->is_array() && !it.is_each);
        return is_number ? ir::number : it.variable->representation;
    }
    static std::string name_of_output(const TrialParameter& it) {
        return (it.variable->is_member() ? "m." : "") + it.variable->name;
    }

    void give(const std::string& name, const ir::ExprPtr& value) {
        meaning_.contract.givens.push_back({name, value, name + (" = " + to_string(*value))});
    }

    // Those that are read are given by n; those that are written are claimed beside the contract's relation, each in words of
    // its own: where n is no modulus, they are those for 3.
    void state_members(const Width& width) {
        ir::Contract& contract = meaning_.contract;
        for (const TrialParameter& it : inputs_) {
            if (!it.variable->is_member() || it.variable->name == "n") continue;
            if (const auto value = member(it.variable->name, ir::var("n"), width))
                give(it.variable->name, *value);
        }
        const ir::ExprPtr written = ir::if_else(contract.right, ir::var("n"), ir::integer(3));
        uint64_t place = limb_bits;
        for (const TrialParameter& it : outputs_) {
            const auto value =
                it.variable->is_member() ? member(it.variable->name, written, width) : std::nullopt;
            if (!value) continue;
            contract.left = contract.left + ir::pow2(place) * ir::var(name_of_output(it));
            contract.right = contract.right + ir::pow2(place) * *value;
            place += static_cast<uint64_t>(limb_bits) * it.rows;
        }
    }

    const ir::Routine& loop_;
    size_t length_;
    std::vector<TrialParameter> inputs_, outputs_;
    ir::Program meaning_;
};

// Contracts speak of residues; their elements are factor·x mod modulus, but for those of the modulus object.
class Elements {
  public:
    Elements(const ir::Program& meaning, const std::optional<ir::Form>& form) {
        if (!form) return;
        const std::vector<std::string> names = eval::names(meaning);
        factor_.emplace(*form->factor, names);
        modulus_.emplace(*form->modulus, names);
    }

    mpz_class element_of(const mpz_class& x, const ir::Variable& it, const eval::Cases::Values& inputs) {
        return is_element(it) ? mpz_class(x * (*factor_)(inputs) % (*modulus_)(inputs)) : x;
    }
    // An element that is not canonical stays out of the range of residues.
    mpz_class residue_of(const mpz_class& element, const ir::Variable& it,
                         const eval::Cases::Values& inputs) {
        if (!is_element(it)) return element;
        const mpz_class &factor = (*factor_)(inputs), &modulus = (*modulus_)(inputs);
        mpz_class inverse;
        if (element >= modulus || !mpz_invert(inverse.get_mpz_t(), factor.get_mpz_t(), modulus.get_mpz_t()))
            return element;
        return element * inverse % modulus;
    }

  private:
    bool is_element(const ir::Variable& it) const {
        return factor_ && it.representation.type == repr::elem.type && !it.is_member();
    }

    std::optional<eval::Evaluator> factor_, modulus_;
};

// Computes the outputs of the cases, some runs at a time.
class Results {
  public:
    Results(const Subject& subject, const ir::Library& library, const std::vector<eval::Cases::Values>& cases)
        : subject_(subject),
          loop_(subject.loop()),
          interpreter_(loop_, library),
          cases_(cases),
          elements_(subject.meaning(), loop_.form) {}

    // How many cases run together.
    size_t together() const {
        return std::max<size_t>(1, most_threads / static_cast<size_t>(loop_.lanes())) *
               subject_.cases_of_run();
    }

    eval::Cases::Values of(size_t k) {
        if (k < first_ || k >= first_ + count_) run(k);
        const size_t run = (k - first_) / each_, element = (k - first_) % each_;
        eval::Cases::Values values;
        size_t row = 0;
        for (const TrialParameter& it : subject_.outputs()) {
            const size_t own = row + (it.is_each ? element * it.rows : 0);
            std::vector<uint32_t> words;
            for (size_t w = 0; w < it.rows; ++w) words.push_back(results_[(own + w) * runs_ + run]);
            values.push_back(elements_.residue_of(value_of(it, words), *it.variable, cases_[k]));
            row += rows_of_run(it);
        }
        return values;
    }

  private:
    size_t rows_of_run(const TrialParameter& it) const { return it.rows * (it.is_each ? each_ : 1); }

    void run(size_t first) {
        first_ = first;
        count_ = std::min(together(), cases_.size() - first);
        runs_ = count_ / each_;
        std::vector<std::vector<uint32_t>> columns;
        std::vector<eval::Column> inputs;
        for (size_t i = 0; i < subject_.inputs().size(); ++i) {
            const TrialParameter& it = subject_.inputs()[i];
            std::vector<uint32_t>& column = columns.emplace_back(rows_of_run(it) * runs_);
            for (size_t k = 0; k < count_; ++k) {
                const size_t run = k / each_, element = k % each_;
                if (!it.is_each && element > 0) continue;
                const eval::Cases::Values& values = cases_[first + k];
                const auto own = words_of(it, elements_.element_of(values[i], *it.variable, values), k);
                for (size_t w = 0; w < own.size(); ++w)
                    column[(element * it.rows + w) * runs_ + run] = own[w];
            }
        }
        for (const auto& column : columns) inputs.push_back({column.data(), runs_});
        size_t rows = 0;
        for (const TrialParameter& it : subject_.outputs()) rows += rows_of_run(it);
        results_.assign(rows * runs_, 0);
        try {
            const std::vector<size_t> elements = subject_.elements();
            if (loop_.mapping.is_group())
                run_over_lanes(interpreter_, loop_, inputs, 0, runs_, results_.data(), runs_, elements);
            else
                interpreter_.run(inputs, 0, runs_, results_.data(), runs_, elements);
        } catch (const std::logic_error& error) {  // such as an index out of range
            count_ = 0;
            throw std::runtime_error(error.what());
        }
    }

    const Subject& subject_;
    const ir::Routine& loop_;
    eval::RoutineInterpreter interpreter_;
    const std::vector<eval::Cases::Values>& cases_;
    Elements elements_;
    const size_t each_ = subject_.cases_of_run();
    size_t first_ = 0, count_ = 0, runs_ = 0;  // cases and runs in results_
    std::vector<uint32_t> results_;
};

std::vector<eval::Cases::Values> draw(const Subject& subject, eval::Samples& samples, size_t count) {
    const size_t each = subject.cases_of_run();
    const eval::Cases firsts(subject.meaning(), samples, std::max<size_t>(count / each, 1));
    if (each == 1) return firsts.inputs();
    std::vector<eval::Cases::Values> all;
    for (const eval::Cases::Values& first : firsts.inputs()) {
        all.push_back(first);
        const ir::Program beside = subject.meaning_beside(first);
        const eval::Cases others(beside, samples, each - 1);
        all.insert(all.end(), others.inputs().begin(), others.inputs().end());
        all.resize(all.size() + each - 1 - others.inputs().size(), first);
    }
    return all;
}

eval::Trial try_out(const Subject& subject, const ir::Library& library, eval::Samples& samples, size_t cases,
                    double seconds) {
    eval::Cases all(subject.meaning(), draw(subject, samples, cases));
    Results results(subject, library, all.inputs());
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    return all.try_out([&](size_t k) { return results.of(k); },
                       [&](size_t k) { return k > 0 && k % results.together() == 0 && Clock::now() > end; });
}

std::span<const size_t> lengths_of(const ir::Routine& loop) {
    static constexpr size_t no_array[] = {1};
    if (loop.length.empty()) return no_array;
    const auto is_array_of_numbers = [&](int id) {
        const ir::Variable& it = loop.variables[static_cast<size_t>(id)];
        return it.is_array() && it.kind == ir::Variable::Kind::number;
    };
    return std::ranges::any_of(loop.parameters, is_array_of_numbers)
               ? std::span<const size_t>(lengths_of_numbers)
               : lengths_of_words;
}

}  // namespace

std::string why_not_tried(const ir::Routine& loop) {
    if (!loop.contract.left) return "its contract has no relation";
    for (int id : loop.parameters) {
        const ir::Variable& it = loop.variables[static_cast<size_t>(id)];
        if (loop.mapping.is_group() && it.is_array() && it.kind == ir::Variable::Kind::number)
            return it.name + " is an array of numbers over lanes";
    }
    return {};
}

eval::Trial try_out(const Spec& spec, const ir::Routine& loop, const ir::Library& library,
                    eval::Samples& samples, size_t cases, double seconds) {
    const std::span<const size_t> lengths = lengths_of(loop);
    const auto share = static_cast<double>(lengths.size());
    eval::Trial all;
    for (size_t length : lengths) {
        const Subject subject(loop, spec, length);
        const eval::Trial own = try_out(subject, library, samples,
                                        (cases + lengths.size() - 1) / lengths.size(), seconds / share);
        all.cases += own.cases;
        all.wrong = own.wrong;
        if (!all.wrong.empty()) break;
    }
    return all;
}

}  // namespace limbsmith::catalogue
