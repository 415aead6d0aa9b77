#include "emit/declarations.hpp"

#include <set>

namespace limbsmith::emit {
namespace {

using Ids = std::set<int>;

void add_uses(const ir::Place& place, Ids& ids);

void add_uses(const ir::Scalar& scalar, Ids& ids) {
    using Kind = ir::Scalar::Kind;
    switch (scalar.kind()) {
        case Kind::constant:
        case Kind::lane: return;
        case Kind::read: return add_uses(scalar.place(), ids);
        case Kind::select: add_uses(scalar.other(), ids); break;
        default: break;
    }
    add_uses(scalar.left(), ids);
    add_uses(scalar.right(), ids);
}

void add_uses(const ir::Place& place, Ids& ids) {
    ids.insert(place.variable);
    if (place.element) add_uses(*place.element, ids);
    if (place.limb_index) add_uses(*place.limb_index, ids);
}

// The variables that one statement uses, apart from its body, and those that it writes.
struct Uses {
    Ids all, written;

    void write(const ir::Place& place) {
        add_uses(place, all);
        written.insert(place.variable);
    }
    void operator()(const ir::Assign& it) { write(it.target), add_uses(it.value, all); }
    void operator()(const ir::Copy& it) {
        write(it.target);
        if (const auto* source = std::get_if<ir::Place>(&it.source)) add_uses(*source, all);
    }
    void operator()(const ir::Call& it) {
        for (const ir::Call::Argument& argument : it.arguments)
            std::visit([&](const auto& given) { add_uses(given, all); }, argument);
        for (const ir::Place& place : it.results) write(place);
    }
    void operator()(const ir::For& it) { add_uses(it.first, all), add_uses(it.bound, all); }
    void operator()(const ir::If& it) { add_uses(it.condition, all); }
    void operator()(const ir::Exchange& it) {
        write(it.target);
        add_uses(it.value, all), add_uses(it.from, all);
    }
    void operator()(const ir::Barrier&) {}
    void operator()(const ir::MatrixLoad& it) { write(it.target), add_uses(it.row, all); }
    void operator()(const ir::MatrixProduct& it) {
        write(it.sums);
        add_uses(it.a, all), add_uses(it.b, all);
    }
    void operator()(const ir::AtomicAdd& it) {
        write(it.target), write(it.word);
        add_uses(it.value, all);
    }
};

const ir::Block* body_of(const ir::Statement& statement) {
    if (const auto* loop = std::get_if<ir::For>(&statement.what)) return &loop->body;
    if (const auto* decision = std::get_if<ir::If>(&statement.what)) return &decision->body;
    return nullptr;
}

class Placing {
  public:
    explicit Placing(const ir::Routine& routine) : routine_(routine) {
        made_.writes.resize(routine.variables.size());
        count_writes(routine.body);
        for (size_t id = 0; id < routine.variables.size(); ++id) {
            const ir::Variable& it = routine.variables[id];
            const bool is_ours = it.role == ir::Variable::Role::local && !it.is_member();
            if (is_ours && !counters_.contains(static_cast<int>(id)))
                declare(static_cast<int>(id), routine.body);
            // the return uses its values once more, at the end
            if (routine.result == static_cast<int>(id))
                made_.at[first_user(*routine.result, routine.body)].push_back(*routine.result);
        }
    }
    Declarations take() && { return std::move(made_); }

  private:
    void count_writes(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            Uses uses;
            std::visit(uses, statement.what);
            for (int id : uses.written) ++made_.writes[id];
            if (const auto* loop = std::get_if<ir::For>(&statement.what)) counters_.insert(loop->counter);
            if (const ir::Block* body = body_of(statement)) count_writes(*body);
        }
    }

    static bool uses(int id, const ir::Statement& statement) {
        if (uses_itself(id, statement)) return true;
        const ir::Block* body = body_of(statement);
        if (!body) return false;
        for (const ir::Statement& inner : *body) {
            if (uses(id, inner)) return true;
        }
        return false;
    }
    static bool uses_itself(int id, const ir::Statement& statement) {
        Uses here;
        std::visit(here, statement.what);
        return here.all.contains(id);
    }

    static const ir::Statement* first_user(int id, const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            if (uses(id, statement)) return &statement;
        }
        return nullptr;
    }

    void declare(int id, const ir::Block& block) {
        const ir::Statement* first = nullptr;
        int users = 0;
        for (const ir::Statement& statement : block) {
            if (!uses(id, statement)) continue;
            if (!first) first = &statement;
            ++users;
        }
        if (!first) return;
        const ir::Block* body = body_of(*first);
        if (users == 1 && body && !uses_itself(id, *first)) return declare(id, *body);
        made_.at[first].push_back(id);
    }

    const ir::Routine& routine_;
    Declarations made_;
    Ids counters_;
};

}  // namespace

Declarations declarations(const ir::Routine& routine) { return Placing(routine).take(); }

}  // namespace limbsmith::emit
