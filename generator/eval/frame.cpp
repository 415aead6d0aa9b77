#include "eval/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace limbsmith::eval {
namespace {

using ScalarKind = ir::Scalar::Kind;
using Many = ir::Variable::Many;
using Role = ir::Variable::Role;

// The bytes of two words that a selector names (ir::permute_bytes).
uint32_t permuted(uint32_t low, uint32_t high, uint32_t selector) {
    constexpr uint32_t bytes = 4, bits_of_byte = 8, bits_of_digit = 4;
    const uint64_t both = uint64_t{high} << 32 | low;
    uint32_t result = 0;
    for (uint32_t i = 0; i < bytes; ++i) {
        const uint32_t from = selector >> bits_of_digit * i & 7;
        result |= static_cast<uint32_t>(both >> bits_of_byte * from & UINT8_MAX) << bits_of_byte * i;
    }
    return result;
}

// Gives `use` the operation of a scalar on two words: it is chosen once for all columns.
template <class Use>
auto with_operation(const ir::Scalar& scalar, Use use) {
    switch (scalar.kind()) {
        case ScalarKind::add: return use([](uint32_t x, uint32_t y) { return x + y; });
        case ScalarKind::sub: return use([](uint32_t x, uint32_t y) { return x - y; });
        case ScalarKind::mul: return use([](uint32_t x, uint32_t y) { return x * y; });
        case ScalarKind::mul_hi:
            return use([](uint32_t x, uint32_t y) { return static_cast<uint32_t>(uint64_t{x} * y >> 32); });
        case ScalarKind::div: return use([](uint32_t x, uint32_t y) { return y == 0 ? 0 : x / y; });
        case ScalarKind::mod: return use([](uint32_t x, uint32_t y) { return y == 0 ? 0 : x % y; });
        case ScalarKind::bit_and: return use([](uint32_t x, uint32_t y) { return x & y; });
        case ScalarKind::bit_or: return use([](uint32_t x, uint32_t y) { return x | y; });
        case ScalarKind::bit_xor: return use([](uint32_t x, uint32_t y) { return x ^ y; });
        case ScalarKind::shl: return use([](uint32_t x, uint32_t y) { return x << (y & 31); });
        case ScalarKind::shr: return use([](uint32_t x, uint32_t y) { return x >> (y & 31); });
        case ScalarKind::equal: return use([](uint32_t x, uint32_t y) { return uint32_t{x == y}; });
        case ScalarKind::not_equal: return use([](uint32_t x, uint32_t y) { return uint32_t{x != y}; });
        case ScalarKind::less: return use([](uint32_t x, uint32_t y) { return uint32_t{x < y}; });
        case ScalarKind::permute:
            return use(
                [selector = scalar.number()](uint32_t x, uint32_t y) { return permuted(x, y, selector); });
        case ScalarKind::constant:
        case ScalarKind::read:
        case ScalarKind::lane:
        case ScalarKind::select: break;
    }
    throw std::logic_error("a scalar without two operands");
}

}  // namespace

Frame::Frame(const ir::Routine& of, size_t count, const std::vector<size_t>& elements)
    : routine(of),
      columns(count),
      memory_(of.variables.size()),
      counters_(of.variables.size()),
      uses_(of.variables.size()),
      memory_uses_(of.variables.size()) {
    for (size_t i = 0; i < of.variables.size(); ++i) {
        const ir::Variable& it = of.variables[i];
        const bool is_callers = it.many == Many::run_time || it.many == Many::strided;
        if (it.role == Role::global)
            values_.emplace_back();
        else if (it.role == Role::constant)
            values_.push_back(*it.table);
        else
            values_.emplace_back((is_callers ? elements[i] : it.count) * it.words *
                                 columns_of(static_cast<int>(i)));
        if (it.role == Role::shared) uses_[i].resize(values_[i].size());
    }
}

void Frame::give(int variable, std::span<uint32_t> memory) { memory_[variable] = memory; }

size_t Frame::columns_of(int variable) const {
    switch (routine.variables[variable].role) {
        case Role::shared: return columns / routine.lanes();
        case Role::constant:
        case Role::global: return 1;
        default: return columns;
    }
}

size_t Frame::column_of(int variable, size_t column) const {
    switch (routine.variables[variable].role) {
        case Role::shared: return column / routine.lanes();
        case Role::constant:
        case Role::global: return 0;
        default: return column;
    }
}

Words Frame::evaluate(const ir::Scalar& scalar, const Mask& mask) const {
    const auto by_column = [&](const auto& value) {
        Words words;
        words.each.resize(columns);
        for (size_t k = 0; k < columns; ++k) words.each[k] = value(k);
        return words;
    };
    switch (scalar.kind()) {
        case ScalarKind::constant: return {scalar.number()};
        case ScalarKind::lane:
            return by_column([&](size_t k) { return static_cast<uint32_t>(k - group_of(k)); });
        case ScalarKind::read: {
            const ir::Place& place = scalar.place();
            if (counters_[place.variable]) return {counters_[place.variable]};
            if (variable(place).role == Role::constant) {
                const Words row = row_of(place, mask);
                if (row.same) return {values_[place.variable][*row.same]};
            }
            Words words;
            const uint32_t* read_words = read(place, mask, words.each);
            if (words.each.empty()) words.each.assign(read_words, read_words + columns);
            return words;
        }
        case ScalarKind::select: {
            const Words condition = evaluate(scalar.other(), mask), yes = evaluate(scalar.left(), mask),
                        no = evaluate(scalar.right(), mask);
            return by_column([&](size_t k) { return condition[k] ? yes[k] : no[k]; });
        }
        default: break;
    }
    const Words x = evaluate(scalar.left(), mask), y = evaluate(scalar.right(), mask);
    return with_operation(scalar, [&](const auto& of) -> Words {
        if (x.same && y.same) return {of(*x.same, *y.same)};
        if (x.same) return by_column([&, left = *x.same](size_t k) { return of(left, y.each[k]); });
        if (y.same) return by_column([&, right = *y.same](size_t k) { return of(x.each[k], right); });
        return by_column([&](size_t k) { return of(x.each[k], y.each[k]); });
    });
}

size_t Frame::words_at(const ir::Place& place) const {
    const ir::Variable& it = variable(place);
    if (place.limb_index) return 1;
    return it.is_array() && !place.element ? rows(place.variable) : it.words;
}

Words Frame::row_of(const ir::Place& place, const Mask& mask) const {
    const ir::Variable& it = variable(place);
    const auto rows_of_place = [&] {
        if (!place.element) return place.limb_index ? evaluate(*place.limb_index, mask) : Words{0};
        if (it.words == 1 && !place.limb_index) return evaluate(*place.element, mask);
        const ir::Scalar first = *place.element * ir::Scalar(it.words);
        return evaluate(place.limb_index ? first + *place.limb_index : first, mask);
    };
    Words rows_of = rows_of_place();
    const size_t words = words_at(place), most = rows(place.variable);
    for (size_t k = 0; k < (rows_of.same ? 1 : columns); ++k) {
        if (rows_of[k] + words <= most) continue;
        if (rows_of.same || mask[k]) throw std::logic_error("an index of " + it.name + " is out of range");
        rows_of.each[k] = 0;  // of a column that does not take part
    }
    return rows_of;
}

// The warp of a user.
uint32_t Frame::warp_of(uint32_t user) {
    return user & several ? user & ~several : (user - 1) / static_cast<uint32_t>(ir::warp);
}

void Frame::use_shared(int variable, size_t row, size_t column, bool is_write) const {
    const size_t group = group_of(column);
    const auto own = static_cast<uint32_t>(column - group + 1);
    Uses& uses = is_global(variable)
                     ? memory_uses_[variable][row]
                     : uses_[variable][row * columns_of(variable) + column_of(variable, column)];
    const auto is_others = [&](uint32_t user) { return user != 0 && user != own; };
    if (is_others(uses.writer) || (is_write && is_others(uses.reader)))
        throw std::logic_error(fmt::format("word {} of {} is used by lane {} and another without a barrier",
                                           row, routine.variables[variable].name, own - 1));
    if (is_write) {
        uses.writer = own;
    } else if (is_others(uses.reader)) {
        uses.reader = warp_of(uses.reader) == warp_of(own) ? several | warp_of(own) : everybody;
    } else {
        uses.reader = own;
    }
}

const uint32_t* Frame::read(const ir::Place& place, const Mask& mask, std::vector<uint32_t>& scratch) const {
    const ir::Variable& it = variable(place);
    const uint32_t* words =
        is_global(place.variable) ? memory_[place.variable].data() : values_[place.variable].data();
    const Words row = row_of(place, mask);
    const bool is_shared = is_of_many(place.variable);
    if (row.same && !is_shared && it.role != Role::constant) return words + *row.same * columns;
    const size_t count = words_at(place), own_columns = columns_of(place.variable);
    scratch.assign(count * columns, 0);
    for (size_t w = 0; w < count; ++w) {
        for (size_t k = 0; k < columns; ++k) {
            if (is_shared && mask[k]) use_shared(place.variable, row[k] + w, k, false);
            scratch[w * columns + k] = words[(row[k] + w) * own_columns + column_of(place.variable, k)];
        }
    }
    return scratch.data();
}

void Frame::write(const ir::Place& place, const uint32_t* rows, const Mask& mask) {
    const ir::Variable& it = variable(place);
    uint32_t* words =
        is_global(place.variable) ? memory_[place.variable].data() : values_[place.variable].data();
    const Words row = row_of(place, mask);
    if (it.role == Role::constant) throw std::logic_error(it.name + " is a constant");
    const size_t count = words_at(place), own_columns = columns_of(place.variable);
    const bool is_shared = is_of_many(place.variable);
    for (size_t w = 0; w < count; ++w) {
        if (row.same && mask.all() && !is_shared) {
            std::copy_n(rows + w * columns, columns, words + (*row.same + w) * columns);
            continue;
        }
        for (size_t k = 0; k < columns; ++k) {
            if (!mask[k]) continue;
            const size_t at = (row[k] + w) * own_columns + column_of(place.variable, k);
            words[at] = rows[w * columns + k];
            if (is_shared) use_shared(place.variable, row[k] + w, k, true);
        }
    }
}

void Frame::write(const ir::Place& place, Words words, const Mask& mask) {
    if (words.same) words.each.assign(columns, *words.same);
    if (variable(place).kind == ir::Variable::Kind::byte) {
        for (uint32_t& word : words.each) word &= UINT8_MAX;
    }
    write(place, words.each.data(), mask);
}

void Frame::add_to_memory(const ir::Place& target, const ir::Place& word, const Words& value,
                          const Mask& mask) {
    const Words row = row_of(word, mask);
    Words before;
    before.each.resize(columns);
    for (size_t k = 0; k < columns; ++k)
        if (mask[k])
            before.each[k] =
                std::exchange(memory_[word.variable][row[k]], memory_[word.variable][row[k]] + value[k]);
    write(target, before, mask);
}

void Frame::forget_uses(ir::Barrier::Scope scope) {
    const auto is_of_one_warp = [](const Uses& it) {
        return it.reader != everybody &&
               (it.writer == 0 || it.reader == 0 || warp_of(it.writer) == warp_of(it.reader));
    };
    const bool is_of_group = scope == ir::Barrier::Scope::group;
    for (std::vector<Uses>& words : uses_)
        for (Uses& it : words)
            if (is_of_group || is_of_one_warp(it)) it = {};
    for (auto& words : memory_uses_)
        std::erase_if(words, [&](const auto& it) { return is_of_group || is_of_one_warp(it.second); });
}

}  // namespace limbsmith::eval
