/* test_bench.c: what the grader says of a bench before it is timed, and of one that the lab does not have. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tests/unit/grader/perfect.h"

#define PROFILED "{\"profiled\": true, \"attempts\": 1}"

TestSuite(bench, .init = open_fixture, .fini = close_fixture, .timeout = 120);

/* A milestone of a bench that the lab does not list: nothing is timed, all else is judged, and the fault is ours. */
Test(bench, a_bench_that_the_lab_lacks)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    fixture_edit(LAB, "return t.ratio(\"big\") > .5", "return true");
    json_array_clear(json_object_get(lab, "bench"));
    json_t *report = grade(lab, raw, PROFILED);
    const json_t *m = milestone(report, "perf");
    char got[16];
    letters(report, got);
    cr_expect_str_eq(got, "PPPE.");
    cr_expect_str_eq(get(m, "message"), "Nothing was timed: the lab has no bench big.");
    cr_expect_eq(json_number_value(json_object_get(m, "points")), 0);
    cr_expect_eq(grader_exit_code(report), 9);
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* What a bench's goal says of each metric: a count that should be low is the reference's over the learner's. */
Test(bench, a_goal_says_what_is_compared)
{
    static const struct {
        const char *metric, *goal;
    } goals[] = { { "time", "0.25 of the reference's speed in toy_sum" },
                 { "counter:tokens_s", "0.25 of the reference's tokens_s in toy_sum" },
                 { "fewer:g_sec", "the reference's g_sec (global sectors of 32 B) over yours, at least 0.25 in toy_sum" } };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *bench = NULL;
    bench = json_array_get(json_object_get(lab, "bench"), 0);
    json_array_clear(json_object_get(raw, "measurements"));
    for (size_t k = 0; k < LEN(goals); k++) {
        json_object_set_new(bench, "metric", json_string(goals[k].metric));
        json_t *report = grade(lab, raw, PROFILED);
        const char *goal = get(milestone(report, "perf"), "goal");
        cr_expect(strstr(goal, goals[k].goal), "%s: %s", goals[k].metric, goal);
        json_decref(report);
    }
    json_decref(raw);
    json_decref(lab);
}
