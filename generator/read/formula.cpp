#include "read/formula.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string_view>

namespace limbsmith::read {
namespace {

// A formula: a sign, a function or a name, and its operands.
struct Tree {
    std::string head;
    std::vector<Tree> parts{};
    friend bool operator==(const Tree&, const Tree&) = default;
};
using Trees = std::vector<Tree>;

class NoFormula : public std::runtime_error {
  public:
    NoFormula() : std::runtime_error("no formula") {}
};

constexpr int deepest = 64;

// The grammar, with spaces as printed: a sign stands between two operands; an operand is a name, a number, a power of 2 such as
// 2^32, or in brackets.
class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Tree whole() {
        Tree made = expression();
        if (at_ != text_.size()) throw NoFormula();
        return made;
    }

  private:
    Tree expression() {
        if (++depth_ > deepest) throw NoFormula();
        Tree left = operand();
        for (const char* sign : {" + ", " - ", "*", "^", " mod ", " & ", " | ", " xor "}) {
            if (!accept(sign)) continue;
            left = {sign, {left, operand()}};
            break;
        }
        if (accept(" if ")) {
            Tree decision = condition();
            expect(", else ");
            left = {"if", {decision, left, expression()}};
        }
        --depth_;
        return left;
    }

    Tree condition() {
        Tree left = operand();
        for (const char* sign : {" = ", " < "}) {
            if (accept(sign)) return {sign, {left, operand()}};
        }
        expect(" != 0");
        return {"!= 0", {left}};
    }

    Tree operand() {
        if (accept("(")) return closed(expression(), ")");
        if (accept("[")) return closed(condition(), "]");
        if (accept("|")) return closed({"magnitude", {expression()}}, "|");
        if (accept("floor(")) {
            Tree made = operand();
            expect(" / ");
            return closed({"floor", {made, operand()}}, ")");
        }
        const std::string name = word();
        const bool is_power =
            name == "2" && at_ + 1 < text_.size() && text_[at_] == '^' && std::isdigit(text_[at_ + 1]);
        if (is_power) return closed({"^", {{"2"}, {(++at_, word())}}}, "");
        if (accept("[")) return closed({name, {expression()}}, "]");
        if (!accept("(")) return {name};
        Tree made{name + "()", {expression()}};
        while (accept(", ")) made.parts.push_back(expression());
        return closed(made, ")");
    }

    Tree closed(Tree tree, std::string_view end) {
        expect(end);
        return tree;
    }

    std::string word() {
        const size_t first = at_;
        const auto belongs = [&](char c) {
            return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
        };
        while (at_ < text_.size() && belongs(text_[at_])) ++at_;
        if (at_ == first) throw NoFormula();
        return std::string(text_.substr(first, at_ - first));
    }

    bool accept(std::string_view sign) {
        const bool found = text_.substr(at_).starts_with(sign);
        if (found) at_ += sign.size();
        return found;
    }
    void expect(std::string_view sign) {
        if (!accept(sign)) throw NoFormula();
    }

    std::string_view text_;
    size_t at_ = 0;
    int depth_ = 0;
};

Tree parsed(std::string_view text) { return Parser(text).whole(); }

Tree tree(const ir::Expr& expr);

Tree condition(const ir::Expr& expr) {
    using Kind = ir::Expr::Kind;
    if (expr.kind == Kind::equal) return {" = ", {tree(*expr.left), tree(*expr.right)}};
    if (expr.kind == Kind::less) return {" < ", {tree(*expr.left), tree(*expr.right)}};
    return {"!= 0", {tree(expr)}};
}

Tree tree(const ir::Expr& expr) {
    using Kind = ir::Expr::Kind;
    const auto both = [&](const char* sign) { return Tree{sign, {tree(*expr.left), tree(*expr.right)}}; };
    switch (expr.kind) {
        case Kind::name: return expr.left ? Tree{expr.text, {tree(*expr.left)}} : Tree{expr.text};
        case Kind::constant: return {expr.text};
        case Kind::integer: return {std::to_string(expr.number)};
        case Kind::pow2: return {"^", {{"2"}, {std::to_string(expr.number)}}};
        case Kind::exp2: return {"^", {{"2"}, tree(*expr.left)}};
        case Kind::power: return both("^");
        case Kind::add: return both(" + ");
        case Kind::sub: return both(" - ");
        case Kind::mul: return both("*");
        case Kind::mod: return both(" mod ");
        case Kind::div: return both("floor");
        case Kind::bit_and: return both(" & ");
        case Kind::bit_or: return both(" | ");
        case Kind::bit_xor: return both(" xor ");
        case Kind::equal:
        case Kind::less: return condition(expr);
        case Kind::if_else: return {"if", {condition(*expr.left), tree(*expr.right), tree(*expr.other)}};
        case Kind::magnitude: return {"magnitude", {tree(*expr.left)}};
        case Kind::gcd: return both("gcd()");
        case Kind::inverse: return both("inverse()");
        case Kind::applied: break;
    }
    Tree made{expr.text + "()", {{std::to_string(expr.number)}}};
    for (const ir::ExprPtr& argument : {expr.left, expr.right, expr.other}) {
        if (argument) made.parts.push_back(tree(*argument));
    }
    return made;
}

// The parts between separators outside brackets; no formula has a `;`.
std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    size_t first = 0;
    int depth = 0;
    for (size_t at = 0; at < text.size(); ++at) {
        depth += (text[at] == '(' || text[at] == '[') - (text[at] == ')' || text[at] == ']');
        if (depth || !text.substr(at).starts_with(separator)) continue;
        parts.push_back(text.substr(first, at - first));
        first = at + separator.size();
        at = first - 1;
    }
    parts.push_back(text.substr(first));
    return parts;
}

// A sign outside brackets, the first of these that comes.
struct Signed {
    std::string_view before, sign, after;
};
Signed first_sign(std::string_view text, std::initializer_list<std::string_view> signs) {
    Signed best;
    for (std::string_view sign : signs) {
        const std::vector<std::string_view> parts = split(text, sign);
        if (parts.size() == 1 || (!best.sign.empty() && best.before.size() <= parts[0].size())) continue;
        best = {parts[0], sign, text.substr(parts[0].size() + sign.size())};
    }
    if (best.sign.empty()) throw NoFormula();
    return best;
}

// Returns the statements of a clause, a formula for each name: (<, lower, name, upper), with an empty tree for no lower end; (=, name, value),
// or with a range of an index; (as after, name, count).
void add_clause(std::string_view text, Trees& all) {
    constexpr std::string_view steps = " are as after ";
    if (const size_t at = text.find(steps); at != text.npos) {
        const size_t last = text.rfind(' ');
        for (std::string_view name : split(text.substr(0, at), ", "))
            all.push_back({"after",
                           {parsed(name),
                            parsed(text.substr(at + steps.size(), last - at - steps.size())),
                            {std::string(text.substr(last + 1))}}});
        return;
    }
    Tree index;
    if (const std::vector<std::string_view> parts = split(text, " for "); parts.size() == 2) {
        const Signed from = first_sign(parts[1], {" <= "}), below = first_sign(from.after, {" < "});
        index = {"for", {parsed(from.before), parsed(below.before), parsed(below.after)}};
        text = parts[0];
    }
    Signed sign = first_sign(text, {" <= ", " < ", " = "});
    if (sign.sign == " = ") {
        // of names that have a value, or of one formula
        const std::vector<std::string_view> names = split(sign.before, ", ");
        for (std::string_view name : names) all.push_back({"=", {parsed(name), parsed(sign.after), index}});
        return;
    }
    Tree least;
    if (sign.sign == " <= ") {
        least = parsed(sign.before);
        sign = first_sign(sign.after, {" < "});
    }
    for (std::string_view name : split(sign.before, ", "))
        all.push_back({"<", {least, parsed(name), parsed(sign.after)}});
}

void add(const std::vector<ir::Bound>& bounds, const OfMagnitude& of_magnitude, Trees& all) {
    for (const ir::Bound& bound : bounds) {
        const Tree name =
            of_magnitude && of_magnitude(bound) ? Tree{"magnitude", {{bound.name}}} : Tree{bound.name};
        if (is_exact(bound)) {
            all.push_back({"=", {name, tree(*bound.at_least), {}}});
        } else {
            all.push_back({"<", {bound.at_least ? tree(*bound.at_least) : Tree{}, name, tree(*bound.below)}});
        }
        if (bound.step > 1)
            all.push_back({"=",
                           {{" mod ", {{bound.name}, {std::to_string(bound.step)}}},
                            {std::to_string(bound.residue)},
                            {}}});
    }
}

bool are_same(const Trees& x, const Trees& y) {
    return std::is_permutation(x.begin(), x.end(), y.begin(), y.end());
}

}  // namespace

bool says(const std::string& text, const ir::Contract& contract) {
    try {
        const Signed sign = first_sign(text, {" = "});
        return parsed(sign.before) == tree(*contract.left) && parsed(sign.after) == tree(*contract.right);
    } catch (const NoFormula&) {
        return false;
    }
}

bool says(const std::string& text, const std::vector<ir::Bound>& bounds, const std::vector<ir::Given>& givens,
          const OfMagnitude& of_magnitude) {
    Trees said, proved;
    add(bounds, of_magnitude, proved);
    for (const ir::Given& given : givens) proved.push_back({"given", {{given.text}}});
    try {
        for (std::string_view clause : split(text, "; ")) {
            const bool is_given = std::ranges::find(givens, clause, &ir::Given::text) != givens.end();
            if (is_given) {
                said.push_back({"given", {{std::string(clause)}}});
            } else if (!clause.empty()) {
                add_clause(clause, said);
            }
        }
    } catch (const NoFormula&) {
        return false;
    }
    return are_same(said, proved);
}

bool says(const std::string& text, const ir::Invariant& invariant, const OfMagnitude& of_magnitude) {
    Trees said, proved;
    add(invariant.ranges, of_magnitude, proved);
    for (const ir::Relation& it : invariant.relations) {
        Tree index;
        if (!it.index.empty()) index = {"for", {tree(*it.from), {it.index}, tree(*it.below)}};
        proved.push_back({"=", {tree(*it.left), tree(*it.right), index}});
    }
    if (const auto& steps = invariant.steps) {
        for (const std::string& name : steps->variables)
            proved.push_back({"after", {{name}, tree(*steps->count), {std::string(steps->function->name)}}});
    }
    try {
        for (std::string_view clause : split(text, "; ")) add_clause(clause, said);
    } catch (const NoFormula&) {
        return false;
    }
    return are_same(said, proved);
}

}  // namespace limbsmith::read
