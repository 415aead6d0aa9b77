#include "jinja/frame.hpp"
#include "spec/error.hpp"

namespace limbsmith::jinja {
namespace {

using Print = void (*)(const Json& node, Frame& frame, std::string& out);

// Prints literal text and expressions.
void output(const Json& node, Frame& frame, std::string& out) {
    for (const Json& part : node["nodes"]) {
        out += part.is_string() ? part.get_ref<const std::string&>() : text(*evaluate(part, frame));
    }
}

void conditional(const Json& node, Frame& frame, std::string& out) {
    if (truth(*evaluate(node["test"], frame))) return print(node["body"], frame, out);
    for (const Json& next : node["elif"]) {
        if (truth(*evaluate(next["test"], frame))) return print(next["body"], frame, out);
    }
    print(node["else"], frame, out);
}

// The items of a loop: all of them, or those that pass its test.
std::vector<Value> taken(const Json& node, const Frame& frame) {
    const Value all = evaluate(node["iter"], frame);
    if (!all->is_array())
        throw Error(Exit::failed, "template: a loop over something that is not a list: " + all->dump());
    std::vector<Value> items;
    for (const Json& item : *all) {
        Frame own{&frame, {{node["target"]["name"], part(all, item)}}, {}};
        if (node["test"].is_null() || truth(*evaluate(node["test"], own))) items.push_back(part(all, item));
    }
    return items;
}

void loop(const Json& node, Frame& frame, std::string& out) {
    const std::vector<Value> items = taken(node, frame);
    for (size_t k = 0; k < items.size(); ++k) {
        const Json place = {
            {"index", k + 1}, {"index0", k}, {"first", k == 0}, {"last", k + 1 == items.size()}};
        Frame turn{&frame, {{"loop", borrowed(place)}, {node["target"]["name"], items[k]}}, {}};
        print(node["body"], turn, out);
    }
}

void assignment(const Json& node, Frame& frame, std::string&) {
    frame.values[node["target"]["name"]] = evaluate(node["node"], frame);
}

void macro(const Json& node, Frame& frame, std::string&) { frame.macros[node["name"]] = {&node, &frame}; }

void import(const Json& node, Frame& frame, std::string&) {
    const Frame& from = imported(node["template"]["value"].get_ref<const std::string&>());
    for (const Json& name : node["names"]) frame.macros[name] = from.macro(name);
}

void call_block(const Json& node, Frame& frame, std::string& out) {
    const Json& to = node["call"];
    const Macro caller{&node, &frame};
    out += call(frame.macro(to["node"]["name"]), evaluate_all(to["args"], frame), &caller);
}

const std::map<std::string, Print, std::less<>> statements = {
    {"Output", output},        {"If", conditional}, {"For", loop},
    {"Assign", assignment},    {"Macro", macro},    {"FromImport", import},
    {"CallBlock", call_block},
};

}  // namespace

const Value& Frame::value(const std::string& name) const {
    for (const Frame* frame = this; frame; frame = frame->outer) {
        const auto found = frame->values.find(name);
        if (found != frame->values.end()) return found->second;
    }
    throw Error(Exit::failed, "template: nothing is called " + name);
}

const Macro& Frame::macro(const std::string& name) const {
    for (const Frame* frame = this; frame; frame = frame->outer) {
        const auto found = frame->macros.find(name);
        if (found != frame->macros.end()) return found->second;
    }
    throw Error(Exit::failed, "template: no macro is called " + name);
}

void print(const Json& list, Frame& frame, std::string& out) {
    for (const Json& statement : list) {
        const auto& kind = statement["is"].get_ref<const std::string&>();
        const auto found = statements.find(kind);
        if (found == statements.end()) throw Error(Exit::failed, "template: unknown statement " + kind);
        found->second(statement, frame, out);
    }
}

std::string call(const Macro& macro, const std::vector<Value>& arguments, const Macro* caller) {
    const Json& parameters = (*macro.node)["args"];
    if (arguments.size() != parameters.size()) throw Error(Exit::failed, "template: arguments of a macro");
    Frame body{macro.home, {}, {}};
    for (size_t k = 0; k < arguments.size(); ++k) body.values[parameters[k]["name"]] = arguments[k];
    if (caller) body.macros["caller"] = *caller;
    std::string out;
    print((*macro.node)["body"], body, out);
    return out;
}

}  // namespace limbsmith::jinja
