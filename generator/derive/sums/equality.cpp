#include "derive/sums/equality.hpp"

#include <algorithm>

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;

// The or of words, and the proofs that go down and up its tree. A leaf is a word x, or x ^ y; its difference is x, or
// x - y.
class Tree {
  public:
    Tree(Search& search, ir::Word root) : search_(search), builder_(search.builder), root_(root) {
        collect(root);
    }

    const std::vector<Polynomial>& differences() const { return differences_; }

    // From root = 0: the zeros of the differences.
    std::vector<Id> down(Id zero) {
        zeros_.clear();
        go_down(root_, zero);
        return zeros_;
    }
    // From the zeros of the differences: -root >= 0.
    Id up(const std::vector<Id>& zeros) {
        size_t next = 0;
        return go_up(root_, zeros, next);
    }

  private:
    Polynomial value(ir::Word word) const { return Polynomial::of(builder_.meaning.word(word.id)); }
    Id given(size_t i, size_t which) const { return builder_.given({Given::Of::instruction, i, which}); }
    const ir::Instruction& instruction(size_t i) const { return search_.program.body[i]; }
    std::optional<size_t> made_by(ir::Word word, Opcode op) const {
        const auto& body = search_.program.body;
        for (size_t i = 0; i < body.size(); ++i) {
            const bool has_words = body[i].src[0].is_word && body[i].src[1].is_word;
            if (body[i].dst == word && body[i].op == op && has_words) return i;
        }
        return std::nullopt;
    }

    void collect(ir::Word word) {
        if (const auto i = made_by(word, Opcode::bit_or)) {
            collect(instruction(*i).src[0].word());
            collect(instruction(*i).src[1].word());
        } else if (const auto k = made_by(word, Opcode::bit_xor)) {
            differences_.push_back(value(instruction(*k).src[0].word()) -
                                   value(instruction(*k).src[1].word()));
        } else {
            differences_.push_back(value(word));
        }
    }

    // Facts of an or or xor: 1 both >= 0, 2 x - both >= 0, 3 y - both >= 0.
    void go_down(ir::Word word, Id zero) {
        if (const auto i = made_by(word, Opcode::bit_or)) {
            for (size_t k : {0, 1}) {
                // x = either - (y - both)
                const ir::Word x = instruction(*i).src[k].word();
                const Id most = builder_.bound(minus_one * value(x), {{1, {given(*i, 3 - k)}}},
                                               {{given(*i, 0), one}, {zero, minus_one}});
                const Id least = *search_.ranges.at(builder_.meaning.word(x.id)).least;
                go_down(x, builder_.both(least, most));
            }
        } else if (const auto i = made_by(word, Opcode::bit_xor)) {
            // (x - both) + (y - both) = x ^ y = 0, so both are 0
            std::vector<Id> sides;
            for (size_t k : {2, 3}) {
                const Polynomial side = builder_.fact(given(*i, k));
                const Id most = builder_.bound(minus_one * side, {{1, {given(*i, 5 - k)}}},
                                               {{given(*i, 0), one}, {zero, minus_one}});
                sides.push_back(builder_.both(given(*i, k), most));
            }
            zeros_.push_back(builder_.sum(builder_.fact(sides[0]) - builder_.fact(sides[1]),
                                          {{sides[0], one}, {sides[1], minus_one}}));
        } else {
            zeros_.push_back(zero);
        }
    }

    Id go_up(ir::Word word, const std::vector<Id>& zeros, size_t& next) {
        const Polynomial negative = minus_one * value(word);
        if (const auto i = made_by(word, Opcode::bit_or)) {
            const Id x = go_up(instruction(*i).src[0].word(), zeros, next);
            const Id y = go_up(instruction(*i).src[1].word(), zeros, next);
            return builder_.bound(negative, {{1, {x}}, {1, {y}}, {1, {given(*i, 1)}}},
                                  {{given(*i, 0), minus_one}});
        }
        const Id zero = zeros[next++];
        if (const auto i = made_by(word, Opcode::bit_xor)) {
            // the last fact of both: both - x + base·(x - y)² >= 0, and x ^ y = x + y - 2·both
            const Id equal = given(*i, builder_.meaning.instructions()[*i].size() - 3);
            const Polynomial difference = builder_.fact(zero);
            return builder_.bound(negative, {{2, {equal}}},
                                  {{given(*i, 0), minus_one},
                                   {zero, one - Polynomial(mpz_class(2 * search_.base)) * difference}});
        }
        return builder_.bound(negative, {}, {{zero, minus_one}});
    }

    Search& search_;
    Builder& builder_;
    ir::Word root_;
    std::vector<Polynomial> differences_;
    std::vector<Id> zeros_;
};

// The differences in the order of their weights 1, base, base², … in the number; empty if the number is another one.
std::vector<size_t> order_of(const std::vector<Polynomial>& differences, const Polynomial& number,
                             const mpz_class& base) {
    std::vector<size_t> order;
    mpz_class weight = 1;
    Polynomial rest = number;
    for (size_t place = 0; place < differences.size(); ++place, weight *= base) {
        for (size_t k = 0; k < differences.size(); ++k) {
            if (differences[k].is_zero()) continue;
            const auto& [monomial, coefficient] = *differences[k].terms().begin();
            const auto found = number.terms().find(monomial);
            if (found == number.terms().end() || found->second != weight * coefficient) continue;
            rest -= Polynomial(weight) * differences[k];
            order.push_back(k);
        }
    }
    return rest.is_zero() && order.size() == differences.size() ? order : std::vector<size_t>();
}

// From number = 0: the zeros of its digits, the differences, in their own order.
std::vector<Id> digits(Search& search, Id number, const std::vector<Polynomial>& differences,
                       const std::vector<size_t>& order) {
    std::vector<Id> zeros(differences.size());
    mpz_class weight = 1;
    Polynomial rest = search.builder.fact(number);
    std::vector<check::Multiple> used{{number, one}};
    for (size_t k : order) {
        // weight·digit = number - (digits below) - (digits above)
        Replaced digit(differences[k]);
        digit.scale = weight;
        digit.rest = Polynomial(weight) * differences[k] - rest;
        digit.zeros = used;
        zeros[k] = search.zero_of(digit).value();
        rest -= Polynomial(weight) * differences[k];
        used.push_back({zeros[k], mpz_class(-weight)});
        weight *= search.base;
    }
    return zeros;
}

}  // namespace

void resolve_equality(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != Opcode::sub || in.flag_in || !in.flag_out || !in.src[0].is_word || in.src[1].is_word ||
        in.src[1].value != 1)
        return;
    Tree tree(search, in.src[0].word());
    Builder& builder = search.builder;
    const Variable borrow = builder.meaning.flag(in.flag_out->id);
    const Polynomial bit = Polynomial::of(borrow);
    const Polynomial root = Polynomial::of(builder.meaning.word(in.src[0].value));
    const Variable word = builder.meaning.word(in.dst.id);
    const auto& facts = builder.meaning.contract();
    for (const auto& [place, variable] : search.open_comparisons()) {
        const size_t k = place;
        // t·D = 0, (1 - t)·(D² - 1) >= 0
        const Polynomial t = Polynomial::of(variable);
        if (facts[k + 2].kind != Fact::Kind::zero) continue;
        Polynomial number;
        for (const auto& [monomial, coefficient] : facts[k + 2].polynomial.terms()) {
            check::Monomial others = monomial;
            const auto place = std::ranges::find(others, variable);
            if (place != others.end()) others.erase(place);
            number.add(others, coefficient);
        }
        const auto order = order_of(tree.differences(), number, search.base);
        if (t * number != facts[k + 2].polynomial || order.empty()) continue;
        const auto contract = [&](size_t which) { return builder.given({Given::Of::contract, 0, which}); };
        const Range own = search.ranges.at(variable), other = search.ranges.at(borrow);
        const Range of_root = search.ranges.at(builder.meaning.word(in.src[0].value));
        const Range of_word = search.ranges.at(word);
        // word = root - 1 + base·borrow
        const Id equation = builder.given({Given::Of::instruction, i, 0});
        const Id result = builder.cases(
            bit - one, {Fact::Kind::zero, t - bit},
            [&](Id assumption) {
                const Id is_one = builder.both(assumption, *other.most);
                const Id most = builder.bound(minus_one * root, {{1, {*of_word.most}}},
                                              {{equation, one}, {is_one, search.base}});
                const std::vector<Id> zeros = tree.down(builder.both(*of_root.least, most));
                std::vector<check::Multiple> sum;
                mpz_class weight = 1;
                for (size_t digit : order) sum.push_back({zeros[digit], weight}), weight *= search.base;
                const Id is_zero = builder.sum(number, sum);
                // t - 1 = (1 - t)·(D² - 1) - (1 - t)·D·D
                const Id above =
                    builder.bound(t - one, {{1, {contract(k + 3)}}}, {{is_zero, (t - one) * number}});
                const Id is_set = builder.both(above, *own.most);
                builder.sum(t - bit, {{is_set, one}, {is_one, minus_one}});
            },
            [&](Id assumption) {
                const Id is_zero = builder.both(*other.least, assumption);
                const Id clear = builder.cases(
                    t - one, {Fact::Kind::zero, t},
                    [&](Id set) {
                        const Id is_set = builder.both(set, *own.most);
                        const Id equal =
                            builder.sum(number, {{contract(k + 2), one}, {is_set, minus_one * number}});
                        const Id none = tree.up(digits(search, equal, tree.differences(), order));
                        // root >= 1, so this case cannot be
                        const Id never =
                            builder.bound(minus_one, {{1, {none}}, {1, {*of_word.least}}},
                                          {{equation, minus_one}, {is_zero, mpz_class(-search.base)}});
                        const Id most = builder.bound(minus_one * t, {{1, {*own.most}}, {1, {never}}}, {});
                        builder.both(*own.least, most);
                    },
                    [&](Id not_set) { builder.both(*own.least, not_set); });
                builder.sum(t - bit, {{clear, one}, {is_zero, minus_one}});
            });
        search.define(variable, result, 2 * (search.program.body.size() + k));
    }
}

}  // namespace limbsmith::derive
