#include "sass/decoder.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace limbsmith::sass {

using Kind = Operand::Kind;

Decoder::Decoder(const Instruction& instruction, const Constants& constants)
    : constants_(constants), modifiers_(instruction.modifiers) {
    for (const std::string& text : instruction.operands) operands_.push_back(parse_operand(text));
}

bool Decoder::has(std::string_view modifier) {
    const auto found = std::ranges::find(modifiers_, modifier);
    if (found == modifiers_.end()) return false;
    modifiers_.erase(found);
    return true;
}

std::string_view Decoder::one_of(std::span<const std::string_view> modifiers) {
    for (const std::string_view modifier : modifiers) {
        if (has(modifier)) return modifier;
    }
    fail("a modifier is missing, such as " + std::string(modifiers.front()));
}

Target Decoder::target() {
    const Operand operand = of(Kind::word);
    if (operand.is_negated || operand.is_inverted) fail("a result with a sign: " + operand.text);
    return {operand.number};
}

TargetPredicate Decoder::target_predicate() {
    if (!is_next(Kind::predicate)) return {};
    const Operand operand = of(Kind::predicate);
    if (operand.is_negated) fail("a result with a sign: " + operand.text);
    return {operand.number};
}

Source Decoder::term() {
    const Operand operand = next();
    ++at_;
    return read(operand, 0);
}

Source Decoder::word() {
    const Operand operand = next();
    if (operand.is_negated || operand.is_inverted) fail("a sign where none is known: " + operand.text);
    return term();
}

SourcePair Decoder::pair() {
    Operand operand = next();
    ++at_;
    const bool is_negated = std::exchange(operand.is_negated, false);
    const bool is_inverted = std::exchange(operand.is_inverted, false);
    return {read(operand, 0), read(operand, 1), is_negated, is_inverted};
}

SourcePredicate Decoder::predicate(bool by_default) {
    if (!is_next(Kind::predicate)) return {true_predicate, !by_default};
    const Operand operand = of(Kind::predicate);
    return {operand.number, operand.is_negated};
}

SourcePredicate Decoder::carry(bool is_taken) {
    return is_taken ? predicate(false) : SourcePredicate{true_predicate, true};
}

uint32_t Decoder::immediate() { return static_cast<uint32_t>(of(Kind::immediate).value); }

Operand Decoder::of(Kind kind) {
    const Operand operand = next();
    if (operand.kind != kind) fail("another kind of operand is expected in place of " + operand.text);
    ++at_;
    return operand;
}

bool Decoder::is_next(Kind kind) const { return at_ < operands_.size() && operands_[at_].kind == kind; }

void Decoder::finish() const {
    if (!modifiers_.empty()) fail("unknown modifier '" + modifiers_.front() + "'");
    if (at_ < operands_.size()) fail("an operand too many: " + operands_[at_].text);
}

const Operand& Decoder::next() const {
    if (at_ == operands_.size()) fail("an operand is missing");
    return operands_[at_];
}

// Word `part` of the operand.
Source Decoder::read(const Operand& operand, int64_t part) const {
    const bool is_negated = operand.is_negated, is_inverted = operand.is_inverted;
    switch (operand.kind) {
        case Kind::word: {
            const bool is_zero = is_zero_register(operand.number);
            return {operand.number + (is_zero ? 0 : static_cast<int>(part)), is_negated, is_inverted};
        }
        case Kind::immediate:
            if (part > 0) fail("an immediate of 64 bits: " + operand.text);
            return Source(static_cast<uint32_t>(operand.value));
        case Kind::constant:
            return Source(constants_.at(operand.number, operand.value + 4 * part), is_negated, is_inverted);
        default: fail("no word: " + operand.text);
    }
}

void Decoder::fail(const std::string& reason) { throw std::runtime_error(reason); }

}  // namespace limbsmith::sass
