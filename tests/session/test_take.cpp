// take and put: numbers of an array at other places, on the host and on a GPU if there is one; its kernels compile without one.
#include <doctest/doctest.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "jit/compiler.hpp"
#include "limbsmith/session.hpp"
#include "resource/resource.hpp"
#include "session/sessions.hpp"

namespace limbsmith::test {
namespace {

// 2^64 + k for number k.
Array counted_from(const Arithmetic& of, size_t size, arrangement order) {
    std::vector<std::string> texts;
    for (size_t k = 0; k < size; ++k) texts.push_back("2^64+" + std::to_string(k));
    const Array made = of.array(size, order);
    write_text(made, texts);
    return made;
}

// The k of each number.
std::vector<index64> places(const Array& from) {
    std::vector<uint32_t> words(static_cast<size_t>(from.words()) * from.size());
    read_words(from, words.data());
    std::vector<index64> made;
    for (size_t t = 0; t < from.size(); ++t) {
        const uint32_t* const number = words.data() + t * static_cast<size_t>(from.words());
        CHECK(number[2] == 1);
        made.push_back(number[0]);
    }
    return made;
}

}  // namespace

TEST_CASE("slices, transposed matrices, repeated rows, numbers by their places") {
    for (const Session& s : sessions()) {
        const Field f = s.field("2^127-1");
        for (const auto from_order : {by_limbs, by_numbers}) {
            for (const auto to_order : {by_limbs, by_numbers}) {
                const Array a = counted_from(f, 12, from_order);
                const auto taken = [&](index64 size, index64 first, const std::vector<Axis>& axes) {
                    const Array r = f.array(size, to_order);
                    take(r, a, first, axes);
                    return places(r);
                };
                using Places = std::vector<index64>;
                CHECK(taken(3, 1, {{3, 4}}) == Places{1, 5, 9});
                CHECK(taken(3, 11, {{3, -5}}) == Places{11, 6, 1});
                CHECK(taken(6, 4, {{3, 1}, {2, 3}}) == Places{4, 7, 5, 8, 6, 9});
                CHECK(taken(6, 2, {{2, 0}, {3, 1}}) == Places{2, 3, 4, 2, 3, 4});
                CHECK(taken(1, 7, {}) == Places{7});
                CHECK(taken(0, 99, {{0, 1}, {5, 100}}) == Places{});
                const Array r = f.array(4, to_order);
                take(r, a, {11, 0, 3, 3});
                CHECK(places(r) == Places{11, 0, 3, 3});
            }
        }
        const Array many = counted_from(f, 5000, by_limbs), back = f.array(5000);
        take(back, many, 4999, {{5000, -1}});
        std::vector<index64> wanted(5000);
        std::iota(wanted.rbegin(), wanted.rend(), 0);
        CHECK(places(back) == wanted);
    }
}

TEST_CASE("numbers are put into a part of an array") {
    for (const Session& s : sessions()) {
        const UInt u = s.uint(96);
        for (const auto from_order : {by_limbs, by_numbers}) {
            for (const auto to_order : {by_limbs, by_numbers}) {
                const Array r = counted_from(u, 7, to_order), a = counted_from(u, 3, from_order);
                put(r, 1, {{3, 1}}, a);
                CHECK(places(r) == std::vector<index64>{0, 0, 1, 2, 4, 5, 6});
                put(r, 99, {{0, 1}}, u.array(0, from_order));
                put(r, 6, {{3, -2}}, a);
                CHECK(places(r) == std::vector<index64>{0, 0, 2, 2, 1, 5, 0});
                put(r, 0, {{3, 1}, {2, 4}}, counted_from(u, 6, from_order));
                CHECK(places(r) == std::vector<index64>{0, 2, 4, 2, 1, 3, 5});
            }
        }
    }
}

TEST_CASE("numbers that are not there are refused") {
    const Session s(place::host);
    const UInt u = s.uint(64);
    const Array a = u.array(10), r = u.array(4);
    CHECK(refused([&] { take(r, a, 3, {{4, 3}}); }) == "take: there is no number 12: the operand has 10");
    CHECK(refused([&] { take(r, a, 3, {{4, -3}}); }) == "take: there is no number -6: the operand has 10");
    CHECK(refused([&] {
              take(r, Session(place::host).uint(64).array(10), 3, {{4, 1}});
          }).ends_with("they should be of one kind and session"));
    CHECK(refused([&] {
              take(r, a, 0, {{2, 1}, {3, 1}});
          }) == "take: the extents make 6 numbers, and the result has 4");
    CHECK(refused([&] {
              take(r, a, 0, std::vector<Axis>(9, {1u << 31, 0}));
          }) == "take: the extents make 2^64 numbers or more, and the result has 4");
    CHECK(refused([&] { take(r, a, {0, 1, 2, 10}); }) == "take: there is no number 10: the operand has 10");
    CHECK(refused([&] { take(r, a, {0, 1}); }) == "take: 2 numbers given, and the result has 4");
    CHECK(refused([&] { take(r, r, 0, {{4, 1}}); }) == "take: the result and the operand are the same array");
    CHECK(refused([&] {
              take(r, s.uint(96).array(4), 0, {{4, 1}});
          }) ==
          "take: the result is of num of 64 bits, and the operand of num of 96 bits; they should be of one "
          "kind and session");
    CHECK(refused([&] { put(a, 7, {{4, 1}}, r); }) == "put: there is no number 10: the result has 10");
    CHECK(refused([&] { put(a, 2, {{4, -1}}, r); }) == "put: there is no number -1: the result has 10");
    CHECK(refused([&] {
              put(a, 0, {{5, 1}}, r);
          }) == "put: the extents make 5 numbers, and the operand has 4");
    CHECK(refused([&] { put(r, 0, {{4, 1}}, r); }) == "put: the result and the operand are the same array");
    CHECK_THROWS_AS(take(r, a, 0, std::vector<Axis>(65, {1, 0})), const Unsupported&);
}

TEST_CASE("the kernels of take compile") {
    try {
        runtime::compiler_version();
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
        return;
    }
    for (const int major : {8, 9})
        CHECK(!runtime::compile(std::string(resource("session/take.cu")), "take.cu",
                                {{"take_layout.hpp", std::string(resource("session/take_layout.hpp"))}},
                                major, 0)
                   .empty());
}

}  // namespace limbsmith::test
