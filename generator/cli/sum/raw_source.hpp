// Little-endian numbers of a machine's type, one after the other.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/sum/values.hpp"
#include "files/input_file.hpp"

namespace limbsmith::cli {

class RawSource : public NumberSource {
  public:
    RawSource(const std::string& path, NumberType type);

    void read(Values& values, std::size_t most) override;
    NumberType type() const override { return type_; }
    double progress() const override { return file_.progress(); }

  protected:
    // Another header says the type and how many numbers follow.
    explicit RawSource(const std::string& path);
    void begin(NumberType type, std::size_t count);
    // As many bytes as there are, at most to.size().
    std::size_t read_bytes(std::span<char> to);
    const std::string& name() const { return name_; }

  private:
    std::string name_;
    NumberType type_ = NumberType::real64;
    runtime::InputFile file_;
    std::optional<std::size_t> count_;  // of all numbers, where that is known
    std::size_t done_ = 0;
    std::vector<char> bytes_;
};

// Bytes of a number. requires: not decimal
std::size_t size_of(NumberType type);

}  // namespace limbsmith::cli
