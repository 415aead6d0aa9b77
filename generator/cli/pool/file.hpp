// Files of `limbsmith pool`: lines NAME = EXPRESSION, or NAME, NAME = FUNCTION(...) for functions with several values;
// comments after #, blank lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/pool/parser.hpp"

namespace limbsmith::cli {

struct PoolDefinition {
    std::string_view line;  // without its comment
    size_t number;          // of the line, from 1
    size_t expression;      // the byte of the line where it begins
    uint32_t first, names;  // its names, in the order of the file
    size_t operations = 0;  // of the expression, as it is written
};

struct PoolName {
    std::string_view name;
    uint32_t definition;
};

class PoolFile {
  public:
    // `name` is that of the file, in messages; `only` are the names to show, none for all that do not begin with _.
    // requires: content outlives it.
    // Throws usage_error with the place: malformed lines, names defined twice, unknown names, cycles.
    PoolFile(std::string name, std::string_view content, std::span<const std::string> only = {});

    const std::vector<PoolDefinition>& definitions() const { return definitions_; }
    // In the order of the file.
    const std::vector<PoolName>& names() const { return names_; }
    // The places in names() of those to show, in ascending order.
    const std::vector<uint32_t>& shown() const { return shown_; }
    // The definitions that names to show need, each after those that it uses; how many names and operations they have.
    const std::vector<uint32_t>& order() const { return order_; }
    size_t needed_names() const { return needed_names_; }
    size_t operations() const { return operations_; }
    // The place in names(). requires: a definition has this name.
    uint32_t place_of(std::string_view name) const { return places_.find(name)->second; }
    void parse(uint32_t definition, PoolSink& sink) const;

  private:
    struct Use {
        uint32_t definition;
        size_t at;
    };
    class Uses;

    void read_line(std::string_view line, size_t number);
    size_t read_name(const PoolDefinition& it, size_t begin);
    std::vector<std::string> names_for_suggestions() const;
    void find_order(const std::vector<std::vector<Use>>& uses);
    void find_shown(std::span<const std::string> only);
    void keep_needed(const std::vector<std::vector<Use>>& uses);
    [[noreturn]] void refuse(const PoolDefinition& of, size_t at, const std::string& message) const;
    [[noreturn]] void refuse_cycle(const std::vector<std::vector<Use>>& uses,
                                   std::vector<uint32_t> cycle) const;

    std::string name_;
    std::vector<PoolDefinition> definitions_;
    std::vector<PoolName> names_;
    std::unordered_map<std::string_view, uint32_t> places_;
    std::vector<uint32_t> order_, shown_;
    size_t needed_names_ = 0, operations_ = 0;
};

}  // namespace limbsmith::cli
