#include "derive/edge_inputs.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "spec/width.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

constexpr size_t most_tries = 50;  // for one line that the contract allows

bool mentions(const ir::ExprPtr& expr, const std::string& name) {
    if (!expr) return false;
    if (expr->kind == ir::Expr::Kind::name) return expr->text == name;
    return mentions(expr->left, name) || mentions(expr->right, name) || mentions(expr->other, name);
}

void collect_constants(const ir::ExprPtr& expr, Values& constants) {
    if (!expr) return;
    if (expr->kind == ir::Expr::Kind::constant) constants.emplace_back(expr->hex, 16);
    if (expr->kind == ir::Expr::Kind::integer) constants.emplace_back(expr->number);
    if (expr->kind == ir::Expr::Kind::pow2) constants.push_back(mpz_class(1) << expr->number);
    collect_constants(expr->left, constants);
    collect_constants(expr->right, constants);
    collect_constants(expr->other, constants);
}

bool fits(const mpz_class& value, const ir::Input& input) {
    const size_t count = input.words.size(), bits = mpz_sizeinbase(value.get_mpz_t(), 2);
    if (!input.representation.is_signed()) return value >= 0 && bits <= limb_bits * count;
    return bits <= limb_bits * count && eval::from_words(eval::to_words(value, input.representation, count),
                                                         input.representation) == value;
}

class Draw {
  public:
    Draw(const ir::Program& program, eval::Samples& samples)
        : program_(program), samples_(samples), contract_(program) {
        const std::vector<std::string> all = eval::names(program);
        for (size_t i = 0; i < program.inputs.size(); ++i) {
            const auto& bounds = program.contract.requires_;
            const auto bound = std::ranges::find(bounds, all[i], &ir::Bound::name);
            Range range{&*bound, of_magnitude(*bound, program), eval::Evaluator(*bound->below, all)};
            if (bound->at_least) range.at_least.emplace(*bound->at_least, all);
            for (const ir::Given& given : program.contract.givens) {
                if (given.name == all[i]) range.given.emplace(*given.value, all);
            }
            range.is_bound = std::ranges::any_of(bounds, [&](const ir::Bound& other) {
                return mentions(other.below, all[i]) || mentions(other.at_least, all[i]);
            });
            ranges_.push_back(std::move(range));
            if (!is_exact(*bound)) free_.push_back(i);
            collect_constants(bound->below, constants_);
        }
        collect_constants(program.contract.left, constants_);
        collect_constants(program.contract.right, constants_);
        std::ranges::sort(constants_);
        constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
    }

    // Inputs at the ends of their ranges; nullopt if the contract does not allow them.
    std::optional<Values> ends(uint64_t highest) {
        Values values = samples_.inputs(program_, true);
        // inputs that bound others are set first, whatever their order
        for (int pass = 0; pass < 2; ++pass) {
            for (size_t k = 0; k < free_.size(); ++k) {
                const size_t i = free_[k];
                place(i, highest >> k & 1 ? top(i, values) : bottom(i, values), values);
            }
        }
        settle(values);
        return legal(values);
    }

    std::optional<Values> next() {
        Values values = samples_.inputs(program_, samples_.below(4) != 0);
        for (uint64_t moves = free_.empty() ? 0 : samples_.below(4); moves > 0; --moves) {
            const size_t i = free_[samples_.below(free_.size())];
            place(i, moved(i, values), values);
            settle(values);
        }
        return legal(values);
    }

    size_t free_inputs() const { return free_.size(); }

  private:
    struct Range {
        const ir::Bound* bound;
        bool of_magnitude;
        eval::Evaluator below;
        std::optional<eval::Evaluator> at_least{}, given{};
        bool is_bound = false;  // bounds another input, and is not 0
    };

    mpz_class top(size_t i, const Values& values) { return ranges_[i].below(values) - 1; }
    mpz_class bottom(size_t i, const Values& values) {
        Range& range = ranges_[i];
        if (range.at_least) return (*range.at_least)(values);
        return range.of_magnitude ? mpz_class(-top(i, values)) : mpz_class(0);
    }
    mpz_class nudge() { return mpz_class(static_cast<long>(samples_.below(3)) - 1); }

    // A number that the program may compare values with: a modulus, a bound, another constant.
    mpz_class landmark(size_t i, const Values& values) {
        const uint64_t choice = samples_.below(constants_.size() + values.size() + 1);
        mpz_class mark = choice < constants_.size()                   ? constants_[choice]
                         : choice < constants_.size() + values.size() ? values[choice - constants_.size()]
                                                                      : ranges_[i].below(values);
        return mark > 0 ? mark : mpz_class(1);
    }

    // Another value for input i.
    mpz_class moved(size_t i, const Values& values) {
        const mpz_class &own = values[i], &other = values[samples_.below(values.size())];
        const size_t words = program_.inputs[i].words.size();
        const size_t word = samples_.below(words);
        const mpz_class power = mpz_class(1) << (limb_bits * (word + 1));
        const mpz_class highest = top(i, values), mark = landmark(i, values);
        mpz_class value;
        switch (samples_.below(9)) {
            case 0: return highest - samples_.below(3);
            case 1: return bottom(i, values) + samples_.below(3);
            case 2: return other + nudge();
            case 3: return power - other + nudge();  // a sum whose carry runs up to a limb
            case 4: return mark - other + nudge();
            case 5:  // next to a multiple
                return samples_.uniform(highest / mark + 1) * mark + nudge();
            case 6: {  // one word from a bound, or of zeros or ones
                const mpz_class from[] = {0, power - 1, highest, mark};
                mpz_class low = power >> limb_bits, taken = from[samples_.below(4)] / low % (power / low);
                return own + (taken - own / low % (power / low)) * low;
            }
            case 7:
            case 8: {  // a product next to a multiple, or to a multiple times R
                if (mpz_invert(value.get_mpz_t(), other.get_mpz_t(), mark.get_mpz_t()) == 0) return highest;
                const mpz_class R =
                    samples_.below(2) == 0 ? mpz_class(1) : mpz_class(1) << (limb_bits * words);
                value = value * R * (nudge() + nudge());
                mpz_fdiv_r(value.get_mpz_t(), value.get_mpz_t(), mark.get_mpz_t());
                return value;
            }
        }
        return value;
    }

    // Sets input i to `value`, or to the nearest value that the contract allows.
    void place(size_t i, mpz_class value, Values& values) {
        Range& range = ranges_[i];
        const mpz_class difference = value - range.bound->residue;
        value -= mpz_fdiv_ui(difference.get_mpz_t(), range.bound->step);
        if (range.is_bound && value == 0) value = 1;
        values[i] = value;
        if (range.given) values[i] = mpz_class((*range.given)(values));
    }

    // Moves all inputs into their ranges after one has changed, and recomputes the dependent ones.
    void settle(Values& values) {
        for (int pass = 0; pass < 2; ++pass) {
            for (size_t i : free_) {
                const mpz_class highest = top(i, values), lowest = bottom(i, values);
                if (values[i] < lowest || values[i] > highest)
                    place(i, values[i] < lowest ? lowest : highest, values);
            }
        }
        for (int pass = 0; pass < 2; ++pass) {
            for (size_t i = 0; i < values.size(); ++i) {
                if (is_exact(*ranges_[i].bound)) values[i] = mpz_class((*ranges_[i].at_least)(values));
            }
        }
    }

    std::optional<Values> legal(const Values& values) {
        for (size_t i = 0; i < values.size(); ++i) {
            if (!fits(values[i], program_.inputs[i])) return std::nullopt;
        }
        if (contract_.broken_requirement(values) || contract_.broken_given(values)) return std::nullopt;
        return values;
    }

    const ir::Program& program_;
    eval::Samples& samples_;
    eval::ContractEvaluator contract_;
    std::deque<Range> ranges_;  // not copyable: an Evaluator points into itself
    std::vector<size_t> free_;
    Values constants_;
};

}  // namespace

std::vector<Values> edge_inputs(const ir::Program& program, size_t count, eval::Samples& samples) {
    Draw draw(program, samples);
    std::vector<Values> lines;
    const auto add = [&](std::optional<Values> line) {
        if (line) lines.push_back(std::move(*line));
    };
    const uint64_t combinations = uint64_t{1} << std::min<size_t>(draw.free_inputs(), 5);
    for (uint64_t k = 0; k < combinations && lines.size() < count; ++k) {
        // inputs from the sixth on use the same end
        add(draw.ends(k & 1 ? ~(combinations - 1) | k : k));
    }
    for (size_t tries = 0; lines.size() < count && tries < most_tries * count; ++tries) add(draw.next());
    return lines;
}

}  // namespace limbsmith::test
