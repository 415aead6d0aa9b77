// Headers read back: as they are printed, as editors and formatters leave them, and changed.
#include <doctest/doctest.h>

#include <cctype>
#include <map>
#include <regex>
#include <string>
#include <tuple>

#include "emit/device_source.hpp"
#include "emit/header.hpp"
#include "mutate/mutants.hpp"
#include "mutate/subjects.hpp"
#include "read/device_source.hpp"
#include "read/header.hpp"
#include "read/origin.hpp"
#include "spec/error.hpp"
#include "support/programs.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

struct Printed {
    read::Proved proved;
    std::string text;

    explicit Printed(const Spec& spec)
        : proved(read::proved(spec)), text(emit::header(spec, proved.functions)) {}

    bool accepts(const std::string& other) const {
        try {
            read::read_header(other, proved);
            return true;
        } catch (const read::Difference&) {
            return false;
        } catch (const read::Unreadable&) {
            return false;
        }
    }
    // The text with the first place of `from` changed.
    std::string with(const std::string& from, const std::string& to) const {
        const size_t at = text.find(from);
        REQUIRE(at != text.npos);
        return std::string(text).replace(at, from.size(), to);
    }
};

const Printed& whole() {
    static const Printed printed(subject(Spec::of(Width{40}), "all", "u40"));
    return printed;
}
const Printed& residues() {
    static const Printed printed(subject("2^62-57", Reduction::montgomery, "m62"));
    return printed;
}

TEST_CASE("headers read back as they were printed") {
    for (const Spec& spec : specs_of_subjects()) {
        CAPTURE(spec.name);
        const Printed printed(spec);
        const read::Found found = read::require_as_proved(printed.text, printed.proved);
        CHECK(found.functions == printed.proved.functions.size());
        CHECK(found.loops == printed.proved.loops.keys.size());
    }
}

TEST_CASE("headers over lanes read back") {
    for (const Spec& spec : specs_over_lanes()) {
        CAPTURE(spec.name);
        const Printed printed(spec);
        CHECK_NOTHROW(read::require_as_proved(printed.text, printed.proved));
    }
}

TEST_CASE("changed matrices of a header for tensor cores are refused") {
    const Printed printed(subject(Spec::of(Width{1000, Mapping::tensor()}), "mul", "mma"));
    CHECK(printed.accepts(printed.text));
    const auto refuses = [&](const std::string& from, const std::string& to) {
        CAPTURE(from);
        CHECK_FALSE(printed.accepts(printed.with(from, to)));
    };
    // the instructions, their operands and the code for hosts
    refuses("m16n8k32.row.col.s32.u8.u8.s32", "m16n8k32.row.col.s32.u8.s8.s32");
    refuses("m16n8k32.row.col.s32", "m16n8k32.row.col.satfinite.s32");
    refuses("{ %4, %5, %6, %7 }", "{ %4, %6, %5, %7 }");
    refuses("m8n8.x4.shared.b16", "m8n8.x4.trans.shared.b16");
    refuses("asm volatile(\"ldmatrix", "asm(\"ldmatrix");
    refuses(": \"memory\");", ");");
    refuses("\"r\"(b[0]), \"r\"(b[1])", "\"r\"(b[1]), \"r\"(b[0])");
    refuses("__CUDA_ARCH__ < 800", "__CUDA_ARCH__ < 700");
    refuses("8u * (k % 4u)", "8u * (k % 3u)");
    refuses("part / 2u] >> shift", "part % 2u] >> shift");
    // the places of both statements, in both forms
    for (const std::string statement : {"detail::load_matrix(&", "detail::multiply_matrices(&"}) {
        const size_t at = printed.text.find(statement);
        REQUIRE(at != printed.text.npos);
        const std::string line = printed.text.substr(at, printed.text.find('\n', at) - at);
        CAPTURE(line);
        refuses(line, "");
        refuses(line, line + " " + line);
        for (size_t k = statement.size(); k < line.size(); ++k) {
            if (std::isdigit(static_cast<unsigned char>(line[k])) == 0) continue;
            std::string other = line;
            other[k] = other[k] == '9' ? '8' : static_cast<char>(other[k] + 1);
            refuses(line, other);
        }
    }
    // bytes: the selectors, the words, and the function
    for (const std::string from : {"0x0123u", "0x7012u", "0x5432u"}) {
        const std::string text = "permute_bytes<" + from + ">(";
        for (const size_t digit : {2, 3, 4, 5})
            for (const char other : {'0', '1', '2', '3', '4', '5', '6', '7', '8', 'f'}) {
                if (other == from[digit]) continue;
                std::string to = from;
                to[digit] = other;
                refuses(text, "permute_bytes<" + to + ">(");
            }
        refuses(text, "permute_bytes<0x1" + from.substr(2) + ">(");
        refuses(text, "permute_bytes<" + from.substr(0, 6) + ">(");
    }
    const std::string words = "(below_a.limb[i], a.limb[i])";
    refuses("0x5432u>" + words, "0x5432u>(a.limb[i], below_a.limb[i])");
    refuses("0x5432u>" + words, "0x5432u>(below_a.limb[i], a.limb[i], 0u)");
    refuses("0x5432u>" + words, "0x5432u>(below_a.limb[i], 0)");
    refuses("__byte_perm(x, y, selector)", "__byte_perm(y, x, selector)");
    refuses("selector >> 4u * i & 7u", "selector >> 4u * i & 3u");
    refuses("template <uint32_t selector>", "template <int selector>");
    refuses("of_rows[lane / 32u * 32u + 8u * part", "of_rows[lane / 32u * 32u + 4u * part");
    refuses("detail::matrix_element(of_a, of_b, lane, part)",
            "detail::matrix_element(of_a, of_b, part, lane)");
    refuses(")[part] += detail::matrix_element", ")[part] = detail::matrix_element");
    refuses("uint32_t of_b[32][2];", "uint32_t of_b[32][4];");
}

TEST_CASE("kernels on numbers of any length read back") {
    for (const catalogue::DeviceKernels& all : {catalogue::grid_kernels(), catalogue::pool_kernels()}) {
        CAPTURE(all.name);
        const std::string text = emit::device_source(all, true);
        const read::Found found = read::require_as_proved(text, all, Proofs::required);
        CHECK(found.functions == all.programs.size());
        CHECK(found.loops == all.kernels.size());
    }
}

TEST_CASE("headers with some operations, powers and expressions read back") {
    Spec spec = subject("2^89-1", Reduction::special, "p");
    spec.powers = {parse_power("cube=3"), parse_power("root=2^61-1")};
    for (const char* ops : {"all", "mul", "inv", "add_lazy", "sqrt,batch_inv", "pow"}) {
        CAPTURE(ops);
        spec.ops = catalogue::parse_operations(ops, spec);
        const Printed printed(spec);
        CHECK(printed.accepts(printed.text));
    }
    spec.fused = parse_fused("(a*a+b)*(b**3-7)+a*b");
    spec.ops = {"expr"};
    spec.powers.clear();
    const Printed printed(spec);
    CHECK(printed.accepts(printed.text));
}

TEST_CASE("line ends, tabs and other breaks of lines make no difference") {
    const std::string& text = residues().text;
    CHECK(residues().accepts(std::regex_replace(text, std::regex("\n"), "\r\n")));
    CHECK(residues().accepts(std::regex_replace(text, std::regex("    "), "\t")));
    CHECK(residues().accepts(std::regex_replace(text, std::regex("; cc = |\\) \\{"), "\n$&")));
    CHECK(residues().accepts(text.substr(0, text.size() - 1)));
}

TEST_CASE("a wrong word in the code for hosts is refused") {
    CHECK_FALSE(whole().accepts(whole().with("sum = uint64_t(a.limb[0]) + b.limb[0];",
                                             "sum = uint64_t(a.limb[0]) + b.limb[0] + 1;")));
    CHECK_FALSE(whole().accepts(
        whole().with("sum = uint64_t(a.limb[0]) + b.limb[0];", "sum = uint64_t(a.limb[0] + b.limb[0]);")));
    CHECK_FALSE(whole().accepts(whole().with("cc = uint32_t(sum >> 32);", "cc = uint32_t(sum >> 31);")));
    CHECK_FALSE(whole().accepts(whole().with("    r.limb[0] = t0;\n", "    r.limb[0] = t1;\n")));
    CHECK_FALSE(whole().accepts(
        whole().with("#endif\n    return r;", "    r.limb[0] ^= 1u;\n#endif\n    return r;")));
    CHECK_FALSE(whole().accepts(
        whole().with("#endif\n    return r;", "#endif\n    r.limb[0] ^= 1u;\n    return r;")));
}

TEST_CASE("notes between instructions are compared, with their places") {
    const Printed product(subject(Spec::of(Width{256}), "mul", "u256"));
    const std::string& text = product.text;
    // of an asm statement, and of code for hosts
    for (const size_t at : {text.find("/*"), text.rfind("/*")}) {
        REQUIRE(at != text.npos);
        const size_t begin = text.rfind('\n', at) + 1, next = text.find('\n', at) + 1,
                     end = text.find('\n', next) + 1;
        const std::string note = text.substr(begin, next - begin), line = text.substr(next, end - next);
        CAPTURE(note);
        const auto becomes = [&](const std::string& lines) {
            return product.accepts(std::string(text).replace(begin, end - begin, lines));
        };
        CHECK(becomes(note + line));
        std::string other = note;
        char& digit = other[other.find_first_of("0123456789")];
        digit = digit == '9' ? '8' : static_cast<char>(digit + 1);
        CHECK_FALSE(becomes(other + line));
        CHECK_FALSE(becomes(line));
        CHECK_FALSE(becomes(note + note + line));
        CHECK_FALSE(becomes(line + note));
        CHECK_FALSE(becomes(note + "/**/" + line));
    }
    CHECK_FALSE(
        product.accepts(product.with("#include <stdint.h>", "/* all is well */\n#include <stdint.h>")));
    CHECK_FALSE(product.accepts(product.with("asm(\"{", "asm(// all is well\n\"{")));
}

// C++ would see another number, or no word at all.
TEST_CASE("octal numbers and words of comments are no words of code for hosts") {
    const Printed thousand(subject("1000", Reduction::barrett, "b10"));
    CHECK_FALSE(thousand.accepts(thousand.with(" 1000u;", " 01000u;")));  // 512
    const Printed& it = whole();
    CHECK_FALSE(it.accepts(it.with("sum = uint64_t(a.limb[0])", "sum = uint64_t(a.limb[ // 0\n])")));
}

TEST_CASE("a wrong loop is refused") {
    const auto refuses = [](const Printed& it, const char* from, const char* to) {
        CAPTURE(to);
        CHECK_FALSE(it.accepts(it.with(from, to)));
    };
    refuses(residues(), "for (int i = 0; i < 8; ++i)", "for (int i = 0; i <= 8; ++i)");
    refuses(residues(), "for (int k = 1; k < 16; ++k)", "for (int k = 1; k < 15; ++k)");
    refuses(residues(), "power[k] = mul(power[k - 1], a)", "power[k] = mul(power[k], a)");
    refuses(residues(), "power[k] = mul(power[k - 1], a)", "power[k] = mul(a, power[k - 1])");
    refuses(residues(), "if (digit) r = mul(r, power[digit]);", "if (!digit) r = mul(r, power[digit]);");
    refuses(residues(), "LIMBSMITH_IN_STEP\n        //", "//");
    refuses(residues(), "uint32_t(i) / 8u", "i / 8");  // rounds to 0, not downwards
    // the same words, if they do not leave the range of int, which nothing shows
    refuses(whole(), "int(uint32_t(length) - 1u)", "length - 1");
    refuses(residues(), "invertible = int(uint32_t(invertible) + (1u - none))",
            "invertible += int(1u - none)");
    refuses(residues(), "int i = 8 * words - 1;", "int i = 128 * words - 1;");
    refuses(residues(), "uint32_t exists;\n    return inv(a, exists);",
            "uint32_t exists;\n    return inv(r, exists);");
    refuses(whole(), "const num minus_d = neg(d);", "num minus_d = neg(d);");
    // a value that would not live from turn to turn
    refuses(whole(), "    uint32_t eta = 0xffffffffu;\n", "");
}

TEST_CASE("wrong words around the functions are refused") {
    const auto refuses = [](const char* from, const char* to) {
        CAPTURE(to);
        CHECK_FALSE(residues().accepts(residues().with(from, to)));
    };
    refuses("// requires: a, b < N", "// requires: a, b < 2*N");
    refuses("// ensures: r < N", "// ensures: r <= N");
    refuses("0x3fffffffffffffc7", "0x3fffffffffffffc8");
    refuses("constexpr int bits = 62", "constexpr int bits = 63");
    refuses("return add(a, b); }", "return sub(a, b); }");
    refuses("samples.below(a, modulus());", "samples.below(a, 64);");
    refuses("#if defined(__CUDA_ARCH__)\n    asm", "#if !defined(__CUDA_ARCH__)\n    asm");
    refuses("#include <stdint.h>", "#include \"stdint.h\"");
    refuses("namespace m62 {", "namespace m62 {\n#define const");
    refuses("#define LIMBSMITH_FN inline", "#define LIMBSMITH_FN static inline");
}

TEST_CASE("a difference names its line and the expected words") {
    const std::string changed = whole().with("// requires: a, b < 2^64", "// requires: a, b < 2^63");
    const size_t at = changed.find("// requires: a, b < 2^63");
    const auto line = static_cast<uint32_t>(
        std::count(changed.begin(), changed.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
    try {
        read::read_header(changed, whole().proved);
        FAIL("it is accepted");
    } catch (const read::Difference& difference) {
        CHECK(difference.line == line);
        CHECK(std::string(difference.what()) == "'a,' in place of 'a, b < 2^64'");
    }
    CHECK_THROWS_AS(read::require_as_proved(changed, whole().proved), Error);
}

TEST_CASE("hostile texts are refused at once") {
    const std::string& text = residues().text;
    for (size_t size : {size_t{0}, size_t{1}, text.size() / 3, text.size() / 2, text.size() - 40}) {
        CAPTURE(size);
        CHECK_FALSE(residues().accepts(text.substr(0, size)));
    }
    CHECK_FALSE(residues().accepts(std::string(1 << 20, 'x')));
    CHECK_FALSE(residues().accepts(std::string(1 << 20, '\0')));
    CHECK_FALSE(residues().accepts(std::string(1 << 20, '\xff')));
    CHECK_FALSE(residues().accepts(residues().with("= e[", "= " + std::string(1 << 20, '(') + "e[")));
    CHECK_FALSE(residues().accepts(residues().with("asm(", "asm(" + std::string(1 << 20, '('))));
    CHECK_FALSE(residues().accepts(
        residues().with("const uint32_t t0 =", "const uint32_t " + std::string(1 << 20, 't') + " =")));
}

TEST_CASE("the origin of a header") {
    const read::Origin origin = read::origin(residues().text);
    CHECK(origin.version.text.find('.') == 1);
    CHECK(origin.version.line == 3);
    CHECK(origin.command_text() == catalogue::command(residues().proved.spec));
    CHECK(origin.command[0].line == 4);
    const auto line_of_refusal = [](const std::string& text) -> uint32_t {
        try {
            read::origin(text);
        } catch (const read::Difference& difference) {
            return difference.line;
        }
        return 0;
    };
    CHECK(line_of_refusal("") == 1);
    CHECK(line_of_refusal("int main() {}\n") == 1);
    CHECK(line_of_refusal("// Generated by limbsmith\n") == 1);
    CHECK(line_of_refusal(std::string(1 << 20, '\0')) == 1);
    CHECK(line_of_refusal(residues().with("The command:", "The order:")) == 3);
    CHECK(line_of_refusal(residues().with("limbsmith generate", "limbsmith make")) == 4);
    // a banner is not behind code
    CHECK(line_of_refusal("int x;\n" + residues().text) == 1);
}

TEST_CASE("mutants are refused") {
    const uint64_t seed = test_seed();
    for (const Printed* printed : {&whole(), &residues()}) {
        Mutator mutator(printed->text, seed);
        for (int k = 0; k < 150; ++k) {
            const Mutant mutant = mutator.next();
            CAPTURE(mutant.kind);
            CAPTURE(mutant.line);
            CHECK((!printed->accepts(mutant.text) || are_same_tokens(printed->text, mutant.text)));
        }
    }
}

}  // namespace
TEST_CASE("no header asks whether a lane is below 0") {
    // widths at which a limb is of no lane, or comes from the own one
    for (const auto& [bits, mapping, ops] : {std::tuple{2000, Mapping(2), "mul_hi,slt"},
                                             {65, Mapping(2), "smul,shl"},
                                             {1, Mapping::tensor(), "smul"},
                                             {3000, Mapping::tensor(), "mul_hi"}}) {
        CAPTURE(bits);
        CHECK(emit::header(whole_spec({bits, mapping}, ops)).find("lane < 0u") == std::string::npos);
    }
}

}  // namespace limbsmith::test
