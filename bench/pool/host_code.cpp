#include "host_code.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "bench/kernel_source.hpp"
#include "catalogue/device_kernels.hpp"
#include "catalogue/loops.hpp"
#include "engine/engine.hpp"
#include "operation/device_pool.hpp"
#include "pool/bins.hpp"
#include "resource/resource.hpp"

namespace limbsmith::bench {
namespace {

namespace shape = pool::shape;
using pool::Operation;

constexpr const char* kernels[] = {"pool_add_1", "pool_mul_1"};

// The kernels of generated/pool.cu that are needed, with the programs that they call.
catalogue::DeviceKernels of_one_thread() {
    catalogue::DeviceKernels all = catalogue::pool_kernels();
    std::erase_if(all.kernels, [](const ir::Routine& kernel) {
        return std::ranges::find(kernels, kernel.name) == std::end(kernels);
    });
    std::set<std::string> called;
    for (const ir::Routine& kernel : all.kernels) {
        for (std::string& name : catalogue::calls(kernel)) called.insert(std::move(name));
    }
    std::erase_if(all.programs, [&](const ir::Program& program) { return !called.contains(program.name); });
    return all;
}

Source source() {
    return {"pool_host.cpp",
            std::string(resource("bench/kernels/host_threads.cpp")) +
                engine::device_source(of_one_thread(), Proofs::required) +
                std::string(resource("bench/kernels/pool_host.cpp")),
            {}};
}

// This bounds the magnitude of a result.
uint32_t bits_of_result(Operation operation, uint32_t a, uint32_t b) {
    return operation == Operation::mul ? a + b : std::max(a, b) + 1;
}

}  // namespace

PoolHostCode::PoolHostCode() : library_(compile_for_host(source())) {
    run_ = reinterpret_cast<Run*>(library_.find("run"));
}

HostLevel::HostLevel(std::span<const mpz_class> operands, std::span<const pool::Computation> level)
    : numbers_((operands.size() + level.size()) * shape::entry_words),
      plans_(level.size() * shape::plan_words),
      order_(level.size()),
      operands_(operands.size()) {
    static_assert(sizeof(pool::Computation) == shape::computation_words * sizeof(uint32_t));
    const auto* words = reinterpret_cast<const uint32_t*>(level.data());
    computations_.assign(words, words + level.size() * shape::computation_words);
    std::iota(order_.begin(), order_.end(), 0u);
    uint32_t units = 0;
    const auto bits = [&](uint32_t slot) -> uint32_t& { return numbers_[slot * shape::entry_words + 1]; };
    for (uint32_t slot = 0; slot < operands.size(); ++slot) {
        const mpz_class& value = operands[slot];
        bits(slot) = value == 0 ? 0 : static_cast<uint32_t>(mpz_sizeinbase(value.get_mpz_t(), 2));
        numbers_[slot * shape::entry_words] = units;
        numbers_[slot * shape::entry_words + 2] = value < 0 ? shape::negative : 0;
        memory_.resize(units += shape::units_of(bits(slot)));
        mpz_export(memory_.data() + numbers_[slot * shape::entry_words], nullptr, -1, sizeof(uint32_t), 0, 0,
                   value.get_mpz_t());
    }
    for (size_t k = 0; k < level.size(); ++k) {
        const pool::Computation& it = level[k];
        uint32_t* const plan = &plans_[k * shape::plan_words];
        plan[shape::result_unit] = units;
        plan[shape::kernel] = static_cast<uint32_t>(pool::kernel_operation(it.operation)) + 1;
        units += shape::units_of(bits_of_result(it.operation, bits(it.operands[0]), bits(it.operands[1])));
    }
    memory_.resize(units);
}

void HostLevel::run(const PoolHostCode& code, size_t first, size_t last) {
    code.run()(memory_.data(), numbers_.data(), computations_.data(), plans_.data(), order_.data(),
               static_cast<uint32_t>(first), static_cast<uint32_t>(last),
               static_cast<uint32_t>(order_.size()));
}

mpz_class HostLevel::result(size_t computation) const {
    const uint32_t* const entry = &numbers_[(operands_ + computation) * shape::entry_words];
    mpz_class value;
    mpz_import(value.get_mpz_t(), shape::units_of(entry[1]) * shape::unit_words, -1, sizeof(uint32_t), 0, 0,
               memory_.data() + entry[0]);
    return entry[2] & shape::negative ? mpz_class(-value) : value;
}

}  // namespace limbsmith::bench
