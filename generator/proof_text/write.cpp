#include "proof_text/write.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "check/meaning.hpp"

namespace limbsmith::proof_text {
namespace {

using namespace check;
using OrderedJson = nlohmann::ordered_json;

const ir::Program no_program;

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
        contract(program_.contract);
        words_ = flags_ = 0;
        lemmas(derivation.lemmas);
        words_ = program_.words, flags_ = program_.flags;
        for (const Step& step : derivation.steps) line(of_step(step));
    }

    Writer(std::ostream& out, const RoutineDerivation& derivation) : out_(out) {
        const ir::Routine& routine = derivation.routine;
        line({{"derivation", 1}, {"word_bits", derivation.word_bits}, {"routine", routine.name}});
        for (const ir::Variable& it : routine.variables) line(variable(it, routine));
        if (routine.form)
            line({{"factor", expression(*routine.form->factor)},
                  {"modulus", expression(*routine.form->modulus)}});
        line({{"body", block(routine.body)}});
        contract(routine.contract);
        lemmas(derivation.lemmas);
        for (const Steps& leg : derivation.legs) line({{"leg", steps(leg)}});
    }

  private:
    void contract(const ir::Contract& contract) {
        if (!contract.left) throw Unsupported("a contract without a relation");
        for (const ir::Bound& bound : contract.requires_) line(of_bound("requires", bound));
        for (const ir::Given& given : contract.givens)
            line({{"equal", given.name}, {"value", expression(*given.value)}});
        line({{"left", expression(*contract.left)}, {"right", expression(*contract.right)}});
        for (const ir::Bound& bound : contract.ensures) line(of_bound("ensures", bound));
    }
    void lemmas(const std::vector<Lemma>& lemmas) {
        for (const Lemma& lemma : lemmas)
            line({{"lemma", lemma.name},
                  {"variables", lemma.variables},
                  {"given", facts(lemma.given)},
                  {"shows", facts(lemma.shown)},
                  {"steps", steps(lemma.steps)}});
    }

    static OrderedJson variable(const ir::Variable& it, const ir::Routine& routine) {
        static const char* const kinds[] = {"number", "word", "integer", "byte"};
        static const char* const roles[] = {"input", "output", "local"};
        const bool is_element = routine.form && it.representation.type == "elem";
        const bool has_digits = it.kind == ir::Variable::Kind::number && it.representation.is_digits();
        if (static_cast<size_t>(it.role) >= std::size(roles))  // shared, constant, global
            throw Unsupported("the format has no variable like " + it.name);
        OrderedJson result = {{"variable", it.name},
                              {"kind", is_element ? "element" : kinds[static_cast<size_t>(it.kind)]},
                              {"role", roles[static_cast<size_t>(it.role)]}};
        if (it.kind == ir::Variable::Kind::number) result["words"] = it.words;
        if (has_digits) result["digits"] = it.representation.radix;
        if (it.many == ir::Variable::Many::fixed) result["count"] = it.count;
        if (it.is_array() && it.many != ir::Variable::Many::fixed) result["length"] = routine.length;
        return result;
    }

    static OrderedJson place(const ir::Place& it) {
        if (it.element) return {"element", it.variable, scalar(*it.element)};
        if (it.limb_index) return {"limb", it.variable, scalar(*it.limb_index)};
        return OrderedJson::array({it.variable});
    }

    static OrderedJson scalar(const ir::Scalar& it) {
        using Kind = ir::Scalar::Kind;
        static const std::map<Kind, std::string> names = {
            {Kind::add, "+"},   {Kind::sub, "-"},     {Kind::mul, "*"},    {Kind::div, "div"},
            {Kind::mod, "mod"}, {Kind::bit_and, "&"}, {Kind::bit_or, "|"}, {Kind::bit_xor, "^"},
            {Kind::shl, "shl"}, {Kind::shr, "shr"},   {Kind::equal, "="},  {Kind::not_equal, "!="},
            {Kind::less, "<"},  {Kind::select, "if"}};
        if (it.is_constant()) return std::to_string(it.number());
        if (it.kind() == Kind::read) return place(it.place());
        if (it.kind() == Kind::lane) throw Unsupported("the format has no lanes");
        OrderedJson result = OrderedJson::array({names.at(it.kind())});
        if (it.kind() == Kind::select) result.push_back(scalar(it.other()));
        result.push_back(scalar(it.left()));
        result.push_back(scalar(it.right()));
        return result;
    }

    static OrderedJson block(const ir::Block& block) {
        OrderedJson result = OrderedJson::array();
        for (const ir::Statement& it : block)
            result.push_back(std::visit([](const auto& what) { return statement(what); }, it.what));
        return result;
    }
    static OrderedJson statement(const ir::Assign& it) { return {"set", place(it.target), scalar(it.value)}; }
    static OrderedJson statement(const ir::Copy& it) {
        if (const auto* source = std::get_if<ir::Place>(&it.source))
            return {"copy", place(it.target), place(*source)};
        if (it.target.element || it.target.limb_index) throw Unsupported("the format has no such constants");
        OrderedJson limbs = OrderedJson::array();
        for (uint32_t limb : std::get<std::vector<uint32_t>>(it.source))
            limbs.push_back(std::to_string(limb));
        return {"constant", it.target.variable, limbs};
    }
    static OrderedJson statement(const ir::Call& it) {
        OrderedJson arguments = OrderedJson::array(), results = OrderedJson::array();
        for (const ir::Call::Argument& argument : it.arguments) {
            const auto* from = std::get_if<ir::Place>(&argument);
            const bool is_whole = from && !from->element && !from->limb_index;
            arguments.push_back(is_whole ? OrderedJson(from->variable)
                                : from   ? place(*from)
                                         : scalar(std::get<ir::Scalar>(argument)));
        }
        for (const ir::Place& result : it.results) results.push_back(place(result));
        return {"call", it.callee, arguments, results};
    }
    static OrderedJson statement(const ir::If& it) { return {"if", scalar(it.condition), block(it.body)}; }
    static OrderedJson statement(const ir::For& it) {
        static const char* const orders[] = {"below", "up_to", "down_to"};
        OrderedJson equal = OrderedJson::array(), each = equal, ranges = equal;
        for (const ir::Relation& relation : it.invariant.relations) {
            OrderedJson sides{expression(*relation.left), expression(*relation.right)};
            if (relation.index.empty()) {
                equal.push_back(std::move(sides));
            } else {
                each.push_back({relation.index, expression(*relation.from), expression(*relation.below)});
                each.back().insert(each.back().end(), sides.begin(), sides.end());
            }
        }
        for (const ir::Bound& bound : it.invariant.ranges) ranges.push_back(of_bound("name", bound));
        OrderedJson known = {{"equal", equal}, {"ranges", ranges}};
        if (!each.empty()) known["each"] = each;
        if (const auto& steps = it.invariant.steps)
            known[std::string(steps->function->name)] = {{"of", steps->variables},
                                                         {"count", expression(*steps->count)}};
        return {orders[static_cast<size_t>(it.order)],
                it.counter,
                scalar(it.first),
                scalar(it.bound),
                known,
                block(it.body)};
    }
    static OrderedJson statement(const ir::Exchange&) { throw Unsupported("the format has no lanes"); }
    static OrderedJson statement(const ir::AtomicAdd&) {
        throw Unsupported("the format has no global memory");
    }
    static OrderedJson statement(const ir::MatrixLoad&) { throw Unsupported("the format has no lanes"); }
    static OrderedJson statement(const ir::MatrixProduct&) { throw Unsupported("the format has no lanes"); }
    static OrderedJson statement(const ir::Barrier&) { throw Unsupported("the format has no lanes"); }

    void line(const OrderedJson& value) { out_ << value.dump() << '\n'; }

    static OrderedJson parameter(OrderedJson line, const ir::Representation& form, int word_bits) {
        if (form.is_places()) {
            line["digits"] = OrderedJson::array({form.base, form.bound});
            if (form.is_open) line["digits"].push_back("open");
        } else if (form.is_signed())
            line["digits"] = form.is_digits() ? form.radix : word_bits;
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
            case Kind::name:
                return expr.left ? OrderedJson{"at", expr.text, expression(*expr.left)}
                                 : OrderedJson(expr.text);
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
            case Kind::gcd: return all("gcd");
            case Kind::inverse: return all("inverse");
            case Kind::power: {
                OrderedJson result = all("power");
                result.push_back(expression(*expr.other));
                return result;
            }
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
    OrderedJson of_rule(const Power& rule) const {
        OrderedJson result = {{"step", "power"}, {"fact", rule.exponent}};
        if (rule.base != 2) result["base"] = polynomial(rule.base);
        return result;
    }
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
    OrderedJson of_rule(const SameEntry& rule) const {
        return {{"step", "entry"},
                {"first", name(rule.first)},
                {"second", name(rule.second)},
                {"fact", rule.indices}};
    }
    OrderedJson of_rule(const Fermat& rule) const {
        return {{"step", "fermat"}, {"prime", rule.prime.get_str()}, {"base", polynomial(rule.base)}};
    }
    OrderedJson of_rule(const Split& rule) const {
        return {{"step", "split"}, {"value", name(rule.value)}, {"power", polynomial(rule.power)}};
    }
    OrderedJson of_rule(const Run& rule) const {
        return {{"step", "run"}, {"run", name(rule.run)}, {"odd", rule.odd}, {"limits", rule.limits}};
    }
    OrderedJson of_rule(const Batch& rule) const {
        return {{"step", "batch"},
                {"before", name(rule.before)},
                {"after", name(rule.after)},
                {"matrix", name(rule.matrix)},
                {"odd", rule.odd},
                {"eta", rule.eta},
                {"f", rule.f},
                {"g", rule.g}};
    }
    OrderedJson of_rule(const End& rule) const {
        OrderedJson result = {{"step", "end"},       {"run", name(rule.run)}, {"odd", rule.odd},
                              {"count", rule.count}, {"least", rule.least},   {"order", rule.order},
                              {"most", rule.most}};
        if (rule.other_odd) result["other_odd"] = *rule.other_odd;
        return result;
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
    const ir::Program& program_ = no_program;
    uint32_t words_ = 0, flags_ = 0;  // of the written program
};

}  // namespace

void write(std::ostream& out, const Derivation& derivation) { Writer(out, derivation); }
void write(std::ostream& out, const RoutineDerivation& derivation) { Writer(out, derivation); }

}  // namespace limbsmith::proof_text
