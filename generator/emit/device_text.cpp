#include "emit/device_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "ir/lane_uses.hpp"

namespace limbsmith::emit {
namespace {

using GroupRole = ir::Variable::Role;
using Many = ir::Variable::Many;

constexpr int alignment = 16;

int aligned_bytes(const ir::Variable& it) {
    return (it.count * it.words * 4 + alignment - 1) / alignment * alignment;
}

}  // namespace

int own_shared_bytes(const ir::Routine& routine) {
    int bytes = 0;
    for (const ir::Variable& it : routine.variables)
        if (it.role == GroupRole::shared) bytes += aligned_bytes(it);
    return bytes;
}

bool is_declared(const ir::Routine& routine) {
    constexpr int most = 4096;
    return routine.mapping.is_block() && own_shared_bytes(routine) <= most;
}

std::string given(const ScalarText& scalar, const ir::Exchange& it) {
    const std::string value = scalar.value(it.value);
    const bool is_compared = it.kind != ir::Exchange::Kind::from_lane;
    return is_compared && it.value.kind() >= ir::Scalar::Kind::add ? "(" + value + ")" : value;
}

std::string tables(const ir::Routine& routine) {
    constexpr size_t in_a_line = 8;
    std::string out;
    for (const ir::Variable& it : routine.variables) {
        if (it.role != GroupRole::constant) continue;
        out += fmt::format("    alignas(16) static const uint32_t {}[{}] = {{\n", it.name, it.count);
        for (size_t first = 0; first < it.table->size(); first += in_a_line) {
            const size_t count = std::min(in_a_line, it.table->size() - first);
            out += fmt::format("        {},\n", fmt::join(std::span(*it.table).subspan(first, count), ", "));
        }
        out += "    };\n";
    }
    return out;
}

std::string DeviceText::function() {
    name_lanes();
    declare_shared();
    return fmt::format("{} {} {{\n{}{}}}\n",
                       routine_.is_apart ? "inline __device__ __noinline__" : "__device__ __forceinline__",
                       declaration(routine_), tables(routine_), body());
}

std::string DeviceText::memory_parameters() {
    std::string parameters;
    for (int id : routine_.parameters) {
        const ir::Variable& it = variable(id);
        if (it.name == group_name) continue;
        if (it.role == GroupRole::global) {
            parameters += fmt::format("{}{}* {}, ", constness(id), value_type(it), it.name);
            if (it.many == Many::strided)
                parameters += fmt::format("unsigned long long {}_stride, ", it.name);
        } else {
            parameters += fmt::format("uint32_t {}, ", it.name);
        }
    }
    return parameters;
}

const char* DeviceText::constness(int id) const { return declarations_.writes[id] == 0 ? "const " : ""; }

void DeviceText::say_aligned(int id) {
    line(fmt::format("{0} = ({2}{3}*)__builtin_assume_aligned({0}, {1});", variable(id).name, alignment,
                     constness(id), value_type(variable(id))));
}

std::string DeviceText::function_in_memory() {
    std::string parameters = memory_parameters();
    parameters.resize(parameters.size() - 2);
    for (int id : routine_.parameters)
        if (variable(id).role == GroupRole::global) say_aligned(id);
    name_lanes();
    declare_shared();
    return fmt::format("{}__device__ __forceinline__ void {}({}) {{\n{}{}}}\n", comment(routine_),
                       routine_.name, parameters, tables(routine_), body());
}

std::string DeviceText::kernel() {
    const std::string parameters = memory_parameters();
    find_group();
    name_lanes();
    declare_shared();
    return fmt::format(
        "extern \"C\" __global__ void __launch_bounds__({}) {}({}uint32_t groups, uint32_t instances) "
        "{{\n{}{}}}\n",
        is_block() ? routine_.lanes() : threads_of_warps, routine_.name, parameters, tables(routine_),
        body());
}

// The group, and where the arrays of its instance begin. Warps without a group end.
void DeviceText::find_group() {
    if (is_block()) {
        line("const uint32_t all_groups = blockIdx.x;");
    } else {
        line(fmt::format("const uint32_t all_groups = blockIdx.x * {}u + threadIdx.x / {}u;",
                         threads_of_warps / routine_.lanes(), routine_.lanes()));
    }
    const ir::LaneUses uses(routine_);
    line("const uint32_t instance = all_groups / groups;");
    line("if (instance >= instances) return;");
    for (int id : routine_.parameters) {
        const ir::Variable& it = variable(id);
        if (it.name == group_name && uses.read.contains(id))
            line(fmt::format("const uint32_t {} = all_groups % groups;", it.name));
        if (it.role != GroupRole::global) continue;
        if (it.many == Many::strided)
            line(fmt::format("{0} += instance * {0}_stride;", it.name));
        else
            say_aligned(id);
    }
}

void DeviceText::name_lanes() {
    const int lanes = routine_.lanes();
    const ir::LaneUses uses(routine_);
    const bool needs_first = uses.ballot && lanes < ir::warp;
    if (is_block()) {
        if (uses.lane) line("const uint32_t lane = threadIdx.x;");
    } else if (uses.lane || needs_first) {
        line(fmt::format("const uint32_t lane = threadIdx.x % {}u;", lanes));
        if (needs_first) line(fmt::format("const uint32_t first = threadIdx.x % {}u - lane;", ir::warp));
    }
}

void DeviceText::exchange(const ir::Exchange& it) {
    const std::string value = given(scalar_, it), to = target(it.target);
    if (it.kind == ir::Exchange::Kind::any) {
        line(fmt::format("{}uint32_t({}{} != 0u));", to,
                         is_block() ? "__syncthreads_or(" : "__any_sync(0xffffffffu, ", value));
    } else if (it.kind == ir::Exchange::Kind::largest) {
        if (is_block()) throw std::logic_error(routine_.name + ": the largest value of a block");
        line(fmt::format("{}largest_of_warp({});", to, value));
    } else if (it.kind == ir::Exchange::Kind::ballot) {
        const bool is_warp = routine_.lanes() >= ir::warp;
        line(fmt::format("{}__ballot_sync(0xffffffffu, {} != 0u){};", to, value,
                         is_warp ? "" : fmt::format(" >> first & {:#x}u", (1u << routine_.lanes()) - 1)));
    } else if (is_block()) {
        line(fmt::format("{}detail::from_thread({}, {});", to, value, scalar_.value(it.from)));
    } else {
        line(fmt::format("{}__shfl_sync(0xffffffffu, {}, {}, {});", to, value, scalar_.value(it.from),
                         routine_.lanes()));
    }
}

void DeviceText::barrier(const ir::Barrier& it) {
    line(it.scope == ir::Barrier::Scope::warp || !is_block() ? "__syncwarp();" : "__syncthreads();");
}

void DeviceText::matrix_load(const ir::MatrixLoad& it) {
    declare_all_but(-1);
    line(fmt::format("detail::load_matrix(&{}, &{});", text(it.target), text(it.row)));
}

void DeviceText::matrix_product(const ir::MatrixProduct& it) {
    declare_all_but(-1);
    line(fmt::format("detail::multiply_matrices(&{}, &{}, &{});", text(it.sums), text(it.a), text(it.b)));
}

void DeviceText::atomic_add(const ir::AtomicAdd& it) {
    const std::string to = target(it.target);
    line(fmt::format("{}atomicAdd(&{}, {});", to, text(it.word),
                     scalar_.converted(it.value, ir::Variable::Kind::word)));
}

void DeviceText::declare_shared() {
    if (own_shared_bytes(routine_) == 0) return;
    if (!is_declared(routine_)) line("extern __shared__ uint4 shared_memory[];");
    const std::string group = is_block() ? ""
                                         : fmt::format("threadIdx.x / {}u * {} + ", routine_.lanes(),
                                                       own_shared_bytes(routine_) / alignment);
    int first = 0;
    for (const ir::Variable& it : routine_.variables) {
        if (it.role != GroupRole::shared) continue;
        if (is_declared(routine_)) {
            line(fmt::format("__shared__ {} {}[{}];", value_type(it), it.name, it.count));
        } else {
            line(fmt::format("{0}* const {1} = reinterpret_cast<{0}*>(shared_memory + {2}{3});",
                             value_type(it), it.name, group, first / alignment));
            first += aligned_bytes(it);
        }
    }
}

}  // namespace limbsmith::emit
