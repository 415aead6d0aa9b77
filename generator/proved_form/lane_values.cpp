#include "proved_form/lane_values.hpp"

#include <algorithm>

namespace limbsmith::proved_form {
namespace {

using Kind = ir::Scalar::Kind;
bool is_number(const ir::Variable& it) { return it.kind == ir::Variable::Kind::number; }

class Analysis {
  public:
    Analysis(const ir::Routine& routine, const ir::Library& library) : routine_(routine), library_(library) {
        for (const ir::Variable& it : routine.variables)
            all_.push_back(proved_form::is_number(it) && (it.is_parameter() || it.is_array()) ? Spread::whole
                                                                                              : Spread::same);
        find_whole(routine.body);
        // a value that differs makes others differ
        for (std::vector<Spread> before; before != all_;) {
            before = all_;
            visit(routine.body);
        }
    }
    std::vector<Spread> take() { return std::move(all_); }

  private:
    void spread(int id) { all_[static_cast<size_t>(id)] = Spread::each; }
    bool is_private(int id) const { return is_number(id) && all_[static_cast<size_t>(id)] == Spread::same; }

    // Numbers that no lane has for itself: they are copied, exchanged, or passed to routines over lanes.
    void is_whole(int id) {
        if (is_number(id)) all_[static_cast<size_t>(id)] = Spread::whole;
    }
    void find_whole(const ir::Block& block) {
        for (const ir::Statement& statement : block) {
            if (const auto* copy = std::get_if<ir::Copy>(&statement.what)) {
                is_whole(copy->target.variable);
                if (const auto* source = std::get_if<ir::Place>(&copy->source)) is_whole(source->variable);
            } else if (const auto* exchange = std::get_if<ir::Exchange>(&statement.what)) {
                if (exchange->value.kind() == Kind::read) is_whole(exchange->value.place().variable);
            } else if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
                find_whole(loop->body);
            } else if (const auto* decision = std::get_if<ir::If>(&statement.what)) {
                find_whole(decision->body);
            } else if (const auto* call = std::get_if<ir::Call>(&statement.what)) {
                if (std::holds_alternative<ir::Program>(library_[call->callee])) continue;
                for (const ir::Place& result : call->results) is_whole(result.variable);
                for (const ir::Call::Argument& argument : call->arguments)
                    if (const auto* place = std::get_if<ir::Place>(&argument)) is_whole(place->variable);
            }
        }
    }
    bool is_number(int id) const {
        return proved_form::is_number(routine_.variables[static_cast<size_t>(id)]);
    }

    // A limb is read, or written, in every lane.
    void take_limbs(const ir::Place& place) {
        if (place.limb_index) {
            if (!is_private(place.variable) || !is_same(*place.limb_index, all_)) spread(place.variable);
            take_limbs(*place.limb_index);
        }
        if (place.element) take_limbs(*place.element);
    }
    void take_limbs(const ir::Scalar& scalar) {
        if (scalar.is_constant() || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return take_limbs(scalar.place());
        take_limbs(scalar.left());
        take_limbs(scalar.right());
        if (scalar.kind() == Kind::select) take_limbs(scalar.other());
    }
    void write(const ir::Place& target, bool is_same) {
        take_limbs(target);
        if (target.limb_index && !is_same) spread(target.variable);
        if (!target.limb_index && !target.element && !is_number(target.variable) && !is_same)
            spread(target.variable);
    }

    void visit(const ir::Block& block) {
        for (const ir::Statement& statement : block)
            std::visit([&](const auto& it) { visit(it); }, statement.what);
    }
    void visit(const ir::Assign& it) {
        take_limbs(it.value);
        write(it.target, is_same(it.value, all_));
    }
    void visit(const ir::Copy& it) {
        const auto* source = std::get_if<ir::Place>(&it.source);
        if (!source || is_number(source->variable)) return;
        write(it.target, is_same(ir::Scalar(*source), all_));
    }
    void visit(const ir::Call& it) {
        const bool is_program = std::holds_alternative<ir::Program>(library_[it.callee]);
        bool are_same = true;
        for (const ir::Call::Argument& argument : it.arguments) {
            if (const auto* scalar = std::get_if<ir::Scalar>(&argument)) {
                take_limbs(*scalar);
                are_same &= is_same(*scalar, all_);
            } else if (const auto& place = std::get<ir::Place>(argument); is_program) {
                if (is_number(place.variable) && !is_private(place.variable)) spread(place.variable);
                are_same &= all_[static_cast<size_t>(place.variable)] == Spread::same;
            }
        }
        for (const ir::Place& result : it.results) {
            if (is_program && is_number(result.variable) && !(are_same && is_private(result.variable)))
                spread(result.variable);
            if (!is_number(result.variable)) write(result, !is_program || are_same);
        }
    }
    void visit(const ir::For& it) {
        take_limbs(it.first);
        take_limbs(it.bound);
        visit(it.body);
    }
    void visit(const ir::If& it) {
        take_limbs(it.condition);
        visit(it.body);
    }
    void visit(const ir::Exchange& it) {
        if (!limb_of_same_lane(it, all_)) take_limbs(it.value);
        take_limbs(it.from);
        write(it.target, it.kind == ir::Exchange::Kind::ballot || is_same(it.from, all_));
    }
    void visit(const ir::Barrier&) {}
    void visit(const ir::MatrixLoad& it) { write(it.target, false); }
    void visit(const ir::MatrixProduct& it) { write(it.sums, false); }
    void visit(const ir::AtomicAdd& it) {
        take_limbs(it.value);
        write(it.target, false);
    }

    const ir::Routine& routine_;
    const ir::Library& library_;
    std::vector<Spread> all_;
};

}  // namespace

namespace {

void add_elements(const ir::Block& block, const ir::Library& library, std::set<int>& found) {
    const auto add = [&](const ir::Place& place) { found.insert(place.variable); };
    for (const ir::Statement& statement : block) {
        if (const auto* copy = std::get_if<ir::Copy>(&statement.what)) {
            add(copy->target);
            if (const auto* source = std::get_if<ir::Place>(&copy->source)) add(*source);
        } else if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
            add_elements(loop->body, library, found);
        } else if (const auto* decision = std::get_if<ir::If>(&statement.what)) {
            add_elements(decision->body, library, found);
        } else if (const auto* call = std::get_if<ir::Call>(&statement.what)) {
            const auto* callee = std::get_if<ir::Routine>(&library[call->callee]);
            if (!callee || !callee->form) continue;
            std::ranges::for_each(call->results, add);
            for (const ir::Call::Argument& argument : call->arguments)
                if (const auto* place = std::get_if<ir::Place>(&argument)) add(*place);
        }
    }
}

}  // namespace

std::set<int> elements(const ir::Routine& routine, const ir::Library& library) {
    std::set<int> found;
    add_elements(routine.body, library, found);
    return found;
}

bool is_same(const ir::Scalar& scalar, const std::vector<Spread>& spreads) {
    if (scalar.is_constant()) return true;
    if (scalar.kind() == Kind::lane) return false;
    if (scalar.kind() == Kind::read) {
        const ir::Place& place = scalar.place();
        if (spreads[static_cast<size_t>(place.variable)] != Spread::same) return false;
        if (place.limb_index && !is_same(*place.limb_index, spreads)) return false;
        return !place.element || is_same(*place.element, spreads);
    }
    return is_same(scalar.left(), spreads) && is_same(scalar.right(), spreads) &&
           (scalar.kind() != Kind::select || is_same(scalar.other(), spreads));
}

const ir::Place* limb_of_same_lane(const ir::Exchange& exchange, const std::vector<Spread>& spreads) {
    if (exchange.kind != ir::Exchange::Kind::from_lane || exchange.value.kind() != Kind::read) return nullptr;
    const ir::Place& place = exchange.value.place();
    if (!place.limb_index || place.element || !is_same(exchange.from, spreads) ||
        !is_same(*place.limb_index, spreads))
        return nullptr;
    return &place;
}

std::vector<Spread> spreads(const ir::Routine& routine, const ir::Library& library) {
    return Analysis(routine, library).take();
}

}  // namespace limbsmith::proved_form
