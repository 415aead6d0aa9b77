// take() and put() of session.hpp: numbers at other places, on the host by loops, on a GPU by session/take.cu.
//
// Promises: words are moved as they are; no arithmetic is done.
#include <fmt/format.h>

#include <algorithm>
#include <string>

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
        throw runtime::InputError(
            fmt::format("{}: the result is of {} {}, and the operand of {} {}; they should be of one kind",
                        call, r.type, r.of->description(), a.type, a.of->description()));
    if (r.address == a.address && r.size != 0)
        throw runtime::InputError(fmt::format("{}: the result and the operand are the same array", call));
}

void require_number(Wide number, const Array& from) {
    if (number >= 0 && number < Wide(from.size())) return;
    throw runtime::InputError(
        fmt::format("take: there is no number {}: the operand has {}", number, from.size()));
}

session::Axes axes_of(index64 first, const std::vector<Axis>& all, const Array& to, const Array& from) {
    if (all.size() > session::most_axes)
        throw Unsupported(fmt::format("take: {} axes; the nearest are {}", all.size(), session::most_axes));
    session::Axes made{first, static_cast<int>(all.size()), {}, {}};
    constexpr unsigned __int128 most = static_cast<unsigned __int128>(1) << 64;
    unsigned __int128 count = 1;
    for (const Axis& it : all) count = std::min(count * it.extent, most);
    if (count != to.size())
        throw runtime::InputError(fmt::format(
            "take: the extents make {}, and the result has {}",
            count == most ? "2^64 numbers or more" : counted(static_cast<index64>(count), "number"),
            to.size()));
    Wide least = first, greatest = first;
    for (size_t k = 0; k < all.size(); ++k) {
        made.extent[k] = all[k].extent, made.step[k] = all[k].step;
        const Wide reach = (Wide(all[k].extent) - 1) * all[k].step;
        (reach < 0 ? least : greatest) += reach;
    }
    if (count == 0) return made;
    require_number(least, from);
    require_number(greatest, from);
    return made;
}

session::Place place_of(const detail::array_state& it) {
    return {it.address, it.at(1, 0) - it.at(0, 0), it.at(0, 1) - it.at(0, 0)};
}

// The results from `begin` on, `count` of them.
struct Range {
    index64 begin, count;
};

// The numbers whose places `number(t)` says.
template <class Number>
void take_on_host(const detail::array_state& to, Range results, const detail::array_state& from,
                  const Number& number) {
    on_all_cores(results.count, [&](index64 first, index64 last) {
        for (index64 t = first; t < last; ++t) {
            const index64 at = number(t);
            for (index64 i = 0; i < static_cast<index64>(to.words); ++i)
                to.address[to.at(i, results.begin + t)] = from.address[from.at(i, at)];
        }
    });
}

// `last` is the kernel's last argument.
void launch(const char* kernel, const Array& to, Range results, const Array& from, const void* last,
            stream* given) {
    const detail::array_state &r = to.state(), &a = from.state();
    stream& on = given ? *given : stream::standard(to.where());
    on.check();
    for (const detail::array_state* it : {&r, &a})
        if (it->owned) it->owned->order(on);
    session::Place result = place_of(r), operand = place_of(a);
    result.words += results.begin * result.number;
    index64 count = results.count;
    int words = r.words;
    constexpr unsigned block = 128;
    detail::stream_on(on, to.where())
        .launch(r.of->session->moving(kernel), (count - 1) / block + 1, block,
                {&result, &operand, &count, &words, const_cast<void*>(last)});
}

}  // namespace

void take(const Array& to, const Array& from, index64 first, const std::vector<Axis>& axes, stream* on) {
    translated([&] {
        require_same_kind("take", to, from);
        const session::Axes all = axes_of(first, axes, to, from);
        if (to.size() == 0) return;
        if (to.where().is_gpu()) return launch("take", to, {0, to.size()}, from, &all, on);
        take_on_host(to.state(), {0, to.size()}, from.state(), [&](index64 t) {
            index64 at = all.first;
            for (int k = all.count; k-- > 0; t /= all.extent[k])
                at += t % all.extent[k] * static_cast<index64>(all.step[k]);
            return at;
        });
    });
}

void take(const Array& to, const Array& from, const std::vector<index64>& numbers, stream* on) {
    translated([&] {
        require_same_kind("take", to, from);
        if (numbers.size() != to.size())
            throw runtime::InputError(fmt::format("take: {} given, and the result has {}",
                                                  counted(numbers.size(), "number"), to.size()));
        for (const index64 number : numbers) require_number(number, from);
        if (to.size() == 0) return;
        if (!to.where().is_gpu())
            return take_on_host(to.state(), {0, to.size()}, from.state(),
                                [&](index64 t) { return numbers[t]; });
        const memory places(2 * numbers.size(), to.where());
        places.upload(reinterpret_cast<const std::uint32_t*>(numbers.data()));
        const std::uint32_t* const address = places.address();
        launch("take_each", to, {0, to.size()}, from, &address, on);
        places.order(on ? *on : stream::standard(to.where()));
    });
}

void put(const Array& to, index64 first, const Array& from, stream* on) {
    translated([&] {
        require_same_kind("put", to, from);
        const index64 count = from.size();
        if (first > to.size() || count > to.size() - first)
            throw runtime::InputError(fmt::format("put: {} from number {} on, and the result has {}",
                                                  counted(count, "number"), first, to.size()));
        if (count == 0) return;
        const session::Axes all{0, 1, {count}, {1}};
        if (to.where().is_gpu()) return launch("take", to, {first, count}, from, &all, on);
        take_on_host(to.state(), {first, count}, from.state(), [](index64 t) { return t; });
    });
}

const runtime::Function& detail::session_state::moving(const std::string& kernel) {
    const std::lock_guard lock(mutex_);
    if (moving_.empty()) {
        const std::vector<char> image =
            runtime::compiled_once(std::string(resource("session/take.cu")), "take.cu",
                                   {{"take_layout.hpp", std::string(resource("session/take_layout.hpp"))}},
                                   device->major(), device->minor());
        const runtime::Module module(*device, image);
        for (const char* name : {"take", "take_each"}) moving_.emplace(name, module.function(name));
    }
    return moving_.at(kernel);
}

}  // namespace limbsmith
