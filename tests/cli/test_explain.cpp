// limbsmith explain and list: tables for people, JSON for programs.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/expect.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

std::vector<std::string> names_of(const NumberSystem& system) {
    std::vector<std::string> names;
    for (const catalogue::Operation& operation : catalogue::operations(system))
        names.emplace_back(operation.name);
    return names;
}

nlohmann::json row(const nlohmann::json& table, const std::string& name) {
    for (const nlohmann::json& row : table.at("operations")) {
        if (row.at("name") == name) return row;
    }
    FAIL("no row for ", name);
    return {};
}

// The cells of the table row that begins with `name` and a space.
std::vector<std::string> cells(const std::string& table, const std::string& name) {
    std::istringstream stream(table);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(name + " ")) continue;
        std::istringstream words(line);
        return {std::istream_iterator<std::string>(words), {}};
    }
    return {};
}

}  // namespace

TEST_CASE("list names all operations and their operands") {
    const TempFolder folder;
    const std::string table = done(folder, {"list"});
    const std::vector<std::string> names = names_of(NumberSystem::whole());
    for (const std::string& operation : names) CHECK_MESSAGE(!cells(table, operation).empty(), operation);
    const nlohmann::json all = nlohmann::json::parse(done(folder, {"list", "--json"}));
    const nlohmann::json& list = all.at("operations");
    REQUIRE(list.size() == names.size());
    for (size_t i = 0; i < list.size(); ++i) {
        CHECK(list[i].at("name") == names[i]);
        CHECK(!list[i].at("summary").get<std::string>().empty());
        CHECK(contains(table, list[i].at("operands").get<std::string>()));
    }
    const auto operands = [&](const std::string& name) {
        return list[std::ranges::find(names, name) - names.begin()].at("operands");
    };
    CHECK(operands("add") == "a b");
    CHECK(operands("select") == "condition a b");
    CHECK(operands("mod_add") == "a b m");
    CHECK(operands("divrem1") == "a d");
    CHECK(operands("divrem") == "a b");
}

TEST_CASE("list names operations modulo a number and moduli") {
    const TempFolder folder;
    const std::string table = done(folder, {"list"});
    const nlohmann::json list = nlohmann::json::parse(done(folder, {"list", "--json"}));
    std::vector<std::string> names;
    for (const nlohmann::json& row : list.at("modular_operations")) {
        names.push_back(row.at("name"));
        CHECK(contains(table, "\n" + names.back() + " "));
        CHECK(contains(table, row.at("summary").get<std::string>() + "\n"));
    }
    CHECK(names == names_of(NumberSystem::residues()));
    CHECK(list.at("moduli").size() >= 20);
    for (const nlohmann::json& row : list.at("moduli")) {
        CHECK(contains(table, "\n@" + row.at("name").get<std::string>() + " "));
        CHECK(contains(table, row.at("description").get<std::string>() + "\n"));
        CHECK(!row.at("expression").get<std::string>().empty());
    }
}

TEST_CASE("explain counts the products of 131 bits") {
    const TempFolder folder;
    const nlohmann::json table = nlohmann::json::parse(done(folder, {"explain", "--bits", "131", "--json"}));
    CHECK(table.at("bits") == 131);
    CHECK(table.at("limbs") == 5);
    CHECK(table.at("wide_limbs") == 9);
    // 5·5 products; the product of the top limbs needs its low word only
    CHECK(row(table, "mul").at("wide_products") == 24);
    CHECK(row(table, "mul").at("half_products") == 1);
    CHECK(row(table, "mul").at("algorithm") == "rows");
    // 5·6/2 products
    CHECK(row(table, "sqr").at("wide_products") == 14);
    CHECK(row(table, "sqr").at("half_products") == 1);
    CHECK(row(table, "add").at("additions") == 5);
    CHECK(row(table, "add").at("wide_products") == 0);
    CHECK(row(table, "add+carry").at("additions") == 6);
    // of a loop its parts, which others may call as well
    const std::vector<catalogue::Function> functions = catalogue::functions(whole_spec(Width{131}));
    for (const catalogue::Function& function : functions) {
        CHECK(row(table, function.label).at("instructions").get<int>() > 0);
        CHECK(row(table, function.label).at("live_words").get<int>() > 0);
    }
    CHECK(table.at("operations").size() == functions.size());
}

TEST_CASE("the table of explain has the values of its JSON") {
    const TempFolder folder;
    const std::string table = done(folder, {"explain", "--bits", "239"});
    const nlohmann::json json = nlohmann::json::parse(done(folder, {"explain", "--bits", "239", "--json"}));
    CHECK(table.starts_with("239 bits: 8 limbs, products of 15 limbs\n"));
    const std::vector<std::string> mul = cells(table, "mul");
    REQUIRE(mul.size() == 10);
    CHECK(mul[1] == "rows");
    CHECK(mul[2] == row(json, "mul").at("instructions").dump());
    CHECK(mul[3] == row(json, "mul").at("wide_products").dump());
    CHECK(mul[4] == row(json, "mul").at("half_products").dump());
    CHECK(mul[5] == row(json, "mul").at("additions").dump());
    CHECK(mul[9] == row(json, "mul").at("live_words").dump());
}

TEST_CASE("explain takes operations and the multiplication") {
    const TempFolder folder;
    const nlohmann::json two =
        nlohmann::json::parse(done(folder, {"explain", "--bits", "131", "--ops", "eq,mul", "--json"}));
    CHECK(two.at("operations").size() == 2);
    const nlohmann::json columns = nlohmann::json::parse(
        done(folder, {"explain", "--bits", "131", "--mul", "schoolbook", "--ops", "mul", "--json"}));
    CHECK(row(columns, "mul").at("algorithm") == "schoolbook");
}

TEST_CASE("explain lists the cost of mul by every multiplication") {
    const TempFolder folder;
    const nlohmann::json json = nlohmann::json::parse(done(folder, {"explain", "--bits", "512", "--json"}));
    std::vector<std::string> algorithms;
    std::vector<int> products;
    for (const nlohmann::json& row : json.at("mul_alternatives")) {
        CHECK(row.at("name") == "mul");
        algorithms.push_back(row.at("algorithm"));
        products.push_back(row.at("wide_products"));
    }
    CHECK(algorithms == std::vector<std::string>{"rows", "schoolbook", "karatsuba:1", "karatsuba:2",
                                                 "karatsuba:3", "karatsuba:4"});
    CHECK(products == std::vector{256, 256, 192, 144, 108, 81});
    CHECK(row(json, "mul").at("algorithm") == "karatsuba:1");
    const std::string table = done(folder, {"explain", "--bits", "512"});
    CHECK(contains(table, "\n                       karatsuba:4"));
    CHECK(!contains(done(folder, {"explain", "--bits", "512", "--ops", "add"}), "karatsuba"));
    CHECK(!contains(done(folder, {"explain", "--bits", "512", "--ops", "add", "--json"}), "alternatives"));
}

TEST_CASE("explain prints a program instruction by instruction") {
    const TempFolder folder;
    const std::string program = done(folder, {"explain", "--bits", "131", "--program", "mul"});
    CHECK(program.starts_with("program mul\n"));
    CHECK(occurrences(program, "\n  in  ") == 2);
    CHECK(occurrences(program, "\n  out r = ") == 1);
    CHECK(occurrences(program, "= mul_lo ") + occurrences(program, "= mad_lo ") == 25);
    CHECK(occurrences(program, "= mul_hi ") + occurrences(program, "= mad_hi ") == 24);
    CHECK(occurrences(done(folder, {"explain", "--bits", "131", "--program", "add"}), "program ") == 2);
    const std::string parts = done(folder, {"explain", "--bits", "131", "--program", "divrem"});
    for (const std::string part : {"divisor", "dividend", "quotient_limb"})
        CHECK(contains(parts, "program " + part + "\n"));
}

}  // namespace limbsmith::test
