// Memory on a GPU of arrays that are no more, kept for the next ones: to allocate and to free it takes the driver longer than a
// kernel needs for a million numbers, and to free it waits for all work on the GPU.
//
// Promises: memory that comes again is ordered after its earlier work, as blocks are (memory.hpp). A quarter of the GPU's memory is
// kept at most, and nothing where memory has ended.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "device/device.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith::session {

class Spare {
  public:
    // So many words or up to a quarter more. Throws OutOfMemory.
    std::unique_ptr<memory> take(unsigned long long words, place where);
    // requires: nothing but blocks and streams of the library knows its address.
    void give(std::unique_ptr<memory> block, const runtime::Device& device);

  private:
    std::mutex mutex_;
    std::multimap<unsigned long long, std::unique_ptr<memory>> blocks_;  // by their words
    unsigned long long words_ = 0, most_ = 0;  // that are kept; most_ is 0 until the driver is asked
};

}  // namespace limbsmith::session
