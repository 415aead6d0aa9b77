// limbsmith --modulus: headers and their banners, tables, random residues.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.hpp"
#include "spec/modulus_expression.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

struct Form {
    std::string expression;
    mpz_class N;
    std::string name;  // of the header, without --name
};

const std::vector<Form> forms = {
    {"3", 3, "mod2"},
    {"2147483647", power_of_2(31) - 1, "mod31"},
    {"0x48e1d43f293469e33194c43186b3abc0b", mpz_class("0x48e1d43f293469e33194c43186b3abc0b", 0), "mod131"},
    {"0X7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", power_of_2(127) - 1, "mod127"},
    {"2^255-19", power_of_2(255) - 19, "mod255"},
    {" 2^255 - 19 ", power_of_2(255) - 19, "mod255"},
    {"(2^64-1)*(2^64+1)/3", (power_of_2(128) - 1) / 3, "mod127"},
    {"-(1-2^89)", power_of_2(89) - 1, "mod89"},
    {"@secp256k1.p", power_of_2(256) - power_of_2(32) - 977, "secp256k1_p"},
    {"@goldilocks", power_of_2(64) - power_of_2(32) + 1, "goldilocks"},
    {"2*@curve25519.p+1", power_of_2(256) - 37, "mod256"},
    {"2^1024-105", power_of_2(1024) - 105, "mod1024"},
};

// The banner: the comments before the first line of code.
std::string banner(const std::string& header) { return header.substr(0, header.find("#ifndef")); }

// The text after the first `title` on its line of the banner, trimmed.
std::string after(const std::string& banner, const std::string& title) {
    const size_t at = banner.find(title);
    REQUIRE_MESSAGE(at != banner.npos, title);
    const size_t begin = banner.find_first_not_of(' ', at + title.size());
    return banner.substr(begin, banner.find_first_of(",\n", begin) - begin);
}

size_t bit_length(const mpz_class& x) { return mpz_sizeinbase(x.get_mpz_t(), 2); }

}  // namespace

TEST_CASE("a header for a modulus names the command and the derived constants") {
    const TempFolder folder;
    for (const Form& form : forms) {
        CAPTURE(form.expression);
        // without proofs, which take their time
        const std::string header = generate(folder, form.expression, {"--unproved"}), top = banner(header);
        const mpz_class& N = form.N;
        const size_t limbs = (bit_length(N) + 31) / 32;
        const mpz_class R = power_of_2(static_cast<unsigned>(32 * limbs));
        CHECK(contains(top, "DO NOT EDIT"));
        std::string expression = form.expression;  // quoted without white space
        std::erase(expression, ' ');
        CHECK(contains(top, "limbsmith generate --modulus '" + expression + "' --unproved\n"));
        CHECK((mpz_class(after(top, "modulo N ="), 0) == N));
        const bool prime = mpz_probab_prime_p(N.get_mpz_t(), 30) != 0;
        CHECK(contains(top, ", a prime") == prime);
        CHECK(contains(top, "N has " + std::to_string(bit_length(N)) + " bits in " + std::to_string(limbs)));
        if (contains(top, "n0inv")) {
            CHECK(after(top, "R     =") == "2^" + std::to_string(32 * limbs));
            const mpz_class n0inv(after(top, "n0inv = -N^-1 mod 2^32 ="), 0);
            CHECK((n0inv > 0 && n0inv < power_of_2(32)));
            CHECK(((N * n0inv + 1) % power_of_2(32) == 0));
            CHECK((mpz_class(after(top, "R mod N  ="), 0) == R % N));
            CHECK((mpz_class(after(top, "R^2 mod N ="), 0) == R * R % N));
        } else if (contains(top, "1/N = ")) {  // a sum of powers of two
            CHECK((parse_modulus_expression(after(top, "//     N =")) == N));
        } else {  // folded
            CHECK((mpz_class(after(top, "2^" + std::to_string(32 * limbs) + " mod N ="), 0) == R % N));
        }
        CHECK(contains(header, "\nnamespace " + form.name + " {\n"));
        CHECK(contains(header, "elem inv("));
        CHECK(contains(header, "batch_inv("));
        CHECK(contains(header, "elem sqrt(") == prime);
    }
}

TEST_CASE("a header for a modulus is the same every time and its command makes it again") {
    const TempFolder here, elsewhere;
    for (const Form& form : {forms[0], forms[2], forms[5], forms[8]}) {
        CAPTURE(form.expression);
        const std::string header = generate(here, form.expression);
        CHECK(header.ends_with("\n"));
        CHECK(generate(elsewhere, form.expression, {"-o", "f.cuh"}).empty());
        CHECK(elsewhere.read("f.cuh") == header);
        CHECK(done(here, banner_command(header)) == header);
        CHECK(!contains(header, elsewhere.path("").string()));
        CHECK(!contains(header, binary().parent_path().string()));
    }
    const std::string named =
        generate(here, "2^255-19", {"--name", "fe25519", "--ops", "inv,add", "--mul", "rows"});
    CHECK(
        contains(named, "limbsmith generate --modulus '2^255-19' --ops add,inv --mul rows --name fe25519\n"));
    CHECK(contains(named, "\nnamespace fe25519 {\n"));
    CHECK(done(here, banner_command(named)) == named);
}

TEST_CASE("options that state their defaults leave a header for a modulus unchanged") {
    const TempFolder folder;
    const std::string header = generate(folder, "@eccp131.p");
    for (const Arguments& more : {Arguments{"--ops", "all"},
                                  {"--mul", "auto"},
                                  {"--reduction", "auto"},
                                  {"--reduction", "montgomery"},
                                  {"--bits", "131"},
                                  {"--style", "inline"},
                                  {"--name", "eccp131_p"}}) {
        CHECK(generate(folder, "@eccp131.p", more) == header);
    }
    CHECK(generate(folder, "@eccp131.p", {"--ops", "mul,add,mul"}) ==
          generate(folder, "@eccp131.p", {"--ops=add,mul"}));
}

TEST_CASE("a header for a modulus holds the operations asked for and their callees") {
    const TempFolder folder;
    const std::string add = generate(folder, "@eccp131.p", {"--ops", "add"});
    CHECK(contains(add, "elem add("));
    CHECK(!contains(add, "elem mul("));
    // every program uses these conversions for input and output
    for (const char* conversion : {" to_elem(", " to_plain(", " is_canonical("})
        CHECK(contains(add, conversion));
    CHECK(occurrences(add, "asm(") == 4);
    const std::string inv = generate(folder, "@eccp131.p", {"--ops", "inv", "--inverse", "fermat"});
    for (const char* part : {"elem inv(", "elem mul(", "elem sqr(", " is_zero("}) CHECK(contains(inv, part));
    CHECK(!contains(inv, "elem add("));
    const std::string divsteps = generate(folder, "@eccp131.p", {"--ops", "inv", "--inverse", "divsteps"});
    CHECK(contains(divsteps, "elem inv("));
    CHECK(contains(divsteps, "divsteps_matrix("));
    CHECK(!contains(divsteps, "elem mul("));
    const std::string all = generate(folder, "@eccp131.p");
    CHECK(occurrences(all, "asm(") == 25 + 5);  // with the parts of inv
    CHECK(!contains(all, "volatile"));
    CHECK(occurrences(all, "#include") == 1);
    CHECK(contains(all, "#include <stdint.h>\n"));
}

TEST_CASE("a modulus with line breaks stays inside the comment of the header") {
    const TempFolder folder;
    for (const std::string modulus : {"\n7", "7\n", "7\r\n", "7 +\n4", "\t7"}) {
        const ProcessResult result = folder.run({"generate", "--modulus", modulus});
        if (result.exit_code == exit_usage) continue;
        CHECK(result.exit_code == exit_done);
        CHECK(!contains(result.out, "\r"));
        std::istringstream top(banner(result.out));
        for (std::string line; std::getline(top, line);) CHECK_MESSAGE(line.starts_with("//"), line);
    }
}

TEST_CASE("--power adds powers with a constant exponent") {
    const CommandFolder folder;
    const std::string header =
        generate(folder, "@bn254.p", {"--ops", "add", "--power", "e=65537", "--power", "x=2^9"});
    CHECK(contains(header, "--power 'e=65537' --power 'x=2^9'"));
    CHECK(contains(header, "elem pow_e(const elem& a) {"));
    CHECK(contains(header, "17 multiplications and squarings"));  // 2^16 + 1
    CHECK(contains(header, "elem pow_x(const elem& a) {"));
    CHECK(contains(header, "elem mul("));
    for (const auto& [wrong, part] : {std::pair{"65537", "name"},
                                      {"e=1", "2 or more"},
                                      {"e=2^", "expected a number\n    2^\n      ^"},
                                      {"e=", "empty"},
                                      {"secret=3", "pow_secret"},
                                      {"number=3", "pow_number"},
                                      {"a__b=3", "'pow_a__b'"},
                                      {"_a=3", "'pow__a'"},
                                      {" a=3", "'pow_ a'"},
                                      {"=3", "'pow_'"}}) {
        const std::string message = refused(
            folder, {"generate", "--modulus", "101", "--power", wrong, "-o", "out.txt"}, exit_usage, {part});
        CHECK(message.starts_with("limbsmith: --power '" + std::string(wrong) + "': "));
    }
    for (const std::string name : {"for", "65537", "linux", "e_"}) {  // pow_for is a name like any other
        CHECK(contains(generate(folder, "101", {"--ops", "add", "--power", name + "=3"}),
                       "elem pow_" + name + "(const elem& a) {"));
    }
    refused(folder, {"generate", "--modulus", "101", "--power", "e=3", "--power", "e=5", "-o", "out.txt"},
            exit_usage, {"two powers", "'e'"});
    refused(folder, {"generate", "--modulus", "101", "--power", "e=2^1024", "-o", "out.txt"},
            exit_unsupported, {"1024"});
    refused(folder, {"generate", "--bits", "131", "--power", "e=3", "-o", "out.txt"}, exit_usage,
            {"--modulus"});
}

TEST_CASE("longer sums of products are generated on request") {
    const TempFolder folder;
    CHECK(!contains(generate(folder, "@bn254.p"), "mul_add4"));
    const std::string more = generate(folder, "@bn254.p", {"--ops", "all,mul_add4"});
    CHECK(contains(more, "elem mul_add4(const elem& a"));
    CHECK(contains(more, "--ops all,mul_add4\n"));
    CHECK(contains(more, "elem mul_add2("));
}

TEST_CASE("a header for a modulus at run time takes it as an object") {
    const TempFolder folder;
    const std::string header = done(folder, {"generate", "--modulus", "runtime", "--bits", "131"});
    CHECK(contains(header, "limbsmith generate --bits 131 --modulus runtime\n"));
    CHECK(contains(header, "namespace mod131 {"));
    CHECK(contains(header, "elem mul(const elem& a, const elem& b, const modulus& m) {"));
    CHECK(contains(header, "uint32_t make_modulus(modulus& m, const plain& n) {"));
    CHECK(done(folder, banner_command(header)) == header);
}

TEST_CASE("random numbers modulo a number stay below it") {
    const TempFolder folder;
    for (const Form& form : forms) {
        CAPTURE(form.expression);
        const auto draw = [&](const Arguments& more) {
            return numbers(
                done(folder, with({"random", "--modulus", form.expression, "--count", "500"}, more)));
        };
        for (const std::string option : {"--decimal", "--edges", "--nonzero"}) {
            const std::vector<mpz_class> drawn = draw({option});
            CHECK(drawn.size() == 500);
            CHECK(std::ranges::all_of(drawn, [&](const mpz_class& x) { return x >= 0 && x < form.N; }));
            if (option != "--nonzero") continue;
            CHECK(std::ranges::all_of(drawn, [](const mpz_class& x) { return x != 0; }));
        }
        const std::vector<mpz_class> edges = draw({"--edges"});
        CHECK(std::ranges::find(edges, form.N - 1) != edges.end());
        CHECK(std::ranges::find(edges, mpz_class(0)) != edges.end());
        CHECK((draw({"--seed", "1"}) == draw({})));
        const std::vector<mpz_class> small = draw({"--below", "=2"});
        CHECK(std::ranges::all_of(small, [](const mpz_class& x) { return x < 2; }));
    }
}

TEST_CASE("explain counts the operations modulo a number") {
    const TempFolder folder;
    const nlohmann::json json =
        nlohmann::json::parse(done(folder, {"explain", "--modulus", "@bn254.p", "--json"}));
    CHECK(json.at("bits") == 254);
    CHECK(json.at("limbs") == 8);
    CHECK(json.at("wide_limbs") == 16);
    const Spec spec = modular_spec("@bn254.p", Reduction::montgomery);
    CHECK(json.at("operations").size() == catalogue::functions(spec).size());
    const std::string table = done(folder, {"explain", "--modulus", "@bn254.p"});
    CHECK(table.starts_with("254 bits: 8 limbs, products of 16 limbs\n"));
    for (const nlohmann::json& row : json.at("operations")) {
        const std::string name = row.at("name");
        CAPTURE(name);
        CHECK(row.at("instructions").get<int>() > 0);
        CHECK(row.at("live_words").get<int>() > 0);
        const size_t at = table.find("\n" + name + " ");
        REQUIRE(at != table.npos);
        std::istringstream cells(table.substr(at));
        std::string operation, algorithm, instructions, wide;
        cells >> operation >> algorithm >> instructions >> wide;
        CHECK(algorithm == row.at("algorithm"));
        CHECK(instructions == row.at("instructions").dump());
        CHECK(wide == row.at("wide_products").dump());
        if (name == "mul") {
            CHECK(row.at("algorithm") == "montgomery");
            CHECK(row.at("wide_products").get<int>() >= 64);   // of a*b alone
            CHECK(row.at("wide_products").get<int>() <= 128);  // and of the reduction
        }
    }
    const nlohmann::json two = nlohmann::json::parse(
        done(folder, {"explain", "--modulus", "2^255-19", "--ops", "eq,mul", "--json"}));
    CHECK(two.at("operations").size() == 2);
    const std::string program = done(folder, {"explain", "--modulus", "2^255-19", "--program", "mul"});
    CHECK(program.starts_with("program mul\n"));
    CHECK(occurrences(program, "\n  in  ") == 2);
    CHECK(occurrences(program, "\n  out r = ") == 1);
}

TEST_CASE("explain refuses the program of a loop and lists the loop") {
    const CommandFolder folder;
    for (const std::string loop : {"pow", "inv", "batch_inv", "to_bytes"}) {
        refused(folder, {"explain", "--modulus", "7", "--program", loop}, exit_unsupported, {loop});
        const std::string json = done(folder, {"explain", "--modulus", "7", "--ops", loop, "--json"});
        CHECK(nlohmann::json::parse(json).contains("operations"));
    }
}

TEST_CASE("the way to invert is chosen, and refused where it does not suit the modulus") {
    all_refuse({"--modulus", "15", "--inverse", "fermat"}, exit_unsupported, {"prime", "--inverse divsteps"});
    all_refuse({"--modulus", "101", "--inverse", "divstep"}, exit_usage, {"divstep", "'divsteps'"});
    all_refuse({"--bits", "131", "--inverse", "divsteps"}, exit_usage, {"--inverse", "--modulus"});
    const TempFolder folder;
    const std::string fermat = generate(folder, "@bn254.p", {"--ops", "inv", "--inverse", "fermat"});
    CHECK(contains(fermat, "limbsmith generate --modulus '@bn254.p' --ops inv --inverse fermat\n"));
    CHECK(contains(fermat, "source: Fermat"));
    CHECK(done(folder, banner_command(fermat)) == fermat);
    const std::string automatic = generate(folder, "@bn254.p", {"--ops", "inv"});
    CHECK(!contains(banner(automatic), "--inverse"));
    CHECK(contains(automatic, "(Bernstein, Yang"));
}

}  // namespace limbsmith::test
