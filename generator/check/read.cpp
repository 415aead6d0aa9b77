// Reads derivations; see check/file.hpp.
#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "check/file.hpp"

namespace limbsmith::check {
namespace {

using Json = nlohmann::json;

void expect(bool condition, const char* what) {
    if (!condition) throw Unreadable(what);
}

// An object whose members are each asked for once; done() refuses others.
class Members {
  public:
    explicit Members(const Json& value) : value_(value) { expect(value.is_object(), "not an object"); }
    bool has(const char* name) const { return value_.contains(name); }
    const Json& operator[](const char* name) {
        expect(has(name), "a member is missing");
        asked_.insert(name);
        return value_[name];
    }
    void done() const { expect(asked_.size() == value_.size(), "a member is unknown"); }

  private:
    const Json& value_;
    std::set<std::string> asked_;
};

const Json::array_t& list(const Json& value, size_t least = 0) {
    expect(value.is_array() && value.size() >= least, "not a list, or too short");
    return value.get_ref<const Json::array_t&>();
}
const std::string& text(const Json& value) {
    expect(value.is_string(), "not a text");
    return value.get_ref<const std::string&>();
}
uint32_t index(const Json& value) {
    expect(value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX, "not an index");
    return value.get<uint32_t>();
}
// 0, 7 or -7; no sign of 0, no leading zeros
mpz_class integer(const std::string& text) {
    mpz_class value;
    expect(value.set_str(text, 10) == 0 && value.get_str() == text, "not a decimal number");
    return value;
}
uint32_t index(const std::string& text) {
    const mpz_class value = integer(text);
    expect(value >= 0 && value.fits_uint_p(), "not an index");
    return static_cast<uint32_t>(value.get_ui());
}

class Reader {
  public:
    void read(const Json& value) {
        Members line(value);
        ir::Program& program = result_.program;
        if (line.has("derivation")) return read_head(line);
        if (line.has("input")) return read_input(line);
        if (line.has("instruction")) return read_instruction(line);
        if (line.has("output")) return read_output(line);
        if (line.has("requires"))
            return read_bound(line, "requires", preconditions, program.contract.requires_);
        if (line.has("ensures")) return read_bound(line, "ensures", postconditions, program.contract.ensures);
        if (line.has("step")) {
            enter(steps);
            result_.steps.push_back(step(value));
            return;
        }
        enter(relation);
        program.contract.left = expression(line["left"]);
        program.contract.right = expression(line["right"]);
        line.done();
    }
    // The derivation, after its last line.
    Derivation finish() {
        expect(stage_ >= relation, "the relation is missing");
        return std::move(result_);
    }

  private:
    enum Stage { head, inputs, instructions, outputs, preconditions, relation, postconditions, steps };

    // Lines come in the order of the stages; the head and the relation come once.
    void enter(Stage stage) {
        const bool is_first = stage_ == none && stage == head;
        const bool is_once = stage == relation;
        expect(is_first || (stage_ != none && (is_once ? stage_ < stage : stage_ <= stage) && stage != head &&
                            (stage < postconditions || stage_ >= relation)),
               "a line is out of order");
        stage_ = stage;
    }

    void read_head(Members& line) {
        enter(head);
        ir::Program& program = result_.program;
        expect(index(line["derivation"]) == 1, "another version of the format");
        const uint32_t bits = index(line["word_bits"]);
        expect(bits >= 1 && bits <= 32, "word_bits is not from 1 to 32");
        result_.word_bits = static_cast<int>(bits);
        program.name = text(line["name"]);
        program.words = index(line["words"]);
        program.flags = index(line["flags"]);
        expect(std::max(program.words, program.flags) < most_values, "too many values");
        line.done();
    }

    void read_input(Members& line) {
        enter(inputs);
        ir::Input input{text(line["input"]), ir::number, {}};
        for (const Json& word : list(line["words"])) input.words.push_back({index(word)});
        result_.program.inputs.push_back(std::move(input));
        line.done();
    }

    void read_instruction(Members& line) {
        enter(instructions);
        static const auto opcodes = [] {
            std::map<std::string, ir::Opcode, std::less<>> all;
            for (int op = 0; op <= static_cast<int>(ir::Opcode::select); ++op)
                all.emplace(ir::name(static_cast<ir::Opcode>(op)), static_cast<ir::Opcode>(op));
            return all;
        }();
        const auto opcode = opcodes.find(text(line["instruction"]));
        expect(opcode != opcodes.end(), "no such instruction");
        ir::Instruction in{opcode->second, {index(line["r"])}, {}, {}, {}};
        const auto& from = list(line["from"]);
        expect(from.size() == static_cast<size_t>(ir::arity(in.op)), "a wrong number of sources");
        for (size_t s = 0; s < from.size(); ++s) in.src[s] = operand(text(from[s]));
        if (line.has("reads")) in.flag_in = ir::Flag{index(line["reads"])};
        if (line.has("writes")) in.flag_out = ir::Flag{index(line["writes"])};
        result_.program.body.push_back(in);
        line.done();
    }

    void read_output(Members& line) {
        enter(outputs);
        ir::Output output{text(line["output"]), ir::number, {}};
        for (const Json& word : list(line["words"])) output.words.push_back(operand(text(word)));
        result_.program.outputs.push_back(std::move(output));
        line.done();
    }

    void read_bound(Members& line, const char* kind, Stage stage, std::vector<ir::Bound>& bounds) {
        enter(stage);
        ir::Bound bound{text(line[kind]), expression(line["below"])};
        if (line.has("at_least")) bound.at_least = expression(line["at_least"]);
        if (stage == postconditions && line.has("step")) {
            bound.residue = index(line["residue"]);
            bound.step = index(line["step"]);
            expect(bound.step > 1 && bound.residue < bound.step, "not a residue");
        }
        bounds.push_back(std::move(bound));
        line.done();
    }

    static ir::Operand operand(const std::string& text) {
        if (text.starts_with("w")) return ir::Word{index(text.substr(1))};
        return ir::Operand(index(text));
    }

    static ir::ExprPtr expression(const Json& value) {
        if (value.is_string()) return ir::var(value.get<std::string>());
        const auto& parts = list(value, 1);
        const std::string& name = text(parts[0]);
        if (parts.size() == 1) {
            const mpz_class number = integer(name);
            expect(number >= 0, "a negative number");
            return ir::constant(number.get_str(), number.get_str(16));
        }
        const auto part = [&](size_t i) { return expression(parts[i]); };
        if (name == "if" && parts.size() == 4) return ir::if_else(part(1), part(2), part(3));
        expect(parts.size() == 3, "not an expression");
        if (name == "+") return part(1) + part(2);
        if (name == "-") return part(1) - part(2);
        if (name == "*") return part(1) * part(2);
        if (name == "mod") return part(1) % part(2);
        if (name == "div") return part(1) / part(2);
        if (name == "=") return ir::equal(part(1), part(2));
        if (name == "<") return ir::less(part(1), part(2));
        throw Unreadable("not an expression");
    }

    Variable variable(const std::string& name) const {
        expect(!name.empty(), "not a value");
        const uint32_t number = index(name.substr(1));
        const ir::Program& program = result_.program;
        expect(number < (name[0] == 'w'   ? program.words
                         : name[0] == 'f' ? program.flags
                                          : most_values),
               "there is no such value");
        if (name[0] == 'w') return number;
        if (name[0] == 'f') return program.words + number;
        expect(name[0] == 'x', "not a value");
        return program.words + program.flags + number;
    }

    Polynomial polynomial(const Json& value) const {
        Polynomial result;
        std::set<Monomial> seen;
        for (const Json& entry : list(value)) {
            const auto& term = list(entry, 1);
            Monomial monomial;
            for (size_t i = 1; i < term.size(); ++i) monomial.push_back(variable(text(term[i])));
            std::ranges::sort(monomial);
            expect(seen.insert(monomial).second, "a term comes twice");
            const mpz_class coefficient = integer(text(term[0]));
            expect(coefficient != 0, "a term is 0");
            result.add(monomial, coefficient);
        }
        return result;
    }

    std::vector<Multiple> zeros(const Json& value) const {
        std::vector<Multiple> result;
        for (const Json& entry : list(value)) {
            expect(list(entry).size() == 2, "not a fact and a factor");
            result.push_back({index(entry[0]), polynomial(entry[1])});
        }
        return result;
    }

    Steps nested(const Json& value) const {
        Steps result;
        for (const Json& entry : list(value)) result.push_back(step(entry));
        return result;
    }

    Step step(const Json& value) const {
        Members line(value);
        Step result{rule(text(line["step"]), line)};
        line.done();
        return result;
    }

    decltype(Step::rule) rule(const std::string& name, Members& line) const {
        if (name == "given") {
            const std::string& of = text(line["of"]);
            if (of == "contract") return Given{Given::Of::contract, 0, index(line["which"])};
            expect(of == "instruction" || of == "quotient", "not an origin of facts");
            return Given{of == "quotient" ? Given::Of::quotient : Given::Of::instruction,
                         index(line["index"]), index(line["which"])};
        }
        if (name == "sum") return Sum{polynomial(line["claim"]), zeros(line["zeros"])};
        if (name == "bound") {
            Bound bound{polynomial(line["claim"]), {}, zeros(line["zeros"])};
            for (const Json& entry : list(line["products"])) {
                Product product{integer(text(list(entry, 1)[0])), {}};
                for (size_t i = 1; i < entry.size(); ++i) product.facts.push_back(index(entry[i]));
                bound.products.push_back(std::move(product));
            }
            return bound;
        }
        if (name == "round") return Round{index(line["fact"]), integer(text(line["divisor"]))};
        if (name == "both") {
            const auto& facts = list(line["facts"]);
            expect(facts.size() == 2, "not two facts");
            return Both{index(facts[0]), index(facts[1])};
        }
        if (name == "divide") return Divide{polynomial(line["polynomial"]), integer(text(line["divisor"]))};
        expect(name == "cases", "no such rule");
        Members goal(line["goal"]);
        const bool is_zero = goal.has("zero");
        Fact fact{is_zero ? Fact::Kind::zero : Fact::Kind::nonnegative,
                  polynomial(goal[is_zero ? "zero" : "bound"])};
        goal.done();
        return Cases{polynomial(line["split"]), std::move(fact), nested(line["first"]),
                     nested(line["second"])};
    }

    static constexpr uint32_t most_values = uint32_t{1} << 28;
    static constexpr int none = -1;
    int stage_ = none;
    Derivation result_;
};

}  // namespace

std::vector<Derivation> read(std::istream& in) {
    std::vector<Derivation> all;
    size_t number = 0;
    try {
        std::optional<Reader> reader;
        for (std::string line; std::getline(in, line);) {
            ++number;
            const Json value = Json::parse(line);
            if (value.is_object() && value.contains("derivation")) {
                if (reader) all.push_back(reader->finish());
                reader.emplace();
            }
            expect(reader.has_value(), "the head is missing");
            reader->read(value);
        }
        expect(reader.has_value(), "there is no derivation");
        all.push_back(reader->finish());
        return all;
    } catch (const Unreadable& error) {
        throw Unreadable("line " + std::to_string(number) + ": " + error.what());
    } catch (const Json::exception&) {
        throw Unreadable("line " + std::to_string(number) + ": not a JSON value");
    }
}

}  // namespace limbsmith::check
