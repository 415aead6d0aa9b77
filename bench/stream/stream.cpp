// bench-stream MODULUS OPERATION COUNT: a call on arrays of the host that are longer than a GPU is given memory for, beside
// its parts alone: copies there, copies back, both at the same time, and the kernel.
//
// Copies and kernels alone have the chunks of the call, one after the other. The times are those of a second turn.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "bench/program.hpp"
#include "limbsmith/session.hpp"
#include "session/chunks.hpp"
#include "session/device_computation.hpp"
#include "session/request.hpp"

namespace {

using namespace limbsmith;

double seconds_of(const std::function<void()>& work) {
    work();
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void fill(const Array& array) {
    uint32_t* const words = array.address();
    const size_t rows = static_cast<size_t>(array.words()), all = array.row() * rows;
    // the top word is 0: numbers are below the modulus
    for (size_t k = 0; k < all; ++k)
        words[k] = k < array.row() * (rows - 1) ? static_cast<uint32_t>(k * 2654435761u) : 0;
}

void line(const char* what, double seconds, double bytes, size_t count) {
    fmt::print("{:<24}{:>10.4f} s {:>8.2f} GB/s {:>10.4g} numbers/s\n", what, seconds, 1e-9 * bytes / seconds,
               double(count) / seconds);
}

// Chunks of numbers in memory of the host, of which the GPU has one at a time.
class Parts {
  public:
    Parts(const char* modulus, const char* operation, size_t count, const runtime::Device& device)
        : computation_(spec(modulus, operation), operation, device),
          words_(session::NumberWords::of(computation_.meaning())),
          most_(std::min(count, session::numbers_of_chunk(words_.all(), {device}))),
          times_((count + most_ - 1) / most_),
          chunk_(words_, device),
          kernel_(computation_.kernels(), computation_.shape(), most_, 2) {
        chunk_.hold(most_);
        std::fill_n(chunk_.operand(0), words_.all() * most_, 7);
        for (const eval::Column& it : chunk_.operands) operands_.push_back({it.data, it.count});
        for (const size_t slot : {0, 1}) {
            kernel_.upload(slot, operands_, most_);
            kernel_.compute(slot);
        }
    }

    void there() {
        repeat([&] { kernel_.upload(0, operands_, most_); });
    }
    void back() {
        repeat([&] { kernel_.download(1, chunk_.results); });
    }
    void both() {
        std::thread other([&] { there(); });
        back();
        other.join();
    }
    void compute() {
        repeat([&] { kernel_.compute(0); });
    }

    const session::NumberWords& words() const { return words_; }
    size_t most() const { return most_; }

  private:
    static Spec spec(const char* modulus, const char* operation) {
        session::Request request;
        request.modulus = modulus;
        return request.spec(operation, Style::inlined, "number");
    }
    void repeat(const std::function<void()>& work) {
        for (size_t k = 0; k < times_; ++k) work();
    }

    session::DeviceComputation computation_;
    session::NumberWords words_;
    size_t most_, times_;
    session::Chunk chunk_;
    std::vector<runtime::OperandRows> operands_;
    runtime::BatchChunks kernel_;
};

double bytes_of(const std::vector<size_t>& words, size_t count) {
    double bytes = 0;
    for (const size_t each : words) bytes += 4.0 * double(each) * double(count);
    return bytes;
}

void measure(const char* modulus, const char* operation, size_t count) {
    const Session session(place::device);
    Parts parts(modulus, operation, count, runtime::device_at(place::device));
    const double up = bytes_of(parts.words().operands, count), down = bytes_of(parts.words().results, count);
    fmt::print("{}: {} modulo {}, {} numbers, {:.2f} GB there and {:.2f} GB back, in chunks of {}\n",
               session.device(), operation, modulus, count, 1e-9 * up, 1e-9 * down, parts.most());
    const double there = seconds_of([&] { parts.there(); }), back = seconds_of([&] { parts.back(); }),
                 both = seconds_of([&] { parts.both(); }), compute = seconds_of([&] { parts.compute(); });
    line("copies there", there, up, count);
    line("copies back", back, down, count);
    line("both at the same time", both, up + down, count);
    line("kernels", compute, up + down, count);
    for (const bool is_pinned : {true, false}) {
        const Session host = is_pinned ? session.on_host() : Session(place::host);
        const Function f = session.field(modulus).function(operation);
        const Field numbers = host.field(modulus);
        std::vector<Operand> arguments;
        for (int k = 0; k < f.results() + f.operands(); ++k) {
            const Array array = numbers.function(operation).array_for(k, count);
            fill(array);
            arguments.emplace_back(array);
        }
        const double all = seconds_of([&] { f.call(arguments); });
        line(is_pinned ? "the call, pinned arrays" : "the call, other arrays", all, up + down, count);
        fmt::print("{:<24}{:>10.3f} of the slower of copies and kernels\n", "",
                   all / std::max(both, compute));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 || std::strtoull(argv[3], nullptr, 10) == 0) {
        fmt::print(stderr, "usage: bench-stream MODULUS OPERATION COUNT\n");
        return 2;
    }
    return bench::exit_code("bench-stream",
                            [&] { measure(argv[1], argv[2], std::strtoull(argv[3], nullptr, 10)); });
}
