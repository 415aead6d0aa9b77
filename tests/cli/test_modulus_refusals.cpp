// limbsmith --modulus: refused moduli, reductions, operations and options, and their messages.
#include <doctest/doctest.h>

#include "cli/commands.hpp"

namespace limbsmith::test {

TEST_CASE("numbers that are no modulus are refused") {
    for (const std::string zero : {"0", "5-5", "0x0"}) {
        all_refuse({"--modulus", zero}, exit_usage, {"modulus", "0"});
    }
    all_refuse({"--modulus", "1"}, exit_usage, {"modulus", "1"});
    all_refuse({"--modulus", "-7"}, exit_usage, {"negative"});
    all_refuse({"--modulus=3-2^64"}, exit_usage, {"negative"});
    all_refuse({"--modulus", ""}, exit_usage, {"--modulus"});
}

TEST_CASE("small factors modulo a number at run time are refused above the width that is proved") {
    refused(CommandFolder(),
            {"generate", "--modulus", "runtime", "--bits", "641", "--ops", "mul_small", "-o", "out.txt"},
            exit_unsupported, {"mul_small", "640 bits", "to_elem and mul"});
}

TEST_CASE("even moduli are refused for operations that they do not have") {
    const CommandFolder folder;
    for (const std::string even : {"2", "10", "2^255-20"}) {
        all_refuse({"--modulus", even, "--reduction", "montgomery"}, exit_unsupported,
                   {"Montgomery", "odd", "barrett"});
        refused(folder, {"generate", "--modulus", even, "--ops", "halve", "-o", "out.txt"}, exit_unsupported,
                {"halve", "odd"});
        refused(folder, {"run", "--modulus", even, "--op", "halve", "=1", "-o", "out.txt"}, exit_unsupported,
                {"halve", "odd"});
        CHECK(!contains(generate(folder, even, {"--unproved"}), " halve("));
        CHECK(contains(generate(folder, even, {"--reduction", "barrett", "--unproved"}), "Barrett"));
    }
}

TEST_CASE("lazy forms are refused where the limbs have no room for them") {
    const CommandFolder folder;
    for (const std::string op : {"add_lazy", "sub_lazy", "mul_lazy", "sqr_lazy", "normalize"}) {
        refused(folder, {"generate", "--modulus", "@secp256k1.p", "--ops", op, "-o", "out.txt"},
                exit_unsupported, {op, "256 bits"});
        CHECK(contains(generate(folder, "@eccp131.p", {"--ops", op}), " " + op + "("));
    }
    CHECK(!contains(generate(folder, "@secp256k1.p"), "lazy"));
}

TEST_CASE("moduli over 32768 bits are unsupported and the message names the widest") {
    for (const std::string wide : {"2^32768+1", "2*2^32768-1", "3^21000"}) {
        all_refuse({"--modulus", wide}, exit_unsupported, {"bits", "32768"});
    }
    all_refuse({"--modulus", "2^1024"}, exit_unsupported, {"even", "tpi:2"});
    const CommandFolder folder;
    const std::string digits(10000, '7');
    refused(folder, {"random", "--modulus", digits, "-o", "out.txt"}, exit_unsupported, {"32768"});
    refused(folder, {"random", "--modulus", "9^9^9^9", "-o", "out.txt"}, exit_unsupported, {"32768", "^"});
}

TEST_CASE("an expression that does not parse is shown with a caret under the place") {
    all_refuse({"--modulus", "2^255-*19"}, exit_usage, {"\n    2^255-*19\n          ^\n"});
    all_refuse({"--modulus", "2^255-"}, exit_usage, {"\n    2^255-\n          ^\n"});
    all_refuse({"--modulus", "(2^255-19"}, exit_usage, {"never closed", "\n    (2^255-19\n    ^\n"});
    all_refuse({"--modulus", "2^255-19)"}, exit_usage, {"')'", "\n    2^255-19)\n            ^\n"});
    all_refuse({"--modulus", "0xfg"}, exit_usage, {"\n    0xfg\n       ^\n"});
    all_refuse({"--modulus", "12 13"}, exit_usage, {"operator", "\n    12 13\n       ^\n"});
    all_refuse({"--modulus", "7/2"}, exit_usage, {"exact", "\n    7/2\n     ^\n"});
    all_refuse({"--modulus", "7/0"}, exit_usage, {"zero", "\n    7/0\n     ^\n"});
    all_refuse({"--modulus", "secp256k1.p"}, exit_usage, {"'@'", "\n    secp256k1.p\n    ^\n"});
    all_refuse({"--modulus", "7'; ls '"}, exit_usage, {"\n    7'; ls '\n     ^\n"});
}

TEST_CASE("unknown names of moduli are refused with the nearest ones") {
    all_refuse({"--modulus", "@secp256.p"}, exit_usage,
               {"'secp256.p'", "'@secp256k1.p'", "\n    @secp256.p\n    ^\n"});
    all_refuse({"--modulus", "2*@goldilock+1"}, exit_usage,
               {"'goldilock'", "'@goldilocks'", "\n    2*@goldilock+1\n      ^\n"});
    all_refuse({"--modulus", "@SECP256K1.P"}, exit_usage, {"'SECP256K1.P'", "@"});
    all_refuse({"--modulus", "@"}, exit_usage, {"name", "\n    @\n     ^\n"});
}

TEST_CASE("reductions that need a known modulus are unsupported for one at run time") {
    for (const std::string reduction : {"barrett", "special"}) {
        all_refuse({"--bits", "131", "--modulus", "runtime", "--reduction", reduction}, exit_unsupported,
                   {reduction, "run time", "montgomery"});
    }
}

TEST_CASE("a special reduction for a prime without a special form is refused") {
    all_refuse({"--modulus", "@bn254.p", "--reduction", "special"}, exit_unsupported,
               {"no special form", "montgomery"});
}

TEST_CASE("unknown reductions are refused with the nearest one") {
    all_refuse({"--modulus", "2^255-19", "--reduction", "montgomry"}, exit_usage,
               {"'montgomry'", "'montgomery'"});
    all_refuse({"--modulus", "2^255-19", "--reduction", "atuo"}, exit_usage, {"'atuo'", "'auto'"});
    all_refuse({"--bits", "131", "--reduction", "montgomery"}, exit_usage, {"--reduction", "--modulus"});
}

TEST_CASE("a modulus at run time needs a width, and one of at least 2 bits") {
    all_refuse({"--modulus", "runtime"}, exit_usage, {"runtime", "--bits"});
    all_refuse({"--modulus", "runtime", "--bits", "1"}, exit_usage, {"1 bit"});
    all_refuse({"--modulus", "runtime", "--bits", "32769"}, exit_unsupported, {"32768"});
    const CommandFolder folder;
    for (const std::string op : {"sqrt", "legendre"}) {
        refused(folder, {"generate", "--modulus", "runtime", "--bits", "131", "--ops", op, "-o", "out.txt"},
                exit_unsupported, {op, "prime"});
    }
}

TEST_CASE("a width that contradicts the modulus is refused") {
    for (const std::string bits : {"254", "256", "1"}) {
        all_refuse({"--modulus", "2^255-19", "--bits", bits}, exit_usage, {"--bits " + bits, "255 bits"});
    }
    all_refuse({"--modulus", "2^255-19", "--bits", "x"}, exit_usage, {"'x'", "not a number"});
}

TEST_CASE("macros for a modulus are unsupported") {
    const CommandFolder folder;
    refused(folder, {"generate", "--modulus", "2^255-19", "--style", "macro", "-o", "out.txt"},
            exit_unsupported, {"macro", "inline"});
}

TEST_CASE("names that cannot name a namespace are refused with a modulus") {
    const CommandFolder folder;
    for (const std::string name : {"for", "1st", "a-b", ""}) {
        refused(folder, {"generate", "--modulus", "7", "--name", name, "-o", "out.txt"}, exit_usage,
                {"'" + name + "'"});
    }
}

TEST_CASE("unknown operations modulo a number are refused with the nearest name") {
    const CommandFolder folder;
    for (const auto& [wrong, right] :
         {std::pair{"mull", "'mul'"}, {"invert", "'inv'"}, {"mul_ad2", "'mul_add2'"}, {"ADD", "'add'"}}) {
        const std::string quoted = "'" + std::string(wrong) + "'";
        for (const Arguments& command : {Arguments{"generate", "-o", "out.txt", "--ops"},
                                         {"explain", "--ops"},
                                         {"explain", "--program"},
                                         {"run", "a.txt", "b.txt", "-o", "out.txt", "--op"},
                                         {"check", "a.txt", "b.txt", "c.txt", "--op"}}) {
            refused(folder, with(command, {wrong, "--modulus", "101"}), exit_usage, {quoted, right});
        }
    }
    refused(folder, {"generate", "--modulus", "101", "--ops", "add,,mul", "-o", "out.txt"}, exit_usage,
            {"missing"});
}

TEST_CASE("square roots modulo a composite number are unsupported") {
    const CommandFolder folder;
    refused(folder, {"generate", "--modulus", "3^80", "--ops", "add,legendre", "-o", "out.txt"},
            exit_unsupported, {"legendre", "composite"});
    refused(folder, {"generate", "--modulus", "2^80", "--map", "tpi:2", "--ops", "sqrt", "-o", "out.txt"},
            exit_unsupported, {"even modulus", "--map thread"});
    for (const std::string composite : {"15", "2^128-1", "3^80*5"}) {
        refused(folder, {"generate", "--modulus", composite, "--ops", "sqrt", "-o", "out.txt"},
                exit_unsupported, {"sqrt", "composite", "prime"});
        refused(folder, {"generate", "--modulus", composite, "--ops", "add,legendre", "-o", "out.txt"},
                exit_unsupported, {"legendre", "composite"});
        refused(folder, {"explain", "--modulus", composite, "--ops", "sqrt"}, exit_unsupported, {"sqrt"});
    }
}

}  // namespace limbsmith::test
