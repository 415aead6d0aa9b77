// Prints results of `limbsmith bench` for people: a table, and progress lines on stderr.
#pragma once

#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/progress.hpp"

namespace limbsmith::cli {

std::string bench_table(const nlohmann::ordered_json& results);

// The rows of --dry-run, one a line, and how many there are.
std::string bench_rows(const nlohmann::ordered_json& schedule);

// The number of rows with an error in place of figures.
size_t failures(const nlohmann::ordered_json& results);

// Prints a line for every stage and every finished row, and how much is done.
class BenchProgress {
  public:
    BenchProgress() : progress_("measuring") {}

    void stage(const std::string& stage, double done);
    void finished(const nlohmann::ordered_json& row);

  private:
    std::mutex mutex_;
    std::string stage_;
    Progress progress_;
};

}  // namespace limbsmith::cli
