#include "session/kernel.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "jit/compiler.hpp"
#include "jit/image_cache.hpp"
#include "limbsmith/subject.hpp"
#include "session/build.hpp"
#include "session/kernel_check.hpp"
#include "spec/mapping.hpp"

namespace limbsmith::emit {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CallParameter, name, type, words)
}

namespace limbsmith::session {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Signature, outputs, inputs, has_large_tiles, are_number_major)

namespace {

using nlohmann::json;

std::string text(const std::vector<CallPlace>& places) {
    std::string made;
    for (const CallPlace place : places) made += "lnc"[static_cast<int>(place)];
    return made;
}
std::string text(const Places& places) {
    return fmt::format("{} {}{}", text(places.outputs), text(places.inputs), places.is_large ? " large" : "");
}

}  // namespace

Signature signature(const std::string& description, const std::string& operation,
                    const std::function<Spec()>& spec, const std::optional<runtime::Device>& device) {
    const auto made = [&] {
        const Spec of = spec();
        const emit::CallSignature found = emit::call_signature(of, catalogue::functions(of), operation);
        return Signature{found.outputs, found.inputs, found.has_large_tiles, found.are_number_major};
    };
    if (!device) return made();
    const std::string key = fmt::format("{}\nsignature of {} {}", build(), operation, description);
    if (const auto kept = runtime::kept("call", key, device->major(), device->minor()))
        return json::parse(*kept).get<Signature>();
    Signature found = made();
    runtime::keep("call", key, device->major(), device->minor(), json(found).dump());
    return found;
}

Kernel::Kernel(const std::string& description, const std::string& operation,
               const std::function<Spec()>& spec, const Places& places, const runtime::Device& device) {
    const std::string key = fmt::format("{}\n{} {}\n{}\n{}", build(), operation, description, text(places),
                                        device.shared_bytes());
    std::vector<char> image;
    if (const auto kept = runtime::kept("call", key, device.major(), device.minor())) {
        image.assign(kept->begin(), kept->end());
    } else {
        const Spec of = spec();
        require_gpu_with(of.width, device.major(), device.minor());
        const KernelSource source = call_source(of, operation, places, device.shared_bytes());
        image = runtime::compile(source.text, "call.cu", source.headers, device.major(), device.minor());
        runtime::keep("call", key, device.major(), device.minor(), std::string(image.begin(), image.end()));
    }
    const runtime::Module module(device, image);
    const std::string name = emit::call_kernel_name(operation);
    function_ = module.function(name);
    block_ = module.word(name + "_block");
    numbers_ = module.word(name + "_numbers");

    self_check::subject subject{
        fmt::format("{} {}", operation, description),
        fmt::format("image {:016x}, {}", std::hash<std::string_view>{}({image.data(), image.size()}),
                    text(places)),
        device.description(), runtime::driver_version(), runtime::compiler_version()};
    if (subject.is_due()) subject.conclude(difference(*this, spec(), operation, places, device));
}

void Kernel::launch(runtime::Stream& on, unsigned long long count,
                    const std::vector<Argument>& arguments) const {
    if (count == 0) return;
    std::vector<void*> pointers{&count};
    for (const Argument& it : arguments) pointers.push_back(const_cast<Argument*>(&it));
    on.launch(function_, (count - 1) / numbers_ + 1, block_, pointers);
}

}  // namespace limbsmith::session
