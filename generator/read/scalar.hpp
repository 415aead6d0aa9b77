// Reads the C++ expressions of routines as the words that they compute.
//
// Promises: a scalar has the value of the expression, whatever words it reads. C++ computes with `int` and `uint32_t`,
// scalars with words modulo 2^32: the expression converts between them by casts alone, and divides, shifts and orders words
// alone, where both have one meaning. C++ does not allow that a sum or a product of int leaves the range of int: ranges that
// follow from the contract, from loops and from numbers show that none does.
#pragma once

#include <functional>
#include <optional>

#include "ir/routine.hpp"
#include "read/cursor.hpp"

namespace limbsmith::read {

// truth: of a comparison, which only decides or is converted.
enum class Type { integer, word, byte, truth };
std::string_view to_string(Type type);
Type type_of(ir::Variable::Kind kind);

// least <= value <= most
struct Range {
    int64_t least, most;
};
Range all_of(Type type);

struct Value {
    ir::Scalar scalar;
    Type type;
    // All of the type if there is none. Of a uint32_t it may be the range of a number that is the same modulo 2^32, such as
    // that of x - 1u from -1 on.
    std::optional<Range> range{};

    Range values() const { return range.value_or(all_of(type)); }
};

// A place and its type; nullopt for a number or an array.
struct Spot {
    ir::Place place;
    std::optional<Type> type;
};

class Expressions {
  public:
    // `find` is the variable that a name means where the cursor stands, or -1.
    Expressions(Cursor& cursor, const ir::Routine& routine, std::function<int(std::string_view)> find)
        : cursor_(cursor), routine_(routine), find_(std::move(find)) {}

    // `lane` is which lane of its group a thread is.
    void have_lanes() { has_lanes_ = true; }
    // Every variable that `index` says so of has a value for each lane, which stands at [lane], or at another index.
    using LaneIndex = std::function<std::string(const ir::Variable&)>;
    void have_values_of_lanes(LaneIndex index) { lane_index_ = std::move(index); }

    // The range of a whole variable, where it is known to be smaller than that of its type.
    using RangeOf = std::function<std::optional<Range>(int variable)>;
    void have_ranges(RangeOf range_of) { range_of_ = std::move(range_of); }

    // The next expression. Throws Difference.
    Value value();
    // The same, of this type.
    ir::Scalar value(Type type);
    Spot spot();
    // A variable or an element; a limb of it stays ahead.
    Spot whole();

  private:
    Value choice();
    Value binary(int strength);
    Value unary();
    Value cast(Type to);
    Value high_word();
    Value permuted();
    std::optional<Value> number();
    ir::Scalar index(const ir::Variable& array);
    bool is_address() const;
    Spot in_memory();
    Spot finished(Spot made);

    Cursor& cursor_;
    const ir::Routine& routine_;
    std::function<int(std::string_view)> find_;
    void lane_of(const ir::Variable& variable);
    bool has_lanes_ = false;
    LaneIndex lane_index_;
    RangeOf range_of_;
    int depth_ = 0;  // of expressions within each other
};

// The scalar of a sign with two operands of these types, its type and its range. Throws Difference at the cursor where C++ has no
// meaning of it, or another one.
Value joined(const Cursor& cursor, std::string_view sign, const Value& left, const Value& right);

bool is_same(const ir::Scalar& x, const ir::Scalar& y);
bool is_same(const ir::Place& x, const ir::Place& y);

}  // namespace limbsmith::read
