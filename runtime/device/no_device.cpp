// The room in a build without CUDA's headers: Device's constructor throws NoDevice, so no other object is made.
#include "device/graph.hpp"
#include "device/memory.hpp"
#include "device/slabs.hpp"
#include "device/stream.hpp"

namespace limbsmith::runtime {
namespace {

[[noreturn]] void refuse() {
    throw NoDevice("no CUDA device: this program was built without CUDA's headers; run on the CPU");
}

}  // namespace

struct Device::State {};

Device::Device(int) : state_(nullptr) { refuse(); }
int Device::ordinal() const { refuse(); }
std::string Device::name() const { refuse(); }
std::string Device::description() const { refuse(); }
int Device::major() const { refuse(); }
int Device::minor() const { refuse(); }
int Device::multiprocessors() const { refuse(); }
int Device::shared_bytes() const { refuse(); }
int Device::clock_khz() const { refuse(); }
int Device::memory_clock_khz() const { refuse(); }
size_t Device::memory_bytes() const { refuse(); }
std::string Device::pci_bus() const { refuse(); }
void Device::enter() const { refuse(); }
void Device::leave() noexcept {}

int device_count() noexcept { return 0; }
std::string driver_version() { refuse(); }
std::string driver_cuda() { refuse(); }

void Buffer::Free::operator()(void*) const noexcept {}
Buffer::Buffer(const Device& device, size_t bytes) : memory_(nullptr, Free{device}), size_(bytes) {}
void Buffer::upload(std::span<const std::byte>) { refuse(); }
void Buffer::download(std::span<std::byte>) const { refuse(); }
void Buffer::fill(uint8_t) { refuse(); }

HostBuffer::HostBuffer(const Device& device, size_t bytes) : device_(device), size_(bytes) {}
HostBuffer::~HostBuffer() = default;
void start_copy_to_device(Stream&, void*, std::span<const std::byte>) { refuse(); }
void start_copy_from_device(Stream&, std::span<std::byte>, const void*) { refuse(); }
void start_copy_to_device(Stream&, void*, const void*, size_t, size_t, size_t) { refuse(); }
void start_copy_from_device(Stream&, void*, size_t, const void*, size_t, size_t) { refuse(); }
void start_copy(Stream&, void*, const void*, size_t) { refuse(); }
void start_copy_from_peer(Stream&, void*, const Device&, const void*, size_t) { refuse(); }
void start_copy(Stream&, void*, size_t, const void*, size_t, size_t, size_t) { refuse(); }
void start_fill(Stream&, void*, uint8_t, size_t) { refuse(); }
void start_clear(Stream&, void*, size_t, size_t, size_t) { refuse(); }

Slabs::Slabs(const Device& device, size_t) : device_(device) {}
Slabs::~Slabs() = default;
void Slabs::grow(size_t) { refuse(); }
void Slabs::shrink(size_t) { refuse(); }

Module::Module(const Device& device, const std::vector<char>&) : device_(device) {}
Function Module::function(const std::string&) const { refuse(); }
unsigned Module::word(const std::string&) const { refuse(); }

Mark::Mark(const Stream& stream) : device_(stream.device()) { refuse(); }
Mark::~Mark() = default;

Stream::Stream(const Device& device, Kind) : device_(device) {}
Stream::~Stream() = default;
void Stream::launch(const Function&, uint64_t, uint32_t, const std::vector<void*>&) { refuse(); }
void Stream::launched(const std::string&) { refuse(); }
void Stream::synchronize() { refuse(); }
void Stream::query() { refuse(); }
void Stream::wait_for(const Stream&) { refuse(); }
void Stream::wait_for(const Mark&) { refuse(); }
void Stream::precede(CUstream_st*) const { refuse(); }
void Stream::follow(CUstream_st*) { refuse(); }
double Stream::seconds(const std::function<void()>&) { refuse(); }

Graph::Graph(const Device& device, std::string, const std::function<void(Stream&)>&) : device_(device) {}
Graph::~Graph() = default;
void Graph::launch(Stream&) const { refuse(); }

}  // namespace limbsmith::runtime
