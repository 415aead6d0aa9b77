#include "proof/divsteps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "proof/divstep_values.hpp"
#include "spec/divsteps.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr, ir::Opcode, ir::Operand;
using Kind = ir::Expr::Kind;

constexpr int spare = limb_bits - digit_bits;
struct NotShown {
    std::string what;
};

Polynomial times(Polynomial p, const mpz_class& factor) { return p *= factor; }

const ir::Bound& requirement(const ir::Program& program, const std::string& name) {
    const auto& bounds = program.contract.requires_;
    const auto found = std::ranges::find(bounds, name, &ir::Bound::name);
    if (found == bounds.end()) throw NotShown{"a bound of " + name};
    return *found;
}

mpz_class constant(const Expr& e) {
    switch (e.kind) {
        case Kind::integer: return mpz_class(std::to_string(e.number));
        case Kind::pow2: return power_of_two(static_cast<int>(e.number));
        case Kind::add: return constant(*e.left) + constant(*e.right);
        case Kind::sub: return constant(*e.left) - constant(*e.right);
        default: throw NotShown{"the value of " + to_string(e)};
    }
}

// The name x in the expression x/4.
const std::string& quarter(const Expr& e) {
    if (e.kind != Kind::div || e.left->kind != Kind::name || constant(*e.right) != 1 << spare)
        throw NotShown{to_string(e)};
    return e.left->text;
}

class Matrix {
  public:
    explicit Matrix(const ir::Program& program)
        : program_(program),
          right_(*program.contract.right),
          values_(static_cast<int>(right_.number), most_eta()),
          words_(program.words) {}

    // Throws NotShown.
    void prove();

  private:
    struct Word {
        std::optional<Polynomial> value;    // modulo 2^32, reduced
        std::optional<Polynomial> top_bit;  // if nothing else is known
    };
    mpz_class most_eta() const;
    void set_inputs();
    Polynomial value(Operand operand) const;
    Polynomial top_bit(Operand operand) const;
    void define(const ir::Instruction& in);
    Polynomial shifted_right(const ir::Instruction& in) const;
    Polynomial exclusive_or(const ir::Instruction& in);
    std::optional<Polynomial> start_of_inverse(const Polynomial& x, uint32_t mask);
    Polynomial output(const std::string& name) const;
    Polynomial value(const Expr& e) const;
    void check_range(const ir::Bound& bound) const;

    const ir::Program& program_;
    const Expr& right_;
    DivstepValues values_;
    std::vector<Word> words_;
};

// The largest |eta|, from its bound. Throws NotShown unless eta is odd.
mpz_class Matrix::most_eta() const {
    if (right_.number != digit_bits) throw NotShown{to_string(right_)};
    if (right_.left->kind != Kind::name) throw NotShown{to_string(*right_.left)};
    const ir::Bound& bound = requirement(program_, right_.left->text);
    if (!of_magnitude(bound, program_) || bound.step % 2 != 0 || bound.residue % 2 != 1)
        throw NotShown{"that " + bound.name + " is odd"};
    return constant(*bound.below) - 1;
}

// Sets the input words: eta, 4·f_0 and 4·g_0 with odd f_0.
void Matrix::set_inputs() {
    const std::string names[] = {right_.left->text, quarter(*right_.right), quarter(*right_.other)};
    const unsigned steps[] = {1, 2 << spare, 1 << spare}, residues[] = {0, 1 << spare, 0};
    const auto& first = values_.step(0);
    const Polynomial numbers[] = {first.eta, times(first.f, 1 << spare), times(first.g, 1 << spare)};
    for (int k = 0; k < 3; ++k) {
        const ir::Bound& bound = requirement(program_, names[k]);
        if (bound.step % steps[k] != 0 || bound.residue % steps[k] != residues[k])
            throw NotShown{fmt::format("that {} is {} modulo {}", bound.name, residues[k], steps[k])};
        const auto input = std::ranges::find(program_.inputs, names[k], &ir::Input::name);
        const bool fits = input != program_.inputs.end() && input->words.size() == 1 &&
                          (input->representation == ir::signed_word) == (k == 0) &&
                          input->representation.is_word();
        if (!fits) throw NotShown{"the form of " + names[k]};
        words_[input->words[0].id].value = numbers[k];
    }
}

Polynomial Matrix::value(Operand operand) const {
    if (!operand.is_word) return values_.reduced(mpz_class(operand.value));
    const Word& word = words_[operand.value];
    if (!word.value) throw NotShown{fmt::format("the value of w{}", operand.value)};
    return *word.value;
}

Polynomial Matrix::top_bit(Operand operand) const {
    if (operand.is_word && words_[operand.value].top_bit) return *words_[operand.value].top_bit;
    const auto bit = values_.top_bit(value(operand));
    if (!bit) throw NotShown{"a top bit"};
    return *bit;
}

void Matrix::define(const ir::Instruction& in) {
    if (in.flag_in) throw NotShown{"a carry"};
    const auto at = [&](int k) { return value(in.src[k]); };
    Word& result = words_[in.dst.id];
    const auto set = [&](Polynomial p) { result.value = values_.recognized(values_.reduced(std::move(p))); };
    switch (in.op) {
        case Opcode::add: return set(at(0) + at(1));
        case Opcode::sub: return set(at(0) - at(1));
        case Opcode::mul_lo: return set(at(0) * at(1));
        case Opcode::mad_lo: return set(at(0) * at(1) + at(2));
        case Opcode::shl:
            if (in.src[1].is_word || in.src[1].value >= limb_bits) break;
            return set(times(at(0), power_of_two(static_cast<int>(in.src[1].value))));
        case Opcode::sar:
        case Opcode::shr: return set(shifted_right(in));
        case Opcode::bit_xor: return set(exclusive_or(in));
        case Opcode::bit_and: {
            result.top_bit = values_.reduced(top_bit(in.src[0]) * top_bit(in.src[1]));
            for (Operand mask : {in.src[0], in.src[1]}) {
                if (!mask.is_word && mask.value == half) set(times(*result.top_bit, half));
            }
            return;
        }
        default: break;
    }
    throw NotShown{"the effect of an instruction"};
}

// x / 2^k where x is a multiple of 2^k that fits the word, signed or unsigned; or a single top bit.
Polynomial Matrix::shifted_right(const ir::Instruction& in) const {
    const Operand count = in.src[1];
    if (count.is_word || count.value >= limb_bits) throw NotShown{"a shift"};
    if (in.op == Opcode::shr && count.value == limb_bits - 1) return top_bit(in.src[0]);
    const Polynomial x = value(in.src[0]);
    const mpz_class divisor = power_of_two(static_cast<int>(count.value));
    const bool is_multiple = std::ranges::all_of(x.terms(), [&](const auto& term) {
        return mpz_divisible_p(term.second.get_mpz_t(), divisor.get_mpz_t());
    });
    const mpz_class least = in.op == Opcode::sar ? mpz_class(-half) : mpz_class(0);
    if (!is_multiple || !values_.range(x).is_within(least, least + base - 1))
        throw NotShown{"that a shift drops no set bit"};
    return divided(x, divisor);
}

// x xor -2t for odd x and a bit t: x if t = 0; if t = 1 all bits but the lowest change, which gives -x.
Polynomial Matrix::exclusive_or(const ir::Instruction& in) {
    for (int k : {0, 1}) {
        const Polynomial x = value(in.src[k]), mask = value(in.src[1 - k]);
        if (!in.src[1 - k].is_word) {
            if (auto inverse = start_of_inverse(x, in.src[1 - k].value)) return *inverse;
        }
        const bool is_single = mask.terms().size() == 1 && mask.terms().begin()->second == -2;
        if (is_single && values_.range(mask).is_within(-2, 0) && values_.is_odd(x)) return x + x * mask;
    }
    throw NotShown{"an exclusive or"};
}

// If y = (c·x) xor mask satisfies x·y = 1 modulo 2^k for every odd x, tested on all residues: a new value y
// with x·y = 1 + 2^k·h. Else nullopt.
std::optional<Polynomial> Matrix::start_of_inverse(const Polynomial& p, uint32_t mask) {
    if (p.terms().size() != 1 || p.terms().begin()->first.size() != 1) return std::nullopt;
    const Var x = front(p.terms().begin()->first);
    if (!values_.is_odd(x)) return std::nullopt;
    const mpz_class factor = p.terms().begin()->second;
    const auto c = static_cast<uint32_t>(mpz_class(factor < 0 ? mpz_class(factor + base) : factor).get_ui());
    for (int k = 8; k > 0; --k) {
        bool is_inverse = true;
        for (uint32_t residue = 1; residue < 1u << k; residue += 2)
            is_inverse = is_inverse && residue * (c * residue ^ mask) % (1u << k) == 1;
        if (!is_inverse) continue;
        const Range range = values_.range(times(x, base));  // of x·y at least, with y < 2^32
        const Range quotient{-abs(range.least) - abs(range.most), abs(range.least) + abs(range.most)};
        const Var y = values_.make({0, base - 1}, true), h = values_.make(quotient);
        Polynomial product = mpz_class(1);
        product.add(h, power_of_two(k));
        values_.add_product(x, y, product);
        return Polynomial(y);
    }
    return std::nullopt;
}

// The value of an output factor: its word in two's complement.
Polynomial Matrix::output(const std::string& name) const {
    const auto found = std::ranges::find(program_.outputs, name, &ir::Output::name);
    if (found == program_.outputs.end() || found->representation != ir::signed_word)
        throw NotShown{"the form of " + name};
    const Polynomial word = value(found->words[0]);
    if (!values_.range(word).is_within(-half, half - 1)) throw NotShown{"the range of " + name};
    return word;
}

Polynomial Matrix::value(const Expr& e) const {
    switch (e.kind) {
        case Kind::name: return output(e.text);
        case Kind::integer:
        case Kind::pow2: return constant(e);
        case Kind::add: return value(*e.left) + value(*e.right);
        case Kind::sub: return value(*e.left) - value(*e.right);
        case Kind::mul: return value(*e.left) * value(*e.right);
        default: throw NotShown{"the value of " + to_string(e)};
    }
}

// Checks |x| < below, or |x| < below - |y| for a row (x y) of the matrix, and parities.
void Matrix::check_range(const ir::Bound& bound) const {
    const auto& last = values_.step(values_.count());
    const Polynomial x = output(bound.name);
    const auto is = [](const Polynomial& p, const Polynomial& q) { return (p - q).is_zero(); };
    const Expr& below = *bound.below;
    const bool is_even = is(x, last.u) || is(x, last.v);
    const bool has_residue = bound.step == 1 ||
                             (bound.step == 2 && bound.residue == 1 && values_.is_odd(x)) ||
                             (bound.step == 2 && bound.residue == 0 && is_even);
    bool is_within = false;
    if (below.kind == Kind::sub && below.right->kind == Kind::magnitude) {
        const Polynomial y = value(*below.right->left);
        const auto is_row = [&](const Polynomial& p, const Polynomial& q) {
            return (is(x, p) && is(y, q)) || (is(x, q) && is(y, p));
        };
        is_within = (is_row(last.u, last.v) || is_row(last.q, last.r)) &&
                    constant(*below.left) > power_of_two(values_.count());
    } else {
        const mpz_class most = constant(below) - 1;
        is_within = values_.range(x).is_within(-most, most);
    }
    if (bound.at_least || !has_residue || !is_within)
        throw NotShown{fmt::format("|{}| < {}", bound.name, to_string(below))};
}

void Matrix::prove() {
    set_inputs();
    for (const ir::Instruction& in : program_.body) {
        try {
            define(in);
        } catch (const NotShown& gap) {
            throw NotShown{fmt::format("{} in `{}`", gap.what, dump(in))};
        }
    }
    const auto& last = values_.step(values_.count());
    Polynomial matrix;  // the matrix as one number, see spec/divsteps.hpp
    mpz_class weight = 1;
    for (const Polynomial& number : {last.u, last.v, last.q, last.r, last.eta}) {
        matrix.add(number, weight);
        weight *= base;
    }
    if (!(value(*program_.contract.left) - matrix).is_zero())
        throw NotShown{"that the outputs are the matrix"};
    for (const ir::Bound& bound : program_.contract.ensures) check_range(bound);
}

}  // namespace

bool is_divsteps(const ir::Program& program) { return program.contract.right->function == &divsteps; }

Verdict prove_divsteps(const ir::Program& program) {
    try {
        Matrix(program).prove();
    } catch (const NotShown& gap) {
        return {false, "not proved: " + gap.what};
    }
    return {true, {}};
}

}  // namespace limbsmith::proof
