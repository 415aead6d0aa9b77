#include "cli/verification.hpp"

#include <algorithm>
#include <atomic>

#include "cli/progress.hpp"
#include "engine/parallel.hpp"
#include "ptx/asm_statement.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {
namespace {

// The statement of each function. Functions of the same name take their statements in order.
std::vector<ptx::AsmStatement> statements_of(const std::vector<catalogue::Function>& functions,
                                             const std::string& header) {
    std::vector<ptx::AsmStatement> all = ptx::parse_asm_statements(header), statements;
    for (const catalogue::Function& function : functions) {
        const auto found = std::ranges::find(all, function.program.name, &ptx::AsmStatement::function);
        if (found == all.end())
            throw Error(Exit::failed, "the header has no statement for " + function.label);
        statements.push_back(std::move(*found));
        all.erase(found);
    }
    if (!all.empty())
        throw Error(Exit::failed, "a statement of the header is no function: " + all[0].function);
    return statements;
}

}  // namespace

std::vector<Verification> verify(const std::vector<catalogue::Function>& functions, const std::string& header,
                                 const Tests& tests, engine::ProofCache& proofs) {
    const std::vector<ptx::AsmStatement> statements = statements_of(functions, header);
    std::vector<Verification> all(functions.size());
    Progress progress("verifying");
    std::atomic<size_t> finished = 0;
    engine::parallel_ranges(functions.size(), 1, [&] {
        return [&](size_t k, size_t) {
            const catalogue::Function& function = functions[k];
            eval::Samples samples(tests.seed + k);
            all[k] = {function.label, function.program.body.size(), proofs.prove(function.program),
                      ptx::try_out(statements[k], function.program, samples, tests.cases)};
            progress.report(double(++finished) / double(functions.size()));
        };
    });
    return all;
}

}  // namespace limbsmith::cli
