#include "emit/report.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "resource/resource.hpp"
#include "spec/error.hpp"

extern char** environ;

namespace limbsmith::emit {
namespace {

namespace fs = std::filesystem;

constexpr int no_module = 3;  // the script's exit code if it cannot import a module
constexpr int no_such = 127;  // the program could not be started

Error failure(const std::string& message) { return {Exit::failed, message}; }

// An anonymous file for the standard input or the output of another program.
class Scratch {
  public:
    Scratch() : file_(std::tmpfile()) {
        if (!file_) throw failure("cannot create a temporary file");
    }
    ~Scratch() { std::fclose(file_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    int descriptor() const { return fileno(file_); }
    void write(const std::string& text) {
        if (std::fwrite(text.data(), 1, text.size(), file_) != text.size() || std::fflush(file_) != 0) {
            throw failure("cannot write a temporary file");
        }
        std::rewind(file_);
    }
    std::string read() {
        std::rewind(file_);
        std::string text;
        std::array<char, 1 << 16> buffer;
        while (const size_t got = std::fread(buffer.data(), 1, buffer.size(), file_))
            text.append(buffer.data(), got);
        return text;
    }

  private:
    std::FILE* file_;
};

// Runs `command` and returns its exit code.
int run(const std::vector<std::string>& command, Scratch& in, Scratch& out, Scratch& err) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.descriptor(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int status = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) return no_such;
    int result = 0;
    waitpid(child, &result, 0);
    return WIFEXITED(result) ? WEXITSTATUS(result) : 1;
}

// A temporary folder with the scripts and templates of the page. The destructor removes it.
class Scripts {
  public:
    Scripts() {
        std::string name = fs::temp_directory_path() / "limbsmith-XXXXXX";
        if (!mkdtemp(name.data())) throw failure("cannot create a temporary folder");
        folder_ = name;
        for (std::string_view file : resource_names("report/")) {
            std::ofstream(folder_ / fs::path(file).filename(), std::ios::binary) << resource(file);
        }
    }
    ~Scripts() {
        std::error_code none;
        fs::remove_all(folder_, none);
    }
    Scripts(const Scripts&) = delete;
    Scripts& operator=(const Scripts&) = delete;

    std::string path(const std::string& name) const { return folder_ / name; }

  private:
    fs::path folder_;
};

std::vector<std::string> pythons() {
    std::vector<std::string> found;
    if (const char* chosen = std::getenv("LIMBSMITH_PYTHON")) found.push_back(chosen);
    std::error_code none;
    const fs::path executable = fs::read_symlink("/proc/self/exe", none);
    for (fs::path folder = executable.parent_path(); folder != folder.root_path();
         folder = folder.parent_path()) {
        const fs::path venv = folder / ".venv/bin/python3";
        if (fs::exists(venv, none)) found.push_back(venv);
    }
    found.push_back("python3");
    found.push_back("/usr/bin/python3");
    return found;
}

}  // namespace

std::string render_report(const std::string& results) {
    const Scripts scripts;
    std::string tried;
    for (const std::string& python : pythons()) {
        Scratch in, out, err;
        in.write(results);
        const int code = run({python, "-B", scripts.path("report.py")}, in, out, err);
        if (code == 0) return out.read();
        if (code != no_module && code != no_such)
            throw failure(fmt::format("{} report.py failed:\n{}", python, err.read()));
        tried += (tried.empty() ? "" : ", ") + python;
    }
    throw unsupported(fmt::format(
        "no Python that can import jinja2 (tried {}): run `python3 -m pip install jinja2` (in a checkout "
        "./dev setup), or name one in LIMBSMITH_PYTHON",
        tried));
}

}  // namespace limbsmith::emit
