// Batches: many numbers of one type, on the GPU where there is one.
//
// Promises: a batch owns its memory, moves but is not copied, and throws when it is used after it was moved
// from. What a T is, layout.hpp says; computing with batches is left to apply.hpp, numbers as text, bytes and
// mpz_t to convert.hpp and gmp.hpp. C++17.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "limbsmith/cores.hpp"
#include "limbsmith/layout.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith {

// One operand of a batch, as `apply` takes it. Lives no longer than the batch.
template <class T, class Layout>
struct operand {
    view<T, Layout> numbers;
    index64 size;
    const memory* block;
};

namespace detail {

// A block where the host can reach it, after all work on it: the block itself or, from a device, a copy.
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

    // Puts a changed copy back.
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

    // `size` numbers of each operand, undefined at first.
    // Errors: OutOfMemory; runtime::NoDevice where a device is asked for and there is none.
    explicit batch(index64 size, place where = place::automatic)
        : size_(size), row_(rounded(size)), memory_(words_for(row_), where) {}
    // These numbers.
    explicit batch(const std::vector<T>& numbers, place where = place::automatic)
        : batch(numbers.size(), where) {
        write(numbers);
    }

    index64 size() const {
        require_alive("size");
        return size_;
    }
    bool on_device() const {
        require_alive("on_device");
        return memory_.on_device();
    }

    // Operand k, for apply and for kernels of one's own.
    operand<T, Layout> operator[](int k) const {
        require_alive("[]");
        if (k < 0 || k >= Layout::operands) {
            throw runtime::InputError("batch::[]: of " + std::to_string(int(Layout::operands)) +
                                      " operands there is none with index " + std::to_string(k));
        }
        return {view<T, Layout>::of(memory_.address(), row_, k), size_, &memory_};
    }

    // All numbers of operand k, in and out; done on return. Errors: runtime::InputError where the count
    // differs; runtime::Error of work on the batch that failed.
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
    // Rows begin on cache lines, so that no vector crosses one. What does not fit 64 bits stays too large to
    // allocate.
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
