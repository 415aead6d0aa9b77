#include "read/lanes.hpp"

#include <fmt/format.h>

#include <set>

#include "plan/tiles.hpp"
#include "read/banner.hpp"
#include "read/device_routine.hpp"
#include "read/fixed.hpp"
#include "read/host_routine.hpp"
#include "read/lane_operations.hpp"
#include "read/parts.hpp"
#include "read/routine.hpp"
#include "read/straight.hpp"
#include "spec/namespaces.hpp"
#include "spec/representations.hpp"

namespace limbsmith::read {
namespace {

constexpr std::string_view from_thread = R"(
#if defined(__CUDACC__)
// The word that thread `from` of the block gives.
__device__ __forceinline__ uint32_t from_thread(uint32_t word, uint32_t from) {
    __shared__ uint32_t given[$lanes];
    given[threadIdx.x] = word;
    __syncthreads();
    const uint32_t taken = given[from % $lanesu];
    __syncthreads();
    return taken;
}
#endif
)";

constexpr std::string_view matrices = R"(
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "products on tensor cores (--map tensor) need a GPU of compute capability 8.0 or later"
#endif
// The bytes of two words that the digits of a selector name, the lowest one first: 0 to 3 are those of x, 4 to 7 those of y.
template <uint32_t selector>
LIMBSMITH_FN uint32_t permute_bytes(uint32_t x, uint32_t y) {
    static_assert((selector & ~0x7777u) == 0, "");
#if defined(__CUDA_ARCH__)
    return __byte_perm(x, y, selector);
#else
    const unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4u; ++i)
        result |= (uint32_t(both >> 8u * (selector >> 4u * i & 7u)) & 255u) << 8u * i;
    return result;
#endif
}
#if defined(__CUDACC__)
// Part i of the target is word t of the four words at `row` of lane 8*i + g, for lane 4*g + t of a warp.
__device__ __forceinline__ void load_matrix(uint32_t* target, const uint32_t* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 { %0, %1, %2, %3 }, [%4];"
                 : "=r"(target[0]), "=r"(target[1]), "=r"(target[2]), "=r"(target[3])
                 : "r"(uint32_t(__cvta_generic_to_shared(row)))
                 : "memory");
}
// The sums of lane 4*g + t get C[g][2*t], C[g][2*t + 1], C[g + 8][2*t], C[g + 8][2*t + 1] more, where C = A*B is a product of
// matrices of 16 by 32 and 32 by 8 bytes: byte i of part 2*u + h of a is A[g + 8*h][16*u + 4*t + i], byte i of part u of b is
// B[16*u + 4*t + i][g].
__device__ __forceinline__ void multiply_matrices(uint32_t* sums, const uint32_t* a, const uint32_t* b) {
    asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 { %0, %1, %2, %3 }, { %4, %5, %6, %7 }, { %8, %9 }, { %0, %1, %2, %3 };"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif
#if !defined(__CUDACC_RTC__)
// The number that a part of the sums of a lane gets, from the words of all lanes.
inline uint32_t matrix_element(const uint32_t (*a)[4], const uint32_t (*b)[2], uint32_t lane, uint32_t part) {
    const uint32_t first = lane - lane % 32u, row = lane % 32u / 4u, column = 2u * (lane % 4u) + part % 2u;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < 32u; ++k) {
        const uint32_t from = k % 16u / 4u, shift = 8u * (k % 4u);
        sum += ((a[first + 4u * row + from][2u * (k / 16u) + part / 2u] >> shift) & 255u) *
               ((b[first + 4u * column + from][k / 16u] >> shift) & 255u);
    }
    return sum;
}
#endif
)";

constexpr std::string_view whole_hint = R"(
#if defined(__CUDA_ARCH__)
#define LIMBSMITH_WHOLE _Pragma("unroll")
#else
#define LIMBSMITH_WHOLE
#endif
)";

class Lanes {
  public:
    Lanes(Cursor cursor, const Proved& proved, catalogue::KnownResults& known)
        : cursor_(cursor),
          proved_(proved),
          known_(known),
          spec_(proved.spec),
          names_(names_of(proved)),
          parts_(parts_of(proved)) {}

    Found read() {
        cursor_.expect(banner(spec_, proved_.functions, proved_.loops));
        cursor_.expect("#ifndef");
        const std::string digest = guard_digest(cursor_);
        cursor_.expect(fmt::format("#define LIMBSMITH_HEADER_{}\n", digest));
        cursor_.expect(fixed::prelude);
        cursor_.expect(fixed::function_macro);
        cursor_.expect(fixed::loop_prelude);
        cursor_.expect(whole_hint);
        open_namespace(cursor_, spec_, digest);
        cursor_.expect(constants());
        cursor_.expect(types());
        cursor_.expect(values());
        cursor_.expect("// The programs of one lane, and routines of all lanes.\nnamespace detail {");
        const std::string lanes = std::to_string(spec_.width.lanes());
        if (spec_.width.mapping.is_block())
            cursor_.expect(from_thread, {{"lanes", lanes}, {"lanesu", lanes + "u"}});
        if (spec_.width.mapping.is_tensor()) cursor_.expect(matrices);
        for (const catalogue::Function& function : proved_.functions) read_function(cursor_, function);
        cursor_.expect("}  // namespace detail\n");
        const Callees callees{proved_.loops.library, parts_};
        for (const std::string& key : proved_.loops.keys) {
            const bool is_part = proved_.loops.parts.contains(key);
            if (is_part) cursor_.expect("namespace detail {");
            found_.routines[key] = read_both(proved_.loops[key], callees);
            if (is_part) cursor_.expect("}  // namespace detail\n");
        }
        tiles(callees);
        const std::vector<LaneCallable> all = lane_callables(spec_, proved_.loops);
        for (const LaneCallable& it : all) {
            if (!it.is_in_header) read_both(it.routine, callees);
        }
        cursor_.expect(lane_operations(spec_, all, proved_.loops, digest, known_));
        close_namespace(cursor_, spec_, digest);
        cursor_.expect(
            "#undef LIMBSMITH_LOOP\n#undef LIMBSMITH_PAIRS\n#undef LIMBSMITH_IN_STEP\n#undef "
            "LIMBSMITH_WHOLE\n"
            "#undef LIMBSMITH_FN\n");
        cursor_.expect(fmt::format("#endif  // LIMBSMITH_HEADER_{}\n", digest));
        cursor_.expect_end();
        found_.functions = proved_.functions.size();
        found_.loops = proved_.loops.keys.size();
        return found_;
    }

  private:
    // The functions of each lane, and of all lanes on the host. Returns the former.
    ir::Routine read_both(const ir::Routine& routine, const Callees& callees) {
        read_comment(cursor_, routine);
        cursor_.expect("#if defined(__CUDACC__)\n");
        ir::Routine made = read_device_function(cursor_, routine, callees);
        cursor_.expect(
            "#endif\n#if !defined(__CUDACC_RTC__)\n// The same for all lanes at once, a value of each.\n");
        read_host_function(cursor_, routine, callees);
        cursor_.expect("#endif\n");
        return made;
    }

    void tiles(const Callees& callees) {
        if (proved_.loops.tiles.empty()) return;
        cursor_.expect("#if defined(__CUDACC__)\nnamespace detail {");
        for (const catalogue::Tile& tile : proved_.loops.tiles)
            read_function_in_memory(cursor_, tile.routine, callees);
        cursor_.expect("}  // namespace detail\n#endif\n");
    }

    std::string constants() const {
        const Width& width = spec_.width;
        const bool is_modular = spec_.is_modular();
        if (const auto& digits = spec_.digits)
            return fmt::format(
                "constexpr int digits = {}, limbs = {}, lanes = {}, lane_limbs = {}, radix = {}, digit_bound "
                "= {};\n"
                "static_assert(digits <= limbs && limbs == lanes * lane_limbs && 2 * digit_bound > radix && "
                "digit_bound < radix, \"\");\n",
                digits->count, width.limbs(), width.lanes(), width.lane_limbs(), digits->radix,
                digits->bound);
        return fmt::format(
            "constexpr int bits = {}, limbs = {}, lanes = {}, lane_limbs = {}{};\n"
            "static_assert(bits <= 32 * limbs && limbs == lanes * lane_limbs{}, \"\");\n",
            width.bits, width.limbs(), width.lanes(), width.lane_limbs(),
            is_modular ? fmt::format(", bytes = {}", width.bytes()) : "",
            is_modular ? " && bytes == (bits + 7) / 8" : "");
    }

    std::string types() const {
        const Width& width = spec_.width;
        const int own = width.lane_limbs();
        const auto number = [&](int number_bits) { return limbs_text(own) + bits_text(number_bits); };
        const char* n = spec_.is_runtime() ? "n" : "N";
        std::string all;
        if (!spec_.is_modular()) {
            all = type_text("The part of a number in a lane.", "num", number(width.bits)) +
                  type_text("The part of a product in a lane.", "wide",
                            limbs_text(2 * own) + bits_text(2 * width.bits));
        } else {
            all = type_text(fmt::format("The part of a canonical residue in a lane, 0 <= x < {}.", n),
                            "plain", number(width.bits)) +
                  type_text(fmt::format("The part of x*R mod {} in a lane, for a residue x; canonical.", n),
                            "elem", number(width.bits)) +
                  type_text("The product of parts of two lanes.", "wide", limbs_text(2 * own));
            if (names_.contains(repr::exponent.type))
                all += type_text(
                    fmt::format("The part of an exponent below 2^{} in a lane.", width.container_bits()),
                    "exponent", number(width.container_bits()));
        }
        if (spec_.is_runtime())
            all += type_text("A modulus n with its constants; make_modulus fills it in.", "modulus",
                             "elem n, one, r2;  // the lane's parts of n, R mod n, R^2 mod n\nuint32_t "
                             "n0inv;  // -n^-1 mod 2^32\n");
        if (names_.contains("pair"))
            all += type_text("Two words, the lower one first.", "pair", limbs_text(2));
        if (names_.contains(repr::carried.type))
            all += type_text("The part of a signed number in a lane: a signed word plus 2 on top.", "carried",
                             limbs_text(own + 1));
        return all + types_of_tiles();
    }

    std::string types_of_tiles() const {
        if (!names_.contains(repr::limb_block.type)) return {};
        const int block = *plan::tile_block(spec_.width);
        const auto pairs = [](int count) { return fmt::format("double pair[{}];", count); };
        return type_text("A block of the limbs of a number in a tile.", "limb_block", limbs_text(block)) +
               type_text("Sums of products of blocks, by words: those at even places,", "even_chain",
                         limbs_text(2 * block)) +
               type_text("and those at odd places, from place 1 on.", "odd_chain",
                         limbs_text(2 * block - 2)) +
               type_text("The same in pairs of registers.", "even_pairs", pairs(block)) +
               type_text("The same in pairs of registers.", "odd_pairs", pairs(block - 1));
    }

    std::string values() const {
        if (!spec_.is_modular()) return {};
        const std::string zero = literal_text(0, spec_.width.lane_limbs());
        if (!spec_.is_runtime())
            return fmt::format("// The element 0.\nLIMBSMITH_FN elem zero() {{ return {}; }}\n", zero);
        return fmt::format("// The elements 0 and 1.\nLIMBSMITH_FN elem zero() {{ return {}; }}\n", zero) +
               "LIMBSMITH_FN elem one(const modulus& m) { return m.one; }\n";
    }

    Cursor cursor_;
    const Proved& proved_;
    catalogue::KnownResults& known_;
    const Spec& spec_;
    Names names_;
    std::set<std::string> parts_;
    Found found_;
};

}  // namespace

Found read_lanes(Cursor cursor, const Proved& proved, catalogue::KnownResults& known) {
    return Lanes(cursor, proved, known).read();
}

}  // namespace limbsmith::read
