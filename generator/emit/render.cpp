#include "emit/render.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

#include "spec/error.hpp"

extern char** environ;

namespace limbsmith::emit {
namespace {

namespace fs = std::filesystem;

constexpr int no_module = 3;  // a script's exit code where a module that it needs cannot be imported
constexpr int no_such = 127;  // the program could not be started

Error failure(const std::string& message) { return {Exit::failed, message}; }

// An anonymous file: rewound, it is another program's standard input or holds its output.
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

std::vector<std::string> pythons() {
    std::vector<std::string> found;
    if (const char* chosen = std::getenv("LIMBSMITH_PYTHON")) found.push_back(chosen);
    const fs::path venv = template_folder().parent_path() / ".venv/bin/python3";
    std::error_code none;  // what cannot be looked at is not there
    if (fs::exists(venv, none)) found.push_back(venv);
    found.push_back("python3");
    found.push_back("/usr/bin/python3");
    return found;
}

// What a script of templates/ prints for `input`, run by the first Python that has the modules that it needs.
// Throws Error: with `missing` where none has; failed with what the script had to say.
std::string run_script(const std::vector<std::string>& script, const std::string& input,
                       const std::string& modules, Exit missing) {
    std::string tried;
    for (const std::string& python : pythons()) {
        Scratch in, out, err;
        in.write(input);
        std::vector<std::string> command{python};
        command.insert(command.end(), script.begin(), script.end());
        command[1] = template_folder() / script[0];
        const int code = run(command, in, out, err);
        if (code == 0) return out.read();
        if (code != no_module && code != no_such)
            throw failure(fmt::format("{} {} failed:\n{}", python, script.back(), err.read()));
        tried += (tried.empty() ? "" : ", ") + python;
    }
    throw Error(missing, fmt::format("no Python that can import {0} (tried {1}): run `./dev setup`, or "
                                     "`python3 -m pip install {0}`, or name one in LIMBSMITH_PYTHON",
                                     modules, tried));
}

}  // namespace

fs::path template_folder() {
    if (const char* chosen = std::getenv("LIMBSMITH_TEMPLATES")) return chosen;
    std::error_code none;
    const fs::path executable = fs::read_symlink("/proc/self/exe", none);
    for (fs::path folder = executable.parent_path(); folder != folder.root_path();
         folder = folder.parent_path()) {
        for (const fs::path& place : {folder / "templates", folder / "share/limbsmith/templates"}) {
            if (fs::exists(place / "render.py", none)) return place;
        }
    }
    throw failure("templates/ not found beside the executable; set LIMBSMITH_TEMPLATES to its place");
}

std::string render(const std::string& name, const std::string& model) {
    return run_script({"render.py", name}, model, "jinja2", Exit::failed);
}

std::string render_report(const std::string& results) {
    return run_script({"report.py"}, results, "jinja2", Exit::unsupported);
}

}  // namespace limbsmith::emit
