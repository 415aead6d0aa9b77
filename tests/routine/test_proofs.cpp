// Proofs of routines show the right contracts, and no wrong mutant is proved.
#include "routine/columns.hpp"
#include "routine/field.hpp"
#include "routine/mutants.hpp"
#include "routine/proofs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

void check_proved(const ir::Library& library, const std::string& key) {
    CAPTURE(key);
    CHECK(derive(routine_of(library, key), key, library).lacks == "");
}

void check_all_proved(const Field& field) {
    for (const auto& [key, callable] : field.library.all()) {
        if (std::holds_alternative<ir::Routine>(callable)) check_proved(field.library, key);
    }
}

// A routine on numbers modulo a prime n, 2^27 | n - 1, each in one word: its results for inputs, all of one
// word, and arrays of `size` of them.
constexpr uint32_t n = 15 * (1u << 27) + 1;
using Rowwise = std::vector<std::vector<uint32_t>>;  // by row: a word for each column

Rowwise run(const ir::Routine& routine, const ir::Library& library, const Rowwise& inputs,
            const std::vector<size_t>& elements, const std::vector<size_t>& rows, size_t result_rows) {
    const size_t columns = inputs[0].size();
    std::vector<std::vector<uint32_t>> operands;
    size_t next = 0;
    for (size_t count : rows) {
        std::vector<uint32_t>& words = operands.emplace_back();
        for (size_t k = 0; k < count; ++k, ++next)
            words.insert(words.end(), inputs[next].begin(), inputs[next].end());
    }
    std::vector<eval::Column> all;
    for (const auto& words : operands) all.push_back({words.data(), columns});
    std::vector<uint32_t> result(result_rows * columns);
    eval::RoutineInterpreter(routine, library, 1000).run(all, 0, columns, result.data(), columns, elements);
    Rowwise out;
    for (size_t k = 0; k < result_rows; ++k)
        out.emplace_back(result.begin() + static_cast<std::ptrdiff_t>(k * columns),
                         result.begin() + static_cast<std::ptrdiff_t>((k + 1) * columns));
    return out;
}

// Inputs that tell a wrong routine from a right one, and whether it is right for them.
struct Trial {
    const char* key;
    Rowwise inputs;
    std::vector<size_t> elements, rows;
    size_t result_rows;
    using Judge = std::function<bool(const Rowwise& in, const Rowwise& out, size_t column)>;
    Judge is_right;
    Judge meets_contract{};  // where the contract promises less

    // Whether all that the routine gives is right; by the contract alone, or by all that is known.
    bool operator()(const ir::Routine& routine, const ir::Library& library, bool by_contract) const {
        const Judge& judge = by_contract && meets_contract ? meets_contract : is_right;
        try {
            const Rowwise out = run(routine, library, inputs, elements, rows, result_rows);
            for (size_t k = 0; k < inputs[0].size(); ++k) {
                if (!judge(inputs, out, k)) return false;
            }
            return true;
        } catch (const std::logic_error&) {  // an index out of range
            return false;
        }
    }
};

uint32_t square(uint32_t x) { return static_cast<uint32_t>(uint64_t{x} * x % n); }

std::vector<Trial> trials() {
    std::vector<uint32_t> a{0, 1, 2, n - 1, n / 2, 12345, 3, square(98765)},
        e{0, 1, 15, 16, 0xffffffff, 0x12345678, 0xf0, 7};
    std::vector<uint32_t> high{0, 0, 1, 0xffffffff, 0x80000000, 0x10000000, 2, 0}, two(a.size(), 2);
    const auto power = [](const Rowwise& in, const Rowwise& out, size_t k) {
        return out[0][k] == power_of(in[0][k], in[1][k] + (mpz_class(in[2][k]) << 32), n);
    };
    const auto are_inverse = [](const Rowwise& in, const Rowwise& out, size_t k) {
        return out[1][k] == inverse_of(in[0][k], n) && out[2][k] == inverse_of(in[1][k], n);
    };
    const auto reversed = std::vector<uint32_t>(a.rbegin(), a.rend());
    return {{"pow", {a, e, high, two}, {2}, {1, 2, 1}, 1, power},
            {"pow_secret", {a, e, high, two}, {2}, {1, 2, 1}, 1, power},
            {"sqr_n",
             {a, {1, 2, 3, 4, 31, 32, 33, 8}},
             {},
             {1, 1},
             1,
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 return out[0][k] == power_of(in[0][k], power_of_2(in[1][k]), n);
             }},
            {"pow_p5",
             {a},
             {},
             {1},
             1,
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 return out[0][k] == power_of(in[0][k], 65537, n);
             }},
            {"inv",
             {a},
             {},
             {1},
             2,
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 return out[0][k] == inverse_of(in[0][k], n) && out[1][k] == (in[0][k] != 0);
             }},
            {"legendre",
             {a},
             {},
             {1},
             1,
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 return static_cast<int32_t>(out[0][k]) ==
                        mpz_legendre(mpz_class(in[0][k]).get_mpz_t(), mpz_class(n).get_mpz_t());
             }},
            {"sqrt",
             {a},
             {},
             {1},
             2,
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 const bool is_square =
                     mpz_legendre(mpz_class(in[0][k]).get_mpz_t(), mpz_class(n).get_mpz_t()) >= 0;
                 return out[1][k] == is_square && square(out[0][k]) == (is_square ? in[0][k] : 0);
             },
             [](const Rowwise& in, const Rowwise& out, size_t k) {
                 return out[1][k] < 2 && square(out[0][k]) == out[1][k] * in[0][k];
             }},
            {"batch_inv",
             {a, reversed, two},
             {2, 2},
             {2, 1},
             3,
             [=](const Rowwise& in, const Rowwise& out, size_t k) {
                 return out[0][k] == uint32_t{in[0][k] != 0} + (in[1][k] != 0) && are_inverse(in, out, k);
             },
             are_inverse}};
}

}  // namespace

TEST_CASE("routines are proved for moduli of every kind") {
    check_all_proved(Field(Modulus(17), Reduction::montgomery, InverseChoice::fermat));
    check_all_proved(Field(parse_modulus("2^255-19"), Reduction::special, InverseChoice::fermat));
    check_all_proved(Field(parse_modulus("@secp256k1.p"), Reduction::montgomery, InverseChoice::divsteps));
    check_all_proved(Field(Modulus(15), Reduction::montgomery, InverseChoice::divsteps));
    check_all_proved(Field(parse_modulus("2^70*3"), Reduction::barrett, InverseChoice::divsteps));
    check_all_proved(Field(Modulus::at_run_time(Width{61}), Reduction::montgomery, InverseChoice::divsteps));
}

TEST_CASE("the constants of the longest modulus that is given at run time are proved") {
    const Field field(Modulus::at_run_time(Width{1024}), Reduction::montgomery, InverseChoice::divsteps);
    check_proved(field.library, "make_modulus");
}

TEST_CASE("divisions with remainder are proved") {
    for (int bits : {32, 61, 256}) check_proved(whole_library(Width{bits}), "divrem");
}

TEST_CASE("no wrong mutant of a division is proved") {
    const ir::Library library = whole_library(Width{32});
    const std::vector<uint32_t> a{0, 1, 7, UINT32_MAX, UINT32_MAX, 0x80000000, 1000000007, 5, 99},
        b{0, 1, 0, UINT32_MAX, 10, 3, 65537, 7, 0x80000001};
    const Trial trial{"divrem", {a, b}, {}, {1, 1}, 2, [](const Rowwise& in, const Rowwise& out, size_t k) {
                          const uint32_t x = in[0][k], y = in[1][k];
                          return out[0][k] == (y ? x / y : UINT32_MAX) && out[1][k] == (y ? x % y : x);
                      }};
    const ir::Routine routine = routine_of(library, "divrem");
    REQUIRE(trial(routine, library, false));
    Attack attack(library, "divrem", 4);
    int mutants = 0, wrong = 0, endless = 0, refused = 0;
    each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
        CAPTURE(what);
        if (what.starts_with("other last turn")) {  // up to -1 = 2^32 - 1: too long to run
            ++endless, refused += !attack.succeeds(mutant);
            return;
        }
        const bool is_wrong = !trial(mutant, library, true);
        ++mutants, wrong += is_wrong;
        REQUIRE_FALSE((is_wrong && attack.succeeds(mutant)));
    });
    CAPTURE(mutants);
    CHECK(2 * wrong >= mutants);
    CAPTURE(endless);
    CHECK(refused > 0);
}

TEST_CASE("false invariants and contracts of integers are refused") {
    const ir::Library library = whole_library(Width{32});
    Changes changes(library, "divrem");
    const auto is_proved = [&](const auto& change) { return changes.are_proved(change); };
    CHECK(is_proved([](ir::Routine&) {}));
    using ir::integer, ir::var;
    CHECK_FALSE(is_proved([&](ir::Routine& it) {
        loop_of(it).invariant.ranges.push_back({"r", integer(1)});
    }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) { loop_of(it).invariant.ranges[1].below = integer(1); }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) { loop_of(it).invariant.ranges.clear(); }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) {
        loop_of(it).invariant.relations.push_back({var("q"), var("r")});
    }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) { it.contract.right = it.contract.right + integer(1); }));
    CHECK_FALSE(
        is_proved([&](ir::Routine& it) { it.contract.left = var("q"), it.contract.right = var("a"); }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) { it.contract.ensures.push_back({"remainder", var("b")}); }));
    CHECK_FALSE(is_proved([&](ir::Routine& it) { it.contract.ensures.push_back({"q", ir::pow2(31)}); }));
}

TEST_CASE("no wrong mutant of a routine is proved, and almost all are found to be wrong") {
    const Field field(Modulus(n), Reduction::barrett, InverseChoice::fermat);
    for (const Trial& trial : trials()) {
        const ir::Routine routine = routine_of(field.library, trial.key);
        CAPTURE(trial.key);
        REQUIRE(trial(routine, field.library, false));
        Attack attack(field.library, trial.key, 8);
        int mutants = 0, wrong = 0;
        each_mutant(routine, [&](const ir::Routine& mutant, const std::string& what) {
            CAPTURE(what);
            ++mutants, wrong += !trial(mutant, field.library, false);
            const bool is_false = !trial(mutant, field.library, true);
            REQUIRE_FALSE((is_false && attack.succeeds(mutant)));
        });
        CAPTURE(mutants);
        CHECK(10 * wrong >= 7 * mutants);
    }
}

}  // namespace limbsmith::test
