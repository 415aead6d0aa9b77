#include "proof/divstep_values.hpp"

#include <algorithm>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

Polynomial scaled(Polynomial p, const mpz_class& factor) { return p *= factor; }

}  // namespace

DivstepValues::DivstepValues(int count, const mpz_class& most_eta) {
    const Range start{0, power_of_two(count) - 1};
    for (int i = 0; i <= count; ++i) {
        const mpz_class power = power_of_two(i), far = i == 0 ? start.most : base;
        const Range entry{1 - power, power}, number{i == 0 ? mpz_class(0) : mpz_class(-far), far};
        const mpz_class most = most_eta + 2 * i;
        Step step;
        step.odd = make({0, 1}, false, true);
        step.negative = make({0, 1}, false, true);
        const Var f = make(number, true), g = make(number), eta = make({-most, most}, true);
        values_[g.index()].parity = step.odd;
        values_[g.index()].has_parity = true;
        values_[eta.index()].negative = step.negative;
        step.f = f, step.g = g, step.eta = eta;
        step.u = step.r = mpz_class(1);
        if (i > 0) step.u = make(entry), step.v = make(entry), step.q = make(entry), step.r = make(entry);
        steps_.push_back(step);
        if (i > 0) add_step();
    }
}

Var DivstepValues::make(const Range& range, bool is_odd, bool is_bit) {
    values_.push_back({range, is_odd, mpz_class(1), is_odd, std::nullopt});
    const Var var = Var::number(static_cast<uint32_t>(values_.size()) - 1, is_bit);
    if (is_bit) values_.back().parity = var, values_.back().has_parity = true;
    return var;
}

// Records what the words of the last divstep equal.
void DivstepValues::add_step() {
    const int i = count() - 1;
    const Step &now = steps_[i], &next = steps_[i + 1];
    const Polynomial a = now.odd, swap = a * Polynomial(now.negative), s = a - swap - swap;
    // one word holds f above v, another g above r
    const mpz_class weight = power_of_two(i + limb_bits - digit_bits);
    const auto F = [&](const Step& x, const mpz_class& w) { return x.v + scaled(x.f, w); };
    const auto G = [&](const Step& x, const mpz_class& w) { return x.r + scaled(x.g, w); };
    const Polynomial next_F = F(next, 2 * weight), next_G = G(next, 2 * weight);
    know(G(now, weight) + s * F(now, weight), next_G);
    know(scaled(F(now, weight) + swap * next_G, 2), next_F);
    if (i > 0) {  // in the first step these equal other words as well
        know(now.q + s * now.u, next.q);
        know(scaled(now.u + swap * next.q, 2), next.u);
    }
    know(now.eta - scaled(swap * now.eta, 2) - Polynomial(mpz_class(2)), next.eta);
    // 2^i·f = u·f_0 + v·g_0, 2^i·g = q·f_0 + r·g_0
    const auto var = [](const Polynomial& p) { return front(p.terms().begin()->first); };
    const mpz_class power = power_of_two(i + 1);
    add_product(var(next.v), var(steps_[0].g), scaled(next.f, power) - next.u * steps_[0].f);
    add_product(var(next.r), var(steps_[0].g), scaled(next.g, power) - next.q * steps_[0].f);
}

void DivstepValues::know(const Polynomial& polynomial, const Polynomial& value) {
    known_[reduced(polynomial).terms()] = reduced(value);
    known_[reduced(Polynomial() - polynomial).terms()] = reduced(Polynomial() - value);
}

Polynomial DivstepValues::recognized(const Polynomial& polynomial) const {
    const auto found = known_.find(polynomial.terms());
    return found == known_.end() ? polynomial : found->second;
}

// A polynomial that is congruent to the product modulo 2.
Polynomial DivstepValues::parities(const Monomial& monomial) const {
    Polynomial product = mpz_class(1);
    for (char32_t code : monomial) {
        const Var var = Var::of_code(code);
        const Value& value = values_[var.index()];
        product = product * (value.has_parity ? value.parity : Polynomial(var));
    }
    return product;
}

Polynomial DivstepValues::reduced(Polynomial p) const {
    p.drop_multiples(base);
    for (bool again = true; again;) {
        again = false;
        for (const Product& product : products_) {
            Polynomial rest = p.extract(product.x), both = rest.extract(product.y);
            p += rest * Polynomial(product.x);
            if (both.is_zero()) continue;
            p += both * product.value;
            again = true;
        }
        p.drop_multiples(base);
    }
    // 2^31·x = 2^31·y modulo 2^32 for x = y modulo 2
    Polynomial result, halves;
    for (const auto& [monomial, coefficient] : p.terms()) {
        mpz_class residue = coefficient + half;
        mpz_fdiv_r_2exp(residue.get_mpz_t(), residue.get_mpz_t(), limb_bits);
        residue -= half;
        if (residue == -half) {
            halves += parities(monomial);
        } else {
            result.add(monomial, residue);
        }
    }
    halves.drop_multiples(2);
    for (const auto& [monomial, coefficient] : halves.terms()) {
        mpz_class sum = result.coefficient(monomial) - half;
        result.add(monomial, sum < -half ? half : mpz_class(-half));
    }
    return result;
}

Range DivstepValues::range(const Polynomial& polynomial) const {
    return range_of(polynomial, [this](Var var) -> const Range& { return values_[var.index()].range; });
}

bool DivstepValues::is_odd(const Polynomial& polynomial) const {
    Polynomial sum;
    for (const auto& [monomial, coefficient] : polynomial.terms())
        sum += scaled(parities(monomial), coefficient);
    sum.drop_multiples(2);
    return sum.is_constant() && !sum.is_zero();
}

// The top bit of 2^31·x + rest with 0 <= rest < 2^31 is x modulo 2; that of a value in the range of a signed
// word is its sign.
std::optional<Polynomial> DivstepValues::top_bit(const Polynomial& polynomial) const {
    const auto& terms = polynomial.terms();
    if (terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1) {
        const auto negative = values_[front(terms.begin()->first).index()].negative;
        if (negative && range(polynomial).is_within(-half, half - 1)) return Polynomial(*negative);
    }
    Polynomial bit, rest;
    for (const auto& [monomial, coefficient] : terms) {
        if (coefficient == -half) {
            bit.add(monomial, 1);
        } else {
            rest.add(monomial, coefficient);
        }
    }
    const bool is_bit = bit.is_zero() || (bit.terms().size() == 1 && range(bit).is_within(0, 1));
    if (!is_bit || !range(rest).is_within(0, half - 1)) return std::nullopt;
    return bit;
}

}  // namespace limbsmith::proof
