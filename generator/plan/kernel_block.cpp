#include "plan/kernel_block.hpp"

#include <algorithm>

namespace limbsmith::plan {
namespace {

int words_of_arrays(const ir::Routine& routine) {
    int words = 0;
    for (const ir::Variable& it : routine.variables)
        if (it.role == ir::Variable::Role::local && it.kind == ir::Variable::Kind::word && it.is_array())
            words += it.count;
    return words;
}

// The words of the arrays of a thread where it multiplies matrices, their sums and shapes: the most of the routine and of those that
// it calls; 0 where none does.
int words_of_matrices(const ir::Routine& routine, const ir::Library& library) {
    int words = 0;
    const auto visit = [&](const auto& self, const ir::Block& block) -> void {
        for (const ir::Statement& it : block) {
            if (std::holds_alternative<ir::MatrixProduct>(it.what))
                words = std::max(words, words_of_arrays(routine));
            if (const auto* loop = std::get_if<ir::For>(&it.what)) self(self, loop->body);
            if (const auto* decision = std::get_if<ir::If>(&it.what)) self(self, decision->body);
            const auto* call = std::get_if<ir::Call>(&it.what);
            const auto* called = call ? std::get_if<ir::Routine>(&library[call->callee]) : nullptr;
            if (called) words = std::max(words, words_of_matrices(*called, library));
        }
    };
    visit(visit, routine.body);
    return words;
}

}  // namespace

int registers_by_matrices(const ir::Routine& routine, const ir::Library& library) {
    constexpr int others = 22;  // beside its arrays
    return words_of_matrices(routine, library) + others;
}

uint32_t least_blocks(const ir::Routine& routine, const ir::Library& library, int shared_bytes) {
    const int lanes = routine.lanes();
    if (routine.mapping.is_block()) {
        if (lanes == Mapping::most_of_block && shared_bytes == 0) return 2;
        return lanes < 512 ? static_cast<uint32_t>(512 / lanes) : 1;
    }
    if (shared_bytes == 0) return 1;
    // registers of one thread of each block of a multiprocessor; those that a thread has beside its arrays
    constexpr uint32_t all = 512, others = 14;
    const auto words = static_cast<uint32_t>(words_of_matrices(routine, library));
    if (words == 0) return 3;
    const auto with_memory = static_cast<uint32_t>(most_bytes_of_blocks / shared_bytes);
    return std::clamp(std::min(all / (words + others), with_memory), 1u, most_blocks);
}

BlockNeeds needs_of_all(const std::vector<BlockNeeds>& kernels) {
    BlockNeeds all{0, most_blocks};
    for (const BlockNeeds& it : kernels) all.shared_bytes = std::max(all.shared_bytes, it.shared_bytes);
    for (const BlockNeeds& it : kernels)
        if (it.shared_bytes > 0 || all.shared_bytes == 0) all.blocks = std::min(all.blocks, it.blocks);
    return all;
}

}  // namespace limbsmith::plan
