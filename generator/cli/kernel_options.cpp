#include "cli/kernel_options.hpp"

#include <fmt/format.h>

#include "spec/error.hpp"
#include "spec/namespaces.hpp"

namespace limbsmith::cli {

void KernelOptions::add_to(CLI::App& command) {
    HeaderOptions::add_to(command);
    command
        .add_option("--kernels", kernels,
                    "print a CUDA source that includes the header, not the header: batch (kernels for "
                    "limbsmith::apply, compiled ahead of time), bench (a program that times the operations), "
                    "selftest (a program that compares a device with the host)")
        ->type_name("KIND");
    command.add_option("--header", header, "with --kernels: the header to include; default: NAME.cuh")
        ->type_name("FILE");
}

std::optional<Kernels> KernelOptions::parsed_kernels() const {
    if (!kernels) {
        if (header) throw usage_error("--header goes with --kernels: a header includes no other");
        return std::nullopt;
    }
    const Kernels kind = parse_kernels(*kernels);
    if (kind == Kernels::bench && spec.modulus == "runtime") {
        throw unsupported(
            "--kernels bench is not supported with --modulus runtime; the nearest is a modulus that is "
            "known");
    }
    if (kind != Kernels::batch && spec.number_width().mapping.is_group()) {
        throw unsupported(
            fmt::format("--kernels {} is not supported with several threads a number (--map); the nearest is "
                        "--kernels batch",
                        *kernels));
    }
    if (parse_style(style) == Style::macro)
        throw unsupported("--kernels are not supported for --style macro; the nearest is --style inline");
    if (header && (header->empty() || header->find_first_of("\"'\\ \t\n\v\f\r") != std::string::npos ||
                   header->find("??") != std::string::npos))
        throw usage_error(
            "--header: no name of a file to include; such a name has no spaces, quotes and backslashes");
    return kind;
}

std::string KernelOptions::included(const Spec& made) const {
    return header.value_or(file_stem(made.name) + ".cuh");
}

}  // namespace limbsmith::cli
