// The device layer on a fake driver with two GPUs.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <stdlib.h>

#include <memory>
#include <thread>

#include "device/graph.hpp"
#include "device/memory.hpp"
#include "device/stream.hpp"

namespace limbsmith::test {
namespace {

using namespace runtime;

// A function of the fake driver.
int fake(const char* name) {
    void* library = dlopen("libcuda.so.1", RTLD_NOW);
    REQUIRE(library != nullptr);
    auto* function = reinterpret_cast<int (*)()>(dlsym(library, name));
    REQUIRE(bool(function));
    return function();
}

std::vector<char> image(const std::string& text) { return {text.c_str(), text.c_str() + text.size() + 1}; }

std::vector<uint32_t> words(const Buffer& buffer) {
    std::vector<uint32_t> all(buffer.size() / 4);
    buffer.download(std::as_writable_bytes(std::span(all)));
    return all;
}

// The results of the kernel add3 for 1, 2, 3 on a GPU.
std::vector<uint32_t> sums(Stream& on) {
    const std::vector<uint32_t> numbers{1, 2, 3};
    Buffer in(on.device(), 12), out(on.device(), 12);
    in.upload(std::as_bytes(std::span(numbers)));
    void *r = out.address(), *x = in.address();
    unsigned long long count = 3;
    on.launch(Module(on.device(), image("code")).function("add3"), 1, 32, {&r, &x, &count});
    on.synchronize();
    return words(out);
}

}  // namespace

TEST_CASE("each GPU has a number, and others are refused") {
    CHECK(device_count() == 2);
    CHECK(Device(1).ordinal() == 1);
    CHECK(Device(1).description() == "fake GPU, compute capability 9.0");
    CHECK(Device(1).pci_bus() == "0000:01:00.0");
    CHECK_THROWS_WITH_AS(Device(2), "no CUDA device cuda:2: this machine has cuda:0 to cuda:1", NoDevice);
    CHECK_THROWS_AS(Device(-1), NoDevice);
    CHECK(driver_cuda() == "13.0");
}

TEST_CASE("memory, code and streams of every GPU work, from any thread") {
    for (int ordinal : {0, 1}) {
        for (Stream::Kind kind : {Stream::Kind::standard, Stream::Kind::separate}) {
            Stream on(Device(ordinal), kind);
            std::vector<uint32_t> here = sums(on), there;
            std::thread([&] { there = sums(on); }).join();
            CHECK(here == std::vector<uint32_t>{4, 5, 6});
            CHECK(there == here);
            CHECK(on.seconds([] {}) == doctest::Approx(2e-3));
        }
    }
}

TEST_CASE("streams of other libraries wait, and are waited for") {
    Stream own(Device(1), Stream::Kind::separate), other(Device(1), Stream::Kind::separate),
        far(Device(0), Stream::Kind::separate);
    CHECK_NOTHROW(own.precede(other.handle()));
    CHECK_NOTHROW(own.follow(other.handle()));
    CHECK_THROWS_WITH_AS(own.precede(far.handle()), doctest::Contains("cuStreamWaitEvent"), Error);
    CHECK_THROWS_WITH_AS(own.follow(far.handle()), doctest::Contains("cuEventRecord"), Error);
}

TEST_CASE("a call leaves the thread's own context as it was") {
    CHECK(fake("fake_current") == -1);
    const Device::Scope own(Device(1));
    Stream other(Device(0), Stream::Kind::separate);
    sums(other);
    CHECK(fake("fake_current") == 1);
}

TEST_CASE("an image is loaded once on each GPU, and again after it was unloaded") {
    const int before = fake("fake_loads");
    for (int round : {1, 2}) {
        const Module a(Device(0), image("same")), b(Device(0), image("same")), c(Device(1), image("same"));
        const Function kept = Module(Device(0), image("other")).function("add3");
        CHECK(Module(Device(0), image("other")).function("add3").registers == 16);
        CHECK(fake("fake_loads") == before + 3 * round);
    }
    CHECK_THROWS_WITH_AS(Module(Device(0), image("bad")), doctest::Contains("CUDA 13.0 and older"), Error);
    CHECK_THROWS_WITH_AS(Module(Device(0), image("code")).function("none"), doctest::Contains("kernel none"),
                         Error);
}

TEST_CASE("buffers that do not fit are refused, and buffers give their memory back") {
    const size_t most = size_t{1} << 30;
    for (int round = 0; round < 2; ++round) {
        const Buffer all(Device(1), most);
        CHECK_THROWS_WITH_AS(Buffer(Device(1), 256), doctest::Contains("0 of 1073741824 free on cuda:1"),
                             OutOfMemory);
        CHECK_NOTHROW(Buffer(Device(0), 256));
    }
    Buffer small(Device(1), 8);
    small.fill(0xA5);
    CHECK(words(small) == std::vector<uint32_t>{0xA5A5A5A5, 0xA5A5A5A5});
    const std::vector<uint32_t> three(3);
    CHECK_THROWS_AS(small.upload(std::as_bytes(std::span(three))), Error);
    Buffer none(Device(0), 0);
    CHECK(none.address() == nullptr);
    CHECK(words(none).empty());
}

TEST_CASE("words come from another GPU, and from none that does not have them") {
    const std::vector<uint32_t> numbers{1, 2, 3, UINT32_MAX};
    Buffer there(Device(1), 16), here(Device(0), 16);
    there.upload(std::as_bytes(std::span(numbers)));
    Stream on{Device(0)};
    start_copy_from_peer(on, here.address(), Device(1), there.address(), 16);
    on.synchronize();
    CHECK(words(here) == numbers);
    Buffer beside(Device(0), 16);
    start_copy_from_peer(on, beside.address(), Device(0), here.address(), 16);
    CHECK(words(beside) == numbers);
    CHECK_THROWS_WITH_AS(start_copy_from_peer(on, there.address(), Device(1), there.address(), 16),
                         doctest::Contains("copy of 16 bytes from cuda:1"), Error);
    CHECK_THROWS_AS(start_copy_from_peer(on, here.address(), Device(1), here.address(), 16), Error);
    CHECK(fake("fake_current") == -1);
}

TEST_CASE("pieces are copied and cleared, and nothing between them") {
    std::vector<uint32_t> numbers(20);
    for (uint32_t k = 0; k < 20; ++k) numbers[k] = k + 1;
    Stream on{Device(0)};
    Buffer from(Device(0), 80), to(Device(0), 80);
    from.upload(std::as_bytes(std::span(numbers)));
    to.fill(0xFF);
    const auto at = [](const Buffer& of, size_t word) { return static_cast<uint32_t*>(of.address()) + word; };
    start_copy(on, at(to, 1), 16, at(from, 2), 12, 8, 3);
    start_copy(on, at(to, 16), 4, at(from, 19), 4, 4, 1);
    start_clear(on, at(to, 14), 8, 4, 2);
    start_clear(on, at(to, 18), 0, 8, 1);
    on.synchronize();
    constexpr uint32_t old = UINT32_MAX;
    CHECK(words(to) == std::vector<uint32_t>{old, 3,   4,   old, old, 6,   7, old, old, 9,
                                             10,  old, old, old, 0,   old, 0, old, 0,   0});
}

TEST_CASE("pieces of the host are copied to a GPU, where they have no gaps, and back") {
    std::vector<uint32_t> numbers(12), back(12, 77);
    for (uint32_t k = 0; k < 12; ++k) numbers[k] = k + 1;
    Stream on(Device(1), Stream::Kind::separate);
    Buffer there(Device(1), 24), run(Device(1), 24);
    start_copy_to_device(on, there.address(), numbers.data() + 1, 16, 8, 3);
    start_copy_to_device(on, run.address(), numbers.data(), 8, 8, 3);
    on.synchronize();
    CHECK(words(there) == std::vector<uint32_t>{2, 3, 6, 7, 10, 11});
    CHECK(words(run) == std::vector<uint32_t>{1, 2, 3, 4, 5, 6});
    start_copy_from_device(on, back.data(), 12, there.address(), 8, 3);
    start_copy_from_device(on, back.data() + 9, 4, run.address(), 4, 2);
    on.synchronize();
    CHECK(back == std::vector<uint32_t>{2, 3, 77, 6, 7, 77, 10, 11, 77, 1, 2, 77});
    start_fill(on, run.address(), 0xA5, 8);
    on.synchronize();
    CHECK(words(run) == std::vector<uint32_t>{0xA5A5A5A5, 0xA5A5A5A5, 3, 4, 5, 6});
    // rows that are farther apart than a copy in two dimensions can have
    constexpr size_t far = size_t{1} << 31;
    const std::unique_ptr<uint32_t[]> large(new uint32_t[far / 4 + 1]);  // of which few pages are used
    large[0] = 5, large[far / 4] = 6;
    Buffer two(Device(1), 8);
    start_copy_to_device(on, two.address(), large.get(), far, 4, 2);
    large[0] = large[far / 4] = 0;
    start_copy_from_device(on, large.get(), far, two.address(), 4, 2);
    on.synchronize();
    CHECK(large[0] == 5);
    CHECK(large[far / 4] == 6);
}

TEST_CASE("an error of work is thrown by the next call on the stream and names the work") {
    Stream on(Device(1), Stream::Kind::separate), other(Device(0), Stream::Kind::separate);
    const Module module(Device(1), image("code"));
    on.launched("first");
    on.launch(module.function("fail"), 1, 1, {});
    CHECK_THROWS_WITH_AS(on.query(), doctest::Contains("run of first, fail: CUDA_ERROR_LAUNCH_FAILED"),
                         Error);
    CHECK_THROWS_AS(on.synchronize(), Error);
    CHECK_THROWS_WITH_AS(on.launch(module.function("add3"), 7, 32, {}),
                         doctest::Contains("launch of add3 with 7 blocks of 32"), Error);
    CHECK_THROWS_WITH_AS(on.launch(module.function("add3"), uint64_t{1} << 31, 1, {}),
                         doctest::Contains("more blocks"), Error);
    CHECK_NOTHROW(other.wait_for(on));
    CHECK_NOTHROW(other.synchronize());
}

TEST_CASE("a graph does its work at each launch, on any stream of its GPU") {
    const Device device(1);
    const Module module(device, image("code"));
    const std::vector<uint32_t> numbers{1, 2, 3};
    Buffer in(device, 12), between(device, 12), out(device, 12);
    out.fill(0);
    void *x = in.address(), *y = between.address(), *z = out.address();
    unsigned long long count = 3;
    const Graph graph(device, "sums", [&](Stream& on) {
        on.launch(module.function("add3"), 1, 32, {&y, &x, &count});
        on.launch(module.function("add3"), 1, 32, {&z, &y, &count});
    });
    CHECK(words(out) == std::vector<uint32_t>{0, 0, 0});
    for (const Stream::Kind kind : {Stream::Kind::standard, Stream::Kind::separate}) {
        Stream on(device, kind);
        in.upload(std::as_bytes(std::span(kind == Stream::Kind::standard ? numbers : words(out))));
        graph.launch(on);
        on.synchronize();
    }
    CHECK(words(out) == std::vector<uint32_t>{13, 14, 15});
    Stream elsewhere(Device(0), Stream::Kind::separate);
    CHECK_THROWS_WITH_AS(graph.launch(elsewhere), doctest::Contains("launch of the graph of sums"), Error);
}

TEST_CASE("work that waits cannot be recorded, and errors of recorded work name the graph") {
    const Device device(1);
    const Module module(device, image("code"));
    CHECK_THROWS_AS(Graph(device, "waits", [](Stream& on) { on.synchronize(); }), Error);
    const Graph graph(device, "failing work",
                      [&](Stream& on) { on.launch(module.function("fail"), 1, 1, {}); });
    Stream on(device, Stream::Kind::separate);
    graph.launch(on);
    CHECK_THROWS_WITH_AS(on.synchronize(), doctest::Contains("run of failing work"), Error);
}

TEST_CASE("LIMBSMITH_DEVICE names the standard GPU, or forbids all") {
    const auto ordinal_for = [](const char* value, place where = place::device) {
        setenv("LIMBSMITH_DEVICE", value, 1);
        std::string why_not;
        const auto device = find_device(where, &why_not);
        unsetenv("LIMBSMITH_DEVICE");
        return device ? std::to_string(device->ordinal()) : why_not;
    };
    CHECK(device_at(place::device).ordinal() == 0);
    CHECK(ordinal_for("") == "0");
    CHECK(ordinal_for("cuda") == "0");
    CHECK(ordinal_for("auto") == "0");
    CHECK(ordinal_for("cuda:1") == "1");
    CHECK(ordinal_for("cuda:1", place::gpu(0)) == "0");
    CHECK(ordinal_for("cuda:5") == "no CUDA device cuda:5: this machine has cuda:0 to cuda:1");
    CHECK(ordinal_for("cpu") == "no CUDA device: LIMBSMITH_DEVICE=cpu forbids it");
    CHECK(ordinal_for("cpu", place::gpu(1)) == "no CUDA device: LIMBSMITH_DEVICE=cpu forbids it");
    CHECK(ordinal_for("auto", place::all) == "all GPUs are wanted where one computes; the nearest is cuda");
    CHECK(ordinal_for("all") ==
          "no CUDA device: LIMBSMITH_DEVICE=all is not understood (auto, cuda, cuda:N, cpu)");
    CHECK(ordinal_for("gpu1") ==
          "no CUDA device: LIMBSMITH_DEVICE=gpu1 is not understood (auto, cuda, cuda:N, cpu)");
}

TEST_CASE("places are read and written as command lines have them") {
    for (const char* text : {"auto", "cuda", "cpu", "cuda:0", "cuda:17"})
        CHECK(to_string(*parse_place(text)) == text);
    for (const char* text :
         {"", "gpu", "cuda:", "cuda:-1", "cuda:1x", "cuda: 1", "cuda:99999999999", "CUDA", "all"})
        CHECK(!parse_place(text));
    CHECK(to_string(place::all) == "all");
    CHECK_THROWS_AS(place::gpu(-1), InputError);
}

}  // namespace limbsmith::test
