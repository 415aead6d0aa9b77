// Builds routines. Calls are checked against the library: that the callee is there, with as many
// arguments and results of these sizes; members of a modulus that it reads or writes become parameters of the
// routine.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ir/library.hpp"

namespace limbsmith::ir {

// Variables, to be given to a builder.
Variable number_named(std::string name, const Representation& representation, int words);
Variable word_named(std::string name);
Variable count_named(std::string name);
Variable integer_named(std::string name);
Variable array(Variable element, int count);
// An array with as many elements as the caller has.
Variable run_time_array(Variable element);
Variable strided_array(Variable element);
// A byte exists in arrays alone.
Variable bytes_named(std::string name, int count);

// The bounds of a loop; its counter gets this name, and is a word where the bound is one.
struct Range {
    std::string counter;
    For::Order order;
    Scalar first, bound;
    For::Unroll unroll = For::Unroll::no;
    bool is_in_step = false;
};
inline Range below(std::string counter, Scalar first, Scalar bound) {
    return {std::move(counter), For::Order::below, std::move(first), std::move(bound)};
}
inline Range up_to(std::string counter, Scalar first, Scalar bound) {
    return {std::move(counter), For::Order::up_to, std::move(first), std::move(bound)};
}
inline Range down_to(std::string counter, Scalar first, Scalar bound) {
    return {std::move(counter), For::Order::down_to, std::move(first), std::move(bound)};
}
inline Range with(Range range, For::Unroll unroll) {
    range.unroll = unroll;
    return range;
}
inline Range in_step(Range range) {
    range.is_in_step = true;
    return range;
}

class RoutineBuilder {
  public:
    // requires: the library outlives the builder.
    RoutineBuilder(std::string name, const Library& library) : library_(library) {
        routine_.name = std::move(name);
    }

    // Parameters stand in the signature in the order in which they are made; `result` is the value that is returned.
    Place input(Variable variable) { return parameter(std::move(variable), Variable::Role::input); }
    Place output(Variable variable) { return parameter(std::move(variable), Variable::Role::output); }
    Place result(Variable variable);
    Place local(Variable variable) { return add(std::move(variable), Variable::Role::local); }
    Place shared(Variable variable) { return add(std::move(variable), Variable::Role::shared); }
    // An array of words in the memory of a device; the routine is a kernel then. Each number that it computes has its
    // own, `NAME_stride` words apart.
    Place global(std::string name) {
        return parameter(strided_array(word_named(std::move(name))), Variable::Role::global);
    }
    // The same array for all numbers. It begins at a multiple of 16 bytes.
    Place global_table(std::string name) {
        return parameter(run_time_array(word_named(std::move(name))), Variable::Role::global);
    }
    // The same, of numbers.
    Place global_numbers(std::string name, const Representation& representation, int words) {
        return parameter(run_time_array(number_named(std::move(name), representation, words)),
                         Variable::Role::global);
    }
    // An array of words that are known.
    Place table(std::string name, std::vector<uint32_t> words);
    // The member of that name that the routine has or, from now on, reads.
    Place member(const Variable& variable);
    // One that the routine writes.
    Place written_member(Variable variable) { return output(std::move(variable)); }

    void assign(const Place& target, Scalar value);
    void copy(const Place& target, const Place& source);
    void copy(const Place& target, std::vector<uint32_t> limbs);
    void call(const std::string& callee, std::vector<Call::Argument> arguments, std::vector<Place> results);
    // `body` is given the counter.
    void loop(Range range, Invariant invariant, const std::function<void(Place)>& body);
    void when(Scalar condition, const std::function<void()>& body);
    void atomic_add(const Place& target, const Place& word, Scalar value);
    void exchange(Exchange::Kind kind, const Place& target, Scalar value, Scalar from = 0);
    void barrier(Barrier::Scope scope = Barrier::Scope::group) { append({Barrier{scope}}); }

    void load_matrix(const Place& target, const Place& row) { append({MatrixLoad{target, row}}); }
    void multiply_matrices(const Place& sums, const Place& a, const Place& b) {
        append({MatrixProduct{sums, a, b}});
    }

    // The members that the routine reads so far.
    std::vector<Signature::Parameter> members_read() const { return signature(routine_).members_read; }

    const Variable& variable(const Place& place) const { return routine_.variables[place.variable]; }
    const Library& library() const { return library_; }

    // The parts that no call builds: contract, form, texts.
    Routine& routine() { return routine_; }
    // The finished routine: members that are read stand after the inputs, those that are written first.
    Routine finish() &&;

  private:
    Place add(Variable variable, Variable::Role role);
    Place parameter(Variable variable, Variable::Role role);
    void append(Statement statement) { (block_ ? *block_ : routine_.body).push_back(std::move(statement)); }
    // Words of a value at a place; throws std::logic_error where it is not one value.
    int words_at(const Place& place) const;
    bool is_whole_array(const Place& place) const;
    void check_argument(const std::string& callee, const Signature::Parameter& parameter,
                        const Call::Argument& argument) const;

    const Library& library_;
    Routine routine_;
    Block* block_ = nullptr;  // of the statement that is built, or null for the body
};

}  // namespace limbsmith::ir
