#include "portable_code.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/thread/source.hpp"
#include "files/whole_file.hpp"

namespace limbsmith::bench {
namespace {

namespace fs = std::filesystem;

// A temporary folder, removed with the object.
class Folder {
  public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "limbsmith-bench-XXXXXX").string();
        if (mkdtemp(name.data())) path_ = name;
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    const fs::path& path() const { return path_; }
    void write(const std::string& name, const std::string& text) const {
        fs::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name) << text;
    }

  private:
    fs::path path_;
};

std::string compiler() {
    const char* chosen = std::getenv("CXX");
    return chosen && *chosen ? chosen : "c++";
}

}  // namespace

std::string host_compiler() {
    std::FILE* pipe = popen((compiler() + " --version 2>/dev/null").c_str(), "r");
    if (!pipe) return "";
    char line[256] = "";
    const bool has_line = std::fgets(line, sizeof line, pipe) != nullptr;
    const bool is_there = pclose(pipe) == 0 && has_line;
    return is_there ? std::string(line, std::string(line).find_last_not_of('\n') + 1) : "";
}

void* HostLibrary::find(const char* name) const { return handle ? dlsym(handle.get(), name) : nullptr; }

HostLibrary compile_for_host(const Source& source) {
    const Folder folder;
    folder.write(source.name, source.text);
    for (const runtime::Header& header : source.headers) folder.write(header.name, header.text);
    const fs::path library = folder.path() / "code.so", log = folder.path() / "log";
    const std::string command = fmt::format(
        "{0} -std=c++17 -O3 -march=native -shared -fPIC -I'{1}' '{1}/{2}' -o '{3}' >'{4}' 2>&1 </dev/null",
        compiler(), folder.path().string(), source.name, library.string(), log.string());
    if (std::system(command.c_str()) != 0)
        return {{}, "the host's compiler failed: " + runtime::read_file(log).substr(0, 500)};
    HostLibrary made{std::shared_ptr<void>(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL),
                                           [](void* opened) {
                                               if (opened) dlclose(opened);
                                           }),
                     {}};
    if (!made.handle) made.error = "the compiled code cannot be loaded";
    return made;
}

PortableCode compile_portable(const HeaderFunction& function) {
    PortableCode code{compile_for_host(host_source(function)), nullptr, {}};
    code.run = reinterpret_cast<PortableCode::Run*>(code.library.find("run"));
    if (!code.run) code.error = code.library.error;
    return code;
}

}  // namespace limbsmith::bench
