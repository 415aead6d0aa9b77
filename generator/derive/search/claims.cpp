#include "derive/search/claims.hpp"

#include <algorithm>
#include <map>

#include "derive/search/cases.hpp"
#include "derive/sums/carries.hpp"
#include "derive/sums/fractions.hpp"
#include "derive/sums/parts.hpp"
#include "derive/sums/sign_words.hpp"

namespace limbsmith::derive {
namespace {

using ir::ClaimTerm;

// How many instructions make the words, from the first one; nullopt if the program does not have them all.
std::optional<size_t> last_instruction(const ir::Program& program, const ir::Claim& claim) {
    std::map<uint32_t, size_t> made;
    for (const ir::Input& input : program.inputs) {
        for (ir::Word word : input.words) made[word.id] = 0;
    }
    for (size_t i = 0; i < program.body.size(); ++i) made[program.body[i].dst.id] = i + 1;
    size_t last = 0;
    for (const ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
        for (const ClaimTerm& term : *sum) {
            for (const ClaimTerm::Factor& factor : term.factors) {
                if (!factor.word.is_word) continue;
                const auto found = made.find(factor.word.value);
                if (found == made.end()) return std::nullopt;
                last = std::max(last, found->second);
            }
        }
    }
    return last;
}

// A word as its top bit and the others.
const Search::Split& sign_split(Search& search, Variable word, size_t rank) {
    const auto top = static_cast<unsigned>(mpz_sizeinbase(search.base.get_mpz_t(), 2) - 2);
    return split_of(search, word, top, rank);
}

// The value that a claim reads of a word; nullopt if the search has no name for it.
std::optional<Polynomial> value_of(Search& search, const ClaimTerm::Factor& factor, size_t before) {
    if (!factor.word.is_word) {
        if (factor.reading != ClaimTerm::Reading::number) return std::nullopt;
        return Polynomial(mpz_class(factor.word.value >> factor.shift));
    }
    const Variable word = search.builder.meaning.word(factor.word.value);
    switch (factor.reading) {
        case ClaimTerm::Reading::number:
            if (factor.shift == 0) return Polynomial::of(word);
            return Polynomial::of(split_of(search, word, factor.shift, 2 * before).high);
        case ClaimTerm::Reading::in_twos_complement: {
            const auto mask = search.masks.find(word);
            if (mask != search.masks.end()) return minus_one * mask->second.bit;
            const Search::Split& split = sign_split(search, word, 2 * before - 1);
            return Polynomial::of(split.low) -
                   Polynomial(mpz_class(search.base / 2)) * Polynomial::of(split.high);
        }
        case ClaimTerm::Reading::flag:
            for (size_t i = 0; i < before; ++i) {
                if (search.program.body[i].dst.id != factor.word.value) continue;
                const auto carry = carry_of(search, i);
                if (carry) return Polynomial::of(*carry);
            }
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Polynomial> value_of(Search& search, const ir::ClaimSum& sum, size_t before) {
    Polynomial result;
    for (const ClaimTerm& term : sum) {
        Polynomial product = term.weight;
        for (const ClaimTerm::Factor& factor : term.factors) {
            const auto value = value_of(search, factor, before);
            if (!value) return std::nullopt;
            product = product * *value;
        }
        result += product;
    }
    return result;
}

// Whether the claim is about a number in two's complement.
bool makes_sign(const ir::Claim& claim) {
    if (claim.number.empty() || claim.number.back().factors.size() != 1) return false;
    return claim.number.back().factors[0].is_signed();
}

// The word of a number in two's complement that holds its sign, if it is not known to be a mask.
std::optional<Variable> signed_word(Search& search, const ir::Claim& claim) {
    if (!makes_sign(claim) || !claim.number.back().factors[0].word.is_word) return std::nullopt;
    const Variable word = search.builder.meaning.word(claim.number.back().factors[0].word.value);
    return search.masks.contains(word) ? std::nullopt : std::optional(word);
}

// The zero gives the value of the number: this defines the lowest word that is new, the others are values of their own. The words
// below are those that the number is made from, such as an input's.
void define_number(Search& search, const ir::ClaimSum& number, std::optional<Variable> sign, Id zero,
                   size_t before) {
    const auto is_word = [](const ClaimTerm& term) {
        return term.factors.size() == 1 && term.factors[0].word.is_word &&
               term.factors[0].reading != ClaimTerm::Reading::flag && term.factors[0].shift == 0;
    };
    if (!std::ranges::all_of(number, is_word)) return;
    const auto& terms = search.builder.fact(zero).terms();
    std::vector<Variable> words;
    for (const ClaimTerm& term : number) {
        const Variable word = search.builder.meaning.word(term.factors[0].word.value);
        if (!words.empty() || terms.contains({word})) words.push_back(word);
    }
    if (words.empty() && !sign) return;
    const Definitions kept = search.definitions;
    for (Variable word : words) search.forget(word);
    Variable lowest = words.empty() ? *sign : words[0];
    if (sign) {
        const Search::Split& split = sign_split(search, *sign, 2 * before - 1);
        search.forget(split.low);
        search.define(*sign, split.zero, 2 * before);  // before the number: limits name its parts
        if (words.empty()) lowest = split.low;
    }
    Polynomial rest = search.builder.fact(zero);
    rest.add({lowest}, -rest.terms().at({lowest}));
    if (search.leads_to(rest, lowest)) {
        search.definitions = kept;
        return;
    }
    search.define(lowest, zero, 2 * before - 1);
    if (!words.empty()) search.named.push_back({std::move(words), zero});
}

// The greatest common divisor of the coefficients, without the constant.
mpz_class common_divisor(const Polynomial& polynomial) {
    mpz_class result = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!monomial.empty()) mpz_gcd(result.get_mpz_t(), result.get_mpz_t(), coefficient.get_mpz_t());
    }
    return result;
}

Polynomial quotient(const Polynomial& polynomial, const mpz_class& divisor) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms())
        result.add(monomial, coefficient / divisor);
    return result;
}

}  // namespace

std::vector<std::vector<const ir::Claim*>> claims_by_instruction(const ir::Program& program) {
    std::vector<std::vector<const ir::Claim*>> result(program.body.size() + 1);
    for (const ir::Claim& claim : program.outline.claims) {
        if (const auto last = last_instruction(program, claim)) result[*last].push_back(&claim);
    }
    return result;
}

bool use_claim(Search& search, const ir::Claim& claim, size_t before) {
    using Kind = ir::Claim::Kind;
    if (claim.kind == Kind::congruent || claim.kind == Kind::opaque) return false;
    const auto number = value_of(search, claim.number, before), rest = value_of(search, claim.rest, before);
    if (!number || !rest) return false;
    const Polynomial difference = *number - *rest;
    if (claim.kind == Kind::equal) {
        auto zero = search.equate(difference, before);
        const auto sign = signed_word(search, claim);
        const bool is_direct = zero.has_value();
        if (!zero) zero = by_masks(search, {Fact::Kind::zero, difference}, before);
        if (!zero) return false;
        if (!sign) search.equalities.push_back(*zero);
        if (sign || !is_direct || search.has_dropped())
            define_number(search, claim.number, sign, *zero, before);
        return true;
    }
    const Fact limit{Fact::Kind::nonnegative, Polynomial(mpz_class(-1)) * difference};
    auto shown = search.nonnegative(limit.polynomial, before);
    if (!shown) shown = nonnegative_by_fractions(search, limit.polynomial, before);
    if (!shown) shown = by_masks(search, limit, before);
    if (!shown) return false;
    // an integer is limited by an integer
    const mpz_class unit = common_divisor(limit.polynomial);
    search.learn_limit(unit > 1 ? search.builder.round(*shown, unit) : *shown);
    const auto sign = signed_word(search, claim);
    if (sign)
        find_sign(search, quotient(claim.number.back().weight > 0 ? *number : minus_one * *number, unit),
                  *sign, sign_split(search, *sign, 2 * before - 1));
    return true;
}

}  // namespace limbsmith::derive
