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

bool is_multiple(const Polynomial& polynomial, const mpz_class& divisor) {
    return std::ranges::all_of(polynomial.terms(), [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), divisor.get_mpz_t());
    });
}

int position(const ir::Claim& claim, const std::vector<int>& defined_at) {
    int last = -1;
    ir::for_each_sum(claim, [&](const ir::ClaimSum& sum) {
        for (const ir::ClaimTerm& term : sum) {
            for (const auto& factor : term.factors) {
                if (factor.word.is_word) last = std::max(last, defined_at[factor.word.value]);
            }
        }
    });
    return last;
}

}  // namespace

void Modulo::reduce(Polynomial& polynomial) const {
    for (const auto& [var, value] : rules) polynomial.substitute(var, value);
    if (modulus != 0) polynomial.drop_multiples(modulus);
}

Prover::Prover(const ir::Program& program, Equations::Assumptions assumptions)
    : equations(program, std::move(assumptions)), program_(program), inequalities_(equations) {}

void Prover::limit_input(const Polynomial& number, const Polynomial& limit) {
    if (number.is_constant()) return;
    inputs_.push_back({number, limit});
    if (!limit.is_constant() || !is_sum_of_words(number)) return;
    for (const auto& [monomial, weight] : number.terms())
        equations.set_max(front(monomial), limit.constant() / weight);
}

void Prover::bound_input(const Polynomial& number, const Polynomial& least) {
    learn(least - number);
    if (number.is_constant() || !least.is_constant() || !is_sum_of_words(number)) return;
    const auto& [monomial, weight] = *number.terms().begin();  // the last word, the highest
    Polynomial others = number;
    others.extract(front(monomial));
    const mpz_class rest = least.constant() - Ranges(equations, {}).upper(others);
    mpz_class top;
    mpz_cdiv_q(top.get_mpz_t(), rest.get_mpz_t(), weight.get_mpz_t());
    equations.set_least(front(monomial), top);
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
        for (; facts_taken_ < equations.facts().size(); ++facts_taken_)
            inequalities_.learn(equations.facts()[facts_taken_]);
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

Polynomial Prover::value(const ir::ClaimSum& sum) {
    Polynomial result;
    for (const ir::ClaimTerm& term : sum) {
        Polynomial product = term.weight;
        for (const auto& [word, is_signed, bits] : term.factors) {
            product = product * (is_signed          ? equations.signed_value(word)
                                 : bits < limb_bits ? equations.bits(word, 0, bits)
                                                    : equations.value(word));
        }
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

void Prover::keep(const Polynomial& polynomial) {
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (char32_t code : monomial) kept_.insert(Var::of_code(code).index());
    }
}

// number·m in p becomes rest·m, wherever it is there with all its words.
void Prover::apply(const Equality& equality, Polynomial& p) const {
    if (equality.number.is_constant() ||
        kept_.contains(front(equality.number.terms().begin()->first).index()))
        return;
    const auto& [leading, weight] = *equality.number.terms().begin();
    const Var var = front(leading);
    std::vector<std::pair<Monomial, mpz_class>> candidates;
    for (const auto& [monomial, coefficient] : p.terms()) {
        if (contains(monomial, var) && coefficient % weight == 0)
            candidates.emplace_back(without(monomial, var), coefficient / weight);
    }
    for (const auto& [factor, times] : candidates) {
        const bool is_whole = std::ranges::all_of(equality.number.terms(), [&](const auto& term) {
            return p.coefficient(product(term.first, factor)) == times * term.second;
        });
        if (!is_whole) continue;
        p.add(equality.number, -times, factor);
        p.add(equality.rest, times, factor);
    }
}

Polynomial Prover::eliminated(Polynomial p, uint32_t down_to, const Modulo& modulo, Parts parts) const {
    size_t next = equalities_.size();
    while (!p.is_constant()) {
        const Var first = front(p.terms().begin()->first);
        if (first.is_parked() || first.index() < down_to) break;
        if (next > 0 && equalities_[next - 1].at > first.index()) {
            apply(equalities_[--next], p);
            continue;
        }
        auto [var, factor] = p.extract_front();
        modulo.reduce(factor);
        if (factor.is_zero() || equations.is_zero(var)) continue;
        if (kept_.contains(var.index())) {
            p += factor * Polynomial(var.parked());
            continue;
        }
        const Equations::Value& value = equations[var];
        const mpz_class weight = value.kind == Kind::bits ? mpz_class(1) << value.shift : base;
        const bool is_part = value.is_replaced || (value.kind == Kind::bits && parts == Parts::replaced &&
                                                   !value.definition.is_zero() && !var.is_bit());
        if (value.kind == Kind::word || value.kind == Kind::power) {
            p += factor * value.definition;
        } else if (is_part && !value.is_decision && is_multiple(factor, weight)) {
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
    Polynomial p = word.active();
    for (int steps = 0; steps < 64 && !p.is_constant(); ++steps) {
        const Var first = front(p.terms().begin()->first);
        if (first.is_parked()) break;
        p = eliminated(std::move(p), first.index(), modulo);
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
    return bits;
}

// What is known of the bits: each <= 0.
std::vector<Polynomial> Prover::facts(const Polynomial& polynomial, uint32_t down_to) const {
    std::vector<Polynomial> facts;
    for (Var bit : decisions(polynomial)) {
        const Equations::Value& value = equations[bit];
        if (value.kind == Kind::bits && !value.definition.is_zero()) {  // what it leaves is below 2^shift
            const mpz_class weight = mpz_class(1) << value.shift;
            Polynomial rest = eliminated(value.definition, down_to).parked();
            rest.add(Polynomial(bit.parked()), -weight);
            facts.push_back(Polynomial() - rest);
            facts.push_back(rest - Polynomial(mpz_class(weight - 1)));
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

// p <= p - λ·fact for a fact <= 0 and λ >= 0, such that a term of p vanishes.
bool Prover::with_facts(const Polynomial& polynomial, const std::vector<Polynomial>& facts) const {
    const Ranges ranges(equations, limits());
    if (ranges.upper(polynomial) <= 0) return true;
    for (const Polynomial& fact : facts) {
        std::vector<std::pair<mpz_class, mpz_class>> tried;
        for (const auto& [monomial, weight] : fact.terms()) {
            const mpz_class coefficient = polynomial.coefficient(monomial);
            if (monomial.empty() || sgn(weight) * sgn(coefficient) <= 0 || tried.size() == 3) continue;
            mpz_class divisor = gcd(weight, coefficient) * sgn(weight);
            const std::pair<mpz_class, mpz_class> ratio{coefficient / divisor, weight / divisor};
            if (std::ranges::find(tried, ratio) != tried.end()) continue;
            tried.push_back(ratio);
            Polynomial sum = polynomial;
            sum *= ratio.second;
            sum.add(fact, -ratio.first);
            if (ranges.upper(sum) <= 0) return true;
        }
    }
    return false;
}

bool Prover::by_cases(const Polynomial& polynomial, std::vector<Polynomial> facts,
                      std::vector<Var> bits) const {
    if (with_facts(polynomial, facts)) return true;
    if (bits.empty()) return false;
    const Var bit = bits.back();
    bits.pop_back();
    for (int side : {0, 1}) {
        Polynomial p = polynomial;
        p.substitute(bit, mpz_class(side));
        std::vector<Polynomial> known = facts;
        for (Polynomial& fact : known) fact.substitute(bit, mpz_class(side));
        if (!by_cases(p, std::move(known), bits)) return false;
    }
    return true;
}

bool Prover::at_most_zero_here(const Polynomial& polynomial, uint32_t down_to) const {
    const Polynomial p = polynomial.parked();
    if (inequalities_.is_known(p) || Ranges(equations, limits()).upper(p) <= 0) return true;
    const std::vector<Var> bits = decisions(p);
    if (bits.empty() || bits.size() > most_cases) return false;
    return by_cases(p, facts(p, down_to), bits);
}

bool Prover::is_at_most_zero(const Polynomial& polynomial) const {
    Polynomial p = polynomial;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop);
        if (at_most_zero_here(p, stop)) return true;
    }
    return false;
}

std::optional<Polynomial> Prover::number_within(const Polynomial& number, const mpz_class& modulus,
                                                const Polynomial& least, const Polynomial& most) const {
    const auto is_within = [&](const Polynomial& p, uint32_t stop) {
        return at_most_zero_here(p - most, stop) && at_most_zero_here(least - p, stop);
    };
    Polynomial p = number;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop);
        if (is_within(p, stop)) return p;
        Polynomial reduced = p;
        reduced.drop_multiples(modulus);
        if (is_within(reduced, stop)) return reduced;
        reduced.reduce_coefficients(modulus);
        if (is_within(reduced, stop)) return reduced;
    }
    return std::nullopt;
}

bool Prover::are_equal(const Polynomial& number, const Polynomial& rest) const {
    return difference(number, rest, Parts::replaced) || difference(number, rest, Parts::kept);
}

// number - rest, written as a polynomial, if it is shown to be 0.
std::optional<Polynomial> Prover::difference(const Polynomial& number, const Polynomial& rest,
                                             Parts parts) const {
    Polynomial p = number - rest;
    mpz_class refused = 0;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop, {}, parts);
        if (p.is_zero()) return p;
        const mpz_class modulus = common_power(p);
        if (modulus < base || modulus == refused) continue;
        refused = modulus;
        const auto is_residue = [&](const Polynomial& x) {
            return is_at_most_zero(x - Polynomial(mpz_class(modulus - 1))) &&
                   is_at_most_zero(Polynomial() - x);
        };
        if (is_residue(number) && is_residue(rest)) return p;
    }
    absorb(p);
    return p.is_zero() ? std::optional(p) : std::nullopt;
}

bool Prover::prove(const ir::Claim& claim) {
    const Polynomial number = value(claim.number), rest = value(claim.rest);
    switch (claim.kind) {
        case ir::Claim::Kind::at_most:
            if (!prove_at_most(claim, number, rest)) return false;
            inequalities_.learn(number - rest);
            return true;
        case ir::Claim::Kind::equal:
            if (auto zero = difference(number, rest, Parts::replaced)) {
                if (zero->terms().size() == 1 && zero->terms().begin()->first.size() == 1) {
                    const Var var = front(zero->terms().begin()->first);
                    equations.set_zero(var);
                    equations.set_max(var, 0);
                }
            } else if (!difference(number, rest, Parts::kept)) {
                return false;
            }
            inequalities_.learn(number - rest);
            inequalities_.learn(rest - number);
            equalities_.push_back({number, rest, equations.size()});
            return true;
        default: return prove_wrapped(number, rest);
    }
}

bool Prover::prove_at_most(const ir::Claim& claim, const Polynomial& number, const Polynomial& rest) {
    Polynomial p = number - rest;
    if (claim.scale.empty() && claim.products.empty()) {
        for (uint32_t stop : stops()) {
            p = eliminated(std::move(p), stop);
            if (!at_most_zero_here(p, stop)) continue;
            if (rest.is_constant() && is_sum_of_words(number)) find_zeros(p, rest.constant());
            learn(claim, number, rest);
            return true;
        }
    }
    if (!has_no_carry(claim, number, rest) && !shows(claim, number - rest)) return false;
    learn(claim, number, rest);
    return true;
}

// A sum that is at most `rest` < 2^32 has no carry, and its word is the sum.
bool Prover::has_no_carry(const ir::Claim& claim, const Polynomial& number, const Polynomial& rest) {
    if (!rest.is_constant() || rest.constant() >= base || number.terms().size() != 1) return false;
    const Equations::Value& word = equations[front(number.terms().begin()->first)];
    if (word.kind != Kind::word || number.constant() != 0) return false;
    std::vector<Var> carries;
    for (const auto& [monomial, weight] : word.definition.terms()) {
        if (monomial.size() == 1 && weight == -base && equations[front(monomial)].kind == Kind::flag)
            carries.push_back(front(monomial));
    }
    if (carries.size() != 1) return false;
    Polynomial sum = word.definition;
    sum.extract(carries[0]);
    if (!shows(claim, Polynomial(number.terms().begin()->second) * sum - rest)) return false;
    equations.set_zero(carries[0]);
    equations.set_max(carries[0], 0);
    return true;
}

// Whether the excess is at most 0, by the hints of a claim.
bool Prover::shows(const ir::Claim& claim, const Polynomial& excess) {
    const Polynomial one = mpz_class(1);
    Polynomial target = excess;
    if (!claim.scale.empty()) {
        const Polynomial scale = value(claim.scale);
        if (!is_at_most_zero(one - scale)) return false;
        target = scale * excess - scale + one;
    }
    std::vector<Polynomial> products;
    for (const auto& [left, right] : claim.products) {
        const Polynomial x = value(left), y = value(right);
        const bool is_square = (x - y).is_zero();
        if (!is_square && (!is_at_most_zero(Polynomial() - x) || !is_at_most_zero(Polynomial() - y)))
            return false;
        products.push_back(x * y);
    }
    return inequalities_.shows(target, products);
}

// number = rest modulo 2^(32·words) = M with -M <= rest < M: it is rest, or rest + M.
bool Prover::prove_wrapped(const Polynomial& number, const Polynomial& rest) {
    mpz_class modulus = 1;
    for (const auto& [monomial, weight] : number.terms()) {
        if (monomial.size() != 1 || equations[front(monomial)].max >= base) return false;
        modulus *= base;
    }
    for (const auto& [monomial, weight] : number.terms()) {
        if (weight < 1 || weight >= modulus) return false;
    }
    if (!is_at_most_zero(rest - Polynomial(mpz_class(modulus - 1))) ||
        !is_at_most_zero(Polynomial(mpz_class(-modulus)) - rest) ||
        !is_at_most_zero(number - Polynomial(mpz_class(modulus - 1))))
        return false;
    Polynomial p = number - rest;
    for (uint32_t stop : stops()) {
        p = eliminated(std::move(p), stop, {modulus});
        p.drop_multiples(modulus);
        if (!p.is_zero()) continue;
        const Var bit = equations.decision("whether " + describe(rest) + " is below 0");
        Polynomial value = rest;
        value.add(Polynomial(bit), modulus);
        inequalities_.learn(number - value, bit);
        equalities_.push_back({number, value, equations.size()});
        return true;
    }
    return false;
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

void Prover::learn(const ir::Claim& claim, const Polynomial& number, const Polynomial& limit) {
    if (number.is_constant() && limit.terms().size() == 1) {  // a lower bound of a word
        const auto& [monomial, weight] = *limit.terms().begin();
        mpz_class least;
        mpz_cdiv_q(least.get_mpz_t(), number.constant().get_mpz_t(), weight.get_mpz_t());
        if (monomial.size() == 1 && weight > 0) equations.set_least(front(monomial), least);
    }
    if (!is_sum_of_words(number.parked()) || number.is_constant()) return;
    claimed_.push_back({number.parked(), limit.parked()});
    if (!limit.is_constant()) return;
    for (const auto& [monomial, weight] : number.terms()) {
        const mpz_class most = limit.constant() / weight;
        equations.set_max(front(monomial), most);
        if (most == 0) equations.set_zero(front(monomial));
    }
    (void)claim;
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
