#include "derive/search/runs.hpp"

#include <algorithm>
#include <random>

namespace limbsmith::derive {

using check::Fact;
using check::Polynomial;
using check::Variable;

namespace {

// Chooses inputs: large numbers, any numbers, numbers with long runs of equal bits.
class Inputs {
  public:
    enum class Kind { largest, any, extreme };
    Inputs(const ir::Program& program, const mpz_class& base) : program_(program), base_(base) {}

    void choose(Run& run, const check::Facts& facts, Kind kind) {
        for (const ir::Input& input : program_.inputs) {
            if (std::ranges::find(program_.contract.givens, input.name, &ir::Given::name) !=
                program_.contract.givens.end())
                continue;
            for (ir::Word word : input.words) run.choose(word.id, this->word(kind));
        }
        for (const Fact& fact : facts) {
            if (fact.kind == Fact::Kind::nonnegative) lower(run, fact.polynomial, kind);
        }
        for (const ir::Bound& bound : program_.contract.requires_) {
            if (bound.step > 1) make_congruent(run, bound);
        }
    }

  private:
    mpz_class word(Kind kind) {
        const unsigned choice = kind == Kind::largest ? 0 : kind == Kind::any ? 2 : random_() % 3;
        if (choice < 2) return choice == 0 ? mpz_class(base_ - 1) : mpz_class(0);
        return mpz_class(static_cast<unsigned long>(random_())) % base_;
    }
    // Lowers the number that is negative in the bound, if the bound does not hold.
    void lower(Run& run, const Polynomial& bound, Kind kind) {
        const auto value = run.value(bound);
        if (!value || *value >= 0) return;
        std::vector<std::pair<mpz_class, Variable>> words;
        mpz_class number = 0;
        for (const auto& [monomial, coefficient] : bound.terms()) {
            if (coefficient > 0 || monomial.size() != 1) continue;
            words.emplace_back(-coefficient, monomial[0]);
            number += *run.value(Polynomial::of(monomial[0])) * words.back().first;
        }
        const mpz_class limit = *value + number;
        if (limit < 0) return;
        number = kind == Kind::largest ? limit : mpz_class(number % (limit + 1));
        std::ranges::sort(words, std::greater{});
        for (const auto& [weight, word] : words) {
            const mpz_class digit = std::min<mpz_class>(number / weight, base_ - 1);
            run.choose(word, digit);
            number -= digit * weight;
        }
    }
    // Lowers the number to the residue.
    void make_congruent(Run& run, const ir::Bound& bound) {
        const auto input = std::ranges::find(program_.inputs, bound.name, &ir::Input::name);
        if (input == program_.inputs.end()) return;
        mpz_class number = 0, weight = 1;
        for (ir::Word word : input->words) {
            number += weight * *run.value(Polynomial::of(word.id));
            weight *= base_;
        }
        mpz_class rest;
        mpz_fdiv_r_ui(rest.get_mpz_t(), mpz_class(number - bound.residue).get_mpz_t(), bound.step);
        for (number -= rest; ir::Word word : input->words) {
            run.choose(word.id, number % base_);
            number /= base_;
        }
    }

    const ir::Program& program_;
    const mpz_class& base_;
    std::mt19937_64 random_;
};

// Whether the run satisfies the program's facts, all of those of the contract among them.
bool follow(Run& run, const check::Meaning& meaning) {
    run.learn(meaning.contract());
    for (const check::Facts& facts : meaning.instructions()) {
        if (!run.learn(facts)) return false;
    }
    const auto is_known = [&](const Fact& fact) { return run.value(fact.polynomial).has_value(); };
    return run.learn(meaning.contract()) && std::ranges::all_of(meaning.contract(), is_known);
}

}  // namespace

Runs::Runs(const ir::Program& program, const check::Meaning& meaning, int word_bits) {
    using Kind = Inputs::Kind;
    const mpz_class base = mpz_class(1) << word_bits;
    Inputs inputs(program, base);
    for (Kind kind : {Kind::largest, Kind::any, Kind::extreme, Kind::any, Kind::extreme, Kind::extreme}) {
        Run run(meaning);
        inputs.choose(run, meaning.contract(), kind);
        if (follow(run, meaning)) runs_.push_back(std::move(run));
    }
}

bool Runs::refute(const Polynomial& polynomial, int side, const mpz_class& limit) const {
    for (size_t k = 0; k < runs_.size(); ++k) {
        if (!assumed_.empty() && !assumed_.back()[k]) continue;
        const auto value = runs_[k].value(polynomial);
        if (value && (side > 0 ? *value > limit : *value < limit)) return true;
    }
    return false;
}

void Runs::learn(const check::Facts& facts) {
    for (Run& run : runs_) run.learn(facts);
}

void Runs::forget(Variable first) {
    for (Run& run : runs_) run.forget(first);
}

void Runs::assume(const Polynomial& polynomial) {
    std::vector<bool> assumed;
    for (size_t k = 0; k < runs_.size(); ++k) {
        const auto value = runs_[k].value(polynomial);
        assumed.push_back((assumed_.empty() || assumed_.back()[k]) && value && *value >= 0);
    }
    assumed_.push_back(std::move(assumed));
}

}  // namespace limbsmith::derive
