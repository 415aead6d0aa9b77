// The values of a routine: numbers and their digits, residues, and the words that it computes between its calls.
#include <algorithm>

#include "check/budget.hpp"
#include "check/walk.hpp"

namespace limbsmith::check {

mpz_class Walk::size(Kind kind, int count) const {
    return power_of_two((kind == Kind::byte ? 8 : bits_) * static_cast<unsigned long>(count));
}

void Walk::learn_kind(const Polynomial& value, Kind kind, const ir::Representation& form, int count) {
    if (kind == Kind::number && form.is_digits()) return;
    const mpz_class below = size(kind, count), half = below / 2;
    if (kind != Kind::integer) return learn_range(value, below);
    learn_bound(value + half);
    learn_bound(Polynomial(half) - 1 - value);
}

void Walk::learn_kind(const Polynomial& value, int id) {
    const ir::Variable& it = variable(id);
    learn_kind(value, it.kind, it.representation, it.words * (it.is_array() ? it.count : 1));
}

bool Walk::is_word(int id) const {
    const ir::Variable& it = variable(id);
    return it.words == 1 && !it.is_array() && !has_digits(it);
}

bool Walk::is_element(int id) const {
    const ir::Variable& it = variable(id);
    return routine_.form && it.kind == Kind::number && it.representation.type == "elem";
}

// Any value that the variable may have.
Walk::Value Walk::any(int id) {
    if (has_entries(id)) {
        state_.functions.emplace_back();
        return {.whole = 0, .function = state_.functions.size() - 1};
    }
    const Polynomial value = fresh();
    learn_kind(value, id);
    if (is_element(id)) learn_bound(modulus_ - 1 - value);
    return {value};
}

Polynomial Walk::count(int id) {
    const ir::Variable& it = variable(id);
    using Many = ir::Variable::Many;
    if (it.many == Many::run_time || it.many == Many::strided) return named(routine_.length).value;
    return Polynomial((has_entries(id) ? 1 : it.words) * (it.is_array() ? it.count : 1));
}

// The factor and the modulus of elements.
std::pair<Polynomial, Polynomial> Walk::form(const std::optional<ir::Form>& form) {
    if (!form) return {1, 0};
    const Polynomial factor = translate(*form->factor), modulus = translate(*form->modulus);
    if (factor == 1) return {factor, modulus};
    require(factor.is_constant() && is_size(factor.constant()), "a factor other than a power of two");
    return {factor, modulus};
}

Polynomial Walk::residue(const Polynomial& number, const Polynomial& factor, const Polynomial& modulus) {
    if (factor == 1) return number;
    Budget::spend(8 * state_.residues.size());
    for (const Residue& it : state_.residues)
        if (it.number == number && it.factor == factor && it.modulus == modulus) return it.residue;
    // an odd modulus above 0: the factor has an inverse
    ask_bounds({modulus - 1, low(modulus, 2) - 1});
    const Polynomial value = hidden(modulus), quotient = fresh();
    learn_zero(factor * value - number - modulus * quotient);
    state_.residues.push_back({number, factor, modulus, value});
    return value;
}

Walk::Named Walk::stands_for(const std::string& name) {
    if (!state_.callee_names) return named(name);
    const auto value = state_.callee_names->find(name);
    if (value == state_.callee_names->end()) throw Unsupported("the contract of the callee names " + name);
    return value->second;
}

int Walk::id_of(const std::string& name) const {
    require(!state_.callee_names, "the contract of the callee names an entry");
    Budget::spend(routine_.variables.size());
    std::optional<int> found;
    for (int id = 0; id < static_cast<int>(routine_.variables.size()); ++id) {
        if (variable(id).name != name || !state_.values.contains(id)) continue;
        if (state_.is_contract && !variable(id).is_parameter()) continue;
        require(!found, "two variables have one name");
        found = id;
    }
    if (!found) throw Unsupported("there is no value of " + name);
    return *found;
}

Walk::Named Walk::named(const std::string& name) {
    if (state_.index && state_.index->first == name && !name.empty()) return {state_.index->second};
    const int id = id_of(name);
    if (state_.index && has_entries(id)) return {entry(name, state_.index->second)};
    const Polynomial value = whole(id);
    if (is_element(id)) return {residue(value, factor_, modulus_)};
    return {value, has_digits(variable(id))};
}

Polynomial Walk::signed_of(const Polynomial& word) {
    const mpz_class half = base_ / 2;
    if (word.is_constant()) return word.constant() < half ? word : word - base_;
    return word - base_ * is_less(Polynomial(half) - 1, word);
}

Polynomial Walk::word_of(const Polynomial& integer) {
    if (integer.is_constant()) return integer.constant() >= 0 ? integer : integer + base_;
    return integer + base_ * is_less(integer, 0);
}

Polynomial Walk::converted(const Polynomial& value, Kind from, Kind to) {
    if ((from == Kind::integer) == (to == Kind::integer)) return value;
    return to == Kind::integer ? signed_of(value) : word_of(value);
}

Polynomial Walk::sum_of(const Value& value, const mpz_class& radix) {
    if (value.digits.empty()) return value.whole;
    Polynomial sum;
    mpz_class weight = 1;
    for (const Polynomial& digit : value.digits) sum += weight * digit, weight *= radix;
    return sum;
}

Polynomial Walk::whole(int id) const {
    const auto found = state_.values.find(id);
    if (found == state_.values.end()) throw Unsupported(variable(id).name + " is read before it is written");
    require(!has_entries(id), "an array of numbers is no number");
    return sum_of(found->second, radix(id));
}

Polynomial Walk::index_of(const ir::Place& place) {
    const ir::Variable& it = variable(place.variable);
    require(!(place.element && place.limb_index), "a limb of an element");
    require(place.element ? it.is_array() && !has_entries(place.variable)
                          : it.kind == Kind::number && !it.is_array(),
            "there are no such digits");
    return evaluate(place.element ? *place.element : *place.limb_index);
}

// A constant index takes a number apart. Else number = power·(radix·high + digit) + low.
Walk::Digit Walk::digit(int id, const Polynomial& index) {
    const Polynomial count = this->count(id);
    const mpz_class radix = this->radix(id);
    if (!state_.values.contains(id)) state_.values[id] = any(id);  // whatever was there
    ask_bounds({index, count - 1 - index});
    Value& value = state_.values[id];
    if (index.is_constant() && count.is_constant()) {
        if (value.digits.empty()) {
            const Polynomial before = value.whole;
            for (mpz_class k = 0; k < count.constant(); ++k) value.digits.push_back(hidden(radix));
            learn_zero(before - whole(id));
        }
        require(index.constant() >= 0 && index.constant() < count.constant(), "there is no such digit");
        const size_t at = index.constant().get_ui();
        return {at, 0, value.digits.at(at)};
    }
    const Polynomial before = whole(id);
    const mpz_class bits = variable(id).kind == Kind::byte ? 8 : bits_;
    const Polynomial power = power_of_two_to(bits * index);
    return {std::nullopt, power, quotient_of(quotient_of(before, power).quotient, radix).rest};
}

// A word.
Polynomial Walk::read(const ir::Place& place) {
    const int id = place.variable;
    if (place.element || place.limb_index) {
        const Polynomial index = index_of(place);
        require(state_.values.contains(id), "a number is read before it is written");
        if (has_digits(variable(id))) {
            // the digit modulo 2^radix, at the top of its word
            require(index.is_zero(), "a digit other than the first of a number in signed digits");
            const auto radix = static_cast<unsigned long>(radix_of(variable(id)));
            return power_of_two(bits_ - radix) * low(whole(id), power_of_two(radix));
        }
        return digit(id, index).digit;
    }
    require(is_word(id), "a number is read as a word");
    return converted(whole(id), variable(id).kind, Kind::word);
}

void Walk::write(const ir::Place& place, const Polynomial& word) {
    const int id = place.variable;
    if (!place.element && !place.limb_index) {
        require(is_word(id), "a word is written as a number");
        return write_whole(id, {converted(word, Kind::word, variable(id).kind)});
    }
    require(!is_element(id) && !has_digits(variable(id)),
            "a digit of an element or a signed number is written");
    const bool is_byte = variable(id).kind == Kind::byte;
    const Polynomial value = is_byte ? low(word, 256) : word;
    const Digit before = digit(id, index_of(place));
    require(variable(id).role != ir::Variable::Role::input, "an input is written");
    if (before.index) return void(state_.values[id].digits[*before.index] = value);
    const Polynomial after = whole(id) + before.power * (value - before.digit);
    learn_kind(after, id);
    state_.values[id] = {after};
}

void Walk::write_whole(int id, Value value) {
    require(variable(id).role != ir::Variable::Role::input, "an input is written");
    state_.values[id] = std::move(value);
    if (is_element(id)) ask_bounds({modulus_ - 1 - whole(id)});
}

// The rest by a power of two.
Polynomial Walk::low(const Polynomial& value, const mpz_class& size) {
    if (!value.is_constant()) return divide(value, size).rest;
    mpz_class rest;
    mpz_fdiv_r(rest.get_mpz_t(), value.constant().get_mpz_t(), size.get_mpz_t());
    return rest;
}

// The common bits of two words.
Polynomial Walk::common_of(const Polynomial& x, const Polynomial& y) {
    for (const auto& [mask, other] : {std::pair{y, x}, std::pair{x, y}})
        if (mask.is_constant() && is_size(mask.constant() + 1)) return low(other, mask.constant() + 1);
    return bits_of_both(x, y);
}

Polynomial Walk::common_of_integers(const ir::Expr&, const Polynomial& x, const Polynomial& y) {
    return variables_.common(x, y);
}

// A matrix as a whole: entries are at most 2^count.
Polynomial Walk::divsteps(uint64_t count, Polynomial eta, Polynomial f, Polynomial g) {
    const auto matrix = variables_.matrix({count, std::move(eta), std::move(f), std::move(g)});
    for (size_t k = 0; k < 4; ++k) {
        learn_bound(power_of_two(count) - matrix[k]);
        learn_bound(power_of_two(count) + matrix[k]);
    }
    return packed({matrix.begin(), matrix.end()});
}

Polynomial Walk::evaluate(const ir::Scalar& scalar) {
    using Scalar = ir::Scalar::Kind;
    if (scalar.kind() == Scalar::constant) {
        require(scalar.number() < base_, "a constant is not a word");
        return mpz_class(scalar.number());
    }
    if (scalar.kind() == Scalar::read) return read(scalar.place());
    require(scalar.kind() != Scalar::lane, "a routine of several lanes");
    const Polynomial x = evaluate(scalar.left()), y = evaluate(scalar.right());
    const auto word = [&](const Polynomial& value) { return low(value, base_); };
    const auto power = [&] {
        ask_bounds({bits_ - 1 - y});
        return power_of_two_to(y);
    };
    switch (scalar.kind()) {
        case Scalar::add: return word(x + y);
        case Scalar::sub: return word(x - y);
        case Scalar::mul: return word(x * y);
        case Scalar::div:
        case Scalar::mod: {
            ask_bounds({y - 1});
            const auto [quotient, rest] = quotient_of(x, y);
            return scalar.kind() == Scalar::div ? quotient : rest;
        }
        case Scalar::bit_and: return common_of(x, y);
        case Scalar::bit_or: return x + y - common_of(x, y);
        case Scalar::bit_xor: return x + y - 2 * common_of(x, y);
        case Scalar::shl: return word(x * power());
        case Scalar::shr: return quotient_of(x, power()).quotient;
        case Scalar::equal: return is_zero(x - y);
        case Scalar::not_equal: return 1 - is_zero(x - y);
        case Scalar::less: return is_less(x, y);
        case Scalar::select: {
            const Polynomial condition = evaluate(scalar.other());
            return x + is_zero(condition) * (y - x);
        }
        default: throw Unsupported("no such word");
    }
}

// x = y·quotient + rest for x >= 0 and y >= 1.
Expressions::Division Walk::quotient_of(const Polynomial& x, const Polynomial& y) {
    require(!y.is_constant() || y.constant() >= 1, "a division by a constant below 1");
    if (x.is_constant() && y.is_constant()) {
        require(x.constant() >= 0, "a division of a constant below 0");
        return {mpz_class(x.constant() / y.constant()), mpz_class(x.constant() % y.constant())};
    }
    return once('q', x, y, [&] {
        const Polynomial quotient = fresh(), rest = hidden(y);
        learn_bound(quotient);
        learn_zero(x - y * quotient - rest);
        return Division{quotient, rest};
    });
}

}  // namespace limbsmith::check
