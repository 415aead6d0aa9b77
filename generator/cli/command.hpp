// The subcommands. Each adds itself to the application and does its work when it is parsed.
#pragma once

namespace CLI {
class App;
}

namespace limbsmith::cli {

void add_generate(CLI::App& app);
void add_explain(CLI::App& app);
void add_verify(CLI::App& app);
void add_list(CLI::App& app);
void add_random(CLI::App& app);
void add_run(CLI::App& app);
void add_check(CLI::App& app);
void add_pool(CLI::App& app);
void add_sum(CLI::App& app);
void add_dot(CLI::App& app);
void add_dft(CLI::App& app);
void add_bench(CLI::App& app);
void add_report(CLI::App& app);
void add_check_proof(CLI::App& app);
void add_check_header(CLI::App& app);
void add_cache(CLI::App& app);

}  // namespace limbsmith::cli
