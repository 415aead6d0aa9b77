// The compilers that tests read the work of: the machine's own, and those that `./dev setup` fetches.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "sass/toolchain.hpp"

namespace limbsmith::test {

// The machine's own ptxas. Without it, or without nvdisasm, tests fail: `./dev setup` gets both.
inline const sass::Assembler& own_assembler() {
    static const sass::Assembler made = sass::Assembler::find();
    return made;
}

// That of another release: 12.8, 13.5; nothing where it could not be fetched, which a test has to say.
inline std::optional<sass::Assembler> assembler_of(const std::string& release) {
    const std::filesystem::path ptxas = std::filesystem::path(LIMBSMITH_COMPILERS) / ("ptxas-" + release);
    if (!std::filesystem::exists(ptxas)) {
        MESSAGE("skipped: no ptxas of CUDA ", release, "; ./dev setup fetches it");
        return std::nullopt;
    }
    return sass::Assembler::find(ptxas);
}

}  // namespace limbsmith::test
