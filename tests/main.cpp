// The main function of every test program. Records of self-checks lie beside the program: neither in the user's folder nor
// where the program is started.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

int main(int argc, char** argv) {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    setenv("LIMBSMITH_SELF_CHECK", (program.parent_path() / "self-check").c_str(), 0);
    return doctest::Context(argc, argv).run();
}
