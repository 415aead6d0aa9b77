// Values of the file format: the meaning of its JSON values. docs/proofs.md states the format.
//
// Promises: refuses, by Unreadable, all that the format does not allow.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "check/derivation.hpp"
#include "proof_text/read.hpp"

namespace limbsmith::proof_text {

using namespace check;
using Json = nlohmann::json;

constexpr uint32_t most_values = uint32_t{1} << 28;
constexpr int most_nested = 1000;       // lists and objects within each other
constexpr size_t most_digits = 100000;  // of a decimal number

inline void expect(bool condition, const char* what) {
    if (!condition) throw Unreadable(what);
}

// How many words and flags a polynomial may name.
struct Scope {
    uint32_t words = 0, flags = 0;
};

// As it is named; its values are not computed here.
extern const ir::Function divsteps;

void read(const Json& value, const Scope&, std::string_view& text);  // of the value
void read(const Json& value, const Scope& scope, std::string& text);
void read(const Json& value, const Scope&, uint32_t& index);
void read(const Json& value, const Scope& scope, Id& id);
void read(const Json& value, const Scope& scope, mpz_class& number);
void read(const Json& value, const Scope& scope, ir::Word& word);
void read(const Json& value, const Scope& scope, ir::Operand& operand);
void read(const Json& value, const Scope& scope, Polynomial& polynomial);
void read(const Json& value, const Scope& scope, ir::ExprPtr& expression);
void read(const Json& value, const Scope& scope, Fact& fact);
void read(const Json& value, const Scope& scope, Step& result);
template <class T>
void read(const Json& value, const Scope& scope, std::vector<T>& all);

// A value that converts to the type that is asked for, by the functions read() below.
struct Value {
    const Json& json;
    const Scope& scope;

    template <class T>
    operator T() const {
        T result{};
        read(json, scope, result);
        return result;
    }
    // An element of a list.
    Value operator[](size_t i) const {
        expect(json.is_array() && i < json.size(), "not a list, or too short");
        return {json[i], scope};
    }
    size_t size() const {
        expect(json.is_array(), "not a list, or too short");
        return json.size();
    }
};

// An object whose members are each asked for once; done() refuses others.
class Members {
  public:
    Members(const Json& value, const Scope& scope) : value_(value), scope_(scope) {
        expect(value.is_object(), "not an object");
    }
    bool has(const char* name) const { return value_.contains(name); }
    Value operator[](const char* name) {
        const auto found = value_.find(name);
        expect(found != value_.end(), "a member is missing");
        if (std::ranges::find(asked_, &*found) == asked_.end()) asked_.push_back(&*found);
        return {*found, scope_};
    }
    void done() const { expect(asked_.size() == value_.size(), "a member is unknown"); }

  private:
    const Json& value_;
    const Scope& scope_;
    std::vector<const Json*> asked_;
};

template <class T>
void read(const Json& value, const Scope& scope, std::vector<T>& all) {
    const Value list{value, scope};
    for (size_t i = 0; i < list.size(); ++i) all.push_back(list[i]);
}

// 0, 7 or -7; no sign of 0, no leading zeros
mpz_class integer(std::string_view text);
uint32_t index(std::string_view text);
Step step(Members& line, const Scope& scope);
// A range, of the name that the member says.
ir::Bound bound(const char* member, Members& line);

}  // namespace limbsmith::proof_text
