/* limbsmith.h from C99: arithmetic, and what does not fit. Prints the first line that fails. */
#include <limbsmith/limbsmith.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                   \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "line %d: %s; %s\n", __LINE__, #condition, limbsmith_message()); \
            return 1;                                                                        \
        }                                                                                    \
    } while (0)

static int is_text(const limbsmith_array* from, uint64_t index, const char* wanted) {
    char text[200];
    size_t length = 0;
    return limbsmith_text_of(from, index, text, sizeof text, &length) == LIMBSMITH_OK &&
           length == strlen(wanted) && strcmp(text, wanted) == 0;
}

int main(void) {
    limbsmith_session *s = NULL, *unchanged = NULL;
    limbsmith_arithmetic *f = NULL, *u = NULL;
    limbsmith_array *a = NULL, *r = NULL, *x = NULL, *q = NULL, *m = NULL, *view = NULL;
    limbsmith_function *mul = NULL, *expression = NULL, *divrem = NULL, *none = NULL;
    limbsmith_stream* stream = NULL;
    const char* const numbers[] = {"7", "-1", "2^200"};
    const char* const whole[] = {"12345678901234567890", "5", "0"};
    uint32_t words[3 * 8], own[4] = {1, 2, 3, 4};
    char text[64];

    REQUIRE(limbsmith_version() == 100 * LIMBSMITH_VERSION_MAJOR + LIMBSMITH_VERSION_MINOR);
    REQUIRE(limbsmith_open(LIMBSMITH_AUTOMATIC, &s) == LIMBSMITH_OK);
    REQUIRE(limbsmith_device(s, text, sizeof text, NULL) == LIMBSMITH_OK);
    puts(text);
    REQUIRE(limbsmith_field(s, "2^255-19", &f) == LIMBSMITH_OK);
    REQUIRE(limbsmith_new_array(f, NULL, 3, LIMBSMITH_LIMB_MAJOR, &a) == LIMBSMITH_OK);
    REQUIRE(limbsmith_new_array(f, NULL, 3, LIMBSMITH_NUMBER_MAJOR, &r) == LIMBSMITH_OK);
    REQUIRE(limbsmith_write_text(a, numbers) == LIMBSMITH_OK);
    REQUIRE(limbsmith_size(a) == 3 && limbsmith_words(a) == 8 && limbsmith_address(a) != NULL);

    REQUIRE(limbsmith_function_of(f, "mul", &mul) == LIMBSMITH_OK);
    REQUIRE(limbsmith_prepare(mul) == LIMBSMITH_OK);
    REQUIRE(limbsmith_results(mul) == 1 && limbsmith_operands(mul) == 2);
    REQUIRE(limbsmith_new_stream(s, &stream) == LIMBSMITH_OK);
    {
        const limbsmith_operand by_seven[] = {{r, NULL}, {a, NULL}, {NULL, "7"}};
        REQUIRE(limbsmith_call(mul, by_seven, 3, stream) == LIMBSMITH_OK);
        REQUIRE(limbsmith_synchronize(stream) == LIMBSMITH_OK);
        REQUIRE(is_text(r, 0, "49"));
        REQUIRE(
            is_text(r, 1, "57896044618658097711785492504343953926634992332820282019728792003956564819942"));
        REQUIRE(limbsmith_read_words(r, words) == LIMBSMITH_OK && words[0] == 49 && words[1] == 0);
    }
    {
        limbsmith_session* host = NULL;
        limbsmith_arithmetic* there = NULL;
        limbsmith_array* many = NULL;
        REQUIRE(limbsmith_on_host(s, &host) == LIMBSMITH_OK);
        REQUIRE(limbsmith_field(host, "2^255-19", &there) == LIMBSMITH_OK);
        REQUIRE(limbsmith_new_array(there, NULL, 3, LIMBSMITH_LIMB_MAJOR, &many) == LIMBSMITH_OK);
        REQUIRE(limbsmith_write_text(many, numbers) == LIMBSMITH_OK);
        {
            const limbsmith_operand by_seven[] = {{many, NULL}, {many, NULL}, {NULL, "7"}};
            REQUIRE(limbsmith_call(mul, by_seven, 3, NULL) == LIMBSMITH_OK && is_text(many, 0, "49"));
        }
        REQUIRE(limbsmith_on_host(NULL, &host) == LIMBSMITH_INVALID);
        limbsmith_free_array(many);
        limbsmith_free_arithmetic(there);
        limbsmith_free_session(host);
    }
    {
        const limbsmith_axis backwards = {3, -1};
        const uint64_t places[] = {1, 1, 0};
        limbsmith_array* other = NULL;
        REQUIRE(limbsmith_new_array(f, NULL, 3, LIMBSMITH_NUMBER_MAJOR, &other) == LIMBSMITH_OK);
        REQUIRE(limbsmith_take(other, a, 2, &backwards, 1, NULL) == LIMBSMITH_OK && is_text(other, 2, "7"));
        REQUIRE(limbsmith_take_each(other, a, places, NULL) == LIMBSMITH_OK && is_text(other, 2, "7"));
        REQUIRE(limbsmith_take(other, a, 3, &backwards, 1, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_take(other, a, 2, NULL, 1, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_take_each(other, a, NULL, NULL) == LIMBSMITH_INVALID);
        limbsmith_free_array(other);
    }
    {
        const char* const powers[] = {"five=5", NULL};
        limbsmith_header header = {0};
        char* generated = NULL;
        REQUIRE(limbsmith_generate(&header, &generated) == LIMBSMITH_INVALID && generated == NULL);
        header.modulus = "97", header.ops = "mul", header.name = "f97", header.powers = powers;
        REQUIRE(limbsmith_generate(&header, &generated) == LIMBSMITH_OK);
        REQUIRE(strstr(generated, "namespace f97") && strstr(generated, "pow_five"));
        limbsmith_free_text(generated);
    }
    REQUIRE(limbsmith_compile(f, "a*a - b", &expression) == LIMBSMITH_OK);
    {
        const limbsmith_operand arguments[] = {{r, NULL}, {a, NULL}, {a, NULL}};
        REQUIRE(limbsmith_call(expression, arguments, 3, NULL) == LIMBSMITH_OK);
        REQUIRE(is_text(r, 0, "42") && is_text(r, 1, "2"));
    }

    REQUIRE(limbsmith_uint(s, 64, &u) == LIMBSMITH_OK);
    REQUIRE(limbsmith_new_array(u, NULL, 3, LIMBSMITH_LIMB_MAJOR, &x) == LIMBSMITH_OK);
    REQUIRE(limbsmith_new_array(u, "num", 3, LIMBSMITH_LIMB_MAJOR, &q) == LIMBSMITH_OK);
    REQUIRE(limbsmith_new_array(u, NULL, 3, LIMBSMITH_LIMB_MAJOR, &m) == LIMBSMITH_OK);
    REQUIRE(limbsmith_write_text(x, whole) == LIMBSMITH_OK);
    REQUIRE(limbsmith_function_of(u, "divrem", &divrem) == LIMBSMITH_OK);
    {
        const limbsmith_operand by_ten[] = {{q, NULL}, {m, NULL}, {x, NULL}, {NULL, "10"}};
        const limbsmith_operand twice[] = {{q, NULL}, {q, NULL}, {x, NULL}, {NULL, "10"}};
        const limbsmith_operand empty[] = {{q, NULL}, {m, NULL}, {x, NULL}, {NULL, NULL}};
        REQUIRE(limbsmith_call(divrem, by_ten, 4, NULL) == LIMBSMITH_OK);
        REQUIRE(is_text(q, 0, "1234567890123456789") && is_text(m, 0, "0") && is_text(m, 1, "5"));
        REQUIRE(limbsmith_call(divrem, by_ten, 3, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_call(divrem, twice, 4, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_call(divrem, empty, 4, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_call(divrem, NULL, 4, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_call(NULL, by_ten, 4, NULL) == LIMBSMITH_INVALID);
    }
    if (strncmp(text, "host", 4) == 0) {
        REQUIRE(limbsmith_view(u, own, 2, LIMBSMITH_NUMBER_MAJOR, 0, NULL, &view) == LIMBSMITH_OK);
        REQUIRE(is_text(view, 1, "17179869187"));
        REQUIRE(limbsmith_stream_handle(stream) == NULL);
    }

    /* numbers of one arithmetic as numbers of another */
    {
        limbsmith_arithmetic *seven = NULL, *nine = NULL, *byte = NULL;
        limbsmith_array *rests[] = {NULL, NULL}, *back = NULL;
        const char* const some[] = {"62", "7", "0"};
        REQUIRE(limbsmith_field(s, "7", &seven) == LIMBSMITH_OK &&
                limbsmith_field(s, "9", &nine) == LIMBSMITH_OK);
        REQUIRE(limbsmith_uint(s, 8, &byte) == LIMBSMITH_OK);
        REQUIRE(limbsmith_new_array(seven, NULL, 3, LIMBSMITH_LIMB_MAJOR, &rests[0]) == LIMBSMITH_OK);
        REQUIRE(limbsmith_new_array(nine, NULL, 3, LIMBSMITH_LIMB_MAJOR, &rests[1]) == LIMBSMITH_OK);
        REQUIRE(limbsmith_new_array(byte, NULL, 3, LIMBSMITH_LIMB_MAJOR, &back) == LIMBSMITH_OK);
        REQUIRE(limbsmith_truncate(back, x, NULL) == LIMBSMITH_OK && is_text(back, 0, "210"));
        REQUIRE(limbsmith_resize(back, x, LIMBSMITH_ZERO_EXTENSION, NULL) == LIMBSMITH_INVALID);
        REQUIRE(strcmp(limbsmith_message(), "resize: number 0 is not below 2^8") == 0);
        REQUIRE(limbsmith_resize(back, x, 2, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_write_text(x, some) == LIMBSMITH_OK);
        REQUIRE(limbsmith_remainder(rests[0], x, NULL) == LIMBSMITH_OK && is_text(rests[0], 0, "6"));
        REQUIRE(limbsmith_remainder(rests[1], x, NULL) == LIMBSMITH_OK && is_text(rests[1], 1, "7"));
        REQUIRE(limbsmith_crt(back, (const limbsmith_array* const*)rests, 2, NULL) == LIMBSMITH_OK);
        REQUIRE(is_text(back, 0, "62") && is_text(back, 1, "7") && is_text(back, 2, "0"));
        REQUIRE(limbsmith_crt(back, NULL, 2, NULL) == LIMBSMITH_INVALID);
        {
            /* 62 mod 11 and mod 7, 5 mod 13 and mod 3, 0 mod 1 and mod 1 */
            const char* const numbers[][3] = {
                {"7", "5", "0"}, {"11", "13", "1"}, {"6", "2", "0"}, {"7", "3", "1"}, {"8", "9", "0"}};
            limbsmith_array* given[5];
            int k;
            for (k = 0; k < 5; ++k) {
                REQUIRE(limbsmith_new_array(byte, NULL, 3, LIMBSMITH_LIMB_MAJOR, &given[k]) == LIMBSMITH_OK);
                REQUIRE(limbsmith_write_text(given[k], numbers[k]) == LIMBSMITH_OK);
            }
            REQUIRE(limbsmith_crt_each(back, given[0], given[1], given[2], given[3], given[4], NULL) ==
                    LIMBSMITH_OK);
            REQUIRE(is_text(back, 0, "62") && is_text(back, 1, "5") && is_text(back, 2, "0"));
            REQUIRE(limbsmith_crt_each(back, given[0], NULL, given[2], given[3], given[4], NULL) ==
                    LIMBSMITH_INVALID);
            for (k = 0; k < 5; ++k) limbsmith_free_array(given[k]);
        }
        REQUIRE(limbsmith_crt(back, NULL, 0, NULL) == LIMBSMITH_INVALID);
        REQUIRE(limbsmith_remainder(NULL, x, NULL) == LIMBSMITH_INVALID);
        limbsmith_free_array(rests[0]);
        limbsmith_free_array(rests[1]);
        limbsmith_free_array(back);
        limbsmith_free_arithmetic(seven);
        limbsmith_free_arithmetic(nine);
        limbsmith_free_arithmetic(byte);
    }

    /* what does not fit */
    REQUIRE(limbsmith_open(-7, &unchanged) == LIMBSMITH_INVALID && unchanged == NULL);
    REQUIRE(limbsmith_open(LIMBSMITH_HOST, NULL) == LIMBSMITH_INVALID);
    REQUIRE(strcmp(limbsmith_message(), "out is NULL") == 0);
    REQUIRE(limbsmith_field(NULL, "7", &f) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_field(s, NULL, &f) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_function_of(f, "mull", &none) == LIMBSMITH_INVALID && none == NULL);
    REQUIRE(strstr(limbsmith_message(), "mul") != NULL);
    REQUIRE(limbsmith_uint(s, 1 << 30, &u) == LIMBSMITH_UNSUPPORTED);
    REQUIRE(limbsmith_new_array(f, "num", 3, LIMBSMITH_LIMB_MAJOR, &view) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_new_array(f, NULL, 3, 5, &view) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_new_array(f, NULL, UINT64_MAX, LIMBSMITH_LIMB_MAJOR, &view) == LIMBSMITH_NO_MEMORY);
    REQUIRE(limbsmith_write_text(a, NULL) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_text_of(r, 3, text, sizeof text, NULL) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_text_of(r, 0, text, 2, NULL) == LIMBSMITH_INVALID);
    REQUIRE(limbsmith_results(NULL) == -1 && limbsmith_size(NULL) == 0 && limbsmith_address(NULL) == NULL);
    REQUIRE(strcmp(limbsmith_error_text(LIMBSMITH_NO_MEMORY), "out of memory") == 0);

    /* in any order: handles keep the objects that they need */
    limbsmith_free_session(s);
    limbsmith_free_arithmetic(f);
    limbsmith_free_arithmetic(u);
    {
        const limbsmith_operand square[] = {{r, NULL}, {a, NULL}, {a, NULL}};
        REQUIRE(limbsmith_call(mul, square, 3, NULL) == LIMBSMITH_OK && is_text(r, 0, "49"));
    }
    limbsmith_free_function(mul);
    limbsmith_free_function(expression);
    limbsmith_free_function(divrem);
    limbsmith_free_array(a);
    limbsmith_free_array(r);
    limbsmith_free_array(x);
    limbsmith_free_array(q);
    limbsmith_free_array(m);
    limbsmith_free_array(view);
    limbsmith_free_stream(stream);
    limbsmith_free_session(NULL);
    limbsmith_free_array(NULL);
    puts("all as limbsmith.h says");
    return 0;
}
