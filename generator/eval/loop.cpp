#include "eval/loop.hpp"

#include <algorithm>
#include <stdexcept>

namespace limbsmith::eval {
namespace {

constexpr size_t block_size = 256;

struct Entry {
    std::string_view name;
    std::vector<Numbers> (*body)(Functions&, const std::vector<Numbers>&);
};

constexpr Entry loops[] = {{"divrem", divrem}, {"gcd", gcd}};

}  // namespace

Functions::Functions(std::vector<ir::Program> programs) {
    for (ir::Program& program : programs) {
        std::string name = program.name;
        functions_.try_emplace(std::move(name), std::make_unique<Function>(std::move(program)));
    }
}

std::vector<Numbers> Functions::operator()(std::string_view name,
                                           std::initializer_list<const Numbers*> operands) {
    Function& function = *functions_.find(name)->second;
    const size_t count = (*operands.begin())->count;
    std::vector<Column> columns;
    auto next = operands.begin();
    for (const ir::Input& input : function.program.inputs) {
        const Numbers& numbers = input.representation.is_member() ? members_.at(input.name) : **next++;
        columns.push_back({numbers.words.data(), count});
    }
    std::vector<uint32_t> words(result_words(function.program) * count);
    function.interpreter.run(columns, 0, count, words.data(), count);
    std::vector<Numbers> outputs;
    auto begin = words.cbegin();
    for (const ir::Output& output : function.program.outputs) {
        Numbers& numbers = outputs.emplace_back(count, output.words.size());
        std::copy_n(begin, numbers.words.size(), numbers.words.begin());
        begin += static_cast<std::ptrdiff_t>(numbers.words.size());
    }
    return outputs;
}

Loop::Loop(ir::Program meaning, std::vector<ir::Program> functions)
    : meaning_(std::move(meaning)), functions_(std::move(functions)) {
    const auto* found = std::ranges::find(loops, meaning_.name, &Entry::name);
    if (found == std::end(loops)) throw std::logic_error("no loop called " + meaning_.name);
    body_ = found->body;
}

void Loop::run(std::span<const Column> inputs, size_t first, size_t last, uint32_t* result,
               size_t result_count) {
    for (; first < last; first += block_size) {
        const size_t block = std::min(block_size, last - first);
        std::vector<Numbers> operands;
        for (size_t i = 0; i < inputs.size(); ++i) {
            Numbers& numbers = operands.emplace_back(block, meaning_.inputs[i].words.size());
            for (size_t w = 0; w < numbers.words_each(); ++w)
                std::copy_n(inputs[i].data + w * inputs[i].count + first, block, numbers.word(w).begin());
        }
        uint32_t* row = result + first;
        for (const Numbers& output : body_(functions_, operands)) {
            for (size_t w = 0; w < output.words_each(); ++w, row += result_count)
                std::ranges::copy(output.word(w), row);
        }
    }
}

}  // namespace limbsmith::eval
