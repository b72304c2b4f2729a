/*
 * test_grader.c: verdicts of the fixture's lab. Each row changes a perfect run's raw report or the
 * learner's history, and says what must come out: the status of every milestone in the order of the
 * lab (c correct, s sanitize, p profile, f perf, a answers), the exit code, parts of messages.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tests/unit/grader/perfect.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(grader, .init = open_fixture, .fini = close_fixture, .timeout = 120);

/* A bench whose reference takes the second time, on a machine whose core does 1 GFLOP/s and 1 GB/s at most. */
#define TIMED(learner, reference, clock)                                                                               \
    "{\"bench\": \"big\", \"ratio\": 0.95, \"lo\": 0.93, \"hi\": 0.97, \"clock\": \"" clock "\", \"t_learner\": " learner      \
    ", \"t_reference\": " reference ", \"peak\": {\"gflops\": 1, \"gbps\": 1, \"narrow\": 1}}"
#define PROFILED "{\"profiled\": true, \"attempts\": 1}"
#define ALL_RIGHT                                                                                                    \
    "{\"profiled\": true, \"answers\": {\"bytes\": \"PASS\", \"count\": \"PASS\", \"which\": \"PASS\", "             \
    "\"order\": \"PASS\", \"several\": \"PASS\", \"all\": \"PASS\", \"sort\": \"PASS\", \"grid\": \"PASS\", "             \
    "\"time\": \"PASS\", \"near\": \"PASS\", \"tiles\": \"PASS\", \"start\": \"PASS\", \"late\": \"PASS\"}}"

static const struct {
    const char *name;
    const char *set;     /* a JSON object laid over the raw report */
    const char *history; /* JSON or NULL */
    const char *status;  /* letters */
    const char *overall;
    int code;
    const char *id, *part; /* a milestone whose message or hint has this part; after "=": whose message this is */
    double points;         /* -1: any */
} rows[] = {
    { "perfect", "{}", ALL_RIGHT, "PPPPP", "PASS", 0, "perf", "gold: 0.950 x the reference", 100 },
    { "no history, profiled in this run", "{}", NULL, "PPPP.", "PASS", 0, "perf", "gold", 90 },
    { "never profiled", "{\"counters\": []}", NULL, "PP...", "PASS", 0, "perf", "Locked: profile a correct version",
      -1 },
    { "nothing answered", "{}", PROFILED, "PPPP.", "PASS", 0, "answers", "0 of 13 right", 90 },
    { "some answered", "{}",
      "{\"profiled\": true, \"answers\": {\"bytes\": \"PASS\", \"count\": \"FAIL\", \"which\": "
      "\"PASS\", \"essay\": \"PASS\"}}",
      "PPPP.", "PASS", 0, "answers", "2 of 13 right; not yet: count", -1 },

    { "build fails",
      "{\"build\": {\"ok\": false, \"log\": \"toy.c: In function f:\\ntoy.c:3:5: error: expected "
      "expression\\n    3 | x\"}, \"cases\": []}",
      PROFILED, "E....", "ERROR", 3, "correct", "toy.c:3:5: error: expected expression", -1 },
    { "build hint", "{\"build\": {\"ok\": false, \"log\": \"\"}}", PROFILED, "E....", "ERROR", 3, "correct",
      "does it compile alone?", -1 },
    { "link fails", "{\"build\": {\"ok\": false, \"log\": \"x.o: undefined reference to `f'\"}}", PROFILED, "E....",
      "ERROR", 3, "correct", "The function f is not there", -1 },

    { "a case fails",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"FAIL\", \"message\": "
      "\"mismatch at C[0]\"}]}",
      PROFILED, "F....", "FAIL", 1, "correct", "toy_sum, case one: mismatch at C[0]", 0 },
    { "a mismatch without words",
      "{\"cases\": [{\"case\": \"odd\", \"call\": \"toy_sum\", \"status\": \"FAIL\", \"mismatch\": "
      "{\"out\": \"C\", \"index\": 3, \"expected\": 1.5, \"actual\": 2.5, \"bad\": 1, \"total\": "
      "33}}"
      "]}",
      PROFILED, "F....", "FAIL", 1, "correct", "mismatch at C[3]: expected 1.5, got 2.5 (1 of 33 elements wrong)", 0 },
    { "a case in words",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"FAIL\", \"message\": \"x\", "
      "\"said\": \"toy_sum(n=1): expected 2, yours 3\"}]}",
      PROFILED, "F....", "FAIL", 1, "correct", "toy_sum(n=1): expected 2, yours 3 (case one)", 0 },
    { "what the emulator finds stands first",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"FAIL\", \"message\": \"x\"}], "
      "\"found\": {\"kind\": \"race\", \"message\": \"race: two write y\"}}",
      PROFILED, "F....", "FAIL", 1, "correct", "race: two write y. toy_sum, case one: x", 0 },
    { "missing kernels are said once",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"FAIL\", \"message\": "
      "\"There is no kernel toy_sum; is it extern\"}, {\"case\": \"odd\", \"call\": \"toy_sum\", \"status\": \"FAIL\", "
      "\"message\": \"There is no kernel toy_sum; is it extern\"}]}",
      PROFILED, "F....", "FAIL", 1, "correct", "no toy_sum: lab.h declares it", 0 },
    { "functions that the linker missed",
      "{\"build\": {\"ok\": false, \"log\": \"toy.c defines no f, g: declared in lab.h\"}}", PROFILED, "E....", "ERROR",
      3, "correct", "does not build: toy.c defines no f, g: declared in lab.h", -1 },
    { "an edge case hints",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_both\", \"status\": \"FAIL\", \"message\": "
      "\"x\"}]}",
      PROFILED, "F....", "FAIL", 1, "correct", "one row, one column", 0 },
    { "another case hints after three",
      "{\"cases\": [{\"case\": \"odd\", \"call\": \"toy_both\", \"status\": \"FAIL\", \"message\": "
      "\"x\"}]}",
      "{\"attempts\": 3}", "F....", "FAIL", 1, "correct", "read the brief again", 0 },
    { "a crash",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"ERROR\", \"message\": "
      "\"SIGSEGV\"}]}",
      PROFILED, "E....", "ERROR", 4, "correct", "SIGSEGV", 0 },
    { "what does not end has no hint about its results",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_both\", \"status\": \"ERROR\", \"code\": 5, \"timeout\": true}]}",
      PROFILED, "E....", "ERROR", 5, "correct", "the condition of one loop never turns false", 0 },
    { "a limit",
      "{\"cases\": [], \"error\": {\"status\": \"ERROR\", \"code\": 5, \"message\": \"ran past 20 s\"}}",
      PROFILED, "E....", "ERROR", 5, "correct", "ran past 20 s", 0 },
    { "a limit in one case",
      "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"ERROR\", \"message\": "
      "\"too slow\", \"code\": 5}]}",
      PROFILED, "E....", "ERROR", 5, "correct", "too slow", 0 },
    { "it stopped in the middle", "{\"cases\": [{\"case\": \"one\", \"call\": \"toy_sum\", \"status\": \"PASS\"}]}",
      PROFILED, "E....", "ERROR", 4, "correct", "The run ended before toy_both, case one (1 of 8 cases were judged).", 0 },
    { "correct is skipped",
      "{\"cases\": [], \"skipped\": [{\"phase\": \"correct\", \"why\": \"no "
      "GPU\"}]}",
      PROFILED, "SPPP.", "SKIPPED", 6, "correct", "no GPU", -1 },

    { "sanitizer",
      "{\"sanitize\": {\"status\": \"ERROR\", \"message\": \"heap-buffer-overflow\", \"file\": "
      "\"toy.c\", \"line\": 7}}",
      PROFILED, "PEPP.", "ERROR", 4, "sanitize", "heap-buffer-overflow at toy.c:7", -1 },
    { "sanitizer hint", "{\"sanitize\": {\"status\": \"ERROR\", \"message\": \"x\"}}", PROFILED, "PEPP.", "ERROR", 4,
      "sanitize", "count to M", -1 },
    { "sanitizer skipped", "{\"sanitize\": {\"status\": \"SKIPPED\", \"message\": \"no asan\"}}", PROFILED, "PSPP.",
      "PASS", 0, "sanitize", "no asan", -1 },
    { "sanitizer not run", "{\"sanitize\": null}", PROFILED, "P.PP.", "PASS", 0, "sanitize", "Not run yet", -1 },

    { "a gate fails",
      "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", "
      "\"value\": "
      "4096}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", \"value\": 64}]}",
      PROFILED, "PPFP.", "FAIL", 1, "profile",
      "l1_miss of toy_sum (case gate) is 4,096 (L1 misses); it should be at most 258. The goal: A is read once", -1 },
    { "a gate hints",
      "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", "
      "\"value\": "
      "4096}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", \"value\": 64}]}",
      PROFILED, "PPFP.", "FAIL", 1, "profile", "walk along the rows, 4,096 of them", -1 },
    { "a gate is the emulator's, who else counts",
      "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": 4096, "
      "\"source\": \"simt\"}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": 250, "
      "\"source\": \"ncu\"}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", \"value\": 4096, "
      "\"source\": \"ncu\"}, {\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", \"value\": 64, "
      "\"source\": \"simt\"}]}",
      PROFILED, "PPFP.", "FAIL", 1, "profile", "l1_miss of toy_sum (case gate) is 4,096", -1 },
    { "a counter is missing",
      "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"c_stores\", "
      "\"value\": "
      "64}]}",
      PROFILED, "PPSP.", "PASS", 0, "profile", "l1_miss of toy_sum was not counted", -1 },
    { "why it is missing", "{\"counters\": [], \"skipped\": [{\"phase\": \"profile\", \"why\": \"gcc is too old\"}]}",
      PROFILED, "PPSP.", "PASS", 0, "profile", "gcc is too old", -1 },
    { "not profiled", "{\"counters\": []}", "{}", "PP...", "PASS", 0, "profile", "Not profiled yet", -1 },
    { "profiled before, and not in this run", "{\"counters\": []}", PROFILED, "PP.P.", "PASS", 0, "profile",
      "Not profiled in this run", -1 },
    { "another backend", "{\"backend\": \"cuda\"}", PROFILED, "PPSP.", "PASS", 0, "profile",
      "The limits of this milestone need the cpu backend.", -1 },

    { "silver",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.7, \"lo\": 0.65, \"hi\": "
      "0.75}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "silver: 0.700", 85 },
    { "bronze",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.55, \"lo\": 0.52, \"hi\": "
      "0.58}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "bronze: 0.550", 80 },
    { "bronze, silver straddled",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.6, \"lo\": "
      "0.55, \"hi\": 0.65}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "silver at 0.6 is within the noise", 80 },
    { "bronze straddled",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.25, \"lo\": 0.2, "
      "\"hi\": 0.3}]}",
      PROFILED, "PPPI.", "INCONCLUSIVE", 7, "perf", "bronze needs 0.25", -1 },
    { "too slow",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.1, \"lo\": 0.09, \"hi\": "
      "0.11}]}",
      PROFILED, "PPPF.", "FAIL", 1, "perf", "bronze needs 0.25", -1 },
    { "on the line",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.9, \"lo\": 0.9, \"hi\": "
      "0.9}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "gold", 90 },
    { "against itself it is not 1",
      "{\"self_test\": {\"sound\": false, \"pairs\": 64, \"ratio\": 1.2, \"lo\": 1.1, \"hi\": 1.3}}", PROFILED, "PPPI.",
      "INCONCLUSIVE", 7, "perf", "against itself gave 1.2", -1 },
    { "whether it is 1 could not be told",
      "{\"self_test\": {\"sound\": null, \"pairs\": 3, \"ratio\": 1.2, \"lo\": 0.7, \"hi\": 1.9}}", PROFILED, "PPPP.",
      "PASS", 0, "perf", "whether the machine was idle could not be checked", 90 },
    { "a machine that was busy is not said to be unknown as well",
      "{\"self_test\": {\"sound\": null, \"pairs\": 3, \"ratio\": 1.2, \"lo\": 0.7, \"hi\": 1.9}, \"measurements\": "
      "[{\"bench\": \"big\", \"ratio\": 0.95, \"lo\": 0.95, \"hi\": 0.95, \"busy\": true}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "=gold: 0.950 x the reference", 90 },
    { "too few pairs for an interval",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.95, \"lo\": 0, \"hi\": null}]}", PROFILED, "PPPI.",
      "INCONCLUSIVE", 7, "perf", "too few pairs to say how sure", -1 },
    { "no ratio", "{\"measurements\": [{\"bench\": \"big\", \"note\": \"the machine is too noisy\"}]}", PROFILED,
      "PPPI.", "INCONCLUSIVE", 7, "perf", "too noisy", -1 },
    { "why there is no ratio",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": null, \"error\": \"faster than memory\"}]}", PROFILED,
      "PPPI.", "INCONCLUSIVE", 7, "perf", "faster than memory", -1 },
    { "wrong while it was timed",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": null, \"error\": \"A timed run was wrong\", \"fault\": "
      "\"learner\"}]}",
      PROFILED, "PPPF.", "FAIL", 1, "perf", "A timed run was wrong", -1 },
    { "a time that cannot be",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": null, \"error\": \"faster than memory.\", \"fault\": "
      "\"clock\"}]}",
      PROFILED, "PPPI.", "INCONCLUSIVE", 7, "perf", "faster than memory. A time that cannot be gives no points", -1 },
    { "counts of the profile that cannot be",
      "{\"skipped\": [{\"phase\": \"profile\", \"doubted\": true, \"why\": \"it moved 0 B\"}]}", PROFILED, "PPSP.",
      "SUSPICIOUS", 8, "profile", "it moved 0 B. What was counted gives no points", -1 },
    { "a count that cannot be",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": null, \"error\": \"it moved 0 B\", \"fault\": \"count\"}]}",
      PROFILED, "PPPS.", "SUSPICIOUS", 8, "perf", "it moved 0 B. What was counted gives no points", 70 },
    { "a clock that leaves a doubt",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.6, \"lo\": 0.3, \"hi\": 1.2, \"doubt\": \"two clocks\"}]}",
      PROFILED, "PPPP.", "PASS", 0, "perf", "silver at 0.6 is within the doubt: two clocks", 80 },
    { "faster than the core can be", "{\"measurements\": [" TIMED("1e-9", "1", "cpu") "]}", PROFILED, "PPPS.",
      "SUSPICIOUS", 8, "perf", "FLOP/s, and by its clock and widest instructions this machine does 1 GFLOP/s at most", 70 },
    { "a formula that the reference is too fast for says nothing",
      "{\"measurements\": [" TIMED("1e-9", "1e-9", "cpu") "]}", PROFILED, "PPPP.", "PASS", 0, "perf", "gold", 90 },
    { "a GPU has a floor of its own", "{\"measurements\": [" TIMED("1e-9", "1", "gpu") "]}", PROFILED, "PPPP.", "PASS",
      0, "perf", "gold", 90 },
    { "as fast as the core can be", "{\"measurements\": [" TIMED("1", "1", "cpu") "]}", PROFILED, "PPPP.", "PASS", 0,
      "perf", "gold", 90 },
    { "not measured", "{\"measurements\": []}", PROFILED, "PPP..", "PASS", 0, "perf", "Not measured yet", -1 },
    { "bench skipped",
      "{\"measurements\": [], \"skipped\": [{\"phase\": \"perf\", \"why\": \"one "
      "core only\"}]}",
      PROFILED, "PPPS.", "PASS", 0, "perf", "one core only", -1 },

    /* checks of the lab: with profile because it reads a counter, with perf because of a ratio */
    { "a check on a ratio fails",
      "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.45, \"lo\": "
      "0.44, \"hi\": 0.46}]}",
      PROFILED, "PPPF.", "FAIL", 1, "perf", "faster than half: slower than half", -1 },
    { "worst first",
      "{\"sanitize\": {\"status\": \"ERROR\", \"message\": \"x\"}, \"counters\": [{\"case\": "
      "\"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": 9999}, {\"case\": "
      "\"gate\", "
      "\"call\": \"toy_sum\", \"name\": \"c_stores\", \"value\": 64}]}",
      PROFILED, "PEFP.", "ERROR", 4, "profile", "9,999", -1 },
};

/* "cases" replaces rows of the same case and call, or all when the first is not a failure. */
static void lay_over(json_t *raw, const char *set)
{
    json_t *changes = json_loads(set, 0, NULL), *list, *c, *old;
    size_t k, q;
    cr_assert(changes, "%s", set);
    list = json_object_get(changes, "cases");
    bool failing = false;
    json_array_foreach(list, k, c)
        failing = failing || strcmp(get(c, "status"), "PASS");
    if (failing) {
        json_array_foreach(list, k, c) {
            json_array_foreach(json_object_get(raw, "cases"), q, old) {
                if (!strcmp(get(old, "case"), get(c, "case")) &&
                    !strcmp(get(old, "call"), get(c, "call")))
                    json_object_update(old, c);
            }
        }
        json_object_del(changes, "cases");
    }
    json_object_update(raw, changes);
    json_decref(changes);
}

Test(grader, verdicts)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    cr_assert(lab, "%s", curriculum_error(cur));
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *raw = perfect(lab);
        lay_over(raw, rows[k].set);
        json_t *report = grade(lab, raw, rows[k].history);
        char got[16];
        double points, max;
        letters(report, got);
        grader_points(report, &points, &max);
        const json_t *m = milestone(report, rows[k].id);
        cr_expect_str_eq(got, rows[k].status, "%s: %s, not %s", rows[k].name, got, rows[k].status);
        cr_expect_str_eq(get(report, "status"), rows[k].overall, "%s: %s", rows[k].name,
                         get(report, "status"));
        cr_expect_eq(grader_exit_code(report), rows[k].code, "%s: exit %d, not %d", rows[k].name,
                     grader_exit_code(report), rows[k].code);
        const char *part = rows[k].part;
        if (*part == '=')
            cr_expect_str_eq(get(m, "message"), part + 1, "%s: '%s'", rows[k].name, get(m, "message"));
        else
            cr_expect(strstr(get(m, "message"), part) || strstr(get(m, "hint"), part), "%s: '%s' '%s' lack '%s'",
                      rows[k].name, get(m, "message"), get(m, "hint"), part);
        if (rows[k].points >= 0)
            cr_expect_float_eq(points, rows[k].points, 1e-9, "%s: %g points", rows[k].name, points);
        cr_expect_float_eq(max, 100, 1e-9);
        json_decref(report);
        json_decref(raw);
    }
    json_decref(lab);
}


/* ---- a report whose every word is a liar's: a perfect one with this laid over it ------------------------------ */

static const char *const lies[] = {
    "{\"cases\": 7}",
    "{\"cases\": \"all\"}",
    "{\"cases\": {\"status\": \"PASS\"}}",
    "{\"cases\": []}",
    "{\"cases\": null}",
    "{\"cases\": [1, null, \"PASS\", [[]]]}",
    "{\"cases\": [{\"case\": {}, \"call\": [], \"status\": \"PASS\"}]}",
    "{\"cases\": [], \"error\": {\"status\": \"PASS\"}}",
    "{\"cases\": [], \"error\": {\"status\": \"DONE\", \"code\": 0}}",
    "{\"cases\": [], \"error\": {\"code\": 1e300, \"message\": {\"a\": [1]}}}",
    "{\"cases\": [], \"error\": \"PASS\"}",
    "{\"build\": {\"ok\": false, \"log\": {\"a\": 1}}}",
    "{\"build\": {\"ok\": false, \"log\": \"\\u0000%s%n\"}}",
    "{\"sanitize\": {\"status\": \"OK\"}}",
    "{\"sanitize\": {\"status\": true}}",
    "{\"sanitize\": {}}",
    "{\"sanitize\": []}",
    "{\"sanitize\": \"PASS\"}",
    "{\"sanitize\": 1}",
    "{\"sanitize\": {\"status\": \"pass\", \"file\": 7, \"line\": \"x\"}}",
    "{\"counters\": 1e9}",
    "{\"counters\": {\"l1_miss\": 1}}",
    "{\"counters\": [null, 3, \"l1_miss\"]}",
    "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": -1}]}",
    "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": \"1\"}]}",
    "{\"counters\": [{\"case\": \"gate\", \"call\": \"toy_sum\", \"name\": \"l1_miss\", \"value\": 1e308}]}",
    "{\"counters\": [{\"case\": [], \"call\": {}, \"name\": 4, \"value\": true}]}",
    "{\"measurements\": \"fast\"}",
    "{\"measurements\": [{\"bench\": \"big\"}]}",
    "{\"measurements\": [0, [], {}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": \"9\", \"lo\": \"9\", \"hi\": \"9\"}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": \"9\", \"lo\": 9, \"hi\": 9}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 1e300, \"lo\": 1e300, \"hi\": 1e300}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 0.01, \"lo\": 9, \"hi\": 9}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": 9, \"lo\": 9, \"hi\": 0}]}",
    "{\"measurements\": [{\"bench\": \"big\", \"ratio\": -9, \"lo\": -9, \"hi\": -9}]}",
    "{\"measurements\": [{\"bench\": \"big\"}, {\"bench\": \"big\", \"ratio\": 1, \"lo\": 1, \"hi\": 1}]}",
    "{\"backend\": \"cuda\"}",
    "{\"backend\": 7}",
    "{\"lab\": \"w01\"}",
    "{\"lab\": null}",
    "{\"schema\": \"ridge.raw/9\"}",
    "{\"self_test\": {\"sound\": false, \"ratio\": \"x\"}}",
    "{\"versus\": {}}",
};

static bool all_passed(const json_t *report)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (strcmp(get(m, "status"), "PASS"))
            return false;
    return true;
}

/* No lab is passed by it, in no more than a sentence or a report that says what is wrong. */
static void distrusted(const json_t *lab, const json_t *raw, const char *name)
{
    json_t *history = json_loads(ALL_RIGHT, 0, NULL), *report = NULL;
    struct err error = { "" };
    double points = 0, max = 0;
    int rc = grader_grade(cur, lab, raw, history, NULL, &report, &error);
    cr_expect(rc ? *error.text && !report : report && !*error.text, "%s: %d", name, rc);
    if (report) {
        grader_points(report, &points, &max);
        cr_expect(!all_passed(report), "%s", name);
        cr_expect(points < 100 && max == 100, "%s: %g of %g points", name, points, max);
    }
    json_decref(report);
    json_decref(history);
}

Test(grader, a_liar_never_passes)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    for (size_t k = 0; k < LEN(lies); k++) {
        json_t *raw = perfect(lab), *lie = json_loads(lies[k], JSON_ALLOW_NUL, NULL);
        cr_assert(lie, "%s", lies[k]);
        json_object_update(raw, lie);
        distrusted(lab, raw, lies[k]);
        json_decref(lie);
        json_decref(raw);
    }
    json_decref(lab);
}

Test(grader, what_failed_once_is_not_passed_by_saying_it_twice)
{
    static const char *const states[] = { "FAIL", "ERROR", "PASSED", "pass", "" };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    for (size_t k = 0; k < 2 * LEN(states); k++) {
        json_t *raw = perfect(lab), *cases = json_object_get(raw, "cases"),
               *again = json_deep_copy(json_array_get(cases, 0));
        json_object_set_new(again, "status", json_string(states[k / 2]));
        json_array_insert_new(cases, k % 2 ? json_array_size(cases) : 0, again);
        distrusted(lab, raw, states[k / 2]);
        json_decref(raw);
    }
    json_decref(lab);
}

/* A lab that has cases for gates and benches alone: nothing has run, so nothing is proven, and that is ours. */
Test(grader, what_never_ran_is_not_right)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *cases = json_object_get(lab, "cases");
    for (size_t k = json_array_size(cases); k-- > 0;)
        if (json_array_size(json_object_get(json_array_get(cases, k), "tags")) == 0 ||
            !strcmp(json_string_value(json_array_get(json_object_get(json_array_get(cases, k), "tags"), 0)), "edge"))
            json_array_remove(cases, k);
    cr_assert(json_array_size(cases) > 0);
    json_t *raw = perfect(lab), *report = grade(lab, raw, PROFILED);
    const json_t *m = milestone(report, "correct");
    cr_expect_str_eq(get(m, "status"), "ERROR", "%s", get(m, "message"));
    cr_expect(strstr(get(m, "message"), "Nothing was run") && json_number_value(json_object_get(m, "points")) == 0);
    cr_expect_eq(grader_exit_code(report), 9);
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* A million rows that say the limit is kept, and one that says it is not. */
Test(grader, a_flood_of_counters_ends)
{
    enum { FLOOD = 1000000 };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *list = json_array();
    json_t *row = json_pack("{s:s s:s s:s s:i}", "case", "gate", "call", "toy_sum", "name", "l1_miss", "value", 250);
    for (int k = 0; k < FLOOD; k++)
        json_array_append(list, row);
    json_decref(row);
    json_array_append_new(list, json_pack("{s:s s:s s:s s:i}", "case", "gate", "call", "toy_sum", "name", "l1_miss",
                                          "value", 4096));
    json_object_set_new(raw, "counters", list);
    distrusted(lab, raw, "a million counters");
    json_decref(raw);
    json_decref(lab);
}

Test(grader, report_is_whole)
{
    static const char *const keys[] = {
        "schema", "lab",   "backend",      "impl",     "status", "counters", "milestones",
        "build",  "cases", "measurements", "sanitize", "lines",  "skipped",  "duration_ms"};
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    json_t *report = grade(lab, raw, PROFILED);
    for (size_t k = 0; k < LEN(keys); k++)
        cr_expect(json_object_get(report, keys[k]), "no '%s'", keys[k]);
    cr_expect_str_eq(get(report, "schema"), "ridge.report/1");
    const json_t *m = milestone(report, "perf");
    cr_expect_str_eq(get(m, "stage"), "gold");
    cr_expect_str_eq(get(m, "goal"), "gold in toy_sum");
    cr_expect_eq(json_number_value(json_object_get(m, "max")), 20);
    cr_expect_eq(json_array_size(json_object_get(
                     json_array_get(json_object_get(report, "measurements"), 0), "samples")),
                 1, "samples go through untouched");
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* Checks that a lab's author may get wrong, or a hostile one may write. */
Test(grader, checks)
{
    static const struct {
        const char *body, *status, *part;
        int code;
        bool fault;
    } checks[] = {
        {"return true", "PPPP.", "", 0, false},
        {"return t.case('gate', 'toy_sum').pass", "PPPP.", "", 0, false},
        {"return false, 'because', 'a hint'", "FPPP.", "the gate case passes: because", 1, false},
        {"return false", "FPPP.", "does not hold", 1, false},
        {"return t.counter('toy_sum', 'gate', 'c_stores') > 100", "PPFP.", "does not hold", 1,
         false},
        {"return t.counter('toy_sum', 'gate', 'none') > 100", "PPSP.", "none of toy_sum", 0, false},
        {"return t.ratio('big') > .99", "PPPF.", "does not hold", 1, false},
        {"return t.f.two == 2 and t.hw.toy.sms == 10", "PPPP.", "", 0, false},
        {"return t.passed('t00-none')", "FPPP.", "does not hold", 1, false},
        {"return t.nope()", "EPPP.", "is broken", 9, true},
        {"error('boom')", "EPPP.", "boom", 9, true},
        {"return t.case('gate', 'toy_sun').pass", "EPPP.", "no call 'toy_sun'", 9, true},
        {"return os.exit(0)", "EPPP.", "no name 'os'", 9, true},
        {"t.ratio = nil getmetatable('').x = 1", "EPPP.", "is broken", 9, true},
    };
    for (size_t k = 0; k < LEN(checks); k++) {
        char body[256];
        snprintf(body, sizeof body, "function(t) %s end --\n", checks[k].body);
        fixture_renew(LAB);
        fixture_edit(LAB, "function(t)\n      if t.case(\"gate\", \"toy_sum\").pass then return true end\n"
                 "      return false, \"it does not\", \"look at the gate case\"\n    end",
                 body);
        json_t *lab = curriculum_lab(cur, "t01-toy", 1);
        cr_assert(lab, "%s: %s", checks[k].body, curriculum_error(cur));
        json_t *raw = perfect(lab), *report = grade(lab, raw, PROFILED);
        char got[16], *all = json_dumps(json_object_get(report, "milestones"), 0);
        letters(report, got);
        cr_expect_str_eq(got, checks[k].status, "%s: %s", checks[k].body, got);
        cr_expect(strstr(all, checks[k].part), "%s: %s", checks[k].body, all);
        cr_expect_eq(grader_exit_code(report), checks[k].code, "%s: %d", checks[k].body,
                     grader_exit_code(report));
        cr_expect_eq(json_is_true(json_object_get(report, "fault")), checks[k].fault, "%s",
                     checks[k].body);
        free(all);
        json_decref(report);
        json_decref(raw);
        json_decref(lab);
    }
}

Test(grader, a_check_that_never_ends)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *report = NULL;
    struct err error = { "" };
    fixture_edit(LAB, "return t.ratio(\"big\") > .5", "while true do pcall(error) end");
    cr_expect_eq(grader_grade(cur, lab, raw, NULL, NULL, &report, &error), -1);
    cr_expect_null(report);
    cr_expect(strstr(error.text, LAB), "%s", error.text);
    json_decref(raw);
    json_decref(lab);
}

/* The one reading of a run knows the machine's ceilings where they were measured. */
/* A calibration of these very cores is nearer than what their clock allows. */
Test(grader, a_time_is_held_against_the_calibration)
{
    static const struct {
        const char *flops;
        const char *status;
    } machines[] = { { "1e12", "PASS" }, { "1e7", "SUSPICIOUS" } };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *bench = NULL;
    bench = json_array_get(json_object_get(lab, "bench"), 0);
    double t = json_number_value(json_object_get(bench, "flops")) / 1e9; /* 1 GFLOP/s */
    json_t *m = json_pack("{s:s s:s s:s s:s s:f s:f s:f s:f s:f}", "bench", "big", "call", "toy_sum", "case", "big",
                          "clock", "cpu", "ratio", 1.0, "lo", 1.0, "hi", 1.0, "t_learner", t, "t_reference", 1e3 * t);
    json_object_set_new(raw, "measurements", json_pack("[o]", m));
    for (size_t k = 0; k < LEN(machines); k++) {
        char text[120];
        struct err error = { "" };
        snprintf(text, sizeof text, "{\"flops\":[{\"type\":\"f32\",\"threads\":1,\"median\":%s}]}", machines[k].flops);
        json_t *c = json_loads(text, 0, NULL), *h = json_loads(PROFILED, 0, NULL), *report = NULL;
        cr_assert_eq(grader_grade(cur, lab, raw, h, c, &report, &error), 0, "%s", error.text);
        cr_expect_str_eq(get(milestone(report, "perf"), "status"), machines[k].status, "%s: %s", machines[k].flops,
                         get(milestone(report, "perf"), "message"));
        json_decref(report);
        json_decref(h);
        json_decref(c);
    }
    json_decref(raw);
    json_decref(lab);
}

Test(grader, the_reading_is_made_with_the_calibration)
{
    static const struct {
        const char *calibration;
        bool asks;
    } machines[] = {
        {NULL, true},
        {"{\"flops\":[{\"type\":\"f32\",\"threads\":1,\"median\":1e11}],\"bandwidth\":[{\"level\":\"DRAM\","
         "\"threads\":1,\"median\":1e10}]}", false},
    };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    json_object_set_new(json_object_get(lab, "limits"), "threads", json_integer(1));
    for (size_t k = 0; k < LEN(machines); k++) {
        json_t *c = machines[k].calibration ? json_loads(machines[k].calibration, 0, NULL) : NULL, *report = NULL;
        struct err error = { "" };
        cr_assert_eq(grader_grade(cur, lab, raw, NULL, c, &report, &error), 0, "%s", error.text);
        char *said = json_dumps(json_object_get(report, "reading"), 0);
        cr_expect_eq(strstr(said, "ridge calibrate") != NULL, machines[k].asks, "row %zu: %s", k, said);
        free(said);
        json_decref(report);
        json_decref(c);
    }
    json_decref(raw);
    json_decref(lab);
}

/* A phase says something new in the raw report, and the report has it; what a verdict is, the grader alone says. */
Test(grader, a_report_has_all_that_the_run_said_but_a_verdict)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    json_object_set_new(raw, "from_a_new_phase", json_pack("[i]", 7));
    json_object_set_new(raw, "status", json_string("GOLD"));
    json_object_set_new(raw, "milestones", json_array());
    json_object_set_new(raw, "reading", json_string("anything"));
    json_object_set_new(raw, "fault", json_true());
    json_object_set_new(raw, "rev", json_integer(77));
    json_object_del(raw, "measurements");
    json_object_del(raw, "counters");
    json_t *report = grade(lab, raw, NULL);
    cr_expect_str_eq(get(report, "schema"), "ridge.report/1");
    cr_expect(json_equal(json_object_get(report, "from_a_new_phase"), json_object_get(raw, "from_a_new_phase")));
    cr_expect(strcmp(get(report, "status"), "GOLD") != 0);
    cr_expect_eq(json_array_size(json_object_get(report, "milestones")),
                 json_array_size(json_object_get(lab, "milestones")));
    cr_expect_null(json_object_get(report, "reading"), "nothing was counted or timed");
    cr_expect_null(json_object_get(report, "fault"));
    cr_expect_neq(json_integer_value(json_object_get(report, "rev")), 77);
    cr_expect(json_is_array(json_object_get(report, "counters")) && json_is_array(json_object_get(report, "lines")));
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* A time that the emulator's model predicts stands in the report and decides nothing, however good it is. */
Test(grader, a_predicted_time_decides_nothing)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    json_t *without = grade(lab, raw, PROFILED);
    json_object_set_new(raw, "predicted",
                        json_pack("[{s:s s:s s:s s:s s:f s:f s:f s:s s:f}]", "call", "toy_sum", "case", "big", "gpu", "h200",
                                  "name", "a GPU", "us", 1e-6, "lo", 1e-7, "hi", 1e-5, "bound", "DRAM", "reference_us", 1e9));
    json_t *with = grade(lab, raw, PROFILED);
    cr_expect(json_equal(json_object_get(with, "predicted"), json_object_get(raw, "predicted")));
    json_object_del(with, "predicted");
    cr_expect(json_equal(with, without), "the report is the same but for what was predicted");
    json_object_del(raw, "measurements");
    json_t *unmeasured = grade(lab, raw, PROFILED);
    cr_expect_str_neq(get(milestone(unmeasured, "perf"), "status"), "PASS", "a prediction is no measurement");
    json_decref(unmeasured);
    json_decref(with);
    json_decref(without);
    json_decref(raw);
    json_decref(lab);
}

/* A lab's own counters are in no dictionary: a report says what the counted ones are called, and no run says so. */
Test(grader, a_report_has_the_words_of_its_labs_own_counters)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab);
    json_object_set_new(lab, "counters", json_pack("{s:s s:s s:s}", "waits", "times it waited", "never_counted",
                                                   "what no row has", "l1_miss", "not the dictionary's words"));
    json_array_append_new(json_object_get(raw, "counters"),
                          json_pack("{s:s s:s s:s s:i s:s}", "case", "gate", "call", "toy_sum", "name", "waits", "value",
                                    3, "source", "lab"));
    json_t *report = grade(lab, raw, NULL), *words = json_object_get(report, "counter_words");
    cr_expect_str_eq(get(words, "waits"), "times it waited");
    cr_expect_eq(json_object_size(words), 1);
    json_decref(report);
    json_object_del(lab, "counters");
    json_object_set_new(raw, "counter_words", json_pack("{s:s}", "waits", "a forged word"));
    report = grade(lab, raw, NULL);
    cr_expect_null(json_object_get(report, "counter_words"));
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* What another backend alone can measure is out of reach for all, whatever they handed in. */
Test(grader, what_can_be_reached_depends_on_the_machine_alone)
{
    static const char *const cases[] = {"PASS", "FAIL"};
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    json_object_set_new(json_array_get(json_object_get(lab, "bench"), 0), "on", json_string("cuda"));
    for (size_t k = 0; k < LEN(cases); k++) {
        json_t *raw = perfect(lab);
        json_object_set_new(json_array_get(json_object_get(raw, "cases"), 0), "status", json_string(cases[k]));
        json_t *report = grade(lab, raw, NULL);
        cr_expect_str_eq(get(milestone(report, "correct"), "status"), cases[k]);
        cr_expect_str_eq(get(milestone(report, "perf"), "status"), "SKIPPED", "with cases that %s", cases[k]);
        json_decref(report);
        json_decref(raw);
    }
    json_t *raw = perfect(lab), *one = json_array_get(json_object_get(raw, "cases"), 0);
    json_object_update_new(one, json_pack("{s:s s:s}", "status", "SKIPPED", "message", "It has 1 GPU."));
    json_t *report = grade(lab, raw, NULL);
    cr_expect(strstr(get(milestone(report, "correct"), "message"), "could not run here. It has 1 GPU."));
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

/* One report of a run on two backends: what the second alone can tell has no points, and is told all the same. */
Test(grader, what_a_gpu_tells_stands_beside)
{
    static const struct {
        const char *set, *perf, *part, *status;
        int code;
    } runs[] = {
        { "{}", "SKIPPED", "needs the cuda backend", "PASS", 0 },
        { "{'backends': ['cpu', 'cuda']}", "PASS", "on a GPU: gold: 0.950 x the reference", "PASS", 0 },
        { "{'backends': ['cpu', 'cuda'], 'measurements': [{'bench': 'big', 'ratio': 0.1, 'lo': 0.09, 'hi': 0.11}]}",
          "FAIL", "on a GPU: 0.100 x the reference", "FAIL", 1 },
        { "{'backends': ['cuda']}", "PASS", "on a GPU", "PASS", 0 },
    };
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *m;
    size_t k;
    json_object_set_new(json_array_get(json_object_get(lab, "bench"), 0), "on", json_string("cuda"));
    json_array_foreach(json_object_get(lab, "milestones"), k, m)
        if (!strcmp(get(m, "kind"), "perf")) {
            json_object_set_new(m, "beside", json_true());
            json_object_set_new(m, "max", json_integer(0));
        }
    for (k = 0; k < LEN(runs); k++) {
        char set[300];
        double points, max;
        snprintf(set, sizeof set, "%s", runs[k].set);
        for (char *p = set; *p; p++)
            *p = *p == '\'' ? '"' : *p;
        json_t *raw = perfect(lab);
        lay_over(raw, set);
        json_t *report = grade(lab, raw, ALL_RIGHT);
        const json_t *perf = milestone(report, "perf");
        grader_points(report, &points, &max);
        cr_expect_str_eq(get(perf, "status"), runs[k].perf, "%s: %s", set, get(perf, "status"));
        cr_expect(strstr(get(perf, "message"), runs[k].part), "%s: '%s'", set, get(perf, "message"));
        cr_expect_str_eq(get(report, "status"), runs[k].status, "%s: %s", set, get(report, "status"));
        cr_expect_eq(grader_exit_code(report), runs[k].code, "%s: %d", set, grader_exit_code(report));
        cr_expect(max == 80 && points == (k < 3 ? 80 : 60), "%s: %g of %g", set, points, max);
        json_decref(report);
        json_decref(raw);
    }
    json_decref(lab);
}

/* One run counts on the emulator and on the GPU: a gate that asks the GPU is not answered by the other. */
Test(grader, a_gate_on_a_gpu_is_the_gpus)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *gate, *c;
    size_t k;
    json_array_foreach(json_object_get(lab, "gates"), k, gate)
        json_object_set_new(gate, "on", json_string("cuda"));
    json_object_set_new(raw, "backend", json_string("cuda"));
    json_t *both = json_array();
    json_array_foreach(json_object_get(raw, "counters"), k, c) {
        json_t *emulated = json_copy(c);
        json_object_set_new(emulated, "source", json_string("simt"));
        if (!strcmp(get(c, "name"), "l1_miss"))
            json_object_set_new(emulated, "value", json_integer(1000000000));
        json_object_set_new(c, "source", json_string("ncu"));
        json_array_append_new(both, emulated);
        json_array_append(both, c);
    }
    json_object_set_new(raw, "counters", both);
    json_t *report = grade(lab, raw, NULL);
    cr_expect_str_eq(get(milestone(report, "profile"), "status"), "PASS", "%s",
                     get(milestone(report, "profile"), "message"));
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

Test(grader, gold_is_gold_throughout)
{
    static const struct {
        const char *milestones, *stage;
    } stages[] = {
        {"[{'kind': 'correct', 'status': 'PASS'}]", ""},
        {"[{'kind': 'perf', 'status': 'PASS', 'stage': 'gold'}]", "gold"},
        {"[{'kind': 'perf', 'status': 'PASS', 'stage': 'gold'},"
         " {'kind': 'perf', 'status': 'PASS', 'stage': 'bronze'}]", "bronze"},
        {"[{'kind': 'perf', 'status': 'PASS', 'stage': 'gold'}, {'kind': 'perf', 'status': 'FAIL'}]", ""},
        {"[{'kind': 'perf', 'status': 'PENDING'}, {'kind': 'perf', 'status': 'PASS', 'stage': 'gold'}]", ""},
        {"[{'kind': 'perf', 'status': 'SKIPPED'}, {'kind': 'perf', 'status': 'PASS', 'stage': 'silver'}]", "silver"},
    };
    for (size_t k = 0; k < LEN(stages); k++) {
        char text[300];
        snprintf(text, sizeof text, "{'milestones': %s}", stages[k].milestones);
        for (char *p = text; *p; p++)
            *p = *p == '\'' ? '"' : *p;
        json_t *report = json_loads(text, 0, NULL);
        const char *got = grader_stage(report);
        cr_expect_str_eq(got ? got : "", stages[k].stage, "%s", text);
        json_decref(report);
    }
}

/* A run that never began is nobody's crash: a hint on the code would lead astray. */
Test(grader, a_refused_run_gets_no_hint)
{
    static const struct {
        int code;
        bool hinted;
    } ends[] = {{4, true}, {5, true}, {10, false}};
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    for (size_t k = 0; k < LEN(ends); k++) {
        json_t *raw = perfect(lab);
        json_object_set_new(raw, "cases", json_array());
        json_object_set_new(raw, "error", json_pack("{s:s s:i s:s}", "status", "ERROR", "code", ends[k].code, "message",
                                                    "the sandbox here is L2 and L3 is demanded"));
        json_t *report = grade(lab, raw, "{\"attempts\": 5}"); /* one hint waits for three */
        const json_t *first = json_array_get(json_object_get(report, "milestones"), 0);
        cr_expect_str_eq(get(first, "status"), "ERROR");
        cr_expect_eq(*get(first, "hint") != 0, ends[k].hinted, "code %d: '%s'", ends[k].code, get(first, "hint"));
        json_decref(report);
        json_decref(raw);
    }
    json_decref(lab);
}

/* What breaks behind the cases is said, though each of them is right. */
Test(grader, a_run_that_breaks_before_its_times_says_so)
{
    json_t *lab = curriculum_lab(cur, "t01-toy", 1), *raw = perfect(lab), *m = NULL;
    size_t k;
    int said = 0;
    json_object_set_new(raw, "measurements", json_array());
    json_object_set_new(raw, "versus", json_string("attempt:1"));
    json_object_set_new(raw, "error", json_pack("{s:s s:i s:s}", "status", "ERROR", "code", 10, "message",
                                                "The code attempt:1 does not compile"));
    json_t *report = grade(lab, raw, NULL);
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        said += !strcmp(get(m, "kind"), "perf") && !strcmp(get(m, "status"), "ERROR") &&
                strstr(get(m, "message"), "attempt:1 does not compile");
    cr_expect_eq(said, 1, "by one milestone");
    cr_expect_eq(grader_exit_code(report), 10);
    json_object_del(raw, "error");
    json_t *whole = grade(lab, raw, NULL);
    cr_expect_str_eq(get(whole, "status"), "PASS");
    json_decref(whole);
    json_decref(report);
    json_decref(raw);
    json_decref(lab);
}

Test(grader, reports_that_do_not_fit)
{
    static const char *const changes[] = {"{\"schema\": \"ridge.raw/2\"}",
                                          "{\"lab\": \"t02-two\"}"};
    json_t *lab = curriculum_lab(cur, "t01-toy", 1);
    for (size_t k = 0; k < LEN(changes); k++) {
        json_t *raw = perfect(lab), *report = NULL;
        struct err error = { "" };
        lay_over(raw, changes[k]);
        cr_expect_eq(grader_grade(cur, lab, raw, NULL, NULL, &report, &error), -1, "%s", changes[k]);
        cr_expect_null(report);
        cr_expect(*error.text);
            json_decref(raw);
    }
    json_t *nothing = json_object();
    cr_expect_eq(grader_exit_code(nothing), 9);
    json_decref(nothing);
    json_decref(lab);
}
