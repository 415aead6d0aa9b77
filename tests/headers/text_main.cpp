// Checks to_hex, to_dec, from_hex and from_dec of a header against GMP.
//
// -include names the header, -DLIMBSMITH_NAMESPACE its namespace, -DLIMBSMITH_NUMBER the type (num, plain),
// -DLIMBSMITH_BOUND the bound of its numbers as a hexadecimal string; -DLIMBSMITH_HAS_WIDE=1 says that
// products can be written. The only argument is the seed of the random values. stdout: one line `NAME CHECKS`
// for each function. The first wrong result ends the program with the converted number on stderr.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "integer.hpp"

namespace ns = LIMBSMITH_NAMESPACE;
using Number = ns::LIMBSMITH_NUMBER;

namespace {

constexpr unsigned container_bits = 32 * ns::limbs;

std::map<std::string, long> checks;

void expect(const char* name, bool right, const std::string& what) {
    ++checks[name];
    if (right) return;
    fprintf(stderr, "%s of %d bits is wrong for '%s'\n", name, ns::bits, what.c_str());
    exit(1);
}

std::string digits(const Integer& x, int base) {
    std::vector<char> text(mpz_sizeinbase(x.z, base) + 2);
    return mpz_get_str(text.data(), base, x.z);
}

template <typename Limbs>
Integer value(const Limbs& x) {
    Integer out;
    mpz_import(out.z, sizeof x.limb / sizeof x.limb[0], -1, sizeof(uint32_t), 0, 0, x.limb);
    return out;
}

template <typename Limbs>
Limbs number(const Integer& x) {
    Limbs out = {};
    mpz_export(out.limb, nullptr, -1, sizeof(uint32_t), 0, 0, x.z);
    return out;
}

// Writes x to a buffer of exactly the required size.
template <typename Limbs, int hex_chars, int dec_chars>
void check_writing(const Integer& x) {
    const Limbs n = number<Limbs>(x);
    struct {
        char hex[hex_chars], after_hex, dec[dec_chars], after_dec;
    } text;
    memset(&text, '#', sizeof text);
    expect("to_hex", ns::to_hex(text.hex, n) == text.hex && "0x" + digits(x, 16) == text.hex, x.hex());
    expect("to_dec", ns::to_dec(text.dec, n) == text.dec && digits(x, 10) == text.dec, x.hex());
    expect("to_hex", text.after_hex == '#', x.hex());
    expect("to_dec", text.after_dec == '#', x.hex());
}

using Reader = uint32_t (*)(Number&, const char*);

// Checks that `text` is refused and leaves 0.
void refuse(const char* name, Reader read, const std::string& text) {
    Number x = {};
    x.limb[0] = 7;
    expect(name, read(x, text.c_str()) == 0 && value(x) == Integer(0), text);
}

void take(const char* name, Reader read, const std::string& text, const Integer& x) {
    Number n = {};
    n.limb[0] = 7;
    expect(name, read(n, text.c_str()) == 1 && value(n) == x, text);
}

std::string upper(std::string text) {
    for (char& c : text) c = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
    return text;
}

void check_reading(const Integer& x, const Integer& bound) {
    const std::string hex = digits(x, 16), dec = digits(x, 10), zeros(400, '0');
    if (mpz_cmp(x.z, bound.z) >= 0) {
        refuse("from_hex", ns::from_hex, hex);
        refuse("from_hex", ns::from_hex, "0x" + hex);
        refuse("from_dec", ns::from_dec, dec);
        return;
    }
    for (const std::string& text : {hex, upper(hex), "0x" + hex, "0X" + upper(hex), "0x" + zeros + hex})
        take("from_hex", ns::from_hex, text, x);
    for (const std::string& text : {dec, zeros + dec}) take("from_dec", ns::from_dec, text, x);
}

void check_bad_text() {
    for (const char* text : {"",
                             "0x",
                             "0X",
                             "x1",
                             " 1",
                             "1 ",
                             "1\n",
                             "-1",
                             "+1",
                             "0x0x1",
                             "00x1",
                             "1_0",
                             "1g",
                             "g",
                             "G",
                             "1@",
                             "1`",
                             "1/",
                             "1:",
                             "\xff",
                             "\x80"
                             "1"})
        refuse("from_hex", ns::from_hex, text);
    for (const char* text :
         {"", "0x1", "x", " 1", "1 ", "1\n", "-1", "+1", "1a", "a", "1.", "1e1", "1/", "1:", "\xff"})
        refuse("from_dec", ns::from_dec, text);
}

// Powers of 2, 10 and 16 with their neighbours, up to one limb more than the number has.
std::vector<Integer> edges(const Integer& bound) {
    std::vector<Integer> out;
    const auto add_around = [&](Integer x) {
        out.push_back(x);
        mpz_add_ui(x.z, x.z, 1);
        out.push_back(x);
        if (mpz_cmp_ui(x.z, 2) < 0) return;
        mpz_sub_ui(x.z, x.z, 2);
        out.push_back(x);
    };
    add_around(0);
    add_around(bound);
    for (unsigned bit = 0; bit <= container_bits + 32; ++bit) add_around(power_of_two(bit));
    Integer ten = 1;
    for (; mpz_sizeinbase(ten.z, 2) <= container_bits + 32; mpz_mul_ui(ten.z, ten.z, 10)) add_around(ten);
    return out;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    std::mt19937_64 generator(strtoull(argv[1], nullptr, 10));
    gmp_randstate_t state;
    gmp_randinit_default(state);
    gmp_randseed_ui(state, generator());

    Integer bound;
    mpz_set_str(bound.z, LIMBSMITH_BOUND, 16);
    std::vector<Integer> values = edges(bound);
    for (int i = 0; i < 2000; ++i) {
        values.emplace_back();
        mpz_urandomb(values.back().z, state, 1 + generator() % (container_bits + 8));
    }
    for (const Integer& x : values) {
        check_reading(x, bound);
        check_writing<Number, ns::hex_chars, ns::dec_chars>(below_power(x, container_bits));
#if LIMBSMITH_HAS_WIDE
        Integer square;
        mpz_mul(square.z, x.z, x.z);
        for (const Integer& y : {x, square}) {
            check_writing<ns::wide, ns::wide_hex_chars, ns::wide_dec_chars>(
                below_power(y, 32 * ns::wide_limbs));
        }
#endif
    }
    check_bad_text();
    gmp_randclear(state);
    for (const auto& entry : checks) printf("%s %ld\n", entry.first.c_str(), entry.second);
    return 0;
}
