// Where batches live and what orders their work: blocks of memory, and streams.
//
// Promises: each block and stream has one owner, moves but is not copied, and is given back by a destructor
// that never throws. Work on a block waits for all work that was given to the block before, on whichever
// stream. What goes wrong on a device after a call has returned is thrown by the next call that uses a stream
// or reads a block, with the names of what ran there; nothing is lost. Numbers and layouts are left to
// batch.hpp, running to apply.hpp.
//
// A block, a batch and a stream are used by one thread at a time; different ones by different threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "limbsmith/error.hpp"

namespace limbsmith {

// A block does not fit. Nothing was allocated; smaller blocks may still fit.
class OutOfMemory : public runtime::Error {
  public:
    using Error::Error;
};

// `automatic`: on the GPU where there is one and the program holds code for it, else on the host.
enum class place { automatic, device, host };

// Whether there is a GPU to put batches on: a CUDA device, its driver, and a runtime that was built for it.
// LIMBSMITH_DEVICE=cpu in the environment says no. `why_not` is given the reason.
bool has_device(std::string* why_not = nullptr) noexcept;

// The bytes of all blocks that are alive, in either place.
size_t memory_in_use() noexcept;

namespace detail {
struct stream_state;
// Called where code for a GPU is linked into the program, before main.
bool announce_device_code() noexcept;
}  // namespace detail

// Work in the order in which it is given; work on different streams may overlap. On the host it is done at
// once.
class stream {
  public:
    // Errors: runtime::Error where the device fails.
    stream();
    // The one for calls that name none.
    static stream& standard();

    // A stream that goes waits for its work; an error is kept for the next call on any stream.
    stream(stream&&) noexcept = default;
    stream& operator=(stream&&) noexcept = default;

    // Waits until all work is done. Errors: runtime::Error naming the work since the last call.
    void synchronize();

    // The cudaStream_t, for kernels of one's own; null on the host.
    void* handle() const;

    // Throws what has gone wrong up to now.
    void check();
    // Remembers what was launched, for messages.
    void launched(const std::string& work);

  private:
    friend class memory;
    explicit stream(std::shared_ptr<detail::stream_state> state);
    detail::stream_state& state() const;  // Errors: runtime::Error once it was moved from.

    std::shared_ptr<detail::stream_state> state_;  // lives on until blocks have forgotten it
};

// A block of 32-bit words, undefined at first, aligned to 128 bytes.
class memory {
  public:
    // Errors: OutOfMemory; runtime::NoDevice where a device is asked for and there is none.
    memory(unsigned long long words, place where);
    memory(memory&&) noexcept = default;
    memory& operator=(memory&&) noexcept = default;

    // False once it was moved from; then nothing else is called.
    bool is_alive() const { return block_ != nullptr; }
    bool on_device() const { return block_->on_device; }
    unsigned long long words() const { return block_->words; }
    uint32_t* address() const { return block_->address; }

    // Whole-block copies, done on return, after all work on the block. Errors: runtime::Error.
    void upload(const uint32_t* from) const;
    void download(uint32_t* to) const;

    // What is launched on the stream from now on waits for all earlier work on the block.
    void order(const stream& next) const;
    // Waits for all work on the block. Errors: as stream::synchronize.
    void wait() const;

  private:
    struct Block {
        uint32_t* address = nullptr;
        unsigned long long words = 0;
        bool on_device = false;
        std::shared_ptr<detail::stream_state> last{};  // where it was last used
        Block() = default;
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;
        ~Block();
    };
    std::unique_ptr<Block> block_;
};

namespace detail {
// While it lives, the calling thread's CUDA context is the one that blocks and streams belong to.
class device_scope {
  public:
    device_scope();
    ~device_scope();
    device_scope(const device_scope&) = delete;
    device_scope& operator=(const device_scope&) = delete;
};
}  // namespace detail

}  // namespace limbsmith
