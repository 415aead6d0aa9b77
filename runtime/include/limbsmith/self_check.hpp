// Self-checks of kernels: before its first use, a kernel is compared with the host.
//
// Promises: a kernel whose results differ from the host's is not used: runtime::WrongResult is thrown with
// the function, the first differing operands, device, driver and compiler. Success is remembered, in the
// process and in a folder for later processes, for exactly this operation, code, compiler, device and driver.
// LIMBSMITH_SELF_CHECK=off in the environment disables the checks; another value names the folder, whose
// default is limbsmith/self-check in $XDG_CACHE_HOME or ~/.cache.
//
// Operations of generated headers are checked with some thousand operands, for each combination of types and
// layouts in use, values for all t included; their headers say which operands they allow, and a digest of the first
// results, which the generator computed from the description of the operation (trial.hpp). Lambdas and other
// user functions are not checked; functions that they call are checked only where `apply` is given them as
// operations. C++17.
#pragma once

#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "limbsmith/batch.hpp"
#include "limbsmith/launch.hpp"
#include "limbsmith/subject.hpp"
#include "limbsmith/trial.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

namespace detail {

// Operands for a kernel that takes an In: numbers in a batch, or one value for all t.
template <class In>
class given;
template <class T, class Layout>
class given<view<T, Layout>> {
  public:
    given(const std::vector<T>& numbers, place gpu) : numbers_(numbers, gpu) {}
    view<T, Layout> taken() const { return numbers_[0].numbers; }
    static std::string text() {
        return (Layout::is_coalesced ? " limb-major " : " number-major ") +
               std::to_string(int(Layout::operands));
    }
    enum : int { is_one_for_all = 0 };

  private:
    batch<T, Layout> numbers_;
};
template <class T>
class given<uniform<T>> {
  public:
    given(const std::vector<T>& numbers, place) : value_{numbers.front()} {}
    uniform<T> taken() const { return value_; }
    static std::string text() { return " one for all"; }
    enum : int { is_one_for_all = 1 };

  private:
    uniform<T> value_;
};

// The results of a kernel on a GPU.
template <class Op, class R, class Layout, class... In>
std::vector<R> computed_on_device(const kernel<Op, view<R, Layout>, In...>& of, const Op& op, place gpu,
                                  index64 count, const given<In>&... in) {
    const batch<R, Layout> out(count, gpu);
    stream on(gpu);
    of.launch(on, gpu, std::string("self-check of ") + Op::name(), count, op, out[0].numbers, in.taken()...);
    on.synchronize();
    return out.read();
}

// The kernels of one launcher type that are right, each with its GPU.
template <class Launcher>
class right_kernels {
  public:
    bool holds(Launcher launch, place gpu) {
        const std::lock_guard lock(mutex_);
        return right_.count({launch, gpu.ordinal()}) != 0;
    }
    void add(Launcher launch, place gpu) {
        const std::lock_guard lock(mutex_);
        right_.emplace(launch, gpu.ordinal());
    }

  private:
    std::mutex mutex_;
    std::set<std::pair<Launcher, int>> right_;
};

// Checks a kernel once on each GPU.
// requires: self_check::can_be_tried<Op, ...> for the number types of In...
// Errors: runtime::WrongResult; runtime::Error, OutOfMemory if the check itself fails.
template <class Op, class R, class Layout, class... In>
void self_check(const kernel<Op, view<R, Layout>, In...>& of, const Op& op, place gpu) {
    // By launcher: calls compiled by nvcc and calls of ahead-of-time kernels share this function.
    static right_kernels<launcher<Op, view<R, Layout>, In...>> right;
    if (right.holds(of.launch, gpu)) return;
    // a value for all t is drawn with the others, so each case needs its own launch
    constexpr bool one_by_one = (given<In>::is_one_for_all || ...);
    const self_check::trial_size size =
        one_by_one ? self_check::trial_size{256, 64} : self_check::trial_size();
    const std::string code = std::to_string(code_of(op)) + given<view<R, Layout>>::text();
    const self_check::subject kernel =
        self_check::on_device(gpu, Op::name(), (code + ... + given<In>::text()), of.build(gpu));
    if (kernel.is_due()) {
        const auto launch = [&](const Op& tried, std::vector<R>& results,
                                const std::vector<typename In::number>&... in) {
            if constexpr (one_by_one) {
                constexpr size_t width = pack<view<R, Layout>, In...>::value;  // each position in turn
                for (size_t i = 0; i < results.size(); ++i) {
                    results[i] = computed_on_device(
                        of, tried, gpu, width,
                        given<In>(std::vector<typename In::number>(width, in[i]), gpu)...)[i % width];
                }
            } else {
                results = computed_on_device(of, tried, gpu, results.size(), given<In>(in, gpu)...);
            }
        };
        kernel.conclude(self_check::difference<R, typename In::number...>(op, size, launch));
    }
    right.add(of.launch, gpu);
}

}  // namespace detail

}  // namespace limbsmith

#pragma GCC visibility pop
