#include "eval/samples.hpp"

#include <algorithm>

#include "eval/contract_value.hpp"
#include "eval/words.hpp"
#include "limbsmith/digits_gmp.hpp"
#include "spec/representations.hpp"

namespace limbsmith::eval {
namespace {

bool mentions(const ir::ExprPtr& expr, const std::string& name) {
    if (!expr) return false;
    if (expr->kind == ir::Expr::Kind::name) return expr->text == name;
    return mentions(expr->left, name) || mentions(expr->right, name) || mentions(expr->other, name);
}

// The nearest value below `end` in magnitude that has the residue which the bound requires, if it requires
// one.
mpz_class aligned(const mpz_class& value, const ir::Bound& bound, const mpz_class& from,
                  const mpz_class& end) {
    const mpz_class difference = value - bound.residue;
    const mpz_class down = value - mpz_fdiv_ui(difference.get_mpz_t(), bound.step);
    const bool too_low = value < 0 ? down <= -end : down < from;
    return too_low ? mpz_class(down + bound.step) : down;
}

}  // namespace

mpz_class Samples::uniform(const mpz_class& bound) {
    const size_t bits = mpz_sizeinbase(bound.get_mpz_t(), 2);
    std::vector<uint64_t> words((bits + 63) / 64);
    mpz_class value;
    do {
        for (uint64_t& word : words) word = engine_();
        mpz_import(value.get_mpz_t(), words.size(), -1, sizeof(uint64_t), 0, 0, words.data());
        mpz_fdiv_r_2exp(value.get_mpz_t(), value.get_mpz_t(), bits);
    } while (value >= bound);
    return value;
}

mpz_class Samples::edge(const mpz_class& bound) {
    const size_t bits = mpz_sizeinbase(bound.get_mpz_t(), 2);
    const size_t low = below(bits), high = low + below(bits - low) + 1;
    const mpz_class one = 1;
    mpz_class value;
    switch (below(12)) {
        case 0: value = 0; break;
        case 1: value = 1; break;
        case 2: value = bound - 1; break;
        case 3: value = one << low; break;                          // a single bit
        case 4: value = (one << high) - (one << low); break;        // a run of ones
        case 5: value = (one << (high / 32 * 32)) - 1; break;       // all-ones limbs
        case 6: value = bound - (one << low); break;                // all bits from some bit up
        case 7: value = (uniform(bound) >> low << low) - 1; break;  // a long ripple from the bottom
        case 8: value = uniform(one << high); break;                // short, so that products are short
        case 9:
        case 10: value = structured(bits); break;
        case 11: value = (bound - 1) >> low << low | structured(low); break;  // just below the bound
    }
    return value >= 0 && value < bound ? value : bound - 1;
}

// A number below 2^bits with limbs 0, 1, 2^k, 2^32 - 2^k, 2^32 - 1 and some random ones.
mpz_class Samples::structured(size_t bits) {
    std::vector<uint32_t> limbs((bits + 31) / 32);
    for (uint32_t& limb : limbs) {
        const uint32_t bit = uint32_t{1} << below(32);
        const uint32_t values[] = {0, 0, 1, bit, 0 - bit, ~uint32_t{0}, static_cast<uint32_t>(engine_())};
        limb = values[below(std::size(values))];
    }
    mpz_class value;
    mpz_import(value.get_mpz_t(), limbs.size(), 1, sizeof(uint32_t), 0, 0, limbs.data());
    mpz_fdiv_r_2exp(value.get_mpz_t(), value.get_mpz_t(), bits);
    return value;
}

// A number from 0 to count - 1.
mpz_class Samples::pick(const mpz_class& count, Kind kind) {
    switch (kind) {
        case Kind::smallest: return 0;
        case Kind::largest: return count - 1;
        case Kind::edges: return below(2) == 0 ? edge(count) : uniform(count);
        case Kind::uniform: break;
    }
    return uniform(count);
}

std::vector<mpz_class> Samples::draw(const ir::Program& program, Kind kind) {
    const bool is_extreme = kind == Kind::smallest || kind == Kind::largest;
    const std::vector<std::string> all = names(program);
    std::vector<mpz_class> values(program.inputs.size());
    std::vector<bool> drawn(values.size(), false);
    const auto& bounds = program.contract.requires_;
    // an input that bounds another, or determines it, is drawn first; one that bounds another is not zero
    const auto ready = [&](const ir::ExprPtr& limit, size_t of) {
        for (size_t i = 0; i < values.size(); ++i) {
            if (i != of && !drawn[i] && mentions(limit, all[i])) return false;
        }
        return true;
    };
    const auto is_given = [&](size_t i) {
        return std::ranges::all_of(program.contract.givens, [&](const ir::Given& given) {
            return given.name != all[i] || ready(given.value, i);
        });
    };
    for (size_t left = values.size(); left > 0;) {
        for (size_t i = 0; i < values.size(); ++i) {
            const auto is_exact_one = [&](const ir::Bound& it) { return it.name == all[i] && is_exact(it); };
            auto stated = std::ranges::find_if(bounds, is_exact_one);
            if (stated == bounds.end()) stated = std::ranges::find(bounds, all[i], &ir::Bound::name);
            ir::Bound of_words;  // where the contract allows all numbers of so many words
            if (stated == bounds.end()) {
                const ir::Representation& form = program.inputs[i].representation;
                const size_t words = program.inputs[i].words.size();
                const uint64_t bits = uint64_t(form.radix) * words;
                // the largest signed digits make a little less than 2^(bits - 1)
                of_words = {all[i], ir::pow2(bits - (form.is_digits() ? 2 : form.is_signed() ? 1 : 0))};
                if (form.is_places()) {
                    mpz_class most = limbsmith::largest(system_of(form, words));
                    if (form.is_open) most -= 1;
                    of_words.below = ir::constant("", mpz_class(most + 1).get_str(16));
                }
            }
            const ir::Bound* const bound = stated == bounds.end() ? &of_words : &*stated;
            if (drawn[i] || !ready(bound->below, i) || !ready(bound->at_least, i) || !is_given(i)) continue;
            const mpz_class from = bound->at_least ? Evaluator(*bound->at_least, all)(values) : mpz_class(0);
            mpz_class count = Evaluator(*bound->below, all)(values) - from;
            if (program.inputs[i].representation.is_count())
                count = std::min<mpz_class>(count, mpz_class(1) << ir::drawn_count_bits);
            // counts and conditions are often drawn small, where most decisions are made
            const bool small = !is_extreme && program.inputs[i].representation == repr::word && below(2) == 0;
            const mpz_class range =
                small ? std::min<mpz_class>(count, 2 * 32 * (program.inputs[0].words.size() + 1)) : count;
            values[i] = from + pick(range, kind);
            const bool is_bound =
                std::ranges::any_of(bounds, [&](auto& b) { return mentions(b.below, all[i]); });
            if (is_bound && values[i] == 0 && count > 1) values[i] = 1;
            if (program.inputs[i].representation.is_signed()) {
                if (kind == Kind::smallest) values[i] = count - 1;
                if (kind == Kind::smallest || (!is_extreme && below(2) == 0)) values[i] = -values[i];
            }
            values[i] = aligned(values[i], *bound, from, from + count);
            for (const ir::Given& given : program.contract.givens) {
                if (given.name == all[i]) values[i] = Evaluator(*given.value, all)(values);
            }
            drawn[i] = true;
            --left;
        }
    }
    return values;
}

}  // namespace limbsmith::eval
