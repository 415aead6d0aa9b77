#include "eval/contract_value.hpp"

#include <algorithm>
#include <iterator>

#include "eval/eval.hpp"
#include "eval/words.hpp"

namespace limbsmith::eval {

using Kind = ir::Expr::Kind;

Evaluator::Evaluator(const ir::Expr& expr, const std::vector<std::string>& names)
    : root_(compile(expr, names)) {}

Evaluator::Node* Evaluator::compile(const ir::Expr& expr, const std::vector<std::string>& names) {
    Node& node = nodes_.emplace_back(Node{expr.kind, expr.number, expr.function});
    if (expr.kind == Kind::name) node.number = std::ranges::find(names, expr.text) - names.begin();
    if (expr.kind == Kind::constant) node.result.set_str(expr.hex, 16);
    if (expr.left) node.left = compile(*expr.left, names);
    if (expr.right) node.right = compile(*expr.right, names);
    if (expr.other) node.other = compile(*expr.other, names);
    return &node;
}

const mpz_class& Evaluator::operator()(std::span<const mpz_class> values) { return evaluate(*root_, values); }

const mpz_class& Evaluator::evaluate(Node& node, std::span<const mpz_class> values) {
    const auto left = [&]() -> const mpz_class& { return evaluate(*node.left, values); };
    const auto right = [&]() -> const mpz_class& { return evaluate(*node.right, values); };
    mpz_class& result = node.result;
    mpz_ptr r = result.get_mpz_t();
    switch (node.kind) {
        case Kind::name: return values[node.number];
        case Kind::constant: break;
        case Kind::integer: mpz_set_ui(r, node.number); break;
        case Kind::pow2:
            if (result == 0) mpz_setbit(r, node.number);
            break;
        case Kind::exp2:
            result = 0;
            mpz_setbit(r, left().get_ui());
            break;
        case Kind::power:
            if (node.right->kind == Kind::exp2) {  // by squarings: the exponent may not fit into memory
                const mpz_class count = evaluate(*node.right->left, values);
                const mpz_class& modulus = evaluate(*node.other, values);
                mpz_mod(r, left().get_mpz_t(), modulus.get_mpz_t());
                for (mpz_class i = 0; i < count; ++i) result = result * result % modulus;
                break;
            }
            mpz_powm(r, left().get_mpz_t(), right().get_mpz_t(), evaluate(*node.other, values).get_mpz_t());
            break;
        case Kind::add: mpz_add(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::sub: mpz_sub(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::mul: mpz_mul(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::mod:
            if (node.right->kind == Kind::pow2) {
                mpz_fdiv_r_2exp(r, left().get_mpz_t(), node.right->number);
            } else {
                mpz_mod(r, left().get_mpz_t(), right().get_mpz_t());
            }
            break;
        case Kind::div:
            if (node.right->kind == Kind::pow2) {
                mpz_fdiv_q_2exp(r, left().get_mpz_t(), node.right->number);
            } else {
                mpz_fdiv_q(r, left().get_mpz_t(), right().get_mpz_t());
            }
            break;
        case Kind::bit_and: mpz_and(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::bit_or: mpz_ior(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::bit_xor: mpz_xor(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::equal: result = left() == right() ? 1 : 0; break;
        case Kind::less: result = left() < right() ? 1 : 0; break;
        case Kind::magnitude: mpz_abs(r, left().get_mpz_t()); break;
        case Kind::gcd: mpz_gcd(r, left().get_mpz_t(), right().get_mpz_t()); break;
        case Kind::inverse:
            if (mpz_invert(r, left().get_mpz_t(), right().get_mpz_t()) == 0) result = 0;
            break;
        case Kind::applied: {
            std::vector<mpz_class> arguments;
            for (Node* argument : {node.left, node.right, node.other})
                if (argument) arguments.push_back(evaluate(*argument, values));
            result = node.function->value(node.number, arguments);
            break;
        }
        case Kind::if_else: return left() != 0 ? right() : evaluate(*node.other, values);
    }
    return result;
}

std::optional<std::vector<uint32_t>> outputs_by(ContractEvaluator& contract, const ir::Program& meaning,
                                                std::vector<mpz_class> inputs, const mpz_class& expected) {
    const auto count = static_cast<size_t>(result_words(meaning));
    // a number in signed digits has more than one form
    if (std::ranges::any_of(meaning.outputs, [](const auto& it) { return it.representation.is_places(); }))
        return std::nullopt;
    if (expected < 0 || mpz_sizeinbase(expected.get_mpz_t(), 2) > 32 * count) return std::nullopt;
    std::vector<uint32_t> words = to_words(expected, count);
    std::ranges::copy(output_values(meaning, words), std::back_inserter(inputs));
    if (contract.claimed(inputs) != expected || contract.broken_promise(inputs)) return std::nullopt;
    return words;
}

std::vector<std::string> names(const ir::Program& program) {
    std::vector<std::string> names;
    for (const ir::Input& input : program.inputs) names.push_back(input.name);
    for (const ir::Output& output : program.outputs) names.push_back(output.name);
    return names;
}

ContractEvaluator::ContractEvaluator(const ir::Program& program)
    : left_(*program.contract.left, names(program)), right_(*program.contract.right, names(program)) {
    const std::vector<std::string> all = names(program);
    const auto limit = [&](const ir::Bound& bound) {
        const size_t index = std::ranges::find(all, bound.name) - all.begin();
        std::optional<Evaluator> at_least;
        if (bound.at_least) at_least.emplace(*bound.at_least, all);
        return Limit{&bound, index, of_magnitude(bound, program), Evaluator(*bound.below, all),
                     std::move(at_least)};
    };
    for (const ir::Bound& bound : program.contract.requires_) requires_.push_back(limit(bound));
    for (const ir::Given& given : program.contract.givens) {
        const size_t index = std::ranges::find(all, given.name) - all.begin();
        givens_.push_back({&given, index, Evaluator(*given.value, all)});
    }
    for (const ir::Bound& bound : program.contract.ensures) ensures_.push_back(limit(bound));
}

const ir::Given* ContractEvaluator::broken_given(std::span<const mpz_class> values) {
    for (Dependent& given : givens_) {
        if (values[given.index] != given.value(values)) return given.given;
    }
    return nullptr;
}

const ir::Bound* ContractEvaluator::broken(std::deque<Limit>& limits, std::span<const mpz_class> values) {
    for (Limit& limit : limits) {
        const mpz_class& value = values[limit.index];
        if ((limit.of_magnitude ? mpz_class(abs(value)) : value) >= limit.below(values)) return limit.bound;
        if (limit.at_least && value < (*limit.at_least)(values)) return limit.bound;
        if (mpz_fdiv_ui(value.get_mpz_t(), limit.bound->step) != limit.bound->residue) return limit.bound;
    }
    return nullptr;
}

}  // namespace limbsmith::eval
