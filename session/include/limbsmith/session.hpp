// A session: arithmetic that is known only at run time, generated, proved, compiled and checked when it is first used.
//
//     limbsmith::Session s;                        // a GPU if there is one, else the host
//     const auto f = s.field("2^255-19");
//     auto a = f.array(2), b = f.array(2), r = f.array(2);
//     write_text(a, {"7", "11"});
//     write_text(b, {"3", "-1"});
//     f.mul(r, a, b);
//     const auto g = f.compile("a*b + 5");         // operands in alphabetical order
//     g(r, a, b);
//     read_text(r);                                // {"26", "57896044618658097711785492504343953926634992332820282019728792003956564819943"}
//
// Promises: the functions are those that `limbsmith generate` prints, proved before they are compiled; a kernel is
// compared with the contract on its GPU before its first use, once for a machine. Compiled kernels are kept between
// processes; any number of processes may use them at once. A result may be one of the operands. On a GPU a call returns
// before the work is done (memory.hpp); on the host it returns when the work is done.
//
// Sessions, arithmetics and functions may be used by several threads at once, an array by one at a time. Handles keep objects that
// they need alive. Wrong arguments are runtime::InputError, with the name of the argument and the nearest that works;
// requests that limbsmith does not have are Unsupported. runtime::OutOfMemory leaves everything as it was. Moving a handle
// copies it, so none is ever empty. C++17.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "limbsmith/convert.hpp"
#include "limbsmith/memory.hpp"

namespace limbsmith::detail {
struct array_state;
struct arithmetic_state;
struct function_state;
struct session_state;
}  // namespace limbsmith::detail

#pragma GCC visibility push(default)

namespace limbsmith {

using runtime::Unsupported;

namespace grid {
class Arithmetic;  // <limbsmith/grid.hpp>
}
namespace pool {
class Pool;  // <limbsmith/pool.hpp>
}

// How an array lies in memory: word i of number t is at i·row + t, or at t·words + i.
enum class arrangement { limb_major, number_major };

// Numbers of one arithmetic in memory. A handle: copies are the same numbers.
class Array {
  public:
    index64 size() const;
    place where() const;
    // `elem` or `plain` (residues), `num` or `wide` (whole numbers, signed digits), `exponent`, `uint32_t`: as in a generated header.
    const std::string& type() const;
    int words() const;  // of a number
    arrangement order() const;
    index64 row() const;  // of limb_major: the numbers that a row has room for
    // On a GPU its address there. An `elem` is in the form of the arithmetic, `plain` is the residue. The session keeps the memory
    // of arrays for later ones, but not that of those whose address was asked for.
    std::uint32_t* address() const;

    explicit Array(std::shared_ptr<detail::array_state> state) : state_(std::move(state)) {}
    Array(const Array&) = default;
    Array& operator=(const Array&) = default;
    detail::array_state& state() const { return *state_; }
    const std::shared_ptr<detail::array_state>& shared() const { return state_; }

  private:
    std::shared_ptr<detail::array_state> state_;
};

// An operand: an array, or one value for all numbers: an integer, or an expression such as "2^64-1".
class Operand {
  public:
    Operand(const Array& numbers) : numbers_(std::make_shared<const Array>(numbers)) {}
    Operand(std::string_view value) : value_(value) {}
    Operand(const char* value) : value_(value ? value : "") {}  // no text is refused by the call
    template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
    Operand(T value) : value_(std::to_string(value)) {}

    const Array* array() const { return numbers_.get(); }
    const std::string& value() const { return value_; }

  private:
    std::shared_ptr<const Array> numbers_;
    std::string value_;
};

namespace detail {
// The arguments of a call: results, operands, and perhaps a stream.
struct arguments {
    std::vector<Operand> all;
    stream* on = nullptr;

    void add(stream& last) { on = &last; }
    template <class T>
    void add(const T& operand) {
        all.emplace_back(operand);
    }
};
}  // namespace detail

// A function of an arithmetic: f(r, a, b), results first; with a stream as last argument on that. All arrays of a call are at
// one place. A function of a session on a GPU takes arrays of sessions on the host, too: of any length, more than the GPU has
// memory for. It copies chunks there and back while it computes others, and the results are complete on return.
class Function {
  public:
    template <class... Arguments>
    void operator()(Arguments&&... arguments) const {
        detail::arguments made;
        (made.add(arguments), ...);
        call(made.all, made.on);
    }
    // `between`: called before each chunk of arrays of the host, in the calling thread. What it throws ends the call; the chunks
    // before are computed then, and those behind are not.
    void call(const std::vector<Operand>& arguments, stream* on = nullptr,
              const std::function<void()>& between = {}) const;

    // `r = mul(a, b)`
    std::string signature() const;
    int results() const;
    int operands() const;
    // An array for argument k, results first.
    Array array_for(int k, index64 size, arrangement order = arrangement::limb_major) const;
    // Waits until the kernel for limb-major arrays is there. Throws the exceptions of a call.
    void prepare() const;

    explicit Function(std::shared_ptr<detail::function_state> state) : state_(std::move(state)) {}
    Function(const Function&) = default;
    Function& operator=(const Function&) = default;

  private:
    std::shared_ptr<detail::function_state> state_;
};

// Arithmetic of one kind of numbers. A handle.
class Arithmetic {
  public:
    // `size` numbers, uninitialised. Errors: OutOfMemory.
    Array array(index64 size, arrangement order = arrangement::limb_major) const;
    // Numbers of another type of the arithmetic (Array::type).
    Array array_of(std::string_view type, index64 size, arrangement order = arrangement::limb_major) const;
    // The caller's own words, which outlive the array, at the place of the session. `row`: 0 for `size`. Work on them is
    // ordered by the streams alone. requires: numbers below 2^bits or the modulus; nothing checks them.
    // Errors: InputError if words are not aligned (on a GPU to 16 bytes), if the row is none, or if no memory is so large.
    Array view(std::uint32_t* words, index64 size, arrangement order = arrangement::limb_major,
               index64 row = 0, std::string_view type = {}) const;

    // An operation of `limbsmith list`; compiled in the background.
    Function function(std::string_view operation) const;
    // An expression with + - * ( ), constants and constant powers, as one function; operands in alphabetical order.
    Function compile(std::string_view expression) const;
    // The names of the operations that it has for arrays.
    std::vector<std::string> operations() const;
    template <class... Arguments>
    void call(std::string_view operation, Arguments&&... arguments) const {
        function(operation)(std::forward<Arguments>(arguments)...);
    }

    int bits() const;
    int limbs() const;
    place where() const;   // of its arrays
    bool has_gpu() const;  // whether GPUs compute its functions, also those with arrays of the host

    explicit Arithmetic(std::shared_ptr<detail::arithmetic_state> state) : state_(std::move(state)) {}
    Arithmetic(const Arithmetic&) = default;
    Arithmetic& operator=(const Arithmetic&) = default;

  protected:
    std::shared_ptr<detail::arithmetic_state> state_;
};

// Residues modulo N. All functions: results first, then operands, then perhaps a stream.
class Field : public Arithmetic {
  public:
    using Arithmetic::Arithmetic;
    std::string modulus() const;  // in decimal

#define LIMBSMITH_CALL(name)                        \
    template <class... A>                           \
    void name(A&&... arguments) const {             \
        call(#name, std::forward<A>(arguments)...); \
    }
    LIMBSMITH_CALL(add)    // a + b
    LIMBSMITH_CALL(sub)    // a - b
    LIMBSMITH_CALL(neg)    // -a
    LIMBSMITH_CALL(mul)    // a·b
    LIMBSMITH_CALL(sqr)    // a²
    LIMBSMITH_CALL(halve)  // a/2, N odd
    LIMBSMITH_CALL(pow)    // a^exponent
    LIMBSMITH_CALL(inv)    // 1/a, and whether there is one
    LIMBSMITH_CALL(sqrt)   // a square root, and whether there is one
    LIMBSMITH_CALL(eq)     // 1 if equal, else 0
};

// Whole numbers below 2^bits; results modulo 2^(32·limbs).
class UInt : public Arithmetic {
  public:
    using Arithmetic::Arithmetic;

    LIMBSMITH_CALL(add)     // a + b
    LIMBSMITH_CALL(sub)     // a - b
    LIMBSMITH_CALL(mul)     // a·b, exact: of type wide
    LIMBSMITH_CALL(mul_lo)  // a·b, the low limbs
    LIMBSMITH_CALL(sqr)     // a², exact
    LIMBSMITH_CALL(divrem)  // quotient and remainder
    LIMBSMITH_CALL(gcd)
    LIMBSMITH_CALL(eq)   // 1 if equal, else 0
    LIMBSMITH_CALL(lt)   // 1 if a < b, else 0
    LIMBSMITH_CALL(shl)  // a·2^count
    LIMBSMITH_CALL(shr)  // floor(a/2^count)
};

// Numbers in signed digits, a digit a word (limbsmith/digits.hpp). In text they are integers with a sign; resize, truncate,
// remainder, crt and bytes are not for them.
class Digits : public Arithmetic {
  public:
    using Arithmetic::Arithmetic;

    LIMBSMITH_CALL(add)      // a + b modulo radix^count
    LIMBSMITH_CALL(sub)      // a - b modulo radix^count
    LIMBSMITH_CALL(neg)      // -a
    LIMBSMITH_CALL(mul)      // a·b, exact: of type wide
    LIMBSMITH_CALL(sign)     // -1, 0 or 1, of type uint32_t
    LIMBSMITH_CALL(compare)  // the sign of a - b
#undef LIMBSMITH_CALL
};

class Session {
  public:
    // With place::all every GPU of the machine computes: arrays are in memory of the host that GPUs copy from and to without a
    // detour, functions give the GPUs chunks of them in turn, and results are complete on return. An error of a GPU names it.
    // Errors: runtime::NoDevice if a GPU is asked for and there is none, or no NVRTC.
    explicit Session(place where = place::automatic);
    Session(const Session&) = default;
    Session& operator=(const Session&) = default;

    // A modulus: decimal, 0x..., an expression, or a name such as @secp256k1.p. Up to 32,768 bits if it is odd.
    Field field(std::string_view modulus) const;
    UInt uint(int bits) const;
    // `count` digits from -bound to bound; bound 0 is the least one, floor(radix/2) + 1. Errors: InputError where sums of such
    // digits are not digits, Unsupported for more than 32,768 digits or radices whose sums do not fit a word.
    Digits digits(std::uint32_t radix, int count, std::uint32_t bound = 0) const;
    // Numbers of any length in a pool at the place of the session: on a GPU, or all GPUs, and on the host as well.
    limbsmith::pool::Pool pool() const;
    // Numbers of any length, each computed by all of the GPU. Errors: runtime::NoDevice on the host; Unsupported for place::all, where
    // a pool shares such numbers among the GPUs.
    limbsmith::grid::Arithmetic grid() const;

    // A session on the host, whose arrays have memory that this session's GPU copies from and to without a detour; functions of both
    // take them. A session on the host returns itself.
    Session on_host() const;

    place where() const;      // of its arrays: the host for place::all
    place computing() const;  // the same, but place::all for all GPUs
    // `NVIDIA H200`, `2 x NVIDIA H200`, `host, 2 cores`
    std::string device() const;

  private:
    explicit Session(std::shared_ptr<detail::session_state> state) : state_(std::move(state)) {}
    std::shared_ptr<detail::session_state> state_;
};

// Numbers of an array from and to text, bytes and words; complete on return. Residues are read and written as such, and
// may be negative in text. Errors: runtime::InputError naming the number that is too large or none, before anything
// changes.
void write_text(const Array& to, const std::vector<std::string>& numbers);
std::vector<std::string> read_text(const Array& from, radix in = radix::decimal);
// `size` bytes for each number; reading gives four bytes for each word.
void write_bytes(const Array& to, const std::vector<unsigned char>& bytes, size_t size,
                 byte_order order = byte_order::little);
std::vector<unsigned char> read_bytes(const Array& from, byte_order order = byte_order::little);
// Array::words() words for each number, the least significant one first, one number after the other.
void write_words(const Array& to, const std::uint32_t* words);
void read_words(const Array& from, std::uint32_t* words);

// An axis along which numbers of an array are taken: so many, each `step` behind the one before; 0 repeats a number.
struct Axis {
    index64 extent;
    std::int64_t step;
};
// Number t of `to` becomes number first + Σ index·step of `from`, where t counts through the indices of all axes, the last one
// fastest: a slice, a transposed matrix, a row that is repeated. Both are of one type; the words are moved as they are.
// requires: the arrays share no words. Errors: runtime::InputError for arrays of other kinds, for extents that do not make
// to.size() numbers, and for a number that `from` does not have; Unsupported for more than 64 axes.
void take(const Array& to, const Array& from, index64 first, const std::vector<Axis>& axes,
          stream* on = nullptr);
// Number t of `to` becomes number numbers[t] of `from`.
void take(const Array& to, const Array& from, const std::vector<index64>& numbers, stream* on = nullptr);
// The other direction: number first + Σ index·step of `to` becomes number t of `from`; the others stay. So parts of an array come from
// several ones. requires: no number of `to` is meant twice. Errors: those of take.
void put(const Array& to, index64 first, const std::vector<Axis>& axes, const Array& from,
         stream* on = nullptr);

// Below: numbers of one arithmetic as numbers of another one of the session; the arrays have as many. Functions of the
// session do the work. On a GPU a call returns before the work is done, unless it has to look at the numbers first.
// Errors: runtime::InputError for arrays that do not fit.

// How numbers get longer: with zeros, or with their sign, as two's complement of 32·ceil(bits/32) bits.
enum class extension { zero, sign };
// to = from. Errors: runtime::InputError naming the first number that does not fit, before anything changes.
void resize(const Array& to, const Array& from, extension with = extension::zero, stream* on = nullptr);
// to = from mod 2^bits, for whole numbers `to`.
void truncate(const Array& to, const Array& from, stream* on = nullptr);
// to = from mod N, for residues `to`; `from` has any length.
void remainder(const Array& to, const Array& from, stream* on = nullptr);
// The same for many N.
void remainders(const std::vector<Array>& to, const Array& from, stream* on = nullptr);
// The number below the product of all N that has these remainders (the Chinese remainder theorem).
// Errors: runtime::InputError if two N have a divisor in common, or if the product does not fit.
void crt(const Array& to, const std::vector<Array>& from, stream* on = nullptr);
// The same for two moduli of its own for each number: to = b + q·((a - b)·q_inverse mod p), whole numbers all.
// requires: a, b < p; b < q; q·q_inverse mod p = 1 mod p; p·q <= 2^bits of `to`.
// ensures: to < p·q, to mod p = a, to mod q = b.
void crt(const Array& to, const Array& a, const Array& p, const Array& b, const Array& q,
         const Array& q_inverse, stream* on = nullptr);

}  // namespace limbsmith

#pragma GCC visibility pop
