#include "eval/eval.hpp"

#include <algorithm>

namespace limbsmith::eval {

using ir::Opcode;

namespace {

// The high word of the product of two signed words.
uint64_t signed_high(uint32_t x, uint32_t y) {
    return static_cast<uint32_t>(int64_t{static_cast<int32_t>(x)} * static_cast<int32_t>(y) >> 32);
}

}  // namespace

Interpreter::Interpreter(const ir::Program& program) : program_(program), words_(program.words) {}

Interpreter::Block Interpreter::read(ir::Operand operand) const {
    if (operand.is_word) return words_[operand.value];
    Block constant;
    constant.fill(operand.value);
    return constant;
}

void Interpreter::execute() {
    for (const ir::Instruction& in : program_.body) {
        const Block x = read(in.src[0]), y = read(in.src[1]), z = read(in.src[2]);
        Block& r = words_[in.dst.id];
        // f(x, y, z, c) returns the result and, above bit 32, the flag; `each` runs it on all lanes
        const auto each = [&](auto f) {
            for (size_t k = 0; k < lanes; ++k) {
                const uint64_t value = f(x[k], y[k], z[k], in.flag_in ? flag_[k] : 0);
                r[k] = static_cast<uint32_t>(value);
                if (in.flag_out) flag_[k] = (value >> 32) & 1;
            }
        };
        using W = uint32_t;
        using D = uint64_t;
        switch (in.op) {
            case Opcode::add: each([](W a, W b, W, W c) { return D{a} + b + c; }); break;
            case Opcode::sub: each([](W a, W b, W, W c) { return D{a} - b - c; }); break;
            case Opcode::mul_lo: each([](W a, W b, W, W) { return D{a} * b; }); break;
            case Opcode::mul_hi: each([](W a, W b, W, W) { return D{a} * b >> 32; }); break;
            case Opcode::mad_lo: each([](W a, W b, W d, W c) { return D{a * b} + d + c; }); break;
            case Opcode::mad_hi: each([](W a, W b, W d, W c) { return (D{a} * b >> 32) + d + c; }); break;
            case Opcode::mul_his: each([](W a, W b, W, W) { return signed_high(a, b); }); break;
            case Opcode::mad_his: each([](W a, W b, W d, W c) { return signed_high(a, b) + d + c; }); break;
            case Opcode::bit_and: each([](W a, W b, W, W) { return D{a & b}; }); break;
            case Opcode::bit_or: each([](W a, W b, W, W) { return D{a | b}; }); break;
            case Opcode::bit_xor: each([](W a, W b, W, W) { return D{a ^ b}; }); break;
            case Opcode::bit_not: each([](W a, W, W, W) { return D{~a}; }); break;
            case Opcode::shl: each([](W a, W b, W, W) { return b < 32 ? D{a << b} : 0; }); break;
            case Opcode::shr: each([](W a, W b, W, W) { return b < 32 ? D{a >> b} : 0; }); break;
            case Opcode::sar:
                each([](W a, W b, W, W) {
                    return D{static_cast<W>(static_cast<int32_t>(a) >> std::min(b, W{31}))};
                });
                break;
            case Opcode::shf_l:
                each([](W lo, W hi, W n, W) { return ((D{hi} << 32 | lo) << (n % 32)) >> 32; });
                break;
            case Opcode::shf_r:
                each([](W lo, W hi, W n, W) { return (D{hi} << 32 | lo) >> (n % 32); });
                break;
            case Opcode::select: each([](W m, W a, W b, W) { return D{(m & a) | (~m & b)}; }); break;
            case Opcode::min: each([](W a, W b, W, W) { return D{std::min(a, b)}; }); break;
        }
    }
}

void Interpreter::run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result,
                      size_t result_count) {
    for (; first < last; first += lanes) {
        const size_t used = std::min(lanes, last - first);
        for (size_t i = 0; i < program_.inputs.size(); ++i) {
            const std::vector<ir::Word>& words = program_.inputs[i].words;
            for (size_t w = 0; w < words.size(); ++w) {
                std::copy_n(inputs[i].data + w * inputs[i].count + first, used, words_[words[w].id].begin());
            }
        }
        execute();
        size_t row = 0;
        for (const ir::Output& output : program_.outputs) {
            for (ir::Operand word : output.words) {
                std::copy_n(read(word).begin(), used, result + result_count * row++ + first);
            }
        }
    }
}

std::vector<uint32_t> Interpreter::run_one(std::span<const uint32_t> words) {
    std::vector<Column> columns;
    const uint32_t* next = words.data();
    for (const ir::Input& input : program_.inputs) {
        columns.push_back({next, 1});
        next += input.words.size();
    }
    std::vector<uint32_t> result(result_words(program_));
    run(columns, 0, 1, result.data(), 1);
    return result;
}

int result_words(const ir::Program& program) {
    size_t words = 0;
    for (const ir::Output& output : program.outputs) words += output.words.size();
    return static_cast<int>(words);
}

}  // namespace limbsmith::eval
