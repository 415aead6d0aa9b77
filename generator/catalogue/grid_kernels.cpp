#include "catalogue/grid_kernels.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "algorithm/bit_length.hpp"
#include "algorithm/grid/sums.hpp"
#include "algorithm/grid/transform.hpp"
#include "algorithm/grid/words.hpp"
#include "algorithm/ntt/leaves.hpp"
#include "catalogue/loops.hpp"
#include "pass/pass.hpp"
#include "spec/representations.hpp"
#include "spec/width.hpp"

namespace limbsmith::catalogue {

GridKernels grid_kernels() {
    namespace grid = algorithm::grid;
    std::vector<ir::Program> programs = algorithm::ntt::leaves();
    ir::Program bits = algorithm::bit_length({limb_bits});
    bits.name = "word_bit_length";
    bits.inputs[0].representation = repr::word;
    programs.push_back(std::move(bits));
    GridKernels all;
    for (ir::Program& it : programs) it = pass::run_pipeline(std::move(it));
    for (const ir::Program& it : programs) all.library.add(it);
    for (auto* make :
         {grid::factors, grid::passes, grid::columns, grid::products, grid::sums, grid::shifts, grid::words})
        std::ranges::move(make(all.library), std::back_inserter(all.kernels));
    std::set<std::string> called;
    for (const ir::Routine& it : all.kernels)
        for (const std::string& name : calls(it)) called.insert(name);
    std::ranges::copy_if(programs, std::back_inserter(all.programs),
                         [&](const ir::Program& it) { return called.contains(it.name); });
    return all;
}

}  // namespace limbsmith::catalogue
