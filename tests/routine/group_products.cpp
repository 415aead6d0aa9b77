#include "routine/group_products.hpp"

#include <optional>
#include <stdexcept>

#include "catalogue/computation.hpp"
#include "catalogue/lanes.hpp"
#include "eval/routine.hpp"
#include "routine/columns.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

mpz_class product_of(const std::string& op, const mpz_class& a, const mpz_class& b, int container) {
    const mpz_class& factor = op == "sqr" ? a : b;
    const mpz_class product = a * factor;
    return op == "mul_lo"   ? mpz_class(product % power_of_2(container))
           : op == "mul_hi" ? mpz_class(product >> container)
                            : product;
}

// A routine without one of its barriers; nothing where it has no more.
std::optional<ir::Routine> without_barrier(ir::Routine routine, int which) {
    const auto remove = [&](const auto& self, ir::Block& block) -> bool {
        for (auto it = block.begin(); it != block.end(); ++it) {
            if (std::holds_alternative<ir::Barrier>(it->what) && which-- == 0) return block.erase(it), true;
            auto* loop = std::get_if<ir::For>(&it->what);
            if (loop && self(self, loop->body)) return true;
        }
        return false;
    };
    if (!remove(remove, routine.body)) return std::nullopt;
    return routine;
}

}  // namespace

void check_products(Width width, const std::string& op, const Lines& lines) {
    CAPTURE(width.bits);
    CAPTURE(to_string(width.mapping));
    CAPTURE(op);
    const size_t count = lines.size();
    std::vector<Rows> rows;
    for (size_t operand = 0; operand < (op == "sqr" ? 1 : 2); ++operand) {
        Rows& own = rows.emplace_back(count, static_cast<size_t>(width.limbs()));
        for (size_t k = 0; k < count; ++k) own.set(k, 0, width.limbs(), lines[k][operand]);
    }
    std::vector<eval::Column> columns;
    for (const Rows& own : rows) columns.push_back(own.column());
    const int limbs = (op == "mul" || op == "sqr" ? 2 : 1) * width.limbs();
    Rows results(count, static_cast<size_t>(limbs));
    catalogue::Computation(whole_spec(width, op), op).run(columns, 0, count, results.words.data(), count);
    for (size_t k = 0; k < count; ++k) {
        CAPTURE(k);
        CHECK(results.get(k, 0, limbs) ==
              product_of(op, lines[k][0], lines[k][1], (width.bits + limb_bits - 1) / limb_bits * limb_bits));
    }
}

bool runs(const ir::Routine& routine, const ir::Library& library) {
    const auto lanes = static_cast<size_t>(routine.lanes());
    std::vector<Rows> inputs;
    std::vector<eval::Column> columns;
    const ir::Signature all = signature(routine);
    for (const auto& input : all.inputs) inputs.emplace_back(lanes, static_cast<size_t>(input.words));
    for (const Rows& input : inputs) columns.push_back(input.column());
    std::vector<uint32_t> result(static_cast<size_t>(all.outputs.at(0).words) * lanes);
    try {
        eval::RoutineInterpreter(routine, library).run(columns, 0, lanes, result.data(), lanes);
    } catch (const std::logic_error&) {
        return false;
    }
    return true;
}

BrokenBarriers without_each_barrier(const ir::Routine& routine,
                                    const std::function<bool(const ir::Routine&)>& is_right) {
    CHECK(is_right(routine));
    BrokenBarriers made;
    while (const auto broken = without_barrier(routine, made.barriers)) {
        ++made.barriers;
        made.found += !is_right(*broken);
    }
    return made;
}

BrokenBarriers without_each_barrier(const ir::Routine& routine, const ir::Library& library) {
    return without_each_barrier(routine, [&](const ir::Routine& it) { return runs(it, library); });
}

BrokenBarriers without_each_barrier(Width width, const std::string& op) {
    const catalogue::Loops all = catalogue::lane_routines(whole_spec(width, op));
    return without_each_barrier(std::get<ir::Routine>(all.library[op]), all.library);
}

}  // namespace limbsmith::test
