#include "operation/number_system.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace limbsmith {

#define LIMBSMITH_TABLE(name) std::vector<NumberSystem> name##_table();
#include "table.inc"
#undef LIMBSMITH_TABLE

namespace {

// A system says what its numbers are; additions to it do not.
std::vector<NumberSystem> merged(std::vector<NumberSystem> parts) {
    std::ranges::stable_partition(parts, [](const NumberSystem& it) { return !it.numbers.empty(); });
    std::vector<NumberSystem> all;
    for (NumberSystem& part : parts) {
        const auto found = std::ranges::find(all, part.name, &NumberSystem::name);
        if (found == all.end())
            all.push_back(std::move(part));
        else
            std::ranges::move(part.operations, std::back_inserter(found->operations));
    }
    return all;
}

}  // namespace

const std::vector<NumberSystem>& number_systems() {
    static const std::vector<NumberSystem> all = [] {
        std::vector<NumberSystem> parts;
#define LIMBSMITH_TABLE(name) std::ranges::move(name##_table(), std::back_inserter(parts));
#include "table.inc"
#undef LIMBSMITH_TABLE
        return merged(std::move(parts));
    }();
    return all;
}

const NumberSystem& number_system(std::string_view name) {
    const auto found = std::ranges::find(number_systems(), name, &NumberSystem::name);
    if (found == number_systems().end())
        throw std::out_of_range("no number system is called " + std::string(name));
    return *found;
}

const NumberSystem& NumberSystem::whole() {
    static const NumberSystem& found = number_system("whole");
    return found;
}

const NumberSystem& NumberSystem::residues() {
    static const NumberSystem& found = number_system("residues");
    return found;
}

const NumberSystem& NumberSystem::digits() {
    static const NumberSystem& found = number_system("digits");
    return found;
}

const NumberSystem& NumberSystem::integers() {
    static const NumberSystem& found = number_system("integers");
    return found;
}

const Operation* NumberSystem::find(std::string_view name) const {
    const auto found = std::ranges::find(operations, name, &Operation::name);
    return found == operations.end() ? nullptr : &*found;
}

const Operation& NumberSystem::operator[](std::string_view operation) const {
    if (const Operation* found = find(operation)) return *found;
    throw std::out_of_range(std::string(name) + " have no operation " + std::string(operation));
}

std::vector<mpz_class> Operation::operator()(std::span<const mpz_class> operands, const Ring& ring) const {
    std::vector<mpz_class> made(results.size());
    Evaluation evaluation{operands, made, ring};
    meaning(evaluation);
    return made;
}

}  // namespace limbsmith
