// Batches on the host: the interpreter or GMP computes, the faster one after a second.
#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "session/host.hpp"
#include "session/request.hpp"

namespace limbsmith::test {
namespace {

struct Calls {
    std::vector<std::string> by;
    size_t wrong = 0;
};

// Batches of so many squares, until the calls have taken two seconds.
Calls squares(const char* bits, size_t count) {
    session::Request request;
    request.bits = bits;
    session::HostComputation host(request.spec("sqr", Style::inlined, "number"), "sqr");
    const size_t words = host.meaning().inputs[0].words.size();
    std::vector<uint32_t> a(words * count), r(2 * words * count);
    std::mt19937 random(1);
    for (uint32_t& word : a) word = static_cast<uint32_t>(random());
    for (size_t i = 0; i < words; ++i) a[i * count] = i == 0 ? 0 : UINT32_MAX;
    Calls made;
    const eval::Column column{a.data(), count};
    const auto start = session::HostComputation::Clock::now();
    while (session::HostComputation::Clock::now() - start < std::chrono::seconds(2)) {
        made.by.push_back(host.compute({&column, 1}, count, r.data()).by);
        for (const size_t k : {size_t{0}, count / 2, count - 1}) {
            mpz_class number, square;
            for (size_t i = words; i-- > 0;) number = (number << limb_bits) + a[i * count + k];
            for (size_t i = 2 * words; i-- > 0;) square = (square << limb_bits) + r[i * count + k];
            made.wrong += square != number * number;
        }
    }
    return made;
}

}  // namespace

TEST_CASE(
    "the interpreter goes on after its second where GMP is slower, and GMP computes where it is faster") {
    const Calls little = squares("64", 1 << 20);
    CHECK(little.wrong == 0);
    CHECK(little.by.back().starts_with("CPU interpreter, "));
    const Calls large = squares("4096", 1 << 8);
    CHECK(large.wrong == 0);
    CHECK(large.by.front().starts_with("CPU interpreter, "));
    CHECK(large.by.back().starts_with("CPU by GMP, "));
}

}  // namespace limbsmith::test
