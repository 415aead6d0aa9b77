#include "kernel_files.hpp"

#include "emit/render.hpp"
#include "files/whole_file.hpp"

namespace limbsmith::bench {

runtime::Module compile_kernel(runtime::Context& context, const std::string& file, const std::string& prelude,
                               const std::vector<runtime::Header>& headers) {
    const auto root = emit::template_folder().parent_path();
    const std::string source = runtime::read_file(root / "bench/kernels" / file);
    return {context, runtime::compile(prelude + source, file, headers, context.major(), context.minor())};
}

}  // namespace limbsmith::bench
