// Self-checks without a device: comparison, messages and records.
#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "block2000.cuh"
#include "fe25519.cuh"
#include "limbsmith/subject.hpp"
#include "limbsmith/trial.hpp"
#include "self_check/record.hpp"
#include "support/variable.hpp"
#include "u131.cuh"

namespace limbsmith::test {
namespace {

using self_check::can_be_tried;
using self_check::difference;

namespace fs = std::filesystem;

struct Folder {
    Folder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    fs::path path;
};

// A fake device that computes `as` and counts the operands.
template <class R, class... T, class As>
auto device(const As& as, size_t* count = nullptr) {
    return [=](const auto&, std::vector<R>& results, const std::vector<T>&... operands) {
        for (size_t i = 0; i < results.size(); ++i) results[i] = as(operands[i]...);
        if (count) *count += results.size();
    };
}

// x mod m, for a modulus that the operation holds.
struct Modulus {
    uint32_t n;
};
struct remainder {
    Modulus m;
    static const char* name() { return "test::remainder"; }
    uint32_t operator()(uint32_t x) const { return x % m.n; }
};

template <class Samples>
void draw_operands(const remainder&, Samples& samples, uint32_t& x) {
    samples.below(x, 32);
}
template <class Samples>
bool draw_modulus(remainder& op, Samples& samples) {
    samples.odd(op.m.n, 32);
    return true;
}

// Wrong in the same way on the device and on the host.
struct wrong_add : u131::ops::add {
    u131::num operator()(const u131::num& a, const u131::num& b) const {
        u131::num sum = u131::add(a, b);
        if (a.limb[0] == 0xffffffff) sum.limb[1] ^= 1;
        return sum;
    }
};

self_check::subject subject_of(const char* driver) {
    return {"test::mul", "process " + std::to_string(getpid()), "a device", driver, "nvcc 13.0.88"};
}

}  // namespace

TEST_CASE("operations of generated headers can be tried, users' own functions cannot") {
    CHECK(can_be_tried<u131::ops::mul, u131::num, u131::num>);
    CHECK(!can_be_tried<u131::ops::mul, u131::num>);
    const auto own = [](const u131::num& x) { return x; };
    CHECK(!can_be_tried<decltype(own), u131::num>);
}

TEST_CASE("a right device differs nowhere") {
    using fe25519::elem;
    using u131::num;
    size_t count = 0;
    const fe25519::ops::mul mul;
    CHECK(difference<elem, elem, elem>(mul, {4096, 4096}, device<elem, elem, elem>(mul, &count)) == "");
    CHECK(count == 4096);
    const u131::ops::shl shift;
    CHECK(difference<num, num, uint32_t>(shift, {}, device<num, num, uint32_t>(shift)) == "");
    using result = u131::ops::divrem::result;
    const u131::ops::divrem division;
    CHECK(difference<result, num, num>(division, {}, device<result, num, num>(division)) == "");
}

TEST_CASE("a mistake that device and host share is found") {
    using u131::num;
    const std::string said = difference<num, num, num>(wrong_add(), {}, device<num, num, num>(wrong_add()));
    CHECK(said ==
          "for 64 operands that were drawn device and host give the same results, which are not those of the "
          "operation's description");
    const self_check::trial_size too_few{63, 63};
    CHECK(difference<num, num, num>(wrong_add(), too_few, device<num, num, num>(wrong_add())) == "");
}

TEST_CASE("results over lanes are those that the header knows") {
    using number = block2000::joined<block2000::num>;
    const block2000::ops::add sum;
    const block2000::ops::mul_lo product;
    CHECK(known_digest(sum) != 0);
    CHECK(known_digest(product) != 0);
    CHECK(difference<number, number, number>(sum, {64, 64}, device<number, number, number>(sum)) == "");
    CHECK(difference<number, number, number>(product, {64, 64}, device<number, number, number>(product)) ==
          "");
}

TEST_CASE("slow operations are tried on fewer operands") {
    using fe25519::elem;
    size_t count = 0;
    const fe25519::ops::inv inverse;
    CHECK(difference<elem, elem>(inverse, {1 << 20, 300, 0.0}, device<elem, elem>(inverse, &count)) == "");
    CHECK(count == 300);
}

TEST_CASE("a wrong device is told with the first operands for which it is") {
    using u131::num;
    const auto wrong = [](const num& a, const num& b) {
        num sum = u131::add(a, b);
        sum.limb[4] ^= 1;
        return sum;
    };
    CHECK(difference<num, num, num>(u131::ops::add{}, {}, device<num, num, num>(wrong)) ==
          "for 0x0, 0x0 the device gives 0x100000000000000000000000000000000, the host 0x0");
    const auto loses_carry = [](const num& a, const num& b) {
        num sum = u131::add(a, b);
        if (a.limb[0] == 0xffffffff && b.limb[0] != 0) sum.limb[1] -= 1;
        return sum;
    };
    const std::string second =
        difference<num, num, num>(u131::ops::add{}, {}, device<num, num, num>(loses_carry));
    CHECK(second ==
          "for 0xffffffffffffffffffffffffffffffffffffffff, 0xffffffffffffffffffffffffffffffffffffffff the "
          "device gives "
          "0xfffffffffffffffffffffffffffffffefffffffe, the host 0xfffffffffffffffffffffffffffffffffffffffe");
}

TEST_CASE("an operation that holds a modulus is tried with several") {
    std::set<uint32_t> moduli;
    const auto launch = [&](const remainder& op, std::vector<uint32_t>& results,
                            const std::vector<uint32_t>& x) {
        moduli.insert(op.m.n);
        for (size_t i = 0; i < x.size(); ++i) results[i] = x[i] % op.m.n;
    };
    CHECK(difference<uint32_t, uint32_t>(remainder{{5}}, {}, launch) == "");
    CHECK(moduli.count(5) == 1);
    CHECK(moduli.size() > 5);
    const auto without = [](const remainder& op, std::vector<uint32_t>& results,
                            const std::vector<uint32_t>& x) {
        for (size_t i = 0; i < x.size(); ++i) results[i] = op.m.n == 5 ? x[i] % 5 : x[i];
    };
    const std::string said = difference<uint32_t, uint32_t>(remainder{{5}}, {}, without);
    CHECK(said == "for 0xffffffff the device gives 0xffffffff, the host 0x0; modulus object 0x1");
}

TEST_CASE("a passed self-check is remembered in memory and on disk") {
    const Folder folder;
    self_check::Record first(folder.path / "new");
    CHECK(!first.holds("mul"));
    first.add("mul");
    CHECK(first.holds("mul"));
    CHECK(!first.holds("mu"));
    self_check::Record later(folder.path / "new");
    CHECK(later.holds("mul"));
    CHECK(!later.holds("add"));
    size_t files = 0;
    for (const auto& file : fs::directory_iterator(folder.path / "new")) {
        ++files;
        std::ofstream(file.path()) << "mu";  // damaged
    }
    CHECK(files == 1);
    CHECK(!self_check::Record(folder.path / "new").holds("mul"));
    CHECK(later.holds("mul"));
}

TEST_CASE("a self-check folder that cannot be written is ignored") {
    const Folder folder;
    std::ofstream(folder.path / "file") << "no folder";
    for (const std::optional<fs::path>& place :
         {std::optional<fs::path>(), std::optional<fs::path>(folder.path / "file" / "below")}) {
        self_check::Record record(place);
        record.add("mul");
        CHECK(record.holds("mul"));
        CHECK(!self_check::Record(place).holds("mul"));
    }
}

TEST_CASE("a self-check runs once for each function, code, device, driver and compiler") {
    const self_check::subject own = subject_of("580.95"), other = subject_of("580.96");
    CHECK(own.is_due());
    CHECK(own.is_due());
    own.conclude("");
    CHECK(!own.is_due());
    CHECK(other.is_due());
    CHECK_THROWS_WITH_AS(other.conclude("for 0x0 the device gives 0x1, the host 0x0"),
                         "test::mul is wrong on this device: for 0x0 the device gives 0x1, the host 0x0 "
                         "(device: a device, driver: "
                         "580.96, compiler: nvcc 13.0.88); try another compiler, or set "
                         "LIMBSMITH_SELF_CHECK=off to use the kernel unchecked",
                         runtime::WrongResult);
    CHECK(other.is_due());
}

TEST_CASE("LIMBSMITH_SELF_CHECK: off") {
    const Variable off("LIMBSMITH_SELF_CHECK", "off");
    CHECK(!subject_of("never seen").is_due());
    const Variable own("LIMBSMITH_SELF_CHECK", "/tmp/own");
    CHECK(subject_of("never seen").is_due());
}

}  // namespace limbsmith::test
