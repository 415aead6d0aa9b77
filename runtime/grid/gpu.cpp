#include "grid/gpu.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "device/slabs.hpp"
#include "grid/kernels.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/error.hpp"
#include "operation/device_grid.hpp"

namespace limbsmith::grid {

using runtime::Buffer;

// A cache of buffers of one kind.
template <class Kept>
struct Gpu::Cache {
    std::mutex mutex;
    std::multimap<size_t, std::unique_ptr<Kept>> free;

    // One of at least so many bytes, and little more.
    std::unique_ptr<Kept> take(const runtime::Device& device, size_t bytes) {
        {
            const std::lock_guard lock(mutex);
            const auto found = free.lower_bound(bytes);
            if (found != free.end() && found->first <= bytes + bytes / 4)
                return std::move(free.extract(found).mapped());
        }
        try {
            return std::make_unique<Kept>(device, bytes);
        } catch (const runtime::OutOfMemory&) {
            const std::lock_guard lock(mutex);
            if (free.empty()) throw;
            free.clear();
        }
        return std::make_unique<Kept>(device, bytes);
    }
    void give_back(std::unique_ptr<Kept> buffer) {
        const std::lock_guard lock(mutex);
        const size_t bytes = buffer->size();
        free.emplace(bytes, std::move(buffer));
    }
    static Memory memory(const std::shared_ptr<Cache>& cache, const runtime::Device& device, size_t bytes) {
        auto owner = std::make_shared<std::unique_ptr<Kept>>(cache->take(device, bytes));
        auto* address = static_cast<uint32_t*>((*owner)->address());
        return Memory(address, [owner, cache](uint32_t*) { cache->give_back(std::move(*owner)); });
    }
};

namespace {

constexpr size_t independent_streams = 4, most_repeated = 64;

// The marks of the device behind a Mark.
using Marks = std::list<runtime::Mark>;

std::shared_ptr<Marks> marks_of(const runtime::Stream& stream) {
    auto made = std::make_shared<Marks>();
    made->emplace_back(stream);
    return made;
}

class GpuRange : public Range {
  public:
    GpuRange(const runtime::Device& device, uint64_t most_words)
        : slabs_(device, std::min(most_words * sizeof(uint32_t), device.memory_bytes())) {}
    uint32_t* words() const override { return static_cast<uint32_t*>(slabs_.address()); }
    uint64_t size() const override { return slabs_.size() / sizeof(uint32_t); }
    void grow(uint64_t words) override { slabs_.grow(words * sizeof(uint32_t)); }
    void shrink(uint64_t words) override { slabs_.shrink(words * sizeof(uint32_t)); }

  private:
    runtime::Slabs slabs_;
};

}  // namespace

Gpu::Gpu(const runtime::Device& device)
    : stream_(device),
      copies_(device, runtime::Stream::Kind::separate),
      reading_(device, runtime::Stream::Kind::urgent),
      buffers_(std::make_shared<Cache<Buffer>>()),
      host_buffers_(std::make_shared<Cache<runtime::HostBuffer>>()) {
    sources_.emplace_back(kernels_source());
}

Gpu::Gpu(const runtime::Device& device, std::string_view more) : Gpu(device) { sources_.emplace_back(more); }

std::unique_ptr<Range> Gpu::range(uint64_t most_words) {
    return std::make_unique<GpuRange>(device(), most_words);
}

Memory Gpu::host_memory(size_t words) {
    constexpr size_t least = 1u << 16;
    return Cache<runtime::HostBuffer>::memory(host_buffers_, device(),
                                              std::max(words * sizeof(uint32_t), least));
}

void Gpu::start_write(uint32_t* to, span<const uint32_t> from) {
    if (from.empty()) return;
    copies_.wait_for(ordered());
    runtime::start_copy_to_device(copies_, to, std::as_bytes(std::span(from)));
    has_writes_ = true;
}

Mark Gpu::start_read(const uint32_t* from, span<uint32_t> to) {
    if (!to.empty()) {
        copies_.wait_for(ordered());
        runtime::start_copy_from_device(copies_, std::as_writable_bytes(std::span(to)), from);
    }
    return marks_of(copies_);
}

void Gpu::finish_copies() { copies_.synchronize(); }

void Gpu::copy(uint32_t* to, const uint32_t* from, size_t words) {
    wait_for_writes();
    if (words) runtime::start_copy(ordered(), to, from, words * sizeof(uint32_t));
}

void Gpu::copy_from(Machine& other, uint32_t* to, const uint32_t* from, size_t words) {
    auto* const peer = dynamic_cast<Gpu*>(&other);
    if (!peer) return Machine::copy_from(other, to, from, words);
    wait_for_writes();
    ordered().wait_for(peer->ordered());
    runtime::start_copy_from_peer(ordered(), to, peer->device(), from, words * sizeof(uint32_t));
    peer->ordered().wait_for(ordered());
}

void Gpu::wait_for_writes() {
    if (std::exchange(has_writes_, false)) ordered().wait_for(copies_);
}

void Gpu::begin_independent() {
    wait_for_writes();
    independent_.emplace(stream_);
}

void Gpu::end_independent() {
    for (size_t k = 1; k < std::min(independent_->given, independent_streams); ++k)
        stream_.wait_for(of_independent(k));
    independent_.reset();
}

// One after the other takes the next stream; the first one is that of all other kernels.
runtime::Stream& Gpu::of_independent(size_t place) {
    const size_t k = place % independent_streams;
    return k == 0 ? stream_ : *others_[k - 1];
}

runtime::Stream& Gpu::next() {
    if (!independent_) return ordered();
    const size_t place = independent_->given++;
    if (place > 0 && place < independent_streams) {
        if (others_.size() < place)
            others_.push_back(std::make_unique<runtime::Stream>(device(), runtime::Stream::Kind::separate));
        others_[place - 1]->wait_for(independent_->begin);
    }
    return of_independent(place);
}

Mark Gpu::mark() {
    if (!independent_) {
        wait_for_writes();
        return marks_of(ordered());
    }
    const size_t last = independent_->given,
                 first = std::max(independent_->marked, last - std::min(last, independent_streams));
    auto made = std::make_shared<Marks>();
    for (size_t place = first; place < last; ++place) made->emplace_back(of_independent(place));
    independent_->marked = last;
    return made;
}

// Writes belong to the work before.
void Gpu::begin_reading() {
    wait_for_writes();
    is_reading_ = true;
}

void Gpu::wait_for(const Mark& mark) {
    if (!mark) return ordered().wait_for(stream_);
    for (const runtime::Mark& it : *static_cast<const Marks*>(mark.get())) ordered().wait_for(it);
}

void Gpu::end_reading() {
    is_reading_ = false;
    stream_.wait_for(reading_);
}

std::vector<char> Gpu::image(const std::string& kernel) const {
    for (const runtime::KernelSource& source : sources_)
        if (source.kernels().contains(kernel))
            return runtime::compiled_once(source.with(kernel), kernel + ".cu", {}, device().major(),
                                          device().minor());
    throw runtime::Error("there is no kernel " + kernel);
}

const runtime::Function& Gpu::function(const char* kernel) {
    auto found = functions_.find(kernel);
    if (found == functions_.end()) {
        const std::string name = kernel;
        found = functions_.emplace(name, runtime::Module(device(), image(name)).function(name)).first;
    }
    return found->second;
}

// Those with the longest source first, so that none is left alone at the end.
void Gpu::compile_all() {
    std::vector<std::pair<std::string, size_t>> kernels;
    for (const runtime::KernelSource& source : sources_)
        for (const auto& [name, text] : source.kernels()) kernels.emplace_back(name, text.size());
    std::ranges::sort(kernels, std::greater(), &std::pair<std::string, size_t>::second);
    std::atomic<size_t> next = 0;
    std::exception_ptr failed;
    std::mutex mutex;
    const auto work = [&] {
        try {
            for (size_t k; (k = next++) < kernels.size();) (void)image(kernels[k].first);
        } catch (...) {
            next = kernels.size();
            const std::lock_guard lock(mutex);
            failed = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others(std::max(1u, std::thread::hardware_concurrency()) - 1);
        for (std::jthread& it : others) it = std::jthread(work);
        work();
    }
    if (failed) std::rethrow_exception(failed);
}

Memory Gpu::allocate(size_t words) {
    const size_t bytes = words * sizeof(uint32_t);
    try {
        return Cache<Buffer>::memory(buffers_, device(), bytes);
    } catch (const runtime::OutOfMemory&) {
        if (recording_ || repeated_.empty()) throw;
    }
    repeated_.clear();
    return Cache<Buffer>::memory(buffers_, device(), bytes);
}

void Gpu::repeat(const char* name, span<const uint64_t> key, const std::function<void()>& work) {
    if (recording_ || is_in_repeated_ || is_reading_ || independent_) return work();
    Repeated& it = repeated(name, key);
    if (++it.times == 2) record(it, work);
    if (it.graph) {
        wait_for_writes();
        return it.graph->launch(stream_);
    }
    is_in_repeated_ = true;
    const auto end = [](bool* flag) { *flag = false; };
    const std::unique_ptr<bool, decltype(end)> done(&is_in_repeated_, end);
    work();
}

Gpu::Repeated& Gpu::repeated(const char* name, span<const uint64_t> key) {
    const auto found = std::ranges::find_if(
        repeated_, [&](const Repeated& it) { return it.name == name && std::ranges::equal(it.key, key); });
    if (found != repeated_.end()) {
        repeated_.splice(repeated_.begin(), repeated_, found);
    } else {
        repeated_.push_front({name, {key.begin(), key.end()}});
        if (repeated_.size() > most_repeated) repeated_.pop_back();
    }
    return repeated_.front();
}

// Its temporary memory is the graph's alone. A driver that cannot record the work does it by launches, whose errors say
// more.
void Gpu::record(Repeated& to, const std::function<void()>& work) {
    const auto memory = std::make_shared<Cache<Buffer>>();
    try {
        auto graph = std::make_unique<runtime::Graph>(device(), to.name, [&](runtime::Stream& on) {
            const auto others = std::exchange(buffers_, memory);
            recording_ = &on;
            const auto end = [&](Gpu* gpu) { gpu->recording_ = nullptr, gpu->buffers_ = others; };
            const std::unique_ptr<Gpu, decltype(end)> recorded(this, end);
            work();
        });
        to.memory = memory, to.graph = std::move(graph);
    } catch (const runtime::Error&) {
    }
}

void Gpu::write(uint32_t* to, span<const uint32_t> from) {
    pass(to, from);
    ordered().synchronize();
}

// The driver copies words that are not page-locked elsewhere before it returns.
void Gpu::pass(uint32_t* to, span<const uint32_t> from) {
    wait_for_writes();
    if (!from.empty()) runtime::start_copy_to_device(ordered(), to, std::as_bytes(std::span(from)));
}

void Gpu::read(const uint32_t* from, span<uint32_t> to) {
    wait_for_writes();
    if (!to.empty()) runtime::start_copy_from_device(ordered(), std::as_writable_bytes(std::span(to)), from);
    ordered().synchronize();
}

void Gpu::launch(const char* kernel, uint32_t groups, uint32_t numbers, span<const Argument> arguments,
                 uint32_t lanes) {
    if (groups == 0 || numbers == 0) return;
    wait_for_writes();
    std::vector<void*> parameters;
    for (const Argument& argument : arguments) {
        const auto add = [&](const auto& value) {
            parameters.push_back(const_cast<void*>(static_cast<const void*>(&value)));
        };
        if (const auto* array = std::get_if<Array>(&argument)) {
            add(array->words), add(array->stride);
        } else if (const auto* table = std::get_if<Table>(&argument)) {
            add(table->words);
        } else {
            add(std::get<uint32_t>(argument));
        }
    }
    parameters.push_back(&groups), parameters.push_back(&numbers);
    const uint32_t threads = std::max<uint32_t>(threads_of_warps, lanes);
    const uint64_t blocks = (uint64_t{groups} * numbers * lanes + threads - 1) / threads;
    next().launch(function(kernel), blocks, threads, parameters);
}

}  // namespace limbsmith::grid
