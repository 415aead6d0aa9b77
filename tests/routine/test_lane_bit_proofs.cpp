// Derivations of shifts and bitwise logic over lanes, and mutants, which have none.
#include "routine/lane_proofs.hpp"

namespace limbsmith::test {

TEST_CASE("shifts over lanes have derivations") {
    for (const auto& [bits, lanes] : {std::pair(33, 2), {192, 2}, {256, 4}, {768, 4}, {256, 8}}) {
        const Proved all(whole_spec({bits, lanes}, "shl,shr,sshr"));
        for (const std::string& key : all.loops.keys) check_derived(all, {bits, lanes}, key);
    }
}

TEST_CASE("wrong shifts over lanes have no derivation") {
    for (const int lanes : {2, 4}) {
        CAPTURE(lanes);
        const Proved all(whole_spec({64 * lanes, lanes}, "shl,shr"));
        for (const std::string key : {"shl", "shr"}) {
            CAPTURE(key);
            const auto holds = [&](const std::function<void(ir::Routine&)>& change) {
                return all.holds(key, change, 30'000'000);
            };
            CHECK(holds([](ir::Routine&) {}));
            // by a lane more, and by another number of bits
            CHECK_FALSE(holds([](ir::Routine& it) {
                ir::Assign& shift = nth<ir::Assign>(it, 0);
                shift.value = shift.value + 1;
            }));
            CHECK_FALSE(holds([](ir::Routine& it) {
                ir::Assign& bits = nth<ir::Assign>(it, 1);
                bits.value = bits.value.left() % 63;
            }));
            // mutants: words of lanes beyond the ends stay; bits of the next lane do not come in, or not so many
            CHECK_FALSE(holds([](ir::Routine& it) { nth<ir::Call>(it, 0).arguments[0] = ir::Scalar(0); }));
            CHECK_FALSE(holds([](ir::Routine& it) { it.body.pop_back(); }));
            CHECK_FALSE(holds([](ir::Routine& it) {
                auto& bits = std::get<ir::Scalar>(nth<ir::Call>(it, 2).arguments[1]);
                bits = bits - 1;
            }));
            // words of lanes in the other direction, which of two lanes is the same
            CHECK((lanes == 2) == holds([](ir::Routine& it) {
                      ir::Scalar& from = nth<ir::Exchange>(nth<ir::For>(it, 0).body, 0).from;
                      from = from.kind() == ir::Scalar::Kind::add ? from.left() - from.right()
                                                                  : from.left() + from.right();
                  }));
        }
    }
}

TEST_CASE("bitwise logic over lanes has derivations") {
    for (const auto& [bits, lanes] :
         {std::pair(33, 2), {192, 2}, {131, 4}, {256, 8}, {512, 16}, {1024, 32}}) {
        const Proved all(whole_spec({bits, lanes}, "and_,or_,xor_"));
        for (const std::string key : {"and_", "or_", "xor_"}) check_derived(all, {bits, lanes}, key);
    }
    // another leaf, an operand twice, and none
    const Proved all(whole_spec({128, 2}, "and_,or_,xor_"));
    for (const std::string key : {"and_", "or_", "xor_"}) {
        CAPTURE(key);
        CHECK(all.holds(key, [](ir::Routine&) {}));
        CHECK_FALSE(all.holds(key, [&](ir::Routine& it) {
            nth<ir::Call>(it, 0).callee = key == "and_" ? "lane_xor" : "lane_and";
        }));
        CHECK_FALSE(all.holds(key, [](ir::Routine& it) {
            auto& call = nth<ir::Call>(it, 0);
            call.arguments[0] = call.arguments[1];
        }));
    }
}

}  // namespace limbsmith::test
