/*
 * test_printed.c: how much of the fixture's lab its lesson gives away, as curriculum_printed counts it and the lint
 * complains of it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fixture.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define LAB "labs/t01-toy/lab.lua"
#define LESSON "labs/t01-toy/lesson.md"
#define WEEK "curriculum/weeks/w01.lua"

TestSuite(printed, .init = fixture_make, .fini = fixture_drop, .timeout = 60);

/* What is counted of the first in that list, "labs" (the fixture's only lab) or "pages"; the caller's. */
static json_t *first_of(struct curriculum *cur, const char *list)
{
    json_t *all = curriculum_printed(cur);
    cr_assert(all, "%s", curriculum_error(cur));
    json_t *row = json_incref(json_array_get(json_object_get(all, list), 0));
    json_decref(all);
    cr_assert(row);
    return row;
}

static double number(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

/* Has the lint something against how much of the reference the lesson prints? */
static bool complains(struct curriculum *cur)
{
    json_t *r = curriculum_lint(cur);
    const json_t *e;
    size_t k;
    bool found = false;
    json_array_foreach(json_object_get(r, "errors"), k, e)
        found |= strstr(json_string_value(json_object_get(e, "message")), "of the reference's own 5 lines") != NULL;
    cr_expect_eq(json_is_true(json_object_get(r, "ok")), !found, "it is an error: %s", curriculum_error(cur));
    json_decref(r);
    return found;
}

/* Of the toy's reference five lines are its own: the skeleton has its head, and lone braces are no lines. */
Test(printed, what_a_lesson_gives_away)
{
    static const struct {
        const char *old, *new; /* in the lesson */
        int printed, fixed;
    } rows[] = {
        /* two lines, which are few, the whole function, three lines of it, one line twice, and only in prose */
        {"", "", 2, 0},
        {"\"for (int k\" }}", "\"void toy_sum(\" }}", 5, 0},
        {"\"for (int k\" }}", "\"float sum\" \"sum +=\" }}", 3, 0},
        {"\"for (int k\" }}", "\"void toy_sum(\" }}\nfloat sum=0; /* one */", 5, 0},
        {"```c\n{{! kernels/t01-toy/ref.c \"for (int k\" }}\n```", "`float sum = 0;` and 4.2", 0, 0},
        {"of the cache", "of the 42 lines of the cache", 2, 1},
        {"of the cache", "of the 0.042 lines, or x42, or 420, or 42e1", 2, 0},
        {"of the cache", "of the 4.2 × 10^1 lines", 2, 1},
        {"of the cache", "of the 420e−1 lines", 2, 1},
    };
    for (size_t k = 0; k < LEN(rows); k++) {
        fixture_renew(LESSON);
        fixture_edit(LESSON, rows[k].old, rows[k].new);
        struct curriculum *cur = fixture_open();
        json_t *row = first_of(cur, "labs");
        cr_expect_eq(number(row, "own"), 5, "row %zu", k);
        cr_expect_eq(number(row, "printed"), rows[k].printed, "row %zu: %.0f", k, number(row, "printed"));
        cr_expect_eq(number(row, "share"), rows[k].printed / 5.0, "row %zu", k);
        cr_expect_eq(number(row, "numeric"), 4, "row %zu", k);
        cr_expect_eq(json_array_size(json_object_get(row, "fixed")), (size_t)rows[k].fixed, "row %zu", k);
        cr_expect_eq(complains(cur), rows[k].printed > 2, "row %zu: the lint", k);
        cr_expect_eq(json_is_true(json_object_get(row, "above")), rows[k].printed > 2, "row %zu", k);
        json_decref(row);
        curriculum_close(cur);
    }
}

/* Drawn parameters are what keeps an answer from being copied, unless they leave it as it is. */
Test(printed, drawn_answers_are_not_fixed)
{
    static const struct {
        const char *question;
        int left; /* of this one question: the same for everybody, and on the page */
    } rows[] = {
        {"unit = \"1\", answer = 42, rtol = 0", 1},
        {"unit = \"1\", vary = {n = {41, 42, 43}}, answer = \"p.n\", rtol = 0", 0},
        {"unit = \"1\", vary = {n = {41, 42, 43}}, answer = 42, rtol = 0", 1},
    };
    size_t same[LEN(rows)];
    for (size_t k = 0; k < LEN(rows); k++) {
        fixture_renew(LAB);
        fixture_renew(LESSON);
        fixture_edit(LESSON, "of the cache", "of the 42 lines of the cache");
        fixture_edit(LAB, rows[0].question, rows[k].question);
        struct curriculum *cur = fixture_open();
        json_t *row = first_of(cur, "labs");
        cr_expect_eq(number(row, "numeric"), 4);
        cr_expect_eq(json_array_size(json_object_get(row, "fixed")), (size_t)rows[k].left, "row %zu", k);
        same[k] = json_array_size(json_object_get(row, "same"));
        json_decref(row);
        curriculum_close(cur);
    }
    cr_expect_eq(same[0], same[1] + 1);
    cr_expect_eq(same[0], same[2]);
}

/* A week has no code: only its questions are counted, against all that its page says around them. */
Test(printed, a_week_is_counted_too)
{
    for (int left = 2; left >= 0; left--) { /* its idea and its milestone both say the ridge */
        struct curriculum *cur = fixture_open();
        json_t *row = first_of(cur, "pages");
        cr_expect_str_eq(json_string_value(json_object_get(row, "page")), "w01");
        cr_expect_eq(number(row, "numeric"), 1);
        cr_expect_eq(json_array_size(json_object_get(row, "fixed")), left > 0, "%d places left", left);
        json_decref(row);
        curriculum_close(cur);
        if (left > 0)
            fixture_edit(WEEK, left == 2 ? "The ridge is {{= n(f.ridge) }}" : "Reach {{= n(f.ridge) }}", "Some");
    }
}
