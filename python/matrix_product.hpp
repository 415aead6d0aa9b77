// Products of matrices of integers and of residues on all cores of the host, by GMP.
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>

namespace limbsmith::python {

// The words of many matrices, of the shape (matrices, rows, columns, limbs).
template <class Word>
using Matrices = nanobind::ndarray<Word, nanobind::ndim<4>, nanobind::c_contig, nanobind::device::cpu>;

// to = a·b, modulo `modulus` (hexadecimal digits) if it is not empty, else modulo 2^(32·limbs) of `to`. If `is_signed`, numbers
// are in two's complement. requires: shapes that fit; numbers below the modulus; other threads of Python may run.
void multiply_matrices(const Matrices<const std::uint32_t>& a, const Matrices<const std::uint32_t>& b,
                       const std::string& modulus, bool is_signed, const Matrices<std::uint32_t>& to);

}  // namespace limbsmith::python
