// Loops that `verify` runs: arrays, modulus objects and carried numbers among their parameters; and changed ones, which are found.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "catalogue/loop_trial.hpp"
#include "catalogue/loops.hpp"
#include "catalogue/trial_words.hpp"
#include "eval/samples.hpp"
#include "routine/field.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t cases = 40;
constexpr double seconds = 20;

eval::Trial trial(const Spec& spec, const ir::Routine& loop, const ir::Library& library) {
    eval::Samples samples(test_seed());
    return catalogue::try_out(spec, loop, library, samples, cases, seconds);
}

// The loops of a header meet their contracts. Those in `by_parts` do not if a call of their bodies is missing.
void check_loops(const Spec& spec, const std::set<std::string>& by_parts) {
    const catalogue::Loops loops = catalogue::loops(spec);
    for (const std::string& key : loops.keys) {
        CAPTURE(key);
        CHECK(catalogue::why_not_tried(loops[key]) == "");
        const eval::Trial right = trial(spec, loops[key], loops.library);
        CHECK(right.wrong == "");
        CHECK(right.cases > 0);
    }
    for (const std::string& key : by_parts) {
        CAPTURE(key);
        for (size_t k = 0; k < loops[key].body.size(); ++k) {
            CAPTURE(k);
            if (!std::holds_alternative<ir::Call>(loops[key].body[k].what)) continue;
            ir::Routine changed = loops[key];
            changed.body.erase(changed.body.begin() + static_cast<std::ptrdiff_t>(k));
            CHECK(trial(spec, changed, loops.library).wrong != "");
        }
    }
}

Spec runtime(Width width, const std::string& ops) {
    return modular_spec(Modulus::at_run_time(width), Reduction::montgomery, ops);
}

}  // namespace

TEST_CASE("loops of arrays are tried") {
    check_loops(modular_spec(Modulus((mpz_class(1) << 61) - 1), Reduction::montgomery,
                             "pow,pow_secret,from_bytes,to_bytes,batch_inv"),
                {"pow", "to_bytes", "batch_inv"});
    check_loops(modular_spec(Modulus(mpz_class(1000)), Reduction::barrett, "batch_inv"), {});
    check_loops(whole_spec({64, 1}, "pow_mod"), {"pow_mod"});
    check_loops(whole_spec({64, 2}, "pow_mod,mul_mod"), {"pow_mod"});
}

TEST_CASE("modulus objects that a loop fills in are tried") {
    check_loops(runtime({62, 1}, "inv,pow,batch_inv"), {"make_modulus"});
    check_loops(runtime({62, 2}, "pow"), {"make_modulus"});
}

TEST_CASE("carried numbers over lanes are tried") {
    check_loops(whole_spec({100, 4}, "gcd"), {"divsteps_row"});
    check_loops(runtime({100, 4}, "inv"), {"divsteps_row_mod"});
}

TEST_CASE("a carried number has its value in every form") {
    const ir::Variable variable = ir::number_named("x", repr::carried, 2);
    const catalogue::TrialParameter x = catalogue::trial_parameter(variable, 3, 1);
    CHECK(x.rows == 6);
    const mpz_class most = mpz_class(1) << 96;
    for (const mpz_class& value :
         {mpz_class(0), mpz_class(1), mpz_class(-1), mpz_class(most - 1), mpz_class(-most),
          mpz_class(most >> 32), mpz_class((mpz_class(1) << 64) - 1)}) {
        std::set<std::vector<uint32_t>> forms;
        for (size_t form = 0; form < 2; ++form) {
            const std::vector<uint32_t> words = catalogue::words_of(x, value, form);
            CHECK(catalogue::value_of(x, words) == value);
            forms.insert(words);
        }
        CHECK(forms.size() == 2);
    }
}

}  // namespace limbsmith::test
