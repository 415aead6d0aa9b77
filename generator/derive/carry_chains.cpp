#include "derive/carry_chains.hpp"

#include <algorithm>

#include "derive/builder.hpp"

namespace limbsmith::derive {
namespace {

using check::Given;
using check::Monomial;
using check::Multiple;
using check::Product;

// 0 <= value <= most
struct Range {
    Id least, most;  // the facts
    mpz_class limit;
};

// A zero that replaces a value: its coefficient there is 1 or -1.
struct Definition {
    Id zero;
    int sign;
    size_t rank;  // later values have higher ranks
};

// polynomial = rest + the sum of multiples of zeros
struct Replaced {
    Polynomial rest;
    std::vector<Multiple> zeros;
};

class Search {
  public:
    Search(const ir::Program& program, int word_bits)
        : program_(program), builder_(program, word_bits), base_(mpz_class(1) << word_bits) {
        for (size_t k = 0; k < builder_.meaning.contract().size(); ++k) learn({Given::Of::contract, 0, k});
        for (size_t i = 0; i < program.body.size(); ++i) {
            for (size_t k = builder_.meaning.instructions()[i].size(); k-- > 0;)
                learn({Given::Of::instruction, i, k});
        }
        tighten_inputs();
        for (size_t i = 0; i < program.body.size(); ++i) {
            tighten_products(i);
            drop_carry(i);
        }
    }

    bool reach_goals() {
        return std::ranges::all_of(builder_.meaning.goals(), [&](const Fact& goal) {
            return goal.kind == Fact::Kind::zero ? reach_zero(goal.polynomial) : reach_bound(goal.polynomial);
        });
    }
    check::Derivation finish() && { return std::move(builder_).finish(); }

  private:
    // Sorts in a fact that comes with the program: the end of a range, or a definition.
    void learn(const Given& given) {
        const bool is_of_contract = given.of == Given::Of::contract;
        const auto& list =
            is_of_contract ? builder_.meaning.contract() : builder_.meaning.instructions()[given.index];
        const Fact& fact = list[given.which];
        const Id id = builder_.given(given);
        if (fact.kind == Fact::Kind::zero) {
            // The equation of an instruction defines its word; other zeros define the value that came last.
            const bool is_equation = !is_of_contract && given.which == 0;
            std::optional<Variable> defined;
            for (const auto& [monomial, coefficient] : fact.polynomial.terms()) {
                if (monomial.size() == 1 && abs(coefficient) == 1 && !(defined && is_equation))
                    defined = monomial[0];
            }
            if (is_equation) defined = builder_.meaning.word(program_.body[given.index].dst.id);
            const int sign = sgn(fact.polynomial.terms().at({*defined}));
            const size_t rank = is_of_contract ? program_.body.size() + given.which : given.index;
            definitions_[*defined] = {id, sign, 2 * rank + (is_equation ? 1 : 0)};
            return;
        }
        const auto& terms = fact.polynomial.terms();
        const auto& [monomial, coefficient] = *terms.rbegin();
        if (terms.size() > 2 || monomial.size() != 1 || (terms.size() == 2 && !terms.begin()->first.empty()))
            return;
        Range& range = ranges_[monomial[0]];
        if (coefficient == 1 && terms.size() == 1) range.least = id;
        if (coefficient == -1) range.most = id, range.limit = fact.polynomial.constant();
    }

    // Replaces the values of rank `from` and above.
    Replaced replace(const Polynomial& polynomial, size_t from = 0) const {
        Replaced result{polynomial, {}};
        for (;;) {
            const Definition* latest = nullptr;
            Variable value = 0;
            for (const auto& [monomial, coefficient] : result.rest.terms()) {
                for (Variable variable : monomial) {
                    const auto found = definitions_.find(variable);
                    if (found == definitions_.end() || found->second.rank < from) continue;
                    if (!latest || found->second.rank > latest->rank)
                        latest = &found->second, value = variable;
                }
            }
            if (!latest) return result;
            Polynomial factor;  // value·factor is what the value occurs in
            for (const auto& [monomial, coefficient] : result.rest.terms()) {
                const auto place = std::ranges::find(monomial, value);
                if (place == monomial.end()) continue;
                Monomial others = monomial;
                others.erase(others.begin() + (place - monomial.begin()));
                factor.add(others, coefficient * latest->sign);
            }
            result.rest -= factor * builder_.fact(latest->zero);
            result.zeros.push_back({latest->zero, std::move(factor)});
        }
    }

    // most - polynomial, or polynomial - least, as a sum of products of the ranges' facts.
    struct Limited {
        mpz_class limit;
        std::vector<Product> products;
    };
    std::optional<Limited> limited(const Polynomial& polynomial, int side) const {
        Limited result;
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            if (!std::ranges::all_of(monomial, [&](Variable v) { return ranges_.contains(v); }))
                return std::nullopt;
            const mpz_class scale = abs(coefficient);
            std::vector<Id> least;
            if (sgn(coefficient) != side) {  // the term is limited by 0
                for (Variable v : monomial) least.push_back(ranges_.at(v).least);
                if (!monomial.empty()) result.products.push_back({scale, least});
                if (monomial.empty()) result.limit += coefficient;
                continue;
            }
            // most·M - v·m = (most - v)·M + v·(M - m)
            mpz_class others = scale;
            for (Variable v : monomial) others *= ranges_.at(v).limit;
            result.limit += coefficient > 0 ? others : mpz_class(-others);
            for (Variable v : monomial) {
                const Range& range = ranges_.at(v);
                if (range.limit == 0) {
                    result.products.push_back({0, {}});
                    others = scale;
                    continue;
                }
                others /= range.limit;
                std::vector<Id> facts = least;
                facts.push_back(range.most);
                result.products.push_back({others, facts});
                least.push_back(range.least);
            }
        }
        return result;
    }
    std::optional<Limited> at_most(const Polynomial& polynomial) const { return limited(polynomial, 1); }
    std::optional<Limited> at_least(const Polynomial& polynomial) const { return limited(polynomial, -1); }

    // A number of words below a limit limits each of its words.
    void tighten_inputs() {
        const auto& facts = builder_.meaning.contract();
        for (size_t k = 0; k < facts.size(); ++k) {
            const Polynomial& number = facts[k].polynomial;
            const auto is_weight = [](const auto& term) {
                return term.first.empty() || (term.first.size() == 1 && term.second < 0);
            };
            if (facts[k].kind == Fact::Kind::zero || number.terms().size() < 2 || number.constant() < 0 ||
                !std::ranges::all_of(number.terms(), is_weight))
                continue;
            for (const auto& [monomial, negative] : number.terms()) {
                if (monomial.empty()) continue;
                const mpz_class weight = -negative, limit = number.constant() / weight;
                Range& range = ranges_.at(monomial[0]);
                if (limit >= range.limit) continue;
                Polynomial claim = number.constant();
                claim.add(monomial, negative);
                std::vector<Product> products{{1, {builder_.given({Given::Of::contract, 0, k})}}};
                for (const auto& [other, coefficient] : number.terms()) {
                    if (!other.empty() && other != monomial)
                        products.push_back({-coefficient, {ranges_.at(other[0]).least}});
                }
                range.most = builder_.round(builder_.bound(claim, products, {}), weight);
                range.limit = limit;
            }
        }
    }

    // Factors that are small make products whose high words are small, or 0.
    void tighten_products(size_t i) {
        const auto& facts = builder_.meaning.instructions()[i];
        for (size_t k = 1; k < facts.size(); ++k) {
            if (facts[k].kind != Fact::Kind::zero) continue;
            // factors - low - base·high = 0
            Polynomial factors;
            Variable low = 0, high = 0;
            for (const auto& [monomial, coefficient] : facts[k].polynomial.terms()) {
                if (coefficient > 0) factors.add(monomial, coefficient);
                if (coefficient == -1) low = monomial[0];
                if (coefficient == -base_) high = monomial[0];
            }
            const auto most = at_most(factors);
            if (high == 0 || !most || most->limit / base_ >= ranges_.at(high).limit) continue;
            Polynomial claim = most->limit;
            claim.add({high}, -base_);
            std::vector<Product> products = most->products;
            products.push_back({1, {ranges_.at(low).least}});
            const Id zero = builder_.given({Given::Of::instruction, i, k});
            Range& range = ranges_.at(high);
            range.most = builder_.round(builder_.bound(claim, products, {{zero, mpz_class(1)}}), base_);
            range.limit = most->limit / base_;
            if (range.limit == 0) definitions_[high] = {builder_.both(range.least, range.most), 1, 2 * i};
        }
    }

    // The instructions of the chain that ends with instruction i, the first one first.
    std::vector<size_t> chain(size_t i) const {
        std::vector<size_t> result{i};
        while (program_.body[result.front()].flag_in) {
            const auto flag = program_.body[result.front()].flag_in;
            size_t k = result.front();
            while (program_.body[k].flag_out != flag) --k;
            result.insert(result.begin(), k);
        }
        return result;
    }

    // Shows that the carry or borrow that instruction i drops is 0, if it is.
    void drop_carry(size_t i) {
        const ir::Instruction& in = program_.body[i];
        if (in.flag_out || ir::flag_kind(in.op) == ir::FlagKind::none) return;
        // the value that the equation has with the factor 2^bits, and which is a bit
        Variable carry = 0;
        const int sign = ir::flag_kind(in.op) == ir::FlagKind::carry ? 1 : -1;
        for (const auto& [monomial, coefficient] : builder_.meaning.instructions()[i][0].polynomial.terms()) {
            if (monomial.size() != 1 || coefficient != sign * base_) continue;
            if (monomial[0] >= program_.words + program_.flags && ranges_.at(monomial[0]).limit == 1)
                carry = monomial[0];
        }
        if (carry == 0) return;
        const std::vector<size_t> links = chain(i);
        Polynomial words;
        mpz_class weight = 1;
        std::vector<Product> of_words;  // words >= 0, or weight - 1 - words >= 0
        for (size_t link : links) {
            const Variable word = builder_.meaning.word(program_.body[link].dst.id);
            words.add({word}, weight);
            of_words.push_back({weight, {sign > 0 ? ranges_.at(word).least : ranges_.at(word).most}});
            weight *= base_;
        }
        // number = words ± weight·carry. A carry: weight·carry <= number. A borrow: weight·carry = words - number.
        Polynomial number = words;
        number.add({carry}, sign * weight);
        Replaced sources = replace(number, 2 * links.front());
        for (size_t stop = links.front() + 1; stop-- > 0;) {
            if (stop > 0 && program_.body[stop].flag_in) continue;  // within a chain
            Replaced further = replace(sources.rest, 2 * stop);
            std::ranges::move(further.zeros, std::back_inserter(sources.zeros));
            sources.rest = std::move(further.rest);
            auto limit = sign > 0 ? at_most(sources.rest) : at_least(sources.rest);
            if (!limit || (sign > 0 ? limit->limit >= weight : limit->limit < 0)) continue;
            // most - weight·carry >= 0
            const mpz_class most = sign > 0 ? limit->limit : mpz_class(weight - 1 - limit->limit);
            Polynomial claim = most;
            claim.add({carry}, -weight);
            std::ranges::move(of_words, std::back_inserter(limit->products));
            for (Multiple& zero : sources.zeros) {
                if (sign > 0) zero.factor = Polynomial(mpz_class(-1)) * zero.factor;
            }
            const Id none = builder_.round(builder_.bound(claim, limit->products, sources.zeros), weight);
            if (!(builder_.fact(none) + Polynomial::of(carry)).is_zero()) return;
            const Id zero = builder_.both(ranges_.at(carry).least, none);
            definitions_[carry] = {zero, 1, 2 * i};
            return;
        }
    }

    bool reach_zero(const Polynomial& goal) {
        Replaced replaced = replace(goal);
        if (!replaced.rest.is_zero()) {
            // rest = divisor·number, and the goal lies between -divisor and divisor
            mpz_class divisor = 0;
            for (const auto& [monomial, coefficient] : replaced.rest.terms()) {
                mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), coefficient.get_mpz_t());
            }
            auto most = at_most(goal), least = at_least(goal);
            if (!most || !least || most->limit >= divisor || least->limit <= -divisor) return false;
            std::vector<Multiple> opposite = replaced.zeros;
            for (Multiple& zero : opposite) zero.factor = Polynomial(mpz_class(-1)) * zero.factor;
            const Id above =
                builder_.bound(Polynomial(most->limit) - replaced.rest, most->products, replaced.zeros);
            const Id below =
                builder_.bound(replaced.rest - Polynomial(least->limit), least->products, opposite);
            const Id number = builder_.both(builder_.round(below, divisor), builder_.round(above, divisor));
            replaced.zeros.push_back({number, divisor});
        }
        builder_.sum(goal, replaced.zeros);
        return true;
    }

    bool reach_bound(const Polynomial& goal) {
        Replaced replaced{goal, {}};
        for (size_t stop = program_.body.size() + 1; stop-- > 0;) {
            if (stop > 0 && stop < program_.body.size() && program_.body[stop].flag_in) continue;
            Replaced further = replace(replaced.rest, 2 * stop);
            std::ranges::move(further.zeros, std::back_inserter(replaced.zeros));
            replaced.rest = std::move(further.rest);
            auto least = at_least(replaced.rest);
            if (!least || least->limit < 0) continue;
            least->products.push_back({least->limit, {}});
            builder_.bound(goal, least->products, replaced.zeros);
            return true;
        }
        return false;
    }

    const ir::Program& program_;
    Builder builder_;
    mpz_class base_;
    std::map<Variable, Range> ranges_;
    std::map<Variable, Definition> definitions_;
};

}  // namespace

std::optional<check::Derivation> by_carry_chains(const ir::Program& program, int word_bits) {
    Search search(program, word_bits);
    if (!search.reach_goals()) return std::nullopt;
    return std::move(search).finish();
}

}  // namespace limbsmith::derive
