// More arithmetic modulo N on elements that lie in several lanes (group/field.hpp): by a condition, halves, sums of
// products.
//
// Every routine has the name and the contract of the operation for one lane.
#pragma once

#include "algorithm/group/field.hpp"

namespace limbsmith::algorithm::group {

ir::Routine cneg(const Residues& residues, const ir::Library& library);   // calls neg
ir::Routine cswap(const Residues& residues, const ir::Library& library);  // b, a if condition != 0, else a, b
ir::Routine halve(const Residues& residues, const ir::Library& library);  // a/2 mod N
// a·factor mod N for a word; calls montgomery_product
ir::Routine mul_small(const Residues& residues, const ir::Library& library);
// 1 if a plain number is below N, else 0
ir::Routine is_canonical(const Residues& residues, const ir::Library& library);
// a·b + c·d + ..., of so many terms; and a·b - c·d. They call mul, add and sub.
ir::Routine mul_add(const Residues& residues, const std::string& name, int terms, const ir::Library& library);
ir::Routine mul_sub2(const Residues& residues, const ir::Library& library);

}  // namespace limbsmith::algorithm::group
