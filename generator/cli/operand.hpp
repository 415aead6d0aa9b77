// Numbers on the command line: values; and operands, which are a file of numbers, or `=VALUE` for the same
// number on every line.
#pragma once

#include <gmpxx.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/column_reader.hpp"
#include "files/numbers.hpp"

namespace limbsmith::cli {

// The value of an expression, with the grammar of a modulus, below 2^bits; `what` names it in messages.
// Throws usage_error, unsupported.
mpz_class parse_value(const std::string& expression, int bits, const std::string& what);

inline bool is_value(const std::string& argument) { return argument.starts_with('='); }

struct Operand {
    std::string name;
    runtime::Form form;
    std::optional<size_t> modulo{};  // it is reduced modulo the number that this operand has on the same line
};

// The lines of all files that are read.
struct LineRange {
    size_t skip = 0;
    std::optional<size_t> count{};  // at most
};

// All operands of a batch in blocks: files, in step, which set how many numbers there are, or else one; and values, the same
// number on every line, which are an expression or a string of bytes.
class OperandReader {
  public:
    // Throws usage_error, InputError, unsupported for another number of arguments than operands, files that cannot be
    // opened, values that are none.
    OperandReader(const std::string& operation, std::vector<Operand> operands,
                  std::vector<std::string> arguments, runtime::Layout layout, const LineRange& range = {});

    OperandReader(const OperandReader&) = delete;
    OperandReader& operator=(const OperandReader&) = delete;

    // The next numbers of each operand, as many as `most` unless the files end; none at the end. Throws as ColumnReader, and
    // InputError for files of different lengths.
    std::vector<runtime::Numbers> read(size_t most);
    // How many numbers each operand has to the end of the range, with those that are left out: reads to it.
    size_t count_to_end();
    // The part of the files, or of a number of lines that was asked for, that is read, from 0 to 1.
    double progress() const;

  private:
    // A file, or a value: its words, or the integer of which they are made on each line.
    struct Source : Operand {
        mpz_class value;
        std::vector<uint32_t> words;
        std::unique_ptr<runtime::ColumnReader> file;
    };

    void set_value(Source& it, const std::string& argument);
    void reduce(mpz_class& number, size_t moduli, size_t k) const;
    [[noreturn]] void refuse_lengths(size_t one, size_t other);
    runtime::Numbers repeated(size_t i, size_t count) const;

    std::vector<std::string> arguments_;
    std::vector<Source> sources_;
    std::vector<runtime::Numbers> block_;
    LineRange range_;
    size_t count_ = 0;
};

// The position of number k of an operand, for messages: `a.txt:17`.
std::string place_of(const std::string& argument, const runtime::Numbers& numbers, size_t k);

}  // namespace limbsmith::cli
