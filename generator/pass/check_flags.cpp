#include <fmt/format.h>

#include <optional>
#include <vector>

#include "pass/pass.hpp"

namespace limbsmith::pass {
namespace {

struct State {
    bool produced = false;
    bool consumed = false;
    ir::FlagKind kind = ir::FlagKind::none;
};

std::vector<bool> flags_with_consumers(const ir::Program& program) {
    std::vector<bool> wanted(program.flags, false);
    for (const ir::Instruction& in : program.body) {
        if (in.flag_in && in.flag_in->id < program.flags) wanted[in.flag_in->id] = true;
    }
    return wanted;
}

}  // namespace

void check_flags(const ir::Program& program) {
    const std::vector<bool> wanted = flags_with_consumers(program);
    std::vector<State> state(program.flags);
    std::optional<ir::Flag> current;  // the flag that the register holds
    const auto refuse = [&](ir::Flag flag, const std::string& what, const std::string& where) {
        throw IllegalProgram(fmt::format("{}: flag f{} is {} `{}`", program.name, flag.id, what, where));
    };
    const auto at = [&](ir::Flag flag, const ir::Instruction& in) -> State& {
        if (flag.id >= program.flags) refuse(flag, "out of range in", dump(in));
        return state[flag.id];
    };

    for (const ir::Instruction& in : program.body) {
        const ir::FlagKind kind = flag_kind(in.op);
        if ((in.flag_in || in.flag_out) && kind == ir::FlagKind::none) {
            throw IllegalProgram(fmt::format("{}: no flag passes through `{}`", program.name, dump(in)));
        }
        if (in.flag_in) {
            State& flag = at(*in.flag_in, in);
            if (!flag.produced) refuse(*in.flag_in, "consumed before it is produced, in", dump(in));
            if (flag.consumed) refuse(*in.flag_in, "doubled: consumed a second time by", dump(in));
            if (current != in.flag_in) refuse(*in.flag_in, "stale: overwritten before it reaches", dump(in));
            if (flag.kind != kind)
                refuse(*in.flag_in, "of the wrong kind (carry against borrow) for", dump(in));
            flag.consumed = true;
        }
        if (in.flag_out) {
            State& flag = at(*in.flag_out, in);
            if (flag.produced) refuse(*in.flag_out, "doubled: produced a second time by", dump(in));
            if (!wanted[in.flag_out->id])
                refuse(*in.flag_out, "lost: nothing consumes the flag of", dump(in));
            flag = {true, false, kind};
            current = in.flag_out;
        }
    }
}

}  // namespace limbsmith::pass
