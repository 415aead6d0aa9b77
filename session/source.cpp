#include "session/source.hpp"

#include <fmt/format.h>

#include <utility>

#include "catalogue/lanes.hpp"
#include "emit/group.hpp"
#include "emit/run_kernels.hpp"
#include "engine/engine.hpp"
#include "engine/kernels.hpp"
#include "resource/resource.hpp"

namespace limbsmith::session {
namespace {

runtime::Header proved_header(const Spec& spec, const std::vector<catalogue::Function>& functions) {
    return {spec.name + ".cuh", engine::header(spec, functions)};
}

std::vector<runtime::Header> public_headers() {
    std::vector<runtime::Header> made;
    for (const char* name : {"arguments", "call", "kernel", "layout", "tile"}) {
        const std::string file = fmt::format("limbsmith/{}.hpp", name);
        made.push_back({file, std::string(resource(file))});
    }
    return made;
}

}  // namespace

runtime::Header header(const Spec& spec) { return proved_header(spec, catalogue::functions(spec)); }

KernelSource call_source(const Spec& spec, const std::string& operation, const Places& places,
                         int most_shared) {
    const std::vector<catalogue::Function> functions = catalogue::functions(spec);
    const runtime::Header header = proved_header(spec, functions);
    std::vector<runtime::Header> headers = public_headers();
    headers.push_back(header);
    return {engine::call_kernel(spec, functions, header.name,
                                {operation, places.outputs, places.inputs, most_shared, places.is_large}),
            std::move(headers), emit::call_kernel_name(operation)};
}

KernelSource batch_source(const Spec& spec, const std::string& operation, std::optional<uint32_t> block) {
    Spec alone = spec;
    alone.ops = {operation};
    const runtime::Header header = proved_header(alone, catalogue::functions(alone));
    KernelSource made{
        engine::batch_kernels(alone, header.name, block), {header}, emit::kernel_name(operation)};
    const catalogue::Operation& of = catalogue::operation(alone, operation);
    if (!block && catalogue::has_strided_tile(of, alone)) {
        const catalogue::BatchFunction function = catalogue::batch_function(of, alone);
        if (const catalogue::Tile* tile = function.tile())
            made.tiles = {emit::tile_kernel_name(made.kernel), static_cast<uint32_t>(tile->numbers),
                          static_cast<uint32_t>(tile->threads),
                          emit::shared_bytes(tile->routine, function.loops.library)};
    }
    return made;
}

}  // namespace limbsmith::session
