/* Where a lab stands: what is won stays won, whatever is run after. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "grader/standing.h"

#define LEN(a) (sizeof(a) / sizeof *(a))

/* ' for ", so that rows can be read */
static json_t *json(const char *format)
{
    char text[2000];
    json_error_t e;
    snprintf(text, sizeof text, "%s", format);
    for (char *p = text; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    json_t *j = json_loads(text, 0, &e);
    cr_assert(j, "%s: %s", text, e.text);
    return j;
}

static const char lab[] =
    "[{'id': 'correct', 'kind': 'correct', 'max': 40}, {'id': 'profile', 'kind': 'profile', 'max': 20},"
    " {'id': 'perf:a', 'kind': 'perf', 'max': 20}, {'id': 'perf:gpu', 'kind': 'perf', 'max': 0, 'beside': true},"
    " {'id': 'answers', 'kind': 'answers', 'max': 20}]";

#define WON(id, rev, stage, points, max, attempt)                                                                      \
    "{'id': '" id "', 'rev': " rev ", 'stage': '" stage "', 'points': " points ", 'max': " max ", 'attempt': " attempt \
    ", 'when': 7}"
#define PART(rev, points, attempt)                                                                                     \
    "{'id': 'correct', 'rev': " rev ", 'stage': '', 'points': " points ", 'max': 40, 'attempt': " attempt                \
    ", 'when': 7, 'partial': true}"
#define CORRECT WON("correct", "1", "", "40", "40", "1")
#define BRONZE WON("perf:a", "1", "bronze", "10", "20", "3")
#define GOLD WON("perf:a", "1", "gold", "20", "20", "4")

Test(standing, the_best_of_each_milestone_counts)
{
    static const struct {
        const char *name, *won;
        int rev, until;
        double answers;
        const char *status, *stage;
        double points;
    } rows[] = {
        { "nothing was run", "[]", 1, 0, 0, "PENDING", "", 0 },
        { "one is won", "[" CORRECT "]", 1, 0, 0, "PENDING", "", 40 },
        { "the better stage, whichever came first", "[" CORRECT ", " GOLD ", " BRONZE "]", 1, 0, 0, "PENDING", "gold",
          60 },
        { "as it stood after run 3", "[" CORRECT ", " BRONZE ", " GOLD "]", 1, 3, 0, "PENDING", "bronze", 50 },
        { "answers need no run", "[]", 1, 0, .5, "PENDING", "", 10 },
        { "answers that a run counted stay", "[" WON("answers", "1", "", "20", "20", "1") "]", 1, 0, .5, "PENDING", "",
          20 },
        { "all of it, without a GPU", "[" CORRECT ", " WON("profile", "1", "", "20", "20", "2") ", " GOLD "]", 1, 0, 1,
          "PASS", "gold", 100 },
        { "slow on a GPU as well",
          "[" CORRECT ", " WON("profile", "1", "", "20", "20", "2") ", " GOLD ", " WON("perf:gpu", "1", "bronze", "0",
                                                                                       "0", "9") "]",
          1, 0, 1, "PASS", "gold", 100 },
        { "the lab has changed since", "[" CORRECT ", " WON("profile", "1", "", "20", "20", "2") ", " GOLD "]", 2, 0, 1,
          "STALE", "", 20 },
        { "begun again since", "[" CORRECT ", " WON("correct", "2", "", "40", "40", "8") ", " GOLD "]", 2, 0, 1,
          "PENDING", "", 60 },
        { "won at a revision that is not here", "[" WON("correct", "3", "", "40", "40", "1") "]", 2, 0, 0, "PENDING",
          "", 0 },
        { "totals were redrawn", "[" WON("correct", "1", "", "15", "30", "1") "]", 1, 0, 0, "PENDING", "", 20 },
        { "partly right, the best of it", "[" PART("1", "10", "1") ", " PART("1", "26.6", "2") ", " PART("1", "5", "3") "]", 1, 0,
          0, "PENDING", "", 26.6 },
        { "partly right as it stood after run 1", "[" PART("1", "10", "1") ", " PART("1", "26.6", "2") "]", 1, 1, 0, "PENDING",
          "", 10 },
        { "all of it is more than a part", "[" PART("1", "39.9", "1") ", " CORRECT "]", 1, 0, 0, "PENDING", "", 40 },
        { "a part of an older revision is worth nothing, nor is it stale", "[" PART("1", "39.9", "1") "]", 2, 0, 0, "PENDING",
          "", 0 },
        { "and does not hide what was won before it", "[" CORRECT ", " PART("1", "39.9", "2") "]", 2, 0, 1, "PENDING", "", 20 },
        { "beside the total it had points once", "[" WON("perf:gpu", "1", "gold", "5", "5", "1") "]", 1, 0, 0,
          "PENDING", "", 0 },
    };
    json_t *milestones = json(lab);
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *won = json(rows[k].won),
               *got = standing_rows(milestones, rows[k].rev, won, rows[k].until, rows[k].answers);
        struct standing s = standing_of(got);
        cr_expect_str_eq(s.status, rows[k].status, "%s: %s", rows[k].name, s.status);
        cr_expect_str_eq(s.stage, rows[k].stage, "%s: %s", rows[k].name, s.stage);
        cr_expect_float_eq(s.points, rows[k].points, 1e-9, "%s: %g", rows[k].name, s.points);
        cr_expect_float_eq(s.max, 100, 1e-9, "%s: of %g", rows[k].name, s.max);
        json_decref(got);
        json_decref(won);
    }
    json_decref(milestones);
}

/* Only the win that counts is asked; an equal one from before the solution is the one that counts. */
Test(standing, what_was_won_after_the_solution_says_so)
{
    static const struct {
        const char *name, *won, *marked;
    } rows[] = {
        { "before", "[{'after_solution': false, 'id': 'correct', 'rev': 1, 'stage': '', 'points': 40, 'max': 40}]",
          "" },
        { "after", "[{'after_solution': true, 'id': 'perf:a', 'rev': 1, 'stage': 'gold', 'points': 20, 'max': 20}]",
          "perf:a" },
        { "better after",
          "[" BRONZE ", {'after_solution': true, 'id': 'perf:a', 'rev': 1, 'stage': 'gold', 'points': 20,"
          " 'max': 20}]",
          "perf:a" },
        { "no better after",
          "[" GOLD ", {'after_solution': true, 'id': 'perf:a', 'rev': 1, 'stage': 'gold', 'points': 20,"
          " 'max': 20}]",
          "" },
        { "of a revision that is gone",
          "[{'after_solution': true, 'id': 'perf:a', 'rev': 0, 'stage': 'gold', 'points': 20,"
          " 'max': 20}]",
          "" },
        { "answers need no run",
          "[{'after_solution': true, 'id': 'answers', 'rev': 1, 'stage': '', 'points': 20, 'max': 20}]", "" },
    };
    json_t *milestones = json(lab);
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *won = json(rows[k].won), *got = standing_rows(milestones, 1, won, 0, 0), *row;
        char marked[80] = "";
        size_t q;
        json_array_foreach(got, q, row)
            if (json_is_true(json_object_get(row, "after_solution")))
                strncat(marked, json_string_value(json_object_get(row, "id")), sizeof marked - strlen(marked) - 1);
        cr_expect_str_eq(marked, rows[k].marked, "%s: %s", rows[k].name, marked);
        json_decref(got);
        json_decref(won);
    }
    json_decref(milestones);
}

/* One run, as a class counts it. */
Test(standing, a_run_is_judged_by_what_could_be_judged)
{
    static const struct {
        const char *rows, *status;
    } runs[] = {
        {"[]", "SKIPPED"},
        {"[{'kind': 'correct', 'status': 'PASS'}]", "PASS"},
        {"[{'kind': 'correct', 'status': 'PASS'}, {'kind': 'profile', 'status': 'SKIPPED'}]", "PASS"},
        {"[{'kind': 'correct', 'status': 'SKIPPED'}, {'kind': 'profile', 'status': 'PASS'}]", "SKIPPED"},
        {"[{'kind': 'correct', 'status': 'PASS'}, {'kind': 'perf', 'status': 'INCONCLUSIVE'}]", "INCONCLUSIVE"},
        {"[{'kind': 'correct', 'status': 'PASS'}, {'kind': 'perf', 'beside': true, 'status': 'FAIL'}]", "PASS"},
        {"[{'kind': 'correct', 'status': 'FAIL'}, {'kind': 'profile', 'status': 'PENDING'}]", "FAIL"},
        {"[{'kind': 'correct', 'status': 'PENDING'}, {'kind': 'profile', 'status': 'FAIL'}]", "PENDING"},
        {"[{'kind': 'correct'}]", "ERROR"},
    };
    for (size_t k = 0; k < LEN(runs); k++) {
        json_t *rows = json(runs[k].rows);
        cr_expect_str_eq(standing_of(rows).status, runs[k].status, "%s: %s", runs[k].rows, standing_of(rows).status);
        json_decref(rows);
    }
}

/* Of another revision its own points are all that is known: they stay, and so does what they were of. */
Test(standing, an_older_revision_keeps_its_points)
{
    static const struct {
        const char *attempt;
        double points, max;
    } rows[] = {
        {"{'id': 1, 'rev': 1, 'points': 40, 'max': 80, 'answers': 0}", 40, 80},
        {"{'id': 5, 'rev': 1, 'points': 40, 'max': 80, 'answers': 5}", 65, 80},
        {"{'id': 5, 'rev': 2, 'points': 10, 'max': 100, 'answers': 10}", 10, 100},
        {"{'id': 5, 'rev': 1, 'points': 80, 'max': 80, 'answers': 80}", 80, 80},
    };
    json_t *won = json("[" CORRECT ", " BRONZE ", " GOLD "]");
    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *attempt = json(rows[k].attempt);
        struct standing s = standing_then(attempt, won);
        cr_expect_float_eq(s.points, rows[k].points, 1e-9, "%s: %g", rows[k].attempt, s.points);
        cr_expect_float_eq(s.max, rows[k].max, 1e-9, "%s: of %g", rows[k].attempt, s.max);
        json_decref(attempt);
    }
    json_decref(won);
}
