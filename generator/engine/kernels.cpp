#include "engine/kernels.hpp"

#include "emit/call_kernel.hpp"
#include "emit/function_kernels.hpp"
#include "emit/kernels.hpp"
#include "emit/run_kernels.hpp"
#include "read/kernels.hpp"
#include "read/run_kernels.hpp"

namespace limbsmith::engine {

std::string kernels(const Spec& spec, const std::string& header, Kernels kind) {
    const read::Proved proved = read::proved(spec);
    std::string text = emit::kernels(spec, proved.functions, proved.loops, header, kind);
    read::or_refuted([&] { return read::read_kernels(text, proved, header, kind); });
    return text;
}

CheckedKernels check_kernels(const std::string& text, const Spec& spec, const std::string& header,
                             Kernels kind) {
    const read::Proved proved = read::proved(spec);
    const read::Found found =
        read::or_refuted([&] { return read::read_kernels(text, proved, header, kind); });
    return {found.functions, found.share.lines};
}

std::string batch_kernels(const Spec& spec, const std::string& header, std::optional<uint32_t> block) {
    const auto functions = emit::batch_functions(spec);
    std::string text = emit::run_kernels(spec.name, header, functions, block);
    read::or_refuted([&] { return read::read_run_kernels(text, spec.name, header, functions, block); });
    return text;
}

std::string call_kernel(const Spec& spec, const std::vector<catalogue::Function>& functions,
                        const std::string& header, const KernelCall& call) {
    const read::Proved proved = read::proved(spec, functions);
    std::string text = emit::call_kernel(spec, functions, proved.loops, header, call);
    read::or_refuted([&] { return read::read_call_kernel(text, proved, header, call); });
    return text;
}

std::string function_kernels(const std::string& name, const std::string& header,
                             const std::vector<catalogue::Function>& functions) {
    std::string text = emit::function_kernels(name, header, functions);
    read::or_refuted([&] { return read::read_function_kernels(text, name, header, functions); });
    return text;
}

}  // namespace limbsmith::engine
