// The results of a batch as they stand in files: a column for each, or one number that packs all of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/number_output.hpp"
#include "files/column_reader.hpp"
#include "files/numbers.hpp"
#include "ir/program.hpp"
#include "spec/width.hpp"

namespace limbsmith::cli {

struct Result {
    std::string name;
    std::vector<int> rows;  // of the words that a batch gives for each line, the least significant one first
    runtime::Form form;
};
using Results = std::vector<Result>;

// That of numbers in signed digits.
runtime::Form in_digits(const ir::Representation& places, int words);
// One for each output, but for the carry of an exact sum, which is the top word of the sum. Numbers over several lanes
// have no limbs beyond their width.
Results results(const ir::Program& meaning, Width width, bool has_exact_sum, runtime::Sign sign);
// The first + 2^(32·limbs)·(the second) and so on, as one.
Results packed(const Results& all);

// `words`: limb-major, for `count` numbers.
std::vector<runtime::Column> columns(const uint32_t* words, size_t count, const Results& all);
// The words of which these are the columns; those that are in none are 0.
runtime::Numbers words_of(const std::vector<runtime::Numbers>& columns, const Results& all, int count);

// The files of `-o` and `check`: one for all results, or one for each, `q.txt,r.txt`. Throws usage_error for another
// number of files, and for several results in one .bin.
std::vector<std::string> result_files(const std::string& names, const Results& all);
// The results in their files, in blocks.
class ResultReader {
  public:
    ResultReader(std::vector<std::string> files, const Results& all, runtime::Layout layout);
    // The next numbers of each result, as many as `most` unless the files end, and as many as all others. Throws as
    // ColumnReader, and InputError for files of different lengths.
    std::vector<runtime::Numbers> read(size_t most);
    // How many there are of each in all: reads to the end.
    size_t count_to_end();

  private:
    std::vector<std::string> names_;
    std::vector<std::unique_ptr<runtime::ColumnReader>> files_;
};

// The files of results that are to be written. The constructor opens them.
class ResultFiles {
  public:
    ResultFiles(const std::string& names, const Results& all, runtime::Layout layout, runtime::Radix radix);
    bool have(const std::string& name) const;
    // All columns of the next lines. Throw Error.
    void append(const std::vector<runtime::Column>& columns);
    void finish();

  private:
    std::vector<std::string> names_;
    std::vector<NumberOutput> outputs_;
};

}  // namespace limbsmith::cli
