#include "read/device_routine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/loops.hpp"
#include "ir/lane_uses.hpp"
#include "operation/device_grid.hpp"
#include "read/loop_body.hpp"

namespace limbsmith::read {
namespace {

using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// Arrays begin at a multiple of so many bytes.
constexpr int alignment = 16;
// With more bytes of its own, a block has its shared arrays in the memory with which it is launched.
constexpr int most_declared = 4096;
// Which group a thread of a kernel belongs to.
constexpr std::string_view group_name = "group";

int bytes_of(const ir::Variable& it) {
    return (4 * it.count * it.words + alignment - 1) / alignment * alignment;
}

int own_bytes(const ir::Routine& routine) {
    int bytes = 0;
    for (const ir::Variable& it : routine.variables) {
        if (it.role == Role::shared) bytes += bytes_of(it);
    }
    return bytes;
}

bool is_declared(const ir::Routine& routine) {
    return routine.mapping.is_block() && own_bytes(routine) <= most_declared;
}

class DeviceBody : public LoopBody {
  public:
    DeviceBody(Cursor& cursor, const ir::Routine& proved, const Callees& callees)
        : LoopBody(cursor, proved, callees) {
        for (size_t id = 0; id < proved.variables.size(); ++id) {
            const Role role = proved.variables[id].role;
            if (role == Role::shared || role == Role::constant) declare(static_cast<int>(id));
        }
        expressions_.have_lanes();
    }

    // The words of constant arrays.
    void read_tables() {
        for (const ir::Variable& it : proved_.variables) {
            if (it.role != Role::constant) continue;
            cursor_.expect(fmt::format("alignas(16) static const uint32_t {}[{}] = {{", it.name, it.count));
            for (uint32_t word : *it.table) cursor_.expect({std::to_string(word), ","});
            cursor_.expect("};");
        }
    }

    // Which lane this is, and the first lane of its group in the warp.
    void read_lanes() {
        const int lanes = proved_.lanes();
        const ir::LaneUses uses(proved_);
        if (proved_.mapping.is_block()) {
            if (uses.lane) cursor_.expect("const uint32_t lane = threadIdx.x;");
            return;
        }
        const bool needs_first = uses.ballot && lanes < ir::warp;
        if (uses.lane || needs_first)
            cursor_.expect(fmt::format("const uint32_t lane = threadIdx.x % {}u;", lanes));
        if (needs_first) cursor_.expect("const uint32_t first = threadIdx.x % 32u - lane;");
    }

    void read_shared() {
        if (own_bytes(proved_) == 0) return;
        const bool is_here = is_declared(proved_);
        if (!is_here) cursor_.expect("extern __shared__ uint4 shared_memory[];");
        const std::string group =
            proved_.mapping.is_block()
                ? ""
                : fmt::format("threadIdx.x / {}u * {} + ", proved_.lanes(), own_bytes(proved_) / alignment);
        int first = 0;
        for (const ir::Variable& it : proved_.variables) {
            if (it.role != Role::shared) continue;
            const std::string type = type_text(it);
            cursor_.expect(
                is_here ? fmt::format("__shared__ {} {}[{}];", type, it.name, it.count)
                        : fmt::format("{0}* const {1} = reinterpret_cast<{0}*>(shared_memory + {2}{3});",
                                      type, it.name, group, first / alignment));
            first += bytes_of(it);
        }
    }

    std::string parameters_in_memory() const {
        std::string all;
        for (int id : proved_.parameters) {
            const ir::Variable& it = variable(id);
            if (it.name == group_name) continue;
            const std::string comma = all.empty() ? "" : ", ";
            if (it.role != Role::global) {
                all += fmt::format("{}uint32_t {}", comma, it.name);
                continue;
            }
            all += fmt::format("{}{}{}* {}", comma, constness(id), type_text(it), it.name);
            if (it.many == Many::strided) all += fmt::format(", unsigned long long {}_stride", it.name);
        }
        return all;
    }

    void read_alignment(int id) {
        cursor_.expect(fmt::format("{0} = ({1}{2}*)__builtin_assume_aligned({0}, {3});", variable(id).name,
                                   constness(id), type_text(variable(id)), alignment));
    }

    // The group of a thread, the instance of the group, and where its arrays begin.
    void read_group() {
        const int lanes = proved_.lanes();
        cursor_.expect(proved_.mapping.is_block()
                           ? "const uint32_t all_groups = blockIdx.x;"
                           : fmt::format("const uint32_t all_groups = blockIdx.x * {}u + threadIdx.x / {}u;",
                                         grid::threads_of_warps / lanes, lanes));
        cursor_.expect("const uint32_t instance = all_groups / groups; if (instance >= instances) return;");
        const ir::LaneUses uses(proved_);
        for (int id : proved_.parameters) {
            const ir::Variable& it = variable(id);
            if (it.name == group_name && uses.read.contains(id))
                cursor_.expect(fmt::format("const uint32_t {} = all_groups % groups;", it.name));
            if (it.role != Role::global) continue;
            if (it.many == Many::strided)
                cursor_.expect(fmt::format("{0} += instance * {0}_stride;", it.name));
            else
                read_alignment(id);
        }
    }

  protected:
    void read(const ir::Exchange& it) override {
        using Kind = ir::Exchange::Kind;
        const bool is_block = proved_.mapping.is_block();
        if (target(it.target) != "=") cursor_.differ("=");
        ir::Exchange made{it.kind, target_, it.value};
        if (it.kind == Kind::from_lane) {
            cursor_.expect(is_block ? "detail::from_thread(" : "__shfl_sync(0xffffffffu,");
            made.value = expect(it.value, Type::word, "the value of a lane");
            cursor_.expect(",");
            made.from = expect_index(it.from);
            cursor_.expect(is_block ? ")" : fmt::format(", {})", proved_.lanes()));
        } else if (it.kind == Kind::largest) {
            if (is_block) cursor_.differ("an exchange of a warp");
            cursor_.expect("largest_of_warp(");
            made.value = expect(it.value, Type::word, "the value of a lane");
            cursor_.expect(")");
        } else {
            const bool is_any = it.kind == Kind::any;
            cursor_.expect(
                is_any ? (is_block ? "uint32_t(__syncthreads_or(" : "uint32_t(__any_sync(0xffffffffu,")
                       : "__ballot_sync(0xffffffffu,");
            expect(not_equal(it.value, 0u), Type::truth, "whether the value of a lane is not 0");
            cursor_.expect(is_any ? "))" : ")");
            if (!is_any && proved_.lanes() < ir::warp)
                cursor_.expect(fmt::format(">> first & {:#x}u", (1u << proved_.lanes()) - 1));
        }
        end_of_statement();
        add({std::move(made)});
    }

    void read(const ir::Barrier& it) override {
        const bool is_warp = it.scope == ir::Barrier::Scope::warp || !proved_.mapping.is_block();
        cursor_.expect(is_warp ? "__syncwarp();" : "__syncthreads();");
        add({it});
    }

    void read(const ir::MatrixLoad& it) override {
        ir::MatrixLoad made = it;
        cursor_.expect("detail::load_matrix(&");
        made.target = place(it.target);
        cursor_.expect(", &");
        made.row = place(it.row);
        cursor_.expect(");");
        add({std::move(made)});
    }

    void read(const ir::MatrixProduct& it) override {
        ir::MatrixProduct made = it;
        cursor_.expect("detail::multiply_matrices(&");
        made.sums = place(it.sums);
        cursor_.expect(", &");
        made.a = place(it.a);
        cursor_.expect(", &");
        made.b = place(it.b);
        cursor_.expect(");");
        add({std::move(made)});
    }

    void read(const ir::AtomicAdd& it) override {
        if (target(it.target) != "=") cursor_.differ("=");
        ir::AtomicAdd made = it;
        made.target = target_;
        cursor_.expect("atomicAdd(&");
        made.word = place(it.word);
        cursor_.expect(",");
        made.value = expect(it.value, Type::word, "the value that is added");
        cursor_.expect(")");
        end_of_statement();
        add({std::move(made)});
    }

  private:
    const char* constness(int id) const { return writes(id) == 0 ? "const " : ""; }

    // A lane, of which the hardware takes the low bits.
    ir::Scalar expect_index(const ir::Scalar& proved) {
        const size_t before = cursor_.place();
        const Value found = expressions_.value();
        const bool is_number = found.type == Type::word || found.type == Type::integer;
        if (!is_number || !is_same(found.scalar, proved))
            cursor_.go_back(before), cursor_.differ("the lane that gives");
        return found.scalar;
    }
};

}  // namespace

ir::Routine read_device_function(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    cursor.expect(proved.is_apart ? "inline __device__ __noinline__" : "__device__ __forceinline__");
    cursor.expect(declaration(proved) + " {");
    DeviceBody body(cursor, proved, callees);
    body.read_tables();
    body.read_lanes();
    body.read_shared();
    ir::Routine made = proved;
    made.body = body.LoopBody::read();
    cursor.expect("}");
    return made;
}

void read_function_in_memory(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    read_comment(cursor, proved);
    DeviceBody body(cursor, proved, callees);
    cursor.expect(
        fmt::format("__device__ __forceinline__ void {}({}) {{", proved.name, body.parameters_in_memory()));
    body.read_tables();
    for (int id : proved.parameters) {
        if (proved.variables[id].role == Role::global) body.read_alignment(id);
    }
    body.read_lanes();
    body.read_shared();
    body.LoopBody::read();
    cursor.expect("}");
}

void read_kernel(Cursor& cursor, const ir::Routine& proved, const Callees& callees) {
    DeviceBody body(cursor, proved, callees);
    const std::string parameters = body.parameters_in_memory();
    cursor.expect(fmt::format(
        "extern \"C\" __global__ void __launch_bounds__({}) {}({}{}uint32_t groups, uint32_t instances) {{",
        proved.mapping.is_block() ? proved.lanes() : grid::threads_of_warps, proved.name, parameters,
        parameters.empty() ? "" : ", "));
    body.read_tables();
    body.read_group();
    body.read_lanes();
    body.read_shared();
    body.LoopBody::read();
    cursor.expect("}");
}

int shared_bytes(const ir::Routine& routine, const ir::Library& library) {
    int bytes = is_declared(routine) ? 0 : own_bytes(routine);
    if (!routine.mapping.is_block()) bytes *= grid::threads_of_warps / routine.lanes();
    for (const std::string& name : catalogue::calls(routine)) {
        if (const auto* called = std::get_if<ir::Routine>(&library[name]))
            bytes = std::max(bytes, shared_bytes(*called, library));
    }
    return bytes;
}

}  // namespace limbsmith::read
