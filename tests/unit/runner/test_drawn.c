/* A third of each call's cases is sanitized where a word draws it; each case by some word, and all without one. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/util.h"
#include "runner/runner.h"

static char scratch[] = "/tmp/ridge-drawn-XXXXXX";

/* Writes behind y in each case, so the first that is sanitized is named. */
static const char *const source = "void scale(int n, const float *x, float *y)\n{\n    y[n] = n ? x[0] : 0;\n}\n";

static void sanitized_first(const char *draw, char *ret, size_t n)
{
    static const char *const only[] = { "sanitize", NULL };
    struct err err = { "" };
    char path[512];
    snprintf(path, sizeof path, "%s/t-scale.json", getenv("RIDGE_TEST_ROOT"));
    json_t *lab = json_load_file(path, 0, NULL), *files = json_pack("{s:s}", "scale.c", source);
    struct runner_request q = { .lab = lab, .root = getenv("RIDGE_TEST_ROOT"), .cache = scratch,
                                .program = getenv("RIDGE_TEST_EXEC"), .impl = "learner", .backend = "cpu",
                                .cc = "gcc", .files = files, .phases = only, .draw = draw };
    struct runner *r = runner_start(&q, &err);
    cr_assert_not_null(r, "%s", err.text);
    runner_wait(r, NULL, NULL, NULL);
    const json_t *s = json_object_get(runner_report(r), "sanitize");
    const char *said = json_string_value(json_object_get(s, "message")), *at = said ? strstr(said, "in case ") : NULL;
    cr_assert_not_null(at, "%s", said ? said : runner_failure(r));
    snprintf(ret, n, "%.*s", (int)strcspn(at + 8, ":"), at + 8);
    runner_finish(r);
    json_decref(files);
    json_decref(lab);
}

Test(drawn, each_case_has_its_turn, .timeout = 120)
{
    enum { WORDS = 12, CASES = 3 };
    char seen[CASES][64], first[64], word[16], cmd[64];
    size_t n = 0;
    cr_assert_not_null(mkdtemp(scratch));
    setenv("TMPDIR", scratch, 1);
    for (int k = 0; k < WORDS && n < CASES; k++) {
        char name[64];
        size_t q = 0;
        snprintf(word, sizeof word, "word %d", k);
        sanitized_first(word, name, sizeof name);
        while (q < n && strcmp(seen[q], name))
            q++;
        if (q == n)
            memcpy(seen[n++], name, sizeof name);
    }
    cr_assert_eq(n, CASES, "%zu of the cases were drawn by %d words", n, WORDS);
    sanitized_first("word 0", first, sizeof first);
    cr_assert_str_eq(first, seen[0], "the same word draws the same");
    sanitized_first(NULL, first, sizeof first);
    cr_assert_str_eq(first, "n0", "all are sanitized, in their order, without a word");
    snprintf(cmd, sizeof cmd, "rm -rf %s", scratch);
    cr_assert_eq(system(cmd), 0);
}
