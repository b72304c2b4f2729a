/* test_gate.c: the phases of the silicon track: what opens them, what is refused, and what opens by hand. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learner.h"
#include "tui/app/gate.h"
#include "runner/base/util.h"

TestSuite(gate, .timeout = 120);

static struct app a;

static void begin(const char *track)
{
    learner_begin(&a, track);
}

static void end(void)
{
    learner_end(&a);
}

/* One attempt: status and stage as given, `passed` the one milestone that it passed. */
static void attempt(const char *lab, const char *status, const char *stage, const char *passed)
{
    struct db_attempt t = { .lab = lab, .lab_rev = 100, .backend = "cpu", .status = status, .stage = stage,
                            .points = 50, .max = 100 };
    struct db_file f = { "a.c", "int a;\n", 7 };
    json_t *r = json_pack("{s:[{s:s s:s s:s}]}", "milestones", "id", passed, "status", "PASS", "stage", stage);
    int64_t id;
    cr_assert_eq(db_attempt_insert(a.db, &t, &f, 1, r, &id), DB_OK, "%s", db_error(a.db));
    json_decref(r);
}

static const char *next(void)
{
    static char id[64];
    json_t *n = app_next(&a, NULL);
    snprintf(id, sizeof id, "%s", n ? json_string_value(json_object_get(n, "lab")) : "");
    json_decref(n);
    return id;
}

static const char *state(size_t step)
{
    static char text[32];
    json_t *steps = gate_steps(&a, app_track(&a), NULL);
    snprintf(text, sizeof text, "%s", json_string_value(json_object_get(json_array_get(steps, step), "state")));
    json_decref(steps);
    return text;
}

static void every_lab_of(size_t step, const char *stage)
{
    json_t *steps = gate_steps(&a, app_track(&a), NULL), *labs, *l;
    size_t k;
    labs = json_object_get(json_array_get(steps, step), "labs");
    json_array_foreach(labs, k, l)
        if (json_is_true(json_object_get(l, "ready")))
            attempt(json_string_value(json_object_get(l, "id")), *stage ? "FAIL" : "PASS", stage, "perf");
    json_decref(steps);
}

Test(gate, an_empty_workbook_begins_with_the_first_phase)
{
    begin("silicon");
    cr_expect_str_eq(next(), "c04-ownership");
    cr_expect_str_eq(state(0), "open");
    cr_expect_str_eq(state(1), "locked");
    cr_expect_str_eq(state(3), "locked");
    cr_expect_eq(gate_allows(&a, "c04-ownership"), APP_OK);
    cr_expect_eq(gate_allows(&a, "w01-roofline"), APP_FAILED);
    cr_expect(strstr(a.error, "opens after P1: 4 of 4 labs are left there, next c04-ownership"), "%s", a.error);
    cr_expect(strstr(a.error, "`ridge unlock P2`"), "%s", a.error);
    cr_expect_eq(gate_allows(&a, "c12-five-axis"), APP_OK, "no lab of the track: %s", a.error);
    end();
}

Test(gate, bronze_in_every_lab_that_is_there_opens_the_next)
{
    begin("silicon");
    every_lab_of(0, "bronze");
    cr_expect_str_eq(state(0), "passed");
    cr_expect_str_eq(state(1), "open");
    cr_expect_str_eq(state(2), "locked");
    cr_expect_str_eq(next(), "w01-roofline", "what the next step has comes before better times in this one");
    cr_expect_eq(gate_allows(&a, "w01-roofline"), APP_OK, "%s", a.error);
    cr_expect_eq(gate_allows(&a, "c06-floatbits"), APP_FAILED);
    cr_expect(strstr(a.error, "that step is locked itself"), "%s", a.error);
    end();
}

Test(gate, a_right_lab_that_is_slow_is_not_done)
{
    begin("silicon");
    attempt("c04-ownership", "FAIL", "", "correct");
    attempt("c02-perf-caches", "FAIL", "", "correct");
    attempt("c01-simd-gemm", "FAIL", "", "correct");
    cr_expect_str_eq(state(1), "locked");
    cr_expect_str_eq(next(), "c04-ownership");
    end();
}

Test(gate, what_was_begun_stays_open)
{
    begin("silicon");
    attempt("w05-int8-outliers", "FAIL", "", "compile");
    cr_expect_eq(gate_allows(&a, "w05-int8-outliers"), APP_OK, "%s", a.error);
    char *dir = app_work_dir(&a, "w08-zero");
    struct err e;
    cr_assert_eq(util_mkdirs(dir, &e), 0);
    free(dir);
    cr_expect_eq(gate_allows(&a, "w08-zero"), APP_OK, "%s", a.error);
    end();
}

Test(gate, by_hand_a_step_or_a_lab_and_back)
{
    char name[128];
    begin("silicon");
    cr_assert_eq(gate_find(&a, "p3", name, sizeof name), APP_OK);
    cr_assert_str_eq(name, "P3");
    cr_assert_eq(gate_find(&a, "3", name, sizeof name), APP_OK);
    cr_assert_str_eq(name, "P3");
    cr_assert_eq(gate_find(&a, "w06-paged-k", name, sizeof name), APP_OK);
    cr_assert_str_eq(name, "w06-paged-kv");
    cr_assert_eq(gate_find(&a, "P9", name, sizeof name), APP_USAGE);
    cr_expect(strstr(a.error, "P1, P2, P3, P4"), "%s", a.error);
    cr_assert_eq(gate_find(&a, "c12", name, sizeof name), APP_USAGE, "no lab of this track");
    cr_assert_eq(gate_put(&a, "P3", 1, "MPI for a living"), APP_OK, "%s", a.error);
    cr_expect_str_eq(state(2), "open");
    cr_expect_str_eq(state(1), "locked");
    cr_expect_str_eq(state(3), "locked");
    cr_expect_eq(gate_allows(&a, "w08-zero"), APP_OK, "%s", a.error);
    cr_expect_str_eq(next(), "c04-ownership", "the lowest open step comes first");
    cr_expect_eq(gate_put(&a, "P3", 1, NULL), APP_FAILED, "twice");
    cr_assert_eq(gate_put(&a, "w06-paged-kv", 1, NULL), APP_OK, "%s", a.error);
    cr_expect_eq(gate_allows(&a, "w06-paged-kv"), APP_OK, "%s", a.error);
    cr_expect_eq(gate_allows(&a, "w06b-paged-attn"), APP_FAILED);
    cr_assert_eq(gate_put(&a, "P3", 0, NULL), APP_OK, "%s", a.error);
    cr_expect_str_eq(state(2), "locked");
    cr_expect_eq(gate_put(&a, "P3", 0, NULL), APP_FAILED, "what is not opened can't be taken back");
    cr_assert_eq(gate_put(&a, "P3", 1, NULL), APP_OK, "%s", a.error);
    cr_expect_str_eq(state(2), "open");
    end();
}

Test(gate, other_tracks_lock_nothing)
{
    char name[128];
    begin("systems24");
    cr_expect_eq(gate_allows(&a, "w06-paged-kv"), APP_OK, "%s", a.error);
    cr_expect_eq(gate_find(&a, "P3", name, sizeof name), APP_USAGE);
    cr_expect(strstr(a.error, "locks nothing"), "%s", a.error);
    json_t *steps = gate_steps(&a, app_track(&a), NULL);
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(steps, 2), "name")), "W5-6");
    cr_expect_str_eq(json_string_value(json_object_get(json_array_get(steps, 2), "label")), "D01 GPU architecture");
    json_decref(steps);
    end();
}
