// Batches in chunks: arrays of the host that are longer than a chunk, and than the memory of a GPU.
#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "limbsmith/grid.hpp"
#include "limbsmith/pool.hpp"
#include "limbsmith/session.hpp"
#include "session/chunks.hpp"
#include "session/sessions.hpp"
#include "session/state.hpp"

namespace limbsmith::test {
namespace {

constexpr uint32_t prime = 2147483647;

// Edges, then random residues, of as many words as an array has: one after the other, the high ones 0.
std::vector<uint32_t> residues(const Array& of, uint32_t seed) {
    std::mt19937 random(seed);
    const size_t words = static_cast<size_t>(of.words());
    std::vector<uint32_t> made(words * of.size());
    const std::vector<uint32_t> edges{0, 1, 2, prime - 1, prime - 2, 1u << 30, 0x7fff};
    for (size_t t = 0; t < of.size(); ++t)
        made[words * t] = t < edges.size() ? edges[t] : static_cast<uint32_t>(random() % prime);
    return made;
}

std::vector<uint32_t> words_of(const Array& from) {
    std::vector<uint32_t> made(static_cast<size_t>(from.words()) * from.size());
    read_words(from, made.data());
    return made;
}

// The message of an error of any kind.
std::string error_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("a call is ended between its chunks, and those before are computed") {
    const Session s(place::host);
    const Field f = s.field("2^31-1");
    const size_t count = 2'000'000, most = (size_t{1} << 21) / 3;
    const Array a = f.array(count), r = f.array(count);
    const std::vector<uint32_t> x = residues(a, 3);
    write_words(a, x.data());
    struct Stop {};
    int calls = 0;
    const auto between = [&] {
        if (++calls == 3) throw Stop();
    };
    CHECK_THROWS_AS(f.function("add").call({r, a, a}, nullptr, between), Stop);
    CHECK(calls == 3);
    const std::vector<uint32_t> found = words_of(r);
    size_t wrong = 0;
    for (size_t t = 0; t < count; ++t)
        wrong += found[t] != (t < 2 * most ? static_cast<uint32_t>(uint64_t{2} * x[t] % prime) : 0);
    CHECK(wrong == 0);
    calls = -100;
    f.function("add").call({r, a, a}, nullptr, between);
    CHECK(calls == -96);  // three chunks, and the end
    CHECK(words_of(r).back() == uint64_t{2} * x.back() % prime);
}

TEST_CASE("several computers have chunks in turn, whose results come in order up to the first failure") {
    constexpr uint32_t all = 37;
    const session::NumberWords words{{1}, {1}};
    for (const uint32_t failing : {all, 0u, 5u, 36u}) {
        CAPTURE(failing);
        uint32_t filled = 0;
        std::vector<uint32_t> drained;
        std::vector<double> seconds;
        const auto by = [&](uint32_t which) {
            return [&, which](session::Chunk& chunk) {
                const uint32_t number = *chunk.operands[0].data;
                CHECK(number % 3 == which);
                if (number == failing) throw runtime::Error("number " + std::to_string(number));
                *chunk.results[0].words = number * number;
                return session::Done{"a computer", 6};
            };
        };
        const auto fill = [&](session::Chunk& chunk) {
            chunk.hold(1);
            *chunk.operand(0) = filled++;
            return filled <= all;
        };
        const auto drain = [&](session::Chunk& chunk) {
            drained.push_back(*chunk.results[0].words);
            seconds.push_back(chunk.done.seconds);
        };
        const auto run = [&] {
            session::in_chunks(words, session::Stages::at_once, {by(0), by(1), by(2)}, fill, drain);
        };
        if (failing == all)
            run();
        else
            CHECK(error_of(run) == "number " + std::to_string(failing));
        REQUIRE(drained.size() == failing);
        for (uint32_t k = 0; k < failing; ++k) CHECK(drained[k] == k * k);
        for (const double it : seconds) CHECK(it == 2);
    }
}

TEST_CASE("a call on more numbers than a chunk has gives all results, also into an operand") {
    const Session s(place::host);
    const Field f = s.field("2^31-1");
    const size_t count = 1'100'001;  // chunks have 2^21 words
    const Array a = f.array(count), b = f.array(count, by_numbers), r = f.array(count);
    const std::vector<uint32_t> x = residues(a, 1), y = residues(b, 2);
    write_words(a, x.data()), write_words(b, y.data());
    f.mul(r, a, b);
    f.mul(b, b, 3);
    const std::vector<uint32_t> product = words_of(r), triple = words_of(b);
    size_t wrong = 0;
    for (size_t t = 0; t < count; ++t) {
        wrong += product[t] != uint64_t{x[t]} * y[t] % prime;
        wrong += triple[t] != uint64_t{3} * y[t] % prime;
    }
    CHECK(wrong == 0);
}

TEST_CASE("chunks pass GPUs that have less memory, by the fake driver") {
    try {
        const runtime::Device device = runtime::device_at(place::device);
        if (device.name() != "fake GPU") {
            MESSAGE("skipped: not the fake driver");
            return;
        }
        const std::string image("code", 5);
        std::deque<runtime::BatchKernels> kernels;
        for (const int k : {0, 1})
            kernels.emplace_back(std::vector<char>(image.begin(), image.end()), runtime::Device(k));
        const runtime::BatchShape adds{"add3", {1}, {1}}, fails{"fail", {1}, {1}};
        const size_t count = 1'000'000, most = session::numbers_of_chunk(2, {device});
        CHECK(8 * most < count);
        CHECK(4 * count > device.memory_bytes());
        std::vector<uint32_t> in(count), out(count);
        for (size_t k = 0; k < count; ++k) in[k] = static_cast<uint32_t>(k * k);
        // Numbers that are right from the first one on; from the caller's memory, or from the chunk's room, and back.
        const auto right = [&](const std::vector<session::GpuKernels>& gpus, bool is_direct) {
            size_t filled = 0, drained = 0;
            std::ranges::fill(out, 0);
            const auto fill = [&](session::Chunk& chunk) {
                const size_t numbers = std::min(most, count - filled);
                chunk.hold(numbers);
                if (is_direct) {
                    chunk.operands[0] = {in.data() + filled, count};
                    chunk.results[0] = {out.data() + filled, count, 1};
                } else {
                    std::copy_n(in.data() + filled, numbers, chunk.operand(0));
                }
                filled += numbers;
                return numbers != 0;
            };
            const auto drain = [&](session::Chunk& chunk) {
                CHECK(chunk.done.by == (gpus.size() == 1 ? "fake GPU" : "2 x fake GPU"));
                if (!is_direct) std::copy_n(chunk.results[0].words, chunk.count, out.data() + drained);
                drained += chunk.count;
            };
            session::in_chunks(gpus, most, session::Stages::at_once, fill, drain);
            size_t k = 0;
            while (k < count && out[k] == in[k] + 3) ++k;
            return k;
        };
        for (const bool is_direct : {false, true}) {
            CHECK(right({{&kernels[0], adds}}, is_direct) == count);
            CHECK(right({{&kernels[0], adds}, {&kernels[1], adds}}, is_direct) == count);
        }
        // a single chunk has one GPU, which is named alone
        size_t filled = 0;
        std::string by;
        session::in_chunks(
            {{&kernels[0], adds}, {&kernels[1], adds}}, 1, session::Stages::in_turn,
            [&](session::Chunk& chunk) {
                chunk.hold(filled == 0);
                return filled++ == 0;
            },
            [&](session::Chunk& chunk) { by = chunk.done.by; });
        CHECK(by == "fake GPU");
        // the second GPU fails: it is named, and the chunk before, of the first one, is there
        CHECK(error_of([&] {
                  right({{&kernels[0], adds}, {&kernels[1], fails}}, false);
              }).starts_with("cuda:1, fake GPU: "));
        CHECK(out[most - 1] == in[most - 1] + 3);
        CHECK(out[most] == 0);
        // Memory that a GPU copies from is memory of the host as any other.
        const Session beside = Session(place::device).on_host();
        CHECK(beside.where() == place::host);
        const UInt u = beside.uint(64);
        const Array a = u.array(2), r = u.array(2, by_numbers);
        CHECK(a.shared()->pinned);
        write_text(a, {"2^64-1", "7"});
        u.add(r, a, 1);
        CHECK(read_text(r) == std::vector<std::string>{"0", "8"});
        // So are the arrays of all GPUs.
        const Session all(place::all);
        CHECK(all.device() == "2 x fake GPU");
        CHECK(all.where() == place::host);
        const Array b = all.uint(64).array(2);
        CHECK(b.shared()->pinned);
        CHECK(all.uint(64).has_gpu());
        CHECK(!beside.uint(64).has_gpu());
        write_text(b, {"2^64-1", "7"});
        CHECK(read_text(b)[0] == "18446744073709551615");
        CHECK(all.computing() == place::all);
        CHECK(error_of([&] { all.grid(); }).find("the nearest is pool()") != std::string::npos);
    } catch (const runtime::NoDevice& none) {
        MESSAGE("skipped: " << std::string(none.what()));
    }
}

TEST_CASE("a GPU gives the results of its own arrays for those of the host, in chunks") {
    const Session s;
    if (!s.where().is_gpu()) {
        MESSAGE("skipped: no CUDA device");
        return;
    }
    const char* const modulus = "2^31-1";
    const size_t count = 15'000'001;  // chunks have 2^24 words
    const Field there = s.field(modulus);
    const Array a = there.array(count), b = there.array(count), r = there.array(count);
    const std::vector<uint32_t> x = residues(a, 1), y = residues(b, 2);
    write_words(a, x.data()), write_words(b, y.data());
    there.mul(r, a, b);
    const std::vector<uint32_t> product = words_of(r);
    there.mul(r, a, 12345);
    const std::vector<uint32_t> multiple = words_of(r);
    for (const Session& host : {s.on_host(), Session(place::host)})
        for (const arrangement order : {by_limbs, by_numbers}) {
            const Field f = host.field(modulus);
            const Array own_a = f.array(count, order), own_b = f.array(count), own_r = f.array(count, order);
            write_words(own_a, x.data()), write_words(own_b, y.data());
            there.mul(own_r, own_a, own_b);
            CHECK(words_of(own_r) == product);
            there.mul(own_a, own_a, 12345);
            CHECK(words_of(own_a) == multiple);
        }
    const Session all(place::all);
    const Field of_all = all.field(modulus);
    for (const Session& host : {all, Session(place::host)}) {
        const Field f = host.field(modulus);
        const Array own_a = f.array(count), own_b = f.array(count, by_numbers), own_r = f.array(count);
        write_words(own_a, x.data()), write_words(own_b, y.data());
        of_all.mul(own_r, own_a, own_b);
        CHECK(words_of(own_r) == product);
    }
    const UInt u = s.uint(96), own = s.on_host().uint(96);
    const Array q = own.array(2), m = own.array(2), n = own.array(2);
    write_text(n, {"2^95+7", "5"});
    u.divrem(q, m, n, 10);
    CHECK(read_text(m) == std::vector<std::string>{"5", "5"});
    CHECK(refused([&] {
              there.mul(r, r, s.on_host().field(modulus).array(count));
          }).find("b is on cpu, and r on cuda:0; the nearest are arrays at one place") != std::string::npos);
}

TEST_CASE("a session of the host is the one beside itself, and others are not") {
    const Session s(place::host);
    const UInt u = s.uint(64);
    const Array a = s.on_host().uint(64).array(1), r = u.array(1);
    write_text(a, {"7"});
    u.add(r, a, 1);
    CHECK(read_text(r)[0] == "8");
    CHECK(refused([&] {
              u.add(r, Session(place::host).uint(64).array(1), 1);
          }).find("belongs to another session") != std::string::npos);
}

}  // namespace limbsmith::test
