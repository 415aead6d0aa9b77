// Kernels that are checked where they run: before a program uses a kernel of a generated operation for the
// first time, some thousand operands are computed by it and on the host.
//
// Promises: a kernel that gives another result than the host is not used: runtime::WrongResult is thrown,
// with the function, the first operands, device, driver and compiler. What was right is remembered in the
// process and, in a folder, for later ones: for exactly this operation, code, compiler, device and driver.
// LIMBSMITH_SELF_CHECK=off in the environment checks nothing; it may also name the folder, which otherwise is
// limbsmith/self-check in $XDG_CACHE_HOME or ~/.cache.
//
// Operations of generated headers are checked, each with the types and layouts that it is used with: their
// headers say which operands they allow. A lambda or another function of the user's is not checked, and what
// it calls only where `apply` is given that as an operation. C++17.
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

// The results of a kernel on the device.
template <class Op, class R, class Layout, class... T, class... Layouts>
std::vector<R> computed_on_device(const kernel<Op, view<R, Layout>, view<T, Layouts>...>& of, const Op& op,
                                  index64 count, const batch<T, Layouts>&... in) {
    const batch<R, Layout> out(count, place::device);
    stream on;
    of.launch(on, std::string("self-check of ") + Op::name(), count, op, out[0].numbers, in[0].numbers...);
    on.synchronize();
    return out.read();
}

// requires: check::can_be_tried<Op, T...>. Errors: runtime::WrongResult; runtime::Error, OutOfMemory where
// the check fails.
template <class Op, class R, class Layout, class... T, class... Layouts>
void self_check(const kernel<Op, view<R, Layout>, view<T, Layouts>...>& of, const Op& op) {
    // Not a flag: a call that nvcc compiles and one that finds a kernel ahead of time share this function.
    static std::atomic<launcher<Op, view<R, Layout>, view<T, Layouts>...>> right = nullptr;
    if (right == of.launch) return;
    const auto text = [](auto layout) {
        return (layout.is_coalesced ? " limb-major " : " number-major ") + std::to_string(layout.operands);
    };
    const std::string code = std::to_string(code_of(op)) + text(Layout());
    const check::subject kernel = check::on_device(Op::name(), (code + ... + text(Layouts())), of.build());
    if (kernel.is_due()) {
        const auto launch = [&](const Op& tried, std::vector<R>& results, const std::vector<T>&... in) {
            results = computed_on_device(of, tried, results.size(), batch<T, Layouts>(in, place::device)...);
        };
        kernel.conclude(check::difference<R, T...>(op, check::trial_size(), launch));
    }
    right = of.launch;
}

}  // namespace detail

}  // namespace limbsmith
