// Batches compared with the contract of their operation; the interpreter plays the device.
#include <doctest/doctest.h>

#include <vector>

#include "catalogue/catalogue.hpp"
#include "eval/cases.hpp"
#include "session/host.hpp"
#include "session/kernel_check.hpp"
#include "session/request.hpp"
#include "session/self_check.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

session::Request request_modulo(const char* modulus) {
    session::Request made;
    made.modulus = modulus;
    return made;
}

session::HostComputation computation(const session::Request& request, const std::string& operation) {
    return {request.spec(operation), operation};
}

session::Batch batch(const session::HostComputation& of) {
    return [worker = of.worker()](auto operands, size_t count, uint32_t* result) {
        worker(operands, 0, count, result, count);
    };
}

// A batch passes for each operation, and does not with one bit of the results of the last case changed.
void every_bit_counts(const session::Request& request, const NumberSystem& system) {
    const Spec all = request.spec("all");
    for (const catalogue::Operation& operation : catalogue::operations(system)) {
        const std::string name(operation.name);
        if (name == "expr" || !catalogue::why_not(operation, all).empty()) continue;
        CAPTURE(name);
        const session::HostComputation own = computation(request, name);
        const session::Batch right = batch(own);
        CHECK(session::difference(own.meaning(), right, {.cases = 12}) == "");
        for (int word = 0; word < eval::result_words(own.meaning()); ++word) {
            CAPTURE(word);
            const auto wrong = [&](auto operands, size_t count, uint32_t* result) {
                right(operands, count, result);
                result[word * count + count - 1] ^= 1;
            };
            CHECK(session::difference(own.meaning(), wrong, {.cases = 12}) != "");
        }
    }
}

constexpr const char* starknet = "2^251+17*2^192+1";

}  // namespace

TEST_CASE("a batch of numbers, residues, bytes or several results passes its check") {
    for (const char* operation : {"mul", "inv", "mul_small", "sqrt", "from_bytes", "batch_inv", "cswap"}) {
        CAPTURE(operation);
        const session::HostComputation own = computation(request_modulo(starknet), operation);
        CHECK(session::difference(own.meaning(), batch(own), {.cases = 60}) == "");
        CHECK(session::difference(own.meaning(), batch(own), {.cases = 20, .one_by_one = true}) == "");
    }
}

TEST_CASE("the check names the first operands for which a batch is wrong") {
    const session::HostComputation product = computation(request_modulo(starknet), "mul");
    CHECK(session::difference(product.meaning(), batch(computation(request_modulo(starknet), "add"))) ==
          "r mod N is not (a*b) mod N for a = "
          "0x800000000000011000000000000000000000000000000000000000000000000, b = "
          "0x800000000000011000000000000000000000000000000000000000000000000: r = "
          "0x800000000000010ffffffffffffffffffffffffffffffffffffffffffffffff");
    // like a compiler that loses a carry: 0*0 = 1
    const auto lost = [right = batch(product)](auto operands, size_t count, uint32_t* result) {
        right(operands, count, result);
        for (size_t k = 0; k < count; ++k) {
            bool is_zero = true;
            for (size_t w = 0; w < 8; ++w) is_zero = is_zero && operands[0].data[w * count + k] == 0;
            result[k] += is_zero;
        }
    };
    for (const bool one_by_one : {false, true})
        CHECK(session::difference(product.meaning(), lost, {.one_by_one = one_by_one}) ==
              "r mod N is not (a*b) mod N for a = 0x0, b = 0x0: r = 0x1");
}

TEST_CASE("contracts decide every word of the results") {
    session::Request whole, runtime = request_modulo("runtime");
    whole.bits = "67", runtime.bits = "64";
    every_bit_counts(whole, NumberSystem::whole());
    every_bit_counts(request_modulo("2^89-1"), NumberSystem::residues());
    every_bit_counts(runtime, NumberSystem::residues());
}

TEST_CASE("long numbers are compared in few cases, however short the results are") {
    session::Request request;
    request.radix = "10", request.digits = "10000";
    const session::HostComputation own = computation(request, "compare");
    size_t cases = 0;
    const auto counted = [&](auto operands, size_t count, uint32_t* result) {
        cases += count;
        batch(own)(operands, count, result);
    };
    CHECK(session::difference(own.meaning(), counted) == "");
    CHECK(cases < 100);
}

TEST_CASE("the contract of a square root leaves open which of the roots it is") {
    const session::HostComputation own = computation(request_modulo("2^31-1"), "sqrt");
    const auto other_root = [right = batch(own)](auto operands, size_t count, uint32_t* result) {
        right(operands, count, result);
        for (size_t k = 0; k < count; ++k)
            if (result[k] != 0) result[k] = 0x7fffffff - result[k];
    };
    CHECK(session::difference(own.meaning(), other_root, {.cases = 60}) == "");
}

TEST_CASE("operands over lanes are residues, also where a function takes all words") {
    eval::Samples samples(test_seed());
    for (const char* modulus : {"2^1279-1", "2^2048-1942289", "2^255-19"})
        for (const char* operation : {"eq", "is_zero", "add", "mul"}) {
            CAPTURE(modulus);
            CAPTURE(operation);
            const Spec spec = request_modulo(modulus).spec(operation, Style::inlined, "number");
            const ir::Program meaning = session::checked_meaning(
                spec, operation, emit::call_signature(spec, catalogue::functions(spec), operation));
            const eval::Cases cases(meaning, samples, 100);
            CHECK(cases.inputs().size() >= 40);
            for (const eval::Cases::Values& values : cases.inputs())
                for (const mpz_class& value : values) CHECK(value < spec.modulus->n());
        }
}

}  // namespace limbsmith::test
