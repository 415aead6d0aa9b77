#include "derive/residues/minimum.hpp"

#include <algorithm>

#include "derive/search/factors.hpp"
#include "derive/search/squeeze.hpp"
#include "derive/sums/carries.hpp"

namespace limbsmith::derive {
namespace {

using ir::Opcode, ir::Operand;

// The instruction that adds n to x without flags and makes the word s.
struct Sum {
    size_t instruction;
    Variable s, x, n, carry;
};
std::optional<Sum> sum_of_minimum(const Search& search, const ir::Instruction& in) {
    if (in.op != Opcode::min || !in.src[0].is_word || !in.src[1].is_word) return std::nullopt;
    const auto& body = search.program.body;
    const auto made =
        std::ranges::find_if(body, [&](const auto& it) { return Operand(it.dst) == in.src[1]; });
    if (made == body.end() || made->op != Opcode::add || made->flag_in || made->flag_out) return std::nullopt;
    const Operand n = made->src[0] == in.src[0] ? made->src[1] : made->src[0];
    if ((made->src[0] != in.src[0] && made->src[1] != in.src[0]) || !n.is_word) return std::nullopt;
    const auto at = static_cast<size_t>(made - body.begin());
    const auto carry = carry_of(search, at);
    if (!carry) return std::nullopt;
    const auto& meaning = search.builder.meaning;
    return Sum{at, meaning.word(made->dst.id), meaning.word(in.src[0].value), meaning.word(n.value), *carry};
}

}  // namespace

// r = x + t·(s - x), t·(x - s - 1) >= 0, (1 - t)·(s - x) >= 0, and s = x - m + B·(1 - c) for m = B - n.
void resolve_minimum(Search& search, size_t i) {
    const ir::Instruction& in = search.program.body[i];
    const auto sum = sum_of_minimum(search, in);
    if (!sum) return;
    Builder& builder = search.builder;
    const auto fact = [&](size_t k) { return builder.given({check::Given::Of::instruction, i, k}); };
    const Id is_result = fact(0), t_least = fact(1), t_most = fact(2), is_less = fact(3),
             is_no_less = fact(4);
    const Polynomial t = builder.fact(t_least), c = Polynomial::of(sum->carry), x = Polynomial::of(sum->x),
                     s = Polynomial::of(sum->s), n = Polynomial::of(sum->n), B = search.base, m = B - n,
                     r = Polynomial::of(builder.meaning.word(in.dst.id));
    const auto below = search.nonnegative(m + m - one - x, i);
    if (!below) return;
    // s - x - n + B·c = 0
    const Id is_sum = builder.given({check::Given::Of::instruction, sum->instruction, 0});
    const Id c_least = *search.ranges.at(sum->carry).least, c_most = *search.ranges.at(sum->carry).most;
    const Id n_least = *search.ranges.at(sum->n).least;
    const Id m_positive = search.weaken(*search.ranges.at(sum->n).most, m - one);
    const Id s_most = search.weaken(*search.ranges.at(sum->s).most, B - one - s);
    const Id is_carry = builder.cases(
        c - one, {Fact::Kind::zero, t - c},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, c_most);
            // t - 1 = (1 - t)·(s - x) + (1 - t)·(m - 1) for s - x = -m
            const Id least = builder.bound(t - one, {{1, {is_no_less}}, {1, {t_most, m_positive}}},
                                           {{is_sum, t - one}, {is_one, (one - t) * B}});
            builder.sum(t - c, {{builder.both(least, t_most), one}, {is_one, minus_one}});
        },
        [&](Id assumption) {
            const Id is_none = builder.both(c_least, assumption);
            // -t = t·(x - s - 1) + t·n for s - x = n
            const Id most = builder.bound(minus_one * t, {{1, {is_less}}, {1, {t_least, n_least}}},
                                          {{is_sum, t}, {is_none, minus_one * t * B}});
            builder.sum(t - c, {{builder.both(t_least, most), one}, {is_none, minus_one}});
        });
    const Id square = square_of_bit(builder, c, c_least, c_most);
    // r - x = t·(s - x) = c·(n - B·c) = -m·c
    const Polynomial value = x - m * c;
    const Id zero =
        builder.sum(r - value, {{is_result, one}, {is_carry, s - x}, {is_sum, c}, {square, minus_one * B}});
    // m - 1 - r = c·(2·m - 1 - x) + (1 - c)·(B - 1 - s)
    const Replaced limit = search.replace(m);
    std::vector<check::Multiple> zeros{{zero, minus_one}, {is_sum, one - c}, {square, B}};
    Polynomial claim = m - one - r;
    if (limit.scale == 1) {
        claim = limit.rest - one - r;
        for (const auto& [id, factor] : limit.zeros) zeros.push_back({id, minus_one * factor});
    }
    search.learn_limit(builder.bound(claim, {{1, {c_least, *below}}, {1, {c_most, s_most}}}, zeros));
    search.define(builder.meaning.word(in.dst.id), zero, 2 * i + 1);
}

}  // namespace limbsmith::derive
