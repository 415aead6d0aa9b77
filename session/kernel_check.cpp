#include "session/kernel_check.hpp"

#include <algorithm>

#include "catalogue/catalogue.hpp"
#include "device/memory.hpp"
#include "eval/cases.hpp"
#include "eval/words.hpp"
#include "spec/representations.hpp"

namespace limbsmith::session {
namespace {

using emit::CallPlace;

// Numbers of one argument on the device, as its place says.
class Column {
  public:
    // With n > 0 an elem is set to value·factor mod n, and read as its quotient by the factor.
    Column(const runtime::Device& device, CallPlace place, const auto& parameter, size_t count,
           const mpz_class& n, const mpz_class& factor)
        : place_(place),
          n_(parameter.representation == repr::elem ? n : mpz_class(0)),
          factor_(factor),
          representation_(parameter.representation),
          words_(parameter.words.size()),
          row_((count + 31) / 32 * 32),
          buffer_(device, words_ * row_ * sizeof(uint32_t)),
          host_(words_ * row_) {}

    void set(size_t t, const mpz_class& value) {
        mpz_class form = value;
        if (n_ != 0) form = form * factor_ % n_;
        const std::vector<uint32_t> own = eval::to_words(form, representation_, words_);
        for (size_t i = 0; i < words_; ++i) host_[at(i, t)] = own[i];
    }
    mpz_class number(size_t t) const {
        std::vector<uint32_t> own(words_);
        for (size_t i = 0; i < words_; ++i) own[i] = host_[at(i, t)];
        const mpz_class value = eval::from_words(own, representation_);
        if (n_ == 0 || value >= n_) return value;
        mpz_class inverse;
        mpz_invert(inverse.get_mpz_t(), factor_.get_mpz_t(), n_.get_mpz_t());
        return value * inverse % n_;
    }
    void upload() { buffer_.upload(std::as_bytes(std::span(host_))); }
    void download() { buffer_.download(std::as_writable_bytes(std::span(host_))); }
    void fill(uint8_t value) { buffer_.fill(value); }
    Argument argument() const { return {static_cast<uint32_t*>(buffer_.address()), row_}; }

  private:
    size_t at(size_t i, size_t t) const {
        return place_ == CallPlace::limb_major ? i * row_ + t : t * words_ + i;
    }

    CallPlace place_;
    mpz_class n_, factor_;
    ir::Representation representation_;
    size_t words_, row_;
    runtime::Buffer buffer_;
    std::vector<uint32_t> host_;
};

constexpr uint8_t poison = 0xA5;

}  // namespace

std::string difference(const Kernel& kernel, const Spec& spec, const std::string& operation,
                       const Places& places, const runtime::Device& device) {
    const emit::CallSignature signature = emit::call_signature(spec, catalogue::functions(spec), operation);
    // The routine that joins conversions and a function over lanes has no contract of its own, but that of the batch.
    const bool has_contract = signature.meaning.program.contract.left != nullptr;
    const ir::Program meaning = has_contract
                                    ? signature.meaning.program
                                    : catalogue::meaning(catalogue::operation(spec, operation), spec);
    const bool is_of_residues = signature.meaning.is_of_residues;
    if (meaning.inputs.size() != places.inputs.size() || meaning.outputs.size() != places.outputs.size())
        throw runtime::Error(operation +
                             " has no contract for arrays, so it cannot be checked on this device");
    // An elem x stands for the residue x/F.
    const mpz_class n = is_of_residues && spec.is_modular() ? spec.modulus->n() : mpz_class(0);
    const mpz_class factor = n != 0 ? spec.form_factor() : mpz_class(1);
    // One number for all: each case has a launch of its own.
    const bool one_by_one = std::ranges::count(places.inputs, CallPlace::one_for_all) != 0;
    const size_t words = std::max<size_t>(1, meaning.outputs[0].words.size());
    const size_t count = one_by_one ? 32 : std::clamp<size_t>((size_t{1} << 15) / words, 40, 2000);
    eval::Samples samples(1);
    eval::Cases cases(meaning, samples, count);
    runtime::Stream on(device);

    const size_t at_once = one_by_one ? 1 : count;
    std::vector<Column> outputs, inputs;
    for (size_t k = 0; k < places.outputs.size(); ++k)
        outputs.emplace_back(device, places.outputs[k], meaning.outputs[k], at_once, n, factor);
    for (size_t k = 0; k < places.inputs.size(); ++k)
        inputs.emplace_back(device, places.inputs[k], meaning.inputs[k], at_once, n, factor);
    const auto compute = [&](size_t first) {
        for (size_t k = 0; k < inputs.size(); ++k) {
            for (size_t t = 0; t < at_once; ++t) inputs[k].set(t, cases.inputs()[first + t][k]);
            inputs[k].upload();
        }
        std::vector<Argument> arguments;
        for (Column& it : outputs) {
            it.fill(poison);
            arguments.push_back(it.argument());
        }
        for (const Column& it : inputs) arguments.push_back(it.argument());
        kernel.launch(on, at_once, arguments);
        on.synchronize();
        for (Column& it : outputs) it.download();
    };
    if (!one_by_one) compute(0);
    return cases
        .try_out([&](size_t k) {
            if (one_by_one) compute(k);
            std::vector<mpz_class> values;
            for (const Column& it : outputs) values.push_back(it.number(one_by_one ? 0 : k));
            return values;
        })
        .wrong;
}

}  // namespace limbsmith::session
