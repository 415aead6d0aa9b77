// The table of operations; here with two files more: an operation, and a number system (table/, system/).
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "catalogue/catalogue.hpp"
#include "limbsmith/pool/pool.hpp"
#include "operation/integers.hpp"
#include "operation/number_system.hpp"
#include "pool/host.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {

TEST_CASE("names of operations and of their operands differ, and operations have results") {
    for (const NumberSystem& system : number_systems()) {
        std::set<std::string_view> names;
        for (const Operation& it : system.operations) {
            CAPTURE(it.name);
            CHECK(names.insert(it.name).second);
            CHECK(!it.formula.empty());
            CHECK((it.meaning == nullptr) == it.results.empty());
            std::set<std::string_view> values;
            for (const auto& all : {it.operands, it.results})
                for (const Operation::Value& value : all) CHECK(values.insert(value.name).second);
        }
    }
}

TEST_CASE("integers: rows have the codes of kernels, and can be planned") {
    using Code = pool::Operation;
    const std::pair<Code, std::string_view> codes[] = {{Code::add, "add"},
                                                       {Code::sub, "sub"},
                                                       {Code::mul, "mul"},
                                                       {Code::sqr, "sqr"},
                                                       {Code::neg, "neg"},
                                                       {Code::abs, "abs"},
                                                       {Code::compare, "compare"},
                                                       {Code::min, "min"},
                                                       {Code::max, "max"},
                                                       {Code::select, "select"},
                                                       {Code::shl, "shl"},
                                                       {Code::shr, "shr"},
                                                       {Code::div_floor, "div_floor"},
                                                       {Code::div_truncate, "div_truncate"},
                                                       {Code::div_exact, "div_exact"},
                                                       {Code::gcd, "gcd"},
                                                       {Code::xgcd, "xgcd"},
                                                       {Code::pow, "pow"},
                                                       {Code::pow_mod, "pow_mod"}};
    for (const auto& [code, name] : codes) CHECK(pool::row(code).name == name);
    for (const Operation& it : NumberSystem::integers().operations) {
        CAPTURE(it.name);
        const auto code = static_cast<uint32_t>(pool::code(it));
        CHECK((it.plan != nullptr));
        CHECK(it.operands.size() <= pool::most_operands);
        CHECK(it.results.size() <= pool::most_results);
        if (code > static_cast<uint32_t>(pool::last_of_devices)) CHECK(it.results.size() == 1);
        if (code > static_cast<uint32_t>(pool::last_of_devices) && code <= pool::last_of_two_operands)
            CHECK(it.operands.size() == 2);
    }
}

TEST_CASE("operations of the catalogue have the operands of their rows") {
    for (const Spec& spec :
         {whole_spec(Width{100}, "add"), modular_spec("2^61-1", Reduction::montgomery, "add")}) {
        for (const catalogue::Operation& it : catalogue::operations(spec.system())) {
            CAPTURE(it.name);
            const Operation* row = it.row();
            if (it.name == "expr" || !catalogue::why_not(it, spec).empty()) continue;
            const bool is_of_forms =
                it.section == catalogue::Section::conversions || it.section == catalogue::Section::lazy;
            if (!row)
                CHECK((is_of_forms || it.name == "mul_wide" || it.name == "reduce" || it.name == "sqrt"));
            if (!row) continue;
            const ir::Program meaning = catalogue::meaning(it, spec);
            std::vector<std::string_view> inputs, operands;
            for (const ir::Input& input : meaning.inputs) inputs.push_back(input.name);
            for (const Operation::Value& value : row->operands) operands.push_back(value.name);
            CHECK(inputs == operands);
            CHECK(meaning.outputs.size() <= row->results.size() + (it.name == "inv"));
        }
    }
}

TEST_CASE("an operation that a file adds is computed by its meaning, in pools as well") {
    const Operation& row = NumberSystem::whole()["and_not"];
    CHECK(row(std::vector<mpz_class>{13, 6}, Ring::of_bits(4))[0] == 9);
    pool::Pool pool(std::make_unique<pool::Host>(1));
    const Operation& of_integers = NumberSystem::integers()["and_not"];
    const std::array operands{pool.number(-1), pool.number(mpz_class(1) << 100)};
    CHECK(pool.value(pool.compute(of_integers.name, operands)) == mpz_class(-1) - (mpz_class(1) << 100));
    const pool::Number lost = pool.div_floor(operands[0], pool.number(0)).quotient;
    CHECK(pool.failure(pool.compute(of_integers.name, std::array{operands[0], lost})) ==
          pool::Failure::division_by_zero);
}

TEST_CASE("a number system that a file adds has its operations") {
    const NumberSystem& decimal = number_system("decimal");
    const Ring ring{10'000, 14};
    CHECK(decimal["add"](std::vector<mpz_class>{9'999, 2}, ring)[0] == 1);
    CHECK(decimal["mul"](std::vector<mpz_class>{1'234, 5'678}, ring)[0] == 6'652);
    CHECK(decimal.find("sqrt") == nullptr);
    CHECK_THROWS_AS(number_system("decimals"), std::out_of_range);
    CHECK_THROWS_AS(decimal["sqrt"], std::out_of_range);
}

TEST_CASE("one result for every operand: divisions by 0, and shifts by many bits") {
    const Ring ring = Ring::of_bits(33);
    const mpz_class all = (mpz_class(1) << 64) - 1;
    const auto of = [&](std::string_view name, const std::vector<mpz_class>& operands) {
        return NumberSystem::whole()[name](operands, ring);
    };
    CHECK(of("divrem", {5, 0}) == std::vector<mpz_class>{all, 5});
    CHECK(of("divrem1", {(mpz_class(1) << 32) + 7, 0}) == std::vector<mpz_class>{all, 7});
    CHECK(of("add", {all, 1}) == std::vector<mpz_class>{0, 1});
    CHECK(of("shl", {1, 64})[0] == 0);
    CHECK(of("sshr", {mpz_class(1) << 63, mpz_class(1) << 70})[0] == all);
    CHECK(of("mul_mod", {mpz_class(1) << 40, mpz_class(1) << 40, 0})[0] == 0);
    CHECK(of("gcd", {0, 0})[0] == 0);
}

}  // namespace limbsmith::test
