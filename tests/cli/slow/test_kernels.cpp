// limbsmith generate --kernels: kernel files around a header.
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
    CHECK(!contains(batch, "u131::ops::is_zero;"));  // in a header for divrem only
    CHECK(contains(batch, "provide_add<limb_major, limb_major, uniform<::u131::num>>();"));
    const std::string powers = done(folder, {"generate", "--modulus", "2^255-19", "--name", "fe", "--ops",
                                             "pow,pow_secret", "--kernels", "batch"});
    for (const char* type : {"fe::ops::pow;", "fe::ops::pow_secret;", "view<::fe::exponent, Layout>"})
        CHECK(contains(powers, type));
    const std::string bench = done(folder, {"generate", "--modulus", "2^255-19", "--name", "fe", "--ops",
                                            "mul", "--kernels", "bench", "--header", "fields/fe.hpp"});
    CHECK(contains(bench, "#include \"fields/fe.hpp\"\n"));
    CHECK(contains(bench, "--kernels bench --header fields/fe.hpp\n"));
    CHECK(contains(bench, "measure<::fe::ops::mul, ::fe::elem, ::fe::elem, ::fe::elem>"));
    CHECK(!contains(bench, "#include \"limbsmith/"));
}

TEST_CASE("a program that checks operations on a device needs nothing but their header") {
    const TempFolder folder;
    const std::string program = done(folder, {"generate", "--modulus", "2^255-19", "--name", "fe", "--ops",
                                              "mul,inv", "--kernels", "selftest"});
    CHECK(contains(program, "#include \"fe.cuh\"\n"));
    CHECK(contains(program, "--ops mul,inv --name fe --kernels selftest\n"));
    CHECK(contains(program, "is_right<::fe::ops::mul, ::fe::elem, ::fe::elem, ::fe::elem>(count)"));
    CHECK(contains(program,
                   "is_right<::fe::ops::inv_exists, ::fe::ops::inv_exists::result, ::fe::elem>(count)"));
    CHECK(!contains(program, "#include \"limbsmith/"));
    const std::string runtime = done(folder, {"generate", "--modulus", "runtime", "--bits", "64", "--ops",
                                              "mul", "--kernels", "selftest"});
    CHECK(
        contains(runtime, "is_right<::mod64::ops::mul, ::mod64::elem, ::mod64::elem, ::mod64::elem>(count)"));
}

TEST_CASE("kernels are compared with the specification that they name") {
    const TempFolder folder;
    const Arguments of_bits{"generate", "--bits", "40", "--ops", "add,mul"},
        over_lanes{"generate", "--bits", "130", "--map", "tpi:4", "--ops", "mul"};
    for (const auto& [asked, kind] :
         {std::pair{of_bits, "batch"}, {of_bits, "bench"}, {of_bits, "selftest"}, {over_lanes, "batch"}}) {
        CAPTURE(kind);
        Arguments arguments = asked;
        arguments.insert(arguments.end(), {"--kernels", kind, "--header", "fields/h.cuh"});
        const std::string text = done(folder, arguments);
        folder.write("kernels.cu", text);
        CHECK(contains(done(folder, {"check-header", "kernels.cu"}),
                       "lines: all as specified for fields/h.cuh\n"));
        const size_t at = text.rfind("ops::mul");
        folder.write("kernels.cu", std::string(text).replace(at, 8, "ops::sub"));
        refused(folder, {"check-header", "kernels.cu"}, exit_wrong,
                {"kernels.cu: the text is not what was proved: line"});
    }
}

TEST_CASE("headers say which operands their operations allow") {
    const TempFolder folder;
    const auto ranges = [&](const Arguments& options, std::initializer_list<const char*> parts) {
        Arguments arguments{"generate", "--unproved"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const std::string header = done(folder, arguments);
        for (const char* part : parts) {
            CAPTURE(part);
            CHECK(contains(header, part));
        }
    };
    ranges(
        {"--bits", "131", "--ops", "add,mul,mod_add,shl,divrem"},
        {"draw_operands(const add&, Samples& samples, num& a, num& b) {\n    samples.below(a, 160);\n",
         "draw_operands(const mul&, Samples& samples, num& a, num& b) {\n    samples.below(a, 131);\n",
         "num& m) {\n    samples.positive(m, 131);\n    samples.below(a, m);\n    samples.below(b, m);\n}",
         "samples.below(count, 32);\n", "draw_operands(const divrem&, Samples& samples, num& a, num& b) {"});
    ranges({"--modulus", "@eccp131.p", "--name", "e", "--ops", "mul,sub_lazy,reduce,inv,is_canonical"},
           {"elem& b) {\n    samples.below(a, modulus());\n    samples.below(b, modulus());\n",
            "samples.below(a, modulus(), 1u, 13);\n", "samples.below(t, 288);\n",
            "draw_operands(const inv&, Samples& samples, elem& a) {\n    samples.below(a, modulus());\n",
            "plain& x) {\n    samples.below(x, 160);\n"});
    ranges(
        {"--modulus", "runtime", "--bits", "40", "--name", "e", "--ops", "mul,mul_wide,sub_lazy,reduce,inv"},
        {"draw_operands(const mul& op, Samples& samples, elem& a, elem& b) {\n    samples.below(a, "
         "op.m.n);\n",
         "samples.below(a, elem{{0xffffffffu, 0xffu}});\n", "samples.below(a, op.m.n, 1u, 11);\n",
         "samples.below(t, op.m.n, 1u, 56);\n", "samples.odd(n, 40);\n"});
}

TEST_CASE("operations for a run-time modulus hold it") {
    const TempFolder folder;
    const Arguments runtime{"generate", "--modulus", "runtime", "--bits", "64", "--ops", "mul,eq"};
    CHECK(contains(done(folder, runtime), "struct mul {\n    modulus m;\n"));
    Arguments batch = runtime, bench = runtime;
    batch.insert(batch.end(), {"--kernels", "batch"});
    bench.insert(bench.end(), {"--kernels", "bench"});
    CHECK(contains(done(folder, batch), "mod64::ops::mul;"));
    refused(folder, bench, exit_unsupported, {"--kernels bench", "runtime", "nearest"});
}

TEST_CASE("unknown kinds of kernels are refused") {
    const TempFolder folder;
    const auto refuse = [&](int code, std::initializer_list<std::string_view> parts, const Arguments& more) {
        Arguments arguments{"generate", "--bits", "131", "-o", "out.cu"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        refused(folder, arguments, code, parts);
    };
    refuse(exit_usage, {"unknown kernels 'bach'", "'batch'", "(batch, bench, selftest)"},
           {"--kernels", "bach"});
    refuse(exit_usage, {"--header"}, {"--header", "u131.cuh"});
    for (const char* name : {"a\"b", "a b.cuh", "'q'.cuh", "\ta.cuh", ""})
        refuse(exit_usage, {"--header", "no spaces, quotes"}, {"--kernels", "batch", "--header", name});
    refuse(exit_unsupported, {"--style macro", "inline"}, {"--kernels", "batch", "--style", "macro"});
}

}  // namespace limbsmith::test
