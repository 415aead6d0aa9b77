#include "ir/routine.hpp"

#include <set>
#include <stdexcept>
#include <utility>

#include "ir/builder.hpp"

namespace limbsmith::ir {
namespace {

Signature::Parameter parameter(const Variable& variable) {
    return {variable.name,  variable.kind, variable.representation,
            variable.words, variable.many, variable.count};
}

template <class Words>
Signature::Parameter parameter(const std::string& name, const Representation& representation,
                               const Words& words) {
    const auto kind = representation.is_word() ? Variable::Kind::word : Variable::Kind::number;
    return {name, kind, representation, static_cast<int>(words.size()), Variable::Many::one, 1};
}

// The words that the body or an output reads.
std::set<uint32_t> words_read(const Program& program) {
    std::set<uint32_t> read;
    const auto add = [&](const Operand& operand) {
        if (operand.is_word) read.insert(operand.value);
    };
    for (const Instruction& in : program.body) {
        for (int i = 0; i < arity(in.op); ++i) add(in.src[i]);
    }
    for (const Output& output : program.outputs) {
        for (const Operand& word : output.words) add(word);
    }
    return read;
}

}  // namespace

Scalar::Scalar(Place place) : Scalar(Node{Kind::read, 0, std::make_shared<const Place>(std::move(place))}) {}

Scalar binary(Scalar::Kind kind, Scalar left, Scalar right) {
    return Scalar(Scalar::Node{kind, 0, nullptr, std::make_shared<const Scalar>(std::move(left)),
                               std::make_shared<const Scalar>(std::move(right))});
}

Scalar permute_bytes(Scalar low, Scalar high, uint32_t selector) {
    if ((selector & ~0x7777u) != 0)
        throw std::logic_error("a selector that names no four bytes of two words");
    return Scalar(Scalar::Node{Scalar::Kind::permute, selector, nullptr,
                               std::make_shared<const Scalar>(std::move(low)),
                               std::make_shared<const Scalar>(std::move(high))});
}

Scalar on_operands(const Scalar& operation, Scalar left, Scalar right) {
    if (operation.kind() == Scalar::Kind::permute)
        return permute_bytes(std::move(left), std::move(right), operation.number());
    return binary(operation.kind(), std::move(left), std::move(right));
}

Scalar select(Scalar condition, Scalar yes, Scalar no) {
    return Scalar(Scalar::Node{
        Scalar::Kind::select, 0, nullptr, std::make_shared<const Scalar>(std::move(yes)),
        std::make_shared<const Scalar>(std::move(no)), std::make_shared<const Scalar>(std::move(condition))});
}

Scalar lane() { return Scalar(Scalar::Kind::lane, 0); }

Program meaning(const Routine& routine) {
    Builder builder(routine.name);
    const auto words_of = [&](const Variable& variable) {
        if (variable.many == Variable::Many::run_time || variable.many == Variable::Many::strided)
            throw std::logic_error(variable.name + " has no size of its own");
        const bool is_number = variable.kind == Variable::Kind::number;
        return variable.words * variable.count * (is_number ? routine.lanes() : 1);
    };
    for (int id : routine.parameters) {
        const Variable& variable = routine.variables[id];
        if (variable.role == Variable::Role::input)
            builder.input(variable.name, variable.representation, words_of(variable));
    }
    const auto output = [&](const Variable& variable) {
        builder.output(variable.name, variable.representation,
                       std::vector<Operand>(words_of(variable), Operand(0u)));
    };
    if (routine.result) output(routine.variables[*routine.result]);
    for (int id : routine.parameters) {
        if (routine.variables[id].role == Variable::Role::output) output(routine.variables[id]);
    }
    return std::move(builder).finish(routine.contract);
}

Signature signature(const Program& program) {
    Signature all{program.name, {}, {}, {}, {}};
    const std::set<uint32_t> read = words_read(program);
    for (const Input& input : program.inputs) {
        const Signature::Parameter made = parameter(input.name, input.representation, input.words);
        if (!input.representation.is_member()) all.inputs.push_back(made);
        bool is_read = false;
        for (const Word& word : input.words) is_read |= read.contains(word.id);
        if (input.representation.is_member() && is_read) all.members_read.push_back(made);
    }
    for (const Output& output : program.outputs)
        all.outputs.push_back(parameter(output.name, output.representation, output.words));
    return all;
}

Signature signature(const Routine& routine) {
    Signature all{routine.name, {}, {}, {}, {}};
    if (routine.result) all.outputs.push_back(parameter(routine.variables[*routine.result]));
    for (int id : routine.parameters) {
        const Variable& variable = routine.variables[id];
        const bool is_input = variable.role == Variable::Role::input;
        auto& list = variable.is_member() ? (is_input ? all.members_read : all.members_written)
                                          : (is_input ? all.inputs : all.outputs);
        list.push_back(parameter(variable));
    }
    return all;
}

}  // namespace limbsmith::ir
