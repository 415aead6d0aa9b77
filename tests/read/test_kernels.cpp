// Kernels around headers, read back: as they are printed, and changed.
#include <doctest/doctest.h>

#include <string>

#include "mutate/kernels.hpp"
#include "mutate/mutants.hpp"
#include "support/seed.hpp"

namespace limbsmith::test {
namespace {

bool accepts(const Subject& it, const std::string& text) {
    try {
        it.read(text);
        return true;
    } catch (const read::Difference&) {
        return false;
    } catch (const read::Unreadable&) {
        return false;
    }
}

void check_refused(const Subject& it, const std::string& from, const std::string& to) {
    CAPTURE(it.name);
    CAPTURE(to);
    std::string text = it.print();
    const size_t at = text.find(from);
    REQUIRE(at != text.npos);
    CHECK_FALSE(accepts(it, text.replace(at, from.size(), to)));
}

const Spec& short_numbers() {
    static const Spec spec = subject(Spec::of(Width{40}), "add,sub,mul,mod_add", "u40");
    return spec;
}

}  // namespace

TEST_CASE("kernels read back as they were printed") {
    for (const Subject& it : subjects_of_kernels()) {
        CAPTURE(it.name);
        CHECK_NOTHROW(it.read(it.print()));
    }
}

TEST_CASE("wrong kernels of --kernels are refused") {
    const Subject batch = of_kernels(short_numbers(), Kernels::batch),
                  bench = of_kernels(short_numbers(), Kernels::bench),
                  selftest = of_kernels(short_numbers(), Kernels::selftest);
    check_refused(batch, "using op = ::u40::ops::sub;", "using op = ::u40::ops::add;");
    check_refused(batch, "provide_add<interleaved<2>, limb_major>",
                  "provide_add<interleaved<2>, number_major>");
    check_refused(batch, "uniform<::u40::num>>();\n", "view<::u40::num, limb_major>>();\n");
    check_refused(bench, "measure<::u40::ops::sub,", "measure<::u40::ops::add,");
    check_refused(bench, "\"mod_add\", 2, asked", "\"mod_add\", 1, asked");
    check_refused(bench, "if (t < count) all.store(t,", "if (t <= count) all.store(t,");
    check_refused(selftest, "return wrong.empty();", "return !wrong.empty();");
    check_refused(selftest,
                  "    all &= is_right<::u40::ops::mul, ::u40::wide, ::u40::num, ::u40::num>(count);\n", "");
    check_refused(selftest, "return all ? 0 : 4;", "return all ? 0 : 0;");
}

TEST_CASE("wrong kernels of batches are refused") {
    const Subject threads = of_run_kernels(short_numbers()),
                  group = of_run_kernels(subject("2^62-57", Reduction::montgomery, "m")),
                  lanes = of_run_kernels(specs_over_lanes()[0]);
    check_refused(threads, "if (k >= numbers) return;", "if (k > numbers) return;");
    check_refused(threads, "a.limb[i] = a_in[i * numbers + k]", "a.limb[i] = b_in[i * numbers + k]");
    check_refused(threads, "r = u40::add(a, b);", "r = u40::add(b, a);");
    check_refused(threads, "words_out[(0 + i) * numbers + k]", "words_out[(1 + i) * numbers + k]");
    check_refused(group, "to_elem(", "from_elem(");
    check_refused(group, "(numbers - k + stride - 1) / stride", "(numbers - k + stride) / stride");
    check_refused(lanes, "a_in[(lane * 2 + i) * numbers + k]", "a_in[(lane + i) * numbers + k]");
    check_refused(lanes, "if (!is_there) return;", "");
    check_refused(lanes, "is_there ? thread / 2u : numbers - 1", "is_there ? thread / 2u : numbers");
}

TEST_CASE("wrong kernels of calls and of functions are refused") {
    const Subject call = of_call_kernel(short_numbers(), "add_carry"),
                  functions = of_function_kernels(short_numbers());
    check_refused(call, "ops::add_carry;", "ops::sub_borrow;");
    check_refused(call, "view<::u40::num, number_major>", "view<::u40::num, limb_major>");
    check_refused(call, "shape::run(operation(), count, out, in_1, in_2)",
                  "shape::run(operation(), count, out, in_2, in_1)");
    check_refused(call, "{{out_1, {out_2}}}", "{{out_2, {out_1}}}");
    check_refused(functions, "a.limb[1] = operands[1];", "a.limb[1] = operands[0];");
    check_refused(functions, "results[0] = r.limb[0];", "results[0] = r.limb[1];");
}

TEST_CASE("mutants of kernels are refused") {
    for (const Subject& it : subjects_of_kernels()) {
        const std::string text = it.print();
        Mutator mutator(text, test_seed());
        for (int k = 0; k < 20; ++k) {
            const Mutant mutant = mutator.next();
            CAPTURE(it.name);
            CAPTURE(mutant.kind);
            CAPTURE(mutant.line);
            CHECK((!accepts(it, mutant.text) || are_same_tokens(text, mutant.text)));
        }
    }
}

}  // namespace limbsmith::test
