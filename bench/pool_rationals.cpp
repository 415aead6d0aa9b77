// Rationals of the suite `pool`, through a pool: see pool_task.hpp.
#include "borrowed_engine.hpp"
#include "pool/rational.hpp"
#include "pool_draw.hpp"
#include "pool_task.hpp"

namespace limbsmith::bench {
namespace {

using pool::Operation, pool::Rational;

struct Call {
    Operation operation;
    uint32_t a, b;  // operands
};

struct Rationals {
    PoolTask task;
    std::vector<mpq_class> operands, results;
    std::vector<Call> calls;
};

class RationalRun : public PoolRun {
  public:
    RationalRun(const Rationals& of, pool::Engine& engine)
        : of_(of), engine_(engine), pool_(std::make_unique<BorrowedEngine>(engine)) {}
    ~RationalRun() override {
        try {
            reclaim(true);
        } catch (const std::exception&) {
            // the device is lost
        }
    }

    void begin(bool from_host) override {
        reclaim(from_host);
        if (!from_host) {
            put();
            record();
        }
        finish(engine_);
    }
    void compute() override {
        pool_.submit();
        finish(engine_);
    }
    void compute_from_host() override {
        put();
        record();
        words_ = pool_.words(parts());
    }
    uint64_t check() override {
        if (words_.size() == 0) words_ = pool_.words(parts());
        size_t wrong = 0;
        for (size_t k = 0; k < results_.size(); ++k) {
            const mpq_class& right = of_.results[k];
            wrong += words_.number(2 * k) != right.get_num() || words_.number(2 * k + 1) != right.get_den();
        }
        require_right(of_.task, wrong);
        return results_.size();
    }

  private:
    // Results, and if need be operands, are not there any more.
    void reclaim(bool operands_too) {
        words_ = {};
        for (const Rational& it : results_) free(pool_, it);
        results_.clear();
        if (operands_too) {
            for (const Rational& it : operands_) free(pool_, it);
            operands_.clear();
        }
        pool_.compact();
    }
    // Operands are in lowest terms.
    void put() {
        if (!operands_.empty()) return;
        for (const mpq_class& it : of_.operands)
            operands_.push_back({pool_.number(it.get_num()), pool_.number(it.get_den())});
    }
    void record() {
        for (const Call& it : of_.calls) {
            const Rational &a = operands_[it.a], &b = operands_[it.b];
            results_.push_back(it.operation == Operation::add ? add(pool_, a, b) : mul(pool_, a, b));
        }
    }
    // Numerator and denominator of each result.
    std::vector<pool::Number> parts() const {
        std::vector<pool::Number> all;
        for (const Rational& it : results_) {
            all.push_back(it.numerator);
            all.push_back(it.denominator);
        }
        return all;
    }

    const Rationals& of_;
    pool::Engine& engine_;
    pool::Pool pool_;
    std::vector<Rational> operands_, results_;
    pool::Words words_;
};

class RationalWork : public PoolWork {
  public:
    RationalWork(const PoolTask& task, uint64_t seed)
        : of_{task, {}, std::vector<mpq_class>(task.count), {}} {
        PoolDraw draw(seed);
        const std::vector<uint32_t> numerators = draw_lengths(task, seed),
                                    denominators = draw_lengths(task, seed + 1);
        for (size_t k = 0; k < task.operands; ++k) {
            mpq_class value(draw.integer(numerators[k]), draw.integer(denominators[k]));
            value.canonicalize();
            of_.operands.push_back(std::move(value));
        }
        for (uint32_t k = 0; k < task.count; ++k) {
            const auto choice = draw.below(static_cast<uint32_t>(task.operations.size()));
            of_.calls.push_back(
                {task.operations[choice], draw.below(task.operands), draw.below(task.operands)});
        }
    }

    void by_gmp(size_t first, size_t last) override {
        for (size_t k = first; k < last; ++k) {
            const Call& it = of_.calls[k];
            const auto call = it.operation == Operation::add ? mpq_add : mpq_mul;
            call(of_.results[k].get_mpq_t(), of_.operands[it.a].get_mpq_t(), of_.operands[it.b].get_mpq_t());
        }
    }
    std::unique_ptr<PoolRun> on(pool::Engine& engine, uint64_t) override {
        return std::make_unique<RationalRun>(of_, engine);
    }

  private:
    Rationals of_;
};

}  // namespace

std::unique_ptr<PoolWork> rational_work(const PoolTask& task, uint64_t seed) {
    return std::make_unique<RationalWork>(task, seed);
}

}  // namespace limbsmith::bench
