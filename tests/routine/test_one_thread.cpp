// Routines over lanes in one thread, against the lanes themselves as the interpreter runs them.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "catalogue/lanes.hpp"
#include "catalogue/loops.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "proved_form/one_thread.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

// Operands of a routine over lanes, in columns for its lanes; and in one column for all of them.
struct Operands {
    std::vector<Rows> of_lanes{}, whole{};
    std::vector<size_t> elements{};
};

std::vector<eval::Column> columns_of(const std::vector<Rows>& rows) {
    std::vector<eval::Column> columns;
    for (const Rows& it : rows) columns.push_back(it.column());
    return columns;
}

// Any words, half of them edges, since the results of lanes do not depend on the precondition.
Operands operands(const ir::Routine& routine, size_t count, eval::Samples& samples) {
    Operands all;
    const auto lanes = static_cast<size_t>(routine.lanes());
    for (int id : routine.parameters) {
        const ir::Variable& it = routine.variables[static_cast<size_t>(id)];
        const bool is_array = it.many == ir::Variable::Many::run_time,
                   is_number = it.kind == ir::Variable::Kind::number;
        if (is_array) all.elements.push_back(2);
        if (it.role != ir::Variable::Role::input) continue;
        const size_t words = static_cast<size_t>(it.words) * (is_array ? 2 : 1),
                     times = is_number ? lanes : 1;
        Rows &own = all.of_lanes.emplace_back(count * lanes, words),
             &one = all.whole.emplace_back(count, words * times);
        for (size_t k = 0; k < count; ++k) {
            const mpz_class size = it.name == "words" ? mpz_class(3) : power_of_2(32 * words * times);
            const mpz_class value = k % 2 == 0 ? samples.edge(size) : samples.uniform(size);
            one.set(k, 0, words * times, value);
            for (size_t lane = 0; lane < lanes; ++lane)
                own.set(k * lanes + lane, 0, words,
                        (value >> (is_number ? 32 * words * lane : 0)) % power_of_2(32 * words));
        }
    }
    return all;
}

// Whether the routine and all that it calls are in one thread: from where lanes name at run time the lane that gives a word, or
// decide with other numbers, they are not. Numbers in which carries wait have other words in one thread
// (test_lane_divsteps).
bool is_covered(const ir::Library& one_thread, const std::string& key) {
    const auto* routine = std::get_if<ir::Routine>(&one_thread[key]);
    if (!routine) return key != "any";
    return routine->mapping.is_thread() &&
           std::ranges::none_of(routine->variables,
                                [](const auto& it) { return it.representation.is_digits(); }) &&
           std::ranges::all_of(catalogue::calls(*routine),
                               [&](const auto& it) { return is_covered(one_thread, it); });
}

// Whether both compute the same.
void compare(const catalogue::Loops& loops, const ir::Library& one_thread, const std::string& key,
             size_t count, eval::Samples& samples) {
    CAPTURE(key);
    const ir::Routine& routine = loops[key];
    const auto& same = std::get<ir::Routine>(one_thread[key]);
    const Operands given = operands(routine, count, samples);
    const auto lanes = static_cast<size_t>(routine.lanes());
    std::vector<const ir::Variable*> outputs;
    if (routine.result) outputs.push_back(&routine.variables[static_cast<size_t>(*routine.result)]);
    for (int id : routine.parameters)
        if (const ir::Variable& it = routine.variables[static_cast<size_t>(id)];
            it.role == ir::Variable::Role::output)
            outputs.push_back(&it);
    size_t words = 0, all_words = 0;
    for (const ir::Variable* it : outputs) {
        words += static_cast<size_t>(it->words);
        all_words += static_cast<size_t>(it->words) * (it->kind == ir::Variable::Kind::number ? lanes : 1);
    }
    Rows by_lanes(count * lanes, words), by_one(count, all_words);
    const std::vector<eval::Column> own = columns_of(given.of_lanes), whole = columns_of(given.whole);
    eval::RoutineInterpreter(routine, loops.library)
        .run(own, 0, count * lanes, by_lanes.words.data(), count * lanes, given.elements);
    eval::RoutineInterpreter(same, one_thread)
        .run(whole, 0, count, by_one.words.data(), count, given.elements);
    for (size_t k = 0; k < count; ++k) {
        size_t first = 0, first_of_all = 0;
        for (const ir::Variable* it : outputs) {
            const auto size = static_cast<size_t>(it->words);
            const bool is_number = it->kind == ir::Variable::Kind::number;
            for (size_t lane = 0; lane < lanes; ++lane) {
                const size_t at = first_of_all + (is_number ? lane * size : 0);
                CHECK(by_lanes.get(k * lanes + lane, first, size) == by_one.get(k, at, size));
            }
            first += size;
            first_of_all += size * (is_number ? lanes : 1);
        }
    }
}

void compare(const Spec& spec, size_t count) {
    CAPTURE(spec.width.bits);
    CAPTURE(spec.width.lanes());
    const catalogue::Loops loops = catalogue::loops(spec);
    const ir::Library one_thread = proved_form::in_one_thread(loops.library);
    eval::Samples samples(test_seed());
    std::set<std::string> compared;
    for (const std::string& key : loops.keys) {
        if (!is_covered(one_thread, key)) continue;
        compare(loops, one_thread, key, count, samples);
        compared.insert(key);
    }
    for (const char* key : {"add", "sub", "mul", "sqr"}) CHECK(compared.contains(key));
}

void compare(Width width, const std::string& ops, size_t count) {
    compare(modular_spec(Modulus::at_run_time(width), Reduction::montgomery, ops), count);
}

}  // namespace

TEST_CASE("routines over lanes compute the same in one thread: whole numbers") {
    for (const auto& [bits, lanes] : {std::pair{33, 2}, {128, 2}, {96, 4}, {384, 4}, {512, 8}, {1024, 32}})
        compare(whole_spec({bits, lanes}), 40);
}

TEST_CASE("routines over lanes compute the same in one thread: modulo N") {
    for (const auto& [bits, lanes] : {std::pair{33, 2}, {128, 2}, {96, 4}, {250, 4}})
        compare({bits, lanes}, "all", 12);
    compare({500, 8}, "add,sub,mul,sqr", 12);
}

// It is not below itself, so it would be no element, and nothing could be derived.
TEST_CASE("a known modulus is a number in one thread, and no element") {
    const catalogue::Loops loops = catalogue::in_one_thread(catalogue::loops(
        modular_spec(Modulus((mpz_class(1) << 61) - 1, 2), Reduction::montgomery, "mul,pow")));
    const auto type_of = [&](const std::string& key, const std::string& name) {
        const ir::Routine& routine = loops[key];
        const auto found = std::ranges::find(routine.variables, name, &ir::Variable::name);
        REQUIRE(found != routine.variables.end());
        return found->representation.type;
    };
    CHECK(type_of("mul", "n") != "elem");
    CHECK(type_of("mul", "a") == "elem");
    CHECK(type_of("pow", "unit") == "elem");
}

}  // namespace limbsmith::test
