#include "emit/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <stdexcept>

#include "emit/routine_text.hpp"

namespace limbsmith::emit {
namespace {

using GroupRole = ir::Variable::Role;

constexpr int warp = 32;

// Whether a statement is one of all lanes together, or has one in its body.
bool is_joint(const ir::Statement& statement) {
    const auto has = [](const ir::Block& body) { return std::ranges::any_of(body, is_joint); };
    if (const auto* loop = std::get_if<ir::For>(&statement.what)) return has(loop->body);
    if (const auto* decision = std::get_if<ir::If>(&statement.what)) return has(decision->body);
    return std::holds_alternative<ir::Exchange>(statement.what) ||
           std::holds_alternative<ir::Barrier>(statement.what);
}

void add_counters(const ir::Block& block, std::set<int>& counters) {
    for (const ir::Statement& statement : block) {
        if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
            counters.insert(loop->counter);
            add_counters(loop->body, counters);
        } else if (const auto* decision = std::get_if<ir::If>(&statement.what)) {
            add_counters(decision->body, counters);
        }
    }
}

bool uses_shared(const ir::Routine& routine) {
    return std::ranges::any_of(routine.variables,
                               [](const ir::Variable& it) { return it.role == GroupRole::shared; });
}

class DeviceText : public RoutineText {
  public:
    using RoutineText::RoutineText;

    std::string function() {
        const int lanes = routine_.lanes;
        if (uses_shared(routine_)) {
            line("const uint32_t lane = threadIdx.x;");
        } else if (lanes == warp) {
            line(fmt::format("const uint32_t lane = threadIdx.x % {}u;", warp));
        } else {
            line(fmt::format("const uint32_t lane = threadIdx.x % {}u, first = threadIdx.x % {}u - lane;",
                             lanes, warp));
        }
        for (const ir::Variable& it : routine_.variables) {
            if (it.role == GroupRole::shared)
                line(fmt::format("__shared__ {} {}[{}];", value_type(it), it.name, it.count));
        }
        return fmt::format("__device__ __forceinline__ {} {{\n{}}}\n", declaration(routine_), body());
    }

  protected:
    void exchange(const ir::Exchange& it) override {
        const std::string value = scalar_.value(it.value), to = target(it.target);
        if (it.kind == ir::Exchange::Kind::ballot) {
            const bool is_warp = routine_.lanes == warp;
            line(fmt::format("{}__ballot_sync(0xffffffffu, {} != 0u){};", to, value,
                             is_warp ? "" : fmt::format(" >> first & {:#x}u", (1u << routine_.lanes) - 1)));
        } else {
            line(fmt::format("{}__shfl_sync(0xffffffffu, {}, {}, {});", to, value, scalar_.value(it.from),
                             routine_.lanes));
        }
    }
    void barrier() override { line("__syncthreads();"); }
};

// Every variable is an array with a value for each lane; what lies between two joint statements is a loop
// over the lanes.
class HostText : public RoutineText {
  public:
    HostText(const ir::Routine& routine, const ir::Library& library, const PartNames& parts)
        : RoutineText(routine, library, parts) {
        declarations_.at.clear();
        add_counters(routine.body, counters_);
    }

    std::string function() {
        std::string parameters;
        const auto add = [&](int id) {
            const ir::Variable& it = variable(id);
            parameters += fmt::format("{}{}{}* {}", parameters.empty() ? "" : ", ",
                                      it.role == GroupRole::input ? "const " : "", value_type(it), it.name);
        };
        if (routine_.result) add(*routine_.result);
        for (int id : routine_.parameters) add(id);
        for (size_t id = 0; id < routine_.variables.size(); ++id) {
            const ir::Variable& it = variable(static_cast<int>(id));
            if (it.is_parameter() || counters_.contains(static_cast<int>(id))) continue;
            const int count = it.role == GroupRole::shared ? it.count : routine_.lanes;
            line(fmt::format("{} {}[{}];", value_type(it), it.name, count));
        }
        block(routine_.body);
        return fmt::format("inline void {}({}) {{\n{}}}\n", routine_.name, parameters, out_);
    }

  protected:
    std::string name_of(int id) const override {
        const bool is_one = counters_.contains(id) || variable(id).role == GroupRole::shared;
        return RoutineText::name_of(id) + (is_one ? "" : "[lane]");
    }
    void block(const ir::Block& block) override {
        if (is_in_lane_) return RoutineText::block(block);
        for (auto next = block.begin(); next != block.end();) {
            const auto end = std::find_if(next, block.end(), is_joint);
            if (end != next) {
                is_in_lane_ = true;
                nested(each_lane(), ir::Block(next, end));
                is_in_lane_ = false;
            }
            next = end;
            if (next != block.end()) RoutineText::print(*next++);
        }
    }
    // all values are taken before one is given
    void exchange(const ir::Exchange& it) override {
        const bool is_ballot = it.kind == ir::Exchange::Kind::ballot;
        const std::string value = scalar_.value(it.value), to = text(it.target);
        const auto inside = [&](const std::string& text) { line("    " + text); };
        line("{");
        inside(is_ballot ? "uint32_t all = 0;" : fmt::format("uint32_t all[{}];", routine_.lanes));
        inside(each_lane() + (is_ballot ? fmt::format(" all |= (uint32_t)({} != 0u) << lane;", value)
                                        : fmt::format(" all[lane] = {};", value)));
        inside(each_lane() + (is_ballot ? fmt::format(" {} = all;", to)
                                        : fmt::format(" {} = all[({}) % {}u];", to, scalar_.value(it.from),
                                                      routine_.lanes)));
        line("}");
    }
    void barrier() override {}

  private:
    std::string each_lane() const {
        return fmt::format("for (uint32_t lane = 0; lane < {}u; ++lane)", routine_.lanes);
    }

    std::set<int> counters_;
    bool is_in_lane_ = false;
};

}  // namespace

std::string group_routine(const ir::Routine& routine, const ir::Library& library, const PartNames& parts) {
    const auto lanes = static_cast<unsigned>(routine.lanes);
    if (!std::has_single_bit(lanes) || (lanes > warp && !uses_shared(routine)))
        throw std::logic_error(fmt::format("no group of {} lanes", lanes));
    return fmt::format(
        "{}#if defined(__CUDACC__)\n{}#endif\n// The same for all lanes at once, a value of each.\n{}",
        comment(routine), DeviceText(routine, library, parts).function(),
        HostText(routine, library, parts).function());
}

}  // namespace limbsmith::emit
