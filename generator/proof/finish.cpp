#include "proof/finish.hpp"

#include <algorithm>

#include "proof/lift.hpp"
#include "proof/slice.hpp"
#include "proof/symbolic_bits.hpp"
#include "spec/width.hpp"

namespace limbsmith::proof {
namespace {

using ir::Expr, ir::ExprPtr, ir::Operand, ir::Representation, ir::var;
using Kind = ir::Expr::Kind;

constexpr int spare_bits = limb_bits - digit_bits;

bool is_same(const ExprPtr& x, const ExprPtr& y) { return x && y ? ir::is_same(*x, *y) : !x && !y; }

const ir::Input* input(const ir::Program& program, std::string_view name, Representation::Kind kind) {
    const auto place = std::ranges::find(program.inputs, name, &ir::Input::name);
    return place != program.inputs.end() && place->representation.kind == kind ? &*place : nullptr;
}

bool is_member(const ir::Program& program, std::string_view name) {
    const auto place = std::ranges::find(program.inputs, name, &ir::Input::name);
    return place != program.inputs.end() && place->representation.is_member();
}

const ir::Output* output(const ir::Program& program, std::string_view name) {
    const auto place = std::ranges::find(program.outputs, name, &ir::Output::name);
    return place != program.outputs.end() ? &*place : nullptr;
}

const ir::Bound* bound(const std::vector<ir::Bound>& bounds, std::string_view name) {
    const auto place = std::ranges::find(bounds, name, &ir::Bound::name);
    return place != bounds.end() ? &*place : nullptr;
}

bool is_below(const ir::Bound* bound, const ExprPtr& limit) {
    return bound && !bound->at_least && bound->step == 1 && is_same(bound->below, limit);
}

// M and k of a contract in the form of finish.hpp, k = 0 for odd N; nullopt for any other contract.
struct Factors {
    ExprPtr M;
    uint64_t k = 0;
};

std::optional<Factors> factors_of(const ir::Program& program) {
    const ir::Contract& contract = program.contract;
    const ExprPtr left = contract.left, F = var("f"), r = var("r"), a = var("a");
    if (left->kind != Kind::add || left->left->kind == Kind::name) return std::nullopt;
    const bool is_odd = left->left->kind == Kind::mod;
    const ExprPtr first = is_odd ? left->left : left->left->left;
    if (!first || first->kind != Kind::mod) return std::nullopt;
    const ExprPtr M = first->right, unit = equal(magnitude(F), ir::integer(1)), none = ir::integer(0),
                  shown = (ir::pow2(digit_bits) * r) % M + M * var("exists"), value = (F * var("d")) % M + M;
    const bool is_number = M->kind == Kind::constant || (is_odd && is_member(program, M->text));
    if (!is_number || contract.ensures.size() != 2 ||
        !is_below(bound(contract.ensures, "exists"), ir::integer(2)))
        return std::nullopt;
    if (is_odd) {
        const bool is_one = is_same(left, shown) && is_same(contract.right, if_else(unit, value, none)) &&
                            is_below(bound(contract.ensures, "r"), M);
        return is_one ? std::optional(Factors{M}) : std::nullopt;
    }
    const ir::Bound* range = bound(contract.ensures, "r");
    if (!range || range->below->kind != Kind::if_else || range->below->right->kind != Kind::constant)
        return std::nullopt;
    const ExprPtr N = range->below->right;
    const mpz_class n(N->hex, 16), m(M->hex, 16);
    const uint64_t k = mpz_scan1(n.get_mpz_t(), 0);
    const ExprPtr twice = ir::integer(2) * M;
    const bool is_one = k > 0 && n == m << k && is_below(range, if_else(var("exists"), N, ir::integer(1))) &&
                        input(program, "a", Representation::Kind::number) &&
                        is_same(left, shown + twice * ((r * a) % ir::pow2(k))) &&
                        is_same(contract.right, if_else(unit * (a % ir::integer(2)), value + twice, none));
    return is_one ? std::optional(Factors{M, k}) : std::nullopt;
}

class Finish {
  public:
    explicit Finish(const ir::Program& program) : program_(program) {}

    bool is_one();
    // The first step that is not proved, as a message, or nullopt.
    std::optional<std::string> prove();

  private:
    bool find_cuts();
    bool is_sign_shown() const;
    bool is_sign(const std::vector<BitWord>& inputs, int sign) const;
    bool is_sign(std::vector<BitWord> words, int sign, bool exists) const;
    Verdict prove_quotient() const;
    Verdict prove_residue() const;
    void add_modulus(std::vector<ir::Input>& inputs, ir::Contract& contract) const;

    const ir::Program& program_;
    const ir::Input *f_ = nullptr, *d_ = nullptr, *a_ = nullptr;  // a for even N
    const ir::Output *r_ = nullptr, *exists_ = nullptr;
    ExprPtr modulus_;  // M
    uint64_t k_ = 0;
    std::optional<Lift> lift_;
    ir::Word sign_{};
    std::vector<ir::Word> quotient_;
};

bool Finish::is_one() {
    f_ = input(program_, "f", Representation::Kind::digits);
    d_ = input(program_, "d", Representation::Kind::digits);
    r_ = output(program_, "r"), exists_ = output(program_, "exists");
    if (!f_ || !d_ || !r_ || !exists_ || r_->representation.kind != Representation::Kind::number ||
        exists_->representation != ir::word || !bound(program_.contract.requires_, "d"))
        return false;
    const auto factors = factors_of(program_);
    if (!factors) return false;
    modulus_ = factors->M, k_ = factors->k;
    if (k_ > 0) a_ = input(program_, "a", Representation::Kind::number);
    return true;
}

// Finds the words in the middle: the sign is the factor of d; the row's digits are the words made unsigned by
// flipping their top bits.
bool Finish::find_cuts() {
    bool has_sign = false;
    for (const ir::Instruction& in : program_.body) {
        const Operand first = d_->words[0];
        const bool is_product = in.op == ir::Opcode::mul_lo && in.src[1] == first && in.src[0].is_word;
        if (is_product && !has_sign) sign_ = in.src[0].word(), has_sign = true;
        const bool is_biased = in.op == ir::Opcode::bit_xor && in.src[1] == Operand(0x80000000u);
        if (has_sign && is_biased && in.src[0].is_word) quotient_.push_back(in.src[0].word());
    }
    if (!has_sign || quotient_.size() != d_->words.size()) return false;
    if (k_ == 0) return true;
    lift_ = find_lift(program_, *r_, k_);
    return lift_.has_value();
}

// Whether the program computes the sign, and exists, for these bits of f: u = sign, and exists = 1 if sign is
// not 0. For even N, exists and the mask also depend on the lowest bit of a.
bool Finish::is_sign(const std::vector<BitWord>& inputs, int sign) const {
    if (k_ == 0) return is_sign(inputs, sign, sign != 0);
    for (const bool is_odd : {false, true}) {
        std::vector<BitWord> with_a = inputs;
        with_a[a_->words[0].id][0] = Bit::of(is_odd);
        if (!is_sign(with_a, sign, sign != 0 && is_odd)) return false;
    }
    return true;
}

bool Finish::is_sign(std::vector<BitWord> words, int sign, bool exists) const {
    std::vector<ir::Input> inputs{*f_};
    std::vector<ir::Output> outputs{{"u", ir::signed_word, {sign_}}, *exists_};
    if (k_ > 0) inputs.push_back(*a_), outputs.push_back({"mask", ir::word, {lift_->mask}});
    const ir::Program part = slice(program_, inputs, outputs, {});
    if (is_open(part)) return false;
    run(part, words);
    const auto is = [&](Operand operand, uint32_t value) {
        const BitWord word = bits_of(operand, words);
        for (int i = 0; i < limb_bits; ++i) {
            if (!word[i].is(value >> i & 1)) return false;
        }
        return true;
    };
    return is(sign_, static_cast<uint32_t>(sign)) && is(exists_->words[0], exists ? 1 : 0) &&
           (k_ == 0 || is(lift_->mask, exists ? UINT32_MAX : 0));
}

// Covers all f: those that agree with 1 or -1 up to some bit and differ there, and 1 and -1 themselves.
bool Finish::is_sign_shown() const {
    std::vector<BitWord> unknown(program_.words);
    for (ir::Word word : f_->words) {
        for (int i = spare_bits; i < limb_bits; ++i) unknown[word.id][i] = Bit::named(word, i);
    }
    for (ir::Word word : a_ ? a_->words : std::vector<ir::Word>()) {
        for (int i = 0; i < limb_bits; ++i) unknown[word.id][i] = Bit::named(word, i);
    }
    for (int sign : {1, -1}) {
        std::vector<BitWord> inputs = unknown;
        for (ir::Word word : f_->words) {
            for (int i = spare_bits; i < limb_bits; ++i) {
                const bool is_first = word == f_->words[0];
                const bool bit = is_first && (sign < 0 || i == spare_bits);
                Bit& here = inputs[word.id][i];
                // f with the same lower bits and the other value here; the second bit is skipped, since 1 and
                // -1 differ there
                here = Bit::of(!bit);
                if (!(is_first && i == spare_bits + 1) && !is_sign(inputs, 0)) return false;
                here = Bit::of(bit);
            }
        }
        if (!is_sign(inputs, sign)) return false;
    }
    return true;
}

// Adds the modulus inputs with their preconditions, if the modulus is given at run time.
void Finish::add_modulus(std::vector<ir::Input>& inputs, ir::Contract& contract) const {
    for (const ir::Input& input : program_.inputs) {
        if (!input.representation.is_member()) continue;
        inputs.push_back(input);
        for (const ir::Bound& bound : program_.contract.requires_) {
            if (bound.name == input.name) contract.requires_.push_back(bound);
        }
    }
    contract.givens = program_.contract.givens;
}

// Proves 2^30·q = u·d modulo M and |q| < M, for |u| <= 1.
Verdict Finish::prove_quotient() const {
    std::vector<ir::Input> inputs{*d_, {"u", ir::signed_word, {sign_}}};
    ir::Contract contract;
    contract.requires_ = {*bound(program_.contract.requires_, "d"), {"u", ir::integer(2)}};
    add_modulus(inputs, contract);
    contract.left = (ir::pow2(digit_bits) * var("q")) % modulus_;
    contract.right = (var("u") * var("d")) % modulus_;
    contract.ensures = {{"q", modulus_}};
    const std::vector<Operand> words(quotient_.begin(), quotient_.end());
    const ir::Program part = slice(program_, inputs, {{"q", d_->representation, words}}, contract);
    return is_open(part) ? Verdict{false, "the row depends on other inputs"} : proof::prove(part);
}

// Proves r = q < 0 ? q + M : q, for |q| < M.
Verdict Finish::prove_residue() const {
    std::vector<ir::Input> inputs{{"q", d_->representation, quotient_}};
    ir::Contract contract;
    contract.requires_ = {{"q", modulus_}};
    add_modulus(inputs, contract);
    contract.left = var("r");
    contract.right = if_else(less(var("q"), ir::integer(0)), var("q") + modulus_, var("q"));
    contract.ensures = {ir::exactly("r", contract.right)};
    ir::Output residue = *r_;
    if (k_ > 0) residue.words.assign(lift_->residue.begin(), lift_->residue.end());
    const ir::Program part = slice(program_, inputs, {residue}, contract);
    return is_open(part) ? Verdict{false, "the residue depends on other inputs"} : proof::prove(part);
}

std::optional<std::string> Finish::prove() {
    if (!find_cuts()) return "no row of digits found";
    if (!is_sign_shown()) return "the sign of f is not shown";
    if (const Verdict row = prove_quotient(); !row.is_proved) return "the quotient: " + row.reason;
    if (const Verdict residue = prove_residue(); !residue.is_proved) return "the residue: " + residue.reason;
    return k_ > 0 ? prove_lift(program_, *lift_, *a_, modulus_, k_) : std::nullopt;
}

}  // namespace

// The parts imply the contract. u = f and exists = 1 if f = ±1, else both are 0; 2^30·q = u·d modulo M with
// |q| < M; r is congruent to q and below M, so 2^30·r is congruent to u·d, and r = 0 if u = 0. For even N
// this holds for the residue x; if exists = 1, then r is congruent to x modulo M and to the inverse of a
// modulo 2^k, else r = 0.
std::optional<Verdict> prove_finish(const ir::Program& program) {
    Finish finish(program);
    if (!finish.is_one()) return std::nullopt;
    const auto reason = finish.prove();
    return Verdict{!reason, reason.value_or("")};
}

}  // namespace limbsmith::proof
