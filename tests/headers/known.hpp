// Shared by the programs that check published values: their arguments, and residues of published numbers.
//
// A program known_X is called with KIND VALUE...: the kind of a check, and published values. Exit status: 0
// if they hold; 1 if one does not, named on stderr; 2 for a wrong call. -include names the header of a field,
// -DFIELD its namespace; in some programs ORDER is the namespace of the group order.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "integer.hpp"

namespace known {

using Values = std::vector<std::string>;

// A kind of check: its name, its number of values, and its function.
struct Kind {
    const char* name;
    size_t count;
    void (*check)(const Values&);
};

// Ends the program with status 1 unless the value holds.
inline void expect(bool holds, const char* what) {
    if (holds) return;
    fprintf(stderr, "%s is wrong\n", what);
    exit(1);
}

// Runs main: the exit status.
inline int run(int argc, char** argv, std::initializer_list<Kind> kinds) {
    const Values arguments(argv + 1, argv + argc);
    for (const Kind& kind : kinds) {
        if (arguments.size() != kind.count + 1 || arguments[0] != kind.name) continue;
        kind.check(Values(arguments.begin() + 1, arguments.end()));
        return 0;
    }
    fprintf(stderr, "no such check of %zu values\n", arguments.size());
    return 2;
}

// ---- numbers: decimal or 0x ----

inline Integer number(const std::string& text) {
    Integer x;
    if (mpz_set_str(x.z, text.c_str(), 0) != 0 || mpz_sgn(x.z) < 0) exit(2);
    return x;
}

// 32-bit words, least significant first; at least `count` of them.
inline std::vector<uint32_t> words(const Integer& x, size_t count = 0) {
    std::vector<uint32_t> out(std::max(count, (mpz_sizeinbase(x.z, 2) + 31) / 32));
    mpz_export(out.data(), nullptr, -1, sizeof out[0], 0, 0, x.z);
    return out;
}

// Whether x fits the limbs of a residue and is one. Functions of a header are found by the types of their
// arguments, so a plain selects the header.
template <class Plain>
bool is_residue(const Integer& x, Plain& out) {
    out = {};
    if (mpz_sizeinbase(x.z, 2) > 8 * sizeof out.limb) return false;
    mpz_export(out.limb, nullptr, -1, sizeof out.limb[0], 0, 0, x.z);
    return is_canonical(out) == 1;
}

template <class Plain>
auto element(const Integer& x) -> decltype(to_elem(Plain())) {
    Plain out;
    expect(is_residue(x, out), "a value, which is not below N,");
    return to_elem(out);
}

template <class Plain>
auto element(const std::string& text) -> decltype(to_elem(Plain())) {
    return element<Plain>(number(text));
}

template <class Plain>
Integer value(const Plain& x) {
    Integer out;
    mpz_import(out.z, sizeof x.limb / sizeof x.limb[0], -1, sizeof x.limb[0], 0, 0, x.limb);
    return out;
}

template <class Elem>
bool is_odd(const Elem& a) {
    return to_plain(a).limb[0] & 1;
}

// ---- bytes: two hexadecimal digits each ----

using Bytes = std::vector<unsigned char>;

inline Bytes bytes(const std::string& text) {
    Bytes out;
    if (text.size() % 2 != 0) exit(2);
    for (size_t i = 0; i < text.size(); i += 2)
        out.push_back((unsigned char)strtoul(text.substr(i, 2).c_str(), nullptr, 16));
    return out;
}

}  // namespace known
