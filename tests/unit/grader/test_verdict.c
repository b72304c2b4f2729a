/* test_verdict.c: what a class makes of a report: which milestones count, and what could not be decided is worth. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "grader/class/verdict.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define M(kind, status, points, max) "{\"id\":\"" kind "\",\"kind\":\"" kind "\",\"status\":\"" status "\",\"points\":" \
                                     #points ",\"max\":" #max ",\"message\":\"said\"}"
#define PERF(status, points, more) "{\"id\":\"perf\",\"kind\":\"perf\",\"status\":\"" status "\",\"points\":" #points \
                                   ",\"max\":20,\"message\":\"said\"" more "}"
#define GOOD M("correct", "PASS", 40, 40)

static const struct row {
    const char *name, *milestones, *more; /* more: of the report */
    const char *phases;
    int tries;
    bool keep;
    const char *status;
    double points, max;
    const char *why; /* a part of it; NULL: nothing is said */
} rows[] = {
    { "all that was asked for is won", GOOD "," M("sanitize", "PASS", 10, 10), "", "correct sanitize", 1, true, "PASS", 50,
      50, NULL },
    { "a wrong result", M("correct", "FAIL", 0, 40), "", "correct", 1, true, "FAIL", 0, 40, NULL },
    { "what was not asked for counts for nothing", GOOD "," PERF("FAIL", 0, ""), "", "correct", 1, true, "PASS", 40, 40,
      NULL },
    { "compile counts unasked", M("compile", "FAIL", 0, 5) "," GOOD, "", "correct", 1, true, "FAIL", 40, 45, NULL },
    { "limits count unasked", GOOD "," M("limits", "FAIL", 0, 5), "", "correct", 1, true, "FAIL", 40, 45, NULL },
    { "what this machine cannot judge is neither given nor missed", GOOD "," M("profile", "SKIPPED", 0, 20), "",
      "correct profile", 1, true, "PASS", 40, 40, NULL },
    { "an outbreak is kept for a person", M("correct", "SUSPICIOUS", 0, 40), "", "correct", 1, true, "SUSPICIOUS", 0, 40,
      NULL },
    { "noise is tried again", GOOD "," PERF("INCONCLUSIVE", 0, ""), "", "correct perf", 1, false, "INCONCLUSIVE", 0, 0,
      "perf, try 1: said" },
    { "and again, however often", GOOD "," PERF("INCONCLUSIVE", 0, ""), "", "correct perf", 3, false, "INCONCLUSIVE", 0, 0,
      "perf, try 3: said" },
    { "a stage that the noise leaves open costs nobody a point: tried again",
      GOOD "," PERF("PASS", 15, ",\"straddled\":\"gold\""), "", "correct perf", 1, false, "INCONCLUSIVE", 0, 0,
      "perf, try 1: said" },
    { "and held in the end", GOOD "," PERF("PASS", 15, ",\"straddled\":\"gold\""), "", "correct perf", 3, false,
      "INCONCLUSIVE", 0, 0, "perf, try 3: said" },
    { "but beside the points it decides nothing", GOOD "," PERF("PASS", 15, ",\"straddled\":\"gold\",\"beside\":true"),
      "", "correct perf", 1, true, "PASS", 55, 60, NULL },
    { "noise of what was not asked for decides nothing", GOOD "," PERF("INCONCLUSIVE", 0, ""), "", "correct", 1, true,
      "PASS", 40, 40, NULL },
    { "noise beside the points decides nothing", GOOD "," PERF("INCONCLUSIVE", 0, ",\"beside\":true"), "", "correct perf", 1,
      true, "PASS", 40, 60, NULL },
    { "a time that cannot be is tried again", GOOD "," PERF("INCONCLUSIVE", 0, ",\"untrusted\":true"), "", "correct perf",
      2, false, "INCONCLUSIVE", 0, 0, "in each of 2 tries the time was one that cannot be" },
    { "at last what correctness gave is kept", GOOD "," PERF("INCONCLUSIVE", 0, ",\"untrusted\":true"), "",
      "correct perf", 3, true, "INCONCLUSIVE", 40, 60, "perf: in each of 3 tries the time was one that cannot be" },
    { "also where it stands beside the points",
      GOOD "," PERF("INCONCLUSIVE", 0, ",\"untrusted\":true,\"beside\":true"), "", "correct perf", 3, true, "INCONCLUSIVE",
      40, 60, "a person has to look into it" },
    { "a broken check of the lab is nobody's fault", M("correct", "ERROR", 0, 40), ",\"fault\":true", "correct", 1, false,
      "INCONCLUSIVE", 0, 0, "A check of the lab is broken." },
    { "our fault", M("correct", "ERROR", 0, 40), ",\"error\":{\"code\":9,\"message\":\"out of memory\"}", "correct", 1,
      false, "INCONCLUSIVE", 0, 0, "out of memory" },
    { "a machine that is not set up, after all was judged", GOOD, ",\"error\":{\"code\":10,\"message\":\"no box\"}",
      "correct", 1, false, "INCONCLUSIVE", 0, 0, "no box" },
    { "a crash is the submission's", M("correct", "ERROR", 0, 40), ",\"error\":{\"code\":4,\"message\":\"SIGSEGV\"}",
      "correct", 1, true, "ERROR", 0, 40, NULL },
    { "a limit is the submission's", M("correct", "ERROR", 0, 40), ",\"error\":{\"code\":5,\"message\":\"time\"}",
      "correct", 1, true, "ERROR", 0, 40, NULL },
};

static json_t *list_of(const char *words)
{
    char copy[128], *save = NULL;
    json_t *list = json_array();
    snprintf(copy, sizeof copy, "%s", words);
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        json_array_append_new(list, json_string(w));
    return list;
}

static json_t *report_of(const char *milestones, const char *more)
{
    char text[2048];
    snprintf(text, sizeof text, "{\"schema\":\"ridge.report/1\",\"status\":\"\",\"milestones\":[%s]%s}", milestones, more);
    json_error_t e;
    json_t *report = json_loads(text, 0, &e);
    cr_assert(report, "%s: %s", e.text, text);
    return report;
}

Test(verdict, a_row_each)
{
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct row *r = &rows[k];
        json_t *report = report_of(r->milestones, r->more), *phases = list_of(r->phases);
        struct verdict v = verdict_of(report, phases, r->tries, 3);
        cr_expect_eq(v.keep, r->keep, "%s", r->name);
        cr_expect_str_eq(v.status, r->status, "%s: %s", r->name, v.status);
        if (v.keep) {
            cr_expect_eq(v.points, r->points, "%s: %g points", r->name, v.points);
            cr_expect_eq(v.max, r->max, "%s: of %g", r->name, v.max);
        }
        cr_expect(r->why ? v.why && strstr(v.why, r->why) : !v.why, "%s: %s", r->name, v.why ? v.why : "nothing");
        verdict_finish(&v);
        cr_expect_null(v.why);
        json_decref(phases);
        json_decref(report);
    }
}

/* A student reads no command for a milestone that the class did not ask for, and misses no points by it. */
Test(verdict, what_was_left_out_says_so)
{
    json_t *report = report_of(GOOD "," PERF("PENDING", 0, "") "," M("profile", "PENDING", 0, 20), "");
    json_t *phases = list_of("correct profile"), *list = json_object_get(report, "milestones");
    struct verdict v = verdict_of(report, phases, 1, 3);
    const json_t *perf = json_array_get(list, 1), *profile = json_array_get(list, 2);
    cr_expect_str_eq(json_string_value(json_object_get(perf, "message")), "Not part of this grading.");
    cr_expect_null(json_object_get(perf, "max"));
    cr_expect_str_eq(json_string_value(json_object_get(profile, "message")), "said");
    cr_expect_eq(json_integer_value(json_object_get(profile, "max")), 20);
    cr_expect_str_eq(v.status, "PENDING");
    cr_expect_null(v.stage);
    verdict_finish(&v);
    json_decref(phases);
    json_decref(report);
}
