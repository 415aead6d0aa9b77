#include "read/kernel_operations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/lane_operations.hpp"
#include "read/operations.hpp"
#include "read/routine.hpp"

namespace limbsmith::read {
namespace {

class Operations {
  public:
    explicit Operations(const Proved& proved) : proved_(proved), space_("::" + proved.spec.name + "::") {}

    std::vector<KernelOperation> all() const {
        const Spec& spec = proved_.spec;
        std::vector<KernelOperation> made;
        if (spec.width.mapping.is_group()) {
            for (const LaneCallable& it : lane_callables(spec, proved_.loops)) made.push_back(of_lanes(it));
            return made;
        }
        for (const Callable& it : callables(spec, proved_.functions, proved_.loops)) {
            const bool is_asked =
                it.function.starts_with("pow_") || std::ranges::find(spec.ops, it.function) != spec.ops.end();
            made.push_back(named(it.name, is_asked));
            made.back().holds_modulus = it.holds_modulus;
            for (const Callable::Parameter& p : it.inputs)
                made.back().inputs.push_back({p.name, type(p.type, p.is_word)});
            for (const Callable::Parameter& p : it.outputs)
                made.back().outputs.push_back({p.name, type(p.type, p.is_word)});
            add_result(made.back());
        }
        return made;
    }

  private:
    KernelOperation named(const std::string& name, bool is_asked) const {
        return {name, space_ + "ops::" + name, {}, {}, {}, is_asked, false};
    }
    std::string type(const std::string& inside, bool is_word) const {
        return is_word ? inside : space_ + inside;
    }
    static void add_result(KernelOperation& it) {
        it.result = it.outputs.size() > 1 ? it.type + "::result" : it.outputs[0].type;
    }

    KernelOperation of_lanes(const LaneCallable& it) const {
        KernelOperation made = named(it.name, true);
        const ir::Signature signature = ir::signature(it.routine);
        const auto parameter = [&](const ir::Signature::Parameter& p) {
            const bool is_word = p.kind != ir::Variable::Kind::number;
            const std::string part = type(type_text(ir::Variable{p.name, p.kind, p.representation}), is_word);
            return KernelOperation::Parameter{p.name,
                                              is_word ? part : fmt::format("{}joined<{}>", space_, part)};
        };
        for (const auto& p : signature.inputs) made.inputs.push_back(parameter(p));
        for (const auto& p : signature.outputs) made.outputs.push_back(parameter(p));
        add_result(made);
        return made;
    }

    const Proved& proved_;
    std::string space_;
};

}  // namespace

std::vector<KernelOperation> kernel_operations(const Proved& proved) { return Operations(proved).all(); }

}  // namespace limbsmith::read
