#include "derive/shifts/shifters.hpp"

#include <algorithm>
#include <tuple>

#include "derive/shifts/funnels.hpp"
#include "derive/shifts/word_shifts.hpp"
#include "derive/sums/parts.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Multiple;
using ir::Opcode;
using ir::Operand;
using Words = std::vector<Operand>;

// count - rest - (exponent of the power) - unit·top = 0, where inside = [top = 0]
struct GoalParts {
    Id zero, exponent;
    Variable rest;
    mpz_class unit;
    size_t test;  // the instruction top - 1, whose borrow is inside
    Id borrow;    // inside - borrow = 0
};

// inside = 1 gives count - rest - (exponent of the power) = 0. The word of the test is top - 1 + base·borrow.
Id exact(Search& search, const GoalParts& parts, Id is_one) {
    Builder& builder = search.builder;
    const ir::Instruction& in = search.program.body[parts.test];
    const Id equation = builder.given({Given::Of::instruction, parts.test, 0});
    const Variable top = builder.meaning.word(in.src[0].value);
    const Range word = search.ranges.at(builder.meaning.word(in.dst.id));
    const Id most = builder.bound(
        minus_one * Polynomial::of(top), {{1, {*word.most}}, {search.base - 1 - word.limit, {}}},
        {{equation, one}, {is_one, search.base}, {parts.borrow, mpz_class(-search.base)}});
    const Id none = builder.both(*search.ranges.at(top).least, most);
    return builder.sum(builder.fact(parts.zero) + Polynomial(parts.unit) * Polynomial::of(top),
                       {{parts.zero, one}, {none, parts.unit}});
}

// inside = 0 gives count - bits >= 0.
Id far(Search& search, const GoalParts& parts, const Polynomial& count, long bits, Id is_zero) {
    Builder& builder = search.builder;
    const ir::Instruction& in = search.program.body[parts.test];
    const Id equation = builder.given({Given::Of::instruction, parts.test, 0});
    const Range word = search.ranges.at(builder.meaning.word(in.dst.id));
    const Id some = builder.bound(
        Polynomial::of(builder.meaning.word(in.src[0].value)) - one, {{1, {*word.least}}},
        {{equation, minus_one}, {is_zero, mpz_class(-search.base)}, {parts.borrow, search.base}});
    return builder.bound(count - Polynomial(mpz_class(bits)),
                         {{parts.unit, {some}},
                          {1, {*search.ranges.at(parts.rest).least}},
                          {1, {parts.exponent}},
                          {parts.unit - bits, {}}},
                         {{parts.zero, one}});
}

class Finder {
  public:
    explicit Finder(Search& search) : search_(search), builder_(search.builder), body_(search.program.body) {}

    std::optional<Shifter> find() {
        if (search_.program.outputs.size() != 1) return std::nullopt;
        const Words& words = search_.program.outputs[0].words;
        for (const Operand& word : words) {
            const auto at = definition(word);
            if (!at) return std::nullopt;
            result_.push_back(*at);
        }
        return words.size() == 1 ? shifter_of_word(search_, result_[0]) : of_words();
    }

  private:
    std::optional<size_t> definition(const Operand& word) const {
        for (size_t i = 0; i < body_.size() && word.is_word; ++i) {
            if (body_[i].dst == word.word()) return i;
        }
        return std::nullopt;
    }
    Polynomial value(const Operand& word) const {
        return word.is_word ? Polynomial::of(builder_.meaning.word(word.value))
                            : Polynomial(mpz_class(word.value));
    }
    Polynomial value(Variable variable) const { return Polynomial::of(variable); }
    Id equation(size_t i) const { return builder_.given({Given::Of::instruction, i, 0}); }
    const Search::Mask& mask(const Operand& word) const {
        return search_.masks.at(builder_.meaning.word(word.value));
    }

    // The words that the funnel shifts read, lowest first, if each shifts into its word the bits that leave its neighbour.
    std::optional<Words> sources() {
        const ir::Instruction& first = body_[result_.front()];
        const bool is_left = first.op == Opcode::shf_l;
        if ((!is_left && first.op != Opcode::shf_r) || !first.src[2].is_word) return std::nullopt;
        Words words;
        for (size_t k = 0; k < result_.size(); ++k) {
            const ir::Instruction& in = body_[result_[k]];
            if (in.op != first.op || in.src[2] != first.src[2]) return std::nullopt;
            words.push_back(in.src[is_left ? 1 : 0]);
        }
        for (size_t k = 0; k + 1 < result_.size(); ++k) {
            const ir::Instruction &low = body_[result_[k]], &high = body_[result_[k + 1]];
            if (is_left ? high.src[0] != low.src[1] : low.src[1] != high.src[0]) return std::nullopt;
        }
        if (is_left && !first.src[0].is_zero()) return std::nullopt;
        return words;
    }

    std::optional<Shifter> of_words() {
        const auto words = sources();
        if (!words) return std::nullopt;
        const ir::Instruction& first = body_[result_.front()];
        Shifter by{};
        by.is_left = first.op == Opcode::shf_l;
        count_ = builder_.meaning.word(first.src[2].value);
        by.count = value(count_);
        by.amount = search_.amounts.at(count_);
        // the last step: each word, or the fill, by a mask
        Words shifted;
        Operand inside;
        size_t earliest = body_.size();
        for (const Operand& word : *words) {
            const auto at = definition(word);
            if (!at) return std::nullopt;
            const ir::Instruction& in = body_[*at];
            const bool is_and = in.op == Opcode::bit_and;
            if (!is_and && in.op != Opcode::select) return std::nullopt;
            shifted.push_back(in.src[is_and ? 0 : 1]);
            inside = in.src[is_and ? 1 : 0];
            earliest = std::min(earliest, *at);
        }
        const auto found = std::ranges::find_if(search_.word_shifts,
                                                [&](const auto& shift) { return shift.words == shifted; });
        if (found == search_.word_shifts.end() || found->is_left != by.is_left) return std::nullopt;
        const Search::WordShift shift = *found;
        const Search::Mask& m = mask(inside);
        by.bits = static_cast<long>(words->size()) * bits();
        by.weight = mpz_class(mpz_class(1) << by.bits);
        by.start = shift.start, by.now = shift.now, by.sign = shift.sign, by.inside = m.bit;
        by.power = shift.power, by.out = shift.out, by.positive = shift.positive, by.zero = shift.zero;
        by.out_least = shift.out_least, by.out_most = shift.out_most;
        by.inside_least = m.least, by.inside_most = m.most;
        learn_ranges(search_, by, shift.first,
                     first.src[1].is_word && !by.is_left ? body_[result_.back()].src[1] : Operand(0u));
        const auto masked = this->masked(by, *words, earliest);
        const auto parts = parts_of_count(shift, inside);
        if (!masked || !parts) return std::nullopt;
        by.exact = [&search = search_, parts](Id is_one) { return exact(search, *parts, is_one); };
        by.far = [&search = search_, parts, count = by.count, bits = by.bits](Id is_zero) {
            return far(search, *parts, count, bits, is_zero);
        };
        if (by.is_left) {
            last_of_left(by, *masked);
        } else {
            last_of_right(by, *masked);
        }
        return by;
    }

    long bits() const { return static_cast<long>(mpz_sizeinbase(search_.base.get_mpz_t(), 2)) - 1; }

    // (masked words) - weight·sign - inside·now + (1 - inside)·sign = 0
    std::optional<Id> masked(const Shifter& by, const Words& words, size_t first) {
        Replaced replaced(number_of(search_, words));
        search_.replace(replaced, 2 * first);
        std::vector<Multiple> zeros = replaced.zeros;
        const ir::Instruction& in = body_[first];
        const Polynomial all = mpz_class((by.weight.constant() - 1) / (search_.base - 1));
        Polynomial fill;
        if (in.op == Opcode::select && in.src[2].is_word) {
            if (!search_.masks.contains(builder_.meaning.word(in.src[2].value))) return std::nullopt;
            fill = value(in.src[2]);
            zeros.push_back({mask(in.src[2]).zero, (one - by.inside) * all});
        }
        const Polynomial stays = by.now + by.weight * by.sign;
        if (replaced.scale != 1 || replaced.rest != by.inside * stays + (one - by.inside) * all * fill)
            return std::nullopt;
        return builder_.sum(number_of(search_, words) - by.weight * by.sign - by.inside * by.now +
                                (one - by.inside) * by.sign,
                            std::move(zeros));
    }

    void last_of_left(Shifter& by, Id masked) {
        // the words, less p·(masked words), by the bits that each took in and gave
        Replaced replaced(by.result);
        search_.replace(replaced, 2 * result_.front());
        const Polynomial p = value(by.amount.power);
        by.beside = value(shifted_out(search_, result_.back()));
        std::vector<Multiple> zeros = replaced.zeros;
        zeros.push_back({masked, p});
        by.last = builder_.sum(by.result - p * by.inside * by.now + by.weight * by.beside, std::move(zeros));
    }

    void last_of_right(Shifter& by, Id masked) {
        const ShiftedRight shifted = shifted_right(search_, result_);
        const Polynomial p = value(by.amount.power);
        by.beside = shifted.low, by.beside_least = shifted.least, by.beside_most = shifted.most;
        by.last = builder_.sum(p * (by.result - by.weight * by.sign) + by.beside - by.inside * by.now +
                                   (one - by.inside) * by.sign,
                               {{shifted.zero, one}, {masked, one}});
        by.result -= by.weight * by.sign;
    }

    // The instruction x - 1 whose borrow the mask is.
    std::optional<size_t> tested(const Operand& mask) const {
        const auto at = definition(mask);
        if (!at || !body_[*at].flag_in) return std::nullopt;
        for (size_t i = 0; i < *at; ++i) {
            const ir::Instruction& in = body_[i];
            if (in.flag_out == body_[*at].flag_in && in.op == Opcode::sub && !in.flag_in &&
                in.src[0].is_word && in.src[1] == Operand(1u))
                return i;
        }
        return std::nullopt;
    }

    // count >> place, if the word is that
    std::optional<unsigned> place_of(const Operand& word) const {
        const auto at = definition(word);
        if (!at) return std::nullopt;
        const ir::Instruction& in = body_[*at];
        if (in.op != Opcode::shr || !in.src[0].is_word || builder_.meaning.word(in.src[0].value) != count_ ||
            in.src[1].is_word)
            return std::nullopt;
        return in.src[1].value;
    }

    std::optional<GoalParts> parts_of_count(const Search::WordShift& shift, const Operand& inside) {
        const size_t end = body_.size();
        const auto is_zero = tested(inside);
        if (!is_zero) return std::nullopt;
        const auto top = place_of(body_[*is_zero].src[0]);
        const auto lowest = static_cast<unsigned>(mpz_sizeinbase(mpz_class(bits()).get_mpz_t(), 2)) - 1;
        if (!top || *top != lowest + shift.steps.size()) return std::nullopt;
        const Search::Amount& amount = search_.amounts.at(count_);
        // count = 2^lowest·(high part) + amount.rest
        Search::Split part = split_of(search_, count_, lowest, 2 * end);
        const Range rest = search_.ranges.at(amount.rest);
        const Id multiple = same(search_, part,
                                 {.high = value(amount.multiple),
                                  .low = value(amount.rest),
                                  .least = {{1, {*rest.least}}},
                                  .most = {{1, {*rest.most}}},
                                  .zero = amount.parts});
        std::vector<Multiple> zeros{{amount.parts, one}, {multiple, mpz_class(mpz_class(1) << lowest)}};
        unsigned place = lowest;
        for (const auto& step : shift.steps) {
            // high part = 2·(next high part) + bit
            const auto test = tested(step.mask);
            const auto at = test ? definition(body_[*test].src[0]) : std::nullopt;
            if (!at || body_[*at].op != Opcode::bit_and || body_[*at].src[1] != Operand(1u) ||
                place_of(body_[*at].src[0]) != place)
                return std::nullopt;
            const Operand word = body_[*at].src[0];
            const Search::Split own = split_of(search_, builder_.meaning.word(word.value), 1, 2 * end);
            const Search::Split next = split_of(search_, count_, place + 1, 2 * end);
            const auto is_high = search_.zero(value(word) - value(part.high), end);
            const auto is_bit = search_.zero(value(body_[*test].src[0]) - value(own.low), end);
            if (!is_high || !is_bit) return std::nullopt;
            const mpz_class unit = mpz_class(1) << place;
            const Range bit = search_.ranges.at(own.low), low = search_.ranges.at(part.low);
            const Polynomial below = Polynomial(unit) * value(own.low) + value(part.low);
            const Id whole =
                builder_.sum(value(count_) - Polynomial(mpz_class(2 * unit)) * value(own.high) - below,
                             {{part.zero, one}, {*is_high, mpz_class(-unit)}, {own.zero, unit}});
            const Id high = same(search_, next,
                                 {.high = value(own.high),
                                  .low = below,
                                  .least = {{unit, {*bit.least}}, {1, {*low.least}}},
                                  .most = {{unit, {*bit.most}}, {1, {*low.most}}},
                                  .zero = whole});
            const auto moves = moves_by(step.moves, *test, own.low, *is_bit);
            if (!moves) return std::nullopt;
            for (const Multiple& zero :
                 {Multiple{*is_high, mpz_class(-unit)}, Multiple{own.zero, unit},
                  Multiple{high, mpz_class(2 * unit)}, Multiple{*moves, mpz_class(-unit)}})
                zeros.push_back(zero);
            place += 1;
            part = next;
        }
        const auto is_top = search_.zero(value(body_[*is_zero].src[0]) - value(part.high), end);
        const Polynomial borrow = value(builder_.meaning.flag(body_[*is_zero].flag_out->id));
        const auto is_borrow = search_.zero(mask(inside).bit - borrow, end);
        if (!is_top || !is_borrow) return std::nullopt;
        const mpz_class unit = mpz_class(1) << place;
        zeros.push_back({*is_top, mpz_class(-unit)});
        const Polynomial zero = value(count_) - value(amount.rest) - builder_.fact(shift.exponent) -
                                Polynomial(unit) * value(body_[*is_zero].src[0]);
        Polynomial sum;
        for (const Multiple& of : zeros) sum += of.factor * builder_.fact(of.fact);
        if (sum != zero) return std::nullopt;
        return GoalParts{builder_.sum(zero, zeros), shift.exponent, amount.rest, unit, *is_zero, *is_borrow};
    }

    // moves - bit = 0, where the borrow of word - 1 is 1 - bit, and word - bit = 0
    std::optional<Id> moves_by(const Polynomial& moves, size_t test, Variable bit, Id is_bit) {
        const Range range = search_.ranges.at(bit);
        const Range word = search_.ranges.at(builder_.meaning.word(body_[test].dst.id));
        const Variable flag = builder_.meaning.flag(body_[test].flag_out->id);
        const Polynomial sum = value(flag) + value(bit) - one, base = search_.base;
        const mpz_class last = search_.base - 1;
        // base·sum = word' - last·(1 - bit), where word' is word - 1 modulo base
        const Id least = builder_.round(
            builder_.bound(base * sum + Polynomial(last), {{1, {*word.least}}, {last, {*range.least}}},
                           {{equation(test), minus_one}, {is_bit, minus_one}}),
            search_.base);
        const Id most = builder_.round(
            builder_.bound(Polynomial(last) - base * sum, {{1, {*word.most}}, {last, {*range.most}}},
                           {{equation(test), one}, {is_bit, one}}),
            search_.base);
        const Id zero = builder_.both(least, most);
        const Replaced replaced = search_.replace(moves);
        if (replaced.scale != 1 || replaced.rest != one - value(flag)) return std::nullopt;
        std::vector<Multiple> zeros = replaced.zeros;
        zeros.push_back({zero, minus_one});
        return builder_.sum(moves - value(bit), std::move(zeros));
    }

    Search& search_;
    Builder& builder_;
    const std::vector<ir::Instruction>& body_;
    std::vector<size_t> result_;  // the instructions that make the output
    Variable count_ = 0;
};

// number >= 0, weight - 1 - number >= 0
std::pair<Id, Id> range_of(Search& search, const Words& words, const Polynomial& weight) {
    Builder& builder = search.builder;
    const Polynomial number = number_of(search, words);
    std::vector<check::Product> least, most;
    mpz_class unit = 1;
    for (const Operand& word : words) {
        const Range& range = search.ranges.at(builder.meaning.word(word.value));
        least.push_back({unit, {*range.least}});
        most.push_back({unit, {*range.most}});
        most.push_back({unit * (search.base - 1 - range.limit), {}});
        unit *= search.base;
    }
    return {builder.bound(number, least, {}), builder.bound(weight - one - number, most, {})};
}

}  // namespace

void learn_ranges(Search& search, Shifter& by, const Words& start, const Operand& fill) {
    const Words& result = search.program.outputs[0].words;
    Builder& builder = search.builder;
    by.output = by.result = number_of(search, result);
    std::tie(by.output_least, by.output_most) = range_of(search, result, by.weight);
    std::tie(by.input_least, by.input_most) = range_of(search, start, by.weight);
    if (fill.is_word) {
        const Search::Mask& mask = search.masks.at(builder.meaning.word(fill.value));
        by.sign_least = mask.least, by.sign_most = mask.most;
    } else {
        by.sign_least = builder.bound({}, {}, {}), by.sign_most = builder.bound(one, {{1, {}}}, {});
    }
}

std::optional<Shifter> shifter_of(Search& search) { return Finder(search).find(); }

}  // namespace limbsmith::derive
