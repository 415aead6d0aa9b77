// The project's programs for a small set of widths and moduli, as they are emitted.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"

namespace limbsmith::test {

struct Entry {
    std::string where;  // as in `131 bits, karatsuba:1` or `2^255-19, special`
    ir::Program program;
};

// The name of an entry in messages.
std::string title(const Entry& entry);

// Every operation on whole numbers at widths of one bit to eight limbs, products by every algorithm up to two
// levels of Karatsuba; of loops, their straight-line parts.
std::vector<Entry> number_programs();

// Every operation modulo the numbers of a fixed list, by each reduction that suits them, and modulo numbers
// given at run time.
std::vector<Entry> field_programs();

// Every operation modulo 2^k ± c, by the special reduction: by folds, or by additions alone.
std::vector<Entry> special_programs();

// Every operation modulo sums of powers of two at any bits, by additions alone.
std::vector<Entry> solinas_programs();

// The programs of inverses by divsteps, modulo the numbers of field_programs().
std::vector<Entry> inverse_programs();

// The sums of lanes of a group, for several numbers of limbs a lane.
std::vector<Entry> group_programs();

// The leaves of number-theoretic transforms, and of products by matrices of bytes.
std::vector<Entry> ntt_programs();
std::vector<Entry> tile_programs();

}  // namespace limbsmith::test
