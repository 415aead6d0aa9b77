// Blocks of memory for batches, and streams that order the work on them.
//
// Promises: each block and stream has one owner; it can be moved but not copied, and its destructor releases
// it without throwing. Work on a block waits for all earlier work on it, on any stream. An error on the
// device after a call has returned is thrown by the next call that uses a stream or reads a block, and names
// the work; no error is lost. batch.hpp has numbers and layouts; apply.hpp has computations.
//
// A block, a batch or a stream must be used by one thread at a time; different threads may use different
// ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "limbsmith/error.hpp"
#include "limbsmith/place.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

class stream;
using runtime::OutOfMemory;

// Whether batches can be on a GPU: there are a CUDA device, its driver, and a runtime built for it, and the
// environment does not say LIMBSMITH_DEVICE=cpu. If not, `why_not` receives the reason.
bool has_device(std::string* why_not = nullptr) noexcept;
// How many GPUs there are: place::gpu(0) to place::gpu(device_count() - 1).
int device_count() noexcept;

// The bytes of all live blocks, on devices and on the host.
size_t memory_in_use() noexcept;

namespace runtime {
class Stream;
}
namespace detail {
struct stream_state;
// Called by programs with linked GPU code, before main.
bool announce_device_code() noexcept;
// The stream of the GPU, for the library's own launches. Errors: as stream::begin.
runtime::Stream& stream_on(const stream& of, place gpu);
}  // namespace detail

// Work runs in the order in which it is given; work on different streams may overlap. On the host, work is
// done at once.
class stream {
  public:
    // A new stream of a GPU; with place::automatic, of the GPU of its first work.
    // Errors: runtime::NoDevice if a GPU is named and there is none.
    explicit stream(place where = place::automatic);
    // The stream of calls that name none: each GPU and the host have one.
    static stream& standard(place where = place::automatic);

    // A destroyed stream waits for its work; its error is kept for the next call on any stream.
    stream(stream&&) noexcept = default;
    stream& operator=(stream&&) noexcept = default;

    // Waits until all work is done.
    // Errors: runtime::Error naming the work since the last call.
    void synchronize();

    // The cudaStream_t, for other kernels; null on the host. A stream that has no GPU yet takes the standard
    // one.
    void* handle() const;

    // For streams of other libraries, each a cudaStream_t of the same GPU: later work on the other one waits for the earlier work
    // on this one, or later work on this one for the earlier work on the other. Nothing on the host.
    // Errors: runtime::Error if the other one is no stream of the GPU.
    void precede(void* later) const;
    void follow(void* earlier) const;

    // Throws the error of work that has failed so far, if any.
    void check();
    // The cudaStream_t for work on a GPU.
    // requires: gpu.is_gpu(). Errors: runtime::InputError if the stream belongs to another GPU.
    void* begin(place gpu);
    // Records the name of launched work, for messages.
    void launched(const std::string& work);

  private:
    friend class memory;
    friend runtime::Stream& detail::stream_on(const stream& of, place gpu);
    explicit stream(std::shared_ptr<detail::stream_state> state);
    detail::stream_state& state() const;  // Errors: runtime::Error if it was moved from.

    std::shared_ptr<detail::stream_state> state_;  // kept until no block refers to it
};

// A block of 32-bit words, uninitialised, aligned to 128 bytes.
class memory {
  public:
    // A new block.
    // Errors: OutOfMemory; runtime::NoDevice if a GPU is requested and there is none.
    memory(unsigned long long words, place where);
    memory(memory&&) noexcept = default;
    memory& operator=(memory&&) noexcept = default;

    // False after being moved from; then no other member may be called.
    bool is_alive() const { return block_ != nullptr; }
    // place::host, or the GPU as place::gpu(ordinal).
    place where() const { return block_->where; }
    bool on_device() const { return block_->where.is_gpu(); }
    unsigned long long words() const { return block_->words; }
    uint32_t* address() const { return block_->address; }

    // Copy the whole block, after all work on it; complete on return.
    // Errors: runtime::Error.
    void upload(const uint32_t* from) const;
    void download(uint32_t* to) const;

    // Makes later work on the stream wait for all earlier work on the block.
    // Errors: runtime::InputError if the stream belongs to another GPU than the block.
    void order(const stream& next) const;
    // Waits for all work on the block.
    // Errors: as stream::synchronize.
    void wait() const;

  private:
    struct Block {
        uint32_t* address = nullptr;
        unsigned long long words = 0;
        place where = place::host;
        std::shared_ptr<void> owner{};                 // of the words
        std::shared_ptr<detail::stream_state> last{};  // the stream of its last use
        Block() = default;
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        ~Block();
    };
    std::unique_ptr<Block> block_;
};

namespace detail {
// For its lifetime, the calling thread's CUDA context is that of blocks and streams on a GPU.
class device_scope {
  public:
    explicit device_scope(place gpu);
    ~device_scope();
    device_scope(const device_scope&) = delete;
    device_scope& operator=(const device_scope&) = delete;
};
}  // namespace detail

}  // namespace limbsmith

#pragma GCC visibility pop
