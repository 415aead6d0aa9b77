// a & ~b, of whole numbers and of integers: the rows of the operation that tests/catalogue adds. Pools and the grid compute
// it by others, whose kernels they have.
#include "operation/row.hpp"

namespace limbsmith {
namespace {

void and_not(Evaluation& e) { e.r() = e.a() & ~e.b(); }

pool::Plan one_longer(const pool::Shapes& of) {
    const uint64_t bits = of[0].bits > of[1].bits ? of[0].bits : of[1].bits;
    return {pool::Failure::none, {bits + 1}, double(bits)};
}

Composer::Handle by_others(Composer& by, std::span<const Composer::Handle> of) {
    return by("sub", of[0], by("and_", of[0], of[1]));
}

Operation composed(Operation made) {
    made.composed = by_others;
    return made;
}

}  // namespace

std::vector<NumberSystem> and_not_table() {
    return {{"whole", {}, {composed(row("and_not a b", "a & ~b", Operation::Signs::either, and_not))}},
            {"integers", {}, {composed(function("and_not a b", "a & ~b", one_longer, and_not))}}};
}

}  // namespace limbsmith
