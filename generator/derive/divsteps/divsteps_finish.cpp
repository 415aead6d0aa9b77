#include "derive/divsteps/divsteps_finish.hpp"

#include <algorithm>

#include "derive/divsteps/even_finish.hpp"
#include "derive/divsteps/inverses.hpp"
#include "derive/divsteps/units.hpp"
#include "derive/find.hpp"
#include "derive/search/cases.hpp"
#include "derive/search/factors.hpp"
#include "derive/search/moduli.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/selections.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;
using ir::Operand;

class Finish {
  public:
    explicit Finish(Search& search)
        : search_(search),
          builder_(search.builder),
          program_(search.program),
          radix_(static_cast<unsigned>(program_.inputs[0].representation.radix)),
          rows_(search, radix_),
          d_(rows_.input("d")),
          power_(power_in_contract(search)) {}

    void show();

  private:
    const check::Facts& facts() const { return builder_.meaning.contract(); }
    void find_row();
    void add_up();
    Id limit_result(int side);
    void keep_digits();
    void find_sign(size_t i);
    void find_residue();
    // value: the rest of dividend by N
    struct Rest {
        Polynomial value, dividend;
        Id zero, least, most;
    };
    Rest rest(const Polynomial& goal, int coefficient) const;
    void lift();
    void reach_relation();
    void reach_ranges();

    Search& search_;
    Builder& builder_;
    const ir::Program& program_;
    const unsigned radix_;
    DigitRows rows_;
    const DigitRows::Number& d_;
    UnitTest test_;
    SignOrZero unit_;
    std::vector<Operand> words_;               // of the row
    size_t end_ = 0;                           // of the row
    DigitRows::Number result_;                 // R
    Polynomial modulus_, k_;                   // N, by its name if it is an input; k
    Polynomial in_words_;                      // N
    Id positive_ = 0;                          // N - 1 >= 0
    Id relation_ = 0;                          // 2^radix·R - value·d - k·N = 0
    Id limits_[2] = {0, 0};                    // N - 1 + R, N - 1 - R for the greatest N
    std::optional<Search::Mask> is_negative_;  // R < 0
    Polynomial residue_;                       // (words of the canonical number) - R = N·residue
    Polynomial canonical_;
    Id is_residue_ = 0;
    const size_t power_;                    // k of N = 2^k·M; then the canonical number is one modulo M
    std::optional<LiftedInverse> inverse_;  // for an even N
    std::optional<EvenFinish> even_;
};

// quotient·divisor = polynomial, for a constant divisor.
Polynomial exact_quotient(const Polynomial& polynomial, const mpz_class& divisor) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!mpz_divisible_p(coefficient.get_mpz_t(), divisor.get_mpz_t())) throw Gap{"a multiple"};
        result.add(monomial, coefficient / divisor);
    }
    return result;
}

// Its digits are the words whose top bits are flipped.
void Finish::find_row() {
    const auto test = unit_test(program_);
    if (!test) throw Gap{"a test of f"};
    test_ = *test;
    const Operand top(static_cast<uint32_t>(mpz_class(search_.base / 2).get_ui()));
    for (size_t i = test_.end; i < program_.body.size(); ++i) {
        const ir::Instruction& in = program_.body[i];
        if (in.op == Opcode::bit_xor && in.src[0].is_word && in.src[1] == top) words_.push_back(in.src[0]);
    }
    if (words_.empty()) throw Gap{"a row of digits"};
    while (Operand(program_.body[end_].dst) != words_.back()) ++end_;
}

void Finish::add_up() {
    const DigitRows::Row row = rows_.add_up(words_);
    result_ = row.result;
    const Polynomial R = Polynomial::of(result_.value), radix = rows_.weight(1);
    const Polynomial product = Polynomial::of(unit_.value) * Polynomial::of(d_.value);
    // base·R - unit·total = 0
    const Polynomial rest = radix * R - product - exact_quotient(builder_.fact(row.relation), rows_.unit);
    if (const auto& given = rows_.modulus()) {
        modulus_ = Polynomial::of(given->value);
        positive_ = given->least;
        in_words_ = search_.moduli.front().number;
        k_ = coefficient_of(given->value, rest);
    } else {
        mpz_class n = 0;
        for (const auto& [monomial, coefficient] : rest.terms())
            mpz_gcd(n.get_mpz_t(), n.get_mpz_t(), coefficient.get_mpz_t());
        modulus_ = in_words_ = n;
        positive_ = bound_of(builder_, bounds(n - 1, {}));
        k_ = exact_quotient(rest, n);
    }
    const Parts is_total = multiple(row.relation, one);
    relation_ = zero_between(builder_, rows_.unit, radix * R - product - k_ * modulus_, is_total,
                             times_of(is_total, minus_one));
}

// N - 1 - side·R >= 0: with G - |d| >= 0, 2·2^radix·side·R is at most 2·G + 2·N·(the end of side·k).
Id Finish::limit_result(int side) {
    const Polynomial R = Polynomial::of(result_.value), d = Polynomial::of(d_.value), sign = side;
    if (!d_.least || !d_.most) throw Gap{"the range of d"};
    const auto [below, above] = rows_.sums.ends_of(unit_.value);  // 1 + value, 1 - value
    const mpz_class n = 2 * rows_.weight(1);
    Parts parts = bounds(1, {side > 0 ? above : below, *d_.least}) +
                  bounds(1, {side > 0 ? below : above, *d_.most}) +
                  multiple(relation_, Polynomial(-2) * sign);
    Parts of_k = times_bounds(2, rows_.sums.range(k_, side));
    if (const auto& given = rows_.modulus()) {
        for (check::Product& product : of_k.products)
            product.facts.push_back(rows_.sums.ends_of(given->value).first);
    } else {
        of_k = times_bounds(modulus_.constant(), of_k);
    }
    const Polynomial x = modulus_ - one - sign * R;
    // the remaining terms are multiples of N - 1
    const Polynomial rest = Polynomial(n) * x - builder_.fact(bound_of(builder_, parts + of_k));
    const mpz_class multiples = rows_.modulus() ? coefficient_of(rows_.modulus()->value, rest).constant() : 0;
    return at_least_zero(builder_, n, x, parts + of_k + bounds(multiples, {positive_}));
}

// From here on the digits of R are values of their own; limits on R are learned.
void Finish::keep_digits() {
    const Id limits[] = {limit_result(-1), limit_result(1)};
    for (const Operand& word : words_) {
        const auto split = rows_.sums.split(word.value, rows_.sums.spare()),
                   top = rows_.sums.split(word.value, rows_.sums.top_place());
        const Id no_rest = rows_.sums.no_rest(word.value);
        for (const auto& [part, place] :
             {std::pair(split, rows_.sums.spare()), std::pair(top, rows_.sums.top_place())}) {
            search_.splits.try_emplace({word.value, place}, Search::Split{part.high, part.low, part.zero});
            search_.define(part.low, part.zero, 1);
        }
        search_.define(split.low, no_rest, 0);
        search_.define(word.value, sum_of(builder_, multiple(split.zero, one) + multiple(no_rest, one)), 0);
    }
    for (int side : {-1, 1}) {
        Parts limit = bounds(1, {limits[side > 0]}) + multiple(result_.zero, Polynomial(-side));
        if (const auto& given = rows_.modulus()) limit += multiple(given->zero, minus_one);
        search_.learn_limit(bound_of(builder_, limit));
        if (const auto& given = rows_.modulus())
            limit += multiple(given->zero, one) + bounds(1, {given->most});
        limits_[side > 0] = bound_of(builder_, limit);
    }
}

// The mask of a chain that makes R in two's complement: R < 0.
void Finish::find_sign(size_t i) {
    const auto mask = search_.masks.find(program_.body[i].dst.id);
    if (mask == search_.masks.end() || mask->second.instruction != i || is_negative_) return;
    is_negative_ = mask->second;
    const Polynomial negative = is_negative_->bit, R = result_.raw;
    std::vector<size_t> links = chain(program_, i);
    links.pop_back();
    const size_t limbs = program_.outputs[0].words.size(), count = links.size();
    if (count <= limbs) return;
    const auto word = [&](size_t k) { return Polynomial::of(program_.body[links[k]].dst.id); };
    const auto range = [&](size_t k) { return search_.ranges.at(program_.body[links[k]].dst.id); };
    // words - base^count·negative - R = 0
    Polynomial whole = minus_one * R;
    mpz_class weight = 1;
    for (size_t k = 0; k < count; ++k, weight *= search_.base) whole += Polynomial(weight) * word(k);
    const auto is_number = search_.zero(whole - Polynomial(weight) * negative, i + 1);
    if (!is_number) throw Gap{"a number in two's complement"};
    // those above N say no more than the sign: upper - base^n·negative is -1 or 0
    Parts lower_least, lower_most;  // of the words below
    mpz_class unit = 1;
    std::vector<Id> uppers;
    for (size_t k = 0; k < count; ++k, unit *= search_.base) {
        if (k >= limbs) {
            Polynomial upper;
            Parts least, most;
            mpz_class n = 1;
            for (size_t j = k; j < count; ++j, n *= search_.base) {
                upper += Polynomial(n) * word(j);
                least += bounds(n, {*range(j).least}), most += bounds(n, {*range(j).most});
            }
            const Polynomial digit = upper - Polynomial(n) * negative;
            const Id nonpositive =
                at_least_zero(builder_, unit, minus_one * digit,
                              bounds(1, {limits_[1]}) + lower_least + multiple(*is_number, minus_one));
            const Id above = builder_.round(
                bound_of(builder_, bounds(1, {limits_[0]}) + lower_most + multiple(*is_number, one)), unit);
            // n·(upper - (n - 1)·negative) = upper + (n - 1)·digit
            const Id from_minus_1 = search_.weaken(above, digit + one);
            uppers.push_back(zero_between(builder_, n, upper - Polynomial(mpz_class(n - 1)) * negative,
                                          least + bounds(n - 1, {from_minus_1}),
                                          most + bounds(n - 1, {nonpositive})));
        }
        lower_least += bounds(unit, {*range(k).least}), lower_most += bounds(unit, {*range(k).most});
    }
    // so does the borrow into each: word - (x - y - borrow + base·(borrow out)) = 0
    for (size_t k = limbs; k < count; ++k) {
        Parts own = multiple(uppers[k - limbs], one);
        if (k + 1 < count) own += multiple(uppers[k + 1 - limbs], Polynomial(mpz_class(-search_.base)));
        const ir::Instruction& in = program_.body[links[k]];
        search_.define(in.dst.id, sum_of(builder_, own), 2 * links[k] + 1);
        const Id equation = builder_.given({Given::Of::instruction, links[k], 0});
        if (in.flag_in)
            search_.define(builder_.meaning.flag(in.flag_in->id),
                           sum_of(builder_, multiple(equation, one) + times_of(own, minus_one)),
                           2 * links[k]);
    }
}

// (the words of the canonical number) - R = N if R < 0, else 0: by cases on the mask that says so.
void Finish::find_residue() {
    canonical_ = inverse_ ? inverse_->x() : output_number(search_, 0);
    if (!is_negative_) throw Gap{"the sign of a number"};
    residue_ = is_negative_->bit;
    const Fact goal{Fact::Kind::zero, canonical_ - result_.raw - in_words_ * residue_};
    auto zero = by_masks(search_, goal, program_.body.size());
    if (!zero) zero = search_.zero(goal.polynomial, program_.body.size());  // R is 0
    if (!zero) throw Gap{"a canonical number"};
    is_residue_ = *zero;
}

// A rest modulo N that the goal names with this coefficient.
Finish::Rest Finish::rest(const Polynomial& goal, int coefficient) const {
    for (size_t k = 0; k < facts().size(); ++k) {
        if (facts()[k].kind != Fact::Kind::zero) continue;
        for (const auto& [monomial, of_fact] : facts()[k].polynomial.terms()) {
            const auto found = goal.terms().find(monomial);
            if (of_fact != -1 || monomial.size() != 1 || found == goal.terms().end() ||
                found->second != coefficient)
                continue;
            const Polynomial value = Polynomial::of(monomial[0]), gap = in_words_ - one - value;
            const auto range = search_.ranges.find(monomial[0]);
            const auto most =
                std::ranges::find_if(search_.numbers, [&](Id id) { return builder_.fact(id) == gap; });
            if (range == search_.ranges.end() || !range->second.least) continue;
            const bool is_known = range->second.most && builder_.fact(*range->second.most) == gap;
            if (!is_known && most == search_.numbers.end()) continue;
            return {value, facts()[k].polynomial + value, builder_.contract(k), *range->second.least,
                    is_known ? *range->second.most : *most};
        }
    }
    throw Gap{"a rest"};
}

// The inverse modulo an even N, from that modulo M.
void Finish::lift() {
    const Fact limit{Fact::Kind::nonnegative, in_words_ - one - canonical_};
    auto most = by_masks(search_, limit, program_.body.size());
    if (!most) most = search_.nonnegative(limit.polynomial, program_.body.size());
    if (!most) throw Gap{"the range of a canonical number"};
    even_ = finish_even(search_, unit_, *inverse_, *most);
}

void Finish::reach_relation() {
    const Polynomial goal = builder_.meaning.goals()[0].polynomial;
    const Rest first = rest(goal, 1), second = rest(goal, -1);
    // rest - s·(other rest) = N·y: by the divisions, the canonical number, its row of digits, and value = z·f
    const Polynomial s = even_ ? even_->s : unit_.z, selected = even_ ? even_->s : one;
    const Id is_least = even_ ? even_->least : unit_.least, is_most = even_ ? even_->most : unit_.most;
    const auto f = rows_.input(program_.inputs[0].name);
    const Polynomial difference = first.value - s * second.value, radix = rows_.weight(1);
    Polynomial polynomial = difference;
    Parts zeros;  // of difference - polynomial
    const auto use = [&](Id zero, const Polynomial& factor) {
        polynomial -= factor * builder_.fact(zero);
        zeros += multiple(zero, factor);
    };
    use(first.zero, minus_one);
    use(second.zero, s);
    if (even_) {
        use(even_->is_result, radix);
        use(even_->is_lifted, radix * s);
    }
    use(is_residue_, radix * selected);
    use(result_.zero, radix * selected);
    use(relation_, selected);
    use(unit_.is_value, selected * Polynomial::of(d_.value));
    use(f.zero, minus_one * s * d_.raw);
    use(d_.zero, minus_one * s * Polynomial::of(f.value));
    if (even_) use(even_->is_square, Polynomial::of(f.value) * Polynomial::of(d_.value));
    if (const auto& given = rows_.modulus()) use(given->zero, coefficient_of(given->value, polynomial));
    const Polynomial y = rows_.modulus() ? coefficient_of(search_.moduli.front().word, polynomial)
                                         : exact_quotient(polynomial, modulus_.constant());
    if (polynomial != in_words_ * y) throw Gap{"a multiple of the modulus"};
    const Id positive = rows_.modulus() ? search_.moduli.front().positive : positive_;
    const Id least = bound_of(builder_, bounds(1, {first.least}) + bounds(1, {is_least, second.most}) +
                                            bounds(1, {is_most, positive}) + times_of(zeros, minus_one));
    const Id most = bound_of(builder_, bounds(1, {first.most}) + bounds(1, {is_least, second.least}) + zeros);
    const Id none = zero_factor(builder_, y, positive, least, most);
    // the goal is the difference if exists = s, and t = 1 - s
    Polynomial open = goal - difference;
    Parts is_goal = zeros + multiple(none, in_words_);
    const auto replace = [&](Variable value, Id zero) {
        const Polynomial factor = coefficient_of(value, open);
        open -= factor * builder_.fact(zero);
        is_goal += multiple(zero, factor);
    };
    if (even_) {
        replace(even_->test, even_->is_test);
        replace(even_->product, even_->is_product);
    }
    for (const auto& [monomial, coefficient] : goal.terms()) {
        for (Variable value : monomial) {
            const Definition* known = search_.definitions.find(value);
            if (known &&
                builder_.fact(known->zero) == Polynomial::of(value) + Polynomial::of(unit_.unit) - one)
                replace(value, known->zero);
        }
    }
    replace(unit_.unit, unit_.is_unit);
    const Polynomial exists = output_number(search_, 1);
    const auto is_exists = even_ ? even_->is_exists : search_.zero(exists - s, program_.body.size());
    if (!is_exists) throw Gap{"whether there is an inverse"};
    replace(exists.terms().begin()->first[0], *is_exists);
    if (!open.is_zero()) throw Gap{"the relation"};
    sum_of(builder_, is_goal);
}

void Finish::reach_ranges() {
    const auto& goals = builder_.meaning.goals();
    for (size_t k = 1; k < goals.size(); ++k) {
        if (even_) {
            // N - 1 - t·(N - 1) - r for t = [exists = 0]; 1 - exists
            Argument(search_, {}).show(goals[k].polynomial, bounds(1, {k == 1 ? even_->limit : even_->most}));
        } else if (!reach(search_, goals[k])) {
            throw Gap{"a range"};
        }
    }
}

void Finish::show() {
    find_row();
    for (size_t i = 0; i <= test_.end; ++i) {
        if (!rows_.is_of_modulus(program_.body[i])) analyse(search_, i);
        rows_.define(i);
    }
    unit_ = show_unit(search_, rows_, program_.inputs[0], test_);
    for (size_t i = test_.end + 1; i <= end_; ++i) rows_.define(i);
    add_up();
    keep_digits();
    if (power_ > 0) inverse_.emplace(search_, program_.inputs[2], modulus_.constant(), power_);
    const size_t canonical_end = inverse_ ? inverse_->begin() : program_.body.size();
    for (size_t i = end_ + 1; i < canonical_end; ++i) {
        analyse(search_, i);
        find_sign(i);
    }
    find_residue();
    if (inverse_) lift();
    resolve_negations(search_);
    reach_relation();
    reach_ranges();
}

}  // namespace

bool is_divsteps_finish(const ir::Program& program) {
    return program.outputs.size() == 2 && program.inputs.size() >= 3 &&
           program.inputs[0].representation.is_digits() && program.inputs[1].representation.is_digits() &&
           !program.outputs[0].representation.is_signed() && program.inputs[2].representation.type == "elem";
}

check::Derivation by_divsteps_finish(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    learn_moduli(search);
    learn_inverses(search);
    Finish(search).show();
    return std::move(search.builder).finish();
}

}  // namespace limbsmith::derive
