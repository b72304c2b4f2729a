/*
 * test_adjust.c: what an instructor decides of one student: kept for good, found when changed behind the workbook's
 * back, and what it makes of a grade.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook_test.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "grader/export/export.h"

static void enter(void)
{
    cr_assert(book_enter());
}

static struct db *a_class(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert_not_null(db, "%s", book_why());
    cr_assert(class_fill(db, 2, 1), "%s", book_why());
    cr_assert_eq(class_grade_all(db, "w"), 2);
    return db;
}

TestSuite(adjust, .init = enter, .fini = book_leave);

/* ---- kept ------------------------------------------------------------------------------- */

Test(adjust, is_added_only_and_refused_without_a_reason)
{
    static const struct db_adjustment wrong[] = {
        {1, "lab0", "points", true, 7000, 10000, ""},   {1, "lab0", "points", true, 7000, 10000, NULL},
        {1, "", "excuse", false, 0, 0, "ill"},          {1, "lab0", "forgive", false, 0, 0, "ill"},
        {1, "lab0", "points", true, -1, 10000, "ill"},  {1, "lab0", "points", false, 0, 10000, "ill"},
        {1, "lab0", "excuse", true, 5, 0, "ill"},       {77, "lab0", "excuse", false, 0, 0, "ill"},
        {1, "lab0", "excuse", false, 0, 0, "\xff\xfe"},
    };
    static const char *const behind[] = {"UPDATE adjustment SET value = 9000", "DELETE FROM adjustment",
                                         "INSERT INTO adjustment VALUES (9, 1, 'x', 'points', NULL, 5, 'r', 'w', 1)",
                                         "INSERT INTO adjustment VALUES (9, 1, 'x', 'due', 5, NULL, '', 'w', 1)"};
    struct db *db = a_class();
    json_t *list = NULL;
    int64_t id = 0;

    for (size_t k = 0; k < LEN(wrong); k++)
        cr_assert_eq(db_adjustment_add(db, &wrong[k], NULL), DB_ERROR, "row %zu", k);
    OK(db_adjustment_add(db, &(struct db_adjustment){1, "lab0", "points", true, 7500, 10000, "read by hand"}, &id));
    OK(db_adjustment_add(db, &(struct db_adjustment){2, "lab1", "due", true, 1764630000000, 0, "ill"}, NULL));
    OK(db_adjustments(db, "lab0", &list));
    cr_assert_eq(json_array_size(list), 1);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(list, 0), "value")), 7500);
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(list, 0), "reason")), "read by hand");
    cr_assert_gt(json_string_length(json_object_get(json_array_get(list, 0), "who")), 0);
    json_decref(list);
    OK(db_adjustments(db, NULL, &list));
    cr_assert_eq(json_array_size(list), 2);
    json_decref(list);
    for (size_t k = 0; k < LEN(behind); k++)
        cr_assert_neq(sqlite3_exec(db->sql, behind[k], NULL, NULL, NULL), SQLITE_OK, "%s", behind[k]);
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(adjust, a_row_changed_by_hand_is_found)
{
    static const char *const row[] = {
        "UPDATE adjustment SET value = value + 1 WHERE id = 1", "UPDATE adjustment SET most = 20000 WHERE id = 1",
        "UPDATE adjustment SET reason = 'because' WHERE id = 1", "UPDATE adjustment SET who = 'nobody' WHERE id = 2",
        "UPDATE adjustment SET at = at + 1 WHERE id = 2",       "UPDATE adjustment SET student = 2 WHERE id = 1",
        "UPDATE adjustment SET lab = 'lab9' WHERE id = 2",      "UPDATE adjustment SET kind = 'undo' WHERE id = 3",
        "UPDATE adjustment SET value = NULL WHERE id = 2",      "DELETE FROM adjustment WHERE id = 3",
        "INSERT INTO adjustment VALUES (9, 1, 'lab0', 'excuse', NULL, NULL, 'r', 'w', 1)"};
    struct db *db = a_class();
    int64_t bad, differ;

    OK(db_adjustment_add(db, &(struct db_adjustment){1, "lab0", "points", true, 7500, 10000, "a"}, NULL));
    OK(db_adjustment_add(db, &(struct db_adjustment){2, "lab0", "due", true, 5, 0, "b"}, NULL));
    OK(db_adjustment_add(db, &(struct db_adjustment){2, "lab0", "excuse", false, 0, 0, "c"}, NULL));
    cr_assert(book_sound(db), "%s", book_why());
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    for (size_t k = 0; k < LEN(row); k++) {
        OK(db_begin(db));
        cr_assert_eq(sqlite3_exec(db->sql, row[k], NULL, NULL, NULL), SQLITE_OK, "%s: %s", row[k],
                     sqlite3_errmsg(db->sql));
        cr_assert_eq(sqlite3_changes(db->sql), 1, "%s", row[k]);
        OK(db_check_class(db, &bad, &differ));
        cr_assert(bad == 0 && differ == 1, "%s: %lld, %lld", row[k], (long long)bad, (long long)differ);
        db_rollback(db);
    }
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

/* ---- what it makes of a grade ----------------------------------------------------------- */

enum { DAY = 86400000 };

/* One student who handed in a day and a bit late, for 8 of 10; what is said of them, and the row that it makes. */
static json_t *row_with(const char *adjustments, bool handed_in)
{
    json_error_t e;
    json_t *students = json_loads(
        "[{\"id\":1,\"key\":\"s1\",\"name\":\"Sam\",\"email\":\"\",\"section\":\"\",\"extra\":null}]", 0, &e);
    json_t *notes = json_loads(adjustments, 0, &e), *with, *rows, *row;
    json_t *submissions =
        json_loads(handed_in ? "[{\"id\":4,\"student\":1,\"received\":200000000,\"origin\":\"x\"}]" : "[]", 0, &e);
    json_t *gradings =
        json_loads(handed_in ? "[{\"id\":9,\"student\":1,\"submission\":4,\"state\":\"done\",\"status\":\"FAIL\","
                               "\"stage\":\"\",\"points\":8.0,\"max\":10.0,\"received\":200000000}]"
                             : "[]",
                   0, &e);
    json_t *policy = json_pack("{s:i, s:{s:f, s:i}}", "due", DAY, "late", "percent_per_day", 10.0, "grace_ms", 0);

    cr_assert(students && notes && submissions && gradings && policy, "%s", e.text);
    with = adjust_students(students, notes);
    rows = class_rows(with, submissions, gradings, policy);
    row = json_incref(json_array_get(rows, 0));
    json_decref(rows);
    json_decref(with);
    json_decref(policy);
    json_decref(gradings);
    json_decref(submissions);
    json_decref(notes);
    json_decref(students);
    return row;
}

#define DUE(ms) "{\"id\":1,\"key\":\"s1\",\"lab\":\"w\",\"kind\":\"due\",\"value\":" ms ",\"reason\":\"ill\"}"
#define EXCUSE "{\"id\":2,\"key\":\"s1\",\"lab\":\"w\",\"kind\":\"excuse\",\"value\":null,\"reason\":\"away\"}"
#define POINTS                                                                                                         \
    "{\"id\":3,\"key\":\"s1\",\"lab\":\"w\",\"kind\":\"points\",\"value\":7500,\"most\":10000,\"reason\":\"read it\"}"
#define UNDO "{\"id\":4,\"key\":\"s1\",\"lab\":\"w\",\"kind\":\"undo\",\"value\":null,\"reason\":\"oops\"}"
#define OTHER "{\"id\":5,\"key\":\"s2\",\"lab\":\"w\",\"kind\":\"excuse\",\"value\":null,\"reason\":\"not me\"}"

Test(adjust, what_holds_and_what_it_costs)
{
    static const struct {
        const char *notes;
        bool handed_in;
        const char *status, *marks, *said;
        double grade; /* -1: none */
        int late;     /* -1: none */
    } row[] = {
        { "[]", true, "FAIL", "", "", 6.4, 2 },
        { "[" OTHER "]", true, "FAIL", "", "", 6.4, 2 },
        { "[" DUE("172800000") "]", true, "FAIL", "d", "due 1970-01-03T00:00:00Z: ill", 7.2, 1 },
        { "[" DUE("300000000") "]", true, "FAIL", "d", "due 1970-01-04T11:20:00Z: ill", 8, 0 },
        { "[" DUE("0") "]", true, "FAIL", "d", "due 1970-01-01T00:00:00Z: ill", 5.6, 3 },
        { "[" DUE("null") "]", true, "FAIL", "d", "no due time: ill", 8, 0 },
        { "[" DUE("0") "," DUE("300000000") "]", true, "FAIL", "d", "due 1970-01-04T11:20:00Z: ill", 8, 0 },
        { "[" EXCUSE "]", true, "EXCUSED", "e", "excused: away", -1, 2 },
        { "[" EXCUSE "]", false, "EXCUSED", "e", "excused: away", -1, -1 },
        { "[" POINTS "]", true, "FAIL", "p", "7.5 of 10 points by hand: read it", 7.5, 2 },
        { "[" POINTS "]", false, "MISSING", "p", "7.5 of 10 points by hand: read it", 7.5, -1 },
        { "[" EXCUSE "," POINTS "]", true, "FAIL", "p", "7.5 of 10 points by hand: read it", 7.5, 2 },
        { "[" POINTS "," EXCUSE "]", true, "EXCUSED", "e", "excused: away", -1, 2 },
        { "[" DUE("172800000") "," EXCUSE "]", true, "EXCUSED", "de", "due 1970-01-03T00:00:00Z: ill; excused: away",
          -1, 1 },
        { "[" DUE("0") "," EXCUSE "," UNDO "]", true, "FAIL", "", "", 6.4, 2 },
        { "[" EXCUSE "," UNDO "," POINTS "]", true, "FAIL", "p", "7.5 of 10 points by hand: read it", 7.5, 2 },
    };
    for (size_t k = 0; k < LEN(row); k++) {
        json_t *r = row_with(row[k].notes, row[k].handed_in), *grade = json_object_get(r, "grade");
        json_t *late = json_object_get(r, "late_days"), *adjust = json_object_get(r, "adjust");
        struct text said = {0};

        adjust_sentences(r, &said);
        cr_assert_str_eq(util_str(r, "status", "?"), row[k].status, "row %zu", k);
        cr_assert_str_eq(util_str(adjust, "marks", ""), row[k].marks, "row %zu", k);
        cr_assert_str_eq(text_str(&said), row[k].said, "row %zu", k);
        cr_assert_eq(json_is_number(grade), row[k].grade >= 0, "row %zu", k);
        cr_assert_float_eq(json_number_value(grade), row[k].grade < 0 ? 0 : row[k].grade, 1e-9, "row %zu", k);
        cr_assert_eq(json_is_integer(late) ? json_integer_value(late) : -1, row[k].late, "row %zu", k);
        if (row[k].handed_in) /* the evidence is what it was */
            cr_assert_float_eq(json_number_value(json_object_get(r, "points")), 8, 1e-9, "row %zu", k);
        cr_assert_eq(adjust_decides(r), strpbrk(row[k].marks, "ep") != NULL, "row %zu", k);
        cr_assert_eq(json_is_null(adjust), !*row[k].marks, "row %zu", k);
        text_finish(&said);
        json_decref(r);
    }
}

Test(adjust, the_most_stands_where_nothing_was_graded)
{
    json_t *r = row_with("[" POINTS "]", false), *measured = json_object_get(json_object_get(r, "adjust"), "measured");

    cr_assert_float_eq(json_number_value(json_object_get(r, "max")), 10, 1e-9);
    cr_assert_str_eq(util_str(measured, "status", ""), "MISSING");
    cr_assert(json_is_null(json_object_get(measured, "grade")));
    json_decref(r);
    r = row_with("[" DUE("172800000") "," POINTS "]", true);
    measured = json_object_get(json_object_get(r, "adjust"), "measured");
    cr_assert_float_eq(json_number_value(json_object_get(measured, "grade")), 7.2, 1e-9,
                       "what it would be without points by hand");
    json_decref(r);
}

Test(adjust, the_rows_that_hold_are_marked_lab_by_lab)
{
    static const char notes[] = "[" DUE("1") "," EXCUSE "," POINTS "," OTHER ","
                                "{\"id\":6,\"key\":\"s1\",\"lab\":\"v\",\"kind\":\"undo\"},"
                                "{\"id\":7,\"key\":\"s1\",\"lab\":\"v\",\"kind\":\"excuse\"}]";
    static const bool want[] = {true, false, true, true, false, true};
    json_t *list = json_loads(notes, 0, NULL), *row;
    size_t k;

    adjust_mark(list);
    json_array_foreach(list, k, row)
        cr_assert_eq(json_is_true(json_object_get(row, "holds")), want[k], "row %zu", k);
    json_decref(list);
}

Test(adjust, points_are_read_as_thousandths)
{
    static const struct {
        const char *text;
        int64_t want; /* -1: refused */
    } row[] = {{"7", 7000},  {"7.5", 7500}, {"0.125", 125}, {"0", 0},    {"1000000", 1000000000}, {"10.000", 10000},
               {"", -1},     {"-1", -1},    {"+1", -1},     {".5", -1},  {"5.", -1},              {"7.1234", -1},
               {"1e3", -1},  {"7,5", -1},   {"nan", -1},    {" 7", -1},  {"7 ", -1},              {"1000000.001", -1},
               {"0x10", -1}, {"99999999", -1}};

    for (size_t k = 0; k < LEN(row); k++) {
        int64_t v = -7;
        cr_assert_eq(adjust_parse_points(row[k].text, &v), row[k].want < 0 ? -1 : 0, "\"%s\"", row[k].text);
        cr_assert_eq(v, row[k].want < 0 ? -7 : row[k].want, "\"%s\"", row[k].text);
    }
}

/* ---- other systems ---------------------------------------------------------------------- */

typedef void writer(const struct export_class *, struct text *);

static char *written(writer *w, const char *notes)
{
    json_t *rows = json_array();
    const struct export_class c = {"w", "Tiled", 10, rows};
    struct text t = {0};

    json_array_append_new(rows, row_with(notes, true));
    w(&c, &t);
    json_decref(rows);
    return t.s;
}

Test(adjust, each_file_tells_it_in_its_own_way)
{
    static const struct {
        writer *w;
        const char *notes, *want;
    } row[] = {
        { export_canvas, "[" EXCUSE "]", "Sam,,s1,,,EX\r\n" },
        { export_canvas, "[" POINTS "]", "Sam,,s1,,,7.50\r\n" },
        { export_canvas, "[]", "Sam,,s1,,,6.40\r\n" },
        { export_moodle, "[" EXCUSE "]", ",,s1,,excused: away\r\n" },
        { export_moodle, "[" POINTS "]",
          ",7.50,\"FAIL, 2 days late: -1.60; 7.5 of 10 points by hand: read it (measured: 6.40)\"\r\n" },
        { export_csv, "[" EXCUSE "]",
          "attempts,received,why,adjust,measured\r\ns1,Sam,,,EXCUSED,,8.00,10.00,2,1.60,,1,1970-01-03T07:33:20Z,,excused: away,6.40\r\n" },
        { export_csv, "[]", "s1,Sam,,,FAIL,,8.00,10.00,2,1.60,6.40,1,1970-01-03T07:33:20Z,,,\r\n" },
        { export_junit, "[" EXCUSE "]", "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\"" },
        { export_junit, "[" EXCUSE "]", "<skipped message=\"excused: away\"/>" },
    };
    for (size_t k = 0; k < LEN(row); k++) {
        char *got = written(row[k].w, row[k].notes);

        cr_assert(strstr(got, row[k].want), "row %zu: %s", k, got);
        free(got);
    }
}

Test(adjust, gradescope_tells_points_by_hand_and_has_no_word_for_an_excuse)
{
    json_t *r = row_with("[" POINTS "]", true), *d = export_gradescope(r, NULL);

    cr_assert_float_eq(json_number_value(json_object_get(d, "score")), 7.5, 1e-9);
    cr_assert(strstr(util_str(d, "output", ""), "7.5 of 10 points by hand: read it (measured: 6.40)"));
    json_decref(d);
    json_decref(r);
    r = row_with("[" EXCUSE "]", true);
    cr_assert_null(export_gradescope(r, NULL));
    json_decref(r);
}

static char *filled(int (*fill)(const struct export_class *, const char *, size_t, const char *, struct text *,
                                json_t **, struct err *),
                    const char *file, const char *notes)
{
    json_t *rows = json_array(), *said = NULL;
    const struct export_class c = {"w", "Tiled", 10, rows};
    struct text t = {0};
    struct err e = {""};

    json_array_append_new(rows, row_with(notes, true));
    cr_assert_eq(fill(&c, file, strlen(file), NULL, &t, &said, &e), 0, "%s", e.text);
    json_decref(said);
    json_decref(rows);
    return t.s;
}

Test(adjust, a_file_of_theirs_gets_an_excuse_where_it_has_a_place_for_it)
{
    static const char canvas[] =
        "Student,ID,SIS User ID,SIS Login ID,Section,Tiled (7)\n    Points Possible,,,,,10\nSam,9,s1,,,3\n";
    static const char moodle[] = "Identifier,Full name,Email address,Status,Grade,Maximum grade,Feedback comments\n"
                                 "Participant 1,Sam,,x,3.00,10.00,%s\n";
    char sheet[400], *got = filled(export_fill_canvas, canvas, "[" EXCUSE "]");

    cr_assert(strstr(got, "Sam,9,s1,,,EX\n"), "%s", got);
    free(got);
    snprintf(sheet, sizeof sheet, moodle, "");
    got = filled(export_fill_moodle, sheet, "[" EXCUSE "]");
    cr_assert(strstr(got, "Participant 1,Sam,,x,,10.00,excused: away\n"), "%s", got);
    free(got);
    snprintf(sheet, sizeof sheet, moodle, "see me");
    got = filled(export_fill_moodle, sheet, "[" EXCUSE "]");
    cr_assert(strstr(got, "Participant 1,Sam,,x,,10.00,see me\n"), "what a person wrote there stays: %s", got);
    free(got);
    snprintf(sheet, sizeof sheet, moodle, "");
    got = filled(export_fill_moodle, sheet, "[" POINTS "]");
    cr_assert(strstr(got, "Participant 1,Sam,,x,7.50,10.00,\"Ridge: FAIL, 2 days late: -1.60; 7.5 of 10 points by hand: "
                          "read it (measured: 6.40)\"\n"),
              "%s", got);
    free(got);
}
