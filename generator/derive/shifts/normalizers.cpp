#include "derive/shifts/normalizers.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"
#include "derive/shifts/amounts.hpp"
#include "derive/shifts/funnels.hpp"
#include "derive/shifts/word_shifts.hpp"
#include "derive/sums/zero_tests.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Product;
using ir::Opcode;
using ir::Operand;
using WordShift = Search::WordShift;
using Words = std::vector<Operand>;

// c = [b = 0]. For a number on its way: now = b·power, base^n > now >= (1 - c)·2^reached, and c·power = c·2^moved.
struct Normal {
    Id limit;  // now - (1 - c)·2^reached >= 0
    Id at_zero;
    unsigned long reached, moved;
    Id none_out;  // out = 0
    Id is_now;    // b·power - now = 0
};

class Normalizer {
  public:
    Normalizer(Search& search, size_t last)
        : search_(search),
          builder_(search.builder),
          body_(search.program.body),
          bits_(word_bits(search).get_ui()),
          last_(last) {}

    bool resolve() { return find() && find_comparison() && by_words() && by_zero() && by_bits() && finish(); }

  private:
    Polynomial value(const Operand& word) const { return Polynomial::of(builder_.meaning.word(word.value)); }
    static Polynomial value(Variable variable) { return Polynomial::of(variable); }
    static Polynomial power_of_2(unsigned long exponent) { return mpz_class(mpz_class(1) << exponent); }
    const Range& range(const Operand& word) const {
        return search_.ranges.at(builder_.meaning.word(word.value));
    }
    Id equation(size_t i) const { return builder_.given({Given::Of::instruction, i, 0}); }
    Id contract(size_t which) const { return builder_.given({Given::Of::contract, 0, which}); }
    std::optional<size_t> made_by(const Operand& word) const {
        for (size_t i = 0; i < body_.size(); ++i) {
            if (Operand(body_[i].dst) == word) return i;
        }
        return std::nullopt;
    }

    // The funnel shifts up to the last one, the number of words that they shift, and its top word before 1 is added to 0.
    bool find() {
        const ir::Instruction& last = body_[last_];
        if (!search_.funnels.contains(last_) || !last.src[1].is_word) return false;
        for (size_t k = last_ + 1; k-- > 0;) {
            const ir::Instruction& in = body_[k];
            if (in.op != Opcode::shf_l || in.src[2] != last.src[2]) continue;
            if (!funnels_.empty() && body_[funnels_.front()].src[0] != in.src[1]) return false;
            funnels_.insert(funnels_.begin(), k);
        }
        if (!body_[funnels_.front()].src[0].is_zero()) return false;
        for (size_t k : funnels_) words_.push_back(body_[k].src[1]);
        count_ = builder_.meaning.word(last.src[2].value);
        const auto at = made_by(words_.back());
        if (!at || body_[*at].op != Opcode::sub || !body_[*at].src[0].is_word || !body_[*at].src[1].is_word ||
            body_[*at].flag_in || body_[*at].flag_out)
            return false;
        added_ = *at;
        Words before = words_;
        before.back() = body_[added_].src[0];
        auto found = std::ranges::find_if(
            search_.word_shifts, [&](const auto& shift) { return shift.words == before && shift.is_left; });
        if (found == search_.word_shifts.end()) {
            if (before.size() != 1) return false;
            search_.word_shifts.push_back(unshifted(search_, before, true, Operand(0u)));
            found = std::prev(search_.word_shifts.end());
        }
        for (auto k = std::optional(static_cast<size_t>(found - search_.word_shifts.begin())); k;
             k = search_.word_shifts[*k].before)
            shifts_.insert(shifts_.begin(), search_.word_shifts[*k]);
        return true;
    }

    // The contract's c = [b = 0], and c + b - 1 >= 0.
    bool find_comparison() {
        b_ = shifts_.front().start;
        const auto& facts = builder_.meaning.contract();
        for (size_t k = 0; k + 3 < facts.size(); ++k) {
            const auto bit = nonnegative_value(facts[k]);
            if (!bit || facts[k + 2] != Fact{Fact::Kind::zero, value(*bit) * b_}) continue;
            c_ = value(*bit);
            c_least_ = contract(k), c_most_ = contract(k + 1), c_nowhere_ = contract(k + 2);
            std::vector<Product> least;
            mpz_class unit = 1;
            for (const Operand& word : shifts_.front().words) {
                least.push_back({unit, {*range(word).least}});
                unit *= search_.base;
            }
            const Id from_0 = builder_.bound(b_, least, {});
            somewhere_ = builder_.cases(
                b_ - one, {Fact::Kind::nonnegative, b_ + c_ - one},
                [&](Id assumption) {
                    builder_.bound(b_ + c_ - one, {{1, {assumption}}, {1, {c_least_}}}, {});
                },
                [&](Id assumption) {
                    const Id is_zero = builder_.both(from_0, assumption);
                    builder_.bound(b_ + c_ - one, {{1, {contract(k + 3)}}},
                                   {{is_zero, one - (one - c_) * b_}});
                });
            return true;
        }
        return false;
    }

    // c·word = 0, from c·now = 0
    std::vector<Id> words_at_zero(const WordShift& shift, Id is_now) {
        const Id number =
            builder_.sum(c_ * shift.now, {{is_now, minus_one * c_}, {c_nowhere_, value(shift.power)}});
        std::vector<Id> result;
        mpz_class unit = 1;
        for (const Operand& word : shift.words) {
            std::vector<Product> others;
            mpz_class weight = 1;
            for (const Operand& other : shift.words) {
                if (other != word) others.push_back({weight, {c_least_, *range(other).least}});
                weight *= search_.base;
            }
            const Id most = builder_.round(builder_.bound(Polynomial(mpz_class(-unit)) * c_ * value(word),
                                                          others, {{number, minus_one}}),
                                           unit);
            const Id least = builder_.bound(c_ * value(word), {{1, {c_least_, *range(word).least}}}, {});
            result.push_back(builder_.both(least, most));
            unit *= search_.base;
        }
        return result;
    }

    // No bit left the number: b·power - now = 0.
    void is_exact(const WordShift& shift, Normal& normal) {
        const Polynomial weight = power_of_2(bits_ * shift.words.size());
        normal.is_now =
            builder_.sum(b_ * value(shift.power) - shift.now, {{shift.zero, one}, {normal.none_out, weight}});
    }

    // The steps by words.
    bool by_words() {
        const WordShift& first = shifts_.front();
        at_.none_out = builder_.sum(value(first.out), {{first.is_out, minus_one}});
        is_exact(first, at_);
        at_.reached = 0, at_.moved = 0;
        at_.limit = builder_.bound(b_ + c_ - one, {{1, {somewhere_}}}, {});
        at_.at_zero = builder_.sum(c_ * (value(first.power) - one), {{first.is_power, c_}});
        for (size_t k = 1; k < shifts_.size(); ++k) {
            if (!step(shifts_[k - 1], shifts_[k])) return false;
        }
        return at_.reached == bits_ * (words_.size() - 1) && at_.moved == at_.reached;
    }

    bool step(const WordShift& before, const WordShift& after) {
        const WordShift::Step& by = after.steps.back();
        const size_t n = before.words.size(), d = by.distance;
        const auto test = zero_test(search_, by.mask, last_);
        const Words top(before.words.end() - static_cast<std::ptrdiff_t>(d), before.words.end());
        const auto either = test ? or_of(search_, test->x, top) : std::nullopt;
        if (!either || by.moves != test->z) return false;
        const Polynomial z = test->z, x = value(test->x), growth = power_of_2(bits_ * d) - one;
        // where the step moves the number, the bits that leave it are 0
        Normal next = at_;
        std::vector<check::Multiple> none{{after.is_out, minus_one}, {at_.none_out, one + z * growth}};
        mpz_class unit = 1;
        for (size_t k = 0; k < d; ++k, unit *= search_.base) {
            const Polynomial word = value(top[k]);
            const Id most = builder_.bound(minus_one * z * word, {{1, {test->least, either->above[k]}}},
                                           {{test->nowhere, minus_one}});
            const Id least = builder_.bound(z * word, {{1, {test->least, *range(top[k]).least}}}, {});
            none.push_back({builder_.both(least, most), unit});
        }
        next.none_out = builder_.sum(value(after.out), none);
        is_exact(after, next);
        // now' = now·(1 + z·growth)
        const Polynomial factor = one + z * growth, old = value(before.power);
        const Id grown = builder_.sum(after.now - before.now * factor,
                                      {{next.is_now, minus_one}, {after.is_power, b_}, {at_.is_now, factor}});
        next.reached = at_.reached + bits_ * d, next.moved = at_.moved + bits_ * d;
        const Polynomial goal = after.now - (one - c_) * power_of_2(next.reached);
        const unsigned long place = bits_ * (n - d);
        if (place < next.reached) return false;
        next.limit = builder_.cases(
            z - one, {Fact::Kind::nonnegative, goal},
            [&](Id assumption) {
                const Id is_one = builder_.both(assumption, test->most);
                builder_.bound(goal, {{growth.constant() + 1, {at_.limit}}},
                               {{grown, one}, {is_one, before.now * growth}});
            },
            [&](Id assumption) {
                // now >= 2^place·(the sum of the top words) >= 2^place·x >= 2^place
                const Id is_zero = builder_.both(test->least, assumption);
                const mpz_class at = power_of_2(place).constant(),
                                wanted = power_of_2(next.reached).constant();
                std::vector<Product> products{
                    {at, {either->sum}}, {at, {test->somewhere}}, {wanted, {c_least_}}, {at - wanted, {}}};
                mpz_class weight = 1;
                for (const Operand& word : before.words) {
                    products.push_back({weight < at ? weight : mpz_class(weight - at), {*range(word).least}});
                    weight *= search_.base;
                }
                builder_.bound(goal, products,
                               {{grown, one}, {is_zero, before.now * growth - Polynomial(at)}});
            });
        // c·z = c, since the top words are 0 where c is 1
        const std::vector<Id> words = words_at_zero(before, at_.is_now);
        std::vector<check::Multiple> zeros;
        for (size_t k = n - d; k < n; ++k) zeros.push_back({words[k], minus_one});
        const Id least = builder_.bound(
            c_ * z - c_, {{1, {c_least_, test->somewhere}}, {1, {c_least_, either->sum}}}, zeros);
        const Id most = builder_.bound(c_ - c_ * z, {{1, {c_least_, test->most}}}, {});
        const Id moves = builder_.both(least, most);
        next.at_zero =
            builder_.sum(c_ * (value(after.power) - power_of_2(next.moved)),
                         {{after.is_power, c_}, {at_.at_zero, growth + one}, {moves, old * growth}});
        at_ = next;
        return true;
    }

    // The top word: 1 is added if it is 0, which it is where b is.
    bool by_zero() {
        const ir::Instruction& in = body_[added_];
        const WordShift& shift = shifts_.back();
        const auto test = zero_test(search_, in.src[1], last_);
        const auto mask = search_.masks.find(builder_.meaning.word(in.src[1].value));
        if (!test || test->x != in.src[0] || mask == search_.masks.end()) return false;
        const Polynomial y = test->z, top = value(in.src[0]), result = value(words_.back());
        const mpz_class base = search_.base, unit = power_of_2(at_.reached).constant();
        // unit·top >= now - (unit - 1) >= unit·(1 - c) - (unit - 1)
        std::vector<Product> gaps{{1, {at_.limit}}};
        mpz_class weight = 1;
        for (size_t k = 0; k + 1 < words_.size(); ++k, weight *= base) {
            gaps.push_back({weight, {*range(words_[k]).most}});
            gaps.push_back({weight * (base - 1 - range(words_[k]).limit), {}});
        }
        const Id nonzero = builder_.round(
            builder_.bound(Polynomial(unit) * (top - one + c_) + Polynomial(mpz_class(unit - 1)), gaps, {}),
            unit);
        const Id zero = words_at_zero(shift, at_.is_now).back();
        const Id same = builder_.cases(
            c_ - one, {Fact::Kind::zero, y - c_},
            [&](Id assumption) {
                const Id is_one = builder_.both(assumption, c_most_);
                const Id least =
                    builder_.bound(y - one, {{1, {test->somewhere}}}, {{zero, minus_one}, {is_one, top}});
                builder_.sum(y - c_, {{builder_.both(least, test->most), one}, {is_one, minus_one}});
            },
            [&](Id assumption) {
                const Id is_zero = builder_.both(c_least_, assumption);
                // y·(top - 1 + c) - y·top - y·c = -y
                const Id most = builder_.bound(minus_one * y, {{1, {test->least, nonzero}}},
                                               {{test->nowhere, minus_one}, {is_zero, minus_one * y}});
                builder_.sum(y - c_, {{builder_.both(test->least, most), one}, {is_zero, minus_one}});
            });
        is_added_ = same;
        // result = top - (base - 1)·y + base·borrow, and the borrow is y
        Polynomial scaled =
            builder_.fact(mask->second.zero) - (value(in.src[1]) - Polynomial(mpz_class(base - 1)) * y);
        if (!scaled.is_zero()) return false;
        // base·(borrow - y) = result - top - y
        const Id eq = equation(added_);
        const Polynomial borrow = result - builder_.fact(eq) - top + value(in.src[1]);  // base·borrow
        Polynomial flag;
        for (const auto& [monomial, coefficient] : borrow.terms()) flag.add(monomial, coefficient / base);
        const Range of_top = range(in.src[0]), of_result = range(words_.back());
        const mpz_class last = base - 1;
        const Polynomial difference = Polynomial(base) * (flag - y);
        const Id most = builder_.round(builder_.bound(Polynomial(last) - difference,
                                                      {{1, {*of_result.most}},
                                                       {last - of_result.limit, {}},
                                                       {1, {*of_top.least}},
                                                       {1, {test->least}}},
                                                      {{eq, one}, {mask->second.zero, minus_one}}),
                                       base);
        // last - top - y = (1 - y)·(last - top) + (last - 1)·y - y·top
        std::vector<Product> products{
            {1, {*of_result.least}}, {1, {test->most, *of_top.most}}, {last - 1, {test->least}}};
        if (last != of_top.limit) products.push_back({last - of_top.limit, {test->most}});
        const Id least = builder_.round(
            builder_.bound(Polynomial(last) + difference, products,
                           {{eq, minus_one}, {mask->second.zero, one}, {test->nowhere, minus_one}}),
            base);
        const Id borrows = builder_.both(least, most);
        is_top_ =
            builder_.sum(result - top - y, {{eq, one}, {mask->second.zero, minus_one}, {borrows, base}});
        shifted_ = words_.back();
        // result - 1 >= 0
        at_least_ = builder_.bound(result - one, {{1, {test->somewhere}}}, {{is_top_, one}});
        return true;
    }

    // The binary search for the top bit: shifted = power·(top word) all along, and not below 2^(word_bits - 2·bits).
    bool by_bits() {
        const Id none = builder_.bound({}, {}, {});
        const auto [power, positive] = builder_.power(none);
        const Id is_one = builder_.powers({power}, {}, 0, {});
        power_ = power;
        is_shifted_ = builder_.sum(value(shifted_) * (value(power) - one), {{is_one, value(shifted_)}});
        is_shifted_ =
            builder_.sum(value(shifted_) - value(power) * value(shifted_), {{is_shifted_, minus_one}});
        const Polynomial top = value(shifted_);
        for (unsigned long bits = bits_ / 2; bits > 0; bits /= 2) {
            if (!halve(bits, top)) return false;
        }
        return true;
    }

    bool halve(unsigned long bits, const Polynomial& top) {
        const auto found = std::ranges::find_if(body_, [&](const ir::Instruction& in) {
            return in.op == Opcode::shl && in.src[0] == shifted_ && in.src[1].is_word;
        });
        if (found == body_.end()) return halve_last(bits, top);
        const auto i = static_cast<size_t>(found - body_.begin());
        const auto known = search_.amounts.find(builder_.meaning.word(found->src[1].value));
        const auto masked = made_by(found->src[1]);
        if (known == search_.amounts.end() || !masked || body_[*masked].op != Opcode::bit_and) return false;
        const auto test = test_of(search_, body_[*masked].src[0],
                                  static_cast<uint32_t>(power_of_2(bits_ - bits).constant().get_ui()));
        if (!test || test->x != shifted_) return false;
        const Search::Amount amount = known->second;
        const ir::Instruction& compare = body_[test->instruction];
        const Variable flag = builder_.meaning.flag(compare.flag_out->id);
        const Polynomial f = value(flag), s = value(shifted_), p = value(amount.power);
        const Range borrow = search_.ranges.at(flag), difference = range(Operand(compare.dst));
        const auto is_rest = search_.zero(value(amount.rest) - Polynomial(mpz_class(bits)) * f, last_);
        const auto fits = search_.zero(value(amount.fits) - one, last_);
        if (!is_rest || !fits) return false;
        search_.limit(amount.rest,
                      builder_.bound(Polynomial(mpz_class(bits)) - value(amount.rest),
                                     {{bits, {*borrow.most}}}, {{*is_rest, minus_one}}),
                      bits);
        const auto& facts = builder_.meaning.instructions()[i];
        const size_t place = facts.size() - 4;  // ranges of the bits that leave the word, and of the word
        const Polynomial high = facts[place].polynomial;
        const Id high_least = builder_.given({Given::Of::instruction, i, place});
        const Id high_most = builder_.given({Given::Of::instruction, i, place + 1});
        const Operand next(found->dst);
        const mpz_class base = search_.base, half = power_of_2(bits_ - bits).constant(),
                        size = power_of_2(bits).constant();
        // next - p·s + base·high = 0
        const Id word =
            builder_.sum(value(next) - p * s + Polynomial(base) * high, {{equation(i), one}, {*fits, p * s}});
        const auto moves = [&](Id assumption) {
            const Id is_set = builder_.both(assumption, *borrow.most);
            return std::pair(builder_.powers({amount.power}, {}, static_cast<long>(bits),
                                             {{*is_rest, one}, {is_set, mpz_class(bits)}}),
                             is_set);
        };
        const auto stays = [&](Id assumption) {
            const Id is_clear = builder_.both(*borrow.least, assumption);
            return std::pair(
                builder_.powers({amount.power}, {}, 0, {{*is_rest, one}, {is_clear, mpz_class(bits)}}),
                is_clear);
        };
        const Id none = builder_.cases(
            f - one, {Fact::Kind::zero, high},
            [&](Id assumption) {
                // base·high <= size·s <= size·(half - 1) < base
                const auto [power, is_set] = moves(assumption);
                const Id most = builder_.round(
                    builder_.bound(Polynomial(mpz_class(base - size)) - Polynomial(base) * high,
                                   {{1, {*range(next).least}},
                                    {size, {*difference.most}},
                                    {size * (base - 1 - difference.limit), {}}},
                                   {{word, minus_one},
                                    {power, minus_one * s},
                                    {equation(test->instruction), size},
                                    {is_set, mpz_class(size * base)}}),
                    base);
                builder_.both(high_least, most);
            },
            [&](Id assumption) {
                const auto [power, is_clear] = stays(assumption);
                builder_.both(high_least,
                              builder_.bound(minus_one * high, {{1, {high_most}}}, {{power, minus_one}}));
            });
        const Id exact = builder_.sum(value(next) - p * s, {{word, one}, {none, mpz_class(-base)}});
        const Polynomial goal = value(next) - Polynomial(half);
        at_least_ = builder_.cases(
            f - one, {Fact::Kind::nonnegative, goal},
            [&](Id assumption) {
                const auto [power, is_set] = moves(assumption);
                builder_.bound(goal, {{size, {at_least_}}}, {{exact, one}, {power, s}});
            },
            [&](Id assumption) {
                const auto [power, is_clear] = stays(assumption);
                builder_.bound(goal, {{1, {*difference.least}}},
                               {{exact, one},
                                {power, s},
                                {equation(test->instruction), minus_one},
                                {is_clear, mpz_class(-base)}});
            });
        // the power so far
        const Polynomial exponent = builder_.exponent(power_) + value(amount.rest);
        std::vector<Product> least;
        rests_.push_back(amount.rest);
        for (Variable rest : rests_) least.push_back({1, {*search_.ranges.at(rest).least}});
        const auto [next_power, positive] = builder_.power(builder_.bound(exponent, least, {}));
        const Id product = builder_.powers({next_power}, {power_, amount.power}, 0, {});
        is_shifted_ = builder_.sum(value(next) - value(next_power) * top,
                                   {{exact, one}, {is_shifted_, p}, {product, minus_one * top}});
        power_ = next_power;
        shifted_ = next;
        shifted_value_ = value(next);
        shifted_most_ = builder_.bound(base - one - value(next),
                                       {{1, {*range(next).most}}, {base - 1 - range(next).limit, {}}}, {});
        return true;
    }

    // The same for a last step whose shifted word the program does not need.
    bool halve_last(unsigned long bits, const Polynomial& top) {
        const mpz_class base = search_.base, half = power_of_2(bits_ - bits).constant(),
                        size = power_of_2(bits).constant();
        const auto test = std::ranges::find_if(body_, [&](const ir::Instruction& in) {
            return in.op == Opcode::sub && in.src[0] == shifted_ && !in.flag_in && in.flag_out &&
                   in.src[1] == Operand(static_cast<uint32_t>(half.get_ui()));
        });
        if (bits != 1 || test == body_.end()) return false;
        const Id compared = equation(static_cast<size_t>(test - body_.begin()));
        const Variable flag = builder_.meaning.flag(test->flag_out->id);
        const Range borrow = search_.ranges.at(flag), difference = range(Operand(test->dst)),
                    word = range(shifted_);
        const Polynomial s = value(shifted_), exponent = Polynomial(mpz_class(bits)) * value(flag);
        const auto [power, positive] =
            builder_.power(builder_.bound(exponent, {{bits, {*borrow.least}}}, {}));
        const Polynomial next = value(power) * s;
        const auto by_borrow = [&](const Polynomial& goal, bool is_least) {
            return builder_.cases(
                value(flag) - one, {Fact::Kind::nonnegative, goal},
                [&](Id assumption) {
                    const Id is_set = builder_.both(assumption, *borrow.most);
                    const Id moves =
                        builder_.powers({power}, {}, static_cast<long>(bits), {{is_set, mpz_class(bits)}});
                    if (is_least) {
                        builder_.bound(goal, {{size, {at_least_}}}, {{moves, s}});
                    } else {
                        builder_.bound(
                            goal,
                            {{size, {*difference.most}},
                             {size * (base - 1 - difference.limit) + size - 1, {}}},
                            {{moves, minus_one * s}, {compared, size}, {is_set, mpz_class(size * base)}});
                    }
                },
                [&](Id assumption) {
                    const Id is_clear = builder_.both(*borrow.least, assumption);
                    const Id stays = builder_.powers({power}, {}, 0, {{is_clear, mpz_class(bits)}});
                    if (is_least) {
                        builder_.bound(goal, {{1, {*difference.least}}},
                                       {{stays, s}, {compared, minus_one}, {is_clear, mpz_class(-base)}});
                    } else {
                        builder_.bound(goal, {{1, {*word.most}}, {base - 1 - word.limit, {}}},
                                       {{stays, minus_one * s}});
                    }
                });
        };
        shifted_most_ = by_borrow(Polynomial(mpz_class(base - 1)) - next, false);
        at_least_ = by_borrow(next - Polynomial(half), true);
        shifted_value_ = next;
        std::vector<Product> least{{bits, {*borrow.least}}};
        for (Variable rest : rests_) least.push_back({1, {*search_.ranges.at(rest).least}});
        const auto [next_power, at_least_1] =
            builder_.power(builder_.bound(builder_.exponent(power_) + exponent, least, {}));
        const Id product = builder_.powers({next_power}, {power_, power}, 0, {});
        is_shifted_ = builder_.sum(next - value(next_power) * top,
                                   {{is_shifted_, value(power)}, {product, minus_one * top}});
        power_ = next_power;
        return true;
    }

    // The search has analysed the shift of the top word; the funnel shifts apply it to all words.
    bool finish() {
        const Search::Amount amount = search_.amounts.at(count_);
        const Polynomial p = value(amount.power), base = search_.base, top = value(words_.back());
        const auto equal = search_.zero(value(amount.rest) - builder_.exponent(power_), last_);
        if (!equal) return false;
        const Id same = builder_.powers({amount.power}, {power_}, 0, {{*equal, one}});
        // p·top <= base - 1, so top <= complement - 1, and p·top + p - 1 < base
        const Id is_shifted =
            builder_.sum(shifted_value_ - p * top, {{is_shifted_, one}, {same, minus_one * top}});
        const Polynomial room = value(amount.complement) - top - one;
        const Id product = builder_.bound(p * room + p - one, {{1, {shifted_most_}}},
                                          {{amount.product, one}, {is_shifted, one}});
        const Id fits = nonnegative_factor(builder_, room, amount.positive, product);
        const Variable high = shifted_out(search_, last_);
        const Id high_least = *search_.ranges.at(high).least;
        const auto& facts = builder_.meaning.instructions()[last_];
        const Id middle_least = builder_.given({Given::Of::instruction, last_, facts.size() - 9});
        const Polynomial middle = facts[facts.size() - 9].polynomial;
        // base·high = p·top + (the bits that enter) - middle
        const Id link = search_.funnels.at(last_);
        const Polynomial entering = middle + base * value(high) - top * p - builder_.fact(link);
        Id entering_least = builder_.bound({}, {}, {}), entering_most = amount.positive;
        if (funnels_.size() > 1) {
            const size_t lower = funnels_[funnels_.size() - 2];
            const size_t size = builder_.meaning.instructions()[lower].size();
            entering_least = builder_.given({Given::Of::instruction, lower, size - 7});
            entering_most = builder_.given({Given::Of::instruction, lower, size - 6});
        }
        const Id p_least = *search_.ranges.at(amount.power).least;
        const Id most =
            builder_.round(builder_.bound(base - one - base * value(high),
                                          {{1, {p_least, fits}}, {1, {entering_most}}, {1, {middle_least}}},
                                          {{link, minus_one}, {amount.product, minus_one}}),
                           search_.base);
        const Id none = builder_.both(high_least, most);
        search_.define(high, none, 2 * last_);
        // the top word is shifted + (the bits that enter)
        const Operand top_word(body_[last_].dst);
        const Polynomial half = mpz_class(search_.base / 2);
        const Id large = builder_.bound(
            value(top_word) - half, {{1, {at_least_}}, {1, {entering_least}}},
            {{equation(last_), one}, {link, one}, {none, minus_one * base}, {is_shifted, minus_one}});
        search_.numbers.push_back(large);
        Words result;
        for (size_t k : funnels_) result.push_back(Operand(body_[k].dst));
        Replaced number(number_of(search_, result));
        search_.replace(number, 2 * funnels_.front());
        if (number.scale != 1 || number.rest != p * number_of(search_, words_)) return false;
        std::vector<Product> lower{{power_of_2(at_.reached).constant(), {large}}};
        mpz_class unit = 1;
        for (size_t k = 0; k + 1 < result.size(); ++k, unit *= search_.base)
            lower.push_back({unit, {*range(result[k]).least}});
        if (result.size() > 1)
            search_.numbers.push_back(
                builder_.bound(number.polynomial - power_of_2(at_.reached) * half, lower, {}));
        // number = p·(now + unit·c) = (b + c - c·b)·power·p
        const WordShift& shift = shifts_.back();
        const Polynomial from = b_ + c_ - c_ * b_, power = value(shift.power),
                         weight = power_of_2(at_.reached);
        std::vector<check::Multiple> zeros = number.zeros;
        zeros.push_back({is_top_, p * weight});
        zeros.push_back({is_added_, p * weight});
        zeros.push_back({at_.is_now, minus_one * p});
        zeros.push_back({at_.at_zero, minus_one * p});
        zeros.push_back({c_nowhere_, p * power});
        const Id is_number = builder_.sum(number.polynomial - from * power * p, std::move(zeros));
        search_.shown.push_back(is_number);
        // 2^count, if the contract names it
        for (const auto& [variable, exponent] : builder_.meaning.variables().powers()) {
            if (exponent != value(count_)) continue;
            const Polynomial by_words = value(count_) - builder_.fact(shift.exponent);
            const auto parts = search_.zero(by_words - builder_.exponent(power_), last_);
            if (!parts) return false;
            const Id whole =
                builder_.sum(by_words - value(amount.rest), {{*parts, one}, {*equal, minus_one}});
            const Id product_of = builder_.powers({variable}, {shift.power, amount.power}, 0, {{whole, one}});
            search_.shown.push_back(builder_.sum(number.polynomial - from * value(variable),
                                                 {{is_number, one}, {product_of, minus_one * from}}));
        }
        return true;
    }

    Search& search_;
    Builder& builder_;
    const std::vector<ir::Instruction>& body_;
    const unsigned long bits_;
    const size_t last_;
    std::vector<size_t> funnels_;
    Words words_;
    Variable count_ = 0;
    size_t added_ = 0;
    std::vector<WordShift> shifts_;
    Polynomial b_, c_;
    Id c_least_ = 0, c_most_ = 0, c_nowhere_ = 0, somewhere_ = 0;
    Normal at_{};
    Id is_top_ = 0, is_added_ = 0;  // result - top - y = 0, y - c = 0
    Operand shifted_;
    Polynomial shifted_value_;
    Id shifted_most_ = 0;
    Variable power_ = 0;
    Id is_shifted_ = 0, at_least_ = 0;
    std::vector<Variable> rests_;
};

}  // namespace

void resolve_normalized(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    if (in.op != Opcode::shf_l || !amount_of(in)) return;
    const Builder::Mark mark = search.builder.mark();
    const size_t shifts = search.word_shifts.size(), numbers = search.numbers.size(),
                 shown = search.shown.size();
    auto definitions = search.definitions;
    auto ranges = search.ranges;
    if (Normalizer(search, i).resolve()) return;
    search.builder.back_to(mark);
    search.definitions = std::move(definitions);
    search.ranges = std::move(ranges);
    search.word_shifts.erase(search.word_shifts.begin() + static_cast<std::ptrdiff_t>(shifts),
                             search.word_shifts.end());
    search.numbers.resize(numbers);
    search.shown.resize(shown);
}

}  // namespace limbsmith::derive
