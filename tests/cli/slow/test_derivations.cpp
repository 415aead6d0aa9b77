// verify --derivation writes proofs, and check-proof checks them.
#include <doctest/doctest.h>

#include "cli/expect.hpp"

namespace limbsmith::test {

TEST_CASE("verify --derivation writes files that check-proof accepts") {
    const TempFolder folder;
    CHECK(done(folder, {"verify", "--bits", "131", "--ops", "add,mul", "--derivation", "p.jsonl"}) == "");
    const std::string text = folder.read("p.jsonl");
    CHECK(contains(text, "{\"derivation\":1,\"word_bits\":32,\"name\":\"add\""));
    CHECK(occurrences(text, "\"derivation\":1") == 3);  // add, add with carry, mul
    const std::string report = done(folder, {"check-proof", "p.jsonl"});
    CHECK(occurrences(report, ": holds, by ") == 3);
    CHECK(done(folder, {"verify", "--bits", "131", "--ops", "add,mul", "--derivation", "-"}) == text);
}

TEST_CASE("check-proof refuses a step that does not follow, and a file that it cannot read") {
    const TempFolder folder;
    done(folder, {"verify", "--bits", "64", "--ops", "sqr", "--derivation", "p.jsonl"});
    std::string text = folder.read("p.jsonl");
    const size_t at = text.find("\"step\":\"sum\"");
    REQUIRE(at != std::string::npos);
    folder.write("dropped.jsonl", text.substr(0, text.rfind('\n', at) + 1));
    refused(folder, {"check-proof", "dropped.jsonl"}, exit_wrong, {"sqr: goal 0: it is not reached"});
    const size_t coefficient = text.find("[[\"", at) + 3;
    text.insert(text.find('"', coefficient), "0");  // ten times as large
    folder.write("wrong.jsonl", text);
    refused(folder, {"check-proof", "wrong.jsonl"}, exit_wrong, {"sqr: step ", "not this sum of zeros"});
    folder.write("text.jsonl", "a derivation\n");
    refused(folder, {"check-proof", "text.jsonl"}, exit_usage, {"text.jsonl: line 1: not a JSON value"});
    folder.write("twice.jsonl", "{\"derivation\": 1, \"derivation\": 1}\n");
    refused(folder, {"check-proof", "twice.jsonl"}, exit_usage, {"line 1: a member is there twice"});
    const std::string unused =
        R"({"derivation":1,"word_bits":32,"name":"copy","words":9,"flags":0}
{"input":"a","words":[0]}
{"output":"r","words":["w7"]}
{"left":"a","right":"a"}
{"step":"sum","claim":[],"zeros":[]}
)";
    folder.write("undefined.jsonl", unused);
    refused(folder, {"check-proof", "undefined.jsonl"}, exit_wrong, {"a word is read before it is defined"});
    refused(folder, {"check-proof", "none.jsonl"}, exit_usage, {"none.jsonl"});
}

TEST_CASE("loops have derivations, which rest on those of their callees") {
    const TempFolder folder;
    done(folder, {"verify", "--modulus", "2^31-1", "--reduction", "special", "--ops",
                  "sqr_n,from_bytes,to_bytes", "--derivation", "p.jsonl"});
    const std::string text = folder.read("p.jsonl");
    for (const char* name : {"sqr_n", "from_bytes", "to_bytes"})
        CHECK(contains(done(folder, {"check-proof", "p.jsonl"}), std::string(name) + ": holds, by "));
    const size_t routine = text.find("{\"derivation\":1,\"word_bits\":32,\"routine\":\"from_bytes\"");
    REQUIRE(routine != std::string::npos);
    folder.write("alone.jsonl", text.substr(routine, text.find("{\"derivation\"", routine + 1) - routine));
    refused(folder, {"check-proof", "alone.jsonl"}, exit_wrong,
            {"from_bytes: program: there is no is_canonical before it"});
}

TEST_CASE("a function without a derivation is refused, and nothing is written") {
    const TempFolder folder;
    refused(folder,
            {"verify", "--modulus", "2^66+2^25-2^23-2^15", "--reduction", "special", "--ops", "add,mul",
             "--derivation", "p.jsonl"},
            exit_unsupported, {"mul (", "--ops add,sub,mul,sqr,lt,select"});
    refused(folder,
            {"verify", "--bits", "64", "--map", "block:64", "--ops", "add", "--derivation", "p.jsonl"},
            exit_unsupported, {"add (", "--map thread"});
    refused(folder, {"verify", "--bits", "64", "--derivation", "p.jsonl", "--json"}, exit_usage, {"--json"});
}

}  // namespace limbsmith::test
