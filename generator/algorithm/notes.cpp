#include "algorithm/notes.hpp"

#include <algorithm>

#include "algorithm/product.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm {
namespace {

ir::NoteSum one_factor(Words words, const ir::Representation& representation, int shift = 0,
                       const char* name = "") {
    return {{1, {{std::move(words), representation, shift, name}}}};
}

}  // namespace

ir::NoteSum value(const Words& words) {
    const auto is_zero = [](ir::Operand word) { return word.is_zero(); };
    const auto first = std::ranges::find_if_not(words, is_zero);
    if (first == words.end()) return {};
    const auto last = std::find_if_not(words.rbegin(), words.rend(), is_zero).base();
    const mpz_class weight = weight_of(static_cast<int>(first - words.begin()));
    if (last - first == 1 && *first == ir::Operand(1u)) return {{weight, {}}};
    return weight * one_factor({first, last}, ir::number);
}

ir::NoteSum value(const Limbs& limbs) { return value(words_of(limbs)); }

ir::NoteSum signed_value(ir::Operand word) {
    return word.is_zero() ? ir::NoteSum{} : one_factor({word}, ir::signed_word);
}

ir::NoteSum digits_value(const Words& digits) { return one_factor(digits, repr::digits); }

ir::NoteSum value_above(const Words& words, int shift) {
    return shift == 0 ? value(words) : one_factor(words, ir::number, shift);
}

ir::NoteSum named(const char* name, const Limbs& limbs) {
    return one_factor(words_of(limbs), ir::number, 0, name);
}

ir::NoteSum lowest(const Limbs& limbs, int count) {
    return value(Limbs(limbs.begin(), limbs.begin() + std::min<ptrdiff_t>(count, std::ssize(limbs))));
}

ir::NoteSum highest(const Limbs& limbs, int from) {
    if (from >= std::ssize(limbs)) return {};
    return weight_of(from) * value(Limbs(limbs.begin() + from, limbs.end()));
}

mpz_class weight_of(int words) { return mpz_class(1) << (limb_bits * words); }

void note(ir::Builder& builder, ir::NoteSum held, ir::NoteSum value, int bits) {
    builder.note(std::move(held), std::move(value), bits);
}

}  // namespace limbsmith::algorithm
