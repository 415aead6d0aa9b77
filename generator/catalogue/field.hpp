// Shared parts of the operations modulo N: their programs, their meanings for residues, and the publications
// of their algorithms.
#pragma once

#include <initializer_list>

#include "algorithm/field.hpp"
#include "catalogue/operation.hpp"
#include "plan/field.hpp"

namespace limbsmith::catalogue {

// The kind of product that a program reduces.
enum class Product { none, product, square, sum };

// A program that does not depend on the multiplication.
std::vector<Function> straight(const Spec& spec, plan::FieldProgram build, std::string source);
// A program with one product and its reduction, by the requested multiplication or the cheapest.
std::vector<Function> one_product(const Spec& spec, plan::FieldProgram build, Product product);
// r = (a·b + c·d + ...)·F^-1 mod N with one reduction. The caller sets rank, summary and is_on_request.
Operation sum_of_products(std::string_view name, int terms);

// The product and its reduction with their publications, as text.
std::string reduced_source(const Spec& spec, Product product);

// A program without a body. ensures: `left` = `right` mod N, and the output r is a residue. The operands are
// residues, except that `factor` and `condition` are words and `exponent` is any number below
// 2^(32·limbs). If N is given at run time, it is the input n.
ir::Program of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                        const ir::ExprPtr& right, const ir::ExprPtr& left = ir::var("r"));
// The same with ensures: r = `right`, which is 0 or 1.
ir::Program bit_of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                            const ir::ExprPtr& right);
// N as an expression for contracts.
ir::ExprPtr modulus_of(const Spec& spec);

// Common values of the members of Operation.
inline bool always(const Spec&) { return true; }
std::string without_spare_bits(const Spec& spec);  // why_not of lazy operations
std::string without_odd_prime(const Spec& spec);   // why_not of square roots and the like

}  // namespace limbsmith::catalogue
