// Subcommands, help, and options with invalid values.
#include <doctest/doctest.h>

#include "cli/commands.hpp"

namespace limbsmith::test {

TEST_CASE("a missing or unknown subcommand is refused") {
    const CommandFolder folder;
    refused(folder, {}, exit_usage, {"subcommand"});
    refused(folder, {"frobnicate"}, exit_usage, {"frobnicate"});
    refused(folder, {"--bits", "131"}, exit_usage, {"subcommand"});
    refused(folder, {"generate", "--bits", "131", "--frob"}, exit_usage, {"--frob"});
    refused(folder, {"generate", "--bits", "131", "surplus"}, exit_usage, {"surplus"});
}

TEST_CASE("help is printed for every subcommand and names its options") {
    const TempFolder folder;
    const std::vector<std::pair<std::string, std::vector<std::string>>> options = {
        {"generate",
         {"--bits", "--modulus", "--reduction", "--ops", "--mul", "--style", "--name", "--output",
          "--unproved", "limbsmith cache", "reads the header back"}},
        {"explain", {"--bits", "--ops", "--mul", "--program", "--json"}},
        {"verify",
         {"--bits", "--modulus", "--ops", "--mul", "--reduction", "--inverse", "--cases", "--seed", "--json",
          "parts proved", "limbsmith cache", "only tested"}},
        {"list", {"--json"}},
        {"random",
         {"--bits", "--count", "--seed S=1", "--edges", "--below", "--nonzero", "--output", "--layout",
          "--decimal"}},
        {"run",
         {"--bits", "--op ", "--mul", "--output", "--device", "--report", "--layout", "--decimal", "=VALUE"}},
        {"check", {"--bits", "--op ", "--report", "--layout", "operands"}},
        {"cache", {"--size", "--clear", "--json", "LIMBSMITH_CACHE_LIMIT", "LIMBSMITH_PROOF_CACHE"}},
    };
    const std::string all = done(folder, {"--help"});
    for (const auto& [command, names] : options) {
        CHECK(contains(all, command));
        const std::string help = done(folder, {command, "--help"});
        for (const std::string& name : names) CHECK_MESSAGE(contains(help, name), command, " --help: ", name);
    }
    CHECK(contains(all, "Exit codes"));
}

TEST_CASE("the version is one line") {
    const TempFolder folder;
    const std::string version = done(folder, {"--version"});
    CHECK(version.starts_with("limbsmith "));
    CHECK(occurrences(version, "\n") == 1);
}

TEST_CASE("widths that are no positive numbers are refused by every command") {
    const CommandFolder folder;
    for (const Arguments& command : commands) {
        refused(folder, with(command, {"--bits", "0"}), exit_usage, {"width 0"});
        refused(folder, with(command, {"--bits", "-5"}), exit_usage, {"-5"});
        refused(folder, with(command, {"--bits=-5"}), exit_usage, {"-5"});
        refused(folder, with(command, {"--bits", "abc"}), exit_usage, {"'abc'", "not a number"});
        refused(folder, with(command, {"--bits", "13x"}), exit_usage, {"'13x'", "not a number"});
        refused(folder, with(command, {"--bits", "128x256"}), exit_unsupported, {"two widths", "--bits 256"});
        refused(folder, with(command, {"--bits", ""}), exit_usage, {"--bits"});
        refused(folder, with(command, {"--bits="}), exit_usage, {"--bits"});
        refused(folder, command, exit_usage, {"--bits"});
    }
}

TEST_CASE("operations that need a modulus, or none, say so") {
    const CommandFolder folder;
    for (const char* op : {"inv", "legendre", "to_elem", "batch_inv"}) {
        const std::string says = std::string(op) + " is only with --modulus";
        refused(folder, {"generate", "--bits", "64", "--ops", op, "-o", "out.txt"}, exit_usage, {says});
        refused(folder, {"explain", "--bits", "64", "--ops", op}, exit_usage, {says});
        refused(folder, {"run", "--bits", "64", "--op", op, "a.txt"}, exit_usage, {says});
    }
    for (const char* op : {"divrem", "gcd", "mod_add"})
        refused(folder, {"generate", "--modulus", "101", "--ops", op, "-o", "out.txt"}, exit_usage,
                {std::string(op) + " is only without --modulus"});
}

TEST_CASE("mistakes in options are found before a search for proofs") {
    const CommandFolder folder;
    const std::string structured = "2^1009+2^700-2^500-2^300-2^99-1";  // no reduction is known to be proved
    const Arguments generate = {"generate", "--modulus", structured, "-o", "out.txt"};
    refused(folder, with(generate, {"--power", "e=x"}), exit_usage, {"x"});
    refused(folder, with(generate, {"--name", "for"}), exit_usage, {"'for'"});
    refused(folder, with(generate, {"--ops", "mull"}), exit_usage, {"'mull'"});
}

TEST_CASE("counts may have an exponent") {
    const CommandFolder folder;
    CHECK(occurrences(done(folder, {"random", "--bits", "8", "--count", "1e2"}), "\n") == 100);
    CHECK(occurrences(done(folder, {"random", "--bits", "8", "--count", "1.50e1"}), "\n") == 15);
    CHECK(occurrences(done(folder, {"random", "--bits", "8", "--count", "2^4", "--seed", "1e3"}), "\n") ==
          16);
    for (const char* wrong : {"1e-1", "1.5e0", "e3", "1e", "1e40", "0x1e+2x"})
        refused(folder, {"random", "--bits", "8", "--count", wrong}, exit_usage, {"--count"});
}

TEST_CASE("widths over the widest of a command are unsupported and the message names it") {
    const CommandFolder folder;
    for (const Arguments& command : commands) {
        const bool has_grid = command[0] != "generate";
        const std::string widest = has_grid ? "33554432" : "262144", wider = has_grid ? "33554433" : "262145";
        refused(folder, with(command, {"--bits", wider}), exit_unsupported, {wider, widest});
        refused(folder, with(command, {"--bits", "99999999999999999999"}), exit_unsupported, {widest});
    }
}

TEST_CASE("levels of Karatsuba: too many are unsupported and the message names the nearest") {
    const CommandFolder folder;
    const auto with_mul = [&](const std::string& bits, const std::string& mul, int code,
                              std::initializer_list<std::string_view> says) {
        refused(folder, {"generate", "--bits", bits, "--mul", mul, "-o", "out.txt"}, code, says);
        refused(folder, {"explain", "--bits", bits, "--mul", mul}, code, says);
        refused(folder, {"verify", "--bits", bits, "--mul", mul}, code, says);
        refused(folder,
                {"run", "--bits", bits, "--op", "mul", "--mul", mul, "a.txt", "b.txt", "-o", "out.txt"}, code,
                says);
    };
    with_mul("131", "karatsuba:3", exit_unsupported, {"karatsuba:3", "5 limbs", "karatsuba:2"});
    with_mul("32", "karatsuba", exit_unsupported, {"karatsuba", "rows"});
    for (const char* mul : {"karatsuba:0", "karatsuba:-1", "karatsuba:x", "karatsuba:"}) {
        with_mul("131", mul, exit_usage, {mul, "positive"});
    }
    with_mul("131", "karatsubo:2", exit_usage, {"'karatsubo:2'", "'karatsuba'"});
}

TEST_CASE("unknown operations are refused with the nearest name") {
    const CommandFolder folder;
    for (const auto& [wrong, right] :
         {std::pair{"mull", "'mul'"}, {"modadd", "'mod_add'"}, {"MUL_lo", "'mul_lo'"}}) {
        const std::string quoted = "'" + std::string(wrong) + "'";
        refused(folder, {"generate", "--bits", "131", "--ops", std::string("add,") + wrong, "-o", "out.txt"},
                exit_usage, {quoted, right});
        refused(folder, {"explain", "--bits", "131", "--ops", wrong}, exit_usage, {quoted, right});
        refused(folder, {"verify", "--bits", "131", "--ops", wrong}, exit_usage, {quoted, right});
        refused(folder, {"explain", "--bits", "131", "--program", wrong}, exit_usage, {quoted, right});
        refused(folder, {"run", "--bits", "131", "--op", wrong, "a.txt", "b.txt", "-o", "out.txt"},
                exit_usage, {quoted, right});
        refused(folder, {"check", "--bits", "131", "--op", wrong, "a.txt", "b.txt", "c.txt"}, exit_usage,
                {quoted, right});
    }
    refused(folder, {"generate", "--bits", "131", "--ops", "add,,mul", "-o", "out.txt"}, exit_usage,
            {"missing"});
    refused(folder, {"run", "--bits", "131", "a.txt", "b.txt"}, exit_usage, {"--op"});
}

TEST_CASE("unknown choices of an option are refused with the nearest one") {
    const CommandFolder folder;
    const Arguments generate = {"generate", "--bits", "131", "-o", "out.txt"};
    refused(folder, with(generate, {"--mul", "row"}), exit_usage, {"'row'", "'rows'"});
    refused(folder, with(generate, {"--mul", "schulbook"}), exit_usage, {"'schulbook'", "'schoolbook'"});
    refused(folder, with(generate, {"--style", "macros"}), exit_usage, {"'macros'", "'macro'"});
    refused(folder, with(generate, {"--style", "inlined"}), exit_usage, {"'inlined'", "'inline'"});
    const Arguments run = {"run", "--bits", "131", "--op", "add", "a.txt", "b.txt", "-o", "out.txt"};
    refused(folder, with(run, {"--layout", "limbmajor"}), exit_usage, {"'limbmajor'", "'limb-major'"});
    refused(folder, with(run, {"--device", "cudda"}), exit_usage, {"'cudda'", "'cuda'"});
    refused(folder, with(run, {"--device", "gpu"}), exit_usage, {"'gpu'", "cuda"});
    refused(folder, {"random", "--bits", "131", "--layout", "number_major", "-o", "out.txt"}, exit_usage,
            {"'number_major'", "'number-major'"});
}

TEST_CASE("nothing is suggested where nothing is near") {
    const CommandFolder folder;
    const Arguments generate = {"generate", "--bits", "131", "-o", "out.txt"};
    const Arguments run = {"run", "--bits", "131", "a.txt", "b.txt", "-o", "out.txt"};
    for (const Arguments& command : {Arguments{"xyzzyplugh"},
                                     with(generate, {"--ops", "xyzzyplugh"}),
                                     with(generate, {"--mul", "xyzzyplugh"}),
                                     with(generate, {"--style", "xyzzyplugh"}),
                                     with(generate, {"--kernels", "xyzzyplugh"}),
                                     with(generate, {"--xyzzyplugh", "3"}),
                                     with(run, {"--op", "xyzzyplugh"}),
                                     with(run, {"--op", "add", "--device", "xyzzyplugh"}),
                                     with(run, {"--op", "add", "--layout", "xyzzyplugh"}),
                                     {"generate", "--modulus", "7", "--ops", "xyzzyplugh"},
                                     {"generate", "--modulus", "7", "--reduction", "xyzzyplugh"},
                                     {"generate", "--modulus", "7", "--inverse", "xyzzyplugh"},
                                     {"generate", "--modulus", "@xyzzyplugh"},
                                     {"bench", "--suite", "xyzzyplugh"},
                                     {"bench", "--bits", "8", "--layout", "xyzzyplugh"}}) {
        const std::string message = refused(folder, command, exit_usage, {"xyzzyplugh"});
        CHECK(!contains(message, "did you mean"));
        CHECK(!contains(message, "nearest"));
    }
}

TEST_CASE("options that there are not are refused with the nearest one") {
    const CommandFolder folder;
    refused(folder, {"generate", "--bitz", "131", "-o", "out.txt"}, exit_usage,
            {"unknown option '--bitz'", "'--bits'", "limbsmith generate --help"});
    refused(folder, {"generate", "--bits", "131", "--opps=add", "-o", "out.txt"}, exit_usage,
            {"'--opps'", "'--ops'"});
    // the message is not that --op is missing
    const std::string message =
        refused(folder, {"run", "--bits", "8", "--opp", "add", "a.txt", "b.txt", "-o", "out.txt"}, exit_usage,
                {"unknown option '--opp'", "'--op'"});
    CHECK(occurrences(message, "\n") == 1);
    refused(folder, {"--versoin"}, exit_usage,
            {"'--versoin' before a subcommand; did you mean '--version'?"});
    refused(folder, {"report", "--outputs", "x", "a.txt"}, exit_usage, {"'--outputs'", "'--output'"});
}

TEST_CASE("repeating an operation among all changes nothing") {
    const TempFolder folder;
    const Arguments all = {"generate", "--unproved", "--bits", "33", "--ops"};
    CHECK(done(folder, with(all, {"all,add"})) == done(folder, with(all, {"all"})));
    CHECK(done(folder, with(all, {"all,all", "--style", "macro"})) ==
          done(folder, with(all, {"all", "--style", "macro"})));
    const CommandFolder other;
    refused(other, {"generate", "--bits", "33", "--ops", "all,ad", "-o", "out.txt"}, exit_usage,
            {"'ad'", "'add'"});
}

TEST_CASE("counts of one are printed in the singular") {
    const CommandFolder folder;
    folder.write("one.txt", "1\n");
    const std::string table = done(folder, {"explain", "--bits", "1", "--ops", "add"});
    CHECK(table.starts_with("1 bit: 1 limb, products of 1 limb\n"));
    for (const Arguments& subject : {Arguments{"--bits", "1"}, {"--modulus", "3"}}) {
        const std::string header = done(folder, with({"generate", "--unproved"}, subject));
        CHECK(contains(header, "// 1 instruction: 0 wide products, 0 half products, 1 addition, 0 logic"));
        for (const char* plural :
             {" 1 instructions", " 1 additions", " 1 wide products", " 1 bytes", " 1 limbs"})
            CHECK(!contains(header, plural));
    }
    refused(folder, {"generate", "--bits", "1", "--mul", "karatsuba", "-o", "out.txt"}, exit_unsupported,
            {"at 1 bit, 1 limb;"});
    refused(folder, {"run", "--bits", "8", "--op", "neg", "=1", "=2", "-o", "out.txt"}, exit_usage,
            {"1 operand: a"});
    refused(folder, {"run", "--bits", "1", "--op", "neg", "=2", "-o", "out.txt"}, exit_usage,
            {"too wide for 1 bit\n"});
    folder.write("wide.txt", "2\n");
    refused(folder, {"run", "--bits", "1", "--op", "neg", "wide.txt", "-o", "out.txt"}, exit_usage,
            {"too wide for 1 bit\n"});
    refused(folder, {"run", "--bits", "8", "--op", "add", "one.txt", "a.txt", "-o", "out.txt"}, exit_usage,
            {"one.txt has 1 number,"});
    refused(folder, {"random", "--bits", "8", "--count", "2", "--below", "one.txt", "-o", "out.txt"},
            exit_usage, {"one.txt has 1 number,"});
    CHECK(contains(folder.run({"run", "--device", "cpu", "--bits", "8", "--op", "neg", "=1"}).err,
                   "1 result on"));
    CHECK(done(folder, {"check", "--bits", "8", "--op", "add", "=0", "=1", "one.txt"})
              .starts_with("1 of 1 line agree"));
}

TEST_CASE("names that cannot name a namespace are refused") {
    const CommandFolder folder;
    for (const std::string name : {"for",
                                   "int",
                                   "namespace",
                                   "constexpr",
                                   "typename",
                                   "nullptr",
                                   "true",
                                   "operator",
                                   "1st",
                                   "25519",
                                   "_x",
                                   "a__b",
                                   "a-b",
                                   "a b",
                                   "",
                                   "a::",
                                   "::a",
                                   "a:b",
                                   "a::for",
                                   "uint32_t",
                                   "linux",
                                   "NULL",
                                   "I",
                                   "errno",
                                   "main",
                                   "uint4",
                                   "min",
                                   "clock",
                                   "y1",
                                   "gamma",
                                   "time",
                                   "index",
                                   "SIGINT",
                                   "std",
                                   "threadIdx",
                                   "limbsmith",
                                   "LIMBSMITH_FN",
                                   "COAL_IDX",
                                   "dim3",
                                   "std::a",
                                   "cudaMalloc",
                                   "sparc",
                                   "htons",
                                   "cooperative_groups",
                                   "LIMBSMITH_ANYTHING"}) {
        refused(folder, {"generate", "--bits", "131", "--name", name, "-o", "out.txt"}, exit_usage,
                {"'" + name + "'"});
    }
    refused(folder, {"generate", "--bits", "131", "--name", "gamma", "-o", "out.txt"}, exit_usage,
            {"<math.h>"});
    refused(folder, {"generate", "--bits", "131", "--name", "uint4", "-o", "out.txt"}, exit_usage,
            {"<cuda_runtime.h>"});
    refused(folder, {"generate", "--bits", "131", "--style", "macro", "--name", "a::b", "-o", "out.txt"},
            exit_usage, {"a::b", "--name a_b"});
}

TEST_CASE("without a CUDA device --device cuda is unsupported and says why") {
    const CommandFolder folder;
    if (run({"run", "--bits", "32", "--op", "add", "--device", "cuda", "=1", "=2"}).exit_code == exit_done) {
        MESSAGE("skipped: this machine has a CUDA device");
        return;
    }
    const std::string message = refused(
        folder,
        {"run", "--bits", "131", "--op", "add", "--device", "cuda", "a.txt", "b.txt", "-o", "out.txt"},
        exit_unsupported, {});
    CHECK(message.starts_with("limbsmith: no CUDA device"));
}

TEST_CASE("a GPU without the tensor cores of a mapping is refused before a kernel is made") {
    const CommandFolder folder;
    setenv("LD_LIBRARY_PATH", LIMBSMITH_FAKE_DRIVER, 1);
    setenv("FAKE_MAJOR", "7", 1);
    // proofs are not asked for, nor a compiler
    for (const char* device : {"cuda", "cuda:1"}) {
        const std::initializer_list<std::string_view> said{"--map tensor", "8.0 or later, not 7.0",
                                                           "--map tpi:2"};
        refused(folder,
                {"run", "--bits", "2048", "--map", "tensor", "--op", "mul", "--device", device, "=1", "=2"},
                exit_unsupported, said);
        refused(folder, {"verify", "--bits", "2048", "--map", "tensor", "--ops", "mul", "--device", device},
                exit_unsupported, said);
    }
    unsetenv("FAKE_MAJOR");
    unsetenv("LD_LIBRARY_PATH");
    done(folder, {"run", "--bits", "2048", "--map", "tensor", "--op", "mul", "--device", "cpu", "=1", "=2"});
}

TEST_CASE("a GPU that the machine does not have is refused, with those that it has") {
    const CommandFolder folder;
    setenv("LD_LIBRARY_PATH", LIMBSMITH_FAKE_DRIVER, 1);  // two GPUs
    for (const char* device : {"cuda:2", "cuda:17"}) {
        refused(folder, {"run", "--bits", "131", "--op", "add", "--device", device, "a.txt", "b.txt"},
                exit_unsupported, {device, "cuda:0 to cuda:1"});
        refused(folder, {"verify", "--bits", "64", "--device", device}, exit_unsupported, {device});
    }
    setenv("LIMBSMITH_DEVICE", "cpu", 1);
    refused(folder, {"run", "--bits", "131", "--op", "add", "--device", "all", "a.txt", "b.txt"},
            exit_unsupported, {"no CUDA device: LIMBSMITH_DEVICE=cpu forbids it"});
    unsetenv("LIMBSMITH_DEVICE");
    for (const Arguments& arguments : {Arguments{"pool", "--map", "ctw", "--device", "all", "a.txt"},
                                       Arguments{"verify", "--bits", "64", "--device", "all"},
                                       Arguments{"bench", "--bits", "64", "--device", "all"}})
        refused(folder, arguments, exit_unsupported, {"--device all", "the nearest is --device cuda"});
    setenv("LIMBSMITH_DEVICE", "all", 1);
    refused(folder, {"run", "--bits", "131", "--op", "add", "a.txt", "b.txt"}, exit_usage,
            {"LIMBSMITH_DEVICE=all"});
    setenv("LIMBSMITH_DEVICE", "cuda:3", 1);
    refused(folder, {"run", "--bits", "131", "--op", "add", "a.txt", "b.txt"}, exit_unsupported, {"cuda:3"});
    unsetenv("LD_LIBRARY_PATH");
    setenv("LIMBSMITH_DEVICE", "gpu3", 1);
    refused(folder, {"run", "--bits", "131", "--op", "add", "a.txt", "b.txt"}, exit_usage,
            {"LIMBSMITH_DEVICE=gpu3"});
    setenv("LIMBSMITH_DEVICE", "cpu", 1);
    done(folder, {"run", "--bits", "131", "--op", "add", "a.txt", "b.txt"});
    unsetenv("LIMBSMITH_DEVICE");
    for (const char* device : {"cuda:", "cuda:-1", "cuda:1x"}) {
        refused(folder, {"run", "--bits", "131", "--op", "add", "--device", device, "a.txt", "b.txt"},
                exit_usage, {device, "cuda:N"});
    }
}

}  // namespace limbsmith::test
