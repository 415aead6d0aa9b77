#include "read/header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "read/banner.hpp"
#include "read/fixed.hpp"
#include "read/lanes.hpp"
#include "read/macros.hpp"
#include "read/operations.hpp"
#include "read/parts.hpp"
#include "read/routine.hpp"
#include "read/straight.hpp"
#include "spec/error.hpp"
#include "spec/representations.hpp"

namespace limbsmith::read {
namespace {

class Header {
  public:
    Header(Cursor cursor, const Proved& proved, catalogue::KnownResults& known)
        : cursor_(cursor),
          proved_(proved),
          known_(known),
          spec_(proved.spec),
          names_(names_of(proved)),
          parts_(parts_of(proved)) {}

    Found read() {
        cursor_.expect(banner(spec_, proved_.functions, proved_.loops));
        cursor_.expect("\n#ifndef");
        digest_ = guard_digest(cursor_);
        const std::string guard = "LIMBSMITH_HEADER_" + digest_;
        cursor_.expect(fmt::format("\n#define {}\n", guard).substr(1));
        cursor_.expect(fixed::prelude);
        cursor_.expect(fixed::function_macro);
        const bool has_loops = !proved_.loops.keys.empty();
        if (has_loops) cursor_.expect(fixed::loop_prelude);
        open_namespace(cursor_, spec_, digest_);
        cursor_.expect(constants());
        cursor_.expect(types());
        cursor_.expect(values());
        for (const catalogue::Function& function : proved_.functions) {
            if (!function.is_part) read_function(function);
        }
        if (names_.contains(repr::loose.type)) cursor_.expect(lazy());
        parts();
        for (const std::string& key : proved_.loops.keys) {
            found_.routines.emplace(
                key, read_routine(cursor_, proved_.loops[key], {proved_.loops.library, parts_}));
            ++found_.loops;
        }
        cursor_.expect(text());
        const std::vector<Callable> all = callables(spec_, proved_.functions, proved_.loops);
        cursor_.expect(operators(spec_, all));
        cursor_.expect(operations(spec_, all, digest_, known_));
        close_namespace(cursor_, spec_, digest_);
        if (has_loops)
            cursor_.expect("\n#undef LIMBSMITH_LOOP\n#undef LIMBSMITH_PAIRS\n#undef LIMBSMITH_IN_STEP\n");
        cursor_.expect("\n#undef LIMBSMITH_FN\n#endif  // " + guard + "\n");
        cursor_.expect_end();
        return found_;
    }

  private:
    std::string constants() const {
        const Width& width = spec_.width;
        const bool is_modular = spec_.is_modular();
        if (const auto& digits = spec_.digits)
            return fmt::format(
                "constexpr int limbs = {}, wide_limbs = {}, radix = {}, digit_bound = {};\n"
                "static_assert(wide_limbs == 2 * limbs && 2 * digit_bound > radix && digit_bound < radix, "
                "\"\");\n",
                width.limbs(), 2 * width.limbs(), digits->radix, digits->bound);
        return fmt::format(
            "constexpr int bits = {}, limbs = {}, wide_limbs = {}{};\n"
            "static_assert(limbs == (bits + 31) / 32 && wide_limbs == (2 * bits + 31) / 32{}, \"\");\n",
            width.bits, width.limbs(), width.wide_limbs(),
            is_modular ? fmt::format(", bytes = {}", width.bytes()) : "",
            is_modular ? " && bytes == (bits + 7) / 8" : "");
    }

    std::string types() const {
        const Width& width = spec_.width;
        const std::string number = limbs_text(width.limbs()), product = limbs_text(width.wide_limbs());
        if (spec_.has_digits())
            return type_text("A number, least significant digit first, in two's complement.", "num", number) +
                   type_text("A product, least significant digit first.", "wide",
                             limbs_text(2 * width.limbs()));
        if (!spec_.is_modular())
            return type_text("A number, least significant limb first.", "num",
                             number + bits_text(width.bits)) +
                   type_text("A product, least significant limb first.", "wide",
                             product + bits_text(2 * width.bits));
        const bool is_runtime = spec_.is_runtime();
        std::string all;
        if (is_runtime) {
            all = type_text("A canonical residue, 0 <= x < n.", "plain", number + bits_text(width.bits));
        } else {
            all = type_text("A canonical residue, 0 <= x < N; modulus() is N.", "plain",
                            number + bits_text(width.bits) +
                                fmt::format("LIMBSMITH_FN static plain modulus() {{ return {}; }}",
                                            literal_text(spec_.modulus->n(), width.limbs())));
        }
        all += type_text(
            spec_.is_montgomery() ? "x*R mod N for a residue x; canonical." : "A residue x; canonical.",
            "elem",
            number + fmt::format("using residue = {};  // the type that batches read and write\n",
                                 is_runtime ? "void" : "plain"));
        all += type_text("A product of two elem that is not reduced.", "wide", product);
        if (names_.contains(repr::exponent.type))
            all +=
                type_text(fmt::format("An exponent of pow: any number below 2^{}.", width.container_bits()),
                          "exponent", number);
        if (names_.contains(repr::loose.type)) {
            all += type_text("An elem plus a multiple of N, below lazy_limit*N.", "loose", number);
            all += fmt::format("constexpr unsigned long long lazy_limit = {}u;\n",
                               lazy_limit(*spec_.modulus, spec_.reduction).get_str());
        }
        if (is_runtime) {
            const bool has_start = names_.contains("inverse_start");
            all += type_text("A modulus n with its constants; make_modulus fills it in.", "modulus",
                             "plain n;\nelem one;  // R mod n\nelem r2;  // R^2 mod n\n" +
                                 std::string(has_start ? "elem inverse_start;  // 2^30*R^2 mod n\n" : "") +
                                 "uint32_t n0inv;  // -n^-1 mod 2^32\n");
        }
        return all;
    }

    std::string values() const {
        if (!spec_.is_modular()) return {};
        const int count = spec_.width.limbs();
        std::string all;
        if (!spec_.is_runtime())
            all += "// N itself.\nLIMBSMITH_FN plain modulus() { return plain::modulus(); }\n";
        all += "// The elements 0 and 1.\n" +
               fmt::format("LIMBSMITH_FN elem zero() {{ return {}; }}\n", literal_text(0, count));
        if (spec_.is_runtime()) return all + "LIMBSMITH_FN elem one(const modulus& m) { return m.one; }\n";
        const mpz_class one = spec_.form_factor() % spec_.modulus->n();
        return all + fmt::format("LIMBSMITH_FN elem one() {{ return {}; }}\n", literal_text(one, count));
    }

    std::string lazy() const {
        std::set<std::string_view> has;
        for (const catalogue::Function& function : proved_.functions) has.insert(function.program.name);
        const std::string M = spec_.is_runtime() ? ", const modulus& m" : "",
                          m = spec_.is_runtime() ? ", m" : "";
        std::string all(fixed::lazy);
        if (has.contains("add_lazy")) all += fixed::add_lazy;
        if (has.contains("sub_lazy")) all += filled(fixed::sub_lazy, {{"M", M}, {"m", m}});
        if (has.contains("mul_lazy")) all += filled(fixed::mul_lazy, {{"M", M}, {"m", m}});
        if (has.contains("sqr_lazy")) all += filled(fixed::sqr_lazy, {{"M", M}, {"m", m}});
        return all;
    }

    void read_function(const catalogue::Function& function) {
        read::read_function(cursor_, function);
        ++found_.functions;
    }

    void parts() {
        const auto is_part = [](const catalogue::Function& it) { return it.is_part; };
        if (std::ranges::none_of(proved_.functions, is_part)) return;
        cursor_.expect("// The straight-line parts of the loops below.\nnamespace detail {");
        size_t digits = 0;
        for (const catalogue::Function& function : proved_.functions) {
            for (const ir::Input& input : function.program.inputs) {
                if (input.representation.is_digits()) digits = input.words.size();
            }
        }
        if (digits)
            cursor_.expect(type_text(
                "A signed number, the sum of x_i*2^(30i): limb[i] is 4*x_i, with digits x_i from -2^29 "
                "to 2^29 - 1.",
                "digits", limbs_text(static_cast<int>(digits))));
        for (const catalogue::Function& function : proved_.functions) {
            if (function.is_part) read_function(function);
        }
        cursor_.expect("}  // namespace detail\n");
    }

    std::string text() const {
        if (spec_.has_digits()) return std::string(fixed::digit_text);
        const int spare = spec_.width.container_bits() - spec_.width.bits;
        const bool is_below_power = !spec_.is_modular() || spec_.is_runtime();
        std::string check(fixed::check_below_N);
        if (is_below_power)
            check = spare > 0 ? fmt::format("if (r.limb[limbs - 1] >> {}) ok = 0;", 32 - spare) : "";
        return filled(
            fixed::text,
            {{"number", spec_.is_modular() ? "plain" : "num"},
             {"wide_sizes", spec_.is_modular() ? "" : std::string(fixed::wide_sizes)},
             {"wide_functions", spec_.is_modular() ? "" : std::string(fixed::wide_functions)},
             {"check", check},
             {"refused", is_below_power ? fmt::format("not below 2^{}", spec_.width.bits) : "not below N"}});
    }

    Cursor cursor_;
    const Proved& proved_;
    catalogue::KnownResults& known_;
    const Spec& spec_;
    std::string digest_;
    Names names_;
    std::set<std::string> parts_;
    Found found_;
};

}  // namespace

Proved proved(const Spec& spec, std::vector<catalogue::Function> functions) {
    Proved made{spec, std::move(functions), {}};
    if (spec.style == Style::inlined) made.loops = catalogue::loops(spec, made.functions);
    return made;
}

Found read_header(const std::string& text, const Proved& proved, catalogue::KnownResults* known) {
    const std::string closed = text + "\n";
    const bool is_macros = proved.spec.style == Style::macro;
    const std::vector<Token> all = tokens_of(closed);
    const Tokens tokens = is_macros ? without_casts(all) : notes_apart(all);
    catalogue::KnownResults own(proved.spec, proved.loops.library);
    const bool is_over_lanes = proved.spec.width.mapping.is_group();
    catalogue::KnownResults& results = known ? *known : own;
    Found found = is_macros       ? read_macros(Cursor(tokens), proved)
                  : is_over_lanes ? read_lanes(Cursor(tokens), proved, results)
                                  : Header(Cursor(tokens), proved, results).read();
    found.share = share_of(text, all);
    return found;
}

void refute(uint32_t line, const std::string& reason) {
    throw Error(Exit::refuted, fmt::format("the text is not what was proved: line {}: {}", line, reason));
}

Found require_as_proved(const std::string& text, const Proved& proved, catalogue::KnownResults* known) {
    return or_refuted([&] { return read_header(text, proved, known); });
}

}  // namespace limbsmith::read
