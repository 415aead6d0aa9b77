// The statements of a routine.
#include "check/walk.hpp"

#include <algorithm>

#include "check/budget.hpp"

namespace limbsmith::check {

using Many = ir::Variable::Many;

Interface interface(const ir::Program& program, int word_bits) {
    Interface result{{}, {}, word_bits, program.contract};
    using Kind = ir::Variable::Kind;
    // a signed word is an integer
    const auto parameter = [&](const auto& it) {
        const ir::Representation& form = it.representation;
        const bool is_integer =
            form.is_signed() && it.words.size() == 1 && (!form.is_digits() || form.radix == word_bits);
        return Interface::Parameter{it.name, is_integer ? Kind::integer : Kind::number, form,
                                    static_cast<int>(it.words.size()), Many::one};
    };
    for (const ir::Input& it : program.inputs) result.inputs.push_back(parameter(it));
    for (const ir::Output& it : program.outputs) result.outputs.push_back(parameter(it));
    return result;
}

Interface interface(const ir::Routine& routine, int word_bits) {
    Interface result{{}, {}, word_bits, routine.contract, routine.form, routine.length};
    const auto add = [&](int id) {
        const ir::Variable& it = routine.variables.at(static_cast<size_t>(id));
        const bool is_input = it.role == ir::Variable::Role::input;
        const int words = it.words * (it.many == Many::fixed ? it.count : 1);
        (is_input ? result.inputs : result.outputs)
            .push_back({it.name, it.kind, it.representation, words, it.many});
    };
    if (routine.result) add(*routine.result);
    for (int id : routine.parameters) add(id);
    return result;
}

void add_written(const ir::Block& block, std::set<int>& written) {
    for (const ir::Statement& statement : block) {
        if (const auto* it = std::get_if<ir::Assign>(&statement.what)) written.insert(it->target.variable);
        if (const auto* it = std::get_if<ir::Copy>(&statement.what)) written.insert(it->target.variable);
        if (const auto* it = std::get_if<ir::Call>(&statement.what))
            for (const ir::Place& place : it->results) written.insert(place.variable);
        if (const auto* it = std::get_if<ir::If>(&statement.what)) add_written(it->body, written);
        if (const auto* it = std::get_if<ir::For>(&statement.what)) {
            written.insert(it->counter);
            add_written(it->body, written);
        }
    }
}

void add_read(const ir::Scalar& scalar, std::set<int>& read) {
    using Scalar = ir::Scalar::Kind;
    if (scalar.kind() == Scalar::constant || scalar.kind() == Scalar::lane) return;
    if (scalar.kind() == Scalar::read) {
        read.insert(scalar.place().variable);
        if (scalar.place().element) add_read(*scalar.place().element, read);
        if (scalar.place().limb_index) add_read(*scalar.place().limb_index, read);
        return;
    }
    if (scalar.kind() == Scalar::select) add_read(scalar.other(), read);
    add_read(scalar.left(), read);
    add_read(scalar.right(), read);
}

Walk::Walk(const ir::Routine& routine, int word_bits, const Callees& callees, Prover& prover,
           Variables& variables)
    : Expressions(variables, word_bits, state_.given),
      routine_(routine),
      callees_(callees),
      prover_(prover) {}

void Walk::flush() {
    prover_.learn(state_.given, variables_);
    state_.given.clear();
}

// Goals that are seen to hold are not asked.
void Walk::ask(const Facts& goals) {
    Facts open;
    for (const Fact& goal : goals) {
        const Polynomial& p = goal.polynomial;
        const bool is_zero = goal.kind == Fact::Kind::zero;
        if (!p.is_constant() || (is_zero ? p.constant() != 0 : p.constant() < 0)) open.push_back(goal);
    }
    if (open.empty()) return;
    flush();
    variables_.skip_to(prover_.show(open));
}

void Walk::ask_bounds(std::initializer_list<Polynomial> goals) {
    Facts facts;
    for (const Polynomial& goal : goals) facts.push_back({Fact::Kind::nonnegative, goal});
    ask(facts);
}

void Walk::require_natural(const Polynomial& exponent) { ask_bounds({exponent}); }

Polynomial Walk::is_zero(const Polynomial& p) {
    return p.is_constant() ? Polynomial(p.is_zero() ? 1 : 0) : Expressions::is_zero(p);
}

Polynomial Walk::is_less(const Polynomial& x, const Polynomial& y) {
    const Polynomial p = y - x;
    return p.is_constant() ? Polynomial(p.constant() > 0 ? 1 : 0) : Expressions::is_less(x, y);
}

Expressions::Division Walk::once(char operation, const Polynomial& x, const Polynomial& y,
                                 const std::function<Division()>& make) {
    const std::tuple key(operation, x, y);
    Budget::spend(8 * (x.terms().size() + y.terms().size()));  // comparisons
    if (const auto known = state_.made.find(key); known != state_.made.end()) return known->second;
    return state_.made.emplace(key, make()).first->second;
}

// All values, facts and writes within it are forgotten.
void Walk::branch(const Then& walk) {
    flush();
    Budget::spend(32 * (state_.values.size() + state_.made.size()));
    State before = state_;
    require(++state_.open <= most_open, "too many branches are within each other");
    {
        const Variables::Scope scope(variables_);
        prover_.branch(walk);
    }
    state_ = std::move(before);
}

void Walk::run() {
    require(routine_.contract.left != nullptr, "a contract without a relation");
    require(routine_.mapping.is_thread(), "a routine of several lanes");
    begin();
    state_.frames = {{&routine_.body}};
    state_.end = [this] { finish(); };
    go_on();
}

void Walk::begin() {
    std::set<std::string> names;
    for (const ir::Variable& it : routine_.variables) {
        const bool is_input = it.role == ir::Variable::Role::input;
        require(names.insert(it.name).second || it.role == ir::Variable::Role::local,
                "two parameters have one name");
        require(!it.representation.is_signed() || it.kind == Kind::integer || has_digits(it),
                "numbers in signed digits");
        require(!has_digits(it) || (1 <= radix_of(it) && radix_of(it) < word_bits() && !it.is_array()),
                "digits do not fit their words");
        require(!it.is_array() || it.kind == Kind::byte || (it.kind == Kind::word && is_input) ||
                    (it.kind == Kind::number && (it.many == Many::fixed) != it.is_parameter()),
                "an array that is not covered");
        require(routine_.form || it.representation.type != "elem", "an element without a form");
        require(it.words >= 1 && it.count >= 1 && (it.many != Many::strided || it.kind == Kind::number),
                "an array of strides");
        require(it.kind != Kind::byte || (it.many == Many::fixed && bits_ >= 8),
                "bytes are no array of their own size");
        require(it.kind == Kind::number || it.words == 1, "a word of several words");
    }
    const auto is_length = [&](int id) {
        const ir::Variable& it = variable(id);
        return it.name == routine_.length && it.role == ir::Variable::Role::input && !it.is_array() &&
               (it.kind == Kind::word || it.kind == Kind::integer);
    };
    const auto is_open = [](const ir::Variable& it) {
        return it.many == Many::run_time || it.many == Many::strided;
    };
    require(std::ranges::none_of(routine_.variables, is_open) ||
                std::ranges::any_of(routine_.parameters, is_length),
            "a length is no input that is a word or an integer");
    const auto each_input = [&](const auto& visit) {
        for (int id : routine_.parameters)
            if (variable(id).role == ir::Variable::Role::input) visit(id);
    };
    each_input([&](int id) {
        if (has_entries(id)) return void(state_.values[id] = any(id));
        const Polynomial value = fresh();
        state_.values[id] = {value};
        if (variable(id).many == Many::run_time) return learn_bound(value);
        learn_kind(value, id);
    });
    std::tie(factor_, modulus_) = form(routine_.form);
    each_input([&](int id) {
        if (is_element(id) && !has_entries(id)) learn_bound(modulus_ - 1 - whole(id));
    });
    each_input([&](int id) {
        const ir::ExprPtr own = ir::var(variable(id).name);
        if (is_element(id) && has_entries(id))
            add_property({own, own, "", ir::integer(0), ir::var(routine_.length)});
    });
    for (const ir::Given& given : routine_.contract.givens) {
        const Polynomial left = number(given.name);
        learn_zero(left - translate(*given.value));
    }
    for (const ir::Bound& bound : routine_.contract.requires_)
        if (!is_array(bound.name)) add_bound(bound, false, state_.given);
    // whatever was there
    for (int id = 0; id < static_cast<int>(routine_.variables.size()); ++id)
        if ((variable(id).kind == Kind::byte || has_entries(id)) && !state_.values.contains(id))
            state_.values[id] = any(id);
    state_.is_contract = false;
}

void Walk::finish() {
    state_.is_contract = true;
    const auto has_value = [&](int id) {
        return variable(id).role == ir::Variable::Role::input || state_.values.contains(id);
    };
    require((!routine_.result || has_value(*routine_.result)) &&
                std::ranges::all_of(routine_.parameters, has_value),
            "an output has no value");
    const bool is_each = std::ranges::any_of(routine_.parameters, [&](int id) { return has_entries(id); });
    const auto goals = [&](bool of_arrays) {
        Facts facts;
        for (int id : routine_.parameters)
            if (of_arrays && has_entries(id) && is_element(id) &&
                variable(id).role == ir::Variable::Role::output)
                facts.push_back(
                    {Fact::Kind::nonnegative, modulus_ - 1 - entry(id, state_.index->second, true).number});
        if (of_arrays == is_each) {
            const Polynomial left = translate(*routine_.contract.left);
            facts.push_back({Fact::Kind::zero, left - translate(*routine_.contract.right)});
        }
        for (const ir::Bound& bound : routine_.contract.ensures)
            if (is_array(bound.name) == of_arrays) add_bound(bound, true, facts);
        return facts;
    };
    ask(goals(false));
    if (is_each)
        for_each({{}, {}, "", ir::integer(0), ir::var(routine_.length)}, {}, [&] { return goals(true); });
    state_.is_contract = false;
}

// Goes to the end of the frames, and on with state_.end.
void Walk::go_on() {
    while (!state_.frames.empty()) {
        Frame& frame = state_.frames.back();
        if (frame.next < frame.block->size()) {
            run((*frame.block)[frame.next++]);
        } else if (frame.loop) {
            frame.at += frame.loop->order == ir::For::Order::down_to ? -1 : 1;
            take_turn();
        } else {
            state_.frames.pop_back();
        }
    }
    const Then end = state_.end;
    end();
}

// Takes a turn of the last frame at the value of its counter; after the last turn the counter has no value.
void Walk::take_turn() {
    Frame& frame = state_.frames.back();
    const ir::For& loop = *frame.loop;
    const bool is_down = loop.order == ir::For::Order::down_to;
    if (is_down ? frame.at <= frame.end : frame.at >= frame.end) {
        state_.values.erase(loop.counter);
        state_.frames.pop_back();
    } else {
        state_.values[loop.counter] = {frame.at};
        frame.next = 0;
    }
}

void Walk::run(const ir::Statement& statement) {
    Budget::spend(32);
    std::visit(
        [&](const auto& it) {
            if constexpr (requires { this->run(it); })
                run(it);
            else
                throw Unsupported("lanes exchange values");
        },
        statement.what);
}

void Walk::run(const ir::Copy& it) {
    const int target = it.target.variable;
    if (const auto* source = std::get_if<ir::Place>(&it.source)) {
        const ir::Variable& from = variable(source->variable);
        require(from.words == variable(target).words && from.kind == variable(target).kind &&
                    radix_of(from) == radix_of(variable(target)),
                "a copy of another size");
        return write_number(it.target, number_at(*source));
    }
    require(!it.target.element && !it.target.limb_index && !variable(target).is_array(),
            "a constant that is an entry");
    const auto& limbs = std::get<std::vector<uint32_t>>(it.source);
    require(limbs.size() == static_cast<size_t>(variable(target).words) && !has_digits(variable(target)),
            "a constant of another size");
    for (uint32_t limb : limbs) require(limb < base_, "a constant is not a word");
    // a word or an integer is set to it, and an integer is below half of the words
    if (variable(target).kind != Kind::number) return write(it.target, mpz_class(limbs[0]));
    Value value;
    for (uint32_t limb : limbs) value.digits.emplace_back(mpz_class(limb));
    write_whole(target, value);
}

void Walk::run(const ir::If& it) {
    const Polynomial condition = evaluate(it.condition);
    branch([&] {
        learn_bound(condition - 1);
        state_.frames.push_back({&it.body});
        go_on();
    });
    learn_zero(condition);
}

// The loop goes on as long as the counter has not come to the end.
void Walk::run(const ir::For& it) {
    const ir::Variable& counter = variable(it.counter);
    require((counter.kind == Kind::word || counter.kind == Kind::integer) && !counter.is_array() &&
                counter.words == 1 && counter.role == ir::Variable::Role::local &&
                !state_.values.contains(it.counter),
            "a counter is no local word");
    std::set<int> written, read;
    add_written(it.body, written);
    add_read(it.bound, read);
    read.insert(it.counter);
    require(std::ranges::none_of(read, [&](int id) { return written.contains(id); }),
            "a loop changes its end");
    const bool is_down = it.order == ir::For::Order::down_to, is_word = counter.kind == Kind::word;
    const Polynomial first = converted(evaluate(it.first), Kind::word, counter.kind);
    Polynomial end = converted(evaluate(it.bound), Kind::word, counter.kind);
    // The counter comes to the end without an overflow.
    const mpz_class half = base_ / 2, most = is_word ? mpz_class(base_ - 1) : mpz_class(half - 1),
                    least = is_word ? mpz_class(0) : mpz_class(-half);
    if (it.order == ir::For::Order::up_to) end += 1, ask_bounds({most - end});
    if (is_down) end -= 1, ask_bounds({end - least});
    if (it.invariant.empty()) {
        require(first.is_constant() && end.is_constant(), "a loop of unknown length has no invariant");
        // without one it is gone through turn by turn
        state_.frames.push_back({&it.body, it.body.size(), &it, first.constant(), end.constant()});
        return take_turn();
    }
    const Start start = this->start(it.invariant);
    state_.values[it.counter] = {first};
    show(it.invariant, start);
    // any turn
    for (int id : written)
        if (state_.values.contains(id)) state_.values[id] = any(id);
    const Polynomial at = fresh(), sign = is_down ? -1 : 1;
    const Polynomial done = sign * (at - first), left = sign * (end - at), all = sign * (end - first);
    learn_bound(done);
    learn_bound(all.is_constant() && all.constant() >= 0 ? left : done * left);
    state_.values[it.counter] = {at};
    assume(it.invariant, start);
    branch([&] {
        learn_bound(left - 1);
        state_.frames = {{&it.body}};
        state_.end = [&] {
            state_.values[it.counter] = {at + sign};
            show(it.invariant, start);
        };
        go_on();
    });
    learn_bound(Polynomial() - left);
    state_.values.erase(it.counter);
}

// Divsteps begin with eta = -1.
Walk::Start Walk::start(const ir::Invariant& invariant) {
    if (!invariant.steps) return {};
    require(invariant.steps->function->name == "divsteps" && invariant.steps->variables.size() == 3,
            "an invariant has steps of another function");
    Start result;
    for (const std::string& name : invariant.steps->variables) result.push_back(number(name));
    require(result[0] == -1, "divsteps begin with another eta");
    return result;
}

// The variables are the values of the first f and g after so many divsteps.
void Walk::add_steps(const ir::Invariant& invariant, const Start& start, Facts& facts) {
    if (!invariant.steps) return;
    const Polynomial count = translate(*invariant.steps->count);
    require(!count.is_constant() || count.constant() >= 0, "a number of steps is negative");
    require_natural(count);
    Start now = start;
    if (!count.is_zero()) std::ranges::copy(variables_.run({count, start[1], start[2]}), now.begin());
    for (size_t k = 0; k < now.size(); ++k)
        facts.push_back({Fact::Kind::zero, number(invariant.steps->variables[k]) - now[k]});
}

// The ranges first: a relation may need them where it raises to a power.
void Walk::assume(const ir::Invariant& invariant, const Start& start) {
    for (const ir::Relation& it : invariant.relations)
        if (!it.index.empty()) add_property(it);
    for (const ir::Bound& bound : invariant.ranges) add_bound(bound, false, state_.given);
    for (const ir::Relation& it : invariant.relations) {
        if (!it.index.empty()) continue;
        const Polynomial left = translate(*it.left);
        learn_zero(left - translate(*it.right));
    }
    add_steps(invariant, start, state_.given);
}

void Walk::show(const ir::Invariant& invariant, const Start& start) {
    Facts goals;
    for (const ir::Bound& bound : invariant.ranges) add_bound(bound, true, goals);
    for (const ir::Relation& it : invariant.relations) {
        if (!it.index.empty()) continue;
        const Polynomial left = translate(*it.left);
        goals.push_back({Fact::Kind::zero, left - translate(*it.right)});
    }
    add_steps(invariant, start, goals);
    ask(goals);
    for (const ir::Relation& it : invariant.relations) {
        if (it.index.empty()) continue;
        for_each(it, std::vector(array_of(it).writes), [&] { return said(it); });
    }
}

// The callee is known by its contract alone.
void Walk::run(const ir::Call& it) {
    const auto found = callees_.find(it.callee);
    if (found == callees_.end()) throw Unsupported("there is no " + it.callee + " before it");
    const Interface& callee = found->second;
    require(callee.word_bits == static_cast<int>(bits_), "words of another size");
    require(callee.contract.left != nullptr, "a contract without a relation");
    require(it.arguments.size() == callee.inputs.size() && it.results.size() == callee.outputs.size(),
            "a call with a wrong number of arguments or results");
    for (const auto* parameters : {&callee.inputs, &callee.outputs})
        for (const Interface::Parameter& parameter : *parameters)
            require(!parameter.representation.is_places(), "a call of a program on numbers in places");
    std::map<std::string, Named> given;
    const auto give = [&](const Interface::Parameter& it, const Polynomial& value) {
        require(given.emplace(it.name, Named{value, it.representation.is_signed()}).second,
                "two parameters have one name");
    };
    for (size_t i = 0; i < it.arguments.size(); ++i)
        give(callee.inputs[i], argument(it.arguments[i], callee.inputs[i]));
    for (size_t i = 0; i < it.arguments.size(); ++i) {
        if (callee.inputs[i].many != Many::run_time) continue;
        // as many words as the callee's length says
        require(given.contains(callee.length), "there is no length");
        const Polynomial words = count(std::get<ir::Place>(it.arguments[i]).variable);
        ask({{Fact::Kind::zero, words - given[callee.length].value}});
    }
    state_.callee_names = &given;
    const auto [factor, modulus] = form(callee.form);
    const auto is_element = [&](const Interface::Parameter& it) {
        return callee.form && it.kind == Kind::number && it.representation.type == "elem";
    };
    Facts goals;
    for (const Interface::Parameter& parameter : callee.inputs) {
        if (!is_element(parameter)) continue;
        Polynomial& value = given[parameter.name].value;
        goals.push_back({Fact::Kind::nonnegative, modulus - 1 - value});
        value = residue(value, factor, modulus);
    }
    for (const ir::Bound& bound : callee.contract.requires_) add_bound(bound, true, goals);
    for (const ir::Given& equal : callee.contract.givens) {
        const Polynomial left = number(equal.name);
        goals.push_back({Fact::Kind::zero, left - translate(*equal.value)});
    }
    ask(goals);
    std::vector<Polynomial> results;
    for (const Interface::Parameter& parameter : callee.outputs) {
        require(parameter.many == Many::one, "a result is an array");
        const Polynomial value = results.emplace_back(fresh());
        learn_kind(value, parameter.kind, parameter.representation, parameter.words);
        if (is_element(parameter)) learn_bound(modulus - 1 - value);
        give(parameter, is_element(parameter) ? residue(value, factor, modulus) : value);
    }
    const Polynomial left = translate(*callee.contract.left);
    learn_zero(left - translate(*callee.contract.right));
    for (const ir::Bound& bound : callee.contract.ensures) add_bound(bound, false, state_.given);
    state_.callee_names = nullptr;
    for (size_t i = 0; i < results.size(); ++i) {
        const Interface::Parameter& from = callee.outputs[i];
        const ir::Place& place = it.results[i];
        const ir::Variable& to = variable(place.variable);
        if (!has_entries(place.variable) && (place.element || place.limb_index)) {
            require(from.words == 1 && !has_digits(from), "a result of another size");
            write(place, converted(results[i], from.kind, Kind::word));
            continue;
        }
        require((!to.is_array() || to.kind == Kind::number) && to.words == from.words &&
                    radix_of(to) == radix_of(from),
                "a result of another size");
        write_number(place, {converted(results[i], from.kind, to.kind)});
    }
}

Polynomial Walk::argument(const ir::Call::Argument& argument, const Interface::Parameter& parameter) {
    require(parameter.many == Many::one || parameter.kind != Kind::number,
            "an argument is an array of numbers");
    const auto* scalar = std::get_if<ir::Scalar>(&argument);
    const bool is_read = scalar && scalar->kind() == ir::Scalar::Kind::read;
    if (scalar && !(is_read && has_entries(scalar->place().variable))) {
        require(parameter.words == 1 && parameter.many == Many::one && !has_digits(parameter),
                "an argument of another size");
        return converted(evaluate(*scalar), Kind::word, parameter.kind);
    }
    const ir::Place& place = scalar ? scalar->place() : std::get<ir::Place>(argument);
    const ir::Variable& from = variable(place.variable);
    const bool is_array = parameter.many != Many::one;
    if (has_entries(place.variable)) {
        require(!is_array && from.words == parameter.words && parameter.kind != Kind::byte &&
                    !has_digits(parameter),
                "an argument of another size");
        return converted(number_at(place).whole, from.kind, parameter.kind);
    }
    require(!place.element && !place.limb_index, "an argument is a digit");
    if (parameter.many == Many::run_time) {
        require(parameter.kind == Kind::word && from.kind != Kind::byte && from.kind != Kind::integer &&
                    !has_digits(from),
                "an argument is no array of words");
    } else {
        require(from.many == (is_array ? Many::fixed : Many::one) &&
                    (from.kind == Kind::byte) == (parameter.kind == Kind::byte) &&
                    from.words * from.count == parameter.words && radix_of(from) == radix_of(parameter),
                "an argument of another size");
    }
    return is_array ? whole(place.variable) : converted(whole(place.variable), from.kind, parameter.kind);
}

}  // namespace limbsmith::check
