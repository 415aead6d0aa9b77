// The variables that a statement of a routine names, and those of them that it writes.
#pragma once

#include <set>

#include "ir/routine.hpp"

namespace limbsmith::read {

// Holds the variables of one statement, without those in its body.
class Mentions {
  public:
    explicit Mentions(const ir::Statement& statement) {
        std::visit([this](const auto& it) { add(it); }, statement.what);
    }
    std::set<int> all, written;

  private:
    void add(const ir::Assign& it) { write(it.target), add(it.value); }
    void add(const ir::Copy& it) {
        write(it.target);
        if (const auto* source = std::get_if<ir::Place>(&it.source)) add(*source);
    }
    void add(const ir::Call& it) {
        for (const auto& argument : it.arguments)
            std::visit([this](const auto& given) { add(given); }, argument);
        for (const ir::Place& place : it.results) write(place);
    }
    void add(const ir::For& it) { all.insert(it.counter), add(it.first), add(it.bound); }
    void add(const ir::If& it) { add(it.condition); }
    void add(const ir::Exchange& it) { write(it.target), add(it.value), add(it.from); }
    void add(const ir::Barrier&) {}
    void add(const ir::MatrixLoad& it) { write(it.target), add(it.row); }
    void add(const ir::MatrixProduct& it) { write(it.sums), add(it.a), add(it.b); }
    void add(const ir::AtomicAdd& it) { write(it.target), write(it.word), add(it.value); }

    void write(const ir::Place& place) { written.insert(place.variable), add(place); }
    void add(const ir::Place& place) {
        all.insert(place.variable);
        if (place.element) add(*place.element);
        if (place.limb_index) add(*place.limb_index);
    }
    void add(const ir::Scalar& scalar) {
        using Kind = ir::Scalar::Kind;
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return add(scalar.place());
        if (scalar.kind() == Kind::select) add(scalar.other());
        add(scalar.left()), add(scalar.right());
    }
};

inline const ir::Block* body_of(const ir::Statement& statement) {
    if (const auto* loop = std::get_if<ir::For>(&statement.what)) return &loop->body;
    if (const auto* decision = std::get_if<ir::If>(&statement.what)) return &decision->body;
    return nullptr;
}

// Whether the statement, or its body, names the variable.
inline bool mentions(const ir::Statement& statement, int variable) {
    if (Mentions(statement).all.contains(variable)) return true;
    if (const ir::Block* body = body_of(statement)) {
        for (const ir::Statement& inner : *body) {
            if (mentions(inner, variable)) return true;
        }
    }
    return false;
}

// Whether statements may read one variable when another one was written, which is all of a statement with a body that does both.
inline bool is_read_after_write(const ir::Block& block, int read, int written) {
    bool is_written = false;
    for (const ir::Statement& statement : block) {
        const bool writes = mentions(statement, written);
        if (mentions(statement, read) && (is_written || (writes && body_of(statement)))) return true;
        is_written |= writes;
    }
    return false;
}

}  // namespace limbsmith::read
