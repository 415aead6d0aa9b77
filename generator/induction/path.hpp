// One path through a routine: what its variables hold, statement by statement.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "induction/divsteps.hpp"
#include "induction/values.hpp"

namespace limbsmith::induction {

// Whether a bound `below` without `at_least` means |x| < below: for signed variables and parameters.
template <class Named>
bool has_magnitude(const Named& it) {
    return it.representation.is_signed() && it.kind != ir::Variable::Kind::integer;
}

class Path {
  public:
    Path(const ir::Routine& routine, const ir::Library& library, Decisions& decisions);
    Path(const Path&) = delete;

    // Runs the body and shows the contract. Throws Unproved, and PathEnd.
    void run();
    std::set<std::string> theorems() const;

  private:
    const ir::Variable& variable(int id) const { return routine_.variables[id]; }
    bool is_modulus(const ir::ExprPtr& expr) const { return modulus_ && is_same(*expr, *modulus_); }

    // path_setup.cpp: inputs, and what the contract requires of them
    void set_inputs();
    void require_of_inputs();
    void require_value(int id, const ir::Expr& value);
    void assume_givens();
    void check_sequences();

    // path_elements.cpp: elements as integers
    // Whether words of elements are arguments or results.
    static bool has_digits(const ir::Signature& callee);
    // The number that the element holds: residue·factor modulo N, below N.
    Integer words(const Monomial& element);
    // An element of these words.
    Monomial element(const Integer& words, const std::string& name);
    void bind(const std::string& atom, const Integer& words);
    // Contracts and invariants, where names of elements mean integers.
    Evaluation integers();
    // left mod M = right mod M for an odd M, of digits.
    bool is_congruence(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation);
    // Which elements are units, by what is known of their words.
    void learn_units();
    bool are_congruent(const Monomial& x, const Monomial& y);

    // path_values.cpp
    Value read(int id, const std::optional<Integer>& index);
    Value read(const ir::Place& place);
    // Whether the array has such an element.
    void check_index(int id, const Integer& index);
    void write(const ir::Place& place, Value value);
    Value element_of_sequence(const ir::Sequence& sequence, const Integer& index);
    // What a name means in the routine's contract and invariants; `bound` names go first.
    Value named(const std::string& name, const std::optional<Integer>& index,
                const std::map<std::string, Integer>& bound);
    Evaluation evaluation(std::map<std::string, Integer> bound = {});
    Integer evaluate(const ir::Scalar& scalar);
    Integer in_range(Integer value);
    std::optional<Integer> bits_by_mask(ir::Scalar::Kind kind, const Integer& x, const Integer& y);
    // Digits of a number, and what is known of any number.
    Integer whole(int id);
    Integer digit(const Integer& number, const Integer& index, int bits);
    Integer limb(int id, const Integer& index);
    Integer any_value(int id);
    void within(const Integer& value, ir::Variable::Kind kind, const ir::Representation& representation,
                int words);
    // Whether a variable that is no member has the name.
    bool has_another(const std::string& name) const;
    Integer fresh(const std::string& name) { return Integer::symbol(name + "'" + std::to_string(++fresh_)); }

    // path_statements.cpp
    void run(const ir::Block& block);
    void run(const ir::Assign& it);
    void run(const ir::Copy& it);
    void run(const ir::If& it);
    void run(const ir::For& it);
    void run(const ir::Exchange&) { throw Unproved("lanes exchange values"); }
    void run(const ir::Barrier&) { throw Unproved("lanes wait for each other"); }
    void unroll(const ir::For& it, const Integer& first, const Integer& bound);
    // Gives every variable that the body writes an unknown value; the invariant says what is known of it.
    void forget(const ir::Block& body);
    // `before`: the values of the steps' variables before the first turn.
    void assume(const ir::Invariant& invariant, const std::vector<Integer>& before);
    void show(const ir::Relation& relation);
    void show(const ir::Invariant& invariant, const std::vector<Integer>& before);
    std::vector<Integer> values_of(const std::optional<ir::Steps>& steps);
    bool is_signed(const std::string& name) const;
    std::vector<std::string> symbols_of_variables() const;

    // path_calls.cpp
    // By the contract of what is called.
    void run(const ir::Call& it);
    Integer as_word(const Integer& value, const ir::Signature::Parameter& parameter);
    // The value of a word in two's complement.
    Integer signed_word(const Integer& value, const std::string& name);
    void check_requirements(const ir::Call& call, const ir::Signature& callee, const ir::Contract& contract,
                            Evaluation& evaluation);
    void show_contract();

    // path_integers.cpp: calls that give integers
    void run_on_integers(const ir::Call& call, const ir::Signature& callee, const ir::Contract& contract,
                         std::map<std::string, Value> given);
    // The contracts' relation, part by part where it is x + c·y = X + c·Y for x and X below c.
    void assume_relation(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation,
                         const std::vector<std::string>& symbols);
    // Of the matrix of a batch of divsteps.
    void assume_divsteps(const ir::Expr& left, const ir::Expr& right, Evaluation& evaluation);
    // Whether both are equal: as numbers, or the left as the remainder that the right is.
    bool are_equal(const ir::Expr& left, const ir::Expr& right, Evaluation& evaluation);
    // Whether both are equal, part by part.
    bool is_shown(const ir::ExprPtr& left, const ir::ExprPtr& right, Evaluation& evaluation);
    bool is_in_range(const ir::Bound& bound, bool is_signed, Evaluation evaluation);
    void assume_range(const ir::Bound& bound, bool is_signed, Evaluation evaluation);

    const ir::Routine& routine_;
    const ir::Library& library_;
    ir::ExprPtr modulus_;
    Decisions& decisions_;
    Known known_;
    Divsteps divsteps_{known_};
    std::map<int, Value> values_;
    std::map<int, std::vector<Family>> families_;
    std::map<int, std::vector<std::pair<Integer, Value>>> writes_;  // of elements, the latest last
    std::map<std::string, int> counters_;                           // of the loops that run, by name
    std::map<std::string, Integer> words_;                          // of elements
    int fresh_ = 0;
};

}  // namespace limbsmith::induction
