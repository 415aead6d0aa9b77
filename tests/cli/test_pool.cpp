// limbsmith pool: expressions on numbers of any length and rationals, against Python and GMP.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/expect.hpp"
#include "jit/batch.hpp"

namespace limbsmith::test {
namespace {

// The values of a file that has no errors.
std::string values_of(const std::string& file) {
    const TempFolder folder;
    return done(folder, {"pool", "-"}, file);
}

// The text of lines that are indented, without their indentation, from the line after `from` up to the line `to`.
std::string indented(const std::string& text, const std::string& from, const std::string& to) {
    std::istringstream lines(text.substr(text.find(from) + from.size()));
    std::string line, all;
    while (std::getline(lines, line) && line != to) {
        if (line.starts_with("    ")) all += line.substr(4) + "\n";
    }
    return all;
}

}  // namespace

TEST_CASE("the file for a pool on docs/any-length.md gives the values that are printed there") {
    std::ifstream page(LIMBSMITH_TEST_DATA "/../../docs/any-length.md");
    std::stringstream text;
    text << page.rdbuf();
    const std::string section = text.str().substr(text.str().find("## A file of expressions"));
    const TempFolder folder;
    folder.write("numbers.txt", indented(section, "`numbers.txt`", "prints"));
    const ProcessResult result = folder.run({"pool", "numbers.txt"});
    CHECK(result.exit_code == exit_failed);
    CHECK(result.out == indented(section, "\nprints", "exit code 1."));
    CHECK(occurrences(result.out, "\n") == 11);
    CHECK(contains(result.err, "11 values computed by GMP on "));
    CHECK(contains(result.err, "2 of 11 values could not be computed"));
}

TEST_CASE("the example of pool --help") {
    const TempFolder folder;
    const std::string help = done(folder, {"pool", "--help"});
    const std::string example =
        "printf 'a = 2**127 - 1\\nb = gcd(a, 3**40) + 1/3\\nc = powmod(3, a - 1, a)\\n' | limbsmith pool -";
    CHECK(contains(help, example));
    CHECK(values_of("a = 2**127 - 1\nb = gcd(a, 3**40) + 1/3\nc = powmod(3, a - 1, a)\n") ==
          "a = 170141183460469231731687303715884105727\nb = 4/3\nc = 1\n");
}

TEST_CASE("operators are Python's, for integers and fractions") {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"-2**2", "-4"},
        {"2**3**2", "512"},
        {"(-2)**3", "-8"},
        {"2*-3", "-6"},
        {"2--3", "5"},
        {"-(-3)", "3"},
        {"+3 - +4", "-1"},
        {"7//2", "3"},
        {"-7//2", "-4"},
        {"7//-2", "-4"},
        {"-7//-2", "3"},
        {"7%2", "1"},
        {"-7%2", "1"},
        {"7%-2", "-1"},
        {"-7%-2", "-1"},
        {"10-3-2", "5"},
        {"10-(3-2)", "9"},
        {"1-2+3-4*5+6", "-12"},
        {"100//7*7%5", "3"},
        {"2*3*4//5*6", "24"},
        {"1/3+1/6", "1/2"},
        {"100/7/3*2", "200/21"},
        {"6/3", "2"},
        {"-6/4", "-3/2"},
        {"6/-4", "-3/2"},
        {"7.5//2", "3"},
        {"-7.5//2", "-4"},
        {"-7.5%2", "1/2"},
        {"1.25e2", "125"},
        {"1.25e-1", "1/8"},
        {".5", "1/2"},
        {"0xfF", "255"},
        {"0xff*0X10", "4080"},
        {"(2/3)**3", "8/27"},
        {"(2/3)**-3", "27/8"},
        {"2**(4/2)", "4"},
        {"0**0", "1"},
        {"gcd(12, -18)", "6"},
        {"gcd(12, 18, 27)", "3"},
        {"gcd(-12)", "12"},
        {"lcm(4, 6, 10)", "60"},
        {"lcm(-4)", "4"},
        {"gcd(6/3, 4)", "2"},
        {"min(3, 1/2, 2)", "1/2"},
        {"max(3, 7/2, -9)", "7/2"},
        {"max(3, 4) - min(3, 4)", "1"},
        {"abs(-5/3)", "5/3"},
        {"abs(gcd(4, 6) - 5)", "3"},
        {"powmod(3, 10**20, 1000007)", "537680"},
        {"powmod(3, -1, 7)", "5"},
        {"powmod(3, 2, -7)", "-5"},
        {"((((1))))", "1"},
        {"1 << 2 + 3", "32"},
        {"1 << 2 << 3", "32"},
        {"1 + 1 << 4 >> 1", "16"},
        {"-1 << 3", "-8"},
        {"-7 >> 1", "-4"},
        {"-7 >> 10**30", "-1"},
        {"0 << 10**30", "0"},
        {"6/3 << 4/4", "4"},
        {"sum(5)", "5"},
        {"sum(1/2, 1, 1/3, 1/6)", "2"},
        {"product(1, 2, 3, 4, 5, 1/60)", "2"},
        {"sum(1, 2) * sum(3, 4)", "21"},
        {"cmp(1/3, 0.33)", "1"},
        {"cmp(2, 4/2)", "0"},
        {"cmp(-2, 1)", "-1"},
        {"floor(-7/2)", "-4"},
        {"floor(5)", "5"},
        {"numerator(-6/4)", "-3"},
        {"denominator(-6/4)", "2"},
        {"numerator(3) / denominator(3)", "3"},
        {"1_000", "1000"},
        {"0b101", "5"},
        {"0B_1_1", "3"},
        {"0o17", "15"},
        {"0xdead_BEEF", "3735928559"},
        {"1_0.2_5e1_0", "102500000000"},
        {"0x1.8p3", "12"},
        {"0x.8p0", "1/2"},
        {"0x10p-8", "1/16"},
        {"0xA.", "10"},
        {"0x1.8P+3 - 0x1e1", "-469"},
        {"0e999999999999", "0"},
        {"0.00e-99999999999999999999999", "0"},
        {"0x0p999999999999", "0"},
        {"1e0000000000000000000000000000000000000000003", "1000"},
        {"12 & 10", "8"},
        {"12 | 3", "15"},
        {"12 ^ 10", "6"},
        {"~5", "-6"},
        {"~-6", "5"},
        {"-12 & 10", "0"},
        {"-12 & -10", "-12"},
        {"-12 | 5", "-11"},
        {"-1 ^ 2**70", "-1180591620717411303425"},
        {"1 | 2 ^ 3 & 6 << 1 + 1", "3"},
        {"8 ^ 2 ** 3", "0"},
        {"~2 ** 2", "-5"},
        {"-~7", "8"},
        {"6/3 | 4/4", "3"},
        {"~(4/2)", "-3"},
        {"isqrt(0)", "0"},
        {"isqrt(2**200 - 1)", "1267650600228229401496703205375"},
        {"isqrt(16/1)", "4"},
        {"root(10**30 - 1, 3)", "9999999999"},
        {"root(-27, 3)", "-3"},
        {"root(-28, 3)", "-4"},
        {"root(-1, 10**30 + 1)", "-1"},
        {"root(-2, 10**30 + 1)", "-2"},
        {"root(5, 10**30)", "1"},
        {"root(0, 7)", "0"},
        {"root(17, 1)", "17"},
        {"bit_length(0)", "0"},
        {"bit_length(255)", "8"},
        {"bit_length(-256)", "9"},
        {"is_prime(2**127 - 1)", "1"},
        {"is_prime(2**128 + 1)", "0"},
        {"is_prime(2)", "1"},
        {"is_prime(1)", "0"},
        {"is_prime(-7)", "0"},
        {"is_prime(3215031751)", "0"},
        {"jacobi(2, 15)", "1"},
        {"jacobi(7, 15)", "-1"},
        {"jacobi(5, 15)", "0"},
        {"jacobi(-1, 7)", "-1"},
        {"jacobi(0, 1)", "1"},
        {"factorial(0)", "1"},
        {"factorial(25)", "15511210043330985984000000"},
        {"ceil(-7/2)", "-3"},
        {"ceil(7/2)", "4"},
        {"ceil(5)", "5"},
        {"round(5/2)", "2"},
        {"round(7/2)", "4"},
        {"round(-5/2)", "-2"},
        {"round(-7/2)", "-4"},
        {"round(1/2)", "0"},
        {"round(-1/2)", "0"},
        {"round(3/2)", "2"},
        {"round(7/3)", "2"},
        {"round(8/3)", "3"},
        {"round(-8/3)", "-3"},
        {"round(4)", "4"},
    };
    std::string file, expected;
    for (size_t k = 0; k < cases.size(); ++k) {
        file += "v" + std::to_string(k) + "=" + cases[k].first + "\n";
        expected += "v" + std::to_string(k) + " = " + cases[k].second + "\n";
    }
    CHECK(values_of(file) == expected);
}

TEST_CASE("names are defined in any order, and comments and blank lines are ignored") {
    CHECK(values_of("\xef\xbb\xbf# a comment\r\n\r\n  total = price * count # later "
                    "lines\r\n\nprice=1.5\nn_1 = total\n"
                    "count = 4\n#last") == "total = 6\nprice = 3/2\nn_1 = 6\ncount = 4\n");
    CHECK(values_of("") == "");
    CHECK(values_of("# nothing\n\n") == "");
    // a chain of names from the last line to the first
    std::string chain;
    for (int k = 0; k < 3000; ++k)
        chain += "x" + std::to_string(k) + " = x" + std::to_string(k + 1) + " + 1\n";
    CHECK(values_of(chain + "x3000 = 0").starts_with("x0 = 3000\nx1 = 2999\n"));
}

TEST_CASE("functions with several values define several names") {
    CHECK(values_of("q, r = divmod(-7, 2)\ng ,x,y= xgcd(a, 46)\nnone = g - a*x - 46*y\na = 240 + (q + 4)\n"
                    "s, t = divmod(7/2, 1/3)") ==
          "q = -4\nr = 1\ng = 2\nx = -9\ny = 47\nnone = 0\na = 240\ns = 10\nt = 1/6\n");
    const TempFolder folder;
    CHECK(folder.run({"pool", "-"}, "q, r = divmod(1/2, 0)\ng, x, y = xgcd(1/2, 1)").out ==
          "q = error: division by zero\nr = error: division by zero\ng = error: not an integer\n"
          "x = error: not an integer\ny = error: not an integer\n");
}

TEST_CASE("names may be those of functions") {
    CHECK(values_of("sum = sum(1, 2)\ngcd = gcd (sum * 2, 4) + sum\n") == "sum = 3\ngcd = 5\n");
}

TEST_CASE("pool --lazy gives the same values") {
    const TempFolder folder;
    std::string sum = "0";
    mpq_class expected = 0;
    for (int k = 1; k <= 500; ++k) {
        sum += " + 1/" + std::to_string(k);
        expected += mpq_class(1, k);
    }
    const std::string file =
        "a = " + sum + "\nb = a*a/a - a\nc = 6/4 * (4/6)\nd = numerator(6/4)\ne = cmp(6/4, 3/2)\n";
    for (const char* bits : {"0", "1", "100", "536870911"})
        CHECK(done(folder, {"pool", "-", "--lazy", bits}, file) ==
              "a = " + expected.get_str() + "\nb = 0\nc = 1\nd = 3\ne = 0\n");
    refused(folder, {"pool", "-", "--lazy", "536870912"}, exit_usage, {"--lazy"}, file);
}

TEST_CASE("errors are values, and numbers that depend on them have the same") {
    const TempFolder folder;
    const std::string file =
        "a = 1 // 0\nb = a + 1\nc = 2**-1\nd = powmod(2, -1, 4)\ne = gcd(1/2)\nf = 2**(10**18)\ng = 1 % 0\n"
        "h = 1/0\ni = 5\nj = (0/1)**-1\nk = 0.5 // 0\nl = c * a\nm = 1e999999999999\n"
        "n = 1 << -1\no = 1 >> -1\np = 1 << 2**30\nq = 1/2 << 1\nr = denominator(a)\ns = denominator(h + "
        "1)\nt = factorial(10**9)\nu = 1 << 10**18\nv = isqrt(-1)\nw = root(-4, 2)\nx = root(4, 0)\n"
        "y = jacobi(3, 4)\nz = jacobi(3, -5)\na2 = 1/2 & 1\nb2 = factorial(-1)\nc2 = is_prime(a) | v\n"
        "d2 = 1e-999999999999\ne2 = 0x1p1000000000000\nf2 = 5e99999999999999999999999\ng2 = round(h)\n"
        "h2 = ~(1/2)\n";
    const ProcessResult result = folder.run({"pool", "-"}, file);
    CHECK(result.exit_code == exit_failed);
    CHECK(result.out ==
          "a = error: division by zero\nb = error: division by zero\nc = error: negative exponent\n"
          "d = error: no inverse\ne = error: not an integer\nf = error: longer than 2^30 bits\n"
          "g = error: division by zero\nh = error: division by zero\ni = 5\nj = error: division by zero\n"
          "k = error: division by zero\nl = error: division by zero\nm = error: longer than 2^30 bits\n"
          "n = error: negative shift\no = error: negative shift\np = error: longer than 2^30 bits\n"
          "q = error: not an integer\nr = error: division by zero\ns = error: division by zero\n"
          "t = error: longer than 2^30 bits\nu = error: longer than 2^30 bits\nv = error: negative operand\n"
          "w = error: negative operand\nx = error: degree of a root below 1\n"
          "y = error: Jacobi symbol modulo an even or negative number\n"
          "z = error: Jacobi symbol modulo an even or negative number\na2 = error: not an integer\n"
          "b2 = error: negative operand\nc2 = error: division by zero\nd2 = error: longer than 2^30 bits\n"
          "e2 = error: longer than 2^30 bits\nf2 = error: longer than 2^30 bits\n"
          "g2 = error: division by zero\nh2 = error: not an integer\n");
    CHECK(contains(result.err, "33 of 34 values could not be computed"));
}

TEST_CASE(
    "names with _ before them are not printed, --only prints the values that it names, and no more is "
    "computed") {
    const TempFolder folder;
    const std::string file =
        "_half = 1/2\na = _half + 1\n_lost = 1 // 0\nb = c * 2\nc = _half ** 3\nd = _lost\nq, _r = divmod(7, "
        "2)\n";
    CHECK(folder.run({"pool", "-"}, file).out ==
          "a = 3/2\nb = 1/4\nc = 1/8\nd = error: division by zero\nq = 3\n");
    CHECK(done(folder, {"pool", "-", "--only", "b,a", "--only", "_r"}, file) == "a = 3/2\nb = 1/4\n_r = 1\n");
    CHECK(contains(folder.run({"pool", "-", "--only", "a"}, file).err, "1 value computed by"));
    const ProcessResult lost = folder.run({"pool", "-", "--json", "--only", "_lost"}, file);
    CHECK(lost.exit_code == exit_failed);
    CHECK(nlohmann::json::parse(lost.out)[0]["name"] == "_lost");
    CHECK(done(folder, {"pool", "-"}, "_a = 1 // 0\n").empty());
    refused(folder, {"pool", "-", "--only", "half"}, exit_usage,
            {"--only: no line of standard input defines 'half'; did you mean '_half'?"}, file);
    // it would take minutes
    CHECK(done(folder, {"pool", "-", "--only", "a"},
               "a = 1\nb = powmod(3, 1 << 3000000, (1 << 30000) + 1)\n") == "a = 1\n");
}

TEST_CASE("pool --json, --hex and -o") {
    const TempFolder folder;
    folder.write("in.txt", "a = 255\nb = -17/32\nc = 1/0\nd = 0\n");
    const ProcessResult result = folder.run({"pool", "in.txt", "--json"});
    CHECK(result.exit_code == exit_failed);
    CHECK(nlohmann::json::parse(result.out) ==
          nlohmann::json::parse(R"([{"name": "a", "value": "255"}, {"name": "b", "value": "-17/32"},
                                    {"name": "c", "error": "division by zero"}, {"name": "d", "value": "0"}])"));
    CHECK(folder.run({"pool", "in.txt", "--hex", "-o", "out.txt"}).out.empty());
    CHECK(folder.read("out.txt") == "a = 0xff\nb = -0x11/0x20\nc = error: division by zero\nd = 0x0\n");
    CHECK(done(folder, {"pool", "-", "--json"}) == "[]\n");
}

TEST_CASE("pool rounds values to decimals and to doubles") {
    const TempFolder folder;
    const std::string file =
        "a = 2/3\nb = 1/8\nc = 3/8\nd = -1/1000\ne = 7\nf = 2**53 + 1\ng = 10**400\nh = 1/10**400\ni = 1/0\n"
        "j = float(\"0.1\") - 1/10\nk = -2**1024 + 2**970\nl = 3*2**1074 / 2**2149\n";
    const auto out = [&](const Arguments& more) {
        Arguments arguments{"pool", "-"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return folder.run(arguments, file).out;
    };
    CHECK(out({"--digits", "2", "--only", "a,b,c,d,e,i"}) ==
          "a = 0.67\nb = 0.12\nc = 0.38\nd = -0.00\ne = 7.00\ni = error: division by zero\n");
    CHECK(out({"--digits", "0", "--only", "a,b,f"}) == "a = 1\nb = 0\nf = 9007199254740993\n");
    CHECK(out({"--digits", "25", "--only", "j"}) == "j = 0.0000000000000000055511151\n");
    CHECK(out({"--double"}) ==
          "a = 0.6666666666666666\nb = 0.125\nc = 0.375\nd = -0.001\ne = 7\nf = 9007199254740992\ng = inf\n"
          "h = 0\ni = error: division by zero\nj = 5.551115123125783e-18\nk = -inf\nl = 1e-323\n");
    CHECK(nlohmann::json::parse(out({"--double", "--json", "--only", "a"})) ==
          nlohmann::json::parse(R"([{"name": "a", "value": "0.6666666666666666"}])"));
    refused(folder, {"pool", "-", "--digits", "2", "--double"}, exit_usage, {"--digits excludes --double"},
            file);
    refused(folder, {"pool", "-", "--digits", "2", "--hex"}, exit_usage, {"--hex excludes --digits"}, file);
    refused(folder, {"pool", "-", "--digits", "-2"}, exit_usage, {"--digits"}, file);
}

TEST_CASE("float is the nearest double") {
    CHECK(values_of("a = float(\"0.1\")\n") == "a = 3602879701896397/36028797018963968\n");
    CHECK(values_of(
              "a = 2 * float( '-1e-400' ) + 1\nb = float(\"0x1.8p3\")\nc = -float(\"5e-324\") * 2**1074\n") ==
          "a = 1\nb = 12\nc = -1\n");
    CHECK(values_of("a = float(\"9007199254740993\") + 1.5\nfloat = 3\nb = float + gcd(6, 4)\n") ==
          "a = 18014398509481987/2\nfloat = 3\nb = 5\n");
}

TEST_CASE("malformed lines are refused with their place") {
    const TempFolder folder;
    const auto refuse = [&](const std::string& line, size_t column, std::string_view message) {
        CAPTURE(line);
        folder.write("in.txt", "first = 1\n\n" + line + "\nlast = 2\n");
        const std::string said = refused(folder, {"pool", "in.txt", "-o", "out.txt"}, exit_usage,
                                         {"in.txt:3:" + std::to_string(column) + ": ", message});
        CHECK(contains(said, "\n    " + line.substr(0, 20)));
        CHECK(contains(said, "\n" + std::string(column + 3, ' ') + "^"));
    };
    refuse("a = ", 5, "an operand is missing");
    refuse("a = 1 +", 8, "an operand is missing");
    refuse("a = -", 6, "an operand is missing");
    refuse("a 1", 3, "'=' is missing");
    refuse("a", 2, "'=' is missing");
    refuse("= 1", 1, "the name is missing");
    refuse("1a = 1", 1, "the name is missing");
    refuse("a = lost", 5, "no line defines 'lost'; did you mean 'last'?");
    refuse("a = 1)", 6, "this ')' closes nothing");
    refuse("a = (1 + (2 * 3)", 5, "the closing ')' is missing");
    refuse("a = 2 * gcd(1, 2", 9, "the closing ')' is missing");
    refuse("a = gcd 3", 5, "gcd is a function");
    refuse("a = gcd()", 9, "a number or a name is missing before ')'");
    refuse("a = powmod(1, 2)", 5, "powmod takes 3 arguments; 2 given");
    refuse("a = abs(1, 2)", 5, "abs takes 1 argument; 2 given");
    refuse("a = gcb(1)", 5, "unknown function 'gcb'; did you mean 'gcd'?");
    refuse("a = float(1)", 11, "float takes a number in quotes");
    refuse("a = float(\"1)", 11, "the closing quote is missing");
    refuse("a = float(\"1\"", 14, "the closing ')' of float is missing");
    refuse("a = float(\"1\", 2)", 14, "the closing ')' of float is missing");
    refuse("a = float(\"1x\")", 13, "the text is no number");
    refuse("a = float(\"\")", 12, "the text is no number");
    refuse("a = float(\"inf\")", 12, "infinite or NaN");
    refuse("a = float(\"1e999\")", 12, "infinite or NaN");
    refuse("a = floa(\"1\")", 5, "did you mean 'float'?");
    refuse("a = 1 2", 7, "an operator is missing before '2'");
    refuse("a = 1, 2", 6, "',' is not between arguments");
    refuse("a = (1, 2)", 7, "',' is not between arguments");
    refuse("a = 0x", 5, "not a number");
    refuse("a = 12abc", 5, "not a number");
    refuse("a = 1..2", 5, "not a number");
    refuse("a = 1e", 5, "not a number");
    refuse("a = .", 5, "not a number");
    refuse("a = 3 ^ ^ 4", 9, "before '^'");
    for (const char* number : {"1__0", "1_", "0x_", "0b12", "0o8", "0b1.1", "0x1p", "0x1.8e3p", "1_.5",
                               "1._5", "1e_5", "0x1.8p0x1", "1e5e5", "0_x1", "0b"})
        refuse(std::string("a = 1 + ") + number, 9, "not a number");
    refuse("a = 3 ** * 4", 10, "before '*'");
    refuse("a = 1 = 2", 7, "before '='");
    refuse("a = \xc3\xa9", 5, "no meaning");
    refuse("a = 1 < 2", 7, "before '<'");
    refuse("a = sum()", 9, "a number or a name is missing before ')'");
    refuse("a, = 1", 4, "the name is missing");
    refuse("a, 1 = 2", 4, "the name is missing");
    refuse("a, b", 5, "'=' is missing");
    refuse("a b = 1", 3, "'=' is missing");
    refuse("a, a = divmod(1, 2)", 4, "a is already defined on line 3");
    refuse("a, first = divmod(1, 2)", 4, "first is already defined on line 1");
    refuse("a, b = 1", 8,
           "2 names need a function with as many values: divmod(a, b) has 2, xgcd(a, b) has 3");
    refuse("a, b = (divmod(1, 2))", 8, "2 names need a function");
    refuse("a, b = gcd(1, 2)", 8, "2 names need a function");
    refuse("a, b = xgcd(1, 2)", 8, "xgcd has 3 values; 2 names given");
    refuse("a, b = divmod(1, 2) + 1", 21, "nothing may follow a function with several values");
    refuse("a, b = divmod(1, 2), 3", 20, "',' is not between arguments");
    refuse("a, b = divmod(1)", 8, "divmod takes 2 arguments; 1 given");
    refuse("a = divmod(1, 2)", 5,
           "divmod has 2 values; a line with as many names takes them: q, r = divmod(a, b)");
    refuse("a = 1 + xgcd(1, 2)", 9,
           "xgcd has 3 values; a line with as many names takes them: g, x, y = xgcd(a, b)");
    refuse("a, b = divmod(1, divmod(1, 2))", 18, "divmod has 2 values");
    refuse("a, b = divmod(1, b)", 18, "names are defined in a circle: b -> b");
    refuse("first = 2", 1, "first is already defined on line 1");
    refuse("a = a", 5, "names are defined in a circle: a -> a");
    folder.write("in.txt", "z = 1\nq = z - b\na = q\nb = 1 - a\n");
    refused(folder, {"pool", "in.txt"}, exit_usage, {"in.txt:2:9: ", "circle: q -> b -> a -> q"});
    folder.write("in.txt", "q, r = divmod(1, b)\nb = r\n");
    refused(folder, {"pool", "in.txt"}, exit_usage, {"in.txt:1:18: ", "circle: r -> b -> r"});
    refused(folder, {"pool", "-"}, exit_usage, {"standard input:1:4: "}, "a=(");
    refused(folder, {"pool", "missing.txt"}, exit_usage, {"missing.txt"});
    refused(folder, {"pool"}, exit_usage, {"file"});
}

TEST_CASE("pool --map is for a GPU") {
    const TempFolder folder;
    refused(folder, {"pool", "-", "--map", "cta"}, exit_usage, {"'cta'", "did you mean"}, "a = 1");
    refused(folder, {"pool", "-", "--map", "tpi:3"}, exit_usage, {"'tpi:3'", "tpi:1, 2, 4, 8, 16 or 32"},
            "a = 1");
    for (const char* map : {"ctt", "ctw", "tpi:8", "grid"})
        refused(folder, {"pool", "-", "--map", map, "--device", "cpu"}, exit_usage, {map, "for a GPU"},
                "a = 1");
    if (!runtime::has_device())
        refused(folder, {"pool", "-", "--map", "ctt"}, exit_unsupported, {"no CUDA device"}, "a = 1");
    CHECK(done(folder, {"pool", "-", "--map", "auto", "--device", "cpu"}, "a = 2**70") ==
          "a = 1180591620717411303424\n");
}

TEST_CASE("pool runs on the host, and says so") {
    const TempFolder folder;
    if (!runtime::has_device())
        refused(folder, {"pool", "-", "--device", "cuda"}, exit_unsupported, {"no CUDA device"}, "a = 1");
    refused(folder, {"pool", "-", "--device", "gpu"}, exit_usage, {"'gpu'"}, "a = 1");
    for (const char* device : {"auto", "cpu"})
        CHECK(contains(folder.run({"pool", "-", "--device", device}, "a = 1").err,
                       "1 value computed by GMP on "));
}

}  // namespace limbsmith::test
