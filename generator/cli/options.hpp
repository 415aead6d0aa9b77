// Options that several commands share. They are text until spec/ parses them.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/operand.hpp"
#include "files/numbers.hpp"
#include "session/request.hpp"
#include "spec/spec.hpp"

namespace limbsmith::cli {

struct SpecOptions : session::Request {
    void add_to(CLI::App& command);
    // --batch, for --map auto; commands that have a batch set it themselves.
    void add_batch(CLI::App& command);
    // --expr; commands that compute or print operations have it.
    void add_expression(CLI::App& command);
    // The operation that --op or --expr names; exactly one of them must be given. Throws usage_error.
    std::string operation(const std::string& op) const;
    // The use of the code. `shown` asks whether the reduction is that of --reduction auto; `run` takes one that is given as it
    // is; `compared` has no code, so that a reduction is proved only where results depend on it.
    enum class Use { shown, run, compared };
    Use use = Use::shown;
    // The same as Request::spec, with a line on stderr while a reduction is chosen.
    Spec spec(const std::string& ops, Style style = Style::inlined,
              const std::optional<std::string>& name = {}) const;
};

struct FormatOptions {
    std::string layout = "number-major";
    bool decimal = false, is_signed = false, packed = false, reduce_inputs = false;
    std::string skip = "0";
    std::optional<std::string> count;

    void add_layout(CLI::App& command);
    void add_radix(CLI::App& command);
    // --signed, --packed, --reduce-inputs: the numbers of `run` and `check`.
    void add_numbers(CLI::App& command);
    // --skip, --count
    void add_range(CLI::App& command);
    runtime::Layout parsed_layout() const;
    LineRange parsed_range() const;
    runtime::Radix radix() const { return decimal ? runtime::Radix::decimal : runtime::Radix::hex; }
};

// Parses a count or a seed below 2^bits, such as 1000, 2^20 or 1e6. requires: bits <= 64. Throws usage_error,
// unsupported. CLI11 would parse -1 as a very large number.
uint64_t parse_natural(const std::string& text, int bits, const char* option);

}  // namespace limbsmith::cli
