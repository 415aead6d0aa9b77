#include <algorithm>
#include <cstdint>

#include "jinja/frame.hpp"
#include "resource/resource.hpp"
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

// The position of an index in a list of this size; a negative index counts from the end.
int64_t place(const Json& index, size_t size) {
    const int64_t at = index.get<int64_t>();
    return at < 0 ? at + static_cast<int64_t>(size) : at;
}

// list[start:], list[:stop], list[start:stop]
Value slice(const Value& whole, const Json& node, const Frame& frame) {
    const auto end = [&](const char* field, int64_t otherwise) {
        return node[field].is_null() ? otherwise : place(*evaluate(node[field], frame), whole->size());
    };
    const int64_t size = static_cast<int64_t>(whole->size());
    Json some = Json::array();
    for (int64_t k = std::max<int64_t>(0, end("start", 0)); k < std::min(size, end("stop", size)); ++k)
        some.push_back((*whole)[k]);
    return own(std::move(some));
}

Value item(const Json& node, const Frame& frame) {
    const Value whole = evaluate(node["node"], frame);
    if (node["arg"]["is"] == "Slice") return slice(whole, node["arg"], frame);
    const Value at = evaluate(node["arg"], frame);
    return member(whole, at->is_number_integer() ? Json(place(*at, whole->size())) : *at);
}

Value range(const Json& count) {
    Json numbers = Json::array();
    for (int k = 0; k < count.get<int>(); ++k) numbers.push_back(k);
    return own(std::move(numbers));
}

Value called(const Json& node, const Frame& frame) {
    const std::string name = node["node"]["name"];
    const std::vector<Value> arguments = evaluate_all(node["args"], frame);
    if (name == "range") return range(*arguments.at(0));
    if (name == "public_header") return own(public_header(text(*arguments.at(0))));
    return own(call(frame.macro(name), arguments));
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

Value negative(const Json& node, const Frame& frame) {
    return own(arithmetic("Sub", 0, *evaluate(node["node"], frame)));
}

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
    {"Not", opposite},       {"Neg", negative},
    {"Add", computed},       {"Sub", computed},
    {"Mul", computed},       {"Mod", computed},
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
