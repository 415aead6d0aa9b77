// The variables of a program: inputs, ranges and queries.
#include "proof/equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Opcode, ir::Operand;

}  // namespace

Equations::Equations(const ir::Program& program, Assumptions assumptions)
    : program_(program),
      word_(program.words),
      max_(program.words, UINT32_MAX),
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
        if (in.op == Opcode::mul_lo || in.op == Opcode::mad_lo) low_.insert(factors(in.src[0], in.src[1]));
    }
    for (const ir::Output& output : program.outputs) {
        for (Operand word : output.words) {
            if (word.is_word) is_read_[word.value] = true;
        }
    }
    for (const ir::Claim& claim : program.claims) {
        for (const ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
            for (const ir::ClaimTerm& term : *sum) {
                for (const auto& factor : term.factors) {
                    if (factor.is_signed()) split_at(factor.word, limb_bits - 1);
                    split_at(factor.word, factor.shift);
                }
            }
        }
    }
    split_signed();
    for (const ir::Expr* side : {program.contract.left.get(), program.contract.right.get()})
        split_parity(*side);
    for (auto in = program.body.rbegin(); in != program.body.rend(); ++in) split_sources(*in);
    for (const ir::Input& input : program.inputs) add_input(input, assumptions);
    of_inputs_ = size();
}

std::pair<uint64_t, uint64_t> Equations::factors(Operand x, Operand y) {
    const auto key = [](Operand operand) { return uint64_t{operand.is_word} << limb_bits | operand.value; };
    return std::minmax({key(x), key(y)});
}

void Equations::add_input(const ir::Input& input, const Assumptions& assumptions) {
    for (size_t i = 0; i < input.words.size(); ++i) {
        const uint32_t id = input.words[i].id;
        const auto known = assumptions.find(id);
        const std::string text = fmt::format("{}[{}]", input.name, i);
        if (known != assumptions.end()) {
            word_[id] = assumed(id, known->second, text);
        } else if (input.representation.is_digits()) {
            const Var digit = make(Kind::input, UINT32_MAX >> (limb_bits - digit_bits), text);
            ones_[id] = UINT32_MAX << (limb_bits - digit_bits);
            word_[id] = digit.parked() * Polynomial(power_of_two(limb_bits - digit_bits));
        } else if (splits_[id] >> 1 & 1 ||
                   (std::popcount(splits_[id]) > 1 && !input.representation.is_member())) {
            add_parts_of_input(id, text);
        } else {
            word_[id] = make(Kind::input, UINT32_MAX, text).parked();
        }
    }
}

Var Equations::make(Kind kind, const mpz_class& max, std::string text, Polynomial definition) {
    const Var var = Var::number(size(), max <= 1);
    Value& value = values_.emplace_back();
    value.kind = kind;
    value.max = max;
    value.instruction = static_cast<int>(next_);
    value.definition = std::move(definition);
    value.text = std::move(text);
    zero_.push_back(max == 0);
    return var;
}

// An input variable that is zero is removed from the words of inputs: elimination does not replace these.
void Equations::set_zero(Var var) {
    zero_[var.index()] = true;
    if (var.index() >= of_inputs_) return;
    for (const ir::Input& input : program_.inputs) {
        for (ir::Word word : input.words) {
            word_[word.id]->extract(var.parked());
            const auto parts = fields_.find(word.id);
            if (parts == fields_.end()) continue;
            for (Field& part : parts->second) part.value.extract(var.parked());
        }
    }
}

void Equations::set_value(Operand word, Polynomial value) { word_[word.value] = std::move(value); }

void Equations::name_sum(Operand word, const mpz_class& max) {
    const Polynomial sum = value(word);
    if (sum.terms().size() < 2 || !bits_of({sum})) return;
    word_[word.value] = make(Kind::word, max, fmt::format("w{}", word.value), sum);
}

void Equations::set_max(Var var, const mpz_class& max) {
    if (max < values_[var.index()].max) values_[var.index()].max = max;
    if (max == 0) set_zero(var);
}

void Equations::set_min(Var var, const mpz_class& min) {
    if (min > values_[var.index()].min) values_[var.index()].min = min;
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
    const uint32_t most = max_[operand.value];  // not all bits need be set at once
    return sum > most ? most : static_cast<uint32_t>(sum.get_ui());
}

mpz_class Equations::least(Operand operand) const { return least(value(operand)); }

// A lower bound of a non-negative value.
mpz_class Equations::least(const Polynomial& polynomial) const {
    mpz_class sum = 0;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (coefficient < 0) return 0;
        mpz_class term = coefficient;
        for (char32_t code : monomial) term *= values_[Var::of_code(code).index()].min;
        sum += term;
    }
    return sum;
}

uint32_t Equations::ones(Operand operand) const {
    if (!operand.is_word) return operand.value;
    const uint32_t most = max(operand);
    return ones_[operand.value] & (most == 0 ? 0 : UINT32_MAX >> std::countl_zero(most));
}

Polynomial Equations::signed_value(Operand operand) {
    Polynomial result = value(operand);
    const Polynomial sign = bits(operand, limb_bits - 1, limb_bits);
    for (const auto& [monomial, coefficient] : sign.terms()) {
        if (!monomial.empty()) values_[Var::of_code(monomial[0]).index()].is_decision = true;
    }
    result.add(sign, -base);
    return result;
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
