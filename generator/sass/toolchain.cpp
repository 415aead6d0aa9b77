#include "sass/toolchain.hpp"

#include <cstdlib>
#include <optional>

#include "sass/process.hpp"

namespace limbsmith::sass {
namespace {

namespace fs = std::filesystem;

constexpr const char* advice =
    "; `./dev setup` installs what is missing, or name one in the environment: LIMBSMITH_NVCC, "
    "LIMBSMITH_PTXAS, "
    "LIMBSMITH_NVDISASM";

bool is_program(const fs::path& file) {
    std::error_code none;
    return fs::is_regular_file(file, none);
}

std::optional<fs::path> on_path(const std::string& name) {
    const char* all = std::getenv("PATH");
    std::string rest = all ? all : "";
    while (!rest.empty()) {
        const size_t colon = rest.find(':');
        const fs::path file = fs::path(rest.substr(0, colon)) / name;
        if (is_program(file)) return file;
        rest = colon == rest.npos ? "" : rest.substr(colon + 1);
    }
    return std::nullopt;
}

std::optional<fs::path> from_environment(const char* variable) {
    const char* value = std::getenv(variable);
    if (!value || !*value) return std::nullopt;
    if (is_program(value)) return value;
    if (const auto found = on_path(value)) return found;
    throw MissingTool(std::string(variable) + " names no file: " + value + advice);
}

// A path in the checkout that this program was built in, if there is one.
std::optional<fs::path> in_checkout(const std::string& place) {
    std::error_code none;
    fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
    for (; !folder.empty() && folder != folder.root_path(); folder = folder.parent_path()) {
        if (is_program(folder / place)) return folder / place;
    }
    return std::nullopt;
}

std::optional<fs::path> nvcc_of_machine() {
    if (const auto found = from_environment("LIMBSMITH_NVCC")) return found;
    if (const auto found = on_path("nvcc")) return found;
    if (is_program("/usr/local/cuda/bin/nvcc")) return "/usr/local/cuda/bin/nvcc";
    return in_checkout(".compilers/nvcc");
}

std::optional<fs::path> ptxas_of_machine() {
    if (const auto found = from_environment("LIMBSMITH_PTXAS")) return found;
    if (const auto nvcc = nvcc_of_machine()) {
        const fs::path beside = FrontEnd(*nvcc).assembler();
        if (is_program(beside)) return beside;
    }
    return on_path("ptxas");
}

std::optional<fs::path> nvdisasm_of_machine(const fs::path& ptxas) {
    if (const auto found = from_environment("LIMBSMITH_NVDISASM")) return found;
    if (const auto found = in_checkout(".compilers/nvdisasm")) return found;
    if (const auto found = on_path("nvdisasm")) return found;
    const fs::path beside = ptxas.parent_path() / "nvdisasm";
    return is_program(beside) ? std::optional(beside) : std::nullopt;
}

fs::path required(const std::optional<fs::path>& found, const std::string& name) {
    if (!found) throw MissingTool("no " + name + " found" + advice);
    return *found;
}

std::string checked(const Finished& finished, const fs::path& program) {
    if (finished.status == 0) return finished.out;
    throw std::runtime_error(program.string() + " failed:\n" + finished.out + finished.err);
}

// `Cuda compilation tools, release 13.0, V13.0.88`
std::string version_of(const fs::path& ptxas) {
    const std::string text = checked(run_program({ptxas, "--version"}), ptxas);
    const size_t at = text.find(", V");
    const size_t end = text.find_first_not_of("0123456789.", at + 3);
    if (at == text.npos) throw std::runtime_error(ptxas.string() + " does not tell its version");
    return text.substr(at + 3, end - at - 3);
}

}  // namespace

FrontEnd FrontEnd::find(const fs::path& nvcc) {
    return FrontEnd(nvcc.empty() ? required(nvcc_of_machine(), "nvcc") : nvcc);
}

fs::path FrontEnd::assembler() const {
    std::error_code none;
    return fs::canonical(nvcc_, none).parent_path() / "ptxas";
}

std::string FrontEnd::compile(const fs::path& source, int capability) const {
    const Scratch folder;
    const fs::path out = folder / "module.ptx";
    checked(run_program({nvcc_, "-ptx", "-std=c++17", "-arch=compute_" + std::to_string(capability), "-o",
                         out, source}),
            nvcc_);
    return read_file(out);
}

Assembler Assembler::find(const fs::path& ptxas, const fs::path& nvdisasm) {
    const fs::path assembler = ptxas.empty() ? required(ptxas_of_machine(), "ptxas") : ptxas;
    return {assembler, nvdisasm.empty() ? required(nvdisasm_of_machine(assembler), "nvdisasm") : nvdisasm};
}

Assembler::Assembler(fs::path ptxas, fs::path nvdisasm)
    : ptxas_(std::move(ptxas)), nvdisasm_(std::move(nvdisasm)), version_(version_of(ptxas_)) {}

std::string Assembler::assemble(const std::string& ptx, const std::string& architecture,
                                const std::vector<std::string>& options) const {
    const Scratch folder;
    const fs::path in = folder / "module.ptx", out = folder / "module.cubin";
    write_file(in, for_release(ptx, version_));
    std::vector<std::string> command{ptxas_, "-arch", architecture, "-o", out, in};
    command.insert(command.end(), options.begin(), options.end());
    checked(run_program(command), ptxas_);
    return read_file(out);
}

std::string Assembler::disassemble(const std::string& cubin) const {
    const Scratch folder;
    const fs::path in = folder / "module.cubin";
    write_file(in, cubin);
    // -c: code only; -ndf: no branch analysis, which would take most of the time
    return checked(run_program({nvdisasm_, "-c", "-ndf", in}), nvdisasm_);
}

std::string for_release(std::string ptx, std::string_view release) {
    constexpr std::string_view word = ".version ", newest_of_12 = "8.7";
    const size_t at = ptx.find(word), end = ptx.find('\n', at);
    if (!release.starts_with("12.") || at == ptx.npos || end == ptx.npos) return ptx;
    const std::string version = ptx.substr(at + word.size(), end - at - word.size());
    if (std::stod(version) > std::stod(std::string(newest_of_12)))
        ptx.replace(at + word.size(), version.size(), newest_of_12);
    return ptx;
}

}  // namespace limbsmith::sass
