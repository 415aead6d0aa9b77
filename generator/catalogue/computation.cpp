#include "catalogue/computation.hpp"

#include <algorithm>
#include <optional>

#include "catalogue/batch_function.hpp"
#include "catalogue/over_lanes.hpp"
#include "eval/routine.hpp"

namespace limbsmith::catalogue {
namespace {

constexpr size_t block = 256;  // numbers at a time: their words stay in the cache

}  // namespace

class Computation::Work {
  public:
    using Clock = std::chrono::steady_clock;

    Work(const Spec& spec, const Operation& operation) : function_(batch_function(operation, spec)) {
        if (const auto* program = std::get_if<ir::Program>(&function_.callable)) {
            program_.emplace(*program);
        } else {
            routine_.emplace(std::get<ir::Routine>(function_.callable), function_.loops.library);
        }
    }

    const ir::Program& meaning() const { return function_.meaning; }

    void stop_at(Clock::time_point end) {
        end_ = end;
        if (routine_) routine_->stop_at(end);
    }

    void run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
             size_t result_count) {
        if (end_ && Clock::now() > *end_) throw eval::OutOfTime();
        if (program_) return program_->run(operands, first, last, result, result_count);
        const size_t step = block * function_.group();
        for (; first < last; first += step) {
            const size_t end = std::min(first + step, last);
            if (is_over_lanes()) {
                run_over_lanes(*routine_, std::get<ir::Routine>(function_.callable), operands, first, end,
                               result, result_count);
            } else if (function_.length.empty()) {
                routine_->run(operands, first, end, result, result_count);
            } else {
                run_groups(operands, first, end, result, result_count);
            }
        }
    }

  private:
    bool is_over_lanes() const {
        const auto* routine = std::get_if<ir::Routine>(&function_.callable);
        return routine && routine->mapping.is_group();
    }

    // Numbers [first, last), several in each call: call c of `calls` has the numbers first + c + i·calls as the
    // elements i of its arrays.
    void run_groups(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                    size_t result_count) {
        const auto& routine = std::get<ir::Routine>(function_.callable);
        const size_t count = last - first, calls = (count + function_.group() - 1) / function_.group();
        std::vector<std::vector<uint32_t>> arguments;
        const eval::Column* operand = operands.data();
        size_t result_words = 0;
        for (int id : routine.parameters) {
            const ir::Variable& it = routine.variables[id];
            const size_t words = it.words * it.count;
            if (it.role == ir::Variable::Role::output) {
                result_words += words;
                continue;
            }
            std::vector<uint32_t>& argument = arguments.emplace_back(words * calls);
            if (it.name == function_.length) {
                for (size_t k = 0; k < count; ++k) ++argument[k % calls];
                continue;
            }
            for (int w = 0; w < it.words; ++w) {
                const uint32_t* row = operand->data + w * operand->count + first;
                for (size_t k = 0; k < count; ++k)
                    argument[(k / calls * it.words + w) * calls + k % calls] = row[k];
            }
            ++operand;
        }
        std::vector<eval::Column> columns;
        for (const std::vector<uint32_t>& argument : arguments) columns.push_back({argument.data(), calls});
        std::vector<uint32_t> results(result_words * calls);
        routine_->run(columns, 0, calls, results.data(), calls);
        const size_t words = result_words / function_.group();  // of one number
        for (size_t w = 0; w < words; ++w) {
            uint32_t* row = result + w * result_count + first;
            for (size_t k = 0; k < count; ++k) row[k] = results[(k / calls * words + w) * calls + k % calls];
        }
    }

    BatchFunction function_;
    std::optional<eval::Interpreter> program_;
    std::optional<eval::RoutineInterpreter> routine_;
    std::optional<Clock::time_point> end_;
};

Computation::Computation(const Spec& spec, std::string_view name)
    : work_(std::make_unique<Work>(spec, operation(spec, name))) {}
Computation::~Computation() = default;

const ir::Program& Computation::meaning() const { return work_->meaning(); }

void Computation::stop_at(std::chrono::steady_clock::time_point end) { work_->stop_at(end); }

void Computation::run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                      size_t result_count) {
    work_->run(operands, first, last, result, result_count);
}

}  // namespace limbsmith::catalogue
