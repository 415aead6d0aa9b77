// Integers of the suite `pool`: see task.hpp.
#include "operation/integers.hpp"

#include <array>
#include <atomic>
#include <numeric>

#include "draw.hpp"
#include "engine/parallel.hpp"
#include "task.hpp"

namespace limbsmith::bench {
namespace {

using pool::Computation, pool::Engine, pool::Operation;

constexpr size_t compared_at_once = 256;  // results that a thread compares at a time

// Makes a number a view of another, which owns the words.
void look_at(mpz_class& view, const mpz_class& of) {
    const auto limbs = static_cast<mp_size_t>(mpz_size(of.get_mpz_t()));
    mpz_roinit_n(view.get_mpz_t(), mpz_limbs_read(of.get_mpz_t()), of < 0 ? -limbs : limbs);
}

// Operands have the first slots, results those after them.
struct Integers {
    PoolTask task;
    std::vector<mpz_class> operands, results;
    std::vector<Computation> computations;
};

class IntegerRun : public PoolRun {
  public:
    IntegerRun(const Integers& of, Engine& engine, uint64_t room)
        : of_(of),
          engine_(engine),
          room_(room),
          level_(of.computations.begin(), of.computations.end(), engine.level_memory()),
          slots_(of.results.size()),
          operands_(of.operands.size()) {
        std::iota(operands_.begin(), operands_.end(), 0u);
        std::iota(slots_.begin(), slots_.end(), static_cast<uint32_t>(of.operands.size()));
        engine_.need_slots(static_cast<uint32_t>(of.operands.size() + slots_.size()));
        put();
        engine_.compact(operands_);
    }
    ~IntegerRun() override {
        try {
            engine_.compact({});
        } catch (const std::exception&) {
            // the device is lost
        }
    }

    void begin(bool) override {
        words_ = {};
        if (engine_.bytes() > room_) engine_.compact(operands_);
        finish(engine_);
    }
    void compute() override {
        engine_.run(level_, {});
        finish(engine_);
    }
    void compute_from_host() override {
        put();
        engine_.run(level_, {});
        words_ = engine_.read(slots_);
    }
    uint64_t check() override {
        if (words_.size() == 0) words_ = engine_.read(slots_);
        std::atomic<size_t> wrong = 0;
        engine::parallel_ranges(slots_.size(), compared_at_once, [&] {
            return [&](size_t first, size_t last) {
                for (size_t k = first; k < last; ++k) wrong += words_.number(k) != of_.results[k];
            };
        });
        require_right(of_.task, wrong);
        return slots_.size();
    }

  private:
    void put() {
        for (uint32_t k = 0; k < of_.operands.size(); ++k) engine_.put(k, of_.operands[k]);
    }

    const Integers& of_;
    Engine& engine_;
    uint64_t room_;
    std::pmr::vector<Computation> level_;
    std::vector<uint32_t> slots_;     // of the results
    std::vector<uint32_t> operands_;  // their slots
    pool::Words words_;
};

class IntegerWork : public PoolWork {
  public:
    IntegerWork(const PoolTask& task, uint64_t seed) : of_{task, {}, std::vector<mpz_class>(task.count), {}} {
        PoolDraw draw(seed);
        for (const uint32_t words : draw_lengths(task, seed)) of_.operands.push_back(draw.integer(words));
        const bool has_long = task.lengths.kind == Lengths::Kind::one_long;
        const uint32_t first = has_long ? 2 : 0, others = task.operands - first;
        for (uint32_t k = 0; k < task.count; ++k) {
            const auto choice = draw.below(static_cast<uint32_t>(task.operations.size()));
            of_.computations.push_back({task.operations[choice],
                                        {first + draw.below(others), first + draw.below(others)},
                                        task.operands + k});
        }
        if (has_long)
            of_.computations[task.count / 2] = {Operation::mul, {0, 1}, task.operands + task.count / 2};
    }

    void by_gmp(size_t first, size_t last) override {
        const Ring any_length;
        std::array<mpz_class, 2> operands;
        for (size_t k = first; k < last; ++k) {
            const Computation& it = of_.computations[k];
            for (size_t i = 0; i < 2; ++i) look_at(operands[i], of_.operands[it.operands[i]]);
            Evaluation evaluation{operands, std::span(&of_.results[k], 1), any_length};
            pool::row(it.operation).meaning(evaluation);
        }
    }
    std::unique_ptr<PoolRun> on(Engine& engine, uint64_t room) override {
        return std::make_unique<IntegerRun>(of_, engine, room);
    }
    std::unique_ptr<HostLevel> on_host_code() const override {
        return std::make_unique<HostLevel>(of_.operands, of_.computations);
    }
    void check(const HostLevel& level) const override {
        size_t wrong = 0;
        for (size_t k = 0; k < of_.results.size(); ++k) wrong += level.result(k) != of_.results[k];
        require_right(of_.task, wrong);
    }

  private:
    Integers of_;
};

}  // namespace

std::unique_ptr<PoolWork> integer_work(const PoolTask& task, uint64_t seed) {
    return std::make_unique<IntegerWork>(task, seed);
}

}  // namespace limbsmith::bench
