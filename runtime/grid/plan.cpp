#include "grid/plan.hpp"

#include <algorithm>
#include <array>

namespace limbsmith::grid {
namespace {

using Kind = Step::Kind;

// An expression as sums of products.
class Planner {
  public:
    Planner(uint32_t inputs, span<const Step> steps)
        : inputs_(inputs), steps_(steps), values_(inputs + steps.size()) {
        const auto last = static_cast<uint32_t>(values_.size()) - 1;
        values_[last].is_needed = values_[last].is_own = true;
        for (uint32_t v = last; v >= inputs; --v)
            if (values_[v].is_needed) use(step(v));
        for (uint32_t v = inputs; v <= last; ++v)
            if (values_[v].is_needed && values_[v].is_own) levels_of(v);
    }

    struct Terms {
        std::vector<std::array<uint32_t, 2>> products{};
        std::vector<uint32_t> alone{};
    };
    struct Value {
        bool is_needed = false, is_factor = false;
        bool is_own = false;                 // not only a term of one sum
        int sums = 0;                        // of which it is a term
        uint32_t level = 0, last_level = 0;  // its own, and the last one that needs its transform
        Terms plus{}, minus{};
    };
    const std::vector<Value>& values() const { return values_; }

  private:
    const Step& step(uint32_t v) const { return steps_[v - inputs_]; }
    bool is_sum(uint32_t v) const { return v >= inputs_ && step(v).kind != Kind::multiply; }

    void use(const Step& of) {
        for (const uint32_t v : {of.left, of.right}) {
            Value& it = values_[v];
            it.is_needed = true;
            if (of.kind == Kind::multiply)
                it.is_factor = it.is_own = true;
            else if (is_sum(v) && ++it.sums > 1)
                it.is_own = true;
        }
    }

    void levels_of(uint32_t v) {
        Value& own = values_[v];
        collect(v, false, own);
        for (const Terms* terms : {&own.plus, &own.minus}) {
            for (const auto& it : terms->products)
                for (const uint32_t factor : it) own.level = std::max(own.level, values_[factor].level + 1);
            for (const uint32_t it : terms->alone) own.level = std::max(own.level, values_[it].level + 1);
        }
        for (const Terms* terms : {&own.plus, &own.minus}) {
            const auto need = [&](uint32_t it) {
                values_[it].last_level = std::max(values_[it].last_level, own.level);
            };
            for (const auto& it : terms->products) need(it[0]), need(it[1]);
            for (const uint32_t it : terms->alone) need(it);
        }
    }
    void collect(uint32_t v, bool is_negative, Value& to) const {
        Terms& terms = is_negative ? to.minus : to.plus;
        const bool is_itself = &values_[v] == &to;
        if (v < inputs_ || (is_sum(v) && values_[v].is_own && !is_itself)) return terms.alone.push_back(v);
        const Step& of = step(v);
        if (of.kind == Kind::multiply) return terms.products.push_back({of.left, of.right});
        collect(of.left, is_negative, to);
        collect(of.right, is_negative != (of.kind == Kind::subtract), to);
    }

    uint32_t inputs_;
    span<const Step> steps_;
    std::vector<Value> values_;
};

}  // namespace

std::vector<uint32_t> Plan::Level::table() const {
    const uint32_t header = (static_cast<uint32_t>(sums.size()) + 2) / 2 * 2;
    std::vector<uint32_t> words(header);
    words[0] = header / 2;
    for (size_t s = 0; s < sums.size(); ++s) {
        words.insert(words.end(), sums[s].begin(), sums[s].end());
        words[s + 1] = static_cast<uint32_t>(words.size()) / 2;
    }
    return words;
}

Plan::Plan(uint32_t inputs, span<const Step> steps, uint32_t most_terms) {
    const Planner planner(inputs, steps);
    const std::vector<Planner::Value>& values = planner.values();
    levels.resize(values.back().level);
    std::vector<uint32_t> places_of(values.size());
    for (uint32_t l = 0; l < levels.size(); ++l) {
        Level& level = levels[l];
        level.first = places;
        for (uint32_t v = 0; v < values.size(); ++v) {
            if (!values[v].is_factor || values[v].level != l || !values[v].is_needed) continue;
            level.factors.push_back(v);
            places_of[v] = places++;
        }
        const auto early = static_cast<uint32_t>(level.factors.size()) - level.fresh();
        for (uint32_t k = early; k < level.factors.size(); ++k)
            level.are_kept |= values[level.factors[k]].last_level > l + 1;
        const auto operand = [&](uint32_t v) {
            const uint32_t fresh = places_of[v] - level.first - early;
            return values[v].level == l && places_of[v] >= level.first + early
                       ? fresh
                       : places_of[v] + operand_one + 1;
        };
        // A value that has a transform is added before the inverse.
        const auto add = [&](const Planner::Terms& terms, std::vector<uint32_t>& sums,
                             std::vector<uint32_t>& alone) {
            std::vector<std::array<uint32_t, 2>> all;
            for (const auto& [a, b] : terms.products) all.push_back({operand(a), operand(b)});
            for (const uint32_t v : terms.alone) {
                if (!terms.products.empty() && values[v].is_factor)
                    all.push_back({operand(v), operand_one});
                else
                    alone.push_back(v);
            }
            for (size_t k = 0; k < all.size(); ++k) {
                if (k % most_terms == 0) {
                    sums.push_back(static_cast<uint32_t>(level.sums.size()));
                    level.sums.emplace_back();
                }
                level.sums.back().insert(level.sums.back().end(), all[k].begin(), all[k].end());
            }
        };
        for (uint32_t v = inputs; v < values.size(); ++v) {
            if (!values[v].is_needed || !values[v].is_own || values[v].level != l + 1) continue;
            Value& made = level.values.emplace_back(Value{v});
            add(values[v].plus, made.sums, made.added);
            add(values[v].minus, made.negative_sums, made.subtracted);
        }
        most_sums = std::max(most_sums, static_cast<uint32_t>(level.sums.size()));
    }
}

}  // namespace limbsmith::grid
