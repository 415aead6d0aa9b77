// Finds and loads libnvrtc; nvrtc.hpp lists the places in order.
#include "jit/nvrtc.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace limbsmith::runtime {

namespace {

namespace fs = std::filesystem;

// Newest first; CUDA 11 uses the last name for all its versions from 11.2 on.
constexpr std::array names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

// Visits each entry of a folder; an unreadable folder counts as empty.
template <class Iterator, class Visit>
void for_each_entry(const fs::path& folder, Visit&& visit) {
    std::error_code error;
    Iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != Iterator(); entry.increment(error)) visit(entry->path());
}

// NVRTC opens its builtins by bare name, so the loader must know them already unless they are on its search
// path. For a library in another folder, the builtins beside it are opened first.
void* open(const fs::path& path) {
    if (path.has_parent_path()) {
        for_each_entry<fs::directory_iterator>(path.parent_path(), [](const fs::path& neighbour) {
            if (neighbour.filename().native().starts_with("libnvrtc-builtins.so.")) {
                dlopen(neighbour.c_str(), RTLD_NOW | RTLD_LOCAL);
            }
        });
    }
    return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

// The folders of places 3 and 4, in order; most of them do not exist.
std::vector<fs::path> folders() {
    std::vector<fs::path> result;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        const char* home = std::getenv(variable);
        if (home && *home) result.insert(result.end(), {fs::path(home) / "lib64", fs::path(home) / "lib"});
    }
    result.emplace_back("/usr/local/cuda/lib64");

    std::error_code error;
    fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    for (int level = 0; level < 2 && folder.has_relative_path(); ++level) {
        folder = folder.parent_path();
        for_each_entry<fs::recursive_directory_iterator>(folder / ".cuda", [&](const fs::path& found) {
            if (found.filename() == "lib") result.push_back(found);
        });
        for_each_entry<fs::directory_iterator>(folder / ".venv/lib", [&](const fs::path& python) {
            fs::path packages = python / "site-packages/nvidia";
            result.insert(result.end(), {packages / "cu13/lib", packages / "cuda_nvrtc/lib"});
        });
    }
    return result;
}

void* find() {
    if (const char* chosen = std::getenv("LIMBSMITH_NVRTC"); chosen && *chosen) {
        if (void* library = open(chosen)) return library;
        throw NoDevice(fmt::format("NVRTC: LIMBSMITH_NVRTC does not name a loadable library: {}", dlerror()));
    }
    for (const char* name : names) {
        if (void* library = open(name)) return library;
    }
    for (const fs::path& folder : folders()) {
        for (const char* name : names) {
            std::error_code error;
            if (!fs::exists(folder / name, error)) continue;
            if (void* library = open(folder / name)) return library;
        }
    }
    throw NoDevice(
        "NVRTC, CUDA's run-time compiler, is not found in the loader's search path, CUDA_HOME, CUDA_PATH, "
        "/usr/local/cuda, or .cuda and .venv near the executable; install the CUDA toolkit or the Python "
        "package "
        "nvidia-cuda-nvrtc, or set LIMBSMITH_NVRTC to the path of libnvrtc.so");
}

// The library is never closed: its functions are used until the process ends.
Nvrtc load() {
    void* library = find();
    Nvrtc table;
#define LIMBSMITH_LOAD(name) resolve(library, LIMBSMITH_EXPANDED_TEXT(name), "NVRTC is too old", table.name);
    LIMBSMITH_NVRTC_FUNCTIONS(LIMBSMITH_LOAD)
#undef LIMBSMITH_LOAD
    return table;
}

}  // namespace

const Nvrtc& nvrtc() {
    static const Nvrtc table = load();
    return table;
}

}  // namespace limbsmith::runtime
