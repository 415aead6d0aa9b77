#include "derive/division/word_division.hpp"

#include <algorithm>

#include "derive/division/division_words.hpp"
#include "derive/search/argument.hpp"
#include "derive/search/factors.hpp"

namespace limbsmith::derive {
namespace {

Variables variables_of(const Search& search, const ir::Binding& binding) {
    Variables result;
    for (const ir::Operand& word : binding.words) {
        if (!word.is_word) throw Gap{"a word that is a constant"};
        result.push_back(search.builder.meaning.word(word.value));
    }
    return result;
}

// The numbers that a part about a shift names.
struct NumberShift {
    Variables from, to;
    Search::Amount amount;
};
std::optional<NumberShift> shift_of(const Search& search, const ir::Part& part, const char* to) {
    if (part.inputs.size() != 2 || part.inputs[0].name != "a" || part.inputs[1].name != "count" ||
        part.outputs.size() != 1 || part.outputs[0].name != to)
        return std::nullopt;
    const auto amount = search.amounts.find(variables_of(search, part.inputs[1])[0]);
    if (amount == search.amounts.end()) return std::nullopt;
    return NumberShift{variables_of(search, part.inputs[0]), variables_of(search, part.outputs[0]),
                       amount->second};
}

}  // namespace

void resolve_dividend(Search& search, const ir::Part& part, size_t i) {
    const auto shift = shift_of(search, part, "u");
    if (!shift || search.reciprocals.empty()) return;
    const Search::Reciprocal& by = search.reciprocals.back();
    Argument plain(search, {});
    const Argument::Number a = plain.number(shift->from), u = plain.number(shift->to),
                           low = plain.number({shift->to.begin(), shift->to.end() - 1});
    const Polynomial p = as_term(shift->amount.power), top = as_term(shift->to.back()), d = as_term(by.d[0]);
    const auto is_u = search.zero(u.value - a.value * p, i + 1);
    if (!is_u) throw Gap{"a dividend"};
    for (Variable word : shift->to) search.forget(word);
    search.define(shift->to[0], *is_u, 2 * i + 1);
    Argument argument(search, Variables(shift->to.begin() + 1, shift->to.end()));
    argument.stop(shift->amount.power);
    for (Variable word : shift->from) argument.stop(word);
    argument.stop(by.d[0]);
    const Id p_least = search.weaken(shift->amount.positive, p);
    const Id below_p = argument.show(
        p - one - top, times_fact(p_least, a.gap) + bounds(1, {shift->amount.positive}) + low.least, a.size);
    // 2·D - B >= 0 and B/2 - p >= 0
    const Id half = search.builder.round(by.half, 2);
    search.numbers.push_back(argument.show(
        d - one - top, bounds(1, {below_p}) + bounds(1, {half}) + bounds(1, {shift->amount.most})));
}

namespace {

class WordDivision {
  public:
    WordDivision(Search& search, const NumberShift& down)
        : search_(search), builder_(search.builder), down_(down), argument_(search, {}) {}

    void show() {
        find_words();
        shift_back();
        const Polynomial c = as_term(is_zero_);
        const Range range = search_.ranges.at(is_zero_);
        const Fact goal = builder_.meaning.goals()[0];
        search_.shown.push_back(builder_.cases(
            c - one, goal,
            [&](Id assumption) {
                Argument at = argument_;
                by_zero(at, builder_.both(assumption, *range.most));
                at.equal(goal.polynomial);
            },
            [&](Id assumption) {
                Argument at = argument_;
                by_number(at, builder_.both(*range.least, assumption));
                at.equal(goal.polynomial);
            }));
    }

  private:
    const check::Facts& facts() const { return builder_.meaning.contract(); }
    // The fact of the list, or a Gap.
    static size_t place_of(const check::Facts& list, Fact::Kind kind, const Polynomial& polynomial) {
        const auto found = std::ranges::find(list, Fact{kind, polynomial});
        if (found == list.end()) throw Gap{"a fact"};
        return found - list.begin();
    }
    Polynomial delta() const { return as_term(b_) + as_term(is_zero_) - as_term(is_zero_) * as_term(b_); }

    void find_words();
    void shift_back();
    void by_zero(Argument& at, Id is_one);
    void by_number(Argument& at, Id is_none);

    Search& search_;
    Builder& builder_;
    const NumberShift& down_;
    Argument argument_;
    Variables a_;
    Variable b_ = 0, is_zero_ = 0;      // is_zero = [b = 0]
    size_t comparison_ = 0;             // where the contract has it
    Variable tested_ = 0, flag_ = 0;    // the word b - 1 that makes the mask, and its borrow
    Polynomial quotient_, rest_;        // by the words of the program: a = delta·quotient + rest
    Id rest_least_ = 0, rest_gap_ = 0;  // rest, delta - 1 - rest
};

void WordDivision::find_words() {
    const ir::Program& program = search_.program;
    for (const ir::Input& input : program.inputs) {
        Variables words;
        for (ir::Word word : input.words) words.push_back(builder_.meaning.word(word.id));
        if (input.name == "a") a_ = words;
        if (input.name == "d") b_ = words[0];
    }
    for (; comparison_ + 3 < facts().size(); ++comparison_) {
        const auto bit = nonnegative_value(facts()[comparison_]);
        if (!bit || facts()[comparison_ + 2] != Fact{Fact::Kind::zero, as_term(*bit) * as_term(b_)}) continue;
        is_zero_ = *bit;
        break;
    }
    if (is_zero_ == 0 || a_.empty()) throw Gap{"a division by a word"};
    // remainder = select(mask of b = 0, …)
    const Makers made{program};
    const auto output = std::ranges::find(program.outputs, "remainder", &ir::Output::name);
    if (output == program.outputs.end()) throw Gap{"a remainder"};
    const ir::Instruction& select = made.of(output->words[0], ir::Opcode::select);
    const ir::Instruction& test = program.body[made.borrow_of(select.src[0]).front()];
    tested_ = builder_.meaning.word(test.dst.id), flag_ = builder_.meaning.flag(test.flag_out->id);
    for (const ir::Part& part : program.outline.parts) {
        if (part.outputs.size() != 2 || part.outputs[1].name != "q") continue;
        quotient_ = Polynomial(search_.base) * quotient_ + as_term(variables_of(search_, part.outputs[1])[0]);
    }
    for (Variable word : a_) argument_.stop(word);
    for (Variable stop : {b_, is_zero_, flag_, down_.amount.power}) argument_.stop(stop);
    for (const Search::WordShift& shift : search_.word_shifts) {
        if (shift.steps.empty()) argument_.define(shift.power, shift.is_power);
    }
}

// The last remainder is p·(a - delta·quotient), and below D = delta·p.
void WordDivision::shift_back() {
    if (search_.reciprocals.empty()) throw Gap{"the reciprocal of a divisor"};
    const Variable d = search_.reciprocals.back().d[0], moved = down_.from[0];
    const Polynomial p = as_term(down_.amount.power);
    for (Id id : search_.shown) {
        const auto& terms = builder_.fact(id).terms();
        const bool has_power = std::ranges::any_of(
            terms, [&](const auto& term) { return std::ranges::count(term.first, down_.amount.power) > 0; });
        if (has_power && terms.contains({d}) && terms.at({d}) == 1) argument_.define(d, id);
    }
    // moved - p·high - low = 0
    const size_t i = Makers{search_.program}.index_of(
        ir::Operand(ir::Word{static_cast<uint32_t>(down_.to[0])}), ir::Opcode::shr);
    const check::Facts& of_shift = builder_.meaning.instructions()[i];
    const auto split = std::ranges::find_if(of_shift, [&](const Fact& fact) {
        return fact.kind == Fact::Kind::zero && fact.polynomial.terms().contains({moved});
    });
    if (split == of_shift.end()) throw Gap{"a shift"};
    const Polynomial high = minus_one * coefficient_of(down_.amount.power, split->polynomial);
    const Polynomial low = as_term(moved) - p * high - split->polynomial;
    if (high.terms().size() != 1 || high.terms().begin()->first.empty()) throw Gap{"the rest of a shift"};
    const Variable h = high.terms().begin()->first[0];
    const auto given = [&](const Polynomial& polynomial) {
        return builder_.given(
            {check::Given::Of::instruction, i, place_of(of_shift, Fact::Kind::nonnegative, polynomial)});
    };
    const Polynomial more = high - argument_.number(a_).value + delta() * quotient_;
    const Id least = argument_.show(p * more + p - one, bounds(1, {given(p - one - low)}));
    const Id most =
        argument_.show(p - one - p * more, bounds(1, {given(low)}) + bounds(1, {down_.amount.positive}));
    argument_.define(h, zero_factor(builder_, more, down_.amount.positive, least, most));
    rest_ = argument_.number(a_).value - delta() * quotient_;
    const auto below = std::ranges::find_if(
        search_.numbers, [&](Id id) { return builder_.fact(id) == as_term(d) - one - as_term(moved); });
    if (below == search_.numbers.end()) throw Gap{"a remainder"};
    rest_least_ = argument_.show(rest_, bounds(1, {given(high)}));
    rest_gap_ = argument_.show_times(p, down_.amount.positive, delta() - one - rest_, bounds(1, {*below}));
}

// b = 0: the quotient is all ones, the remainder the lowest word of a.
void WordDivision::by_zero(Argument& at, Id is_one) {
    const Polynomial b = as_term(b_);
    const Id none = builder_.sum(b, {{builder_.contract(comparison_ + 2), one}, {is_one, minus_one * b}});
    at.define(is_zero_, is_one);
    at.define(b_, none);
    const Id set = at.show(as_term(flag_) - one, bounds(1, {at.least(tested_)}), search_.base);
    at.define(flag_, builder_.both(set, *search_.ranges.at(flag_).most));
    // a - base·x - y = 0 with y < base
    const Polynomial a = at.number(a_).value;
    for (size_t k = 2; k < facts().size(); ++k) {
        const auto y = nonnegative_value(facts()[k - 2]);
        if (!y || facts()[k].polynomial != a - Polynomial(search_.base) * as_term(*y - 1) - as_term(*y))
            continue;
        const Argument::Number upper = at.number({a_.begin() + 1, a_.end()});
        at.define(*y, builder_.contract(k));
        const Id same =
            at.zero(upper.value - as_term(*y - 1),
                    bounds(1, {builder_.contract(k - 2)}) + bounds(1, {at.most(a_[0])}),
                    bounds(1, {builder_.contract(k - 1)}) + bounds(1, {at.least(a_[0])}), search_.base);
        at.define(*y - 1, same);
    }
}

// b >= 1: floor(a / b) and a mod b are unique.
void WordDivision::by_number(Argument& at, Id is_none) {
    const Polynomial b = as_term(b_), c = as_term(is_zero_);
    const Id some = builder_.contract(comparison_ + 3);
    const Id positive = builder_.cases(
        b - one, {Fact::Kind::nonnegative, b - one}, [](Id) {},
        [&](Id assumption) {
            Argument none = at;
            none.define(is_zero_, is_none);
            none.define(b_, builder_.both(none.least(b_), assumption));
            from_absurd(builder_, none.show(minus_one, bounds(1, {some})), b - one);
        });
    at.define(is_zero_, is_none);
    const Id clear = at.show(minus_one * as_term(flag_),
                             bounds(1, {at.most(tested_)}) + bounds(1, {positive}), search_.base);
    at.define(flag_, builder_.both(*search_.ranges.at(flag_).least, clear));
    const Polynomial a = at.number(a_).value;
    for (size_t k = 4; k + 2 < facts().size(); ++k) {
        const auto t = nonnegative_value(facts()[k - 4]);
        if (!t || facts()[k].polynomial != a - b * as_term(*t + 1) - as_term(*t + 2)) continue;
        const Variable quotient = *t + 1, rest = *t + 2;
        at.stop(*t);
        const Id least_t = at.show(as_term(*t) - one, bounds(1, {builder_.contract(k - 1)}) +
                                                          bounds(1, {*search_.ranges.at(*t).most, positive}));
        at.define(*t, builder_.both(least_t, *search_.ranges.at(*t).most));
        at.stop(quotient);
        at.define(rest, builder_.contract(k));
        const Polynomial more = as_term(quotient) - quotient_;
        const Id gap = at.show(b - one - as_term(rest), bounds(1, {builder_.contract(k + 2)}));
        const Id least = at.show(as_term(rest), bounds(1, {builder_.contract(k + 1)}));
        const Id from = at.show(b * more + b - one, bounds(1, {rest_least_}) + bounds(1, {gap}));
        const Id to = at.show(b - one - b * more, bounds(1, {rest_gap_}) + bounds(1, {least}));
        at.define(quotient, zero_factor(builder_, more, positive, from, to));
    }
}

}  // namespace

void resolve_word_division(Search& search) {
    if (search.reciprocals.empty()) return;
    for (const ir::Part& part : search.program.outline.parts) {
        try {
            const auto down = shift_of(search, part, "r");
            if (down) WordDivision(search, *down).show();
        } catch (const Gap&) {
        }
    }
}

}  // namespace limbsmith::derive
