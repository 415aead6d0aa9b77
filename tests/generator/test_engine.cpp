// Source in this process: returned headers are checked, and several threads get the same ones as a single
// thread.
#include <doctest/doctest.h>

#include <thread>

#include "engine/engine.hpp"
#include "spec/error.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

TEST_CASE("headers are proved and the same by several threads at once") {
    std::vector<Spec> specs;
    for (Spec spec :
         {whole_spec(Width{70}, "add,mul,divrem"), modular_spec("2^61-1", Reduction::montgomery, "mul,inv"),
          modular_spec("2^64-59", Reduction::special, "mul,add"),
          modular_spec(Modulus::at_run_time({40}), Reduction::montgomery, "mul,pow")}) {
        spec.proofs = Proofs::required;
        specs.push_back(spec);
    }
    std::vector<std::string> alone, together(2 * specs.size());
    for (const Spec& spec : specs) alone.push_back(engine::header(spec));
    {
        std::vector<std::jthread> threads;
        for (size_t k = 0; k < together.size(); ++k)
            threads.emplace_back([&, k] { together[k] = engine::header(specs[k % specs.size()]); });
    }
    for (size_t k = 0; k < together.size(); ++k) CHECK(together[k] == alone[k % specs.size()]);
    for (const std::string& text : alone) CHECK(text.find("DO NOT EDIT") != text.npos);
}

TEST_CASE("a header whose functions are not those of its spec is refused") {
    const Spec spec = whole_spec(Width{70}, "add,mul");
    std::vector<catalogue::Function> functions = catalogue::functions(spec);
    CHECK_NOTHROW(engine::header(spec, functions));
    functions[0].program.contract.right = ir::var("a");  // add, with another promise
    Spec proved = spec;
    proved.proofs = Proofs::required;
    try {
        engine::header(proved, functions);
        FAIL("a + b is not a");
    } catch (const Error& error) {
        CHECK(error.code() == Exit::refuted);
        CHECK(std::string(error.what()).find("add is not proved") == 0);
    }
}

}  // namespace limbsmith::test
