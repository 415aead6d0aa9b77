/* Two headers of macros in one file, and macros where a statement may stand: what a user's C99 does.
 *
 * C99 that is also C++14. The headers come by -include: the first without a name, of 131 bits, the second
 * called `wide`, of 239 bits. Ends with 0 where every macro did what its own header says. */
#include <stdio.h>
#include <string.h>

#define NUMBER_OF_BIGNUMS 1

enum { limbs = 5, wide_limbs = 8 };

static int failures;

static void expect(const char* what, int is_so) {
    if (is_so) return;
    fprintf(stderr, "%s\n", what);
    ++failures;
}

/* Macros between if and else, without braces. */
static uint32_t chosen(int sum, const uint32_t* a, const uint32_t* b) {
    uint32_t r[limbs];
    if (sum)
        add_loc(r, a, b);
    else
        sub_loc(r, a, b);
    return r[0];
}

static uint32_t loops(const uint32_t* a) {
    uint32_t r[limbs] = {0};
    int i;
    for (i = 0; i < 3; ++i) add_loc(r, r, a);
    do add_loc(r, r, a);
    while (++i < 5);
    return r[0];
}

int main(void) {
    const uint32_t ones[wide_limbs] = {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,
                                       0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};
    const uint32_t one[wide_limbs] = {1};
    uint32_t r[wide_limbs], flag = 7;

    memset(r, 0x55, sizeof r);
    add_loc(r, ones, one);
    expect("131 bits: the sum has five limbs", r[0] == 0 && r[4] == 0 && r[5] == 0x55555555);
    wide_add_loc(r, ones, one);
    expect("239 bits: the sum has eight limbs", r[0] == 0 && r[5] == 0 && r[7] == 0);
    memset(r, 0x55, sizeof r);
    add_glo(r, ones, one, 0);
    expect("131 bits, in global memory", r[4] == 0 && r[5] == 0x55555555);
    wide_add_glo(r, ones, one, 0);
    expect("239 bits, in global memory", r[4] == 0 && r[7] == 0);
    wide_add_carry_loc(r, flag, ones, one);
    expect("the carry of 256 bits", flag == 1);

    expect("if", chosen(1, one, one) == 2);
    expect("else", chosen(0, one, one) == 0);
    expect("loops", loops(one) == 5);
    return failures != 0;
}
