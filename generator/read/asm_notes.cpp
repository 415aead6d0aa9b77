#include "read/asm_notes.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "ptx/comparison.hpp"
#include "read/asm_layout.hpp"
#include "read/notes.hpp"

namespace limbsmith::read {
namespace {

// An instruction of the program that was read back.
struct Printed {
    std::optional<size_t> line;  // the instruction of the statement; none for the high word of a product
    std::string name;            // of the word that it writes
};

std::vector<Printed> printed_lines(const std::vector<std::string>& lines) {
    std::vector<Printed> all;
    for (size_t k = 0; k < lines.size() && !lines[k].starts_with("mov.u32 "); ++k) {
        if (!lines[k].starts_with("mul.wide.")) {
            all.push_back({k, std::string(written(lines[k]))});
            continue;
        }
        // mov.b64 {low, high}, d0
        const std::string both(written(lines[k + 1]));
        const size_t comma = both.find(',');
        all.push_back({k, both.substr(0, comma)});
        all.push_back({std::nullopt, both.substr(comma + 2)});
        ++k;
    }
    return all;
}

}  // namespace

void read_notes(Cursor& cursor, const ir::Program& proved, const ir::Program& printed,
                const ptx::AsmStatement& statement, const std::vector<size_t>& begins) {
    std::vector<std::string> lines;
    for (const std::string& text : statement.instructions) {
        if (text != "{" && text != "}" && !text.starts_with(".reg ")) lines.push_back(text);
    }
    if (begins.size() != lines.size() + 1) cursor.differ("a literal for each instruction, between notes");
    std::vector<Printed> all = printed_lines(lines);
    if (all.size() != printed.body.size()) cursor.differ("copies behind all other instructions");
    const std::vector<ir::Operand> words = ptx::counterparts(printed, proved);
    std::vector<std::optional<size_t>> made(printed.words);  // by word: the instruction that writes it
    for (size_t k = 0; k < printed.body.size(); ++k) made[printed.body[k].dst.id] = k;
    const auto maker = [&](ir::Operand word) { return made[words[word.value].value]; };
    const auto name = [&](ir::Operand word) {
        if (!word.is_word)
            return word.value < 10 ? std::to_string(word.value) : fmt::format("{:#x}", word.value);
        const auto k = maker(word);
        return k ? all[*k].name : std::string();
    };
    // the copies, or the brace
    size_t end = 0;
    while (end < lines.size() && !lines[end].starts_with("mov.u32 ")) ++end;
    all.push_back({end, {}});
    for (const ExpectedNote& note : notes_of(proved, printed.body.size(), name)) {
        const size_t behind = note.place ? *maker(proved.body[note.place - 1].dst) + 1 : 0;
        if (const auto line = all[behind].line) cursor.expect_note(begins[*line], note.text);
    }
}

}  // namespace limbsmith::read
