// A function of an arithmetic: its signature, its kernels by places, and batches in chunks for arrays of the host.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "session/gpu_computations.hpp"
#include "session/host.hpp"
#include "session/kernel.hpp"
#include "session/state.hpp"

namespace limbsmith::detail {

struct function_state {
    // requires: `of` outlives it.
    function_state(arithmetic_state& of, std::string operation, std::string expression);
    // Waits for kernels that are still being compiled.
    ~function_state();

    // Starts to compile the kernel for limb-major arrays, in another thread.
    void begin();
    const session::Signature& signature();
    // `r = mul(a, b)`
    std::string text();
    // Throws InputError, Unsupported, WrongResult, OutOfMemory, runtime::Error.
    void call(const std::vector<Operand>& arguments, stream* on, const std::function<void()>& between = {});
    void prepare();

    arithmetic_state& of;
    const std::string operation, expression;

  private:
    using Arrays = std::vector<std::shared_ptr<array_state>>;

    std::string name() const;
    std::string description() const;
    const emit::CallParameter& parameter(size_t k);
    // The arrays of a call, values as arrays of one number. Throws InputError for an argument that does not fit.
    Arrays arrays(const std::vector<Operand>& arguments);
    // At the place of `there`.
    std::shared_ptr<array_state> constant(size_t k, const std::string& value,
                                          const std::shared_ptr<arithmetic_state>& there);
    std::shared_ptr<const session::Kernel> kernel(const session::Places& places);
    void on_device(const Arrays& arrays, stream* on);
    // Whether tiles of numbers are faster, and can count their words.
    bool is_large(const Arrays& arrays);
    // Arrays of the host: computed there, or by GPUs that have them in chunks.
    void by_chunks(const Arrays& arrays, const std::function<void()>& between);
    // requires: chunks_mutex_ is held. Returns what the arrays mean.
    const ir::Program& made_for_chunks();
    void require_meaning(const ir::Program& meaning);

    std::mutex mutex_, chunks_mutex_;
    std::optional<session::Signature> signature_;
    std::map<session::Places, std::shared_future<std::shared_ptr<const session::Kernel>>> kernels_;
    // by argument, value, and whether it is on a GPU
    std::map<std::tuple<size_t, std::string, bool>, std::shared_ptr<array_state>> constants_;
    std::optional<session::HostComputation> host_;
    std::optional<session::GpuComputations> on_gpus_;
    std::atomic<bool> is_begun_ = false;
    std::future<void> beginning_;
};

}  // namespace limbsmith::detail
