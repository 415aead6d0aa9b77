// Inverses and greatest common divisors over lanes: derivations, mutants, and the results of the routines of one thread.
#include <doctest/doctest.h>

#include "catalogue/lanes.hpp"
#include "engine/proof_cache.hpp"
#include "eval/routine.hpp"
#include "eval/samples.hpp"
#include "proved_form/carried_programs.hpp"
#include "proved_form/one_thread.hpp"
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "routine/lane_proofs.hpp"
#include "routine/proofs.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

struct OverLanes {
    catalogue::Loops lanes, loops;

    explicit OverLanes(const Spec& spec)
        : lanes(catalogue::loops(spec)), loops(catalogue::in_one_thread(lanes)) {}

    Derived derived(const std::string& key) const {
        return derive(loops[key], key, loops.library, 200'000'000);
    }
    // Whether there is a derivation of the routine in one thread as `change` makes it.
    bool holds(const std::string& key, const std::function<void(ir::Routine&)>& change) const {
        ir::Routine routine = loops[key];
        change(routine);
        return derive(routine, key, loops.library, 20'000'000).derivation.has_value();
    }
};

Spec inverses(Width width) { return modular_spec(Modulus::at_run_time(width), Reduction::montgomery, "inv"); }

// The n-th call in a block.
ir::Call& call(ir::Block& block, int n) {
    for (ir::Statement& statement : block)
        if (auto* it = std::get_if<ir::Call>(&statement.what); it && n-- == 0) return *it;
    throw std::logic_error("no such call");
}

}  // namespace

TEST_CASE("inverses over lanes have derivations") {
    for (const auto& [bits, lanes] :
         {std::pair(33, 2), {64, 2}, {192, 2}, {131, 4}, {768, 4}, {256, 8}, {4096, 16}}) {
        CAPTURE(bits);
        const OverLanes all(inverses({bits, lanes}));
        for (const std::string key :
             {"divsteps_number", "divsteps_minus", "divsteps_digit", "inv", "inverse"}) {
            CAPTURE(key);
            const Derived found = all.derived(key);
            CHECK_MESSAGE(found.derivation.has_value(), found.lacks);
        }
    }
}

TEST_CASE("greatest common divisors over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(64, 2), {192, 2}, {128, 4}}) {
        CAPTURE(bits);
        const OverLanes all(whole_spec({bits, lanes}, "gcd"));
        std::vector<std::string> keys{"divsteps_number",    "divsteps_digit", "divsteps_row",
                                      "divsteps_magnitude", "common_twos",    "gcd_start",
                                      "gcd_finish"};
        if (bits == 64) keys.push_back("gcd");  // which knows its parts by their contracts
        for (const std::string& key : keys) {
            CAPTURE(key);
            const Derived found = all.derived(key);
            CHECK_MESSAGE(found.derivation.has_value(), found.lacks);
        }
    }
}

TEST_CASE("wrong greatest common divisors over lanes have no derivation") {
    const Proved all(whole_spec({64, 2}, "gcd"));
    for (const char* key : {"divsteps_row", "divsteps_magnitude", "common_twos", "gcd_start", "gcd_finish"}) {
        CAPTURE(key);
        CHECK(all.holds(key, [](ir::Routine&) {}));
        CHECK_FALSE(
            all.holds(key, [](ir::Routine& it) { it.contract.right = it.contract.right + ir::integer(1); }));
    }
    // a limit that is too low, the word of another lane, a sum that is not divided, and no lowest bit
    CHECK_FALSE(
        all.holds("divsteps_row", [](ir::Routine& it) { it.contract.ensures[0].below = ir::pow2(64); }));
    CHECK_FALSE(
        all.holds("divsteps_row", [](ir::Routine& it) { nth<ir::Exchange>(it, 0).from = ir::lane(); }));
    CHECK_FALSE(all.holds("divsteps_magnitude",
                          [](ir::Routine& it) { it.contract.ensures[1].below = ir::integer(1); }));
    CHECK_FALSE(
        all.holds("common_twos", [](ir::Routine& it) { nth<ir::Exchange>(it, 1).from = ir::lane(); }));
    CHECK_FALSE(all.holds("gcd_start", [](ir::Routine& it) {
        auto& arguments = nth<ir::Call>(it, 2).arguments;
        std::swap(arguments[0], arguments[1]);
    }));
}

TEST_CASE("wrong inverses over lanes have no derivation") {
    const OverLanes all(inverses({128, 2}));
    const auto in_loop = [](const std::function<void(ir::Block&)>& change) {
        return [change](ir::Routine& it) { change(loop_of(it).body); };
    };
    CHECK(all.holds("inv", [](ir::Routine&) {}));
    // a batch less, f in place of g, d and e as they were, and the matrix of another eta
    CHECK_FALSE(all.holds("inv", [](ir::Routine& it) {
        ir::For& loop = loop_of(it);
        loop.bound = loop.bound.number() - 1;
    }));
    CHECK_FALSE(all.holds(
        "inv", in_loop([](ir::Block& body) { call(body, 1).arguments = call(body, 0).arguments; })));
    CHECK_FALSE(all.holds("inv", in_loop([](ir::Block& body) { body.pop_back(); })));
    CHECK_FALSE(all.holds(
        "inv", in_loop([](ir::Block& body) { call(body, 2).arguments[0] = ir::Scalar(UINT32_MAX); })));
    // the second row by the first one's factors, and d in place of f at the end
    CHECK_FALSE(all.holds("inv", in_loop([](ir::Block& body) {
                              auto &first = call(body, 3).arguments, &second = call(body, 4).arguments;
                              second[2] = first[2], second[3] = first[3];
                          })));
    CHECK_FALSE(all.holds("inv", [](ir::Routine& it) {
        auto& arguments = std::get<ir::Call>(it.body.back().what).arguments;
        arguments[0] = arguments[1];
    }));
    // R for N, and a limit of d that a row does not keep
    CHECK_FALSE(all.holds("divsteps_minus",
                          [](ir::Routine& it) { it.contract.right = it.contract.right - ir::integer(1); }));
    CHECK_FALSE(
        all.holds("inv", [](ir::Routine& it) { loop_of(it).invariant.ranges[0].below = ir::pow2(128); }));
}

TEST_CASE("carried numbers are taken apart and put together by programs that have derivations") {
    for (const auto& [lanes, words] : {std::pair(2, 2), {2, 3}, {4, 3}, {8, 9}, {16, 2}, {32, 5}}) {
        CAPTURE(lanes);
        CAPTURE(words);
        for (const ir::Program& program :
             {proved_form::split_carried(lanes, words), proved_form::join_carried(lanes, words)}) {
            const engine::Answer answer = engine::ProofCache(std::nullopt).prove(program);
            CHECK_MESSAGE(answer.is_proved, answer.reason);
        }
    }
}

TEST_CASE("inverses over lanes in one thread agree with GMP") {
    eval::Samples samples(test_seed());
    for (const auto& [bits, lanes] : {std::pair(64, 2), {128, 2}, {128, 4}}) {
        CAPTURE(bits);
        const OverLanes all(inverses({bits, lanes}));
        const auto& inverse = std::get<ir::Routine>(all.loops.library["inv"]);
        REQUIRE(inverse.mapping.is_thread());
        const mpz_class R = power_of_2(bits), word = power_of_2(32);
        const size_t words = static_cast<size_t>(bits) / 32;
        for (int k = 0; k < 8; ++k) {
            const mpz_class n = k == 0 ? mpz_class(R - 1) : mpz_class(samples.uniform(R / 2) * 2 + 1);
            if (n == 1) continue;
            const mpz_class a = k == 1 ? mpz_class(n - 1) : samples.uniform(n);
            mpz_class n0inv, wanted;
            mpz_invert(n0inv.get_mpz_t(), n.get_mpz_t(), word.get_mpz_t());
            const bool exists = mpz_invert(wanted.get_mpz_t(), a.get_mpz_t(), n.get_mpz_t()) != 0;
            std::vector<Rows> rows;
            for (int id : inverse.parameters) {
                const ir::Variable& it = inverse.variables[static_cast<size_t>(id)];
                if (it.role != ir::Variable::Role::input) continue;
                const mpz_class value = it.name == "a"     ? mpz_class(a * R % n)
                                        : it.name == "n"   ? n
                                        : it.name == "one" ? mpz_class(R % n)
                                        : it.name == "r2"  ? mpz_class(R * R % n)
                                                           : mpz_class(word - n0inv);
                rows.emplace_back(1, static_cast<size_t>(it.words))
                    .set(0, 0, static_cast<size_t>(it.words), value);
            }
            std::vector<eval::Column> columns;
            for (const Rows& it : rows) columns.push_back(it.column());
            Rows result(1, words + 1);
            eval::RoutineInterpreter(inverse, all.loops.library).run(columns, 0, 1, result.words.data(), 1);
            CHECK(result.get(0, 0, words) == (exists ? mpz_class(wanted * R % n) : mpz_class(0)));
            CHECK(result.get(0, words, 1) == (exists ? 1 : 0));
        }
    }
}

}  // namespace limbsmith::test
