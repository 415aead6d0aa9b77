#include "cli/pool/function.hpp"

#include <algorithm>

namespace limbsmith::cli {
namespace {

constexpr PoolFunctionRow rows[] = {{"gcd", PoolFunction::gcd, 0},
                                    {"lcm", PoolFunction::lcm, 0},
                                    {"min", PoolFunction::min, 0},
                                    {"max", PoolFunction::max, 0},
                                    {"sum", PoolFunction::sum, 0},
                                    {"product", PoolFunction::product, 0},
                                    {"abs", PoolFunction::abs, 1},
                                    {"floor", PoolFunction::floor, 1},
                                    {"ceil", PoolFunction::ceil, 1},
                                    {"round", PoolFunction::round, 1},
                                    {"numerator", PoolFunction::numerator, 1},
                                    {"denominator", PoolFunction::denominator, 1},
                                    {"isqrt", PoolFunction::isqrt, 1},
                                    {"bit_length", PoolFunction::bit_length, 1},
                                    {"is_prime", PoolFunction::is_prime, 1},
                                    {"factorial", PoolFunction::factorial, 1},
                                    {"root", PoolFunction::root, 2},
                                    {"jacobi", PoolFunction::jacobi, 2},
                                    {"cmp", PoolFunction::compare, 2},
                                    {"powmod", PoolFunction::pow_mod, 3},
                                    {"divmod", PoolFunction::div_mod, 2, 2},
                                    {"xgcd", PoolFunction::xgcd, 2, 3}};

}  // namespace

const PoolFunctionRow* find_pool_function(std::string_view name) {
    const auto* found = std::ranges::find(rows, name, &PoolFunctionRow::name);
    return found == std::end(rows) ? nullptr : found;
}

std::vector<std::string> pool_function_names() {
    std::vector<std::string> names;
    for (const PoolFunctionRow& it : rows) names.emplace_back(it.name);
    return names;
}

}  // namespace limbsmith::cli
