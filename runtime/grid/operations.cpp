#include "grid/operations.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "limbsmith/grid/division.hpp"
#include "limbsmith/grid/modular.hpp"
#include "limbsmith/grid/square_root.hpp"

namespace limbsmith::grid {
namespace {

constexpr uint32_t most_words_of_division = most_words - 8;

using Operands = std::vector<Numbers>;

uint32_t whole_words(uint32_t bits) { return (bits + 31) / 32 * 32; }
uint32_t one_more(uint32_t bits) { return bits + 1; }
uint32_t twice(uint32_t bits) { return 2 * bits; }
uint32_t half(uint32_t bits) { return (bits + 1) / 2; }
uint32_t one(uint32_t) { return 1; }

// Distances of shifts: those beyond all words are all the same.
Numbers distances(Arithmetic& arithmetic, const Numbers& n) {
    std::vector<uint32_t> all = arithmetic.words(n), made(n.count);
    for (uint32_t k = 0; k < n.count; ++k) {
        const auto* words = all.data() + size_t{k} * n.length;
        const bool is_far = std::any_of(words + 1, words + n.length, [](uint32_t word) { return word != 0; });
        made[k] = is_far ? 1u << 31 : std::min(words[0], 1u << 31);
    }
    return arithmetic.numbers(made, 1);
}

// Which numbers are 0: a word for each, 1 or 0. Waits for them, since most often there is none.
struct Zeros {
    Numbers are;
    bool is_any;

    Zeros(Arithmetic& on, const Numbers& of) : are(on.make(1, of.count)) {
        const Numbers rest = on.make(of.length, of.count);
        on.subtract(rest, on.zero(), of, of.count, {{}, are.view()});  // 0 - x has no borrow
        const std::vector<uint32_t> flags = on.words(are);
        is_any = std::ranges::find(flags, 1u) != flags.end();
    }
    // The numbers, with 1 in place of 0, which others can be divided by.
    Numbers replaced(Arithmetic& on, const Numbers& of) const {
        Numbers made = on.make(of.length, of.count);
        on.add(made, of, are, of.count);
        return made;
    }
    // Only for them.
    Arithmetic::Options only() const { return {are.view(), {}}; }
};

void quotients(Arithmetic& on, const View& r, const Operands& of) {
    const uint32_t words = of[0].length, count = of[0].count;
    const View q = r.low(words), rest = r.from(words);
    const Zeros zeros(on, of[1]);
    if (!zeros.is_any) return divide(on, q, rest, of[0], of[1].view(), count);
    divide(on, q, rest, of[0], zeros.replaced(on, of[1]).view(), count);
    // a/1 = a becomes -1, and a mod 1 = 0 becomes a
    on.subtract(q, q, of[0], count, zeros.only());
    on.subtract(q, q, on.one(), count, zeros.only());
    on.add(rest, rest, of[0], count, zeros.only());
}

void residues_of_products(Arithmetic& on, const View& r, const Operands& of) {
    const uint32_t words = of[0].length, count = of[0].count;
    const Numbers product = on.make(2 * words, count), quotient = on.make(2 * words, count);
    on.multiply(product, of[0], of[1], count);
    const Zeros zeros(on, of[2]);
    if (!zeros.is_any) return divide(on, quotient, r, product, of[2].view(), count);
    divide(on, quotient, r, product, zeros.replaced(on, of[2]).view(), count);
    on.add(r, r, product.view().low(words), count, zeros.only());  // to 0, the residue modulo 1
}

// r = a^e modulo 2^(32·words)
void low_power(Arithmetic& arithmetic, const View& r, const View& a, std::span<const uint32_t> exponent,
               uint32_t count) {
    Numbers power = arithmetic.make(r.length, count), product = arithmetic.make(r.length, count);
    arithmetic.copy(power, arithmetic.one(), count);
    const auto multiply_by = [&](const View& factor) {
        arithmetic.multiply(product, power, factor, count);
        std::swap(product, power);
    };
    for (size_t bit = 32 * exponent.size(); bit-- > 0;) {
        multiply_by(power);
        if ((exponent[bit / 32] >> (bit % 32) & 1) != 0) multiply_by(a);
    }
    arithmetic.copy(r, power, count);
}

// r = a^e mod m for the numbers from `first` on, which have the same e and m: by Montgomery products if m is odd, else
// by divisions.
void power(Arithmetic& arithmetic, const View& r, const View& a, const View& m,
           std::span<const uint32_t> exponent, uint32_t count, bool is_odd) {
    const uint32_t words = m.length;
    if (is_odd) {
        const Modulus modulus(arithmetic, m);
        const Numbers value = modulus.make(count), rest = arithmetic.make(words, count);
        divide(arithmetic, arithmetic.make(a.length, count), rest, a, m, count);
        modulus.enter(value, rest, count);
        modulus.power(value, value, exponent, count);
        return modulus.leave(r, value, count);
    }
    const Divisor by = divisor(arithmetic, m, 1, 2 * words);
    const Numbers product = arithmetic.make(2 * words, count), quotient = arithmetic.make(2 * words, count),
                  power = arithmetic.make(words, count);
    arithmetic.copy(product, arithmetic.one(), count);
    divide(arithmetic, quotient, power, product, by, count);
    for (size_t bit = 32 * exponent.size(); bit-- > 0;) {
        arithmetic.multiply(product, power, power, count);
        divide(arithmetic, quotient, power, product, by, count);
        if ((exponent[bit / 32] >> (bit % 32) & 1) == 0) continue;
        arithmetic.multiply(product, power, a, count);
        divide(arithmetic, quotient, power, product, by, count);
    }
    arithmetic.copy(r, power, count);
}

void powers(Arithmetic& arithmetic, const View& r, const Operands& of) {
    const uint32_t words = of[0].length, count = of[0].count;
    const std::vector<uint32_t> exponents = arithmetic.words(of[1]), moduli = arithmetic.words(of[2]);
    const auto own = [&](const std::vector<uint32_t>& all, uint32_t k) {
        return std::span(all).subspan(size_t{k} * words, words);
    };
    const auto is_same = [&](uint32_t i, uint32_t j) {
        return std::ranges::equal(own(exponents, i), own(exponents, j)) &&
               std::ranges::equal(own(moduli, i), own(moduli, j));
    };
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && is_same(first, end);) ++end;
        const auto at = [&](const View& view) {
            return View{view.words + first * view.stride, view.stride, view.length};
        };
        std::span<const uint32_t> exponent = own(exponents, first);
        while (!exponent.empty() && exponent.back() == 0) exponent = exponent.first(exponent.size() - 1);
        View m = at(of[2]);
        m.stride = 0;
        const std::span<const uint32_t> modulus = own(moduli, first);
        const bool is_word = std::ranges::all_of(modulus.subspan(1), [](uint32_t word) { return word == 0; });
        if (is_word && modulus[0] == 0)
            low_power(arithmetic, at(r), at(of[0]), exponent, end - first);
        else if (is_word && modulus[0] == 1)
            arithmetic.copy(at(r), arithmetic.zero(), end - first);
        else
            power(arithmetic, at(r), at(of[0]), m, exponent, end - first, own(moduli, first)[0] % 2 == 1);
    }
}

// Computes an operation by those of which it is composed. All numbers have as many words as the operands.
class Composition : public Composer {
  public:
    Composition(Arithmetic& on, const Operands& operands)
        : on_(on), words_(operands[0].length), count_(operands[0].count), all_(operands) {}

    Handle number(int value) override {
        const Numbers made = on_.make(words_, count_);
        const Numbers magnitude = on_.numbers(std::array{static_cast<uint32_t>(std::abs(value))}, 1);
        const View all{magnitude.view().words, 0, 1};
        value < 0 ? on_.subtract(made, on_.zero(), all, count_) : on_.add(made, on_.zero(), all, count_);
        return add(made);
    }
    Handle apply(std::string_view name, std::span<const Handle> handles) override {
        const Operation* found = find_operation(name);
        if (!found) throw std::logic_error("a composed operation takes " + std::string(name));
        Operands operands;
        for (const Handle handle : handles) operands.push_back(all_[handle]);
        const Numbers result = on_.make(found->result_words(words_), count_), made = on_.make(words_, count_);
        found->on_machine(on_, result, operands);
        on_.copy(made, result.view().low(std::min(words_, result.length)), count_);
        return add(made);
    }
    const Numbers& operator[](Handle handle) const { return all_[handle]; }

  private:
    Handle add(const Numbers& made) {
        all_.push_back(made);
        return all_.size() - 1;
    }

    Arithmetic& on_;
    uint32_t words_, count_;
    Operands all_;  // the operands first
};

template <Arithmetic::Truth truth>
void logic(Arithmetic& on, const View& r, const Operands& of) {
    on.logic(r, of[0], of.back(), of[0].count, truth);
}

std::vector<Operation> own() {
    return {
        {"add", one_more,
         [](Arithmetic& on, const View& r, const Operands& of) { on.add(r, of[0], of[1], of[0].count); }},
        {"sub", whole_words,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.subtract(r, of[0], of[1], of[0].count);
         }},
        {"mul", twice,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.multiply(r, of[0], of[1], of[0].count);
         }},
        {"sqr", twice,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.multiply(r, of[0], of[0], of[0].count);
         }},
        {"mul_lo", whole_words,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.multiply(r, of[0], of[1], of[0].count);
         }},
        {"mul_hi", whole_words,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.multiply(r, of[0], of[1], of[0].count, of[0].length);
         }},
        {"divrem", whole_words, quotients, most_words_of_division},
        {"sqrt", half,
         [](Arithmetic& on, const View& r, const Operands& of) { square_root(on, r, of[0], of[0].count); }},
        {"mul_mod", whole_words, residues_of_products, most_words_of_division},
        {"pow_mod", whole_words, powers, most_words_of_division},
        {"shl", whole_words,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.shift_left(r, of[0], distances(on, of[1]), of[0].count);
         }},
        {"shr", whole_words,
         [](Arithmetic& on, const View& r, const Operands& of) {
             on.shift_right(r, of[0], distances(on, of[1]), of[0].count);
         }},
        {"lt", one,
         [](Arithmetic& on, const View& r, const Operands& of) {
             const uint32_t count = of[0].count;
             const Numbers rest = on.make(of[0].length, count), reaches = on.make(1, count);
             on.subtract(rest, of[0], of[1], count, {{}, reaches.view()});
             on.subtract(r, on.one(), reaches, count);
         }},
        {"eq", one,
         [](Arithmetic& on, const View& r, const Operands& of) {
             const uint32_t count = of[0].count;
             const Numbers rest = on.make(of[0].length, count), reaches = on.make(1, count);
             on.subtract(rest, of[0], of[1], count);
             on.subtract(rest, on.zero(), rest, count, {{}, reaches.view()});  // 0 - 0 has no borrow
             on.copy(r, reaches, count);
         }},
        {"bit_length", one,
         [](Arithmetic& on, const View& r, const Operands& of) {
             const Numbers up = on.make(1, of[0].count);
             on.bit_length(r, up, of[0], of[0].count);
         }},
        {"and_", whole_words, logic<Arithmetic::Truth{.both = true}>},
        {"or_", whole_words, logic<Arithmetic::Truth{.both = true, .only_a = true, .only_b = true}>},
        {"xor_", whole_words, logic<Arithmetic::Truth{.only_a = true, .only_b = true}>},
        {"not_", whole_words, logic<Arithmetic::Truth{.neither = true}>},
    };
}

std::vector<Operation> with_composed(std::vector<Operation> all) {
    for (const limbsmith::Operation& row : NumberSystem::whole().operations) {
        if (!row.composed || std::ranges::find(all, row.name, &Operation::name) != all.end()) continue;
        all.push_back({row.name, row.results[0].is_count ? one : whole_words});
    }
    return all;
}

}  // namespace

uint32_t Operation::words_of_one(uint32_t bits) const { return (result_bits(bits) + 31) / 32; }

mpz_class Operation::by_gmp(const std::vector<mpz_class>& operands, uint32_t words) const {
    const uint64_t bits = 32 * uint64_t{words};
    const limbsmith::Operation& of = row();
    const std::vector<mpz_class> results = of(operands, Ring::of_bits(bits));
    const bool has_carry = result_bits(32) > 32;
    mpz_class all = 0;
    for (size_t i = results.size(); i-- > 0;)
        if (has_carry || !of.results[i].is_count) all = (all << bits) + results[i];
    return all;
}

void Operation::on_machine(Arithmetic& arithmetic, const View& r,
                           const std::vector<Numbers>& operands) const {
    if (code) return code(arithmetic, r, operands);
    Composition by(arithmetic, operands);
    std::vector<Composer::Handle> handles(operands.size());
    std::iota(handles.begin(), handles.end(), Composer::Handle{0});
    const Composer::Handle result = row().composed(by, handles);
    arithmetic.copy(r, by[result].view().low(r.length), operands[0].count);
}

std::vector<std::string_view> Operation::operands() const {
    std::vector<std::string_view> names;
    for (const limbsmith::Operation::Value& it : row().operands) names.push_back(it.name);
    return names;
}

std::vector<std::string_view> Operation::results() const {
    std::vector<std::string_view> names;
    for (const limbsmith::Operation::Value& it : row().results)
        if (!it.is_count) names.push_back(it.name);
    return names;
}

const std::vector<Operation>& operations() {
    static const std::vector<Operation> all = with_composed(own());
    return all;
}

const Operation* find_operation(std::string_view name) {
    const auto found = std::ranges::find(operations(), name, &Operation::name);
    return found == operations().end() ? nullptr : &*found;
}

}  // namespace limbsmith::grid
