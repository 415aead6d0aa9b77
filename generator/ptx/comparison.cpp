// Walks both programs in step and maps each proved word and flag to its printed counterpart. Each proved
// instruction must match the next printed one, or the next few by an identity.
#include "ptx/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "ptx/printed_forms.hpp"

namespace limbsmith::ptx {
namespace {

using ir::Instruction;
using ir::Operand;

// A flag of the printed program, or its complement.
struct Bit {
    ir::Flag flag;
    bool is_complement;
};

class Comparison {
  public:
    Comparison(const ir::Program& printed, const ir::Program& proved)
        : printed_(printed),
          proved_(proved),
          words_(proved.words),
          complements_(proved.words),
          flags_(proved.flags) {
        for (size_t i = 0; i < proved.inputs.size(); ++i) {
            for (size_t k = 0; k < proved.inputs[i].words.size(); ++k) {
                words_[proved.inputs[i].words[k].id] = printed.inputs[i].words[k];
            }
        }
    }

    std::optional<Difference> first() {
        for (const Instruction& in : proved_.body) {
            furthest_ = next_;
            const auto stands_for = [&](const PrintedForm& form) {
                return form.op == in.op && follows(form, in);
            };
            if (!is_itself(in) && std::ranges::none_of(printed_forms(), stands_for)) {
                return Difference{furthest_, dump(in)};
            }
        }
        if (next_ < printed_.body.size()) return Difference{next_, "nothing"};
        for (size_t i = 0; i < proved_.outputs.size(); ++i) {
            const ir::Output& output = proved_.outputs[i];
            for (size_t k = 0; k < output.words.size(); ++k) {
                if (printed_.outputs[i].words[k] == stand_in(output.words[k])) continue;
                return Difference{std::nullopt, fmt::format("word {} of {}", k, output.name)};
            }
        }
        return std::nullopt;
    }

    std::vector<Operand> words() && { return std::move(words_); }

  private:
    using Values = std::array<std::optional<Operand>, static_cast<size_t>(Term::result) + 1>;
    static size_t index(Term term) { return static_cast<size_t>(term); }

    // Whether the next printed instruction is `in`, with the counterparts of its sources and its flag. If so,
    // binds its result.
    bool is_itself(const Instruction& in) {
        std::array<Operand, 3> src;
        for (int i = 0; i < ir::arity(in.op); ++i) src[i] = stand_in(in.src[i]);
        if (needs_form(in.op, src)) return false;
        std::optional<ir::Flag> flag;
        if (in.flag_in) {
            const Bit bit = flags_[in.flag_in->id];
            if (bit.is_complement) return false;
            flag = bit.flag;
        }
        const Instruction* found = match(next_, in.op, src, flag, in.flag_out.has_value());
        if (!found) return false;
        if (in.op == ir::Opcode::bit_not) complements_[in.dst.id] = found->src[0];
        if (in.flag_out) flags_[in.flag_out->id] = {*found->flag_out, false};
        words_[in.dst.id] = found->dst;
        ++next_;
        return true;
    }

    // Whether the instruction must not be printed unchanged: subtractions, selections, and a high word whose
    // low word is not computed just before it.
    bool needs_form(ir::Opcode op, const std::array<Operand, 3>& src) const {
        if (op == ir::Opcode::sub || op == ir::Opcode::select) return true;
        if (op != ir::Opcode::mul_hi && op != ir::Opcode::mul_his) return false;
        if (next_ == 0) return true;
        const Instruction& before = printed_.body[next_ - 1];
        return before.op != ir::Opcode::mul_lo || before.src != src;
    }

    // Whether the next printed instructions are `in` in this form. If so, binds its result.
    bool follows(const PrintedForm& form, const Instruction& in) {
        Values values = values_of(in);
        if (!applies(form, in, values)) return false;
        size_t at = next_;
        std::optional<ir::Flag> one, out;
        for (const FormStep& step : form.steps) {
            std::optional<Operand>& made = values[index(step.made)];
            if (step.op == ir::Opcode::bit_not && made) continue;
            std::array<Operand, 3> src;
            for (int i = 0; i < ir::arity(step.op); ++i) {
                const std::optional<Operand>& value = values[index(step.src[i])];
                if (!value) return false;
                src[i] = *value;
            }
            std::optional<ir::Flag> flag;
            if (step.carry_in == Carry::one) flag = one;
            if (step.carry_in == Carry::in) flag = flags_[in.flag_in->id].flag;
            const bool writes = step.carry_out == Carry::one || (step.carry_out == Carry::out && in.flag_out);
            const Instruction* found = match(at, step.op, src, flag, writes);
            if (!found) return false;
            if (step.carry_out == Carry::one) one = found->flag_out;
            if (step.carry_out == Carry::out) out = found->flag_out;
            made = found->dst;
            ++at;
        }
        next_ = at;
        words_[in.dst.id] = *values[index(Term::result)];
        if (in.flag_out) flags_[in.flag_out->id] = {*out, true};
        if (in.src[0].is_word) complements_[in.src[0].value] = values[index(Term::not_x)];
        if (in.src[1].is_word) complements_[in.src[1].value] = values[index(Term::not_y)];
        return true;
    }

    // Whether the form admits the flags and constants of the instruction.
    bool applies(const PrintedForm& form, const Instruction& in, const Values& values) const {
        const auto has = [&](Carry FormStep::*carry, Carry value) {
            return std::ranges::find(form.steps, value, carry) != form.steps.end();
        };
        if (in.flag_in.has_value() != has(&FormStep::carry_in, Carry::in)) return false;
        if (in.flag_in && !flags_[in.flag_in->id].is_complement) return false;
        if (in.flag_out && !has(&FormStep::carry_out, Carry::out)) return false;
        for (int i = 0; i < ir::arity(in.op); ++i) {
            if (values[index(form.src[i])] != stand_in(in.src[i])) return false;
        }
        return true;
    }

    // The values of the terms that are known before the first step of a form.
    Values values_of(const Instruction& in) const {
        const auto [x, y, z] = in.src;
        Values values;
        values[index(Term::x)] = stand_in(x);
        values[index(Term::y)] = stand_in(y);
        values[index(Term::z)] = stand_in(z);
        values[index(Term::not_x)] = complement(x);
        values[index(Term::not_y)] = complement(y);
        if (!y.is_word) values[index(Term::minus_y)] = Operand(0 - y.value);
        if (!y.is_word && y.value != 0) values[index(Term::minus_nonzero_y)] = Operand(0 - y.value);
        if (!x.is_word) values[index(Term::x_plus_1)] = Operand(x.value + 1);
        values[index(Term::zero)] = Operand(0u);
        values[index(Term::one)] = Operand(1u);
        values[index(Term::ones)] = Operand(UINT32_MAX);
        return values;
    }

    // The printed instruction at index `at` if it has this opcode, sources and flags, else nullptr.
    const Instruction* match(size_t at, ir::Opcode op, const std::array<Operand, 3>& src,
                             std::optional<ir::Flag> flag, bool writes_flag) {
        furthest_ = std::max(furthest_, at);
        if (at == printed_.body.size()) return nullptr;
        const Instruction& found = printed_.body[at];
        const bool is_same = found.op == op && found.flag_in == flag &&
                             found.flag_out.has_value() == writes_flag &&
                             std::equal(src.begin(), src.begin() + ir::arity(op), found.src.begin());
        return is_same ? &found : nullptr;
    }

    Operand stand_in(Operand operand) const { return operand.is_word ? words_[operand.value] : operand; }

    std::optional<Operand> complement(Operand operand) const {
        if (operand.is_word) return complements_[operand.value];
        return Operand(~operand.value);
    }

    const ir::Program& printed_;
    const ir::Program& proved_;
    std::vector<Operand> words_;                       // by proved word: its printed counterpart
    std::vector<std::optional<Operand>> complements_;  // by proved word: the printed word ~w, if there is one
    std::vector<Bit> flags_;                           // by proved flag: its printed counterpart
    size_t next_ = 0;                                  // index of the next printed instruction
    size_t furthest_ = 0;  // the last printed instruction compared with the current proved one
};

}  // namespace

std::optional<Difference> first_difference(const ir::Program& printed, const ir::Program& proved) {
    return Comparison(printed, proved).first();
}

std::vector<ir::Operand> counterparts(const ir::Program& printed, const ir::Program& proved) {
    Comparison comparison(printed, proved);
    comparison.first();
    return std::move(comparison).words();
}

}  // namespace limbsmith::ptx
