#include "pass/unread.hpp"

#include <set>

namespace limbsmith::pass {
namespace {

// The variables that statements read.
class Reads {
  public:
    explicit Reads(const ir::Block& block) { add(block); }
    bool contains(int variable) const { return read_.contains(variable); }

    void operator()(const ir::Assign& it) { write(it.target), add(it.value); }
    void operator()(const ir::Copy& it) {
        write(it.target);
        if (const auto* source = std::get_if<ir::Place>(&it.source)) add(*source);
    }
    void operator()(const ir::Call& it) {
        for (const ir::Call::Argument& argument : it.arguments)
            std::visit([&](const auto& given) { add(given); }, argument);
        for (const ir::Place& place : it.results) add(place);
    }
    void operator()(const ir::For& it) { add(it.first), add(it.bound), add(it.body); }
    void operator()(const ir::If& it) { add(it.condition), add(it.body); }
    void operator()(const ir::Exchange& it) { add(it.target), add(it.value), add(it.from); }
    void operator()(const ir::Barrier&) {}
    void operator()(const ir::AtomicAdd& it) { add(it.target), add(it.word), add(it.value); }

  private:
    void write(const ir::Place& place) {
        if (place.element) add(*place.element);
        if (place.limb_index) add(*place.limb_index);
    }
    void add(const ir::Place& place) {
        read_.insert(place.variable);
        write(place);
    }
    void add(const ir::Scalar& scalar) {
        using Kind = ir::Scalar::Kind;
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return add(scalar.place());
        if (scalar.kind() == Kind::select) add(scalar.other());
        add(scalar.left()), add(scalar.right());
    }
    void add(const ir::Block& block) {
        for (const ir::Statement& statement : block)
            std::visit([&](const auto& it) { (*this)(it); }, statement.what);
    }

    std::set<int> read_;
};

bool remove(ir::Block& block, const ir::Routine& routine, const Reads& reads) {
    bool has_removed = std::erase_if(block, [&](const ir::Statement& statement) {
        const auto* it = std::get_if<ir::Assign>(&statement.what);
        return it && routine.variables[it->target.variable].role == ir::Variable::Role::local &&
               !reads.contains(it->target.variable);
    });
    for (ir::Statement& statement : block) {
        if (auto* loop = std::get_if<ir::For>(&statement.what))
            has_removed |= remove(loop->body, routine, reads);
        if (auto* decision = std::get_if<ir::If>(&statement.what))
            has_removed |= remove(decision->body, routine, reads);
    }
    return has_removed;
}

}  // namespace

ir::Routine without_unread(ir::Routine routine) {
    while (remove(routine.body, routine, Reads(routine.body))) {
    }
    return routine;
}

}  // namespace limbsmith::pass
