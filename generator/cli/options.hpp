// Options that several commands share. They are text until spec/ parses them.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "files/numbers.hpp"
#include "spec/spec.hpp"

namespace limbsmith::cli {

struct SpecOptions {
    std::string bits, modulus, map = "auto", mul = "auto", reduction = "auto", inverse = "auto", batch;
    std::optional<std::string> expr{};

    void add_to(CLI::App& command);
    // --batch, for --map auto; commands that have a batch set it themselves.
    void add_batch(CLI::App& command);
    // --expr; commands that compute or print operations have it.
    void add_expression(CLI::App& command);
    bool has_modulus() const { return !modulus.empty(); }
    // Throw usage_error, unsupported.
    Width width() const;             // requires: no modulus
    Modulus parsed_modulus() const;  // requires: a modulus
    // The width, or that of the modulus.
    Width number_width() const { return has_modulus() ? parsed_modulus().width() : width(); }
    // The size of the batches; plan::any_batch where it is not given. Throws usage_error.
    uint64_t batch_size() const;
    MulChoice algorithm() const { return parse_mul(mul, number_width()); }
    // What --op or --expr names; exactly one of them must be given. Throws usage_error.
    std::string operation(const std::string& op) const;
    // The requested spec without powers. `auto` takes a block for long numbers, if that has all operations. With --expr,
    // `all` operations are the expression alone. Its name is `name`, or default_name(). Throws usage_error, unsupported.
    Spec spec(const std::string& ops, Style style = Style::inlined,
              const std::optional<std::string>& name = {}) const;
};

struct FormatOptions {
    std::string layout = "number-major";
    bool decimal = false, is_signed = false, packed = false, reduce_inputs = false;

    void add_layout(CLI::App& command);
    void add_radix(CLI::App& command);
    // --signed, --packed, --reduce-inputs: the numbers of `run` and `check`.
    void add_numbers(CLI::App& command);
    runtime::Layout parsed_layout() const;
    runtime::Radix radix() const { return decimal ? runtime::Radix::decimal : runtime::Radix::hex; }
};

// Parses a count or a seed below 2^bits, such as 1000, 2^20 or 1e6. requires: bits <= 64. Throws usage_error,
// unsupported. CLI11 would parse -1 as a very large number.
uint64_t parse_natural(const std::string& text, int bits, const char* option);

}  // namespace limbsmith::cli
