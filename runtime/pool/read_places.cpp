#include "pool/read_places.hpp"

#include <utility>
#include <vector>

#include "pool/together.hpp"

namespace limbsmith::pool {

Words read_places(span<const uint32_t> slots, size_t places, const std::function<size_t(uint32_t)>& place_of,
                  const std::function<Words(size_t, span<const uint32_t>)>& read) {
    if (slots.empty()) return {};
    std::vector<std::vector<uint32_t>> of_place(places);
    for (const uint32_t slot : slots) of_place[place_of(slot)].push_back(slot);
    std::vector<Words> found(places);
    std::vector<LevelPart> reads;
    std::vector<uint32_t> next(places);  // where the next number of a place will be
    uint32_t count = 0;
    for (size_t k = 0; k < places; ++k) {
        next[k] = count;
        if (of_place[k].size() == slots.size()) return read(k, slots);
        count += static_cast<uint32_t>(of_place[k].size());
        if (!of_place[k].empty()) reads.push_back([&, k](const Report&) { found[k] = read(k, of_place[k]); });
    }
    together(reads, {});
    Words all;
    for (const Words& it : found) all.append(it);
    std::vector<uint32_t> order;
    order.reserve(slots.size());
    for (const uint32_t slot : slots) order.push_back(next[place_of(slot)]++);
    all.arrange(std::move(order));
    return all;
}

}  // namespace limbsmith::pool
