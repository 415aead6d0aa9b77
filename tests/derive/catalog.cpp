#include "derive/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "algorithm/divsteps.hpp"
#include "algorithm/ntt/leaves.hpp"
#include "algorithm/quadratic/leaves.hpp"
#include "algorithm/tensor/leaves.hpp"
#include "pass/pass.hpp"
#include "plan/multiplication.hpp"
#include "support/group_library.hpp"
#include "support/programs.hpp"

namespace limbsmith::test {
namespace {

constexpr int most_karatsuba_levels = 2;

struct NamedModulus {
    std::string name;
    Modulus modulus;
};

std::vector<NamedModulus> moduli() {
    std::vector<NamedModulus> all;
    for (const char* expression : {"97", "0xfedcba9876543210fedcba97",  // no form, and a full top limb
                                   "2^64-2^32+1", "2^95-17", "@bn254.p", "2^255-19", "@secp256k1.p",
                                   "@p256.p", "2^130+2*3^40" /* even */, "2^96"})
        all.push_back({expression, parse_modulus(expression)});
    for (int bits : {64, 95, 256})
        all.push_back({fmt::format("{} bits at run time", bits), Modulus::at_run_time({bits})});
    return all;
}

// Moduli for the reductions that suit every modulus: a top limb of one bit, lowest limbs that are 1 and -1
// modulo 2^32, limbs that are powers of two.
std::vector<NamedModulus> moduli_without_form() {
    std::vector<NamedModulus> all;
    for (const char* expression : {"2", "2^33-1", "2^64+13", "2^64-1", "2^127-1", "2^224-2^96+1", "2^64*3"})
        all.push_back({expression, parse_modulus(expression)});
    return all;
}

// Long moduli with a form have only the special reduction: the others do not depend on the form.
std::vector<Reduction> reductions(const Modulus& modulus) {
    std::vector<Reduction> suitable;
    if (modulus.is_known() && modulus.limbs() > 4 && !special_forms(modulus).empty())
        return {Reduction::special};
    if (modulus.is_odd()) suitable.push_back(Reduction::montgomery);
    if (!modulus.is_known()) return suitable;
    if (!special_forms(modulus).empty()) suitable.push_back(Reduction::special);
    suitable.push_back(Reduction::barrett);
    return suitable;
}

// Without the matrix of a batch of divsteps, which does not depend on the width.
std::vector<Entry> number_programs(const std::string& op, Width width) {
    const std::string where = fmt::format("{} bits", width.bits);
    std::vector<Entry> entries;
    const auto add = [&](const std::string& where, MulChoice mul) {
        for (ir::Program& program : whole_programs(op, width, mul)) {
            if (program.name != "divsteps_matrix") entries.push_back({where, std::move(program)});
        }
    };
    const Spec spec = Spec::of(width);
    const catalogue::Operation& operation = catalogue::operation(spec, op);
    if (operation.section != catalogue::Section::products) {
        add(where, {});
        return entries;
    }
    for (MulChoice mul : plan::multiplications(width)) {
        if (mul.levels <= most_karatsuba_levels) add(where + ", " + to_string(mul), mul);
    }
    return entries;
}

std::vector<Entry> field_programs(const std::string& name, const Modulus& modulus, Reduction reduction) {
    const std::string where = fmt::format("{}, {}", name, to_string(reduction));
    std::vector<Entry> entries;
    for (const std::string& op : modular_spec(modulus, reduction, "all,mul_add3,mul_add8").ops) {
        auto program = modular_program(op, modulus, reduction, {});
        if (program) entries.push_back({where, std::move(*program)});
    }
    if (modulus.limbs() < 2) return entries;
    const MulChoice separate{MulAlgorithm::karatsuba, 1};
    for (const std::string op : {"mul", "sqr"}) {
        entries.push_back(
            {where + ", " + to_string(separate), *modular_program(op, modulus, reduction, separate)});
    }
    return entries;
}

void append(std::vector<Entry>& entries, std::vector<Entry> more) {
    std::ranges::move(more, std::back_inserter(entries));
}

}  // namespace

std::string title(const Entry& entry) { return fmt::format("{} ({})", entry.program.name, entry.where); }

std::vector<Entry> number_programs() {
    std::vector<Entry> entries;
    for (int bits : {1, 31, 32, 33, 64, 96, 131, 160, 256}) {
        for (const catalogue::Operation& operation : catalogue::operations(NumberSystem::whole()))
            append(entries, number_programs(std::string(operation.name), Width{bits}));
    }
    entries.push_back({"all widths", pass::run_pipeline(algorithm::divsteps_matrix())});
    return entries;
}

std::vector<Entry> field_programs() {
    std::vector<Entry> entries;
    for (const auto& [name, modulus] : moduli()) {
        for (Reduction reduction : reductions(modulus))
            append(entries, field_programs(name, modulus, reduction));
    }
    for (const auto& [name, modulus] : moduli_without_form()) {
        for (Reduction reduction : reductions(modulus)) {
            if (reduction != Reduction::special) append(entries, field_programs(name, modulus, reduction));
        }
    }
    return entries;
}

std::vector<Entry> special_programs() {
    std::vector<Entry> entries;
    for (const char* expression : {"2^30-2", "2^34+9", "2^41-2", "2^61-2", "2^65-3", "2^65-19", "2^66-141",
                                   "2^95+1", "2^97-141", "2^97+19", "2^98-4", "2^128+51", "2^130-977"})
        append(entries, field_programs(expression, parse_modulus(expression), Reduction::special));
    return entries;
}

std::vector<Entry> solinas_programs() {
    std::vector<Entry> entries;
    for (const char* expression : {"2^65-2^33+3", "2^67+2^55+2^10+1", "2^96-2^44+1", "2^100+2^32-1",
                                   "2^216-2^108-1", "2^111+2^65-2^33+2^14+1", "2^223+2^156-2^43+1"})
        append(entries, field_programs(expression, parse_modulus(expression), Reduction::special));
    return entries;
}

std::vector<Entry> inverse_programs() {
    std::vector<Entry> entries;
    std::vector<NamedModulus> all = moduli();
    // digits whose last limb has two bits; large powers of two, alone and with an odd factor
    for (const char* expression : {"2^414-17", "2^128", "3*2^200"})
        all.push_back({expression, parse_modulus(expression)});
    for (const auto& [name, modulus] : all) {
        const Reduction reduction = reductions(modulus).front();
        Spec spec = modular_spec(modulus, reduction, "inv");
        spec.inverse = InverseChoice::divsteps;
        const std::string where = fmt::format("{}, {}", name, to_string(reduction));
        // as headers have them
        for (catalogue::Function& part : catalogue::functions(catalogue::operation(spec, "inv"), spec)) {
            if (part.program.name != "divsteps_matrix") entries.push_back({where, std::move(part.program)});
        }
    }
    return entries;
}

std::vector<Entry> group_programs() {
    std::vector<Entry> entries;
    for (int words : {1, 2, 3, 4, 5, 24, 31, 32}) {
        const ir::Library library = group_leaves(words);
        for (const auto& [key, callable] : library.all())
            entries.push_back({fmt::format("{} limbs a lane", words), std::get<ir::Program>(callable)});
    }
    return entries;
}

std::vector<Entry> ntt_programs() {
    std::vector<Entry> entries;
    for (ir::Program& leaf : algorithm::ntt::leaves())
        entries.push_back({"transforms", pass::run_pipeline(std::move(leaf))});
    for (auto* leaves : {algorithm::tensor::leaves, algorithm::tensor::pair_leaves})
        for (ir::Program& leaf : leaves())
            entries.push_back({"matrices", pass::run_pipeline(std::move(leaf))});
    return entries;
}

std::vector<Entry> tile_programs() {
    std::vector<Entry> entries;
    for (const int limbs : {2, 8, 16}) {
        for (ir::Program& leaf : algorithm::quadratic::leaves(limbs))
            entries.push_back(
                {fmt::format("tiles, blocks of {} limbs", limbs), pass::run_pipeline(std::move(leaf))});
    }
    return entries;
}

}  // namespace limbsmith::test
