#include "catalogue/over_lanes.hpp"

#include <vector>

namespace limbsmith::catalogue {

void run_over_lanes(eval::RoutineInterpreter& interpreter, const ir::Routine& routine,
                    std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                    size_t result_count, std::span<const size_t> elements) {
    const size_t lanes = routine.lanes(), count = last - first, columns = count * lanes;
    std::vector<std::vector<uint32_t>> arguments;
    std::vector<eval::Column> inputs;
    std::vector<const ir::Variable*> outputs;
    if (routine.result) outputs.push_back(&routine.variables[*routine.result]);
    const eval::Column* operand = operands.data();
    // from a row of a column or of the result to one of the lanes
    const auto each_word = [&](const ir::Variable& it, size_t words, const auto& visit) {
        const bool is_number = it.kind == ir::Variable::Kind::number;
        for (size_t w = 0; w < words; ++w)
            for (size_t lane = 0; lane < lanes; ++lane) visit(is_number ? lane * words + w : w, w, lane);
    };
    size_t array = 0;
    for (int id : routine.parameters) {
        const ir::Variable& it = routine.variables[id];
        if (it.role == ir::Variable::Role::output) {
            outputs.push_back(&it);
            continue;
        }
        const size_t words = static_cast<size_t>(it.words) * (it.is_array() ? elements[array++] : 1);
        std::vector<uint32_t>& argument = arguments.emplace_back(words * columns);
        each_word(it, words, [&](size_t row, size_t w, size_t lane) {
            const uint32_t* from = operand->data + row * operand->count + first;
            for (size_t k = 0; k < count; ++k) argument[w * columns + k * lanes + lane] = from[k];
        });
        ++operand;
    }
    size_t words = 0;
    for (const ir::Variable* it : outputs) words += it->words;
    for (const std::vector<uint32_t>& argument : arguments) inputs.push_back({argument.data(), columns});
    std::vector<uint32_t> results(words * columns);
    interpreter.run(inputs, 0, columns, results.data(), columns, elements);
    const uint32_t* from = results.data();
    for (const ir::Variable* it : outputs) {
        each_word(*it, static_cast<size_t>(it->words), [&](size_t row, size_t w, size_t lane) {
            uint32_t* to = result + row * result_count + first;
            for (size_t k = 0; k < count; ++k) to[k] = from[w * columns + k * lanes + lane];
        });
        result += (it->kind == ir::Variable::Kind::number ? lanes : 1) * it->words * result_count;
        from += it->words * columns;
    }
}

}  // namespace limbsmith::catalogue
