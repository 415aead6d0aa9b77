#include "proved_form/one_thread.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "proved_form/carried_programs.hpp"
#include "proved_form/lane_programs.hpp"
#include "proved_form/lane_scalars.hpp"
#include "proved_form/lane_values.hpp"

namespace limbsmith::proved_form {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::Statement;
using Role = ir::Variable::Role;

// A lane that exchanges words is not known: the loop is to be unrolled.
struct UnknownLane {};

class OneThread {
  public:
    OneThread(const ir::Routine& routine, const ir::Library& called, ir::Library& library)
        : from_(routine),
          called_(called),
          library_(library),
          spreads_(spreads(routine, called)),
          elements_(elements(routine, called)) {
        to_ = routine;
        to_.mapping = 1;
        to_.variables.clear();
        to_.body.clear();
    }

    ir::Routine run() && {
        for (int id = 0; id < static_cast<int>(from_.variables.size()); ++id) add_variable(id);
        for (int& id : to_.parameters) id = whole_.at(id);
        if (to_.result) to_.result = whole_.at(*to_.result);
        for (int id : from_.parameters)
            if (is_spread(id) && variable(id).role == Role::input) split(id);
        run(from_.body);
        const auto finish = [&](int id) {
            if (is_spread(id) && variable(id).role == Role::output) join(id);
        };
        if (from_.result) finish(*from_.result);
        for (int id : from_.parameters) finish(id);
        return std::move(to_);
    }

  private:
    const ir::Variable& variable(int id) const { return from_.variables[static_cast<size_t>(id)]; }
    bool is_spread(int id) const { return spreads_[static_cast<size_t>(id)] == Spread::each; }
    bool is_number(int id) const { return variable(id).kind == ir::Variable::Kind::number; }
    bool is_private(int id) const { return spreads_[static_cast<size_t>(id)] == Spread::same; }
    bool is_carried(int id) const { return variable(id).representation.is_carried(); }
    [[noreturn]] void refuse(const std::string& why) const { throw NotOneThread(from_.name + ": " + why); }

    int add(ir::Variable it) {
        to_.variables.push_back(std::move(it));
        return static_cast<int>(to_.variables.size()) - 1;
    }
    void add_variable(int id) {
        const ir::Variable& it = variable(id);
        if (it.role != Role::input && it.role != Role::output && it.role != Role::local)
            refuse("lanes share memory");
        if (it.representation.is_places()) refuse("numbers in signed digits");
        if (!is_spread(id) || it.is_parameter()) add_whole(id);
        if (!is_spread(id)) return;
        if (it.is_array()) refuse("an array of which lanes have parts");
        if (it.is_parameter() && !is_number(id)) refuse("a word of the caller differs between lanes");
        ir::Variable part = it;
        part.role = Role::local;
        part.representation = is_number(id) ? ir::number : ir::word;
        for (int lane = 0; lane < lanes(); ++lane) {
            part.name = it.name + "." + std::to_string(lane);
            parts_[id].push_back(add(part));
        }
    }
    void add_whole(int id) {
        ir::Variable it = variable(id);
        if (is_carried(id)) {
            it.words = whole_carried_words(lanes(), it.words);
            it.representation = whole_carried();
        } else if (is_number(id) && !is_private(id)) {
            it.words *= lanes();
        }
        // without a form an element is a number, and so is one whose limbs lanes write on their own
        const bool is_element =
            from_.form && (it.is_parameter() || (!is_spread(id) && elements_.contains(id)));
        if (!is_element && it.representation.type == "elem") it.representation = ir::number;
        whole_[id] = add(std::move(it));
    }
    // The whole number, also of one that lanes have parts of.
    Place whole(int id) {
        if (!whole_.contains(id)) add_whole(id);
        return {whole_.at(id)};
    }
    Place part(int id, int lane) const { return {parts_.at(id)[static_cast<size_t>(lane)]}; }
    int lanes() const { return from_.lanes(); }

    void append(Statement statement) { block_->push_back(std::move(statement)); }
    void call(ir::Program program, std::vector<ir::Call::Argument> arguments, std::vector<Place> results) {
        const std::string name = program.name;
        library_.add(std::move(program));
        append({ir::Call{name, std::move(arguments), std::move(results)}});
    }
    void split(int id) {
        std::vector<Place> results;
        for (int lane = 0; lane < lanes(); ++lane) results.push_back(part(id, lane));
        const auto program = is_carried(id) ? split_carried : split_lanes;
        call(program(lanes(), variable(id).words), {whole(id)}, std::move(results));
    }
    void join(int id) {
        std::vector<ir::Call::Argument> arguments;
        for (int lane = 0; lane < lanes(); ++lane) arguments.emplace_back(part(id, lane));
        const auto program = is_carried(id) ? join_carried : join_lanes;
        call(program(lanes(), variable(id).words), std::move(arguments), {whole(id)});
    }

    // Words.
    Scalar word(const Scalar& scalar, int lane) const {
        return in_lane(scalar, lane, [&](const Place& place) { return read(place, lane); });
    }
    Scalar read(const Place& place, int lane) const {
        const Place at = moved(place, lane);
        if (!at.element && !at.limb_index)
            if (const auto known = constants_.find(at.variable); known != constants_.end())
                return known->second;
        return at;
    }
    Place moved(const Place& place, int lane) const {
        Place to = is_spread(place.variable) ? part(place.variable, lane) : Place{whole_.at(place.variable)};
        if (place.limb_index && !is_spread(place.variable) && !is_private(place.variable))
            refuse("a limb of a whole number");
        if (place.element) to.element = word(*place.element, lane);
        if (place.limb_index) to.limb_index = word(*place.limb_index, lane);
        return to;
    }
    void assign(const Place& target, const Scalar& value) {
        if (value.kind() == Scalar::Kind::read && are_same(value, target))
            return;  // a lane that keeps its word
        if (!target.element && !target.limb_index) {
            constants_.erase(target.variable);
            if (value.is_constant()) constants_.insert_or_assign(target.variable, value.number());
        }
        append({ir::Assign{target, value}});
    }
    // One value for each lane; or for all of them.
    template <class Value>
    void assign_all(const Place& target, const Value& value) {
        const int count = is_spread(target.variable) ? lanes() : 1;
        for (int lane = 0; lane < count; ++lane) assign(moved(target, lane), value(lane));
    }
    void forget(const ir::Block& block) {
        for (const Statement& statement : block)
            std::visit([&](const auto& it) { forget(it); }, statement.what);
    }
    void forget(const Place& place) {
        if (whole_.contains(place.variable)) constants_.erase(whole_.at(place.variable));
        if (is_spread(place.variable))
            for (int id : parts_.at(place.variable)) constants_.erase(id);
    }
    void forget(const ir::Assign& it) { forget(it.target); }
    void forget(const ir::Copy& it) { forget(it.target); }
    void forget(const ir::Call& it) {
        for (const Place& place : it.results) forget(place);
    }
    void forget(const ir::For& it) { forget(Place{it.counter}), forget(it.body); }
    void forget(const ir::If& it) { forget(it.body); }
    void forget(const ir::Exchange& it) { forget(it.target); }
    void forget(const ir::Barrier&) {}
    void forget(const ir::MatrixLoad& it) { forget(it.target); }
    void forget(const ir::MatrixProduct& it) { forget(it.sums); }
    void forget(const ir::AtomicAdd& it) { forget(it.target); }

    // Statements.
    void run(const ir::Block& block) {
        for (const Statement& statement : block) std::visit([&](const auto& it) { run(it); }, statement.what);
    }
    // A statement inside another.
    template <class Make>
    ir::Block inside(const Make& make) {
        ir::Block block, *const outer = std::exchange(block_, &block);
        try {
            make();
        } catch (...) {
            block_ = outer;
            throw;
        }
        block_ = outer;
        return block;
    }

    void run(const ir::Assign& it) {
        assign_all(it.target, [&](int lane) { return word(it.value, lane); });
    }

    void run(const ir::Copy& it) {
        forget(it.target);
        const int to = it.target.variable;
        const auto* source = std::get_if<Place>(&it.source);
        if (!is_number(to)) refuse("a copy of a word");
        if (!source) {
            const auto& limbs = std::get<std::vector<uint32_t>>(it.source);
            std::vector<uint32_t> all;
            for (int lane = 0; lane < lanes(); ++lane) {
                all.insert(all.end(), limbs.begin(), limbs.end());
                if (is_spread(to)) append({ir::Copy{part(to, lane), limbs}});
            }
            if (!is_spread(to)) append({ir::Copy{moved(it.target, 0), all}});
            return;
        }
        if (is_spread(to) && is_spread(source->variable)) {
            for (int lane = 0; lane < lanes(); ++lane)
                append({ir::Copy{part(to, lane), part(source->variable, lane)}});
            return;
        }
        const Place from = whole_number(*source);
        append({ir::Copy{is_spread(to) ? whole(to) : moved(it.target, 0), from}});
        if (is_spread(to)) split(to);
    }
    // The number of all lanes, put together where they have parts.
    Place whole_number(const Place& place) {
        const int id = place.variable;
        if (!is_spread(id)) return moved(place, 0);
        if (variable(id).role != Role::input) join(id);
        return whole(id);
    }

    void run(const ir::Call& it) {
        for (const Place& result : it.results) forget(result);
        if (std::holds_alternative<ir::Program>(called_[it.callee])) return call_in_lanes(it);
        const auto& callee = std::get<ir::Routine>(called_[it.callee]);
        if (callee.lanes() != lanes()) refuse("it calls " + it.callee + ", which has other lanes");
        ir::Call call{it.callee, {}, {}};
        for (const ir::Call::Argument& argument : it.arguments) {
            if (const auto* place = std::get_if<Place>(&argument)) {
                call.arguments.emplace_back(whole_number(*place));
            } else {
                const auto& scalar = std::get<Scalar>(argument);
                if (!is_same(scalar, spreads_)) refuse("an argument differs between lanes");
                call.arguments.emplace_back(word(scalar, 0));
            }
        }
        for (const Place& place : it.results)
            call.results.push_back(is_spread(place.variable) ? whole(place.variable) : moved(place, 0));
        const ir::Signature called = signature(called_[it.callee]);
        if (!called.members_written.empty()) refuse("it calls " + it.callee + ", which writes a modulus");
        for (const ir::Signature::Parameter& member : called.members_read) join_member(member.name);
        append({std::move(call)});
        for (const Place& place : it.results)
            if (is_spread(place.variable)) split(place.variable);
    }
    // One that lanes have written.
    void join_member(const std::string& name) {
        for (int id : from_.parameters)
            if (variable(id).is_member() && variable(id).name == name && variable(id).role == Role::output &&
                is_spread(id))
                join(id);
    }
    void call_in_lanes(const ir::Call& it) {
        const ir::Signature callee = signature(called_[it.callee]);
        if (!callee.members_read.empty()) refuse("lanes call " + it.callee + ", which reads a modulus");
        const bool is_spread_out =
            std::ranges::any_of(it.results, [&](const Place& place) { return is_spread(place.variable); });
        for (int lane = 0; lane < (is_spread_out ? lanes() : 1); ++lane) {
            ir::Call call{it.callee, {}, {}};
            for (const ir::Call::Argument& argument : it.arguments) {
                if (const auto* place = std::get_if<Place>(&argument))
                    call.arguments.emplace_back(moved(*place, lane));
                else
                    call.arguments.emplace_back(word(std::get<Scalar>(argument), lane));
            }
            for (const Place& place : it.results) call.results.push_back(moved(place, lane));
            append({std::move(call)});
        }
    }

    void run(const ir::Exchange& it) {
        if (it.kind == ir::Exchange::Kind::any) {
            if (!is_same(it.value, spreads_)) refuse("lanes vote each with a word of its own");
            forget(it.target);
            return call(any_of_warp(), {word(it.value, 0)}, {moved(it.target, 0)});
        }
        if (it.kind == ir::Exchange::Kind::ballot) {
            std::vector<ir::Call::Argument> values;
            for (int lane = 0; lane < lanes(); ++lane) values.emplace_back(word(it.value, lane));
            forget(it.target);
            return call(ballot_of_lanes(lanes()), std::move(values), {moved(it.target, 0)});
        }
        if (const auto distance = distance_of(it.from)) {
            forget(it.target);
            const std::vector<Scalar> values =
                turned(it.value, *distance, it.from.kind() == Scalar::Kind::add);
            return assign_all(it.target, [&](int lane) { return values[static_cast<size_t>(lane)]; });
        }
        std::vector<Scalar> values;
        const int count = is_spread(it.target.variable) ? lanes() : 1;
        for (int lane = 0; lane < count; ++lane) {
            const Scalar from = word(it.from, lane);
            const Place* limb = limb_of_same_lane(it, spreads_);
            if (limb && !is_spread(limb->variable)) {
                values.emplace_back(limb_of_whole(*limb, from));
                continue;
            }
            if (!from.is_constant()) throw UnknownLane{};
            values.push_back(
                word(it.value, static_cast<int>(from.number() % static_cast<uint32_t>(lanes()))));
        }
        // all lanes give before they take
        std::set<int> read;
        add_read(it.value, read);
        if (count > 1 && read.contains(it.target.variable)) {
            for (int lane = 0; lane < lanes(); ++lane) {
                const Place taken = own_word("taken.", lane);
                assign(taken, std::exchange(values[static_cast<size_t>(lane)], taken));
            }
        }
        assign_all(it.target, [&](int lane) { return values[static_cast<size_t>(lane)]; });
    }
    // A word of a lane that the routine over lanes does not have.
    Place own_word(const std::string& name, int lane) {
        std::vector<int>& words = own_words_[name];
        while (words.size() <= static_cast<size_t>(lane))
            words.push_back(
                add({.name = name + std::to_string(words.size()), .kind = ir::Variable::Kind::word}));
        return {words[static_cast<size_t>(lane)]};
    }
    // A word that is the same in all lanes, where the lane that gives is so far up or down from the one that takes.
    std::optional<Scalar> distance_of(const Scalar& from) const {
        using Kind = Scalar::Kind;
        if ((from.kind() != Kind::add && from.kind() != Kind::sub) || from.left().kind() != Kind::lane ||
            from.right().kind() != Kind::read || !is_same(from.right(), spreads_) ||
            counters_.contains(from.right().place().variable))
            return std::nullopt;
        return word(from.right(), 0);
    }
    // The words of lanes so far up, or down: for each bit of the distance they move by a power of two, or not.
    std::vector<Scalar> turned(const Scalar& value, const Scalar& distance, bool is_up) {
        std::vector<Scalar> values;
        for (int lane = 0; lane < lanes(); ++lane) values.push_back(word(value, lane));
        for (int step = 1, bit = 0; step < lanes(); step *= 2, ++bit) {
            const Scalar moves = folded(Scalar::Kind::bit_and, folded(Scalar::Kind::shr, distance, bit), 1);
            const std::vector<Scalar> before = values;
            for (int lane = 0; lane < lanes(); ++lane) {
                const int from = (lane + (is_up ? step : lanes() - step)) % lanes();
                const Place to = own_word("turned." + std::to_string(bit) + ".", lane);
                call(select_word(),
                     {moves, before[static_cast<size_t>(from)], before[static_cast<size_t>(lane)]}, {to});
                values[static_cast<size_t>(lane)] = to;
            }
        }
        return values;
    }
    static void add_read(const Scalar& scalar, std::set<int>& read) {
        using Kind = Scalar::Kind;
        if (scalar.is_constant() || scalar.kind() == Kind::lane) return;
        if (scalar.kind() == Kind::read) return void(read.insert(scalar.place().variable));
        add_read(scalar.left(), read);
        add_read(scalar.right(), read);
        if (scalar.kind() == Kind::select) add_read(scalar.other(), read);
    }
    // Limb i of a lane is limb words·lane + i of the whole number; limb x mod words of lane x / words is limb x.
    Place limb_of_whole(const Place& limb, const Scalar& from) {
        if (is_carried(limb.variable)) refuse("a limb of a number in which carries wait");
        using Kind = Scalar::Kind;
        const int words = variable(limb.variable).words;
        const Scalar index = word(*limb.limb_index, 0);
        if (index.kind() == Kind::mod && is(index.right(), words) &&
            are_same(from, folded(Kind::div, index.left(), words)))
            return whole(limb.variable).limb(folded(Kind::mod, index.left(), lanes() * words));
        const Scalar lane = is_below_lanes(from) ? from : folded(Kind::mod, from, lanes());
        return whole(limb.variable).limb(folded(Kind::add, folded(Kind::mul, lane, words), index));
    }
    bool is_below_lanes(const Scalar& from) const {
        if (from.is_constant()) return from.number() < static_cast<uint32_t>(lanes());
        if (from.kind() != Scalar::Kind::read || from.place().element || from.place().limb_index)
            return false;
        return below_lanes_.contains(from.place().variable);
    }

    void run(const ir::Barrier&) { refuse("lanes wait for each other"); }
    void run(const ir::MatrixLoad&) { refuse("lanes read matrices together"); }
    void run(const ir::MatrixProduct&) { refuse("lanes multiply matrices together"); }
    void run(const ir::AtomicAdd&) { refuse("lanes add to global memory"); }

    void run(const ir::If& it) {
        if (!is_same(it.condition, spreads_)) refuse("lanes decide on their own");
        const Scalar condition = word(it.condition, 0);
        if (condition.is_constant()) {
            if (condition.number() != 0) run(it.body);
            return;
        }
        ir::Block body = inside([&] { run(it.body); });
        append({ir::If{condition, std::move(body)}});
        forget(it.body);
    }

    // As a loop, or turn by turn where lanes depend on the counter.
    void run(const ir::For& it) {
        const Scalar first = word(it.first, 0), bound = word(it.bound, 0);
        if (!is_same(it.first, spreads_) || !is_same(it.bound, spreads_))
            refuse("lanes have loops of their own");
        const std::map<int, uint32_t> before = constants_;
        const std::set<int> below_before = below_lanes_;
        const int counter = whole_.at(it.counter);
        counters_.insert(it.counter);
        forget(it);
        const bool is_below = it.order == ir::For::Order::below && first.is_constant() &&
                              bound.is_constant() && bound.number() <= static_cast<uint32_t>(lanes());
        if (is_below) below_lanes_.insert(counter);
        try {
            ir::Block body = inside([&] { run(it.body); });
            append({ir::For{counter, it.order, first, bound, it.unroll, invariant(it.invariant),
                            std::move(body), it.is_in_step}});
            below_lanes_ = below_before;
            forget(it);
            return;
        } catch (const UnknownLane&) {
            constants_ = before;
            below_lanes_ = below_before;
        }
        if (!first.is_constant() || !bound.is_constant()) throw UnknownLane{};
        const bool is_down = it.order == ir::For::Order::down_to;
        const int64_t step = is_down ? -1 : 1, begin = static_cast<int32_t>(first.number()),
                      last = static_cast<int32_t>(bound.number()),
                      end = it.order == ir::For::Order::below ? last : last + step;
        for (int64_t at = begin; is_down ? at > end : at < end; at += step) {
            constants_.insert_or_assign(counter, static_cast<uint32_t>(at));
            run(it.body);
        }
        constants_.erase(counter);
    }

    // Invariants.
    ir::Invariant invariant(const ir::Invariant& it) const {
        ir::Invariant result{.relations = {}, .steps = it.steps};
        if (it.steps && std::ranges::any_of(it.steps->variables,
                                            [&](const std::string& name) { return id_of(name).has_value(); }))
            refuse("steps of parts");
        for (const ir::Relation& relation : it.relations) {
            const int count = names_lane(*relation.left) || names_lane(*relation.right) ? lanes() : 1;
            for (int lane = 0; lane < count; ++lane)
                result.relations.push_back({expr(relation.left, lane), expr(relation.right, lane),
                                            relation.index, expr(relation.from, lane),
                                            expr(relation.below, lane)});
        }
        for (const ir::Bound& bound : it.ranges) {
            const auto id = id_of(bound.name);
            for (int lane = 0; lane < (id ? lanes() : 1); ++lane) {
                ir::Bound own = bound;
                own.below = expr(bound.below, lane);
                own.at_least = expr(bound.at_least, lane);
                if (id) own.name += "." + std::to_string(lane);
                result.ranges.push_back(std::move(own));
            }
        }
        return result;
    }
    static bool names_lane(const ir::Expr& it) {
        if (it.kind == ir::Expr::Kind::name && it.text == "lane") return true;
        return std::ranges::any_of(std::initializer_list<ExprPtr>{it.left, it.right, it.other},
                                   [](const ExprPtr& inner) { return inner && names_lane(*inner); });
    }
    // The variable of this name, if lanes have one each.
    std::optional<int> id_of(const std::string& name) const {
        for (int id = 0; id < static_cast<int>(from_.variables.size()); ++id)
            if (variable(id).name == name && is_spread(id)) return id;
        return std::nullopt;
    }
    static std::string in_lane_name(const std::string& name, uint64_t lane) {
        return name + "." + std::to_string(lane);
    }
    ExprPtr expr(const ExprPtr& it, int lane) const {
        if (!it) return it;
        const bool is_name = it->kind == ir::Expr::Kind::name;
        if (is_name && it->text == "lane") return ir::integer(static_cast<uint64_t>(lane));
        const auto id = is_name ? id_of(it->text) : std::nullopt;
        if (!id) {
            auto same = std::make_shared<ir::Expr>(*it);
            same->left = expr(it->left, lane);
            same->right = expr(it->right, lane);
            same->other = expr(it->other, lane);
            return same;
        }
        if (it->left) {
            const ExprPtr index = expr(it->left, lane);
            if (index->kind != ir::Expr::Kind::integer) refuse("an invariant names a lane that is not known");
            return ir::var(in_lane_name(it->text, index->number));
        }
        if (!is_number(*id)) refuse("an invariant names a word that differs between lanes");
        ExprPtr sum = ir::var(in_lane_name(it->text, 0));
        for (int other = 1; other < lanes(); ++other)
            sum = sum + ir::pow2(uint64_t{32} * static_cast<uint64_t>(variable(*id).words * other)) *
                            ir::var(in_lane_name(it->text, static_cast<uint64_t>(other)));
        return sum;
    }

    const ir::Routine& from_;
    const ir::Library& called_;
    ir::Library& library_;
    const std::vector<Spread> spreads_;
    const std::set<int> elements_;
    ir::Routine to_;
    ir::Block* block_ = &to_.body;
    std::map<int, int> whole_;               // of a variable: that of the same value or the whole number
    std::map<int, std::vector<int>> parts_;  // of a variable: one for each lane
    std::map<std::string, std::vector<int>> own_words_;  // for each lane, of this name
    std::map<int, uint32_t> constants_;                  // words that are known
    std::set<int> below_lanes_;                          // counters that are lanes
    std::set<int> counters_;                             // of loops so far
};

}  // namespace

ir::Routine in_one_thread(const ir::Routine& routine, const ir::Library& called, ir::Library& library) {
    try {
        return OneThread(routine, called, library).run();
    } catch (const UnknownLane&) {
        throw NotOneThread(routine.name + ": which lanes exchange words is not known");
    }
}

ir::Library in_one_thread(const ir::Library& library) {
    ir::Library result;
    for (const auto& [key, callable] : library.all()) {
        const auto* routine = std::get_if<ir::Routine>(&callable);
        if (!routine || routine->mapping.is_thread()) {
            result.add(callable, key);
            continue;
        }
        try {
            result.add(in_one_thread(*routine, library, result), key);
        } catch (const NotOneThread&) {
            result.add(*routine, key);
        }
    }
    return result;
}

}  // namespace limbsmith::proved_form
