// apply(op, out, a, b): out[t] = op(a[t], b[t]) for every t, on the GPU or on all cores of the host.
//
//     apply(fe25519::ops::mul{}, r, a, b);                                                    // a generated
//     function apply([] __host__ __device__(elem a, elem b) { return add(sqr(a), b); }, r, a, b);      //
//     fused into one kernel apply(other, fe25519::ops::mul{}, r, a, b); // on a stream
//
// Where nvcc compiles the call, it makes the kernel. Elsewhere a kernel that was made ahead of time is taken,
// if there is one (limbsmith generate --kernels batch); without it the numbers of a GPU are copied to the
// host, computed there and copied back. For nvcc a lambda is __host__ __device__ (--extended-lambda); one
// that is __device__ alone needs a GPU.
//
// Promises: operands of different sizes or places are refused, operands of other types do not compile. The
// result may be one of the operands. On a GPU the call returns before the work is done; see memory.hpp for
// what that means for order and errors. On the host it returns when the work is done, and throws what `op`
// throws. A kernel of a generated function is checked on its device before it is used for the first time, see
// self_check.hpp. C++17.
#pragma once

#include <string>
#include <type_traits>

#include "limbsmith/batch.hpp"
#include "limbsmith/launch.hpp"
#include "limbsmith/self_check.hpp"

// The two compilations of a template must not be taken for one another by the linker.
#if defined(__CUDACC__)
#define LIMBSMITH_COMPILATION compiled_by_nvcc
#else
#define LIMBSMITH_COMPILATION compiled_for_host
#endif

namespace limbsmith {

namespace detail {
inline namespace LIMBSMITH_COMPILATION {

// Generated functions say what they are called.
template <class Op>
auto name_of(int) -> decltype(std::string(Op::name())) {
    return Op::name();
}
template <class Op>
std::string name_of(...) {
    return "a user's function";
}

#if defined(__CUDACC_EXTENDED_LAMBDA__)
template <class Op>
constexpr bool device_only = __nv_is_extended_device_lambda_closure_type(Op);
#else
template <class Op>
constexpr bool device_only = false;
#endif

template <class T, class Layout>
operand<T, Layout> operand_of(const batch<T, Layout>& numbers) {
    static_assert(Layout::operands == 1, "say which of the operands is meant: numbers[0], numbers[1] ...");
    return numbers[0];
}
template <class T, class Layout>
operand<T, Layout> operand_of(const operand<T, Layout>& numbers) {
    return numbers;
}

// Whether op takes numbers of these types and gives one of the type R.
template <class R, class Op, class... T>
constexpr bool fits() {
    if constexpr (device_only<Op>) {
        return true;  // the kernel tells
    } else if constexpr (std::is_invocable_v<const Op&, const T&...>) {
        return std::is_same_v<std::decay_t<std::invoke_result_t<const Op&, const T&...>>, R>;
    } else {
        return false;
    }
}

template <class Op, class Out, class... In>
kernel<Op, Out, In...> find_kernel() {
#if defined(__CUDACC__)
    return {&launch<Op, Out, In...>, &build<Op, Out, In...>};
#else
    return {ahead_of_time<Op, Out, In...>::launch, ahead_of_time<Op, Out, In...>::build};
#endif
}

template <class Op, class Out, class... In>
void on_host(index64 count, const Op& op, const Out& out, const In&... in) {
    if constexpr (!device_only<Op>) {
        on_all_cores(count, [&](index64 first, index64 last) {
            for (index64 t = first; t < last; ++t) compute<1>(t, count, op, out, in...);
        });
    }
}

template <class Op, class R, class Layout, class... T, class... Layouts>
void run(stream& on, const Op& op, const operand<R, Layout>& out, const operand<T, Layouts>&... in) {
    static_assert(fits<R, Op, T...>(),
                  "the operation takes other operands, or gives another result, than these batches hold");
    const std::string name = name_of<Op>(0);
    if (((in.size != out.size) || ...)) {
        std::string sizes;
        ((sizes += ", " + std::to_string(in.size)), ...);
        throw runtime::InputError(name + ": the batches have different sizes: result " +
                                  std::to_string(out.size) + ", operands " +
                                  sizes.substr(sizes.empty() ? 0 : 2));
    }
    const bool on_device = out.block->on_device();
    if (((in.block->on_device() != on_device) || ...)) {
        throw runtime::InputError(name + ": some of the batches are on the device and some on the host");
    }
    on.check();
    const std::string work = name + " on " + std::to_string(out.size) + " numbers";
    if (!on_device) {
        if (device_only<Op>) throw runtime::NoDevice(work + ": a __device__ lambda cannot run on the host");
        on_host(out.size, op, out.numbers, in.numbers...);
    } else if (const auto found = find_kernel<Op, view<R, Layout>, view<T, Layouts>...>(); found.launch) {
        if constexpr (check::can_be_tried<Op, T...>) self_check(found, op);
        out.block->order(on);
        (in.block->order(on), ...);
        found.launch(on, work, out.size, op, out.numbers, in.numbers...);
        on.launched(work);
    } else {
        const reachable result(*out.block);
        on_host(out.size, op, result(out), reachable(*in.block)(in)...);
        result.write_back();
    }
}

}  // namespace LIMBSMITH_COMPILATION
}  // namespace detail

inline namespace LIMBSMITH_COMPILATION {

// Errors: runtime::InputError naming the operation and the sizes; runtime::WrongResult where the device
// computes what the host does not; runtime::Error naming the operation and the CUDA error, also for work on
// the stream that failed since the last call.
template <class Op, class R, class Layout, class... In>
void apply(stream& on, const Op& op, batch<R, Layout>& out, const In&... in) {
    detail::run(on, op, detail::operand_of(out), detail::operand_of(in)...);
}
template <class Op, class R, class Layout, class... In>
void apply(stream& on, const Op& op, const operand<R, Layout>& out, const In&... in) {
    detail::run(on, op, out, detail::operand_of(in)...);
}
template <class Op, class Out, class... In, class = std::enable_if_t<!std::is_same_v<Op, stream>>>
void apply(const Op& op, Out&& out, const In&... in) {
    apply(stream::standard(), op, std::forward<Out>(out), in...);
}

}  // namespace LIMBSMITH_COMPILATION

}  // namespace limbsmith

#undef LIMBSMITH_COMPILATION
