// The mapping `auto` on a GPU with tensor cores: they are taken where all operations are faster on them, and the numbers stay the
// same.
#include <doctest/doctest.h>

#include "session/request.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::test {
namespace {

session::Request request_of(int bits, uint64_t batch, bool is_modular) {
    session::Request made;
    made.bits = std::to_string(bits), made.batch = batch;
    if (is_modular) made.modulus = "runtime";
    return made;
}

Mapping chosen(session::Request request, const std::string& ops, bool prefers_tensor_cores) {
    request.prefers_tensor_cores = prefers_tensor_cores;
    return request
        .spec(ops, Style::inlined, "number",
              [](const Modulus&, MulChoice, const std::string&) { return Reduction::montgomery; })
        .width.mapping;
}

struct Choice {
    int bits;
    uint64_t batch;
    bool is_modular;
    const char* ops;
    bool takes_tensor_cores;
};

}  // namespace

TEST_CASE("tensor cores are taken for the operations that are faster on them, and for no others") {
    const Choice cases[] = {
        {4096, choice::any_batch, false, "mul", true},
        {4096, 10, false, "mul_lo,sqr", true},
        {32768, choice::any_batch, false, "mul", true},
        {2048, choice::any_batch, false, "mul,smul", true},
        {2048, choice::any_batch, false, "mul_lo", false},  // faster from 3,072 bits on
        {1024, choice::any_batch, false, "mul", false},
        {4096, choice::any_batch, false, "mul,add", false},
        {4096, choice::any_batch, false, "divrem", false},
        {4100, choice::any_batch, false, "mul", false},  // 129 limbs have no 32 equal parts
        {65536, choice::any_batch, false, "mul", false},
        {16384, choice::any_batch, false, "sqr", true},
        {32768, choice::any_batch, false, "sqr", false},  // transforms are faster
        {2048, choice::any_batch, true, "pow", true},
        {2048, 100, true, "pow,pow_secret", true},
        {3072, 1, true, "pow", true},
        {2048, choice::any_batch, true, "pow,mul", false},
        {1024, choice::any_batch, true, "pow", false},
        {1024, 5000, true, "pow", true},  // too few for a thread each
        {8192, choice::any_batch, true, "pow", true},
        {16384, 100, true, "pow,pow_secret", true},
        {32768, choice::any_batch, true, "pow", false},  // not by matrices
    };
    for (const Choice& it : cases) {
        CAPTURE(it.bits);
        CAPTURE(it.ops);
        const session::Request request = request_of(it.bits, it.batch, it.is_modular);
        CHECK(chosen(request, it.ops, true).is_tensor() == it.takes_tensor_cores);
        CHECK(!chosen(request, it.ops, false).is_tensor());
    }
}

TEST_CASE("numbers by tensor cores have the limbs that they have without") {
    session::Request request = request_of(3072, 1000, true);
    const auto settle = [](const Modulus&, MulChoice, const std::string&) { return Reduction::montgomery; };
    const Spec without = request.spec("pow", Style::inlined, "number", settle);
    request.prefers_tensor_cores = true;
    const Spec with = request.spec("pow", Style::inlined, "number", settle);
    CHECK(with.width.mapping.is_tensor());
    CHECK(with.width.limbs() == without.width.limbs());
    CHECK(with.modulus->width().mapping.is_tensor());
}

TEST_CASE("a modulus that is known is computed on tensor cores if it is odd") {
    session::Request request;
    request.prefers_tensor_cores = true;
    request.modulus = "2^2048-1942289";
    CHECK(chosen(request, "pow", true).is_tensor());
    request.map = parse_mapping("tpi:4");
    request.prefers_tensor_cores = false;
    CHECK(!chosen(request, "pow", false).is_tensor());
}

}  // namespace limbsmith::test
