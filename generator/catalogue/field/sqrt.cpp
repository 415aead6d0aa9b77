// r with r² = a mod N
#include "algorithm/group/constants.hpp"
#include "algorithm/loop/square_root.hpp"
#include "algorithm/range.hpp"
#include "catalogue/field.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/loop.hpp"
#include "plan/multiplication.hpp"
#include "spec/prime_power.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

using ir::var;

// Whether x is a square modulo N = p^k: 1 or 0, from x and N. x = p^v·u is one if v is at least k, or even and u a square
// modulo p, for p = 2 modulo 8: it is below 2^(k - v).
static mpz_class is_square(uint64_t k, std::span<const mpz_class> arguments) {
    const mpz_class& n = arguments[1];
    mpz_class p, x = arguments[0] % n;
    mpz_root(p.get_mpz_t(), n.get_mpz_t(), k);
    if (x == 0) return 1;
    const mp_bitcnt_t v = mpz_remove(x.get_mpz_t(), x.get_mpz_t(), p.get_mpz_t());
    if (p == 2) return v % 2 == 0 && x % 8 == 1 ? 1 : 0;
    return v % 2 == 0 && mpz_jacobi(x.get_mpz_t(), p.get_mpz_t()) == 1 ? 1 : 0;
}
static const ir::Function is_square_modulo_power{"is_square", is_square};

// r² = a and exists = 1, or r = 0 and exists = 0 where a is no square (Euler). The root is one of several, so the
// outputs meet the relation and are not determined by it.
static ir::Program sqrt_meaning(const Spec& spec) {
    ir::Program meaning = of_residues(spec, "sqrt", {"a"}, var("a"));
    meaning.outputs.push_back({"exists", repr::word, {ir::Operand(0u)}});
    const ir::ExprPtr N = modulus_of(spec), r = var("r"), a = var("a"), exists = var("exists");
    const auto [p, k] = prime_power(*spec.modulus).value();
    const ir::ExprPtr is_root = k == 1 && p != 2
                                    ? less(euler_power(spec, a), ir::integer(2))
                                    : apply(is_square_modulo_power, static_cast<uint64_t>(k), a, N);
    meaning.contract.left = (r * r) % N + N * exists;
    meaning.contract.right = if_else(is_root, a + N, ir::integer(0));
    meaning.contract.ensures.push_back(algorithm::one_bit("exists"));
    return meaning;
}

// The moduli that have roots: powers of a prime, over several lanes odd primes.
static std::string without_roots(const Spec& spec) {
    if (!spec.modulus->is_known()) return "needs a prime modulus, or a power of a prime, that is known";
    const auto power = prime_power(*spec.modulus);
    if (!power) return "needs a prime modulus or a power of a prime, and this one is another composite";
    if ((power->exponent > 1 || power->base == 2) && is_over_lanes(spec))
        return spec.width.bits <= max_bits
                   ? "modulo a power of a prime is not supported over several lanes; the nearest is --map "
                     "thread"
                   : "modulo a power of a prime is not supported over several lanes; the nearest is an odd "
                     "prime";
    return "";
}

static std::vector<std::string> roots(const Spec& spec, ir::Library& library) {
    const loop::Residues modulo = residues(spec);
    const PrimePower power = prime_power(*spec.modulus).value();
    if (power.base == 2)
        return {add(library, loop::root_modulo_power_of_2(modulo, power.exponent, "sqrt", library))};
    const std::string name = power.exponent == 1 ? "sqrt" : "sqrt_of_unit";
    std::vector<std::string> keys;
    if (loop::has_many_turns(power, modulo.modulus) && !is_over_lanes(spec)) {
        const std::string other = name + "_by_order";
        keys.push_back(add(library, loop::root_by_order(modulo, power, other, library)));
        keys.push_back(add(library, loop::root_by_lucas(modulo, power, name, other, library)));
    } else {
        keys.push_back(add(library, loop::root_by_order(modulo, power, name, library)));
    }
    if (power.exponent > 1)
        keys.push_back(add(library, loop::root_of_multiple(modulo, power, "sqrt", name, library)));
    return keys;
}

// The program that divides by p².
static std::vector<Function> parts_of_roots(const Spec& spec) {
    const PrimePower power = prime_power(*spec.modulus).value();
    if (power.exponent < 3 || power.base == 2) return {};
    const MulChoice rows = MulAlgorithm::rows;
    return {{loop::quotient_by_square(residues(spec), power, plan::product(rows)), "rows",
             "low words of a product by rows (HAC, algorithm 14.12)", true}};
}

static std::vector<std::string_view> needs_of_roots(const Spec& spec) {
    std::vector<std::string_view> needs{"mul", "sqr", "eq", "select"};
    const PrimePower power = prime_power(*spec.modulus).value();
    if (power.base == 2) {
        needs.insert(needs.end(), {"add", "sub", "to_plain", "to_elem", "is_canonical"});
        return needs;
    }
    if (loop::has_many_turns(power, *spec.modulus))
        needs.insert(needs.end(), {"add", "sub", "halve", "is_zero"});
    if (power.exponent > 2) needs.insert(needs.end(), {"to_plain", "to_elem", "is_canonical"});
    return needs;
}

Operation field_sqrt() {
    return {.system = &NumberSystem::residues(),
            .section = Section::powers,
            .rank = 3,
            .name = "sqrt",
            .summary = "square root, if there is one",
            .functions = parts_of_roots,
            .meaning = sqrt_meaning,
            .needs = needs_of_roots,
            .why_not = without_roots,
            .loops = roots,
            .batch_loop = "sqrt",
            .over_lanes = {.needs = {"mul", "sqr", "eq", "select"},
                           .routines =
                               [](const Spec& spec, ir::Library& library) {
                                   add(library, algorithm::group::root_of_unity(residues(spec), library));
                                   std::vector<std::string> keys{"root_of_unity"};
                                   std::ranges::move(roots(spec, library), std::back_inserter(keys));
                                   return keys;
                               },
                           .parts = {"root_of_unity"}}};
}

}  // namespace limbsmith::catalogue
