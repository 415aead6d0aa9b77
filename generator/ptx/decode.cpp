// Decodes instructions by a table, and operands by name; tracks the slots that are written, and the value
// of the flag.
#include "ptx/decode.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace limbsmith::ptx {
namespace {

struct Form {
    std::string_view mnemonic;  // without .cc
    Operation operation;
    size_t sources;
    bool reads_flag = false;
    bool may_set_flag = false;  // .cc is allowed before the type
};

constexpr Form forms[] = {
    {"add.u32", Operation::add, 2, false, true},
    {"addc.u32", Operation::add, 2, true, true},
    {"sub.u32", Operation::sub, 2, false, true},
    {"subc.u32", Operation::sub, 2, true, true},
    {"mad.lo.u32", Operation::mad_lo, 3, false, true},
    {"madc.lo.u32", Operation::mad_lo, 3, true, true},
    {"mad.hi.u32", Operation::mad_hi, 3, false, true},
    {"madc.hi.u32", Operation::mad_hi, 3, true, true},
    {"mad.hi.s32", Operation::mad_hi_signed, 3, false, false},
    {"madc.hi.s32", Operation::mad_hi_signed, 3, true, false},
    {"mul.lo.u32", Operation::mul_lo, 2},
    {"mul.hi.u32", Operation::mul_hi, 2},
    {"mul.hi.s32", Operation::mul_hi_signed, 2},
    {"and.b32", Operation::bit_and, 2},
    {"or.b32", Operation::bit_or, 2},
    {"xor.b32", Operation::bit_xor, 2},
    {"not.b32", Operation::bit_not, 1},
    {"min.u32", Operation::min, 2},
    {"shl.b32", Operation::shl, 2},
    {"shr.u32", Operation::shr, 2},
    {"shr.s32", Operation::shr_signed, 2},
    {"shf.l.wrap.b32", Operation::shf_l, 3},
    {"shf.r.wrap.b32", Operation::shf_r, 3},
    {"lop3.b32", Operation::lop3, 3},
    {"mov.u32", Operation::mov, 1},
    {"mov.b32", Operation::mov, 1},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_identifier(std::string_view text) {
    return !text.empty() && is_letter(text[0]) &&
           std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c); });
}

std::string_view trim(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split_at_commas(std::string_view text) {
    std::vector<std::string_view> parts;
    for (size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        parts.push_back(trim(text.substr(0, comma)));
        text.remove_prefix(comma + 1);
    }
    parts.push_back(trim(text));
    return parts;
}

class Decoder {
  public:
    explicit Decoder(const AsmStatement& statement) : statement_(statement) {
        code_.outputs = statement.outputs.size();
        code_.inputs = statement.inputs.size();
        code_.slots.resize(code_.outputs + code_.inputs);
        written_.resize(code_.outputs, false);
        written_.resize(code_.slots.size(), true);
    }

    Code decode() {
        for (const std::string& text : statement_.instructions) {
            text_ = text;
            line_ = static_cast<uint32_t>(&text - statement_.instructions.data());
            if (text == "{") {
                scopes_.emplace_back();
            } else if (text == "}") {
                if (scopes_.empty()) fail("no open brace");
                scopes_.pop_back();
            } else if (text.starts_with(".reg ")) {
                declare(text_.substr(5));
            } else {
                instruction();
            }
        }
        text_ = "end of statement";
        if (!scopes_.empty()) fail("a brace is not closed");
        for (size_t k = 0; k < code_.outputs; ++k) {
            if (!written_[k]) fail("output %" + std::to_string(k) + " is never written");
        }
        if (flag_ != Flag::none && !flag_read_) ++code_.lost_flags;
        return std::move(code_);
    }

  private:
    enum class Flag { none, carry, borrow };

    struct Register {
        uint32_t slot;
        bool wide;  // 64 bits
    };

    // Reads "a, b" and "t<3>" (t0, t1, t2) after the type. Registers must be declared inside braces: outside,
    // their names would clash when the statement is inlined twice.
    void declare(std::string_view text) {
        const std::string_view type = text.substr(0, text.find(' '));
        const bool wide = type == ".u64" || type == ".b64";
        if (!wide && type != ".u32" && type != ".b32") fail("unknown register type");
        if (scopes_.empty()) fail("a register is declared outside braces");
        for (const std::string_view part : split_at_commas(text.substr(type.size()))) {
            const size_t angle = part.find('<');
            const std::string name(part.substr(0, angle));
            if (!is_identifier(name)) fail("ill-formed register name");
            if (angle == std::string_view::npos) {
                declare_one(name, wide);
                continue;
            }
            if (!part.ends_with('>')) fail("ill-formed register range");
            const uint32_t count = number(part.substr(angle + 1, part.size() - angle - 2));
            for (uint32_t i = 0; i < count; ++i) declare_one(name + std::to_string(i), wide);
        }
    }

    void declare_one(const std::string& name, bool wide) {
        const Register declared{new_slot(0, false), wide};
        if (wide) new_slot(0, false);
        if (!scopes_.back().emplace(name, declared).second) fail(name + " is declared twice");
    }

    void instruction() {
        std::string mnemonic(text_.substr(0, text_.find(' ')));
        std::vector<std::string_view> operands = split_at_commas(text_.substr(mnemonic.size()));
        if (mnemonic == "mul.wide.u32") return multiply_wide(operands, Operation::mul_hi);
        if (mnemonic == "mul.wide.s32") return multiply_wide(operands, Operation::mul_hi_signed);
        if (mnemonic == "mov.b64") return unpack(operands);
        const bool sets_flag = mnemonic.ends_with(".cc.u32");
        if (sets_flag) mnemonic.erase(mnemonic.size() - 7, 3);
        const Form* form = std::ranges::find(forms, mnemonic, &Form::mnemonic);
        if (form == std::end(forms) || (sets_flag && !form->may_set_flag)) fail("unknown instruction");
        const bool has_table = form->operation == Operation::lop3;
        if (operands.size() != 1 + form->sources + has_table) fail("wrong number of operands");

        Step step{form->operation, form->reads_flag, sets_flag, 0, 0, {}, line_};
        for (size_t i = 0; i < form->sources; ++i) step.source[i] = read(operands[i + 1]);
        if (has_table) {
            const uint32_t table = number(operands.back());
            if (table > 0xff) fail("the truth table has more than 8 bits");
            step.table = static_cast<uint8_t>(table);
        }
        follow_flag(step);
        step.target = write(operands[0]);
        code_.steps.push_back(step);
    }

    // "d, a, b": the whole product of two words.
    void multiply_wide(const std::vector<std::string_view>& operands, Operation high_word) {
        if (operands.size() != 3) fail("wrong number of operands");
        const uint32_t a = read(operands[1]), b = read(operands[2]);
        const uint32_t low = find(operands[0], true), high = low + 1;
        written_[low] = written_[high] = true;
        code_.steps.push_back({Operation::mul_lo, 0, false, 0, low, {a, b, 0}, line_});
        code_.steps.push_back({high_word, 0, false, 0, high, {a, b, 0}, line_});
    }

    // "{low, high}, d": the two words of a 64-bit register.
    void unpack(const std::vector<std::string_view>& operands) {
        if (operands.size() != 3 || !operands[0].starts_with('{') || !operands[1].ends_with('}')) {
            fail("{low, high} and a 64-bit register expected");
        }
        const uint32_t from = find(operands[2], true);
        if (!written_[from]) fail(std::string(operands[2]) + " is read before it is written");
        const uint32_t low = write(trim(operands[0].substr(1)));
        const uint32_t high = write(trim(operands[1].substr(0, operands[1].size() - 1)));
        if (low == high) fail("both words go to the same place");
        code_.steps.push_back({Operation::mov, 0, false, 0, low, {from, 0, 0}, line_});
        code_.steps.push_back({Operation::mov, 0, false, 0, high, {from + 1, 0, 0}, line_});
    }

    void follow_flag(const Step& step) {
        const Flag kind = step.operation == Operation::sub ? Flag::borrow : Flag::carry;
        if (step.flag_mask) {
            if (flag_ == Flag::none) fail("CC.CF is read before it is written");
            if (flag_ != kind) ++code_.mixed_flags;
            flag_read_ = true;
        }
        if (step.sets_flag) {
            if (flag_ != Flag::none && !flag_read_) ++code_.lost_flags;
            flag_ = kind;
            flag_read_ = false;
        }
    }

    // The slot of a word that is read; of one that is written.
    uint32_t read(std::string_view operand) {
        if (!operand.empty() && is_digit(operand[0])) return new_slot(number(operand), true);
        const uint32_t slot = find(operand, false);
        if (!written_[slot]) fail(std::string(operand) + " is read before it is written");
        return slot;
    }

    uint32_t write(std::string_view operand) {
        const uint32_t slot = find(operand, false);
        if (slot >= code_.outputs && slot < code_.outputs + code_.inputs) fail("an input is written");
        written_[slot] = true;
        return slot;
    }

    // The slot of %k or of a register, innermost scope first. `wide`: the expected size is 64 bits.
    uint32_t find(std::string_view operand, bool wide) const {
        const Register found = look_up(operand);
        if (found.wide != wide)
            fail(std::string(operand) + (wide ? " is not 64 bits wide" : " is 64 bits wide"));
        return found.slot;
    }

    Register look_up(std::string_view operand) const {
        if (operand.starts_with('%')) {
            const uint32_t k = number(operand.substr(1));
            if (k >= code_.outputs + code_.inputs) fail(std::string(operand) + " is out of range");
            return {k, false};
        }
        if (!is_identifier(operand)) fail("ill-formed operand '" + std::string(operand) + "'");
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            const auto found = scope->find(std::string(operand));
            if (found != scope->end()) return found->second;
        }
        fail(std::string(operand) + " is not declared");
    }

    uint32_t new_slot(uint32_t value, bool written) {
        code_.slots.push_back(value);
        written_.push_back(written);
        return static_cast<uint32_t>(code_.slots.size() - 1);
    }

    // A PTX integer constant: decimal, 0x hexadecimal, 0b binary or 0 octal, with an optional U.
    uint32_t number(std::string_view text) const {
        const std::string quoted = "'" + std::string(text) + "'";
        int base = 10;
        if (text.ends_with('U')) text.remove_suffix(1);
        if (text.starts_with("0x") || text.starts_with("0X") || text.starts_with("0b") ||
            text.starts_with("0B")) {
            base = (text[1] | 0x20) == 'x' ? 16 : 2;
            text.remove_prefix(2);
        } else if (text.starts_with('0') && text.size() > 1) {
            base = 8;
        }
        uint32_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value, base);
        if (error == std::errc::invalid_argument || stop != end) fail("ill-formed number " + quoted);
        if (error == std::errc::result_out_of_range) fail(quoted + " does not fit 32 bits");
        return value;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw std::runtime_error("asm " + std::to_string(statement_.index) + " of '" + statement_.function +
                                 "': '" + std::string(text_) + "': " + reason);
    }

    const AsmStatement& statement_;
    std::string_view text_;  // the instruction being decoded
    uint32_t line_ = 0;      // its line
    Code code_;
    std::vector<bool> written_;  // by slot
    std::vector<std::map<std::string, Register>> scopes_;
    Flag flag_ = Flag::none;  // kind of the flag in CC.CF
    bool flag_read_ = false;
};

}  // namespace

Code decode(const AsmStatement& statement) { return Decoder(statement).decode(); }

}  // namespace limbsmith::ptx
