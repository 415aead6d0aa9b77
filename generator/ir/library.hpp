// The programs and routines that routines call, by name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "ir/routine.hpp"

namespace limbsmith::ir {

class Library {
  public:
    using Callable = std::variant<Program, Routine>;

    // If two have the same key, the first one is kept. The key is the name, unless one is given: for functions of
    // the same name with different parameters.
    void add(Callable callable, std::string key = {});

    bool contains(std::string_view key) const { return all_.contains(key); }
    // Throws std::logic_error where there is none.
    const Callable& operator[](std::string_view key) const;
    const std::map<std::string, Callable, std::less<>>& all() const { return all_; }

  private:
    std::map<std::string, Callable, std::less<>> all_;
};

inline Signature signature(const Library::Callable& callable) {
    return std::visit([](const auto& it) { return signature(it); }, callable);
}

}  // namespace limbsmith::ir
