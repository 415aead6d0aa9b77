#include "proof_text/values.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "check/budget.hpp"

namespace limbsmith::proof_text {

void read(const Json& value, const Scope&, std::string_view& text) {
    expect(value.is_string(), "not a text");
    text = value.get_ref<const std::string&>();
    expect(std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 127; }),
           "a text has control characters");
}
void read(const Json& value, const Scope& scope, std::string& text) {
    text = std::string_view(Value{value, scope});
}
void read(const Json& value, const Scope&, uint32_t& index) {
    expect(value.is_number_unsigned() && value.get<uint64_t>() <= UINT32_MAX, "not an index");
    index = value.get<uint32_t>();
}
void read(const Json& value, const Scope& scope, Id& id) { id = uint32_t(Value{value, scope}); }
// The value of a decimal number that fits.
std::optional<int64_t> small_integer(std::string_view text) {
    const std::string_view digits = text.substr(text.starts_with('-'));
    const bool is_usual = !digits.empty() && (digits[0] != '0' || text == "0");
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return is_usual && error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                                : std::nullopt;
}
mpz_class integer(std::string_view text) {
    expect(text.size() <= most_digits, "a number is too long");
    Budget::spend(text.size() / 4);
    if (const auto value = small_integer(text)) return mpz_class(static_cast<long>(*value));
    const std::string_view digits = text.substr(text.starts_with('-'));
    const bool is_usual = !digits.empty() && (digits[0] != '0' || text == "0") &&
                          std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    expect(is_usual, "not a decimal number");
    return mpz_class(std::string(text), 10);
}
uint32_t index(std::string_view text) {
    const mpz_class value = integer(text);
    expect(value >= 0 && value.fits_uint_p(), "not an index");
    return static_cast<uint32_t>(value.get_ui());
}
void read(const Json& value, const Scope& scope, mpz_class& number) { number = integer(Value{value, scope}); }
void read(const Json& value, const Scope& scope, ir::Word& word) { word.id = Value{value, scope}; }
void read(const Json& value, const Scope& scope, ir::Operand& operand) {
    const std::string_view name = Value{value, scope};
    operand = name.starts_with("w") ? ir::Word{index(name.substr(1))} : ir::Operand(index(name));
}
Variable variable(std::string_view name, const Scope& scope) {
    expect(!name.empty() && std::string_view("wfx").find(name[0]) != name.npos, "not a value");
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
    const Value terms{value, scope};
    for (size_t k = 0; k < terms.size(); ++k) {
        const Value term = terms[k];
        expect(term.size() > 0, "a term is empty");
        Monomial monomial;
        for (size_t i = 1; i < term.size(); ++i) monomial.push_back(variable(term[i], scope));
        std::ranges::sort(monomial);
        const mpz_class coefficient = term[0];
        expect(coefficient != 0, "a term is 0");
        polynomial.add(monomial, coefficient);
        expect(polynomial.terms().size() == k + 1, "a term comes twice");
    }
}

const ir::Function divsteps{"divsteps", nullptr};

void read(const Json& value, const Scope& scope, ir::ExprPtr& expression) {
    using Kind = ir::Expr::Kind;
    static const std::map<std::string, std::pair<Kind, size_t>> operations = {
        {"+", {Kind::add, 2}},       {"-", {Kind::sub, 2}},      {"*", {Kind::mul, 2}},
        {"mod", {Kind::mod, 2}},     {"div", {Kind::div, 2}},    {"=", {Kind::equal, 2}},
        {"<", {Kind::less, 2}},      {"&", {Kind::bit_and, 2}},  {"|", {Kind::bit_or, 2}},
        {"^", {Kind::bit_xor, 2}},   {"exp2", {Kind::exp2, 1}},  {"abs", {Kind::magnitude, 1}},
        {"power", {Kind::power, 3}}, {"if", {Kind::if_else, 3}}, {"inverse", {Kind::inverse, 2}},
        {"gcd", {Kind::gcd, 2}}};
    const Value parts{value, scope};
    if (value.is_string()) return void(expression = ir::var(parts));
    const std::string name = parts[0];
    if (parts.size() == 1) {
        const mpz_class number = integer(name);
        expect(number >= 0, "a negative number");
        return void(expression = ir::constant(name, number.get_str(16)));
    }
    if (name == "divsteps") {
        expect(parts.size() == 5 && parts[1].size() == 1, "not an expression");
        const uint32_t count = index(parts[1][0]);
        expect(count < 1 << 16, "too many divsteps");
        return void(expression = ir::apply(divsteps, count, parts[2], parts[3], parts[4]));
    }
    if (name == "at") {
        expect(parts.size() == 3, "not an expression");
        return void(expression = ir::at(parts[1], parts[2]));
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
    if (name == "power") return {line.has("base") ? Power{line["fact"], line["base"]} : Power{line["fact"]}};
    if (name == "powers")
        return {Powers{line["fact"], variables(line["first"], scope), variables(line["second"], scope)}};
    if (name == "fermat") return {Fermat{line["prime"], line["base"]}};
    const auto value = [&](const char* member) { return variable(line[member], scope); };
    if (name == "entry") return {SameEntry{value("first"), value("second"), line["fact"]}};
    if (name == "split") return {Split{value("value"), line["power"]}};
    if (name == "run") {
        const std::vector<Id> limits = line["limits"];
        expect(limits.size() == 4, "not four limits");
        return {Run{value("run"), line["odd"], {limits[0], limits[1], limits[2], limits[3]}}};
    }
    if (name == "batch")
        return {Batch{value("before"), value("after"), value("matrix"), line["odd"], line["eta"], line["f"],
                      line["g"]}};
    if (name == "end") {
        End end{value("run"), line["odd"], line["count"], line["least"], line["order"], line["most"], {}};
        if (line.has("other_odd")) end.other_odd = Id(line["other_odd"]);
        return {end};
    }
    expect(name == "apply", "no such rule");
    return {Apply{line["which"], line["values"], line["facts"]}};
}
void read(const Json& value, const Scope& scope, Step& result) {
    Members line(value, scope);
    result = step(line, scope);
    line.done();
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

}  // namespace limbsmith::proof_text
