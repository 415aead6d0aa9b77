// Routines of a group of lanes as code of a GPU, where every lane is a thread. Host code is in group.cpp.
#pragma once

#include <string>
#include <string_view>

#include "emit/routine_text.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::emit {

using grid::threads_of_warps;
// The word of a kernel that says which group a thread belongs to; it is no parameter of the printed function.
inline constexpr std::string_view group_name = "group";

// The bytes of a routine's own shared arrays, for one group.
int own_shared_bytes(const ir::Routine& routine);

// Small arrays are declared. Others lie in the memory with which the block is launched, so that functions that a kernel
// calls one after the other have them at the same place, and may have more than a kernel can declare; so do those of a
// warp, each at its own place.
bool is_declared(const ir::Routine& routine);

// The value that a lane gives; where it is compared with 0, in parentheses if it has operators.
std::string given(const ScalarText& scalar, const ir::Exchange& it);

// The arrays of known words.
std::string tables(const ir::Routine& routine);

class DeviceText : public RoutineText {
  public:
    using RoutineText::RoutineText;

    // A function for all lanes, and a kernel (emit/grid.hpp).
    std::string function();
    std::string kernel();
    // A function of a kernel's arrays: all of them begin at a multiple of 16 bytes. requires: none is strided.
    std::string function_in_memory();

  protected:
    void exchange(const ir::Exchange& it) override;
    void barrier(const ir::Barrier& it) override;
    void matrix_load(const ir::MatrixLoad& it) override;
    void matrix_product(const ir::MatrixProduct& it) override;
    void atomic_add(const ir::AtomicAdd& it) override;

  private:
    bool is_block() const { return routine_.mapping.is_block(); }
    void name_lanes();
    void declare_shared();
    void find_group();
    std::string memory_parameters();
    const char* constness(int id) const;
    void say_aligned(int id);
};

}  // namespace limbsmith::emit
