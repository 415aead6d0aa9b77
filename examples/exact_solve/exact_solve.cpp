// Exact determinants and solutions of linear systems over the rationals, by elimination without fractions on a pool:
// thousands of small systems at once and a large one, made at random, or one from a file. Every result is checked.
//
// exact_solve --help says the options. Exit codes: 0 done, 1 a result is wrong or the work failed, 2 usage or a
// malformed file, 3 no GPU.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "files/whole_file.hpp"
#include "limbsmith/error.hpp"
#include "options.hpp"
#include "pool/engines.hpp"
#include "report.hpp"

namespace {

using namespace exact_solve;
using namespace limbsmith;

pool::Pool pool_at(const std::string& device, std::string& why_not) {
    const std::optional<place> where = parse_place(device);
    if (!where) throw runtime::InputError("--device is auto, cuda, cuda:N or cpu; not '" + device + "'");
    return pool::Pool(pool::engine_at(*where, &why_not));
}

std::string checks_of(const Report& report) {
    if (!report.mistake.empty()) return "";
    return std::string("all right: A·x = b exactly, determinants modulo 3 primes") +
           (report.flint ? ", and as by FLINT\n"
                         : "; the check against FLINT was left out, as the program is compiled without it\n");
}

// The determinant and x, on stdout; the rest on stderr.
bool solve_file(const Options& options, pool::Pool& pool) {
    const System system =
        read_system(options.file == "-" ? "standard input" : options.file, runtime::read_file(options.file));
    gmp_randclass random(gmp_randinit_default);
    random.seed(options.seed);
    const Report report = report_on(pool, std::span(&system, 1), random);
    const Solution& solution = report.solutions[0];
    if (options.is_json) {
        nlohmann::ordered_json json = {{"engine", pool.device()},
                                       {"determinant", solution.determinant.get_str()},
                                       {"solution", nullptr}};
        if (!solution.is_singular) json["solution"] = nlohmann::ordered_json::array();
        for (const mpq_class& it : solution.values) json["solution"].push_back(it.get_str());
        json.update(to_json(report));
        fmt::print("{}\n", json.dump(2));
    } else {
        fmt::print("determinant = {}\n", solution.determinant.get_str());
        if (solution.is_singular) fmt::print("singular: no solution, or more than one\n");
        for (size_t i = 0; i < solution.values.size(); ++i)
            fmt::print("x{} = {}\n", i + 1, solution.values[i].get_str());
        fmt::print(stderr, "on {}\n{}{}", pool.device(), to_text(report), checks_of(report));
    }
    return report.mistake.empty();
}

bool solve_random(const Options& options, pool::Pool& pool, const std::string& why_not) {
    gmp_randclass random(gmp_randinit_default);
    random.seed(options.seed);
    if (!options.is_json)
        fmt::print("on {}{}; {} bits, seed {}\n", pool.device(), why_not.empty() ? "" : " (" + why_not + ")",
                   options.bits, options.seed);
    nlohmann::ordered_json json = {{"engine", pool.device()},
                                   {"bits", options.bits},
                                   {"seed", options.seed},
                                   {"systems", nlohmann::ordered_json::array()}};
    bool is_right = true;
    Report last;
    const auto run = [&](const std::vector<System>& systems) {
        last = report_on(pool, systems, random);
        is_right &= last.mistake.empty();
        if (options.is_json)
            json["systems"].push_back(to_json(last));
        else
            fmt::print("{}", to_text(last));
        std::fflush(stdout);
    };
    if (options.count) run(mixed_systems(options.count, options.size, options.bits, random));
    if (options.large) run({make_system(Kind::integers, options.large, options.bits, random)});
    if (options.is_json)
        fmt::print("{}\n", json.dump(2));
    else if (is_right)
        fmt::print("{}", checks_of(last));
    return is_right;
}

int fail(int code, const std::string& message) {
    fmt::print(stderr, "exact_solve: {}\n", message);
    return code;
}

}  // namespace

int main(int count, char** arguments) {
    CLI::App app(
        "Exact determinants and solutions of linear systems over the rationals, on a pool of numbers.",
        "exact_solve");
    Options options;
    add_options(app, options);
    try {
        app.parse(count, arguments);
        std::string why_not;
        pool::Pool pool = pool_at(options.device, why_not);
        if (!options.file.empty()) return solve_file(options, pool) ? 0 : 1;
        if (!options.is_large_given) options.large = pool.engine().place() == "host" ? 100 : 200;
        if (!options.count && !options.large)
            throw runtime::InputError("--count 0 and --large 0 leave nothing to solve");
        return solve_random(options, pool, why_not) ? 0 : 1;
    } catch (const CLI::Success& asked_for_text) {
        return app.exit(asked_for_text);
    } catch (const CLI::ParseError& error) {
        return fail(2, std::string(error.what()) + " (see --help)");
    } catch (const runtime::InputError& error) {
        return fail(2, error.what());
    } catch (const runtime::NoDevice& error) {
        return fail(3, error.what());
    } catch (const std::exception& error) {
        return fail(1, error.what());
    }
}
