#include "induction/path.hpp"
#include "ir/contract_text.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::induction {
namespace {

using Order = ir::For::Order;

constexpr long most_turns = 4096;  // of a loop without an invariant

const ir::Block* body_of(const ir::Statement& statement) {
    if (const auto* loop = std::get_if<ir::For>(&statement.what)) return &loop->body;
    if (const auto* decision = std::get_if<ir::If>(&statement.what)) return &decision->body;
    return nullptr;
}

// Variables that are written, counters among them.
void add_written(const ir::Block& block, std::set<int>& written) {
    for (const ir::Statement& statement : block) {
        if (const auto* it = std::get_if<ir::Assign>(&statement.what)) written.insert(it->target.variable);
        if (const auto* it = std::get_if<ir::Copy>(&statement.what)) written.insert(it->target.variable);
        if (const auto* it = std::get_if<ir::For>(&statement.what)) written.insert(it->counter);
        if (const auto* it = std::get_if<ir::Call>(&statement.what)) {
            for (const ir::Place& place : it->results) written.insert(place.variable);
        }
        if (const ir::Block* body = body_of(statement)) add_written(*body, written);
    }
}

void add_read(const ir::Scalar& scalar, std::set<int>& read) {
    using Kind = ir::Scalar::Kind;
    if (scalar.kind() == Kind::constant || scalar.kind() == Kind::lane) return;
    if (scalar.kind() == Kind::read) {
        read.insert(scalar.place().variable);
        if (scalar.place().element) add_read(*scalar.place().element, read);
        return;
    }
    if (scalar.kind() == Kind::select) add_read(scalar.other(), read);
    add_read(scalar.left(), read);
    add_read(scalar.right(), read);
}

// requires: steps of divsteps. Throws Unproved.
Divsteps::State divstep_state(const ir::Steps& steps, const std::vector<Integer>& values) {
    if (steps.function != &divsteps || values.size() != 3)
        throw Unproved("steps of " + std::string(steps.function->name));
    return {values[0], values[1], values[2]};
}

}  // namespace

void Path::run(const ir::Block& block) {
    for (const ir::Statement& statement : block) std::visit([&](const auto& it) { run(it); }, statement.what);
}

void Path::run(const ir::Assign& it) {
    const ir::Variable& target = variable(it.target.variable);
    const Integer value = evaluate(it.value);
    write(it.target, has_magnitude(target) ? signed_word(value, target.name) : value);
}

void Path::run(const ir::Copy& it) {
    if (const auto* source = std::get_if<ir::Place>(&it.source)) return write(it.target, read(*source));
    mpz_class number;
    const auto& limbs = std::get<std::vector<uint32_t>>(it.source);
    mpz_import(number.get_mpz_t(), limbs.size(), -1, sizeof(uint32_t), 0, 0, limbs.data());
    const ir::Representation& representation = variable(it.target.variable).representation;
    if (representation.is_digits()) throw Unproved("a constant for " + variable(it.target.variable).name);
    if (representation != repr::elem) return write(it.target, number);
    if (!routine_.form) throw Unproved("a constant for " + variable(it.target.variable).name);
    if (modulus_->kind != ir::Expr::Kind::constant || number >= mpz_class(modulus_->hex, 16))
        throw Unproved("a constant that may not be below N");
    write(it.target, Monomial(number) * known_.inverse(evaluation().residue(*routine_.form->factor)));
}

void Path::run(const ir::If& it) {
    if (!known_.decide_zero(evaluate(it.condition))) run(it.body);
}

void Path::run(const ir::For& it) {
    const std::string& name = variable(it.counter).name;
    std::set<int> written, bound_reads;
    add_written(it.body, written);
    add_read(it.bound, bound_reads);
    for (int id : bound_reads) {
        if (written.contains(id)) throw Unproved("the bound of the loop over " + name);
    }
    if (written.contains(it.counter)) throw Unproved("the counter " + name);
    const Integer first = evaluate(it.first), bound = evaluate(it.bound);
    // a counter that is a word has no sign, and does not wrap
    const Integer most = mpz_class((mpz_class(1) << 32) - (it.order == Order::up_to ? 2 : 1));
    if (variable(it.counter).kind == ir::Variable::Kind::word &&
        (!known_.is_not_negative(first) || !known_.is_not_negative(bound) ||
         !known_.is_not_negative(most - bound)))
        throw Unproved("whether the bounds of the loop over " + name + " are words");
    counters_[name] = it.counter;
    if (it.invariant.empty()) {
        unroll(it, first, bound);
    } else {
        const bool is_down = it.order == Order::down_to;
        const Integer step = is_down ? -1 : 1;
        const Integer end = it.order == Order::below ? bound : bound + step;  // after the last turn
        // where there is no turn the counter is at the end from the first
        if (!known_.is_not_negative(is_down ? first - end : end - first))
            throw Unproved("whether the loop over " + name + " ends where it should");
        values_[it.counter] = first;
        const std::vector<Integer> before = values_of(it.invariant.steps);
        show(it.invariant, before);
        forget(it.body);
        if (decisions_.choose()) {  // any turn
            const bool is_only_turn = known_.is_zero(is_down ? first - end - 1 : end - first - 1);
            const Integer counter = is_only_turn ? first : fresh(name);
            known_.not_negative(is_down ? first - counter : counter - first);
            known_.not_negative(is_down ? counter - end - 1 : end - counter - 1);
            values_[it.counter] = counter;
            assume(it.invariant, before);
            run(it.body);
            values_[it.counter] = counter + step;
            show(it.invariant, before);
            throw PathEnd();
        }
        values_[it.counter] = end;
        assume(it.invariant, before);
    }
    values_.erase(it.counter);
    counters_.erase(name);
}

void Path::unroll(const ir::For& it, const Integer& first, const Integer& bound) {
    const bool is_down = it.order == Order::down_to;
    const Integer end = it.order == Order::below ? bound : bound + (is_down ? -1 : 1);
    const Integer turns = is_down ? first - end : end - first;
    if (!turns.is_constant() || turns.constant() > most_turns)
        throw Unproved("a loop over " + variable(it.counter).name + " without an invariant");
    for (Integer counter = first; known_.is_not_negative(is_down ? counter - end - 1 : end - counter - 1);
         counter += is_down ? -1 : 1) {
        values_[it.counter] = counter;
        run(it.body);
    }
}

void Path::forget(const ir::Block& body) {
    std::set<int> written;
    add_written(body, written);
    for (int id : written) {
        values_.erase(id);
        families_.erase(id);
        writes_.erase(id);
        const ir::Variable& it = variable(id);
        if (it.is_array() && it.kind != ir::Variable::Kind::byte) continue;
        if (it.representation == repr::elem) {
            values_[id] = Monomial::atom(fresh(it.name).text());
        } else {
            values_[id] = any_value(id);
        }
    }
}

std::vector<Integer> Path::values_of(const std::optional<ir::Steps>& steps) {
    std::vector<Integer> values;
    if (!steps) return values;
    for (const std::string& name : steps->variables) values.push_back(evaluation().integer(*ir::var(name)));
    return values;
}

void Path::assume(const ir::Invariant& invariant, const std::vector<Integer>& before) {
    if (const auto& steps = invariant.steps) {
        divsteps_.assume(divstep_state(*steps, before), divstep_state(*steps, values_of(steps)),
                         evaluation().integer(*steps->count));
    }
    for (const ir::Bound& bound : invariant.ranges) {
        each_part(*bound.below, [&](const ir::Expr& it) {
            if (it.kind != ir::Expr::Kind::mul) return;
            known_.bound_product(evaluation().integer(*it.left), evaluation().integer(*it.right));
        });
        assume_range(bound, is_signed(bound.name), evaluation());
    }
    for (const ir::Relation& relation : invariant.relations) {
        const ir::Expr& left = *relation.left;
        if (Evaluation all = integers();
            relation.index.empty() && is_congruence(relation.left, relation.right, all)) {
            known_.congruent(all.integer(*left.left) - all.integer(*relation.right->left),
                             all.integer(*left.right));
            continue;
        }
        if (relation.index.empty() && !evaluation().is_residue(left)) {
            const Integer difference = evaluation().integer(left) - evaluation().integer(*relation.right);
            known_.zero(difference, symbols_of_variables());
            continue;
        }
        const auto found = std::ranges::find(routine_.variables, left.text, &ir::Variable::name);
        const int id = static_cast<int>(found - routine_.variables.begin());
        const bool is_variable = left.kind == ir::Expr::Kind::name && found != routine_.variables.end();
        if (!relation.index.empty()) {
            if (!is_variable) throw Unproved("the invariant " + ir::relations({{relation}}));
            families_[id].push_back({relation.index, evaluation().integer(*relation.from),
                                     evaluation().integer(*relation.below), relation.right});
        } else if (is_variable) {
            values_[id] = evaluation().residue(*relation.right);
        } else if (left.kind == ir::Expr::Kind::mul && relation.right->kind == ir::Expr::Kind::integer &&
                   left.left->kind == ir::Expr::Kind::name) {
            // x·y = 1: x is the inverse of y, a unit
            const Monomial other = evaluation().residue(*left.right);
            const auto own = std::ranges::find(routine_.variables, left.left->text, &ir::Variable::name);
            for (const auto& [atom, exponent] : other.exponents()) known_.unit(atom);
            values_[static_cast<int>(own - routine_.variables.begin())] = known_.inverse(other);
        } else {
            known_.equal(evaluation().residue(left), evaluation().residue(*relation.right));
        }
    }
}

bool Path::is_signed(const std::string& name) const {
    const auto found = std::ranges::find(routine_.variables, name, &ir::Variable::name);
    return found != routine_.variables.end() && has_magnitude(*found);
}

// What variables are that are symbols: any value.
std::vector<std::string> Path::symbols_of_variables() const {
    std::vector<std::string> symbols;
    for (const auto& [id, value] : values_) {
        const auto* number = std::get_if<Integer>(&value);
        const auto symbol = number && variable(id).role != ir::Variable::Role::input
                                ? known_.reduced(*number).single_symbol()
                                : std::nullopt;
        if (symbol) symbols.push_back(*symbol);
    }
    return symbols;
}

void Path::show(const ir::Invariant& invariant, const std::vector<Integer>& before) {
    if (const auto& steps = invariant.steps) {
        const bool are_those =
            divsteps_.lead(divstep_state(*steps, before), divstep_state(*steps, values_of(steps)),
                           evaluation().integer(*steps->count));
        if (!are_those) throw Unproved("the invariant " + ir::relations({{}, {}, steps}));
    }
    for (const ir::Relation& relation : invariant.relations) show(relation);
    for (const ir::Bound& bound : invariant.ranges) {
        if (!is_in_range(bound, is_signed(bound.name), evaluation()))
            throw Unproved("the range " + ir::relations({{}, {bound}}));
    }
}

void Path::show(const ir::Relation& relation) {
    const auto unproved = [&] { return Unproved("the invariant " + ir::relations({{relation}})); };
    if (Evaluation all = integers();
        relation.index.empty() && is_congruence(relation.left, relation.right, all)) {
        const ir::Expr &left = *relation.left, &right = *relation.right;
        if (!known_.is_congruent(all.integer(*left.left) - all.integer(*right.left),
                                 all.integer(*left.right)))
            throw unproved();
        return;
    }
    if (relation.index.empty() && !evaluation().is_residue(*relation.left)) {
        Evaluation own = evaluation();
        if (!are_equal(*relation.left, *relation.right, own)) throw unproved();
        return;
    }
    if (relation.index.empty()) {
        if (!known_.are_equal(evaluation().residue(*relation.left), evaluation().residue(*relation.right)))
            throw unproved();
        return;
    }
    const auto found = std::ranges::find(routine_.variables, relation.left->text, &ir::Variable::name);
    if (relation.left->kind != ir::Expr::Kind::name || found == routine_.variables.end()) throw unproved();
    const int array = static_cast<int>(found - routine_.variables.begin());
    const Integer from = evaluation().integer(*relation.from), below = evaluation().integer(*relation.below);
    const auto is_so_at = [&](const Integer& index) {
        Evaluation there = evaluation({{relation.index, index}});
        const Monomial value = std::get<Monomial>(read(array, index));
        return known_.are_equal(value, there.residue(*relation.right));
    };
    // at any index that is not the first or the last, and at those
    Integer inner_from = from, inner_below = below;
    for (const auto& [index, value] : writes_[array]) {
        if (known_.is_zero(index - inner_from) && known_.is_not_negative(inner_below - inner_from - 1)) {
            if (!is_so_at(index)) throw unproved();
            inner_from += 1;
        } else if (known_.is_zero(index + 1 - inner_below) &&
                   known_.is_not_negative(inner_below - inner_from - 1)) {
            if (!is_so_at(index)) throw unproved();
            inner_below += -1;
        }
    }
    if (known_.is_not_negative(inner_from - inner_below)) return;
    const Integer any = fresh(relation.index);
    known_.not_negative(any - inner_from);
    known_.not_negative(inner_below - any - 1);
    if (!is_so_at(any)) throw unproved();
}

std::set<std::string> Path::theorems() const {
    std::set<std::string> all = known_.theorems();
    all.insert(divsteps_.theorems().begin(), divsteps_.theorems().end());
    return all;
}

void Path::run() {
    run(routine_.body);
    show_contract();
}

}  // namespace limbsmith::induction
