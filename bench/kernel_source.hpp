// The sources of bench/kernels around a subject, and their compilation.
#pragma once

#include <string>
#include <vector>

#include "jit/compiler.hpp"
#include "subject.hpp"

namespace limbsmith::bench {

// The order of the words of a batch, as in limbsmith/layout.hpp.
enum class Layout { limb_major, number_major, interleaved };
std::string_view to_string(Layout layout);
// Throws usage_error naming the nearest layout.
Layout parse_layout(std::string_view text);

// A source with the headers that it includes.
struct Source {
    std::string name, text;
    std::vector<runtime::Header> headers;

    // The image for a device of this compute capability. Thread-safe. Throws as runtime::compile.
    std::vector<char> compile(int major, int minor) const {
        return runtime::compile(text, name, headers, major, minor);
    }
};

// bench/kernels/<file> alone, or after `prelude` and with the header of a subject.
Source plain_source(const std::string& file, const std::string& prelude = "");
// kernels/registers.cu: `chains` independent sets of operands a thread, at most `most_threads` threads a
// block.
Source register_source(const Subject& subject, uint32_t chains, uint32_t most_threads);
// kernels/batch.cu
Source batch_source(const Subject& subject, Layout layout);
// kernels/host.cpp, for the host's compiler.
Source host_source(const Subject& subject);
// The kernels of batches with kernels/limb_major.cu. requires of both: a batch_subject.
Source numbers_source(const Subject& subject);
// kernels/lane_batch.cu. requires: a batch_subject of whole numbers.
Source lane_batch_source(const Subject& subject);
// kernels/lane_calls.cu. requires: has_lane_calls.
Source lane_calls_source(const Subject& subject);
// Products and squares over several lanes.
bool has_lane_calls(const Subject& subject);
// kernels/batch_inverse.cu: `count` elements a thread.
Source batch_inverse_source(const Spec& spec, uint32_t count);

}  // namespace limbsmith::bench
