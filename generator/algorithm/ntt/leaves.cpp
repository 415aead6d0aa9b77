#include "algorithm/ntt/leaves.hpp"

#include "algorithm/claims.hpp"
#include "algorithm/range.hpp"
#include "ir/builder.hpp"
#include "spec/ntt_primes.hpp"
#include "spec/representations.hpp"

namespace limbsmith::algorithm::ntt {
namespace {

using ir::Builder, ir::Chain, ir::ExprPtr, ir::Opcode, ir::Operand, ir::integer, ir::pow2, ir::var;

const ExprPtr p = var("p"), word = pow2(limb_bits);  // 2^32

// How large the prime is. A prime from 2^29 has 8·p >= 2^32 and 2·p >= 2^30.
enum class Prime : uint8_t { any, large };

class Leaf {
  public:
    explicit Leaf(std::string name) : builder(std::move(name)) {}

    Operand input(const std::string& name, const ExprPtr& below = pow2(limb_bits)) {
        contract_.requires_.push_back({name, below});
        return builder.input(name, repr::word, 1)[0];
    }
    // The prime, of which programs read its multiples.
    Operand prime(Prime size = Prime::any) {
        const ExprPtr least = size == Prime::any ? integer(3) : pow2(ntt_prime_bits - 1);
        contract_.requires_.push_back(ir::congruent({"p", pow2(ntt_prime_bits), least}, 1, 2));
        return builder.input("p", repr::word, 1)[0];
    }
    // 2^32 - times·p as an input.
    Operand minus(uint64_t times) {
        const std::string name = times == 1 ? "minus_p" : "minus_" + std::to_string(times) + "p";
        return given(name, word - integer(times) * p);
    }
    Operand twice() { return given("twice_p", integer(2) * p); }
    Operand given(const std::string& name, const ExprPtr& value) {
        contract_.givens.push_back({name, value, name + " = " + ir::to_string(*value)});
        return input(name);
    }
    Operand n0inv() {
        const ExprPtr value = (integer(0) - inverse(p, word)) % word;
        contract_.requires_.push_back(ir::exactly("n0inv", value));
        return builder.input("n0inv", repr::word, 1)[0];
    }
    // A factor and its companion.
    struct Factor {
        Operand w, ws;
    };
    Factor factor() {
        const Operand w = input("w", p);
        return {w, given("ws", var("w") * word / p)};
    }

    // x if it is below m, else x - m; for x < 2·m and minus_m = 2^32 - m. Where x < m the sum does not wrap, and is
    // larger.
    Operand reduced(Operand x, Operand minus_m) {
        return builder.emit(Opcode::min, x, builder.emit(Opcode::add, x, minus_m));
    }
    // x·w - floor(x·ws/2^32)·p, which is below 2·p.
    Operand times(Operand x, Factor by, Operand minus_p) {
        const Operand quotient = builder.emit(Opcode::mul_hi, x, by.ws);
        const Operand low = builder.emit(Opcode::mul_lo, x, by.w);
        return builder.emit(Opcode::mad_lo, quotient, minus_p, low);
    }
    // x - y + m, for y <= x + m < 2^32.
    Operand difference(Operand x, Operand y, Operand m) {
        return builder.emit(Opcode::sub, builder.emit(Opcode::add, x, m), y);
    }

    void output(const std::string& name, Operand value, const ExprPtr& below) {
        builder.output(name, repr::word, {value});
        contract_.ensures.push_back({name, below});
    }
    ir::Program finish(const ExprPtr& left, const ExprPtr& right) && {
        contract_.left = left;
        contract_.right = right;
        return std::move(builder).finish(std::move(contract_));
    }

    Builder builder;

  private:
    ir::Contract contract_;
};

// Numbers below the product of three primes: the bits of the highest of three words.
constexpr int top_bits = 3 * ntt_prime_bits - 2 * limb_bits;

ExprPtr words(const std::vector<std::string>& names) {
    ExprPtr sum = var(names[0]);
    for (size_t i = 1; i < names.size(); ++i) sum = sum + pow2(limb_bits * i) * var(names[i]);
    return sum;
}

// Two residues in one relation.
ExprPtr pair(const ExprPtr& first, const ExprPtr& second) { return first % p + word * (second % p); }

ir::Program reduction(const char* name, uint64_t times, const ExprPtr& below, Prime size) {
    Leaf leaf(name);
    const Operand x = leaf.input("x", below);
    leaf.prime(size);
    leaf.output("r", leaf.reduced(x, leaf.minus(times)), integer(times) * p);
    return std::move(leaf).finish(times == 1 ? var("r") : var("r") % p, var("x") % p);
}

ir::Program difference_product(const char* name, bool is_canonical) {
    Leaf leaf(name);
    const Operand x = leaf.input("x", integer(2) * p), v = leaf.input("v", pow2(ntt_prime_bits));
    const auto w = leaf.factor();
    leaf.prime(Prime::large);
    const Operand minus_p = leaf.minus(1), twice_p = leaf.twice();
    const Operand lazy = leaf.times(leaf.difference(x, v, twice_p), w, minus_p);
    const ExprPtr residue = (var("x") - var("v")) * var("w") % p;
    if (!is_canonical) {
        leaf.output("r", lazy, integer(2) * p);
        return std::move(leaf).finish(var("r") % p, residue);
    }
    leaf.output("r", leaf.reduced(lazy, minus_p), p);
    return std::move(leaf).finish(var("r"), residue);
}

}  // namespace

ir::Program mul() {
    Leaf leaf("ntt_mul");
    const Operand x = leaf.input("x");
    const auto w = leaf.factor();
    leaf.prime();
    leaf.output("r", leaf.times(x, w, leaf.minus(1)), integer(2) * p);
    return std::move(leaf).finish(var("r") % p, var("x") * var("w") % p);
}

ir::Program reduce() { return reduction("ntt_reduce", 2, integer(4) * p, Prime::any); }
ir::Program canonical() { return reduction("ntt_canonical", 1, integer(2) * p, Prime::any); }
ir::Program first() { return reduction("ntt_first", 4, word, Prime::large); }

// x·y + m·p with m = lo·n0inv, where lo is the low word of x·y: the low word of the sum is 0, r is the rest.
ir::Program product() {
    Leaf leaf("ntt_product");
    const Operand x = leaf.input("x", integer(4) * p), y = leaf.input("y", integer(2) * p);
    const Operand prime = leaf.prime(), n0inv = leaf.n0inv();
    const Operand low = leaf.builder.emit(Opcode::mul_lo, x, y),
                  high = leaf.builder.emit(Opcode::mul_hi, x, y);
    const Operand m = leaf.builder.emit(Opcode::mul_lo, low, n0inv);
    Chain chain(leaf.builder);
    chain.emit(Opcode::mad_lo, m, prime, low);
    leaf.output("r", chain.emit(Opcode::mad_hi, m, prime, high), integer(3) * p);
    return std::move(leaf).finish(word * var("r") % p, var("x") * var("y") % p);
}

ir::Program butterfly() {
    Leaf leaf("ntt_butterfly");
    const Operand x = leaf.input("x", integer(4) * p), y = leaf.input("y");
    const auto w = leaf.factor();
    leaf.prime();
    const Operand minus_p = leaf.minus(1), minus_2p = leaf.minus(2), twice_p = leaf.twice();
    const Operand reduced = leaf.reduced(x, minus_2p), product = leaf.times(y, w, minus_p);
    leaf.output("r", leaf.builder.emit(Opcode::add, reduced, product), integer(4) * p);
    leaf.output("s", leaf.difference(reduced, product, twice_p), integer(4) * p);
    const ExprPtr yw = var("y") * var("w");
    return std::move(leaf).finish(pair(var("r"), var("s")), pair(var("x") + yw, var("x") - yw));
}

ir::Program butterfly_inverse() {
    Leaf leaf("ntt_butterfly_inverse");
    const Operand x = leaf.input("x", integer(2) * p), y = leaf.input("y", integer(2) * p);
    const auto w = leaf.factor();
    leaf.prime();
    const Operand minus_p = leaf.minus(1), minus_2p = leaf.minus(2), twice_p = leaf.twice();
    const Operand sum = leaf.builder.emit(Opcode::add, x, y);
    leaf.output("r", leaf.reduced(sum, minus_2p), integer(2) * p);
    leaf.output("s", leaf.times(leaf.difference(x, y, twice_p), w, minus_p), integer(2) * p);
    return std::move(leaf).finish(pair(var("r"), var("s")),
                                  pair(var("x") + var("y"), (var("x") - var("y")) * var("w")));
}

ir::Program sum_difference() {
    Leaf leaf("ntt_sum_difference");
    const Operand x = leaf.input("x", integer(4) * p), y = leaf.input("y", integer(4) * p);
    leaf.prime();
    const Operand minus_2p = leaf.minus(2), twice_p = leaf.twice();
    const Operand a = leaf.reduced(x, minus_2p), b = leaf.reduced(y, minus_2p);
    leaf.output("r", leaf.builder.emit(Opcode::add, a, b), integer(4) * p);
    leaf.output("s", leaf.difference(a, b, twice_p), integer(4) * p);
    return std::move(leaf).finish(pair(var("r"), var("s")), pair(var("x") + var("y"), var("x") - var("y")));
}

ir::Program sum_difference_inverse() {
    Leaf leaf("ntt_sum_difference_inverse");
    const Operand x = leaf.input("x", integer(2) * p), y = leaf.input("y", integer(2) * p);
    leaf.prime();
    const Operand minus_2p = leaf.minus(2), twice_p = leaf.twice();
    leaf.output("r", leaf.reduced(leaf.builder.emit(Opcode::add, x, y), minus_2p), integer(2) * p);
    leaf.output("s", leaf.reduced(leaf.difference(x, y, twice_p), minus_2p), integer(2) * p);
    return std::move(leaf).finish(pair(var("r"), var("s")), pair(var("x") + var("y"), var("x") - var("y")));
}

ir::Program step() { return difference_product("ntt_step", false); }
ir::Program digit() { return difference_product("ntt_digit", true); }

ir::Program number() {
    Leaf leaf("ntt_number");
    const ExprPtr below = pow2(ntt_prime_bits);
    const Operand v0 = leaf.input("v0", below), v1 = leaf.input("v1", below), v2 = leaf.input("v2", below);
    const Operand p0 = leaf.input("p0", below), low = leaf.input("p01_0"),
                  high = leaf.input("p01_1", pow2(2 * ntt_prime_bits - limb_bits));
    const Operand none(0u);
    Chain first(leaf.builder);
    Operand n0 = first.emit(Opcode::mad_lo, p0, v1, v0), n1 = first.emit(Opcode::mad_hi, p0, v1, none);
    Chain second(leaf.builder);
    n0 = second.emit(Opcode::mad_lo, low, v2, n0);
    n1 = second.emit(Opcode::mad_hi, low, v2, n1);
    second.forget();  // both sums of products are below 2^63
    Chain third(leaf.builder);
    n1 = third.emit(Opcode::mad_lo, high, v2, n1);
    const Operand n2 = third.emit(Opcode::mad_hi, high, v2, none);
    const mpz_class digit = (mpz_class(1) << ntt_prime_bits) - 1,
                    factor = (mpz_class(1) << 2 * ntt_prime_bits) - 1;
    claim_within(leaf.builder, algorithm::number(Words{n0, n1, n2}), digit + digit * digit + factor * digit);
    leaf.output("n0", n0, word);
    leaf.output("n1", n1, word);
    leaf.output("n2", n2, pow2(top_bits));
    const ExprPtr p01 = words({"p01_0", "p01_1"});
    return std::move(leaf).finish(words({"n0", "n1", "n2"}),
                                  var("v0") + var("p0") * var("v1") + p01 * var("v2"));
}

ir::Program carry() {
    Leaf leaf("ntt_carry");
    const Operand n0 = leaf.input("n0"), n1 = leaf.input("n1"), n2 = leaf.input("n2", pow2(top_bits));
    const Operand c0 = leaf.input("c0"), c1 = leaf.input("c1", pow2(top_bits + 1));
    Chain chain(leaf.builder);
    leaf.output("digit", chain.add(n0, c0), word);
    leaf.output("next0", chain.add(n1, c1), word);
    leaf.output("next1", chain.add(n2, Operand(0u)), pow2(top_bits + 1));
    return std::move(leaf).finish(words({"digit", "next0", "next1"}),
                                  words({"n0", "n1", "n2"}) + words({"c0", "c1"}));
}

std::vector<ir::Program> leaves() {
    return {mul(),
            reduce(),
            canonical(),
            first(),
            product(),
            butterfly(),
            butterfly_inverse(),
            sum_difference(),
            sum_difference_inverse(),
            step(),
            digit(),
            number(),
            carry()};
}

}  // namespace limbsmith::algorithm::ntt
