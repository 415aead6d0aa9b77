// Reads the numbers of a file in blocks, so that long files need little memory.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/input_file.hpp"
#include "files/numbers.hpp"

namespace limbsmith::runtime {

// The columns of a file, one of each form; `-` is standard input. A file called .bin holds raw limbs in `layout`,
// ceil(bits/32) a number. Any other file is text, in which a byte order mark, comments, and blank lines before the first
// number and after the last one are ignored. requires: a .bin has one column.
class ColumnReader {
  public:
    // Throws InputError if the file is unreadable.
    ColumnReader(const std::filesystem::path& path, std::vector<Form> forms, Layout layout);

    // The next numbers of each column, as many as `most` unless the file ends; none at the end. Throws InputError naming
    // file, line and value if a value is not a number of its form, a line does not have one of each, the file is not text,
    // or a .bin does not hold a whole number of numbers.
    std::vector<Numbers> read(size_t most);
    // Leaves out so many numbers, or all that there are: no text is parsed, and of a .bin file little is read. To be called before
    // `read`. Throws InputError if the file is not text.
    void skip(size_t numbers);
    // Form::reduce of a column gets the number's place in its block.
    std::vector<Form>& forms() { return forms_; }

    // How many numbers each column has: reads to the end.
    size_t count_to_end();
    double progress() const { return file_.progress(); }

  private:
    // A line with numbers: its place in the text, and its number from 1.
    struct Line {
        size_t begin, size, number;
    };

    std::vector<Numbers> read_text(size_t most);
    std::vector<Line> take_lines(size_t most);
    void take_line(size_t begin, size_t end, std::vector<Line>& lines);
    bool fill();
    void begin_text();
    void parse(const Line& line, size_t k, std::vector<Numbers>& columns) const;
    Numbers read_raw(size_t most);
    Numbers raw_numbers(size_t most);
    Numbers streamed_numbers(size_t most);
    Numbers raw_limbs(size_t most);
    uint64_t raw_bytes();
    void check_raw(Numbers& block) const;
    [[noreturn]] void refuse_size(uint64_t bytes) const;

    std::string name_;
    std::vector<Form> forms_;
    Layout layout_;
    bool is_raw_;
    InputFile file_;
    size_t count_ = 0;
    std::string text_;  // the bytes read; for text from the first line of the block on
    size_t taken_ = 0;  // bytes of it that are read as numbers
    size_t lines_ = 0;  // of the file, up to there
    size_t blank_ = 0;  // the first blank line after a number
    bool is_begun_ = false, is_ended_ = false;
};

}  // namespace limbsmith::runtime
