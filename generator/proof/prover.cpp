// The walk through a program, and proofs that two numbers are equal.
#include "proof/prover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

// The largest power of two that divides every coefficient.
mpz_class common_power(const Polynomial& polynomial) {
    mp_bitcnt_t least = ~mp_bitcnt_t{0};
    for (const auto& [monomial, coefficient] : polynomial.terms())
        least = std::min(least, mpz_scan1(coefficient.get_mpz_t(), 0));
    return mpz_class(1) << least;
}

// A coefficient for messages: long numbers are abbreviated.
std::string text(const mpz_class& coefficient) {
    constexpr size_t most_digits = 12;
    const mpz_class size = abs(coefficient);
    std::string digits = size.get_str(16);
    if (digits.size() > most_digits && mpz_popcount(size.get_mpz_t()) == 1)
        return fmt::format("{}2^{}", coefficient < 0 ? "-" : "", mpz_scan1(size.get_mpz_t(), 0));
    if (digits.size() > most_digits)
        digits = fmt::format("{}...({} digits)", digits.substr(0, most_digits / 2), digits.size());
    return fmt::format("0x{}{}", coefficient < 0 ? "-" : "", digits);
}

// Each coefficient modulo `modulus`: with its own sign, or balanced around zero.
Polynomial residues(const Polynomial& polynomial, const mpz_class& modulus, bool balanced) {
    Polynomial result;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        mpz_class residue = coefficient % modulus;
        if (balanced && 2 * abs(residue) > modulus) residue -= sgn(residue) * modulus;
        result.add(monomial, residue);
    }
    return result;
}

int position(const ir::Claim& claim, const std::vector<int>& defined_at) {
    int last = -1;
    for (const ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
        for (const ir::ClaimTerm& term : *sum) {
            for (const auto& factor : term.factors) {
                if (factor.word.is_word) last = std::max(last, defined_at[factor.word.value]);
            }
        }
    }
    return last;
}

}  // namespace

Prover::Prover(const ir::Program& program, Equations::Assumptions assumptions)
    : equations(program, std::move(assumptions)), program_(program), defined_at_(program.words, -1) {
    for (size_t i = 0; i < program.body.size(); ++i)
        defined_at_[program.body[i].dst.id] = static_cast<int>(i);
}

void Prover::limit_input(const Polynomial& number, const Polynomial& limit) {
    if (number.is_constant()) return;
    has_symbolic_limits_ = has_symbolic_limits_ || !limit.is_constant();
    Polynomial present = number;  // without words that can only be 0, since other polynomials omit them
    if (limit.is_constant() && is_sum_of_words(number)) {
        for (const auto& [monomial, weight] : number.terms()) {
            const Var word = front(monomial);
            equations.set_max(word, limit.constant() / weight);
            if (equations.is_zero(word)) present.extract(word);
        }
    }
    if (!present.is_constant()) limits_.add({std::move(present), limit, true}, equations);
}

mpz_class Prover::upper(const Polynomial& polynomial) const {
    return Ranges(equations, limits_).upper(polynomial.parked());
}

std::optional<std::string> Prover::run() {
    std::vector<std::vector<const ir::Claim*>> claims(program_.body.size() + 1);
    int at = 0;
    for (const ir::Claim& claim : program_.claims) {
        // an earlier claim about words still sees their definitions before a later claim makes them opaque
        const int own = position(claim, defined_at_) + 1;
        at = claim.kind == ir::Claim::Kind::opaque ? std::max(at, own) : own;
        claims[at].push_back(&claim);
    }
    for (size_t i = 0; i <= program_.body.size(); ++i) {
        for (const ir::Claim* claim : claims[i]) {
            if (!prove(*claim)) {
                return fmt::format("after `{}`: {} is not shown to be {} {}",
                                   i == 0 ? "the inputs" : dump(program_.body[i - 1]),
                                   describe(value(claim->number)),
                                   claim->kind == ir::Claim::Kind::equal ? "equal to" : "within",
                                   describe(value(claim->rest)));
            }
        }
        if (!claims[i].empty() && (stops_.empty() || stops_.back() != equations.size()))
            stops_.push_back(equations.size());
        if (i == program_.body.size()) break;
        equations.add_instruction();
        find_zero_test(program_.body[i]);
    }
    return std::nullopt;
}

std::vector<Var> Prover::all_decisions() const {
    std::vector<Var> bits;
    for (uint32_t i = 0; i < equations.size(); ++i) {
        const Var var = Var::number(i, true);
        if (equations[var].is_decision) bits.push_back(var);
    }
    return bits;
}

Polynomial Prover::value(const ir::ClaimTerm::Factor& factor) {
    using Reading = ir::ClaimTerm::Reading;
    switch (factor.reading) {
        case Reading::in_twos_complement: return equations.signed_value(factor.word);
        case Reading::flag: return equations.flag_of(factor.word);
        case Reading::number: break;
    }
    if (factor.shift > 0) return equations.bits(factor.word, factor.shift, limb_bits);
    return equations.value(factor.word);
}

Polynomial Prover::value(const ir::ClaimSum& sum) {
    Polynomial result;
    for (const ir::ClaimTerm& term : sum) {
        Polynomial product = term.weight;
        for (const auto& factor : term.factors) product = product * value(factor);
        result += product;
    }
    return result;
}

std::optional<Polynomial> Prover::number_within(const Polynomial& number, const mpz_class& modulus,
                                                const Polynomial& least, const Polynomial& most) const {
    const auto is_within = [&](const Polynomial& p, uint32_t stop, Means means) {
        return at_most_zero_here(p - most, stop, means) && at_most_zero_here(least - p, stop, means);
    };
    return nearest(
        [&](Means means, std::span<const uint32_t> stops, size_t begin) -> std::optional<Polynomial> {
            // exactly, then modulo what the words can hold
            for (const Modulo& modulo : {Modulo{}, Modulo{modulus}}) {
                Polynomial p = number;
                for (size_t i = 0; i < stops.size(); ++i) {
                    p = eliminated(std::move(p), stops[i], modulo);
                    if (i < begin) continue;
                    if (modulo.modulus == 0 && is_within(p, stops[i], means)) return p;
                    Polynomial multiples_dropped = p;
                    multiples_dropped.drop_multiples(modulus);
                    std::vector<Polynomial> tried;
                    if (modulo.modulus == 0) tried.push_back(p);
                    for (const Polynomial& q :
                         {multiples_dropped, residues(p, modulus, false), residues(p, modulus, true)}) {
                        if (std::ranges::find(tried, q) != tried.end()) continue;
                        if (is_within(q, stops[i], means)) return q;
                        tried.push_back(q);
                    }
                }
            }
            return std::nullopt;
        });
}

bool Prover::are_equal(const Polynomial& number, const Polynomial& rest,
                       const mpz_class& signed_range) const {
    return difference(number, rest, signed_range).has_value();
}

// Shows number = rest: the difference vanishes, or it vanishes modulo a power of two of which both sides are
// residues. A larger modulus makes the second condition weaker.
std::optional<Polynomial> Prover::difference(const Polynomial& number, const Polynomial& rest,
                                             const mpz_class& signed_range) const {
    auto zero = difference(number, rest, signed_range, false);
    if (!zero && !opaque_.empty()) zero = difference(number, rest, signed_range, true);
    return zero;
}

std::optional<Polynomial> Prover::difference(const Polynomial& number, const Polynomial& rest,
                                             const mpz_class& signed_range, bool is_whole) const {
    Polynomial zero;
    mpz_class modulus = 0;
    for (const Cut cut : {Cut::always, Cut::never}) {
        if (cut == Cut::never && !equations.has_fields()) continue;
        Polynomial p = number - rest;
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop, {}, {.cut = cut, .is_whole = is_whole});
            if (p.is_zero()) return p;
            const mpz_class power = common_power(p);
            if (power > modulus) modulus = power, zero = p;
        }
    }
    const auto is_residue = [&](const Polynomial& x, const mpz_class& modulus) {
        const mpz_class least = signed_range > 0 ? mpz_class(-modulus / 2) : mpz_class(0);
        return is_at_most_zero(x - Polynomial(mpz_class(least + modulus - 1))) &&
               is_at_most_zero(Polynomial(least) - x);
    };
    const bool is_signed = signed_range > 0;
    if (modulus >= (is_signed ? signed_range : base) && is_residue(rest, modulus) &&
        (is_signed || is_residue(number, modulus)))
        return zero;
    // modulo what the words can hold
    mpz_class range = signed_range;
    for (const auto& [monomial, weight] : number.terms()) {
        if (!is_signed && weight * base > range) range = weight * base;
    }
    Polynomial p = eliminated(number - rest, 0, {range});
    p.drop_multiples(range);
    const bool is_zero = p.is_zero() && is_residue(rest, range) && (is_signed || is_residue(number, range));
    return is_zero ? std::optional(Polynomial()) : std::nullopt;
}

bool Prover::is_part(const Polynomial& upper, const Polynomial& x, const mpz_class& weight) const {
    return std::ranges::any_of(equalities_, [&](const Equality& equality) {
        const Polynomial low = equality.number - upper;
        return is_sum_of_words(low) && Ranges(equations, Limits()).upper(low.parked()) < weight &&
               eliminated(equality.rest - x, 0).is_zero();
    });
}

std::string Prover::describe(const Polynomial& polynomial) const {
    std::string sum;
    size_t shown = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (++shown > 3) return sum + " ...";
        sum += sum.empty() ? "" : " + ";
        sum += text(coefficient);
        for (char32_t code : monomial) sum += "·(" + equations[Var::of_code(code)].text + ")";
    }
    return sum.empty() ? "0" : sum;
}

}  // namespace limbsmith::proof
