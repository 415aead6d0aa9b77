#include "algorithm/quadratic/steps.hpp"

#include <algorithm>
#include <climits>

namespace limbsmith::algorithm::quadratic {
namespace {

using Kind = Fused::Kind;

// A node whose value is kept, as a sum of products and of other such values.
struct Sum {
    struct Product {
        int left, right;
        bool is_negative;
    };
    int node;
    std::vector<Product> products{};
    std::vector<Step::Term> terms{};  // of nodes
    bool is_begun = false;

    bool is_last_piece() const { return products.size() <= 1; }
};

class Scheduler {
  public:
    explicit Scheduler(const Fused& expression)
        : nodes_(expression.nodes),
          last_(static_cast<int>(nodes_.size()) - 1),
          uses_(nodes_.size()),
          is_factor_(nodes_.size()),
          is_there_(nodes_.size()),
          reads_(nodes_.size()),
          slot_(nodes_.size(), Step::none) {
        count_uses(last_);
        for (int i = 0; i <= last_; ++i) {
            if (nodes_[i].kind == Kind::input) {
                slot_[i] = take_slot();
                is_there_[i] = true;
            } else if (is_kept(i) && (i == last_ || uses_[i] > 0)) {
                sums_.push_back({i});
                expand(i, false, sums_.back());
            }
        }
        for (const Sum& sum : sums_) {
            for (const Sum::Product& it : sum.products) ++reads_[it.left], ++reads_[it.right];
            for (const Step::Term& it : sum.terms) ++reads_[it.slot];
        }
    }

    Steps made() && {
        while (!sums_.empty()) {
            const auto [sum, piece] = cheapest();
            add_step(sums_[sum], piece);
            if (is_there_[sums_[sum].node]) sums_.erase(sums_.begin() + static_cast<std::ptrdiff_t>(sum));
        }
        const auto slots = static_cast<int>(is_taken_.size());
        for (size_t k = 0; k < steps_.size(); ++k) {
            taken_[k].resize(is_taken_.size());
            const auto free = std::ranges::find(taken_[k], false);
            if (free != taken_[k].end()) steps_[k].scratch = static_cast<int>(free - taken_[k].begin());
        }
        return {slots, std::move(steps_)};
    }

  private:
    struct Choice {
        size_t sum, product;
    };

    void count_uses(int i) {
        const Fused::Node& it = nodes_[i];
        if (it.kind == Kind::input) return;
        for (const int operand : {it.left, it.right}) {
            if (uses_[operand]++ == 0) count_uses(operand);
            if (it.kind == Kind::mul) is_factor_[operand] = true;
        }
    }
    bool is_kept(int i) const {
        return nodes_[i].kind == Kind::input || i == last_ || is_factor_[i] || uses_[i] > 1;
    }
    void expand(int i, bool is_negative, Sum& sum) const {
        const Fused::Node& it = nodes_[i];
        if (it.kind == Kind::mul) {
            sum.products.push_back({it.left, it.right, is_negative});
            return;
        }
        for (const bool is_right : {false, true}) {
            const int operand = is_right ? it.right : it.left;
            const bool sign = is_negative != (is_right && it.kind == Kind::sub);
            if (is_kept(operand))
                sum.terms.push_back({operand, sign});
            else
                expand(operand, sign, sum);
        }
    }

    // The nodes that a step reads, one for each time.
    static std::vector<int> read_by(const Sum& sum, size_t product) {
        std::vector<int> all;
        if (!sum.products.empty()) all = {sum.products[product].left, sum.products[product].right};
        if (sum.is_last_piece())
            for (const Step::Term& it : sum.terms) all.push_back(it.slot);
        return all;
    }
    // The slots that it takes, less those that it leaves; INT_MAX where operands are not there.
    int cost(const Sum& sum, size_t product) const {
        const std::vector<int> all = read_by(sum, product);
        int cost = sum.is_begun || sum.node == last_ ? 0 : 1;
        std::vector<int> left = reads_;
        for (const int node : all) {
            if (!is_there_[node]) return INT_MAX;
            if (--left[node] == 0) --cost;
        }
        return cost;
    }
    Choice cheapest() const {
        Choice best{};
        int least = INT_MAX;
        for (size_t s = 0; s < sums_.size(); ++s) {
            for (size_t p = 0; p < std::max<size_t>(sums_[s].products.size(), 1); ++p)
                if (const int own = cost(sums_[s], p); own < least) least = own, best = {s, p};
        }
        return best;
    }

    int take_slot() {
        const auto free = std::ranges::find(is_taken_, false);
        const auto slot = static_cast<int>(free - is_taken_.begin());
        if (free == is_taken_.end()) is_taken_.push_back(false);
        is_taken_[slot] = true;
        return slot;
    }
    void add_step(Sum& sum, size_t product) {
        if (!sum.is_begun && sum.node != last_) slot_[sum.node] = take_slot();
        Step step{.target = sum.node == last_ ? Step::result : slot_[sum.node], .is_added = sum.is_begun};
        const std::vector<int> read = read_by(sum, product);
        if (sum.is_last_piece())
            for (const Step::Term& it : sum.terms) step.terms.push_back({slot_[it.slot], it.is_negative});
        is_there_[sum.node] = sum.is_last_piece();
        sum.is_begun = true;
        if (!sum.products.empty()) {
            const Sum::Product& it = sum.products[product];
            step.left = slot_[it.left], step.right = slot_[it.right];
            step.is_complemented = it.is_negative;
            if (it.is_negative) step.terms.push_back({step.right});
            sum.products.erase(sum.products.begin() + static_cast<std::ptrdiff_t>(product));
        }
        steps_.push_back(std::move(step));
        for (const int node : read)
            if (--reads_[node] == 0) is_taken_[slot_[node]] = false;
        taken_.push_back(is_taken_);
    }

    const std::vector<Fused::Node>& nodes_;
    int last_;
    std::vector<int> uses_;
    std::vector<bool> is_factor_, is_there_;
    std::vector<int> reads_, slot_;
    std::vector<bool> is_taken_;            // slots
    std::vector<std::vector<bool>> taken_;  // at each step
    std::vector<Sum> sums_;
    std::vector<Step> steps_;
};

}  // namespace

Steps steps(const Fused& expression) { return Scheduler(expression).made(); }

}  // namespace limbsmith::algorithm::quadratic
