#include "derive/random_program.hpp"

#include <algorithm>
#include <string>

#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::test {
namespace {

using ir::Claim, ir::ClaimSum, ir::ClaimTerm, ir::FlagKind, ir::Opcode, ir::Operand;
using Reading = ClaimTerm::Reading;

constexpr uint32_t counts[] = {0, 1, 2, 7, 8, 13, 16, 19, 26, 30, 31, 32, 33};

class Maker {
  public:
    explicit Maker(Chance& chance) : chance_(chance) {}

    ir::Program program() {
        for (uint64_t i = 0, inputs = 1 + chance_.below(3); i < inputs; ++i) input();
        for (uint64_t i = 0, parts = 2 + chance_.below(5); i < parts; ++i) part();
        builder_.output("r", repr::num, {words_.back()});
        contract_.left = contract_.right = ir::var("r");
        return std::move(builder_).finish(std::move(contract_));
    }

  private:
    void input() {
        const std::string name(1, static_cast<char>('a' + words_.size()));
        const bool has_sign = chance_.once_in(6);
        const int limbs = has_sign ? 1 : 1 + static_cast<int>(chance_.below(2));
        const uint64_t limit = chance_.once_in(2) ? 1 + chance_.below(6) : uint64_t{1} << chance_.below(32);
        if (chance_.once_in(2))
            contract_.requires_.push_back({name, chance_.once_in(4) && limbs == 2
                                                     ? ir::pow2(32) + ir::integer(limit)
                                                     : ir::integer(limit)});
        if (!has_sign && chance_.once_in(5) && limit > 1)
            contract_.givens.push_back({name, ir::var(name) | ir::integer(1), name + " odd"});
        const auto words = builder_.input(name, has_sign ? repr::factor : repr::num, limbs);
        words_.insert(words_.end(), words.begin(), words.end());
    }

    // An operand; later words are more likely.
    Operand any() {
        if (chance_.once_in(5)) return Operand(chance_.word());
        if (!bits_.empty() && chance_.once_in(8)) return chance_.of(bits_);
        return words_[std::max(chance_.below(words_.size()), chance_.below(words_.size()))];
    }
    Operand count() { return chance_.once_in(6) ? any() : Operand(chance_.of(counts)); }
    Operand kept(Operand word) { return words_.push_back(word), word; }

    void part() {
        static constexpr Opcode single[] = {Opcode::add,     Opcode::sub,     Opcode::mul_lo,
                                            Opcode::mul_hi,  Opcode::mul_his, Opcode::bit_and,
                                            Opcode::bit_or,  Opcode::bit_xor, Opcode::bit_not,
                                            Opcode::bit_and, Opcode::bit_xor, Opcode::min},
                                shifts[] = {Opcode::shl, Opcode::shr, Opcode::sar};
        switch (chance_.below(11)) {
            case 0: return mask();
            case 1: return chain(Opcode::add, Opcode::add);
            case 2: return chain(Opcode::sub, Opcode::sub);
            case 3: return chain(Opcode::mad_lo, chance_.once_in(4) ? Opcode::mad_his : Opcode::mad_hi);
            case 4: kept(builder_.emit(chance_.of(shifts), any(), count())); return;
            case 5:
                if (chance_.once_in(2)) {
                    kept(builder_.emit(Opcode::select, masks_.empty() ? any() : chance_.of(masks_), any(),
                                       any()));
                } else {
                    kept(builder_.emit(chance_.once_in(2) ? Opcode::shf_l : Opcode::shf_r, any(), any(),
                                       count()));
                }
                return;
            case 6: return sum_of_bits();
            case 7: return masked();
            case 8: return cut();
            default: kept(builder_.emit(chance_.of(single), any(), any()));
        }
    }

    // Makes a mask from a borrow; the words of its chain may serve the borrow only.
    void mask() {
        ir::Chain chain(builder_);
        const bool is_read = chance_.once_in(2);
        const auto borrow = [&](Operand x, Operand y) {
            const Operand word = chain.sub(x, y);
            if (is_read) kept(word);
        };
        if (chance_.once_in(2))
            borrow(any(), any());
        else
            borrow(chance_.once_in(2) ? any() : Operand(0u), chance_.once_in(2) ? any() : Operand(1u));
        for (uint64_t more = chance_.below(3); more > 0; --more)
            borrow(any(), chance_.once_in(2) ? any() : Operand(0u));
        masks_.push_back(kept(chain.sub(Operand(0u), Operand(0u))));
        if (chance_.once_in(2)) bits_.push_back(builder_.emit(Opcode::bit_and, masks_.back(), Operand(1u)));
    }

    // Adds up carries and borrows as words; the sum may be subtracted from another number.
    void sum_of_bits() {
        Operand sum = chance_.once_in(2) ? Operand(0u) : any();
        for (uint64_t i = 0, bits = 1 + chance_.below(3); i < bits; ++i) {
            ir::Chain chain(builder_);
            if (chance_.once_in(2)) {
                chain.add(any(), any());
                sum = chance_.once_in(2) ? chain.add(sum, Operand(0u)) : chain.add(Operand(0u), sum);
            } else {
                chain.sub(any(), any());
                sum = chain.sub(sum, Operand(0u));
            }
        }
        kept(sum);
        if (chance_.once_in(2)) chain(Opcode::sub, Opcode::sub);
    }

    // Masks a word, a number or a product.
    void masked() {
        if (masks_.empty()) mask();
        const Operand mask = chance_.of(masks_), x = any();
        switch (chance_.below(4)) {
            case 0: kept(builder_.emit(Opcode::bit_and, mask, x)); return;
            case 1: kept(builder_.emit(Opcode::mul_lo, mask, x)); return;
            case 2: {
                const Operand bit = builder_.emit(Opcode::bit_and, mask, Operand(1u));
                kept(builder_.emit(Opcode::mul_lo, bit, x));
                return;
            }
            default: {
                ir::Chain chain(builder_);
                kept(chain.add(any(), builder_.emit(Opcode::bit_and, mask, x)));
                kept(chain.add(any(), Operand(0u)));
            }
        }
    }

    // Splits a number at a bit, into its upper and lower part.
    void cut() {
        const uint32_t at = 1 + static_cast<uint32_t>(chance_.below(31));
        const Operand x = any(), y = any();
        const Operand upper = chance_.once_in(2) ? builder_.emit(Opcode::shr, y, Operand(at))
                                                 : builder_.emit(Opcode::shf_r, x, y, Operand(at));
        const Operand lower = builder_.emit(Opcode::bit_and, y, Operand((uint32_t{1} << at) - 1));
        kept(upper), kept(lower);
        if (chance_.once_in(2)) kept(builder_.emit(Opcode::mad_lo, upper, any(), lower));
    }

    void chain(Opcode first, Opcode second) {
        ir::Chain chain(builder_);
        const Operand x = any(), y = any();
        const bool has_product = first == Opcode::mad_lo;
        kept(chain.emit(first, x, y, has_product ? any() : Operand(0u)));
        const bool is_pair = has_product && !chance_.once_in(3);
        const Operand u = is_pair ? x : any(), v = is_pair ? y : any();
        kept(chain.emit(second, u, v, has_product ? any() : Operand(0u)));
        if (chance_.once_in(2))
            kept(chain.emit(first == Opcode::sub ? first : Opcode::add, Operand(0u), Operand(0u)));
    }

    Chance& chance_;
    ir::Builder builder_{"random"};
    ir::Contract contract_;
    std::vector<Operand> words_, masks_, bits_;
};

class ClaimMaker {
  public:
    ClaimMaker(const ir::Program& program, const std::vector<Trace>& traces, Chance& chance)
        : traces_(traces), chance_(chance) {
        for (const ir::Input& input : program.inputs)
            words_.insert(words_.end(), input.words.begin(), input.words.end());
        for (const ir::Instruction& in : program.body) words_.push_back(in.dst);
    }

    Claim claim() {
        switch (chance_.below(9)) {
            case 0: return equal();
            case 1: return equal();
            case 2: return congruent();
            case 3: {
                ClaimSum number = number_of_words();
                return {Claim::Kind::within, number, {{limit(number), {}}}};
            }
            case 4: return at_most(number_of_words());
            case 6: return {Claim::Kind::opaque, {{1, {{any_word()}}}}, {}};
            case 5: return at_most({term(chance_.once_in(2) ? 1 : -1, Reading::in_twos_complement)});
            default: return at_most(sum());
        }
    }

  private:
    // A word; rarely a constant.
    Operand any_word() { return chance_.once_in(30) ? Operand(chance_.word()) : chance_.of(words_); }
    mpz_class weight() {
        static constexpr int powers[] = {0, 0, 0, 0, 1, 8, 31, 32, 32, 64};
        mpz_class weight = mpz_class(1) << chance_.of(powers);
        if (chance_.once_in(6)) weight = 1 + chance_.below(12);
        return chance_.once_in(4) ? mpz_class(-weight) : weight;
    }
    ClaimTerm term(const mpz_class& weight, Reading reading) {
        const int shift =
            reading == Reading::number && chance_.once_in(4) ? 1 + static_cast<int>(chance_.below(31)) : 0;
        return {weight, {{any_word(), reading, shift}}};
    }
    ClaimTerm any_term() {
        static constexpr Reading readings[] = {Reading::number, Reading::number, Reading::number,
                                               Reading::in_twos_complement, Reading::flag};
        if (chance_.once_in(8)) return {mpz_class(chance_.word()), {}};
        return term(weight(), chance_.of(readings));
    }
    ClaimSum sum() {
        ClaimSum sum;
        for (uint64_t i = 0, terms = 1 + chance_.below(3); i < terms; ++i) sum.push_back(any_term());
        return sum;
    }
    // One or two words; the upper one may be signed.
    ClaimSum number_of_words() {
        const size_t place = chance_.below(words_.size());
        const Reading reading = chance_.once_in(3) ? Reading::in_twos_complement : Reading::number;
        if (place == 0 || chance_.once_in(2)) return {{1, {{Operand(words_[place]), reading, 0}}}};
        return {{1, {{Operand(words_[place - 1])}}},
                {mpz_class(1) << 32, {{Operand(words_[place]), reading, 0}}}};
    }

    // The largest value of the sum in the traces, or one less.
    mpz_class limit(const ClaimSum& sum) {
        mpz_class most = traces_[0].value(sum);
        for (const Trace& trace : traces_) most = std::max(most, trace.value(sum));
        return chance_.once_in(3) ? mpz_class(most - 1) : most;
    }

    Claim at_most(ClaimSum number) {
        if (!chance_.once_in(4)) return {Claim::Kind::at_most, number, {{limit(number), {}}}};
        ClaimSum rest = sum(), difference = number;
        for (ClaimTerm term : rest) term.weight = -term.weight, difference.push_back(term);
        rest.push_back({limit(difference), {}});
        return {Claim::Kind::at_most, number, rest};
    }

    // A number that equals itself, or the value that the first trace suggests plus a multiple of a power of
    // two.
    Claim equal() {
        ClaimSum number = chance_.once_in(3) ? sum() : number_of_words(), rest = number;
        if (chance_.once_in(2)) {
            for (ClaimTerm& term : rest) {
                if (term.factors.empty() || !term.factors[0].is_signed()) continue;
                ClaimTerm top = term;
                term.factors[0].reading = top.factors[0].reading = Reading::number;
                top.factors[0].shift = 31, top.weight *= -(mpz_class(1) << 32);
                rest.push_back(top);
                break;
            }
        }
        if (chance_.once_in(3)) rest = sum();
        const mpz_class missing = traces_[0].value(number) - traces_[0].value(rest);
        if (missing != 0) rest.push_back({missing, {}});
        if (chance_.once_in(2)) {
            ClaimTerm multiple = any_term();
            multiple.weight = (chance_.once_in(2) ? 1 : -1) *
                              (mpz_class(1) << (31 + 32 * chance_.below(2) + chance_.below(2)));
            rest.push_back(multiple);
        }
        return {Claim::Kind::equal, number, rest};
    }

    Claim congruent() {
        const auto bits = static_cast<int>(1 + chance_.below(chance_.once_in(2) ? 8 : 40));
        ClaimSum number = sum(), rest = chance_.once_in(2) ? number : ClaimSum();
        if (chance_.once_in(3)) {
            const ClaimTerm other = any_term();
            number[0].weight = 1;
            number[0].factors.insert(number[0].factors.end(), other.factors.begin(), other.factors.end());
        }
        const mpz_class modulus = mpz_class(1) << bits;
        mpz_class residue = (traces_[0].value(number) - traces_[0].value(rest)) % modulus;
        if (residue < 0) residue += modulus;
        rest.push_back({residue, {}});
        return {Claim::Kind::congruent, number, rest, modulus};
    }

    const std::vector<Trace>& traces_;
    Chance& chance_;
    std::vector<ir::Word> words_;
};

}  // namespace

uint32_t Chance::word() {
    const auto near = static_cast<uint32_t>(below(4)) - 2;
    switch (below(5)) {
        case 0: return near;
        case 1: return 0x80000000u + near;
        case 2: return (uint32_t{1} << below(32)) + near;
        case 3: return static_cast<uint32_t>(below(8));
        default: return static_cast<uint32_t>(engine_());
    }
}

ir::Program random_program(Chance& chance) { return Maker(chance).program(); }

std::vector<uint32_t> random_inputs(const ir::Program& program, Chance& chance) {
    std::vector<uint32_t> words;
    for (const ir::Input& input : program.inputs) {
        mpz_class below = mpz_class(1) << (32 * input.words.size()), value = 0;
        const bool has_sign = input.representation.is_signed();
        for (const ir::Bound& bound : program.contract.requires_) {
            if (bound.name != input.name) continue;
            const ir::Expr& e = *bound.below;
            below = e.kind == ir::Expr::Kind::add ? mpz_class((mpz_class(1) << 32) + e.right->number)
                                                  : mpz_class(e.number);
        }
        for (size_t i = 0; i < input.words.size(); ++i) value += mpz_class(chance.word()) << (32 * i);
        if (chance.once_in(4)) value = below - 1 - chance.below(2);
        value %= below;
        if (value < 0) value += below;
        for (const ir::Given& given : program.contract.givens) {
            if (given.name != input.name || mpz_odd_p(value.get_mpz_t())) continue;
            value += value + 1 < below ? 1 : -1;
        }
        if (has_sign && chance.once_in(2)) value = -value;
        for (size_t i = 0; i < input.words.size(); ++i) {
            const mpz_class word = (value >> (32 * i)) & mpz_class(UINT32_MAX);
            words.push_back(static_cast<uint32_t>(word.get_ui()));
        }
    }
    return words;
}

ir::Claim random_claim(const ir::Program& program, const std::vector<Trace>& traces, Chance& chance) {
    return ClaimMaker(program, traces, chance).claim();
}

}  // namespace limbsmith::test
