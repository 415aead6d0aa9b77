// Parsing the output of nvdisasm.
#include <doctest/doctest.h>

#include "sass/function.hpp"
#include "sass/snippet.hpp"
#include "sass/toolchain.hpp"

namespace limbsmith::test {

TEST_CASE("functions, labels and instructions of a listing") {
    const auto functions = sass::parse(R"(	.target	sm_120

//--------------------- .text.first --------------------------
	.section	.text.first,"ax",@progbits
	.align	128
        .global         first
first:
.text.first:
        /*0000*/                   LDC R1, c[0x0][0x37c] ;
        /*0010*/              @!P0 IADD3.X R9, PT, PT, R2.reuse, -0x1, RZ, P0, !PT ;
.L_x_0:
        /*0020*/                   BRA `(.L_x_0);
        /*0030*/                   NOP;
.L_x_2:


//--------------------- .text.second --------------------------
	.section	.text.second,"ax",@progbits
second:
.text.second:
        /*0000*/                   EXIT ;
)");
    REQUIRE(functions.size() == 2);
    CHECK(functions[0].name == "first");
    CHECK(functions[0].architecture == "sm_120");
    REQUIRE(functions[0].code.size() == 4);
    const sass::Instruction& add = functions[0].code[1];
    CHECK(add.text == "@!P0 IADD3.X R9, PT, PT, R2.reuse, -0x1, RZ, P0, !PT");
    CHECK(add.guard == "!P0");
    CHECK(add.opcode == "IADD3");
    CHECK(add.modifiers == std::vector<std::string>{"X"});
    CHECK(add.operands == std::vector<std::string>{"R9", "PT", "PT", "R2.reuse", "-0x1", "RZ", "P0", "!PT"});
    CHECK(functions[0].code[2].target == 2);
    CHECK(find(functions, "second").code.size() == 1);
    CHECK_THROWS(find(functions, "third"));
}

TEST_CASE("the architecture of a cubin of CUDA 12 stands in its flags") {
    const auto functions = sass::parse(
        "\t.headerflags\t@\"EF_CUDA_64BIT_ADDRESS EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM75)\"\n"
        ".text.f:\n /*0000*/ EXIT ;\n");
    CHECK(functions.at(0).architecture == "sm_90");
}

TEST_CASE("text that is not a disassembly is refused") {
    CHECK_THROWS_WITH(sass::parse("/*0000*/ EXIT ;"), doctest::Contains("outside a function"));
    CHECK_THROWS_WITH(sass::parse(".text.f:\n/*0000*/ EXIT"), doctest::Contains("line 2"));
    CHECK_THROWS_WITH(sass::parse(listing({"BRA `(.L_7)"})), doctest::Contains("no such place"));
    sass::Function unknown = sass::parse(listing({"EXIT"})).at(0);
    unknown.architecture = "sm_70";
    CHECK_THROWS_WITH(sass::Kernel{unknown}, doctest::Contains("sm_70"));
}

TEST_CASE("the version of PTX is lowered for a release that does not read it, and for no other") {
    const std::string text = "//\n.version 9.0\n.target sm_75\n";
    CHECK(sass::for_release(text, "12.8.93") == "//\n.version 8.7\n.target sm_75\n");
    CHECK(sass::for_release(text, "13.0.88") == text);
    const std::string old = ".version 7.8\n";
    CHECK(sass::for_release(old, "12.8.93") == old);
}

}  // namespace limbsmith::test
