/* C and CUDA cut into tokens: every byte is in one, and each kind is found. */
#include <criterion/criterion.h>
#include <string.h>

#include "tui/app/code.h"

/* One letter a byte: k keyword, c CUDA, t text, / comment, . the rest. */
static const char *cut(const char *line, int *inside)
{
    static char kinds[200];
    size_t n = strlen(line), at = 0;
    while (at < n) {
        enum code_token kind;
        size_t used = code_next(line + at, n - at, inside, &kind);
        cr_assert(used > 0 && at + used <= n, "at %zu of \"%s\"", at, line);
        memset(kinds + at, ".kct/"[kind], used);
        at += used;
    }
    kinds[n] = 0;
    return kinds;
}

Test(code, lines)
{
    static const struct {
        const char *line, *want;
        int inside, after;
    } row[] = {
        {"int x;", "kkk...", 0, 0},
        {"interior = 3;", ".............", 0, 0},
        {"__global__ void f(", "cccccccccc.kkkk...", 0, 0},
        {"x[threadIdx.x] // y", "..ccccccccc...." "////", 0, 0},
        {"s = \"a\\\"/*b\";", "....tttttttt.", 0, 0},
        {"a /* b", "..////", 0, 1},
        {"b */ if", "////.kk", 1, 0},
        {"/*/ x", "/////", 0, 1},
        {"'\\", "tt", 0, 0},
        {"while(warpSize)", "kkkkk.cccccccc.", 0, 0},
        {"", "", 1, 1},
    };
    for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
        int inside = row[k].inside;
        const char *got = cut(row[k].line, &inside);
        cr_assert_str_eq(got, row[k].want, "row %zu: \"%s\" gave \"%s\"", k, row[k].line, got);
        cr_assert_eq(inside, row[k].after, "row %zu", k);
    }
}

Test(code, languages)
{
    cr_assert(code_known("cuda") && code_known("c"));
    cr_assert(!code_known("") && !code_known("text") && !code_known(NULL));
}
