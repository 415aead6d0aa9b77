#include "cli/task.hpp"

#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "spec/error.hpp"

namespace limbsmith::cli {

runtime::Sign sign_of(Operation::Signs signs, const FormatOptions& format, const std::string& operation) {
    using Signs = Operation::Signs;
    if (!format.is_signed)
        return signs == Signs::twos_complement ? runtime::Sign::either : runtime::Sign::none;
    if (signs != Signs::none) return runtime::Sign::twos_complement;
    const bool is_product = operation == "mul" || operation == "mul_lo";
    throw usage_error(fmt::format("--signed is not for {}, whose numbers have no sign{}", operation,
                                  is_product           ? "; the nearest is smul"
                                  : operation == "lt"  ? "; the nearest is slt"
                                  : operation == "shr" ? "; the nearest is sshr"
                                                       : ""));
}

Task parse_task(const SpecOptions& options, const std::string& name, const FormatOptions& format) {
    const Spec spec = options.spec(name, Style::inlined, "number");
    const catalogue::Operation& operation = catalogue::operation(spec, name);
    const ir::Program meaning = catalogue::meaning(operation, spec);
    if (spec.has_digits() && (format.is_signed || format.packed || format.reduce_inputs))
        throw usage_error(
            "--signed, --packed and --reduce-inputs are not for --radix: its numbers have signs of their "
            "own");
    const runtime::Sign sign =
        format.is_signed ? sign_of(operation.signs(), format, name) : runtime::Sign::none;
    Results own = results(meaning, spec.width, operation.has_exact_sum, sign);
    if (format.packed) own = packed(own);
    return {name, spec, operation.signs(), meaning, std::move(own), session::HostComputation(spec, name)};
}

}  // namespace limbsmith::cli
