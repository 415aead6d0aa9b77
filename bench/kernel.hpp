// Kernels, each compiled once before all measurements, and loaded when they are measured.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/lanes/batch_kernel.hpp"
#include "bench/layout.hpp"
#include "bench/thread/header_function.hpp"
#include "kernel_source.hpp"

namespace limbsmith::bench {

struct Kernel {
    std::function<Source()> source;
    std::vector<char> image;
    std::string name;   // as in Source
    std::string error;  // why there is no image
};

// Equal jobs share one kernel.
class Kernels {
  public:
    std::shared_ptr<Kernel> of_registers(const std::shared_ptr<const HeaderFunction>& function,
                                         uint32_t chains, uint32_t most_threads);
    std::shared_ptr<Kernel> of_batch(const std::shared_ptr<const HeaderFunction>& function, Layout layout);
    std::shared_ptr<Kernel> of_numbers(const std::shared_ptr<const BatchKernel>& batch);
    std::shared_ptr<Kernel> of_lane_batch(const std::shared_ptr<const BatchKernel>& batch);
    std::shared_ptr<Kernel> of_lane_calls(const std::shared_ptr<const BatchKernel>& batch);
    std::shared_ptr<Kernel> of_batch_inverse(const Spec& spec, uint32_t count);

    // Compiles all kernels, on all cores. A kernel that does not compile keeps its error. `progress` receives
    // the fraction done.
    void compile(int major, int minor, const std::function<void(double)>& progress);
    // Kernels of which nobody has a share are not compiled.
    void forget_unused() {
        std::erase_if(all_, [](const auto& it) { return it.second.use_count() == 1; });
    }
    size_t size() const { return all_.size(); }

  private:
    std::shared_ptr<Kernel> add(const std::string& key, std::function<Source()> source);

    std::map<std::string, std::shared_ptr<Kernel>> all_;
};

}  // namespace limbsmith::bench
