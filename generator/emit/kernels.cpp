#include "emit/kernels.hpp"

#include <algorithm>
#include <iterator>

#include "emit/operations.hpp"
#include "emit/render.hpp"

namespace limbsmith::emit {
namespace {

Width width_of(const Spec& spec) { return spec.width; }
Width width_of(const FieldSpec& spec) { return spec.modulus.width(); }

template <class AnySpec>
std::string print(const AnySpec& spec, const std::vector<plan::Function>& functions,
                  const std::string& header, const std::string& kind, const std::string& file) {
    Json asked = Json::array();
    std::ranges::copy_if(operations_model(spec, functions), std::back_inserter(asked),
                         [](const Json& operation) { return operation["is_asked"].get<bool>(); });
    const Width width = width_of(spec);
    const std::string other = header == spec.name + ".cuh" ? "" : " --header " + header;
    const Json model = {{"command", spec.command() + " --kernels " + kind + other},
                        {"version", LIMBSMITH_VERSION},
                        {"name", spec.name},
                        {"header", header},
                        {"bits", width.bits},
                        {"limbs", width.limbs()},
                        {"operations", asked}};
    return render(file, model.dump());
}

}  // namespace

std::string ahead_of_time_kernels(const Spec& spec, const std::vector<plan::Function>& functions,
                                  const std::string& header) {
    return print(spec, functions, header, "batch", "kernels.cu.j2");
}

std::string ahead_of_time_kernels(const FieldSpec& spec, const std::vector<plan::Function>& functions,
                                  const std::string& header) {
    return print(spec, functions, header, "batch", "kernels.cu.j2");
}

std::string benchmark_program(const Spec& spec, const std::vector<plan::Function>& functions,
                              const std::string& header) {
    return print(spec, functions, header, "bench", "bench.cu.j2");
}

std::string benchmark_program(const FieldSpec& spec, const std::vector<plan::Function>& functions,
                              const std::string& header) {
    return print(spec, functions, header, "bench", "bench.cu.j2");
}

}  // namespace limbsmith::emit
