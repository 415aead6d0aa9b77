#include "session/kernel_check.hpp"

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "device/memory.hpp"
#include "eval/words.hpp"
#include "session/self_check.hpp"
#include "spec/representations.hpp"

namespace limbsmith::session {
namespace {

// Numbers of one argument on the device, as its place says.
class Numbers {
  public:
    // With n > 0 an elem is the residue of a case times the factor, modulo n.
    Numbers(const runtime::Device& device, CallPlace place, const auto& parameter, size_t count,
            const mpz_class& n, const mpz_class& factor)
        : place_(place),
          n_(parameter.representation == repr::elem ? n : mpz_class(0)),
          factor_(factor),
          words_(parameter.words.size()),
          count_(count),
          row_((count + 31) / 32 * 32),
          buffer_(device, words_ * row_ * sizeof(uint32_t)),
          host_(words_ * row_) {
        if (n_ != 0) mpz_invert(inverse_.get_mpz_t(), factor.get_mpz_t(), n_.get_mpz_t());
    }

    // The words of cases, limb-major.
    void write(const uint32_t* cases) {
        for (size_t t = 0; t < count_; ++t) copy(cases + t, count_, host_.data() + at(t), step(), factor_);
        buffer_.upload(std::as_bytes(std::span(host_)));
    }
    void read(uint32_t* cases) {
        buffer_.download(std::as_writable_bytes(std::span(host_)));
        for (size_t t = 0; t < count_; ++t) copy(host_.data() + at(t), step(), cases + t, count_, inverse_);
    }
    void poison() { buffer_.fill(0xA5); }
    Argument argument() const { return {static_cast<uint32_t*>(buffer_.address()), row_}; }
    size_t words() const { return words_ * count_; }

  private:
    // The first word of number t, and from one of its words to the next.
    size_t at(size_t t) const { return place_ == CallPlace::limb_major ? t : t * words_; }
    size_t step() const { return place_ == CallPlace::limb_major ? row_ : 1; }
    // Results that are no residues stay as they are, so that the contract refuses them.
    void copy(const uint32_t* from, size_t from_step, uint32_t* to, size_t to_step,
              const mpz_class& by) const {
        std::vector<uint32_t> own(words_);
        for (size_t i = 0; i < words_; ++i) own[i] = from[i * from_step];
        if (const mpz_class value = eval::from_words(own); value < n_)
            own = eval::to_words(value * by % n_, words_);
        for (size_t i = 0; i < words_; ++i) to[i * to_step] = own[i];
    }

    CallPlace place_;
    mpz_class n_, factor_, inverse_;
    size_t words_, count_, row_;
    runtime::Buffer buffer_;
    std::vector<uint32_t> host_;
};

}  // namespace

ir::Program checked_meaning(const Spec& spec, const std::string& operation,
                            const emit::CallSignature& signature) {
    // The routine that joins conversions and a function over lanes has no contract of its own, but that of the batch.
    if (signature.meaning.program.contract.left == nullptr)
        return catalogue::meaning(catalogue::operation(spec, operation), spec);
    ir::Program meaning = signature.meaning.program;
    if (!spec.is_modular() || !spec.width.mapping.is_group()) return meaning;
    // A batch over lanes has residues, where a function such as eq may take all words.
    for (const catalogue::OperandRange& range : signature.meaning.ranges) {
        const auto bound = std::ranges::find(meaning.contract.requires_, range.name, &ir::Bound::name);
        if (bound == meaning.contract.requires_.end() || range.which != catalogue::OperandRange::Which::all)
            continue;
        if (range.base.empty())
            bound->below = ir::constant("the limit of " + range.name, range.factor.get_str(16));
        else if (range.factor == 1)
            bound->below = ir::var(range.base);
    }
    return meaning;
}

std::string difference(const Kernel& kernel, const Spec& spec, const std::string& operation,
                       const Places& places, const runtime::Device& device) {
    const emit::CallSignature signature = emit::call_signature(spec, catalogue::functions(spec), operation);
    const ir::Program meaning = checked_meaning(spec, operation, signature);
    const bool is_of_residues = signature.meaning.is_of_residues;
    if (meaning.inputs.size() != places.inputs.size() || meaning.outputs.size() != places.outputs.size())
        throw runtime::Error(operation +
                             " has no contract for arrays, so it cannot be checked on this device");
    // An elem x stands for the residue x/F.
    const mpz_class n = is_of_residues && spec.is_modular() ? spec.modulus->n() : mpz_class(0);
    const mpz_class factor = n != 0 ? spec.form_factor() : mpz_class(1);
    const bool has_constants = std::ranges::count(places.inputs, CallPlace::one_for_all) != 0;
    runtime::Stream on(device);
    const Batch batch = [&](std::span<const eval::Column> operands, size_t count, uint32_t* result) {
        std::vector<Numbers> outputs, inputs;
        std::vector<Argument> arguments;
        for (size_t k = 0; k < places.outputs.size(); ++k) {
            Numbers& it =
                outputs.emplace_back(device, places.outputs[k], meaning.outputs[k], count, n, factor);
            it.poison();
            arguments.push_back(it.argument());
        }
        for (size_t k = 0; k < places.inputs.size(); ++k) {
            Numbers& it = inputs.emplace_back(device, places.inputs[k], meaning.inputs[k], count, n, factor);
            it.write(operands[k].data);
            arguments.push_back(it.argument());
        }
        kernel.launch(on, count, arguments);
        on.synchronize();
        for (Numbers& it : outputs) {
            it.read(result);
            result += it.words();
        }
    };
    return difference(meaning, batch, {.one_by_one = has_constants});
}

}  // namespace limbsmith::session
