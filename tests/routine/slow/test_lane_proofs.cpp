// Derivations of routines over lanes, and mutants, which have none.
#include <doctest/doctest.h>

#include "routine/lane_proofs.hpp"

namespace limbsmith::test {

TEST_CASE("sums, comparisons and selections over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2),
                                      {128, 2},
                                      {192, 2},
                                      {97, 4},
                                      {768, 4},
                                      {256, 8},
                                      {4096, 8},
                                      {512, 16},
                                      {1024, 32},
                                      {2048, 32}}) {
        const Proved all(whole_spec({bits, lanes}, "add,sub,eq,lt,is_zero,select,cswap,min,max,neg,cneg"));
        for (const std::string& key : all.loops.keys) {
            check_derived(all, {bits, lanes}, key);
        }
    }
}

// Two limbs lie in four lanes, and the words beyond them are cleared.
TEST_CASE("operations on numbers of fewer limbs than their lanes have derivations") {
    const Width width{33, 4};
    const Proved all(
        whole_spec(width, "add,sub,neg,cneg,not_,slt,shl,smul,mul_lo,mul_hi,divrem,divrem1,mul_mod"));
    for (const char* key : {"cut_limbs", "move_up", "add", "add+carry", "sub", "sub+borrow", "neg", "cneg",
                            "not_", "slt", "shl", "smul", "mul_lo", "mul_hi", "divrem", "divrem1", "mul_mod"})
        check_derived(all, width, key);
}

TEST_CASE("products over lanes have derivations") {
    for (const auto& [bits, lanes] :
         {std::pair(64, 2), {128, 2}, {192, 2}, {768, 2}, {2048, 2}, {128, 4}, {384, 4}, {512, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "mul,sqr,mul_lo,mul_hi"));
        for (const std::string& key : all.loops.keys) {
            check_derived(all, {bits, lanes}, key);
        }
    }
}

// A word has no place for the carry out of the last of its lanes.
TEST_CASE("products and sums modulo a number over all lanes of a warp have derivations") {
    const Width width{1000, 32};
    const Proved all(whole_spec(width, "mul,mod_add"));
    for (const std::string key : {"mul", "mod_add"}) check_derived(all, width, key);
}

TEST_CASE("sums and differences modulo a number over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(64, 2), {768, 2}, {33, 4}, {131, 4}, {97, 8}, {512, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "mod_add,mod_sub,mod_neg"));
        for (const std::string key : {"mod_add", "mod_sub", "mod_neg"}) {
            check_derived(all, {bits, lanes}, key);
        }
    }
    // the sum where the difference is to be kept, and the other way around; a carry out that is not asked for
    const Proved all(whole_spec({128, 2}, "mod_add,mod_sub,mod_neg"));
    // 0 becomes m, and the selection the other way around
    CHECK(all.holds("mod_neg", [](ir::Routine&) {}));
    CHECK_FALSE(all.holds("mod_neg", [](ir::Routine& it) { it.body.pop_back(); }));
    CHECK_FALSE(all.holds("mod_neg", [](ir::Routine& it) {
        auto& select = nth<ir::Call>(it, 2);
        std::swap(select.arguments[1], select.arguments[2]);
    }));
    CHECK_FALSE(all.holds("mod_add", [](ir::Routine& it) {
        auto& select = nth<ir::Call>(it, 7);
        std::swap(select.arguments[1], select.arguments[2]);
    }));
    CHECK_FALSE(
        all.holds("mod_add", [](ir::Routine& it) { nth<ir::Call>(it, 7).arguments[0] = ir::Scalar(0); }));
    CHECK_FALSE(
        all.holds("mod_sub", [](ir::Routine& it) { nth<ir::Call>(it, 3).arguments[3] = ir::Scalar(1); }));
}

TEST_CASE("Montgomery products over lanes have derivations") {
    for (const auto& [bits, lanes] :
         {std::pair(64, 2), {128, 2}, {768, 2}, {2048, 2}, {128, 4}, {384, 4}, {512, 8}, {1024, 4}}) {
        const Proved all(modular_spec(Modulus::at_run_time({bits, lanes}), Reduction::montgomery, "mul"));
        check_derived(all, {bits, lanes}, "montgomery_product");
    }
    for (const auto& [bits, lanes] :
         {std::pair(64, 2), {128, 2}, {320, 2}, {768, 2}, {128, 4}, {256, 4}, {384, 4}, {512, 8}}) {
        const Proved all(modular_spec(Modulus::at_run_time({bits, lanes}), Reduction::montgomery, "sqr"));
        check_derived(all, {bits, lanes}, "montgomery_square");
    }
}

TEST_CASE("routines on residues over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(128, 2), {384, 4}, {2048, 2}}) {
        const Proved all(
            modular_spec(Modulus::at_run_time({bits, lanes}), Reduction::montgomery,
                         "mul,mul_small,neg,cneg,mul_sub2,is_canonical,select,cswap,eq,is_zero"));
        for (const std::string key :
             {"add", "sub", "neg", "cneg", "dbl", "mul", "mul_small", "mul_sub2", "to_elem", "to_plain",
              "is_canonical", "select", "cswap", "eq", "is_zero"}) {
            check_derived(all, {bits, lanes}, key);
        }
    }
    // a square, R^2 for a, a number that stays one, and another multiplier
    const Proved all(
        modular_spec(Modulus::at_run_time({128, 2}), Reduction::montgomery, "mul,mul_small,add,sub"));
    const auto with = [](int which, int other) {
        return [=](ir::Routine& it) {
            auto& call = nth<ir::Call>(it, 0);
            call.arguments[static_cast<size_t>(which)] = call.arguments[static_cast<size_t>(other)];
        };
    };
    for (const std::string key : {"mul", "to_elem", "mul_small"}) {
        CAPTURE(key);
        CHECK(all.holds(key, [](ir::Routine&) {}));
        CHECK_FALSE(all.holds(key, with(1, 0)));
        CHECK_FALSE(all.holds(key, with(0, 1)));
    }
    const Proved negated(modular_spec(Modulus::at_run_time({128, 2}), Reduction::montgomery, "cneg"));
    CHECK(negated.holds("cneg", [](ir::Routine&) {}));
    CHECK_FALSE(negated.holds("cneg", [](ir::Routine& it) {
        auto& select = nth<ir::Call>(it, 1);
        std::swap(select.arguments[1], select.arguments[2]);
    }));
    CHECK_FALSE(all.holds("add", [](ir::Routine& it) { it.body.pop_back(); }));
    CHECK_FALSE(all.holds("add", with(1, 0)));
    CHECK(all.holds("sub", [](ir::Routine&) {}));
    CHECK_FALSE(all.holds("sub", [](ir::Routine& it) { it.body.pop_back(); }));
    CHECK_FALSE(all.holds("sub", with(1, 0)));
    // n is added always, and never
    for (const uint32_t bit : {1u, 0u})
        CHECK_FALSE(all.holds("mod_sub",
                              [&](ir::Routine& it) { nth<ir::Call>(it, 3).arguments[3] = ir::Scalar(bit); }));
}

TEST_CASE("routines modulo known numbers over lanes have derivations") {
    const mpz_class one = 1;
    const std::vector<std::pair<mpz_class, int>> moduli{
        {(one << 64) - 59, 2}, {(one << 89) - 1, 2}, {(one << 32) - 5, 2}, {(one << 255) - 19, 4}};
    for (const auto& [n, lanes] : moduli) {
        const Modulus modulus(n, lanes);
        const Proved all(
            modular_spec(modulus, Reduction::montgomery,
                         "halve,dbl,mul_small,cneg,mul_add2,mul_sub2,is_canonical,sqrt,legendre"));
        for (const std::string key : {"add", "sub", "neg", "cneg", "dbl", "halve", "mul", "sqr", "mul_small",
                                      "mul_add2", "mul_sub2", "to_elem", "to_plain", "is_canonical",
                                      "modulus_limbs", "r2_limbs", "root_of_unity", "sqrt", "legendre"}) {
            check_derived(all, modulus.width(), key);
        }
    }
    const Proved all(modular_spec(Modulus(moduli[0].first, 2), Reduction::montgomery, "mul,halve"));
    const auto calls = [](const char* other) {
        return [=](ir::Routine& it) { nth<ir::Call>(it, 0).callee = other; };
    };
    // R^2 for N, N for R^2, another n0inv, a square, and the residue itself
    CHECK(all.holds("mul", [](ir::Routine&) {}));
    CHECK_FALSE(all.holds("mul", calls("r2_limbs")));
    CHECK_FALSE(all.holds("to_elem", calls("modulus_limbs")));
    CHECK_FALSE(all.holds("mul", [](ir::Routine& it) {
        ir::Call::Argument& n0inv = nth<ir::Call>(it, 1).arguments[3];
        n0inv = ir::Scalar(std::get<ir::Scalar>(n0inv).number() + 2);
    }));
    CHECK_FALSE(all.holds("mul", [](ir::Routine& it) {
        auto& call = nth<ir::Call>(it, 1);
        call.arguments[1] = call.arguments[0];
    }));
    CHECK_FALSE(all.holds("halve", [](ir::Routine& it) { it.contract.right = ir::var("a"); }));
    CHECK_FALSE(all.holds("modulus_limbs", [](ir::Routine& it) { it.body.pop_back(); }));
}

TEST_CASE("powers over lanes have derivations") {
    const auto check = [](const Modulus& modulus, const std::vector<std::string>& keys) {
        const Proved all(modular_spec(modulus, Reduction::montgomery, "pow,pow_secret"));
        for (const std::string& key : keys) check_derived(all, modulus.width(), key);
    };
    check(Modulus::at_run_time({33, 2}), {"pow", "pow_number", "pow_secret", "pow_secret_number"});
    check(Modulus::at_run_time({4096, 32}), {"pow", "pow_number"});
    check(Modulus((mpz_class(1) << 127) - 1, 4), {"pow_number"});
}

TEST_CASE("wrong powers over lanes have no derivation") {
    const Proved all(modular_spec(Modulus::at_run_time({64, 2}), Reduction::montgomery, "pow"));
    const auto in_loop = [&](int which, const std::function<void(ir::For&)>& change) {
        return all.holds(
            "pow_number", [=](ir::Routine& it) { change(nth<ir::For>(it, which)); }, 2'500'000);
    };
    CHECK(in_loop(0, [](ir::For&) {}));
    // a table without its odd powers, and one that ends before its last two
    CHECK_FALSE(in_loop(0, [](ir::For& table) { table.body.pop_back(); }));
    CHECK_FALSE(in_loop(0, [](ir::For& table) { table.bound = table.bound - 1; }));
    // the lowest digit is left out, the highest one, a squaring, and the power of a digit
    CHECK_FALSE(in_loop(1, [](ir::For& digits) { digits.bound = 1; }));
    CHECK_FALSE(in_loop(1, [](ir::For& digits) { digits.first = digits.first - 1; }));
    CHECK_FALSE(in_loop(1, [](ir::For& digits) {
        auto& squarings = nth<ir::For>(digits.body, 0);
        squarings.bound = squarings.bound - 1;
    }));
    CHECK_FALSE(in_loop(1, [](ir::For& digits) { digits.body.pop_back(); }));
    // a digit that begins a bit above its place, and one that lacks its bits in the next word
    CHECK_FALSE(in_loop(1, [](ir::For& digits) {
        auto& digit = nth<ir::Assign>(digits.body, 1);
        digit.value = (digit.value.left() >> 1) & digit.value.right();
    }));
    CHECK_FALSE(in_loop(1, [](ir::For& digits) { nth<ir::If>(digits.body, 0).body.clear(); }));
}

TEST_CASE("wrong squares over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(
            modular_spec(Modulus::at_run_time({64 * lanes, lanes}), Reduction::montgomery, "sqr"));
        const auto holds = [&](const std::function<void(ir::Routine&)>& change) {
            return all.holds("montgomery_square", change, 30'000'000);
        };
        CHECK(holds([](ir::Routine&) {}));
        // the excess of all lanes is lost, and the product of two lanes is added once
        const auto without_call = [&](const char* callee, int which) {
            return [=](ir::Routine& it) {
                int left = which;
                const auto found = std::ranges::find_if(it.body, [&](const ir::Statement& statement) {
                    const auto* call = std::get_if<ir::Call>(&statement.what);
                    return call && call->callee == callee && left-- == 0;
                });
                REQUIRE(found != it.body.end());
                it.body.erase(found);
            };
        };
        CHECK_FALSE(holds(without_call("add_word", 0)));
        // of two lanes the first adds nothing here, so that no carry comes into the second
        CHECK(holds(without_call("add_word", 1)) == (lanes == 2));
        CHECK_FALSE(holds(without_call("lane_add", 1)));
        CHECK_FALSE(holds(without_call("lane_add", 2)));
        // the word of the wrong lane, and without the last subtraction
        CHECK_FALSE(holds([](ir::Routine& it) { nth<ir::Exchange>(it, 0).from = ir::lane() + 2; }));
        CHECK_FALSE(holds([](ir::Routine& it) { it.body.pop_back(); }));
    }
}

TEST_CASE("wrong Montgomery products over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(
            modular_spec(Modulus::at_run_time({64 * lanes, lanes}), Reduction::montgomery, "mul"));
        const auto holds = [&](const std::function<void(ir::Routine&)>& change) {
            return all.holds("montgomery_product", change);
        };
        const auto in_row = [](const std::function<void(ir::For&)>& change) {
            return
                [change](ir::Routine& it) { change(std::get<ir::For>(nth<ir::For>(it, 0).body.at(0).what)); };
        };
        CHECK(holds([](ir::Routine&) {}));
        // q of the next word, of another lane, twice as much, and none
        CHECK_FALSE(holds(in_row([](ir::For& row) {
            ir::Exchange& q = nth<ir::Exchange>(row.body, 2);
            q.value = q.value + 1;
        })));
        CHECK_FALSE(holds(in_row([](ir::For& row) { nth<ir::Exchange>(row.body, 2).from = ir::Scalar(1); })));
        CHECK_FALSE(holds(in_row([](ir::For& row) {
            ir::Exchange& q = nth<ir::Exchange>(row.body, 2);
            q.value = q.value.left() * 2;
        })));
        // a row of a·y where q·m is to be added, and a row without y
        CHECK_FALSE(holds(in_row([](ir::For& row) {
            nth<ir::Call>(row.body, 1).arguments[3] = nth<ir::Call>(row.body, 0).arguments[0];
        })));
        CHECK_FALSE(holds(in_row([](ir::For& row) {
            auto& call = nth<ir::Call>(row.body, 0);
            call.arguments[1] = call.arguments[2] = ir::Scalar(0);
        })));
        // the word of the wrong lane
        CHECK_FALSE(holds(in_row([](ir::For& row) { nth<ir::Exchange>(row.body, 4).from = ir::lane(); })));
        // without the last subtraction, and a difference that is always taken
        CHECK_FALSE(holds([](ir::Routine& it) { it.body.pop_back(); }));
        CHECK_FALSE(holds(
            [](ir::Routine& it) { std::get<ir::Call>(it.body.back().what).arguments[0] = ir::Scalar(0); }));
    }
}

TEST_CASE("a routine whose contract has no relation is refused, not walked") {
    const Proved all(whole_spec({128, 2}, "add"));
    ir::Routine routine = all.loops["add"];
    routine.contract.left = nullptr;
    CHECK(derive(routine, "add", all.loops.library).lacks == "a contract without a relation");
}

TEST_CASE("wrong products over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(whole_spec({64 * lanes, lanes}, "mul,mul_lo,mul_hi"));
        const auto in_row = [](const std::function<void(ir::For&)>& change) {
            return
                [change](ir::Routine& it) { change(std::get<ir::For>(nth<ir::For>(it, 0).body.at(0).what)); };
        };
        for (const std::string key : {"mul", "mul_lo", "mul_hi"}) {
            CAPTURE(key);
            CHECK(all.holds(key, [](ir::Routine&) {}));
            // a word of the wrong lane, none, and one that the last lane takes from the first
            CHECK_FALSE(all.holds(
                key, in_row([](ir::For& row) { nth<ir::Exchange>(row.body, 3).from = ir::lane() + 2; })));
            CHECK_FALSE(all.holds(key, in_row([](ir::For& row) { row.body.erase(row.body.end() - 2); })));
            if (key != "mul_lo")
                CHECK_FALSE(all.holds(key, in_row([](ir::For& row) { row.body.pop_back(); })));
            // a limb that goes to the next lane's place
            if (key != "mul_hi")
                CHECK_FALSE(all.holds(key, in_row([](ir::For& row) {
                                          ir::Assign& low = nth<ir::Assign>(row.body, 0);
                                          low.value = select(1 - low.value.other(), low.value.left(),
                                                             low.value.right());
                                      })));
        }
    }
}

TEST_CASE("wrong routines over lanes have no derivation") {
    const Proved all(whole_spec({128, 2}, "add,sub"));
    const std::string key = "add+carry";
    CHECK(all.holds(key, [](ir::Routine&) {}));
    // ballots of the wrong word
    CHECK_FALSE(all.holds(
        key, [](ir::Routine& it) { nth<ir::Exchange>(it, 0).value = nth<ir::Exchange>(it, 1).value; }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
        std::swap(nth<ir::Exchange>(it, 0).value, nth<ir::Exchange>(it, 1).value);
    }));
    // carries of another lane, and no carries
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
        ir::Assign& in = nth<ir::Assign>(it, 2);
        in.value = in.value.left().left() >> (ir::lane() + 1) & 1;
    }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) { nth<ir::Assign>(it, 1).value = 0; }));
    CHECK_FALSE(all.holds(key, [](ir::Routine& it) { nth<ir::Call>(it, 2).arguments[1] = ir::Scalar(0); }));
}

TEST_CASE("wrong routines over more lanes have no derivation") {
    for (const int lanes : {4, 8}) {
        CAPTURE(lanes);
        const Proved all(whole_spec({64 * lanes, lanes}, "add,sub,eq,lt,min"));
        for (const std::string key : {"add", "add+carry", "sub", "sub+borrow"}) {
            CAPTURE(key);
            CHECK(all.holds(key, [](ir::Routine&) {}));
            // where carries begin for where they pass, carries of another lane, none, and those of a sum without 2·G
            CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
                std::swap(nth<ir::Exchange>(it, 0).value, nth<ir::Exchange>(it, 1).value);
            }));
            CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
                ir::Assign& in = nth<ir::Assign>(it, 2);
                in.value = in.value.left().left() >> ((ir::lane() + 1) & (it.lanes() - 1)) & 1;
            }));
            CHECK_FALSE(all.holds(key, [](ir::Routine& it) { nth<ir::Assign>(it, 1).value = 0; }));
            CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
                ir::Assign& sum = nth<ir::Assign>(it, 0);
                sum.value = sum.value.right();
            }));
        }
        // a carry out that is that of the lane before the last
        CHECK_FALSE(all.holds("lt", [](ir::Routine& it) {
            ir::Assign& out = nth<ir::Assign>(it, 3);
            out.value = out.value.left().left() >> (it.lanes() - 1) & 1;
        }));
        // the larger one, and a bit that one lane decides
        CHECK_FALSE(all.holds("min", [](ir::Routine& it) {
            auto& call = nth<ir::Call>(it, 3);
            std::swap(call.arguments[1], call.arguments[2]);
        }));
        CHECK_FALSE(all.holds("eq", [](ir::Routine& it) {
            ir::Assign& r = nth<ir::Assign>(it, 0);
            r.value = equal(r.value.left(), 1);
        }));
        CHECK(all.holds("eq", [](ir::Routine&) {}));
        CHECK(all.holds("lt", [](ir::Routine&) {}));
        CHECK(all.holds("min", [](ir::Routine&) {}));
    }
}

TEST_CASE("divisions over lanes have derivations") {
    const auto parts = {"up_by_limb", "add_multiple", "add_back", "opposite",    "at_least_one", "highest1",
                        "highest2",   "choose",       "most",     "divide_step", "divide"};
    for (const auto& [bits, lanes] : {std::pair(33, 2), {64, 2}, {192, 2}, {131, 4}, {256, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "divrem"));
        for (const std::string key : parts) check_derived(all, {bits, lanes}, key);
    }
    const Proved all(whole_spec({64, 2}, "divrem"));
    for (const std::string key : {"quotient_digit", "subtract_digit"}) check_derived(all, {64, 2}, key);
    const auto& loop = [](ir::Routine& it) -> ir::For& { return nth<ir::For>(it, 0); };
    // a word that comes in at another place; an estimate that is not kept at the largest digit; limits that are not there
    CHECK_FALSE(
        all.holds("up_by_limb", [&](ir::Routine& it) { nth<ir::Assign>(it, 0).value = ir::Scalar(0); }));
    CHECK_FALSE(all.holds(
        "quotient_digit", [](ir::Routine& it) { it.body.pop_back(); }, 100'000));
    CHECK_FALSE(all.holds(
        "most", [](ir::Routine& it) { it.body.pop_back(); }, 100'000));
    // a correction that other numbers decide; a digit that is not taken in; another limb of the dividend
    CHECK_FALSE(all.holds(
        "subtract_digit",
        [](ir::Routine& it) {
            std::erase_if(it.body, [](const ir::Statement& statement) {
                return std::holds_alternative<ir::If>(statement.what);
            });
        },
        100'000));
    CHECK_FALSE(all.holds(
        "divide", [&](ir::Routine& it) { nth<ir::Call>(loop(it).body, 2).arguments[1] = ir::Scalar(0); },
        100'000));
    CHECK_FALSE(all.holds(
        "divide", [&](ir::Routine& it) { nth<ir::Call>(loop(it).body, 1).arguments[1] = ir::Scalar(0); },
        100'000));
}

}  // namespace limbsmith::test
