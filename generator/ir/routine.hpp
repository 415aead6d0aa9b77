// The routine: loops and decisions around straight-line programs, and exchanges between the lanes of
// a group.
//
// Promises: a plain value type that says what is called, how often and with what, once for the text that is
// printed, the interpreter and the proof. The called programs say their own meaning (ir/program.hpp);
// ir/library.hpp finds them.
//
// In contracts and invariants the words of an array mean the number that they make. A number modulo N may
// stand for a residue x as x·factor mod N (`form`); there its name means the residue.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/contract.hpp"
#include "ir/program.hpp"
#include "ir/scalar.hpp"
#include "operation/mapping.hpp"

namespace limbsmith::ir {

// A named value: a number, a word, an integer (a word that is -2^31 to 2^31 - 1) or a byte; or an array of
// them.
struct Variable {
    enum class Kind : uint8_t { number, word, integer, byte };
    // Inputs and outputs are parameters. An array that is shared is one for all lanes of a group; a constant one
    // has the words of a table; a global one lies in the memory of a device, for all groups that a kernel has.
    enum class Role : uint8_t { input, output, local, shared, constant, global };
    // One value; `count` of them; as many as the caller has, one after the other or `stride` apart.
    enum class Many : uint8_t { one, fixed, run_time, strided };

    std::string name;
    Kind kind;
    Representation representation = ir::word;
    int words = 1;  // of one value
    Many many = Many::one;
    int count = 1;
    Role role = Role::local;
    std::shared_ptr<const std::vector<uint32_t>> table{};  // of a constant: all words of its elements

    bool is_member() const { return representation.is_member(); }
    bool is_array() const { return many != Many::one; }
    bool is_parameter() const { return role == Role::input || role == Role::output || role == Role::global; }
};

// Where a value stands: a variable, an element of an array, and of a number one limb. The words of a number
// are also an array of words.
struct Place {
    int variable = -1;
    std::optional<Scalar> element{}, limb_index{};

    Place operator[](Scalar index) const { return {variable, std::move(index), limb_index}; }
    Place limb(Scalar index) const { return {variable, element, std::move(index)}; }
};

// Holds at the head of every turn of a loop, and after the last: left = right; with an `index`, for
// every from <= index < below. Counters have the values of the next turn, even where there is none.
struct Relation {
    ExprPtr left, right;
    std::string index{};
    ExprPtr from{}, below{};
};
// The variables are the results of `count` steps of the function, applied to their values before the first turn.
struct Steps {
    const Function* function;
    std::vector<std::string> variables;
    ExprPtr count;
};
struct Invariant {
    std::vector<Relation> relations;
    std::vector<Bound> ranges{};
    std::optional<Steps> steps{};
    bool empty() const { return relations.empty() && ranges.empty() && !steps; }
};

struct Statement;
using Block = std::vector<Statement>;

// target = value, for a word
struct Assign {
    Place target;
    Scalar value;
};

// target = source, for a number: another, or these limbs
struct Copy {
    Place target;
    std::variant<Place, std::vector<uint32_t>> source;
};

// Results = callee(arguments). Members of a modulus are not named: a callee reads and writes the caller's of
// the same names.
struct Call {
    using Argument = std::variant<Place, Scalar>;  // a number or an array; a word
    std::string callee;                            // as the library calls it
    std::vector<Argument> arguments;
    std::vector<Place> results;
};

// counter = first and so on, as long as it is below, or up to, the bound; or downwards to it. Bounds and
// counters are integers, or not negative where the counter is a word; the body does not change them.
struct For {
    enum class Order : uint8_t { below, up_to, down_to };
    enum class Unroll : uint8_t { no, by_two, free /* as the compiler likes */, whole };
    int counter;  // a local word or integer
    Order order;
    Scalar first, bound;
    Unroll unroll;
    Invariant invariant;
    Block body;
    // All threads that call the routine together make the same turns: a kernel may let them begin each turn together.
    bool is_in_step = false;
};

struct If {
    Scalar condition;
    Block body;
};

// Between the lanes of a group, all of which take part: the value of the lane `from` modulo the lanes; or a word
// whose bit i says whether the value of lane i is not 0, where a group is longer than a warp that of lane i of the own
// warp; or 1 if the value of any lane is not 0, of this group or, where it is shorter than a warp, of another that runs
// together with it, else 0: it decides for all of them, since all threads of a warp take part in exchanges; or the
// largest value of the same lanes, which bounds a loop for all of them.
struct Exchange {
    enum class Kind : uint8_t { from_lane, ballot, any, largest };
    Kind kind;
    Place target;
    Scalar value;
    Scalar from{0};
};

// No lane goes on before all have come here, or all of its warp; then all of them see each other's writes to
// shared arrays.
struct Barrier {
    enum class Scope : uint8_t { group, warp };
    Scope scope = Scope::group;
};

// Between the lanes of a warp, whose words are together the bytes of matrices (PTX ISA 9.0, 9.7.14: mma.m16n8k32 of u8,
// ldmatrix); g = lane / 4, t = lane % 4. An array is meant from the element on that its place names.
//
// target[i] = word t of the four words at `row` of lane 8i + g, for 0 <= i < 4. `row`: in a shared array; its index is a
// multiple of 4.
struct MatrixLoad {
    Place target, row;
};
// sums[2h + j] += the sum of A[g + 8h][k]·B[k][2t + j] over 0 <= k < 32, for h, j < 2, where byte i of a[2u + h] is A[g + 8h][16u +
// 4t + i] and byte i of b[u] is B[16u + 4t + i][g]. requires: sums stay below 2^31.
struct MatrixProduct {
    Place sums, a, b;
};

// target = the word at a place of a global array, to which value is added, by nobody else in between.
struct AtomicAdd {
    Place target, word;
    Scalar value;
};

struct Statement {
    std::variant<Assign, Copy, Call, For, If, Exchange, Barrier, MatrixLoad, MatrixProduct, AtomicAdd> what;
};

// The threads that a ballot asks at most.
inline constexpr int warp = Mapping::warp;

// How numbers stand for residues: x·factor mod modulus.
struct Form {
    ExprPtr factor, modulus;
};

struct Routine {
    std::string name;
    std::vector<Variable> variables;
    std::vector<int> parameters;  // of the variables, in the order of the signature
    std::optional<int> result;    // the output that is returned
    Block body;
    Contract contract;     // of an array of numbers, for each element
    std::string length{};  // the input that says how many elements arrays of the caller's size have
    std::optional<Form> form{};
    Mapping mapping{};                // all lanes of a group run the same statements
    bool is_apart = false;            // over lanes, no caller has its code within its own on a GPU
    std::vector<std::string> text{};  // a description in words, one line each
    std::string source{};             // of the algorithm
    std::string bound{};              // how often its loops run, and why that is enough

    int lanes() const { return mapping.lanes(); }
};

// A program with the inputs, outputs and contract of the routine and no body; a number has the words of all lanes.
// requires: no parameter is an array of the caller's size.
Program meaning(const Routine& routine);

// The program or routine as its callers see it: the arguments that they name, and the members that go along.
struct Signature {
    struct Parameter {
        std::string name;
        Variable::Kind kind;
        Representation representation;
        int words;
        Variable::Many many;
        int count;  // of an array of fixed size
    };
    std::string name;
    std::vector<Parameter> inputs, outputs;
    std::vector<Parameter> members_read, members_written;
};
Signature signature(const Program& program);
Signature signature(const Routine& routine);

}  // namespace limbsmith::ir
