#include "derive/divsteps/even_finish.hpp"

#include <algorithm>

#include "derive/find.hpp"
#include "derive/search/factors.hpp"

namespace limbsmith::derive {
namespace {

Polynomial number_of(const Search& search, const std::vector<ir::Word>& words) {
    Polynomial result;
    mpz_class weight = 1;
    for (ir::Word word : words) {
        result.add({search.builder.meaning.word(word.id)}, weight);
        weight *= search.base;
    }
    return result;
}

// r·a - 2^k·quotient - rest = 0
struct Truncation {
    size_t fact, k;
    Variable quotient, rest;
};

std::optional<Truncation> truncation(const Search& search) {
    const auto& facts = search.builder.meaning.contract();
    const Polynomial product = output_number(search, 0) * number_of(search, search.program.inputs[2].words);
    for (size_t i = 0; i < facts.size(); ++i) {
        const Polynomial rest = product - facts[i].polynomial;
        if (facts[i].kind != Fact::Kind::zero || rest.terms().size() != 2) continue;
        const auto& [first, of_first] = *rest.terms().begin();
        const auto& [second, of_second] = *rest.terms().rbegin();
        if (first.size() == 1 && second.size() == 1 && of_second == 1 &&
            mpz_popcount(of_first.get_mpz_t()) == 1)
            return Truncation{i, mpz_scan1(of_first.get_mpz_t(), 0), first[0], second[0]};
    }
    return std::nullopt;
}

class Even {
  public:
    Even(Search& search, const SignOrZero& unit, LiftedInverse& inverse)
        : search_(search),
          builder_(search.builder),
          unit_(unit),
          inverse_(inverse),
          a_(number_of(search, search.program.inputs[2].words)) {}

    EvenFinish finish(Id most);

  private:
    void find_parity();
    void find_test();
    void select();
    Id product(const Parts& is_value, const Polynomial& quotient, const Parts& is_product);
    void show_product();

    Search& search_;
    Builder& builder_;
    const SignOrZero& unit_;
    LiftedInverse& inverse_;
    const Polynomial a_;
    Lowest parity_;
    EvenFinish result_{};
};

void Even::find_parity() {
    for (size_t i = inverse_.end() + 1; i < search_.program.body.size(); ++i) {
        const auto lowest = lowest_at(search_, i);
        if (lowest && lowest->number == value(a_.terms().begin()->first[0])) parity_ = *lowest;
    }
    if (parity_.bit.is_zero()) throw Gap{"the lowest bit of a"};
    // s = z·(lowest bit)
    const Polynomial &z = unit_.z, &bit = parity_.bit;
    result_.s = z * bit;
    result_.least = bound_of(builder_, bounds(1, {unit_.least, parity_.least}));
    result_.most = bound_of(builder_, bounds(1, {unit_.most}) + bounds(1, {unit_.least, parity_.most}));
    result_.is_square = sum_of(builder_, multiple(square_of_bit(builder_, z, unit_.least, unit_.most), bit));
}

// t + e·(a mod 2) - 1, where e = z, and the rest is the lowest bit.
void Even::find_test() {
    const auto& facts = builder_.meaning.contract();
    for (const auto& comparison : search_.open_comparisons()) {
        const Polynomial rest = coefficient_of(
            unit_.unit, coefficient_of(comparison.bit, facts[comparison.place + 2].polynomial));
        if (rest.terms().size() != 1 || rest.terms().begin()->first.size() != 1) continue;
        const Variable of_a = rest.terms().begin()->first[0];
        const Definition* known = search_.definitions.find(of_a);
        if (!known || builder_.fact(known->zero) != rest - parity_.bit) continue;
        const auto bit = [&](Variable variable) {
            const Range& range = search_.ranges.at(variable);
            return TestedBit{value(variable), *range.least, *range.most};
        };
        const Id none = no_product(search_, comparison, {bit(unit_.unit), bit(of_a)});
        result_.test = comparison.bit;
        result_.is_test = sum_of(builder_, multiple(none, one) + multiple(unit_.is_unit, minus_one * rest) +
                                               multiple(known->zero, minus_one * unit_.z));
        return;
    }
    throw Gap{"a test of f and a"};
}

void Even::select() {
    Argument argument(search_, {});
    result_.is_result = argument.equal(output_number(search_, 0) - result_.s * result_.lifted);
    result_.is_exists = argument.equal(output_number(search_, 1) - result_.s);
}

// (a·r mod 2^k) - s = 0, from s = value and the zero a·r - value - 2^k·quotient.
Id Even::product(const Parts& is_value, const Polynomial& quotient, const Parts& is_product) {
    const Truncation by = *truncation(search_);
    const mpz_class power = mpz_class(1) << by.k;
    const Range& rest = search_.ranges.at(by.rest);
    // 2^k·(quotient - its own) = rest - value
    const Parts zeros = multiple(builder_.contract(by.fact), one) + times_of(is_product, minus_one);
    const Id none =
        zero_between(builder_, power, quotient - value(by.quotient), bounds(1, {*rest.least}) + zeros,
                     bounds(1, {*rest.most}) + times_of(zeros, minus_one));
    return sum_of(builder_,
                  multiple(none, power) + times_of(zeros, minus_one) + times_of(is_value, minus_one));
}

void Even::show_product() {
    const Polynomial &s = result_.s, &y = result_.lifted, product = a_ * y;
    result_.product = truncation(search_)->rest;
    result_.is_product = builder_.cases(
        s - one, {Fact::Kind::zero, value(result_.product) - s},
        [&](Id assumption) {
            const Id is_one = builder_.both(assumption, result_.most);
            // bit - 1 = (z·bit - 1) + bit·(1 - z)
            const Id is_set = builder_.both(
                bound_of(builder_, bounds(1, {assumption}) + bounds(1, {parity_.least, unit_.most})),
                parity_.most);
            const Id is_odd = sum_of(builder_, multiple(parity_.zero, one) + multiple(is_set, one));
            const auto bits = search_.bits;  // those of words that are found here end with the case
            const auto unit = inverse_.invert({parity_.half.terms().begin()->first[0], is_odd});
            search_.bits = bits;
            this->product(
                multiple(is_one, one), unit.quotient,
                multiple(result_.is_result, a_) + multiple(is_one, product) + multiple(unit.zero, one));
        },
        [&](Id assumption) {
            const Id is_none = builder_.both(result_.least, assumption);
            this->product(multiple(is_none, one), {},
                          multiple(result_.is_result, a_) + multiple(is_none, product));
        });
}

EvenFinish Even::finish(Id most) {
    const LiftedInverse::Sum sum = inverse_.add_up(most);
    result_.lifted = sum.number;
    result_.is_lifted = sum.zero;
    // the rest asks for no more of its words
    for (const ir::Operand& word : inverse_.result()) search_.forget(word.value);
    for (size_t i = inverse_.end() + 1; i < search_.program.body.size(); ++i) analyse(search_, i);
    find_parity();
    find_test();
    select();
    show_product();
    result_.limit = bound_of(
        builder_, bounds(1, {unit_.least, parity_.least, sum.most}) + multiple(result_.is_result, minus_one));
    return result_;
}

}  // namespace

Polynomial output_number(const Search& search, size_t output) {
    Polynomial result;
    mpz_class weight = 1;
    for (const ir::Operand& word : search.program.outputs[output].words) {
        result += Polynomial(weight) * (word.is_word ? value(search.builder.meaning.word(word.value))
                                                     : Polynomial(mpz_class(word.value)));
        weight *= search.base;
    }
    return result;
}

size_t power_in_contract(const Search& search) {
    const auto by = truncation(search);
    return by ? by->k : 0;
}

EvenFinish finish_even(Search& search, const SignOrZero& unit, LiftedInverse& inverse, Id most) {
    return Even(search, unit, inverse).finish(most);
}

}  // namespace limbsmith::derive
