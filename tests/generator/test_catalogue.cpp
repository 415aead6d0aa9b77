// The catalogue: lists of operations, the operations that they call, and the command line for a spec.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "spec/error.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

using catalogue::Operation, catalogue::parse_operations;
using Names = std::vector<std::string>;

template <class Call>
Exit code_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return error.code();
    }
    return Exit::done;
}

const Spec whole = Spec::of(Width{131});

Spec modulo(const char* n) { return Spec::modulo(parse_modulus(n), Reduction::montgomery); }

Spec macros() {
    Spec spec = whole;
    spec.style = Style::macro;
    return spec;
}

Names closure_of(Spec spec, const Names& ops) {
    spec.ops = ops;
    Names names;
    for (const Operation* operation : catalogue::closure(spec)) names.emplace_back(operation->name);
    return names;
}

}  // namespace

TEST_CASE("parsing a list of operations sorts it as headers do and drops repetitions") {
    CHECK(parse_operations("mul,add,mul", whole) == Names{"add", "mul"});
    const auto is_usual = [](const Operation& it) { return !it.is_on_request; };
    CHECK(static_cast<std::ptrdiff_t>(parse_operations("all", whole).size()) ==
          std::ranges::count_if(catalogue::operations(NumberSystem::whole()), is_usual));
    CHECK(parse_operations("all,add", whole) == parse_operations("all", whole));
    CHECK(parse_operations("mul,all,mul", whole) == parse_operations("all", whole));
    CHECK(code_of([] { parse_operations("add,", whole); }) == Exit::usage);
    CHECK_THROWS_WITH(
        parse_operations("modadd", whole),
        "unknown operation 'modadd'; did you mean 'mod_add'? (`limbsmith list` names them all)");
    const Names sums = parse_operations("all,mul_add3", modulo("15"));
    CHECK(std::ranges::count(sums, "mul_add3") == 1);
    CHECK(sums.size() == parse_operations("all", modulo("15")).size() + 1);
}

TEST_CASE("an operation that the arithmetic does not have is unsupported, with the reason") {
    CHECK_THROWS_WITH(parse_operations("sqrt", modulo("15")),
                      "sqrt needs a prime modulus or a power of a prime, and this one is another composite");
    CHECK_THROWS_WITH(parse_operations("halve", Spec::modulo(Modulus(6), Reduction::barrett)),
                      "halve needs an odd modulus: 2 has no inverse modulo an even one");
    CHECK_THROWS_WITH(parse_operations("n0inv", modulo("15")),
                      "n0inv belongs to a modulus given at run time");
    for (const char* name : {"add_lazy", "sub_lazy", "mul_lazy", "sqr_lazy", "normalize"})
        CHECK(code_of([&] { parse_operations(name, modulo("2^32-5")); }) == Exit::unsupported);
}

TEST_CASE("loops need other operations and are no macros") {
    CHECK(closure_of(whole, {"mul", "add"}) == Names{"add", "mul"});
    const Names needed = closure_of(whole, {"divrem", "neg"});
    CHECK(std::set(needed.begin(), needed.end()) ==
          std::set<std::string>{"neg", "is_zero", "select", "shr", "divrem"});
    for (const Operation& operation : catalogue::operations(NumberSystem::whole())) {
        const std::string list = "add," + std::string(operation.name);
        const Exit wanted = operation.is_loop() ? Exit::unsupported : Exit::done;
        CHECK(code_of([&] { parse_operations(list, macros()); }) == wanted);
    }
    CHECK(code_of([] { parse_operations("all,divrem", macros()); }) == Exit::unsupported);
    CHECK(std::ranges::count(parse_operations("all", macros()), "divrem1") == 1);
}

TEST_CASE("headers have conversions, and with a modulus given at run time the function that makes it ready") {
    CHECK(closure_of(modulo("15"), {}) == Names{"to_elem", "to_plain", "is_canonical"});
    const Names run_time = closure_of(Spec::modulo(Modulus::at_run_time({40}), Reduction::montgomery), {});
    for (const char* name : {"dbl", "n0inv", "to_elem"}) CHECK(std::ranges::count(run_time, name) == 1);
    Spec powers = modulo("15");
    powers.powers = {parse_power("e=65537")};
    for (const char* name : {"mul", "sqr"}) CHECK(std::ranges::count(closure_of(powers, {}), name) == 1);
    const Names inverses = closure_of(modulo("2^61-1"), {"batch_inv"});
    for (const char* name : {"inv", "mul", "is_zero", "select"})
        CHECK(std::ranges::count(inverses, name) == 1);
}

TEST_CASE("every operation of a number system has a name of its own and can be made somewhere") {
    Spec fused = whole;
    fused.fused = parse_fused("a*b + a");
    Spec fused_modulo = modulo("2^61-1");
    fused_modulo.fused = parse_fused("a*b + a");
    const Spec examples[] = {whole, fused, modulo("2^61-1"), fused_modulo,
                             Spec::modulo(Modulus::at_run_time({32}), Reduction::montgomery)};
    for (const NumberSystem& system : {NumberSystem::whole(), NumberSystem::residues()}) {
        std::set<std::string_view> names;
        for (const Operation& operation : catalogue::operations(system)) {
            CAPTURE(operation.name);
            CHECK(names.insert(operation.name).second);
            CHECK(!operation.summary.empty());
            CHECK(std::ranges::any_of(examples, [&](const Spec& spec) {
                return spec.system() == system && catalogue::why_not(operation, spec).empty();
            }));
        }
    }
}

TEST_CASE("every function says where its algorithm is written down") {
    for (const Spec& spec :
         {whole_spec(Width{131}), modular_spec("2^61-1", Reduction::montgomery),
          modular_spec("2^255-19", Reduction::special), modular_spec("6", Reduction::barrett)}) {
        for (const catalogue::Function& function : catalogue::functions(spec)) {
            CAPTURE(function.label);
            CHECK(!function.source.empty());
            CHECK(!function.algorithm.empty());
        }
    }
}

TEST_CASE("the command of a spec") {
    const auto command = [](Spec spec) {
        if (spec.name.empty()) spec.name = "u131";
        return catalogue::command(spec);
    };
    Spec spec = catalogue::with_all(whole);
    CHECK(command(spec) == "limbsmith generate --bits 131 --unproved");
    spec.proofs = Proofs::required;
    CHECK(command(spec) == "limbsmith generate --bits 131");
    Spec changed = spec;
    changed.mul = {MulAlgorithm::karatsuba, 2};
    CHECK(command(changed) == "limbsmith generate --bits 131 --mul karatsuba:2");
    changed.ops = {"add", "mul"};
    changed.mul = MulAlgorithm::schoolbook;
    changed.style = Style::macro;
    changed.name = "field";
    CHECK(command(changed) ==
          "limbsmith generate --bits 131 --ops add,mul --mul schoolbook --style macro --name field");
    spec.style = Style::macro;
    CHECK(command(catalogue::with_all(spec)) == "limbsmith generate --bits 131 --style macro");
}

}  // namespace limbsmith::test
