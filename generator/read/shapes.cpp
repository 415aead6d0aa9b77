#include "read/shapes.hpp"

namespace limbsmith::read {
namespace {

using ir::Opcode;
using Tail = Shape::Tail;

// Arithmetic of uint32_t is modulo 2^32, that of uint64_t modulo 2^64. A product of words below 2^32 fits 64 bits. A right
// shift of an int32_t keeps the sign with every compiler of CUDA, g++ and clang++.
constexpr Shape of_words[]{
    {Opcode::mad_lo, "(x * y)", Tail::plus_z},
    {Opcode::mad_hi, "uint32_t(uint64_t(x) * y >> 32)", Tail::plus_z},
    {Opcode::mad_his, "uint32_t(uint64_t(int64_t(int32_t(x)) * int32_t(y)) >> 32)", Tail::plus_z},
    {Opcode::mul_lo, "x * y"},
    {Opcode::mul_hi, "uint32_t(uint64_t(x) * y >> 32)"},
    {Opcode::mul_his, "uint32_t(uint64_t(int64_t(int32_t(x)) * int32_t(y)) >> 32)"},
    {Opcode::bit_and, "x & y"},
    {Opcode::bit_or, "x | y"},
    {Opcode::bit_xor, "x ^ y"},
    {Opcode::bit_not, "~x"},
    {Opcode::shl, "x << C"},
    {Opcode::shl, "y < 32 ? x << y : 0u"},
    {Opcode::shr, "x >> C"},
    {Opcode::shr, "y < 32 ? x >> y : 0u"},
    {Opcode::sar, "uint32_t(int32_t(x) >> C)"},
    {Opcode::sar, "uint32_t(int32_t(x) >> (y < 32 ? y : 31u))"},
    {Opcode::shf_l, "uint32_t(((uint64_t(y) << 32 | x) << (z & 31)) >> 32)"},
    {Opcode::shf_r, "uint32_t((uint64_t(y) << 32 | x) >> (z & 31))"},
    {Opcode::select, "(x & y) | (~x & z)"},
    {Opcode::min, "x < y ? x : y"},
    {Opcode::add, "x", Tail::plus_y},
    {Opcode::sub, "x", Tail::minus_y},
};

constexpr Shape of_sums[]{
    {Opcode::add, "uint64_t(x)", Tail::plus_y},
    {Opcode::sub, "uint64_t(x)", Tail::minus_y},
    {Opcode::mad_lo, "uint64_t(x * y)", Tail::plus_z},
    {Opcode::mad_hi, "(uint64_t(x) * y >> 32)", Tail::plus_z},
    {Opcode::mad_his, "uint64_t(uint32_t(uint64_t(int64_t(int32_t(x)) * int32_t(y)) >> 32))", Tail::plus_z},
};

}  // namespace

std::span<const Shape> shapes_of_words() { return of_words; }
std::span<const Shape> shapes_of_sums() { return of_sums; }

}  // namespace limbsmith::read
