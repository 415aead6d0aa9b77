// The compilers whose machine code the tests read: the machine's own, and those that `./dev setup` fetches.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "sass/toolchain.hpp"

namespace limbsmith::test {

// The root of the checkout that this program was built in; it may have been copied to a machine with a GPU.
inline std::filesystem::path checkout() {
    std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    while (!std::filesystem::exists(folder / "tests/sass/families.ptx")) {
        REQUIRE_MESSAGE(folder.has_relative_path(), "not built in a checkout");
        folder = folder.parent_path();
    }
    return folder;
}

// The machine's own ptxas. Tests fail without it or nvdisasm: `./dev setup` installs both.
inline const sass::Assembler& own_assembler() {
    static const sass::Assembler made = sass::Assembler::find();
    return made;
}

// The ptxas of another release (12.8, 12.9 or 13.5); nullopt if it could not be fetched.
inline std::optional<sass::Assembler> find_assembler(const std::string& release) {
    const std::filesystem::path ptxas = checkout() / ".compilers" / ("ptxas-" + release);
    if (!std::filesystem::exists(ptxas)) return std::nullopt;
    return sass::Assembler::find(ptxas);
}

// The same, for a test that is skipped without it.
inline std::optional<sass::Assembler> required_assembler(const std::string& release) {
    auto found = find_assembler(release);
    if (!found) MESSAGE("skipped: no ptxas of CUDA ", release, "; ./dev setup fetches it");
    return found;
}

}  // namespace limbsmith::test
