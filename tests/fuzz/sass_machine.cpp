#include <stdexcept>

#include "eval/eval.hpp"
#include "fuzz/machine.hpp"
#include "sass/interpreter.hpp"

namespace limbsmith::fuzz {
namespace {

class Sass : public Machine {
  public:
    explicit Sass(const sass::Assembler& disassembler) : disassembler_(disassembler) {}

    std::vector<std::vector<uint32_t>> run(const std::string& code, std::span<const Subject> subjects,
                                           const Cases& cases) override {
        const std::vector<sass::Function> functions = sass::parse(disassembler_.disassemble(code));
        std::vector<std::vector<uint32_t>> results;
        for (const Subject& subject : subjects) {
            try {
                results.push_back(run(sass::Kernel(sass::find(functions, subject.name)), subject, cases));
            } catch (const std::runtime_error&) {
                results.emplace_back();  // an unknown instruction
            }
        }
        return results;
    }

  private:
    static std::vector<uint32_t> run(const sass::Kernel& kernel, const Subject& subject, const Cases& cases) {
        const auto words = static_cast<size_t>(eval::result_words(subject.meant));
        std::vector<uint32_t> input(cases.words), result(words * cases.count);
        for (size_t t = 0; t < cases.count; ++t) {
            for (size_t i = 0; i < cases.words; ++i) input[i] = cases.limb_major[i * cases.count + t];
            const std::vector<uint32_t> found = kernel.run(input, words);
            for (size_t i = 0; i < words; ++i) result[i * cases.count + t] = found[i];
        }
        return result;
    }

    const sass::Assembler& disassembler_;
};

}  // namespace

std::unique_ptr<Machine> sass_machine(const sass::Assembler& disassembler) {
    return std::make_unique<Sass>(disassembler);
}

}  // namespace limbsmith::fuzz
