// Attacks by slightly wrong programs: neither the derivation of the right program nor one that the search finds may
// prove them.
//
// $LIMBSMITH_MUTANTS is the number of mutants for each case (default below). Mutants and inputs follow from
// the seed, which is printed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>

#include "check/checker.hpp"
#include "derive/attempts.hpp"
#include "derive/catalog.hpp"
#include "derive/derived.hpp"
#include "derive/mutant.hpp"
#include "derive/trial.hpp"
#include "pass/pass.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

constexpr size_t mutants_of_a_program = 12;  // at least
constexpr size_t few_inputs = 160, many_inputs = 2000;
// A search for a derivation that does not exist takes seconds if the program is long.
constexpr size_t most_instructions = 100;

struct Tally {
    size_t mutants = 0, refused_by_checks = 0, shown_wrong = 0, unknown = 0, proved = 0;

    void operator+=(const Tally& other) {
        mutants += other.mutants;
        refused_by_checks += other.refused_by_checks;
        shown_wrong += other.shown_wrong;
        unknown += other.unknown;
        proved += other.proved;
    }
};

using Mutations = std::vector<Mutation> (*)(const ir::Program&);

class Attack {
  public:
    Attack(Mutations mutations, size_t mutants) : mutations_(mutations), left_(mutants) {}

    // Attacks programs in random order until there are enough mutants.
    void run(std::vector<Entry> entries) {
        std::ranges::shuffle(entries, engine_);
        per_program_ = std::max(mutants_of_a_program, 2 * left_ / entries.size());
        for (const Entry& entry : entries) {
            if (left_ == 0) break;
            program(entry);
        }
        report();
    }

    const Tally& total() const { return total_; }

  private:
    void program(const Entry& entry) {
        CAPTURE(title(entry));
        derivation_ = engine::find_derivation(entry.program).derivation;
        if (!derivation_) {
            ++unproved_;
            return;
        }
        // every kind equally often, whatever its number of places
        std::map<std::string_view, std::vector<Mutation>> kinds;
        for (Mutation& mutation : mutations_(entry.program)) kinds[mutation.kind].push_back(mutation);
        eval::Samples samples(engine_());
        trials_.clear();
        for (size_t count = std::min(per_program_, left_); count > 0 && !kinds.empty(); --count, --left_) {
            const auto kind = std::next(kinds.begin(), static_cast<std::ptrdiff_t>(below(kinds.size())));
            const auto chosen =
                kind->second.begin() + static_cast<std::ptrdiff_t>(below(kind->second.size()));
            attack(entry, *chosen, samples);
            kind->second.erase(chosen);
            if (kind->second.empty()) kinds.erase(kind);
        }
    }

    void attack(const Entry& entry, const Mutation& mutation, eval::Samples& samples) {
        Tally& tally = by_kind_[mutation.kind];
        ++tally.mutants;
        const ir::Program wrong = mutant(entry.program, mutation);
        try {
            pass::check_words(wrong);
            pass::check_flags(wrong);
        } catch (const pass::IllegalProgram&) {
            ++tally.refused_by_checks;
            return;
        }
        CAPTURE(mutation.kind);
        CAPTURE(mutation.what);
        // inputs for the program serve its mutants as well
        const auto search = [&](size_t count) {
            if (mutation.allows_more) return Trial(wrong, count, samples).counterexample(wrong);
            const auto trial = trials_.try_emplace(count, entry.program, count, samples).first;
            return trial->second.counterexample(wrong);
        };
        auto counterexample = search(few_inputs);
        const bool is_proved = follows(wrong) || (is_short(wrong) && is_derived(wrong));
        if (is_proved && !counterexample) counterexample = search(many_inputs);
        if (is_proved && counterexample) {
            FAIL_CHECK("seed ", seed_, ": proved and wrong: ", title(entry), ", ", mutation.kind, ": ",
                       mutation.what, "; ", *counterexample);
        }
        ++(is_proved ? tally.proved : counterexample ? tally.shown_wrong : tally.unknown);
    }

    static bool is_short(const ir::Program& program) { return program.body.size() <= most_instructions; }

    // Whether the derivation of the right program proves the wrong one.
    bool follows(const ir::Program& wrong) const {
        check::Derivation other{wrong, derivation_->word_bits, {}};
        other.steps = derivation_->steps;
        other.lemmas = derivation_->lemmas;
        return !check::check(other);
    }

    void report() {
        std::string table = fmt::format("seed {}\n{:32}{:>8}{:>8}{:>8}{:>8}{:>8}\n", seed_, "", "mutants",
                                        "illegal", "wrong", "unknown", "proved");
        const auto line = [&](std::string_view name, const Tally& tally) {
            table += fmt::format("{:32}{:8}{:8}{:8}{:8}{:8}\n", name, tally.mutants, tally.refused_by_checks,
                                 tally.shown_wrong, tally.unknown, tally.proved);
        };
        for (const auto& [kind, tally] : by_kind_) {
            line(kind, tally);
            total_ += tally;
        }
        line("all", total_);
        MESSAGE(table, "illegal: refused by the checks of words and flags; wrong: shown to be, and refused; ",
                "unknown: refused, no counterexample; proved: none among ", many_inputs,
                " inputs. Programs left out as they are not proved themselves: ", unproved_);
    }

    uint64_t below(uint64_t count) { return engine_() % count; }

    Mutations mutations_;
    size_t left_, per_program_ = 0, unproved_ = 0;
    std::optional<check::Derivation> derivation_;  // of the program
    uint64_t seed_ = test_seed();
    std::mt19937_64 engine_{seed_};
    std::map<size_t, Trial> trials_;  // of the program, by the count of inputs
    std::map<std::string_view, Tally> by_kind_;
    Tally total_;
};

void attack(Mutations mutations, size_t mutants, std::vector<Entry> entries) {
    const size_t wanted = attempts(mutants);
    Attack attack(mutations, wanted);
    attack.run(std::move(entries));
    // the attack is effective: there were mutants, most of them wrong, and all of those were refused
    CHECK(attack.total().mutants > wanted / 2);
    CHECK(attack.total().shown_wrong > attack.total().mutants / 2);
}

}  // namespace

TEST_CASE("no wrong mutant of a program on whole numbers is proved") {
    attack(mutations_of_body, 2000, number_programs());
}

TEST_CASE("no wrong mutant of a program modulo N is proved") {
    attack(mutations_of_body, 2000, field_programs());
}

TEST_CASE("no wrong mutant of a program modulo a sum of powers of two is proved") {
    attack(mutations_of_body, 500, solinas_programs());
}

TEST_CASE("no wrong mutant of a program for inverses is proved") {
    attack(mutations_of_body, 500, inverse_programs());
}

TEST_CASE("no wrong mutant of a program of transforms is proved") {
    attack(mutations_of_body, 500, ntt_programs());
}

TEST_CASE("no wrong mutant is proved by claims that are changed with it") {
    std::vector<Entry> entries = number_programs();
    for (auto more : {field_programs(), inverse_programs()})
        std::ranges::move(more, std::back_inserter(entries));
    attack(mutations_of_proof, 2000, std::move(entries));
}

TEST_CASE("no wrong mutant is proved by names of parts that are changed with it") {
    std::vector<Entry> entries = number_programs();
    std::erase_if(entries, [](const Entry& entry) { return entry.program.outline.parts.empty(); });
    attack(mutations_of_proof, 300, std::move(entries));
}

TEST_CASE("no program is proved for a contract that it does not keep") {
    std::vector<Entry> entries = number_programs();
    for (auto more : {field_programs(), solinas_programs(), inverse_programs(), ntt_programs()})
        std::ranges::move(more, std::back_inserter(entries));
    attack(mutations_of_contract, 2000, std::move(entries));
}

}  // namespace limbsmith::test
