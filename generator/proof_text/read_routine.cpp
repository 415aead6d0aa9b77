#include "proof_text/read_routine.hpp"

#include <algorithm>
#include <map>

namespace limbsmith::proof_text {
namespace {

// The value with this name; throws if there is none.
template <class T>
T one_of(const std::map<std::string, T>& names, const std::string& name) {
    const auto found = names.find(name);
    expect(found != names.end(), "a name is unknown");
    return found->second;
}

int id_of(const Value& value) {
    const uint32_t id = value;
    expect(id < most_values, "there is no such variable");
    return static_cast<int>(id);
}

}  // namespace

ir::Scalar scalar(const Value& value);

// [variable], or an element of an array, or a limb of a number
void read(const Json& value, const Scope& scope, ir::Place& place) {
    const Value parts{value, scope};
    if (parts.size() == 1) return void(place.variable = id_of(parts[0]));
    expect(parts.size() == 3, "not a place");
    const std::string name = parts[0];
    expect(name == "element" || name == "limb", "not a place");
    place.variable = id_of(parts[1]);
    (name == "element" ? place.element : place.limb_index) = scalar(parts[2]);
}

ir::Scalar scalar(const Value& value) {
    using Kind = ir::Scalar::Kind;
    static const std::map<std::string, Kind> operations = {
        {"+", Kind::add},   {"-", Kind::sub},     {"*", Kind::mul},    {"div", Kind::div},
        {"mod", Kind::mod}, {"&", Kind::bit_and}, {"|", Kind::bit_or}, {"^", Kind::bit_xor},
        {"shl", Kind::shl}, {"shr", Kind::shr},   {"=", Kind::equal},  {"!=", Kind::not_equal},
        {"<", Kind::less}};
    if (value.json.is_string()) return index(value);
    expect(value.size() > 0, "not a word");
    if (!value.json[0].is_string()) return ir::Place(value);
    const std::string name = value[0];
    if (name == "element" || name == "limb") return ir::Place(value);
    if (name == "if" && value.size() == 4)
        return select(scalar(value[1]), scalar(value[2]), scalar(value[3]));
    expect(value.size() == 3, "not a word");
    return binary(one_of(operations, name), scalar(value[1]), scalar(value[2]));
}

void read(const Json& value, const Scope& scope, ir::Call::Argument& argument) {
    if (value.is_number()) return void(argument = ir::Place{id_of(Value{value, scope})});
    argument = scalar({value, scope});
}

void read(const Json& value, const Scope& scope, ir::Bound& result) {
    Members line(value, scope);
    result = bound("name", line);
    line.done();
}

// [left, right], or [index, from, below, left, right]
void read(const Json& value, const Scope& scope, ir::Relation& relation) {
    const Value parts{value, scope};
    const size_t sides = parts.size() == 5 ? 3 : 0;
    expect(parts.size() == sides + 2, "not a relation");
    relation.left = parts[sides];
    relation.right = parts[sides + 1];
    if (sides == 0) return;
    relation.index = std::string(parts[0]);
    expect(!relation.index.empty(), "an index without a name");
    relation.from = parts[1];
    relation.below = parts[2];
}

std::vector<ir::Relation> relations(Members& known, const char* name, bool is_each) {
    const std::vector<ir::Relation> all = known[name];
    expect(std::ranges::all_of(all, [&](const ir::Relation& it) { return it.index.empty() != is_each; }),
           "not such a relation");
    return all;
}

ir::Block block(const Value& value);

ir::Statement statement(const Value& parts) {
    using Order = ir::For::Order;
    static const std::map<std::string, Order> orders = {
        {"below", Order::below}, {"up_to", Order::up_to}, {"down_to", Order::down_to}};
    static const std::map<std::string, size_t> sizes = {{"set", 3},   {"copy", 3},   {"constant", 3},
                                                        {"call", 4},  {"if", 3},     {"below", 6},
                                                        {"up_to", 6}, {"down_to", 6}};
    const std::string name = parts[0];
    expect(parts.size() == one_of(sizes, name), "not a statement");
    if (name == "set") return {ir::Assign{parts[1], scalar(parts[2])}};
    if (name == "copy") return {ir::Copy{parts[1], ir::Place(parts[2])}};
    if (name == "constant") {
        std::vector<uint32_t> limbs;
        for (const std::string& limb : std::vector<std::string>(parts[2])) limbs.push_back(index(limb));
        return {ir::Copy{{id_of(parts[1])}, limbs}};
    }
    if (name == "call") return {ir::Call{parts[1], parts[2], parts[3]}};
    if (name == "if") return {ir::If{scalar(parts[1]), block(parts[2])}};
    ir::Invariant invariant;
    Members known(parts[4].json, parts.scope);
    invariant.relations = relations(known, "equal", false);
    if (known.has("each"))
        for (const ir::Relation& it : relations(known, "each", true)) invariant.relations.push_back(it);
    invariant.ranges = std::vector<ir::Bound>(known["ranges"]);
    if (known.has("divsteps")) {
        Members steps(known["divsteps"].json, parts.scope);
        const std::vector<std::string> names = steps["of"];
        expect(names.size() == 3, "not three names");
        invariant.steps = ir::Steps{&divsteps, names, steps["count"]};
        steps.done();
    }
    known.done();
    return {ir::For{id_of(parts[1]), one_of(orders, name), scalar(parts[2]), scalar(parts[3]),
                    ir::For::Unroll::no, std::move(invariant), block(parts[5])}};
}

ir::Block block(const Value& value) {
    ir::Block result;
    for (size_t i = 0; i < value.size(); ++i) result.push_back(statement(value[i]));
    return result;
}

namespace {

using Role = ir::Variable::Role;

ir::Variable variable(Members& line) {
    static const std::map<std::string, ir::Variable::Kind> kinds = {{"number", ir::Variable::Kind::number},
                                                                    {"element", ir::Variable::Kind::number},
                                                                    {"word", ir::Variable::Kind::word},
                                                                    {"integer", ir::Variable::Kind::integer},
                                                                    {"byte", ir::Variable::Kind::byte}};
    static const std::map<std::string, Role> roles = {
        {"input", Role::input}, {"output", Role::output}, {"local", Role::local}};
    const std::string kind = line["kind"];
    ir::Variable result{line["variable"], one_of(kinds, kind)};
    result.representation = kind == "element" ? ir::Representation{.type = "elem"} : ir::number;
    result.role = one_of(roles, std::string(line["role"]));
    const auto size = [&](const char* name) {
        const uint32_t number = line[name];
        expect(number >= 1 && number < 1 << 16, "a size is not from 1 to 65535");
        return static_cast<int>(number);
    };
    if (result.kind == ir::Variable::Kind::number) result.words = size("words");
    if (line.has("digits")) {
        const uint32_t radix = line["digits"];
        expect(radix >= 1 && radix <= 32 && kind == "number", "not a number in digits of 1 to 32 bits");
        result.representation = {ir::Representation::Kind::digits, {}, {}, static_cast<int>(radix)};
    }
    expect(!(line.has("count") && line.has("length")), "an array has a count or a length");
    if (line.has("count")) result.many = ir::Variable::Many::fixed, result.count = size("count");
    if (line.has("length")) result.many = ir::Variable::Many::run_time;
    return result;
}

}  // namespace

void RoutineReader::read(const Json& value) {
    static const char* const names[] = {"derivation", "variable", "factor",  "body",  "requires",
                                        "equal",      "left",     "ensures", "lemma", "leg"};
    enum Kind { head, variable_, form, body, precondition, equal, relation, postcondition, lemma, leg };
    ir::Routine& routine = result_.routine;
    const Scope scope;
    Members line(value, scope);
    const int kind = static_cast<int>(
        std::ranges::find_if(names, [&](const char* name) { return line.has(name); }) - names);
    const bool is_once = kind == form || kind == body || kind == relation;
    expect((kind == head) == (stage_ < 0) && (is_once ? stage_ < kind : stage_ <= kind) &&
               (kind <= body || stage_ >= body) && (kind <= relation || stage_ >= relation),
           "a line is out of order");
    stage_ = kind;
    switch (kind) {
        case head: {
            expect(uint32_t(line["derivation"]) == 1, "another version of the format");
            const uint32_t bits = line["word_bits"];
            expect(bits >= 1 && bits <= 32, "word_bits is not from 1 to 32");
            result_.word_bits = static_cast<int>(bits);
            routine.name = std::string(line["routine"]);
            break;
        }
        case variable_: {
            ir::Variable made = variable(line);
            if (made.many == ir::Variable::Many::run_time) {
                const std::string length = line["length"];
                expect(routine.length.empty() || routine.length == length, "two lengths");
                routine.length = length;
            }
            if (made.is_parameter()) routine.parameters.push_back(static_cast<int>(routine.variables.size()));
            routine.variables.push_back(std::move(made));
            break;
        }
        case form: routine.form = ir::Form{line["factor"], line["modulus"]}; break;
        case body: routine.body = block(line["body"]); break;
        case precondition: routine.contract.requires_.push_back(bound("requires", line)); break;
        case equal: routine.contract.givens.push_back({line["equal"], line["value"], {}}); break;
        case relation:
            routine.contract.left = line["left"];
            routine.contract.right = line["right"];
            break;
        case postcondition: routine.contract.ensures.push_back(bound("ensures", line)); break;
        case lemma:
            result_.lemmas.push_back(
                {line["lemma"], line["variables"], line["given"], line["shows"], line["steps"]});
            expect(result_.lemmas.back().variables < most_values, "too many values");
            break;
        case leg: result_.legs.push_back(line["leg"]); break;
        default: expect(false, "a member is missing");
    }
    line.done();
}

RoutineDerivation RoutineReader::finish() {
    expect(!!result_.routine.contract.left, "the relation is missing");
    return std::move(result_);
}

}  // namespace limbsmith::proof_text
