#include "suites.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "bench/block/suite.hpp"
#include "bench/lanes/source.hpp"
#include "bench/pool/suite.hpp"
#include "bench/thread/launch_suite.hpp"
#include "catalogue/lanes.hpp"
#include "session/request.hpp"
#include "spec/error.hpp"
#include "spec/suggestion.hpp"

namespace limbsmith::bench {
namespace {

using FunctionPtr = std::shared_ptr<const HeaderFunction>;

constexpr int seed_widths[] = {109, 131, 163, 191, 239};
constexpr uint32_t seed_calls = 10;  // calls of an operation, one after the other

FunctionPtr of_width(const std::string& operation, int bits, MulChoice mul = {}) {
    Spec spec = Spec::of(Width{bits});
    spec.mul = mul;
    return std::make_shared<HeaderFunction>(header_function(operation, spec));
}

Spec spec_of(const std::string& modulus, const std::string& operation, Reduction reduction,
             MulChoice mul = {}, InverseChoice inverse = InverseChoice::automatic) {
    session::Request request;
    request.modulus = modulus;
    request.mul = to_string(mul);
    request.reduction = to_string(reduction);
    request.inverse = to_string(inverse);
    request.map = Mapping();
    return request.spec(operation, Style::inlined, "subject");
}

FunctionPtr of_field(const std::string& modulus, const std::string& operation, Reduction reduction,
                     MulChoice mul = {}, InverseChoice inverse = InverseChoice::automatic) {
    return std::make_shared<HeaderFunction>(
        header_function(operation, spec_of(modulus, operation, reduction, mul, inverse)));
}

// A prime of each width in the seed's experiments.
std::string seed_prime(int bits) { return fmt::format("@eccp{}.p", bits); }

void add_widths(Schedule& schedule) {
    for (int bits : seed_widths) {
        for (const char* op : {"add", "sub", "mod_add", "mod_sub", "mul", "sqr"}) {
            const FunctionPtr function = of_width(op, bits);
            schedule.add_registers("widths", function);
            schedule.add_batch("widths", function);
        }
        const FunctionPtr function = of_field(seed_prime(bits), "mul", Reduction::montgomery);
        schedule.add_registers("widths", function);
        schedule.add_batch("widths", function);
    }
}

// The same calls on operands in registers and in memory.
void add_memory(Schedule& schedule) {
    for (int bits : {131, 239}) {
        for (const char* op : {"add", "mod_add", "mul"}) {
            const FunctionPtr function = of_width(op, bits);
            for (bool through_memory : {false, true})
                schedule.add_shape("memory", function, {1, 256, 1 << 14, seed_calls, through_memory});
        }
    }
}

void add_layout(Schedule& schedule) {
    for (int bits : {131, 239, 256}) {
        for (const char* op : {"add", "mod_add", "mul"}) {
            const FunctionPtr function = of_width(op, bits);
            for (Layout layout : {Layout::limb_major, Layout::interleaved, Layout::number_major})
                schedule.add_batch("layout", function, layout);
        }
    }
}

void add_portable(Schedule& schedule) {
    const auto add = [&](const HeaderFunction& function) {
        for (bool is_portable : {false, true}) {
            HeaderFunction changed = function;
            changed.is_portable = is_portable;
            schedule.add_registers("portable", std::make_shared<HeaderFunction>(std::move(changed)));
            schedule.jobs().back().also_on_host = true;
        }
    };
    for (int bits : {131, 239, 256}) {
        for (const char* op : {"add", "mod_add", "mul"}) add(*of_width(op, bits));
    }
    for (const char* modulus : {"@eccp131.p", "@bn254.p"})
        add(*of_field(modulus, "mul", Reduction::montgomery));
}

void add_karatsuba(Schedule& schedule) {
    for (int bits : {131, 239, 256, 512, 768, 1024}) {
        for (MulChoice mul : {MulChoice(MulAlgorithm::schoolbook), MulChoice(MulAlgorithm::rows),
                              MulChoice(MulAlgorithm::karatsuba, 1), MulChoice(MulAlgorithm::karatsuba, 2)}) {
            const bool is_long = mul == MulChoice(MulAlgorithm::schoolbook) && bits > 512;
            if (mul.levels <= most_levels(Width{bits}) && !is_long)
                schedule.add_registers("karatsuba", of_width("mul", bits, mul));
        }
    }
    for (const char* modulus : {"3^321", "3^644"}) {
        for (int levels : {1, 2}) {
            const MulChoice mul(MulAlgorithm::karatsuba, levels);
            schedule.add_registers("karatsuba", of_field(modulus, "mul", Reduction::montgomery, mul));
        }
    }
}

void add_inverse(Schedule& schedule, const char* modulus, Reduction reduction, InverseChoice inverse) {
    // enough threads that the last wave, which does not fill the device, does not count
    schedule.add_registers("headline", of_field(modulus, "inv", reduction, {}, inverse), 1, 4);
}

std::shared_ptr<const BatchKernel> over_lanes(const std::string& operation, int bits, int lanes,
                                              bool is_modular) {
    const Width width{bits, lanes};
    const Spec spec =
        is_modular ? Spec::modulo(Modulus::at_run_time(width), Reduction::montgomery) : Spec::of(width);
    return std::make_shared<BatchKernel>(batch_kernel(operation, spec));
}

// Numbers over several threads, each with a modulus of its own: powers with exponents of full length, for each
// mapping and size of the batch, and with public and secret exponents in large batches; division and inverses;
// products in registers.
void add_lanes(Schedule& schedule) {
    const std::vector<std::pair<int, std::vector<int>>> mappings = {
        {1024, {1, 2, 4, 8}}, {2048, {2, 4, 8, 16}}, {3072, {4, 8, 16}}, {4096, {4, 8, 16, 32}}};
    for (const auto& [bits, lanes] : mappings) {
        for (const int count : lanes) {
            const auto power = over_lanes("pow", bits, count, true);
            for (const size_t numbers : {100, 1000, 10000, 100000})
                schedule.add_numbers("lanes", power, {numbers});
        }
        // in whole rounds
        for (const char* power : {"pow", "pow_secret"})
            schedule.add_numbers("lanes", over_lanes(power, bits, lanes[0], true));
    }
    for (const auto& [bits, lanes] : {std::pair{2048, 2}, {3072, 4}, {4096, 4}}) {
        for (const bool is_modular : {true, false}) {
            for (const char* op : {"mul", "sqr"})
                schedule.add_lane_calls("lanes", over_lanes(op, bits, lanes, is_modular));
        }
    }
    for (const int lanes : {2, 4}) {
        schedule.add_numbers("lanes", over_lanes("divrem", 2048, lanes, false), {0, 1024});
        schedule.add_numbers("lanes", over_lanes("inv", 2048, lanes, true), {100000});
    }
}

// Numbers of 2^18 to 2^25 bits, each computed with all of the GPU: one alone, and many of 2^30 bits in all.
void add_grid(Schedule& schedule) {
    constexpr int longest = 1 << 25;
    for (const char* op : {"mul", "sqr", "divrem", "sqrt", "add"}) {
        const bool is_product = op == std::string_view("mul") || op == std::string_view("sqr");
        for (const int bits : {1 << 18, 1 << 20, 1 << 22, 1 << 24, longest}) {
            if (bits == longest && !is_product) continue;
            for (const bool is_alone : {true, false}) schedule.add_grid("grid", op, bits, is_alone);
        }
    }
}

// The figures of docs/speed.md. Odd powers of 3 are moduli without a form that saves products.
void add_headline(Schedule& schedule) {
    for (int bits : {131, 256, 512, 1024}) {
        schedule.add_registers("headline", of_width("mul", bits, MulAlgorithm::rows));
        if (bits <= 512) schedule.add_registers("headline", of_width("mul", bits, MulAlgorithm::schoolbook));
    }
    schedule.add_registers("headline", of_width("mul", 512, {MulAlgorithm::karatsuba, 1}));
    schedule.add_registers("headline", of_width("mul", 1024, {MulAlgorithm::karatsuba, 2}));
    for (const char* op : {"mul", "sqr", "mul_add2"}) {
        for (const char* modulus :
             {"@eccp109.p", "@eccp131.p", "@eccp163.p", "3^141", "@bn254.p", "@eccp359.p", "3^321", "3^644"})
            schedule.add_registers("headline", of_field(modulus, op, Reduction::montgomery));
        for (const char* modulus : {"2^255-19", "@secp256k1.p", "@p256.p", "@p384.p"})
            schedule.add_registers("headline", of_field(modulus, op, Reduction::special));
    }
    for (InverseChoice inverse : {InverseChoice::divsteps, InverseChoice::fermat}) {
        for (const char* modulus : {"@eccp131.p", "@bn254.p", "@bls12_381.p"})
            add_inverse(schedule, modulus, Reduction::montgomery, inverse);
        for (const char* modulus : {"@goldilocks", "@secp256k1.p"})
            add_inverse(schedule, modulus, Reduction::special, inverse);
    }
    add_inverse(schedule, "3^644", Reduction::montgomery, InverseChoice::divsteps);
    for (const auto& [modulus, reduction] :
         {std::pair("@bn254.p", Reduction::montgomery), std::pair("@secp256k1.p", Reduction::special)}) {
        const Spec spec = spec_of(modulus, "batch_inv", reduction);
        schedule.add_batch_inverse("headline", of_field(modulus, "inv", reduction), spec, 64);
    }
    // from memory
    for (int bits : {64, 96, 128, 131, 163, 191, 239, 256}) {
        for (const char* op : {"add", "sub", "mod_add", "mul"})
            schedule.add_batch("headline", of_width(op, bits));
    }
    for (const char* modulus : {"@goldilocks", "@eccp109.p", "@eccp131.p", "@eccp163.p", "@eccp191.p",
                                "@eccp239.p", "@bn254.p", "@p256.p"})
        schedule.add_batch("headline", of_field(modulus, "mul", Reduction::montgomery));
}

}  // namespace

const std::vector<Suite>& suites() {
    static const std::vector<Suite> all = {
        {"headline", "the figures of docs/speed.md: in registers, and batches up to 256 bits", add_headline},
        {"widths", "109, 131, 163, 191 and 239 bits, in registers and from memory", add_widths},
        {"launch", "grids and blocks of powers of two up to 1024, ten calls each: any --ops, --bits",
         add_launch},
        {"memory", "operands in registers against operands in memory", add_memory},
        {"layout", "limb-major, interleaved and number-major batches", add_layout},
        {"portable", "PTX against portable C++, on the device and on the host", add_portable},
        {"lanes", "numbers over several threads, powers by the size of the batch", add_lanes},
        {"block", "whole numbers of 2^11 to 2^18 bits: sums, products, an expression", add_block},
        {"products", "the same products by rows, and by transforms", add_products},
        {"tensor", "products and powers on tensor cores, and over the lanes that are usual", add_tensor},
        {"grid", "numbers of 2^18 to 2^25 bits, each with all of the GPU, against GMP", add_grid},
        {"karatsuba", "schoolbook multiplication against Karatsuba's", add_karatsuba},
        {"pool", "numbers of many lengths in a pool, by mappings, against GMP; rationals", add_pool},
        {"rationals", "rationals in a pool by the deviation of lengths, reduced and not", add_rationals},
    };
    return all;
}

void add_suite(Schedule& schedule, const std::string& name) {
    std::vector<std::string> names{"all"};
    for (const Suite& suite : suites()) names.push_back(suite.name);
    if (std::ranges::find(names, name) == names.end()) {
        throw usage_error(
            fmt::format("unknown suite '{}'{} ({})", name, suggestion(name, names), fmt::join(names, ", ")));
    }
    for (const Suite& suite : suites()) {
        if (name == "all" || name == suite.name) suite.add(schedule);
    }
}

void add_operations(Schedule& schedule, const Spec& spec, const std::vector<Layout>& layouts) {
    for (const std::string& operation : spec.ops) {
        if (needs_batch_kernel(spec)) {
            const auto one = std::make_shared<BatchKernel>(batch_kernel(operation, spec));
            // numbers of whole warps are number-major in memory, and the kernel of calls has no shared memory for them
            const bool is_long = catalogue::lane_products(spec) != catalogue::LaneProducts::rows;
            if (spec.width.mapping.is_block() || is_long || spec.fused || spec.has_digits()) {
                schedule.add_lane_batch("", one);
                continue;
            }
            schedule.add_numbers("", one);
            if (has_lane_calls(*one)) schedule.add_lane_calls("", one);
            continue;
        }
        const auto one = std::make_shared<HeaderFunction>(header_function(operation, spec));
        // a call on the words of another result would have digits outside the set
        if (!spec.has_digits()) schedule.add_registers("", one);
        for (Layout layout : layouts) schedule.add_batch("", one, layout);
    }
}

}  // namespace limbsmith::bench
