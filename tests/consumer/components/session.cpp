// The component session, in C++17: residues, whole numbers and an expression.
#include <cstdio>
#include <limbsmith/limbsmith.hpp>

int main() {
    const limbsmith::Session s;
    const auto f = s.field("2^255-19");
    auto a = f.array(2), r = f.array(2);
    write_text(a, {"7", "-1"});
    f.mul(r, a, 3);
    std::printf("%s ", read_text(r)[0].c_str());
    f.compile("a*a - 2")(r, a);
    std::printf("%s ", read_text(r)[0].c_str());
    const auto u = s.uint(128);
    auto x = u.array(1);
    write_text(x, {"340282366920938463463374607431768211455"});
    u.add(x, x, 6);
    std::printf("%s ", read_text(x)[0].c_str());
    try {
        s.field("2^255-19+x");
    } catch (const limbsmith::runtime::InputError&) {  // the type is that of the library
        std::printf("refused\n");
    }
}
