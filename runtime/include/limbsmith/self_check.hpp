// Kernels that are checked where they run: before a program uses a kernel of a generated operation for the
// first time, some thousand operands are computed by it and on the host.
//
// Promises: a kernel that gives another result than the host is not used: runtime::WrongResult is thrown,
// with the function, the first operands, device, driver and compiler. What was right is remembered in the
// process and, in a folder, for later ones: for exactly this operation, code, compiler, device and driver.
// LIMBSMITH_SELF_CHECK=off in the environment checks nothing; it may also name the folder, which otherwise is
// limbsmith/self-check in $XDG_CACHE_HOME or ~/.cache.
//
// Operations of generated headers are checked, each with the types and layouts that it is used with, numbers
// for all included: their headers say which operands they allow. A lambda or another function of the user's
// is not checked, and what it calls only where `apply` is given that as an operation. C++17.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "limbsmith/batch.hpp"
#include "limbsmith/launch.hpp"
#include "limbsmith/subject.hpp"
#include "limbsmith/trial.hpp"

namespace limbsmith {

namespace detail {

// Numbers for a kernel that takes an In, where it finds them: those of a batch, or the first of them for all.
template <class In>
class given;
template <class T, class Layout>
class given<view<T, Layout>> {
  public:
    explicit given(const std::vector<T>& numbers) : numbers_(numbers, place::device) {}
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
    explicit given(const std::vector<T>& numbers) : value_{numbers.front()} {}
    uniform<T> taken() const { return value_; }
    static std::string text() { return " one for all"; }
    enum : int { is_one_for_all = 1 };

  private:
    uniform<T> value_;
};

// The results of a kernel on the device.
template <class Op, class R, class Layout, class... In>
std::vector<R> computed_on_device(const kernel<Op, view<R, Layout>, In...>& of, const Op& op, index64 count,
                                  const given<In>&... in) {
    const batch<R, Layout> out(count, place::device);
    stream on;
    of.launch(on, std::string("self-check of ") + Op::name(), count, op, out[0].numbers, in.taken()...);
    on.synchronize();
    return out.read();
}

// requires: check::can_be_tried<Op, ...> of the numbers that In... are of. Errors: runtime::WrongResult;
// runtime::Error, OutOfMemory where the check fails.
template <class Op, class R, class Layout, class... In>
void self_check(const kernel<Op, view<R, Layout>, In...>& of, const Op& op) {
    // Not a flag: a call that nvcc compiles and one that finds a kernel ahead of time share this function.
    static std::atomic<launcher<Op, view<R, Layout>, In...>> right = nullptr;
    if (right == of.launch) return;
    // a number for all is drawn with the others: then each case is a launch
    constexpr bool one_by_one = (given<In>::is_one_for_all || ...);
    const check::trial_size size = one_by_one ? check::trial_size{256, 64} : check::trial_size();
    const std::string code = std::to_string(code_of(op)) + given<view<R, Layout>>::text();
    const check::subject kernel = check::on_device(Op::name(), (code + ... + given<In>::text()), of.build());
    if (kernel.is_due()) {
        const auto launch = [&](const Op& tried, std::vector<R>& results,
                                const std::vector<typename In::number>&... in) {
            if constexpr (one_by_one) {
                constexpr size_t width = pack<view<R, Layout>, In...>::value;  // each place in turn
                for (size_t i = 0; i < results.size(); ++i) {
                    results[i] = computed_on_device(
                        of, tried, width,
                        given<In>(std::vector<typename In::number>(width, in[i]))...)[i % width];
                }
            } else {
                results = computed_on_device(of, tried, results.size(), given<In>(in)...);
            }
        };
        kernel.conclude(check::difference<R, typename In::number...>(op, size, launch));
    }
    right = of.launch;
}

}  // namespace detail

}  // namespace limbsmith
