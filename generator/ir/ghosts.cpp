// Inserts ghosts into the body as instructions.
#include <algorithm>

#include "ir/program.hpp"

namespace limbsmith::ir {
namespace {

class Merger {
  public:
    explicit Merger(const Program& program)
        : is_taken_(program.words),
          is_defined_(program.words),
          has_producer_(program.flags),
          is_written_(program.flags) {
        for (const Input& input : program.inputs) {
            for (Word word : input.words) is_taken_[word.id] = is_defined_[word.id] = true;
        }
        for (const Instruction& in : program.body) {
            is_taken_[in.dst.id] = true;
            if (in.flag_out) has_producer_[in.flag_out->id] = true;
        }
    }

    Instruction of_body(Instruction in, const Ghosts& ghosts) {
        const auto flag = std::ranges::find(ghosts.flags, in.dst, &std::pair<Word, Flag>::first);
        if (flag != ghosts.flags.end() && !in.flag_out && is_free(flag->second)) in.flag_out = flag->second;
        define(in);
        return in;
    }

    bool can_add(const Instruction& ghost) const {
        const auto is_there = [&](Operand operand) {
            return !operand.is_word || (operand.value < is_defined_.size() && is_defined_[operand.value]);
        };
        return std::all_of(ghost.src.begin(), ghost.src.begin() + arity(ghost.op), is_there) &&
               ghost.dst.id < is_taken_.size() && !is_taken_[ghost.dst.id] &&
               (!ghost.flag_in ||
                (ghost.flag_in->id < is_written_.size() && is_written_[ghost.flag_in->id])) &&
               (!ghost.flag_out || is_free(*ghost.flag_out));
    }

    void define(const Instruction& in) {
        is_taken_[in.dst.id] = is_defined_[in.dst.id] = true;
        if (!in.flag_out) return;
        has_producer_[in.flag_out->id] = true;
        is_written_[in.flag_out->id] = true;
    }

  private:
    bool is_free(Flag flag) const { return flag.id < has_producer_.size() && !has_producer_[flag.id]; }

    std::vector<bool> is_taken_, is_defined_;      // by word id: anywhere; so far
    std::vector<bool> has_producer_, is_written_;  // by flag id: anywhere; so far
};

}  // namespace

Program with_ghosts(Program program) {
    const Ghosts ghosts = std::exchange(program.ghosts, {});
    if (ghosts.instructions.empty()) return program;
    Merger merger(program);
    std::vector<Instruction> body;
    auto ghost = ghosts.instructions.begin();
    const auto add_ghosts_below = [&](uint32_t word) {
        for (; ghost != ghosts.instructions.end() && ghost->dst.id < word; ++ghost) {
            if (!merger.can_add(*ghost)) continue;
            merger.define(*ghost);
            body.push_back(*ghost);
        }
    };
    for (const Instruction& in : program.body) {
        add_ghosts_below(in.dst.id);
        body.push_back(merger.of_body(in, ghosts));
    }
    add_ghosts_below(program.words);
    program.body = std::move(body);
    return program;
}

}  // namespace limbsmith::ir
