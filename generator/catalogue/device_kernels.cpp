#include "catalogue/device_kernels.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <string>

#include "algorithm/bit_length.hpp"
#include "algorithm/grid/starts.hpp"
#include "algorithm/grid/sums.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/grid/words.hpp"
#include "algorithm/ntt/leaves.hpp"
#include "algorithm/pool/arithmetic.hpp"
#include "algorithm/pool/moves.hpp"
#include "algorithm/pool/plans.hpp"
#include "algorithm/quadratic/leaves.hpp"
#include "catalogue/loops.hpp"
#include "pass/pass.hpp"
#include "pass/unread.hpp"
#include "spec/representations.hpp"
#include "spec/width.hpp"

namespace limbsmith::catalogue {
namespace {

bool has_largest(const ir::Block& block) {
    return std::ranges::any_of(block, [](const ir::Statement& statement) {
        if (const auto* loop = std::get_if<ir::For>(&statement.what)) return has_largest(loop->body);
        if (const auto* decision = std::get_if<ir::If>(&statement.what)) return has_largest(decision->body);
        const auto* exchange = std::get_if<ir::Exchange>(&statement.what);
        return exchange && exchange->kind == ir::Exchange::Kind::largest;
    });
}

// `make`: the kernels, of a library of the programs.
DeviceKernels made(std::string name, std::vector<ir::Program> programs,
                   const std::function<std::vector<ir::Routine>(const ir::Library&)>& make) {
    DeviceKernels all{std::move(name), {}, {}, {}};
    for (ir::Program& it : programs) it = pass::run_pipeline(std::move(it));
    for (const ir::Program& it : programs) all.library.add(it);
    for (ir::Routine& it : make(all.library)) all.kernels.push_back(pass::without_unread(std::move(it)));
    std::set<std::string> called;
    for (const ir::Routine& it : all.kernels)
        for (const std::string& callee : calls(it)) called.insert(callee);
    std::ranges::copy_if(programs, std::back_inserter(all.programs),
                         [&](const ir::Program& it) { return called.contains(it.name); });
    all.has_largest =
        std::ranges::any_of(all.kernels, [](const ir::Routine& it) { return has_largest(it.body); });
    return all;
}

}  // namespace

std::vector<Function> functions(const DeviceKernels& all) {
    std::vector<Function> functions;
    for (const ir::Program& program : all.programs)
        functions.push_back({program, program.name, {}, true, program.name});
    return functions;
}

DeviceKernels grid_kernels() {
    namespace grid = algorithm::grid;
    std::vector<ir::Program> programs = algorithm::ntt::leaves();
    programs.push_back(algorithm::word_bit_length());
    std::ranges::move(algorithm::quadratic::leaves(limbsmith::grid::words_of_unit),
                      std::back_inserter(programs));
    return made("grid", std::move(programs), [](const ir::Library& library) {
        std::vector<ir::Routine> kernels;
        for (auto* make : {grid::factors, grid::passes, grid::columns, grid::products, grid::sums,
                           grid::shifts, grid::starts, grid::words})
            std::ranges::move(make(library), std::back_inserter(kernels));
        return kernels;
    });
}

DeviceKernels pool_kernels() {
    namespace pool = algorithm::pool;
    return made("pool", pool::leaves(), [](const ir::Library& library) {
        std::vector<ir::Routine> kernels;
        for (auto* make : {pool::plan, pool::plan_short, pool::order, pool::divide, pool::gcd, pool::power})
            kernels.push_back(make(library));
        std::ranges::move(pool::moves(library), std::back_inserter(kernels));
        for (const int lanes : {4, 8, 16, 32}) kernels.push_back(pool::power_over_lanes(lanes, library));
        for (const int lanes : {1, 32}) kernels.push_back(pool::round(lanes, library));
        for (auto* make : {pool::add, pool::compare, pool::shift})
            for (const int lanes : {1, 8, 32}) kernels.push_back(make(lanes, library));
        for (const int lanes : {1, 2, 4, 8, 16, 32}) kernels.push_back(pool::mul(lanes, library));
        return kernels;
    });
}

}  // namespace limbsmith::catalogue
