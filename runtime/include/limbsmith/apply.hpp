// apply(op, out, a, b): out[t] = op(a[t], b[t]) for every t, on the GPU or on all cores of the host.
//
//     // a generated function
//     apply(fe25519::ops::mul{}, r, a, b);
//     // one value for all t as an operand: a word, an element, an exponent
//     apply(u131::ops::shl{}, shifted, numbers, 3);
//     apply(fe25519::ops::mul{}, r, a, fe25519::one());
//     // several functions in one kernel
//     apply([] __host__ __device__(elem a, elem b) { return a * a + b; }, r, a, b);
//     // on a stream
//     apply(other, fe25519::ops::mul{}, r, a, b);
//
// A batch of elem stays in the form of the arithmetic (Montgomery form, or the residue itself), so successive
// calls convert nothing. convert.hpp converts text and bytes on reading and writing; ops::to_elem and
// ops::to_plain convert batches of plain.
//
// If nvcc compiles the call, it compiles the kernel with it. With any other compiler, apply uses a kernel
// that was compiled ahead of time, if the program has one (limbsmith generate --kernels batch: batches of one
// layout; the last operand may be one value for all). Otherwise it copies numbers from the GPU to the host,
// computes there, and copies the result back; it says so once on stderr, or throws (host_fallback.hpp). With nvcc, a lambda must be __host__ __device__
// (--extended-lambda); a lambda that is only __device__ needs a GPU.
//
// Promises: operands of different sizes or in different places are refused; operands of wrong types do not
// compile. The result may be one of the operands. On a GPU the call returns before the work is done;
// memory.hpp has the consequences for order and errors. On the host it returns when the work is done, and
// throws the exceptions of `op`. A kernel of a generated function is checked on its device before its first use,
// see self_check.hpp. C++17.
#pragma once

#include <string>
#include <type_traits>

#include "limbsmith/batch.hpp"
#include "limbsmith/host_fallback.hpp"
#include "limbsmith/launch.hpp"
#include "limbsmith/self_check.hpp"

// Keeps the linker from merging the two compilations of a template, here and in other headers.
#if defined(__CUDACC__)
#define LIMBSMITH_COMPILATION compiled_by_nvcc
#else
#define LIMBSMITH_COMPILATION compiled_for_host
#endif

namespace limbsmith {

namespace detail {
inline namespace LIMBSMITH_COMPILATION {

// The name of a generated function; others have none.
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
// Any other operand is one value for all t; an integer is a word.
template <class T>
auto operand_of(const T& value) {
    if constexpr (std::is_integral_v<T>) {
        if (uint64_t(value) > 0xffffffffu)
            throw runtime::InputError("apply: " + std::to_string(value) +
                                      " is not an unsigned 32-bit number");
        return uniform<uint32_t>{uint32_t(value)};
    } else {
        return uniform<T>{value};
    }
}

// The part of an operand that kernels take.
template <class T, class Layout>
const view<T, Layout>& numbers_of(const operand<T, Layout>& in) {
    return in.numbers;
}
template <class T>
const uniform<T>& numbers_of(const uniform<T>& in) {
    return in;
}
template <class In>
using taken = std::decay_t<decltype(numbers_of(std::declval<const In&>()))>;

// Whether an operand has `size` numbers, and whether it is at the same place; one value for all t always
// fits.
template <class T, class Layout>
bool is_as_long(const operand<T, Layout>& in, index64 size) {
    return in.size == size;
}
template <class T>
bool is_as_long(const uniform<T>&, index64) {
    return true;
}
template <class T, class Layout>
bool is_beside(const operand<T, Layout>& in, const memory& block) {
    return in.block->where() == block.where();
}
template <class T>
bool is_beside(const uniform<T>&, const memory&) {
    return true;
}
template <class T, class Layout>
std::string size_of(const operand<T, Layout>& in) {
    return std::to_string(in.size);
}
template <class T>
std::string size_of(const uniform<T>&) {
    return "one for all";
}

template <class T, class Layout>
std::string place_of(const operand<T, Layout>& in) {
    return to_string(in.block->where());
}
template <class T>
std::string place_of(const uniform<T>&) {
    return "any";
}

template <class T, class Layout>
void order(const operand<T, Layout>& in, const stream& on) {
    in.block->order(on);
}
template <class T>
void order(const uniform<T>&, const stream&) {}

// The operand on the host; valid while the result of reach() lives.
template <class T, class Layout>
reachable reach(const operand<T, Layout>& in) {
    return reachable(*in.block);
}
struct as_it_is {
    template <class T>
    uniform<T> operator()(const uniform<T>& in) const {
        return in;
    }
};
template <class T>
as_it_is reach(const uniform<T>&) {
    return {};
}

// Whether op takes numbers of these types and returns an R.
template <class R, class Op, class... T>
constexpr bool fits() {
    if constexpr (device_only<Op>) {
        return true;  // checked when the kernel is compiled
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

template <class T, class Layout>
T number_of(const view<T, Layout>& in, index64 t) {
    return in.load(t);
}
template <class T>
T number_of(const uniform<T>& in, index64) {
    return in.value;
}

template <class Op, class Out, class... In>
void on_host(index64 count, const Op& op, const Out& out, const In&... in) {
    if constexpr (!device_only<Op>) {
        on_all_cores(count, [&](index64 first, index64 last) {
            for (index64 t = first; t < last; ++t) {
                if constexpr (lanes_of < Op >> 1)
                    out.store(t, op(number_of(in, t)...));
                else
                    compute<1>(t, count, op, out, in...);
            }
        });
    }
}

template <class Op, class R, class Layout, class... In>
void run(stream& on, const Op& op, const operand<R, Layout>& out, const In&... in) {
    static_assert(fits<R, Op, typename taken<In>::number...>(),
                  "the operation has other operand or result types than these batches");
    const std::string name = name_of<Op>(0);
    if ((!is_as_long(in, out.size) || ...)) {
        std::string sizes;
        ((sizes += ", " + size_of(in)), ...);
        throw runtime::InputError(name + ": the batches have different sizes: result " +
                                  std::to_string(out.size) + ", operands " +
                                  sizes.substr(sizes.empty() ? 0 : 2));
    }
    if ((!is_beside(in, *out.block) || ...)) {
        std::string places;
        ((places += ", " + place_of(in)), ...);
        throw runtime::InputError(name + ": the batches are at different places: result " +
                                  to_string(out.block->where()) + ", operands " +
                                  places.substr(places.empty() ? 0 : 2));
    }
    on.check();
    const std::string work = name + " on " + std::to_string(out.size) + " numbers";
    if (!out.block->on_device()) {
        if (device_only<Op>) throw runtime::NoDevice(work + ": a __device__ lambda cannot run on the host");
        on_host(out.size, op, out.numbers, numbers_of(in)...);
    } else if (const auto found = find_kernel<Op, view<R, Layout>, taken<In>...>(); found.launch) {
        const place gpu = out.block->where();
        if constexpr (self_check::can_be_tried<Op, typename taken<In>::number...>) self_check(found, op, gpu);
        out.block->order(on);
        (order(in, on), ...);
        found.launch(on, gpu, work, out.size, op, out.numbers, numbers_of(in)...);
        on.launched(work);
    } else {
        fall_back_to_host(name, out.block->where());
        const reachable result(*out.block);
        on_host(out.size, op, result(out), reach(in)(in)...);
        result.write_back();
    }
}

}  // namespace LIMBSMITH_COMPILATION
}  // namespace detail

inline namespace LIMBSMITH_COMPILATION {

// Applies op to every number of the operands, on stream `on` or on the standard stream of their place.
// Errors: runtime::InputError naming the operation and the sizes; runtime::WrongResult if the device and the
// host compute different results; runtime::Error naming the operation and the CUDA error, also for earlier
// work on the stream that has failed since the last call.
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
    stream& standard = stream::standard(detail::operand_of(out).block->where());
    apply(standard, op, std::forward<Out>(out), in...);
}

}  // namespace LIMBSMITH_COMPILATION

}  // namespace limbsmith
