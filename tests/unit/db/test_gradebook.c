/*
 * test_gradebook.c: a class in the workbook: what goes in comes out, nothing is rewritten, and
 * every submission is graded exactly once, whoever dies.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook_test.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void enter(void)
{
    cr_assert(book_enter());
}

static struct db *must_open(unsigned flags)
{
    struct db *db = book_open(flags);

    cr_assert_not_null(db, "%s", book_why());
    return db;
}

/* The JSON of a call, against a text; object keys are sorted. Takes `got` over. */
static void same(json_t *got, const char *want)
{
    char *text = json_dumps(got, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

    cr_assert_str_eq(text, want);
    free(text);
    json_decref(got);
}

static int64_t audit_rows(struct db *db)
{
    return book_number(db->sql, "SELECT count(*) FROM audit");
}

/* Leases as `worker`: the grading's id, or 0 for none. */
static int64_t lease(struct db *db, const char *worker)
{
    json_t *job = NULL;
    int64_t id;

    OK(db_grading_lease(db, "lab0", worker, CLASS_TTL, &job));
    id = json_integer_value(json_object_get(job, "id"));
    json_decref(job);
    return id;
}

TestSuite(gradebook, .init = enter, .fini = book_leave, .timeout = 120);

Test(gradebook, students_and_assignments_are_put_and_updated)
{
    struct db *db = must_open(DB_CREATE);
    json_t *extra = json_pack("{s:s}", "Row", "7"), *policy, *got = NULL;
    struct db_student s = {.key = "b2", .name = "Bob", .email = "b@x", .section = "A"};
    int64_t id = 0, again = 0;

    OK(db_student_put(db, &s, &id));
    OK(db_student_put(db, &s, &again));
    cr_assert_eq(id, again);
    cr_assert_eq(audit_rows(db), 1, "the same again leaves no trace");
    s.section = "B";
    s.extra = extra;
    OK(db_student_put(db, &s, &again));
    cr_assert_eq(id, again);
    s = (struct db_student){.key = "a1"};
    OK(db_student_put(db, &s, NULL));
    cr_assert_eq(audit_rows(db), 3);
    OK(db_students(db, &got));
    same(got, "[{\"email\":\"\",\"extra\":null,\"id\":2,\"key\":\"a1\",\"name\":\"\",\"section\":"
              "\"\"},{\"email\":\"b@x\",\"extra\":{\"Row\":\"7\"},\"id\":1,\"key\":\"b2\",\"name\":"
              "\"Bob\",\"section\":\"B\"}]");
    s.key = "latin1";
    s.name = "Ren\xe9";
    IS(DB_ERROR, db_student_put(db, &s, NULL));
    cr_assert(strstr(db_error(db), "UTF-8"));
    s.key = "";
    IS(DB_ERROR, db_student_put(db, &s, NULL));
    s.key = NULL;
    IS(DB_ERROR, db_student_put(db, &s, NULL));

    IS(DB_NOTFOUND, db_assignment_get(db, "lab0", &got));
    policy = json_pack("{s:I, s:s, s:{s:f}}", "due", (json_int_t)1790000000000, "keep", "best",
                       "late", "per_day", 0.1);
    OK(db_assignment_put(db, "lab0", policy));
    OK(db_assignment_put(db, "lab0", policy));
    cr_assert_eq(audit_rows(db), 4);
    OK(db_assignment_get(db, "lab0", &got));
    cr_assert(json_equal(got, policy));
    json_decref(got);
    json_object_set_new(policy, "due", json_null());
    OK(db_assignment_put(db, "lab0", policy));
    OK(db_assignment_get(db, "lab0", &got));
    cr_assert(json_equal(got, policy));
    json_decref(got);
    IS(DB_ERROR, db_assignment_put(db, "", policy));
    IS(DB_ERROR, db_assignment_put(db, "lab0", extra ? json_object_get(extra, "Row") : NULL));
    json_decref(policy);
    json_decref(extra);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

static void says(struct db *db, const char *lab, long long received, const char *mark)
{
    json_t *got = NULL;
    OK(db_submissions(db, lab, &got));
    const json_t *row = json_array_get(got, 0);
    const char *is = json_string_value(json_object_get(row, "mark"));
    cr_assert_eq(json_integer_value(json_object_get(row, "received")), received);
    cr_assert(mark ? is && strcmp(is, mark) == 0 : !is, "%s", is);
    json_decref(got);
}

Test(gradebook, a_mark_holds_until_a_person_says_when)
{
    struct db *db = must_open(DB_CREATE);
    struct db_file file = {"a.c", "int a;\n", 7};
    const struct db_student who = {.key = "s1", .name = "Sam"};
    struct db_submission b = {.lab = "lab0", .received = 900, .mark = "late", .file = &file, .nfiles = 1};
    int64_t id, again, grading;
    json_t *got = NULL;

    OK(db_student_put(db, &who, &b.student));
    OK(db_submission_add(db, &b, &id, NULL));
    says(db, "lab0", 900, "late");
    b.mark = NULL;
    b.received = 500; /* its file's time is nobody's word */
    OK(db_submission_add(db, &b, &again, NULL));
    cr_assert_eq(again, id);
    says(db, "lab0", 900, "late");
    b.said = true;
    OK(db_submission_add(db, &b, &again, NULL));
    cr_assert_eq(again, id);
    says(db, "lab0", 500, NULL);
    b.received = 600; /* the first word stays */
    OK(db_submission_add(db, &b, NULL, NULL));
    says(db, "lab0", 500, NULL);
    OK(db_grading_queue(db, id, 1, 0, &grading, NULL));
    OK(db_gradings(db, "lab0", 0, &got));
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(got, 0), "received")), 500);
    json_decref(got);

    b = (struct db_submission){.student = b.student, .lab = "lab1", .received = 900, .mark = "in time", .file = &file,
                               .nfiles = 1};
    OK(db_submission_add(db, &b, NULL, NULL));
    b.said = true;
    b.received = 950; /* in time is as good as a time */
    OK(db_submission_add(db, &b, NULL, NULL));
    says(db, "lab1", 900, "in time");
    b.mark = "early";
    IS(DB_ERROR, db_submission_add(db, &b, NULL, NULL));
    cr_assert(book_sound(db), "%s", book_why());
    cr_assert_neq(sqlite3_exec(db->sql, "UPDATE submission_clock SET says = 'late'", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_neq(sqlite3_exec(db->sql, "DELETE FROM submission_clock", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db->sql, "INSERT INTO submission_clock VALUES (2, 'late', NULL)", NULL, NULL, NULL),
                 SQLITE_OK);
    cr_assert(!book_sound(db), "a mark that the audit does not know");
    db_close(db);
}

Test(gradebook, the_same_submission_is_kept_once)
{
    struct db *db = must_open(DB_CREATE);
    struct db_file files[] = {{"b.c", "int b;\n", 7}, {"a.c", "int a;\n", 7}}, *back;
    const struct db_student who = {.key = "s1", .name = "Sam"};
    struct db_submission b = {
        .lab = "lab0", .received = 500, .origin = "x.tar", .file = files, .nfiles = 2};
    int64_t id[5];
    bool is_new;
    json_t *got = NULL;
    size_t n;

    IS(DB_ERROR, db_submission_add(db, &b, NULL, NULL)); /* no such student */
    OK(db_student_put(db, &who, &b.student));
    OK(db_submission_add(db, &b, &id[0], &is_new));
    cr_assert(is_new);
    b.received = 900; /* the same files, in another order, later */
    b.file = (struct db_file[]){files[1], files[0]};
    OK(db_submission_add(db, &b, &id[1], &is_new));
    cr_assert(!is_new && id[1] == id[0]);
    b.nfiles = 1;
    OK(db_submission_add(db, &b, &id[2], &is_new));
    cr_assert(is_new && id[2] != id[0]);
    b.refused = "one file is missing"; /* refused is not the same as taken */
    OK(db_submission_add(db, &b, &id[3], &is_new));
    cr_assert(is_new);
    b.refused = "no archive";
    b.nfiles = 0;
    OK(db_submission_add(db, &b, &id[4], NULL));
    cr_assert_eq(audit_rows(db), 5);

    OK(db_submission_files(db, id[0], &back, &n));
    cr_assert(n == 2 && strcmp(back[0].name, "a.c") == 0 && strcmp(back[1].data, "int b;\n") == 0);
    db_files_free(back, n);
    IS(DB_NOTFOUND, db_submission_files(db, id[4], &back, &n));
    IS(DB_NOTFOUND, db_submission_files(db, 99, &back, &n));
    OK(db_submissions(db, "lab1", &got));
    same(got, "[]");
    OK(db_submissions(db, "lab0", &got));
    cr_assert_eq(json_array_size(got), 4);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(got, 0), "received")), 500);
    cr_assert(json_is_null(json_object_get(json_array_get(got, 1), "refused")));
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(got, 3), "refused")),
                     "no archive");
    json_decref(got);

    b.refused = NULL;
    IS(DB_ERROR, db_submission_add(db, &b, NULL, NULL)); /* no files, and taken */
    b.refused = "";
    IS(DB_ERROR, db_submission_add(db, &b, NULL, NULL));
    b = (struct db_submission){.student = b.student, .lab = "lab0", .nfiles = 1};
    b.file = &(struct db_file){"../x.c", "", 0};
    IS(DB_ERROR, db_submission_add(db, &b, NULL, NULL));
    IS(DB_ERROR, db_grading_queue(db, id[3], 1, 0, NULL, NULL));
    cr_assert(strstr(db_error(db), "refused"));
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(gradebook, a_grading_is_leased_done_and_told)
{
    struct db *db = must_open(DB_CREATE);
    struct db_grading bad = {.status = "PASS", .points = NAN};
    json_t *got = NULL;
    int64_t id, again;
    bool is_new;

    db_set_clock(db, 1000);
    OK(class_hand_in(db, 1, &id));
    OK(db_grading_queue(db, 1, 1, 0, &again, &is_new));
    cr_assert(again == id && !is_new);
    IS(DB_NOTFOUND, db_grading_queue(db, 99, 1, 0, NULL, NULL));
    IS(DB_ERROR, db_grading_queue(db, 1, 1, -1, NULL, NULL));
    IS(DB_ERROR, db_grading_lease(db, NULL, "", 5, &got));
    IS(DB_ERROR, db_grading_lease(db, NULL, "w", 0, &got));
    OK(db_grading_lease(db, "lab1", "w", 5, &got));
    cr_assert(json_is_null(got));
    IS(DB_ERROR, class_done(db, id, "w")); /* not leased yet */
    OK(db_grading_lease(db, "lab0", "w", 5, &got));
    same(got, "{\"id\":1,\"key\":\"s001\",\"lab\":\"lab0\",\"lab_rev\":1,\"lost\":0,\"round\":0,"
              "\"student\":1,\"submission\":1,\"tries\":1}");
    OK(db_grading_lease(db, "lab0", "v", 5, &got));
    cr_assert(json_is_null(got));
    IS(DB_ERROR, class_done(db, id, "v"));
    cr_assert(strstr(db_error(db), "leased by w, not by v"), "%s", db_error(db));
    IS(DB_NOTFOUND, class_done(db, 99, "w"));
    IS(DB_NOTFOUND, db_grading_report(db, id, &got));
    IS(DB_ERROR, db_grading_done(db, id, "w", &bad));
    bad.points = 1;
    bad.status = "GREAT";
    IS(DB_ERROR, db_grading_done(db, id, "w", &bad));
    db_set_clock(db, 9000); /* the lease ran out, and nobody else took it */
    OK(class_done(db, id, "w"));
    IS(DB_ERROR, class_done(db, id, "w"));
    IS(DB_ERROR, db_grading_retry(db, id, "w", "again", NULL));
    OK(db_grading_report(db, id, &got));
    same(got, "{\"grading\":1,\"milestones\":[{\"id\":\"correct\",\"status\":\"PASS\"}]}");
    OK(db_gradings(db, "lab0", -1, &got));
    same(got,
         "[{\"duration_ms\":1234,\"finished\":9000,\"id\":1,\"key\":\"s001\",\"lab\":\"lab0\","
         "\"lab_rev\":1,\"mark\":null,\"max\":100.0,\"name\":\"Student 1\",\"points\":39.433333333333337,"
         "\"received\":1000,\"round\":0,\"sandbox\":\"full\",\"stage\":\"silver\",\"state\":"
         "\"done\",\"status\":\"PASS\",\"student\":1,\"submission\":1,\"tries\":1,\"why\":null}]");

    OK(db_grading_queue(db, 1, 2, 1, &again, &is_new)); /* a regrade with a new revision */
    cr_assert(is_new && again != id);
    OK(db_gradings(db, "lab0", 0, &got));
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(got, 0), "id")), id);
    json_decref(got);
    OK(db_gradings(db, NULL, -1, &got));
    cr_assert(json_array_size(got) == 1 &&
              json_integer_value(json_object_get(json_array_get(got, 0), "id")) == again);
    json_decref(got);
    OK(db_gradings(db, "lab0", 7, &got));
    same(got, "[]");
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(gradebook, a_report_may_be_absent)
{
    struct db *db = must_open(DB_CREATE);
    const struct db_grading g = {.status = "ERROR"};
    json_t *got = NULL;
    int64_t id;

    OK(class_hand_in(db, 1, &id));
    cr_assert_eq(lease(db, "w"), id);
    OK(db_grading_done(db, id, "w", &g));
    IS(DB_NOTFOUND, db_grading_report(db, id, &got));
    cr_assert(class_is_graded_once(db, 1), "%s", book_why());
    db_close(db);
}

Test(gradebook, the_third_failure_of_ours_is_held)
{
    struct db *db = must_open(DB_CREATE);
    int64_t id, other;
    json_t *got = NULL;
    bool held = true;

    OK(class_hand_in(db, 1, &id));
    OK(class_hand_in(db, 2, &other));
    for (int k = 1; k <= 3; k++) {
        if (k == 2) { /* what was never tried comes first */
            cr_assert_eq(lease(db, "v"), other);
            OK(class_done(db, other, "v"));
        }
        cr_assert_eq(lease(db, "w"), id);
        IS(DB_ERROR, db_grading_retry(db, id, "v", "not mine", NULL));
        OK(db_grading_retry(db, id, "w", "the device went away \xff", &held));
        cr_assert_eq(held, k == 3);
    }
    cr_assert_eq(lease(db, "w"), 0);
    OK(db_gradings(db, "lab0", 0, &got));
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(got, 0), "state")), "held");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(got, 0), "why")),
                     "the device went away ?");
    json_decref(got);
    OK(db_grading_queue(db, 1, 1, 1, &id, NULL)); /* the instructor's way on */
    cr_assert_eq(lease(db, "w"), id);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

/* Whoever stops the process that grades, as often as they like, takes no try away from a submission. */
Test(gradebook, a_process_that_was_ended_is_no_try)
{
    struct db *db = must_open(DB_CREATE);
    json_t *got = NULL;
    bool held = true;
    int64_t id;

    OK(class_hand_in(db, 1, &id));
    for (int k = 1; k <= 10; k++) {
        OK(db_grading_lease(db, NULL, "w", CLASS_TTL, &got));
        cr_assert_eq(json_integer_value(json_object_get(got, "tries")), k);
        cr_assert_eq(json_integer_value(json_object_get(got, "lost")), k - 1);
        json_decref(got);
        IS(DB_ERROR, db_grading_lost(db, id, "v", "not mine"));
        OK(db_grading_lost(db, id, "w", "killed"));
        IS(DB_ERROR, db_grading_lost(db, id, "w", "twice"));
    }
    for (int k = 1; k <= 3; k++) { /* and all of its own are left */
        cr_assert_eq(lease(db, "w"), id);
        OK(db_grading_retry(db, id, "w", "the device went away", &held));
        cr_assert_eq(held, k == 3);
    }
    cr_assert_neq(sqlite3_exec(db->sql, "DELETE FROM lost_lease", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_neq(sqlite3_exec(db->sql, "UPDATE lost_lease SET try = 99", NULL, NULL, NULL), SQLITE_OK);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(gradebook, a_lease_that_runs_out_is_taken_over_and_at_last_held)
{
    struct db *db = must_open(DB_CREATE);
    json_t *got = NULL;
    char worker[8];
    int64_t id;

    OK(class_hand_in(db, 1, &id));
    for (int k = 0; k < DB_GRADING_TRIES; k++) {
        snprintf(worker, sizeof worker, "w%d", k);
        db_set_clock(db, 1000 + k * CLASS_TTL);
        cr_assert_eq(lease(db, worker), id);
        db_set_clock(db, 999 + (k + 1) * CLASS_TTL);
        cr_assert_eq(lease(db, "early"), 0);
        if (k)
            IS(DB_ERROR, class_done(db, id, "w0")); /* too late: it is another's by now */
    }
    db_set_clock(db, 1000 + DB_GRADING_TRIES * CLASS_TTL);
    cr_assert_eq(lease(db, "w9"), 0);
    OK(db_gradings(db, "lab0", -1, &got));
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(got, 0), "state")), "held");
    json_decref(got);
    IS(DB_ERROR, class_done(db, id, "w2"));
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(gradebook, triggers_refuse_what_the_state_machine_does_not_know)
{
    static const char done[] =
        ", status = 'PASS', stage = '', points = 1, max = 1, sandbox = '', duration_ms = 1,"
        " finished = 1, leased = NULL, expires = NULL";
    static const struct {
        const char *sql;
        bool done; /* with all that a done grading has */
    } row[] = {
        /* 1 is queued, 2 leased, 3 done, 4 held */
        {"UPDATE grading SET state = 'done'%s WHERE id = 1", true},
        {"UPDATE grading SET state = 'held', why = 'x', finished = 1 WHERE id = 1", false},
        {"UPDATE grading SET state = 'leased', worker = 'x', leased = 9, expires = 9 WHERE id = 1",
         false},
        {"UPDATE grading SET state = 'leased', tries = tries + 1, worker = '', leased = 9, expires "
         "= 9"
         " WHERE id = 1",
         false},
        {"UPDATE grading SET state = 'leased', worker = 'x', tries = 2, leased = 2000, expires ="
         " 9999999 WHERE id = 2",
         false},
        {"UPDATE grading SET state = 'done', leased = NULL, expires = NULL WHERE id = 2", false},
        {"UPDATE grading SET state = 'queued' WHERE id = 2", false},
        {"UPDATE grading SET tries = 0, state = 'queued', leased = NULL, expires = NULL WHERE id = "
         "2",
         false},
        {"UPDATE grading SET points = 100 WHERE id = 3", false},
        {"UPDATE grading SET state = 'queued', finished = NULL WHERE id = 4", false},
        {"UPDATE grading SET round = 5 WHERE id = 1", false},
        {"UPDATE grading SET submission = 2 WHERE id = 1", false},
        {"DELETE FROM grading WHERE id = 1", false},
        {"INSERT INTO grading (submission, lab_rev, round, state, tries, worker, why) VALUES (1, 1,"
         " 0, 'queued', 0, '', '')",
         false},
        {"INSERT INTO grading (submission, lab_rev, round, state, tries, worker, why) VALUES (1, 1,"
         " 9, 'queued', 2, '', '')",
         false},
        {"INSERT INTO grading (submission, lab_rev, round, state, tries, worker, why, finished)"
         " VALUES (1, 1, 9, 'held', 0, '', 'x', 1)",
         false},
        {"INSERT OR REPLACE INTO grading (id, submission, lab_rev, round, state, tries, worker, "
         "why)"
         " VALUES (3, 3, 1, 0, 'queued', 0, '', '')",
         false},
        {"INSERT INTO grading_report VALUES (1, '{}')", false},
        {"INSERT INTO grading_report VALUES (99, '{}')", false},
        {"UPDATE grading_report SET json = '{}'", false},
        {"DELETE FROM grading_report", false},
        {"INSERT OR REPLACE INTO grading_report VALUES (3, '{}')", false},
        {"UPDATE submission SET received = 1", false},
        {"DELETE FROM submission", false},
        {"INSERT OR REPLACE INTO submission SELECT id, student, lab, 1, origin, refused, hash FROM"
         " submission",
         false},
        {"UPDATE submission_file SET name = 'x'", false},
        {"DELETE FROM submission_file", false},
        {"UPDATE student SET key = 'x' WHERE id = 1", false},
        {"DELETE FROM student", false},
        {"DELETE FROM assignment", false},
        {"UPDATE audit SET who = 'x'", false},
        {"DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)", false},
        {"INSERT INTO audit VALUES (99, 1, 'x', 'x', 'x', NULL, zeroblob(32))", false},
        {"INSERT OR REPLACE INTO audit VALUES (1, 1, 'x', 'x', 'x', NULL, zeroblob(32))", false},
    };
    struct db *db = must_open(DB_CREATE);
    json_t *policy = json_object();
    char sql[512];
    int64_t id;

    db_set_clock(db, 1000);
    OK(db_assignment_put(db, "lab0", policy));
    json_decref(policy);
    for (int k = 1; k <= 4; k++)
        OK(class_hand_in(db, k, &id));
    cr_assert_eq(lease(db, "a"), 1);
    cr_assert_eq(lease(db, "b"), 2);
    cr_assert_eq(lease(db, "c"), 3);
    OK(class_done(db, 3, "c"));
    cr_assert_eq(lease(db, "d"), 4);
    OK(db_grading_retry(db, 1, "a", "x", NULL));
    for (int k = 0; k < 3; k++) { /* 4 gets its three tries; 1 stays queued behind */
        bool held = false;

        OK(db_grading_retry(db, 4, "d", "x", &held));
        cr_assert_eq(held, k == 2);
        if (k < 2)
            cr_assert_eq(sqlite3_exec(db->sql,
                                      "UPDATE grading SET state = 'leased', worker = 'd', tries ="
                                      " tries + 1, leased = 1, expires = 2 WHERE id = 4",
                                      NULL, NULL, NULL),
                         SQLITE_OK, "%s", sqlite3_errmsg(db->sql));
    }
    for (size_t k = 0; k < LEN(row); k++) {
        snprintf(sql, sizeof sql,
                 row[k].done ? "UPDATE grading SET state = 'done'%s WHERE id = 1" : "%s",
                 row[k].done ? done : row[k].sql);
        cr_assert_eq(sqlite3_exec(db->sql, sql, NULL, NULL, NULL) & 0xff, SQLITE_CONSTRAINT,
                     "%s: %s", sql, sqlite3_errmsg(db->sql));
    }
    /* and the very same steps are allowed where they belong */
    cr_assert_eq(
        sqlite3_exec(db->sql,
                     "UPDATE grading SET state = 'leased', worker = 'x', tries = tries + 1,"
                     " leased = 9, expires = 99 WHERE id = 1;"
                     "UPDATE grading SET state = 'leased', worker = 'y', tries = tries + 1,"
                     " leased = 99, expires = 199 WHERE id = 1;"
                     "UPDATE grading SET state = 'queued', leased = NULL, expires = NULL"
                     " WHERE id = 1",
                     NULL, NULL, NULL),
        SQLITE_OK, "%s", sqlite3_errmsg(db->sql));
    db_close(db);
}

Test(gradebook, the_chain_shows_what_was_changed_behind_its_back)
{
    static const struct {
        const char *sql;
        int64_t bad;       /* the broken row, or 0 */
        const char *grade; /* what db_check() calls it, when the chain is whole */
    } row[] = {
        {"UPDATE audit SET data = '{}' WHERE id = 5", 5, NULL},
        {"UPDATE audit SET at = at + 1 WHERE id = 1", 1, NULL},
        {"UPDATE audit SET who = who || char(0) || 'x' WHERE id = 2", 2, NULL},
        {"UPDATE audit SET subject = '', what = what || subject WHERE id = 3", 3, NULL},
        {"UPDATE audit SET hash = zeroblob(32) WHERE id = 4", 4, NULL},
        {"DELETE FROM audit WHERE id = 4", 4, NULL},
        {"DELETE FROM audit WHERE id = 1", 1, NULL},
        {"DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)", 0, "from the audit: 2"},
        {"UPDATE grading SET points = 100 WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE grading SET points = points + 1e-13 WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE grading SET max = max - 1e-13 WHERE id = 2", 0, "from the audit: 1"},
        {"UPDATE grading SET finished = finished + 1 WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE grading SET tries = tries + 1 WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE grading SET why = 'so' WHERE id = 2", 0, "from the audit: 1"},
        {"UPDATE grading SET worker = 'v' WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE grading SET worker = '' WHERE id = 2", 0, "from the audit: 1"},
        {"UPDATE grading SET worker = 'w' WHERE state = 'queued'", 0, "from the audit: 1"},
        {"UPDATE grading SET expires = expires + 1 WHERE state = 'leased'", 0, "from the audit: 1"},
        {"UPDATE grading SET status = 'FAIL' WHERE id = 2", 0, "from the audit: 1"},
        {"UPDATE grading SET state = 'queued', finished = NULL, status = NULL, stage = NULL, points"
         " = NULL, max = NULL, sandbox = NULL, duration_ms = NULL WHERE id = 1",
         0, "from the audit: 1"},
        {"UPDATE grading_report SET json = '{}' WHERE grading = 1", 0, "from the audit: 1"},
        {"DELETE FROM grading_report WHERE grading = 2", 0, "from the audit: 1"},
        {"UPDATE submission SET received = 5 WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE submission_file SET name = 'b.c' WHERE submission = 1 AND name = 'lab.c'", 0,
         "from the audit: 1"},
        {"UPDATE student SET name = 'Mallory' WHERE id = 1", 0, "from the audit: 1"},
        {"UPDATE student SET extra = NULL WHERE id = 1", 0, "from the audit: 1"},
        {"INSERT INTO student VALUES (9, 'x', 'x', 'x', 'x', NULL)", 0, "from the audit: 1"},
        {"DELETE FROM assignment", 0, "from the audit: 1"},
        {"UPDATE assignment SET policy = '{}'", 0, "from the audit: 1"},
    };
    struct db *db = must_open(DB_CREATE);
    json_t *policy = json_pack("{s:s}", "keep", "last"), *list = NULL;
    int64_t bad, differ;

    OK(db_assignment_put(db, "lab0", policy));
    json_decref(policy);
    cr_assert(class_fill(db, 2, 1), "%s", book_why());
    cr_assert_eq(class_grade_all(db, "w"), 2);
    OK(db_audit(db, "prof", "note", "night 1", NULL));
    OK(db_audit_list(db, 2, &list));
    cr_assert(json_array_size(list) == 2 &&
              strcmp(json_string_value(json_object_get(json_array_get(list, 0), "who")), "prof") ==
                  0);
    json_decref(list);
    OK(db_audit_of_submission(db, 2, &list)); /* the first one's id is the same as its grading's */
    cr_assert_eq(json_array_size(list), 4, "handed in, queued, leased, done; got %zu", json_array_size(list));
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "what")), "submission");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 3), "what")), "grading.done");
    json_decref(list);
    IS(DB_ERROR, db_audit(db, "prof", "", "no word for it", NULL));
    cr_assert(book_sound(db), "%s", book_why());
    json_t *lease = NULL;
    OK(db_grading_queue(db, 2, 1, 1, NULL, NULL));
    OK(db_grading_lease(db, NULL, "w", CLASS_TTL, &lease));
    json_decref(lease);
    OK(db_grading_queue(db, 1, 1, 1, NULL, NULL)); /* so that the last row is about a grading */
    /* somebody with a database tool */
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    for (size_t k = 0; k < LEN(row); k++) {
        OK(db_begin(db));
        cr_assert_eq(sqlite3_exec(db->sql, row[k].sql, NULL, NULL, NULL), SQLITE_OK, "%s: %s",
                     row[k].sql, sqlite3_errmsg(db->sql));
        cr_assert_eq(sqlite3_changes(db->sql), 1, "%s", row[k].sql);
        OK(db_check_class(db, &bad, &differ));
        cr_assert_eq(bad, row[k].bad, "%s: row %lld", row[k].sql, (long long)bad);
        cr_assert(!book_sound(db));
        cr_assert(!row[k].grade || strstr(book_why(), row[k].grade), "%s: %s", row[k].sql,
                  book_why());
        db_rollback(db);
    }
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(gradebook, a_batch_of_the_class_is_kept_whole_or_not_at_all)
{
    struct db *db = must_open(DB_CREATE);
    int64_t id;

    OK(db_begin(db));
    OK(class_hand_in(db, 1, &id));
    db_rollback(db);
    cr_assert_eq(audit_rows(db), 0);
    OK(db_begin(db));
    OK(class_hand_in(db, 1, &id));
    IS(DB_ERROR, db_grading_queue(db, 1, 1, -1, NULL, NULL));
    OK(db_commit(db));
    cr_assert_eq(audit_rows(db), 3);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

/* ---- Many workers ----------------------------------------------------------------------- */

/* Grades until nothing is left; with `die` its first lease is the last thing it does. */
static pid_t worker(bool die)
{
    pid_t child = fork();
    char name[32];
    struct db *db;
    json_t *job;

    if (child)
        return child;
    snprintf(name, sizeof name, "worker %d", (int)getpid());
    db = book_open(0);
    if (db && die && db_grading_lease(db, NULL, name, CLASS_TTL, &job) == DB_OK)
        kill(getpid(), SIGKILL);
    if (!db || class_grade_all(db, name) < 0) {
        fprintf(stderr, "%s\n", book_why());
        _exit(1);
    }
    db_close(db);
    _exit(0);
}

/* Reads the class as it grows until told to end; each look must be sound. */
static pid_t reader(const volatile int *over)
{
    pid_t child = fork();
    struct db *db;
    int looks = 0;

    if (child)
        return child;
    db = book_open(DB_RDONLY);
    while (db && !*over) {
        json_t *got = NULL;
        int64_t bad = -1, differ = -1;

        if (db_gradings(db, NULL, -1, &got) != DB_OK || json_array_size(got) != 200 ||
            db_check_class(db, &bad, &differ) != DB_OK || bad || differ)
            _exit(1);
        json_decref(got);
        looks++;
    }
    db_close(db);
    _exit(looks ? 0 : 2);
}

/* Copies made meanwhile: each is sound, and ends at a row that the audit has. */
static void check_copies(struct db *db, int n)
{
    char own[sizeof book_path];

    memcpy(own, book_path, sizeof own);
    for (int k = 0; k < n; k++) {
        struct class_end end;
        struct db *copy;

        snprintf(book_path, sizeof book_path, "%s/copy%d.db", book_dir, k);
        copy = must_open(0);
        cr_assert(book_sound(copy) && class_end(copy, &end), "%s", book_why());
        cr_assert_gt(end.id, 0);
        cr_assert(class_has(db, &end), "%s", book_why());
        db_close(copy);
    }
    memcpy(book_path, own, sizeof own);
}

Test(gradebook, eight_workers_grade_two_hundred_submissions_once_each)
{
    struct db *db = must_open(DB_CREATE);
    volatile int *over =
        mmap(NULL, sizeof *over, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    enum { COPIES = 4 };
    char copy[160];
    pid_t child[12];

    cr_assert_neq((void *)over, MAP_FAILED);
    cr_assert(class_fill(db, 200, 1), "%s", book_why());
    for (int k = 0; k < 2; k++)
        cr_assert_eq(book_status(worker(true)), 128 + SIGKILL);
    for (int k = 0; k < 8; k++)
        child[k] = worker(false);
    for (int k = 8; k < 12; k++)
        child[k] = reader(over);
    for (int k = 0; k < COPIES; k++) {
        snprintf(copy, sizeof copy, "%s/copy%d.db", book_dir, k);
        OK(db_backup(db, copy));
        usleep(20000);
    }
    for (int k = 0; k < 8; k++)
        cr_assert_eq(book_status(child[k]), 0, "worker %d", k);
    *over = 1;
    for (int k = 8; k < 12; k++)
        cr_assert_eq(book_status(child[k]), 0, "reader %d", k);
    check_copies(db, COPIES);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM grading WHERE state = 'leased'"), 2);
    cr_assert_eq(class_grade_all(db, "too early"), 0);
    db_set_clock(db, db_now(db) + CLASS_TTL);
    cr_assert_eq(class_grade_all(db, "the morning after"), 2);
    cr_assert(class_is_graded_once(db, 200), "%s", book_why());
    cr_assert_eq(book_number(db->sql, "SELECT sum(tries) FROM grading"), 202);
    db_close(db);
}
