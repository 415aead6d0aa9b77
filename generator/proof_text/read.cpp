#include "proof_text/read.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <optional>
#include <set>

#include "check/budget.hpp"
#include "proof_text/read_routine.hpp"
#include "proof_text/values.hpp"

namespace limbsmith::proof_text {
namespace {

void read_head(Members& line, Derivation& result) {
    expect(uint32_t(line["derivation"]) == 1, "another version of the format");
    const uint32_t bits = line["word_bits"];
    expect(bits >= 1 && bits <= 32, "word_bits is not from 1 to 32");
    result.word_bits = static_cast<int>(bits);
    result.program.name = std::string(line["name"]);
    result.program.words = line["words"];
    result.program.flags = line["flags"];
    expect(std::max(result.program.words, result.program.flags) < most_values, "too many values");
}

ir::Representation representation(Members& line) {
    if (!line.has("digits")) return ir::number;
    if (const Value digits = line["digits"]; digits.json.is_array()) {
        expect(digits.size() == 2 || digits.size() == 3, "digits are a radix, or a base and a bound");
        ir::Representation places{.kind = ir::Representation::Kind::places};
        places.base = digits[0];
        places.bound = digits[1];
        if (digits.size() == 3) {
            const std::string word = digits[2];
            expect(word == "open", "digits are open, or nothing else is said of them");
            places.is_open = true;
        }
        return places;
    }
    const uint32_t radix = line["digits"];
    expect(radix >= 1 && radix <= 32, "digits do not have 1 to 32 bits");
    return {ir::Representation::Kind::digits, {}, {}, static_cast<int>(radix)};
}

ir::Instruction instruction(Members& line) {
    const std::string name = line["instruction"];
    int op = 0;
    while (op < ir::opcodes && ir::name(static_cast<ir::Opcode>(op)) != name) ++op;
    expect(op < ir::opcodes, "no such instruction");
    ir::Instruction in{static_cast<ir::Opcode>(op), line["r"], {}, {}, {}};
    const std::vector<ir::Operand> from = line["from"];
    expect(from.size() == static_cast<size_t>(ir::arity(in.op)), "a wrong number of sources");
    std::ranges::copy(from, in.src.begin());
    if (line.has("reads")) in.flag_in = ir::Flag{line["reads"]};
    if (line.has("writes")) in.flag_out = ir::Flag{line["writes"]};
    return in;
}

// Reads one derivation, line by line.
class Reader {
  public:
    void read(const Json& value) {
        // Lines come in this order; the head and the relation come once.
        static const char* const names[] = {"derivation", "input", "instruction", "output", "requires",
                                            "equal",      "left",  "ensures",     "lemma",  "step"};
        enum Kind { head, input, body, output, precondition, equal, relation, postcondition, lemma_, step_ };
        ir::Program& program = result_.program;
        const Scope scope{program.words, program.flags}, none;
        Members line(value, value.contains("lemma") ? none : scope);
        const int kind = static_cast<int>(
            std::ranges::find_if(names, [&](const char* name) { return line.has(name); }) - names);
        expect((kind == head) == (stage_ < 0) && (kind == relation ? stage_ < kind : stage_ <= kind) &&
                   (kind <= relation || stage_ >= relation),
               "a line is out of order");
        stage_ = kind;
        switch (kind) {
            case head: read_head(line, result_); break;
            case input: program.inputs.push_back({line["input"], representation(line), line["words"]}); break;
            case body: program.body.push_back(instruction(line)); break;
            case output:
                program.outputs.push_back({line["output"], representation(line), line["words"]});
                break;
            case precondition: program.contract.requires_.push_back(bound("requires", line)); break;
            case equal: program.contract.givens.push_back({line["equal"], line["value"], {}}); break;
            case relation:
                program.contract.left = line["left"];
                program.contract.right = line["right"];
                break;
            case postcondition: program.contract.ensures.push_back(bound("ensures", line)); break;
            case lemma_:
                result_.lemmas.push_back(
                    {line["lemma"], line["variables"], line["given"], line["shows"], line["steps"]});
                expect(result_.lemmas.back().variables < most_values, "too many values");
                break;
            case step_: result_.steps.push_back(step(line, scope)); break;
            default: expect(false, "a member is missing");
        }
        line.done();
    }
    // The derivation, after its last line.
    Derivation finish() {
        expect(!!result_.program.contract.left, "the relation is missing");
        return std::move(result_);
    }

  private:
    int stage_ = -1;  // of the last line
    Derivation result_;
};

// Makes a JSON value that is not nested too deeply, in which no object has a member twice.
class Maker : public nlohmann::json_sax<Json> {
  public:
    Json made;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(size_t) override { return open(Json::object()); }
    bool start_array(size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        Budget::spend(8);
        const auto [member, is_new] = open_.back()->emplace(std::move(name), nullptr);
        expect(is_new, "a member is there twice");
        member_ = &*member;
        return true;
    }
    bool parse_error(size_t, const std::string&, const Json::exception&) override {
        throw Unreadable("not a JSON value");
    }

  private:
    template <class T>
    bool add(T&& value) {
        return place(std::forward<T>(value)), true;
    }
    bool open(Json value) {
        open_.push_back(&place(std::move(value)));
        return true;
    }
    bool close() {
        Budget::spend(8);
        open_.pop_back();
        return true;
    }
    template <class T>
    Json& place(T&& value) {
        Budget::spend(8);
        expect(open_.size() <= most_nested, "lists are too deep within each other");
        if (open_.empty()) return made = std::forward<T>(value);
        if (open_.back()->is_array()) return open_.back()->emplace_back(std::forward<T>(value));
        return *member_ = std::forward<T>(value);
    }

    std::vector<Json*> open_;  // lists and objects that have no end yet, the outer ones first
    Json* member_ = nullptr;   // of the innermost object: the one that gets the next value
};

Json parse(const std::string& line) {
    expect(!line.starts_with('\xEF'), "a byte order mark");
    Maker maker;
    Json::sax_parse(line, &maker);
    return std::move(maker.made);
}

// Without its end; nothing after the last line, or where the text is damaged.
std::optional<std::string> line_of(std::istream& in) {
    std::string line;
    std::array<char, 1 << 12> part;
    do {
        in.clear(in.rdstate() & std::ios::badbit);
        in.getline(part.data(), part.size());  // fails where the line goes on
        if (in.bad() || (in.eof() && in.gcount() == 0 && line.empty())) return std::nullopt;
        const auto count = static_cast<size_t>(in.gcount() - (in.good() ? 1 : 0));
        Budget::spend(1 + count / 8);
        line.append(part.data(), count);
    } while (in.fail() && !in.eof());
    expect(line.find('\0') == line.npos, "a character of no text");  // the parser of JSON would end there
    return line;
}

}  // namespace

const std::optional<Json>& Derivations::line() {
    if (!is_taken_) return line_;
    is_taken_ = false;
    ++number_;
    line_.reset();
    if (const auto text = line_of(in_))
        line_ = parse(*text);
    else
        --number_;  // there is none
    return line_;
}

std::optional<Any> Derivations::next() {
    const auto is_head = [](const Json& value) { return value.is_object() && value.contains("derivation"); };
    try {
        if (!line()) {
            expect(number_ > 0, "there is no derivation");
            return std::nullopt;
        }
        expect(is_head(*line_), "the head is missing");
        std::variant<Reader, RoutineReader> reader;
        if (line_->contains("routine")) reader.emplace<RoutineReader>();
        do {
            std::visit([&](auto& it) { it.read(*line_); }, reader);
            is_taken_ = true;
        } while (line() && !is_head(*line_));
        return std::visit([](auto& it) { return Any(it.finish()); }, reader);
    } catch (const Unreadable& error) {
        throw Unreadable("line " + std::to_string(number_) + ": " + error.what());
    } catch (const TooMuch& error) {
        throw TooLong("line " + std::to_string(number_) + ": " + error.what());
    }
}

std::vector<Any> read_all(std::istream& in) {
    Derivations derivations(in);
    std::vector<Any> all;
    while (auto it = derivations.next()) all.push_back(std::move(*it));
    return all;
}

std::vector<Derivation> read(std::istream& in) {
    std::vector<Derivation> programs;
    for (Any& it : read_all(in)) {
        expect(std::holds_alternative<Derivation>(it), "a routine, where a program is expected");
        programs.push_back(std::move(std::get<Derivation>(it)));
    }
    return programs;
}

}  // namespace limbsmith::proof_text
