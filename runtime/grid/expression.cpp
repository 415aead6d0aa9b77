#include "limbsmith/grid/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "grid/plan.hpp"
#include "grid/transforms.hpp"
#include "limbsmith/error.hpp"

namespace limbsmith::grid {
namespace {

// A name that no other expression has.
std::string text_of(uint32_t inputs, span<const Step> steps) {
    std::string text = "expression of " + std::to_string(inputs);
    for (const Step& it : steps) {
        const char sign = it.kind == Step::Kind::add ? '+' : it.kind == Step::Kind::subtract ? '-' : '*';
        text += fmt::format(" {}{}{}", it.left, sign, it.right);
    }
    return text;
}

// The place of a level's table: kernels read tables from multiples of 16 bytes on.
size_t aligned(size_t words) { return (words + 3) / 4 * 4; }

}  // namespace

// Computes an expression of as many numbers as one turn has memory for.
class Expression::Computation {
  public:
    Computation(const Expression& of, const Arithmetic::Transforms::Work& work, const View& r,
                span<const View> inputs, uint32_t count)
        : of_(of),
          on_(of.arithmetic_),
          work_(work),
          r_(r),
          values_(inputs.begin(), inputs.end()),
          count_(count) {}

    void compute() {
        const uint32_t* table = of_.tables_.get();
        for (const Plan::Level& level : of_.plan_->levels) {
            compute(level, Table{table});
            table += aligned(level.table().size());
        }
    }

  private:
    void compute(const Plan::Level& level, const Table& table) {
        const bool is_last = &level == &of_.plan_->levels.back();
        Arithmetic::Transforms& transforms = *on_.transforms_;
        std::vector<View> factors;
        for (const uint32_t it : level.factors) factors.push_back(values_[it]);
        const uint32_t target = of_.plan_->places, sums = static_cast<uint32_t>(level.sums.size()),
                       early = static_cast<uint32_t>(factors.size()) - level.fresh();
        if (!factors.empty()) transforms.load(work_, factors, level.first, level.fresh(), count_);
        if (!factors.empty() || sums > 0)
            transforms.sums(work_, {table, level.first + early, level.fresh(), level.are_kept, target, sums},
                            count_);
        // the first sum of the last level is a part of the result
        const uint32_t apart = is_last && !level.values[0].sums.empty() ? 1 : 0;
        const Numbers made = sums > apart ? on_.make(of_.words_, (sums - apart) * count_) : Numbers{};
        const auto sum = [&](uint32_t k) { return k < apart ? r_ : made.view().after((k - apart) * count_); };
        if (apart) transforms.backward(work_, work_.x(target * count_), r_, count_, 0);
        if (sums > apart)
            transforms.backward(work_, work_.x((target + apart) * count_), made, (sums - apart) * count_, 0);
        for (const Plan::Value& it : level.values) {
            View r = is_last ? r_ : View{};
            if (!is_last && !it.sums.empty()) r = sum(it.sums[0]);
            if (!r.words) r = owned(on_.make(of_.words_, count_));
            std::vector<View> plus, minus;
            for (const uint32_t k : it.sums) plus.push_back(sum(k));
            for (const uint32_t v : it.added) plus.push_back(values_[v]);
            for (const uint32_t k : it.negative_sums) minus.push_back(sum(k));
            for (const uint32_t v : it.subtracted) minus.push_back(values_[v]);
            add_up(r, plus, minus);
            values_.resize(std::max<size_t>(values_.size(), it.number + 1));
            values_[it.number] = r;
        }
        owned(made);
    }

    void add_up(const View& r, const std::vector<View>& plus, const std::vector<View>& minus) {
        View now = plus.empty() ? on_.zero() : plus[0];
        for (size_t k = 1; k < plus.size(); ++k) on_.add(r, now, plus[k], count_), now = r;
        for (const View& it : minus) on_.subtract(r, now, it, count_), now = r;
    }

    View owned(const Numbers& numbers) {
        owned_.push_back(numbers);
        return numbers;
    }

    const Expression& of_;
    Arithmetic& on_;
    const Arithmetic::Transforms::Work& work_;
    View r_;
    std::vector<View> values_;
    uint32_t count_;
    std::vector<Numbers> owned_{};
};

Expression::Expression(Arithmetic& arithmetic, uint32_t inputs, span<const Step> steps, uint32_t words)
    : arithmetic_(arithmetic), name_(text_of(inputs, steps)), words_(words) {
    if (words == 0 || words > most_words)
        throw runtime::InputError("an expression of numbers of " + std::to_string(words) +
                                  " words: they have 1 to " + std::to_string(most_words));
    plan_ = std::make_unique<const Plan>(inputs, steps, most_terms(words));
    std::vector<uint32_t> tables;
    for (const Plan::Level& it : plan_->levels) {
        const std::vector<uint32_t> own = it.table();
        tables.insert(tables.end(), own.begin(), own.end());
        tables.resize(aligned(tables.size()));
    }
    tables_ = arithmetic.machine().allocate(tables.size());
    arithmetic.machine().write(tables_.get(), tables);
}

Expression::~Expression() = default;

void Expression::compute(const View& r, span<const View> inputs, uint32_t count) {
    std::vector<View> views(inputs.begin(), inputs.end());
    views.push_back(r), views.push_back({tables_.get(), 0, 0});
    arithmetic_.repeat(name_.c_str(), views, count, words_, [&] {
        const Arithmetic::Transforms::Work work = arithmetic_.transforms_->places(
            2 * uint64_t{words_}, count, plan_->places + plan_->most_sums, plan_->most_sums);
        for (uint32_t done = 0; done < count; done += work.count) {
            const uint32_t now = std::min(work.count, count - done);
            std::vector<View> own;
            for (const View& it : inputs) own.push_back(it.after(done));
            Computation(*this, work, r.after(done), own, now).compute();
        }
    });
}

}  // namespace limbsmith::grid
