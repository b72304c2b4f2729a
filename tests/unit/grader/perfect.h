/* perfect.h: the fixture's lab, a run in which all went well, and what the grader makes of one. */
#ifndef RIDGE_TESTS_GRADER_PERFECT_H
#define RIDGE_TESTS_GRADER_PERFECT_H

#include "grader/grader.h"
#include "tests/unit/curriculum/fixture.h"

#include <criterion/criterion.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))
#define LAB "labs/t01-toy/lab.lua"

static struct curriculum *cur;

static void open_fixture(void)
{
    fixture_make();
    cur = fixture_open();
}

static void close_fixture(void)
{
    curriculum_close(cur);
    fixture_drop();
}

static const char *get(const json_t *j, const char *key)
{
    const char *s = json_string_value(json_object_get(j, key));
    return s ? s : "";
}

/* A run in which all went well. */
static json_t *perfect(const json_t *lab)
{
    json_t *raw = json_pack("{s:s, s:O, s:s, s:s, s:{s:b, s:s}, s:{s:s}, s:[], s:[], s:f}",
                            "schema", "ridge.raw/1", "lab", json_object_get(lab, "id"), "backend",
                            "cpu", "impl", "learner", "build", "ok", 1, "log", "", "sanitize",
                            "status", "PASS", "skipped", "lines", "duration_ms", 12.5);
    json_t *cases = json_array(), *c, *call;
    size_t k, q;
    json_array_foreach(json_object_get(lab, "cases"), k, c) {
        if (!strcmp(get(c, "id"), "big"))
            continue; /* a bench-only case is not run in correct */
        json_array_foreach(json_object_get(c, "calls"), q, call) {
            json_array_append_new(
                cases, json_pack("{s:O, s:O, s:s}", "case", json_object_get(c, "id"), "call",
                                 json_object_get(call, "call"), "status", "PASS"));
        }
    }
    json_object_set_new(raw, "cases", cases);
    json_object_set_new(
        raw, "counters",
        json_loads("[{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": "
                   "250}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", "
                   "\"value\": 64}]",
                   0, NULL));
    json_object_set_new(
        raw, "measurements",
        json_loads(
            "[{\"bench\": \"big\", \"call\": \"toy_sum\", \"case\": \"big\", \"ratio\": 0.95, "
            "\"lo\": 0.93, \"hi\": 0.97, \"samples\": [[1, 1]]}]",
            0, NULL));
    return raw;
}

static json_t *grade(const json_t *lab, const json_t *raw, const char *history)
{
    json_t *h = history ? json_loads(history, 0, NULL) : NULL, *report = NULL;
    struct err error = { "" };
    int rc = grader_grade(cur, lab, raw, h, NULL, &report, &error);
    cr_assert_eq(rc, 0, "%s", error.text);
    json_decref(h);
    return report;
}

static const json_t *milestone(const json_t *report, const char *id)
{
    const json_t *m;
    size_t k;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!strcmp(get(m, "id"), id))
            return m;
    }
    return NULL;
}

/* One letter a milestone: P F E S I and '.' for PENDING. */
static void letters(const json_t *report, char *out)
{
    const json_t *m;
    size_t k;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        const char *s = get(m, "status");
        *out++ = !strcmp(s, "PENDING") ? '.' : *s;
    }
    *out = 0;
}

#endif
