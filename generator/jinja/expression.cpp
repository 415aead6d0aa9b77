#include <functional>

#include "jinja/frame.hpp"
#include "spec/error.hpp"

namespace limbsmith::jinja {
namespace {

using Evaluate = Value (*)(const Json& node, const Frame& frame);

Value constant(const Json& node, const Frame&) { return borrowed(node["value"]); }

Value name(const Json& node, const Frame& frame) { return frame.value(node["name"]); }

Value list(const Json& node, const Frame& frame) {
    Json items = Json::array();
    for (const Value& item : evaluate_all(node["items"], frame)) items.push_back(*item);
    return own(std::move(items));
}

Value attribute(const Json& node, const Frame& frame) {
    return member(evaluate(node["node"], frame), node["attr"]);
}

// list[index], or list[start:]
Value item(const Json& node, const Frame& frame) {
    const Value whole = evaluate(node["node"], frame);
    const Json& at = node["arg"];
    if (at["is"] != "Slice") return member(whole, *evaluate(at, frame));
    const size_t start = evaluate(at["start"], frame)->get<size_t>();
    Json rest = Json::array();
    for (size_t k = start; k < whole->size(); ++k) rest.push_back((*whole)[k]);
    return own(std::move(rest));
}

Value range(const Json& count) {
    Json numbers = Json::array();
    for (int k = 0; k < count.get<int>(); ++k) numbers.push_back(k);
    return own(std::move(numbers));
}

Value called(const Json& node, const Frame& frame) {
    const std::string name = node["node"]["name"];
    const std::vector<Value> arguments = evaluate_all(node["args"], frame);
    return name == "range" ? range(*arguments.at(0)) : own(call(frame.macro(name), arguments));
}

// value|name, value|name(argument), value|name(key=argument)
Value filtered(const Json& node, const Frame& frame) {
    Value argument = own(nullptr);
    for (const Json& given : node["args"]) argument = evaluate(given, frame);
    for (const Json& keyword : node["kwargs"]) argument = evaluate(keyword["value"], frame);
    return filter(node["name"], evaluate(node["node"], frame), *argument);
}

Value conditional(const Json& node, const Frame& frame) {
    if (truth(*evaluate(node["test"], frame))) return evaluate(node["expr1"], frame);
    return node["expr2"].is_null() ? own("") : evaluate(node["expr2"], frame);
}

Value comparison(const Json& node, const Frame& frame) {
    const Json& right = node["ops"][0];
    return own(compare(right["op"], *evaluate(node["expr"], frame), *evaluate(right["expr"], frame)));
}

Value concatenation(const Json& node, const Frame& frame) {
    std::string all;
    for (const Value& value : evaluate_all(node["nodes"], frame)) all += text(*value);
    return own(std::move(all));
}

Value both(const Json& node, const Frame& frame) {
    const Value left = evaluate(node["left"], frame);
    return truth(*left) ? evaluate(node["right"], frame) : left;
}

Value either(const Json& node, const Frame& frame) {
    const Value left = evaluate(node["left"], frame);
    return truth(*left) ? left : evaluate(node["right"], frame);
}

Value opposite(const Json& node, const Frame& frame) { return own(!truth(*evaluate(node["node"], frame))); }

Value computed(const Json& node, const Frame& frame) {
    return own(arithmetic(node["is"], *evaluate(node["left"], frame), *evaluate(node["right"], frame)));
}

const std::map<std::string, Evaluate, std::less<>> expressions = {
    {"Const", constant},     {"Name", name},
    {"List", list},          {"Getattr", attribute},
    {"Getitem", item},       {"Call", called},
    {"Filter", filtered},    {"CondExpr", conditional},
    {"Compare", comparison}, {"Concat", concatenation},
    {"And", both},           {"Or", either},
    {"Not", opposite},       {"Add", computed},
    {"Sub", computed},       {"Mul", computed},
    {"Mod", computed},
};

}  // namespace

Value evaluate(const Json& expression, const Frame& frame) {
    const auto& kind = expression["is"].get_ref<const std::string&>();
    const auto found = expressions.find(kind);
    if (found == expressions.end()) throw Error(Exit::failed, "template: unknown expression " + kind);
    return found->second(expression, frame);
}

std::vector<Value> evaluate_all(const Json& expressions, const Frame& frame) {
    std::vector<Value> values;
    for (const Json& expression : expressions) values.push_back(evaluate(expression, frame));
    return values;
}

}  // namespace limbsmith::jinja
