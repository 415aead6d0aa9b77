// Reads the sources of kernels around a function back before they are compiled.
//
// Promises: a source is read only if its tokens are those that call the function by its contract: with each operand from its
// own words, and all results. The files of bench/kernels and the steps between two calls (feedback.hpp) are taken as they are;
// the header is read by session/source. Throws Error (refuted) with the line that differs.
#pragma once

#include <string>

#include "bench/layout.hpp"
#include "header_function.hpp"

namespace limbsmith::bench {

void require_registers(const std::string& text, const HeaderFunction& function, uint32_t chains,
                       uint32_t most_threads);
void require_batch(const std::string& text, const HeaderFunction& function, Layout layout);
void require_host(const std::string& text, const HeaderFunction& function);

}  // namespace limbsmith::bench
