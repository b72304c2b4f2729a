/*
 * test_db_facts.c: what goes into the workbook, what it answers, and what doctor makes of it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "disk.h"
#include "own_folder.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Tools ------------------------------------------------------------------------------ */

/* "correct" and "perf" as told, `profile` passed; one measurement, two counters, a failing case. */
static json_t *report_of(const char *correct, const char *perf, const char *stage)
{
    return json_pack(
        "{s:s, s:[{s:s,s:s,s:s,s:f,s:i,s:s},{s:s,s:s,s:s,s:i},{s:s,s:s,s:s,s:s}],"
        " s:[{s:s,s:s,s:s,s:i,s:f,s:f,s:f,s:[[f,f],[f,f],s]}],"
        " s:[{s:s,s:s,s:s,s:i,s:s},{s:s,s:f},{s:s}], s:[{s:s,s:s,s:s,s:s,s:{s:i}},{s:s,s:s}]}",
        "schema", "ridge.report/1", "milestones", "id", "correct", "kind", "correct", "status",
        correct, "points", 39.5, "max", 40, "message", "8 of 8", "id", "profile", "kind", "profile",
        "status", "PASS", "points", 20, "id", "perf:packed", "kind", "perf", "status", perf,
        "stage", stage, "measurements", "bench", "packed", "call", "gemm", "case", "n1024", "pairs",
        2, "ratio", 0.81, "lo", 0.8, "hi", 0.82, "samples", 1.0, 1.25, 1.5, 1.75, "not a pair",
        "counters", "call", "gemm", "case", "n256", "name", "l1_miss", "value", 1234, "source",
        "ctrace", "name", "regs", "value", 32.0, "call", "no name", "cases", "call", "gemm", "case",
        "1x1", "status", "FAIL", "message", "off by one", "mismatch", "index", 3, "case", "2x2",
        "status", "PASS");
}

struct
try {
    const char *lab;
    int rev;
    const char *status;
    double points;
    const char *stage, *verb, *impl;
};

#define RAN(rev, status, points, stage)                                                            \
    {                                                                                              \
        "x", rev, status, points, stage, NULL, NULL                                                \
    }

static enum db_status insert(struct db *db, const struct try *t, int64_t *id)
{
    const struct db_file files[] = {{"gemm.c", "int gemm;\n", 10}, {"inc/tile.h", "", 0}};
    json_t *report =
        report_of(t->points > 0 ? "PASS" : "FAIL", *t->stage ? "PASS" : "FAIL", t->stage);
    const struct db_attempt a = {.lab = t->lab,
                                 .lab_rev = t->rev,
                                 .backend = "cpu",
                                 .impl = t->impl,
                                 .verb = t->verb,
                                 .started = 1000,
                                 .duration_ms = 20,
                                 .status = t->status,
                                 .points = t->points,
                                 .max = 100,
                                 .stage = t->stage,
                                 .watch = true,
                                 .sandbox = "landlock"};
    enum db_status status = db_attempt_insert(db, &a, files, LEN(files), report, id);

    json_decref(report);
    return status;
}

static const struct try plain = {"c01", 1, "PASS", 50, "bronze", NULL, NULL};

/* All that db_check() has to say against the workbook, files and backups aside. */
static bool sound(struct db *db)
{
    json_t *list = NULL;
    bool ok = db_check(db, &list) == DB_OK;

    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *row = json_array_get(list, k);
        const char *what = text_at(row, "check");

        if (!json_is_true(json_object_get(row, "ok")) && !strstr("backup file disk", what)) {
            snprintf(err.text, sizeof err.text, "%s: %s", what, text_at(row, "message"));
            ok = false;
        }
    }
    json_decref(list);
    return ok;
}

static char *slurp(const char *file, size_t *n)
{
    FILE *f = fopen(file, "rb");
    char *bytes = calloc(1, 1 << 22);

    *n = f ? fread(bytes, 1, 1 << 22, f) : 0;
    if (f)
        fclose(f);
    return bytes;
}

static void spill(const char *file, const void *bytes, size_t n)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    cr_assert(fd >= 0 && write(fd, bytes, n) == (ssize_t)n);
    close(fd);
}

/* ---- Attempts --------------------------------------------------------------------------- */

TestSuite(db_facts, .init = enter, .fini = leave, .timeout = 60);

Test(db_facts, an_attempt_comes_back_as_it_went_in)
{
    struct db *db = must_open(DB_CREATE);
    struct db_file *files;
    json_t *got, *list, *report = report_of("PASS", "PASS", "bronze");
    const json_t *row;
    int64_t first, id;
    size_t n;

    OK(insert(db, &plain, &first));
    OK(insert(db, &plain, &id));
    cr_assert_eq(id, first + 1);
    OK(db_attempt_get(db, id, &got));
    cr_assert_eq(int_at(got, "started"), 1000);
    cr_assert_str_eq(text_at(got, "sandbox"), "landlock");
    cr_assert(json_is_true(json_object_get(got, "watch")));
    cr_assert(json_equal(json_object_get(got, "report"), report));
    row = json_array_get(json_object_get(got, "milestones"), 0);
    cr_assert_str_eq(text_at(row, "message"), "8 of 8");
    cr_assert_float_eq(json_number_value(json_object_get(row, "points")), 39.5, 1e-12);
    row = json_array_get(json_object_get(got, "measurements"), 0);
    cr_assert_float_eq(json_number_value(json_object_get(row, "ratio")), 0.81, 1e-12);
    cr_assert(json_is_null(json_object_get(row, "gflops")));
    cr_assert_eq(json_array_size(json_object_get(got, "counters")), 2);
    cr_assert_eq(json_array_size(json_object_get(got, "cases")), 1);
    row = json_array_get(json_object_get(got, "cases"), 0);
    cr_assert_eq(int_at(json_object_get(row, "mismatch"), "index"), 3);
    row = json_array_get(json_object_get(got, "files"), 0);
    cr_assert_str_eq(text_at(row, "name"), "gemm.c");
    cr_assert_eq(int_at(row, "size"), 10);
    json_decref(got);
    json_decref(report);

    OK(db_samples(db, id, "packed", &got));
    cr_assert_eq(json_array_size(got), 2); /* what was no pair is left out */
    cr_assert_float_eq(json_real_value(json_array_get(json_array_get(got, 1), 1)), 1.75, 0);
    json_decref(got);
    OK(db_measurements(db, "c01", "packed", 10, &got));
    cr_assert(json_array_size(got) == 2 && int_at(json_array_get(got, 0), "attempt") == id);
    json_decref(got);
    OK(db_attempts(db, NULL, 10, &got));
    OK(db_attempts(db, "c01", 1, &list));
    cr_assert(json_array_size(got) == 2 && json_array_size(list) == 1);
    cr_assert(json_equal(json_array_get(got, 0), json_array_get(list, 0)));
    json_decref(list);
    json_decref(got);

    OK(db_attempt_source(db, id, &files, &n));
    cr_assert(n == 2 && files[0].size == 10 && memcmp(files[0].data, "int gemm;\n", 10) == 0);
    cr_assert(files[1].size == 0 && strcmp(files[1].name, "inc/tile.h") == 0);
    db_files_free(files, n);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM source"), 2); /* each text once */
    cr_assert_eq(number(db->sql, "SELECT count(DISTINCT source_hash) FROM attempt"), 1);
    IS(DB_NOTFOUND, db_attempt_get(db, 99, &got));
    IS(DB_NOTFOUND, db_attempt_source(db, 99, &files, &n));
    report = json_object();
    OK(db_attempt_insert(db, &(struct db_attempt){.lab = "w01", .status = "PENDING"}, NULL, 0,
                         report, &id));
    json_decref(report);
    IS(DB_NOTFOUND, db_attempt_source(db, id, &files, &n));
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}

Test(db_facts, an_attempt_that_is_not_in_order_leaves_nothing)
{
    static const struct {
        const char *name;
        const char *file[2];
        const char *lab, *status, *report;
    } row[] = {
        {"climbs out", {"a/../../b.c"}, "c01", "PASS", "{}"},
        {"absolute", {"/etc/passwd"}, "c01", "PASS", "{}"},
        {"nameless", {""}, "c01", "PASS", "{}"},
        {"twice", {"a.c", "a.c"}, "c01", "PASS", "{}"},
        {"no lab", {"a.c"}, NULL, "PASS", "{}"},
        {"empty lab", {"a.c"}, "", "PASS", "{}"},
        {"no status", {"a.c"}, "c01", NULL, "{}"},
        {"a status of its own", {"a.c"}, "c01", "FINE", "{}"},
        {"a list", {"a.c"}, "c01", "PASS", "[]"},
        {"milestone without id",
         {"a.c"},
         "c01",
         "PASS",
         "{\"milestones\":[{\"status\":\"PASS\"}]}"},
        {"milestone without status",
         {"a.c"},
         "c01",
         "PASS",
         "{\"milestones\":[{\"id\":\"perf\"}]}"},
        {"milestone is a number", {"a.c"}, "c01", "PASS", "{\"milestones\":[7]}"},
    };
    struct db *db = must_open(DB_CREATE);

    for (size_t k = 0; k < LEN(row); k++) {
        const struct db_file files[] = {{row[k].file[0], "x", 1}, {row[k].file[1], "y", 1}};
        const struct db_attempt a = {.lab = row[k].lab, .status = row[k].status};
        json_t *report = json_loads(row[k].report, 0, NULL);
        int64_t id = -7;

        cr_assert_eq(db_attempt_insert(db, &a, files, row[k].file[1] ? 2 : 1, report, &id),
                     DB_ERROR, "%s: stored", row[k].name);
        cr_assert(id == -7 && strlen(db_error(db)) > 20, "%s: %s", row[k].name, db_error(db));
        cr_assert_eq(number(db->sql, "SELECT (SELECT count(*) FROM attempt)"
                                     " + (SELECT count(*) FROM source)"),
                     0, "%s", row[k].name);
        json_decref(report);
    }
    db_close(db);
}

/* ---- Progress --------------------------------------------------------------------------- */

Test(db_facts, progress_takes_the_best)
{
    static const struct {
        struct try t[4];
        const char *status, *stage;
        int rev, points, attempts;
        size_t passed;
    } row[] = {
        {.status = "PENDING", .stage = "", .rev = 0},
        {{RAN(1, "FAIL", 0, "")}, "FAIL", "", 1, 0, 1, 1},
        {{RAN(1, "FAIL", 40, ""), RAN(1, "FAIL", 30, "")}, "FAIL", "", 1, 40, 2, 2},
        {{RAN(1, "PASS", 90, "gold"), RAN(1, "FAIL", 10, "")}, "PASS", "gold", 1, 90, 2, 3},
        {{RAN(1, "PASS", 80, "bronze"), RAN(1, "PASS", 90, "silver")},
         "PASS",
         "silver",
         1,
         90,
         2,
         3},
        /* passed before the checks changed: rev 1 says so until rev 2 is passed */
        {{RAN(1, "PASS", 90, "gold"), RAN(2, "FAIL", 95, "")}, "PASS", "gold", 1, 90, 2, 3},
        {{RAN(1, "PASS", 90, "gold"), RAN(2, "PASS", 80, "bronze")}, "PASS", "bronze", 2, 80, 2, 3},
        /* a reference's run and a part of a run are no progress of the learner's */
        {{RAN(1, "FAIL", 10, ""), {"x", 1, "PASS", 100, "gold", NULL, "reference"}},
         "FAIL",
         "",
         1,
         10,
         1,
         2},
        {{RAN(1, "FAIL", 10, ""), {"x", 1, "PASS", 100, "", "profile", NULL}},
         "FAIL",
         "",
         1,
         10,
         2,
         2},
    };

    for (size_t k = 0; k < LEN(row); k++) {
        struct db *db;
        json_t *got, *all, *want;
        const json_t *last, *best;
        int64_t id = 0;

        cr_assert_eq(db_open("", DB_MEMORY, &db, &err), DB_OK);
        for (const struct try *t = row[k].t; t < row[k].t + 4 && t->lab; t++)
            OK(insert(db, t, &id));
        OK(db_lab_progress(db, "x", &got));
        best = json_object_get(got, "best");
        cr_assert_eq(json_is_null(best), !row[k].rev, "row %zu", k);
        cr_assert_eq(int_at(best, "rev"), row[k].rev, "row %zu", k);
        if (row[k].rev) {
            cr_assert_str_eq(text_at(best, "status"), row[k].status, "row %zu", k);
            cr_assert_str_eq(text_at(best, "stage"), row[k].stage, "row %zu", k);
            cr_assert_eq(json_number_value(json_object_get(best, "points")), row[k].points, "row %zu", k);
        }
        cr_assert_eq(int_at(got, "attempts"), row[k].attempts, "row %zu", k);
        cr_assert_eq(json_array_size(json_object_get(got, "passed")), row[k].passed, "row %zu", k);
        last = json_object_get(got, "last");
        cr_assert_eq(json_is_null(last), row[k].attempts == 0, "row %zu", k);
        if (row[k].attempts) {
            cr_assert_eq(json_array_size(json_object_get(last, "milestones")), 3);
            json_object_del(json_object_get(got, "last"), "milestones");
        }
        OK(db_progress_all(db, &all));
        cr_assert_eq(json_object_size(all), row[k].attempts ? 1 : 0);
        cr_assert(!row[k].attempts || json_equal(json_object_get(all, "x"), got), "row %zu", k);
        json_decref(all);
        OK(db_standing_all(db, &all));
        cr_assert_eq(json_object_size(all), row[k].attempts ? 1 : 0);
        want = json_pack("{s:{s:s s:b s:O?}}", "x", "lab", "x", "begun", 1, "last", json_object_get(last, "status"));
        cr_assert(!row[k].attempts || json_equal(all, want), "row %zu", k);
        json_decref(want);
        json_decref(all);
        json_decref(got);
        cr_assert(sound(db), "%s", err.text);
        db_close(db);
    }
}

/* The count is the report's; what passed, and what says no number, has none. */
Test(db_facts, how_many_cases_were_right_is_read_from_the_report)
{
    static const struct {
        const char *milestones;
        enum db_status status;
        int right;
    } rows[] = {
        {"[{\"id\":\"asm\",\"kind\":\"asm\",\"status\":\"PASS\",\"right\":9},"
         "{\"id\":\"correct\",\"kind\":\"correct\",\"status\":\"FAIL\",\"right\":23,\"cases\":31}]", DB_OK, 23},
        {"[{\"id\":\"correct\",\"kind\":\"correct\",\"status\":\"FAIL\"}]", DB_OK, -1},
        {"[{\"id\":\"correct\",\"kind\":\"correct\",\"status\":\"PASS\",\"right\":31,\"cases\":31}]", DB_NOTFOUND, -1},
    };
    struct db *db = must_open(DB_CREATE);

    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *milestones = json_loads(rows[k].milestones, 0, NULL), *got = NULL;
        json_t *report = json_pack("{s:o}", "milestones", milestones);
        int64_t id = 0;

        OK(db_attempt_insert(db, &(struct db_attempt){.lab = "c01", .status = "FAIL"}, NULL, 0, report, &id));
        cr_assert_eq(db_cases_right(db, id, &got), rows[k].status, "%zu", k);
        if (rows[k].right >= 0)
            cr_expect(int_at(got, "right") == rows[k].right && int_at(got, "cases") == 31);
        else
            cr_expect(!json_is_integer(json_object_get(got, "right")));
        json_decref(got);
        json_decref(report);
    }
    db_close(db);
}

/* The runs began at 1000; the solution was opened at the same moment, later, or never. */
Test(db_facts, what_was_run_after_the_solution_is_known)
{
    static const struct {
        const char *lab;
        int64_t opened;
        bool after;
    } rows[] = {{"c01", 1000, true}, {"c02", 1001, false}, {"c03", 0, false}};
    struct db *db = must_open(DB_CREATE);

    for (size_t k = 0; k < LEN(rows); k++) {
        json_t *won = NULL, *runs = NULL, *progress = NULL;

        db_set_clock(db, rows[k].opened);
        if (rows[k].opened)
            OK(db_reveal_put(db, rows[k].lab, "gave_up"));
        OK(insert(db, &(struct try){rows[k].lab, 1, "PASS", 50, "bronze", NULL, NULL}, NULL));
        OK(db_won(db, rows[k].lab, &won));
        OK(db_attempts(db, rows[k].lab, 1, &runs));
        OK(db_lab_progress(db, rows[k].lab, &progress));
        const json_t *each[] = {json_array_get(won, 0), json_array_get(runs, 0),
                                json_array_get(json_object_get(progress, "passed"), 0)};
        for (size_t q = 0; q < LEN(each); q++)
            cr_expect(json_is_boolean(json_object_get(each[q], "after_solution")) &&
                          json_is_true(json_object_get(each[q], "after_solution")) == rows[k].after,
                      "%s, %zu", rows[k].lab, q);
        json_decref(won);
        json_decref(runs);
        json_decref(progress);
    }
    db_close(db);
}

Test(db_facts, the_grader_sees_the_past_of_one_revision)
{
    struct db *db = must_open(DB_CREATE);
    json_t *got, *params = json_pack("{s:i}", "S", 4096);
    const json_t *answer, *said;

    OK(db_history_for_grader(db, "x", 0, &got));
    cr_assert(json_is_false(json_object_get(got, "profiled")) && int_at(got, "attempts") == 0);
    json_decref(got);
    OK(insert(db, &(struct try)RAN(1, "PASS", 50, ""), NULL));
    OK(insert(db, &(struct try)RAN(2, "FAIL", 0, ""), NULL));
    OK(db_answer_put(db, "x", 0, "q1", NULL, "3", "FAIL", NULL));
    OK(db_answer_put(db, "x", 0, "q1", params, "4 GiB", "PASS", NULL));
    OK(db_answer_put(db, "y", 0, "q1", NULL, "no", "FAIL", NULL));
    OK(db_prediction_put(db, "x", "flops", "flops", 1, NULL, "FLOP", NULL));
    OK(db_prediction_put(db, "x", "flops", "flops", 2, NULL, "FLOP", NULL));
    OK(db_prediction_put(db, "x", "bound", "intensity", NAN, "memory", NULL, NULL));
    for (int rev = 0; rev <= 2; rev++) {
        OK(db_history_for_grader(db, "x", rev, &got));
        cr_assert_eq(json_is_true(json_object_get(got, "profiled")), rev < 2);
        cr_assert_eq(int_at(got, "attempts"), rev ? 1 : 2);
        cr_assert_eq(json_array_size(json_object_get(got, "passed")), rev == 2 ? 1 : 2);
        answer = json_object_get(json_object_get(got, "answers"), "q1");
        cr_assert(int_at(answer, "tries") == 2 &&
                  json_equal(json_object_get(answer, "params"), params));
        cr_assert_str_eq(text_at(answer, "text"), "4 GiB");
        said = json_object_get(json_object_get(got, "predictions"), "flops");
        cr_assert_eq(json_number_value(json_object_get(said, "value")), 2);
        said = json_object_get(json_object_get(got, "predictions"), "bound");
        cr_assert_str_eq(text_at(said, "choice"), "memory");
        json_decref(got);
    }
    json_decref(params);
    db_close(db);
}

/* ---- Learning and the notebook ---------------------------------------------------------- */

Test(db_facts, predictions_are_measured_once)
{
    struct db *db = must_open(DB_CREATE);
    int64_t run, id;
    json_t *got;

    OK(insert(db, &plain, &run));
    IS(DB_NOTFOUND, db_prediction_measure(db, "c01", "bytes", run, 3, NULL));
    IS(DB_NOTFOUND, db_prediction_get(db, "c01", "bytes", &got));
    IS(DB_ERROR, db_prediction_put(db, "c01", "bytes", "bytes", NAN, NULL, "B", NULL));
    db_set_clock(db, 1234567);
    OK(db_prediction_put(db, "c01", "bytes", "bytes", 134e6, NULL, "B", &id));
    IS(DB_ERROR, db_prediction_measure(db, "c01", "bytes", 999, 3, NULL)); /* no such attempt */
    OK(db_prediction_measure(db, "c01", "bytes", run, 604e6, NULL));
    IS(DB_NOTFOUND, db_prediction_measure(db, "c01", "bytes", run, 1, NULL));
    OK(db_prediction_get(db, "c01", "bytes", &got));
    cr_assert(int_at(got, "id") == id && int_at(got, "when") == 1234567);
    cr_assert(int_at(got, "attempt") == run);
    cr_assert_float_eq(json_real_value(json_object_get(got, "measured")), 604e6, 0);
    json_decref(got);
    OK(db_prediction_put(db, "c01", "bytes", "bytes", 600e6, NULL, "B", NULL));
    OK(db_predictions(db, "c01", &got));
    cr_assert_eq(json_array_size(got), 2);
    json_decref(got);
    db_close(db);
}

Test(db_facts, the_notebook_keeps_ticks_hints_notes_state_and_dates)
{
    struct db *db = must_open(DB_CREATE);
    const json_t *row;
    int64_t note;
    json_t *got;

    for (int kind = DB_TICK_READING; kind <= DB_TICK_CONCEPT; kind++) {
        OK(db_tick(db, kind, "w01", "brrr", true));
        OK(db_tick(db, kind, "w01", "brrr", true));
        OK(db_tick(db, kind, "w02", "roofline09", true));
        OK(db_tick(db, kind, "w02", "roofline09", false));
        OK(db_ticks(db, kind, NULL, &got));
        cr_assert(json_array_size(got) == 1 &&
                  strcmp(text_at(json_array_get(got, 0), "key"), "brrr") == 0);
        json_decref(got);
    }

    OK(insert(db, &plain, NULL));
    OK(db_hint_take(db, "c01", "tier1"));
    OK(insert(db, &plain, NULL));
    OK(db_hint_take(db, "c01", "tier1"));
    OK(db_hints(db, "c01", &got));
    cr_assert(json_array_size(got) == 1 && int_at(json_array_get(got, 0), "attempts") == 1);
    json_decref(got);

    IS(DB_NOTFOUND, db_reveal_get(db, "c01", &got));
    IS(DB_ERROR, db_reveal_put(db, "c01", "peeked"));
    OK(db_reveal_put(db, "c01", "gave_up"));
    OK(db_reveal_put(db, "c01", "passed"));
    OK(db_reveal_get(db, "c01", &got));
    cr_assert_str_eq(text_at(got, "how"), "gave_up");
    json_decref(got);

    OK(db_note_add(db, "w01", "caf\xe9, typed under Latin-1", &note));
    OK(db_notes(db, "w01", &got));
    cr_assert_str_eq(text_at(json_array_get(got, 0), "text"), "caf?, typed under Latin-1");
    json_decref(got);
    OK(db_note_edit(db, note, "Robert'); DROP TABLE note;-- \xce\xb1"));
    OK(db_notes(db, NULL, &got));
    row = json_array_get(got, 0);
    cr_assert_str_eq(text_at(row, "text"), "Robert'); DROP TABLE note;-- \xce\xb1");
    json_decref(got);
    OK(db_note_delete(db, note));
    IS(DB_NOTFOUND, db_note_delete(db, note));
    IS(DB_NOTFOUND, db_note_edit(db, note, "gone"));
    json_t *gone = json_pack("{s:I s:s s:s s:i s:i}", "id", (json_int_t)note, "owner", "w01", "text", "back",
                             "created", 3, "updated", 4);
    OK(db_note_restore(db, gone));
    OK(db_notes(db, NULL, &got));
    cr_assert(json_equal(json_array_get(got, 0), gone));
    json_decref(got);
    json_decref(gone);

    static const char *const value[] = {
        "{\"row\":3,\"at\":[1,2.5,null]}", "7", "\"text\"", "null", "[]", "true"};
    for (size_t k = 0; k < LEN(value); k++) {
        json_t *v = json_loads(value[k], JSON_DECODE_ANY, NULL);

        OK(db_state_put(db, "screen:home", v));
        OK(db_state_get(db, "screen:home", &got));
        cr_assert(json_equal(v, got), "%s", value[k]);
        json_decref(got);
        json_decref(v);
    }
    OK(db_state_put(db, "screen:home", NULL));
    IS(DB_NOTFOUND, db_state_get(db, "screen:home", &got));

    OK(db_learner_rename(db, "Ada"));
    OK(db_learner(db, &got));
    cr_assert(strcmp(text_at(got, "name"), "Ada") == 0 && int_at(got, "seed") >= 0);
    json_decref(got);
    OK(db_event(db, "start", "c01", NULL));
    OK(db_event(db, "open", NULL, NULL));
    OK(db_events(db, "start", 5, &got));
    cr_assert(json_array_size(got) == 1 &&
              json_is_null(json_object_get(json_array_get(got, 0), "data")));
    json_decref(got);
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}

Test(db_facts, a_review_is_logged_and_moves_its_card)
{
    struct db *db = must_open(DB_CREATE);
    json_t *params = json_pack("{s:i}", "n", 8), *got;
    struct db_review r = {.kind = "question", .owner = "w01", .key = "flop", .grade = 3, .params = params,
                          .text = "2 GFLOP", .status = "PASS", .stability = 3.2, .difficulty = 5, .due = 500};

    db_set_clock(db, 100);
    OK(db_review_put(db, &r));
    db_set_clock(db, 600);
    r.grade = 1, r.days = 3, r.status = "FAIL", r.stability = .4, r.difficulty = 7, r.due = 600;
    OK(db_review_put(db, &r));
    OK(db_review_put(db, &(struct db_review){.kind = "concept", .owner = "w01", .key = "ridge", .grade = 4,
                                             .stability = 15, .difficulty = 3, .due = 550}));
    OK(db_cards(db, &got));
    cr_assert_eq(json_array_size(got), 2);
    cr_assert_str_eq(text_at(json_array_get(got, 0), "key"), "ridge");
    json_t *card = json_array_get(got, 1);
    cr_assert(int_at(card, "due") == 600 && int_at(card, "last") == 600 && int_at(card, "reviews") == 2 &&
              int_at(card, "lapses") == 1);
    cr_assert(json_real_value(json_object_get(card, "stability")) == .4);
    json_decref(got);
    OK(db_reviews(db, 2, &got));
    cr_assert(json_array_size(got) == 2 && int_at(json_array_get(got, 1), "grade") == 1);
    cr_assert(json_equal(json_object_get(json_array_get(got, 1), "params"), params));
    json_decref(got);
    /* a review that is not in order leaves neither a row nor a card */
    r.grade = 5, r.key = "other";
    IS(DB_ERROR, db_review_put(db, &r));
    r.grade = 2, r.stability = 0;
    IS(DB_ERROR, db_review_put(db, &r));
    r.stability = 1, r.difficulty = 11;
    IS(DB_ERROR, db_review_put(db, &r));
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM card"), 2);
    cr_assert_eq(number(db->sql, "SELECT count(*) FROM review"), 3);
    json_decref(params);
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}

Test(db_facts, answers_and_reviews_keep_the_revision_that_they_are_of)
{
    struct db *db = must_open(DB_CREATE);
    struct db_review r = {.kind = "question", .owner = "c01", .key = "q", .grade = 3, .stability = 3, .difficulty = 5,
                          .due = 500, .lab_rev = 2};
    static const json_int_t want[] = {2, 0, 2, 0}; /* newest first; 0: null */
    json_t *got;

    db_set_clock(db, 100);
    OK(db_answer_put(db, "w01", 0, "q", NULL, "1", "PASS", NULL));
    db_set_clock(db, 101);
    OK(db_answer_put(db, "c01", 2, "q", NULL, "2", "PASS", NULL));
    db_set_clock(db, 102);
    r.owner = "w01", r.lab_rev = 0;
    OK(db_review_put(db, &r));
    db_set_clock(db, 103);
    r.owner = "c01", r.lab_rev = 2;
    OK(db_review_put(db, &r));
    OK(db_journal(db, 0, 4, &got));
    cr_assert_eq(json_array_size(got), LEN(want));
    for (size_t k = 0; k < LEN(want); k++) {
        const json_t *rev = json_object_get(json_array_get(got, k), "rev");

        cr_assert(want[k] ? json_integer_value(rev) == want[k] : json_is_null(rev), "row %zu", k);
    }
    json_decref(got);
    OK(db_reviews(db, 2, &got));
    cr_assert(int_at(json_array_get(got, 0), "rev") == 2 &&
              json_is_null(json_object_get(json_array_get(got, 1), "rev")));
    json_decref(got);
    OK(db_answers(db, NULL, &got));
    cr_assert(int_at(json_array_get(got, 0), "rev") == 2 &&
              json_is_null(json_object_get(json_array_get(got, 1), "rev")));
    json_decref(got);
    db_close(db);
}

Test(db_facts, the_journal_has_everything_newest_first)
{
    static const char *const want[] = { "open", "note",    "review", "solution", "hint",
                                        "idea", "reading", "answer", "test" };
    struct db *db = must_open(DB_CREATE);
    json_t *got;

    db_set_clock(db, 2000); /* the attempt itself says 1000 */
    OK(insert(db, &plain, NULL));
    OK(db_answer_put(db, "w01", 0, "flop", NULL, "12 FLOP", "FAIL", NULL));
    db_set_clock(db, 2001);
    OK(db_answer_put(db, "w01", 0, "flop", NULL, "13 FLOP", "PASS", NULL));
    OK(db_answers_right(db, &got));
    cr_assert(json_array_size(got) == 1 && int_at(json_array_get(got, 0), "when") == 2001);
    json_decref(got);
    db_set_clock(db, 2002);
    OK(db_tick(db, DB_TICK_READING, "w01", "brrr", true));
    db_set_clock(db, 2003);
    OK(db_tick(db, DB_TICK_CONCEPT, "w01", "ridge", true));
    db_set_clock(db, 2004);
    OK(db_hint_take(db, "c01", "1"));
    db_set_clock(db, 2005);
    OK(db_reveal_put(db, "c01", "passed"));
    db_set_clock(db, 2006);
    OK(db_review_put(db, &(struct db_review){.kind = "concept", .owner = "w01", .key = "ridge", .grade = 4,
                                             .stability = 15, .difficulty = 3, .due = 5}));
    db_set_clock(db, 2007);
    OK(db_note_add(db, "w01", "a note", NULL));
    db_set_clock(db, 2008);
    OK(db_event(db, "open", "c01", NULL));
    OK(db_journal(db, 0, 100, &got));
    cr_assert_eq(json_array_size(got), LEN(want) + 1, "%zu rows", json_array_size(got));
    for (size_t k = 0; k < LEN(want) - 1; k++)
        cr_assert_str_eq(text_at(json_array_get(got, k), "kind"), want[k]);
    const json_t *run = json_array_get(got, LEN(want));
    cr_assert_str_eq(text_at(run, "kind"), "test");
    cr_assert(strstr(text_at(run, "text"), "correct"), "%s", text_at(run, "text"));
    json_decref(got);
    OK(db_journal(db, 2004, 3, &got));
    cr_assert(json_array_size(got) == 3 && int_at(json_array_get(got, 2), "when") == 2006);
    json_decref(got);
    OK(db_journal(db, 2008, 30, &got));
    cr_assert_eq(json_array_size(got), 1);
    json_decref(got);
    db_close(db);
}

Test(db_facts, a_batch_is_kept_whole_or_not_at_all)
{
    struct db *db = must_open(DB_CREATE);

    for (int keep = 0; keep < 2; keep++) {
        OK(db_begin(db));
        IS(DB_ERROR, db_begin(db));
        OK(insert(db, &plain, NULL));
        IS(DB_ERROR, db_reveal_put(db, "c01", "peeked")); /* alone undone, the batch goes on */
        IS(DB_ERROR, db_backup(db, "somewhere"));
        OK(db_event(db, "run", "c01", NULL));
        if (keep)
            OK(db_commit(db));
        db_rollback(db);
        IS(DB_ERROR, db_commit(db));
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM attempt"), keep);
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM event"), keep);
    }
    db_close(db);
}

/* ---- Backups and doctor ----------------------------------------------------------------- */

Test(db_facts, five_good_generations_stay)
{
    struct db *db = must_open(DB_CREATE);
    char pattern[160], latest[256], newer[256], *bytes;
    struct stat st;
    glob_t found;
    int64_t page;
    size_t n;

    cr_assert_eq(db_backup_latest(path, latest, sizeof latest), DB_NOTFOUND);
    for (int k = 0; k < 8; k++) {
        OK(insert(db, &plain, NULL));
        db_set_clock(db, (int64_t)k * 86400000 + (k == 3 ? 1 : 0));
        OK(db_backup_keep(db, 0));
        OK(db_backup_keep(db, INT_MAX)); /* young enough already */
    }
    snprintf(pattern, sizeof pattern, "%s.backups/*", path);
    cr_assert(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc == 5);
    for (size_t k = 0; k < 5; k++)
        cr_assert(stat(found.gl_pathv[k], &st) == 0 && (st.st_mode & 0777) == 0600);
    globfree(&found);
    snprintf(pattern, sizeof pattern, "%s.backups", path);
    cr_assert(stat(pattern, &st) == 0 && (st.st_mode & 0777) == 0700);

    /* one that went bad is passed over */
    cr_assert_eq(db_backup_latest(path, latest, sizeof latest), DB_OK);
    cr_assert_eq(truncate(latest, 5000), 0);
    cr_assert_eq(db_backup_latest(path, newer, sizeof newer), DB_OK);
    cr_assert_str_neq(latest, newer);

    /* a copy of a damaged page is not kept, and pushes none of the good ones out */
    page = number(db->sql, "SELECT rootpage FROM sqlite_schema WHERE name = 'report'");
    db_close(db);
    bytes = slurp(path, &n);
    memset(bytes + (size_t)(page - 1) * DB_PAGE_BYTES, 0xee, DB_PAGE_BYTES);
    spill(path, bytes, n);
    free(bytes);
    db = must_open(0);
    IS(DB_CORRUPT, db_backup_keep(db, 0));
    cr_assert(strstr(db_error(db), "not sound"), "%s", db_error(db));
    cr_assert(!sound(db));
    db_close(db);
    cr_assert_eq(db_backup_latest(path, latest, sizeof latest), DB_OK);
    cr_assert_str_eq(latest, newer);
}

Test(db_facts, doctor_finds_what_others_changed)
{
    static const char *const sql[] = {
        "DROP TRIGGER attempt_is_fixed", "CREATE TABLE more (x)",
        "DROP TRIGGER source_is_fixed; UPDATE source SET text = x'00'",
        "DROP TRIGGER passed_stays; DELETE FROM passed",
        "PRAGMA foreign_keys = OFF; INSERT INTO report VALUES (99, '{}')"};
    struct db *db = must_open(DB_CREATE);
    struct db_file *files;
    size_t n;

    OK(insert(db, &plain, NULL));
    db_close(db);
    for (size_t k = 0; k < LEN(sql); k++) {
        char *bytes = slurp(path, &n);
        sqlite3 *raw;

        sqlite3_open(path, &raw);
        cr_assert_eq(sqlite3_exec(raw, sql[k], NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(raw);
        db = must_open(0);
        cr_assert(!sound(db), "%s goes unseen", sql[k]);
        if (k == 2)
            IS(DB_CORRUPT, db_attempt_source(db, 1, &files, &n));
        db_close(db);
        spill(path, bytes, n);
        free(bytes);
    }
}

/* ---- Every write, sync and allocation may fail ------------------------------------------ */

/* Counts the attempts, all with their report and milestones; -1 if one is not whole. */
static int64_t whole_attempts(struct db *db)
{
    int64_t n = number(db->sql, "SELECT count(*) FROM attempt");

    return n == number(db->sql, "SELECT count(*) FROM report") &&
                   3 * n == number(db->sql, "SELECT count(*) FROM milestone_result")
               ? n
               : -1;
}

/* From the n-th operation on, all fail, the closing ones too. True: none did. */
static bool run_through(enum disk_fault fault, int n, unsigned flags, int64_t *stored)
{
    struct db *db = must_open(DB_CREATE | flags);
    enum db_status status;
    int64_t there;
    int fired;

    disk_arm(fault, n);
    status = insert(db, &plain, NULL);
    cr_assert(status == DB_OK || status == DB_FULL || status == DB_ERROR);
    cr_assert(status == DB_OK || strstr(db_error(db), "not stored"), "%s", db_error(db));
    db_close(db);
    fired = disk_fired();
    disk_arm(DISK_SOUND, 0);

    db = must_open(flags);
    there = whole_attempts(db);
    /* what failed after the last byte may be there; what was told to be stored must be */
    cr_assert(there == *stored + 1 || (there == *stored && status != DB_OK), "fault %d: %d, %d", n,
              (int)there, (int)*stored);
    *stored = there;
    if (n % 10 == 0)
        cr_assert(sound(db), "%s", err.text);
    db_close(db);
    return fired == 0;
}

Test(db_facts, whichever_write_fails_an_attempt_is_stored_whole_or_not)
{
    static const enum disk_fault faults[] = {DISK_FULL, DISK_EIO};
    int64_t stored = 0;
    int n;

    disk_install();
    for (unsigned flags = 0; flags <= DB_ROLLBACK; flags += DB_ROLLBACK)
        for (size_t k = 0; k < LEN(faults); k++) {
            for (n = 0; !run_through(faults[k], n, flags, &stored); n++)
                cr_assert_lt(n, 1000);
            cr_assert_gt(n, 10);
        }
}

Test(db_facts, whichever_allocation_fails_nothing_is_half_stored)
{
    struct db *db;
    json_t *got = NULL,
           *report = json_loads("{\"milestones\":[{\"id\":\"a\",\"status\":\"PASS\"}]}", 0, NULL);
    const struct db_file file = {"a.c", "text", 4};
    const struct db_attempt a = {.lab = "c01", .status = "PASS"};
    int64_t stored = 0;
    int step = 0;

    memory_install();
    db = must_open(DB_CREATE);
    for (int n = 0; step < 6; n++) {
        enum db_status status;

        memory_arm(n, false);
        switch (step) {
        case 0:
            status = db_attempt_insert(db, &a, &file, 1, report, NULL);
            stored += status == DB_OK;
            break;
        case 1:
            status = db_progress_all(db, &got);
            break;
        case 2:
            status = db_attempt_get(db, 1, &got);
            break;
        case 3:
            status = db_history_for_grader(db, "c01", 1, &got);
            break;
        case 4:
            status = db_standing_all(db, &got);
            break;
        default:
            status = db_lab_progress(db, "c01", &got);
        }
        memory_arm(-1, false);
        cr_assert(status == DB_OK || strlen(db_error(db)) > 20);
        OK(db_state_put(db, "next", NULL)); /* with memory again, all works and nothing is left */
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM attempt"), stored);
        cr_assert_eq(number(db->sql, "SELECT count(*) FROM report"), stored);
        if (status == DB_OK) {
            json_decref(got);
            got = NULL;
            step++;
            n = -1;
        }
    }
    json_decref(report);
    cr_assert(sound(db), "%s", err.text);
    db_close(db);
}
