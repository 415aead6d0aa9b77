// The interpreter can read everything that the GPU test of meanings measures.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "sass/compilers.hpp"
#include "sass/forms.hpp"
#include "sass/interpreter.hpp"
#include "sass/ptx_snippets.hpp"

namespace limbsmith::test {

TEST_CASE("snippets can be interpreted for every architecture") {
    const std::string ptx = ptx_module(ptx_snippets());
    std::map<std::string, std::set<std::string>> refused;
    for (const std::string architecture : {"sm_75", "sm_80", "sm_90", "sm_100", "sm_120"}) {
        for (const sass::Function& function : own_assembler().functions(ptx, architecture)) {
            try {
                sass::Kernel(function).run(std::vector<uint32_t>(10, 1), 10);
            } catch (const std::runtime_error& error) {
                refused[architecture].insert(error.what());
            }
        }
    }
    for (const auto& [architecture, all] : refused) {
        for (const std::string& message : all) FAIL_CHECK(architecture, ": ", message);
    }
}

}  // namespace limbsmith::test
