// The main function of every test program. Records of self-checks stay out of the user's folder.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>

int main(int argc, char** argv) {
    setenv("LIMBSMITH_SELF_CHECK", (std::filesystem::current_path() / "self-check").c_str(), 0);
    return doctest::Context(argc, argv).run();
}
