#include "derive/bits/lowest_bit.hpp"

#include <algorithm>

#include "derive/search/squeeze.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Multiple;
using check::Product;
using ir::Opcode;
using ir::Operand;

class LowestBitFinder {
  public:
    LowestBitFinder(Builder& builder, const ir::Program& program, unsigned word_bits)
        : builder_(builder), program_(program), bits_(word_bits), base_(mpz_class(1) << word_bits) {}

    LowestBit find() {
        const auto &a = program_.inputs[0].words, &b = program_.inputs[1].words;
        if (a.size() != b.size()) throw Gap{"two numbers of one size"};
        const Id none = builder_.bound({}, {}, {}), some = builder_.bound(one, {{1, {}}}, {});
        result_.seen.push_back({{}, none, some, builder_.sum({}, {})});
        before_ = {{}, builder_.sum({}, {})};
        for (size_t i = 0; i < a.size(); ++i) {
            const size_t x = instruction_of(program_, Opcode::bit_or, a[i], b[i]);
            const size_t y =
                instruction_of(program_, Opcode::sub, Operand(0u), Operand(program_.body[x].dst));
            word(x, y,
                 instruction_of(program_, Opcode::bit_and, Operand(program_.body[x].dst),
                                Operand(program_.body[y].dst)));
        }
        add_tails();
        return std::move(result_);
    }

  private:
    Id given(size_t i, size_t which) { return builder_.given({Given::Of::instruction, i, which}); }
    const check::Facts& facts(size_t i) const { return builder_.meaning.instructions()[i]; }
    Polynomial word_of(size_t i) const {
        return Polynomial::of(builder_.meaning.word(program_.body[i].dst.id));
    }
    Id least(size_t i) { return given(i, facts(i).size() - 2); }
    Id most(size_t i) { return given(i, facts(i).size() - 1); }
    static mpz_class power(size_t k) { return mpz_class(1) << k; }

    // x = 0, since zeros make 2·x.
    Id half(const Polynomial& x, std::vector<Multiple> zeros) {
        const Polynomial twice = mpz_class(2) * x;
        const Id least = builder_.round(builder_.bound(twice, {}, zeros), 2);
        for (Multiple& zero : zeros) zero.factor = minus_one * zero.factor;
        return builder_.both(least, builder_.round(builder_.bound(minus_one * twice, {}, zeros), 2));
    }

    // b·c = g' - g, and the range of g' - g.
    Id place(const LowestBit::Bit& b, const LowestBit::Bit& c, const LowestBit::Bit& g,
             const LowestBit::Bit& next, Id ripple) {
        // g' is not below g: g·(1 - g')·(b + c + g - 2·g') = 0
        const Polynomial lost = g.bit * (one - next.bit), d = next.bit - g.bit;
        const Id from_0 = builder_.bound(lost, {{1, {g.least, next.most}}}, {});
        const Id to_0 = builder_.bound(
            minus_one * lost, {{1, {g.least, next.most, b.least}}, {1, {g.least, next.most, c.least}}},
            {{ripple, minus_one * lost}, {g.square, one - next.bit}, {next.square, mpz_class(2) * g.bit}});
        const Id is_kept = builder_.both(from_0, to_0);
        const Id d_least = builder_.bound(d, {{1, {next.least, g.most}}}, {{is_kept, minus_one}});
        result_.places.push_back({b, c, ripple, d, d_least, 0});
        // (b + c)² = (2·g' - g)²
        return half(b.bit * c.bit - d, {{ripple, b.bit + c.bit + mpz_class(2) * next.bit - g.bit - one},
                                        {b.square, minus_one},
                                        {c.square, minus_one},
                                        {next.square, mpz_class(4)},
                                        {g.square, one},
                                        {is_kept, mpz_class(4)}});
    }

    void word(size_t x_at, size_t y_at, size_t lowest_at) {
        const Builder::Bits x = builder_.bits(least(x_at), most(x_at));
        const Builder::Bits y = builder_.bits(least(y_at), most(y_at));
        const auto bit = [](const Builder::Bits& bits, size_t k) {
            return LowestBit::Bit{bits.list[k].bit, bits.list[k].least, bits.list[k].most, bits.squares[k]};
        };
        const Polynomial x_word = word_of(x_at), y_word = word_of(y_at), borrow = facts(y_at)[1].polynomial;
        const size_t first = result_.places.size();
        // b + c + 2·(the sum above) - sum = 0
        std::vector<Polynomial> above(bits_ + 1);
        std::vector<Id> is_above(bits_);
        for (size_t k = bits_ - 1; k > 0; --k) {
            const auto [sum, zero] =
                builder_.name(x.list[k].bit + y.list[k].bit + mpz_class(2) * above[k + 1]);
            above[k] = Polynomial::of(sum), is_above[k] = zero;
        }
        above[0] = x_word + y_word;
        std::vector<Multiple> sums{{x.sum, minus_one}, {y.sum, minus_one}};
        for (size_t k = 1; k < bits_; ++k) sums.push_back({is_above[k], minus_one * Polynomial(power(k))});
        is_above[0] = builder_.sum(x.list[0].bit + y.list[0].bit + mpz_class(2) * above[1] - above[0], sums);
        // base·borrow = x + y + g
        Polynomial seen = Polynomial(base_) * borrow - above[0];
        Id same =
            builder_.sum(seen - result_.seen.back().bit, {{given(y_at, 0), minus_one}, {before_.zero, one}});
        const Id start = same;
        std::vector<Id> products(bits_);
        for (size_t k = 0; k < bits_; ++k) {
            const LowestBit::Bit b = bit(x, k), c = bit(y, k), g = result_.seen.back();
            const Polynomial next = Polynomial(power(bits_ - 1 - k)) * borrow - above[k + 1];
            const Polynomial twice = mpz_class(2) * next;
            const Id half =
                builder_.sum(twice - b.bit - c.bit - g.bit, {{same, one}, {is_above[k], minus_one}});
            const Id from_0 =
                builder_.bound(twice, {{1, {b.least}}, {1, {c.least}}, {1, {g.least}}}, {{half, one}});
            const Id to_3 =
                builder_.bound(Polynomial(mpz_class(3)) - twice,
                               {{1, {b.most}}, {1, {c.most}}, {1, {g.most}}}, {{half, minus_one}});
            const Builder::Bits named = builder_.bits(builder_.round(from_0, 2), builder_.round(to_3, 2));
            same = named.sum;
            result_.seen.push_back(bit(named, 0));
            const Polynomial next_bit = named.list[0].bit;
            const Id ripple = builder_.sum(b.bit + c.bit + g.bit - mpz_class(2) * next_bit,
                                           {{half, minus_one}, {same, mpz_class(2)}});
            products[k] = place(b, c, g, result_.seen.back(), ripple);
        }
        before_ = {borrow, same};
        add_word(x_at, y_at, lowest_at, builder_.common(both_of(lowest_at), x, y), products, start, first);
        x_sums_.push_back(x.sum);
    }

    // The common bits of the sources of the instruction.
    Variable both_of(size_t i) const { return facts(i)[1].polynomial.terms().begin()->first.at(0); }

    void add_word(size_t x_at, size_t y_at, size_t lowest_at, Id common, const std::vector<Id>& is_d,
                  Id start, size_t first) {
        const Polynomial x = word_of(x_at), lowest = word_of(lowest_at);
        const auto &g = result_.seen[first], &next = result_.seen.back();
        LowestBit::Word word{};
        word.x = Operand(program_.body[x_at].dst), word.lowest = Operand(program_.body[lowest_at].dst);
        word.n = next.bit - g.bit;
        word.x_least = least(x_at), word.equation = given(x_at, 0);
        Polynomial sum;
        std::vector<Multiple> sums{{given(lowest_at, 0), one}, {common, one}};
        std::vector<Product> some, top, all, from_0, to_most;
        for (size_t k = 0; k < bits_; ++k) {
            const auto& [b, c, ripple, d, d_least, tail] = result_.places[first + k];
            sum += Polynomial(power(k)) * d;
            sums.push_back({is_d[k], power(k)});
            some.push_back({power(k) - 1, {d_least}});
            top.push_back({power(bits_ - 1) - power(k), {d_least}});
            all.push_back({1, {d_least}});
            word.k += Polynomial(mpz_class(k)) * d;
            from_0.push_back({k, {d_least}});
            to_most.push_back({bits_ - 1 - k, {d_least}});
        }
        word.sum = builder_.sum(lowest - sum, sums);
        word.above = builder_.bound(lowest - word.n, some, {{word.sum, one}});
        word.most =
            builder_.bound(Polynomial(power(bits_ - 1)) * word.n - lowest, top, {{word.sum, minus_one}});
        word.n_least = builder_.bound(word.n, all, {});
        word.k_least = builder_.bound(word.k, from_0, {});
        word.k_most = builder_.bound(Polynomial(mpz_class(bits_ - 1)) * word.n - word.k, to_most, {});
        word.x_above = builder_.bound(x - word.n, {{1, {given(lowest_at, 2)}}, {1, {word.above}}},
                                      {{given(lowest_at, 0), minus_one}});
        word.x_most = builder_.bound(Polynomial(base_) * next.bit - x, {{1, {least(y_at)}}, {1, {g.least}}},
                                     {{start, one}, {before_.zero, mpz_class(-base_)}});
        result_.words.push_back(std::move(word));
    }

    void add_tails() {
        auto& places = result_.places;
        result_.tails.resize(places.size() + 1);
        for (size_t j = places.size(); j-- > 0;) {
            const auto [tail, zero] = builder_.name(places[j].b.bit + mpz_class(2) * result_.tails[j + 1]);
            result_.tails[j] = Polynomial::of(tail), places[j].tail = zero;
        }
        for (size_t i = 0; i < result_.words.size(); ++i) {
            auto& word = result_.words[i];
            std::vector<Multiple> zeros{{x_sums_[i], minus_one}};
            for (size_t k = 0; k < bits_; ++k)
                zeros.push_back({places[i * bits_ + k].tail, minus_one * Polynomial(power(k))});
            word.parts =
                builder_.sum(result_.tails[i * bits_] - Polynomial::of(builder_.meaning.word(word.x.value)) -
                                 Polynomial(base_) * result_.tails[(i + 1) * bits_],
                             zeros);
        }
    }

    Builder& builder_;
    const ir::Program& program_;
    const size_t bits_;
    const mpz_class base_;
    LowestBit result_;
    // The borrow of the words before: borrow - g = 0.
    struct Borrow {
        Polynomial value;
        Id zero;
    } before_{};
    std::vector<Id> x_sums_;
};

}  // namespace

size_t instruction_of(const ir::Program& program, ir::Opcode op, const ir::Operand& x, const ir::Operand& y) {
    const auto found = std::ranges::find_if(program.body, [&](const ir::Instruction& in) {
        return in.op == op && in.src[0] == x && in.src[1] == y;
    });
    if (found == program.body.end()) throw Gap{"an instruction"};
    return static_cast<size_t>(found - program.body.begin());
}

LowestBit lowest_bit(Builder& builder, const ir::Program& program, unsigned word_bits) {
    return LowestBitFinder(builder, program, word_bits).find();
}

}  // namespace limbsmith::derive
