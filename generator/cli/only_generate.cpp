// Replaces all commands other than `generate` if limbsmith is built as a part of another project
// (LIMBSMITH_ONLY_GENERATE).
#include "cli/command.hpp"

namespace limbsmith::cli {

void add_explain(CLI::App&) {}
void add_verify(CLI::App&) {}
void add_list(CLI::App&) {}
void add_random(CLI::App&) {}
void add_run(CLI::App&) {}
void add_check(CLI::App&) {}
void add_pool(CLI::App&) {}
void add_sum(CLI::App&) {}
void add_dot(CLI::App&) {}
void add_dft(CLI::App&) {}
void add_bench(CLI::App&) {}
void add_report(CLI::App&) {}
void add_check_proof(CLI::App&) {}
void add_check_header(CLI::App&) {}
void add_cache(CLI::App&) {}

}  // namespace limbsmith::cli
