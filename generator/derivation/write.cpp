#include "derivation/write.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

#include "check/meaning.hpp"

namespace limbsmith::derivation {
namespace {

using namespace check;
using OrderedJson = nlohmann::ordered_json;

class Writer {
  public:
    Writer(std::ostream& out, const Derivation& derivation)
        : out_(out), program_(derivation.program), words_(program_.words), flags_(program_.flags) {
        line({{"derivation", 1},
              {"word_bits", derivation.word_bits},
              {"name", program_.name},
              {"words", program_.words},
              {"flags", program_.flags}});
        for (const ir::Input& input : program_.inputs) {
            OrderedJson words = OrderedJson::array();
            for (ir::Word word : input.words) words.push_back(word.id);
            line(parameter({{"input", input.name}, {"words", words}}, input.representation,
                           derivation.word_bits));
        }
        for (const ir::Instruction& in : program_.body) line(instruction(in));
        for (const ir::Output& output : program_.outputs) {
            OrderedJson words = OrderedJson::array();
            for (const ir::Operand& word : output.words) words.push_back(operand(word));
            line(parameter({{"output", output.name}, {"words", words}}, output.representation,
                           derivation.word_bits));
        }
        const ir::Contract& contract = program_.contract;
        for (const ir::Bound& bound : contract.requires_) line(of_bound("requires", bound));
        for (const ir::Given& given : contract.givens)
            line({{"equal", given.name}, {"value", expression(*given.value)}});
        line({{"left", expression(*contract.left)}, {"right", expression(*contract.right)}});
        for (const ir::Bound& bound : contract.ensures) line(of_bound("ensures", bound));
        words_ = flags_ = 0;
        for (const Lemma& lemma : derivation.lemmas)
            line({{"lemma", lemma.name},
                  {"variables", lemma.variables},
                  {"given", facts(lemma.given)},
                  {"shows", facts(lemma.shown)},
                  {"steps", steps(lemma.steps)}});
        words_ = program_.words, flags_ = program_.flags;
        for (const Step& step : derivation.steps) line(of_step(step));
    }

  private:
    void line(const OrderedJson& value) { out_ << value.dump() << '\n'; }

    static OrderedJson parameter(OrderedJson line, const ir::Representation& form, int word_bits) {
        if (form.is_signed()) line["digits"] = form.is_digits() ? form.radix : word_bits;
        return line;
    }

    static OrderedJson operand(const ir::Operand& operand) {
        return (operand.is_word ? "w" : "") + std::to_string(operand.value);
    }

    static OrderedJson instruction(const ir::Instruction& in) {
        OrderedJson from = OrderedJson::array();
        for (int s = 0; s < ir::arity(in.op); ++s) from.push_back(operand(in.src[s]));
        OrderedJson result = {{"instruction", ir::name(in.op)}, {"r", in.dst.id}, {"from", from}};
        if (in.flag_in) result["reads"] = in.flag_in->id;
        if (in.flag_out) result["writes"] = in.flag_out->id;
        return result;
    }

    static OrderedJson expression(const ir::Expr& expr) {
        using Kind = ir::Expr::Kind;
        const auto all = [&](const char* name) {
            return OrderedJson{name, expression(*expr.left), expression(*expr.right)};
        };
        switch (expr.kind) {
            case Kind::name: return expr.text;
            case Kind::integer: return OrderedJson::array({std::to_string(expr.number)});
            case Kind::constant: return OrderedJson::array({mpz_class(expr.hex, 16).get_str()});
            case Kind::pow2: return OrderedJson::array({mpz_class(mpz_class(1) << expr.number).get_str()});
            case Kind::add: return all("+");
            case Kind::sub: return all("-");
            case Kind::mul: return all("*");
            case Kind::mod: return all("mod");
            case Kind::div: return all("div");
            case Kind::exp2: return {"exp2", expression(*expr.left)};
            case Kind::magnitude: return {"abs", expression(*expr.left)};
            case Kind::inverse: return all("inverse");
            case Kind::bit_and: return all("&");
            case Kind::bit_or: return all("|");
            case Kind::bit_xor: return all("^");
            case Kind::equal: return all("=");
            case Kind::less: return all("<");
            case Kind::applied: {
                OrderedJson result{expr.function->name, OrderedJson::array({std::to_string(expr.number)})};
                for (const auto& argument : {expr.left, expr.right, expr.other})
                    if (argument) result.push_back(expression(*argument));
                return result;
            }
            case Kind::if_else: {
                OrderedJson result = all("if");
                result.push_back(expression(*expr.other));
                return result;
            }
            default: throw Unsupported("the rules do not cover the contract's " + ir::to_string(expr));
        }
    }

    static OrderedJson of_bound(const char* kind, const ir::Bound& bound) {
        OrderedJson result = {{kind, bound.name}, {"below", expression(*bound.below)}};
        if (bound.at_least) result["at_least"] = expression(*bound.at_least);
        if (bound.step != 1) result["residue"] = bound.residue, result["step"] = bound.step;
        return result;
    }

    std::string name(Variable variable) const {
        if (variable < words_) return "w" + std::to_string(variable);
        variable -= words_;
        if (variable < flags_) return "f" + std::to_string(variable);
        return "x" + std::to_string(variable - flags_);
    }

    OrderedJson polynomial(const Polynomial& polynomial) const {
        OrderedJson terms = OrderedJson::array();
        for (const auto& [monomial, coefficient] : polynomial.terms()) {
            OrderedJson term = OrderedJson::array({coefficient.get_str()});
            for (Variable variable : monomial) term.push_back(name(variable));
            terms.push_back(term);
        }
        return terms;
    }

    OrderedJson zeros(const std::vector<Multiple>& multiples) const {
        OrderedJson result = OrderedJson::array();
        for (const auto& [fact, factor] : multiples) result.push_back({fact, polynomial(factor)});
        return result;
    }

    OrderedJson steps(const Steps& list) const {
        OrderedJson result = OrderedJson::array();
        for (const Step& step : list) result.push_back(of_step(step));
        return result;
    }

    OrderedJson of_step(const Step& step) const {
        return std::visit([&](const auto& rule) { return of_rule(rule); }, step.rule);
    }
    OrderedJson of_rule(const Given& rule) const {
        OrderedJson result = {{"step", "given"}};
        if (rule.of == Given::Of::contract) {
            result["of"] = "contract";
        } else {
            result["of"] = rule.of == Given::Of::instruction ? "instruction" : "quotient";
            result["index"] = rule.index;
        }
        result["which"] = rule.which;
        return result;
    }
    OrderedJson of_rule(const Sum& rule) const {
        return {{"step", "sum"}, {"claim", polynomial(rule.claim)}, {"zeros", zeros(rule.zeros)}};
    }
    OrderedJson of_rule(const Bound& rule) const {
        OrderedJson products = OrderedJson::array();
        for (const auto& [scale, facts] : rule.products) {
            OrderedJson product = OrderedJson::array({scale.get_str()});
            for (Id fact : facts) product.push_back(fact);
            products.push_back(product);
        }
        return {{"step", "bound"},
                {"claim", polynomial(rule.claim)},
                {"products", products},
                {"zeros", zeros(rule.zeros)}};
    }
    OrderedJson of_rule(const Round& rule) const {
        return {{"step", "round"}, {"fact", rule.fact}, {"divisor", rule.divisor.get_str()}};
    }
    OrderedJson of_rule(const Both& rule) const {
        return {{"step", "both"}, {"facts", OrderedJson::array({rule.fact, rule.opposite})}};
    }
    OrderedJson of_rule(const Divide& rule) const {
        return {{"step", "divide"},
                {"polynomial", polynomial(rule.polynomial)},
                {"divisor", rule.divisor.get_str()}};
    }
    OrderedJson fact(const Fact& fact) const {
        return {{fact.kind == Fact::Kind::zero ? "zero" : "bound", polynomial(fact.polynomial)}};
    }
    OrderedJson facts(const Facts& list) const {
        OrderedJson result = OrderedJson::array();
        for (const Fact& each : list) result.push_back(fact(each));
        return result;
    }
    OrderedJson of_rule(const Bits& rule) const {
        return {{"step", "bits"}, {"facts", OrderedJson::array({rule.least, rule.most})}};
    }
    static OrderedJson number(const CommonBits::Number& number) {
        OrderedJson bits = OrderedJson::array();
        for (const auto& [least, most] : number.bits) bits.push_back(OrderedJson::array({least, most}));
        return {{"sum", number.sum}, {"bits", bits}};
    }
    OrderedJson of_rule(const CommonBits& rule) const {
        return {{"step", "common"},
                {"value", name(rule.value)},
                {"first", number(rule.first)},
                {"second", number(rule.second)}};
    }
    OrderedJson of_rule(const Power& rule) const { return {{"step", "power"}, {"fact", rule.exponent}}; }
    OrderedJson names(const std::vector<Variable>& variables) const {
        OrderedJson result = OrderedJson::array();
        for (Variable variable : variables) result.push_back(name(variable));
        return result;
    }
    OrderedJson of_rule(const Powers& rule) const {
        return {{"step", "powers"},
                {"fact", rule.exponents},
                {"first", names(rule.left)},
                {"second", names(rule.right)}};
    }
    OrderedJson of_rule(const Apply& rule) const {
        OrderedJson values = OrderedJson::array();
        for (const Polynomial& value : rule.values) values.push_back(polynomial(value));
        return {{"step", "apply"}, {"which", rule.lemma}, {"values", values}, {"facts", rule.facts}};
    }
    OrderedJson of_rule(const Cases& rule) const {
        return {{"step", "cases"},
                {"split", polynomial(rule.split)},
                {"goal", fact(rule.goal)},
                {"first", steps(rule.if_nonnegative)},
                {"second", steps(rule.if_negative)}};
    }

    std::ostream& out_;
    const ir::Program& program_;
    uint32_t words_, flags_;  // of what is written
};

}  // namespace

void write(std::ostream& out, const Derivation& derivation) { Writer(out, derivation); }

}  // namespace limbsmith::derivation
