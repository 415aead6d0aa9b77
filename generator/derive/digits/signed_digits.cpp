#include "derive/digits/signed_digits.hpp"

#include <algorithm>

#include "derive/digits/linear_words.hpp"
#include "derive/digits/signs.hpp"

namespace limbsmith::derive {
namespace {

using check::Monomial;
using Kind = Fact::Kind;

class SumsOfDigits {
  public:
    SumsOfDigits(const ir::Program& program, int word_bits)
        : program_(program), bound_(program.inputs[0].representation.bound), words_(program, word_bits) {}

    check::Derivation derivation() {
        words_.add_inputs();
        Signs signs(program_, words_);
        for (size_t i = 0; i < program_.body.size(); ++i) {
            name_difference(i);
            words_.add(i);
            signs.add(i);
        }
        const Polynomial& relation = words_.builder.meaning.goals().front().polynomial;
        const bool is_product =
            std::ranges::any_of(relation.terms(), [](const auto& term) { return term.first.size() > 1; });
        if (is_product) bound_top_digit();
        for (const ir::Output& output : program_.outputs)
            if (output.representation.is_places())
                for (size_t i = 0; i < output.words.size(); ++i)
                    show_range(output.words[i], output.representation.most(i));
        if (!signs.has_any()) show_bounds();
        if (signs.has_any())
            signs.finish(words_.builder.meaning.goals().front());
        else if (is_product)
            show_product(relation);
        else
            show_relation(relation);
        return std::move(words_.builder).finish();
    }

  private:
    // A sign is taken of a number whose digits are results: they have names, and the range of digits.
    void name_difference(size_t i) {
        const ir::Instruction& in = program_.body[i];
        const bool is_doubled = in.op == ir::Opcode::add && in.src[0] == in.src[1],
                   is_negated = in.op == ir::Opcode::sub && in.src[0].is_zero();
        if (!(is_doubled || is_negated) || !in.src[1].is_word) return;
        const Polynomial value = words_.value(in.src[1]);
        const auto is_digit = [&](const auto& term) {
            return term.first.size() == 1 && words_.is_input(term.first[0]);
        };
        if (std::ranges::count_if(value.terms(), is_digit) < 2) return;
        const Polynomial bound = bound_;
        const Id least = words_.nonnegative(bound + value), most = words_.nonnegative(bound - value);
        words_.name_value(in.src[1], bound_, least, most);
    }

    // The bounds of single words in two's complement.
    void show_bounds() {
        for (const ir::Bound& it : program_.contract.ensures) {
            const auto output = std::ranges::find(program_.outputs, it.name, &ir::Output::name);
            if (output == program_.outputs.end() || output->representation != ir::signed_word ||
                it.below->kind != ir::Expr::Kind::integer)
                throw Gap{"a bound is not one of a signed word"};
            show_range(output->words[0], mpz_class(static_cast<unsigned long>(it.below->number - 1)));
        }
    }

    // The goals most - digit >= 0 and most + digit >= 0.
    void show_range(ir::Operand word, const mpz_class& most_digit) {
        const LinearWords::Signed of = words_.signed_of(word);
        const Polynomial digit = of.value + words_.builder.fact(of.zero), bound = most_digit;
        const bool is_top = top_ && of.value == top_->value;
        const Id most = is_top ? top_->most : words_.nonnegative(bound - of.value),
                 least = is_top ? top_->least : words_.nonnegative(bound + of.value);
        words_.builder.bound(bound - digit, {{1, {most}}}, {{of.zero, minus_one}});
        words_.builder.bound(bound + digit, {{1, {least}}}, {{of.zero, one}});
    }

    mpz_class power(size_t exponent) const {
        mpz_class result;
        mpz_ui_pow_ui(result.get_mpz_t(), program_.inputs[0].representation.base, exponent);
        return result;
    }

    // radix^top·(the top digit) is the sum of the products, and of the numbers that are added, less all other digits; its ends
    // are those of products and digits.
    void bound_top_digit() {
        Builder& builder = words_.builder;
        const std::vector<ir::Word>&a = program_.inputs[0].words, &b = program_.inputs.at(1).words;
        std::vector<ir::Operand> r;
        for (const ir::Output& output : program_.outputs)
            r.insert(r.end(), output.words.begin(), output.words.end());
        const auto digit = [&](ir::Word word) { return words_.value(word).terms().begin()->first.at(0); };
        Polynomial rest;
        for (size_t p = 0; p < a.size(); ++p)
            for (size_t q = 0; q < b.size(); ++q)
                rest += Polynomial::of(words_.product(digit(a[p]), digit(b[q]))) * Polynomial(power(p + q));
        for (size_t k = 2; k < program_.inputs.size(); ++k)
            for (size_t i = 0; i < program_.inputs[k].words.size(); ++i)
                rest += words_.value(program_.inputs[k].words[i]) * Polynomial(power(i));
        for (size_t i = 0; i + 1 < r.size(); ++i) rest -= words_.value(r[i]) * Polynomial(power(i));
        const Polynomial top = words_.value(r.back());
        const mpz_class weight = power(r.size() - 1);
        Polynomial difference = top * Polynomial(weight) - rest;
        std::vector<check::Multiple> zeros;
        if (!words_.without_names(difference, zeros).is_zero())
            throw Gap{"the digits are not those of the product"};
        const Id same = builder.sum(difference, std::move(zeros));
        // one end of the top digit, from that of the rest
        const auto end = [&](int sign) {
            const Polynomial of_rest = rest * Polynomial(mpz_class(sign)),
                             of_top = top * Polynomial(mpz_class(sign));
            const mpz_class most = -words_.minimum(of_rest * minus_one);
            const Id within = words_.at_least(Polynomial(most) - of_rest, 0);
            const Id round =
                builder.round(builder.bound(Polynomial(most) - of_top * Polynomial(weight), {{1, {within}}},
                                            {{same, Polynomial(mpz_class(-sign))}}),
                              weight);
            const mpz_class slack = bound_ - most / weight;
            if (slack < 0) throw Gap{"the top digit may be too large"};
            std::vector<check::Product> products{{1, {round}}};
            if (slack > 0) products.push_back({slack, {}});
            return builder.bound(Polynomial(bound_) - of_top, std::move(products), {});
        };
        const Id most = end(1), least = end(-1);
        top_ = Top{top, least, most};
    }

    // r - a·b: each number is the sum of its digits.
    void show_product(const Polynomial& goal) {
        Builder& builder = words_.builder;
        const auto number = [&](const ir::Input& input) {
            Polynomial in_words;
            for (size_t i = 0; i < input.words.size(); ++i) {
                const LinearWords::Signed of = words_.signed_of(input.words[i]);
                in_words += (builder.fact(of.zero) + of.value) * Polynomial(power(i));
            }
            return in_words;
        };
        const Polynomial a = number(program_.inputs[0]), b = number(program_.inputs[1]);
        const auto in_digits = [&](const Polynomial& words) {
            std::vector<check::Multiple> zeros;
            const Polynomial value = words_.in_values(words, zeros);
            return std::pair(value, builder.sum(words - value, std::move(zeros)));
        };
        const auto [A, of_a] = in_digits(a);
        const auto [B, of_b] = in_digits(b);
        std::vector<check::Multiple> zeros{{of_a, b * minus_one}, {of_b, A * minus_one}};
        Polynomial rest = words_.in_values(goal + a * b, zeros) - A * B;
        rest = words_.without_names(rest, zeros);
        if (!rest.is_zero()) throw Gap{"the result is not the product"};
        builder.sum(goal, std::move(zeros));
    }

    // Exactly, or as the rests of both sides modulo radix^count.
    void show_relation(const Polynomial& goal) {
        Builder& builder = words_.builder;
        std::vector<check::Multiple> zeros;
        if (words_.without_names(words_.in_values(goal, zeros), zeros).is_zero()) {
            builder.sum(goal, std::move(zeros));
            return;
        }
        const auto rest = [&](int sign) -> Variable {
            for (const auto& [monomial, factor] : goal.terms())
                if (monomial.size() == 1 && factor == sign) return monomial[0];
            throw Gap{"the relation is not between two rests"};
        };
        const Variable left = rest(1), right = rest(-1);
        if (goal.terms().size() != 2) throw Gap{"the relation is no sum of two rests"};
        const Id of_left = division(left), of_right = division(right);
        // left - right = modulus·k, with the number k of the moduli between them
        Polynomial multiple = goal + builder.fact(of_left) - builder.fact(of_right);
        zeros = {{of_left, minus_one}, {of_right, one}};
        multiple = words_.in_values(multiple, zeros);
        const LinearWords::Range of_rest = words_.range(left), of_other = words_.range(right);
        const mpz_class modulus = of_rest.most + 1;
        for (const auto& [monomial, factor] : multiple.terms())
            if (!mpz_divisible_p(factor.get_mpz_t(), modulus.get_mpz_t()))
                throw Gap{"the sides do not differ by moduli"};
        const Id difference = builder.sum(goal - multiple, std::move(zeros));
        const Polynomial last = mpz_class(modulus - 1);
        const Id upper = builder.bound(multiple + last, {{1, {of_rest.low}}, {1, {of_other.high}}},
                                       {{difference, minus_one}});
        const Id lower =
            builder.bound(last - multiple, {{1, {of_rest.high}}, {1, {of_other.low}}}, {{difference, one}});
        const Id none = builder.both(builder.round(upper, modulus), builder.round(lower, modulus));
        builder.sum(goal, {{difference, one}, {none, Polynomial(modulus)}});
    }

    // The zero of the contract, number - modulus·quotient - rest.
    Id division(Variable rest) {
        const auto& facts = words_.builder.meaning.contract();
        for (size_t which = 0; which < facts.size(); ++which) {
            const auto& terms = facts[which].polynomial.terms();
            const auto found = terms.find(Monomial{rest});
            if (facts[which].kind == Kind::zero && found != terms.end() && found->second == -1 &&
                terms.size() > 2)
                return words_.builder.contract(which);
        }
        throw Gap{"a rest has no quotient"};
    }

    const ir::Program& program_;
    const mpz_class bound_;
    LinearWords words_;
    struct Top {
        Polynomial value;
        Id least, most;  // bound + value >= 0, bound - value >= 0
    };
    std::optional<Top> top_{};  // of a product
};

}  // namespace

bool has_places(const ir::Program& program) {
    return !program.inputs.empty() && program.inputs[0].representation.is_places();
}

std::optional<check::Derivation> by_places(const ir::Program& program, int word_bits) {
    return SumsOfDigits(program, word_bits).derivation();
}

}  // namespace limbsmith::derive
