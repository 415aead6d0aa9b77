#include "header_function.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/gmp.hpp"
#include "bench/row.hpp"
#include "catalogue/catalogue.hpp"
#include "session/source.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::bench {
namespace {

// Whether every parameter is of a type that any number of its words below a bound may have.
bool is_plain(const ir::Program& program) {
    const auto fits = [](const auto& parameter) {
        return parameter.representation == repr::num || parameter.representation == repr::wide ||
               parameter.representation == repr::word || parameter.representation == repr::plain ||
               parameter.representation == repr::elem || parameter.representation == repr::exponent ||
               parameter.representation.is_places() || parameter.representation == ir::signed_word;
    };
    return !program.inputs.empty() && std::ranges::all_of(program.inputs, fits) &&
           std::ranges::all_of(program.outputs, fits);
}

// Products by rows, and modulo N those of Montgomery's reduction, whose n quotients are products of which one
// word is needed; 0 for other operations.
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

}  // namespace

void HeaderFunction::describe(Row& row) const {
    Function::describe(row);
    if (is_portable) row.code = "portable C++";
    row.rows = rows;
}

double HeaderFunction::gmp_rate(double seconds) const { return bench::gmp_rate(*this, n, nullptr, seconds); }

HeaderFunction header_function(const std::string& name, const Spec& asked) {
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
    HeaderFunction made(name, spec.width, spec.expression, algorithm_name(operation, spec), function->program,
                        [spec] { return session::header(spec); });
    made.cost = made.is_loop() ? operation.loop_cost(spec) : plan::cost(made.meaning);
    made.rows = products_by_rows(operation, spec);
    made.digits = spec.digits;
    if (spec.is_modular()) made.n = spec.modulus->n();
    if (spec.is_modular() && made.is_loop()) made.factor = spec.form_factor();
    return made;
}

bool is_measurable(const std::string& operation, const Spec& spec) {
    const auto function = measured(catalogue::operation(spec, operation), spec);
    return function && is_plain(function->program);
}

}  // namespace limbsmith::bench
