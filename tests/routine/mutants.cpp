#include "routine/mutants.hpp"

#include <algorithm>
#include <vector>

namespace limbsmith::test {
namespace {

// The possible changes of one statement; each change leaves a block without it, or with another in its
// place.
std::vector<std::pair<std::string, std::optional<ir::Statement>>> changes(const ir::Routine& routine,
                                                                          const ir::Statement& statement) {
    std::vector<std::pair<std::string, std::optional<ir::Statement>>> all;
    const auto add = [&](const char* what, auto changed) {
        all.emplace_back(what, ir::Statement{std::move(changed)});
    };
    if (const auto* it = std::get_if<ir::Assign>(&statement.what)) {
        all.emplace_back("assignment dropped", std::nullopt);
        add("one more assigned", ir::Assign{it->target, it->value + 1});
    } else if (const auto* it = std::get_if<ir::Copy>(&statement.what)) {
        all.emplace_back("copy dropped", std::nullopt);
        if (const auto* limbs = std::get_if<std::vector<uint32_t>>(&it->source)) {
            std::vector<uint32_t> other = *limbs;
            other[0] ^= 2;
            add("other constant", ir::Copy{it->target, other});
        }
    } else if (const auto* it = std::get_if<ir::Call>(&statement.what)) {
        all.emplace_back("call of " + it->callee + " dropped", std::nullopt);
        for (size_t i = 0; i < it->arguments.size(); ++i) {
            const auto* place = std::get_if<ir::Place>(&it->arguments[i]);
            if (!place) continue;
            for (size_t j = i + 1; j < it->arguments.size(); ++j) {
                if (!std::holds_alternative<ir::Place>(it->arguments[j])) continue;
                ir::Call changed = *it;
                std::swap(changed.arguments[i], changed.arguments[j]);
                add("arguments exchanged", changed);
            }
            // another variable of this kind
            for (size_t id = 0; id < routine.variables.size(); ++id) {
                const ir::Variable &own = routine.variables[place->variable], &other = routine.variables[id];
                const bool fits = static_cast<int>(id) != place->variable &&
                                  own.representation == other.representation && own.words == other.words &&
                                  !own.is_array() && !other.is_array();
                if (!fits) continue;
                ir::Call changed = *it;
                changed.arguments[i] = ir::Place{static_cast<int>(id)};
                add("another argument", changed);
            }
            if (place->element) {
                ir::Call changed = *it;
                changed.arguments[i] = (*place)[*place->element + 1];
                add("next element", changed);
            }
        }
    } else if (const auto* it = std::get_if<ir::For>(&statement.what)) {
        for (int by : {-1, 1}) {
            ir::For first = *it, bound = *it;
            first.first = it->first + by;
            bound.bound = it->bound + by;
            add("other first turn", first);
            add("other last turn", bound);
        }
    } else if (const auto* it = std::get_if<ir::If>(&statement.what)) {
        all.emplace_back("decision dropped", std::nullopt);
        add("decision inverted", ir::If{equal(it->condition, 0), it->body});
    }
    return all;
}

class Mutation {
  public:
    Mutation(const ir::Routine& routine,
             const std::function<void(const ir::Routine&, const std::string&)>& visit)
        : mutant_(routine), routine_(routine), visit_(visit) {}

    void change(ir::Block& block) {
        for (size_t k = 0; k < block.size(); ++k) {
            const ir::Block before = block;
            for (const auto& [what, changed] : changes(routine_, before[k])) {
                if (changed) {
                    block[k] = *changed;
                } else {
                    block.erase(block.begin() + static_cast<std::ptrdiff_t>(k));
                }
                visit_(mutant_, what + ", statement " + std::to_string(k));
                block = before;
            }
            if (auto* loop = std::get_if<ir::For>(&block[k].what)) change(loop->body);
            if (auto* decision = std::get_if<ir::If>(&block[k].what)) change(decision->body);
        }
    }
    void all() { change(mutant_.body); }

  private:
    ir::Routine mutant_;
    const ir::Routine& routine_;
    const std::function<void(const ir::Routine&, const std::string&)>& visit_;
};

}  // namespace

void each_mutant(const ir::Routine& routine,
                 const std::function<void(const ir::Routine&, const std::string&)>& visit) {
    Mutation(routine, visit).all();
}

}  // namespace limbsmith::test
