#include "device/memory.hpp"
#include "device/stream.hpp"
#include "eval/eval.hpp"
#include "fuzz/machine.hpp"

namespace limbsmith::fuzz {
namespace {

// Transposes rows of `words` words, one for each case, to columns.
std::vector<uint32_t> transposed(const std::vector<uint32_t>& rows, size_t words, size_t count) {
    std::vector<uint32_t> columns(rows.size());
    for (size_t t = 0; t < count; ++t) {
        for (size_t i = 0; i < words; ++i) columns[i * count + t] = rows[t * words + i];
    }
    return columns;
}

class Gpu : public Machine {
  public:
    std::vector<std::vector<uint32_t>> run(const std::string& code, std::span<const Subject> subjects,
                                           const Cases& cases) override {
        constexpr uint32_t block = 128;
        const runtime::Device& device = on_.device();
        const runtime::Module module(device, {code.begin(), code.end()});
        runtime::Buffer input(device, 4 * cases.limb_major.size());
        const std::vector<uint32_t> rows = transposed(cases.limb_major, cases.count, cases.words);
        input.upload(std::as_bytes(std::span(rows)));
        std::vector<runtime::Buffer> outputs;
        for (const Subject& subject : subjects) {
            const runtime::Function kernel = module.function(subject.name);
            outputs.emplace_back(device, 4 * cases.count * result_words(subject.meant));
            void *from = input.address(), *to = outputs.back().address();
            on_.launch(kernel, cases.count / block, block, {&to, &from});
        }
        on_.synchronize();
        std::vector<std::vector<uint32_t>> results;
        for (size_t k = 0; k < subjects.size(); ++k) {
            std::vector<uint32_t> found(outputs[k].size() / 4);
            outputs[k].download(std::as_writable_bytes(std::span(found)));
            results.push_back(transposed(found, found.size() / cases.count, cases.count));
        }
        return results;
    }

  private:
    static size_t result_words(const ir::Program& program) {
        return static_cast<size_t>(eval::result_words(program));
    }
    runtime::Stream on_{runtime::device_at(place::device)};
};

}  // namespace

std::unique_ptr<Machine> gpu_machine() { return std::make_unique<Gpu>(); }

std::vector<uint32_t> expected(const ir::Program& program, const Cases& cases) {
    std::vector<eval::Column> columns;
    size_t word = 0;
    for (const ir::Input& input : program.inputs) {
        columns.push_back({cases.limb_major.data() + word * cases.count, cases.count});
        word += input.words.size();
    }
    std::vector<uint32_t> result(static_cast<size_t>(eval::result_words(program)) * cases.count);
    eval::Interpreter(program).run(columns, 0, cases.count, result.data(), cases.count);
    return result;
}

}  // namespace limbsmith::fuzz
