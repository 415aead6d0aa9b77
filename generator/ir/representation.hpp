// The representation of a number in 32-bit words, least significant first.
#pragma once

#include <string_view>

namespace limbsmith::ir {

// number, word: the value of words w_i is the sum of w_i·2^(32i). Exceptions:
//   count:       one word that says how often something is done: any is allowed, tests draw small ones;
//   signed_word: one word in two's complement;
//   bytes:       a string of bytes, four a word, least significant first;
//   digits:      the sum of d_i·2^(radix·i), where d_i is w_i in two's complement over 2^(32 - radix);
//   places:      the sum of w_i·base^i, where w_i is a word in two's complement from -bound to bound; an open one has a w_0 from
//                -(bound - 1) to bound - 1, so that a transfer of -1, 0 or 1 can be added; only routines have some whose
//                words from `used` on are 0;
//   carried:     over lanes, a number of which each lane has a part p with a word on top, where carries wait: with W = 2^32 to
//                the number of the other words, the sum of (p_i - 2·W)·W^i, a signed number;
//   pairs:       a number of an even count of words, which a GPU keeps in pairs of registers, as wide products need them;
//                only routines for GPUs have one, and do nothing with it but copy it;
//   member:      the words belong to an object that several parameters share.
struct Representation {
    enum class Kind { number, word, count, signed_word, bytes, digits, carried, pairs, places };
    Kind kind = Kind::number;
    std::string_view type{};       // the type in generated code; empty for a word
    std::string_view object{};     // the type of the object of which this is a member; empty if not a member
    int radix = 32;                // number of bits that a word contributes
    uint32_t base = 0, bound = 0;  // of places
    bool is_open = false;          // of places
    int used = 0;                  // of places; 0 where all words are used

    bool is_word() const { return kind == Kind::word || kind == Kind::count || kind == Kind::signed_word; }
    bool is_count() const { return kind == Kind::count; }
    bool is_signed() const {
        return kind == Kind::signed_word || kind == Kind::digits || kind == Kind::places;
    }
    bool is_bytes() const { return kind == Kind::bytes; }
    bool is_digits() const { return kind == Kind::digits; }
    bool is_places() const { return kind == Kind::places; }
    bool is_carried() const { return kind == Kind::carried; }
    bool is_pairs() const { return kind == Kind::pairs; }
    // The largest value of word i of places.
    uint32_t most(size_t i) const { return is_open && i == 0 ? bound - 1 : bound; }
    bool is_member() const { return !object.empty(); }
    friend bool operator==(const Representation&, const Representation&) = default;
};

// Tests draw counts below 2^drawn_count_bits.
inline constexpr int drawn_count_bits = 8;

inline constexpr Representation number{};
inline constexpr Representation word{Representation::Kind::word};
inline constexpr Representation count{Representation::Kind::count};
inline constexpr Representation signed_word{Representation::Kind::signed_word};

}  // namespace limbsmith::ir
