// The operations modulo N share the way in which programs are built, their meaning for residues, and the sources of
// their algorithms.
#pragma once

#include <initializer_list>

#include "algorithm/field.hpp"
#include "algorithm/group/power.hpp"
#include "catalogue/operation.hpp"
#include "plan/field.hpp"

namespace limbsmith::catalogue {

// The product that a program makes before it reduces.
enum class Product { none, product, square, sum };

// A program that does not depend on how single products are made.
std::vector<Function> straight(const Spec& spec, plan::FieldProgram build, std::string source);
// One product with its reduction: by the multiplication that was asked for, or by the cheapest.
std::vector<Function> one_product(const Spec& spec, plan::FieldProgram build, Product product);
// r = (a·b + c·d + ...) mod N with one reduction; its rank, summary and presence are left to the caller.
Operation sum_of_products(std::string_view name, int terms);
// r = a^exponent mod N: pow, or pow_secret.
Operation power_of_residue(algorithm::group::Exponent exponent);

// The reduction of such a product, and where it is written down.
std::string reduced_source(const Spec& spec, Product product);

// `left` = `right` modulo N for residues of these names, of which `factor` and `condition` are words,
// `count` is a count, `in` is a string of bytes and `exponent` is any number that the limbs hold. The output is r, a
// residue; N is an input n where it is given at run time. The body is empty.
ir::Program of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                        const ir::ExprPtr& right, const ir::ExprPtr& left = ir::var("r"));
// The same for several outputs, the residues of these values.
struct Residue {
    std::string name;
    ir::ExprPtr value;
};
ir::Program of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                        const std::vector<Residue>& results);
// The same for a word r = `right`, and for one that is 0 or 1.
ir::Program word_of_residues(const Spec& spec, std::string_view name,
                             const std::vector<std::string>& operands, const ir::ExprPtr& right);
ir::Program bit_of_residues(const Spec& spec, std::string_view name, const std::vector<std::string>& operands,
                            const ir::ExprPtr& right);
// x^((N-1)/2) mod N: 0 for 0, 1 for other squares, N - 1 otherwise. requires: N is an odd prime.
ir::ExprPtr euler_power(const Spec& spec, const ir::ExprPtr& x);
// N in contracts.
ir::ExprPtr modulus_of(const Spec& spec);

// Common answers of Operation.
inline bool always(const Spec&) { return true; }
std::string without_spare_bits(const Spec& spec);  // why_not of lazy operations

}  // namespace limbsmith::catalogue
