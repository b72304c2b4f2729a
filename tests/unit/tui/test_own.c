/* test_own.c: which run of the learner's a question about a run gets, and what comes of the answer. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learner.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/own.h"

#define LAB "w06-paged-kv"

static struct app a;
static json_t *questions;
static const json_t *question;

static void begin(void)
{
    learner_begin(&a, NULL);
    questions = curriculum_questions(a.cur, LAB, 1);
    question = js_row(questions, "id", "own-waste");
    cr_assert(question, "%s", curriculum_error(a.cur));
}

static void end(void)
{
    json_decref(questions);
    learner_end(&a);
}

TestSuite(own, .init = begin, .fini = end, .timeout = 120);

/* A run with one counter; its number. */
static int64_t run(int rev, const char *impl, const char *correct, const char *case_id, const char *name,
                   const char *source, double value)
{
    struct db_attempt t = { .lab = LAB, .lab_rev = rev, .backend = "cpu", .impl = impl, .status = "PASS" };
    struct db_file f = { "a.c", "int a;\n", 7 };
    json_t *r = json_pack("{s:[{s:s s:s}] s:[{s:s s:s s:s s:s s:f}]}", "milestones", "id", "correct", "status", correct,
                          "counters", "call", "sched", "case", case_id, "name", name, "source", source, "value", value);
    int64_t id;
    cr_assert_eq(db_attempt_insert(a.db, &t, &f, 1, r, &id), DB_OK, "%s", db_error(a.db));
    json_decref(r);
    return id;
}

/* What is said of it when there is no run: a part of the sentence. */
static void lacks(const char *part)
{
    json_t *own = own_run(&a, question, 0);
    cr_expect(strstr(js_text(own, "lack"), part), "'%s' lacks '%s'", js_text(own, "lack"), part);
    json_decref(own);
}

Test(own, the_newest_run_that_can_answer)
{
    int rev = app_lab_rev(&a, LAB);
    lacks("There is no run of yours to ask about: `ridge test " LAB "` first.");
    run(rev, "ref", "PASS", "trace", "waste_pct", "lab", 1);
    run(rev, NULL, "FAIL", "trace", "waste_pct", "lab", 2);
    run(rev, NULL, "PASS", "other", "waste_pct", "lab", 3);
    run(rev, NULL, "PASS", "trace", "steps", "lab", 4);
    run(rev, NULL, "PASS", "trace", "waste_pct", "ctrace", 5);
    lacks("There is no run of yours");
    int64_t older = run(rev + 1, NULL, "PASS", "trace", "waste_pct", "lab", 6);
    lacks("changed since your run");
    int64_t first = run(rev, NULL, "PASS", "trace", "waste_pct", "lab", 7);
    int64_t last = run(rev, NULL, "PASS", "trace", "waste_pct", "lab", 8);
    run(rev, NULL, "FAIL", "trace", "waste_pct", "lab", 9);
    const struct {
        int64_t asked, attempt;
        double value;
    } rows[] = { { 0, last, 8 }, { first, first, 7 }, { older, older, 6 } };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        json_t *own = own_run(&a, question, rows[k].asked);
        cr_expect_eq((int64_t)js_number(own, "attempt"), rows[k].attempt, "row %zu", k);
        cr_expect_eq(js_number(json_object_get(own, "values"), "waste_pct"), rows[k].value, "row %zu", k);
        json_decref(own);
    }
    cr_expect_null(own_run(&a, js_row(questions, "id", "waste"), 0), "it asks about no run");
}

/* A run with what a bench measured; gflops below 0: none. */
static int64_t timed(int rev, const char *correct, const char *bench, double ratio, double gflops)
{
    struct db_attempt t = { .lab = LAB, .lab_rev = rev, .backend = "cpu", .status = "PASS" };
    struct db_file f = { "a.c", "int a;\n", 7 };
    json_t *m = json_pack("{s:s s:s s:s s:s s:f s:i}", "bench", bench, "call", "sched", "case", "trace", "clock", "cpu",
                          "ratio", ratio, "pairs", 3);
    if (gflops >= 0)
        json_object_set_new(m, "gflops", json_real(gflops));
    json_t *r = json_pack("{s:[{s:s s:s}] s:[o]}", "milestones", "id", "correct", "status", correct, "measurements", m);
    int64_t id;
    cr_assert_eq(db_attempt_insert(a.db, &t, &f, 1, r, &id), DB_OK, "%s", db_error(a.db));
    json_decref(r);
    return id;
}

Test(own, a_bench_has_fields)
{
    int rev = app_lab_rev(&a, LAB);
    json_t *asked = json_pack("{s:s s:{s:s s:s s:s s:[s s]}}", "id", "fast", "own", "lab", LAB, "bench", "long",
                              "milestone", "correct", "fields", "ratio", "gflops");
    question = asked;
    lacks("There is no run of yours to ask about: `ridge test " LAB "` first.");
    timed(rev, "FAIL", "long", .5, 1);
    timed(rev, "PASS", "short", .5, 2);
    timed(rev, "PASS", "long", .5, -1);
    lacks("There is no run of yours");
    int64_t id = timed(rev, "PASS", "long", .5, 3);
    timed(rev, "PASS", "short", .5, 4);
    json_t *own = own_run(&a, asked, 0);
    cr_expect_eq((int64_t)js_number(own, "attempt"), id);
    cr_expect_eq(js_number(json_object_get(own, "values"), "gflops"), 3);
    cr_expect_eq(js_number(json_object_get(own, "values"), "ratio"), .5);
    json_decref(own);
    json_decref(asked);
}

Test(own, an_answer_is_about_that_run)
{
    static const struct {
        double waste;
        const char *answer, *status, *part;
    } rows[] = {
        { 4, "180 tok", "PASS", "Right: 180 tok." },       { 4, "180.9 tok", "PASS", "" },
        { 4, "192 tok", "FAIL", "never empty" },           { 4, "360 tok", "FAIL", "the worst case" },
        { 4, "416.8 tok", "FAIL", "reference's figure" },  { 1.7676, "416.8 tok", "PASS", "" },
        { 4, "90 tok", "FAIL", "not the figure of your" }, { 4, "180", "INVALID", "unit is missing" },
        { 4, "none", "INVALID", "not a number" },          { 4, "180 s", "INVALID", "not a unit of this" },
        { 4, "", "INVALID", "not a number" },              { 0, "180 tok", "INVALID", "has no such figure" },
        { 4, "1e999 tok", "INVALID", "not a number" },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        run(app_lab_rev(&a, LAB), NULL, "PASS", "trace", "waste_pct", "lab", rows[k].waste);
        json_t *own = own_run(&a, question, 0), *given = json_string(rows[k].answer);
        json_t *v = curriculum_answer_own(a.cur, LAB, "own-waste", 1, given, own);
        cr_assert(v, "%s", curriculum_error(a.cur));
        cr_expect_str_eq(js_text(v, "status"), rows[k].status, "row %zu: %s", k, js_text(v, "message"));
        cr_expect(strstr(js_text(v, "message"), rows[k].part) || strstr(js_text(v, "hint"), rows[k].part),
                  "row %zu: '%s' '%s'", k, js_text(v, "message"), js_text(v, "hint"));
        int pass = !strcmp(rows[k].status, "PASS");
        cr_expect_eq(json_equal(json_object_get(v, "attempt"), json_object_get(own, "attempt")), pass, "row %zu", k);
        cr_expect_eq(*js_text(v, "worked") != 0 || *js_text(v, "expected") != 0, pass, "row %zu", k);
        json_decref(v);
        json_decref(given);
        json_decref(own);
    }
    json_t *given = json_string("180 tok"), *v = curriculum_answer(a.cur, LAB, "own-waste", 1, given, false);
    cr_expect_str_eq(js_text(v, "status"), "INVALID", "nobody has looked for a run");
    json_decref(v);
    json_decref(given);
}
