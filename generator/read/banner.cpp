#include "read/banner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/field.hpp"
#include "read/cursor.hpp"
#include "spec/solinas.hpp"

namespace limbsmith::read {
namespace {

std::string hex(const mpz_class& x) { return "0x" + x.get_str(16); }

std::string of_width(const Width& width) {
    const int used = (width.bits + 31) / 32;
    if (width.mapping.is_group() && used < width.limbs())
        return fmt::format(
            "Numbers have ceil({}/32) = {} limbs, and lanes {} together: those beyond are 0, in operands and "
            "results. Results called "
            "\"mod 2^{}\" wrap around the limbs of numbers.\n",
            width.bits, used, width.limbs(), 32 * used);
    if (width.mapping.is_group())
        return fmt::format("Numbers have {}; results called \"mod 2^(32*limbs)\" wrap around them.\n",
                           counted(width.limbs(), "limb"));
    return fmt::format(
        "Derived: limbs = ceil({0}/32) = {1}; wide_limbs = ceil(2*{0}/32) = {2};\n"
        "results called \"mod 2^{3}\" wrap around the {4} of a num.\n",
        width.bits, width.limbs(), width.wide_limbs(), 32 * width.limbs(), counted(width.limbs(), "limb"));
}

// The constants by which products are reduced.
std::string of_reduction(const Spec& spec) {
    const Modulus& modulus = *spec.modulus;
    const mpz_class& N = modulus.n();
    const mpz_class R = mpz_class(1) << 32 * spec.width.limbs();
    if (spec.reduction == Reduction::montgomery) {
        mpz_class inverse;
        const mpz_class word = mpz_class(1) << 32;
        mpz_invert(inverse.get_mpz_t(), N.get_mpz_t(), word.get_mpz_t());
        const mpz_class negated = word - inverse;
        return fmt::format("R = 2^{} n0inv = -N^-1 mod 2^32 = {} R mod N = {} R^2 mod N = {}\n",
                           32 * spec.width.limbs(), hex(negated), hex(R % N), hex(R * R % N));
    }
    if (spec.reduction == Reduction::barrett)
        return "quotients by N are estimated by products with a reciprocal (Barrett reduction)\n";
    if (plan::special_form(modulus) == SpecialForm::fold)
        return fmt::format("C = 2^{} mod N = {}, by which high limbs are folded onto low ones\n",
                           32 * spec.width.limbs(), hex(R % N));
    const SolinasShifts shifts = solinas_shifts(modulus, (N - 1) * (N - 1)).value();
    std::string text =
        fmt::format("N = {} 1/N = 2^-{}", to_string(shifts.modulus), shifts.modulus.front().exponent);
    for (const SignedPowers& factor : shifts.reciprocal) text += fmt::format(" * ({})", to_string(factor));
    return text +
           ", nearly by which a product t loses q*N, q being t/N rounded down or one more than that, in "
           "additions and shifts "
           "alone.\n";
}

std::string about(const Spec& spec) {
    const std::string limbs = counted(spec.width.limbs(), "limb");
    if (const auto& digits = spec.digits)
        return fmt::format(
            "Numbers have {} from -{} to {} to the radix {}, a limb each; Q = {}^{}.\n"
            "A number has several forms, so sums need no carry chain: a digit of the result depends on two "
            "places.\n{}",
            counted(digits->count, "digit"), digits->bound, digits->bound, digits->radix, digits->radix,
            digits->count,
            digits->count < spec.width.limbs()
                ? fmt::format("Lanes have {} limbs together: those beyond are 0, in operands and results.\n",
                              spec.width.limbs())
                : "");
    if (!spec.is_modular()) return of_width(spec.width);
    if (spec.is_runtime())
        return fmt::format(
            "Numbers have {} of 32 bits; R = 2^{}. A plain is a canonical residue, 0 <= x < n, for input "
            "and output. An elem is its "
            "form in arithmetic, x*R mod n (Montgomery form), canonical as well. make_modulus fills in "
            "a modulus; kernels take "
            "it by value.\n",
            limbs, 32 * spec.width.limbs());
    const char* form =
        spec.reduction == Reduction::montgomery
            ? "x*R mod N (Montgomery form), canonical as well."
            : "here the same number, but a type of its own, so that code does not depend on the form.";
    return fmt::format("N has {} bits in {} of 32. Derived:\n{}", spec.width.bits, limbs,
                       of_reduction(spec)) +
           "A plain is a canonical residue, 0 <= x < N, for input and output. An elem is its form in "
           "arithmetic" +
           (spec.reduction == Reduction::montgomery ? ", " : ": ") + form + "\n";
}

// Which threads share a number.
std::string of_lanes(const Width& width) {
    if (!width.mapping.is_group()) return {};
    if (width.mapping.is_block())
        return fmt::format(
            "The {} threads of a block share a number: each has {} of it, thread 0 the lowest. All of "
            "them call a function "
            "together.\n",
            width.lanes(), counted(width.lane_limbs(), "limb"));
    return fmt::format(
        "{} neighbouring threads of a warp, the lanes, share a number: each has {} of it, lane 0 the "
        "lowest. All threads of a "
        "warp that have not ended call a function together.{}\n",
        width.lanes(), counted(width.lane_limbs(), "limb"),
        width.mapping.is_tensor() ? " Products by matrices of bytes, on tensor cores of compute capability "
                                    "8.0 or later, have the same instructions and addresses for all numbers."
                                  : "");
}

std::string title(const Spec& spec) {
    if (const auto& digits = spec.digits)
        return fmt::format("{}: numbers of {} from -{} to {} to the radix {}", spec.name,
                           counted(digits->count, "digit"), digits->bound, digits->bound, digits->radix);
    if (!spec.is_modular())
        return fmt::format("{}: integers below 2^{} in {} of 32 bits", spec.name, spec.width.bits,
                           counted(spec.width.limbs(), "limb"));
    if (spec.is_runtime())
        return fmt::format("{}: arithmetic modulo an odd n of at most {} bits that is given at run time.",
                           spec.name, spec.width.bits);
    return fmt::format("{}: arithmetic modulo N = {}{}", spec.name, hex(spec.modulus->n()),
                       spec.modulus->is_prime() ? ", a prime" : "");
}

std::string index(const std::vector<catalogue::Function>& functions, const catalogue::Loops& loops) {
    std::string text;
    for (const catalogue::Function& function : functions) {
        if (function.is_part) continue;
        const Count count(function.program);
        text += fmt::format("{} {}{}\n", function.label, counted(count.instructions, "instruction"),
                            count.wide ? ", " + counted(count.wide, "wide product") : "");
    }
    std::set<std::string> names;
    for (const std::string& key : loops.keys) {
        const ir::Routine& loop = loops[key];
        if (!names.insert(loop.name).second) continue;
        std::string calls;
        for (const std::string& name : catalogue::calls(loop))
            calls += (calls.empty() ? " of " : ", ") + name;
        text += fmt::format("{} a loop{}\n", loop.name, calls);
    }
    return text;
}

constexpr std::string_view pattern = R"($title
Generated by limbsmith $version. DO NOT EDIT. The command:
$command
$about
The value of a number is the sum of $value.
Every straight-line function is a single PTX statement in device code, 64-bit arithmetic elsewhere; none has a branch.
In a long one comments say what the words hold so far: {x, y} is the number with these words, least significant first;
a[1..2] is the number with these words of a. Outputs may be the same objects as inputs.
$proofs
Compiles alone with nvcc, NVRTC, g++ and clang++ as C++14 and up.
Its functions, with the instructions of their PTX:
$index
)";

constexpr const char* statement_of_proof =
    "Proved, for every input: each straight-line function, as an asm statement and as code for hosts, meets "
    "its contract (requires, ensures). "
    "Read back before it was printed, and compared: these functions with the proofs, loops with their "
    "descriptions (`limbsmith "
    "verify` says which are proved), all other text with the specification. `limbsmith check-header` does "
    "that again.";
constexpr const char* unproved = "NOT PROVED: printed with --unproved, without a proof of any function.";

constexpr std::string_view pattern_of_lanes = R"($title
Generated by limbsmith $version. DO NOT EDIT. The command:
$command
$about
For device code there is a function of each name that every lane calls with its part of the numbers. For the host there is one that
takes arrays, the values of all lanes, and its result as the first.
$proofs
Functions without "detail" join the lanes: `limbsmith verify` says which of their descriptions are proved.
Its functions:
$index
)";

// Each line as a comment.
std::string commented(const std::string& text) {
    std::string out;
    for (size_t first = 0, end; (end = text.find('\n', first)) != text.npos; first = end + 1)
        out += "// " + text.substr(first, end - first) + "\n";
    return out;
}

}  // namespace

std::string proofs_text(Proofs proofs) { return proofs == Proofs::required ? statement_of_proof : unproved; }

std::string guard_digest(Cursor& cursor) {
    constexpr std::string_view prefix = "LIMBSMITH_HEADER_";
    const std::string_view name = cursor.peek().text;
    const std::string_view digest = name.substr(std::min(name.size(), prefix.size()));
    if (cursor.peek().kind != Token::Kind::name || !name.starts_with(prefix) || digest.size() != 16 ||
        digest.find_first_not_of("0123456789abcdef") != digest.npos)
        cursor.differ("LIMBSMITH_HEADER_ and a digest");
    cursor.take();
    cursor.expect_line_end();
    return std::string(digest);
}

std::string counted(int count, const std::string& what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

Count::Count(const ir::Program& program) : instructions(static_cast<int>(program.body.size())) {
    using Op = ir::Opcode;
    const auto is_low = [](Op op) { return op == Op::mul_lo || op == Op::mad_lo; };
    const auto is_high = [](Op op) {
        return op == Op::mul_hi || op == Op::mad_hi || op == Op::mul_his || op == Op::mad_his;
    };
    const ir::Instruction* low = nullptr;  // the one before, if its high half may follow
    for (const ir::Instruction& in : program.body) {
        const bool is_second = low && is_high(in.op) && low->src[0] == in.src[0] && low->src[1] == in.src[1];
        low = is_low(in.op) ? &in : nullptr;
        if (is_second) {
            --half, ++wide;
        } else if (is_low(in.op) || is_high(in.op)) {
            ++half;
        } else if (in.op == Op::add || in.op == Op::sub) {
            ++additions;
        } else {
            ++logic;
        }
    }
}

std::string banner(const Spec& spec, const std::vector<catalogue::Function>& functions,
                   const catalogue::Loops& loops) {
    const bool is_over_lanes = spec.width.mapping.is_group();
    const std::string lines = about(spec) + of_lanes(spec.width);
    return commented(
        filled(is_over_lanes ? pattern_of_lanes : pattern,
               {{"title", title(spec)},
                {"version", LIMBSMITH_VERSION},
                {"command", catalogue::command(spec)},
                {"about", lines},
                {"value", spec.has_digits() ? "int32_t(limb[i])*radix^i" : "limb[i]*2^(32i)"},
                {"proofs", proofs_text(spec.proofs)},
                {"index", index(is_over_lanes ? std::vector<catalogue::Function>() : functions, loops)}}));
}

}  // namespace limbsmith::read
