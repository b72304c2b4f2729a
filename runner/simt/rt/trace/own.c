/*
 * own.c: arrays of a lane's own, which are no device memory that the trace could judge. gcc checks each index against
 * the array's size and each access against the object's, and a function's frame has a canary behind its arrays.
 *
 * An index is checked wherever the type is an array, in shared memory and in structs, too. Told are those places that
 * the rewriter has found to be local arrays (rewrite_own.c).
 */
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/rt.h"
#include "runner/simt/rt/sched/sched.h"

#define HERE ((uintptr_t)__builtin_return_address(0))

enum { ERROR_LAUNCH_FAILURE = 719 };

/* ---- indices ------------------------------------------------------------------------------------------- */

struct type { /* gcc's layout */
    uint16_t kind, info; /* of an integer: bit 0 is set where it has a sign */
    char name[];         /* 'float [4][8]' */
};
struct own_index {
    const char *file;
    uint32_t line, column;
    const struct type *array, *index;
};
struct place {
    int known, row, flat, address;
};
extern const char __start_simt_own[] __attribute__((weak)), __stop_simt_own[] __attribute__((weak));

/* "12:5rf": the place's letters, where it is this one. */
static int is_place(const char *p, const struct own_index *what, struct place *ret)
{
    char *end;
    unsigned long line = strtoul(p, &end, 10), column = *end == ':' ? strtoul(end + 1, &end, 10) : 0;

    if (line != what->line || column != what->column)
        return 0;
    *ret = (struct place){ .known = 1 };
    for (; *end && *end != ' ' && *end != '\n'; end++) {
        ret->row |= *end == 'r';
        ret->flat |= *end == 'f';
        ret->address |= *end == 'a';
    }
    return 1;
}

/* In one unit's text: a file's name and the line of its places, and so on. */
static int in_unit(const char *p, const struct own_index *what, struct place *ret)
{
    size_t n = strlen(what->file);

    while (*p) {
        const char *places = strchr(p, '\n'), *next = places ? strchr(places + 1, '\n') : NULL;
        if (!places)
            return 0;
        int here = (size_t)(places - p) == n && !memcmp(p, what->file, n);
        for (p = places + 1; here && *p && *p != '\n'; p += strcspn(p + 1, " \n") + 1)
            if (is_place(p, what, ret))
                return 1;
        if (!next)
            return 0;
        p = next + 1;
    }
    return 0;
}

static struct place place_of(const struct own_index *what)
{
    struct place ret = { 0 };

    for (const char *p = __start_simt_own; p < __stop_simt_own; p += strlen(p) + 1)
        if (in_unit(p, what, &ret))
            break;
    return ret;
}

void __ubsan_handle_out_of_bounds(const struct own_index *what, uintptr_t index);
void __ubsan_handle_out_of_bounds(const struct own_index *what, uintptr_t index)
{
    struct place p = simt_hot.cur ? place_of(what) : (struct place){ 0 };
    const char *dim = strchr(what->array->name, '[');
    unsigned long n = dim ? strtoul(dim + 1, NULL, 10) : 0;
    int below = what->index->info & 1 && (intptr_t)index < 0;
    char at[32];

    if (!p.known || (p.flat && !below) || (p.address && index == n))
        return;
    snprintf(at, sizeof at, below ? "%ld" : "%lu", (long)index);
    error_addf("local-array", HERE, p.row ? "A thread takes element %s of a row of %lu in a local array: it lies in "
               "another row, or outside." : "A thread takes element %s of a local array that has %lu.", at, n);
    simt_abandon(ERROR_LAUNCH_FAILURE);
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

/* What -fsanitize=object-size says of an access; gcc's layout. */
struct own_access {
    const char *file;
    uint32_t line, column;
    const struct type *type;
    unsigned char lg_align, kind; /* kind 1: a store */
};
void __ubsan_handle_type_mismatch_v1(const struct own_access *what, uintptr_t at);
void __ubsan_handle_type_mismatch_v1(const struct own_access *what, uintptr_t at)
{
    const struct fiber *f = simt_hot.cur;
    const struct sched *s = f ? simt_worker->sched : NULL;

    if (!s || at - (uintptr_t)s->region >= s->region_size) /* of host code, or memory that the trace judges */
        return;
    error_addf("local-array", HERE, "A thread %s past the end of a local array.",
               what->kind == 1 ? "writes" : "reads");
    simt_abandon(ERROR_LAUNCH_FAILURE);
}

/* A function returns, and its frame's canary has been written over: by a pointer whose array the compiler lost. */
void __stack_chk_fail(void) __attribute__((noreturn));
void __stack_chk_fail(void)
{
    if (!simt_hot.cur) {
        fputs("*** stack smashing detected ***: terminated\n", stderr);
        abort();
    }
    error_addf("local-array", HERE, "A thread has written past the end of a local array of the function that ends "
               "here, through a pointer to the array.");
    simt_abandon(ERROR_LAUNCH_FAILURE);
    __builtin_unreachable();
}
