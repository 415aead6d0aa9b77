// Reads a header back, and compares all of it with the proved code of its specification.
//
// Promises: no difference is found only if every token of the text is the one that the specification, its programs and its
// loops call for: comments, declarations, asm statements, paths for hosts, loops, types, and the notes between instructions.
// Shares nothing with emit, jinja and the templates.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "catalogue/known_results.hpp"
#include "catalogue/loops.hpp"
#include "read/cursor.hpp"
#include "read/share.hpp"
#include "spec/spec.hpp"

namespace limbsmith::read {

// A header is compared with this, which takes longer to compute than to compare.
struct Proved {
    Spec spec;
    std::vector<catalogue::Function> functions;  // catalogue::functions(spec)
    catalogue::Loops loops;
};
Proved proved(const Spec& spec, std::vector<catalogue::Function> functions);
inline Proved proved(const Spec& spec) { return proved(spec, catalogue::functions(spec)); }

struct Found {
    size_t functions = 0, loops = 0;
    Share share{};
    // Made of the text, by key: loops of one thread, or what each lane does.
    std::map<std::string, ir::Routine> routines{};
};

// Throws Difference, Unreadable. `known`: of these loops; computed where there is none.
Found read_header(const std::string& text, const Proved& proved, catalogue::KnownResults* known = nullptr);

// Throws Error (refuted).
[[noreturn]] void refute(uint32_t line, const std::string& reason);
// The result of `read()`. Throws Error (refuted) for a Difference, or a text that is Unreadable.
auto or_refuted(const auto& read) {
    try {
        return read();
    } catch (const Difference& error) {
        refute(error.line, error.what());
    } catch (const Unreadable& error) {
        refute(error.line, error.what());
    }
}
// As read_header. Throws Error (refuted) with the line that differs.
Found require_as_proved(const std::string& text, const Proved& proved,
                        catalogue::KnownResults* known = nullptr);

}  // namespace limbsmith::read
