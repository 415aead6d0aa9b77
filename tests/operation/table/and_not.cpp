// a & ~b, of whole numbers and of integers: the rows of the operation that tests/catalogue adds.
#include "operation/row.hpp"

namespace limbsmith {
namespace {

void and_not(Evaluation& e) { e.r() = e.a() & ~e.b(); }

pool::Plan one_longer(const pool::Shapes& of) {
    const uint64_t bits = of[0].bits > of[1].bits ? of[0].bits : of[1].bits;
    return {pool::Failure::none, {bits + 1}, double(bits)};
}

}  // namespace

std::vector<NumberSystem> and_not_table() {
    return {{"whole", {}, {row("and_not a b", "a & ~b", Operation::Signs::either, and_not)}},
            {"integers", {}, {function("and_not a b", "a & ~b", one_longer, and_not)}}};
}

}  // namespace limbsmith
