// resize, truncate, remainder and crt of arrays, on the host and on a GPU if there is one, against GMP.
#include <doctest/doctest.h>
#include <gmpxx.h>

#include <functional>
#include <string>
#include <vector>

#include "limbsmith/session_gmp.hpp"
#include "session/sessions.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

using Values = std::vector<mpz_class>;

mpz_class two_to(int bits) { return mpz_class(1) << bits; }

// Numbers below 2^bits: limbs 0, 1, 2^k, 2^32 - 1 in every place, then random ones.
Values structured(int bits) {
    Values made{0, 1, two_to(bits) - 1, two_to(bits - 1), two_to(bits - 1) - 1};
    for (int k = 0; k < bits; k += 32) {
        for (const mpz_class& limb : {mpz_class(1), two_to(31), mpz_class(two_to(32) - 1)})
            made.push_back((limb << k) % two_to(bits));
        made.push_back(two_to(bits) - two_to(k));
    }
    gmp_randclass random(gmp_randinit_default);
    random.seed(test_seed());
    for (int k = 0; k < 9; ++k) made.push_back(random.get_z_bits(bits));
    return made;
}

Values mapped(const Values& from, const std::function<mpz_class(const mpz_class&)>& by) {
    Values made;
    for (const mpz_class& it : from) made.push_back(by(it));
    return made;
}

mpz_class residue_of(const mpz_class& a, const mpz_class& n) {
    mpz_class r;
    mpz_fdiv_r(r.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t());
    return r;
}

Array array_of(const Arithmetic& of, const Values& values, arrangement order, const char* type = "num") {
    const Array made = of.array_of(type, values.size(), order);
    write_mpz(made, values);
    return made;
}

}  // namespace

TEST_CASE("numbers of one width as numbers of another") {
    for (const Session& s : sessions()) {
        for (const auto& [from, to] : {std::pair{33, 131}, {131, 33}, {256, 2048}, {2048, 100}, {64, 64}}) {
            for (const auto& [of_from, of_to] : {std::pair{by_limbs, by_limbs},
                                                 {by_numbers, by_numbers},
                                                 {by_limbs, by_numbers},
                                                 {by_numbers, by_limbs}}) {
                CAPTURE(from);
                CAPTURE(to);
                const UInt narrow = s.uint(from), other = s.uint(to);
                const Values values = structured(from), small = structured(std::min(from, to));
                const Array r = other.array(values.size(), of_to), a = array_of(narrow, values, of_from);
                truncate(r, a);
                CHECK(read_mpz<mpz_class>(r) ==
                      mapped(values, [&](const mpz_class& it) { return residue_of(it, two_to(to)); }));
                const Array q = other.array(small.size(), of_to), b = array_of(narrow, small, of_from);
                resize(q, b);
                CHECK(read_mpz<mpz_class>(q) == small);
            }
        }
    }
}

// Without kernels, so that a driver that has none shows it as well.
TEST_CASE("words move on a GPU") {
    try {
        const Session s(place::device);
        const UInt narrow = s.uint(64), wide = s.uint(160);
        const Values values = structured(64);
        for (const arrangement of_narrow : {by_limbs, by_numbers}) {
            for (const arrangement of_wide : {by_limbs, by_numbers}) {
                const Array a = array_of(narrow, values, of_narrow), r = wide.array(values.size(), of_wide);
                write_mpz(r, Values(values.size(), two_to(160) - 1));
                resize(r, a);
                CHECK(read_mpz<mpz_class>(r) == values);
                write_mpz(r, mapped(values, [&](const mpz_class& it) { return it << 95; }));
                truncate(a, r);
                CHECK(read_mpz<mpz_class>(a) ==
                      mapped(values, [&](const mpz_class& it) { return residue_of(it << 95, two_to(64)); }));
            }
        }
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
    }
}

// Without kernels as well.
TEST_CASE("memory of a GPU comes again, unless its address was given away") {
    try {
        const Session s(place::device);
        const UInt u = s.uint(64);
        const size_t before = memory_in_use();
        for (int k = 0; k < 3; ++k) {
            const Array a = u.array(1000), b = u.array(1000);
            write_mpz(a, Values(1000, 7));
            resize(b, a);
            CHECK(read_mpz<mpz_class>(b) == Values(1000, 7));
        }
        CHECK(memory_in_use() == before + 2 * 4 * 2 * 1024);
        for (int k = 0; k < 2; ++k) {
            const Array a = u.array(1000);
            CHECK(a.address() != nullptr);
        }
        CHECK(memory_in_use() == before);
        const Array large = u.array(100000);
        CHECK(memory_in_use() == before + 4 * 2 * 100000);
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
    }
}

TEST_CASE("two's complement of one width as that of another") {
    for (const Session& s : sessions()) {
        for (const auto& [from, to] : {std::pair{64, 160}, {160, 64}, {131, 256}, {256, 131}, {96, 96}}) {
            CAPTURE(from);
            CAPTURE(to);
            const UInt own = s.uint(from);
            const Values sizes = structured(std::min(from, to) - 1);
            const Array a = array_of(own, sizes, by_limbs), r = s.uint(to).array(sizes.size());
            resize(r, a, extension::sign);
            CHECK(read_mpz<mpz_class>(r) == sizes);
            own.sub(a, 0, a);
            resize(r, a, extension::sign);
            CHECK(read_mpz<mpz_class>(r) == mapped(sizes, [&](const mpz_class& it) {
                      return residue_of(-it, two_to((to + 31) / 32 * 32));
                  }));
        }
        const UInt wide = s.uint(96), narrow = s.uint(32);
        const Array a = array_of(wide, {5, two_to(31)}, by_limbs), r = narrow.array(2);
        write_mpz(r, Values{7, 8});
        CHECK(refused([&] { resize(r, a, extension::sign); }) == "resize: number 1 is not below 2^32");
        CHECK(read_mpz<mpz_class>(r) == Values{7, 8});
    }
}

TEST_CASE("numbers that do not fit are named, and nothing changes") {
    for (const Session& s : sessions()) {
        const Array a = array_of(s.uint(128), {3, two_to(61) - 2, two_to(61) - 1, two_to(100)}, by_limbs);
        const Array r = s.uint(61).array(4), e = s.field("2^61-1").array(4);
        write_mpz(r, Values{1, 2, 3, 4});
        write_mpz(e, Values{1, 2, 3, 4});
        CHECK(refused([&] { resize(r, a); }) == "resize: number 3 is not below 2^61");
        CHECK(refused([&] { resize(e, a); }) == "resize: number 2 is not below the modulus of the result");
        CHECK(read_mpz<mpz_class>(r) == Values{1, 2, 3, 4});
        CHECK(read_mpz<mpz_class>(e) == Values{1, 2, 3, 4});
    }
}

TEST_CASE("of many numbers that do not fit the first one is named") {
    constexpr size_t count = 40000;
    for (const Session& s : sessions()) {
        const Field f = s.field("2^61-1");
        const mpz_class n(f.modulus());
        for (const int bits : {64, 96}) {  // the words of residues, and more of them
            CAPTURE(bits);
            for (const arrangement order : {by_limbs, by_numbers}) {
                Values values(count, n - 1);
                const Array a = array_of(s.uint(bits), values, order), e = f.array(count);
                resize(e, a);
                CHECK(read_mpz<mpz_class>(e) == values);
                values[count - 1] = n;
                for (const size_t first : {count - 1, count / 2, size_t{128}, size_t{31}, size_t{0}}) {
                    values[first] = first % 2 == 0 ? n : two_to(bits) - 1;
                    write_mpz(a, values);
                    CHECK(refused([&] { resize(e, a); }) == "resize: number " + std::to_string(first) +
                                                                " is not below the modulus of the result");
                }
                CHECK(read_mpz<mpz_class>(e) == Values(count, n - 1));
            }
        }
    }
}

TEST_CASE("remainders of whole numbers of every width, and the number that they belong to together") {
    for (const Session& s : sessions()) {
        // of one limb and of several, even, over lanes, longer than the numbers
        const std::vector<std::string> moduli = {"3",     "2^32-5",       "2^61-1",
                                                 "10^20", "@secp256k1.p", "2^1279-1"};
        for (const int bits : {31, 96, 512, 2048}) {
            CAPTURE(bits);
            const Values values = structured(bits);
            const Array a = array_of(s.uint(bits), values, by_limbs);
            std::vector<Array> all;
            for (const std::string& n : moduli) all.push_back(s.field(n).array(values.size()));
            remainders(all, a);
            for (size_t k = 0; k < all.size(); ++k) {
                CAPTURE(moduli[k]);
                const mpz_class n(s.field(moduli[k]).modulus());
                CHECK(read_mpz<mpz_class>(all[k]) ==
                      mapped(values, [&](const mpz_class& it) { return residue_of(it, n); }));
            }
        }
        // products, plain residues
        const UInt u = s.uint(256);
        const Values values = structured(512);
        const Array wide = array_of(u, values, by_numbers, "wide");
        const Field f = s.field("2^255-19");
        const Array plain = f.array_of("plain", values.size(), by_numbers);
        remainder(plain, wide);
        const mpz_class n(f.modulus());
        CHECK(read_mpz<mpz_class>(plain) ==
              mapped(values, [&](const mpz_class& it) { return residue_of(it, n); }));
    }
}

TEST_CASE("numbers from their remainders") {
    for (const Session& s : sessions()) {
        for (const std::vector<std::string>& moduli : {std::vector<std::string>{"97"},
                                                       {"3", "4", "5", "7", "11", "13"},
                                                       {"2^31-1", "2^32-5", "2^61-1", "2^64"},
                                                       {"2^255-19", "@secp256k1.p", "2^127-1"}}) {
            mpz_class product = 1;
            std::vector<Field> fields;
            for (const std::string& n : moduli) {
                fields.push_back(s.field(n));
                product *= mpz_class(fields.back().modulus());
            }
            const int bits = static_cast<int>(mpz_sizeinbase(product.get_mpz_t(), 2));
            CAPTURE(bits);
            Values values =
                mapped(structured(bits), [&](const mpz_class& it) { return residue_of(it, product); });
            values.push_back(product - 1);
            std::vector<Array> rests;
            for (const Field& f : fields) {
                rests.push_back(f.array(values.size()));
                write_mpz(rests.back(), mapped(values, [&](const mpz_class& it) {
                              return residue_of(it, mpz_class(f.modulus()));
                          }));
            }
            const Array r = s.uint(bits).array(values.size(), by_numbers);
            crt(r, rests);
            CHECK(read_mpz<mpz_class>(r) == values);
        }
    }
}

TEST_CASE("numbers from two remainders, each with moduli of its own") {
    for (const Session& s : sessions()) {
        // odd and even moduli, 1, of one limb and of several; as many limbs as a group of lanes has
        for (const auto& [of_p, of_q] : {std::pair{33, 32}, {130, 109}, {1024, 1023}}) {
            CAPTURE(of_p);
            Values r, a, p, b, q, inverse;
            for (const mpz_class& some_p : {mpz_class(1), two_to(of_p - 1), mpz_class(two_to(of_p) - 1)}) {
                for (const mpz_class& some_q : {mpz_class(1), mpz_class(3), mpz_class(two_to(of_q) - 1)}) {
                    mpz_class inverse_of_q = 0;
                    if (gcd(some_p, some_q) != 1) continue;
                    if (some_p != 1)
                        mpz_invert(inverse_of_q.get_mpz_t(), some_q.get_mpz_t(), some_p.get_mpz_t());
                    Values some = structured(of_p + of_q);
                    some.push_back(some_p * some_q - 1);
                    for (const mpz_class& any : some) {
                        const mpz_class number = any % (some_p * some_q);
                        if (number % some_q >= some_p) continue;
                        r.push_back(number), a.push_back(number % some_p), p.push_back(some_p);
                        b.push_back(number % some_q), q.push_back(some_q), inverse.push_back(inverse_of_q);
                    }
                }
            }
            const UInt narrow = s.uint(of_p), other = s.uint(of_q);
            const Array made = s.uint(of_p + of_q).array(r.size(), by_numbers);
            crt(made, array_of(narrow, a, by_numbers), array_of(narrow, p, by_limbs),
                array_of(other, b, by_limbs), array_of(other, q, by_numbers),
                array_of(narrow, inverse, by_limbs));
            CHECK(read_mpz<mpz_class>(made) == r);
        }
    }
}

TEST_CASE("arrays that do not belong together") {
    const Session s(place::host), other(place::host);
    const UInt u = s.uint(64);
    const Field six = s.field("6"), ten = s.field("10"), five = s.field("5");
    const Array a = u.array(2), b = u.array(3), r = six.array(2);
    CHECK(refused([&] { resize(a, b); }) == "resize: the result has 2 numbers, the operand 3");
    CHECK(refused([&] { resize(a, a); }) == "resize: the result and the operand are the same array");
    CHECK(refused([&] { resize(a, other.uint(64).array(2)); }) ==
          "resize: the arrays belong to different sessions");
    CHECK(refused([&] { remainder(a, b); }).find("result has 2") != std::string::npos);
    CHECK(refused([&] { remainder(a, u.array(2)); }) ==
          "remainder: the results are of type num of 64 bits, and should be elem or plain of a field");
    CHECK(refused([&] { truncate(r, a); }) ==
          "truncate: the results are residues modulo 0x6, and should be whole numbers");
    CHECK(refused([&] { crt(a, {}); }) == "crt: no residues");
    CHECK(refused([&] {
              crt(a, {r, five.array(2), ten.array(2)});
          }) == "crt: the moduli of operands 0 and 2 have a divisor in common");
    const Array short_one = s.uint(4).array(2);
    CHECK(refused([&] {
              crt(short_one, {r, five.array(2)});
          }).find("nearest are those of uint(5)") != std::string::npos);
    CHECK(refused([&] { crt(a, u.array(2), u.array(2), u.array(2), b, u.array(2)); }) ==
          "crt: the result has 2 numbers, the operand 3");
    CHECK(refused([&] { crt(a, r, u.array(2), u.array(2), u.array(2), u.array(2)); }) ==
          "crt: the operands are residues modulo 0x6, and should be whole numbers");
    const Array none = u.array(0), nothing = six.array(0);
    remainder(nothing, none);
    crt(none, {nothing});
    crt(none, u.array(0), u.array(0), u.array(0), u.array(0), u.array(0));
}

}  // namespace limbsmith::test
