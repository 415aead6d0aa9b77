// The structured bindings name every member: a member added to the IR does not compile until it is added
// here.
#include "engine/content.hpp"

#include <nlohmann/json.hpp>
#include <optional>

namespace limbsmith::engine {
namespace {

using Json = nlohmann::json;

// Json::array, because braces would make objects of some lists.
template <class... Parts>
Json tuple(const Parts&... parts) {
    return Json::array({parts...});
}

// A struct, so that the overloads see each other in any order.
struct Content {
    static Json json(ir::Operand operand) { return tuple(operand.is_word, operand.value); }
    static Json json(ir::Word word) { return word.id; }

    static Json json(const auto& list) {
        Json all = Json::array();
        for (const auto& element : list) all.push_back(json(element));
        return all;
    }

    static Json json(const std::optional<ir::Flag>& flag) { return flag ? Json(flag->id) : Json(nullptr); }

    static Json json(const ir::Instruction& instruction) {
        const auto& [op, dst, src, flag_in, flag_out] = instruction;
        return tuple(op, dst.id, json(src), json(flag_in), json(flag_out));
    }

    static Json json(const std::pair<ir::Word, ir::Flag>& flag_of_word) {
        return tuple(flag_of_word.first.id, flag_of_word.second.id);
    }

    static Json json(const ir::Representation& representation) {
        const auto& [kind, type, object, radix] = representation;
        return tuple(kind, type, object, radix);
    }

    static Json json(const ir::Input& input) {
        const auto& [name, representation, words] = input;
        return tuple(name, json(representation), json(words));
    }

    static Json json(const ir::Output& output) {
        const auto& [name, representation, words] = output;
        return tuple(name, json(representation), json(words));
    }

    static Json json(const ir::ExprPtr& expr) {
        if (!expr) return nullptr;
        // text: also the name of the function
        const auto& [kind, text, hex, number, left, right, other, function] = *expr;
        return tuple(kind, text, hex, number, json(left), json(right), json(other));
    }

    static Json json(const ir::Bound& bound) {
        const auto& [name, below, at_least, residue, step] = bound;
        return tuple(name, json(below), json(at_least), residue, step);
    }

    static Json json(const ir::Given& given) {
        const auto& [name, value, text] = given;
        return tuple(name, json(value), text);
    }

    static Json json(const ir::Contract& contract) {
        const auto& [requires_, left, right, ensures, givens] = contract;
        return tuple(json(requires_), json(left), json(right), json(ensures), json(givens));
    }

    static Json json(const ir::ClaimTerm::Factor& factor) {
        const auto& [word, reading, shift] = factor;
        return tuple(json(word), reading, shift);
    }

    static Json json(const ir::ClaimTerm& term) {
        const auto& [weight, factors] = term;
        return tuple(weight.get_str(16), json(factors));
    }

    static Json json(const ir::Claim& claim) {
        const auto& [kind, number, rest, modulus] = claim;
        return tuple(kind, json(number), json(rest), modulus.get_str(16));
    }

    static Json json(const ir::Binding& binding) {
        const auto& [name, words] = binding;
        return tuple(name, json(words));
    }

    static Json json(const ir::Part& part) {
        const auto& [inputs, outputs] = part;
        return tuple(json(inputs), json(outputs));
    }

    static Json json(const ir::Outline& outline) {
        const auto& [claims, parts, middle] = outline;
        if (!middle) return tuple(json(claims), json(parts));
        const auto& [words, most] = *middle;
        return tuple(json(claims), json(parts), json(words), most.get_str(16));
    }
};

}  // namespace

std::string content(const ir::Program& program) {
    const auto& [name, inputs, outputs, body, contract, words, flags, outline, notes] =
        program;  // the goals of a proof do not depend on notes
    const auto list = [](const auto& part) { return Content::json(part); };
    return tuple(list(inputs), list(outputs), list(body), list(contract), words, flags, list(outline)).dump();
}

}  // namespace limbsmith::engine
