#include "mutate/emit_strings.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string_view>

#include "files/whole_file.hpp"

// By the linker: the section with all constants of emit.
extern "C" char __start_limbsmith_emit[], __stop_limbsmith_emit[];

namespace limbsmith::test {
namespace {

bool is_code(std::string_view line) {
    const size_t first = line.find_first_not_of(' ');
    return first != line.npos && line[first] != '#' && line.substr(first, 2) != "//";
}

// The characters that a literal without its quotes stands for.
std::string decoded(std::string_view inside) {
    std::string text;
    for (size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\') {
            text += inside[i];
            continue;
        }
        const char c = inside[++i];
        text += c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? '\0' : c;
    }
    return text;
}

// Whether the text is white space and a string of the same literal may go on behind it.
bool is_gap(std::string_view text) { return text.find_first_not_of(" \t\n") == text.npos; }

// The literals of a source; parts that stand next to each other are one.
std::vector<std::string> literals_of(std::string_view source) {
    std::vector<std::string> all;
    size_t end_of_last = std::string_view::npos;
    const auto add = [&](const std::string& text, size_t begin, size_t end) {
        const bool goes_on =
            end_of_last != source.npos && is_gap(source.substr(end_of_last, begin - end_of_last));
        if (goes_on)
            all.back() += text;
        else
            all.push_back(text);
        end_of_last = end;
    };
    for (size_t at = 0; at < source.size();) {
        const bool is_line_start = at == 0 || source[at - 1] == '\n';
        const size_t line_end = std::min(source.find('\n', at), source.size());
        if (is_line_start && !is_code(source.substr(at, line_end - at))) {
            at = line_end + 1;
        } else if (source.substr(at, 2) == "//") {
            at = line_end;
        } else if (source.substr(at, 3) == "R\"(") {
            const size_t end = source.find(")\"", at);
            add(std::string(source.substr(at + 3, end - at - 3)), at, end + 2);
            at = end + 2;
        } else if (source[at] == '\'') {
            at += source[at + 1] == '\\' ? 4 : 3;
        } else if (source[at] == '"') {
            size_t end = at + 1;
            while (source[end] != '"') end += source[end] == '\\' ? 2 : 1;
            add(decoded(source.substr(at + 1, end - at - 1)), at, end + 1);
            at = end + 1;
        } else {
            ++at;
        }
    }
    return all;
}

}  // namespace

std::vector<EmitString> emit_strings(size_t& missing) {
    namespace fs = std::filesystem;
    std::vector<fs::path> files;
    for (const fs::directory_entry& it : fs::directory_iterator(LIMBSMITH_EMIT))
        if (it.path().extension() == ".cpp" || it.path().extension() == ".hpp") files.push_back(it.path());
    std::ranges::sort(files);
    const std::string_view section(__start_limbsmith_emit,
                                   static_cast<size_t>(__stop_limbsmith_emit - __start_limbsmith_emit));
    std::vector<EmitString> all;
    std::set<std::string> seen;
    for (const fs::path& file : files) {
        for (const std::string& text : literals_of(runtime::read_file(file.string()))) {
            if (text.find_first_not_of(" \t\n") == text.npos || !seen.insert(text).second) continue;
            const std::string ended = text + '\0';
            const size_t before = all.size();
            for (size_t at = 0; (at = section.find(ended, at)) != section.npos; ++at) {
                if (at == 0 || section[at - 1] == '\0')
                    all.push_back({file.filename().string(), text, __start_limbsmith_emit + at});
            }
            missing += all.size() == before;
        }
    }
    return all;
}

void change(const EmitString& string, const std::string& text) {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto first = reinterpret_cast<uintptr_t>(string.at) / page * page;
    const auto last = reinterpret_cast<uintptr_t>(string.at) + text.size();
    if (mprotect(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE) != 0)
        throw std::runtime_error("the constants of emit cannot be changed");
    std::memcpy(string.at, text.data(), text.size());
}

}  // namespace limbsmith::test
