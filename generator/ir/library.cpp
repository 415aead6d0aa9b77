#include "ir/library.hpp"

#include <stdexcept>
#include <utility>

namespace limbsmith::ir {

void Library::add(Callable callable, std::string key) {
    if (key.empty()) key = std::visit([](const auto& it) { return it.name; }, callable);
    all_.try_emplace(std::move(key), std::move(callable));
}

const Library::Callable& Library::operator[](std::string_view key) const {
    const auto found = all_.find(key);
    if (found == all_.end()) throw std::logic_error("no function called " + std::string(key));
    return found->second;
}

}  // namespace limbsmith::ir
