// Programs that call functions of generated headers one after the other.
#include <algorithm>

#include "fuzz/subject.hpp"
#include "pass/pass.hpp"
#include "plan/field.hpp"
#include "spec/representations.hpp"
#include "support/programs.hpp"
#include "support/structured_moduli.hpp"

namespace limbsmith::fuzz {
namespace {

using ir::Instruction;
using ir::Operand;
using Words = std::vector<Operand>;

std::vector<ir::Program> short_ones(const std::vector<catalogue::Function>& functions,
                                    size_t most_instructions) {
    std::vector<ir::Program> programs;
    for (const catalogue::Function& function : functions) {
        if (function.program.body.size() <= most_instructions) programs.push_back(function.program);
    }
    return programs;
}

// A program that grows by calls.
class Caller {
  public:
    // Appends the instructions of `callee`; returns the words of its outputs.
    std::vector<Words> call(const ir::Program& callee, const std::vector<Words>& arguments) {
        std::vector<Operand> at(callee.words);
        for (size_t i = 0; i < callee.inputs.size(); ++i) {
            for (size_t k = 0; k < arguments[i].size(); ++k)
                at[callee.inputs[i].words[k].id] = arguments[i][k];
        }
        const auto mapped = [&](Operand operand) { return operand.is_word ? at[operand.value] : operand; };
        const auto flag = [&](const std::optional<ir::Flag>& f) {
            return f ? std::optional(ir::Flag{f->id + program.flags}) : std::nullopt;
        };
        for (const Instruction& in : callee.body) {
            const ir::Word made{program.words++};
            program.body.push_back({in.op,
                                    made,
                                    {mapped(in.src[0]), mapped(in.src[1]), mapped(in.src[2])},
                                    flag(in.flag_in),
                                    flag(in.flag_out)});
            at[in.dst.id] = made;
        }
        program.flags += callee.flags;
        std::vector<Words> results;
        for (const ir::Output& output : callee.outputs) {
            Words& words = results.emplace_back();
            for (Operand word : output.words) words.push_back(mapped(word));
        }
        return results;
    }

    ir::Program program;
};

// An operand: its words in the intended program and in the printed one.
struct Number {
    Words meant, printed;
};

class Composer {
  public:
    explicit Composer(uint64_t seed) : random_(seed) {
        for (Caller* caller : {&meant_, &printed_}) {
            for (uint32_t i = 0; i < input_words; ++i) {
                caller->program.inputs.push_back(
                    {"i" + std::to_string(i), repr::word, {ir::Word{caller->program.words++}}});
            }
        }
    }

    Subject compose(const std::string& name, const Library& library) && {
        const std::vector<ir::Program>& header = library[random_() % library.size()];
        const size_t calls = 2 + random_() % 5;
        for (size_t k = 0; k < calls; ++k) call(header[random_() % header.size()], k + 1 == calls);
        meant_.program.name = printed_.program.name = name;
        return {name, std::move(meant_.program), std::move(printed_.program)};
    }

  private:
    static constexpr uint32_t input_words = 48;

    void call(const ir::Program& callee, bool is_last) {
        std::vector<Words> meant, printed;
        for (const ir::Input& input : callee.inputs) {
            const Number operand = this->operand(input.words.size());
            meant.push_back(operand.meant), printed.push_back(operand.printed);
        }
        const auto wanted = meant_.call(callee, meant),
                   made = printed_.call(pass::in_safe_forms(callee), printed);
        for (size_t i = 0; i < wanted.size(); ++i) {
            numbers_.push_back({wanted[i], made[i]});
            if (!is_last && random_() % 4 != 0) continue;
            const std::string name = "r" + std::to_string(numbers_.size());
            meant_.program.outputs.push_back({name, repr::word, wanted[i]});
            printed_.program.outputs.push_back({name, repr::word, made[i]});
        }
    }

    // An operand: an earlier result, a part of one, or other words.
    Number operand(size_t words) {
        std::vector<const Number*> long_enough;
        for (const Number& number : numbers_) {
            if (number.meant.size() >= words) long_enough.push_back(&number);
        }
        if (!long_enough.empty() && random_() % 4 != 0) {
            const Number& from = *long_enough[random_() % long_enough.size()];
            const size_t first = random_() % (from.meant.size() - words + 1);
            const auto part = [&](const Words& all) {
                return Words(all.begin() + first, all.begin() + first + words);
            };
            return {part(from.meant), part(from.printed)};
        }
        const uint64_t kind = random_() % 4;  // all given, all constant, or a mixture
        Number made;
        for (size_t i = 0; i < words; ++i) {
            const bool is_constant = kind == 1 || (kind == 2 && random_() % 2 == 0);
            const Operand word = is_constant
                                     ? Operand(structured_word(random_))
                                     : Operand(ir::Word{static_cast<uint32_t>(random_() % input_words)});
            made.meant.push_back(word), made.printed.push_back(word);
        }
        return made;
    }

    Random random_;
    Caller meant_, printed_;
    std::vector<Number> numbers_;
};

}  // namespace

Library function_library(size_t most_instructions, uint64_t seed) {
    Library library;
    for (const int bits : {20, 32, 33, 64, 70, 96, 128, 131, 160, 256})
        library.push_back(short_ones(catalogue::functions(test::whole_spec(Width{bits})), most_instructions));
    std::vector<mpz_class> moduli = test::structured_moduli(48, 160, seed);
    for (const mpz_class& n : test::structured_moduli(8, 256, seed + 1)) moduli.push_back(n);
    for (const mpz_class& n : test::random_moduli(8, 160, seed)) moduli.push_back(n);
    for (const mpz_class& n : moduli) {
        const Modulus modulus(n);
        const Reduction reduction = plan::cheapest_reduction(modulus);
        const Spec spec = test::modular_spec(modulus, reduction);
        library.push_back(short_ones(catalogue::functions(spec), most_instructions));
    }
    for (const int bits : {32, 64, 96}) {
        const Modulus modulus = Modulus::at_run_time({bits});
        const Spec spec = test::modular_spec(modulus, Reduction::montgomery);
        library.push_back(short_ones(catalogue::functions(spec), most_instructions));
    }
    return library;
}

Subject composition(const std::string& name, const Library& library, uint64_t seed) {
    return Composer(seed).compose(name, library);
}

}  // namespace limbsmith::fuzz
