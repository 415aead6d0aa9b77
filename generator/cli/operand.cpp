#include "cli/operand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/parallel.hpp"
#include "eval/words.hpp"
#include "limbsmith/error.hpp"
#include "spec/error.hpp"
#include "spec/modulus_expression.hpp"
#include "spec/width.hpp"

namespace limbsmith::cli {

using runtime::Numbers;

mpz_class parse_value(const std::string& expression, int bits, const std::string& what) {
    const mpz_class value = parse_modulus_expression(expression, what, std::max(bits, max_modulus_bits));
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("{}: {} {}", what, runtime::shortened(expression), why));
    };
    if (value < 0) refuse("is negative");
    if (value >> static_cast<mp_bitcnt_t>(bits) != 0)
        refuse(fmt::format("is too wide for {}", counted(bits, "bit")));
    return value;
}

OperandReader::OperandReader(const std::string& operation, std::vector<Operand> operands,
                             std::vector<std::string> arguments, runtime::Layout layout,
                             const LineRange& range)
    : arguments_(std::move(arguments)), range_(range), count_(range.skip) {
    if (arguments_.size() != operands.size()) {
        std::string names;
        for (const Operand& it : operands) names += " " + it.name;
        throw usage_error(fmt::format("{} takes {}:{}; {} given", operation,
                                      counted(operands.size(), "operand"), names, arguments_.size()));
    }
    if (std::ranges::count(arguments_, "-") > 1)
        throw usage_error("standard input can be only one of the operands");
    for (size_t i = 0; i < operands.size(); ++i) {
        Source& it = sources_.emplace_back(Source{std::move(operands[i]), {}, {}, nullptr});
        if (!is_value(arguments_[i]))
            it.file = std::make_unique<runtime::ColumnReader>(arguments_[i], std::vector{it.form}, layout);
        else
            set_value(it, arguments_[i]);
        if (it.file) it.file->skip(range.skip);
    }
    block_.resize(sources_.size());
    for (const Source& it : sources_)
        if (it.file && it.modulo)
            it.file->forms()[0].reduce = [this, m = *it.modulo](mpz_class& number, size_t k) {
                reduce(number, m, k);
            };
}

void OperandReader::set_value(Source& it, const std::string& argument) {
    const std::string value = argument.substr(1), what = "operand " + runtime::shortened(argument);
    if (!it.form.is_bytes)
        it.value = parse_modulus_expression(value, what, std::max(it.form.bits, max_modulus_bits));
    if (!it.modulo)
        it.words = it.form.is_bytes ? runtime::parse_number(value, it.form, what)
                                    : runtime::words_of(it.value, it.form, what);
}

// If files differ in length, the one with the moduli may be the shorter one.
void OperandReader::reduce(mpz_class& number, size_t moduli, size_t k) const {
    const Source& it = sources_[moduli];
    if (it.file && k >= block_[moduli].count) return;
    const mpz_class modulus = it.file ? eval::from_words(block_[moduli].number(k)) : it.value;
    if (modulus != 0) mpz_mod(number.get_mpz_t(), number.get_mpz_t(), modulus.get_mpz_t());
}

// Moduli come before the numbers that are reduced, files before values, which have as many numbers.
std::vector<Numbers> OperandReader::read(size_t most) {
    if (range_.count) most = std::min(most, range_.skip + *range_.count - count_);
    std::optional<size_t> last;  // of the files
    for (const bool has_modulo : {false, true}) {
        for (size_t i = 0; i < sources_.size(); ++i) {
            if (!sources_[i].file || sources_[i].modulo.has_value() != has_modulo) continue;
            block_[i] = std::move(sources_[i].file->read(most)[0]);
            if (last && block_[*last].count != block_[i].count) refuse_lengths(*last, i);
            last = i;
        }
    }
    const size_t count = last ? block_[*last].count : std::min<size_t>(most, count_ == 0);
    for (size_t i = 0; i < sources_.size(); ++i)
        if (!sources_[i].file) block_[i] = repeated(i, count);
    count_ += count;
    return std::exchange(block_, std::vector<Numbers>(sources_.size()));
}

void OperandReader::refuse_lengths(size_t one, size_t other) {
    throw runtime::InputError(fmt::format("files of different lengths: {} has {}, {} has {}", arguments_[one],
                                          counted(sources_[one].file->count_to_end(), "number"),
                                          arguments_[other], sources_[other].file->count_to_end()));
}

size_t OperandReader::count_to_end() {
    while (read(1 << 14)[0].count != 0) {
    }
    return count_;
}

Numbers OperandReader::repeated(size_t i, size_t count) const {
    const Source& it = sources_[i];
    Numbers many(it.form.limbs(), count);
    many.first = count_;
    std::vector<uint32_t> words = it.words;
    for (size_t k = 0; k < count; ++k) {
        if (it.modulo) {
            mpz_class value = it.value;
            reduce(value, *it.modulo, k);
            words = runtime::words_of(value, it.form, place_of(arguments_[i], many, k));
        }
        for (int limb = 0; limb < many.limbs; ++limb) many.words[limb * count + k] = words[limb];
    }
    return many;
}

double OperandReader::progress() const {
    if (range_.count && *range_.count) return double(count_ - range_.skip) / double(*range_.count);
    double least = 1;
    for (const Source& it : sources_)
        if (it.file) least = std::min(least, it.file->progress());
    return least;
}

std::string place_of(const std::string& argument, const Numbers& numbers, size_t k) {
    return is_value(argument)
               ? fmt::format("operand {} (line {})", runtime::shortened(argument), numbers.line(k))
               : fmt::format("{}:{}", argument, numbers.line(k));
}

}  // namespace limbsmith::cli
