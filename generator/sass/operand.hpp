// Parses one operand of an instruction.
//
// Promises: the grammar of registers, predicates, immediates, constants and addresses; an error for anything
// else. meanings decides which of them an instruction takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace limbsmith::sass {

// Registers by number: R0 ... R254 and RZ, then UR0 ... and URZ. RZ and URZ stay 0 when written.
constexpr int uniform_registers = 256, zero_register = 255, register_count = 512;
// The same for P0 ... P6 and PT, UP0 ... UP6 and UPT; PT and UPT are true.
constexpr int uniform_predicates = 8, true_predicate = 7, predicate_count = 16;

constexpr bool is_zero_register(int number) { return number % uniform_registers == zero_register; }
constexpr bool is_true_predicate(int number) { return number % uniform_predicates == true_predicate; }

struct Operand {
    enum class Kind {
        word,        // R5, -R5, ~UR4, R5.reuse, R2.64
        predicate,   // P0, !UP1
        predicates,  // PR, all of P0 ... P6 as bits
        immediate,   // 0x4, -0x1
        real,        // 0.5: an immediate printed as a floating-point number
        constant,    // c[0x0][0x210]
        address,     // desc[UR4][R2.64+0x10], [UR4]
        special,     // SR_TID.X
        place,       // `(.L_x_0)
    };
    Kind kind;
    bool is_negated = false;    // -R5; of a predicate !P0
    bool is_inverted = false;   // ~R5
    int number = 0;             // of a register, a predicate, or a constant bank
    int64_t value = 0;          // immediate; offset of a constant or address
    int base = zero_register;   // of an address: a 64-bit register pair
    bool says_wide = true;      // the text says 64 bits (R5.64, UR4); sm_75 does not
    int index = zero_register;  // of an address: a 32-bit register that is added
    double real = 0;
    std::string text{};  // as printed
};

// Throws std::runtime_error for other text.
Operand parse_operand(std::string_view text);

}  // namespace limbsmith::sass
