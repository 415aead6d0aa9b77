#include "derive/sums/zero_tests.hpp"

#include <algorithm>

namespace limbsmith::derive {
namespace {

using check::Given;
using ir::Opcode;
using ir::Operand;

Polynomial value_of_word(const Search& search, const Operand& word) {
    return Polynomial::of(search.builder.meaning.word(word.value));
}

const Range& range_of_word(const Search& search, const Operand& word) {
    return search.ranges.at(search.builder.meaning.word(word.value));
}

std::optional<size_t> maker_of(const Search& search, const Operand& word) {
    const auto& body = search.program.body;
    const auto found = std::ranges::find_if(body, [&](const auto& in) { return Operand(in.dst) == word; });
    return found == body.end() ? std::nullopt : std::optional(static_cast<size_t>(found - body.begin()));
}

// The words of an or, with the facts x - word >= 0 for each of them, where x is the whole; and (their sum) - x >= 0.
struct Leaves {
    std::vector<std::pair<Operand, Id>> above;
    Polynomial total;
    Id sum;
};

Leaves leaves(Search& search, const Operand& x, const std::vector<Operand>& words) {
    Builder& builder = search.builder;
    const auto at = std::ranges::find(words, x) == words.end() ? maker_of(search, x) : std::nullopt;
    const Polynomial value = value_of_word(search, x);
    if (!at || search.program.body[*at].op != Opcode::bit_or || !search.program.body[*at].src[0].is_word ||
        !search.program.body[*at].src[1].is_word) {
        const Id same = builder.bound({}, {}, {});
        return {{{x, same}}, value, same};
    }
    const auto given = [&](size_t which) { return builder.given({Given::Of::instruction, *at, which}); };
    Leaves result{{}, {}, 0};
    std::vector<check::Product> sums{{1, {given(1)}}};
    // x = y + z - both
    for (size_t k : {0, 1}) {
        const Leaves of = leaves(search, search.program.body[*at].src[k], words);
        for (const auto& [word, fact] : of.above) {
            const Id above = builder.bound(value - value_of_word(search, word),
                                           {{1, {fact}}, {1, {given(3 - k)}}}, {{given(0), one}});
            result.above.emplace_back(word, above);
        }
        result.total += of.total;
        sums.push_back({1, {of.sum}});
    }
    result.sum = builder.bound(result.total - value, sums, {{given(0), minus_one}});
    return result;
}

}  // namespace

std::optional<Test> test_of(const Search& search, const Operand& mask, uint32_t constant) {
    const auto& body = search.program.body;
    const auto at = maker_of(search, mask);
    if (!at || !body[*at].flag_in) return std::nullopt;
    for (size_t i = 0; i < *at; ++i) {
        const ir::Instruction& in = body[i];
        if (in.flag_out == body[*at].flag_in && in.op == Opcode::sub && !in.flag_in && in.src[0].is_word &&
            in.src[1] == Operand(constant))
            return Test{i, in.src[0]};
    }
    return std::nullopt;
}

std::optional<ZeroTest> zero_test(Search& search, const Operand& mask, size_t before) {
    const auto known = search.masks.find(search.builder.meaning.word(mask.value));
    const auto test = test_of(search, mask, 1);
    if (!test || known == search.masks.end()) return std::nullopt;
    Builder& builder = search.builder;
    const ir::Instruction& in = search.program.body[test->instruction];
    const Polynomial z = known->second.bit, x = value_of_word(search, test->x);
    const Id least = known->second.least, most = known->second.most;
    const auto borrow = search.zero(z - Polynomial::of(builder.meaning.flag(in.flag_out->id)), before);
    if (!borrow) return std::nullopt;
    // difference = x - 1 + base·borrow
    const Id equation = builder.given({Given::Of::instruction, test->instruction, 0});
    const Range difference = range_of_word(search, Operand(in.dst)), range = range_of_word(search, test->x);
    const mpz_class& base = search.base;
    const Id nowhere = builder.cases(
        z - one, {Fact::Kind::zero, z * x},
        [&](Id assumption) {
            const Id is_one = builder.both(assumption, most);
            const Id none =
                builder.bound(minus_one * x, {{1, {*difference.most}}, {base - 1 - difference.limit, {}}},
                              {{equation, one}, {is_one, base}, {*borrow, mpz_class(-base)}});
            builder.sum(z * x, {{builder.both(*range.least, none), z}});
        },
        [&](Id assumption) {
            builder.sum(z * x, {{builder.both(least, assumption), x}});
        });
    const Id somewhere = builder.cases(
        z - one, {Fact::Kind::nonnegative, x - one + z},
        [&](Id assumption) {
            builder.bound(x - one + z, {{1, {*range.least}}, {1, {assumption}}}, {});
        },
        [&](Id assumption) {
            const Id is_zero = builder.both(least, assumption);
            builder.bound(x - one + z, {{1, {*difference.least}}},
                          {{equation, minus_one}, {is_zero, one - Polynomial(base)}, {*borrow, base}});
        });
    return ZeroTest{test->x, z, least, most, nowhere, somewhere};
}

std::optional<Or> or_of(Search& search, const Operand& x, const std::vector<Operand>& words) {
    const Leaves of = leaves(search, x, words);
    if (of.above.size() != words.size()) return std::nullopt;
    Or result{{}, of.sum};
    for (const Operand& word : words) {
        const auto found =
            std::ranges::find_if(of.above, [&](const auto& leaf) { return leaf.first == word; });
        if (found == of.above.end()) return std::nullopt;
        result.above.push_back(found->second);
    }
    return result;
}

}  // namespace limbsmith::derive
