#include "set_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "limbsmith/error.hpp"

namespace limbsmith::bench {

void SetArrays::fill(const std::vector<Words>& sets) {
    sets_ = static_cast<uint32_t>(sets.size());
    Words all;
    for (const Words& set : sets) all.insert(all.end(), set.begin(), set.end());
    runtime::Buffer from(loaded.on.device(), all.size() * sizeof(uint32_t));
    from.upload(std::as_bytes(std::span(all)));
    loaded.out.fill(0xA5);
    void *in = loaded.in.address(), *source = from.address();
    auto words = static_cast<uint32_t>(sets[0].size());
    launch("fill", {&in, &source, &sets_, &words, &numbers_});
    loaded.on.synchronize();
}

std::vector<Words> SetArrays::results(const std::string& operation) {
    const Words none{0};
    runtime::Buffer wrong(loaded.on.device(), sizeof(uint32_t));
    wrong.upload(std::as_bytes(std::span(none)));
    void *count = wrong.address(), *out = loaded.out.address();
    launch("compare", {&count, &out, &sets_, &out_words_, &numbers_});
    loaded.on.synchronize();
    if (const uint32_t bad = words_of(wrong)[0]) {
        throw runtime::Error(fmt::format("{}: {} of {} numbers differ from others with the same operands",
                                         operation, bad, numbers_));
    }
    const Words all = words_of(loaded.out);
    std::vector<Words> results(std::min<size_t>(sets_, numbers_), Words(out_words_));
    for (size_t t = 0; t < results.size(); ++t) {
        for (size_t w = 0; w < out_words_; ++w) results[t][w] = all[w * numbers_ + t];
    }
    return results;
}

void SetArrays::launch(const char* kernel, const std::vector<void*>& arguments) {
    constexpr uint32_t block = 256;
    loaded.on.launch(loaded.module.function(kernel), (numbers_ + block - 1) / block, block, arguments);
}

}  // namespace limbsmith::bench
