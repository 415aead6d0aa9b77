// Small changes to the text of a header, such as a faulty printer, or a hand, would make.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace limbsmith::test {

struct Mutant {
    std::string text;
    std::string_view kind;  // of the change: `an operator`, `a line dropped` ...
    size_t line;            // the first one that is changed, from 1 on
};

// Changes one line in each mutant; every line is as likely as any other.
class Mutator {
  public:
    Mutator(std::string text, uint64_t seed);
    Mutant next();

  private:
    struct Part {
        size_t begin, size;  // of the text
    };
    std::vector<Part> parts(size_t line) const;
    std::string_view text(Part part) const { return std::string_view(text_).substr(part.begin, part.size); }
    std::string replaced(Part part, std::string_view by) const;
    std::string line(size_t number) const;
    size_t below(size_t count) { return engine_() % count; }
    // Another token of this kind for one of a line; empty if there is none.
    std::string other(std::string_view token);

    std::string text_;
    std::vector<size_t> starts_;  // of lines, and the end of the text
    std::mt19937_64 engine_;
};

// Whether both texts have the same tokens for a compiler, and the same comments.
bool are_same_tokens(const std::string& x, const std::string& y);

}  // namespace limbsmith::test
