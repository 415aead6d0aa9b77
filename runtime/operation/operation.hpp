// The table of operations: all that can be said of one without code that computes it on a device.
//
// A number system (number_system.hpp) has a list of them. Kernels, host code, the command line and tests attach their
// own to a row, by its name; an operation to which nothing is attached is computed by its meaning.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "limbsmith/pool/failure.hpp"
#include "operation/device_pool.hpp"
#include "operation/plan.hpp"

namespace limbsmith {

using pool::Failure;

// The numbers that a computation is about: it is modulo `modulus`, 2^(32·ceil(bits/32)) for whole numbers of so many bits;
// 0 for integers of any length.
struct Ring {
    mpz_class modulus{};
    uint64_t bits = 0;

    static Ring of_bits(uint64_t bits) { return {mpz_class(1) << (bits + 31) / 32 * 32, bits}; }
    static Ring residues(const mpz_class& n) { return {n, mpz_sizeinbase(n.get_mpz_t(), 2)}; }
    uint64_t container_bits() const { return (bits + 31) / 32 * 32; }
};

// One computation by GMP. Operands and results are in the order of the signature, and apart from each other.
struct Evaluation {
    std::span<const mpz_class> in;
    std::span<mpz_class> out;
    const Ring& ring;
    // That the operands do not fail (Operation::plan) is known before.
    Failure failure = Failure::none;

    const mpz_class& a() const { return in[0]; }
    const mpz_class& b() const { return in[1]; }
    const mpz_class& c() const { return in[2]; }
    mpz_class& r() const { return out[0]; }
    mpz_class& s() const { return out[1]; }
    mpz_class& t() const { return out[2]; }
};

// Computes with numbers that it has by handles: as a Pool does, on a device.
class Composer {
  public:
    using Handle = size_t;
    virtual ~Composer() = default;
    virtual Handle number(int value) = 0;
    virtual Handle apply(std::string_view operation, std::span<const Handle> operands) = 0;

    template <class... Handles>
    Handle operator()(std::string_view operation, Handles... operands) {
        return apply(operation, std::array<Handle, sizeof...(operands)>{operands...});
    }
};

struct Operation {
    // An operand or result. Those that count or decide are numbers also where others are residues.
    struct Value {
        std::string_view name;
        bool is_count = false;

        constexpr Value(const char* text) : name(text) {}
        constexpr Value(std::string_view text, bool is_a_count) : name(text), is_count(is_a_count) {}
    };
    using Values = std::vector<Value>;
    // The meaning of the limbs of numbers below 2^bits: these numbers; numbers in two's complement; or either, since the
    // same limbs are right for both.
    enum class Signs : uint8_t { none, twos_complement, either };
    // The condition on the modulus.
    enum class Needs : uint8_t { nothing, odd, odd_prime };

    std::string_view name, formula;
    Values operands, results;
    void (*meaning)(Evaluation&);
    Signs signs = Signs::none;
    Needs needs = Needs::nothing;

    // For integers: failures, an upper bound of each result, the cost on the host.
    pool::Plan (*plan)(const pool::Shapes& operands) = nullptr;
    // The name of the function in expressions, if it is one; with a neutral element it takes any number of arguments.
    std::string_view function{};
    std::optional<int> neutral{};
    // By operations that devices have kernels for. It has one result, and takes no result beside a first one.
    Composer::Handle (*composed)(Composer& by, std::span<const Composer::Handle> operands) = nullptr;

    // The results. requires: no plan fails.
    std::vector<mpz_class> operator()(std::span<const mpz_class> operands, const Ring& ring) const;
};

constexpr Operation::Value count_of(std::string_view name) { return {name, true}; }

}  // namespace limbsmith
