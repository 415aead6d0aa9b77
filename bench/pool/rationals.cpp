// Rationals of the suite `pool`, through a pool: see task.hpp.
#include "borrowed_engine.hpp"
#include "draw.hpp"
#include "limbsmith/pool/rational.hpp"
#include "task.hpp"

namespace limbsmith::bench {
namespace {

using pool::Rational;

struct Call {
    uint32_t a, b;  // operands
};

// The four operations without a gcd.
void compute_unreduced(mpq_class& r, RationalOperation operation, const mpq_class& a, const mpq_class& b) {
    const mpz_srcptr an = a.get_num_mpz_t(), ad = a.get_den_mpz_t(), bn = b.get_num_mpz_t(),
                     bd = b.get_den_mpz_t();
    const mpz_ptr n = r.get_num_mpz_t(), d = r.get_den_mpz_t();
    const bool is_division = operation == RationalOperation::div;
    mpz_mul(n, an, operation == RationalOperation::mul ? bn : bd);
    mpz_mul(d, ad, is_division ? bn : bd);
    if (operation == RationalOperation::add) mpz_addmul(n, bn, ad);
    if (operation == RationalOperation::sub) mpz_submul(n, bn, ad);
    if (!is_division || mpz_sgn(d) > 0) return;
    mpz_neg(n, n);
    mpz_neg(d, d);
}

void compute_reduced(mpq_class& r, RationalOperation operation, const mpq_class& a, const mpq_class& b) {
    mpq_ptr to = r.get_mpq_t();
    mpq_srcptr x = a.get_mpq_t(), y = b.get_mpq_t();
    switch (operation) {
        case RationalOperation::add: return mpq_add(to, x, y);
        case RationalOperation::sub: return mpq_sub(to, x, y);
        case RationalOperation::mul: return mpq_mul(to, x, y);
        case RationalOperation::div: return mpq_div(to, x, y);
    }
}

Rational record_one(const pool::Rationals& in, RationalOperation operation, const Rational& a,
                    const Rational& b) {
    switch (operation) {
        case RationalOperation::add: return add(in, a, b);
        case RationalOperation::sub: return sub(in, a, b);
        case RationalOperation::mul: return mul(in, a, b);
        case RationalOperation::div: break;
    }
    return div(in, a, b);
}

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
            const mpz_class n = words_.number(2 * k), d = words_.number(2 * k + 1);
            const bool is_right = of_.task.is_reduced ? n == right.get_num() && d == right.get_den()
                                                      : d > 0 && n * right.get_den() == right.get_num() * d;
            wrong += !is_right;
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
        for (const mpq_class& it : of_.operands) {
            const auto bits = [](const mpz_class& x) {
                return static_cast<uint32_t>(mpz_sizeinbase(x.get_mpz_t(), 2));
            };
            operands_.push_back({pool_.number(it.get_num()), pool_.number(it.get_den()), bits(it.get_num()),
                                 bits(it.get_den())});
        }
    }
    void record() {
        const pool::Rationals in(pool_, of_.task.is_reduced ? 0 : pool::Rationals::most_lazy_bits);
        for (const Call& it : of_.calls)
            results_.push_back(record_one(in, *of_.task.rational, operands_[it.a], operands_[it.b]));
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
        for (uint32_t k = 0; k < task.count; ++k)
            of_.calls.push_back({draw.below(task.operands), draw.below(task.operands)});
    }

    void by_gmp(size_t first, size_t last) override {
        for (size_t k = first; k < last; ++k) {
            const Call& it = of_.calls[k];
            (of_.task.is_reduced ? compute_reduced : compute_unreduced)(
                of_.results[k], *of_.task.rational, of_.operands[it.a], of_.operands[it.b]);
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
