#include "cli/process.hpp"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <system_error>

namespace limbsmith::test {
namespace {

namespace fs = std::filesystem;

void require(int error, const char* what) {
    if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

// A file in memory for a standard stream: unlike a pipe it never fills up and blocks the process.
class Stream {
  public:
    explicit Stream(const std::string& content = "") : descriptor_(memfd_create("stream", MFD_CLOEXEC)) {
        if (descriptor_ < 0) require(errno, "memfd_create");
        for (size_t done = 0; done < content.size();) {
            const ssize_t put = ::write(descriptor_, content.data() + done, content.size() - done);
            if (put < 0) require(errno, "write");
            done += static_cast<size_t>(put);
        }
        lseek(descriptor_, 0, SEEK_SET);
    }
    ~Stream() { close(descriptor_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    int descriptor() const { return descriptor_; }

    std::string content() const {
        lseek(descriptor_, 0, SEEK_SET);
        std::string content;
        char buffer[1 << 16];
        for (ssize_t got; (got = ::read(descriptor_, buffer, sizeof buffer)) > 0;)
            content.append(buffer, got);
        return content;
    }

  private:
    int descriptor_;
};

// The child's actions between fork and exec.
struct FileActions {
    FileActions() { require(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init"); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions); }
    void replace(int standard, const Stream& stream) {
        require(posix_spawn_file_actions_adddup2(&actions, stream.descriptor(), standard), "adddup2");
    }
    void enter(const fs::path& folder) {
        require(posix_spawn_file_actions_addchdir_np(&actions, folder.c_str()), "addchdir");
    }
    posix_spawn_file_actions_t actions;
};

}  // namespace

fs::path binary() {
    const char* chosen = std::getenv("LIMBSMITH_BINARY");
    return fs::absolute(chosen ? chosen : LIMBSMITH_BINARY_DEFAULT);
}

ProcessResult run(const Arguments& arguments, const std::string& input, const fs::path& folder) {
    std::string program = binary().string();
    Arguments copies = arguments;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : copies) argv.push_back(argument.data());
    argv.push_back(nullptr);

    const Stream in(input), out, err;
    FileActions child;
    child.replace(STDIN_FILENO, in);
    child.replace(STDOUT_FILENO, out);
    child.replace(STDERR_FILENO, err);
    child.enter(folder);
    pid_t pid = 0;
    require(posix_spawn(&pid, program.c_str(), &child.actions, nullptr, argv.data(), environ),
            program.c_str());
    int status = 0;
    while (waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR) require(errno, "waitpid");
    }
    // where the machine is loaded, a line of progress at the end of each ten seconds
    static const std::regex progress(
        "(checking|choosing|compiling|computing|drawing|measuring|proving|reading|verifying|writing)"
        "[^\n]*, [0-9]+ s\n");
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), out.content(),
            std::regex_replace(err.content(), progress, "")};
}

TempFolder::TempFolder() {
    std::string name = (fs::temp_directory_path() / "limbsmith-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) require(errno, "mkdtemp");
    path_ = name;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void TempFolder::write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
}

std::string TempFolder::read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path(name).string());
    return {std::istreambuf_iterator<char>(file), {}};
}

std::map<std::string, std::string> TempFolder::contents() const {
    std::map<std::string, std::string> contents;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        contents[name] = entry.is_directory() ? "(folder)" : read(name);
    }
    return contents;
}

}  // namespace limbsmith::test
