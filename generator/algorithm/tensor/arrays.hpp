// Numbers of a batch in the memory of a device, of which a warp computes some (batch.hpp, expression.hpp).
#pragma once

#include <string>

#include "ir/routine_builder.hpp"

namespace limbsmith::algorithm::tensor {

// The most numbers that a warp has.
inline constexpr int numbers_of_warp = 16;

// An array from the first of them on: words and numbers are NAME_word and NAME_number words apart, inputs of the routine.
struct Array {
    ir::Place words, number_step, word_step;

    Array(ir::RoutineBuilder& builder, const std::string& name)
        : words(builder.global_table(name)),
          number_step(builder.input(ir::word_named(name + "_number"))),
          word_step(builder.input(ir::word_named(name + "_word"))) {}
    ir::Place at(const ir::Scalar& number, const ir::Scalar& word) const {
        return words[number * number_step + word * word_step];
    }
};

// The same with numbers in one piece each. Words of a lane are an integer apart, which is a part of their addresses.
struct ArrayOfPieces {
    ir::Place words, number_step;

    ArrayOfPieces(ir::RoutineBuilder& builder, const std::string& name)
        : words(builder.global_table(name)), number_step(builder.input(ir::word_named(name + "_number"))) {}
    // Limb i of a lane, where a number is striped.
    ir::Place at(const ir::Scalar& number, const ir::Scalar& i) const {
        return words[(number * number_step + ir::lane()) + i * ir::warp];
    }
};

}  // namespace limbsmith::algorithm::tensor
