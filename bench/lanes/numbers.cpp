// Batches of numbers as users have them: see measurements.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/parallel.hpp"
#include "eval/contract_value.hpp"
#include "eval/samples.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "measurements.hpp"
#include "set_arrays.hpp"

namespace limbsmith::bench {
namespace {

template <class Parameters>
std::vector<mpz_class> values_of(const Parameters& parameters, const Words& words) {
    std::vector<mpz_class> values;
    size_t begin = 0;
    for (const auto& parameter : parameters) {
        values.push_back(eval::from_words(std::span(words).subspan(begin, parameter.words.size())));
        begin += parameter.words.size();
    }
    return values;
}

Words words_of_all(const std::vector<ir::Input>& inputs, const std::vector<mpz_class>& values) {
    Words words;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto own = eval::to_words(values[i], inputs[i].words.size());
        words.insert(words.end(), own.begin(), own.end());
    }
    return words;
}

// Draws operands of full length, and some structured ones; the numbers that are moduli have their full length always, as
// RSA's do: make_modulus takes longer for short ones.
std::vector<Words> draw(const BatchKernel& batch, size_t count, int divisor_bits) {
    eval::Samples samples(1);
    std::vector<Words> sets;
    for (size_t k = 0; k < count; ++k) {
        std::vector<mpz_class> values = samples.inputs(batch.meaning, k % 4 == 3);
        for (size_t i = 0; i < values.size(); ++i) {
            if (batch.meaning.inputs[i].name == "n")
                mpz_setbit(values[i].get_mpz_t(), static_cast<mp_bitcnt_t>(batch.width.bits) - 1);
        }
        if (divisor_bits > 0) {
            values[1] >>= batch.width.bits - divisor_bits;
            mpz_setbit(values[1].get_mpz_t(), divisor_bits - 1);
        }
        sets.push_back(words_of_all(batch.meaning.inputs, values));
    }
    return sets;
}

constexpr uint32_t most_sets = 256;  // of operands: GMP computes each of them once

bool is_by_tiles(const BatchKernel& batch) { return batch.tile && batch.tile->has_any_layout; }
uint64_t numbers_of_block(const BatchKernel& batch) {
    return is_by_tiles(batch) ? batch.tile->numbers
                              : batch.block / static_cast<uint64_t>(batch.width.lanes());
}

// Numbers of a large batch: about a second of powers, in whole rounds of the blocks that a device runs at once, of which
// a multiprocessor has 2, 3, 4, 6 or 8.
size_t whole_rounds(const BatchKernel& batch, uint64_t multiprocessors) {
    constexpr double bit_products = 0x1p40;  // 2^20 numbers of 1,024 bits
    constexpr double most = 1 << 24;
    constexpr uint64_t blocks = 24;  // a multiprocessor
    const double bits = batch.width.bits, wanted = std::min(bit_products / (bits * bits), most);
    const uint64_t round = multiprocessors * blocks * numbers_of_block(batch);
    return round * std::max<uint64_t>(1, static_cast<uint64_t>(std::ceil(wanted / double(round))));
}

class NumberBatch : public Measurement {
  public:
    NumberBatch(std::shared_ptr<const BatchKernel> batch, std::shared_ptr<Kernel> kernel, Numbers numbers)
        : batch_(std::move(batch)),
          kernel_(std::move(kernel)),
          numbers_(numbers.count),
          divisor_bits_(numbers.divisor_bits) {}

    void prepare(runtime::Stream& on, Row& row) override {
        if (numbers_ == 0) numbers_ = whole_rounds(*batch_, on.device().multiprocessors());
        sets_ = draw(*batch_, std::min<size_t>(most_sets, numbers_), divisor_bits_);
        arrays_.emplace(on, *kernel_, numbers_, batch_->operand_words(), batch_->result_words());
        arrays_->fill(sets_);
        const bool has_tiles = is_by_tiles(*batch_);
        function_ = arrays_->loaded.module.function(kernel_->name);
        block_ = has_tiles ? batch_->tile->threads : batch_->block;
        const uint64_t of_block = numbers_of_block(*batch_);
        if (has_tiles) row.algorithm = fmt::format("tiles of {} numbers", of_block);
        grid_ = (numbers_ + of_block - 1) / of_block;
        row.place = "memory";
        row.layout = "limb-major";
        row.grid = grid_, row.block = block_;
        row.registers = function_.registers, row.spilled_bytes = function_.local_bytes;
        row.results = double(numbers_);
        row.bytes = sizeof(uint32_t) * double(batch_->operand_words() + batch_->result_words());
    }

    double launch() override {
        Loaded& loaded = arrays_->loaded;
        void *out = loaded.out.address(), *in = loaded.in.address();
        std::vector<void*> places;
        size_t begin = 0;
        for (const ir::Input& input : batch_->meaning.inputs) {
            places.push_back(static_cast<uint32_t*>(in) + begin * numbers_);
            begin += input.words.size();
        }
        std::vector<void*> arguments{&out};
        for (void*& place : places) arguments.push_back(&place);
        arguments.push_back(&numbers_);
        return loaded.on.seconds([&] { loaded.on.launch(function_, grid_, block_, arguments); });
    }

    // All numbers agree with the first of their set, and those with the contract, by GMP.
    uint64_t check() override {
        const std::vector<Words> results = arrays_->results(batch_->name);
        engine::parallel_ranges(results.size(), 1, [&] {
            return [&, contract = std::make_shared<eval::ContractEvaluator>(batch_->meaning)](size_t first,
                                                                                              size_t last) {
                for (size_t k = first; k < last; ++k) {
                    std::vector<mpz_class> values = values_of(batch_->meaning.inputs, sets_[k]);
                    for (mpz_class& value : values_of(batch_->meaning.outputs, results[k]))
                        values.push_back(value);
                    if (contract->claimed(values) != contract->expected(values) ||
                        contract->broken_promise(values))
                        throw runtime::Error(fmt::format("{} at {} bits does not agree with GMP for set {}",
                                                         batch_->name, batch_->width.bits, k));
                }
            };
        });
        return numbers_;
    }

    void release() override { arrays_.reset(); }

  private:
    std::shared_ptr<const BatchKernel> batch_;
    std::shared_ptr<Kernel> kernel_;
    unsigned long long numbers_;
    int divisor_bits_;
    uint64_t grid_ = 0;
    uint32_t block_ = 0;
    std::vector<Words> sets_;
    std::optional<SetArrays> arrays_;
    runtime::Function function_{};
};

}  // namespace

std::unique_ptr<Measurement> measure_numbers(std::shared_ptr<const BatchKernel> batch,
                                             std::shared_ptr<Kernel> kernel, Numbers numbers) {
    return std::make_unique<NumberBatch>(std::move(batch), std::move(kernel), numbers);
}

}  // namespace limbsmith::bench
