// Records the definitions of a file of `limbsmith pool` in a pool, and computes them.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/pool/file.hpp"
#include "cli/pool/value.hpp"

namespace limbsmith::cli {

// How values are printed: exactly, in decimal or hexadecimal; with so many decimals, if that is not negative; as the nearest double.
// The last two are rounded once, of two that are as near to the even one.
struct PoolFormat {
    bool is_hex = false, is_double = false;
    int digits = -1;
};

class PoolEvaluation : private PoolSink {
  public:
    // Rationals are reduced as `in` says; values in any case. requires: file and pool outlive it.
    PoolEvaluation(const PoolFile& file, pool::Rationals in);

    void compute();
    // `3 of 7 values, 12 of 30 operations` counts those that are computed, among all that the names to show
    // need. Any thread may ask during compute().
    std::string state() const;
    // The failure or text of a shown name, by its place among these, after compute(). Several threads may ask at once.
    pool::Failure failure(size_t shown) const;
    std::string text(size_t shown, const PoolFormat& format) const;

  private:
    // A part of a sum, say: it joins 2^rank values.
    struct Term {
        PoolValue value;
        int rank = 0;
        bool is_subtracted = false;
    };
    // A value; or many that are joined as a balanced tree: a sum, a product, the arguments of a function.
    struct Item {
        std::vector<Term> terms;
        std::optional<PoolFunction> joined{};  // the function that joins them, if there may be more terms
    };

    void number(std::string_view text, bool is_rational) override;
    void name(std::string_view name, size_t at) override;
    void apply(PoolOperator operation) override;
    void open(PoolFunction function) override;
    void argument(PoolFunction function) override;
    void call(PoolFunction function, size_t count) override;

    void push(const PoolValue& value) { stack_.push_back({{{value}}}); }
    PoolValue pop();
    void append(Item& item, Term term);
    void join_last(Item& item);
    void submit();
    void submit_many();

    const PoolFile& file_;
    pool::Pool& pool_;
    PoolArithmetic arithmetic_;
    std::vector<PoolValue> values_;  // of names
    pool::Words words_;              // of values to show, after all is computed
    std::vector<size_t> places_;     // of numerators among the words; a denominator comes after its numerator
    std::vector<Item> stack_;
    std::unordered_map<std::string, PoolValue> literals_;  // short ones that occurred
    OperationCounter counter_;
    // of earlier submissions, and with the one in work
    std::atomic<size_t> values_done_ = 0, values_recorded_ = 0, operations_done_ = 0,
                        operations_recorded_ = 0;
    std::atomic<double> done_ = 0;  // the fraction of the submission in work
};

}  // namespace limbsmith::cli
