// Kernels that are compiled ahead of all measurements, each once, and loaded when they are measured.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "jit/device.hpp"
#include "kernel_source.hpp"

namespace limbsmith::bench {

struct Kernel {
    std::function<Source()> source;
    std::vector<char> image;
    std::string error;  // why there is no image
};

// Equal kernels are the same one.
class Kernels {
  public:
    std::shared_ptr<Kernel> of_registers(const std::shared_ptr<const Subject>& subject, uint32_t chains,
                                         uint32_t most_threads);
    std::shared_ptr<Kernel> of_batch(const std::shared_ptr<const Subject>& subject, Layout layout);
    std::shared_ptr<Kernel> of_batch_inverse(const Spec& spec, uint32_t count);

    // On all cores. What does not compile keeps its error. `progress` is told the fraction done.
    void compile(int major, int minor, const std::function<void(double)>& progress);
    size_t size() const { return all_.size(); }

  private:
    std::shared_ptr<Kernel> add(const std::string& key, std::function<Source()> source);

    std::map<std::string, std::shared_ptr<Kernel>> all_;
};

}  // namespace limbsmith::bench
