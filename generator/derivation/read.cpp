#include "derivation/read.hpp"

#include <algorithm>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace limbsmith::derivation {
namespace {

using namespace check;

using Json = nlohmann::json;

constexpr uint32_t most_values = uint32_t{1} << 28;

void expect(bool condition, const char* what) {
    if (!condition) throw Unreadable(what);
}

// How many words and flags a polynomial may name.
struct Scope {
    uint32_t words = 0, flags = 0;
};

// A value that becomes what it is asked for, by the functions read() below.
struct Value {
    const Json& json;
    const Scope& scope;

    template <class T>
    operator T() const {
        T result{};
        read(json, scope, result);
        return result;
    }
    // An element of a list.
    Value operator[](size_t i) const {
        expect(json.is_array() && i < json.size(), "not a list, or too short");
        return {json[i], scope};
    }
    size_t size() const {
        expect(json.is_array(), "not a list, or too short");
        return json.size();
    }
};

// An object whose members are each asked for once; done() refuses others.
class Members {
  public:
    Members(const Json& value, const Scope& scope) : value_(value), scope_(scope) {
        expect(value.is_object(), "not an object");
    }
    bool has(const char* name) const { return value_.contains(name); }
    Value operator[](const char* name) {
        expect(has(name), "a member is missing");
        asked_.insert(name);
        return {value_[name], scope_};
    }
    void done() const { expect(asked_.size() == value_.size(), "a member is unknown"); }

  private:
    const Json& value_;
    const Scope& scope_;
    std::set<std::string> asked_;
};

void read(const Json& value, const Scope&, std::string& text) {
    expect(value.is_string(), "not a text");
    text = value.get<std::string>();
}
void read(const Json& value, const Scope&, uint32_t& index) {
    expect(value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX, "not an index");
    index = value.get<uint32_t>();
}
void read(const Json& value, const Scope& scope, Id& id) { id = uint32_t(Value{value, scope}); }
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
void read(const Json& value, const Scope& scope, mpz_class& number) { number = integer(Value{value, scope}); }
void read(const Json& value, const Scope& scope, ir::Word& word) { word.id = Value{value, scope}; }
void read(const Json& value, const Scope& scope, ir::Operand& operand) {
    const std::string name = Value{value, scope};
    operand = name.starts_with("w") ? ir::Word{index(name.substr(1))} : ir::Operand(index(name));
}
template <class T>
void read(const Json& value, const Scope& scope, std::vector<T>& all) {
    const Value list{value, scope};
    for (size_t i = 0; i < list.size(); ++i) all.push_back(list[i]);
}

Variable variable(const std::string& name, const Scope& scope) {
    expect(!name.empty() && std::string("wfx").find(name[0]) != std::string::npos, "not a value");
    const uint32_t number = index(name.substr(1));
    expect(number < (name[0] == 'w'   ? scope.words
                     : name[0] == 'f' ? scope.flags
                                      : most_values),
           "there is no such value");
    return number + (name[0] == 'w' ? 0 : name[0] == 'f' ? scope.words : scope.words + scope.flags);
}
std::vector<Variable> variables(const std::vector<std::string>& names, const Scope& scope) {
    std::vector<Variable> result;
    for (const std::string& name : names) result.push_back(variable(name, scope));
    return result;
}

void read(const Json& value, const Scope& scope, Polynomial& polynomial) {
    std::set<Monomial> seen;
    for (const std::vector<std::string>& term : std::vector<std::vector<std::string>>(Value{value, scope})) {
        expect(!term.empty(), "a term is empty");
        Monomial monomial = variables({term.begin() + 1, term.end()}, scope);
        std::ranges::sort(monomial);
        expect(seen.insert(monomial).second, "a term comes twice");
        expect(integer(term[0]) != 0, "a term is 0");
        polynomial.add(monomial, integer(term[0]));
    }
}

void read(const Json& value, const Scope& scope, ir::ExprPtr& expression) {
    using Kind = ir::Expr::Kind;
    static const std::map<std::string, std::pair<Kind, size_t>> operations = {
        {"+", {Kind::add, 2}},      {"-", {Kind::sub, 2}},          {"*", {Kind::mul, 2}},
        {"mod", {Kind::mod, 2}},    {"div", {Kind::div, 2}},        {"=", {Kind::equal, 2}},
        {"<", {Kind::less, 2}},     {"&", {Kind::bit_and, 2}},      {"|", {Kind::bit_or, 2}},
        {"^", {Kind::bit_xor, 2}},  {"exp2", {Kind::exp2, 1}},      {"abs", {Kind::magnitude, 1}},
        {"if", {Kind::if_else, 3}}, {"inverse", {Kind::inverse, 2}}};
    const Value parts{value, scope};
    if (value.is_string()) return void(expression = ir::var(parts));
    const std::string name = parts[0];
    if (parts.size() == 1) {
        const mpz_class number = integer(name);
        expect(number >= 0, "a negative number");
        return void(expression = ir::constant(name, number.get_str(16)));
    }
    if (name == "divsteps") {
        static const ir::Function divsteps{"divsteps", nullptr};
        expect(parts.size() == 5 && parts[1].size() == 1, "not an expression");
        const uint32_t count = index(parts[1][0]);
        expect(count < 1 << 16, "too many divsteps");
        return void(expression = ir::apply(divsteps, count, parts[2], parts[3], parts[4]));
    }
    const auto found = operations.find(name);
    expect(found != operations.end() && parts.size() == found->second.second + 1, "not an expression");
    ir::Expr result{found->second.first};
    result.left = parts[1];
    if (parts.size() > 2) result.right = parts[2];
    if (parts.size() > 3) result.other = parts[3];
    expression = std::make_shared<const ir::Expr>(std::move(result));
}

void read(const Json& value, const Scope& scope, Fact& fact) {
    Members line(value, scope);
    const bool is_zero = line.has("zero");
    fact = {is_zero ? Fact::Kind::zero : Fact::Kind::nonnegative, line[is_zero ? "zero" : "bound"]};
    line.done();
}
void read(const Json& value, const Scope& scope, std::pair<Id, Id>& ids) {
    const Value pair{value, scope};
    expect(pair.size() == 2, "not a pair");
    ids = {pair[0], pair[1]};
}
void read(const Json& value, const Scope& scope, Multiple& multiple) {
    const Value pair{value, scope};
    expect(pair.size() == 2, "not a pair");
    multiple = {pair[0], pair[1]};
}
void read(const Json& value, const Scope& scope, Product& product) {
    const Value parts{value, scope};
    product.scale = mpz_class(parts[0]);
    for (size_t i = 1; i < parts.size(); ++i) product.facts.push_back(parts[i]);
}
void read(const Json& value, const Scope& scope, CommonBits::Number& number) {
    Members line(value, scope);
    number = {line["sum"], line["bits"]};
    line.done();
}

Step step(Members& line, const Scope& scope) {
    const std::string name = line["step"];
    const auto facts = [&] { return std::pair<Id, Id>(line["facts"]); };
    if (name == "given") {
        const std::string of = line["of"];
        if (of == "contract") return {Given{Given::Of::contract, 0, line["which"]}};
        expect(of == "instruction" || of == "quotient", "not an origin of facts");
        return {Given{of == "quotient" ? Given::Of::quotient : Given::Of::instruction, line["index"],
                      line["which"]}};
    }
    if (name == "sum") return {Sum{line["claim"], line["zeros"]}};
    if (name == "bound") return {Bound{line["claim"], line["products"], line["zeros"]}};
    if (name == "round") return {Round{line["fact"], line["divisor"]}};
    if (name == "both") return {Both{facts().first, facts().second}};
    if (name == "divide") return {Divide{line["polynomial"], line["divisor"]}};
    if (name == "cases") return {Cases{line["split"], line["goal"], line["first"], line["second"]}};
    if (name == "bits") return {Bits{facts().first, facts().second}};
    if (name == "common") return {CommonBits{variable(line["value"], scope), line["first"], line["second"]}};
    if (name == "power") return {Power{line["fact"]}};
    if (name == "powers")
        return {Powers{line["fact"], variables(line["first"], scope), variables(line["second"], scope)}};
    expect(name == "apply", "no such rule");
    return {Apply{line["which"], line["values"], line["facts"]}};
}
void read(const Json& value, const Scope& scope, Step& result) {
    Members line(value, scope);
    result = step(line, scope);
    line.done();
}

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
    const uint32_t radix = line["digits"];
    expect(radix >= 1 && radix <= 32, "digits do not have 1 to 32 bits");
    return {ir::Representation::Kind::digits, {}, {}, static_cast<int>(radix)};
}

ir::Instruction instruction(Members& line) {
    const std::string name = line["instruction"];
    int op = 0;
    while (op <= static_cast<int>(ir::Opcode::select) && ir::name(static_cast<ir::Opcode>(op)) != name) ++op;
    expect(op <= static_cast<int>(ir::Opcode::select), "no such instruction");
    ir::Instruction in{static_cast<ir::Opcode>(op), line["r"], {}, {}, {}};
    const std::vector<ir::Operand> from = line["from"];
    expect(from.size() == static_cast<size_t>(ir::arity(in.op)), "a wrong number of sources");
    std::ranges::copy(from, in.src.begin());
    if (line.has("reads")) in.flag_in = ir::Flag{line["reads"]};
    if (line.has("writes")) in.flag_out = ir::Flag{line["writes"]};
    return in;
}

ir::Bound bound(const char* kind, Members& line) {
    ir::Bound bound{line[kind], line["below"]};
    if (line.has("at_least")) bound.at_least = line["at_least"];
    if (line.has("step")) {
        bound.residue = line["residue"];
        bound.step = line["step"];
        expect(bound.step > 1 && bound.residue < bound.step, "not a residue");
    }
    return bound;
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

// A JSON value in which no object has a member twice.
Json parse(const std::string& line) {
    std::vector<std::set<std::string>> members;
    expect(!line.starts_with('\xEF'), "a byte order mark");
    return Json::parse(line, [&](int, Json::parse_event_t event, const Json& value) {
        if (event == Json::parse_event_t::object_start) members.emplace_back();
        if (event == Json::parse_event_t::object_end) members.pop_back();
        if (event == Json::parse_event_t::key)
            expect(members.back().insert(value.get<std::string>()).second, "a member is there twice");
        return true;
    });
}

}  // namespace

std::vector<Derivation> read(std::istream& in) {
    std::vector<Derivation> all;
    size_t number = 0;
    try {
        std::optional<Reader> reader;
        for (std::string line; std::getline(in, line);) {
            ++number;
            const Json value = parse(line);
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

}  // namespace limbsmith::derivation
