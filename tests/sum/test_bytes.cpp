// Accumulators as bytes: there and back, and refused where they are not those of one.
#include <doctest/doctest.h>

#include <string>

#include "sum/oracle.hpp"

namespace limbsmith::test {
namespace {

std::string refusal(const std::string& bytes) {
    try {
        Accumulator::from_bytes(bytes);
    } catch (const runtime::InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("an accumulator comes back from its bytes") {
    std::mt19937_64 random(test_seed() + 4);
    for (const double special : {0.0, -0.0, infinite, -infinite, not_a_number, largest}) {
        Accumulator sum;
        CHECK(Accumulator::from_bytes(sum.to_bytes()).to_bytes() == sum.to_bytes());
        sum.add(special);
        for (int i = 0; i < 100; ++i) sum.add(random_double(random));
        const std::string bytes = sum.to_bytes();
        CHECK(bytes.size() == Accumulator::byte_count);
        Accumulator back = Accumulator::from_bytes(bytes);
        CHECK(back.to_bytes() == bytes);
        CHECK(bits(back.to_double()) == bits(sum.to_double()));
        back.add(1.0);
        sum.add(1.0);
        CHECK(back.to_bytes() == sum.to_bytes());
    }
}

TEST_CASE("bytes that are not those of an accumulator are refused") {
    Accumulator sum;
    sum.add(-0.1);
    const std::string bytes = sum.to_bytes(), no = "not the bytes of an accumulator: ";
    CHECK(refusal("") == no + "they do not begin with \"limb.sum\"");
    CHECK(refusal(std::string(1136, '\0')) == no + "they do not begin with \"limb.sum\"");
    CHECK(refusal(bytes.substr(0, 10)) == no + "they end after 10 bytes");
    CHECK(refusal(bytes.substr(0, 1135)) == no + "there are 1135, not 1136");
    CHECK(refusal(bytes + "x") == no + "there are 1137, not 1136");
    std::string other = bytes;
    other[8] = 2;
    CHECK(refusal(other) == no + "version 2, not 1");
    for (size_t i = 12; i < bytes.size(); i += 13) {
        std::string wrong = bytes;
        wrong[i] = char(wrong[i] ^ 0x10);
        CHECK(refusal(wrong) == no + "their checksum is wrong, so some have changed");
    }
    CHECK(refusal(bytes) == "not refused");
}

}  // namespace limbsmith::test
