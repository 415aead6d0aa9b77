// Runs programs and loops on GMP numbers.
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "eval/eval.hpp"
#include "eval/words.hpp"
#include "ir/program.hpp"

namespace limbsmith::test {

// The outputs for many inputs: one number for each input and output of the program. `machine` runs it: an
// eval::Interpreter or an eval::Loop.
template <class Machine>
std::vector<std::vector<mpz_class>> run_all(Machine& machine, const ir::Program& program,
                                            const std::vector<std::vector<mpz_class>>& inputs) {
    const size_t count = inputs.size();
    std::vector<std::vector<uint32_t>> words;
    std::vector<eval::Column> columns;
    for (size_t i = 0; i < program.inputs.size(); ++i) {
        const size_t limbs = program.inputs[i].words.size();
        std::vector<uint32_t>& column = words.emplace_back(limbs * count);
        for (size_t k = 0; k < count; ++k) {
            const std::vector<uint32_t> number =
                eval::to_words(inputs[k][i], program.inputs[i].representation, limbs);
            for (size_t w = 0; w < limbs; ++w) column[w * count + k] = number[w];
        }
    }
    for (const auto& column : words) columns.push_back({column.data(), count});
    std::vector<uint32_t> results(eval::result_words(program) * count);
    machine.run(columns, 0, count, results.data(), count);

    std::vector<std::vector<mpz_class>> outputs(count);
    for (size_t k = 0; k < count; ++k) {
        size_t row = 0;
        for (const ir::Output& output : program.outputs) {
            std::vector<uint32_t> number;
            for (size_t w = 0; w < output.words.size(); ++w) number.push_back(results[row++ * count + k]);
            outputs[k].push_back(eval::from_words(number, output.representation));
        }
    }
    return outputs;
}

inline std::string hex(const std::vector<mpz_class>& values) {
    std::string text;
    for (const mpz_class& value : values) text += " 0x" + value.get_str(16);
    return text;
}

}  // namespace limbsmith::test
