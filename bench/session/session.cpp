// bench-session MODULUS OPERATION COUNT: calls of a session on arrays of a GPU: the rate with COUNT numbers, for either
// arrangement of them, and the time of a call on three numbers.
//
// A time is the median of several runs of calls in a row. rates.py does the same from Python, and checks results.
#include "limbsmith/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/program.hpp"

namespace {

using namespace limbsmith;

// Numbers below 2^32, all different from 0.
Array filled(const Function& f, int argument, size_t count, arrangement order) {
    const Array array = f.array_for(argument, count, order);
    const auto words = static_cast<size_t>(array.words());
    std::vector<uint32_t> all(words * count);
    for (size_t number = 0; number < count; ++number)
        all[number * words] = static_cast<uint32_t>(number * 2654435761u) | 1;
    write_words(array, all.data());
    return array;
}

double seconds_of_call(const Function& f, size_t count, arrangement order, int calls) {
    std::vector<Operand> arguments;
    for (int k = 0; k < f.results() + f.operands(); ++k) arguments.emplace_back(filled(f, k, count, order));
    stream on(arguments[0].array()->where());
    std::array<double, 7> seconds{};
    f.call(arguments, &on);  // compiles
    for (double& each : seconds) {
        on.synchronize();
        const auto start = std::chrono::steady_clock::now();
        for (int k = 0; k < calls; ++k) f.call(arguments, &on);
        on.synchronize();
        each = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

void measure(const char* modulus, const char* operation, size_t count) {
    const Session session(place::device);
    const Function f = session.field(modulus).function(operation);
    fmt::print("{}: {} modulo {}\n", session.device(), operation, modulus);
    for (const arrangement order : {arrangement::limb_major, arrangement::number_major}) {
        const char* name = order == arrangement::limb_major ? "limb-major" : "number-major";
        fmt::print("{:>14}: {:.4g} results a second, {} numbers; {:.2f} us a call on three\n", name,
                   double(count) / seconds_of_call(f, count, order, 50), count,
                   1e6 * seconds_of_call(f, 3, order, 2000));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 || std::strtoull(argv[3], nullptr, 10) == 0) {
        fmt::print(stderr, "usage: bench-session MODULUS OPERATION COUNT\n");
        return 2;
    }
    return bench::exit_code("bench-session",
                            [&] { measure(argv[1], argv[2], std::strtoull(argv[3], nullptr, 10)); });
}
