#include "induction/path.hpp"
#include "spec/width.hpp"

namespace limbsmith::induction {
namespace {

using VariableKind = ir::Variable::Kind;
using ScalarKind = ir::Scalar::Kind;

constexpr int word_bits = 32, byte_bits = 8;

bool is_residue(const ir::Variable& it) {
    return it.kind == VariableKind::number && it.representation == repr::elem;
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
    if (it.kind == VariableKind::byte) return digit(whole(id), *index, byte_bits);
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
    if (place.limb_index && !place.element) return limb(place.variable, evaluate(*place.limb_index));
    if (place.limb_index) throw Unproved("a limb of " + variable(place.variable).name);
    return read(place.variable, place.element ? std::optional(evaluate(*place.element)) : std::nullopt);
}

void Path::write(const ir::Place& place, Value value) {
    if (place.limb_index && !place.element) {
        if (variable(place.variable).representation.is_digits()) throw Unproved("digits by words");
        const Integer index = evaluate(*place.limb_index);
        const Integer before = limb(place.variable, index);  // which has the index
        values_[place.variable] =
            known_.reduced(whole(place.variable) +
                           known_.exp2(index.times(word_bits)) * (std::get<Integer>(value) - before));
    } else if (place.limb_index) {
        throw Unproved("a limb of " + variable(place.variable).name);
    } else if (place.element && variable(place.variable).kind == VariableKind::byte) {
        const Integer index = evaluate(*place.element);
        check_index(place.variable, index);
        const Integer all = whole(place.variable), before = digit(all, index, byte_bits);
        const Integer byte = known_.remainder(std::get<Integer>(value), mpz_class(1 << byte_bits));
        values_[place.variable] = known_.reduced(all + known_.exp2(index.times(byte_bits)) * (byte - before));
    } else if (place.element) {
        const Integer index = evaluate(*place.element);
        check_index(place.variable, index);
        writes_[place.variable].emplace_back(index, std::move(value));
    } else {
        values_[place.variable] = std::move(value);
    }
}

// The number in a variable. What was not written yet is any number.
Integer Path::whole(int id) {
    if (!values_.contains(id)) values_[id] = any_value(id);
    const auto* number = std::get_if<Integer>(&values_[id]);
    if (!number) throw Unproved("the words of " + variable(id).name);
    return *number;
}

Integer Path::digit(const Integer& number, const Integer& index, int bits) {
    return known_.remainder(known_.quotient(number, known_.exp2(index.times(bits))),
                            mpz_class(mpz_class(1) << bits));
}

Integer Path::limb(int id, const Integer& index) {
    const ir::Variable& it = variable(id);
    if (it.representation.is_digits() && index.is_zero()) {  // the lowest digit, at the top of its word
        const mpz_class unit = mpz_class(1) << (word_bits - digit_bits), radix = mpz_class(1) << digit_bits;
        return known_.remainder(whole(id), radix).times(unit);
    }
    if (it.is_array() || it.representation.is_digits()) throw Unproved("a limb of " + it.name);
    if (!known_.is_not_negative(index) || !known_.is_not_negative(Integer(it.words) - index - 1))
        throw Unproved("whether " + it.name + " has a limb " + index.text());
    return digit(whole(id), index, word_bits);
}

// A new symbol within the range of the variable.
Integer Path::any_value(int id) {
    const ir::Variable& it = variable(id);
    const Integer value = fresh(it.name);
    within(value, it.kind, it.representation, it.is_array() ? it.count : it.words);
    return value;
}

void Path::within(const Integer& value, VariableKind kind, const ir::Representation& representation,
                  int words) {
    const auto power = [](long bits) { return Integer(mpz_class(mpz_class(1) << bits)); };
    if (representation.is_signed() || kind == VariableKind::integer) {
        const Integer half = power(word_bits * long{words} - 1);
        known_.not_negative(value + half);
        known_.not_negative(half - value - 1);
        return;
    }
    known_.not_negative(value);
    known_.not_negative(power((kind == VariableKind::byte ? byte_bits : word_bits) * long{words}) - value -
                        1);
}

// Indices with a constant part are led back to those without.
Value Path::element_of_sequence(const ir::Sequence& sequence, const Integer& index) {
    if (known_.is_zero(index)) return evaluation().residue(*sequence.first);
    if (index.constant_term() >= 1) return evaluation({{sequence.index, index - 1}}).residue(*sequence.next);
    const std::string name = element_name(sequence.name, index);
    known_.unit(name);
    return Monomial::atom(name);
}

bool Path::has_another(const std::string& name) const {
    return std::ranges::any_of(routine_.variables,
                               [&](const ir::Variable& it) { return it.name == name && !it.is_member(); });
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
        if (it.name != name || (it.is_member() && has_another(name))) continue;
        // the number that the words of an array make
        if (it.is_array() && it.kind == VariableKind::word && !index) return Integer::symbol(name);
        if (it.is_array() && it.kind == VariableKind::byte && !index) return whole(static_cast<int>(id));
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

// x & y and x | y where one of them is a mask 2^k - 1; as an integer it may be -1 for 2^32 - 1.
std::optional<Integer> Path::bits_by_mask(ScalarKind kind, const Integer& x, const Integer& y) {
    if (kind != ScalarKind::bit_and && kind != ScalarKind::bit_or) return std::nullopt;
    for (const auto& [mask, other] : {std::pair{y, x}, std::pair{x, y}}) {
        if (!mask.is_constant() || !known_.is_not_negative(other)) continue;
        const mpz_class all = (mpz_class(1) << word_bits) - 1;
        const mpz_class bits =
            mask.constant() < 0 ? mpz_class(mask.constant().get_num() + all + 1) : mask.constant().get_num();
        if (kind == ScalarKind::bit_or && bits == all) return Integer(all);
        if (kind == ScalarKind::bit_and && (bits & (bits + 1)) == 0)
            return bits == all ? other : known_.remainder(other, mpz_class(bits + 1));
    }
    return std::nullopt;
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
    if (const auto known_bits = bits_by_mask(kind, x, y)) return *known_bits;
    const bool are_natural = known_.is_not_negative(x) && known_.is_not_negative(y);
    switch (kind) {
        case ScalarKind::add: return in_range(x + y);
        case ScalarKind::sub: return in_range(x - y);
        case ScalarKind::mul: return in_range(x * y);
        case ScalarKind::div:
        case ScalarKind::mod:
            if (are_natural && y.is_constant() && y.constant() > 0)
                return kind == ScalarKind::div ? known_.quotient(x, y) : known_.remainder(x, y);
            break;
        case ScalarKind::bit_or:
            if (are_natural) return known_.either(x, y);
            break;
        case ScalarKind::shl:
            if (are_natural && known_.is_not_negative(Integer(word_bits) - y - 1))
                return in_range(x * known_.exp2(y));
            break;
        case ScalarKind::shr:
            if (are_natural && known_.is_not_negative(Integer(word_bits) - y - 1))
                return known_.quotient(x, known_.exp2(y));
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

}  // namespace limbsmith::induction
