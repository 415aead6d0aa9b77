#include "cli/pool/function.hpp"

#include <algorithm>

#include "operation/number_system.hpp"

namespace limbsmith::cli {
namespace {

std::vector<PoolFunctionRow> make() {
    std::vector<PoolFunctionRow> rows{{"min", PoolFunction::min, 0},
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
                                      {"root", PoolFunction::root, 2},
                                      {"cmp", PoolFunction::compare, 2},
                                      {"powmod", PoolFunction::pow_mod, 3},
                                      {"divmod", PoolFunction::div_mod, 2, 2},
                                      {"xgcd", PoolFunction::xgcd, 2, 3}};
    for (const Operation& it : NumberSystem::integers().operations)
        if (!it.function.empty())
            rows.push_back({it.function, it, it.neutral ? 0 : it.operands.size(), it.results.size()});
    return rows;
}

const std::vector<PoolFunctionRow>& rows() {
    static const std::vector<PoolFunctionRow> all = make();
    return all;
}

}  // namespace

const PoolFunctionRow* find_pool_function(std::string_view name) {
    const auto found = std::ranges::find(rows(), name, &PoolFunctionRow::name);
    return found == rows().end() ? nullptr : &*found;
}

std::vector<std::string> pool_function_names() {
    std::vector<std::string> names;
    for (const PoolFunctionRow& it : rows()) names.emplace_back(it.name);
    return names;
}

std::string pool_functions_of_table(size_t arguments) {
    std::string names;
    for (const PoolFunctionRow& it : rows())
        if (it.function.operation && it.arguments == arguments)
            (names += names.empty() ? "" : ", ") += it.name;
    return names;
}

}  // namespace limbsmith::cli
