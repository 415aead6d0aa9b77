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

namespace {

void put(std::string& bytes, size_t place, uint64_t word, int count) {
    for (int i = 0; i < count; ++i) bytes[place + size_t(i)] = char(word >> 8 * i);
}

// The bytes with a checksum that fits: the FNV-1a of their publication, 64 bits.
std::string with_checksum(std::string bytes) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i + 8 < bytes.size(); ++i)
        hash = (hash ^ static_cast<unsigned char>(bytes[i])) * 1099511628211u;
    put(bytes, bytes.size() - 8, hash, 8);
    return bytes;
}

}  // namespace

TEST_CASE("the bytes of an accumulator are those of version 1") {
    Accumulator sum;
    sum.add(1.5);
    std::string bytes(1136, '\0');
    bytes.replace(0, 8, "limb.sum");
    bytes[8] = 1, bytes[12] = 4;
    bytes[40 + 8 * 67] = 24;  // 1 is 2^(32·67 + 4 - 2148)
    put(bytes, 1128, 0xb13207672998ff35, 8);
    CHECK(sum.to_bytes() == bytes);
    CHECK(with_checksum(bytes) == bytes);
}

TEST_CASE("bytes with a right checksum that no accumulator writes are refused") {
    Accumulator sum;
    sum.add(1.5);
    const std::string bytes = sum.to_bytes(), no = "not the bytes of an accumulator: ";
    const auto changed = [&](size_t place, uint64_t word, int count) {
        std::string made = bytes;
        put(made, place, word, count);
        return refusal(with_checksum(made));
    };
    CHECK(changed(12, 8, 4) == no + "unknown flags");
    for (const uint64_t flags : {0, 1, 2, 5, 6, 7})
        CHECK(changed(12, flags, 4) == no + "the flags do not fit the terms");
    CHECK(changed(16, 1, 8) == no + "the flags do not fit the terms");
    for (const uint64_t chunk : {uint64_t{1} << 32, ~uint64_t{0}})
        CHECK(changed(40 + 8 * 67, chunk, 8) == no + "a chunk is out of range");
    for (const uint64_t chunk : {uint64_t{1} << 62, (uint64_t{1} << 63) + 1})
        CHECK(changed(40 + 8 * 135, chunk, 8) == no + "a chunk is out of range");
    CHECK(changed(12, 4, 4) == "not refused");
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
