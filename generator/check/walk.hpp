// A routine as facts and goals: a walk along its statements, by induction on the invariants of its loops.
//
// Promises: if whoever is asked shows every goal from the facts that came before it, the routine meets its contract for
// every input that the contract allows, and its loops end. docs/proofs.md says which facts and goals come in which
// order, and why. A callee is known by its contract alone.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "check/expressions.hpp"
#include "ir/routine.hpp"

namespace limbsmith::check {

// The part of a program or a routine that its callers see.
struct Interface {
    struct Parameter {
        std::string name;
        ir::Variable::Kind kind;
        ir::Representation representation;
        int words;
        ir::Variable::Many many;
    };
    std::vector<Parameter> inputs, outputs;
    int word_bits;
    ir::Contract contract;
    std::optional<ir::Form> form{};  // of the elements, which are residues; of a program there is none
    std::string length{};
};
Interface interface(const ir::Program& program, int word_bits);
Interface interface(const ir::Routine& routine, int word_bits);
// Those that may be called, by name.
using Callees = std::map<std::string, Interface>;

class Walk : public Expressions {
  public:
    // Who shows the goals. Facts of a branch are forgotten after it.
    class Prover {
      public:
        virtual ~Prover() = default;
        virtual void learn(const Facts& facts, const Variables& variables) = 0;
        // The first variable that is not used afterwards.
        virtual Variable show(const Facts& goals) = 0;
        virtual void branch(const std::function<void()>& walk) = 0;
    };
    // A routine whose calls name every input of their callees, members too. requires: no variable is there yet.
    Walk(const ir::Routine& routine, int word_bits, const Callees& callees, Prover& prover,
         Variables& variables);
    // Throws Unsupported, and the errors of the prover.
    void run();

  private:
    using Kind = ir::Variable::Kind;

    // The value of a name.
    struct Named {
        Polynomial value;
        bool is_signed = false;  // without at_least, a bound limits its magnitude
    };
    struct Write {
        Polynomial index, number;
    };
    // A number, or its digits once they are known one by one. An array of numbers is a function of the index, and the
    // writes since then.
    struct Value {
        Polynomial whole;
        std::vector<Polynomial> digits{};
        size_t function = 0;
        std::vector<Write> writes{};
    };
    using Values = std::map<int, Value>;  // by variables
    // A statement on a function for each index of a range, with the values that other names had when it was learned.
    struct Property {
        ir::Relation relation;
        Values values;
    };
    // Where it was read, and how many of its properties are learned there.
    struct Function {
        struct Read {
            Polynomial index, number;
            size_t known = 0;
        };
        std::vector<Read> reads{};
        std::vector<Property> properties{};
    };
    // residue·factor = number modulo N
    struct Residue {
        Polynomial number, factor, modulus, residue;
    };
    // A block on the way, and the next of its statements. For a loop that is gone through turn by turn: where its
    // counter is, and where it ends.
    struct Frame {
        const ir::Block* block;
        size_t next = 0;
        const ir::For* loop = nullptr;
        mpz_class at{}, end{};
    };
    using Then = std::function<void()>;
    // All that changes on the way, but for the variables: after a branch it is as it was before.
    struct State {
        Values values{};
        std::vector<Residue> residues{};
        std::vector<Function> functions{};
        std::map<std::tuple<char, Polynomial, Polynomial>, Division>
            made{};     // results of operations on polynomials
        Facts given{};  // which the prover has to learn yet
        std::vector<Frame> frames{};
        Then end{};       // called after the last frame
        size_t open = 0;  // branches
        // The names of the callee, of which its contract speaks.
        const std::map<std::string, Named>* callee_names = nullptr;
        bool is_contract = true;  // which names parameters alone
        // In a relation for each entry: the name of the index, and its value.
        std::optional<std::pair<std::string, Polynomial>> index{};
        bool is_learning = false;  // a property
    };

    Polynomial number(const std::string& name) override { return stands_for(name).value; }
    Polynomial entry(const std::string& name, const Polynomial& index) override {
        return named_entry(name, index).residue;
    }
    std::optional<Polynomial> other_end(const std::string& name, const Polynomial& value,
                                        const Polynomial& most) override {
        return stands_for(name).is_signed ? most + value : value;
    }
    std::optional<Polynomial> common_words(const ir::Expr&) override { return std::nullopt; }
    Polynomial common_of_integers(const ir::Expr& expr, const Polynomial& x, const Polynomial& y) override;
    Polynomial divsteps(uint64_t count, Polynomial eta, Polynomial f, Polynomial g) override;
    void require_natural(const Polynomial& exponent) override;
    // Those of a constant are constants.
    Polynomial is_zero(const Polynomial& p) override;
    Polynomial is_less(const Polynomial& x, const Polynomial& y) override;
    // The same as before, if it has made it.
    Division once(char operation, const Polynomial& x, const Polynomial& y,
                  const std::function<Division()>& make) override;

    const ir::Variable& variable(int id) const {
        require(static_cast<size_t>(id) < routine_.variables.size(), "there is no such variable");
        return routine_.variables[static_cast<size_t>(id)];
    }
    void flush();
    void ask(const Facts& goals);
    void ask_bounds(std::initializer_list<Polynomial> goals);
    void branch(const Then& walk);

    // Numbers.
    // The facts that a value of this kind has, in so many words. Nothing is known of a number in signed digits.
    void learn_kind(const Polynomial& value, Kind kind, const ir::Representation& form, int count);
    void learn_kind(const Polynomial& value, int id);
    Value any(int id);
    // Numbers of so many values of the kind are below it.
    mpz_class size(Kind kind, int count) const;
    mpz_class radix(int id) const { return variable(id).kind == Kind::byte ? 256 : base_; }
    // How many digits a number has.
    Polynomial count(int id);
    bool is_word(int id) const;
    bool is_element(int id) const;
    Polynomial residue(const Polynomial& number, const Polynomial& factor, const Polynomial& modulus);
    std::pair<Polynomial, Polynomial> form(const std::optional<ir::Form>& form);
    int id_of(const std::string& name) const;
    Named named(const std::string& name);
    Named stands_for(const std::string& name);
    // A word as an integer in two's complement, and back.
    Polynomial signed_of(const Polynomial& word);
    Polynomial word_of(const Polynomial& integer);
    Polynomial converted(const Polynomial& value, Kind from, Kind to);

    // Places.
    static Polynomial sum_of(const Value& value, const mpz_class& radix);
    Polynomial whole(int id) const;
    // A digit of a number, and its weight in the number; by its index, if all digits are known one by one.
    struct Digit {
        std::optional<size_t> index;
        Polynomial power, digit;
    };
    Digit digit(int id, const Polynomial& index);
    Polynomial index_of(const ir::Place& place);
    Polynomial read(const ir::Place& place);
    void write(const ir::Place& place, const Polynomial& word);
    void write_whole(int id, Value value);
    Polynomial evaluate(const ir::Scalar& scalar);
    Polynomial low(const Polynomial& value, const mpz_class& size);
    Division quotient_of(const Polynomial& x, const Polynomial& y);
    Polynomial common_of(const Polynomial& x, const Polynomial& y);

    // Entries of arrays of numbers.
    bool has_entries(int id) const { return variable(id).is_array() && variable(id).kind == Kind::number; }
    bool is_array(const std::string& name) const;
    struct Entry {
        Polynomial number, residue;
    };
    Entry entry(int id, const Polynomial& index, bool is_named);
    Entry named_entry(const std::string& name, const Polynomial& index);
    Polynomial value_of(size_t function, int id, const Polynomial& index);
    Polynomial index_of_entry(const ir::Place& place);
    Value number_at(const ir::Place& place);
    void write_number(const ir::Place& place, const Value& value);
    void add_property(const ir::Relation& relation);
    Facts said(const ir::Relation& relation);
    void learn_property(Property property, const Polynomial& index);
    Value& array_of(const ir::Relation& relation);
    void for_each(const ir::Relation& range, const std::vector<Write>& writes,
                  const std::function<Facts()>& goals);

    // Statements.
    void go_on();
    void take_turn();
    void run(const ir::Statement& statement);
    void run(const ir::Assign& it) { write(it.target, evaluate(it.value)); }
    void run(const ir::Copy& it);
    void run(const ir::Call& it);
    void run(const ir::If& it);
    void run(const ir::For& it);
    // The values of the variables of steps before the first turn.
    using Start = std::vector<Polynomial>;
    Start start(const ir::Invariant& invariant);
    void assume(const ir::Invariant& invariant, const Start& start);
    void show(const ir::Invariant& invariant, const Start& start);
    void add_steps(const ir::Invariant& invariant, const Start& start, Facts& facts);
    Polynomial argument(const ir::Call::Argument& argument, const Interface::Parameter& parameter);
    void begin();
    void finish();

    const ir::Routine& routine_;
    const Callees& callees_;
    Prover& prover_;
    State state_;
    Polynomial factor_ = 1, modulus_;  // of elements
};

// A number in signed digits, and how many bits each has; 0 for others.
template <class T>
bool has_digits(const T& it) {
    return it.kind == ir::Variable::Kind::number && it.representation.is_digits();
}
template <class T>
int radix_of(const T& it) {
    return has_digits(it) ? it.representation.radix : 0;
}

// Variables that a block writes, its counters among them; and those that a scalar reads.
void add_written(const ir::Block& block, std::set<int>& written);
void add_read(const ir::Scalar& scalar, std::set<int>& read);

}  // namespace limbsmith::check
