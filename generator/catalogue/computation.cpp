#include "catalogue/computation.hpp"

#include <algorithm>
#include <optional>

#include "algorithm/loop/on_residues.hpp"
#include "catalogue/loop.hpp"
#include "catalogue/loops.hpp"
#include "eval/routine.hpp"

namespace limbsmith::catalogue {
namespace {

constexpr size_t block = 256;  // numbers at a time: their words stay in the cache

}  // namespace

class Computation::Work {
  public:
    Work(const Spec& spec, const Operation& operation) : meaning_(catalogue::meaning(operation, spec)) {
        const bool converts = spec.is_modular() && (operation.meaning || spec.is_runtime());
        if (!operation.is_loop() && !converts) {
            program_.emplace(meaning_);
            return;
        }
        Spec alone = spec;
        alone.ops = {std::string(operation.name)};
        loops_ = loops(alone);
        const std::string key(operation.is_loop() ? operation.batch_loop : operation.name);
        const ir::Routine* runs = operation.is_loop() ? &loops_[key] : nullptr;
        if (spec.is_modular()) {
            const auto conversion =
                operation.meaning ? loop::Conversion::of_residues : loop::Conversion::none;
            converting_ = loop::on_residues(residues(spec), key, loops_.library, conversion);
            runs = &converting_;
        }
        routine_.emplace(*runs, loops_.library);
    }

    const ir::Program& meaning() const { return meaning_; }

    void run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
             size_t result_count) {
        if (program_) return program_->run(operands, first, last, result, result_count);
        for (; first < last; first += block)
            routine_->run(operands, first, std::min(first + block, last), result, result_count);
    }

  private:
    ir::Program meaning_;
    Loops loops_;
    ir::Routine converting_;
    std::optional<eval::Interpreter> program_;
    std::optional<eval::RoutineInterpreter> routine_;
};

Computation::Computation(const Spec& spec, std::string_view name)
    : work_(std::make_unique<Work>(spec, operation(spec, name))) {}
Computation::~Computation() = default;

const ir::Program& Computation::meaning() const { return work_->meaning(); }

void Computation::run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                      size_t result_count) {
    work_->run(operands, first, last, result, result_count);
}

}  // namespace limbsmith::catalogue
