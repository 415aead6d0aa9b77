#include "launch_suite.hpp"

namespace limbsmith::bench {
namespace {

constexpr uint32_t most = 1024;  // blocks, and threads a block
constexpr uint32_t calls = 10;   // of an operation in a launch
constexpr double share = 0.05;   // of the time: a map has 121 rows

HeaderFunction of_width(const std::string& operation, int bits, MulChoice mul = {}) {
    Spec spec = Spec::of(Width{bits});
    spec.mul = mul;
    return header_function(operation, spec);
}

void add_map(Schedule& schedule, HeaderFunction function, bool through_memory = false) {
    const auto shared = std::make_shared<HeaderFunction>(std::move(function));
    for (uint64_t grid = 1; grid <= most; grid *= 2) {
        for (uint32_t block = 1; block <= most; block *= 2)
            schedule.add_shape("launch", shared, {1, block, grid, calls, through_memory}, most, share);
    }
}

void add_portable_map(Schedule& schedule, HeaderFunction function) {
    function.is_portable = true;
    add_map(schedule, std::move(function));
}

}  // namespace

void add_launch(Schedule& schedule) {
    for (const int bits : {131, 239}) {
        for (const MulChoice mul : {MulChoice(MulAlgorithm::schoolbook), {MulAlgorithm::karatsuba, 1}})
            add_map(schedule, of_width("mul", bits, mul));
    }
    for (const bool through_memory : {false, true})
        add_map(schedule, of_width("mod_add", 239), through_memory);
    add_map(schedule, of_width("add", 131));
    add_portable_map(schedule, of_width("add", 131));
}

void add_launch(Schedule& schedule, const std::string& operation, int bits, MulChoice mul) {
    const bool has_methods = (operation == "mul" || operation == "sqr") && mul == MulChoice();
    const HeaderFunction usual = of_width(operation, bits, has_methods ? MulAlgorithm::schoolbook : mul);
    for (const bool through_memory : {false, true}) add_map(schedule, usual, through_memory);
    add_portable_map(schedule, usual);
    if (has_methods && most_levels(Width{bits}) > 0)
        add_map(schedule, of_width(operation, bits, {MulAlgorithm::karatsuba, 1}));
}

}  // namespace limbsmith::bench
