// Divsteps: the facts after a run, their consequences, and the end.
#include "derive/loops/lemmas.hpp"
#include "derive/loops/prover.hpp"

namespace limbsmith::derive::loops {

using Kind = Fact::Kind;

namespace {

// p less a part of it in which all coefficients are multiples of m, or 0.
Polynomial modulo(const Polynomial& p, const mpz_class& m) {
    if (m == 0) return p;
    Polynomial rest;
    for (const auto& [monomial, coefficient] : p.terms()) {
        mpz_class left;
        mpz_mod(left.get_mpz_t(), coefficient.get_mpz_t(), m.get_mpz_t());
        rest.add(monomial, left);
    }
    return rest;
}

// The same with coefficients from -m/2.
Polynomial modulo_nearest(const Polynomial& p, const mpz_class& m) {
    const Polynomial positive = modulo(p, m);
    Polynomial rest;
    for (const auto& [monomial, coefficient] : positive.terms())
        rest.add(monomial, 2 * coefficient < m ? coefficient : mpz_class(coefficient - m));
    return rest;
}

}  // namespace

void Legs::run(const check::Run& rule) {
    const auto [count, f, g] = state_.runs.at(rule.run);
    const Polynomial eta = Polynomial::of(rule.run), last_f = Polynomial::of(rule.run + 1),
                     last_g = Polynomial::of(rule.run + 2), most_eta = 2 * count + 1,
                     most = fact(rule.limits[0]) + f;
    const auto fresh = [&] { return Polynomial::of(state_.next++); };
    const Polynomial half_f = fresh(), half_eta = fresh(), d = fresh();
    Facts facts{{Kind::zero, last_f - 2 * half_f - 1}, {Kind::zero, eta - 2 * half_eta - 1}};
    for (const Polynomial& p :
         {most_eta - eta, most_eta + eta, most - last_f, most + last_f, most - last_g, most + last_g, d})
        facts.push_back({Kind::nonnegative, p});
    for (const auto& [x, y] : {std::pair(f, g), std::pair(last_f, last_g)}) {
        const Polynomial x_part = fresh(), y_part = fresh(), of_x = fresh(), of_y = fresh();
        facts.push_back({Kind::zero, x - d * x_part});
        facts.push_back({Kind::zero, y - d * y_part});
        facts.push_back({Kind::zero, d - of_x * x - of_y * y});
    }
    const Id first = state_.facts.size();
    state_.known_runs[rule.run] = first;
    steps_.push_back({rule});
    state_.facts.insert(state_.facts.end(), facts.begin(), facts.end());
    for (Id id = first + 9; id-- > first;) learn(id);  // of the divisor only that it is not negative
}

// The high part.
Variable Legs::split(const check::Split& rule) {
    const auto [x, y] = state_.common.at(rule.value);
    const Variable first = state_.next;
    const auto part = [&](Variable k) { return Polynomial::of(first + k); };
    state_.next += 6;
    state_.common[first + 4] = {part(0), part(2)};
    state_.common[first + 5] = {part(1), part(3)};
    state_.splits.insert({first + 4, first + 5});
    state_.split_parts.push_back({rule.value, rule.power, first});
    const Polynomial &power = rule.power, low = part(5);
    Facts facts{{Kind::zero, x - power * part(0) - part(1)},
                {Kind::zero, y - power * part(2) - part(3)},
                {Kind::zero, Polynomial::of(rule.value) - power * part(4) - low}};
    for (const Polynomial& p : {part(1), power - 1 - part(1), part(3), power - 1 - part(3), low,
                                part(1) - low, part(3) - low, power - 1 - part(1) - part(3) + low})
        facts.push_back({Kind::nonnegative, p});
    steps_.push_back({rule});
    const Id id = state_.facts.size();
    state_.facts.insert(state_.facts.end(), facts.begin(), facts.end());
    for (Id k = 3; k < facts.size(); ++k) learn(id + k);
    for (Id k = 0; k < 3; ++k) learn(id + k);
    return first + 4;
}

void Legs::batch(const check::Batch& rule) {
    const check::DivstepMatrix& matrix = state_.matrices.at(rule.matrix);
    const Polynomial power = check::power_of_two(matrix.count);
    const auto of = [](Variable first, Variable k) { return Polynomial::of(first + k); };
    Facts facts;
    for (Variable k : {0, 1})
        facts.push_back({Kind::zero, power * of(rule.after, 1 + k) -
                                         of(rule.matrix, 2 * k) * of(rule.before, 1) -
                                         of(rule.matrix, 2 * k + 1) * of(rule.before, 2)});
    facts.push_back({Kind::zero, of(rule.after, 0) - of(rule.matrix, 4)});
    add(rule, facts);
}

void Legs::end(const check::End& rule) { add(rule, {{Kind::zero, Polynomial::of(rule.run + 2)}}); }

// A zero that says p modulo m.
std::optional<Id> Prover::says(const Polynomial& p, const mpz_class& m) {
    const Polynomial rest = legs_.reduce(p).rest;
    if (modulo(rest, m).is_zero()) return legs_.state_zero(p - rest);
    // by one or two zeros that replace nothing
    const size_t count = legs_.zeros().size();
    const auto less = [&](const Polynomial& from, size_t k, int sign) {
        return k == count ? from : from - Polynomial(sign) * legs_.zeros()[k].polynomial;
    };
    for (size_t j = 0; j < count; ++j) {
        for (size_t k = j + 1; k <= count; ++k) {
            for (int sign : {1, -1, 2, -2}) {
                const int first = sign > 0 ? 1 : -1, second = sign % 2 == 0 ? -first : first;
                const Polynomial left = less(less(rest, j, first), k, second);
                if (!modulo(left, m).is_zero()) continue;
                const Id reduced = legs_.state_zero(p - rest);
                std::vector<check::Multiple> zeros{{reduced, 1}};
                zeros.push_back({legs_.stated_zero(legs_.zeros()[j]), first});
                if (k < count) zeros.push_back({legs_.stated_zero(legs_.zeros()[k]), second});
                return legs_.sum_of_zeros(p - left, zeros);
            }
        }
    }
    return std::nullopt;
}

// The common bits of two numbers: above and below the powers of two, and the lowest bit of the former.
bool Prover::split_common() {
    bool is_better = false;
    const check::Common common = legs_.state().common;
    const auto powers = legs_.state().powers;
    for (const auto& [value, sources] : common) {
        if (!legs_.state().splits.contains(value)) {
            // those of a sum that is divided by a power
            const bool is_divided =
                std::ranges::any_of(legs_.state().divisions, [&](const Legs::Division& it) {
                    return std::ranges::any_of(common, [&](const auto& other) {
                        return other.second == sources &&
                               it.number == sources.first + sources.second - of(other.first);
                    });
                });
            if (!is_divided) continue;
            legs_.state().splits.insert(value);
            for (const auto& [power, meaning] : powers) {
                if (meaning.base != 2 || legs_.is_replaced(power)) continue;
                const Variable high = legs_.split({value, of(power)});
                legs_.split({high, 2});
                is_better = true;
            }
        }
    }
    return is_better;
}

// low + 2^32·high = 0 for |low| < 2^32: both are 0.
bool Prover::unpack_matrix() {
    const Polynomial size = check::power_of_two(32);
    for (Id id = 0; id < legs_.state().facts.size(); ++id) {
        const Fact zero = legs_.state().facts[id];
        if (zero.kind != Kind::zero || legs_.state().unpacked.contains(id)) continue;
        const Polynomial low = modulo_nearest(zero.polynomial, size.constant()),
                         all_high = zero.polynomial - low;
        Polynomial high;
        for (const auto& [monomial, coefficient] : all_high.terms())
            high.add(monomial, coefficient / size.constant());
        if (low.terms().size() != 2 || high.terms().size() < 2 || degree(zero.polynomial) > 1) continue;
        legs_.state().unpacked.insert(id);
        const auto least = nonnegative(size - 1 + low, 0),
                   most = least ? nonnegative(size - 1 - low, 0) : std::nullopt;
        if (!most) continue;
        const Id above = legs_.round(legs_.bound(size * high + size - 1, {{1, {*most}}}, {{id, 1}}),
                                     size.constant()),
                 below = legs_.round(legs_.bound(size - 1 - size * high, {{1, {*least}}}, {{id, -1}}),
                                     size.constant());
        legs_.both(above, below);
        return true;
    }
    return false;
}

// x or y = 2·p·quotient + rest, for the rest p or 0: the part below p is 0, that from p on is 2·quotient + 1 or 2·quotient.
bool Prover::compare_splits() {
    const auto splits = legs_.state().split_parts;
    const auto divisions = legs_.state().divisions;
    for (const auto& [value, p, first] : splits) {
        const auto& [x, y] = legs_.state().common.at(value);
        const auto is_zero = [&](Variable k) { return legs_.reduce(of(first + k)).rest.is_zero(); };
        if (is_zero(0) && is_zero(2) && !is_zero(4)) {
            legs_.common(
                first + 4, of(first + 4),
                {first + 4, {legs_.state_zero(of(first)), {}}, {legs_.state_zero(of(first + 2)), {}}});
            return true;
        }
        for (const Legs::Division& it : divisions) {
            if (it.number != x + y - of(value) || !legs_.reduce(it.m - 2 * p).rest.is_zero()) continue;
            const bool is_odd = legs_.reduce(of(it.rest) - p).rest.is_zero();
            if ((!is_odd && !legs_.reduce(of(it.rest)).rest.is_zero()) ||
                !once(fmt::format("split {} {}", first, it.rest)))
                continue;
            const Polynomial quotient = of(first) + of(first + 2) - of(first + 4),
                             rest = of(first + 1) + of(first + 3) - of(first + 5),
                             other = 2 * of(it.quotient) + (is_odd ? 1 : 0);
            if (legs_.reduce(quotient - other).rest.is_zero()) continue;
            std::vector<Id> facts{legs_.state_zero(p * quotient + rest - p * other)};
            for (const Polynomial& bound : {rest, p - 1 - rest, Polynomial(), p - 1})
                if (const auto id = nonnegative(bound, 0)) facts.push_back(*id);
            if (facts.size() < 5) continue;
            const Polynomial difference = legs_.reduce(quotient - other).rest,
                             low = modulo_nearest(difference, 2);
            const Polynomial twice = difference - low;
            legs_.apply(Lemmas::one_division, {p, quotient, rest, other, 0}, facts,
                        {{Kind::zero, quotient - other}, {Kind::zero, rest}});
            Polynomial high;
            for (const auto& [monomial, coefficient] : twice.terms()) high.add(monomial, coefficient / 2);
            show_zero(high, 0);
            return true;
        }
    }
    return false;
}

// f = low + 2^k·high for an f that is one of two packed numbers, and low as small as f: high = 0.
bool Prover::unpack_start(const Polynomial& f) {
    const Polynomial whole = legs_.reduce(f).rest;
    for (const auto& [monomial, coefficient] : whole.terms()) {
        const mpz_class size = abs(coefficient);
        if (monomial.empty() || size < check::power_of_two(32) || !check::is_size(size)) continue;
        const Polynomial all_high = whole - modulo_nearest(whole, size);
        Polynomial high;
        for (const auto& [others, multiple] : all_high.terms()) high.add(others, multiple / size);
        if (show_zero(high, 0)) return true;
    }
    return false;
}

bool Prover::follow_divsteps() {
    if (legs_.state().runs.empty()) return false;
    if (unpack_matrix() || compare_splits()) return true;
    const check::Runs runs = legs_.state().runs;
    for (const auto& [run, what] : runs) {
        if (!legs_.state().known_runs.contains(run) && once(fmt::format("run {}", run)) &&
            describe_run(run, what))
            return true;
        if (once(fmt::format("start {}", run)) && unpack_start(what.f)) return true;
        const Polynomial last = legs_.reduce(of(run + 2)).rest;
        if (!last.is_zero() && once(fmt::format("end {}", run)) && end_divsteps(run, what)) return true;
    }
    for (const auto& [run, what] : runs) {
        if (!legs_.state().known_runs.contains(run) || !legs_.reduce(what.count).rest.is_constant()) continue;
        if (!is_concluding_ && legs_.state().inverse_values.empty() &&
            legs_.state().concluded.insert(run).second) {
            is_concluding_ = true;
            const bool is_better = conclude_divsteps(run);
            is_concluding_ = false;
            if (is_better) return true;
        }
        if (!legs_.reduce(of(run + 2)).rest.is_zero()) continue;
        if (once(fmt::format("sign {}", run)) && find_sign(run)) return true;
        if (!legs_.state().divisors.empty() && once(fmt::format("divisors {}", run)) && compare_divisors(run))
            return true;
    }
    for (const auto& [before, what] : runs) {
        for (const auto& [after, then] : runs) {
            if (what.f != then.f || what.g != then.g || legs_.state().followed.contains({before, after}))
                continue;
            const check::Matrices matrices = legs_.state().matrices;
            for (const auto& [matrix, of_it] : matrices) {
                const bool fits = then.count == what.count + mpz_class(of_it.count);
                if (fits && once(fmt::format("batch {} {} {}", before, after, matrix)) &&
                    follow_batch(before, after, matrix))
                    return true;
            }
        }
    }
    return false;
}

bool Prover::divsteps_are_over() const {
    return std::ranges::any_of(legs_.state().runs, [&](const auto& run) {
        return legs_.reduce(run.second.count).rest.is_constant();
    });
}

// Describes the run by a limit 2^k of f and g.
bool Prover::describe_run(Variable run, const check::DivstepRun& what) {
    const auto odd = says(what.f - 1, 2);
    if (!odd) return false;
    const auto limit = [&](unsigned long bits) -> std::optional<std::array<Id, 4>> {
        std::array<Id, 4> ids{};
        size_t k = 0;
        const Polynomial most = check::power_of_two(bits);
        for (const Polynomial& p : {most - what.f, most + what.f, most - what.g, most + what.g}) {
            const auto id = nonnegative(p, 0);
            if (!id) return std::nullopt;
            ids[k++] = *id;
        }
        return ids;
    };
    // as large as a known limit
    std::set<unsigned long> sizes;
    for (const Legs::Known& it : legs_.bounds())
        sizes.insert(mpz_sizeinbase(it.polynomial.constant().get_mpz_t(), 2));
    for (unsigned long size : sizes) {
        if (const auto ids = limit(size)) {
            legs_.run({run, *odd, *ids});
            return true;
        }
    }
    return false;
}

bool Prover::follow_batch(Variable before, Variable after, Variable matrix) {
    const auto known = legs_.state().known_runs.find(before);
    if (known == legs_.state().known_runs.end()) return false;
    const check::DivstepMatrix of_it = legs_.state().matrices.at(matrix);
    const mpz_class power = check::power_of_two(of_it.count);
    if (!legs_.reduce(of(before) - of_it.eta).rest.is_zero()) return false;
    const auto f = says(of(before + 1) - of_it.f, power),
               g = f ? says(of(before + 2) - of_it.g, power) : std::nullopt;
    if (!g) return false;
    legs_.state().followed.insert({before, after});
    legs_.batch({before, after, matrix, known->second, legs_.state_zero(of(before) - of_it.eta), *f, *g});
    for (Variable row : {0, 1}) divide_row(before, after, matrix, row);
    return true;
}

// The row of the matrix on f and g, divided by 2^k, is the new f or g.
void Prover::divide_row(Variable before, Variable after, Variable matrix, Variable row) {
    const Polynomial size = check::power_of_two(legs_.state().matrices.at(matrix).count),
                     next = of(after + 1 + row);
    const Polynomial sum = of(matrix + 2 * row) * of(before + 1) + of(matrix + 2 * row + 1) * of(before + 2);
    const Id exact = legs_.find({Kind::zero, size * next - sum}).value();
    for (const Legs::Division& it : std::vector(legs_.state().divisions)) {
        if (it.m != size || !legs_.reduce(it.number - sum).rest.is_zero()) continue;
        same_division(size, {of(it.quotient), of(it.rest)}, {next, 0},
                      {{legs_.state_zero(it.number - sum), 1}, {it.zero, -1}, {exact, -1}});
    }
}

// The theorem: if f is odd, 0 <= g <= f <= 2^b and 9437·b + 1 <= 4096·n. If g is odd and greater, after one step.
bool Prover::end_divsteps(Variable run, const check::DivstepRun& what) {
    const Polynomial count = legs_.reduce(what.count).rest;
    if (!count.is_constant()) return false;
    const auto odd = says(what.f - 1, 2);
    if (!odd) return false;
    for (const bool is_ordered : {true, false}) {
        const Polynomial &less = is_ordered ? what.g : what.f, &greater = is_ordered ? what.f : what.g;
        const std::optional<Id> other_odd = is_ordered ? std::nullopt : says(what.g - 1, 2);
        if (!is_ordered && !other_odd) continue;
        mpz_class bits;
        mpz_fdiv_q_ui(bits.get_mpz_t(),
                      mpz_class(4096 * (count.constant() - (is_ordered ? 0 : 1)) - 1).get_mpz_t(), 9437);
        if (bits < 0) continue;
        const auto least = nonnegative(less, 0),
                   order = least ? nonnegative(greater - less, 0) : std::nullopt,
                   most = order ? nonnegative(Polynomial(check::power_of_two(bits.get_ui())) - greater, 0)
                                : std::nullopt;
        if (!most) continue;
        legs_.end({run, *odd, legs_.state_zero(what.count - count), *least, *order, *most, other_odd});
        return true;
    }
    return false;
}

}  // namespace limbsmith::derive::loops
