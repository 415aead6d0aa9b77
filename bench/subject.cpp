#include "subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "catalogue/lanes.hpp"
#include "emit/header.hpp"
#include "emit/run_kernels.hpp"
#include "plan/inverse.hpp"
#include "plan/window.hpp"
#include "spec/error.hpp"
#include "spec/mapping.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

// Whether every parameter is of a type that any number of its words below a bound may have.
bool is_plain(const ir::Program& program) {
    const auto fits = [](const auto& parameter) {
        return parameter.representation == repr::num || parameter.representation == repr::wide ||
               parameter.representation == repr::word || parameter.representation == repr::plain ||
               parameter.representation == repr::elem || parameter.representation == repr::exponent;
    };
    return !program.inputs.empty() && std::ranges::all_of(program.inputs, fits) &&
           std::ranges::all_of(program.outputs, fits);
}

int words(const auto& parameters) {
    int count = 0;
    for (const auto& parameter : parameters) count += static_cast<int>(parameter.words.size());
    return count;
}

// Products by rows, and modulo N those of Montgomery's reduction, whose n quotients are products of which one
// word is needed; 0 where that is not what the operation does.
double products_by_rows(const catalogue::Operation& operation, const Spec& spec) {
    const double n = spec.width.limbs(), products = operation.limb_products(spec);
    return spec.is_modular() && products > 0 ? products + n * n + n / 2 : products;
}

// Whether a call can follow from the result of the one before: modulo N, if that is a residue and nothing else.
bool is_chain(const ir::Program& meaning, const Spec& spec) {
    return !spec.is_modular() ||
           (meaning.outputs.size() == 1 && meaning.outputs[0].representation == repr::plain);
}

// The function as a program: its own, or the meaning of a loop; a loop over many numbers has none.
std::optional<catalogue::Function> measured(const catalogue::Operation& operation, const Spec& spec) {
    if (spec.is_runtime()) return std::nullopt;
    if (!operation.is_loop()) return std::move(catalogue::functions(operation, spec)[0]);
    if (operation.is_of_many) return std::nullopt;
    ir::Program meaning = catalogue::meaning(operation, spec);
    if (!is_chain(meaning, spec)) return std::nullopt;
    return catalogue::Function{std::move(meaning), {}, {}};
}

std::string algorithm_name(const catalogue::Operation& operation, const Spec& spec) {
    if (!spec.is_modular()) {
        const auto functions = catalogue::functions(operation, spec);  // of a loop its parts, or none
        return functions.empty() ? "loop" : functions[0].algorithm;
    }
    std::string name(to_string(spec.reduction));
    if (const std::string method = operation.method(spec); !method.empty()) name += "+" + method;
    if (spec.mul != MulChoice()) name += "+" + to_string(spec.mul);
    return name;
}

// Wide products of a power with an exponent of all limbs, by the least that rows need: squarings, one product a
// digit, and the table; 0 for other operations.
double products_of(const std::string& name, const Spec& spec) {
    if (!spec.is_modular() || !name.starts_with("pow")) return 0;
    const double n = (spec.width.bits + limb_bits - 1) / limb_bits, bits = limb_bits * n;
    const double product = 2 * n * n + n / 2, square = n * (n + 1) / 2 + n * n + n / 2;
    const int window = plan::window(spec.width, name == "pow_secret");
    const double table = 1 << (window - 1);
    return (bits + table) * square + (bits / window + table) * product;
}

}  // namespace

int Subject::operand_words() const { return words(meaning.inputs); }
int Subject::result_words() const { return words(meaning.outputs); }

Subject subject(const std::string& name, const Spec& asked) {
    const catalogue::Operation& operation = catalogue::operation(asked, name);
    const auto function = measured(operation, asked);
    if (!function || !is_plain(function->program)) {
        throw unsupported(
            fmt::format("{} cannot be measured alone modulo {}; `limbsmith bench --ops all` "
                        "measures every function that can",
                        name, asked.expression));
    }
    Spec spec = asked;
    spec.ops = {name};
    spec.name = "subject";
    Subject made{name,
                 spec.width,
                 spec.expression,
                 algorithm_name(operation, spec),
                 function->program,
                 spec.is_modular() ? spec.modulus->n() : mpz_class(0),
                 0,
                 std::nullopt,
                 products_by_rows(operation, spec),
                 [spec] { return emit::header(spec); }};
    made.cost = made.is_loop() ? operation.loop_cost(spec) : plan::cost(made.meaning);
    if (spec.is_modular() && made.is_loop()) made.factor = spec.form_factor();
    return made;
}

Subject batch_subject(const std::string& name, const Spec& asked) {
    Spec spec = asked;
    spec.ops = {name};
    spec.name = "subject";
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    if (const std::string reason = catalogue::why_not(operation, spec); !reason.empty())
        throw unsupported(reason);
    const std::string mapping = ", " + to_string(spec.width.mapping);
    Subject made{name,
                 spec.width,
                 spec.is_modular() ? spec.is_runtime() ? "its own number" : spec.expression : "",
                 (spec.is_modular() ? std::string(to_string(spec.reduction))
                                    : std::string(catalogue::lane_products(spec))) +
                     mapping,
                 catalogue::meaning(operation, spec),
                 0,
                 0,
                 std::nullopt,
                 0,
                 [spec] { return emit::header(spec, catalogue::functions(spec)); }};
    made.batch_kernels = [spec] { return emit::run_kernels(spec, "subject.cuh"); };
    made.batch_kernel = emit::kernel_name(name);
    made.fused = spec.fused;
    made.batch_block = emit::kernel_block(spec.width.mapping);
    if (const auto tile = catalogue::tile_shape(operation, spec)) {
        made.tile_threads = static_cast<uint32_t>(tile->threads());
        made.tile_numbers = algorithm::quadratic::numbers_of_tile;
    }
    if (const double products = products_of(name, spec); products > 0) {
        made.cost.emplace();
        made.cost->wide_products = static_cast<int>(products);
    }
    return made;
}

bool is_measurable(const std::string& operation, const Spec& spec) {
    const auto function = measured(catalogue::operation(spec, operation), spec);
    return function && is_plain(function->program);
}

}  // namespace limbsmith::bench
