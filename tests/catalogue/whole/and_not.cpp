// r = a & ~b, as a - (a & b)
#include "algorithm/group/on_numbers.hpp"
#include "algorithm/range.hpp"
#include "catalogue/lanes.hpp"
#include "catalogue/straight.hpp"
#include "ir/builder.hpp"
#include "spec/representations.hpp"

namespace limbsmith::catalogue {

namespace {

ir::Program and_not(Width width) {
    ir::Builder builder("and_not");
    const std::vector<ir::Operand> a = builder.input("a", repr::num, width.limbs());
    const std::vector<ir::Operand> b = builder.input("b", repr::num, width.limbs());
    std::vector<ir::Operand> common, r;
    for (int i = 0; i < width.limbs(); ++i) common.push_back(builder.emit(ir::Opcode::bit_and, a[i], b[i]));
    ir::Chain difference(builder);
    for (int i = 0; i < width.limbs(); ++i) r.push_back(difference.sub(a[i], common[i]));
    builder.output("r", repr::num, r);
    return std::move(builder).finish(
        {{algorithm::any_num(width, "a"), algorithm::any_num(width, "b")},
         ir::var("r"),
         (ir::var("a") - (ir::var("a") & ir::var("b"))) % algorithm::container(width),
         {algorithm::any_num(width, "r")}});
}

ir::Routine and_not_over_lanes(const algorithm::group::Group& group, const ir::Library& library) {
    algorithm::group::OnNumbers all(group, "and_not", library);
    const ir::Place a = all.input("a"), b = all.input("b"), r = all.result();
    all.lanes.each_limb("k", all.lanes.words, [&](ir::Place k) {
        all.builder.assign(r.limb(k), a.limb(k) & (b.limb(k) ^ UINT32_MAX));
    });
    return std::move(all).finish("a & ~b", all.any({"a", "b"}), ir::var("a") - (ir::var("a") & ir::var("b")));
}

}  // namespace

Operation whole_and_not() {
    return {.system = &NumberSystem::whole(),
            .section = Section::logic,
            .rank = 5,
            .name = "and_not",
            .summary = "the bits of a that b lacks",
            .functions =
                [](const Spec& spec) {
                    return straight(and_not(spec.width), "carry chain", "a - (a & b), which never borrows");
                },
            .over_lanes = over_lanes(and_not_over_lanes)};
}

}  // namespace limbsmith::catalogue
