#include "proof/prover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using Kind = Equations::Kind;

const mpz_class base = mpz_class(1) << limb_bits;
constexpr size_t most_cases = 6;  // bits that are looked at one way and the other

// Whether all weights are positive, and the number has no constant.
bool is_sum_of_words(const Polynomial& polynomial) {
    return std::ranges::all_of(polynomial.terms(),
                               [](const auto& term) { return term.first.size() == 1 && term.second > 0; });
}

// The largest power of two that divides every coefficient.
mpz_class common_power(const Polynomial& polynomial) {
    mp_bitcnt_t least = ~mp_bitcnt_t{0};
    for (const auto& [monomial, coefficient] : polynomial.terms())
        least = std::min(least, mpz_scan1(coefficient.get_mpz_t(), 0));
    return mpz_class(1) << least;
}

const ir::ClaimTerm* signed_term(const ir::ClaimSum& number) {
    const auto found =
        std::ranges::find_if(number, [](const auto& term) { return term.factors[0].is_signed(); });
    return found == number.end() ? nullptr : &*found;
}

// Divided by the largest number that divides the weights; the limit rounded down.
Limit simplest(const Limit& limit) {
    mpz_class divisor = 0, most;
    for (const auto& [monomial, weight] : limit.number.terms()) divisor = gcd(divisor, weight);
    Limit result;
    for (const auto& [monomial, weight] : limit.number.terms()) result.number.add(monomial, weight / divisor);
    for (const auto& [monomial, coefficient] : limit.limit.terms()) {
        if (!monomial.empty() && coefficient % divisor != 0) return limit;
        mpz_fdiv_q(most.get_mpz_t(), coefficient.get_mpz_t(), divisor.get_mpz_t());
        result.limit.add(monomial, most);
    }
    return result;
}

bool is_multiple(const Polynomial& polynomial, const mpz_class& divisor) {
    return std::ranges::all_of(polynomial.terms(), [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), divisor.get_mpz_t());
    });
}

bool is_positive(const Polynomial& polynomial) {
    return std::ranges::all_of(polynomial.terms(), [](const auto& term) { return term.second > 0; });
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

void Modulo::reduce(Polynomial& polynomial) const {
    for (const auto& [pair, value] : products) {
        Polynomial with_first = polynomial.extract(pair.first);
        const Polynomial with_both = with_first.extract(pair.second);
        polynomial += with_first * Polynomial(pair.first) + with_both * value;
    }
    for (const auto& [var, value] : rules) polynomial.substitute(var, value);
    if (modulus != 0) polynomial.drop_multiples(modulus);
}

Prover::Prover(const ir::Program& program, Equations::Assumptions assumptions)
    : equations(program, std::move(assumptions)), program_(program) {}

void Prover::limit_input(const Polynomial& number, const Polynomial& limit) {
    if (number.is_constant()) return;
    has_symbolic_limits_ = has_symbolic_limits_ || !limit.is_constant();
    inputs_.push_back({number, limit});
    if (!limit.is_constant() || !is_sum_of_words(number)) return;
    for (const auto& [monomial, weight] : number.terms())
        equations.set_max(front(monomial), limit.constant() / weight);
}

mpz_class Prover::upper(const Polynomial& polynomial) const {
    return Ranges(equations, limits()).upper(polynomial.parked());
}

std::optional<std::string> Prover::run() {
    std::vector<int> defined_at(program_.words, -1);
    for (size_t i = 0; i < program_.body.size(); ++i)
        defined_at[program_.body[i].dst.id] = static_cast<int>(i);
    std::vector<std::vector<const ir::Claim*>> claims(program_.body.size() + 1);
    for (const ir::Claim& claim : program_.claims) claims[position(claim, defined_at) + 1].push_back(&claim);
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

// A borrow of 0 - x or x - 1, where x is the bitwise or of words or of their differences (xor).
void Prover::find_zero_test(const ir::Instruction& in) {
    if (in.op != ir::Opcode::sub || in.flag_in || !in.flag_out) return;
    const Polynomial flag = equations.flag(*in.flag_out);
    if (flag.terms().size() != 1 || flag.terms().begin()->first.size() != 1) return;
    const bool is_inverted = in.src[0].is_zero();
    const bool is_decrement = in.src[1] == ir::Operand(1u);
    if (!is_inverted && !is_decrement) return;
    std::map<uint32_t, const ir::Instruction*> defined;
    for (const ir::Instruction& other : program_.body) defined[other.dst.id] = &other;
    ZeroTest test{front(flag.terms().begin()->first), {}, is_inverted};
    std::vector<ir::Operand> words{in.src[is_inverted ? 1 : 0]};
    while (!words.empty()) {
        const ir::Operand word = words.back();
        words.pop_back();
        const auto found = word.is_word ? defined.find(word.value) : defined.end();
        const ir::Instruction* by = found == defined.end() ? nullptr : found->second;
        if (by && by->op == ir::Opcode::bit_or) {
            words.push_back(by->src[1]), words.push_back(by->src[0]);
        } else if (by && by->op == ir::Opcode::bit_xor) {
            test.leaves.push_back(equations.value(by->src[0]) - equations.value(by->src[1]));
        } else {
            test.leaves.push_back(equations.value(word));
        }
    }
    zero_tests_.push_back(std::move(test));
}

// What a zero test says of its leaves, in products with its bit.
void Prover::absorb(Polynomial& p) const {
    for (const ZeroTest& test : zero_tests_) {
        for (const Polynomial& difference : test.leaves) {
            // leaf = word - others; bit·leaf is 0 or leaf
            Polynomial leaf = difference.parked();
            if (leaf.is_constant()) continue;
            const auto& [monomial, sign] = *leaf.terms().begin();
            if (monomial.size() != 1 || abs(sign) != 1) continue;
            const Var bit = test.bit.parked(), word = front(monomial);
            if (sign < 0) leaf *= -1;
            const Polynomial others = Polynomial(word) - leaf;
            Polynomial with_bit = p.extract(bit);
            const Polynomial with_both = with_bit.extract(word);
            p += with_bit * Polynomial(bit);
            p += with_both * (Polynomial(bit) * others + (test.is_inverted ? leaf : Polynomial()));
        }
    }
}

Polynomial Prover::value(const ir::ClaimTerm::Factor& factor) {
    using Reading = ir::ClaimTerm::Reading;
    switch (factor.reading) {
        case Reading::in_twos_complement: return equations.signed_value(factor.word);
        case Reading::flag: return equations.flag_of(factor.word);
        case Reading::number: break;
    }
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

std::vector<uint32_t> Prover::stops() const {
    std::vector<uint32_t> stops(stops_.rbegin(), stops_.rend());
    if (stops.empty() || stops.front() != equations.size()) stops.insert(stops.begin(), equations.size());
    if (stops.back() != 0) stops.push_back(0);
    return stops;
}

// λ·m·number in p becomes λ·m·rest, wherever p has m·number with all its words. Bits of number need not be
// there: they make the sign of a word.
void Prover::apply(const Equality& equality, Polynomial& p, const mpz_class& modulus) const {
    const auto is_word = [](const auto& term) { return !front(term.first).is_bit(); };
    // the word of the lowest weight
    auto first = std::ranges::find_if(equality.number.terms(), is_word);
    if (first == equality.number.terms().end()) return;
    for (auto term = first; term != equality.number.terms().end(); ++term) {
        if (is_word(*term) && abs(term->second) < abs(first->second)) first = term;
    }
    const auto are_same = [&](const mpz_class& x, const mpz_class& y) {
        return x == y || (modulus != 0 && mpz_congruent_p(x.get_mpz_t(), y.get_mpz_t(), modulus.get_mpz_t()));
    };
    const auto& [leading, weight] = *first;
    std::set<Monomial> tried;
    for (bool again = true; again;) {
        again = false;
        std::vector<Monomial> factors;
        for (const auto& [monomial, coefficient] : p.terms()) {
            if (contains(monomial, front(leading))) factors.push_back(without(monomial, front(leading)));
        }
        for (const Monomial& factor : factors) {
            const mpz_class times = p.coefficient(product(leading, factor)) / weight;
            // in a square a product of two different words counts twice
            const auto is_in_number = [&](char32_t code) {
                return equality.number.coefficient(Monomial(1, code)) != 0;
            };
            const bool is_square = std::ranges::any_of(factor, is_in_number);
            const bool is_whole =
                times != 0 && std::ranges::all_of(equality.number.terms(), [&](const auto& term) {
                    const mpz_class there = p.coefficient(product(term.first, factor)),
                                    wanted = times * term.second;
                    return !is_word(term) || are_same(there, wanted) ||
                           (is_square && sgn(there) == sgn(wanted) && abs(there) >= abs(wanted));
                });
            if (!is_whole || !tried.insert(factor).second) continue;
            p.add(equality.number, -times, factor);
            p.add(equality.rest, times, factor);
            again = true;
        }
    }
}

Polynomial Prover::eliminated(Polynomial p, uint32_t down_to, const Modulo& modulo, How how) const {
    size_t next = equalities_.size();
    while (!p.is_constant()) {
        const Var first = front(p.terms().begin()->first);
        if (next > 0 && equalities_[next - 1].at > std::max(first.is_parked() ? 0 : first.index(), down_to)) {
            apply(equalities_[--next], p, modulo.modulus);
            continue;
        }
        if (first.is_parked() || first.index() < down_to) break;
        auto [var, factor] = p.extract_front();
        modulo.reduce(factor);
        if (factor.is_zero() || equations.is_zero(var)) continue;
        const Equations::Value& value = equations[var];
        const mpz_class weight = value.kind == Kind::bits ? mpz_class(1) << value.shift : base;
        const bool is_part = value.is_replaced || (value.kind == Kind::bits && !value.definition.is_zero());
        // a word that is not to be looked into; a lowest bit, as a factor
        const bool is_opaque =
            !how.is_whole && (opaque_.contains(var.index()) || (var.is_bit() && !factor.is_constant()));
        if (value.kind == Kind::word && !is_opaque) {
            p += factor * value.definition;
        } else if (is_part && !value.is_decision && is_multiple(factor, weight) &&
                   (value.kind != Kind::bits || how.cut == Cut::always || is_positive(factor))) {
            for (const auto& [monomial, coefficient] : factor.terms()) {
                const mpz_class quotient = coefficient / weight,
                                times = value.is_borrow ? mpz_class(-quotient) : quotient;
                p.add(value.definition, times, monomial);
                p.add(Polynomial(value.other.parked()), -times, monomial);
            }
        } else {
            p += factor * Polynomial(var.parked());
        }
    }
    return p;
}

// A word is zero if it is so modulo 2^32, and some bits of it if they are.
bool Prover::is_zero_word(Var var) const {
    const Equations::Value& value = equations[var];
    if (equations.is_zero(var)) return true;
    if (value.shift == 0 || value.kind == Kind::bits) return false;
    const Var word = value.kind == Kind::rest ? value.other : var;
    if (word == Var()) return false;
    Modulo modulo = word_rules_;
    modulo.modulus = mpz_class(1) << value.shift;
    if (value.shift == 1) {
        for (Var odd : odd_) modulo.rules.emplace_back(odd, mpz_class(1));
    }
    Polynomial p = word.active();
    for (int steps = 0; steps < 64 && !p.is_constant(); ++steps) {
        const Var first = front(p.terms().begin()->first);
        if (first.is_parked()) break;
        p = eliminated(std::move(p), first.index(), modulo, {Cut::always, true});
        modulo.reduce(p);
        if (p.is_zero()) return true;
    }
    return false;
}

bool Prover::vanishes(const Polynomial& polynomial, const Modulo& modulo) const {
    Polynomial p = eliminated(polynomial, 0, modulo);
    absorb(p);
    modulo.reduce(p);
    std::set<Var> seen;
    for (bool again = true; again;) {
        again = false;
        for (const auto& [monomial, coefficient] : p.terms()) {
            for (char32_t code : monomial) {
                const Var var = Var::of_code(code);
                if (!seen.insert(var).second || !is_zero_word(var)) continue;
                p.extract(var);
                again = true;
                break;
            }
            if (again) break;
        }
    }
    return p.is_zero();
}

std::vector<Limit> Prover::limits() const {
    std::vector<Limit> all(claimed_.rbegin(), claimed_.rend());
    all.insert(all.end(), inputs_.begin(), inputs_.end());
    return all;
}

std::vector<Var> Prover::decisions(const Polynomial& polynomial) const {
    std::vector<Var> bits;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (char32_t code : monomial) {
            const Var var = Var::of_code(code);
            const bool is_known = std::ranges::find(bits, var) != bits.end();
            if (var.is_bit() && !is_known &&
                (equations[var].is_decision || equations[var].kind == Kind::bits))
                bits.push_back(var);
        }
    }
    // the last is looked at first: those of which facts are known
    std::ranges::stable_partition(bits, [&](Var bit) { return equations[bit].kind == Kind::bits; });
    return bits;
}

// A number that is not zero is at least 1: [not 0] - sum of leaves <= 0, which needs leaves that are words.
Polynomial Prover::nonzero_fact(const ZeroTest& test) const {
    const Polynomial bit = test.bit.parked(), one = mpz_class(1);
    Polynomial fact = test.is_inverted ? bit : one - bit;
    mpz_class weight = 1;
    for (const Polynomial& leaf : test.leaves) {
        if (!is_sum_of_words(leaf)) return {};
        fact.add(leaf.parked(), -weight);
        weight *= base;
    }
    return fact;
}

// What is known of the bits: each <= 0.
std::vector<Polynomial> Prover::facts(const Polynomial& polynomial, uint32_t down_to) const {
    std::vector<Polynomial> facts(inequalities_.rbegin(), inequalities_.rend());
    for (const Limit& limit : claimed_) {
        if (!decisions(limit.number).empty()) facts.push_back(limit.number - limit.limit);
    }
    for (const Limit& limit : inputs_) {
        if (!limit.limit.is_constant()) facts.push_back(limit.number - limit.limit);
    }
    for (Var bit : decisions(polynomial)) {
        const Equations::Value& value = equations[bit];
        if (value.kind == Kind::bits && !value.definition.is_zero()) {  // what it leaves is below 2^shift
            const mpz_class weight = mpz_class(1) << value.shift;
            Polynomial rest = eliminated(value.definition, down_to).parked();
            rest.add(Polynomial(bit.parked()), -weight);
            facts.push_back(Polynomial() - rest);
            facts.push_back(rest - Polynomial(mpz_class(weight - 1)));
        }
        for (const ZeroTest& test : zero_tests_) {
            if (test.bit.parked() == bit.parked()) facts.push_back(nonzero_fact(test));
        }
        for (const Sign& sign : signs_) {  // 0 <= value + weight·sign < weight
            if (sign.bit.parked() != bit.parked()) continue;
            const Polynomial low = eliminated(sign.low, down_to).parked();
            facts.push_back(Polynomial() - low);
            facts.push_back(low - Polynomial(mpz_class(sign.weight - 1)));
        }
        if (value.kind != Kind::flag) continue;
        Polynomial number;  // what the chain wrote: at least 0, below 2^(32·words)
        mpz_class weight = 1;
        for (ir::Operand word : equations.chain_of(bit)) {
            number.add(equations.value(word), weight);
            weight *= base;
        }
        number = eliminated(number, down_to).parked();
        facts.push_back(Polynomial() - number);
        facts.push_back(number - Polynomial(mpz_class(weight - 1)));
    }
    return facts;
}

// With the limits that are polynomials once, everywhere, and not at all.
bool Prover::is_at_most_zero_by_ranges(const Polynomial& p) const {
    for (const auto use : {Ranges::Symbolic::once, Ranges::Symbolic::always, Ranges::Symbolic::never}) {
        if (use != Ranges::Symbolic::never && !has_symbolic_limits_) continue;
        if (Ranges(equations, limits(), use).upper(p) <= 0) return true;
    }
    return false;
}

// p <= p - λ·fact for a fact <= 0 and λ >= 0, such that a term of p vanishes.
bool Prover::with_facts(const Polynomial& polynomial, const std::vector<Polynomial>& facts) const {
    if (is_at_most_zero_by_ranges(polynomial)) return true;
    for (const Polynomial& fact : facts) {
        if (fact.is_zero() ||
            sgn(polynomial.coefficient(fact.terms().begin()->first)) != sgn(fact.terms().begin()->second))
            continue;
        std::vector<std::pair<mpz_class, mpz_class>> tried;
        for (const auto& [monomial, weight] : fact.terms()) {
            const mpz_class coefficient = polynomial.coefficient(monomial);
            if (monomial.empty() || sgn(weight) * sgn(coefficient) <= 0 || tried.size() == 3) continue;
            const mpz_class divisor = gcd(weight, coefficient);
            const std::pair<mpz_class, mpz_class> ratio{abs(coefficient) / divisor, abs(weight) / divisor};
            if (std::ranges::find(tried, ratio) != tried.end()) continue;
            tried.push_back(ratio);
            Polynomial sum = polynomial;
            sum *= ratio.second;
            sum.add(fact, -ratio.first);
            sum -= Polynomial(mpz_class(ratio.second - 1));  // below 1 is at most 0
            if (is_at_most_zero_by_ranges(sum)) return true;
        }
    }
    return false;
}

// Where a zero test says so, its leaves are zero.
void Prover::assume(Polynomial& p, Var bit, int side) const {
    p.substitute(bit, mpz_class(side));
    for (const ZeroTest& test : zero_tests_) {
        if (test.bit.parked() != bit.parked() || side != (test.is_inverted ? 0 : 1)) continue;
        for (const Polynomial& difference : test.leaves) {
            Polynomial leaf = difference.parked();
            if (leaf.is_constant()) continue;
            const auto& [monomial, sign] = *leaf.terms().begin();
            if (monomial.size() != 1 || abs(sign) != 1) continue;
            if (sign < 0) leaf *= -1;
            p.substitute(front(monomial), Polynomial(front(monomial)) - leaf);
        }
    }
}

bool Prover::by_cases(const Polynomial& polynomial, std::vector<Polynomial> facts,
                      std::vector<Var> bits) const {
    if (with_facts(polynomial, facts)) return true;
    // a case that does not occur
    const Ranges ranges(equations, limits());
    if (std::ranges::any_of(facts, [&](const Polynomial& fact) { return ranges.lower(fact) > 0; }))
        return true;
    if (bits.empty()) return false;
    const Var bit = bits.back();
    bits.pop_back();
    for (int side : {0, 1}) {
        Polynomial p = polynomial;
        std::vector<Polynomial> known = facts;
        assume(p, bit, side);
        for (Polynomial& fact : known) assume(fact, bit, side);
        if (!by_cases(p, std::move(known), bits)) return false;
    }
    return true;
}

bool Prover::at_most_zero_here(const Polynomial& polynomial, uint32_t down_to) const {
    Polynomial p = polynomial.parked();
    absorb(p);
    if (is_at_most_zero_by_ranges(p)) return true;
    std::vector<Var> bits = decisions(p);
    if (bits.size() > most_cases)
        std::erase_if(bits, [&](Var bit) { return equations[bit].kind == Kind::bits; });
    if (bits.size() > most_cases) return false;
    return by_cases(p, facts(p, down_to), bits);
}

std::vector<Prover::Cut> Prover::cuts() const {
    if (!equations.has_fields()) return {Cut::if_positive};
    return {Cut::if_positive, Cut::always};
}

bool Prover::is_at_most_zero(const Polynomial& polynomial) const {
    for (Cut cut : cuts()) {
        Polynomial p = polynomial;
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop, {}, {cut, false});
            if (at_most_zero_here(p, stop)) return true;
        }
    }
    return false;
}

std::optional<Polynomial> Prover::number_within(const Polynomial& number, const mpz_class& modulus,
                                                const Polynomial& least, const Polynomial& most) const {
    const auto is_within = [&](const Polynomial& p, uint32_t stop) {
        return at_most_zero_here(p - most, stop) && at_most_zero_here(least - p, stop);
    };
    // as it is, then modulo what the words can hold
    for (const Modulo& modulo : {Modulo{}, Modulo{modulus}}) {
        Polynomial p = number;
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop, modulo);
            if (modulo.modulus == 0 && is_within(p, stop)) return p;
            Polynomial multiples_dropped = p;
            multiples_dropped.drop_multiples(modulus);
            if (is_within(multiples_dropped, stop)) return multiples_dropped;
            for (const bool balanced : {false, true}) {
                const Polynomial reduced = residues(p, modulus, balanced);
                if (is_within(reduced, stop)) return reduced;
            }
        }
    }
    return std::nullopt;
}

bool Prover::are_equal(const Polynomial& number, const Polynomial& rest,
                       const mpz_class& signed_range) const {
    Polynomial p = number - rest;
    mpz_class refused = 0;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop);
        if (p.is_zero()) return true;
        const mpz_class modulus = common_power(p);
        if (modulus < base || modulus == refused) continue;
        refused = modulus;
        const mpz_class least = signed_range > 0 ? mpz_class(-modulus / 2) : mpz_class(0),
                        most = least + modulus - 1;
        const auto is_residue = [&](const Polynomial& x) {
            return is_at_most_zero(x - Polynomial(most)) && is_at_most_zero(Polynomial(least) - x);
        };
        if (is_residue(rest) && (signed_range > 0 ? modulus >= signed_range : is_residue(number)))
            return true;
    }
    return false;
}

void Prover::add_equality(const Polynomial& number, const Polynomial& rest) {
    // a place between the words and what they are equal to
    stops_.push_back(equations.size());
    equations.add_mark();
    equalities_.push_back({number, rest, equations.size()});
}

bool Prover::is_part(const Polynomial& upper, const Polynomial& x, const mpz_class& weight) const {
    return std::ranges::any_of(equalities_, [&](const Equality& equality) {
        const Polynomial low = equality.number - upper;
        return is_sum_of_words(low) && Ranges(equations, {}).upper(low.parked()) < weight &&
               eliminated(equality.rest - x, 0).is_zero();
    });
}

bool Prover::prove(const ir::Claim& claim) {
    Polynomial number = value(claim.number), rest = value(claim.rest);
    const Polynomial known = number.constant();
    number -= known, rest -= known;
    if (claim.kind == ir::Claim::Kind::opaque) {
        for (const auto& [monomial, weight] : number.terms()) opaque_.insert(front(monomial).index());
        return true;
    }
    if (claim.kind == ir::Claim::Kind::equal) {
        const ir::ClaimTerm* top = signed_term(claim.number);
        const mpz_class range = top ? mpz_class(top->weight * base) : mpz_class(0);
        if (!are_equal(number, rest, range)) return false;
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
    // what the words' ranges alone say may still tell of dropped carries, a step or two further back
    const bool tells_of_carries = rest.is_constant() && is_sum_of_words(number);
    bool is_proved = false;
    int further = 2;
    for (Cut cut : cuts()) {
        Polynomial p = number - rest;
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop, {}, {cut, false});
            const bool holds = at_most_zero_here(p, stop);
            is_proved = is_proved || holds;
            if (holds && tells_of_carries) find_zeros(p, rest.constant());
            if (is_proved && (!tells_of_carries || (holds && stop < equations.size()) || further-- == 0))
                break;
        }
        if (is_proved) break;
    }
    if (!is_proved) return false;
    if (const ir::ClaimTerm* top = signed_term(claim.number); top && rest.is_constant())
        learn_sign(claim, *top, rest.constant());
    learn(number, rest);
    return true;
}

// p = number - most <= 0, where number >= 0 and p has -weight·carry: number + weight·carry is at most
// upper(p) + most, so that a carry of larger weight is zero.
void Prover::find_zeros(const Polynomial& p, const mpz_class& most) {
    const mpz_class limit = Ranges(equations, limits()).upper(p.parked()) + most;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (monomial.size() != 1 || coefficient >= 0) continue;
        const Var var = front(monomial);
        const Kind kind = equations[var].kind;
        if ((kind == Kind::flag || kind == Kind::high) && -coefficient > limit) equations.set_zero(var);
    }
}

// Of low + weight·top, or of its negative, with 0 <= low < weight: what follows for the signed word `top`. If
// it is -1 or 0, it is a mask.
void Prover::learn_sign(const ir::Claim& claim, const ir::ClaimTerm& top, const mpz_class& limit) {
    mpz_class low = 0, quotient;
    for (const ir::ClaimTerm& term : claim.number) {
        if (&term == &top) continue;
        if ((term.weight > 0) != (top.weight > 0)) return;
        low += abs(term.weight) * equations.max(term.factors[0].word);
    }
    const mpz_class weight = abs(top.weight);
    if (low >= weight) return;
    const ir::Operand word = top.factors[0].word;
    SignedRange& range = signed_[word.value];
    const bool is_upper = top.weight > 0;
    mpz_fdiv_q(quotient.get_mpz_t(), mpz_class(is_upper ? limit : -limit).get_mpz_t(), weight.get_mpz_t());
    (is_upper ? range.max : range.min) = quotient;
    if (!range.min || !range.max || *range.min < -1 || *range.max > 0) return;
    const Polynomial whole = equations.value(word);
    if (const auto bits = only_bits(whole)) {  // choices that make another word do not occur
        equations.set_value(word, interpolated(*bits, [&](uint32_t choice) {
                                const mpz_class value = evaluated(whole, *bits, choice);
                                return value == base - 1 ? value : mpz_class(0);
                            }));
        return;
    }
    if (whole.terms().size() != 1) return;
    Polynomial mask = equations.bits(word, limb_bits - 1, limb_bits);
    mask *= base - 1;
    const Var var = front(whole.terms().begin()->first);
    equations.set_value(word, mask);
    for (Equality& equality : equalities_) {
        equality.number.substitute(var, mask);
        equality.rest.substitute(var, mask);
    }
    // the number without its sign
    const Var sign = front(mask.terms().begin()->first);
    for (const Equality& equality : equalities_) {
        const mpz_class weight =
            -equality.number.coefficient(Monomial(1, static_cast<char32_t>(sign.code())));
        if (weight <= 0) continue;
        Polynomial low = equality.rest;
        low.add(Polynomial(sign), weight);
        signs_.push_back({sign, low, weight});
    }
}

void Prover::learn(const Polynomial& number, const Polynomial& limit) {
    if (number.is_constant()) return;
    if (!is_sum_of_words(number.parked()) || !limit.is_constant())
        inequalities_.push_back((number - limit).parked());
    if (!is_sum_of_words(number.parked())) return;
    if (!limit.is_constant()) {
        has_symbolic_limits_ = true;
        claimed_.push_back(simplest({number.parked(), limit.parked()}));
        return;
    }
    if (Ranges(equations, {}).upper(number.parked()) > limit.constant())
        claimed_.push_back(simplest({number.parked(), limit}));
    for (const auto& [monomial, weight] : number.terms()) {
        const mpz_class most = limit.constant() / weight;
        equations.set_max(front(monomial), most);
        if (most == 0) equations.set_zero(front(monomial));
    }
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
