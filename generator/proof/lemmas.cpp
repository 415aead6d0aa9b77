#include "proof/lemmas.hpp"

#include <algorithm>

#include "proof/deduction.hpp"
#include "proof/parts.hpp"
#include "proof/slice.hpp"

namespace limbsmith::proof {
namespace {

bool are_words(const std::vector<ir::Binding>& bindings) {
    return std::ranges::all_of(bindings, [](const ir::Binding& binding) {
        return std::ranges::all_of(binding.words, [](ir::Operand operand) { return operand.is_word; });
    });
}

// Adds to the part the claims, steps and lemmas of the program that speak of the part's words only.
void take_along(const ir::Program& program, size_t own, ir::Program& part) {
    std::vector<bool> is_there(program.words), is_made(program.words);
    for (const ir::Input& input : part.inputs) {
        for (ir::Word word : input.words) is_there[word.id] = true;
    }
    for (const ir::Instruction& in : part.body) is_there[in.dst.id] = is_made[in.dst.id] = true;
    const auto all = [](auto piece, const std::vector<bool>& is_of) {
        bool result = true;
        visit_words(piece,
                    [&](ir::Operand& word) { result = result && (!word.is_word || is_of[word.value]); });
        return result;
    };
    for (const ir::Claim& claim : program.claims) {
        if (all(claim.number, is_there) && all(claim.rest, is_there)) part.claims.push_back(claim);
    }
    for (const ir::Step& step : program.lemmas[own].steps) {
        if (all(step, is_there)) part.steps.push_back(step);
    }
    for (size_t i = 0; i < program.lemmas.size(); ++i) {
        const ir::Lemma& lemma = program.lemmas[i];
        const bool makes_outputs = std::ranges::all_of(lemma.outputs, [&](const ir::Binding& output) {
            return std::ranges::all_of(output.words, [&](ir::Operand word) { return is_made[word.value]; });
        });
        if (i != own && makes_outputs && all(lemma, is_there)) part.lemmas.push_back(lemma);
    }
}

std::vector<ir::Output> outputs_of(const ir::Lemma& lemma) {
    std::vector<ir::Output> outputs;
    for (const ir::Binding& binding : lemma.outputs)
        outputs.push_back({binding.name, ir::number, binding.words});
    return outputs;
}

// The instructions that make the lemma's outputs, with its contract, and those of earlier lemmas within the
// same inputs. Returns nullopt if the outputs depend on more than the lemma's inputs.
std::optional<ir::Program> part_of(const ir::Program& program, size_t own) {
    const ir::Lemma& lemma = program.lemmas[own];
    std::vector<ir::Input> inputs;
    for (const ir::Binding& binding : lemma.inputs) {
        inputs.push_back({binding.name, ir::number, {}});
        for (ir::Operand operand : binding.words) inputs.back().words.push_back(operand.word());
    }
    const auto with = [&](const std::vector<ir::Output>& wanted) {
        return slice(program, inputs, wanted, lemma.contract);
    };
    const std::vector<ir::Output> outputs = outputs_of(lemma);
    std::vector<ir::Output> wanted = outputs;
    for (size_t i = 0; i < own; ++i) {
        const std::vector<ir::Output> more = outputs_of(program.lemmas[i]);
        if (!is_open(with(more))) wanted.insert(wanted.end(), more.begin(), more.end());
    }
    ir::Program part = with(wanted);
    part.outputs = outputs;
    if (is_open(part)) return std::nullopt;
    take_along(program, own, part);
    renumber(part);
    return part;
}

// The program without the instructions of its lemmas: the lemmas' outputs become inputs. Claims are dropped;
// deduction does not use them.
ir::Program rest_of(ir::Program program) {
    program.claims.clear();
    std::vector<ir::Input> inputs = program.inputs;
    std::vector<ir::Output> wanted = program.outputs;
    for (const ir::Lemma& lemma : program.lemmas) {
        for (const ir::Binding& output : lemma.outputs) {
            inputs.push_back({"", ir::number, {}});
            for (ir::Operand word : output.words) inputs.back().words.push_back(word.word());
        }
        for (const ir::Binding& input : lemma.inputs) wanted.push_back({"", ir::number, input.words});
    }
    ir::Program rest = slice(program, std::move(inputs), std::move(wanted), program.contract);
    rest.inputs = program.inputs;
    rest.outputs = program.outputs;
    rest.lemmas = program.lemmas;
    rest.steps = program.steps;
    return rest;
}

}  // namespace

Verdict prove_by_lemmas(const ir::Program& program) {
    for (size_t i = 0; i < program.lemmas.size(); ++i) {
        const ir::Lemma& lemma = program.lemmas[i];
        const std::string what =
            "the lemma " + to_string(*lemma.contract.left) + " = " + to_string(*lemma.contract.right);
        if (!are_words(lemma.inputs) || !are_words(lemma.outputs))
            return {false, what + ": an input or output is a constant"};
        if (!lemma.contract.givens.empty()) return {false, what + ": givens are not supported"};
        const auto part = part_of(program, i);
        if (!part) return {false, what + " depends on other inputs"};
        if (const Verdict verdict = prove_once(*part); !verdict.is_proved)
            return {false, what + ": " + verdict.reason};
    }
    return deduce(program.lemmas.empty() ? program : rest_of(program));
}

}  // namespace limbsmith::proof
