#include "proof/equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

constexpr size_t most_bits = 4;  // that a word is written in
const mpz_class base = mpz_class(1) << limb_bits;

mpz_class power_of_two(int exponent) { return mpz_class(1) << exponent; }

Polynomial scaled_by(Polynomial p, const mpz_class& factor) { return p *= factor; }

uint64_t key(Operand operand) { return uint64_t{operand.is_word} << limb_bits | operand.value; }

// The factors of a product, in either order.
std::pair<uint64_t, uint64_t> pair(Operand x, Operand y) { return std::minmax({key(x), key(y)}); }

struct Words {
    uint32_t word;
    bool flag;
};

// One instruction on given words.
Words execute(Opcode op, uint32_t x, uint32_t y, uint32_t z, uint32_t c) {
    const uint64_t product = uint64_t{x} * y;
    const auto signed_high = [&] {
        return static_cast<uint32_t>((int64_t{static_cast<int32_t>(x)} * static_cast<int32_t>(y)) >>
                                     limb_bits);
    };
    const auto carried = [](uint64_t sum) {
        return Words{static_cast<uint32_t>(sum), sum >> limb_bits != 0};
    };
    const auto plain = [](uint64_t word) { return Words{static_cast<uint32_t>(word), false}; };
    const auto both = (uint64_t{y} << limb_bits) | x;
    switch (op) {
        case Opcode::add: return carried(uint64_t{x} + y + c);
        case Opcode::sub: return carried(uint64_t{x} - y - c);  // all ones above the word if it borrows
        case Opcode::mul_lo: return plain(product);
        case Opcode::mul_hi: return plain(product >> limb_bits);
        case Opcode::mul_his: return plain(signed_high());
        case Opcode::mad_lo: return carried((product & UINT32_MAX) + z + c);
        case Opcode::mad_hi: return carried((product >> limb_bits) + z + c);
        case Opcode::mad_his: return carried(uint64_t{signed_high()} + z + c);
        case Opcode::bit_and: return plain(x & y);
        case Opcode::bit_or: return plain(x | y);
        case Opcode::bit_xor: return plain(x ^ y);
        case Opcode::bit_not: return plain(~x);
        case Opcode::shl: return plain(y < limb_bits ? uint64_t{x} << y : 0);
        case Opcode::shr: return plain(y < limb_bits ? x >> y : 0);
        case Opcode::sar:
            return plain(int64_t{static_cast<int32_t>(x)} >> std::min<uint32_t>(y, limb_bits - 1));
        case Opcode::shf_l: return plain(both << (z % limb_bits) >> limb_bits);
        case Opcode::shf_r: return plain(both >> (z % limb_bits));
        case Opcode::select: return plain((x & y) | (~x & z));
    }
    return {};
}

// The value of a polynomial in bits.
mpz_class evaluated(const Polynomial& polynomial, std::span<const Var> vars, uint32_t choice) {
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        const bool is_set = std::ranges::all_of(monomial, [&](char32_t code) {
            const auto place = std::ranges::find(vars, Var::of_code(code)) - vars.begin();
            return choice >> place & 1;
        });
        if (is_set) sum += coefficient;
    }
    return sum;
}

// The bits of all polynomials together, if they have nothing else and are few.
std::optional<std::vector<Var>> bits_of(std::initializer_list<Polynomial> polynomials) {
    std::vector<Var> all;
    for (const Polynomial& polynomial : polynomials) {
        const auto vars = only_bits(polynomial);
        if (!vars) return std::nullopt;
        for (Var var : *vars) {
            if (std::ranges::find(all, var) == all.end()) all.push_back(var);
        }
    }
    if (all.size() > most_bits) return std::nullopt;
    return all;
}

// Whether a word has 32 equal bits.
bool is_mask(const Polynomial& word) {
    if (!bits_of({word})) return false;
    return std::ranges::all_of(word.terms(), [](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), mpz_class(base - 1).get_mpz_t());
    });
}

}  // namespace

std::optional<std::vector<Var>> only_bits(const Polynomial& polynomial) {
    std::vector<Var> vars;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        for (char32_t code : monomial) {
            const Var var = Var::of_code(code);
            if (!var.is_bit()) return std::nullopt;
            if (std::ranges::find(vars, var) == vars.end()) vars.push_back(var);
        }
    }
    return vars;
}

// Moebius inversion: the coefficient of a set of bits from the values at its subsets.
Polynomial interpolated(std::span<const Var> vars, const std::function<mpz_class(uint32_t choice)>& at) {
    std::vector<mpz_class> table;
    const uint32_t choices = uint32_t{1} << vars.size();
    for (uint32_t choice = 0; choice < choices; ++choice) table.push_back(at(choice));
    for (size_t k = 0; k < vars.size(); ++k) {
        for (uint32_t choice = 0; choice < choices; ++choice) {
            if (choice >> k & 1) table[choice] -= table[choice ^ (uint32_t{1} << k)];
        }
    }
    Polynomial result;
    for (uint32_t choice = 0; choice < choices; ++choice) {
        Monomial monomial;
        for (size_t k = 0; k < vars.size(); ++k) {
            if (choice >> k & 1) monomial = monomial * vars[k];
        }
        result.add(monomial, table[choice]);
    }
    return result;
}

Equations::Equations(const ir::Program& program, Assumptions assumptions)
    : program_(program),
      word_(program.words),
      ones_(program.words, UINT32_MAX),
      flag_(program.flags),
      producer_(program.flags, -1),
      consumer_(program.flags, -1),
      is_read_(program.words, false),
      splits_(program.words, 0) {
    for (int i = 0; i < static_cast<int>(program.body.size()); ++i) {
        const ir::Instruction& in = program.body[i];
        if (in.flag_out) producer_[in.flag_out->id] = i;
        if (in.flag_in) consumer_[in.flag_in->id] = i;
        split_for(in, assumptions);
        for (int k = 0; k < ir::arity(in.op); ++k) {
            if (in.src[k].is_word) is_read_[in.src[k].value] = true;
        }
        if (in.op == Opcode::mul_lo || in.op == Opcode::mad_lo) low_.insert(pair(in.src[0], in.src[1]));
    }
    for (const ir::Output& output : program.outputs) {
        for (Operand word : output.words) {
            if (word.is_word) is_read_[word.value] = true;
        }
    }
    for (const ir::Claim& claim : program.claims) {
        ir::for_each_sum(claim, [&](const ir::ClaimSum& sum) {
            for (const ir::ClaimTerm& term : sum) {
                for (const auto& factor : term.factors) {
                    if (factor.is_signed) split_at(factor.word, limb_bits - 1);
                    split_at(factor.word, factor.bits);
                }
            }
        });
    }
    for (const ir::Input& input : program.inputs) {
        for (size_t i = 0; i < input.words.size(); ++i) {
            const uint32_t id = input.words[i].id;
            const std::string text = fmt::format("{}[{}]", input.name, i);
            const auto assumption = assumptions.find(id);
            word_[id] = assumption == assumptions.end()
                            ? Polynomial(make(Kind::input, UINT32_MAX, text).parked())
                            : assumed(id, assumption->second, text);
        }
    }
}

// The word, with its parts as variables.
Polynomial Equations::assumed(uint32_t word, const Assumption& assumption, const std::string& text) {
    std::vector<Field>& parts = fields_[word];
    Polynomial sum;
    const int bits = assumption.bits;
    if (bits < limb_bits) {
        const uint32_t most = (UINT32_MAX >> bits) - assumption.least_high;
        Polynomial high = make(Kind::input, most, text + ", the upper bits").parked();
        high.add(Monomial(), assumption.least_high);
        parts.push_back({bits, limb_bits, high});
        sum.add(high, power_of_two(bits));
    }
    for (int from = bits, to = bits; from > 0; to = from) {
        do --from;
        while (from > 0 && !(splits_[word] >> from & 1));
        const mpz_class most = power_of_two(to - from) - 1;
        const Polynomial part = assumption.low
                                    ? Polynomial(mpz_class((*assumption.low >> from) & most.get_ui()))
                                    : Polynomial(make(Kind::input, most, text + ", some bits").parked());
        parts.push_back({from, to, part});
        sum.add(part, power_of_two(from));
    }
    return sum;
}

Var Equations::make(Kind kind, const mpz_class& max, std::string text, Polynomial definition) {
    const Var var = Var::number(size(), max <= 1);
    values_.push_back({kind, max, static_cast<int>(next_), std::move(definition)});
    values_.back().text = std::move(text);
    zero_.push_back(max == 0);
    return var;
}

Var Equations::decision(std::string text) {
    const Var var = make(Kind::unknown, 1, std::move(text));
    values_[var.index()].is_decision = true;
    return var;
}

void Equations::set_zero(Var var) { zero_[var.index()] = true; }

void Equations::set_value(Operand word, Polynomial value) { word_[word.value] = std::move(value); }

void Equations::set_max(Var var, const mpz_class& max) {
    if (max < values_[var.index()].max) values_[var.index()].max = max;
}

void Equations::set_least(Var var, const mpz_class& least) {
    if (least > values_[var.index()].least) values_[var.index()].least = least;
}

Polynomial Equations::value(Operand operand) const {
    if (!operand.is_word) return mpz_class(operand.value);
    return word_[operand.value].value_or(Polynomial());
}

uint32_t Equations::max(Operand operand) const {
    if (!operand.is_word) return operand.value;
    const Polynomial value = this->value(operand);
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : value.terms()) {
        if (coefficient < 0) continue;
        mpz_class term = coefficient;
        for (char32_t code : monomial) term *= values_[Var::of_code(code).index()].max;
        sum += term;
    }
    return sum > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(sum.get_ui());
}

mpz_class Equations::least(Operand operand) const { return least(value(operand)); }

// A lower bound of a value that is not negative.
mpz_class Equations::least(const Polynomial& polynomial) const {
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (coefficient < 0) return 0;
        mpz_class term = coefficient;
        for (char32_t code : monomial) term *= values_[Var::of_code(code).index()].least;
        sum += term;
    }
    return sum;
}

uint32_t Equations::ones(Operand operand) const {
    if (!operand.is_word) return operand.value;
    const uint32_t most = max(operand);
    return ones_[operand.value] & (most == 0 ? 0 : UINT32_MAX >> std::countl_zero(most));
}

void Equations::split_at(Operand operand, int bit) {
    if (operand.is_word && bit > 0 && bit < limb_bits) splits_[operand.value] |= uint64_t{1} << bit;
}

// Where an instruction cuts words.
void Equations::split_for(const ir::Instruction& in, const Assumptions& assumptions) {
    const auto known = [&](int k) -> std::optional<uint32_t> {
        if (!in.src[k].is_word) return in.src[k].value;
        const auto found = assumptions.find(in.src[k].value);
        return found == assumptions.end() ? std::nullopt : found->second.low;
    };
    const auto constant = [&](int k) { return known(k).has_value(); };
    const auto shift = [&](int k) { return static_cast<int>(*known(k) % limb_bits); };
    switch (in.op) {
        case Opcode::bit_and:
        case Opcode::bit_or:
        case Opcode::bit_xor:
            for (int k : {0, 1}) {
                if (in.src[k].is_word) continue;
                const uint64_t mask = in.src[k].value, edges = mask ^ mask << 1;
                for (int bit = 1; bit < limb_bits; ++bit) {
                    if (edges >> bit & 1) split_at(in.src[1 - k], bit);
                }
            }
            break;
        case Opcode::shl:
            if (constant(1)) split_at(in.src[0], limb_bits - shift(1));
            break;
        case Opcode::sar: split_at(in.src[0], limb_bits - 1); [[fallthrough]];
        case Opcode::shr:
            if (constant(1)) split_at(in.src[0], shift(1));
            break;
        case Opcode::shf_l:
        case Opcode::shf_r:
            if (!constant(2)) break;
            for (int k : {0, 1}) {
                split_at(in.src[k], in.op == Opcode::shf_l ? limb_bits - shift(2) : shift(2));
            }
            break;
        case Opcode::mul_his:
        case Opcode::mad_his:
            for (int k : {0, 1}) split_at(in.src[k], limb_bits - 1);
            break;
        default: break;
    }
}

Polynomial Equations::bits(Operand operand, int first, int end) {
    if (first >= end) return {};
    const uint64_t mask = (uint64_t{1} << (end - first)) - 1;
    const Polynomial whole = value(operand);
    if (const auto vars = bits_of({whole})) {
        return interpolated(*vars, [&](uint32_t choice) {
            const mpz_class word = evaluated(whole, *vars, choice);
            return mpz_class((word.get_ui() >> first) & mask);
        });
    }
    if (const auto sign = sign_.find(operand.value); sign != sign_.end() && first == limb_bits - 1)
        return sign->second;
    Polynomial sum;
    for (const Field& field : fields(operand)) {
        if (field.from >= first && field.to <= end) {
            sum.add(field.value, power_of_two(field.from - first));
        } else if (field.from < end && field.to > first) {  // not cut there
            return make(Kind::unknown, mask,
                        fmt::format("bits {} to {} of w{}", first, end - 1, operand.value));
        }
    }
    return sum;
}

// The parts of a word, the highest first. All are variables; the lowest is what the others leave.
const std::vector<Equations::Field>& Equations::fields(Operand operand) {
    const auto [place, is_new] = fields_.try_emplace(operand.value);
    std::vector<Field>& parts = place->second;
    if (!is_new) return parts;
    const Polynomial whole = value(operand);
    const uint32_t most = max(operand);
    const uint64_t splits = splits_[operand.value] | 1;
    Polynomial middle, top;  // with their weights
    Var top_var;
    for (int from = limb_bits, to = limb_bits; from > 0; to = from) {
        do --from;
        while (!(splits >> from & 1));
        const uint64_t limit = std::min<uint64_t>(most >> from, (uint64_t{1} << (to - from)) - 1);
        if (limit == 0) continue;
        const std::string text = fmt::format("bits {} to {} of w{}", from, to - 1, operand.value);
        if (from == 0) {
            if (top.is_zero()) {
                parts.push_back({from, to, whole});
                continue;
            }
            const Var lowest = make(Kind::word, limit, text, whole - middle - top);
            values_[lowest.index()].shift = to;
            values_[top_var.index()].definition = whole - middle;
            values_[top_var.index()].other = lowest;
            parts.push_back({from, to, lowest});
            continue;
        }
        const Var part = make(Kind::bits, limit, text);
        parts.push_back({from, to, part});
        if (top.is_zero()) {
            top_var = part;
            values_[part.index()].shift = from;
            top.add(part, power_of_two(from));
        } else {
            middle.add(part, power_of_two(from));
        }
    }
    return parts;
}

Polynomial Equations::signed_value(Operand operand) {
    Polynomial result = value(operand);
    result.add(bits(operand, limb_bits - 1, limb_bits), -base);
    return result;
}

Polynomial Equations::common_bits(Operand x, Operand y) {
    if ((ones(x) & ones(y)) == 0) return {};
    const auto [place, is_new] = common_.try_emplace(pair(x, y));
    if (is_new) place->second = make(Kind::unknown, ones(x) & ones(y), "the common bits of two words");
    return place->second;
}

std::vector<Operand> Equations::chain_of(Var flag) const {
    std::vector<Operand> words;
    for (int i = values_[flag.index()].instruction; i >= 0;) {
        const ir::Instruction& in = program_.body[i];
        words.insert(words.begin(), Operand(in.dst));
        i = in.flag_in ? producer_[in.flag_in->id] : -1;
    }
    return words;
}

Polynomial Equations::flag_of(Operand word) const {
    const auto makes_it = [&](const ir::Instruction& in) { return word.is_word && in.dst.id == word.value; };
    const auto in = std::ranges::find_if(program_.body, makes_it);
    return in != program_.body.end() && in->flag_out ? flag(*in->flag_out) : Polynomial();
}

Polynomial Equations::flag_value(const ir::Instruction& in) const {
    return in.flag_in ? flag_[in.flag_in->id] : Polynomial();
}

// A word that depends on few bits alone is a polynomial in them, and so is its flag.
bool Equations::by_bits(const ir::Instruction& in) {
    Polynomial x = value(in.src[0]), y = value(in.src[1]), z = value(in.src[2]), c = flag_value(in);
    const int arity = ir::arity(in.op);
    if (arity < 2) y = {};
    if (arity < 3) z = {};
    const auto vars = bits_of({x, y, z, c});
    if (!vars) return false;
    const auto result = [&](uint32_t choice) {
        const auto at = [&](const Polynomial& p) {
            return static_cast<uint32_t>(evaluated(p, *vars, choice).get_ui());
        };
        return execute(in.op, at(x), at(y), at(z), at(c));
    };
    word_[in.dst.id] = interpolated(*vars, [&](uint32_t choice) { return mpz_class(result(choice).word); });
    uint32_t seen = 0;
    for (uint32_t choice = 0; choice < 1u << vars->size(); ++choice) seen |= result(choice).word;
    ones_[in.dst.id] = seen;
    if (in.flag_out) {
        flag_[in.flag_out->id] =
            interpolated(*vars, [&](uint32_t choice) { return mpz_class(result(choice).flag ? 1 : 0); });
    }
    return true;
}

void Equations::define_word(const ir::Instruction& in, Polynomial definition, uint32_t max, uint32_t ones) {
    ones_[in.dst.id] = ones;
    const auto& terms = definition.terms();
    const bool is_other_word =
        terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1;
    if (definition.is_constant() || is_other_word || bits_of({definition})) {
        word_[in.dst.id] = std::move(definition);
        return;
    }
    const mpz_class least = this->least(definition);
    const Var word = make(Kind::word, max, fmt::format("w{}", in.dst.id), std::move(definition));
    set_least(word, least);
    word_[in.dst.id] = word;
}

// The word `sum` modulo 2^32, for a sum that is at most sum_max; or less a borrow, where borrow_sign is -1.
void Equations::define(const ir::Instruction& in, const Polynomial& sum, const mpz_class& sum_max,
                       int borrow_sign) {
    const bool can_leave = borrow_sign < 0 || sum_max >= base;
    Polynomial word = sum;
    if (can_leave) {
        const mpz_class most = borrow_sign < 0 ? mpz_class(1) : sum_max / base;
        const Var rest = make(Kind::rest, UINT32_MAX, fmt::format("w{}", in.dst.id));
        values_[rest.index()].shift = limb_bits;
        const char* what = borrow_sign < 0 ? "the borrow" : "the carry";
        const Var flag = make(Kind::flag, most, fmt::format("{} out of `{}`", what, dump(in)), sum);
        values_[flag.index()].other = rest;
        values_[flag.index()].is_borrow = borrow_sign < 0;
        word.add(flag, -base * borrow_sign);
        if (in.op == Opcode::sub && in.src[0].is_zero() && !in.flag_in)
            borrow_of_negation_[in.dst.id] = {in.src[1], flag};
        if (in.flag_out) {
            flag_[in.flag_out->id] = flag;
            values_[flag.index()].is_replaced = !is_read_[in.dst.id];
            const ir::Instruction& user = program_.body[consumer_[in.flag_out->id]];
            values_[flag.index()].is_decision =
                !user.src[0].is_word && !user.src[1].is_word && ir::arity(user.op) == 2;
        }
        const uint32_t next = size();
        define_word(in, std::move(word), UINT32_MAX);
        if (size() > next) values_[rest.index()].other = Var::number(next, false);
        return;
    }
    define_word(in, std::move(word), static_cast<uint32_t>(sum_max.get_ui()));
}

Polynomial Equations::high(Operand x, Operand y) {
    const mpz_class most = (mpz_class(max(x)) * max(y)) >> limb_bits;
    if (most == 0) return {};
    const auto [place, is_new] = high_.try_emplace(pair(x, y));
    if (is_new) {
        const Var rest = make(Kind::rest, UINT32_MAX, "a low word");
        const Var high = make(Kind::high, most, "the high word of a product", value(x) * value(y));
        values_[high.index()].other = rest;
        values_[high.index()].is_replaced = !low_.contains(pair(x, y));
        place->second = high;
    }
    return place->second;
}

// The most that a high word can be with what is added to it and to the low word that carries into it.
mpz_class Equations::pair_max(const ir::Instruction& in) const {
    const mpz_class product = mpz_class(max(in.src[0])) * max(in.src[1]);
    mpz_class low = 0;
    const ir::Instruction* before = in.flag_in ? &program_.body[producer_[in.flag_in->id]] : nullptr;
    const bool is_pair =
        before && before->op == Opcode::mad_lo && before->src[0] == in.src[0] && before->src[1] == in.src[1];
    if (is_pair) {
        low = mpz_class(max(before->src[2])) + (before->flag_in ? 1 : 0);
    } else if (in.flag_in) {
        low = base - 1;  // the carry is 1 where the product's low word is 2^32 - 1
        return (product >> limb_bits) + max(in.src[2]) + 1;
    }
    return ((product + low) >> limb_bits) + max(in.src[2]);
}

void Equations::arithmetic(const ir::Instruction& in) {
    const Polynomial x = value(in.src[0]), y = value(in.src[1]), c = flag_value(in);
    const mpz_class product_max = mpz_class(max(in.src[0])) * max(in.src[1]);
    const mpz_class flag_max = c.is_zero() ? 0 : 1;
    const auto low = [&] {
        Polynomial p = x * y;
        p.add(high(in.src[0], in.src[1]), -base);
        return p;
    };
    const mpz_class low_max = std::min<mpz_class>(product_max, UINT32_MAX);
    switch (in.op) {
        case Opcode::add:
            return define(in, x + y + c, mpz_class(max(in.src[0])) + max(in.src[1]) + flag_max, 1);
        case Opcode::sub: {
            const bool never_borrows = least(in.src[0]) >= max(in.src[1]) + flag_max;
            if (never_borrows) return define_word(in, x - y - c, max(in.src[0]));
            if (in.flag_in || !in.flag_out) return define(in, x - y - c, 0, -1);
            // the same comparison has the same borrow
            const auto [known, is_new] = differences_.try_emplace({key(in.src[0]), key(in.src[1])});
            if (is_new) {
                define(in, x - y, 0, -1);
                known->second = {*word_[in.dst.id], flag_[in.flag_out->id]};
            }
            word_[in.dst.id] = known->second.first;
            flag_[in.flag_out->id] = known->second.second;
            return;
        }
        case Opcode::mul_lo: return define_word(in, low(), static_cast<uint32_t>(low_max.get_ui()));
        case Opcode::mul_hi:
            return define_word(in, high(in.src[0], in.src[1]),
                               static_cast<uint32_t>(mpz_class(product_max >> limb_bits).get_ui()));
        case Opcode::mad_lo:
            return define(in, low() + value(in.src[2]) + c, low_max + max(in.src[2]) + flag_max, 1);
        case Opcode::mad_hi:
            return define(in, high(in.src[0], in.src[1]) + value(in.src[2]) + c, pair_max(in), 1);
        default: break;
    }
    // signed: (x - 2^32·s)(y - 2^32·t) = x·y - 2^32·(s·y + t·x) + 2^64·s·t
    const Polynomial s = bits(in.src[0], limb_bits - 1, limb_bits),
                     t = bits(in.src[1], limb_bits - 1, limb_bits);
    const Polynomial high_word = high(in.src[0], in.src[1]) - s * y - t * x + Polynomial(base) * s * t;
    const Polynomial sum = in.op == Opcode::mad_his ? high_word + value(in.src[2]) + c : high_word;
    // its carries go both ways: the range is -2^32 to 2^33
    const Var less = make(Kind::unknown, 1, fmt::format("the sign out of `{}`", dump(in)));
    Polynomial shifted = sum;
    shifted.add(less, base);
    define(in, shifted, 4 * base, 1);
}

Polynomial Equations::selected(const Polynomial& mask, const ir::Instruction& in) {
    // mask = (2^32 - 1)·bit
    Polynomial bit = mask;
    for (const auto& [monomial, coefficient] : mask.terms())
        bit.add(monomial, coefficient / (base - 1) - coefficient);
    const Polynomial y = value(in.src[1]), z = in.op == Opcode::select ? value(in.src[2]) : Polynomial();
    return z + bit * (y - z);
}

void Equations::logic(const ir::Instruction& in) {
    const Polynomial x = value(in.src[0]);
    const uint32_t all = ones(in.src[0]) | (ir::arity(in.op) > 1 ? ones(in.src[1]) : 0);
    if (in.op == Opcode::bit_not) return define_word(in, Polynomial(mpz_class(UINT32_MAX)) - x, UINT32_MAX);
    if (in.op == Opcode::select) {
        const uint32_t most = std::max(max(in.src[1]), max(in.src[2]));
        if (is_mask(x)) return define_word(in, selected(x, in), most, ones(in.src[1]) | ones(in.src[2]));
        word_[in.dst.id] = make(Kind::unknown, UINT32_MAX, fmt::format("w{}", in.dst.id));
        return;
    }
    Operand other = in.src[0], mask = in.src[1];
    if (is_mask(value(other)) || !other.is_word) std::swap(other, mask);
    const Polynomial y = value(other), m = value(mask);
    Polynomial common;
    if (is_mask(m) && mask.is_word) {
        Polynomial bit;
        for (const auto& [monomial, coefficient] : m.terms()) bit.add(monomial, coefficient / (base - 1));
        common = bit * y;
    } else if (!mask.is_word) {
        for (int first = 0; first < limb_bits;) {
            int end = first + 1;
            const bool is_set = mask.value >> first & 1;
            while (end < limb_bits && (mask.value >> end & 1) == is_set) ++end;
            if (is_set) common.add(bits(other, first, end), power_of_two(first));
            first = end;
        }
    } else {
        common = common_bits(other, mask);
    }
    const uint32_t top = all == 0 ? 0 : UINT32_MAX >> std::countl_zero(all);
    switch (in.op) {
        case Opcode::bit_and:
            return define_word(in, common, std::min(max(other), max(mask)), ones(other) & ones(mask));
        case Opcode::bit_or:
            // the top bit of x | -x is set unless x = 0, which is when 0 - x borrows
            for (const auto& [negated, plain] : {std::pair{other, mask}, std::pair{mask, other}}) {
                const auto borrow = borrow_of_negation_.find(negated.value);
                if (borrow != borrow_of_negation_.end() && borrow->second.first == plain)
                    sign_[in.dst.id] = borrow->second.second;
            }
            return define_word(in, y + m - common, top, all);
        default: return define_word(in, y + m - common - common, top, all);
    }
}

// By how many places the instruction shifts, if that is known. A count of 32 or more is like 32, and where
// the count is taken modulo 32, values with weights that 32 divides do not matter.
std::optional<int> Equations::places(const ir::Instruction& in) const {
    const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
    Polynomial count = value(in.src[is_funnel ? 2 : 1]);
    if (is_funnel) {
        const mpz_class constant = count.constant() % limb_bits;
        count.drop_multiples(limb_bits);
        return count.is_constant() ? std::optional(static_cast<int>(constant.get_si())) : std::nullopt;
    }
    if (least(count) >= limb_bits) return limb_bits;
    return count.is_constant() ? std::optional(static_cast<int>(count.constant().get_si())) : std::nullopt;
}

void Equations::shift(const ir::Instruction& in) {
    const auto places = this->places(in);
    if (!places) {
        // a word of equal bits, turned round
        const bool is_funnel = in.op == Opcode::shf_l || in.op == Opcode::shf_r;
        const Polynomial word = value(in.src[0]);
        if (is_funnel && is_mask(word) && (word - value(in.src[1])).is_zero())
            return define_word(in, word, UINT32_MAX);
        if (shift_by_bit(in) || shift_by_word(in)) return;
        word_[in.dst.id] = make(Kind::unknown, UINT32_MAX, fmt::format("w{}", in.dst.id));
        return;
    }
    const int s = *places;
    const Operand x = in.src[0], y = in.src[1];
    const auto scaled = [](const Polynomial& p, int exponent) {
        return scaled_by(p, power_of_two(exponent));
    };
    switch (in.op) {
        case Opcode::shl: {
            const mpz_class most = std::min<mpz_class>(mpz_class(max(x)) << s, UINT32_MAX);
            return define_word(in, scaled(bits(x, 0, limb_bits - s), s), static_cast<uint32_t>(most.get_ui()),
                               s < limb_bits ? ones(x) << s : 0);
        }
        case Opcode::shr:
            return define_word(in, bits(x, s, limb_bits), s < limb_bits ? max(x) >> s : 0,
                               s < limb_bits ? ones(x) >> s : 0);
        case Opcode::sar: {
            const int most = std::min(s, limb_bits - 1);
            return define_word(in,
                               bits(x, most, limb_bits) + scaled_by(bits(x, limb_bits - 1, limb_bits),
                                                                    base - power_of_two(limb_bits - most)),
                               UINT32_MAX);
        }
        case Opcode::shf_l: {  // (y:x)·2^s
            const mpz_class most = std::min<mpz_class>(
                (mpz_class(max(y)) << s) + (mpz_class(max(x)) >> (limb_bits - s)), UINT32_MAX);
            return define_word(in, scaled(bits(y, 0, limb_bits - s), s) + bits(x, limb_bits - s, limb_bits),
                               static_cast<uint32_t>(most.get_ui()));
        }
        default: {
            const mpz_class most =
                std::min<mpz_class>((max(x) >> s) + (mpz_class(max(y)) << (limb_bits - s)), UINT32_MAX);
            return define_word(in, bits(x, s, limb_bits) + scaled(bits(y, 0, s), limb_bits - s),
                               static_cast<uint32_t>(most.get_ui()));
        }
    }
}

// x·2^(k·b) for a bit b that is the borrow of x - c, where c·2^k <= 2^32: nothing is pushed out.
bool Equations::shift_by_bit(const ir::Instruction& in) {
    const Polynomial x = value(in.src[0]), count = value(in.src[1]);
    if (in.op != Opcode::shl || count.terms().size() != 1) return false;
    const auto& [monomial, weight] = *count.terms().begin();
    if (monomial.size() != 1 || weight >= limb_bits) return false;
    const Var bit = front(monomial);
    const Value& known = (*this)[bit];
    if (known.kind != Kind::flag || !known.is_borrow) return false;
    const ir::Instruction& compare = program_.body[known.instruction];
    const mpz_class factor = power_of_two(static_cast<int>(weight.get_si()));
    const bool fits = compare.op == Opcode::sub && !compare.flag_in && !compare.src[1].is_word &&
                      (value(compare.src[0]) - x).is_zero() && compare.src[1].value * factor <= base;
    if (!fits) return false;
    define_word(in, x + scaled_by(x, factor - 1) * Polynomial(bit), UINT32_MAX);
    return true;
}

// Words replaced by the bits that they are made of.
Polynomial Equations::in_bits(Polynomial p) const {
    while (!p.is_constant() && !front(p.terms().begin()->first).is_bit()) {
        const auto [var, factor] = p.extract_front();
        if ((*this)[var].kind != Kind::word) return Polynomial(var);
        p += factor * (*this)[var].definition;
    }
    return p;
}

Var Equations::power(Operand count) {
    const auto [place, is_new] = powers_.try_emplace(count.value);
    if (!is_new) return place->second;
    Polynomial bits = in_bits(value(count)), definition;
    bits.drop_multiples(limb_bits);
    if (const auto vars = only_bits(bits); vars && vars->size() <= 5) {
        definition = interpolated(*vars, [&](uint32_t choice) {
            mpz_class places;
            mpz_fdiv_r_ui(places.get_mpz_t(), evaluated(bits, *vars, choice).get_mpz_t(), limb_bits);
            return power_of_two(static_cast<int>(places.get_si()));
        });
    }
    const Kind kind = definition.is_zero() ? Kind::unknown : Kind::power;
    place->second = make(kind, base / 2, fmt::format("2^(w{} mod 32)", count.value), definition);
    set_least(place->second, 1);
    return place->second;
}

std::optional<Var> Equations::power_of(const Polynomial& exponent) const {
    for (const auto& [word, power] : powers_) {
        const Operand count = ir::Word{word};
        if (max(count) < limb_bits && (value(count) - exponent).is_zero()) return power;
    }
    return std::nullopt;
}

// floor(word·2^(count mod 32) / 2^32)
Polynomial Equations::pushed_out(Operand word, Operand count) {
    if (max(word) == 0) return {};
    const auto [place, is_new] = pushed_out_.try_emplace({key(word), key(count)});
    if (is_new) {
        const Polynomial product = value(word) * Polynomial(power(count));
        place->second = make(Kind::pushed, max(word) / 2, "the bits pushed out", product);
    }
    return place->second;
}

// shf.l by any count, and shr by one below 32, as products with and quotients by 2^(count mod 32).
bool Equations::shift_by_word(const ir::Instruction& in) {
    const Operand x = in.src[0], y = in.src[1];
    if (in.op == Opcode::shf_l) {
        const Operand count = in.src[2];
        Polynomial word = value(y) * Polynomial(power(count)) + pushed_out(x, count);
        word.add(pushed_out(y, count), -base);
        define_word(in, word, UINT32_MAX);
        return true;
    }
    if (in.op != Opcode::shr || max(y) >= limb_bits) return false;
    const Polynomial divisor = power(y);
    const Var quotient = make(Kind::unknown, max(x), fmt::format("w{}", in.dst.id));
    const Polynomial rest = value(x) - divisor * Polynomial(quotient);
    facts_.push_back(Polynomial() - rest);
    facts_.push_back(rest - divisor + Polynomial(mpz_class(1)));
    word_[in.dst.id] = quotient;
    return true;
}

void Equations::add_instruction() {
    const ir::Instruction& in = program_.body[next_];
    if (!by_bits(in)) {
        switch (in.op) {
            case Opcode::bit_and:
            case Opcode::bit_or:
            case Opcode::bit_xor:
            case Opcode::bit_not:
            case Opcode::select: logic(in); break;
            case Opcode::shl:
            case Opcode::shr:
            case Opcode::sar:
            case Opcode::shf_l:
            case Opcode::shf_r: shift(in); break;
            default: arithmetic(in);
        }
    }
    ++next_;
}

}  // namespace limbsmith::proof
