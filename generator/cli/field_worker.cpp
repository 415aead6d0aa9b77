#include "cli/field_worker.hpp"

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "eval/words.hpp"
#include "plan/inverse.hpp"
#include "spec/representations.hpp"

namespace limbsmith::cli {
namespace {

constexpr size_t block_size = 256;

}  // namespace

FieldWorker::FieldWorker(const Spec& spec, const std::string& op) : spec_(spec), op_(op) {
    for (catalogue::Function& function : catalogue::functions(spec)) {
        std::string name = function.program.name;
        stages_[name] = std::make_unique<Stage>(std::move(function.program));
    }
    if (op != "inv") return;
    if (plan::inverse_method(spec) == InverseChoice::divsteps) {
        plan::DivstepsInverse inverse = plan::divsteps_inverse(spec);
        divsteps_ = std::make_unique<eval::Functions>(std::move(inverse.programs));
        batches_ = inverse.batches;
    } else {
        chain_ = plan::power_chain(spec.modulus->n_minus_2());
    }
}

void FieldWorker::run(std::span<const eval::Column> operands, size_t first, size_t last, uint32_t* result,
                      size_t count) {
    const catalogue::Operation& operation = catalogue::operation(spec_, op_);
    const ir::Program meaning = catalogue::meaning(operation, spec_);
    for (; first < last; first += block_size) {
        const size_t block = std::min(block_size, last - first);
        std::vector<Numbers> values;
        for (size_t i = 0; i < operands.size(); ++i) {
            const size_t words = meaning.inputs[i].words.size();
            Numbers& value = values.emplace_back(words * block);
            for (size_t w = 0; w < words; ++w) {
                std::copy_n(operands[i].data + w * operands[i].count + first, block,
                            value.begin() + w * block);
            }
        }
        if (!spec_.modulus->is_known()) {
            set_modulus(values.back(), block);
            values.pop_back();
        }
        for (size_t i = 0; i < values.size(); ++i) {
            if (operation.meaning && meaning.inputs[i].representation == repr::plain)
                values[i] = apply("to_elem", {&values[i]}, block);
        }
        Numbers results = compute(values, block);
        if (operation.meaning && meaning.outputs[0].representation == repr::plain)
            results = apply("to_plain", {&results}, block);
        for (size_t w = 0; w < results.size() / block; ++w) {
            std::copy_n(results.begin() + w * block, block, result + w * count + first);
        }
    }
}

FieldWorker::Numbers FieldWorker::apply(const std::string& op, const std::vector<const Numbers*>& operands,
                                        size_t block) {
    Stage& stage = *stages_.at(op);
    std::vector<eval::Column> columns;
    auto next = operands.begin();
    for (const ir::Input& input : stage.program.inputs) {
        columns.push_back(
            {input.representation.is_member() ? members_.at(input.name).data() : (*next++)->data(), block});
    }
    Numbers result(eval::result_words(stage.program) * block);
    stage.interpreter.run(columns, 0, block, result.data(), block);
    return result;
}

void FieldWorker::set_modulus(const Numbers& n, size_t block) {
    const int limbs = spec_.modulus->limbs();
    members_["n"] = n;
    for (const char* name : {"one", "r2", "inverse_start"}) members_[name].resize(limbs * block);
    members_["n0inv"].resize(block);
    std::vector<uint32_t> words(limbs);
    for (size_t k = 0; k < block; ++k) {
        for (int w = 0; w < limbs; ++w) words[w] = n[w * block + k];
        const Modulus modulus(eval::from_words(words));
        const mpz_class one = spec_.modulus->R() % modulus.n(), r2 = one * one % modulus.n();
        const mpz_class inverse_start = (r2 << digit_bits) % modulus.n();
        for (int w = 0; w < limbs; ++w) {
            members_["one"][w * block + k] = limb_of(one, w);
            members_["r2"][w * block + k] = limb_of(r2, w);
            members_["inverse_start"][w * block + k] = limb_of(inverse_start, w);
        }
        members_["n0inv"][k] = modulus.n0inv();
    }
}

FieldWorker::Numbers FieldWorker::one(size_t block) const {
    if (!spec_.modulus->is_known()) return members_.at("one");
    const mpz_class one = spec_.reduction == Reduction::montgomery ? spec_.modulus->r1() : mpz_class(1);
    Numbers result(spec_.modulus->limbs() * block);
    for (int w = 0; w < spec_.modulus->limbs(); ++w) {
        std::fill_n(result.begin() + w * block, block, limb_of(one, w));
    }
    return result;
}

FieldWorker::Numbers FieldWorker::compute(const std::vector<Numbers>& operands, size_t block) {
    if (op_ == "inv") return inverse(operands[0], block);
    if (op_ == "pow") return power(operands[0], operands[1], block);
    std::vector<const Numbers*> pointers;
    for (const Numbers& operand : operands) pointers.push_back(&operand);
    return apply(op_, pointers, block);
}

FieldWorker::Numbers FieldWorker::inverse(const Numbers& a, size_t block) {
    if (divsteps_) {
        const auto numbers_of = [&](const Numbers& words) {
            eval::Numbers numbers(block, words.size() / block);
            numbers.words = words;
            return numbers;
        };
        const eval::Numbers numbers = numbers_of(a);
        for (const auto& [name, words] : members_) divsteps_->set_member(name, numbers_of(words));
        return eval::inverse(*divsteps_, numbers, batches_)[0].words;
    }
    std::vector<Numbers> powers{a};
    for (const plan::PowerStep& step : chain_) {
        Numbers power = powers[step.base];
        for (int i = 0; i < step.squarings; ++i) power = apply("sqr", {&power}, block);
        if (step.factor >= 0) power = apply("mul", {&power, &powers[step.factor]}, block);
        powers.push_back(std::move(power));
    }
    return powers.back();
}

FieldWorker::Numbers FieldWorker::power(const Numbers& a, const Numbers& exponents, size_t block) {
    const int limbs = spec_.modulus->limbs();
    Numbers r = one(block), bit(block);
    for (int i = limb_bits * limbs - 1; i >= 0; --i) {
        for (size_t k = 0; k < block; ++k)
            bit[k] = exponents[i / limb_bits * block + k] >> (i % limb_bits) & 1;
        r = apply("sqr", {&r}, block);
        const Numbers times_a = apply("mul", {&r, &a}, block);
        r = apply("select", {&bit, &times_a, &r}, block);
    }
    return r;
}

}  // namespace limbsmith::cli
