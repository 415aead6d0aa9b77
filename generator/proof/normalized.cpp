#include "proof/normalized.hpp"

#include <algorithm>

#include "proof/symbolic_bits.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr;
using Kind = ir::Expr::Kind;
using Bits = std::vector<Bit>;  // of a number, lowest first

class MovedNumber {
  public:
    MovedNumber(const ir::Program& program, const ir::Input& input, const ir::Output& output)
        : program_(program), input_(input), output_(output) {}

    // Whether d and count follow from b, for each place of its top bit and for b = 0.
    bool is_normalized(const ir::Output& count) const {
        const size_t size = limb_bits * input_.words.size();
        for (size_t place = 0; place <= size; ++place) {  // of the top bit, counted from 1; 0 if b = 0
            Bits b = named();
            std::fill(b.begin() + static_cast<long>(place), b.end(), Bit());
            if (place > 0) b[place - 1] = Bit::of(true);
            std::vector<BitWord> words(program_.words);
            set(words, input_.words, b);
            run(program_, words);
            if (place == 0) b[0] = Bit::of(true);
            const size_t by = size - std::max<size_t>(place, 1);
            if (!is(words, output_, moved(b, static_cast<long>(by), size)) ||
                !is(words, count, number(by, limb_bits * count.words.size())))
                return false;
        }
        return true;
    }

    // Whether r is `a` shifted by each count from 0 to 31; sign 1 is left, -1 is right.
    bool is_shifted(const ir::Input& count, int sign) const {
        for (int by = 0; by < limb_bits; ++by) {
            const Bits a = named();
            std::vector<BitWord> words(program_.words);
            set(words, input_.words, a);
            set(words, count.words, number(static_cast<size_t>(by), limb_bits * count.words.size()));
            run(program_, words);
            const size_t size = limb_bits * output_.words.size();
            const Bits result = moved(a, sign * by, size);
            const bool is_cut = size < a.size() + (sign > 0 ? limb_bits : 0);
            if (is_cut || !is(words, output_, result)) return false;
        }
        return true;
    }

  private:
    Bits named() const {
        Bits bits;
        for (ir::Word word : input_.words) {
            for (int i = 0; i < limb_bits; ++i) bits.push_back(Bit::named(word, i));
        }
        return bits;
    }

    static Bits number(size_t value, size_t size) {
        Bits bits(size);
        for (size_t i = 0; i < size && i < 64; ++i) bits[i] = Bit::of(value >> i & 1);
        return bits;
    }

    static Bits moved(const Bits& bits, long by, size_t size) {
        Bits result(size);
        for (size_t i = 0; i < bits.size(); ++i) {
            const long place = static_cast<long>(i) + by;
            if (place >= 0 && place < static_cast<long>(size)) result[static_cast<size_t>(place)] = bits[i];
        }
        return result;
    }

    static void set(std::vector<BitWord>& words, const std::vector<ir::Word>& number, const Bits& bits) {
        for (size_t i = 0; i < number.size(); ++i)
            std::copy_n(bits.begin() + static_cast<long>(limb_bits * i), limb_bits,
                        words[number[i].id].begin());
    }

    static bool is(const std::vector<BitWord>& words, const ir::Output& output, const Bits& bits) {
        for (size_t i = 0; i < bits.size(); ++i) {
            const Bit bit = bits_of(output.words[i / limb_bits], words)[i % limb_bits];
            if (!bit.equals(bits[i])) return false;
        }
        return true;
    }

    const ir::Program& program_;
    const ir::Input& input_;
    const ir::Output& output_;
};

template <class Parameters>
auto* find(const Parameters& parameters, const std::string& name) {
    const auto place = std::ranges::find(parameters, name, [](const auto& p) { return p.name; });
    return place == parameters.end() || place->representation.is_signed() ? nullptr : &*place;
}

// The operands of x·2^count (sign 1) or floor(x / 2^count) (sign -1).
struct Shift {
    const Expr *x, *count;
    int sign;
};
std::optional<Shift> shift(const Expr& e) {
    if ((e.kind != Kind::mul && e.kind != Kind::div) || e.right->kind != Kind::exp2) return std::nullopt;
    return Shift{e.left.get(), e.right->left.get(), e.kind == Kind::mul ? 1 : -1};
}

bool is_any(const ir::Bound& bound, size_t words) {
    return bound.step == 1 && !bound.at_least && bound.below->kind == Kind::pow2 &&
           bound.below->number >= limb_bits * words;
}

}  // namespace

std::optional<Verdict> prove_moved_number(const ir::Program& program) {
    const ir::Contract& contract = program.contract;
    const auto by = shift(*contract.right);
    if (contract.left->kind != Kind::name || !by || by->count->kind != Kind::name || !contract.givens.empty())
        return std::nullopt;
    const ir::Output* r = find(program.outputs, contract.left->text);
    const auto verdict = [&](bool is_proved) {
        return Verdict{
            is_proved,
            is_proved ? "" : to_string(*contract.left) + " is not shown to be " + to_string(*contract.right)};
    };
    const Expr& x = *by->x;
    if (r && x.kind == Kind::name && program.inputs.size() == 2 && program.outputs.size() == 1) {
        const ir::Input *a = find(program.inputs, x.text), *count = find(program.inputs, by->count->text);
        const bool is_form = a && count && a != count && contract.requires_.size() == 1 &&
                             contract.requires_[0].name == count->name &&
                             is_same(*contract.requires_[0].below, *ir::integer(limb_bits)) &&
                             contract.ensures.size() == 1 && contract.ensures[0].name == r->name &&
                             is_any(contract.ensures[0], r->words.size());
        if (!is_form) return std::nullopt;
        return verdict(MovedNumber(program, *a, *r).is_shifted(*count, by->sign));
    }
    if (r && by->sign > 0 && x.kind == Kind::if_else && x.left->kind == Kind::name &&
        is_same(*x.left, *x.right) && is_same(*x.other, *ir::integer(1)) && program.inputs.size() == 1 &&
        program.outputs.size() == 2) {
        const ir::Input* b = find(program.inputs, x.left->text);
        const ir::Output* count = find(program.outputs, by->count->text);
        if (!b || !count || count == r || b->words.size() != r->words.size() || !contract.requires_.empty())
            return std::nullopt;
        const size_t size = limb_bits * r->words.size();
        const bool is_form = std::ranges::all_of(contract.ensures, [&](const ir::Bound& bound) {
            if (bound.step != 1) return false;
            if (bound.name == count->name)
                return !bound.at_least && is_same(*bound.below, *ir::integer(size));
            return bound.name == r->name && is_same(*bound.below, *ir::pow2(size)) && bound.at_least &&
                   is_same(*bound.at_least, *ir::pow2(size - 1));
        });
        if (!is_form) return std::nullopt;
        return verdict(MovedNumber(program, *b, *r).is_normalized(*count));
    }
    return std::nullopt;
}

}  // namespace limbsmith::proof
