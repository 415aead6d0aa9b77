#include "induction/path.hpp"

namespace limbsmith::proof {
namespace {

using VariableKind = ir::Variable::Kind;
using ScalarKind = ir::Scalar::Kind;

constexpr int word_bits = 32;

bool is_residue(const ir::Variable& it) {
    return it.kind == VariableKind::number &&
           (it.representation == repr::elem || it.representation == repr::plain);
}

std::string element_name(const std::string& name, const Integer& index) {
    return name + "[" + index.text() + "]";
}

}  // namespace

Value Path::read(int id, const std::optional<Integer>& index) {
    const ir::Variable& it = variable(id);
    if (!index) {
        const auto found = values_.find(id);
        if (found == values_.end()) throw Unproved("the value of " + it.name);
        return found->second;
    }
    check_index(id, *index);
    const std::vector<std::pair<Integer, Value>>& writes = writes_[id];
    for (size_t k = writes.size(); k-- > 0;) {
        const Integer difference = *index - writes[k].first;
        if (known_.is_zero(difference)) return writes[k].second;
        const bool is_other =
            known_.is_not_negative(difference - 1) || known_.is_not_negative(difference.times(-1) - 1);
        if (!is_other) throw Unproved("whether " + element_name(it.name, *index) + " was written");
    }
    for (const Family& family : families_[id]) {
        if (known_.is_not_negative(*index - family.from) && known_.is_not_negative(family.below - *index - 1))
            return evaluation({{family.index, *index}}).residue(*family.value);
    }
    if (it.role == ir::Variable::Role::input && is_residue(it))
        return Monomial::atom(element_name(it.name, *index));
    throw Unproved("the value of " + element_name(it.name, *index));
}

void Path::check_index(int id, const Integer& index) {
    const ir::Variable& it = variable(id);
    const bool is_fixed = it.many == ir::Variable::Many::fixed;
    const Integer count = is_fixed ? Integer(it.count) : Integer::symbol(routine_.length);
    if (!known_.is_not_negative(index) || !known_.is_not_negative(count - index - 1))
        throw Unproved("whether " + element_name(it.name, index) + " exists");
}

Value Path::read(const ir::Place& place) {
    if (place.limb_index) throw Unproved("a limb of " + variable(place.variable).name);
    return read(place.variable, place.element ? std::optional(evaluate(*place.element)) : std::nullopt);
}

void Path::write(const ir::Place& place, Value value) {
    if (place.limb_index) throw Unproved("a limb of " + variable(place.variable).name);
    if (place.element) {
        const Integer index = evaluate(*place.element);
        check_index(place.variable, index);
        writes_[place.variable].emplace_back(index, std::move(value));
    } else {
        values_[place.variable] = std::move(value);
    }
}

// Indices with a constant part are led back to those without.
Value Path::element_of_sequence(const ir::Sequence& sequence, const Integer& index) {
    if (known_.is_zero(index)) return evaluation().residue(*sequence.first);
    if (index.constant_term() >= 1) return evaluation({{sequence.index, index - 1}}).residue(*sequence.next);
    const std::string name = element_name(sequence.name, index);
    known_.unit(name);
    return Monomial::atom(name);
}

Value Path::named(const std::string& name, const std::optional<Integer>& index,
                  const std::map<std::string, Integer>& bound) {
    if (const auto found = bound.find(name); found != bound.end() && !index) return found->second;
    if (const auto found = counters_.find(name); found != counters_.end()) return read(found->second, index);
    for (const ir::Sequence& it : routine_.sequences) {
        if (it.name == name && index) return element_of_sequence(it, *index);
    }
    for (size_t id = 0; id < routine_.variables.size(); ++id) {
        const ir::Variable& it = variable(static_cast<int>(id));
        if (it.name != name || it.is_member()) continue;
        // the number that the words of an array make
        if (it.is_array() && it.kind == VariableKind::word && !index) return Integer::symbol(name);
        return read(static_cast<int>(id), index);
    }
    throw Unproved("the name " + name);
}

Evaluation Path::evaluation(std::map<std::string, Integer> bound) {
    return Evaluation(
        known_, modulus_,
        [this, bound = std::move(bound)](const std::string& name, const std::optional<Integer>& index) {
            return named(name, index, bound);
        });
}

Integer Path::in_range(Integer value) {
    const Integer half = mpz_class(mpz_class(1) << (word_bits - 1)),
                  all = mpz_class(mpz_class(1) << word_bits);
    const bool is_whole = known_.is_not_negative(value + half) && known_.is_not_negative(all - value - 1);
    return is_whole ? value : fresh("wrapped");
}

Integer Path::evaluate(const ir::Scalar& scalar) {
    const ScalarKind kind = scalar.kind();
    if (kind == ScalarKind::constant) return mpz_class(scalar.number());
    if (kind == ScalarKind::read) {
        const ir::Place& place = scalar.place();
        const Value value = read(place);
        if (const auto* number = std::get_if<Integer>(&value)) return *number;
        throw Unproved(variable(place.variable).name + " as a word");
    }
    // (e[j] >> shift) & (2^count - 1), the digits of a number in the words of an array
    if (kind == ScalarKind::bit_and && scalar.right().is_constant() &&
        scalar.left().kind() == ScalarKind::shr && scalar.left().left().kind() == ScalarKind::read) {
        const ir::Place& place = scalar.left().left().place();
        const ir::Variable& it = variable(place.variable);
        const uint32_t mask = scalar.right().number();
        const int count = static_cast<int>(mpz_scan0(mpz_class(mask).get_mpz_t(), 0));
        const bool is_input =
            it.role == ir::Variable::Role::input && it.is_array() && it.kind == VariableKind::word;
        if (is_input && (mask & (mask + 1)) == 0 && place.element) {
            const Integer shift = evaluate(scalar.left().right()), word = evaluate(*place.element);
            const Integer room = Integer(word_bits) - shift - count;
            if (!known_.is_not_negative(shift) || !known_.is_not_negative(room) ||
                !known_.is_not_negative(word))
                throw Unproved("bits " + shift.text() + " of a word");
            check_index(place.variable, word);
            return known_.bits(it.name, word * Integer(word_bits) + shift, count);
        }
    }
    if (kind == ScalarKind::select)
        return evaluate(known_.decide_zero(evaluate(scalar.other())) ? scalar.right() : scalar.left());
    const Integer x = evaluate(scalar.left()), y = evaluate(scalar.right());
    const bool are_natural = known_.is_not_negative(x) && known_.is_not_negative(y);
    switch (kind) {
        case ScalarKind::add: return in_range(x + y);
        case ScalarKind::sub: return in_range(x - y);
        case ScalarKind::mul: return in_range(x * y);
        case ScalarKind::div:
        case ScalarKind::mod:
            if (are_natural && y.is_constant() && y.constant() > 0) {
                const Integer quotient = Integer::symbol("floor((" + x.text() + ")/" + y.text() + ")");
                const Integer rest = x - quotient * y;
                known_.not_negative(quotient), known_.not_negative(rest), known_.not_negative(y - rest - 1);
                return kind == ScalarKind::div ? quotient : rest;
            }
            break;
        case ScalarKind::equal:
            if (are_natural) return known_.decide_zero(x - y) ? 1 : 0;
            break;
        case ScalarKind::not_equal:
            if (are_natural) return known_.decide_zero(x - y) ? 0 : 1;
            break;
        case ScalarKind::less:
            if (are_natural) return known_.decide_less(x, y) ? 1 : 0;
            break;
        default: break;
    }
    return fresh("word");
}

}  // namespace limbsmith::proof
