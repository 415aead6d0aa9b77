// Module by driver calls, and the cache of loaded images.
#include "device/module.hpp"

#include <map>
#include <mutex>
#include <string_view>
#include <utility>

#include "device/driver.hpp"

namespace limbsmith::runtime {
namespace {

using Key = std::pair<int, std::vector<char>>;  // ordinal and image

// The loaded modules; the cache does not keep them loaded.
struct Cache {
    std::mutex mutex;
    std::map<Key, std::weak_ptr<CUmod_st>> modules;
};
Cache& cache() {
    static auto* const own = new Cache;  // never destroyed: modules in static objects use it
    return *own;
}

// Unloads a module, and forgets it unless its image has been loaded again meanwhile.
struct Unload {
    Device device;
    Key key;
    void operator()(CUmodule module) const noexcept {
        try {
            const std::lock_guard lock(cache().mutex);
            const auto known = cache().modules.find(key);
            if (known != cache().modules.end() && known->second.expired()) cache().modules.erase(known);
            const Device::Scope scope(device);
            driver().cuModuleUnload(module);
        } catch (const std::exception&) {
            // the device is lost, and its code with it
        }
    }
};

std::shared_ptr<CUmod_st> load(const Device& device, const std::vector<char>& image) {
    Key key(device.ordinal(), image);
    std::shared_ptr<CUmod_st> owner;  // outlives the lock, which its deleter takes
    const std::lock_guard lock(cache().mutex);
    if (const auto known = cache().modules.find(key); known != cache().modules.end()) {
        if ((owner = known->second.lock())) return owner;
    }
    const Device::Scope scope(device);
    CUmodule module = nullptr;
    // The usual reason for a refusal is an image from an NVRTC that is newer than the driver, so the message
    // names both.
    check(driver().cuModuleLoadData(&module, image.data()),
          "loading of compiled code (the driver takes CUDA " + driver_cuda() +
              " and older; LIMBSMITH_NVRTC chooses another compiler)");
    owner = {module, Unload{device, key}};
    cache().modules.insert_or_assign(std::move(key), owner);
    return owner;
}

int attribute(CUfunction function, CUfunction_attribute which, const std::string& name) {
    int value = 0;
    check(driver().cuFuncGetAttribute(&value, which, function), "cuFuncGetAttribute of " + name);
    return value;
}

unsigned read_word(CUmodule module, const std::string& symbol) {
    CUdeviceptr address = 0;
    size_t size = 0;
    check(driver().cuModuleGetGlobal(&address, &size, module, symbol.c_str()), "look-up of " + symbol);
    unsigned word = 0;
    check(driver().cuMemcpyDtoHAsync(&word, address, sizeof word, nullptr), "reading " + symbol);
    check(driver().cuStreamSynchronize(nullptr), "reading " + symbol);
    return word;
}

// Reads NAME_shared_bytes, where the image has it, and allows the kernel as many. A look-up that fails would be an error
// to tools that watch the driver.
unsigned shared_bytes(const std::vector<char>& image, CUmodule module, CUfunction function,
                      const std::string& name) {
    const std::string symbol = name + "_shared_bytes";
    if (std::string_view(image.data(), image.size()).find(symbol) == std::string_view::npos) return 0;
    const unsigned bytes = read_word(module, symbol);
    check(driver().cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      static_cast<int>(bytes)),
          name + " with " + std::to_string(bytes) + " bytes of shared memory");
    return bytes;
}

}  // namespace

Module::Module(const Device& device, const std::vector<char>& image)
    : device_(device),
      module_(load(device, image)),
      image_(std::make_shared<const std::vector<char>>(image)) {}

Function Module::function(const std::string& name) const {
    const Device::Scope scope(device_);
    CUfunction handle = nullptr;
    check(driver().cuModuleGetFunction(&handle, module_.get(), name.c_str()), "look-up of kernel " + name);
    return {name,
            attribute(handle, CU_FUNC_ATTRIBUTE_NUM_REGS, name),
            attribute(handle, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, name),
            shared_bytes(*image_, module_.get(), handle, name),
            handle,
            module_};
}

unsigned Module::word(const std::string& name) const {
    const Device::Scope scope(device_);
    return read_word(module_.get(), name);
}

}  // namespace limbsmith::runtime
