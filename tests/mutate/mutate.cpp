// Mutants of headers and kernels, each of which check-header must refuse: COUNT of each text, and a table by kind of change.
//
//     test-mutate [COUNT [SEED]]
//
// Ends with 1 and the changed lines if a mutant with other tokens is accepted.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "mutate/kernels.hpp"
#include "mutate/mutants.hpp"

namespace limbsmith::test {
namespace {

std::string line_of(const std::string& text, size_t number) {
    size_t at = 0;
    while (--number && at != text.npos) at = text.find('\n', at) + 1;
    return text.substr(at, text.find('\n', at) - at);
}

int run(int count, uint64_t seed) {
    struct Row {
        int refused = 0, same = 0, accepted = 0;
    };
    std::map<std::string, Row> rows;
    int accepted = 0;
    for (const Subject& subject : all_subjects()) {
        const std::string text = subject.print();
        Mutator mutator(text, seed);
        for (int k = 0; k < count; ++k) {
            const Mutant mutant = mutator.next();
            Row& row = rows[std::string(mutant.kind)];
            try {
                subject.read(mutant.text);
            } catch (const read::Difference&) {
                ++row.refused;
                continue;
            } catch (const read::Unreadable&) {
                ++row.refused;
                continue;
            }
            if (are_same_tokens(text, mutant.text)) {
                ++row.same;
                continue;
            }
            ++row.accepted, ++accepted;
            fmt::print("ACCEPTED: {} of {}, line {}\n  {}\n  {}\n", mutant.kind, subject.name, mutant.line,
                       line_of(text, mutant.line), line_of(mutant.text, mutant.line));
        }
    }
    fmt::print("{:<18} {:>8} {:>8} {:>8}\n", "change", "refused", "none", "accepted");
    Row all;
    for (const auto& [kind, row] : rows) {
        fmt::print("{:<18} {:>8} {:>8} {:>8}\n", kind, row.refused, row.same, row.accepted);
        all = {all.refused + row.refused, all.same + row.same, all.accepted + row.accepted};
    }
    fmt::print("{:<18} {:>8} {:>8} {:>8}\n", "all", all.refused, all.same, all.accepted);
    return accepted ? 1 : 0;
}

}  // namespace
}  // namespace limbsmith::test

int main(int argc, char** argv) {
    return limbsmith::test::run(argc > 1 ? std::atoi(argv[1]) : 200,
                                argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
}
