// take() and put() of session.hpp: numbers at other places, on the host by loops, on a GPU by session/take.cu.
//
// Promises: words are moved as they are; no arithmetic is done.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "device/stream.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/cores.hpp"
#include "resource/resource.hpp"
#include "session/state.hpp"
#include "session/take_layout.hpp"

namespace limbsmith {

using detail::translated;

namespace {

using Wide = __int128;

void require_same_kind(const char* call, const Array& to, const Array& from) {
    const detail::array_state &r = to.state(), &a = from.state();
    if (r.of != a.of || r.type != a.type || r.words != a.words)
        throw runtime::InputError(fmt::format(
            "{}: the result is of {} {}, and the operand of {} {}; they should be of one kind and session",
            call, r.type, r.of->description(), a.type, a.of->description()));
    if (r.address == a.address && r.size != 0)
        throw runtime::InputError(fmt::format("{}: the result and the operand are the same array", call));
}

// Operands and results as messages name them.
struct Named {
    const char* name;
    const Array& it;
};

void require_number(const char* call, Wide number, const Named& all) {
    if (number >= 0 && number < Wide(all.it.size())) return;
    throw runtime::InputError(
        fmt::format("{}: there is no number {}: the {} has {}", call, number, all.name, all.it.size()));
}

// Numbers of `all` for those of `few`, one after the other.
session::Axes axes_of(const char* call, index64 first, const std::vector<Axis>& axes, const Named& few,
                      const Named& all) {
    if (axes.size() > session::most_axes)
        throw Unsupported(
            fmt::format("{}: {} axes; the nearest are {}", call, axes.size(), session::most_axes));
    session::Axes made{first, static_cast<int>(axes.size()), {}, {}};
    constexpr unsigned __int128 most = static_cast<unsigned __int128>(1) << 64;
    unsigned __int128 count = 1;
    for (const Axis& it : axes) count = std::min(count * it.extent, most);
    if (count != few.it.size())
        throw runtime::InputError(fmt::format(
            "{}: the extents make {}, and the {} has {}", call,
            count == most ? "2^64 numbers or more" : counted(static_cast<index64>(count), "number"), few.name,
            few.it.size()));
    Wide least = first, greatest = first;
    for (size_t k = 0; k < axes.size(); ++k) {
        made.extent[k] = axes[k].extent, made.step[k] = axes[k].step;
        const Wide reach = (Wide(axes[k].extent) - 1) * axes[k].step;
        (reach < 0 ? least : greatest) += reach;
    }
    if (count == 0) return made;
    require_number(call, least, all);
    require_number(call, greatest, all);
    return made;
}

session::Place place_of(const detail::array_state& it) {
    return {it.address, it.at(1, 0) - it.at(0, 0), it.at(0, 1) - it.at(0, 0)};
}

index64 number(const session::Axes& axes, index64 t) {
    index64 at = axes.first;
    for (int k = axes.count; k-- > 0; t /= axes.extent[k])
        at += t % axes.extent[k] * static_cast<index64>(axes.step[k]);
    return at;
}

// `each(t)` is a number of the result and the one of the operand that it becomes, for t below the count.
template <class Each>
void move_on_host(const Array& to, const Array& from, index64 count, const Each& each) {
    const detail::array_state &r = to.state(), &a = from.state();
    on_all_cores(count, [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t) {
            const auto [result, operand] = each(t);
            for (index64 i = 0; i < static_cast<index64>(r.words); ++i)
                r.address[r.at(i, result)] = a.address[a.at(i, operand)];
        }
    });
}

// `last` is the kernel's last argument.
void launch(const char* kernel, const Array& to, const Array& from, index64 count, const void* last,
            stream* given) {
    const detail::array_state &r = to.state(), &a = from.state();
    stream& on = given ? *given : stream::standard(to.where());
    on.check();
    for (const detail::array_state* it : {&r, &a})
        if (it->owned) it->owned->order(on);
    session::Place result = place_of(r), operand = place_of(a);
    int words = r.words;
    constexpr unsigned block = 128;
    detail::stream_on(on, to.where())
        .launch(r.of->session->own_kernel(kernel), (count - 1) / block + 1, block,
                {&result, &operand, &count, &words, const_cast<void*>(last)});
}

}  // namespace

void take(const Array& to, const Array& from, index64 first, const std::vector<Axis>& axes, stream* on) {
    translated([&] {
        require_same_kind("take", to, from);
        const session::Axes all = axes_of("take", first, axes, {"result", to}, {"operand", from});
        if (to.size() == 0) return;
        if (to.where().is_gpu()) return launch("take", to, from, to.size(), &all, on);
        move_on_host(to, from, to.size(), [&](index64 t) { return std::pair(t, number(all, t)); });
    });
}

void put(const Array& to, index64 first, const std::vector<Axis>& axes, const Array& from, stream* on) {
    translated([&] {
        require_same_kind("put", to, from);
        const session::Axes all = axes_of("put", first, axes, {"operand", from}, {"result", to});
        if (from.size() == 0) return;
        if (to.where().is_gpu()) return launch("put", to, from, from.size(), &all, on);
        move_on_host(to, from, from.size(), [&](index64 t) { return std::pair(number(all, t), t); });
    });
}

void take(const Array& to, const Array& from, const std::vector<index64>& numbers, stream* on) {
    translated([&] {
        require_same_kind("take", to, from);
        if (numbers.size() != to.size())
            throw runtime::InputError(fmt::format("take: {} given, and the result has {}",
                                                  counted(numbers.size(), "number"), to.size()));
        for (const index64 it : numbers) require_number("take", it, {"operand", from});
        if (to.size() == 0) return;
        if (!to.where().is_gpu())
            return move_on_host(to, from, to.size(), [&](index64 t) { return std::pair(t, numbers[t]); });
        const memory places(2 * numbers.size(), to.where());
        places.upload(reinterpret_cast<const std::uint32_t*>(numbers.data()));
        const std::uint32_t* const address = places.address();
        launch("take_each", to, from, to.size(), &address, on);
        places.order(on ? *on : stream::standard(to.where()));
    });
}

const runtime::Function& detail::session_state::own_kernel(const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (own_kernels_.empty()) {
        const std::vector<char> image =
            runtime::compiled_once(std::string(resource("session/take.cu")), "take.cu",
                                   {{"take_layout.hpp", std::string(resource("session/take_layout.hpp"))}},
                                   device->major(), device->minor());
        const runtime::Module module(*device, image);
        for (const char* it : {"take", "put", "take_each", "find_zero"})
            own_kernels_.emplace(it, module.function(it));
    }
    return own_kernels_.at(name);
}

}  // namespace limbsmith
