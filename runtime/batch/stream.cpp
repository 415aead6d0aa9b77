#include <map>
#include <utility>

#include "batch/stream_state.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith {
namespace detail {
namespace {

// The first error of destroyed streams.
struct Kept {
    std::mutex mutex;
    std::string error;
};
Kept& kept() {
    static Kept* const errors = new Kept;  // never destroyed: streams in static objects use it
    return *errors;
}

}  // namespace

void throw_kept_error() {
    std::string error;
    {
        const std::lock_guard lock(kept().mutex);
        error = std::exchange(kept().error, {});
    }
    if (!error.empty()) throw runtime::Error(error);
}

stream_state::~stream_state() {
    try {
        synchronize();
    } catch (const std::exception& failed) {
        const std::lock_guard lock(kept().mutex);
        if (kept().error.empty()) kept().error = failed.what();
    }
}

runtime::Stream& stream_state::on(place gpu) {
    const std::lock_guard lock(mutex_);
    if (!where_.is_gpu()) where_ = gpu;
    if (where_ != gpu) {
        throw runtime::InputError("the stream belongs to " + to_string(where_) + ", the work to " +
                                  to_string(gpu));
    }
    if (!stream_) used_ = &stream_.emplace(runtime::Device(gpu.ordinal()), kind_);
    return *stream_;
}

place stream_state::where() const {
    const std::lock_guard lock(mutex_);
    return where_;
}

void stream_state::synchronize() {
    if (runtime::Stream* const stream = used()) stream->synchronize();
}

}  // namespace detail

namespace {

using Kind = runtime::Stream::Kind;

// The standard streams that have been asked for, by ordinal. Never destroyed: static batches use them.
struct Standard {
    std::mutex mutex;
    std::map<int, stream> streams;
};
Standard& standard_streams() {
    static Standard* const all = new Standard;
    return *all;
}

// The GPU that a place means, or `automatic` for the host and where nothing is said.
place gpu_of(place where) {
    if (where == place::host || where == place::automatic) return place::automatic;
    return place::gpu(runtime::device_at(where).ordinal());
}

}  // namespace

stream::stream(place where) : stream(std::make_shared<detail::stream_state>(gpu_of(where), Kind::separate)) {}

stream::stream(std::shared_ptr<detail::stream_state> state) : state_(std::move(state)) {}

stream& stream::standard(place where) {
    if (where == place::automatic || where == place::device) {
        const auto device = runtime::find_device(place::device);
        where = device ? place::gpu(device->ordinal()) : place::host;
    }
    const std::lock_guard lock(standard_streams().mutex);
    auto& streams = standard_streams().streams;
    const int key = where.is_gpu() ? where.ordinal() : -1;
    const auto known = streams.find(key);
    if (known != streams.end()) return known->second;
    stream made(
        std::make_shared<detail::stream_state>(where.is_gpu() ? where : place::automatic, Kind::standard));
    return streams.emplace(key, std::move(made)).first->second;
}

detail::stream_state& stream::state() const {
    if (!state_) throw runtime::Error("the stream was moved from");
    return *state_;
}

void stream::synchronize() {
    detail::throw_kept_error();
    state().synchronize();
}

void* stream::handle() const {
    place where = state().where();
    if (!where.is_gpu()) {
        const auto device = runtime::find_device(place::device);
        if (!device) return nullptr;
        where = place::gpu(device->ordinal());
    }
    return state().on(where).handle();
}

void stream::precede(void* later) const {
    if (const place where = state().where(); where.is_gpu())
        state().on(where).precede(static_cast<CUstream_st*>(later));
}

void stream::follow(void* earlier) const {
    if (const place where = state().where(); where.is_gpu())
        state().on(where).follow(static_cast<CUstream_st*>(earlier));
}

void stream::check() {
    detail::throw_kept_error();
    if (runtime::Stream* const stream = state().used()) stream->query();
}

runtime::Stream& detail::stream_on(const stream& of, place gpu) { return of.state().on(gpu); }

void* stream::begin(place gpu) { return state().on(gpu).handle(); }

void stream::launched(const std::string& work) {
    if (runtime::Stream* const stream = state().used()) stream->launched(work);
}

}  // namespace limbsmith
