// `auto` refuses no modulus: if the cheapest reduction is not proved, it takes another one, the same in every
// command.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/expect.hpp"
#include "cli/process.hpp"

namespace limbsmith::test {
namespace {

// A modulus whose special reduction is proved only in part, which is found quickly.
const std::string unproved_special = "2^66+2^25-2^23-2^15";

}  // namespace

TEST_CASE("auto falls back to a proved reduction for moduli whose special reduction lacks a proof") {
    const TempFolder folder;
    std::vector<std::string> moduli{"2^61-2",
                                    "2^61-4",
                                    "2^2-1",
                                    "2^34+2",
                                    "2^30-2",
                                    "2^35-2^27+1",
                                    unproved_special,
                                    "2^128+2^97-2^64+2^32",
                                    "2^223+2^156-2^43+1",
                                    "2^186-2^179-2^24-1"};
    for (const std::string& modulus : moduli) {
        CAPTURE(modulus);
        const ProcessResult made = folder.run({"generate", "--modulus", modulus});
        CHECK(made.exit_code == exit_done);
        CHECK(contains(made.out, "proved"));
    }
}

TEST_CASE("auto chooses the same reduction in every command") {
    const TempFolder folder;
    const std::string header = generate(folder, unproved_special);
    CHECK(contains(header, "Barrett"));
    CHECK(contains(header, "limbsmith generate --modulus '" + unproved_special + "'\n"));
    CHECK(generate(folder, unproved_special, {"--reduction", "barrett"}) == header);
    CHECK(generate(folder, unproved_special, {"--reduction", "auto"}) == header);
    const auto report = nlohmann::json::parse(
        done(folder, {"verify", "--modulus", unproved_special, "--cases", "10", "--json"}));
    CHECK(report["reduction"] == "barrett");
    CHECK(report["totals"]["proved"] == report["totals"]["functions"]);
    const auto explained =
        nlohmann::json::parse(done(folder, {"explain", "--modulus", unproved_special, "--json"}));
    CHECK(explained["operations"][0]["algorithm"] == "barrett");
    CHECK(done(folder, {"run", "--modulus", unproved_special, "--op", "mul", "=73786976294863339519",
                        "=3"}) == "0x400000000017f7ffd\n");
}

TEST_CASE("a special reduction that is asked for and not proved is refused with advice first") {
    const TempFolder folder;
    const ProcessResult made =
        folder.run({"generate", "--modulus", unproved_special, "--reduction", "special"});
    CHECK(made.exit_code == exit_wrong);
    CHECK(made.out.empty());
    CHECK(contains(made.err,
                   "mul is not proved (and 3 more); --reduction barrett and --reduction auto are proved"));
    CHECK(made.err.find("--unproved") < made.err.find("tried: "));
    CHECK(made.err.size() < 800);
    const std::string printed = generate(folder, unproved_special, {"--reduction", "special", "--unproved"});
    CHECK(contains(printed, "--reduction special --unproved\n"));
}

TEST_CASE("auto prints the same header with an empty and a full proof cache") {
    const TempFolder folder;
    const std::string header = generate(folder, unproved_special);
    folder.run({"verify", "--modulus", unproved_special, "--reduction", "special", "--cases", "1"});
    CHECK(generate(folder, unproved_special) == header);
}

}  // namespace limbsmith::test
