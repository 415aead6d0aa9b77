#include "algorithm/group/mod_sums.hpp"

#include "algorithm/group/on_numbers.hpp"
#include "algorithm/group/sums.hpp"

namespace limbsmith::algorithm::group {
namespace {

using ir::ExprPtr, ir::Place, ir::Scalar, ir::var;

ir::Routine below_m(OnNumbers&& all, Width width, const char* text, const std::vector<const char*>& operands,
                    const ExprPtr& value) {
    std::vector<ir::Bound> required;
    for (const char* name : operands) required.push_back({name, var("m")});
    required.push_back(in_width(width, "m"));
    return std::move(all).finish(text, std::move(required), var("r"), value % var("m"), {{"r", var("m")}});
}

}  // namespace

ir::Routine mod_add(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mod_add", library);
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    const Place over = all.lanes.word("over");
    all.builder.call("lane_add", {a, b}, {r, over});
    settle(all.lanes, r, over, m);
    return below_m(std::move(all), width, "a + b mod m", {"a", "b"}, var("a") + var("b"));
}

ir::Routine mod_sub(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mod_sub", library);
    const Place a = all.input("a"), b = all.input("b"), m = all.input("m"), r = all.result();
    sum_if(all.lanes, r, m, difference(all.lanes, r, a, b), "_back");
    return below_m(std::move(all), width, "a - b mod m", {"a", "b"}, var("a") - var("b"));
}

ir::Routine mod_neg(Width width, const ir::Library& library) {
    OnNumbers all(group_of(width), "mod_neg", library);
    const Place a = all.input("a"), m = all.input("m"), r = all.result();
    const Place zeros = all.lanes.word("zeros");
    all.builder.call("is_zero", {a}, {zeros});
    all.builder.call("sub", {m, a}, {r});
    all.builder.call("select", {Scalar(zeros), a, r}, {r});
    return below_m(std::move(all), width, "-a mod m", {"a"}, ir::integer(0) - var("a"));
}

}  // namespace limbsmith::algorithm::group
