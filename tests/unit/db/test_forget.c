/*
 * test_forget.c: a student who is forgotten: no row, no byte, and a class and an audit that are as sound as before.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook_test.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STUDENTS = 4, LABS = 2 };

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(forget, .init = enter, .fini = book_leave);

/* Four students, two labs each, all graded; the first one's first is adjusted, and a key of theirs was taken. */
static struct db *a_class(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert_not_null(db, "%s", book_why());
    cr_assert(class_fill(db, STUDENTS, LABS), "%s", book_why());
    cr_assert_eq(class_grade_all(db, "w"), STUDENTS * LABS);
    OK(db_adjustment_add(db, &(struct db_adjustment){1, "lab0", "excuse", false, 0, 0, "Student 0 was ill"}, NULL));
    OK(db_adjustment_add(db, &(struct db_adjustment){2, "lab0", "points", true, 5, 10, "kept"}, NULL));
    OK(db_audit(db, NULL, "key.first", "s000", NULL));
    OK(db_audit(db, NULL, "key.first", "s001", NULL));
    return db;
}

static int64_t rows(struct db *db, const char *sql)
{
    return book_number(db->sql, sql);
}

Test(forget, leaves_no_row_and_no_byte_of_one_and_all_of_the_others)
{
    static const char *const gone[] = { "Student 0", "s000@example.org", "int answer = 0, lab = 0",
                                        "int answer = 0, lab = 1", "s000" };
    static const char *const kept[] = {"Student 1", "s001@example.org", "int answer = 1, lab = 0", "night.tar"};
    struct db *db = a_class();
    json_t *counts = NULL;
    int64_t audit = rows(db, "SELECT count(*) FROM audit");

    for (size_t k = 0; k < LEN(gone); k++)
        cr_assert(book_has(gone[k]), "the test would find %s", gone[k]);
    OK(db_student_forget(db, "s000", &counts));
    cr_assert_eq(json_integer_value(json_object_get(counts, "submissions")), LABS);
    cr_assert_eq(json_integer_value(json_object_get(counts, "gradings")), LABS);
    cr_assert_eq(json_integer_value(json_object_get(counts, "adjustments")), 1);
    /* student, key, adjustment; of each lab handed in, queued, leased, done */
    cr_assert_eq(json_integer_value(json_object_get(counts, "audit")), 3 + 4 * LABS);
    json_decref(counts);
    OK(db_purge(db));
    for (size_t k = 0; k < LEN(gone); k++)
        cr_assert_not(book_has(gone[k]), "%s is still there", gone[k]);
    for (size_t k = 0; k < LEN(kept); k++)
        cr_assert(book_has(kept[k]), "%s is gone, too", kept[k]);
    cr_assert_eq(rows(db, "SELECT count(*) FROM audit"), audit + 1, "no row of the audit is missing");
    cr_assert_eq(rows(db, "SELECT count(*) FROM student"), STUDENTS - 1);
    cr_assert_eq(rows(db, "SELECT count(*) FROM submission"), (STUDENTS - 1) * LABS);
    cr_assert_eq(rows(db, "SELECT count(*) FROM grading_report"), (STUDENTS - 1) * LABS);
    cr_assert_eq(rows(db, "SELECT count(*) FROM source WHERE text = x''"), 1, "what others handed in, too, stays");
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(forget, the_tables_are_append_only_again)
{
    static const char *const row[] = {
        "UPDATE audit SET who = 'x' WHERE id = 1", "DELETE FROM student", "DELETE FROM source",
        "UPDATE submission SET received = 1",      "DELETE FROM grading", "DELETE FROM adjustment"
    };
    struct db *db = a_class();
    json_t *counts = NULL;

    OK(db_student_forget(db, "s000", &counts));
    json_decref(counts);
    for (size_t k = 0; k < LEN(row); k++)
        cr_assert_neq(sqlite3_exec(db->sql, row[k], NULL, NULL, NULL), SQLITE_OK, "%s", row[k]);
    db_close(db);
}

Test(forget, a_tombstone_that_is_changed_is_found_and_a_row_is_none_without_the_word_for_it)
{
    static const char *const row[] = {
        "UPDATE audit SET who = 'nobody' WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET at = at + 1 WHERE id = (SELECT max(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET data = '{}' WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET subject = 's9' WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET what = 'student' WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET hash = zeroblob(32) WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
        "UPDATE audit SET what = 'erased', subject = '', data = NULL WHERE id ="
        " (SELECT min(id) FROM audit WHERE what = 'student')",
        "UPDATE audit SET data = '{\"erased\":{}}' WHERE what = 'student.forgotten'",
        "UPDATE audit SET data = 'no JSON' WHERE what = 'student.forgotten'",
        "DELETE FROM audit WHERE id = (SELECT min(id) FROM audit WHERE what = 'erased')",
    };
    struct db *db = a_class();
    json_t *counts = NULL;
    int64_t bad, differ;

    OK(db_student_forget(db, "s001", &counts));
    json_decref(counts);
    OK(db_audit_check(db, &bad));
    cr_assert_eq(bad, 0);
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    for (size_t k = 0; k < LEN(row); k++) {
        OK(db_begin(db));
        cr_assert_eq(sqlite3_exec(db->sql, row[k], NULL, NULL, NULL), SQLITE_OK, "%s: %s", row[k],
                     sqlite3_errmsg(db->sql));
        cr_assert_eq(sqlite3_changes(db->sql), 1, "%s", row[k]);
        OK(db_check_class(db, &bad, &differ));
        cr_assert_neq(bad, 0, "%s", row[k]);
        db_rollback(db);
    }
    db_close(db);
}

Test(forget, one_after_another_and_the_numbers_are_used_again)
{
    struct db *db = a_class();
    json_t *counts = NULL;
    int64_t id;

    for (int k = STUDENTS - 1; k >= 0; k--) {
        char key[16];

        snprintf(key, sizeof key, "s%03d", k);
        OK(db_student_forget(db, key, &counts));
        json_decref(counts);
        cr_assert(book_sound(db), "%s: %s", key, book_why());
    }
    cr_assert_eq(rows(db, "SELECT count(*) FROM submission") + rows(db, "SELECT count(*) FROM source"), 0);
    OK(class_hand_in(db, 7, &id));
    cr_assert_eq(rows(db, "SELECT id FROM submission"), 1, "the number of one that was forgotten");
    cr_assert_eq(class_grade_all(db, "w"), 1);
    cr_assert(book_sound(db), "%s", book_why());
    OK(db_student_forget(db, "s007", &counts));
    json_decref(counts);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(forget, nothing_changes_for_nobody_or_while_one_is_graded)
{
    struct db *db = a_class();
    json_t *counts = NULL, *job = NULL;
    int64_t id, before;
    char *text = class_text(db), *after;

    IS(DB_NOTFOUND, db_student_forget(db, "s999", &counts));
    IS(DB_NOTFOUND, db_student_forget(db, "", &counts));
    after = class_text(db);
    cr_assert_str_eq(text, after);
    free(after);
    free(text);
    OK(class_hand_in(db, 9, &id));
    OK(db_grading_lease(db, NULL, "w", CLASS_TTL, &job));
    json_decref(job);
    before = rows(db, "SELECT count(*) FROM audit");
    text = class_text(db);
    IS(DB_BUSY, db_student_forget(db, "s009", &counts));
    after = class_text(db);
    cr_assert_str_eq(text, after);
    cr_assert_eq(rows(db, "SELECT count(*) FROM audit"), before);
    free(after);
    free(text);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

/* A learner's own attempt with the same text keeps it. */
Test(forget, an_attempts_source_stays)
{
    static const char text[] = "int answer = 0, lab = 0;\n";
    struct db *db = a_class();
    json_t *counts = NULL, *report = json_pack("{s:[]}", "milestones");
    int64_t id;

    OK(db_attempt_insert(
        db,
        &(struct db_attempt){ .lab = "lab0", .lab_rev = 1, .backend = "cpu", .status = "PASS", .points = 1, .max = 1 },
        &(struct db_file){ "lab.c", text, sizeof text - 1 }, 1, report, &id));
    json_decref(report);
    OK(db_student_forget(db, "s000", &counts));
    json_decref(counts);
    cr_assert_eq(rows(db, "SELECT count(*) FROM attempt_file f JOIN source s ON s.id = f.source"), 1);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}
