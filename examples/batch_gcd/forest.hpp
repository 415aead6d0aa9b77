// Which moduli are multiplied with each other: groups of neighbours whose products are short enough, a complete
// binary tree each.
//
// Promises: groups are as few as group_bits allows, and about as long as each other. A node of a tree has the product
// of a range of moduli; the root, at depth 0, that of the group. Leaves, at the depth of the tree, have at least one
// modulus, and at most about leaf_bits where moduli are shorter.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <vector>

namespace batch_gcd {

struct Limits {
    uint64_t group_bits, leaf_bits;
};

// The length of groups of which there are at most so many.
uint64_t group_bits_for(std::span<const mpz_class> moduli, size_t groups);

struct Range {
    size_t first, last;
    size_t count() const { return last - first; }
};

struct Tree {
    Range moduli;
    unsigned depth = 0;
    uint64_t bits = 0;    // the lengths of the moduli together
    uint64_t length = 0;  // the length of the product, or one more
    size_t leaves() const { return size_t{1} << depth; }
};

class Forest {
  public:
    // Errors: runtime::InputError if a modulus is longer than a group.
    Forest(std::span<const mpz_class> moduli, Limits limits);

    const std::vector<Tree>& trees() const { return trees_; }
    // The largest `length`.
    uint64_t length() const { return length_; }
    unsigned depth() const { return depth_; }
    // The moduli of node k of those at a depth; its children are nodes 2k and 2k + 1 at the next depth.
    static Range node(const Tree& tree, unsigned depth, size_t k);
    // The lengths of moduli together.
    uint64_t bits(Range moduli) const { return ends_[moduli.last] - ends_[moduli.first]; }

  private:
    std::vector<Range> groups(uint64_t capacity) const;

    std::vector<uint64_t> ends_;  // the lengths of the moduli before each
    std::vector<Tree> trees_;
    uint64_t length_ = 0;
    unsigned depth_ = 0;
};

}  // namespace batch_gcd
