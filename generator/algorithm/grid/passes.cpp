#include "algorithm/ntt/passes.hpp"

#include "algorithm/grid/kernel.hpp"
#include "algorithm/grid/transform.hpp"
#include "spec/ntt_primes.hpp"

namespace limbsmith::algorithm::grid {
namespace {

using ir::Place, ir::Scalar;
using ntt::whole;

std::string named(const char* stem, int levels) { return stem + std::to_string(levels); }

// Modulo one prime, the words i·size/2^E + (a number of the thread) of the number a, for i < 2^E.
ir::Routine first(int levels, const ir::Library& library) {
    Kernel kernel(named("grid_first_", levels), library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place factors = builder.global_table("factors"), a = builder.global("a"), x = builder.global("x");
    const Place pitch = kernel.given("pitch"), size = kernel.given("size"), length = kernel.given("length");
    const ntt::Passes passes(builder);
    const int count = 1 << levels;
    const Place own = kernel.words("own", count);
    const Place distance = kernel.word("distance", Scalar(size) >> levels),
                k = kernel.word("prime", kernel.thread() / distance),
                thread = kernel.word("thread", kernel.thread() % distance);
    const auto at = [&](const Place& i) { return Scalar(i) * distance + Scalar(thread); };
    builder.loop(whole("i", count), {}, [&](Place i) { kernel.read(own[i], a, at(i), length); });
    builder.loop(whole("i", count), {}, [&](Place i) {
        builder.call("ntt_first", {own[i], passes.of_prime(k, ntt::prime), passes.of_prime(k, ntt::minus_4p)},
                     {own[i]});
    });
    passes.pass(k, {own}, ntt::Passes::Companions{factors, pitch, 0}, false, {levels, 0, true});
    builder.loop(whole("i", count), {},
                 [&](Place i) { builder.assign(x[Scalar(k) * size + at(i)], own[i]); });
    return std::move(builder).finish();
}

// A block of a level has 2^(E + shift) words, of which a thread has 2^E that are 2^shift apart.
ir::Routine in_place(const char* stem, int levels, bool is_inverse, const ir::Library& library) {
    Kernel kernel(named(stem, levels), library);
    ir::RoutineBuilder& builder = kernel.builder;
    const Place factors = builder.global_table("factors");
    const Place mirrors = is_inverse ? builder.global_table("mirrors") : Place{};
    const Place x = builder.global("x");
    const Place pitch = kernel.given("pitch"), size = kernel.given("size"), shift = kernel.given("shift");
    const ntt::Passes passes(builder);
    const int count = 1 << levels;
    const Place own = kernel.words("own", count);
    const Place groups = kernel.word("groups_of_prime", Scalar(size) >> (levels + 5)),
                k = kernel.word("prime", Scalar(kernel.group) / groups),
                thread = kernel.word("thread", (Scalar(kernel.group) % groups) * ir::warp + ir::lane()),
                block = kernel.word("block", Scalar(thread) >> shift),
                base = kernel.word("base", Scalar(k) * size + (Scalar(block) << (Scalar(shift) + levels)) +
                                               (Scalar(thread) & ((Scalar(1) << shift) - 1)));
    const auto place = [&](const Place& i) { return x[Scalar(base) + (Scalar(i) << shift)]; };
    builder.loop(whole("i", count), {}, [&](Place i) { builder.assign(own[i], place(i)); });
    const Scalar column = is_inverse ? Scalar(mirrors[block]) : Scalar(block);
    passes.pass(k, {own}, ntt::Passes::Companions{factors, pitch, column}, is_inverse, {levels});
    builder.loop(whole("i", count), {}, [&](Place i) { builder.assign(place(i), own[i]); });
    return std::move(builder).finish();
}

}  // namespace

std::vector<ir::Routine> passes(const ir::Library& library) {
    std::vector<ir::Routine> all;
    for (int levels = 1; levels <= most_levels; ++levels) all.push_back(first(levels, library));
    for (const int levels : {3, 4}) all.push_back(in_place("grid_pass_", levels, false, library));
    for (int levels = 1; levels <= most_levels; ++levels)
        all.push_back(in_place("grid_inverse_", levels, true, library));
    return all;
}

}  // namespace limbsmith::algorithm::grid
