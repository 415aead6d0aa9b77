// Numbers that lie one after the other in memory of another owner: std::span, in C++17.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace limbsmith {

template <class T>
class span {
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    constexpr span() = default;
    constexpr span(T* first, std::size_t size) : first_(first), size_(size) {}
    // All of a vector, an array, a std::span, or another object with data() and size().
    template <class Owner,
              class = std::enable_if_t<
                  !std::is_same_v<std::decay_t<Owner>, span> &&
                  std::is_convertible_v<
                      std::remove_pointer_t<decltype(std::data(std::declval<Owner&>()))> (*)[], T (*)[]>>>
    constexpr span(Owner&& owner) : first_(std::data(owner)), size_(std::size(owner)) {}

    constexpr T* data() const { return first_; }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T* begin() const { return first_; }
    constexpr T* end() const { return first_ + size_; }
    // requires: i < size(), and a span that is not empty.
    constexpr T& operator[](std::size_t i) const { return first_[i]; }
    constexpr T& front() const { return first_[0]; }
    constexpr T& back() const { return first_[size_ - 1]; }

  private:
    T* first_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace limbsmith
