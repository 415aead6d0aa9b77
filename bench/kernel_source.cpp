#include "kernel_source.hpp"

#include "resource/resource.hpp"

namespace limbsmith::bench {

Source plain_source(const std::string& file, const std::string& prelude) {
    return {file, prelude + std::string(resource("bench/kernels/" + file)), {}};
}

runtime::Header runtime_header(const std::string& name) { return {name, std::string(resource(name))}; }

}  // namespace limbsmith::bench
