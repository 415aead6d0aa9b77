// Numbers over several lanes on the command line: mappings that are refused, and batches against GMP.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/expect.hpp"

namespace limbsmith::test {

TEST_CASE("mappings that do not hold the width, or are none, are refused and the nearest is named") {
    const CommandFolder folder;
    const auto refuse = [&](const std::vector<std::string>& options, int exit,
                            std::initializer_list<std::string_view> said) {
        for (const std::string command : {"generate", "run", "check", "verify"}) {
            std::vector<std::string> arguments{command};
            arguments.insert(arguments.end(), options.begin(), options.end());
            if (command == "run" || command == "check")
                arguments.insert(arguments.end(), {"--op", "add", "a.txt", "b.txt"});
            refused(folder, arguments, exit, said);
        }
    };
    const auto runtime = [](const std::string& bits, const std::string& map) {
        return std::vector<std::string>{"--modulus", "runtime", "--bits", bits, "--map", map};
    };
    refuse(runtime("1025", "thread"), exit_unsupported, {"thread", "1025", "tpi:2"});
    refuse(runtime("2049", "tpi:2"), exit_unsupported, {"2049", "tpi:4"});
    refuse(runtime("256", "tpi:3"), exit_usage, {"'tpi:3'", "2, 4, 8, 16 or 32"});
    refuse(runtime("256", "tpi:64"), exit_usage, {"'tpi:64'"});
    refuse(runtime("256", "warp"), exit_usage, {"'warp'", "thread"});
    refuse({"--modulus", "2^255-18", "--map", "tpi:2"}, exit_unsupported, {"tpi:2", "even", "--map thread"});
    refuse({"--modulus", "2^255-19", "--map", "tpi:2", "--reduction", "special"}, exit_unsupported,
           {"special", "--reduction montgomery"});
    refuse({"--modulus", "2^255-19", "--map", "tpi:2", "--inverse", "fermat"}, exit_unsupported,
           {"fermat", "--inverse divsteps"});
    refuse({"--modulus", "2^1500"}, exit_unsupported, {"even", "pow_mod"});
    refuse({"--modulus", "2^2048+1", "--map", "tpi:2"}, exit_unsupported, {"2049", "tpi:4"});
    refuse({"--bits", "262145", "--map", "block"}, exit_unsupported, {"262145", "262144"});
    refuse({"--bits", "32769", "--map", "tpi:32"}, exit_unsupported, {"32769", "block:128"});
    refuse({"--bits", "131072", "--map", "block:64"}, exit_unsupported, {"block:64", "131072", "block:256"});
    refuse({"--bits", "4096", "--map", "block:96"}, exit_usage, {"'block:96'", "64, 128"});
    refuse(runtime("2048", "block"), exit_unsupported, {"block:64", "tpi:2"});
    refuse({"--bits", "32769", "--map", "tensor"}, exit_unsupported,
           {"32768 bits", "32769", "--map block:128"});
    refuse({"--bits", "100000", "--map", "tensor"}, exit_unsupported, {"32768 bits", "--map block:256"});
    refuse({"--bits", "2048", "--map", "tensor:32"}, exit_usage, {"'tensor:32'", "tensor"});
    refuse({"--bits", "2048", "--map", "tensr"}, exit_usage, {"'tensr'", "'tensor'"});
    refuse(runtime("32769", "tensor"), exit_unsupported, {"32769"});
    refuse({"--modulus", "2^32768+1", "--map", "tensor"}, exit_unsupported, {"32769 bits", "32768 bits"});
    refuse(runtime("16385", "tensor"), exit_unsupported, {"16384 bits", "16385", "--map tpi:32"});
    refuse({"--modulus", "2^20000+1", "--map", "tensor"}, exit_unsupported, {"16384", "20001", "tpi:32"});
    refuse({"--modulus", "2^2048-2", "--map", "tensor"}, exit_unsupported, {"even", "--map tensor"});
    refuse({"--bits", "2048", "--map", "tensor", "--mul", "rows"}, exit_unsupported,
           {"--mul rows", "--mul auto"});
    refuse({"--bits", "2048", "--map", "tensor", "--mul", "transform"}, exit_unsupported,
           {"--mul transform", "--mul auto"});
    refuse({"--radix", "10", "--digits", "64", "--map", "tensor"}, exit_unsupported,
           {"--map tensor", "--radix", "--map tpi:2"});
    refuse({"--modulus", "2^255-19", "--map", "block"}, exit_unsupported, {"block:64", "--map thread"});
    refuse({"--bits", "256", "--map", "tpi:2", "--mul", "schoolbook"}, exit_unsupported,
           {"--mul schoolbook", "--mul auto"});
    refuse({"--bits", "256", "--map", "tpi:2", "--mul", "transform"}, exit_unsupported,
           {"--mul transform", "--map tpi:2", "--map block:64"});
    refuse({"--bits", "256", "--map", "thread", "--mul", "transform"}, exit_unsupported, {"--map block:64"});
    refuse({"--bits", "65536", "--map", "block:64", "--mul", "transform"}, exit_unsupported,
           {"--map block:128"});
    refuse({"--modulus", "2^255-19", "--map", "tpi:2", "--mul", "transform"}, exit_unsupported,
           {"--mul rows"});
    refused(folder, {"generate", "--modulus", "runtime", "--bits", "2048", "--ops", "to_bytes"},
            exit_unsupported, {"to_bytes", "several lanes"});
    refused(folder, {"generate", "--bits", "4096", "--map", "block", "--ops", "divrem"}, exit_unsupported,
            {"divrem", "block:64", "--map tpi:32"});
    refused(folder, {"generate", "--bits", "65536", "--ops", "gcd"}, exit_unsupported, {"gcd", "32768"});
    refused(folder, {"generate", "--bits", "256", "--map", "tpi:2", "--style", "macro"}, exit_unsupported,
            {"macro", "--style inline"});
    refused(folder, {"explain", "--modulus", "runtime", "--bits", "2048", "--program", "mul"},
            exit_unsupported, {"mul", "--map thread"});
    refused(folder, {"generate", "--bits", "256", "--batch", "many"}, exit_usage, {"--batch", "many"});
    refused(folder,
            {"generate", "--modulus", "runtime", "--bits", "256", "--map", "tpi:4", "--ops", "mul_wide"},
            exit_unsupported, {"mul_wide", "--map thread"});
}

TEST_CASE("the size of the batch decides on the mapping, and explain says so") {
    const CommandFolder folder;
    const auto explained = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments{"explain", "--modulus", "runtime", "--bits",
                                           "1024",    "--ops",     "mul"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return done(folder, arguments);
    };
    const auto json = [&](std::vector<std::string> more) {
        more.push_back("--json");
        return nlohmann::json::parse(explained(std::move(more))).at("mappings");
    };
    // few numbers leave most of a GPU idle, unless several threads compute each
    const nlohmann::json few = json({"--batch", "100"}), many = json({"--batch", "10^6"});
    CHECK(few.at("taken") != "thread");
    CHECK(many.at("taken") == "thread");
    CHECK(json({}).at("taken") == "thread");
    for (const nlohmann::json& of : {few, many}) {
        const auto& rates = of.at("powers_per_second");
        for (const auto& [mapping, rate] : rates.items()) CHECK(rate <= rates.at(of.at("taken")));
        CHECK(rates.size() >= 3);
    }
    // twice as many numbers never take less than half as long for each
    for (const auto& [mapping, rate] : few.at("powers_per_second").items())
        CHECK(rate <= many.at("powers_per_second").at(mapping));
    CHECK(json({"--batch", "100", "--map", "tpi:2"}).at("taken") == "tpi:2");
    const std::string table = explained({"--batch", "100"});
    const std::string taken = few.at("taken"), lanes = taken.substr(std::string("tpi:").size());
    CHECK(contains(table, fmt::format("1024 bits: {} lanes of {} limbs", lanes, 32 / std::stoi(lanes))));
    CHECK(contains(table, "in batches of 100"));
    CHECK(contains(table, "reduce_row"));

    done(folder, {"generate", "--modulus", "runtime", "--bits", "1024", "--ops", "mul", "--batch", "100",
                  "--name", "few", "-o", "few.cuh"});
    CHECK(contains(folder.read("few.cuh"), "lanes = " + lanes));
    // 32 limbs, shared evenly
    const nlohmann::json odd =
        nlohmann::json::parse(done(folder, {"explain", "--modulus", "runtime", "--bits", "1000", "--ops",
                                            "mul", "--batch", "9", "--json"}));
    CHECK(odd.at("mappings").at("taken") == taken);
    const nlohmann::json whole =
        nlohmann::json::parse(done(folder, {"explain", "--bits", "2000", "--ops", "add", "--json"}));
    CHECK(whole.at("lanes") == 2);
    CHECK(whole.at("lane_limbs") == 32);
    CHECK(!whole.contains("mappings"));
}

TEST_CASE("a batch over lanes agrees with GMP, with numbers that do not fill the lanes") {
    const CommandFolder folder;
    folder.write("n.txt", "0x80000000000000000000000000000001\n3\n0x3ffffffffffffffffffffffffffffffff\n");
    folder.write("a.txt", "0x7fffffffffffffffffffffffffffffff\n2\n0x3fffffffffffffffffffffffffffffffe\n");
    folder.write("e.txt", "0x3ffffffffffffffffffffffffffffffff\n0\n3\n");
    const std::vector<std::string> spec{"--modulus", "runtime", "--bits", "130",
                                        "--map",     "tpi:4",   "--op",   "pow"};
    for (const std::string out : {"r.txt", "r.bin"}) {
        std::vector<std::string> run{"run"}, check{"check"};
        run.insert(run.end(), spec.begin(), spec.end());
        run.insert(run.end(), {"a.txt", "e.txt", "n.txt", "--device", "interpreter", "-o", out});
        check.insert(check.end(), spec.begin(), spec.end());
        check.insert(check.end(), {"a.txt", "e.txt", "n.txt", out});
        done(folder, run);
        done(folder, check);
    }
    CHECK(folder.read("r.bin").size() == 3 * 5 * 4);  // five limbs a number, not those of all lanes
}

TEST_CASE("products on tensor cores agree with GMP, of numbers with and without a sign, and in expressions") {
    const CommandFolder folder;
    const mpz_class all = power_of_2(1500), top = all - 1;
    const auto file = [&](const char* name, std::initializer_list<mpz_class> numbers) {
        std::string text;
        for (const mpz_class& it : numbers) text += it.get_str() + "\n";
        folder.write(name, text);
    };
    file("a.txt", {top, -all, 0, -1, all / 3, top / 255});
    file("b.txt", {top, -all, -5, -1, -all / 7, -top / 255});
    const auto agree = [&](std::vector<std::string> asked, const char* device) {
        std::vector<std::string> run{"run"}, check{"check"};
        asked.insert(asked.end(), {"--bits", "1500", "--map", "tensor", "a.txt", "b.txt"});
        run.insert(run.end(), asked.begin(), asked.end());
        check.insert(check.end(), asked.begin(), asked.end());
        run.insert(run.end(), {"--device", device, "-o", "r.txt"});
        check.emplace_back("r.txt");
        done(folder, run);
        done(folder, check);
    };
    agree({"--op", "smul"}, "interpreter");
    const nlohmann::json report = nlohmann::json::parse(
        done(folder, {"verify", "--bits", "1500", "--map", "tensor", "--ops", "mul,mul_hi", "--json"}));
    CHECK(report.at("totals").at("unproved") == 0);
    CHECK(report.at("totals").at("wrong") == 0);
    agree({"--signed", "--expr", "(a*a+b)*(b*b+b)+a*b"}, "interpreter");
}

// Moduli that are -1 or 1 modulo 2^32, that have only ones at their top, and that are short.
TEST_CASE("powers on tensor cores agree with GMP, each modulo its own number") {
    const CommandFolder folder;
    for (const unsigned bits : {64u, 1100u}) {
        const mpz_class all = power_of_2(bits), word = power_of_2(32);
        std::vector<mpz_class> moduli{all - 1, all - word + 1, all / 2 + 1, all / 2 + word - 1};
        std::vector<std::string> ops{"pow"};
        if (bits == 64) {  // seconds a number where a lane has two limbs
            moduli.insert(moduli.end(), {all / 3 | 1, all - power_of_2(33) + 1, 3, all - 5});
            ops.emplace_back("pow_secret");
        }
        std::string n, a, e;
        for (size_t k = 0; k < moduli.size(); ++k) {
            n += moduli[k].get_str() + "\n";
            a += mpz_class(k % 2 ? mpz_class(moduli[k] - 1) : mpz_class(moduli[k] / 2)).get_str() + "\n";
            e += mpz_class(k % 3 ? mpz_class(all - 1 - k) : mpz_class(k)).get_str() + "\n";
        }
        folder.write("n.txt", n), folder.write("a.txt", a), folder.write("e.txt", e);
        for (const std::string& op : ops) {
            const Arguments asked{"--modulus", "runtime", "--bits", std::to_string(bits),
                                  "--map",     "tensor",  "--op",   op,
                                  "a.txt",     "e.txt",   "n.txt"};
            Arguments run{"run"}, check{"check"};
            run.insert(run.end(), asked.begin(), asked.end());
            check.insert(check.end(), asked.begin(), asked.end());
            run.insert(run.end(), {"--device", "interpreter", "-o", "r.txt"});
            check.emplace_back("r.txt");
            done(folder, run);
            done(folder, check);
        }
    }
}

TEST_CASE("the commands of docs/lanes-and-blocks.md for lanes give GMP's results") {
    const CommandFolder folder;
    done(folder, {"generate", "--modulus", "runtime", "--bits", "2048", "--ops", "mul,pow", "--power",
                  "e=65537", "--name", "rsa2048", "-o", "rsa2048.cuh"});
    const std::string header = folder.read("rsa2048.cuh");
    CHECK(contains(header, "namespace rsa2048"));
    CHECK(contains(header, "elem pow_e(const elem& a, const modulus& m)"));
    CHECK(contains(done(folder, {"explain", "--modulus", "runtime", "--bits", "1024", "--ops", "pow",
                                 "--batch", "1000"}),
                   "in batches of 1000"));
    const std::string product =
        done(folder, {"run", "--bits", "4096", "--op", "mul", "=2^4095+1", "=3^2000"});
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 3, 2000);
    CHECK(numbers(product).at(0) == (power_of_2(4095) + 1) * power);
    const mpz_class n = power_of_2(2047) + 9, base = 0x10001;
    mpz_class wanted;
    mpz_powm_ui(wanted.get_mpz_t(), base.get_mpz_t(), 17, n.get_mpz_t());
    const std::string found = done(folder, {"run", "--modulus", "runtime", "--bits", "2048", "--op", "pow",
                                            "=0x10001", "=17", "=2^2047+9"});
    CHECK(numbers(found).at(0) == wanted);
}

}  // namespace limbsmith::test
