/* Checks every macro of a generated header of the macro style, as a host compiler sees it, against GMP.
 *
 * C99 that is also C++14. The header comes by -include, its width by -DLIMBSMITH_BITS. The only argument is
 * the seed of the random values. stdout: one line `NAME CHECKS` for each macro; the first wrong result ends
 * the program with its operands on stderr. */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_OF_BIGNUMS 3 /* used by COAL_IDX of the header */
#define LIMBS ((LIMBSMITH_BITS + 31) / 32)
#define WIDE_LIMBS ((2 * LIMBSMITH_BITS + 31) / 32)
#define CONTAINER_BITS (32 * LIMBS)
#define MOST_LIMBS (WIDE_LIMBS > LIMBS ? WIDE_LIMBS : LIMBS)

enum { most_edges = 400 };

/* Operands as the macros take them: plain arrays, and limb-major arrays in which number `tid` is the one in
 * use. */
typedef struct {
    uint32_t loc[MOST_LIMBS];
    uint32_t glo[MOST_LIMBS * NUMBER_OF_BIGNUMS];
} Array;

static const uint32_t untouched = 0x5a5a5a5a;

static mpz_t operand_a, operand_b, operand_m, want, want_flag;
static uint32_t word;
static unsigned tid;

static uint64_t random_state;

static uint32_t random_word(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static void clear(Array* array) {
    int i;
    for (i = 0; i < MOST_LIMBS; ++i) array->loc[i] = untouched;
    for (i = 0; i < MOST_LIMBS * NUMBER_OF_BIGNUMS; ++i) array->glo[i] = untouched;
}

static void set(Array* array, const mpz_t x, int words) {
    int i;
    clear(array);
    memset(array->loc, 0, sizeof(uint32_t) * (size_t)words);
    mpz_export(array->loc, NULL, -1, sizeof(uint32_t), 0, 0, x);
    for (i = 0; i < words; ++i) array->glo[i * NUMBER_OF_BIGNUMS + (int)tid] = array->loc[i];
}

static void set_word(Array* array, uint32_t x) {
    clear(array);
    array->loc[0] = array->glo[tid] = x;
}

static void show(const char* name, const mpz_t x) {
    char* text = mpz_get_str(NULL, 16, x);
    fprintf(stderr, "  %s = 0x%s\n", name, text);
    free(text);
}

static void fail(const char* name) {
    fprintf(stderr, "%s of %d bits is wrong\n", name, LIMBSMITH_BITS);
    show("a", operand_a);
    show("b", operand_b);
    show("m", operand_m);
    fprintf(stderr, "  word = 0x%lx\n", (unsigned long)word);
    show("want", want);
    exit(1);
}

/* Number tid of the array is `expected`, and nothing else has been written. */
static void expect_loc(const char* name, const Array* array, const mpz_t expected, int words) {
    Array other;
    set(&other, expected, words);
    if (memcmp(array->loc, other.loc, sizeof other.loc) != 0) fail(name);
}

static void expect_glo(const char* name, const Array* array, const mpz_t expected, int words) {
    Array other;
    set(&other, expected, words);
    if (memcmp(array->glo, other.glo, sizeof other.glo) != 0) fail(name);
}

typedef struct {
    const char* name;
    long checks;
} Count;

static Count counts[128];

static void count(const char* name) {
    int i = 0;
    while (counts[i].name != NULL && strcmp(counts[i].name, name) != 0) ++i;
    counts[i].name = name;
    ++counts[i].checks;
}

/* Runs NAME_loc and NAME_glo on copies a, b, m of the operands, w of the word; the result and the flag are in
 * r and f, or where the arguments say so. L(x) is what a _loc macro takes for x, W(x) the same for a single
 * word. */
#define L(x) ((x)->loc)
#define W(x) ((x)->loc[0])
#define G(x) ((x)->glo)
#define RUN(NAME, RESULT, WORDS, LOCAL, GLOBAL)        \
    do {                                               \
        prepare();                                     \
        NAME##_loc LOCAL;                              \
        expect_loc(#NAME "_loc", RESULT, want, WORDS); \
        expect_flag_loc(#NAME "_loc");                 \
        count(#NAME "_loc");                           \
        prepare();                                     \
        NAME##_glo GLOBAL;                             \
        expect_glo(#NAME "_glo", RESULT, want, WORDS); \
        expect_flag_glo(#NAME "_glo");                 \
        count(#NAME "_glo");                           \
    } while (0)

static Array array_a, array_b, array_m, array_w, array_r, array_f;
static Array *const a = &array_a, *const b = &array_b, *const m = &array_m, *const w = &array_w,
                    *const r = &array_r, *const f = &array_f;
static int has_flag;

static void prepare(void) {
    set(a, operand_a, LIMBS);
    set(b, operand_b, LIMBS);
    set(m, operand_m, LIMBS);
    set_word(w, word);
    clear(r);
    clear(f);
}

static void expect_flag_loc(const char* name) {
    if (has_flag) expect_loc(name, f, want_flag, 1);
}

static void expect_flag_glo(const char* name) {
    if (has_flag) expect_glo(name, f, want_flag, 1);
}

static void check_add_sub(void) {
    mpz_add(want, operand_a, operand_b);
    mpz_fdiv_q_2exp(want_flag, want, CONTAINER_BITS);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(add, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(add, a, LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    RUN(add, b, LIMBS, (L(b), L(a), L(b)), (G(b), G(a), G(b), tid));
    has_flag = 1;
    RUN(add_carry, r, LIMBS, (L(r), W(f), L(a), L(b)), (G(r), G(f), G(a), G(b), tid));
    RUN(add_carry, a, LIMBS, (L(a), W(f), L(a), L(b)), (G(a), G(f), G(a), G(b), tid));
    RUN(add_carry, b, LIMBS, (L(b), W(f), L(a), L(b)), (G(b), G(f), G(a), G(b), tid));
    has_flag = 0;

    mpz_sub(want, operand_a, operand_b);
    mpz_set_ui(want_flag, mpz_sgn(want) < 0);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(sub, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(sub, a, LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    RUN(sub, b, LIMBS, (L(b), L(a), L(b)), (G(b), G(a), G(b), tid));
    has_flag = 1;
    RUN(sub_borrow, r, LIMBS, (L(r), W(f), L(a), L(b)), (G(r), G(f), G(a), G(b), tid));
    RUN(sub_borrow, b, LIMBS, (L(b), W(f), L(a), L(b)), (G(b), G(f), G(a), G(b), tid));
    has_flag = 0;

    mpz_mul_2exp(want, operand_a, 1);
    mpz_fdiv_q_2exp(want_flag, want, CONTAINER_BITS);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    has_flag = 1;
    RUN(add_carry, a, LIMBS, (L(a), W(f), L(a), L(a)), (G(a), G(f), G(a), G(a), tid));
    has_flag = 0;
    mpz_set_ui(want, 0);
    RUN(sub, a, LIMBS, (L(a), L(a), L(a)), (G(a), G(a), G(a), tid));

    mpz_neg(want, operand_a);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(neg, r, LIMBS, (L(r), L(a)), (G(r), G(a), tid));
    RUN(neg, a, LIMBS, (L(a), L(a)), (G(a), G(a), tid));
    if (word == 0) mpz_set(want, operand_a);
    RUN(cneg, r, LIMBS, (L(r), W(w), L(a)), (G(r), G(w), G(a), tid));
    RUN(cneg, a, LIMBS, (L(a), W(w), L(a)), (G(a), G(w), G(a), tid));
}

static void check_logic(void) {
    mpz_set_ui(want, mpz_cmp(operand_a, operand_b) == 0);
    RUN(eq, r, 1, (W(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    mpz_set_ui(want, mpz_cmp(operand_a, operand_b) < 0);
    RUN(lt, r, 1, (W(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    mpz_set_ui(want, mpz_sgn(operand_a) == 0);
    RUN(is_zero, r, 1, (W(r), L(a)), (G(r), G(a), tid));
    mpz_set_ui(want, mpz_sgn(operand_a) == 0 ? 0 : mpz_sizeinbase(operand_a, 2));
    RUN(bit_length, r, 1, (W(r), L(a)), (G(r), G(a), tid));

    mpz_set(want, word != 0 ? operand_a : operand_b);
    RUN(select, r, LIMBS, (L(r), W(w), L(a), L(b)), (G(r), G(w), G(a), G(b), tid));
    RUN(select, a, LIMBS, (L(a), W(w), L(a), L(b)), (G(a), G(w), G(a), G(b), tid));
    RUN(cswap, f, LIMBS, (L(r), L(f), W(w), L(a), L(b)), (G(r), G(f), G(w), G(a), G(b), tid));
    RUN(cswap, b, LIMBS, (L(a), L(b), W(w), L(a), L(b)), (G(a), G(b), G(w), G(a), G(b), tid));
    mpz_set(want, word != 0 ? operand_b : operand_a);
    RUN(cswap, r, LIMBS, (L(r), L(f), W(w), L(a), L(b)), (G(r), G(f), G(w), G(a), G(b), tid));
    RUN(cswap, a, LIMBS, (L(a), L(b), W(w), L(a), L(b)), (G(a), G(b), G(w), G(a), G(b), tid));

    mpz_set(want, mpz_cmp(operand_a, operand_b) < 0 ? operand_a : operand_b);
    RUN(min, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(min, b, LIMBS, (L(b), L(a), L(b)), (G(b), G(a), G(b), tid));
    mpz_set(want, mpz_cmp(operand_a, operand_b) < 0 ? operand_b : operand_a);
    RUN(max, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(max, a, LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));

    mpz_and(want, operand_a, operand_b);
    RUN(and, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    mpz_ior(want, operand_a, operand_b);
    RUN(or, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    mpz_xor(want, operand_a, operand_b);
    RUN(xor, a, LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    mpz_com(want, operand_a);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(not, a, LIMBS, (L(a), L(a)), (G(a), G(a), tid));
}

static void check_shift(void) {
    mpz_set_ui(want, 0);
    if (word < CONTAINER_BITS) mpz_mul_2exp(want, operand_a, word);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(shl, r, LIMBS, (L(r), L(a), W(w)), (G(r), G(a), G(w), tid));
    RUN(shl, a, LIMBS, (L(a), L(a), W(w)), (G(a), G(a), G(w), tid));
    mpz_set_ui(want, 0);
    if (word < CONTAINER_BITS) mpz_fdiv_q_2exp(want, operand_a, word);
    RUN(shr, r, LIMBS, (L(r), L(a), W(w)), (G(r), G(a), G(w), tid));
    RUN(shr, a, LIMBS, (L(a), L(a), W(w)), (G(a), G(a), G(w), tid));
}

/* The two's complement value of CONTAINER_BITS bits. */
static void to_signed(mpz_t x) {
    mpz_t all;
    mpz_init_set_ui(all, 1);
    mpz_mul_2exp(all, all, CONTAINER_BITS);
    if (mpz_tstbit(x, CONTAINER_BITS - 1)) mpz_sub(x, x, all);
    mpz_clear(all);
}

static void check_signed(void) {
    mpz_t x, y;
    mpz_init_set(x, operand_a);
    mpz_init_set(y, operand_b);
    to_signed(x);
    to_signed(y);
    mpz_set_ui(want, mpz_cmp(x, y) < 0);
    RUN(slt, r, 1, (W(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    mpz_mul(want, x, y);
    mpz_fdiv_r_2exp(want, want, 32 * WIDE_LIMBS);
    RUN(smul, r, WIDE_LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(smul, a, WIDE_LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    mpz_fdiv_q_2exp(want, x, word < CONTAINER_BITS ? word : CONTAINER_BITS);
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(sshr, r, LIMBS, (L(r), L(a), W(w)), (G(r), G(a), G(w), tid));
    RUN(sshr, a, LIMBS, (L(a), L(a), W(w)), (G(a), G(a), G(w), tid));
    mpz_clears(x, y, NULL);
}

/* By the word; by zero all ones and the lowest limb. */
static void check_divrem1(void) {
    if (word != 0) {
        mpz_fdiv_q_ui(want, operand_a, word);
        mpz_fdiv_r_ui(want_flag, operand_a, word);
    } else {
        mpz_set_si(want, -1);
        mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
        mpz_fdiv_r_2exp(want_flag, operand_a, 32);
    }
    has_flag = 1;
    RUN(divrem1, r, LIMBS, (L(r), W(f), L(a), W(w)), (G(r), G(f), G(a), G(w), tid));
    RUN(divrem1, a, LIMBS, (L(a), W(f), L(a), W(w)), (G(a), G(f), G(a), G(w), tid));
    has_flag = 0;
}

/* Operands below 2^bits. */
static void check_mul(void) {
    mpz_fdiv_r_2exp(operand_a, operand_a, LIMBSMITH_BITS);
    mpz_fdiv_r_2exp(operand_b, operand_b, LIMBSMITH_BITS);
    mpz_mul(want, operand_a, operand_b);
    RUN(mul, r, WIDE_LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(mul, a, WIDE_LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    RUN(mul, b, WIDE_LIMBS, (L(b), L(a), L(b)), (G(b), G(a), G(b), tid));
    mpz_fdiv_r_2exp(want, want, CONTAINER_BITS);
    RUN(mul_lo, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(mul_lo, b, LIMBS, (L(b), L(a), L(b)), (G(b), G(a), G(b), tid));
    mpz_mul(want, operand_a, operand_b);
    mpz_fdiv_q_2exp(want, want, CONTAINER_BITS);
    RUN(mul_hi, r, LIMBS, (L(r), L(a), L(b)), (G(r), G(a), G(b), tid));
    RUN(mul_hi, a, LIMBS, (L(a), L(a), L(b)), (G(a), G(a), G(b), tid));
    mpz_mul(want, operand_a, operand_a);
    RUN(sqr, r, WIDE_LIMBS, (L(r), L(a)), (G(r), G(a), tid));
    RUN(sqr, a, WIDE_LIMBS, (L(a), L(a)), (G(a), G(a), tid));
}

/* Operands below the modulus, which is below 2^bits. */
static void check_modular(void) {
    mpz_fdiv_r_2exp(operand_m, operand_m, LIMBSMITH_BITS);
    if (mpz_sgn(operand_m) == 0) return;
    mpz_mod(operand_a, operand_a, operand_m);
    mpz_mod(operand_b, operand_b, operand_m);
    mpz_add(want, operand_a, operand_b);
    mpz_mod(want, want, operand_m);
    RUN(add_m, r, LIMBS, (L(r), L(a), L(b), L(m)), (G(r), G(a), G(b), G(m), tid));
    RUN(add_m, a, LIMBS, (L(a), L(a), L(b), L(m)), (G(a), G(a), G(b), G(m), tid));
    RUN(add_m, b, LIMBS, (L(b), L(a), L(b), L(m)), (G(b), G(a), G(b), G(m), tid));
    RUN(add_m, m, LIMBS, (L(m), L(a), L(b), L(m)), (G(m), G(a), G(b), G(m), tid));
    mpz_sub(want, operand_a, operand_b);
    mpz_mod(want, want, operand_m);
    RUN(sub_m, r, LIMBS, (L(r), L(a), L(b), L(m)), (G(r), G(a), G(b), G(m), tid));
    RUN(sub_m, a, LIMBS, (L(a), L(a), L(b), L(m)), (G(a), G(a), G(b), G(m), tid));
    RUN(sub_m, b, LIMBS, (L(b), L(a), L(b), L(m)), (G(b), G(a), G(b), G(m), tid));
    RUN(sub_m, m, LIMBS, (L(m), L(a), L(b), L(m)), (G(m), G(a), G(b), G(m), tid));
    mpz_neg(want, operand_a);
    mpz_mod(want, want, operand_m);
    RUN(neg_m, r, LIMBS, (L(r), L(a), L(m)), (G(r), G(a), G(m), tid));
    RUN(neg_m, a, LIMBS, (L(a), L(a), L(m)), (G(a), G(a), G(m), tid));
}

/* Everything about (x, y); the moduli are x, and 2^bits - 1 - (y mod 2^16). */
static void check(const mpz_t x, const mpz_t y) {
    static const uint32_t words[] = {0,          1,         31, 32, 33, CONTAINER_BITS - 1, CONTAINER_BITS,
                                     0x80000000, 0xffffffff};
    const int choice = (int)(random_word() % 16);
    tid = random_word() % NUMBER_OF_BIGNUMS;
    word = choice < 9 ? words[choice] : random_word() % (CONTAINER_BITS + 1);
    mpz_set(operand_a, x);
    mpz_set(operand_b, y);
    mpz_set_ui(operand_m, 0);
    check_add_sub();
    check_logic();
    check_shift();
    check_signed();
    check_divrem1();
    check_mul();

    mpz_set(operand_a, y);
    mpz_sub_ui(operand_b, x, mpz_sgn(x) != 0);
    mpz_set(operand_m, x);
    check_modular();
    mpz_set_ui(operand_m, 1);
    mpz_mul_2exp(operand_m, operand_m, LIMBSMITH_BITS);
    mpz_sub_ui(operand_m, operand_m, 1 + (mpz_get_ui(y) & 0xffff));
    mpz_set(operand_a, x);
    mpz_sub_ui(operand_b, operand_m, 1);
    check_modular();
}

static mpz_t edges[most_edges];
static int number_of_edges;

static void add_edge(const mpz_t x) {
    if (number_of_edges == most_edges) abort();
    mpz_init(edges[number_of_edges]);
    mpz_fdiv_r_2exp(edges[number_of_edges++], x, CONTAINER_BITS);
}

/* 2^exponent - 1, 2^exponent, and their complements */
static void add_edges_at(unsigned exponent) {
    mpz_t x;
    mpz_init_set_ui(x, 1);
    mpz_mul_2exp(x, x, exponent);
    add_edge(x);
    mpz_com(x, x);
    add_edge(x);
    mpz_com(x, x);
    mpz_sub_ui(x, x, 1);
    add_edge(x);
    mpz_com(x, x);
    add_edge(x);
    mpz_clear(x);
}

/* Random limbs, of which every other call makes most all zeros or all ones: carries then run far. */
static void random_number(mpz_t x) {
    const int sparse = random_word() % 2 == 0;
    uint32_t limbs[LIMBS];
    int i;
    for (i = 0; i < LIMBS; ++i) {
        const uint32_t kind = random_word() % 8;
        limbs[i] = !sparse || kind < 2 ? random_word() : kind < 5 ? 0 : 0xffffffff;
    }
    mpz_import(x, LIMBS, -1, sizeof(uint32_t), 0, 0, limbs);
}

/* Products just above and just below a multiple of 2^CONTAINER_BITS: a carry that mul_hi loses in a column
 * that it does not return shows only here. */
static void check_product_boundary(void) {
    mpz_t x, y, multiple, most;
    int i;
    mpz_inits(x, y, multiple, most, NULL);
    random_number(x);
    mpz_fdiv_r_2exp(x, x, 1 + random_word() % LIMBSMITH_BITS);
    mpz_mul_2exp(most, x, LIMBSMITH_BITS);
    mpz_fdiv_q_2exp(most, most, CONTAINER_BITS); /* multiple*2^CONTAINER_BITS <= x*2^bits */
    if (mpz_sgn(most) != 0) {
        random_number(multiple);
        mpz_mod(multiple, multiple, most);
        mpz_mul_2exp(multiple, multiple, CONTAINER_BITS);
        mpz_cdiv_q(y, multiple, x);
        for (i = 0; i < 2; ++i) {
            mpz_set(operand_a, x);
            mpz_set(operand_b, y);
            check_mul();
            mpz_set(operand_a, y);
            mpz_set(operand_b, x);
            check_mul();
            mpz_sub_ui(y, y, mpz_sgn(y) != 0);
        }
    }
    mpz_clears(x, y, multiple, most, NULL);
}

int main(int argc, char** argv) {
    mpz_t x, y;
    int i, j;
    if (argc != 2) {
        fprintf(stderr, "usage: %s SEED\n", argv[0]);
        return 2;
    }
    random_state = strtoull(argv[1], NULL, 10);
    mpz_inits(operand_a, operand_b, operand_m, want, want_flag, x, y, NULL);

    add_edges_at(LIMBSMITH_BITS);
    add_edges_at(LIMBSMITH_BITS - 1);
    for (i = 0; i <= LIMBS; ++i) add_edges_at(32u * (unsigned)i);
    for (i = 0; i < number_of_edges; ++i) {
        for (j = 0; j < number_of_edges; ++j) check(edges[i], edges[j]);
    }
    for (i = 0; i < 2000; ++i) {
        random_number(x);
        random_number(y);
        check(x, y);
        mpz_com(y, x); /* x + y is all ones, x + (y + 1) zero with a carry through all limbs */
        mpz_add_ui(y, y, random_word() % 2);
        mpz_fdiv_r_2exp(y, y, CONTAINER_BITS);
        check(x, y);
    }
    for (i = 0; i < 4000; ++i) check_product_boundary();
    for (i = 0; counts[i].name != NULL; ++i) printf("%s %ld\n", counts[i].name, counts[i].checks);

    for (i = 0; i < number_of_edges; ++i) mpz_clear(edges[i]);
    mpz_clears(operand_a, operand_b, operand_m, want, want_flag, x, y, NULL);
    return 0;
}
