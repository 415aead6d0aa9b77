#include "jit/kernel_source.hpp"

#include "limbsmith/error.hpp"

namespace limbsmith::runtime {
namespace {

constexpr std::string_view kernel_begin = "\nextern \"C\" __global__ ", kernel_end = "\n}\n";

// The word before the bracket of the parameters, which is the first one after a blank and a name.
std::string name_of(std::string_view kernel) {
    for (size_t open = kernel.find('('); open != kernel.npos; open = kernel.find('(', open + 1)) {
        const size_t blank = kernel.rfind(' ', open);
        const std::string_view word = kernel.substr(blank + 1, open - blank - 1);
        if (!word.starts_with("__")) return std::string(word);
    }
    throw Error("a kernel without a name");
}

}  // namespace

KernelSource::KernelSource(std::string_view text) {
    const size_t first = text.find(kernel_begin);
    size_t begin = first == text.npos ? text.size() : text.rfind("\n\n", first) + 1;  // npos + 1 = 0
    before_ = text.substr(0, begin);
    for (size_t head = first; head != text.npos; head = text.find(kernel_begin, begin - 1)) {
        const size_t end = text.find(kernel_end, head);
        if (end == text.npos) throw Error("a kernel without an end");
        kernels_.emplace(name_of(text.substr(head, end - head)),
                         text.substr(begin, end + kernel_end.size() - begin));
        begin = end + kernel_end.size();
    }
    after_ = text.substr(begin);
}

std::string KernelSource::with(std::string_view kernel) const {
    const auto found = kernels_.find(kernel);
    if (found == kernels_.end()) throw Error("there is no kernel " + std::string(kernel));
    std::string text(before_);
    return text.append(found->second).append(after_);
}

}  // namespace limbsmith::runtime
