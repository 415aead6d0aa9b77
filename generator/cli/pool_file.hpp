// Files of `limbsmith pool`: lines NAME = EXPRESSION, comments after #, blank lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/pool_parser.hpp"

namespace limbsmith::cli {

struct PoolDefinition {
    std::string_view name;
    std::string_view line;  // without its comment
    size_t number;          // of the line, from 1
    size_t expression;      // the byte of the line where it begins
};

class PoolFile {
  public:
    // `name` is that of the file, in messages. requires: content outlives it.
    // Throws usage_error with the place: malformed lines, names defined twice, unknown names, cycles.
    PoolFile(std::string name, std::string_view content);

    const std::vector<PoolDefinition>& definitions() const { return definitions_; }
    // Definitions, each after those that it uses.
    const std::vector<uint32_t>& order() const { return order_; }
    // requires: a definition has this name.
    uint32_t place_of(std::string_view name) const { return places_.find(name)->second; }
    void parse(uint32_t definition, PoolSink& sink) const;

  private:
    struct Use {
        uint32_t definition;
        size_t at;
    };
    class Uses;

    void read_line(std::string_view line, size_t number);
    void find_order(const std::vector<std::vector<Use>>& uses);
    [[noreturn]] void refuse(const PoolDefinition& of, size_t at, const std::string& message) const;
    [[noreturn]] void refuse_cycle(const std::vector<std::vector<Use>>& uses,
                                   std::vector<uint32_t> cycle) const;

    std::string name_;
    std::vector<PoolDefinition> definitions_;
    std::unordered_map<std::string_view, uint32_t> places_;
    std::vector<uint32_t> order_;
};

}  // namespace limbsmith::cli
