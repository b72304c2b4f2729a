/* test_items.c: a class's milestones and mistakes, against figures worked out by hand. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/class/items.h"
#include "runner/base/util.h"

static const char lab[] = "{'id': 'l', 'milestones': [{'id': 'compile', 'kind': 'compile', 'max': 10},"
                          " {'id': 'correct', 'kind': 'correct', 'max': 30}, {'id': 'perf', 'kind': 'perf', 'max': 20},"
                          " {'id': 'answers', 'kind': 'answers', 'max': 5}]}";

static json_t *parse(const char *text)
{
    char copy[1500];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *p = copy; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    json_t *d = json_loads(copy, 0, NULL);
    cr_assert(d, "%s", copy);
    return d;
}

/* A student: correct's and perf's status and points, and what correct said, with a hint or without. */
static void enrol(json_t *rows, int n, const char *correct, double c, const char *perf, double p, const char *said,
                  const char *hint)
{
    char text[900];
    snprintf(text, sizeof text,
             "{'key': 's%02d', 'stage': '%s', 'points': %g, 'max': 60, 'report': {'milestones': ["
             "{'id': 'compile', 'status': 'PASS', 'points': 10, 'max': 10},"
             "{'id': 'correct', 'status': '%s', 'points': %g, 'max': 30, 'message': '%s', 'hint': '%s'},"
             "{'id': 'perf', 'status': '%s', 'points': %g, 'max': 20, 'message': 'm'},"
             "{'id': 'answers', 'status': 'PENDING', 'points': 0, 'max': 5}]}}",
             n, p > 0 ? "gold" : "", 10 + c + p, correct, c, said, hint, perf, p);
    json_array_append_new(rows, parse(text));
}

static const json_t *at(const json_t *d, const char *list, const char *key, const char *value)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(d, list), k, m)
        if (!strcmp(util_str(m, key, ""), value))
            return m;
    cr_assert(false, "no %s is %s", key, value);
    return NULL;
}

static double of(const json_t *m, const char *key)
{
    cr_assert(json_is_number(json_object_get(m, key)), "%s", key);
    return json_number_value(json_object_get(m, key));
}

static json_t *class_of(int strong, int weak)
{
    json_t *rows = json_array();
    for (int k = 0; k < strong; k++)
        enrol(rows, k, "PASS", 30, k % 2 ? "PASS" : "FAIL", k % 2 ? 20 : 0, "right", "");
    for (int k = 0; k < weak; k++)
        enrol(rows, strong + k, "FAIL", 0, "PENDING", 0, "c[7] is 0.5", "");
    json_array_append_new(rows, parse("{'key': 'z', 'status': 'MISSING', 'points': null, 'max': null}"));
    return rows;
}

Test(items, shares_and_what_tells_strong_from_weak)
{
    json_t *l = parse(lab), *rows = class_of(8, 4), *d = items_of(l, rows);
    const json_t *correct = at(d, "milestones", "id", "correct"), *perf = at(d, "milestones", "id", "perf");
    cr_expect_eq(of(d, "students"), 13);
    cr_expect_eq(of(d, "graded"), 12, "who handed nothing in is in no figure");
    cr_expect_eq(of(correct, "passed"), 8);
    cr_expect_eq(of(correct, "failed"), 4);
    cr_expect_eq(of(perf, "open"), 4);
    cr_expect_float_eq(of(correct, "facility"), 8. / 12, 1e-12);
    cr_expect_float_eq(of(perf, "facility"), 4. / 12, 1e-12);
    /* x = correct: 8 of 12 are 1; y = the rest: 4 x 30/35, 8 x 10/35. By hand: r = 1/2. */
    cr_expect_float_eq(of(correct, "discrimination"), .5, 1e-9);
    cr_expect(json_is_null(json_object_get(at(d, "milestones", "id", "compile"), "discrimination")), "all reached it");
    cr_expect(json_is_null(json_object_get(at(d, "milestones", "id", "answers"), "facility")), "nobody was asked");
    cr_expect_float_eq(of(d, "median"), 40. / 60, 1e-12);
    cr_expect_eq(of(json_object_get(d, "stages"), "gold"), 4);
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}

Test(items, who_is_excused_is_in_no_figure)
{
    json_t *l = parse(lab), *rows = class_of(3, 1);
    json_object_set_new(json_array_get(rows, 3), "status", json_string("EXCUSED"));
    json_t *d = items_of(l, rows);
    cr_expect_eq(of(d, "graded"), 3);
    cr_expect_eq(of(at(d, "milestones", "id", "correct"), "failed"), 0);
    cr_expect_float_eq(of(d, "median"), 40. / 60, 1e-12);
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}

Test(items, few_gradings_tell_nothing)
{
    json_t *l = parse(lab), *rows = class_of(5, ITEMS_LEAST - 6), *d = items_of(l, rows);
    cr_expect(json_is_null(json_object_get(at(d, "milestones", "id", "correct"), "discrimination")));
    json_decref(d);
    json_decref(rows);
    rows = class_of(5, ITEMS_LEAST - 5);
    d = items_of(l, rows);
    cr_expect(json_is_real(json_object_get(at(d, "milestones", "id", "correct"), "discrimination")));
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}

Test(items, what_another_machine_would_say_is_left_out)
{
    json_t *l = parse(lab), *rows = json_array();
    enrol(rows, 0, "PASS", 30, "SKIPPED", 0, "", "");
    enrol(rows, 1, "PASS", 30, "PASS", 20, "", "");
    json_t *d = items_of(l, rows);
    const json_t *perf = at(d, "milestones", "id", "perf");
    cr_expect_eq(of(perf, "skipped"), 1);
    cr_expect_float_eq(of(perf, "facility"), 1, 1e-12);
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}

/* Messages differ by their numbers, hints do not; a number within a name is part of it. */
/* The milestone's message and hint are about the first function that is wrong; each of the others is a mistake, too. */
Test(items, of_several_functions_each_is_a_mistake_of_its_own)
{
    json_t *l = parse("{'id': 'l', 'calls': [{'name': 'p_total'}, {'name': 'act_bytes'}], 'milestones':"
                      " [{'id': 'correct', 'kind': 'correct', 'max': 30}]}");
    static const char row[] = "{'key': '%s', 'points': 0, 'max': 30, 'report': {'milestones': [{'id': 'correct', 'kind':"
                              " 'correct', 'status': 'FAIL', 'points': 0, 'max': 30, 'message': 'act', 'hint': 'h'}],"
                              " 'cases': [{'case': 'a', 'call': 'act_bytes', 'status': 'FAIL', 'message': 'act of a'},"
                              " {'case': 'b', 'call': 'act_bytes', 'status': 'FAIL', 'message': 'act of b'},"
                              " {'case': 'a', 'call': 'p_total', 'status': '%s', 'message': 'total of a'}]}}";
    static const char *const who[][2] = {{"s1", "FAIL"}, {"s2", "PASS"}, {"s3", "PASS"}};
    json_t *rows = json_array();
    for (size_t k = 0; k < 3; k++) {
        char text[900];
        snprintf(text, sizeof text, row, who[k][0], who[k][1]);
        json_array_append_new(rows, parse(text));
    }
    json_t *d = items_of(l, rows), *list = json_object_get(d, "mistakes");
    cr_assert_eq(json_array_size(list), 2);
    const json_t *act = json_array_get(list, 0), *total = json_array_get(list, 1);
    cr_expect_str_eq(util_str(act, "call", ""), "act_bytes");
    cr_expect_str_eq(util_str(act, "example", ""), "act of a");
    cr_expect_eq(json_array_size(json_object_get(act, "students")), 3);
    cr_expect_str_eq(util_str(total, "what", ""), "p_total");
    cr_expect_eq(json_array_size(json_object_get(total, "students")), 1);
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}

Test(items, mistakes_are_counted_the_commonest_first)
{
    json_t *l = parse(lab), *rows = json_array();
    enrol(rows, 0, "FAIL", 0, "PENDING", 0, "vadd2: c[7] is 0.5", "");
    enrol(rows, 1, "FAIL", 0, "PENDING", 0, "x", "count from the grid");
    enrol(rows, 2, "FAIL", 0, "PENDING", 0, "y", "count from the grid");
    enrol(rows, 3, "FAIL", 0, "PENDING", 0, "vadd2: c[123] is 17", "");
    enrol(rows, 4, "ERROR", 0, "PENDING", 0, "z", "count from the grid");
    enrol(rows, 5, "FAIL", 0, "PENDING", 0, "vadd3: c[123] is 17", "");
    json_t *d = items_of(l, rows), *list = json_object_get(d, "mistakes");
    static const struct {
        const char *what, *example;
        size_t n;
    } want[] = {{"count from the grid", "x", 3}, {"vadd2: c[#] is #", "vadd2: c[7] is 0.5", 2},
                {"vadd3: c[#] is #", "vadd3: c[123] is 17", 1}};
    cr_assert_eq(json_array_size(list), 3);
    for (size_t k = 0; k < 3; k++) {
        const json_t *m = json_array_get(list, k);
        cr_expect_str_eq(util_str(m, "what", ""), want[k].what);
        cr_expect_str_eq(util_str(m, "example", ""), want[k].example);
        cr_expect_eq(json_array_size(json_object_get(m, "students")), want[k].n);
    }
    json_decref(d);
    json_decref(rows);
    json_decref(l);
}
