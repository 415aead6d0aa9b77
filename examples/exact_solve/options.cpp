#include "options.hpp"

#include <fmt/format.h>

#include "../counts.hpp"
#include "limbsmith/error.hpp"

namespace exact_solve {

namespace {

// Bytes of the entries when all unknowns but one are eliminated: they have as many times the bits of the first ones.
double most_bytes(double count, double size, double bits) { return count * size * size * size * bits / 8; }

void refuse_too_much(const Options& options) {
    constexpr double most = 16e9;
    const auto require = [&](size_t count, size_t size) {
        const double bytes = most_bytes(double(count), double(size), options.bits);
        if (bytes > most)
            throw limbsmith::runtime::InputError(fmt::format(
                "{} systems of {} unknowns and {} bits grow to {:.0f} GB of numbers; at most {:.0f} GB",
                count, size, options.bits, bytes * 1e-9, most * 1e-9));
    };
    if (!options.file.empty()) return;
    require(options.count, options.size);
    require(1, options.large);
}

}  // namespace

void add_options(CLI::App& app, Options& options) {
    CLI::Option* const file =
        app.add_option("file", options.file,
                       "an augmented matrix, one row a line: the coefficients, then the "
                       "right side; - for standard input")
            ->type_name("FILE");
    const auto number = [&](const char* name, auto& value, int least, int most, const char* text) {
        return app.add_option(name, value, text)
            ->check(CLI::Range(least, most).description(""))
            ->transform(as_count())
            ->type_name(fmt::format("{}..{}", least, most))
            ->excludes(file);
    };
    number("--count", options.count, 0, 1000000, "random systems that are solved at once; 0 for none")
        ->capture_default_str();
    number("--size", options.size, 1, 1000, "unknowns of each of them")->capture_default_str();
    number("--bits", options.bits, 1, 1000000, "bits of random integers")->capture_default_str();
    number("--large", options.large, 0, 2000,
           "unknowns of one large system; 0 for none; default: 200 on a GPU, 100 on the host");
    app.add_option("--seed", options.seed, "seed of random numbers")
        ->transform(as_count())
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--device", options.device,
                   "auto (a GPU if there is one, else the host), cuda, cuda:N, or cpu: GMP on all cores")
        ->type_name("DEVICE")
        ->capture_default_str();
    app.add_flag("--json", options.is_json, "print results and times as JSON");
    app.callback([&app, &options] {
        options.is_large_given = app.count("--large") > 0;
        refuse_too_much(options);
    });
    app.footer(
        "Half of the random systems have random integers, the others in turn: fractions, zero pivots, a\n"
        "singular matrix, huge and tiny entries, the identity, Hilbert's matrix. Every solution is checked "
        "by\n"
        "rational arithmetic of GMP's on the host, every determinant modulo three random primes, and both "
        "are\n"
        "compared with FLINT if the program is compiled with it; FLINT's times are shown, too.\n"
        "A file has rationals: 3/7, -12, 1.25, -1.25e3, 0x10/3; # begins a comment. Its determinant and its\n"
        "solution are printed on stdout, in lowest terms; a singular system has the determinant 0.\n"
        "Exit codes: 0 done, 1 a result is wrong or the work failed, 2 usage or a malformed file, 3 no GPU.\n"
        "Example: printf '2 1/3 1\\n1 -1 0.5\\n' | exact_solve -");
}

}  // namespace exact_solve
