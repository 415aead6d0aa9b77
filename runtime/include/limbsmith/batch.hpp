// Batches: many numbers of one type, on the GPU if there is one, else on the host.
//
// Promises: a batch owns its memory; it can be moved but not copied, and throws if it is used after being
// moved from. layout.hpp says what T may be; apply.hpp computes with batches; convert.hpp and gmp.hpp convert
// text, bytes and mpz_t. C++17.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "limbsmith/cores.hpp"
#include "limbsmith/layout.hpp"
#include "limbsmith/memory.hpp"

#pragma GCC visibility push(default)

namespace limbsmith {

// One operand of a batch, as `apply` takes it. Valid while the batch lives.
template <class T, class Layout>
struct operand {
    view<T, Layout> numbers;
    index64 size;
    const memory* block;
};

namespace detail {

// A block as the host can access it, after all work on it: the block itself, or a copy of a block on a
// device.
class reachable {
  public:
    explicit reachable(const memory& block) : block_(&block), address_(block.address()) {
        block.wait();
        if (!block.on_device()) return;
        copy_.resize(block.words());
        block.download(copy_.data());
        address_ = copy_.data();
    }

    template <class T, class Layout>
    view<T, Layout> operator()(const operand<T, Layout>& of) const {
        return {address_ + (of.numbers.base - block_->address()), of.numbers.row};
    }

    // Copies a changed copy back to the device.
    void write_back() const {
        if (block_->on_device()) block_->upload(copy_.data());
    }

  private:
    const memory* block_;
    std::vector<uint32_t> copy_;
    uint32_t* address_;
};

}  // namespace detail

template <class T, class Layout = limb_major>
class batch {
  public:
    using number = T;
    using layout = Layout;

    // `size` numbers for each operand, uninitialised.
    // Errors: OutOfMemory; runtime::NoDevice if a GPU is requested and there is none.
    explicit batch(index64 size, place where = place::automatic)
        : size_(size), row_(rounded(size)), memory_(words_for(row_), where) {}
    // A batch of these numbers.
    explicit batch(const std::vector<T>& numbers, place where = place::automatic)
        : batch(numbers.size(), where) {
        write(numbers);
    }

    index64 size() const {
        require_alive("size");
        return size_;
    }
    // place::host, or the GPU as place::gpu(ordinal).
    place where() const {
        require_alive("where");
        return memory_.where();
    }
    bool on_device() const {
        require_alive("on_device");
        return memory_.on_device();
    }

    // Operand k, for apply and for other kernels.
    operand<T, Layout> operator[](int k) const {
        require_alive("[]");
        if (k < 0 || k >= Layout::operands) {
            throw runtime::InputError("batch::[]: no operand " + std::to_string(k) + "; the layout has " +
                                      std::to_string(int(Layout::operands)));
        }
        return {view<T, Layout>::of(memory_.address(), row_, k), size_, &memory_};
    }

    // Write or read all numbers of operand k; complete on return.
    // Errors: runtime::InputError if the counts differ; runtime::Error of earlier work on the batch that
    // failed.
    void write(const std::vector<T>& numbers, int k = 0) {
        if (numbers.size() != size()) {
            throw runtime::InputError("batch::write: " + std::to_string(numbers.size()) +
                                      " numbers for a batch of " + std::to_string(size_));
        }
        const operand<T, Layout> own = (*this)[k];
        const detail::reachable host(memory_);
        on_all_cores(size_, [&, to = host(own)](index64 first, index64 last) {
            for (index64 t = first; t < last; ++t) to.store(t, numbers[t]);
        });
        host.write_back();
    }
    std::vector<T> read(int k = 0) const {
        const operand<T, Layout> own = (*this)[k];
        const detail::reachable host(memory_);
        std::vector<T> numbers(size_);
        on_all_cores(size_, [&, from = host(own)](index64 first, index64 last) {
            for (index64 t = first; t < last; ++t) numbers[t] = from.load(t);
        });
        return numbers;
    }

  private:
    // Rows begin on cache lines, so no vector access crosses one. A size that overflows 64 bits stays too
    // large to allocate.
    static index64 rounded(index64 size) { return size > ~index64(31) ? size : (size + 31) & ~index64(31); }
    static index64 words_for(index64 row) {
        const index64 most = ~index64(0) / view<T, Layout>::size(1);
        return row > most ? ~index64(0) : view<T, Layout>::size(row);
    }
    void require_alive(const char* use) const {
        if (memory_.is_alive()) return;
        throw runtime::Error(std::string("batch::") + use + ": the batch was moved from");
    }

    index64 size_, row_;
    memory memory_;
};

}  // namespace limbsmith

#pragma GCC visibility pop
