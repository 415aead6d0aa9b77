// The share of a level that the host computes while the device computes the rest, from copies of the numbers.
#pragma once

#include <atomic>
#include <future>
#include <span>
#include <vector>

#include "pool/gpu/numbers.hpp"
#include "pool/gpu/reader.hpp"
#include "pool/host.hpp"

namespace limbsmith::pool {

class Device::HostShare {
  public:
    // Copies the operands of these computations of the level to the host, and starts to compute them there. `report`: see
    // Engine::run.
    HostShare(Reader& reader, std::span<const Computation> level, std::span<const uint32_t> places,
              const std::function<void(size_t)>& report);
    // Waits.
    ~HostShare();
    HostShare(const HostShare&) = delete;
    HostShare& operator=(const HostShare&) = delete;

    // Waits, and puts the results where they belong.
    void conclude(Numbers& numbers);

  private:
    Host host_{};
    std::vector<Computation> computations_{};
    std::vector<uint32_t> results_{}, targets_{};  // slots of the host, of the device
    std::future<void> work_{};
};

}  // namespace limbsmith::pool
