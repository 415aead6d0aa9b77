#include "limbsmith/pool/operation.hpp"

#include <iterator>

namespace limbsmith::pool {

const Signature& signature(Operation operation) {
    // in the order of the enumeration
    static constexpr Signature all[] = {
        {"add", 2, 1},       {"sub", 2, 1},          {"mul", 2, 1},       {"sqr", 1, 1},
        {"neg", 1, 1},       {"abs", 1, 1},          {"compare", 2, 1},   {"min", 2, 1},
        {"max", 2, 1},       {"select", 3, 1},       {"shl", 2, 1},       {"shr", 2, 1},
        {"div_floor", 2, 2}, {"div_truncate", 2, 2}, {"div_exact", 2, 1}, {"gcd", 2, 1},
        {"xgcd", 2, 3},      {"lcm", 2, 1},          {"pow", 2, 1},       {"pow_mod", 3, 1},
        {"and_", 2, 1},      {"or_", 2, 1},          {"xor_", 2, 1},      {"root", 2, 1},
        {"jacobi", 2, 1},    {"bit_length", 1, 1},   {"is_prime", 1, 1},  {"factorial", 1, 1}};
    static_assert(std::size(all) == static_cast<size_t>(last_operation) + 1);
    return all[static_cast<int>(operation)];
}

}  // namespace limbsmith::pool
