// Prints the statements of a routine as C++. Functions for one lane and for groups of lanes share this part.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emit/declarations.hpp"
#include "emit/routine.hpp"
#include "emit/scalar.hpp"

namespace limbsmith::emit {

// How functions call the modulus object.
inline constexpr const char* modulus_name = "m";

// The type of a value, or of the elements of an array.
std::string value_type(const ir::Variable& variable);

class RoutineText {
  public:
    RoutineText(const ir::Routine& routine, const ir::Library& library, const PartNames& parts);
    virtual ~RoutineText() = default;

    // The body of a function, indented, with the end that returns the result.
    std::string body();

  protected:
    // A variable where it is used, and the modulus object.
    virtual std::string name_of(int id) const;
    virtual std::string modulus_text() const { return modulus_name; }
    virtual void block(const ir::Block& block);
    // Statements that lanes execute together; a routine of one lane has none of them.
    virtual void exchange(const ir::Exchange& it);
    virtual void call(const ir::Call& it);
    virtual void barrier(const ir::Barrier& it);
    virtual void matrix_load(const ir::MatrixLoad& it);
    virtual void matrix_product(const ir::MatrixProduct& it);
    virtual void atomic_add(const ir::AtomicAdd& it);

    const ir::Variable& variable(int id) const { return routine_.variables[id]; }
    std::string text(const ir::Place& place) const;
    void line(const std::string& text);
    // `head {`, the lines of the statements, `}`; on one line where there is one statement.
    // `first`: a line before the statements.
    void nested(const std::string& head, const ir::Block& statements, const std::string& first = {});
    void print(const ir::Statement& statement);
    void print(const ir::For& it);
    // The text before the value of a whole place: `type target = `, `target = ` or `return `.
    std::string target(const ir::Place& place);
    // A function with the namespace in which it stands.
    std::string qualified(const std::string& name) const;
    // Declares the variables that the statement itself does not write whole, as it does `first`.
    void declare_all_but(int first);

    const ir::Routine& routine_;
    const ir::Library& library_;
    const PartNames& parts_;
    Declarations declarations_;
    ScalarText scalar_;
    std::string out_;
    size_t depth_ = 1;

  private:
    void print(const ir::Assign& it);
    void print(const ir::Copy& it);
    void print(const ir::Call& it) { call(it); }
    void print(const ir::If& it);
    void print(const ir::Exchange& it) { exchange(it); }
    void print(const ir::Barrier& it) { barrier(it); }
    void print(const ir::MatrixLoad& it) { matrix_load(it); }
    void print(const ir::MatrixProduct& it) { matrix_product(it); }
    void print(const ir::AtomicAdd& it) { atomic_add(it); }
    void to_pairs(const std::string& pairs, const std::string& words, int count);
    void from_pairs(const std::string& words, const std::string& pairs, int count);
    std::string arguments(const ir::Library::Callable& callee, const ir::Call& call) const;
    std::optional<std::pair<std::string, std::string>> base_and_offset(const ir::Variable& array,
                                                                       const ir::Scalar& index) const;
    std::string argument(const ir::Call::Argument& argument, const ir::Signature::Parameter& parameter) const;
    size_t indent() const { return 4 * depth_; }

    std::vector<int> declared_;  // at the statement that is printed
    bool is_last_ = false, is_returned_ = false;
};

}  // namespace limbsmith::emit
