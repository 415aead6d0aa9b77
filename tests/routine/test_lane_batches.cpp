// Operations over the lanes of a group, as batches run them, against GMP by the contracts of the operations.
#include <doctest/doctest.h>

#include <set>

#include "catalogue/computation.hpp"
#include "eval/cases.hpp"
#include "eval/words.hpp"
#include "spec/modulus_expression.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

void check(const Spec& spec, size_t count) {
    CAPTURE(spec.width.bits);
    CAPTURE(spec.width.lanes());
    eval::Samples samples(test_seed());
    for (const std::string& name : spec.ops) {
        CAPTURE(name);
        catalogue::Computation computation(spec, name);
        const ir::Program& meaning = computation.meaning();
        eval::Cases cases(meaning, samples, count);
        std::vector<std::vector<uint32_t>> rows;
        std::vector<eval::Column> columns;
        for (size_t i = 0; i < meaning.inputs.size(); ++i) {
            const size_t words = meaning.inputs[i].words.size();
            std::vector<uint32_t>& row = rows.emplace_back(words * count);
            for (size_t k = 0; k < count; ++k) {
                const std::vector<uint32_t> value = eval::to_words(cases.inputs()[k][i], words);
                for (size_t w = 0; w < words; ++w) row[w * count + k] = value[w];
            }
        }
        for (const std::vector<uint32_t>& row : rows) columns.push_back({row.data(), count});
        const size_t words = eval::result_words(meaning);
        std::vector<uint32_t> results(words * count);
        computation.run(columns, 0, count, results.data(), count);
        const eval::Trial trial = cases.try_out([&](size_t k) {
            std::vector<uint32_t> own(words);
            for (size_t w = 0; w < words; ++w) own[w] = results[w * count + k];
            return eval::output_values(meaning, own);
        });
        CHECK(trial.wrong == "");
        CHECK(trial.cases == count);
    }
}

void check(Width width, const std::string& ops, size_t count) {
    check(modular_spec(Modulus::at_run_time(width), Reduction::montgomery, ops), count);
}

Spec without(Spec spec, const std::set<std::string>& names) {
    std::erase_if(spec.ops, [&](const std::string& name) { return names.contains(name); });
    return spec;
}

}  // namespace

TEST_CASE("operations on whole numbers over lanes agree with GMP") {
    for (const auto& [bits, lanes] :
         {std::pair{33, 2}, {64, 2}, {96, 4}, {130, 4}, {257, 8}, {320, 2}, {300, 16}, {65, 32}})
        check(without(whole_spec({bits, lanes}), {"pow_mod", "mul_mod"}), 40);
    for (const auto& [bits, lanes] : {std::pair{33, 2}, {96, 4}, {200, 2}, {65, 32}})
        check(whole_spec({bits, lanes}, "mul_mod"), 30);
    check(whole_spec({33, 2}, "pow_mod"), 10);
    check(whole_spec({70, 4}, "pow_mod"), 4);
    for (const auto& [bits, lanes] : {std::pair{2048, 2}, {3072, 4}, {4096, 4}, {8192, 8}})
        check(whole_spec({bits, lanes}, "add,sub,lt,mul,sqr,shl,divrem"), 4);
    check(whole_spec({32768, 32}, "add,sub,lt,shr"), 4);
}

TEST_CASE("operations modulo N over lanes agree with GMP") {
    for (const auto& [bits, lanes] :
         {std::pair{33, 2}, {64, 2}, {96, 4}, {130, 4}, {257, 8}, {320, 2}, {300, 16}})
        check({bits, lanes}, "all", 40);
    check({65, 32}, "add,sub,mul,sqr,eq,make_modulus", 20);
}

TEST_CASE("operations modulo known numbers over lanes agree with GMP") {
    const auto known = [](const char* expression, int lanes, const std::string& ops = "all") {
        return modular_spec(Modulus(parse_modulus_expression(expression), lanes), Reduction::montgomery, ops);
    };
    for (const auto& [expression, lanes] :
         {std::pair{"2^61-1", 2}, {"2^64-2^32+1", 2}, {"2^255-19", 4}, {"3^100", 2}, {"2^127-1", 16}})
        check(known(expression, lanes), 15);
    check(known("2^255-19", 8, "mul_add3,mul_add8"), 15);
    check(known("2^2000+1", 2, "add,mul,sqr,inv"), 3);
    check(known("2^8192-1", 8, "add,mul"), 2);
}

TEST_CASE("products modulo N over lanes agree with GMP at the widths of RSA and Paillier") {
    check({2048, 2}, "add,sub,mul,sqr", 8);
    check({2048, 2}, "inv", 3);
    check({3072, 4}, "mul,sqr", 8);
    check({4096, 4}, "mul,sqr", 8);
    check({8192, 8}, "mul,sqr", 4);
}

TEST_CASE("a number of several lanes has a part for each, and a lane at most 1024 bits") {
    const Width width{2049, 4};
    CHECK(width.lane_limbs() == 17);
    CHECK(width.limbs() == 68);
    CHECK(width.limb_max(63) == UINT32_MAX);
    CHECK(width.limb_max(64) == 1);
    CHECK(width.limb_max(67) == 0);
}

}  // namespace limbsmith::test
