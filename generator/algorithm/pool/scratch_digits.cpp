#include "algorithm/pool/scratch_digits.hpp"

#include <array>

#include "algorithm/ntt/passes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::pool {

using ir::Place, ir::Scalar;

namespace {

constexpr int spare_bits = limb_bits - digit_bits;
constexpr uint32_t digit_mask = (1u << digit_bits) - 1, half_digit = 1u << (digit_bits - 1);

}  // namespace

ScratchDigits::ScratchDigits(Group& group)
    : group_(group),
      builder_(group.builder),
      scratch_(builder_.global_numbers("scratch", repr::digit_block, block_digits)),
      stride_(builder_.input(ir::word_named("stride"))) {}

Place ScratchDigits::block(const std::string& name) {
    return builder_.local(ir::number_named(name, repr::digit_block, block_digits));
}

Place ScratchDigits::at(int number, const Scalar& index) const {
    return scratch_[(index * 2 + number) * stride_ + group_.number()];
}

Scalar ScratchDigits::any_of(const Place& block) {
    Scalar any = block.limb(0);
    for (int i = 1; i < block_digits; ++i) any = any | block.limb(i);
    return any;
}

// A digit that is 2^29 or more is less by 2^30, and the next one more by 1.
void ScratchDigits::write(int number, const Magnitude& x, const Place& twos, const Place& blocks,
                          const std::string& name) {
    const auto named = [&](const char* of) { return group_.word(name + of); };
    const Place made = block(name + "_block"), low = named("_low"), high = named("_high"),
                from = named("_from"), digit = named("_digit"), carry = named("_carry");
    const auto load = [&](const Place& to, const Scalar& index) {
        builder_.assign(to, 0);
        builder_.when(less(index >> 3, x.units), [&] { builder_.assign(to, group_.word_of(x, index)); });
    };
    builder_.assign(from, twos), builder_.assign(carry, 0);
    builder_.loop(ir::up_to(name + "_index", 0, blocks), {}, [&](Place index) {
        builder_.loop(ntt::whole("i", block_digits), {}, [&](Place i) {
            const Scalar word = Scalar(from) >> 5, bit = Scalar(from) & 31;
            load(low, word), load(high, word + 1);
            const Scalar bits = (Scalar(low) >> bit) | ((Scalar(high) << 1) << (Scalar(31) - bit));
            builder_.assign(digit, (bits & digit_mask) + carry);
            builder_.assign(made.limb(i), Scalar(digit) << spare_bits);
            builder_.assign(carry, (Scalar(digit) + half_digit) >> digit_bits);
            builder_.assign(from, Scalar(from) + digit_bits);
        });
        builder_.copy(at(number, index), made);
    });
}

void ScratchDigits::for_digits(const char* counter, const Place& blocks, bool is_written,
                               const std::function<void(const Place&)>& body) {
    const Place made = block(std::string("digits_of_") + counter);
    builder_.loop(ir::below(counter, 0, blocks), {}, [&](Place index) {
        builder_.copy(made, at(0, index));
        builder_.loop(ntt::whole("i", block_digits), {}, [&](Place i) { body(made.limb(i)); });
        if (is_written) builder_.copy(at(0, index), made);
    });
}

// The digits of the absolute value, from 0 on. The sign is that of the highest digit.
void ScratchDigits::make_natural(const Place& blocks) {
    const Place sign = group_.word("sign", 0), borrow = group_.word("borrow", 0),
                value = group_.word("value");
    for_digits("signed_index", blocks, false, [&](const Place& digit) {
        builder_.when(not_equal(digit, 0), [&] { builder_.assign(sign, Scalar(0) - (Scalar(digit) >> 31)); });
    });
    for_digits("natural_index", blocks, true, [&](const Place& digit) {
        const Scalar read = (Scalar(digit) >> spare_bits) - ((Scalar(digit) >> 31) << digit_bits);
        builder_.assign(value, (read ^ sign) - sign - borrow);
        builder_.assign(borrow, Scalar(value) >> 31);
        builder_.assign(digit, Scalar(value) & digit_mask);
    });
}

// A word has bits of two digits, or of three, from bit `from` on; before the lowest digit there are two of zeros.
void ScratchDigits::store_magnitude(const Place& blocks, const Place& twos, const Place& room) {
    make_natural(blocks);
    const Place first = group_.first_result(),
                needed = group_.word("needed", Group::units_of(Scalar(blocks) * block_bits + twos)),
                units = group_.word("units", select(less(needed, room), needed, room)), r = group_.unit("r"),
                from = group_.word("from");
    std::array<Place, 3> part{};
    for (size_t k = 0; k < part.size(); ++k) part[k] = group_.word("part" + std::to_string(k));
    const Scalar digits = Scalar(blocks) * block_digits;
    group_.note_lengths();
    group_.for_units(units, [&](const Place& index) {
        builder_.loop(ntt::whole("i", unit_words), {}, [&](Place i) {
            const Scalar word = Scalar(index) * unit_words + i;
            builder_.assign(r.limb(i), 0);
            builder_.when(less(Scalar(twos) >> 5, word + 1), [&] {
                builder_.assign(from, word * limb_bits + 2 * digit_bits - twos);
                for (size_t k = 0; k < part.size(); ++k) {
                    const Scalar digit = Scalar(from) / digit_bits + static_cast<int>(k) - 2;
                    builder_.assign(part[k], 0);
                    builder_.when(less(digit, digits), [&] {
                        builder_.assign(part[k], at(0, digit / block_digits).limb(digit % block_digits));
                    });
                }
                const Scalar bit = Scalar(from) % digit_bits;
                builder_.assign(r.limb(i), (Scalar(part[0]) >> bit) |
                                               (Scalar(part[1]) << (Scalar(digit_bits) - bit)) |
                                               select(equal(bit, digit_bits - 1), Scalar(part[2]) << 31, 0));
            });
        });
        group_.store(first, units, index, r);
    });
    group_.conclude(0, first, 0);
}

}  // namespace limbsmith::algorithm::pool
