// The statements of a routine as C++, read and compared with those that were proved.
//
// Promises: those of routine.hpp for the statements between the braces of one thread's function. Lanes and kernels add the
// statements that only they have.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "read/routine.hpp"
#include "read/scalar.hpp"

namespace limbsmith::read {

class LoopBody {
  public:
    LoopBody(Cursor& cursor, const ir::Routine& proved, const Callees& callees);
    virtual ~LoopBody() = default;
    LoopBody(const LoopBody&) = delete;
    LoopBody& operator=(const LoopBody&) = delete;

    // Reads the statements and the return. Returns them as they were read. Throws Difference.
    ir::Block read();

  protected:
    // Lanes exchange these; no thread has them alone.
    virtual void read(const ir::Exchange& it);
    virtual void read(const ir::Barrier& it);
    virtual void read(const ir::MatrixLoad& it);
    virtual void read(const ir::MatrixProduct& it);
    virtual void read(const ir::AtomicAdd& it);
    virtual void read(const ir::Call& it);
    virtual void block(const ir::Block& statements);
    // The modulus object as an argument.
    virtual std::string modulus() const { return "m"; }

    // How many statements write a variable, or a part of it.
    int writes(int id) const { return writes_[id]; }
    const ir::Variable& variable(int id) const { return proved_.variables[id]; }
    // Reads the statement; its declarations come before it.
    void statement(const ir::Statement& statement, const ir::Block& block);
    // `place =`, `type place =` or `return`. Arithmetic with the old value is `place +=`: gives its sign.
    std::string target(const ir::Place& proved);
    void end_of_statement();
    // Adds a statement to those that were read.
    void add(ir::Statement made) { made_->push_back(std::move(made)); }
    ir::Place place(const ir::Place& proved);
    std::string text(const ir::Place& place) const;
    // The next expression is this one, of this type.
    ir::Scalar expect(const ir::Scalar& proved, Type type, const std::string& what);
    // The place of an argument, or a scalar, for a parameter.
    ir::Call::Argument argument(const ir::Call::Argument& proved, const ir::Signature::Parameter& parameter);
    // A variable that is known from here on.
    void declare(int id);
    // Reads the arguments between the brackets of a call. Returns it without its results.
    ir::Call arguments(const ir::Call& it);

    Cursor& cursor_;
    const ir::Routine& proved_;
    const Callees& callees_;
    Expressions expressions_;
    std::vector<bool> is_declared_;  // by variable: once, as a variable of the routine lives in one place
    ir::Place target_;               // of the statement

  private:
    void read(const ir::Assign& it);
    void read(const ir::Copy& it);
    void read(const ir::For& it);
    void read(const ir::If& it);
    int find(std::string_view name) const;
    void count_writes(const ir::Block& block);
    void learn_ranges();
    Range range_of(const ir::For& loop, const Range& first, const Range& bound) const;
    int undeclared(const std::string& type, const std::string& name) const;
    std::string type();
    void declarations();
    bool belongs_here(int id) const;
    bool has_type_of(const ir::Place& x, const ir::Place& y) const;
    void convert(const ir::Copy& it, const ir::Place& source);
    void refuse_alias(const ir::Call& it, const ir::Routine& callee, const ir::Place& output,
                      int parameter) const;
    Value limit(const ir::Scalar& proved, const ir::Variable& counter, const char* what);
    ir::Block body(const ir::Block& statements, bool is_in_step);

    std::vector<std::map<std::string, int, std::less<>>> scopes_;
    std::vector<int> writes_;                   // by variable: the statements that write it
    std::vector<std::optional<Range>> ranges_;  // by variable, where it is known
    ir::Block all_, *made_ = &all_;             // the statements that were read; those of the innermost block
    const ir::Statement* following_ = nullptr;
    const ir::Block* block_ = nullptr;  // of that statement
    int declared_ = -1, depth_of_loops_ = 0;
    bool is_returned_ = false;
};

}  // namespace limbsmith::read
