// Loops in the form that is proved, against the loops themselves: both run on all small operands.
#include <doctest/doctest.h>

#include <algorithm>

#include "catalogue/loops.hpp"
#include "eval/eval.hpp"
#include "eval/routine.hpp"
#include "proved_form/explicit_calls.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"

namespace limbsmith::test {
namespace {

// Members of a modulus object are variables like others, as in the form that is proved.
void make_plain(ir::Representation& representation) { representation.object = {}; }

ir::Library plain(const ir::Library& library) {
    ir::Library all;
    for (const auto& [key, callable] : library.all()) {
        if (const auto* routine = std::get_if<ir::Routine>(&callable)) {
            ir::Routine made = proved_form::with_explicit_calls(*routine, key, library);
            for (ir::Variable& it : made.variables) make_plain(it.representation);
            all.add(std::move(made), key);
        } else {
            ir::Program made = std::get<ir::Program>(callable);
            for (ir::Input& it : made.inputs) make_plain(it.representation);
            all.add(std::move(made), key);
        }
    }
    return all;
}

bool is_of_numbers(const ir::Routine& routine) {
    return std::ranges::none_of(routine.parameters, [&](int id) {
        const ir::Variable& it = routine.variables[static_cast<size_t>(id)];
        return it.is_array() || (it.is_member() && it.role == ir::Variable::Role::output);
    });
}

// All operands below 7, with n as the modulus.
constexpr uint64_t below = 7;

std::vector<Rows> all_operands(const ir::Program& meaning, const Width& width, const mpz_class& n) {
    const mpz_class r = power_of_2(static_cast<unsigned>(width.container_bits()));
    const auto member = [&](const std::string& name) -> mpz_class {
        if (name == "n") return n;
        if (name == "one") return r % n;
        if (name == "r2") return r * r % n;
        if (name == "inverse_start") return (r * r << digit_bits) % n;
        REQUIRE(name == "n0inv");
        mpz_class inverse;
        const mpz_class word = power_of_2(32);
        mpz_invert(inverse.get_mpz_t(), n.get_mpz_t(), word.get_mpz_t());
        return word - inverse;
    };
    size_t count = 1;
    for (const ir::Input& it : meaning.inputs) count *= it.representation.is_member() ? 1 : below;
    std::vector<Rows> rows;
    size_t times = 1;  // each value of an operand stands so often in a row
    for (const ir::Input& it : meaning.inputs) {
        Rows& own = rows.emplace_back(count, it.words.size());
        const bool is_member = it.representation.is_member();
        for (size_t k = 0; k < count; ++k)
            own.set(k, 0, it.words.size(), is_member ? member(it.name) : mpz_class(k / times % below));
        if (!is_member) times *= below;
    }
    return rows;
}

std::vector<uint32_t> results(const ir::Routine& routine, const ir::Library& library, size_t words,
                              const std::vector<Rows>& operands) {
    std::vector<eval::Column> columns;
    for (const Rows& it : operands) columns.push_back(it.column());
    const size_t count = operands.empty() ? 1 : operands[0].count;
    std::vector<uint32_t> made(words * count);
    eval::RoutineInterpreter(routine, library).run(columns, 0, count, made.data(), count);
    return made;
}

// How many loops are the same.
size_t compare(const Spec& spec, const mpz_class& n = 0) {
    const catalogue::Loops loops = catalogue::loops(spec);
    const ir::Library proved = plain(loops.library);
    size_t compared = 0;
    for (const std::string& key : loops.keys) {
        if (!is_of_numbers(loops[key])) continue;
        CAPTURE(key);
        const ir::Program meaning = ir::meaning(loops[key]);
        const std::vector<Rows> operands = all_operands(meaning, spec.width, n);
        const auto words = static_cast<size_t>(eval::result_words(meaning));
        const auto& form = std::get<ir::Routine>(proved[key]);
        CHECK(results(loops[key], loops.library, words, operands) == results(form, proved, words, operands));
        ++compared;
    }
    return compared;
}

Spec with_all(Spec spec) {
    spec.ops = catalogue::parse_operations("all", spec);
    return spec;
}

TEST_CASE("the form of a loop that is proved computes the same as the loop: whole numbers") {
    CHECK(compare(with_all(Spec::of(Width{32}))) >= 4);
    CHECK(compare(with_all(Spec::of(Width{40}))) >= 4);
}

TEST_CASE("the form of a loop that is proved computes the same as the loop: residues") {
    for (const auto& [n, reduction] : {std::pair{7, Reduction::montgomery},
                                       {11, Reduction::montgomery},
                                       {7, Reduction::barrett},
                                       {9, Reduction::barrett}}) {
        CAPTURE(n);
        CHECK(compare(with_all(Spec::modulo(Modulus(n), reduction))) >= 3);
    }
}

TEST_CASE("the form of a loop that is proved computes the same as the loop: moduli at run time") {
    for (int n : {7, 9, 15}) {
        CAPTURE(n);
        CHECK(compare(with_all(Spec::modulo(Modulus::at_run_time(Width{40}), Reduction::montgomery)), n) >=
              3);
    }
}

}  // namespace
}  // namespace limbsmith::test
