// The subjects of measurement and their expected results.
#include <doctest/doctest.h>

#include <set>

#include "bench/oracle.hpp"
#include "bench/suites.hpp"
#include "bench/thread/feedback.hpp"
#include "eval/words.hpp"
#include "spec/error.hpp"
#include "support/programs.hpp"

namespace limbsmith::bench {
namespace {

Spec spec(const std::string& modulus, const std::string& op, Reduction reduction) {
    return test::modular_spec(modulus, reduction, op);
}

mpz_class number(const std::vector<uint32_t>& words) { return eval::from_words(words); }

std::vector<uint32_t> joined(std::vector<uint32_t> a, const std::vector<uint32_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

TEST_CASE("the oracle of bench agrees with GMP on products, quotients and inverses") {
    const mpz_class a("0x123456789abcdef0123456789abcdef"), b("0xfedcba987654321");
    const auto words = [](const mpz_class& x) { return eval::to_words(x, 4); };
    const HeaderFunction mul = header_function("mul", Spec::of(Width{128}));
    CHECK(number(Oracle(mul)(joined(words(a), words(b)))) == a * b);
    const HeaderFunction divrem = header_function("divrem", Spec::of(Width{128}));
    CHECK(number(Oracle(divrem)(joined(words(a), words(b)))) == a / b + ((a % b) << 128));

    const mpz_class n = (mpz_class(1) << 127) - 1, R = mpz_class(1) << 128;
    const auto by = [](const std::string& op, Reduction reduction) {
        return header_function(op, spec("2^127-1", op, reduction));
    };
    for (const Reduction reduction : {Reduction::montgomery, Reduction::special}) {
        const mpz_class factor = reduction == Reduction::montgomery ? mpz_class(R % n) : mpz_class(1);
        const HeaderFunction inv = by("inv", reduction), product = by("mul", reduction);
        const mpz_class element = b * factor % n;
        const mpz_class inverse = number(Oracle(inv)(words(element)));
        CHECK(inverse < n);
        CHECK((inverse * b - factor) % n == 0);
        CHECK(number(Oracle(product)(joined(words(element), words(inverse)))) == factor);
    }
}

TEST_CASE("operands that follow from results stay within the contract") {
    for (int bits : {33, 131, 256}) {
        for (const std::string op : {"add", "mul", "mul_lo", "mul_hi", "mod_add", "select", "shl", "eq",
                                     "sqr", "smul", "divrem", "gcd"}) {
            const HeaderFunction function = header_function(op, Spec::of(Width{bits}));
            const Feedback feedback(function);
            Oracle oracle(function);
            eval::ContractEvaluator contract(function.meaning);
            eval::Samples samples(7);
            std::vector<uint32_t> x = oracle.draw(samples);
            for (int call = 0; call < 12; ++call) {
                feedback.prepare(x);
                std::vector<mpz_class> values;
                size_t begin = 0;
                for (const ir::Input& input : function.meaning.inputs) {
                    values.push_back(eval::from_words(std::span(x).subspan(begin, input.words.size())));
                    begin += input.words.size();
                }
                CHECK_MESSAGE(!contract.broken_requirement(values), function.name, " ", bits, " ", call);
                feedback.apply(x, oracle(x));
            }
        }
    }
}

TEST_CASE("operands in registers follow from the result before") {
    const HeaderFunction mul = header_function("mul", Spec::of(Width{64}));
    const Feedback feedback(mul);
    std::vector<uint32_t> x{2, 0, 3, 0};
    feedback.apply(x, {6, 0, 9, 1});
    CHECK(x == std::vector<uint32_t>{7, 0, 9, 1 ^ 0xa5a5a5a5u});
    const HeaderFunction sqr = header_function("sqr", Spec::of(Width{64}));
    x = {2, 1};
    Feedback(sqr).apply(x, {4, 4, 9, 8});  // every word of a square counts, so that no product is left out
    CHECK(x == std::vector<uint32_t>{13, 12});
    const HeaderFunction add = header_function("add", Spec::of(Width{64}));
    x = {2, 1, 3, 0};
    Feedback(add).apply(x, {5, 7});
    CHECK(x == std::vector<uint32_t>{5, 7, 2, 1});
}

TEST_CASE("every suite has rows, and equal kernels are compiled once") {
    for (const Suite& suite : suites()) {
        if (suite.name == "headline") continue;  // takes longest to schedule
        Schedule schedule;
        add_suite(schedule, suite.name);
        CHECK(schedule.jobs().size() >= 10);
        std::set<Kernel*> kernels;
        for (const Job& job : schedule.jobs()) {
            CHECK(job.row.suite == suite.name);
            for (const Job::Candidate& candidate : job.candidates)
                if (candidate.kernel) kernels.insert(candidate.kernel.get());
        }
        CHECK(kernels.size() == schedule.kernels().size());
    }
    Schedule schedule;
    CHECK_THROWS_AS(add_suite(schedule, "headlines"), Error);
    CHECK_THROWS_AS(parse_layout("coalesced"), Error);
}

TEST_CASE("a row of bench faster than a limit raises the limit") {
    Row row("", header_function("mul", Spec::of(Width{256})));
    row.place = "registers";
    row.seconds = 1, row.results = 1e9;
    for (row.wide = 0.1; row.wide < 1000; row.wide *= 1.1) {  // for every rounding of products and quotients
        Rooflines raised{{}, {1e9 * row.wide / 1.001, "a probe"}, {}};
        row.raise(raised, raised);
        CHECK(row.json(raised).at("of_limit") <= 1);
    }
    row.wide = 64;
    const Rooflines low{{1e12, "a probe"}, {64e9 / 1.03, "a probe"}, {1e14, "a probe"}};
    Rooflines raised = low;
    row.raise(raised, low);
    CHECK(raised.wide_products.per_second == doctest::Approx(64e9));
    CHECK(raised.wide_products.by == "mul, 256 bits, registers");
    CHECK(raised.memory_bytes.by == "a probe");
    CHECK(row.json(raised).at("of_limit") <= 1);
    row.results = 1.5e9;
    raised = low;
    row.raise(raised, low);
    CHECK(raised.wide_products.by == "a probe");
    CHECK(!row.json(raised).contains("of_limit"));
    CHECK(row.json(raised).at("times_counted") == doctest::Approx(1.5 * 1.03));
    CHECK(raised.json().at("reached_by").at("additions") == "a probe");
}

TEST_CASE("a modular product by rows is counted with halves, and as its program is") {
    for (const std::string op : {"mul", "sqr", "mul_add2"}) {
        const HeaderFunction function =
            header_function(op, spec("3^161", op, Reduction::montgomery));  // 8 full limbs
        CHECK(function.cost->product_time() == doctest::Approx(function.rows));
    }
}

TEST_CASE("a row of bench names the limit that it reaches first") {
    Row row("", header_function("mul", Spec::of(Width{256})));
    row.place = "memory";
    row.seconds = 1, row.results = 1e9, row.bytes = 128;
    const auto limits = [](double bytes, double products) {
        return Rooflines{{bytes, "a probe"}, {products, "a probe"}, {1e14, "a probe"}};
    };
    const Json json = row.json(limits(2.56e11, 1e14));
    CHECK(json.at("limited_by") == "memory bandwidth");
    CHECK(json.at("limit_per_second") == doctest::Approx(2e9));
    CHECK(json.at("of_limit") == doctest::Approx(0.5));
    CHECK(json.at("wide_products") == 64);
    CHECK(json.at("times_rows") == doctest::Approx(64e9 / 1e14));
    row.bytes = 0;
    CHECK(row.json(limits(2.56e11, 6.4e10)).at("limited_by") == "wide products");
    row.error = "wrong";
    CHECK(!row.json({}).contains("results_per_second"));
}

TEST_CASE("rows that are measured in turns have medians of turns, and an error is not lost") {
    const auto row = [](double seconds, double fastest, double slowest, double with_transfers) {
        Row one("", header_function("mul", Spec::of(Width{256})));
        one.seconds = seconds, one.fastest = fastest, one.slowest = slowest;
        one.seconds_with_transfers = with_transfers, one.launches = 3, one.checked = 10;
        return one;
    };
    const Row median = Row::median_of({row(5, 4, 9, 7), row(2, 1, 3, 8), row(3, 2, 20, 6)});
    CHECK(median.seconds == 3);
    CHECK(median.fastest == 1);
    CHECK(median.slowest == 20);
    CHECK(median.seconds_with_transfers == 7);
    CHECK(median.launches == 9);
    CHECK(median.checked == 30);
    Row failed = row(1, 1, 1, 1);
    failed.error = "wrong";
    CHECK(Row::median_of({row(5, 4, 9, 7), failed}).error == "wrong");
}

}  // namespace limbsmith::bench
