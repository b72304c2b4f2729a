/*
 * test_plans.c: years in the workbook and a big class: every statement that a screen or a command sends finds its rows
 * by an index. SQLite itself says so: the plan of each statement, the rows that it walked over, and its virtual
 * machine's steps, none of which depends on the clock. tests/bench/history.c has the times.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

enum {
    LABS = 40,
    ATTEMPTS = 8000,      /* and as many answers, reviews and events */
    STUDENTS = 60,
    CLASS_LABS = 20,
    WALKED = 600,         /* rows that a statement may walk over without an index: ticks, students, a lab's own */
    STEPS = 5000,        /* of the virtual machine, besides those that its rows cost */
    STEPS_A_ROW = 120,
    STEPS_COUNTED = 12,   /* to count a row in an index, without a look at the row */
};

/* ---- What is sent ----------------------------------------------------------------------- */

static struct {
    sqlite3 *sql;
    const char *call; /* the function under way */
    int64_t rows;
    int statements, bad;
    bool whole;   /* it reads all by its purpose */
    bool counted; /* it counts all by its purpose, in an index alone */
} watched;

/* The plan's lines, one behind the other. */
static void plan_of(const char *sql, char *ret, size_t n)
{
    sqlite3_stmt *st = NULL;
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    size_t len = 0;

    *ret = '\0';
    if (sqlite3_prepare_v2(watched.sql, explain, -1, &st, NULL) == SQLITE_OK)
        while (sqlite3_step(st) == SQLITE_ROW && len < n)
            len += (size_t)snprintf(ret + len, n - len, "%s; ", (const char *)sqlite3_column_text(st, 3));
    sqlite3_finalize(st);
    sqlite3_free(explain);
}

static void judge(sqlite3_stmt *st)
{
    int walked = sqlite3_stmt_status(st, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
    int made = sqlite3_stmt_status(st, SQLITE_STMTSTATUS_AUTOINDEX, 1);
    int64_t steps = sqlite3_stmt_status(st, SQLITE_STMTSTATUS_VM_STEP, 1);
    const int64_t most = STEPS + STEPS_A_ROW * watched.rows + (watched.counted ? STEPS_COUNTED * ATTEMPTS : 0);
    char plan[4096];

    watched.statements++;
    if (watched.whole || (walked <= WALKED + watched.rows && made <= WALKED + watched.rows && steps <= most))
        return;
    plan_of(sqlite3_sql(st), plan, sizeof plan);
    fprintf(stderr, "%s: %d rows walked over, %d put into an index made for it, %lld steps for %lld rows\n  %s\n  %s\n",
            watched.call, walked, made, (long long)steps, (long long)watched.rows, sqlite3_sql(st), plan);
    watched.bad++;
}

static int on_trace(unsigned what, void *data, void *p, void *x)
{
    static _Thread_local bool inside;

    (void)data, (void)x;
    if (inside) /* the plans are statements, too */
        return 0;
    inside = true;
    if (what == SQLITE_TRACE_ROW)
        watched.rows++;
    if (what == SQLITE_TRACE_PROFILE) {
        judge(p);
        watched.rows = 0;
    }
    inside = false;
    return 0;
}

static void watch(struct db *db)
{
    watched.sql = db->sql;
    watched.rows = 0;
    watched.bad = 0;
    cr_assert_eq(sqlite3_trace_v2(db->sql, SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW, on_trace, NULL), SQLITE_OK);
}

/* A call whose result is JSON, or that has none; all in scope of `db` and `j`. */
#define CALL(fn, ...)                                                                              \
    do {                                                                                           \
        watched.call = #fn;                                                                        \
        enum db_status got_ = fn(db, __VA_ARGS__);                                                 \
        cr_assert(got_ == DB_OK, "%s: %s", #fn, db_error(db));                                     \
        json_decref(j);                                                                            \
        j = NULL;                                                                                  \
    } while (0)
#define WHOLE(fn, ...)                                                                             \
    do {                                                                                           \
        watched.whole = true;                                                                      \
        CALL(fn, __VA_ARGS__);                                                                     \
        watched.whole = false;                                                                     \
    } while (0)

#define COUNTED(fn, ...)                                                                           \
    do {                                                                                           \
        watched.counted = true;                                                                    \
        CALL(fn, __VA_ARGS__);                                                                     \
        watched.counted = false;                                                                   \
    } while (0)

/* ---- Years ------------------------------------------------------------------------------ */

/* i from 1 to ATTEMPTS; the triggers and checks of the real schema hold for each row. */
#define SERIES                                                                                     \
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " XSTR(8000) ") "
#define XSTR(x) #x
#define LAB "printf('lab%02d', i % 40)"
#define WHEN "1700000000000 + i * 60000"

static const char *const years[] = {
    "BEGIN IMMEDIATE",
    SERIES "INSERT INTO attempt SELECT i, 1, " LAB
           ", 1 + i % 3, 'cpu', CASE i % 50 WHEN 0 THEN 'versus:attempt:1' WHEN 1 THEN"
           " 'reference' ELSE 'learner' END, CASE i % 4 WHEN 0 THEN 'bench' ELSE 'test' END, " WHEN ", 900,"
           " CASE i % 3 WHEN 0 THEN 'PASS' ELSE 'FAIL' END, i % 100, 100, '', zeroblob(32), 0, 'L2' FROM n",
    SERIES "INSERT INTO report SELECT i, '{\"schema\":\"ridge.report/1\"}' FROM n",
    SERIES "INSERT INTO source SELECT i, randomblob(32), CAST('int x = ' || i || ';' AS BLOB) FROM n",
    SERIES "INSERT INTO attempt_file SELECT i, 'lab.c', i FROM n",
    SERIES
    "INSERT INTO milestone_result SELECT i, 0, 'correct', 'correct', CASE i % 3 WHEN 0 THEN 'PASS' ELSE 'FAIL' END, '',"
    " 10, 10, '', '' FROM n",
    SERIES
    "INSERT INTO measurement SELECT i, i, 'square', 'gemm', 'n', 'cpu', 5, 0.5, 0.4, 0.6, 1, 2, 3, 4, 1, '' FROM n",
    SERIES "INSERT INTO sample SELECT i, 0, 1, 2 FROM n",
    SERIES "INSERT INTO counter SELECT i, 'gemm', 'n', 'cycles', 'perf', 9 FROM n WHERE i % 2",
    SERIES "INSERT INTO case_result SELECT i, 0, 'gemm', 'n', 0, 'FAIL', 'wrong', NULL FROM n WHERE i % 3",
    SERIES "INSERT INTO curve SELECT i, 0, 'loss', 'train', 'n', 'Loss', '', 2, 0, 1, 1, '[2,1]' FROM n",
    "INSERT INTO passed SELECT 1, lab, 'correct', lab_rev, '', min(id) FROM attempt WHERE impl = 'learner' AND status = 'PASS'"
    " GROUP BY lab, lab_rev",
    SERIES "INSERT INTO answer SELECT i, 1, " LAB
           ", 'q' || (i / 40 % 10), NULL, 'x', CASE i % 2 WHEN 0 THEN 'PASS' ELSE 'FAIL' END, " WHEN ", 1 FROM n",
    SERIES "INSERT INTO rubric_tick SELECT i, 'self', 1, 1, 1 FROM n",
    SERIES "INSERT INTO prediction SELECT i, 1, " LAB ", 'flops', 'flops', i, NULL, 'FLOP', " WHEN
           ", i, 5, NULL FROM n",
    SERIES "INSERT INTO review SELECT i, 1, 'question', " LAB ", 'q' || (i / 40 % 10), " WHEN
           ", 1, 3, NULL, 'x', 'PASS', 2, 5, " WHEN ", 1 FROM n",
    "INSERT INTO card SELECT DISTINCT 1, kind, owner, key, 2, 5, 1, 1, 1, 0 FROM review",
    SERIES "INSERT INTO event SELECT i, " WHEN ", 'kind' || (i % 9), '', NULL FROM n",
    SERIES "INSERT INTO note SELECT i, 1, " LAB ", 'text', " WHEN ", " WHEN " FROM n WHERE i <= 400",
    SERIES "INSERT INTO reading_tick SELECT 1, " LAB ", 'k' || i, " WHEN " FROM n WHERE i <= 400",
    SERIES "INSERT INTO concept_tick SELECT 1, " LAB ", 'k' || i, " WHEN " FROM n WHERE i <= 400",
    SERIES "INSERT INTO hint_taken SELECT 1, " LAB ", 'h' || i, 1, " WHEN " FROM n WHERE i <= 200",
    SERIES "INSERT INTO reveal SELECT 1, " LAB ", 'passed', " WHEN " FROM n WHERE i <= 40",
    "COMMIT",
};

static struct db *open_years(void)
{
    struct db *db = book_open(DB_CREATE);
    char *why = NULL;

    cr_assert(db, "%s", book_why());
    for (size_t k = 0; k < LEN(years); k++)
        cr_assert_eq(sqlite3_exec(db->sql, years[k], NULL, NULL, &why), SQLITE_OK, "%s: %s", years[k], why);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM attempt"), ATTEMPTS);
    return db;
}

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(plans, .init = enter, .fini = book_leave, .timeout = 120);

Test(plans, what_a_learner_reads)
{
    struct db *db = open_years();
    struct db_file *files = NULL;
    json_t *j = NULL;
    size_t n = 0;
    const int64_t lately = 1700000000000 + (ATTEMPTS - 50) * 60000LL;

    watch(db);
    CALL(db_learner, &j);
    CALL(db_attempts, NULL, 50, &j);
    CALL(db_attempts, "lab07", 50, &j);
    CALL(db_attempt_get, 4000, &j);
    CALL(db_cases_right, 4000, &j);
    watched.call = "db_attempt_source";
    cr_assert_eq(db_attempt_source(db, 4000, &files, &n), DB_CORRUPT); /* its hash is a random one */
    CALL(db_samples, 4000, "square", &j);
    CALL(db_measurements, "lab07", NULL, 100, &j);
    CALL(db_measurements, "lab07", "square", 100, &j);
    CALL(db_curves, "lab07", 0, 16, &j);
    CALL(db_curves, "lab07", 4000, 16, &j);
    CALL(db_curve_latest, &j);
    CALL(db_evidence, "lab07", &j);
    CALL(db_lab_progress, "lab07", &j);
    COUNTED(db_progress_all, &j);
    CALL(db_standing_all, &j);
    CALL(db_won, NULL, &j);
    CALL(db_won, "lab07", &j);
    CALL(db_history_for_grader, "lab07", 0, &j);
    CALL(db_history_for_grader, "lab07", 2, &j);
    CALL(db_prediction_get, "lab07", "flops", &j);
    CALL(db_predictions, "lab07", &j);
    CALL(db_predictions, NULL, &j);
    CALL(db_answer_latest, "lab07", "q7", &j);
    CALL(db_answers, "lab07", &j);
    COUNTED(db_answers, NULL, &j);
    COUNTED(db_answers_right, &j);
    CALL(db_cards, &j);
    CALL(db_reviews, 50, &j);
    CALL(db_ticks, DB_TICK_READING, "lab07", &j);
    CALL(db_ticks, DB_TICK_CONCEPT, NULL, &j);
    CALL(db_hints, "lab07", &j);
    CALL(db_reveal_get, "lab07", &j);
    CALL(db_notes, "lab07", &j);
    CALL(db_notes, NULL, &j);
    CALL(db_events, NULL, 50, &j);
    CALL(db_events, "kind7", 50, &j);
    CALL(db_journal, lately, 200, &j);
    db_close(db);
    cr_assert_eq(watched.bad, 0);
}

Test(plans, what_a_learner_writes)
{
    struct db *db = open_years();
    const struct db_file file = {"lab.c", "int y;\n", 7};
    const struct db_attempt a = {
        .lab = "lab07", .lab_rev = 1, .backend = "cpu", .status = "PASS", .points = 5, .max = 5
    };
    const struct db_review r = {
        .kind = "question", .owner = "lab07", .key = "q7", .grade = 3, .stability = 2, .difficulty = 5
    };
    json_t *j = NULL,
           *report =
               json_pack("{s:[{s:s,s:s,s:s}]}", "milestones", "id", "correct", "kind", "correct", "status", "PASS"),
           *note = NULL, *value = json_true();
    int64_t id = 0;

    watch(db);
    CALL(db_attempt_insert, &a, &file, 1, report, &id);
    CALL(db_learner_rename, "Ada");
    CALL(db_prediction_put, "lab07", "flops", "flops", 5, NULL, "FLOP", NULL);
    CALL(db_prediction_measure, "lab07", "flops", id, 5, NULL);
    CALL(db_answer_put, "lab07", 2, "q7", NULL, "x", "PASS", NULL);
    CALL(db_rubric_put, 7, "self", NULL, 3);
    CALL(db_sitting_begin, "deep/d07", value, 45, 7, &id);
    CALL(db_sitting_answer, id, 0, 7, 10);
    CALL(db_sitting_open, &j);
    CALL(db_sitting_get, id, &j);
    CALL(db_sittings, 100, &j);
    CALL(db_sitting_end, id, "done", 1, 1, false, true);
    CALL(db_review_put, &r);
    CALL(db_tick, DB_TICK_READING, "lab07", "new", true);
    CALL(db_tick, DB_TICK_READING, "lab07", "new", false);
    CALL(db_hint_take, "lab07", "new");
    CALL(db_reveal_put, "lab07", "passed");
    CALL(db_note_add, "lab07", "text", &id);
    CALL(db_note_edit, id, "another");
    cr_assert_eq(db_notes(db, "lab07", &note), DB_OK);
    CALL(db_note_delete, id);
    CALL(db_note_restore, json_array_get(note, json_array_size(note) - 1));
    CALL(db_state_put, "key", value);
    CALL(db_state_get, "key", &j);
    CALL(db_event, "kind", "", NULL);
    json_decref(note);
    json_decref(report);
    db_close(db);
    cr_assert_eq(watched.bad, 0);
}

/* ---- A class ---------------------------------------------------------------------------- */

Test(plans, what_a_class_asks)
{
    struct db *db = book_open(DB_CREATE);
    const struct db_student s = {.key = "new", .name = "New"};
    const struct db_file file = {"lab.c", "int z;\n", 7};
    const struct db_grading g = {.status = "PASS", .points = 1, .max = 1};
    struct db_submission b = {.lab = "lab7", .file = &file, .nfiles = 1};
    struct db_file *files = NULL;
    json_t *j = NULL, *job = NULL, *policy = json_object();
    int64_t id = 0, said = 0;
    bool held;
    size_t n;

    cr_assert(db && class_fill(db, STUDENTS, CLASS_LABS), "%s", book_why());
    cr_assert_eq(db_begin(db), DB_OK);
    cr_assert_eq(class_grade_all(db, "one"), STUDENTS * CLASS_LABS);
    cr_assert_eq(db_commit(db), DB_OK);
    watch(db);
    CALL(db_student_put, &s, &b.student);
    CALL(db_students, &j);
    CALL(db_students_left, &j);
    CALL(db_assignment_put, "lab7", policy);
    CALL(db_assignment_get, "lab7", &j);
    CALL(db_submission_add, &b, &id, NULL);
    CALL(db_submission_add, &b, &id, NULL);
    CALL(db_submissions, "lab7", &j);
    CALL(db_submissions, NULL, &j);
    CALL(db_submission_files, id, &files, &n);
    db_files_free(files, n);
    CALL(db_grading_queue, id, 1, 0, &id, NULL);
    CALL(db_grading_lease, "lab7", "two", CLASS_TTL, &job);
    json_decref(job);
    CALL(db_grading_retry, id, "two", "again", &held);
    CALL(db_grading_lease, NULL, "two", CLASS_TTL, &job);
    json_decref(job);
    CALL(db_grading_lost, id, "two", "killed");
    CALL(db_grading_lease, NULL, "two", CLASS_TTL, &job);
    json_decref(job);
    CALL(db_grading_done, id, "two", &g);
    CALL(db_gradings, "lab7", -1, &j);
    CALL(db_gradings, "lab7", 0, &j);
    CALL(db_gradings, NULL, -1, &j);
    CALL(db_grading_report, 7, &j);
    CALL(db_adjustment_add, (&(struct db_adjustment){7, "lab7", "points", true, 7500, 10000, "read by hand"}), &id);
    CALL(db_adjustments, "lab7", &j);
    CALL(db_adjustments, NULL, &j);
    CALL(db_remark_add, (&(struct db_remark){7, "lab7", "mark", "style", 0, 0, 3000, 5000, 0, "clear", NULL}), &said,
         NULL);
    CALL(db_remark_add, (&(struct db_remark){7, "lab7", "undo", NULL, 0, 0, 0, 0, said, "a slip", NULL}), NULL, NULL);
    CALL(db_remark_add, (&(struct db_remark){7, "lab7", "request", NULL, 0, 0, 99, 0, 0, "why?", "s007"}), NULL, NULL);
    CALL(db_team_put, "s009", "red");
    CALL(db_team_put, "s009", "");
    CALL(db_teams, &j);
    CALL(db_remarks, "lab7", &j);
    CALL(db_remarks, NULL, &j);
    CALL(db_audit, NULL, "said", "x", NULL);
    CALL(db_audit_list, 50, &j);
    CALL(db_audit_of_submission, 7, &j);
    CALL(db_student_get, "s007", &j);
    CALL(db_student_leave, "s008");
    WHOLE(db_student_forget, "s007", &j); /* who else has a source is asked of every file */
    WHOLE(db_audit_check, &id);
    WHOLE(db_check, &j);
    json_decref(policy);
    db_close(db);
    cr_assert_eq(watched.bad, 0);
}

/* ---- Are these all? --------------------------------------------------------------------- */

/* A statement that walks over everything is seen. */
Test(plans, a_walk_is_seen)
{
    static const char *const walks[] = {
        "SELECT count(*) FROM attempt WHERE +lab = 'lab07'",
        "SELECT count(*) FROM attempt WHERE learner = 1", /* an index that picks nothing out is a walk, too */
        "SELECT count(*) FROM attempt a JOIN answer b ON b.text = a.backend AND b.at = a.started",
        "SELECT max(points) FROM attempt",
    };
    struct db *db = open_years();

    watch(db);
    for (size_t k = 0; k < LEN(walks); k++) {
        watched.call = "a walk";
        cr_assert_eq(sqlite3_exec(db->sql, walks[k], NULL, NULL, NULL), SQLITE_OK);
        cr_assert_eq(watched.bad, (int)k + 1, "%s", walks[k]);
    }
    db_close(db);
}

/* Every function of the two headers is called here, or reads or copies the whole file by its purpose. */
Test(plans, no_function_is_left_out)
{
    static const char *const headers[] = {"db/db.h", "db/gradebook.h"};
    static const char *const others[] = { "db_open",          "db_begin", "db_commit", "db_backup", "db_backup_keep",
                                          "db_backup_latest", "db_purge", "db_export", "db_import" };
    char path[4096], name[80];
    size_t size;
    int found = 0;

    snprintf(path, sizeof path, "%s/tests/unit/db/test_plans.c", RIDGE_SOURCE_ROOT);
    char *mine = book_read(path, &size);
    cr_assert(mine);
    for (size_t k = 0; k < LEN(headers); k++) {
        snprintf(path, sizeof path, "%s/%s", RIDGE_SOURCE_ROOT, headers[k]);
        char *text = book_read(path, &size);
        cr_assert(text);
        for (const char *p = text; (p = strstr(p, "\nenum db_status db_"));) {
            p += strlen("\nenum db_status ");
            snprintf(name, sizeof name, "(%.*s, ", (int)strcspn(p, "("), p);
            bool here = strstr(mine, name) != NULL;
            for (size_t o = 0; o < LEN(others); o++)
                here = here || (strlen(others[o]) == strcspn(p, "(") && !strncmp(p, others[o], strlen(others[o])));
            cr_expect(here || !strncmp(p, "db_attempt_source(", 18), "%.*s is not watched", (int)strcspn(p, "("), p);
            found++;
        }
        free(text);
    }
    free(mine);
    cr_assert_gt(found, 50);
}
