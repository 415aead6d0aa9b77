// The component pool: numbers and rationals, at the place of a session.
#include <cstdio>
#include <limbsmith/limbsmith.hpp>

int main() {
    using namespace limbsmith;
    const Session s;
    auto p = s.pool();
    const auto x = p("2**127 - 1") * 3;
    std::printf("%s %s ", p.text(x).c_str(), p.text(p("-(7 // 2) ** 2 % 5")).c_str());
    std::printf("%s ", text(p, pool::rational(p, "1/3") + 1).c_str());
    try {
        p("2**");
    } catch (const runtime::InputError& error) {
        std::printf("%s\n", error.what());
    }
}
