// The strings of generator/emit in this process, where they can be changed.
//
// test-printers compiles emit once more: its constants have a section of their own (CMakeLists.txt), so that a change is one of
// emit alone, and of one string at a time.
#pragma once

#include <string>
#include <vector>

namespace limbsmith::test {

// A literal of a source, and a place where its characters stand.
struct EmitString {
    std::string file, text;
    char* at;
};

// Those with a character that is not a space, in the order of files and lines; `missing` counts literals that stand nowhere.
std::vector<EmitString> emit_strings(size_t& missing);

// From then on the process has this text in place of the string. requires: the same length.
void change(const EmitString& string, const std::string& text);

}  // namespace limbsmith::test
