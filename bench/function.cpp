#include "function.hpp"

#include "row.hpp"

namespace limbsmith::bench {
namespace {

int words(const auto& parameters) {
    int count = 0;
    for (const auto& parameter : parameters) count += static_cast<int>(parameter.words.size());
    return count;
}

}  // namespace

int Function::operand_words() const { return words(meaning.inputs); }
int Function::result_words() const { return words(meaning.outputs); }

void Function::describe(Row& row) const {
    row.digits = digits;
    if (digits && cost) row.instructions = cost->instructions;
    if (cost) row.wide = cost->product_time(), row.additions = cost->additions;
}

}  // namespace limbsmith::bench
