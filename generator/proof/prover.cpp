// The walk through a program, and the kinds of claims.
#include "proof/prover.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

const mpz_class base = mpz_class(1) << limb_bits;

// The largest power of two that divides every coefficient.
mpz_class common_power(const Polynomial& polynomial) {
    mp_bitcnt_t least = ~mp_bitcnt_t{0};
    for (const auto& [monomial, coefficient] : polynomial.terms())
        least = std::min(least, mpz_scan1(coefficient.get_mpz_t(), 0));
    return mpz_class(1) << least;
}

const ir::ClaimTerm* signed_term(const ir::ClaimSum& number) {
    const auto found = std::ranges::find_if(
        number, [](const auto& term) { return term.factors.size() == 1 && term.factors[0].is_signed(); });
    return found == number.end() ? nullptr : &*found;
}

// Each coefficient modulo `modulus`, with its sign, or next to zero.
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
    Polynomial present = number;  // without words that can only be 0, which no other polynomial has
    if (limit.is_constant() && is_sum_of_words(number)) {
        for (const auto& [monomial, weight] : number.terms()) {
            const Var word = front(monomial);
            equations.set_max(word, limit.constant() / weight);
            if (equations.is_zero(word)) present.extract(word);
        }
    }
    if (!present.is_constant()) limits_.add({std::move(present), limit, true});
}

mpz_class Prover::upper(const Polynomial& polynomial) const {
    return Ranges(equations, limits_).upper(polynomial.parked());
}

std::optional<std::string> Prover::run() {
    std::vector<std::vector<const ir::Claim*>> claims(program_.body.size() + 1);
    for (const ir::Claim& claim : program_.claims) claims[position(claim, defined_at_) + 1].push_back(&claim);
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
            // as it is, then modulo what the words can hold
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

// It vanishes, or it does so modulo something of which both are residues. The larger that is, the less is
// asked of them.
std::optional<Polynomial> Prover::difference(const Polynomial& number, const Polynomial& rest,
                                             const mpz_class& signed_range) const {
    Polynomial zero;
    mpz_class modulus = 0;
    for (const Cut cut : {Cut::always, Cut::never}) {
        if (cut == Cut::never && !equations.has_fields()) continue;
        Polynomial p = number - rest;
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop, {}, {.cut = cut});
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
    if (signed_range == 0) {
        const bool is_zero = modulus >= base && is_residue(rest, modulus) && is_residue(number, modulus);
        return is_zero ? std::optional(zero) : std::nullopt;
    }
    if (modulus >= signed_range && is_residue(rest, modulus)) return zero;
    // modulo what the words can hold
    Polynomial residue = eliminated(number - rest, 0, {signed_range});
    residue.drop_multiples(signed_range);
    return residue.is_zero() && is_residue(rest, signed_range) ? std::optional(residue) : std::nullopt;
}

bool Prover::is_part(const Polynomial& upper, const Polynomial& x, const mpz_class& weight) const {
    return std::ranges::any_of(equalities_, [&](const Equality& equality) {
        const Polynomial low = equality.number - upper;
        return is_sum_of_words(low) && Ranges(equations, Limits()).upper(low.parked()) < weight &&
               eliminated(equality.rest - x, 0).is_zero();
    });
}

bool Prover::prove(const ir::Claim& claim) {
    const uint32_t size = equations.size();
    Polynomial number = value(claim.number), rest = value(claim.rest);
    // before parts of words that this claim is the first to name: of the words themselves more is known
    if (equations.size() > size && (stops_.empty() || stops_.back() != size)) stops_.push_back(size);
    const Polynomial known = number.constant();
    number -= known, rest -= known;
    if (claim.kind == ir::Claim::Kind::opaque) {
        for (const auto& [monomial, weight] : number.terms()) opaque_.insert(front(monomial).index());
        return true;
    }
    if (claim.kind == ir::Claim::Kind::congruent) return prove_congruence(claim);
    if (claim.kind == ir::Claim::Kind::equal) {
        const ir::ClaimTerm* top = signed_term(claim.number);
        if (top) {  // the other words are below its lowest bit
            Polynomial low = number + known;
            low.add(value(top->factors[0]), -top->weight);
            const Limits none;
            const Ranges ranges(equations, none);
            if (ranges.lower(low.parked()) < 0 || ranges.upper(low.parked()) >= top->weight) top = nullptr;
        }
        const mpz_class range = top ? mpz_class(top->weight * base) : mpz_class(0);
        const auto left = difference(number, rest, range);
        if (!left) return false;
        learn_zero(*left);
        add_equality(number, rest);
        if (top) {
            const Polynomial sign = equations.bits(top->factors[0].word, limb_bits - 1, limb_bits);
            if (!sign.is_constant() && sign.terms().size() == 1)
                signs_.push_back(
                    {front(sign.terms().begin()->first), rest + Polynomial(range) * sign, range});
        }
        return true;
    }
    if (claim.kind == ir::Claim::Kind::within) {
        // equal to F modulo what the words can hold, and so to F
        mpz_class span = 0, least = 0;
        for (const auto& [monomial, weight] : number.terms()) {
            span += weight * (base - 1);
            if (least == 0 || weight < least) least = weight;
        }
        if (!is_sum_of_words(number) || !rest.is_constant() || rest.constant() >= span + least) return false;
        const auto value = number_within(number, span + least, {}, rest);
        if (!value) return false;
        add_equality(number, *value);
        learn(number, rest);
        return true;
    }
    const auto shown = at_most_zero_at(number - rest);
    if (!shown) return false;
    if (rest.is_constant() && is_sum_of_words(number)) find_zeros(number - rest, rest.constant(), *shown);
    // of the number with the constant in it
    const mpz_class limit = rest.constant() + known.constant();
    if (const ir::ClaimTerm* top = signed_term(claim.number); top && rest.is_constant())
        learn_sign(claim, *top, limit);
    learn(number, rest);
    if (claim.number.size() == 1 && rest.is_constant()) name_word(claim.number[0], limit);
    return true;
}

std::string Prover::describe(const Polynomial& polynomial) const {
    std::string text;
    size_t shown = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (++shown > 3) return text + " ...";
        text += text.empty() ? "" : " + ";
        text += "0x" + coefficient.get_str(16);
        for (char32_t code : monomial) text += "·(" + equations[Var::of_code(code)].text + ")";
    }
    return text.empty() ? "0" : text;
}

}  // namespace limbsmith::proof
