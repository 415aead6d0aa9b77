#include "cli/sum/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/device.hpp"
#include "cli/output.hpp"
#include "limbsmith/sum_gmp.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::cli {
namespace {

constexpr const char* rounding_names[] = {"nearest", "zero", "up", "down"};  // in the order of sum::Rounding

// JSON has no infinity and no NaN.
nlohmann::ordered_json json_of(double x) {
    if (std::isfinite(x)) return x;
    return std::isnan(x) ? "nan" : fmt::format("{}", x);
}

}  // namespace

sum::Rounding parse_rounding(const std::string& name) {
    const auto found = std::ranges::find(rounding_names, name);
    if (found == std::end(rounding_names))
        throw usage_error(
            fmt::format("unknown --round '{}'{} (nearest, zero, up, down)", name,
                        suggestion(name, {std::begin(rounding_names), std::end(rounding_names)})));
    return static_cast<sum::Rounding>(found - std::begin(rounding_names));
}

void add_number_options(CLI::App& command, NumberFormat& numbers) {
    command.add_option("--type", numbers.type, "decimal (text), double, float, half, bfloat16, int32, int64")
        ->type_name("TYPE");
    command.add_option("--format", numbers.format, "text, raw or npy; auto: by the name of the file")
        ->type_name("FORMAT")
        ->capture_default_str();
}

void add_rounding_option(CLI::App& command, std::string& rounding) {
    command.add_option("--round", rounding, "nearest (of two that are as near the even one), zero, up, down")
        ->type_name("DIRECTION")
        ->capture_default_str();
}

void SumRequest::add_to(CLI::App& command) {
    add_number_options(command, numbers);
    command.add_option("--digits", digits, "print N decimals, in place of the nearest double")
        ->type_name("N")
        ->check(CLI::Range(0, 1'000'000));
    add_rounding_option(command, rounding);
    command.add_flag("--json", is_json,
                     "write count, rounded and exact value (a fraction), and the error of a plain loop");
    command
        .add_option(
            "--device", device,
            "auto, cpu: all cores of the host; cuda, cuda:1: a GPU, for numbers that are no decimal text")
        ->type_name("DEVICE")
        ->capture_default_str();
}

void SumRequest::require_valid() const {
    parse_rounding(rounding);
    parse_device(device);
}

ExactTotal SumRequest::total() const { return ExactTotal(is_json, parse_device(device)); }

void SumRequest::write(const ExactTotal& total) const {
    const sum::Rounding direction = parse_rounding(rounding);
    const double rounded = total.rounded(direction);
    if (!is_json) {
        Output("-").write((digits < 0 ? fmt::format("{}", rounded) : total.text(digits, direction)) + "\n");
        return;
    }
    nlohmann::ordered_json all{{"count", total.count()}, {"value", json_of(rounded)}, {"rounding", rounding}};
    if (digits >= 0) all["decimals"] = total.text(digits, direction);
    if (total.is_finite()) all["exact"] = total.value().get_str();
    all["naive"] = json_of(total.naive());
    if (total.is_finite() && std::isfinite(total.naive())) {
        const mpq_class exact = total.value(), naive(total.naive()), error = abs(naive - exact);
        all["naive_error"] = json_of(sum::to_double(error));
        if (exact != 0) all["naive_relative_error"] = json_of(sum::to_double(mpq_class(error / abs(exact))));
    }
    Output("-").write(all.dump(2) + "\n");
}

}  // namespace limbsmith::cli
