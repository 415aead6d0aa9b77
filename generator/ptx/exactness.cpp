#include "ptx/exactness.hpp"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <stdexcept>

#include "ptx/asm_statement.hpp"
#include "ptx/comparison.hpp"
#include "ptx/reader.hpp"
#include "spec/error.hpp"

namespace limbsmith::ptx {
namespace {

[[noreturn]] void refute(const std::string& what) {
    throw Error(Exit::refuted, "the text is not what was proved: " + what);
}

// The asm statements of a text. Each must be taken exactly once.
class Statements {
  public:
    explicit Statements(const std::string& text) {
        try {
            all_ = parse_asm_statements(text);
        } catch (const std::runtime_error& error) {
            refute(error.what());
        }
        for (const AsmStatement& statement : all_) by_function_[statement.function].push_back(&statement);
    }

    // The next statement of the function or macro of this name.
    const AsmStatement& take(const std::string& function) {
        std::deque<const AsmStatement*>& left = by_function_[function];
        if (left.empty()) refute(function + " has no statement");
        const AsmStatement& next = *left.front();
        left.pop_front();
        return next;
    }

    void require_all_taken() const {
        for (const auto& [function, left] : by_function_) {
            if (!left.empty()) refute(function + " has a statement that was not proved");
        }
    }

  private:
    std::vector<AsmStatement> all_;
    std::map<std::string, std::deque<const AsmStatement*>> by_function_;
};

void require_same(const AsmStatement& statement, const ir::Program& program, const Spelling& spelling) {
    const std::string name = statement.function;
    PrintedProgram printed;
    try {
        printed = read_program(statement, program, spelling);
    } catch (const std::runtime_error& error) {
        refute(fmt::format("{}: {}", name, error.what()));
    }
    const std::optional<Difference> difference = first_difference(printed.program, program);
    if (!difference) return;
    std::string found = "another word";
    if (const std::optional<size_t> at = difference->printed) {
        found = *at < printed.lines.size() ? "'" + printed.lines[*at] + "'" : "its end";
    }
    refute(fmt::format("{}: {} in place of {}", name, found, difference->proved));
}

}  // namespace

void require_same(const std::string& header_text, const std::vector<catalogue::Function>& functions,
                  const std::vector<Surface>& surfaces) {
    Statements statements(header_text);
    for (const catalogue::Function& function : functions) {
        for (const Surface& surface : surfaces) {
            require_same(statements.take(surface.function(function.label)), function.program, surface.word);
        }
    }
    statements.require_all_taken();
}

}  // namespace limbsmith::ptx
