#include "catalogue/trial_words.hpp"

#include "eval/words.hpp"
#include "spec/width.hpp"

namespace limbsmith::catalogue {
namespace {

constexpr int bits_of_byte = 8;

// The parts of a carried number: p_i for the sum of (p_i - 2·W)·W^i, W = 2^bits.
struct Parts {
    size_t lanes, words;  // of a part, the one on top among them
    mp_bitcnt_t bits;
    mpz_class W;

    explicit Parts(const TrialParameter& of)
        : lanes(static_cast<size_t>(of.lanes)),
          words(of.rows / lanes),
          bits(static_cast<mp_bitcnt_t>(limb_bits * (words - 1))),
          W(mpz_class(1) << bits) {}
};

std::vector<uint32_t> carried_words(const Parts& parts, const mpz_class& value, size_t form) {
    constexpr int most_waiting = 3;  // a lane has from -3 to W + 3 (proved_form/carried_programs)
    std::vector<uint32_t> all;
    mpz_class rest = value;
    for (size_t lane = 0; lane < parts.lanes; ++lane) {
        mpz_class own = rest;
        if (lane + 1 < parts.lanes) {
            mpz_fdiv_r_2exp(own.get_mpz_t(), rest.get_mpz_t(), parts.bits);
            if ((form + lane) % 2 == 0) {
                if (own <= most_waiting)
                    own += parts.W;
                else if (own >= parts.W - most_waiting)
                    own -= parts.W;
            }
            rest = (rest - own) >> parts.bits;
        }
        const std::vector<uint32_t> words = eval::to_words(own + 2 * parts.W, parts.words);
        all.insert(all.end(), words.begin(), words.end());
    }
    return all;
}

mpz_class carried_value(const Parts& parts, std::span<const uint32_t> words) {
    mpz_class value = 0;
    for (size_t lane = parts.lanes; lane-- > 0;)
        value = (value << parts.bits) + eval::from_words(words.subspan(lane * parts.words, parts.words)) -
                2 * parts.W;
    return value;
}

}  // namespace

TrialParameter trial_parameter(const ir::Variable& variable, int lanes, size_t elements) {
    using Many = ir::Variable::Many;
    const auto words = static_cast<size_t>(variable.words);
    if (variable.kind == ir::Variable::Kind::number)
        return {&variable, lanes, words * static_cast<size_t>(lanes), variable.is_array()};
    const bool is_fixed = variable.many == Many::one || variable.many == Many::fixed;
    return {&variable, lanes, words * (is_fixed ? static_cast<size_t>(variable.count) : elements)};
}

std::vector<uint32_t> words_of(const TrialParameter& parameter, const mpz_class& value, size_t form) {
    if (parameter.is_carried()) return carried_words(Parts(parameter), value, form);
    if (!parameter.is_bytes()) {
        const ir::Representation& it = parameter.variable->representation;
        return eval::to_words(value, parameter.variable->is_array() && it == ir::word ? ir::number : it,
                              parameter.rows);
    }
    std::vector<uint32_t> bytes;
    mpz_class rest = value;
    for (size_t k = 0; k < parameter.rows; ++k, rest >>= bits_of_byte)
        bytes.push_back(static_cast<uint8_t>(rest.get_ui()));
    return bytes;
}

mpz_class value_of(const TrialParameter& parameter, std::span<const uint32_t> words) {
    if (parameter.is_carried()) return carried_value(Parts(parameter), words);
    if (!parameter.is_bytes()) return eval::result_of(words, parameter.variable->representation);
    mpz_class value = 0;
    for (size_t k = words.size(); k-- > 0;) value = (value << bits_of_byte) + words[k];
    return value;
}

}  // namespace limbsmith::catalogue
