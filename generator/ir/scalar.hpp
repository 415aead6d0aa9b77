// Words that routines compute between their calls: indices, digits of exponents, decisions.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace limbsmith::ir {

struct Place;

// A word computed from words, everything modulo 2^32 and unsigned. Comparisons give 0 or 1.
class Scalar {
  public:
    enum class Kind : uint8_t {
        constant,   // number
        read,       // the word at a place
        lane,       // which of the lanes of its group a thread is
        add,        // left + right
        sub,        // left - right
        mul,        // left * right
        mul_hi,     // floor(left * right / 2^32)
        div,        // floor(left / right), right not 0
        mod,        // left - right*floor(left / right), right not 0
        bit_and,    // left & right
        bit_or,     // left | right
        bit_xor,    // left ^ right
        shl,        // left * 2^right, right < 32
        shr,        // floor(left / 2^right), right < 32
        equal,      // left = right
        not_equal,  // left != right
        less,       // left < right
        permute,    // byte i of it is byte (number / 16^i) mod 16 of left + 2^32 * right, for i < 4
        select,     // left if other != 0, else right
    };

    Scalar(int number) : Scalar(Kind::constant, static_cast<uint32_t>(number)) {}
    Scalar(uint32_t number) : Scalar(Kind::constant, number) {}
    template <class Code>
    requires std::is_enum_v<Code> Scalar(Code code) : Scalar(static_cast<uint32_t>(code)) {}
    // requires: the place is a word.
    Scalar(Place place);

    Kind kind() const { return node_->kind; }
    uint32_t number() const { return node_->number; }
    const Place& place() const { return *node_->place; }
    const Scalar& left() const { return *node_->left; }
    const Scalar& right() const { return *node_->right; }
    const Scalar& other() const { return *node_->other; }
    bool is_constant() const { return kind() == Kind::constant; }

    friend Scalar binary(Kind kind, Scalar left, Scalar right);
    friend Scalar permute_bytes(Scalar low, Scalar high, uint32_t selector);
    friend Scalar select(Scalar condition, Scalar yes, Scalar no);
    friend Scalar lane();

  private:
    struct Node {
        Kind kind;
        uint32_t number = 0;
        std::shared_ptr<const Place> place{};
        std::shared_ptr<const Scalar> left{}, right{}, other{};
    };
    Scalar(Kind kind, uint32_t number) : node_(std::make_shared<const Node>(Node{kind, number})) {}
    explicit Scalar(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}

    std::shared_ptr<const Node> node_;
};

Scalar binary(Scalar::Kind kind, Scalar left, Scalar right);
// Bytes of low + 2^32 * high, which have the numbers 0 to 7: the hexadecimal digits of the selector name them, the lowest byte of
// the result by the last digit (PTX ISA 9.0, prmt.b32 without a mode). requires: four digits below 8.
Scalar permute_bytes(Scalar low, Scalar high, uint32_t selector);
// The operation of a scalar with two operands, on others.
Scalar on_operands(const Scalar& operation, Scalar left, Scalar right);
Scalar select(Scalar condition, Scalar yes, Scalar no);
Scalar lane();
inline Scalar operator+(Scalar x, Scalar y) { return binary(Scalar::Kind::add, x, y); }
inline Scalar operator-(Scalar x, Scalar y) { return binary(Scalar::Kind::sub, x, y); }
inline Scalar operator*(Scalar x, Scalar y) { return binary(Scalar::Kind::mul, x, y); }
inline Scalar operator/(Scalar x, Scalar y) { return binary(Scalar::Kind::div, x, y); }
inline Scalar operator%(Scalar x, Scalar y) { return binary(Scalar::Kind::mod, x, y); }
inline Scalar operator&(Scalar x, Scalar y) { return binary(Scalar::Kind::bit_and, x, y); }
inline Scalar operator|(Scalar x, Scalar y) { return binary(Scalar::Kind::bit_or, x, y); }
inline Scalar operator^(Scalar x, Scalar y) { return binary(Scalar::Kind::bit_xor, x, y); }
inline Scalar operator<<(Scalar x, Scalar y) { return binary(Scalar::Kind::shl, x, y); }
inline Scalar operator>>(Scalar x, Scalar y) { return binary(Scalar::Kind::shr, x, y); }
inline Scalar mul_hi(Scalar x, Scalar y) { return binary(Scalar::Kind::mul_hi, x, y); }
inline Scalar equal(Scalar x, Scalar y) { return binary(Scalar::Kind::equal, x, y); }
inline Scalar not_equal(Scalar x, Scalar y) { return binary(Scalar::Kind::not_equal, x, y); }
inline Scalar less(Scalar x, Scalar y) { return binary(Scalar::Kind::less, x, y); }

}  // namespace limbsmith::ir
