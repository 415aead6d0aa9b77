#include "derive/division/division_words.hpp"

#include <algorithm>

#include "derive/search/squeeze.hpp"
#include "derive/sums/carries.hpp"

namespace limbsmith::derive {

using ir::Opcode;
using ir::Operand;

size_t Makers::index_of(const Operand& word, Opcode op) const {
    const auto found = std::ranges::find_if(
        program.body, [&](const ir::Instruction& in) { return Operand(in.dst) == word && in.op == op; });
    if (found == program.body.end()) throw Gap{"a word of a division"};
    return found - program.body.begin();
}

std::vector<size_t> Makers::borrow_of(const Operand& mask) const {
    std::vector<size_t> links = chain(program, index_of(mask, Opcode::sub));
    links.pop_back();
    if (links.empty()) throw Gap{"a mask of a division"};
    return links;
}

namespace {

const std::vector<Operand>* named(const std::vector<ir::Binding>& bindings, const char* name) {
    const auto found = std::ranges::find(bindings, name, &ir::Binding::name);
    return found == bindings.end() ? nullptr : &found->words;
}

std::vector<Variable> variables(const Search& search, const std::vector<Operand>& words) {
    std::vector<Variable> result;
    for (const Operand& word : words) {
        if (!word.is_word) throw Gap{"a word that is a constant"};
        result.push_back(search.builder.meaning.word(word.value));
    }
    return result;
}

Variable variable(const Search& search, const Operand& word) { return variables(search, {word})[0]; }

Variable flag_of(const Search& search, size_t i) {
    return search.builder.meaning.flag(search.program.body[i].flag_out->id);
}

std::vector<Operand> joined(std::vector<Operand> low, const std::vector<Operand>& high) {
    low.insert(low.end(), high.begin(), high.end());
    return low;
}

bool is_made(const ir::Program& program, const Operand& word) {
    return std::ranges::any_of(program.body,
                               [&](const ir::Instruction& in) { return Operand(in.dst) == word; });
}

}  // namespace

std::optional<QuotientWords> quotient_words(const Search& search, const ir::Part& part) {
    const auto *r = named(part.inputs, "r"), *low = named(part.inputs, "low"), *d = named(part.inputs, "d"),
               *v = named(part.inputs, "v"), *q = named(part.outputs, "q"),
               *remainder = named(part.outputs, "remainder");
    if (!r || !low || !d || !v || !q || !remainder || part.inputs.size() != 4) return std::nullopt;
    const Makers made{search.program};
    const auto& body = search.program.body;
    // q = q1 - mask of fits - (not mask of less)
    const ir::Instruction& last = made.of((*q)[0], Opcode::sub);
    const ir::Instruction& first = made.of(last.src[0], Opcode::sub);
    const Operand less = made.of(last.src[1], Opcode::bit_not).src[0];
    const std::vector<size_t> rest = made.borrow_of(less), test = made.borrow_of(first.src[1]);
    const ir::Instruction& tested = body[test.front()];
    std::vector<Operand> near, r_words, rest_words;
    for (size_t link : rest) {
        near.push_back(body[link].src[0]), rest_words.push_back(Operand(body[link].dst));
        r_words.push_back(made.of(near.back(), Opcode::add).src[0]);
    }
    const bool has_remainder =
        std::ranges::all_of(*remainder, [&](const Operand& word) { return is_made(search.program, word); });
    return QuotientWords{
        .u = variables(search, joined(*low, *r)),
        .d = variables(search, *d),
        .v = variable(search, (*v)[0]),
        .q0 = variable(search, tested.src[1]),
        .q1 = variable(search, first.src[0]),
        .r = variables(search, r_words),
        .fits = flag_of(search, test.back()),
        .test = variable(search, Operand(tested.dst)),
        .near = variables(search, near),
        .rest = variables(search, rest_words),
        .less = flag_of(search, rest.back()),
        .q = variable(search, (*q)[0]),
        .remainder = has_remainder ? variables(search, *remainder) : std::vector<Variable>{}};
}

std::optional<RowWords> row_words(const Search& search, const ir::Part& part) {
    const auto *r = named(part.inputs, "r"), *low = named(part.inputs, "low"), *d = named(part.inputs, "d"),
               *minus_d = named(part.inputs, "minus_d"), *v = named(part.inputs, "v"),
               *q = named(part.outputs, "q"), *remainder = named(part.outputs, "remainder");
    if (!r || !low || !d || !minus_d || !v || !q || !remainder) return std::nullopt;
    const Makers made{search.program};
    const auto& body = search.program.body;
    // q + too_large, where too_large = (top word of the sum) - q and q = select(less, by the highest words, B - 1)
    const ir::Instruction& last = made.of((*q)[0], Opcode::add);
    const size_t too_large = made.index_of(last.src[1], Opcode::sub);
    const ir::Instruction& chosen = made.of(last.src[0], Opcode::select);
    const std::vector<size_t> difference = made.borrow_of(chosen.src[0]);
    std::vector<Operand> sum, difference_words;
    for (const Operand& word : *remainder) sum.push_back(made.of(word, Opcode::sub).src[0]);
    sum.push_back(body[too_large].src[0]);
    for (size_t link : difference) difference_words.push_back(Operand(body[link].dst));
    for (const ir::Part& other : search.program.outline.parts) {
        const auto* of_top = named(other.outputs, "q");
        if (!of_top || (*of_top)[0] != chosen.src[1]) continue;
        const auto by_top = quotient_words(search, other);
        if (!by_top) continue;
        return RowWords{.u = variables(search, joined(*low, *r)),
                        .d = variables(search, *d),
                        .minus_d = variables(search, *minus_d),
                        .sum = variables(search, sum),
                        .v = variable(search, (*v)[0]),
                        .q = variable(search, last.src[0]),
                        .difference = variables(search, difference_words),
                        .less = flag_of(search, difference.back()),
                        .by_top = *by_top,
                        .too_large = too_large,
                        .remainder = variables(search, *remainder),
                        .quotient = variable(search, (*q)[0])};
    }
    return std::nullopt;
}

// The bits that instruction i, a funnel shift, drops on the right: the value of its zero that has the coefficient -1.
static Variable dropped(const Search& search, size_t i) {
    for (const Fact& fact : search.builder.meaning.instructions()[i]) {
        if (fact.kind != Fact::Kind::zero || fact.polynomial.terms().size() < 4) continue;
        for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
            if (monomial.size() == 1 && coefficient == -1) return monomial[0];
        }
    }
    throw Gap{"the bits that a shift drops"};
}

std::optional<ReciprocalWords> reciprocal_words(const Search& search, const ir::Part& part) {
    const auto *d = named(part.inputs, "d"), *v = named(part.outputs, "v");
    if (!d || !v || d->size() != 1 || part.inputs.size() != 1 || part.outputs.size() != 1)
        return std::nullopt;
    const Makers made{search.program};
    const auto word = [&](const Operand& of) { return variable(search, of); };
    // v = near - sign, sign = the high word of near·d + d + base·d
    const ir::Instruction& last = made.of((*v)[0], Opcode::sub);
    const ir::Instruction& sign = made.of(last.src[1], Opcode::mad_hi);
    const ir::Instruction& near = made.of(last.src[0], Opcode::mad_lo);
    const std::vector<size_t> links = chain(search.program, made.index_of(last.src[1], Opcode::mad_hi));
    const ir::Instruction& more = made.of(near.src[2], Opcode::shr);
    const ir::Instruction& high = made.of(more.src[0], Opcode::mul_hi);
    Operand x = near.src[0];
    const Operand e = high.src[0] == x ? high.src[1] : high.src[0];
    const size_t shift = made.index_of(e, Opcode::shf_r);
    ReciprocalWords result{.d = word((*d)[0]),
                           .start = 0,
                           .steps = {},
                           .x = word(x),
                           .e = word(e),
                           .e_rest = dropped(search, shift),
                           .cut = search.program.body[shift].src[2].value,
                           .high = word(more.src[0]),
                           .more = word(near.src[2]),
                           .drop = more.src[1].value,
                           .near = word(last.src[0]),
                           .low = word(Operand(search.program.body[links.front()].dst)),
                           .sign = word(Operand(sign.dst)),
                           .v = word((*v)[0])};
    const auto is_made_by = [&](const Operand& of, Opcode op) {
        return std::ranges::any_of(search.program.body, [&](const ir::Instruction& in) {
            return Operand(in.dst) == of && in.op == op;
        });
    };
    while (is_made_by(x, Opcode::mad_hi)) {
        const ir::Instruction& next = made.of(x, Opcode::mad_hi);
        const Operand before = next.src[2];
        const Operand factor = next.src[0] == before ? next.src[1] : next.src[0];
        const ir::Instruction& error = made.of(factor, Opcode::mad_lo);
        result.steps.insert(result.steps.begin(), {word(before), word(error.src[0]), word(factor), word(x)});
        x = before;
    }
    result.start = made.of(x, Opcode::sub).src[0].value;
    return result;
}

std::optional<LongReciprocalWords> long_reciprocal_words(const Search& search, const ir::Part& part) {
    const auto *d = named(part.inputs, "d"), *v = named(part.outputs, "v");
    if (!d || !v || d->size() != 2 || part.inputs.size() != 1 || part.outputs.size() != 1)
        return std::nullopt;
    const Makers made{search.program};
    const auto& body = search.program.body;
    const auto word = [&](const Operand& of) { return variable(search, of); };
    // v = (v_near + over) + again, v_near = (v_top + once) + twice
    const ir::Instruction& last = made.of((*v)[0], Opcode::add);
    const ir::Instruction& near = made.of(made.of(last.src[0], Opcode::add).src[0], Opcode::add);
    const std::vector<size_t> rest = made.borrow_of(made.of(last.src[1], Opcode::select).src[0]),
                              tested = made.borrow_of(made.of(near.src[1], Opcode::select).src[0]);
    if (rest.size() != 2 || tested.size() != 1) throw Gap{"a reciprocal of two words"};
    const ir::Instruction& test = body[tested[0]];
    const size_t sum = made.index_of(body[rest[1]].src[0], Opcode::add);
    return LongReciprocalWords{
        .d = variables(search, *d),
        .v_top = word(made.of(near.src[0], Opcode::add).src[0]),
        .p = word(test.src[0]),
        .carry = flag_of(search, made.index_of(test.src[0], Opcode::mad_lo)),
        .tested = word(Operand(test.dst)),
        .less = flag_of(search, tested[0]),
        .v_near = word(Operand(near.dst)),
        .next = word(body[sum].src[0]),
        .sum = variables(search, {body[rest[0]].src[0], body[rest[1]].src[0]}),
        .over = flag_of(search, sum),
        .rest = variables(search, {Operand(body[rest[0]].dst), Operand(body[rest[1]].dst)}),
        .below = flag_of(search, rest[1]),
        .v = word((*v)[0])};
}

}  // namespace limbsmith::derive
