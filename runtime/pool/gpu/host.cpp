#include "pool/gpu/host.hpp"

#include <algorithm>

#include "operation/integers.hpp"

namespace limbsmith::pool {

Device::HostShare::HostShare(Reader& reader, std::span<const Computation> level,
                             std::span<const uint32_t> places, const std::function<void(size_t)>& report) {
    std::vector<uint32_t> slots;
    for (const uint32_t place : places)
        for (int i = 0; i < signature(level[place].operation).operands; ++i)
            slots.push_back(level[place].operands[i]);
    std::ranges::sort(slots);
    slots.erase(std::ranges::unique(slots).begin(), slots.end());
    const Words values = reader.read(slots);
    for (uint32_t k = 0; k < values.size(); ++k) host_.put(k, values.number(k));
    const auto own = [&](uint32_t slot) {
        return static_cast<uint32_t>(std::ranges::lower_bound(slots, slot) - slots.begin());
    };
    for (const uint32_t place : places) {
        Computation it = level[place];
        const Signature& of = signature(it.operation);
        for (int i = 0; i < of.operands; ++i) it.operands[i] = own(it.operands[i]);
        const uint32_t first = it.result;
        it.result = static_cast<uint32_t>(slots.size() + results_.size());
        for (uint32_t i = 0; i < static_cast<uint32_t>(of.results); ++i) {
            targets_.push_back(first + i);
            results_.push_back(it.result + i);
        }
        computations_.push_back(it);
    }
    work_ = std::async(std::launch::async, [this, report] { host_.run(computations_, report); });
}

Device::HostShare::~HostShare() {
    if (work_.valid()) work_.wait();
}

void Device::HostShare::conclude(Numbers& numbers) {
    work_.get();
    const Words made = host_.read(results_);
    for (size_t k = 0; k < made.size(); ++k) {
        if (made.failure(k) == Failure::none)
            numbers.put(targets_[k], made.number(k));
        else
            numbers.enter(
                {0, 0, static_cast<uint32_t>(made.failure(k)) << shape::failure_shift, targets_[k]});
    }
    numbers.flush();
}

}  // namespace limbsmith::pool
