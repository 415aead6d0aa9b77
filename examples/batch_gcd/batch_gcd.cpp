// Finds RSA moduli that have a prime in common, and so are factored, among many: batch_gcd --help says how.
//
// trees.hpp describes the method. Moduli that are made are checked: the pairs that were planted are found, and no
// others. Up to 600 moduli are checked by the gcds of all pairs as well. Exit code 1 if a check fails, 2 for wrong
// usage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cores.hpp"
#include "gmp_trees.hpp"
#include "limbsmith/place.hpp"
#include "options.hpp"
#include "pool/engines.hpp"
#include "report.hpp"
#include "trees.hpp"

namespace {

using namespace batch_gcd;
using namespace limbsmith;

constexpr size_t few_moduli = 600;  // of which the gcds of all pairs take less than a second

Moduli moduli_for(Options& options, Phases& phases) {
    if (!options.file.empty()) {
        phases.begin("read the file");
        return read(options.file);
    }
    Recipe& recipe = options.recipe;
    if (recipe.bits % 2) throw runtime::InputError(fmt::format("--bits {}: not an even number", recipe.bits));
    recipe.shared = options.shared.value_or(std::min<size_t>(100, recipe.count / 4));
    if (recipe.planted() > recipe.count)
        throw runtime::InputError(fmt::format("the shared factors take {} moduli, more than --count {}",
                                              recipe.planted(), recipe.count));
    phases.begin("make moduli");
    return make(recipe);
}

Times times_of(std::string by, Phases& phases) {
    phases.end();
    return {std::move(by), phases.seconds(), phases.total()};
}

// Whether the factors are those of the moduli, and more than one if there is a gcd that is not the modulus.
bool are_factors(const Moduli& moduli, const std::vector<Sharing>& sharings) {
    return std::ranges::all_of(sharings, [&](const Sharing& it) {
        const mpz_class& modulus = moduli.numbers[it.modulus];
        mpz_class product = 1;
        for (const mpz_class& factor : it.factors) product *= factor;
        const bool is_divisor =
            std::ranges::all_of(it.partners, [&](size_t k) { return moduli.numbers[k] % modulus == 0; });
        return product == modulus && (is_divisor || it.factors.size() > 1);
    });
}

class Checks {
  public:
    void add(bool is_right, const std::string& what) {
        said.push_back(what + (is_right ? ": right" : ": WRONG"));
        are_right &= is_right;
    }
    std::vector<std::string> said;
    bool are_right = true;
};

int run(Options& options) {
    std::unique_ptr<pool::Engine> engine = pool::engine_at(parse_place(options.device).value());
    std::vector<Times> times;
    Phases making, computing, relating, comparing;
    const Moduli moduli = moduli_for(options, making);
    times.push_back(times_of("moduli", making));

    const Limits limits = limits_of(options, moduli.numbers, engine->place() == "host");
    std::vector<Hit> hits;
    {
        pool::Pool pool(std::move(engine));
        const Forest forest(moduli.numbers, limits);
        hits = hits_by_pool(pool, moduli.numbers, forest, computing);
        times.push_back(times_of(pool.device(), computing));
    }
    relating.begin("partners");
    const std::vector<Sharing> sharings = batch_gcd::sharings(moduli.numbers, hits);
    times.push_back(times_of("shared factors", relating));

    Checks checks;
    checks.add(are_factors(moduli, sharings), "products of factors");
    if (options.file.empty())
        checks.add(pairs_of(moduli.numbers, sharings) == moduli.pairs,
                   fmt::format("{} planted pairs, and no others", moduli.pairs.size()));
    if (moduli.numbers.size() <= few_moduli)
        checks.add(pairs_of(moduli.numbers, sharings) == pairs_by_gcds(moduli.numbers), "gcds of all pairs");
    if (options.gmp) {
        const std::vector<Hit> by_gmp = hits_by_gmp(moduli.numbers, comparing);
        times.push_back(times_of(fmt::format("GMP on {} cores", cores()), comparing));
        checks.add(by_gmp == hits, "the results of GMP");
    }
    const Report report{moduli, sharings, times, checks.said};
    fmt::print("{}", options.json ? to_json(report) : to_text(report));
    fmt::print(stderr, "{}{} of {} moduli have a factor in common with others\n", to_text(times),
               sharings.size(), moduli.numbers.size());
    for (const std::string& it : checks.said) fmt::print(stderr, "{}\n", it);
    return checks.are_right ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    CLI::App app("Finds RSA moduli that have a prime in common with another one, by batch gcd", "batch_gcd");
    Options options;
    add_options(app, options);
    try {
        app.parse(count, arguments);
        return run(options);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);
        fmt::print(stderr, "batch_gcd: {} (see --help)\n", error.what());
        return 2;
    } catch (const runtime::InputError& error) {
        fmt::print(stderr, "batch_gcd: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "batch_gcd: {}\n", error.what());
        return 1;
    }
}
