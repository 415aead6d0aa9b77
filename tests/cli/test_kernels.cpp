// limbsmith generate --kernels: files of kernels around a header.
#include <doctest/doctest.h>

#include "cli/expect.hpp"

namespace limbsmith::test {

TEST_CASE("kernels are of the operations that were asked for, around the header that was named") {
    const TempFolder folder;
    const std::string batch =
        done(folder, {"generate", "--bits", "131", "--ops", "add,divrem", "--kernels", "batch"});
    CHECK(contains(batch, "#include \"u131.cuh\"\n"));
    CHECK(contains(batch, "limbsmith generate --bits 131 --ops add,divrem --kernels batch\n"));
    for (const char* type : {"u131::ops::add;", "u131::ops::add_carry;", "u131::ops::divrem;"})
        CHECK(contains(batch, type));
    CHECK(!contains(batch, "u131::ops::is_zero;"));  // in the header for divrem alone
    CHECK(contains(batch, "provide_add<limb_major, limb_major, uniform<::u131::num>>();"));
    const std::string powers = done(
        folder, {"generate", "--modulus", "2^255-19", "--name", "fe", "--ops", "pow", "--kernels", "batch"});
    for (const char* type : {"fe::ops::pow;", "fe::ops::pow_secret;", "view<::fe::exponent, Layout>"})
        CHECK(contains(powers, type));
    const std::string bench = done(folder, {"generate", "--modulus", "2^255-19", "--name", "fe", "--ops",
                                            "mul", "--kernels", "bench", "--header", "fields/fe.hpp"});
    CHECK(contains(bench, "#include \"fields/fe.hpp\"\n"));
    CHECK(contains(bench, "--kernels bench --header fields/fe.hpp\n"));
    CHECK(contains(bench, "measure<fe::ops::mul, fe::elem, fe::elem, fe::elem>"));
    CHECK(!contains(bench, "#include \"limbsmith/"));
}

TEST_CASE("operations of a modulus that is given at run time hold it") {
    const TempFolder folder;
    const Arguments runtime{"generate", "--modulus", "runtime", "--bits", "64", "--ops", "mul,eq"};
    CHECK(contains(done(folder, runtime), "struct mul {\n    modulus m;\n"));
    Arguments batch = runtime, bench = runtime;
    batch.insert(batch.end(), {"--kernels", "batch"});
    bench.insert(bench.end(), {"--kernels", "bench"});
    CHECK(contains(done(folder, batch), "mod64::ops::mul;"));
    refused(folder, bench, exit_unsupported, {"--kernels bench", "runtime", "nearest"});
}

TEST_CASE("kernels that there are not are refused") {
    const TempFolder folder;
    const auto refuse = [&](int code, std::initializer_list<std::string_view> parts, const Arguments& more) {
        Arguments arguments{"generate", "--bits", "131", "-o", "out.cu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        refused(folder, arguments, code, parts);
    };
    refuse(exit_usage, {"unknown kernels 'bach'", "'batch'"}, {"--kernels", "bach"});
    refuse(exit_usage, {"--header"}, {"--header", "u131.cuh"});
    refuse(exit_usage, {"--header"}, {"--kernels", "batch", "--header", "a\"b"});
    refuse(exit_unsupported, {"--style macro", "inline"}, {"--kernels", "batch", "--style", "macro"});
}

}  // namespace limbsmith::test
