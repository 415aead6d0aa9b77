// A file of numbers that is written in blocks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "files/numbers.hpp"
#include "files/scratch_file.hpp"

namespace limbsmith::cli {

// Text; or, if its name ends with .bin, the raw limbs of one column. The constructor opens it, as Output does.
class NumberOutput {
  public:
    NumberOutput(const std::string& path, runtime::Layout layout, runtime::Radix radix);
    NumberOutput(NumberOutput&&) noexcept = default;

    // Throw Error. requires: all blocks have the same forms.
    void append(std::span<const runtime::Column> columns);
    void finish();

  private:
    void write_limbs();

    Output output_;
    bool is_raw_;
    runtime::Layout layout_;
    runtime::Radix radix_;
    // Limb-major output begins with the first limb of all numbers. So blocks wait here until their number is known.
    std::optional<runtime::ScratchFile> blocks_;
    std::vector<size_t> counts_;
    int limbs_ = 0;
};

}  // namespace limbsmith::cli
