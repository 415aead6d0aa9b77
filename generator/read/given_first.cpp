#include "read/given_first.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "read/mentions.hpp"
#include "read/scalar.hpp"

namespace limbsmith::read {
namespace {

using Kind = ir::Scalar::Kind;

// A walk through longer loops is given up.
constexpr int most_statements = 1 << 20;

// Decisions by inputs alone, each of which is taken alike wherever it stands.
using Decisions = std::vector<std::pair<ir::Scalar, bool>>;
constexpr size_t most_decisions = 8;

// Goes through the statements as they run: loops with known bounds turn by turn, with known counters; of other loops, and of
// decisions by computed values, it counts only the reads.
class Walk {
  public:
    Walk(const ir::Routine& routine, int id, const Decisions& decisions)
        : routine_(routine),
          id_(id),
          is_array_(routine.variables[id].is_array()),
          given_(static_cast<size_t>(is_array_ ? routine.variables[id].count : routine.variables[id].words)),
          decisions_(decisions) {}

    // A decision that the walk came to, and that was not among those it has.
    std::optional<ir::Scalar> open{};

    bool is_fine(const ir::Block& block, const ir::Statement* first) {
        for (const ir::Statement* it = first; it != block.data() + block.size(); ++it) {
            if (++statements_ > most_statements || !is_fine(*it)) return false;
        }
        return true;
    }

  private:
    bool is_fine(const ir::Statement& statement) {
        if (!mentions(statement, id_)) return true;
        if (!std::visit([this](const auto& it) { return reads_given(it); }, statement.what)) return false;
        if (const auto* loop = std::get_if<ir::For>(&statement.what)) {
            const auto first = value(loop->first), bound = value(loop->bound);
            if (first && bound)
                return turns(*loop, static_cast<int32_t>(*first), static_cast<int32_t>(*bound));
        }
        if (const auto* it = std::get_if<ir::If>(&statement.what)) {
            // by counters that are known
            if (const auto known = value(it->condition))
                return *known == 0 || is_fine(it->body, it->body.data());
        }
        if (const auto* it = std::get_if<ir::If>(&statement.what); it && is_of_inputs(it->condition)) {
            const std::optional<bool> outcome = decided(it->condition);
            return outcome && (!*outcome || is_fine(it->body, it->body.data()));
        }
        if (const ir::Block* body = body_of(statement)) {
            const std::vector<bool> before = given_;
            const bool fine = is_fine(*body, body->data());
            given_ = before;
            return fine;
        }
        std::visit([this](const auto& it) { write(it); }, statement.what);
        return true;
    }

    bool turns(const ir::For& loop, int64_t first, int64_t bound) {
        using Order = ir::For::Order;
        const int64_t step = loop.order == Order::down_to ? -1 : 1;
        const int64_t end = loop.order == Order::below ? bound : bound + step;
        for (int64_t k = first; step * k < step * end; k += step) {
            counters_[loop.counter] = static_cast<uint32_t>(k);
            if (!is_fine(loop.body, loop.body.data())) return false;
        }
        counters_.erase(loop.counter);
        return true;
    }

    // The outcome of a decision that stands before or is open from here on. x != y is decided with x = y.
    std::optional<bool> decided(const ir::Scalar& condition) {
        const bool is_negated = condition.kind() == Kind::not_equal;
        const ir::Scalar asked = is_negated ? equal(condition.left(), condition.right()) : condition;
        for (const auto& [known, outcome] : decisions_) {
            if (is_same(known, asked)) return outcome != is_negated;
        }
        open = asked;
        return std::nullopt;
    }

    // Inputs keep their values.
    bool is_of_inputs(const ir::Scalar& scalar) const {
        if (scalar.kind() == Kind::constant) return true;
        if (scalar.kind() == Kind::lane) return false;
        if (scalar.kind() == Kind::read) {
            const ir::Place& place = scalar.place();
            const ir::Variable& it = routine_.variables[place.variable];
            return it.role == ir::Variable::Role::input && !it.is_array() && !it.is_member() &&
                   !place.limb_index;
        }
        if (scalar.kind() == Kind::select && !is_of_inputs(scalar.other())) return false;
        return is_of_inputs(scalar.left()) && is_of_inputs(scalar.right());
    }

    // The value of a scalar of numbers and known counters.
    std::optional<uint32_t> value(const ir::Scalar& scalar) const {
        if (scalar.is_constant()) return scalar.number();
        if (scalar.kind() == Kind::read) {
            const ir::Place& place = scalar.place();
            const auto found = counters_.find(place.variable);
            return found == counters_.end() || place.element || place.limb_index
                       ? std::nullopt
                       : std::optional(found->second);
        }
        if (scalar.kind() != Kind::add && scalar.kind() != Kind::sub && scalar.kind() != Kind::mul &&
            scalar.kind() != Kind::less)
            return std::nullopt;
        const auto left = value(scalar.left()), right = value(scalar.right());
        if (!left || !right) return std::nullopt;
        if (scalar.kind() == Kind::less) return *left < *right;
        if (scalar.kind() == Kind::mul) return *left * *right;
        return scalar.kind() == Kind::add ? *left + *right : *left - *right;
    }

    bool reads_given(const ir::Assign& it) const {
        return is_given(it.value) && are_indices_given(it.target);
    }
    bool reads_given(const ir::Copy& it) const {
        const auto* source = std::get_if<ir::Place>(&it.source);
        return are_indices_given(it.target) && (!source || is_given(*source));
    }
    bool reads_given(const ir::Call& it) const {
        const auto is_argument_given = [this](const ir::Call::Argument& argument) {
            return std::visit([this](const auto& given) { return is_given(given); }, argument);
        };
        return std::ranges::all_of(it.arguments, is_argument_given) &&
               std::ranges::all_of(it.results,
                                   [this](const ir::Place& place) { return are_indices_given(place); });
    }
    bool reads_given(const ir::For& it) const { return is_given(it.first) && is_given(it.bound); }
    bool reads_given(const ir::If& it) const { return is_given(it.condition); }
    bool reads_given(const ir::Exchange& it) const {
        return is_given(it.value) && is_given(it.from) && are_indices_given(it.target);
    }
    bool reads_given(const ir::Barrier&) const { return true; }
    bool reads_given(const ir::MatrixLoad& it) const {
        return is_given(it.row) && are_indices_given(it.target);
    }
    bool reads_given(const ir::MatrixProduct& it) const {
        return are_given(it.sums, 4) && are_given(it.a, 4) && are_given(it.b, 2);
    }
    bool reads_given(const ir::AtomicAdd& it) const {
        return is_given(it.value) && is_given(it.word) && are_indices_given(it.target);
    }

    static ir::Place moved(const ir::Place& place, int by) {
        return {place.variable, *place.element + by, place.limb_index};
    }
    bool are_given(const ir::Place& first, int count) const {
        for (int i = 0; i < count; ++i)
            if (!is_given(moved(first, i))) return false;
        return true;
    }
    bool are_indices_given(const ir::Place& place) const {
        return (!place.element || is_given(*place.element)) &&
               (!place.limb_index || is_given(*place.limb_index));
    }
    bool is_given(const ir::Place& place) const {
        if (!are_indices_given(place)) return false;
        if (place.variable != id_) return true;
        if (const auto index = part(place)) return *index < given_.size() && given_[*index];
        return std::ranges::find(given_, false) == given_.end();
    }
    bool is_given(const ir::Scalar& scalar) const {
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return true;
        if (scalar.kind() == Kind::read) return is_given(scalar.place());
        if (scalar.kind() == Kind::select && !is_given(scalar.other())) return false;
        return is_given(scalar.left()) && is_given(scalar.right());
    }

    // The element of an array, the limb of a number, if it is known which.
    std::optional<uint32_t> part(const ir::Place& place) const {
        const std::optional<ir::Scalar>& index = is_array_ ? place.element : place.limb_index;
        return index ? value(*index) : std::nullopt;
    }

    void write(const ir::Place& place) {
        if (place.variable != id_ || (is_array_ && place.limb_index)) return;
        const auto index = part(place);
        if (index && *index < given_.size()) given_[*index] = true;
        if (!place.element && !place.limb_index) given_.assign(given_.size(), true);
    }
    void write(const ir::Assign& it) { write(it.target); }
    void write(const ir::Copy& it) { write(it.target); }
    void write(const ir::Call& it) {
        for (const ir::Place& place : it.results) write(place);
    }
    void write(const ir::Exchange& it) { write(it.target); }
    void write(const ir::MatrixLoad& it) {
        for (int i = 0; i < 4; ++i) write(moved(it.target, i));
    }
    void write(const ir::AtomicAdd& it) { write(it.target); }
    void write(const auto&) {}

    const ir::Routine& routine_;
    int id_;
    bool is_array_;
    std::vector<bool> given_;  // by word, or by element
    const Decisions& decisions_;
    std::map<int, uint32_t> counters_;
    int statements_ = 0;
};

bool is_given_first(const ir::Routine& routine, const ir::Block& block, const ir::Statement* first,
                    int variable, const Decisions& decisions) {
    Walk walk(routine, variable, decisions);
    const bool is_fine = walk.is_fine(block, first);
    if (!walk.open) return is_fine;
    if (decisions.size() == most_decisions) return false;
    return std::ranges::all_of(std::array{false, true}, [&](bool outcome) {
        Decisions all = decisions;
        all.emplace_back(*walk.open, outcome);
        return is_given_first(routine, block, first, variable, all);
    });
}

}  // namespace

bool is_given_first(const ir::Routine& routine, const ir::Block& block, const ir::Statement* first,
                    int variable) {
    return is_given_first(routine, block, first, variable, {});
}

}  // namespace limbsmith::read
