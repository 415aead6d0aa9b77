// Changes every text that the templates print, and every string of generator/emit, one at a time. The header
// that is printed then must be refused.
//
//     test-printers [SEED [templates | emit]]
//
// Ends with 1 and the changed texts if one is accepted. A change of a text that none of the subjects prints, or of spaces,
// has no effect, and is counted apart.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "mutate/emit_strings.hpp"
#include "mutate/kernels.hpp"
#include "mutate/mutants.hpp"
#include "resource/resource.hpp"

namespace limbsmith {
namespace {

struct Resource {
    std::string_view name, text;
};
constexpr Resource resources[] = {
#include "resources.inc"
};

std::map<std::string, std::string, std::less<>> changed;
std::set<std::string> asked_for;

}  // namespace

// In place of that of the library: with the changed template.
std::string_view resource(std::string_view name) {
    asked_for.emplace(name);
    if (const auto found = changed.find(name); found != changed.end()) return found->second;
    const auto found = std::ranges::find(resources, name, &Resource::name);
    if (found == std::end(resources)) throw std::out_of_range(std::string(name));
    return found->text;
}
std::vector<std::string_view> resource_names(std::string_view) { return {}; }
std::string public_header(const std::string& name) {
    std::istringstream lines{std::string(resource("limbsmith/" + name))};
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        const bool is_left_out = line == "#pragma once" || line.starts_with("#include \"limbsmith/");
        text += is_left_out ? "" : line + "\n";
    }
    return text;
}

namespace test {
namespace {

using Json = nlohmann::ordered_json;

// Texts print as they stand in the nodes of an output.
void collect(const Json& node, const Json::json_pointer& at, std::vector<Json::json_pointer>& all) {
    if (node.is_object() && node.value("is", "") == "Output") {
        for (size_t i = 0; i < node["nodes"].size(); ++i)
            if (node["nodes"][i].is_string()) all.push_back(at / "nodes" / i);
    }
    for (const auto& [key, value] : node.items()) {
        if (!value.is_structured()) continue;
        if (node.is_array())
            collect(value, at / static_cast<size_t>(std::stoul(key)), all);
        else
            collect(value, at / key, all);
    }
}

// Another character in place of one that is not a space; empty where there is none.
std::string altered(std::string text, std::mt19937_64& engine) {
    std::vector<size_t> places;
    for (size_t i = 0; i < text.size(); ++i)
        if (!std::isspace(static_cast<unsigned char>(text[i]))) places.push_back(i);
    if (places.empty()) return {};
    char& at = text[places[engine() % places.size()]];
    const std::string others = std::isdigit(static_cast<unsigned char>(at))   ? "0123456789"
                               : std::isalpha(static_cast<unsigned char>(at)) ? "abcdefghijklmnopqrstuvwxyz"
                                                                              : "+-*/<>=!&|^~(){}[];,.:";
    const char before = at;
    while (at == before) at = others[engine() % others.size()];
    return text;
}

enum Verdict { unprinted, refused, accepted };

// The text without its digest, which is a name, and a number that the header returns: of all the text, spaces included.
std::string without_digest(std::string text) {
    constexpr std::string_view before = "namespace digest_";
    const size_t named = text.find(before);
    if (named == text.npos) return text;
    const std::string digest = text.substr(named + before.size(), 16);
    for (size_t at = 0; (at = text.find(digest, at)) != text.npos;) text.erase(at, digest.size());
    return text;
}

// A subject as it is printed without changes, and the templates that it is made of.
struct Original {
    const Subject* subject;
    std::string text;
    std::set<std::string> templates;
};

// A change was refused in these subjects, or accepted in the last one, or has no effect.
struct Judgement {
    Verdict verdict = unprinted;
    std::vector<std::string> refused_in;
};

// The worst of the subjects that have the template, or of all if it is empty. One text is read by the same code in all subjects: the
// first refusal is enough, with those of the next few. Templates are parsed once in a process, hence a process for each change.
Judgement judge(const std::list<Original>& originals, const std::string& name) {
    constexpr size_t enough = 2;
    int more = 5;
    Judgement found;
    for (const Original& original : originals) {
        if (!name.empty() && !original.templates.contains(name)) continue;
        if (found.refused_in.size() == enough || (!found.refused_in.empty() && more-- == 0)) break;
        try {
            const std::string text = original.subject->print();
            if (text == original.text || are_same_tokens(text, original.text)) continue;
            original.subject->read(text);
            if (are_same_tokens(without_digest(text), without_digest(original.text))) continue;
            found.verdict = accepted;
            return found;
        } catch (const std::exception&) {
            // it does not print, or the reader refuses it
        }
        found.verdict = refused;
        found.refused_in.push_back(original.subject->name);
    }
    return found;
}

// The text that a child process writes.
std::string by_child(const std::function<std::string()>& work) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        const std::string text = work();
        for (size_t done = 0; done < text.size();) {
            const ssize_t now = write(ends[1], text.data() + done, text.size() - done);
            if (now <= 0) _exit(1);
            done += static_cast<size_t>(now);
        }
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char part[1 << 16];
    for (ssize_t count; (count = ::read(ends[0], part, sizeof part)) > 0;)
        text.append(part, static_cast<size_t>(count));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : std::string();
}

Original original(const Subject& subject) {
    const Json made = Json::parse(by_child([&] {
        const std::string text = subject.print();
        return Json({{"text", text}, {"templates", asked_for}}).dump();
    }));
    return {&subject, made["text"], made["templates"]};
}

// The digest of a header is a name, which is the same wherever the header has it. It is that of the text with this in its places.
constexpr std::string_view placeholder_of_digest = "@digest@";

// How many changes of each file had which verdict.
using Table = std::map<std::string, std::array<int, 3>>;

// Tries one change in a process of its own. Those that refuse it come first for the next change, which is often one near by.
void try_out(const std::string& file, const std::string& before, const std::string& after,
             const std::function<void()>& change, const std::string& name, std::list<Original>& originals,
             Table& rows) {
    const std::string said = by_child([&] {
        change();
        const Judgement found = judge(originals, name);
        return Json({{"verdict", int(found.verdict)}, {"refused in", found.refused_in}}).dump();
    });
    const Json found =
        said.empty() ? Json({{"verdict", int(refused)}, {"refused in", Json::array()}}) : Json::parse(said);
    const int verdict = found["verdict"];
    ++rows[file][static_cast<size_t>(verdict)];
    if (verdict == accepted) fmt::print("ACCEPTED: {}\n  {}\n  {}\n", file, before, after);
    for (const std::string subject : found["refused in"]) {
        const auto it =
            std::ranges::find(originals, subject, [](const Original& o) { return o.subject->name; });
        originals.splice(originals.begin(), originals, it);
    }
}

int run(uint64_t seed, const std::string& only) {
    const std::vector<Subject> all = all_subjects();
    std::list<Original> originals;
    for (const Subject& it : all) originals.push_back(original(it));
    std::mt19937_64 engine(seed);
    Table rows;
    for (const Resource& it : resources) {
        if (!it.name.starts_with("templates/") || only == "emit") continue;
        const Json compiled = Json::parse(it.text);
        std::vector<Json::json_pointer> places;
        collect(compiled, Json::json_pointer(), places);
        for (const Json::json_pointer& place : places) {
            const std::string text = altered(compiled[place].get<std::string>(), engine);
            if (text.empty()) continue;
            Json mutant = compiled;
            mutant[place] = text;
            const std::string name(it.name);
            try_out(
                name, compiled[place], text, [&] { changed[name] = mutant.dump(); }, name, originals, rows);
        }
    }
    size_t missing = 0;
    for (const EmitString& it : emit_strings(missing)) {
        if (only == "templates" || it.text == placeholder_of_digest) continue;
        const std::string text = altered(it.text, engine);
        try_out(
            "emit/" + it.file, it.text, text, [&] { change(it, text); }, {}, originals, rows);
    }
    int wrong = 0;
    fmt::print("{} strings of emit stand nowhere in its constants\n", missing);
    fmt::print("{:<40} {:>8} {:>10} {:>9}\n", "file", "refused", "no effect", "accepted");
    for (const auto& [name, row] : rows) {
        fmt::print("{:<40} {:>8} {:>10} {:>9}\n", name, row[refused], row[unprinted], row[accepted]);
        wrong += row[accepted];
    }
    return wrong ? 1 : 0;
}

}  // namespace
}  // namespace test
}  // namespace limbsmith

int main(int argc, char** argv) {
    return limbsmith::test::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1, argc > 2 ? argv[2] : "");
}
