#include "jinja/value.hpp"

#include <algorithm>
#include <cctype>

#include "spec/error.hpp"

namespace limbsmith::jinja {
namespace {

Error failure(const std::string& what) { return {Exit::failed, "template: " + what}; }

int64_t integer(const Json& value) {
    if (!value.is_number_integer()) throw failure("no integer: " + value.dump());
    return value.get<int64_t>();
}

bool contains(const Json& list, const Json& item) {
    if (!list.is_array()) throw failure("no list: " + list.dump());
    return std::ranges::find(list, item) != list.end();
}

Json upper(const Json& value) {
    std::string text = value.get<std::string>();
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

std::string join(const Json& list, const Json& separator) {
    std::string out;
    for (const Json& item : list) {
        if (&item != &list.front()) out += text(separator);
        out += text(item);
    }
    return out;
}

Json attributes(const Value& list, const Json& name) {
    Json out = Json::array();
    for (const Json& item : *list) out.push_back(*member(part(list, item), name));
    return out;
}

// The items whose attribute `name` is true.
Json selected(const Value& list, const Json& name) {
    Json out = Json::array();
    for (const Json& item : *list) {
        if (truth(*member(part(list, item), name))) out.push_back(item);
    }
    return out;
}

Json unique(const Json& list) {
    Json out = Json::array();
    for (const Json& item : list) {
        if (!contains(out, item)) out.push_back(item);
    }
    return out;
}

}  // namespace

Value own(Json json) { return std::make_shared<const Json>(std::move(json)); }

Value borrowed(const Json& json) { return {Value(), &json}; }

Value part(const Value& whole, const Json& within) { return {whole, &within}; }

std::string text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    throw failure("cannot be printed: " + value.dump());
}

bool truth(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return integer(value) != 0;
    if (value.is_string()) return !value.get_ref<const std::string&>().empty();
    return !value.empty();
}

Value member(const Value& whole, const Json& key) {
    if (whole->is_object() && key.is_string()) {
        const auto found = whole->find(key.get_ref<const std::string&>());
        if (found != whole->end()) return part(whole, *found);
    }
    if (whole->is_array() && key.is_number_integer()) {
        const int64_t index = integer(key);
        if (index >= 0 && index < static_cast<int64_t>(whole->size())) return part(whole, whole->at(index));
    }
    throw failure("there is no " + key.dump() + " in " + whole->dump().substr(0, 200));
}

Json arithmetic(const std::string& operation, const Json& left, const Json& right) {
    const int64_t a = integer(left), b = integer(right);
    if (operation == "Add") return a + b;
    if (operation == "Sub") return a - b;
    if (operation == "Mul") return a * b;
    if (operation == "Mod" && a >= 0 && b > 0) return a % b;
    throw failure("not computed: " + left.dump() + " " + operation + " " + right.dump());
}

bool compare(const std::string& operation, const Json& left, const Json& right) {
    if (operation == "eq") return left == right;
    if (operation == "ne") return left != right;
    if (operation == "in") return contains(right, left);
    if (operation == "notin") return !contains(right, left);
    const int64_t a = integer(left), b = integer(right);
    if (operation == "lt") return a < b;
    if (operation == "lteq") return a <= b;
    if (operation == "gt") return a > b;
    if (operation == "gteq") return a >= b;
    throw failure("unknown comparison " + operation);
}

Value filter(const std::string& name, const Value& value, const Json& argument) {
    if (name == "upper") return own(upper(*value));
    if (!value->is_array()) throw failure("the filter " + name + " takes a list, not " + value->dump());
    if (name == "length") return own(value->size());
    if (name == "list") return value;
    if (name == "join") return own(join(*value, argument));
    if (name == "map") return own(attributes(value, argument));
    if (name == "selectattr") return own(selected(value, argument));
    if (name == "unique") return own(unique(*value));
    throw failure("unknown filter " + name);
}

}  // namespace limbsmith::jinja
