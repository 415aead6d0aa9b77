/* limbsmith for C, and for all languages that call C: the session of <limbsmith/session.hpp> by opaque handles.
 *
 *     limbsmith_session* s;
 *     limbsmith_arithmetic* f;
 *     limbsmith_function* mul;
 *     limbsmith_array *a, *r;
 *     if (limbsmith_open(LIMBSMITH_AUTOMATIC, &s) || limbsmith_field(s, "2^255-19", &f) ||
 *         limbsmith_function_of(f, "mul", &mul) || limbsmith_new_array(f, NULL, 2, LIMBSMITH_LIMB_MAJOR, &a) ||
 *         limbsmith_new_array(f, NULL, 2, LIMBSMITH_LIMB_MAJOR, &r) || ...)
 *         fputs(limbsmith_message(), stderr);
 *
 * Promises: no exception leaves a function. Each returns LIMBSMITH_OK or an error; then limbsmith_message() is a sentence
 * for people, and the objects behind `out` parameters are unchanged. NULL where something is wanted is LIMBSMITH_INVALID. Handles
 * are freed by limbsmith_free_...; NULL is allowed there. They keep the objects that they need alive and may be freed in any order.
 * Threads as in session.hpp. C99. */
#ifndef LIMBSMITH_H
#define LIMBSMITH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library of the same major number has all that it declares, if its minor number is not less. */
#define LIMBSMITH_VERSION_MAJOR 0
#define LIMBSMITH_VERSION_MINOR 2
/* The version of the library: 100·major + minor. */
int limbsmith_version(void);

typedef enum limbsmith_error {
    LIMBSMITH_OK = 0,
    LIMBSMITH_FAILED = 1,      /* a failure of the device, the driver, the compiler, a file */
    LIMBSMITH_INVALID = 2,     /* an argument does not fit */
    LIMBSMITH_UNSUPPORTED = 3, /* limbsmith does not have it */
    LIMBSMITH_WRONG = 4,       /* the device computes otherwise than the contract says */
    LIMBSMITH_NO_DEVICE = 5,
    LIMBSMITH_NO_MEMORY = 6 /* nothing was allocated, the session goes on */
} limbsmith_error;

/* The reason why the last failed call of this thread failed; valid until the next one. Never NULL. */
const char* limbsmith_message(void);
/* `out of memory` and the like. */
const char* limbsmith_error_text(limbsmith_error error);

typedef struct limbsmith_session limbsmith_session;
typedef struct limbsmith_arithmetic limbsmith_arithmetic; /* of a field or of whole numbers */
typedef struct limbsmith_function limbsmith_function;
typedef struct limbsmith_array limbsmith_array;
typedef struct limbsmith_stream limbsmith_stream;

/* Places: a GPU by its number from 0, or one of these. LIMBSMITH_ALL_GPUS: arrays are on the host, all GPUs compute (session.hpp). */
enum { LIMBSMITH_ALL_GPUS = -4, LIMBSMITH_AUTOMATIC = -3, LIMBSMITH_GPU = -2, LIMBSMITH_HOST = -1 };

limbsmith_error limbsmith_open(int place, limbsmith_session** out);
/* A session on the host, whose arrays functions of this one take, too: any length, in chunks (session.hpp). */
limbsmith_error limbsmith_on_host(const limbsmith_session* session, limbsmith_session** out);
void limbsmith_free_session(limbsmith_session* session);
/* `NVIDIA H200`, `host, 2 cores`; as limbsmith_text_of below. */
limbsmith_error limbsmith_device(const limbsmith_session* session, char* text, size_t size, size_t* length);

limbsmith_error limbsmith_field(const limbsmith_session* session, const char* modulus,
                                limbsmith_arithmetic** out);
limbsmith_error limbsmith_uint(const limbsmith_session* session, int bits, limbsmith_arithmetic** out);
void limbsmith_free_arithmetic(limbsmith_arithmetic* arithmetic);

enum { LIMBSMITH_LIMB_MAJOR = 0, LIMBSMITH_NUMBER_MAJOR = 1 };

/* `type`: NULL for the numbers that operations take; else plain, wide, exponent, uint32_t. */
limbsmith_error limbsmith_new_array(const limbsmith_arithmetic* arithmetic, const char* type, uint64_t size,
                                    int order, limbsmith_array** out);
/* The caller's own words; row: 0 for size. */
limbsmith_error limbsmith_view(const limbsmith_arithmetic* arithmetic, uint32_t* words, uint64_t size,
                               int order, uint64_t row, const char* type, limbsmith_array** out);
void limbsmith_free_array(limbsmith_array* array);
/* 0, NULL for a NULL array. */
uint64_t limbsmith_size(const limbsmith_array* array);
int limbsmith_words(const limbsmith_array* array);
uint32_t* limbsmith_address(const limbsmith_array* array);

/* limbsmith_words() words for each number, the least significant first, one number after the other. */
limbsmith_error limbsmith_write_words(limbsmith_array* to, const uint32_t* words);
limbsmith_error limbsmith_read_words(const limbsmith_array* from, uint32_t* words);
/* As many texts as the array has numbers. */
limbsmith_error limbsmith_write_text(limbsmith_array* to, const char* const* numbers);
/* Number `index` in decimal: at most `size` bytes, with a 0 at the end, and in `length`, if it is not NULL, the characters
 * that the text has without it. LIMBSMITH_INVALID if it does not fit. Reads the whole array: for many numbers take
 * limbsmith_read_words. */
limbsmith_error limbsmith_text_of(const limbsmith_array* from, uint64_t index, char* text, size_t size,
                                  size_t* length);

limbsmith_error limbsmith_function_of(const limbsmith_arithmetic* arithmetic, const char* operation,
                                      limbsmith_function** out);
limbsmith_error limbsmith_compile(const limbsmith_arithmetic* arithmetic, const char* expression,
                                  limbsmith_function** out);
void limbsmith_free_function(limbsmith_function* function);
limbsmith_error limbsmith_prepare(const limbsmith_function* function);
int limbsmith_results(const limbsmith_function* function); /* -1 after an error */
int limbsmith_operands(const limbsmith_function* function);

/* An argument: an array, or where that is NULL a value for all numbers. */
typedef struct limbsmith_operand {
    limbsmith_array* array;
    const char* value;
} limbsmith_operand;

/* Results first. On the standard stream of the place if `stream` is NULL. On a GPU it returns before the work is done. */
limbsmith_error limbsmith_call(const limbsmith_function* function, const limbsmith_operand* arguments,
                               size_t count, limbsmith_stream* stream);

/* Number t of `to` becomes number first + sum of index*step of `from`, where t counts through the indices of all axes, the last
 * one fastest: a slice, a transposed matrix, a row that is repeated (step 0). Both are of one type and share no words. On the
 * standard stream if `stream` is NULL. */
typedef struct limbsmith_axis {
    uint64_t extent;
    int64_t step;
} limbsmith_axis;
limbsmith_error limbsmith_take(limbsmith_array* to, const limbsmith_array* from, uint64_t first,
                               const limbsmith_axis* axes, size_t count, limbsmith_stream* stream);
/* Number t of `to` becomes number numbers[t] of `from`; as many as `to` has. */
limbsmith_error limbsmith_take_each(limbsmith_array* to, const limbsmith_array* from, const uint64_t* numbers,
                                    limbsmith_stream* stream);

/* Numbers of one arithmetic as numbers of another one of the session, as many. On the standard stream if `stream` is NULL. */
enum { LIMBSMITH_ZERO_EXTENSION = 0, LIMBSMITH_SIGN_EXTENSION = 1 };
/* to = from; LIMBSMITH_INVALID, and nothing changes, if a number does not fit. */
limbsmith_error limbsmith_resize(limbsmith_array* to, const limbsmith_array* from, int extension,
                                 limbsmith_stream* stream);
/* to = from mod 2^bits. */
limbsmith_error limbsmith_truncate(limbsmith_array* to, const limbsmith_array* from,
                                   limbsmith_stream* stream);
/* to = from mod N, for residues `to`. */
limbsmith_error limbsmith_remainder(limbsmith_array* to, const limbsmith_array* from,
                                    limbsmith_stream* stream);
/* The number below the product of all N that has these `count` remainders; no two N have a divisor in common. */
limbsmith_error limbsmith_crt(limbsmith_array* to, const limbsmith_array* const* from, size_t count,
                              limbsmith_stream* stream);
/* The same for two moduli of its own for each number: to = b + q*((a - b)*q_inverse mod p), whole numbers all.
   Requires a, b < p; b < q; q*q_inverse mod p = 1 mod p; p*q <= 2^bits of `to`. */
limbsmith_error limbsmith_crt_each(limbsmith_array* to, const limbsmith_array* a, const limbsmith_array* p,
                                   const limbsmith_array* b, const limbsmith_array* q,
                                   const limbsmith_array* q_inverse, limbsmith_stream* stream);

/* The options of `limbsmith generate`, each NULL where it is left as it is; give bits or modulus. powers: NAME=EXPONENT, the last
 * one NULL. has_views: put <limbsmith/layout.hpp> before the header. */
typedef struct limbsmith_header {
    const char *bits, *modulus, *ops, *name, *style, *expr, *map, *mul, *reduction, *inverse;
    const char* const* powers;
    int has_views;
} limbsmith_header;
/* The header that the command prints, to be freed by limbsmith_free_text(). */
limbsmith_error limbsmith_generate(const limbsmith_header* of, char** out);
void limbsmith_free_text(char* text);

limbsmith_error limbsmith_new_stream(const limbsmith_session* session, limbsmith_stream** out);
/* Waits for its work. */
limbsmith_error limbsmith_synchronize(limbsmith_stream* stream);
/* The cudaStream_t; NULL on the host. */
void* limbsmith_stream_handle(const limbsmith_stream* stream);
void limbsmith_free_stream(limbsmith_stream* stream);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
