#include "suite.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "choice/lanes.hpp"
#include "spec/mapping.hpp"
#include "spec/modulus_expression.hpp"

namespace limbsmith::bench {
namespace {

constexpr int shortest = 1 << 11;
constexpr int limbs_of_rows = max_lane_bits / limb_bits,
              limbs_of_transforms = 16;          // of a lane, as is fastest
constexpr int shortest_of_transforms = 1 << 14;  // where `auto` takes them
constexpr const char *low_product = "a*b", *polynomial = "(a*a+b)*(b*b+b)+a*b";

// A program, which is an expression, or the operation of this name, over lanes of so many limbs.
BatchKernel program(const std::string& name, const std::string& expression, Width width, MulChoice mul = {}) {
    Spec spec = Spec::of(width);
    spec.mul = mul;
    if (!expression.empty()) spec.fused = parse_fused(expression);
    BatchKernel made = batch_kernel(expression.empty() ? name : "expr", spec);
    made.operation = name;
    return made;
}

Width over_lanes(int bits, int limbs) {
    return {bits, std::min(bits / limb_bits / limbs, Mapping::most_of_block)};
}

// In a block a thread with more limbs would have too few registers.
Width for_rows(int bits) {
    const Width width = over_lanes(bits, limbs_of_rows);
    return width.mapping.is_block() ? over_lanes(bits, limbs_of_transforms) : width;
}

Width for_transforms(int bits) {
    const Width width = over_lanes(bits, limbs_of_transforms);
    return width.mapping.is_part_of_warp() ? Width{bits, Mapping::least_of_block} : width;
}

void add(Schedule& schedule, const std::string& suite, BatchKernel batch) {
    schedule.add_lane_batch(suite, std::make_shared<BatchKernel>(std::move(batch)));
}

}  // namespace

void add_block(Schedule& schedule) {
    struct Program {
        const char *name, *expression;
        bool has_products = true;
    };
    for (const auto& [name, expression, has_products] :
         {Program{"1-Add", "a+b", false}, Program{"6-Add", "((((((a+b)+b)+a)+b)+a)+b)", false},
          Program{"1-Mul", low_product}, Program{"Poly", polynomial}, Program{"mul", ""},
          Program{"sqr", ""}}) {
        constexpr int limbs_of_sums = 4;
        for (int bits = shortest; bits <= max_block_bits; bits *= 2) {
            const int limbs = !has_products                   ? limbs_of_sums
                              : bits < shortest_of_transforms ? limbs_of_rows
                                                              : limbs_of_transforms;
            add(schedule, "block", program(name, expression, over_lanes(bits, limbs)));
        }
    }
}

namespace {

// The mapping that products have without tensor cores; two lanes where it is one thread.
Mapping without_matrices(int bits) {
    if (bits <= max_bits) return 2;
    if (bits <= most_bits_of_rows) return choice::nearest_mapping(bits);
    return bits <= most_bits_of_warp ? Mapping(Mapping::warp) : choice::block_for(bits);
}

// One odd modulus for all numbers, whose lower words have no structure.
Spec shared_modulus(int bits) {
    const std::string text = fmt::format("2^{}-3^{}", bits, bits / 8 * 5);
    Spec spec =
        Spec::modulo(Modulus(parse_modulus_expression(text), Mapping::tensor()), Reduction::montgomery);
    spec.expression = text;
    return spec;
}

}  // namespace

void add_tensor(Schedule& schedule) {
    for (const auto& [name, expression] :
         {std::pair{"mul", ""}, {"sqr", ""}, {"1-Mul", low_product}, {"Poly", polynomial}}) {
        for (const int bits : {1024, 2048, 3072, 4096, 8192, 16384, 32768}) {
            add(schedule, "tensor", program(name, expression, {bits, Mapping::tensor()}));
            add(schedule, "tensor", program(name, expression, {bits, without_matrices(bits)}));
        }
    }
    for (const int bits : {1024, 2048, 3072, 4096, 8192}) {
        const Spec shared = shared_modulus(bits);
        for (const char* operation : {"mul", "sqr", "pow", "pow_secret"})
            schedule.add_numbers("tensor", std::make_shared<BatchKernel>(batch_kernel(operation, shared)));
    }
    for (const int bits : {2048, 3072, 4096, 8192, 16384}) {
        for (const Mapping& mapping : {Mapping::tensor(), choice::fastest_mapping(bits, choice::any_batch)}) {
            const Modulus modulus = Modulus::at_run_time({bits, mapping});
            for (const char* power : {"pow", "pow_secret"})
                schedule.add_numbers("tensor", std::make_shared<BatchKernel>(batch_kernel(
                                                   power, Spec::modulo(modulus, Reduction::montgomery))));
        }
    }
}

void add_products(Schedule& schedule) {
    for (const auto& [name, expression] : {std::pair{"1-Mul", low_product}, {"Poly", polynomial}}) {
        for (int bits = shortest; bits <= max_block_bits; bits *= 2) {
            add(schedule, "products", program(name, expression, for_rows(bits), MulAlgorithm::rows));
            add(schedule, "products",
                program(name, expression, for_transforms(bits), MulAlgorithm::transform));
            BatchKernel usual = program(name, expression, over_lanes(bits, limbs_of_rows));
            if (!usual.tile) continue;
            usual.algorithm = "tiles, " + to_string(usual.width.mapping);
            add(schedule, "products", std::move(usual));
        }
    }
}

}  // namespace limbsmith::bench
