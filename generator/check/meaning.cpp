#include "check/meaning.hpp"

#include <algorithm>
#include <set>

namespace limbsmith::check {
namespace {

mpz_class power_of_two(unsigned long exponent) { return mpz_class(1) << exponent; }
Polynomial of(Variable variable) { return Polynomial::of(variable); }
const Polynomial one = mpz_class(1);

void require(bool condition, const char* what) {
    if (!condition) throw Unsupported(what);
}

}  // namespace

Meaning::Meaning(const ir::Program& program, int word_bits)
    : program_(program),
      bits_(word_bits),
      base_(power_of_two(word_bits)),
      next_(program.words + program.flags),
      word_is_defined_(program.words),
      flag_is_defined_(program.flags) {
    add_inputs();
    for (const ir::Instruction& in : program.body) add_instruction(in);
    add_contract();
}

void Meaning::define(ir::Word word) {
    require(word.id < word_is_defined_.size(), "a word has no number");
    require(!word_is_defined_[word.id], "a word is defined twice");
    word_is_defined_[word.id] = true;
}

Polynomial Meaning::value(ir::Operand operand) const {
    if (!operand.is_word) {
        require(operand.value < base_, "a constant is not a word");
        return mpz_class(operand.value);
    }
    require(operand.value < word_is_defined_.size() && word_is_defined_[operand.value],
            "a word is read before it is defined");
    return of(word(operand.value));
}

Polynomial Meaning::in_flag(const ir::Instruction& in) const {
    if (!in.flag_in) return {};
    require(in.flag_in->id < flag_is_defined_.size() && flag_is_defined_[in.flag_in->id],
            "a flag is read before it is written");
    return of(flag(in.flag_in->id));
}

// A new value v with 0 <= v < below.
Variable Meaning::hidden(const mpz_class& below, Facts& facts) {
    const Variable variable = fresh();
    facts.push_back(nonnegative(of(variable)));
    facts.push_back(nonnegative(Polynomial(mpz_class(below - 1)) - of(variable)));
    return variable;
}

// The carry or borrow that an instruction writes or drops.
Variable Meaning::out_flag(const ir::Instruction& in, Facts& facts) {
    if (!in.flag_out) return hidden(2, facts);
    const uint32_t id = in.flag_out->id;
    require(id < flag_is_defined_.size() && !flag_is_defined_[id], "a flag is written twice");
    flag_is_defined_[id] = true;
    facts.push_back(nonnegative(of(flag(id))));
    facts.push_back(nonnegative(one - of(flag(id))));
    return flag(id);
}

// The sources in one order, whichever comes first.
Meaning::Pair Meaning::pair_of(ir::Operand x, ir::Operand y) {
    const std::pair a(x.is_word, x.value), b(y.is_word, y.value);
    return {std::min(a, b), std::max(a, b)};
}

// x·y = low + 2^bits·high; the halves of one product are the same values wherever it is formed. The facts are
// those of the instruction that forms it first.
Meaning::Halves Meaning::product(ir::Operand x, ir::Operand y, Facts& facts) {
    const auto [place, is_new] = products_.try_emplace(pair_of(x, y));
    if (is_new) {
        const Variable low = hidden(base_, facts), high = hidden(base_ - 1, facts);
        facts.push_back(zero(value(x) * value(y) - of(low) - Polynomial(base_) * of(high)));
        place->second = {low, high};
    }
    return place->second;
}

// The bits that two words have in common: none that one of them lacks, and at least those that do not fit side by
// side.
Variable Meaning::common(const Polynomial& x, const Polynomial& y, Facts& facts) {
    const Variable variable = fresh();
    const Polynomial bits = of(variable);
    for (const Polynomial& bound :
         {bits, x - bits, y - bits, bits - (x + y - Polynomial(mpz_class(base_ - 1)))})
        facts.push_back(nonnegative(bound));
    return variable;
}

// x & y, the same value wherever it is formed. With 2^k - 1 it is the rest of a division by 2^k.
Variable Meaning::both(ir::Operand x, ir::Operand y, Facts& facts) {
    const auto [place, is_new] = both_.try_emplace(pair_of(x, y));
    if (!is_new) return place->second;
    place->second = common(value(x), value(y), facts);
    const auto is_low_mask = [](ir::Operand it) {
        return !it.is_word && it.value != 0 && (it.value & (it.value + 1)) == 0;
    };
    if (is_low_mask(x)) std::swap(x, y);
    if (is_low_mask(y)) {
        const mpz_class weight = mpz_class(y.value) + 1;
        const Variable high = hidden(base_ / weight, facts);
        facts.push_back(zero(value(x) - Polynomial(weight) * of(high) - of(place->second)));
    }
    return place->second;
}

void Meaning::add_inputs() {
    for (const ir::Input& input : program_.inputs) {
        for (ir::Word in : input.words) {
            define(in);
            contract_.push_back(nonnegative(of(word(in.id))));
            contract_.push_back(nonnegative(Polynomial(mpz_class(base_ - 1)) - of(word(in.id))));
        }
    }
}

// The table. The first fact is the equation of the result; ranges and hidden values follow.
void Meaning::add_instruction(const ir::Instruction& in) {
    using ir::Opcode;
    Facts facts(1);
    require(ir::flag_kind(in.op) != ir::FlagKind::none || (!in.flag_in && !in.flag_out),
            "an instruction without carry reads or writes a flag");
    Polynomial x = value(in.src[0]), y, z;
    if (ir::arity(in.op) > 1) y = value(in.src[1]);
    if (ir::arity(in.op) > 2) z = value(in.src[2]);
    const Polynomial base(base_), carry_in = in_flag(in);
    const auto carry_out = [&] { return base * of(out_flag(in, facts)); };
    // A shift by a constant below the number of bits.
    const auto shift = [&](const ir::Operand& by) {
        require(!by.is_word && by.value < static_cast<uint32_t>(bits_), "a shift is not by a small constant");
        return power_of_two(by.value);
    };
    Polynomial result;
    switch (in.op) {
        case Opcode::add: result = x + y + carry_in - carry_out(); break;
        case Opcode::sub: result = x - y - carry_in + carry_out(); break;
        case Opcode::mul_lo: result = of(product(in.src[0], in.src[1], facts).low); break;
        case Opcode::mul_hi: result = of(product(in.src[0], in.src[1], facts).high); break;
        case Opcode::mad_lo:
        case Opcode::mad_hi: {
            const Halves halves = product(in.src[0], in.src[1], facts);
            const Polynomial carry =
                carry_out();  // after the product: hidden values are numbered in this order
            result = of(in.op == Opcode::mad_lo ? halves.low : halves.high) + z + carry_in - carry;
            break;
        }
        case Opcode::bit_and: result = of(both(in.src[0], in.src[1], facts)); break;
        case Opcode::bit_or: result = x + y - of(both(in.src[0], in.src[1], facts)); break;
        case Opcode::bit_xor:
            result = x + y - Polynomial(mpz_class(2)) * of(both(in.src[0], in.src[1], facts));
            break;
        case Opcode::select: {
            const Polynomial first = of(both(in.src[0], in.src[1], facts));
            result = first + of(common(Polynomial(mpz_class(base_ - 1)) - x, z, facts));
            break;
        }
        case Opcode::bit_not: result = Polynomial(mpz_class(base_ - 1)) - x; break;
        case Opcode::shl: {
            const mpz_class by = shift(in.src[1]);
            result = Polynomial(by) * x - base * of(hidden(by, facts));
            break;
        }
        case Opcode::shr: {
            // x = 2^s·result + low
            const mpz_class by = shift(in.src[1]);
            const Variable high = hidden(base_ / by, facts), low = hidden(by, facts);
            facts.push_back(zero(x - Polynomial(by) * of(high) - of(low)));
            result = of(high);
            break;
        }
        case Opcode::shf_l:
        case Opcode::shf_r: {
            // y:x = 2^(bits + right)·high + 2^right·result + low; shf_l is a shift right by bits - s
            require(!in.src[2].is_word, "a shift is not by a constant");
            const unsigned s = in.src[2].value % static_cast<unsigned>(bits_);
            const mpz_class up = power_of_two(in.op == Opcode::shf_l ? s : 0);
            const mpz_class down = power_of_two(in.op == Opcode::shf_r ? s : 0);
            const bool is_left = in.op == Opcode::shf_l;
            const Variable middle = hidden(base_, facts),
                           high = hidden(is_left ? up : mpz_class(base_ / down), facts),
                           low = hidden(is_left ? base_ : down, facts);
            const mpz_class unit = is_left ? base_ : down;
            facts.push_back(zero((base * y + x) * Polynomial(up) -
                                 Polynomial(mpz_class(unit * base_)) * of(high) -
                                 Polynomial(unit) * of(middle) - of(low)));
            result = of(middle);
            break;
        }
        default: throw Unsupported("the rules do not cover " + std::string(ir::name(in.op)));
    }
    define(in.dst);
    facts.front() = zero(of(word(in.dst.id)) - result);
    facts.push_back(nonnegative(of(word(in.dst.id))));
    facts.push_back(nonnegative(Polynomial(mpz_class(base_ - 1)) - of(word(in.dst.id))));
    instructions_.push_back(std::move(facts));
}

// The value of an input or an output.
Polynomial Meaning::number(const std::string& name) const {
    const auto sum = [&](const ir::Representation& form, const auto& words) {
        require(!form.is_signed(), "a number is signed");
        Polynomial result;
        for (size_t i = words.size(); i-- > 0;)
            result = result * Polynomial(base_) + value(ir::Operand(words[i]));
        return result;
    };
    for (const ir::Input& input : program_.inputs) {
        if (input.name == name) return sum(input.representation, input.words);
    }
    for (const ir::Output& output : program_.outputs) {
        if (output.name == name && knows_outputs_) return sum(output.representation, output.words);
    }
    throw Unsupported("the contract names " + name + ", which is no input or output there");
}

// 1 if the polynomial is 0, else 0.
Polynomial Meaning::is_zero(const Polynomial& p) {
    const Polynomial t = of(hidden(2, contract_));
    contract_.push_back(zero(t * p));
    contract_.push_back(nonnegative((one - t) * (p * p - one)));
    return t;
}

// 1 if x < y, else 0.
Polynomial Meaning::is_less(const Polynomial& x, const Polynomial& y) {
    const Polynomial difference = y - x, t = of(hidden(2, contract_));
    contract_.push_back(nonnegative(t * (difference - one)));
    contract_.push_back(nonnegative((t - one) * difference));
    return t;
}

Polynomial Meaning::translate(const ir::Expr& expr) {
    using Kind = ir::Expr::Kind;
    const auto left = [&] { return translate(*expr.left); };
    const auto right = [&] { return translate(*expr.right); };
    switch (expr.kind) {
        case Kind::name: require(!expr.left, "the contract has arrays"); return number(expr.text);
        case Kind::integer: return mpz_class(static_cast<unsigned long>(expr.number));
        case Kind::constant: return mpz_class(expr.hex, 16);
        case Kind::pow2: return power_of_two(expr.number);
        case Kind::add:
        case Kind::sub:
        case Kind::mul: {
            const Polynomial x = left(), y = right();
            return expr.kind == Kind::add ? x + y : expr.kind == Kind::sub ? x - y : x * y;
        }
        case Kind::mod:
        case Kind::div: {
            const Polynomial dividend = left(), divisor = right();
            const bool is_constant = divisor == Polynomial(divisor.constant());
            require(!is_constant || divisor.constant() > 0, "the contract divides by a constant below 1");
            const Polynomial is_positive = is_constant ? one : is_less({}, divisor);
            const Polynomial quotient = of(fresh());
            const Polynomial rest = of(is_constant ? hidden(divisor.constant(), contract_) : fresh());
            contract_.push_back(zero(dividend - divisor * quotient - rest));
            if (!is_constant) {
                contract_.push_back(nonnegative(is_positive * rest));
                contract_.push_back(nonnegative(is_positive * (divisor - one - rest)));
            }
            return expr.kind == Kind::mod ? rest : quotient;
        }
        case Kind::equal: {
            const Polynomial x = left(), y = right();
            return is_zero(x - y);
        }
        case Kind::less: {
            const Polynomial x = left(), y = right();
            return is_less(x, y);
        }
        case Kind::if_else: {
            const Polynomial condition = left(), yes = right(), no = translate(*expr.other);
            const Polynomial is_no = is_zero(condition);
            return yes + is_no * (no - yes);
        }
        default: throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
    }
}

void Meaning::within(const ir::Bound& bound, Facts& facts) {
    const Polynomial value = number(bound.name);
    facts.push_back(nonnegative(translate(*bound.below) - one - value));
    if (bound.at_least) facts.push_back(nonnegative(value - translate(*bound.at_least)));
    if (bound.step == 1) return;
    // value = residue + step·quotient
    require(&facts == &goals_, "a precondition is a congruence");
    const Variable quotient = fresh(), rest = hidden(bound.step, contract_);
    contract_.push_back(zero(value - Polynomial(mpz_class(bound.step)) * of(quotient) - of(rest)));
    facts.push_back(zero(of(rest) - Polynomial(mpz_class(bound.residue))));
}

void Meaning::add_contract() {
    const ir::Contract& contract = program_.contract;
    require(contract.givens.empty(), "the contract has givens");
    std::set<std::string> names;
    for (const ir::Input& input : program_.inputs)
        require(names.insert(input.name).second, "two numbers have one name");
    for (const ir::Output& output : program_.outputs)
        require(names.insert(output.name).second, "two numbers have one name");
    for (const ir::Bound& bound : contract.requires_) within(bound, contract_);
    knows_outputs_ = true;
    const Polynomial left = translate(*contract.left), right = translate(*contract.right);
    goals_.push_back(zero(left - right));
    for (const ir::Bound& bound : contract.ensures) within(bound, goals_);
}

}  // namespace limbsmith::check
