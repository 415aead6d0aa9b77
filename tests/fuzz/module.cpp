#include "fuzz/module.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "emit/ptx.hpp"

namespace limbsmith::fuzz {
namespace {

size_t words_of(const auto& parameters) {
    size_t words = 0;
    for (const auto& parameter : parameters) words += parameter.words.size();
    return words;
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A folder that goes with its contents.
struct Folder {
    Folder() : path((std::filesystem::temp_directory_path() / "limbsmith-fuzz-XXXXXX").string()) {
        std::string name = path.string();
        if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder like " + name);
        path = name;
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path path;
};

std::string kernel(const Subject& subject) {
    const ir::Program& program = subject.printed;
    std::map<std::string, size_t> first;  // the first word of an input
    size_t inputs = 0;
    for (const ir::Input& input : program.inputs) {
        first[input.name] = inputs;
        inputs += input.words.size();
    }
    const emit::PtxStatement statement =
        emit::ptx(program, [&](const std::string& name, ir::Shape, int index) {
            const auto found = first.find(name);
            return std::to_string(found == first.end() ? 0 : found->second + static_cast<size_t>(index));
        });
    const size_t outputs = words_of(program.outputs);
    std::string text = fmt::format(
        ".visible .entry {}(.param .u64 input, .param .u64 output) {{\n"
        ".reg .u32 t<{}>, q<{}>, thread, block, size;\n.reg .u64 d<{}>, in, out;\n"
        "ld.param.u64 in, [input];\nld.param.u64 out, [output];\n"
        "cvta.to.global.u64 in, in;\ncvta.to.global.u64 out, out;\n"
        "mov.u32 thread, %tid.x;\nmov.u32 block, %ctaid.x;\nmov.u32 size, %ntid.x;\n"
        "mad.lo.u32 thread, block, size, thread;\n"
        "mad.wide.u32 in, thread, {}, in;\nmad.wide.u32 out, thread, {}, out;\n",
        subject.name, statement.temporaries + 1, outputs + statement.inputs.size() + 1, statement.pairs + 1,
        4 * inputs, 4 * outputs);
    for (size_t k = 0; k < statement.inputs.size(); ++k)
        text +=
            fmt::format("ld.global.u32 q{}, [in+{}];\n", outputs + k, 4 * std::stoul(statement.inputs[k]));
    for (std::string line : statement.instructions) {
        std::ranges::replace(line, '%', 'q');  // the operands of an asm statement are registers here
        text += line + "\n";
    }
    for (size_t k = 0; k < outputs; ++k) text += fmt::format("st.global.u32 [out+{}], q{};\n", 4 * k, k);
    return text + "ret;\n}\n";
}

}  // namespace

std::string ptx_module(std::span<const Subject> subjects, const std::string& architecture) {
    std::string text = fmt::format(".version 8.7\n.target {}\n.address_size 64\n", architecture);
    for (const Subject& subject : subjects) text += kernel(subject);
    return text;
}

Compiler parse_compiler(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos) throw std::runtime_error("a compiler is NAME=PATH of a ptxas: " + text);
    Compiler compiler{text.substr(0, equals), text.substr(equals + 1)};
    if (!std::filesystem::exists(compiler.ptxas))
        throw std::runtime_error("no ptxas at " + compiler.ptxas.string());
    return compiler;
}

std::vector<char> assemble(const Compiler& compiler, const std::string& ptx,
                           const std::string& architecture) {
    const Folder folder;
    const std::filesystem::path source = folder.path / "module.ptx", cubin = folder.path / "module.cubin",
                                log = folder.path / "log";
    std::ofstream(source) << ptx;
    const std::string command = fmt::format("'{}' -arch={} -o '{}' '{}' >'{}' 2>&1", compiler.ptxas.string(),
                                            architecture, cubin.string(), source.string(), log.string());
    if (std::system(command.c_str()) != 0)
        throw std::runtime_error(fmt::format("ptxas {}: {}", compiler.name, read_file(log).substr(0, 1000)));
    const std::string code = read_file(cubin);
    return {code.begin(), code.end()};
}

}  // namespace limbsmith::fuzz
