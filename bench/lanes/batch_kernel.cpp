#include "batch_kernel.hpp"

#include <algorithm>

#include "bench/gmp.hpp"
#include "catalogue/batch_function.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "plan/window.hpp"
#include "session/launch_shape.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::bench {
namespace {

// Wide products of a power with an exponent of all limbs, by the least that rows need: squarings, one product a
// digit, and the table; 0 for other operations.
double products_of(const std::string& name, const Spec& spec) {
    if (!spec.is_modular() || !name.starts_with("pow")) return 0;
    const double n = (spec.width.bits + limb_bits - 1) / limb_bits, bits = limb_bits * n;
    const double product = 2 * n * n + n / 2, square = n * (n + 1) / 2 + n * n + n / 2;
    const int window = plan::window(spec.width, name == "pow_secret");
    const double table = 1 << (window - 1);
    return (bits + table) * square + (bits / window + table) * product;
}

}  // namespace

double BatchKernel::gmp_rate(double seconds) const {
    return bench::gmp_rate(*this, 0, fused ? &*fused : nullptr, seconds);
}

BatchKernel batch_kernel(const std::string& name, const Spec& asked) {
    Spec spec = asked;
    spec.ops = {name};
    spec.name = "subject";
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    if (const std::string reason = catalogue::why_not(operation, spec); !reason.empty())
        throw unsupported(reason);
    const std::string_view algorithm = spec.is_modular()   ? to_string(spec.reduction)
                                       : spec.has_digits() ? "signed digits"
                                                           : to_string(catalogue::lane_products(spec));
    BatchKernel made(name, spec.width,
                     !spec.is_modular()  ? ""
                     : spec.is_runtime() ? "its own number"
                                         : spec.expression,
                     std::string(algorithm) + ", " + to_string(spec.width.mapping),
                     catalogue::meaning(operation, spec), [spec] { return session::header(spec); });
    made.kernels = [spec, name] { return session::batch_source(spec, name); };
    made.block = session::LaunchShape().block_of(spec.width.mapping);
    made.fused = spec.fused;
    made.digits = spec.digits;
    for (const catalogue::Tile& tile : catalogue::batch_function(operation, spec).loops.tiles)
        made.tile = {static_cast<uint32_t>(tile.threads), static_cast<uint32_t>(tile.numbers),
                     !tile.is_number_major};
    if (const double products = products_of(name, spec); products > 0) {
        made.cost.emplace();
        made.cost->wide_products = static_cast<int>(products);
    }
    return made;
}

}  // namespace limbsmith::bench
