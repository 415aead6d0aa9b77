#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "derive/mutant.hpp"

namespace limbsmith::test {
namespace {

using ir::Flag, ir::FlagKind, ir::Instruction, ir::Opcode, ir::Operand, ir::Program, ir::Word;

constexpr size_t none = SIZE_MAX;

// Opcodes that may replace an opcode by mistake; they have the same number of sources.
const std::multimap<Opcode, std::pair<Opcode, std::string_view>> mistakes = {
    {Opcode::add, {Opcode::sub, "sub for add"}},
    {Opcode::add, {Opcode::bit_or, "other logic"}},
    {Opcode::add, {Opcode::bit_xor, "other logic"}},
    {Opcode::sub, {Opcode::add, "add for sub"}},
    {Opcode::mul_lo, {Opcode::mul_hi, "hi for lo"}},
    {Opcode::mul_hi, {Opcode::mul_lo, "lo for hi"}},
    {Opcode::mul_hi, {Opcode::mul_his, "signed for unsigned"}},
    {Opcode::mul_his, {Opcode::mul_hi, "unsigned for signed"}},
    {Opcode::mad_lo, {Opcode::mad_hi, "hi for lo"}},
    {Opcode::mad_hi, {Opcode::mad_lo, "lo for hi"}},
    {Opcode::mad_hi, {Opcode::mad_his, "signed for unsigned"}},
    {Opcode::mad_his, {Opcode::mad_hi, "unsigned for signed"}},
    {Opcode::bit_and, {Opcode::bit_or, "other logic"}},
    {Opcode::bit_and, {Opcode::bit_xor, "other logic"}},
    {Opcode::bit_or, {Opcode::bit_and, "other logic"}},
    {Opcode::bit_or, {Opcode::bit_xor, "other logic"}},
    {Opcode::bit_xor, {Opcode::bit_or, "other logic"}},
    {Opcode::shl, {Opcode::shr, "other shift"}},
    {Opcode::shr, {Opcode::shl, "other shift"}},
    {Opcode::shr, {Opcode::sar, "other shift"}},
    {Opcode::sar, {Opcode::shr, "other shift"}},
    {Opcode::shf_l, {Opcode::shf_r, "other shift"}},
    {Opcode::shf_r, {Opcode::shf_l, "other shift"}},
    {Opcode::min, {Opcode::sub, "sub for min"}},
    {Opcode::min, {Opcode::bit_and, "other logic"}},
};

bool commutes(Opcode op, int i, int j) {
    switch (op) {
        case Opcode::sub:
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::sar:
        case Opcode::shf_l:
        case Opcode::shf_r:
        case Opcode::select: return false;
        default: return i + j == 1;  // the third source of a mad does not commute
    }
}

// The index of the source with the shift count, or -1.
int shift_count(Opcode op) {
    switch (op) {
        case Opcode::shl:
        case Opcode::shr:
        case Opcode::sar: return 1;
        case Opcode::shf_l:
        case Opcode::shf_r: return 2;
        default: return -1;
    }
}

// Replaces every use of `from` after instruction `first` by `to`.
void replace_uses(Program& program, Word from, Operand to, size_t first = 0) {
    const auto replace = [&](Operand& operand) {
        if (operand == Operand(from)) operand = to;
    };
    for (size_t i = first; i < program.body.size(); ++i) std::ranges::for_each(program.body[i].src, replace);
    for (ir::Output& output : program.outputs) std::ranges::for_each(output.words, replace);
    for (ir::Claim& claim : program.outline.claims) {
        for (ir::ClaimSum* sum : {&claim.number, &claim.rest}) {
            for (ir::ClaimTerm& term : *sum) {
                for (ir::ClaimTerm::Factor& factor : term.factors) replace(factor.word);
            }
        }
    }
}

class Collector {
  public:
    explicit Collector(const Program& program)
        : program_(program), producer_(program.flags, none), consumer_(program.flags, none) {
        for (const ir::Input& input : program.inputs) {
            for (Word word : input.words) defined_.push_back(word.id);
        }
        for (size_t i = 0; i < program.body.size(); ++i) {
            const Instruction& in = program.body[i];
            defined_.push_back(in.dst.id);
            if (in.flag_out) producer_[in.flag_out->id] = i;
            if (in.flag_in) consumer_[in.flag_in->id] = i;
        }
    }

    std::vector<Mutation> collect() && {
        for (size_t i = 0; i < program_.body.size(); ++i) {
            sources(i);
            constants(i);
            opcodes(i);
            dropped(i);
            doubled(i);
            missing_flag(i);
        }
        for (uint32_t f = 0; f < program_.flags; ++f) {
            if (producer_[f] != none && consumer_[f] != none) flag(Flag{f});
        }
        outputs();
        return std::move(mutations_);
    }

  private:
    template <class Apply>
    void add(std::string_view kind, std::string what, Apply apply) {
        mutations_.push_back({kind, std::move(what), std::move(apply)});
    }

    // Adds a change of instruction i only.
    template <class Change>
    void change(std::string_view kind, size_t i, Change how) {
        Instruction changed = program_.body[i];
        how(changed);
        add(kind, fmt::format("`{}`, not `{}`", dump(changed), dump(program_.body[i])),
            [=](Program& p) { how(p.body[i]); });
    }

    // The words defined just before and just after a word.
    std::vector<Word> neighbours(Word word) const {
        const auto at = std::ranges::find(defined_, word.id);
        std::vector<Word> found;
        if (at != defined_.begin()) found.push_back(Word{*(at - 1)});
        if (at + 1 != defined_.end()) found.push_back(Word{*(at + 1)});
        return found;
    }

    // For a word of an input: the words of the other inputs at the same place.
    std::vector<Word> alike(Word word) const {
        std::vector<Word> found;
        for (const ir::Input& input : program_.inputs) {
            const auto at = std::ranges::find(input.words, word);
            if (at == input.words.end()) continue;
            const size_t place = static_cast<size_t>(at - input.words.begin());
            for (const ir::Input& other : program_.inputs) {
                if (&other != &input && place < other.words.size()) found.push_back(other.words[place]);
            }
        }
        return found;
    }

    void sources(size_t i) {
        const Instruction& in = program_.body[i];
        const int arity = ir::arity(in.op);
        for (int s = 0; s < arity; ++s) {
            for (int t = s + 1; t < arity; ++t) {
                if (in.src[s] == in.src[t] || commutes(in.op, s, t)) continue;
                const bool is_choice = in.op == Opcode::select && s == 1;
                change(is_choice ? "select sources swapped" : "operands swapped", i,
                       [=](Instruction& now) { std::swap(now.src[s], now.src[t]); });
            }
            if (!in.src[s].is_word) continue;
            for (const Word neighbour : neighbours(in.src[s].word())) {
                if (neighbour == in.dst) continue;
                change("operand replaced by a neighbour", i,
                       [=](Instruction& now) { now.src[s] = neighbour; });
            }
            for (const Word other : alike(in.src[s].word()))
                change("operand from another input", i, [=](Instruction& now) { now.src[s] = other; });
            change("operand replaced by zero", i, [=](Instruction& now) { now.src[s] = Operand(0u); });
        }
    }

    void constants(size_t i) {
        const Instruction& in = program_.body[i];
        for (int s = 0; s < ir::arity(in.op); ++s) {
            if (in.src[s].is_word) continue;
            const uint32_t value = in.src[s].value;
            const bool is_count = s == shift_count(in.op);
            for (uint32_t other : {value - 1, value + 1}) {
                change(is_count ? "shift amount off by one" : "constant off by one", i,
                       [=](Instruction& now) { now.src[s] = Operand(other); });
            }
            for (int bit = 0; bit < 32; ++bit) {
                const uint32_t other = value ^ uint32_t { 1 } << bit;
                if (other == value + 1 || other == value - 1) continue;
                change("one bit of a constant", i, [=](Instruction& now) { now.src[s] = Operand(other); });
            }
        }
    }

    void opcodes(size_t i) {
        const Instruction& in = program_.body[i];
        const auto [first, last] = mistakes.equal_range(in.op);
        for (auto mistake = first; mistake != last; ++mistake) {
            const auto [op, kind] = mistake->second;
            change(kind, i, [=](Instruction& now) { now.op = op; });
        }
        // replaces a whole chain of sums by one of differences, and the reverse
        if ((in.op != Opcode::add && in.op != Opcode::sub) || in.flag_in || !in.flag_out) return;
        std::vector<size_t> chain{i};
        while (program_.body[chain.back()].flag_out)
            chain.push_back(consumer_[program_.body[chain.back()].flag_out->id]);
        if (std::ranges::any_of(chain, [&](size_t k) { return program_.body[k].op != in.op; })) return;
        const Opcode other = in.op == Opcode::add ? Opcode::sub : Opcode::add;
        add("chain turned over", fmt::format("from `{}`", dump(in)), [=](Program& p) {
            for (size_t k : chain) p.body[k].op = other;
        });
    }

    // Removes the instruction: its word becomes one of its sources or zero; a flag skips it.
    void dropped(size_t i) {
        const Instruction& in = program_.body[i];
        std::vector<Operand> substitutes{Operand(0u)};
        for (int s = 0; s < ir::arity(in.op); ++s) substitutes.push_back(in.src[s]);
        const size_t from = in.flag_in ? producer_[in.flag_in->id] : none;
        const size_t to = in.flag_out ? consumer_[in.flag_out->id] : none;
        for (const Operand substitute : substitutes) {
            add("dropped", fmt::format("`{}`", dump(in)), [=](Program& p) {
                const Instruction gone = p.body[i];
                if (to != none) p.body[to].flag_in = gone.flag_in;
                if (to == none && from != none) p.body[from].flag_out.reset();
                replace_uses(p, gone.dst, substitute, i + 1);
                p.body.erase(p.body.begin() + static_cast<std::ptrdiff_t>(i));
            });
        }
    }

    // Applies the instruction once more, to its result in place of one source.
    void doubled(size_t i) {
        const Instruction& in = program_.body[i];
        const bool is_idempotent = in.op == Opcode::bit_and || in.op == Opcode::bit_or ||
                                   in.op == Opcode::select || in.op == Opcode::min;
        if (is_idempotent) return;
        for (int s = 0; s < ir::arity(in.op); ++s) {
            add("doubled", fmt::format("`{}`", dump(in)), [=](Program& p) {
                Instruction again = p.body[i];
                again.src[s] = again.dst;
                again.dst = Word{p.words++};
                again.flag_in.reset();
                again.flag_out.reset();
                replace_uses(p, p.body[i].dst, again.dst, i + 1);
                p.body.insert(p.body.begin() + static_cast<std::ptrdiff_t>(i) + 1, again);
            });
        }
    }

    // The nearest instruction before or after `from` that could write or read a flag of this kind but does
    // not.
    size_t nearest(size_t from, int step, FlagKind kind, std::optional<Flag> Instruction::*flag) const {
        for (size_t i = from + step; i < program_.body.size(); i += step) {
            if (flag_kind(program_.body[i].op) == kind && !(program_.body[i].*flag)) return i;
        }
        return none;
    }

    void flag(Flag f) {
        const size_t from = producer_[f.id], to = consumer_[f.id];
        const FlagKind kind = flag_kind(program_.body[from].op);
        const std::string what =
            fmt::format("from `{}` to `{}`", dump(program_.body[from]), dump(program_.body[to]));
        add("flag lost", what, [=](Program& p) {
            p.body[from].flag_out.reset();
            p.body[to].flag_in.reset();
        });
        add("flag not read", what, [=](Program& p) { p.body[to].flag_in.reset(); });
        for (size_t other : {nearest(from, -1, kind, &Instruction::flag_out),
                             nearest(from, 1, kind, &Instruction::flag_out)}) {
            if (other >= to) continue;  // also if there is none
            add("flag from another instruction", what, [=](Program& p) {
                p.body[from].flag_out.reset();
                p.body[other].flag_out = f;
            });
        }
        for (size_t other :
             {nearest(to, -1, kind, &Instruction::flag_in), nearest(to, 1, kind, &Instruction::flag_in)}) {
            if (other == none || other <= from) continue;
            add("flag to another instruction", what, [=](Program& p) {
                p.body[to].flag_in.reset();
                p.body[other].flag_in = f;
            });
        }
        if (f.id + 1 < program_.flags && consumer_[f.id + 1] != none) {
            const size_t next = consumer_[f.id + 1];
            add("flags exchanged", what,
                [=](Program& p) { std::swap(p.body[to].flag_in, p.body[next].flag_in); });
        }
    }

    // Adds a flag where there is none.
    void missing_flag(size_t i) {
        const Instruction& in = program_.body[i];
        const FlagKind kind = flag_kind(in.op);
        if (kind == FlagKind::none || in.flag_in) return;
        const size_t from = nearest(i, -1, kind, &Instruction::flag_out);
        if (from == none) return;
        add("addc for add", fmt::format("`{}`", dump(in)),
            [=](Program& p) { p.body[from].flag_out = p.body[i].flag_in = Flag{p.flags++}; });
    }

    void outputs() {
        for (size_t o = 0; o < program_.outputs.size(); ++o) {
            const std::vector<Operand>& words = program_.outputs[o].words;
            for (size_t w = 0; w < words.size(); ++w) {
                const std::string what = fmt::format("{}[{}]", program_.outputs[o].name, w);
                for (size_t other : {w - 1, w + 1}) {
                    if (other >= words.size() || words[other] == words[w]) continue;
                    add("output replaced by a neighbour", what,
                        [=](Program& p) { p.outputs[o].words[w] = p.outputs[o].words[other]; });
                }
                if (w + 1 < words.size() && words[w] != words[w + 1]) {
                    add("outputs swapped", what,
                        [=](Program& p) { std::swap(p.outputs[o].words[w], p.outputs[o].words[w + 1]); });
                }
                if (words[w].is_word) {
                    for (const Word neighbour : neighbours(words[w].word()))
                        add("output replaced by a neighbour", what,
                            [=](Program& p) { p.outputs[o].words[w] = neighbour; });
                } else {
                    add("constant off by one", what, [=](Program& p) { ++p.outputs[o].words[w].value; });
                }
                if (!words[w].is_zero())
                    add("output replaced by zero", what,
                        [=](Program& p) { p.outputs[o].words[w] = Operand(0u); });
            }
        }
    }

    const Program& program_;
    std::vector<uint32_t> defined_;            // words in the order of their definitions
    std::vector<size_t> producer_, consumer_;  // of each flag
    std::vector<Mutation> mutations_;
};

}  // namespace

std::vector<Mutation> mutations_of_body(const Program& program) { return Collector(program).collect(); }

Program mutant(Program program, const Mutation& mutation) {
    mutation.apply(program);
    return program;
}

}  // namespace limbsmith::test
