#include "read/given_first.hpp"

#include <algorithm>
#include <vector>

#include "read/mentions.hpp"

namespace limbsmith::read {
namespace {

class Walk {
  public:
    Walk(int variable, int words) : variable_(variable), given_(static_cast<size_t>(words)) {}

    bool is_fine(const ir::Block& block, const ir::Statement* first) {
        for (const ir::Statement* it = first; it != block.data() + block.size(); ++it) {
            if (!is_fine(*it)) return false;
        }
        return true;
    }

  private:
    bool is_fine(const ir::Statement& statement) {
        if (!std::visit([this](const auto& it) { return reads_given(it); }, statement.what)) return false;
        if (const ir::Block* body = body_of(statement)) {
            // it may not run; what it gives counts within it alone
            const std::vector<bool> before = given_;
            const bool fine = is_fine(*body, body->data());
            given_ = before;
            if (const auto* loop = std::get_if<ir::For>(&statement.what)) fill(*loop);
            return fine;
        }
        std::visit([this](const auto& it) { write(it); }, statement.what);
        return true;
    }

    // A loop over known limbs that writes the one with the number of its counter in each turn.
    void fill(const ir::For& it) {
        const bool is_known =
            it.first.is_constant() && it.bound.is_constant() && it.order == ir::For::Order::below;
        const auto writes_own = [&](const ir::Statement& statement) {
            const auto* assigned = std::get_if<ir::Assign>(&statement.what);
            if (!assigned || assigned->target.variable != variable_ || !assigned->target.limb_index)
                return false;
            const ir::Scalar& index = *assigned->target.limb_index;
            return index.kind() == ir::Scalar::Kind::read && index.place().variable == it.counter;
        };
        if (!is_known || std::ranges::none_of(it.body, writes_own)) return;
        for (size_t k = it.first.number(); k < std::min<size_t>(it.bound.number(), given_.size()); ++k)
            given_[k] = true;
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
    bool reads_given(const ir::AtomicAdd& it) const {
        return is_given(it.value) && is_given(it.word) && are_indices_given(it.target);
    }

    bool are_indices_given(const ir::Place& place) const {
        return (!place.element || is_given(*place.element)) &&
               (!place.limb_index || is_given(*place.limb_index));
    }
    bool is_given(const ir::Place& place) const {
        if (!are_indices_given(place)) return false;
        if (place.variable != variable_) return true;
        if (place.limb_index && place.limb_index->is_constant()) return given_.at(place.limb_index->number());
        return std::ranges::find(given_, false) == given_.end();
    }
    bool is_given(const ir::Scalar& scalar) const {
        using Kind = ir::Scalar::Kind;
        if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return true;
        if (scalar.kind() == Kind::read) return is_given(scalar.place());
        if (scalar.kind() == Kind::select && !is_given(scalar.other())) return false;
        return is_given(scalar.left()) && is_given(scalar.right());
    }

    void write(const ir::Place& place) {
        if (place.variable != variable_ || place.element) return;
        if (!place.limb_index) given_.assign(given_.size(), true);
        if (place.limb_index && place.limb_index->is_constant()) given_.at(place.limb_index->number()) = true;
    }
    void write(const ir::Assign& it) { write(it.target); }
    void write(const ir::Copy& it) { write(it.target); }
    void write(const ir::Call& it) {
        std::ranges::for_each(it.results, [this](const ir::Place& place) { write(place); });
    }
    void write(const ir::Exchange& it) { write(it.target); }
    void write(const ir::AtomicAdd& it) { write(it.target); }
    void write(const auto&) {}

    int variable_;
    std::vector<bool> given_;  // by word
};

}  // namespace

bool is_given_first(const ir::Block& block, const ir::Statement* first, int variable, int words) {
    return Walk(variable, words).is_fine(block, first);
}

}  // namespace limbsmith::read
