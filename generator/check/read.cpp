// Reads derivations; see check/file.hpp.
#include <algorithm>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "check/file.hpp"

namespace limbsmith::check {
namespace {

using Json = nlohmann::json;

constexpr uint32_t most_values = uint32_t{1} << 28;

void expect(bool condition, const char* what) {
    if (!condition) throw Unreadable(what);
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
uint32_t index_in(const std::string& text) {
    const mpz_class value = integer(text);
    expect(value >= 0 && value.fits_uint_p(), "not an index");
    return static_cast<uint32_t>(value.get_ui());
}
ir::Operand operand(const Json& value) {
    const std::string& name = text(value);
    if (name.starts_with("w")) return ir::Word{index_in(name.substr(1))};
    return ir::Operand(index_in(name));
}

const Json::array_t& list(const Json& value, size_t least = 0) {
    expect(value.is_array() && value.size() >= least, "not a list, or too short");
    return value.get_ref<const Json::array_t&>();
}
const Json::array_t& pair(const Json& value) {
    expect(list(value).size() == 2, "not a pair");
    return list(value);
}
template <class Read>
auto each(const Json& values, Read read) {
    std::vector<std::decay_t<decltype(read(values))>> result;
    for (const Json& value : list(values)) result.push_back(read(value));
    return result;
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

ir::ExprPtr expression(const Json& value) {
    if (value.is_string()) return ir::var(value.get<std::string>());
    const auto& parts = list(value, 1);
    const std::string& name = text(parts[0]);
    if (parts.size() == 1) {
        const mpz_class number = integer(name);
        expect(number >= 0, "a negative number");
        return ir::constant(number.get_str(), number.get_str(16));
    }
    using Kind = ir::Expr::Kind;
    static const std::map<std::string, std::pair<Kind, size_t>> operations = {
        {"+", {Kind::add, 2}},         {"-", {Kind::sub, 2}},          {"*", {Kind::mul, 2}},
        {"mod", {Kind::mod, 2}},       {"div", {Kind::div, 2}},        {"=", {Kind::equal, 2}},
        {"<", {Kind::less, 2}},        {"if", {Kind::if_else, 3}},     {"&", {Kind::bit_and, 2}},
        {"|", {Kind::bit_or, 2}},      {"^", {Kind::bit_xor, 2}},      {"exp2", {Kind::exp2, 1}},
        {"abs", {Kind::magnitude, 1}}, {"inverse", {Kind::inverse, 2}}};
    const auto found = operations.find(name);
    expect(found != operations.end() && parts.size() == found->second.second + 1, "not an expression");
    ir::Expr result{found->second.first};
    for (size_t i = 1; i < parts.size(); ++i)
        (i == 1 ? result.left : i == 2 ? result.right : result.other) = expression(parts[i]);
    return std::make_shared<const ir::Expr>(std::move(result));
}

// Reads steps that speak of so many words, flags, and hidden values.
struct StepReader {
    uint32_t words, flags;

    Variable variable(const Json& value) const {
        const std::string& name = text(value);
        expect(!name.empty(), "not a value");
        const uint32_t number = index_in(name.substr(1));
        const auto [first, count] = name[0] == 'w'   ? std::pair(0u, words)
                                    : name[0] == 'f' ? std::pair(words, flags)
                                                     : std::pair(words + flags, most_values);
        expect(name[0] == 'w' || name[0] == 'f' || name[0] == 'x', "not a value");
        expect(number < count, "there is no such value");
        return first + number;
    }

    Polynomial polynomial(const Json& value) const {
        Polynomial result;
        std::set<Monomial> seen;
        for (const Json& entry : list(value)) {
            const auto& term = list(entry, 1);
            Monomial monomial;
            for (size_t i = 1; i < term.size(); ++i) monomial.push_back(variable(term[i]));
            std::ranges::sort(monomial);
            expect(seen.insert(monomial).second, "a term comes twice");
            const mpz_class coefficient = integer(text(term[0]));
            expect(coefficient != 0, "a term is 0");
            result.add(monomial, coefficient);
        }
        return result;
    }

    Fact fact(const Json& value) const {
        Members line(value);
        const bool is_zero = line.has("zero");
        Fact result{is_zero ? Fact::Kind::zero : Fact::Kind::nonnegative,
                    polynomial(line[is_zero ? "zero" : "bound"])};
        line.done();
        return result;
    }

    std::vector<Multiple> zeros(const Json& value) const {
        return each(value, [&](const Json& entry) {
            return Multiple{index(pair(entry)[0]), polynomial(entry[1])};
        });
    }

    std::vector<Product> products(const Json& value) const {
        return each(value, [](const Json& entry) {
            Product product{integer(text(list(entry, 1)[0])), {}};
            for (size_t i = 1; i < entry.size(); ++i) product.facts.push_back(index(entry[i]));
            return product;
        });
    }

    static CommonBits::Number number(const Json& value) {
        Members line(value);
        CommonBits::Number result{index(line["sum"]), each(line["bits"], [](const Json& bit) {
                                  return std::pair<Id, Id>(index(pair(bit)[0]), index(bit[1]));
                              })};
        line.done();
        return result;
    }

    Steps steps(const Json& value) const {
        return each(value, [&](const Json& entry) {
            Members line(entry);
            Step result = step(line);
            line.done();
            return result;
        });
    }

    Step step(Members& line) const { return {rule(text(line["step"]), line)}; }

    decltype(Step::rule) rule(const std::string& name, Members& line) const {
        const auto facts = [&] { return pair(line["facts"]); };
        const auto variables = [&](const char* side) {
            return each(line[side], [&](const Json& power) { return variable(power); });
        };
        if (name == "given") {
            const std::string& of = text(line["of"]);
            if (of == "contract") return Given{Given::Of::contract, 0, index(line["which"])};
            expect(of == "instruction" || of == "quotient", "not an origin of facts");
            return Given{of == "quotient" ? Given::Of::quotient : Given::Of::instruction,
                         index(line["index"]), index(line["which"])};
        }
        if (name == "sum") return Sum{polynomial(line["claim"]), zeros(line["zeros"])};
        if (name == "bound")
            return Bound{polynomial(line["claim"]), products(line["products"]), zeros(line["zeros"])};
        if (name == "round") return Round{index(line["fact"]), integer(text(line["divisor"]))};
        if (name == "both") return Both{index(facts()[0]), index(facts()[1])};
        if (name == "divide") return Divide{polynomial(line["polynomial"]), integer(text(line["divisor"]))};
        if (name == "bits") return Bits{index(facts()[0]), index(facts()[1])};
        if (name == "common")
            return CommonBits{variable(line["value"]), number(line["first"]), number(line["second"])};
        if (name == "power") return Power{index(line["fact"])};
        if (name == "powers") return Powers{index(line["fact"]), variables("first"), variables("second")};
        if (name == "apply")
            return Apply{index(line["which"]),
                         each(line["values"], [&](const Json& value) { return polynomial(value); }),
                         each(line["facts"], [](const Json& id) -> Id { return index(id); })};
        expect(name == "cases", "no such rule");
        return Cases{polynomial(line["split"]), fact(line["goal"]), steps(line["first"]),
                     steps(line["second"])};
    }
};

class Reader {
  public:
    void read(const Json& value) {
        Members line(value);
        // Lines come in this order.
        static constexpr std::pair<const char*, void (Reader::*)(Members&)> kinds[] = {
            {"derivation", &Reader::read_head},
            {"input", &Reader::read_input},
            {"instruction", &Reader::read_instruction},
            {"output", &Reader::read_output},
            {"requires", &Reader::read_precondition},
            {"equal", &Reader::read_given},
            {"left", &Reader::read_relation},
            {"ensures", &Reader::read_postcondition},
            {"lemma", &Reader::read_lemma},
            {"step", &Reader::read_step}};
        const auto kind = std::ranges::find_if(kinds, [&](auto& kind) { return line.has(kind.first); });
        expect(kind != std::end(kinds), "a member is missing");
        const auto stage = kind - std::begin(kinds);
        expect((stage == 0) == (stage_ < 0) && (stage == relation ? stage_ < stage : stage_ <= stage) &&
                   (stage <= relation || stage_ >= relation),
               "a line is out of order");
        stage_ = stage;
        (this->*kind->second)(line);
        line.done();
    }
    // The derivation, after its last line.
    Derivation finish() {
        expect(stage_ >= relation, "the relation is missing");
        return std::move(result_);
    }

  private:
    void read_head(Members& line) {
        expect(index(line["derivation"]) == 1, "another version of the format");
        const uint32_t bits = index(line["word_bits"]);
        expect(bits >= 1 && bits <= 32, "word_bits is not from 1 to 32");
        result_.word_bits = static_cast<int>(bits);
        program_.name = text(line["name"]);
        program_.words = index(line["words"]);
        program_.flags = index(line["flags"]);
        expect(std::max(program_.words, program_.flags) < most_values, "too many values");
    }

    static ir::Representation representation(Members& line) {
        if (!line.has("digits")) return ir::number;
        const uint32_t radix = index(line["digits"]);
        expect(radix >= 1 && radix <= 32, "digits do not have 1 to 32 bits");
        return {ir::Representation::Kind::digits, {}, {}, static_cast<int>(radix)};
    }

    void read_input(Members& line) {
        const auto words = each(line["words"], [](const Json& id) { return ir::Word{index(id)}; });
        program_.inputs.push_back({text(line["input"]), representation(line), words});
    }

    void read_output(Members& line) {
        program_.outputs.push_back(
            {text(line["output"]), representation(line), each(line["words"], operand)});
    }

    void read_instruction(Members& line) {
        int op = 0;
        while (op <= static_cast<int>(ir::Opcode::select) &&
               ir::name(static_cast<ir::Opcode>(op)) != text(line["instruction"]))
            ++op;
        expect(op <= static_cast<int>(ir::Opcode::select), "no such instruction");
        ir::Instruction in{static_cast<ir::Opcode>(op), {index(line["r"])}, {}, {}, {}};
        const auto from = each(line["from"], operand);
        expect(from.size() == static_cast<size_t>(ir::arity(in.op)), "a wrong number of sources");
        std::ranges::copy(from, in.src.begin());
        if (line.has("reads")) in.flag_in = ir::Flag{index(line["reads"])};
        if (line.has("writes")) in.flag_out = ir::Flag{index(line["writes"])};
        program_.body.push_back(in);
    }

    static ir::Bound bound(const char* kind, Members& line) {
        ir::Bound bound{text(line[kind]), expression(line["below"])};
        if (line.has("at_least")) bound.at_least = expression(line["at_least"]);
        if (line.has("step")) {
            bound.residue = index(line["residue"]);
            bound.step = index(line["step"]);
            expect(bound.step > 1 && bound.residue < bound.step, "not a residue");
        }
        return bound;
    }
    void read_precondition(Members& line) { program_.contract.requires_.push_back(bound("requires", line)); }
    void read_postcondition(Members& line) { program_.contract.ensures.push_back(bound("ensures", line)); }
    void read_given(Members& line) {
        program_.contract.givens.push_back({text(line["equal"]), expression(line["value"]), {}});
    }
    void read_relation(Members& line) {
        program_.contract.left = expression(line["left"]);
        program_.contract.right = expression(line["right"]);
    }

    void read_lemma(Members& line) {
        const StepReader reader{0, 0};
        const auto facts = [&](const char* name) {
            return each(line[name], [&](const Json& fact) { return reader.fact(fact); });
        };
        const uint32_t variables = index(line["variables"]);
        expect(variables < most_values, "too many values");
        result_.lemmas.push_back(
            {text(line["lemma"]), variables, facts("given"), facts("shows"), reader.steps(line["steps"])});
    }
    void read_step(Members& line) {
        result_.steps.push_back(StepReader{program_.words, program_.flags}.step(line));
    }

    static constexpr std::ptrdiff_t relation = 6;  // of the kinds of lines
    std::ptrdiff_t stage_ = -1;
    Derivation result_;
    ir::Program& program_ = result_.program;
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
