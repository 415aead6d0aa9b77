// limbsmith dft: the discrete Fourier transform of numbers, each part of each result correctly rounded.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/sum/request.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "sum/transform.hpp"

namespace limbsmith::cli {
namespace {

constexpr long most_transform_exponent =
    2000;  // so that a number needs little memory before its length is checked

struct DftOptions {
    NumberFormat numbers;
    std::string real, imag, rounding = "nearest";
    int digits = -1;
    bool is_inverse = false;
};

mpq_class rational_of(const sum::Decimal& x, const std::string& file, size_t place) {
    if (x.mantissa == 0 && x.nearest != 0)
        throw runtime::InputError(fmt::format("{}: x_{} is {}, and a transform is of finite ones",
                                              shown_name(file), place,
                                              std::isnan(x.nearest) ? "NaN" : "infinite"));
    if (std::labs(x.exponent) > most_transform_exponent)
        throw runtime::InputError(
            fmt::format("{}: x_{} is an integer times a power of ten whose exponent is beyond {}",
                        shown_name(file), place, most_transform_exponent));
    sum::DecimalSum sum;
    sum.add(x);
    return sum.value();
}

std::vector<mpq_class> read_rationals(const std::string& file, const NumberFormat& format) {
    const std::unique_ptr<NumberSource> source = open_numbers(file, format);
    std::vector<mpq_class> made;
    Values values;
    for (;;) {
        source->read(values, block_of(source->type()));
        if (values.size() == 0) return made;
        for (const sum::Decimal& x : values.decimals) made.push_back(rational_of(x, file, made.size()));
        for (const double x : values.reals)
            made.push_back(rational_of(std::isfinite(x) ? sum::decimal_of(x) : sum::Decimal{{}, 0, x}, file,
                                       made.size()));
        for (const std::int64_t x : values.integers) made.emplace_back(static_cast<long>(x));
        if (made.size() > sum::most_transform_size)
            throw unsupported(fmt::format("{} has more than {} numbers, the longest transform",
                                          shown_name(file), sum::most_transform_size));
    }
}

void transform(const DftOptions& options) {
    const sum::Rounding rounding = parse_rounding(options.rounding);
    if (options.real == "-" && options.imag == "-") throw usage_error("standard input can be read once");
    sum::TransformInput x{read_rationals(options.real, options.numbers)};
    if (!options.imag.empty()) {
        x.imag = read_rationals(options.imag, options.numbers);
        if (x.imag.size() != x.real.size())
            throw runtime::InputError(fmt::format("{} has {}, {} has {}", shown_name(options.real),
                                                  counted(x.real.size(), "number"), shown_name(options.imag),
                                                  x.imag.size()));
    }
    const sum::Transform which = options.is_inverse ? sum::Transform::inverse : sum::Transform::forward;
    std::string text;
    {
        Progress progress(std::string("transforming"));
        const auto report = [&](double share) { progress.report(share); };
        if (options.digits < 0)
            for (const std::complex<double>& y : sum::transformed(x, which, rounding, report))
                text += fmt::format("{} {}\n", y.real(), y.imag());
        else
            for (const sum::ComplexText& y :
                 sum::transformed_text(x, which, options.digits, rounding, report))
                text += fmt::format("{} {}\n", y.real, y.imag);
    }
    Output("-").write(text);
}

}  // namespace

void add_dft(CLI::App& app) {
    auto options = std::make_shared<DftOptions>();
    CLI::App* command =
        app.add_subcommand("dft", "compute a discrete Fourier transform, every part correctly rounded");
    command->add_option("file", options->real, "the numbers, or their real parts")
        ->type_name("FILE")
        ->required();
    command->add_option("--imag", options->imag, "as many imaginary parts")->type_name("FILE");
    command->add_flag("--inverse", options->is_inverse, "compute x_k = sum of y_j exp(2 pi i jk/n)");
    add_number_options(*command, options->numbers);
    command->add_option("--digits", options->digits, "print N decimals, in place of the nearest doubles")
        ->type_name("N")
        ->check(CLI::Range(0, sum::most_transform_digits));
    add_rounding_option(*command, options->rounding);
    command->footer(
        fmt::format(
            "Prints a line for each k = 0, ..., n - 1, the real and the imaginary part of\n"
            "y_k = (1/n) sum of x_j exp(-2 pi i jk/n), j = 0, ..., n - 1: the doubles that are nearest\n"
            "to the exact values, by as few digits as name them. n is at most {}; the time grows as n^2.\n"
            "All numbers together must fit into {} bits from the first to the last one.\n",
            sum::most_transform_size, sum::most_transform_bits) +
        number_formats_help + "Example: printf '0.1\\n0.2\\n0.4\\n' | limbsmith dft - --digits 30");
    command->callback([options] { transform(*options); });
}

}  // namespace limbsmith::cli
