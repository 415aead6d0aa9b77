#include "emit/types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plan/tiles.hpp"
#include "spec/representations.hpp"

namespace limbsmith::emit {
namespace {

// x as the initialiser of a struct of limbs.
std::string literal(const mpz_class& x, int count) {
    std::vector<std::string> words;
    for (int i = 0; i < count; ++i) {
        const uint32_t limb = limb_of(x, i);
        words.push_back(limb ? fmt::format("0x{:x}u", limb) : "0u");
    }
    return fmt::format("{{{{{}}}}}", fmt::join(words, ", "));
}

std::string limbs(int count) { return fmt::format("uint32_t limb[{}];", count); }
std::string pairs(int count) { return fmt::format("double pair[{}];", count); }
std::string bits(int count) { return fmt::format("enum : int {{ number_bits = {} }};", count); }

Json type(std::string_view name, std::string comment, std::vector<std::string> members,
          std::vector<std::string> after = {}) {
    return {{"name", name}, {"comment", std::move(comment)}, {"members", members}, {"after", after}};
}

Json types_of_width(Width width) {
    return {type("num", "A number, least significant limb first.", {limbs(width.limbs()), bits(width.bits)}),
            type("wide", "A product, least significant limb first.",
                 {limbs(width.wide_limbs()), bits(2 * width.bits)})};
}

// The members of a modulus.
Json modulus_type(const Names& used) {
    std::vector<std::string> members{"plain n;", "elem one;        // R mod n",
                                     "elem r2;         // R^2 mod n"};
    if (used.contains("inverse_start"))
        members.push_back(fmt::format("elem inverse_start;  // 2^{}*R^2 mod n", digit_bits));
    members.push_back("uint32_t n0inv;  // -n^-1 mod 2^32");
    return type(repr::modulus, "A modulus n with its constants; make_modulus fills it in.", members);
}

void add(const ir::Signature& signature, Names& used) {
    for (const auto* parameters : {&signature.inputs, &signature.outputs})
        for (const auto& parameter : *parameters) used.emplace(parameter.representation.type);
    for (const auto* members : {&signature.members_read, &signature.members_written})
        for (const auto& member : *members) used.insert(member.name);
}

}  // namespace

Names used_names(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops) {
    Names used;
    for (const catalogue::Function& function : functions) add(signature(function.program), used);
    for (const std::string& key : loops.keys) add(signature(loops[key]), used);
    return used;
}

std::string constants(const Spec& spec) {
    const Width width = spec.width;
    std::string text =
        fmt::format("bits = {}, limbs = {}, wide_limbs = {}", width.bits, width.limbs(), width.wide_limbs());
    if (width.mapping.is_group())
        text = fmt::format("bits = {}, limbs = {}, lanes = {}, lane_limbs = {}", width.bits, width.limbs(),
                           width.lanes(), width.lane_limbs());
    if (spec.is_modular()) text += fmt::format(", bytes = {}", (width.bits + 7) / 8);
    if (spec.has_digits() && width.mapping.is_group())
        return fmt::format(
            "digits = {}, limbs = {}, lanes = {}, lane_limbs = {}, radix = {}, digit_bound = {}",
            spec.digits->count, width.limbs(), width.lanes(), width.lane_limbs(), spec.digits->radix,
            spec.digits->bound);
    if (spec.has_digits())
        text = fmt::format("limbs = {}, wide_limbs = {}, radix = {}, digit_bound = {}", width.limbs(),
                           2 * width.limbs(), spec.digits->radix, spec.digits->bound);
    return text;
}

std::string derived(const Spec& spec) {
    if (spec.has_digits())
        return fmt::format("{} && 2 * digit_bound > radix && digit_bound < radix",
                           spec.width.mapping.is_group() ? "digits <= limbs && limbs == lanes * lane_limbs"
                                                         : "wide_limbs == 2 * limbs");
    std::string text = spec.width.mapping.is_group()
                           ? "bits <= 32 * limbs && limbs == lanes * lane_limbs"
                           : "limbs == (bits + 31) / 32 && wide_limbs == (2 * bits + 31) / 32";
    if (spec.is_modular()) text += " && bytes == (bits + 7) / 8";
    return text;
}

namespace {

// Two words, numbers in which carries wait, and the parts of tiles, if a lane computes with them.
Json with_parts(Json types, const Spec& spec, const Names& used) {
    if (used.contains("pair")) types.push_back(type("pair", "Two words, the lower one first.", {limbs(2)}));
    if (used.contains(repr::carried.type))
        types.push_back(type(repr::carried.type,
                             "The part of a signed number in a lane: a signed word plus 2 on top.",
                             {limbs(spec.width.lane_limbs() + 1)}));
    if (used.contains(repr::limb_block.type)) {
        const int L = *plan::tile_block(spec.width);
        types.push_back(
            type(repr::limb_block.type, "A block of the limbs of a number in a tile.", {limbs(L)}));
        types.push_back(type(repr::even_chain.type,
                             "Sums of products of blocks, by words: those at even places,", {limbs(2 * L)}));
        types.push_back(
            type(repr::odd_chain.type, "and those at odd places, from place 1 on.", {limbs(2 * L - 2)}));
        types.push_back(type(repr::even_pairs.type, "The same in pairs of registers.", {pairs(L)}));
        types.push_back(type(repr::odd_pairs.type, "The same in pairs of registers.", {pairs(L - 1)}));
    }
    return types;
}

}  // namespace

Json lane_types(const Spec& spec, const Names& used) {
    const Width width = spec.width;
    const std::string number = limbs(width.lane_limbs());
    if (!spec.is_modular()) {
        Json all{type("num", "The part of a number in a lane.", {number, bits(width.bits)}),
                 type("wide", "The part of a product in a lane.",
                      {limbs(2 * width.lane_limbs()), bits(2 * width.bits)})};
        return with_parts(std::move(all), spec, used);
    }
    const char* n = spec.is_runtime() ? "n" : "N";
    Json all{type("plain", fmt::format("The part of a canonical residue in a lane, 0 <= x < {}.", n),
                  {number, bits(width.bits)}),
             type("elem", fmt::format("The part of x*R mod {} in a lane, for a residue x; canonical.", n),
                  {number, bits(width.bits)}),
             type("wide", "The product of parts of two lanes.", {limbs(2 * width.lane_limbs())})};
    if (used.contains(repr::exponent.type)) {
        all.push_back(type(
            "exponent", fmt::format("The part of an exponent below 2^{} in a lane.", width.container_bits()),
            {number, bits(width.container_bits())}));
    }
    if (!spec.is_runtime()) return with_parts(std::move(all), spec, used);
    all.push_back(type(repr::modulus, "A modulus n with its constants; make_modulus fills it in.",
                       {"elem n, one, r2;  // the lane's parts of n, R mod n, R^2 mod n",
                        "uint32_t n0inv;   // -n^-1 mod 2^32"}));
    return with_parts(std::move(all), spec, used);
}

Json types(const Spec& spec, const Names& used) {
    const Width width = spec.width;
    if (spec.has_digits())
        return {type("num", "A number, least significant digit first, in two's complement.",
                     {limbs(width.limbs())}),
                type("wide", "A product, least significant digit first.", {limbs(2 * width.limbs())})};
    if (!spec.is_modular()) return types_of_width(width);
    const std::string number = limbs(width.limbs());
    std::vector<std::string> plain{number, bits(width.bits)};
    if (!spec.is_runtime()) {
        plain.push_back(fmt::format("LIMBSMITH_FN static plain modulus() {{ return {}; }}",
                                    literal(spec.modulus->n(), width.limbs())));
    }
    Json all{type("plain",
                  spec.is_runtime() ? "A canonical residue, 0 <= x < n."
                                    : "A canonical residue, 0 <= x < N; modulus() is N.",
                  plain),
             type("elem",
                  spec.is_montgomery() ? "x*R mod N for a residue x; canonical." : "A residue x; canonical.",
                  {number, fmt::format("using residue = {};  // the type that batches read and write",
                                       spec.is_runtime() ? "void" : "plain")}),
             type("wide", "A product of two elem that is not reduced.", {limbs(width.wide_limbs())})};
    if (used.contains(repr::exponent.type)) {
        all.push_back(type("exponent",
                           fmt::format("An exponent of pow: any number below 2^{}.", width.container_bits()),
                           {number}));
    }
    if (used.contains(repr::loose.type)) {
        all.push_back(type("loose", "An elem plus a multiple of N, below lazy_limit*N.", {number},
                           {fmt::format("constexpr unsigned long long lazy_limit = {}u;",
                                        lazy_limit(*spec.modulus, spec.reduction).get_ui())}));
    }
    if (spec.is_runtime()) all.push_back(modulus_type(used));
    return all;
}

Json values(const Spec& spec) {
    if (!spec.is_modular()) return Json::array();
    const int count = spec.width.lane_limbs();
    Json lines = Json::array();
    if (!spec.is_runtime() && spec.width.mapping.is_group())  // a function of each lane gives 1
        return {"// The element 0.",
                fmt::format("LIMBSMITH_FN elem zero() {{ return {}; }}", literal(0, count))};
    if (!spec.is_runtime()) {
        lines = {"// N itself.", "LIMBSMITH_FN plain modulus() { return plain::modulus(); }"};
    }
    lines.push_back("// The elements 0 and 1.");
    lines.push_back(fmt::format("LIMBSMITH_FN elem zero() {{ return {}; }}", literal(0, count)));
    const mpz_class one = spec.is_montgomery() && !spec.is_runtime() ? spec.modulus->r1() : mpz_class(1);
    lines.push_back(spec.is_runtime()
                        ? "LIMBSMITH_FN elem one(const modulus& m) { return m.one; }"
                        : fmt::format("LIMBSMITH_FN elem one() {{ return {}; }}", literal(one, count)));
    return lines;
}

Json text_model(const Spec& spec) {
    if (spec.has_digits()) return {{"is_digits", true}};
    const Width width = spec.width;
    const bool is_whole = !spec.is_modular();
    const int spare = width.container_bits() - width.bits;
    std::string refused = fmt::format("not below 2^{}", width.bits);
    std::vector<std::string> check;
    if (is_whole || spec.is_runtime()) {
        if (spare > 0) check = {fmt::format("if (r.limb[limbs - 1] >> {}) ok = 0;", limb_bits - spare)};
    } else {
        refused = "not below N";
        check = {"const plain N = modulus();", "int top = limbs - 1;",
                 "while (top > 0 && r.limb[top] == N.limb[top]) --top;",
                 "if (r.limb[top] >= N.limb[top]) ok = 0;"};
    }
    return {{"is_digits", false},
            {"number", is_whole ? "num" : "plain"},
            {"products", is_whole ? "wide" : ""},
            {"refused", refused},
            {"check", check}};
}

}  // namespace limbsmith::emit
