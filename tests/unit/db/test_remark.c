/*
 * test_remark.c: what people say of a student's work: kept for good, found when changed behind the workbook's back, and
 * what it makes of a grade.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "workbook_test.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/class.h"
#include "grader/class/remark.h"

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(remark, .init = enter, .fini = book_leave);

static struct db *a_class(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert_not_null(db, "%s", book_why());
    cr_assert(class_fill(db, 2, 1), "%s", book_why());
    cr_assert_eq(class_grade_all(db, "w"), 2);
    return db;
}

/* ---- kept ------------------------------------------------------------------------------- */

Test(remark, is_refused_where_it_does_not_fit)
{
    static const struct db_remark wrong[] = {
        { 1, "lab0", "praise", NULL, 0, 0, 0, 0, 0, "good", NULL },
        { 1, "", "comment", NULL, 0, 0, 0, 0, 0, "good", NULL },
        { 1, "lab0", "comment", NULL, 0, 0, 0, 0, 0, "", NULL },
        { 1, "lab0", "comment", "a.c", 0, -1, 0, 0, 0, "x", NULL },
        { 1, "lab0", "mark", NULL, 0, 0, 1, 1, 0, "x", NULL },
        { 77, "lab0", "comment", NULL, 0, 0, 0, 0, 0, "x", NULL },
        { 1, "lab0", "comment", "a.c", 99, 1, 0, 0, 0, "x", NULL },
        { 1, "lab0", "comment", NULL, 0, 0, 0, 0, 3, "x", NULL },
        { 1, "lab0", "undo", NULL, 0, 0, 0, 0, 0, "x", NULL },
        { 1, "lab0", "comment", NULL, 0, 0, 0, 0, 0, "\xff", NULL },
    };
    struct db *db = a_class();
    int64_t id = 0, request = 0;
    bool is_new;

    for (size_t k = 0; k < LEN(wrong); k++)
        cr_assert_eq(db_remark_add(db, &wrong[k], NULL, NULL), DB_ERROR, "row %zu: %s", k, db_error(db));
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "comment", "a.c", 1, 3, 0, 0, 0, "why?", NULL }, &id,
                     &is_new));
    cr_assert(is_new);
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "request", NULL, 0, 0, 5, 0, 0, "please", "s000" }, &request,
                     NULL));
    /* of another student, of another lab, and an answer to what asks nothing */
    IS(DB_NOTFOUND,
       db_remark_add(db, &(struct db_remark){ 2, "lab0", "undo", NULL, 0, 0, 0, 0, id, "x", NULL }, NULL, NULL));
    IS(DB_NOTFOUND,
       db_remark_add(db, &(struct db_remark){ 1, "lab1", "undo", NULL, 0, 0, 0, 0, id, "x", NULL }, NULL, NULL));
    IS(DB_NOTFOUND,
       db_remark_add(db, &(struct db_remark){ 1, "lab0", "accept", NULL, 0, 0, 0, 0, id, "x", NULL }, NULL, NULL));
    IS(DB_NOTFOUND,
       db_remark_add(db, &(struct db_remark){ 1, "lab0", "undo", NULL, 0, 0, 0, 0, request, "x", NULL }, NULL, NULL));
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "request", NULL, 0, 0, 5, 0, 0, "please", "s000" }, &id,
                     &is_new));
    cr_assert(!is_new && id == request, "a request that is collected twice is one");
    cr_assert(book_sound(db), "%s", book_why());
    db_close(db);
}

Test(remark, a_row_changed_by_hand_is_found)
{
    static const char *const row[] = {
        "UPDATE remark SET value = value + 1 WHERE id = 2",
        "UPDATE remark SET most = 20000 WHERE id = 2",
        "UPDATE remark SET text = 'because' WHERE id = 1",
        "UPDATE remark SET who = 'nobody' WHERE id = 2",
        "UPDATE remark SET at = at + 1 WHERE id = 1",
        "UPDATE remark SET student = 2 WHERE id = 1",
        "UPDATE remark SET lab = 'lab9' WHERE id = 2",
        "UPDATE remark SET place = 'b.c' WHERE id = 1",
        "UPDATE remark SET line = 4 WHERE id = 1",
        "UPDATE remark SET submission = NULL WHERE id = 1",
        "UPDATE remark SET about = 1 WHERE id = 3",
        "DELETE FROM remark WHERE id = 3",
        "INSERT INTO remark VALUES (9, 1, 'lab0', 'comment', '', NULL, 0, 0, 0, NULL, 'r', 'w', 1)"
    };
    static const char *const behind[] = {
        "UPDATE remark SET value = 9000", "DELETE FROM remark",
        "INSERT INTO remark VALUES (9, 1, 'x', 'praise', '', NULL, 0, 0, 0, NULL, 'r', 'w', 1)",
        "INSERT INTO remark VALUES (9, 1, 'x', 'undo', '', NULL, 0, 0, 0, NULL, 'r', 'w', 1)"
    };
    struct db *db = a_class();
    int64_t bad, differ;

    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "comment", "a.c", 1, 3, 0, 0, 0, "why?", NULL }, NULL, NULL));
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "mark", "style", 0, 0, 3000, 5000, 0, "fair", NULL }, NULL,
                     NULL));
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "undo", NULL, 0, 0, 0, 0, 2, "a slip", NULL }, NULL, NULL));
    cr_assert(book_sound(db), "%s", book_why());
    for (size_t k = 0; k < LEN(behind); k++)
        cr_assert_neq(sqlite3_exec(db->sql, behind[k], NULL, NULL, NULL), SQLITE_OK, "%s", behind[k]);
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    for (size_t k = 0; k < LEN(row); k++) {
        OK(db_begin(db));
        cr_assert_eq(sqlite3_exec(db->sql, row[k], NULL, NULL, NULL), SQLITE_OK, "%s: %s", row[k],
                     sqlite3_errmsg(db->sql));
        OK(db_check_class(db, &bad, &differ));
        cr_assert(bad == 0 && differ == 1, "%s: %lld, %lld", row[k], (long long)bad, (long long)differ);
        db_rollback(db);
    }
    db_close(db);
}

Test(remark, of_a_student_who_is_forgotten_nothing_is_left)
{
    struct db *db = a_class();
    json_t *counts = NULL, *list = NULL;

    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "mark", "style", 0, 0, 1, 1, 0, "Zebra said so", NULL }, NULL,
                     NULL));
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "undo", NULL, 0, 0, 0, 0, 1, "Zebra erred", NULL }, NULL,
                     NULL));
    OK(db_remark_add(db, &(struct db_remark){ 2, "lab0", "comment", "a.c", 1, 1, 0, 0, 0, "as the other", NULL }, NULL,
                     NULL));
    OK(db_student_forget(db, "s000", &counts));
    cr_assert_eq(json_integer_value(json_object_get(counts, "remarks")), 2);
    OK(db_purge(db));
    cr_assert_not(book_has("Zebra"));
    OK(db_remarks(db, NULL, &list));
    cr_assert_eq(json_array_size(list), 1);
    cr_assert(book_sound(db), "%s", book_why());
    json_decref(counts);
    json_decref(list);
    db_close(db);
}

Test(remark, is_by_the_name_that_a_grader_goes_by)
{
    struct db *db = a_class();
    json_t *list = NULL;
    const char *who;

    db_set_user(db, "Ada Doe");
    OK(db_remark_add(db, &(struct db_remark){ 1, "lab0", "comment", NULL, 0, 0, 0, 0, 0, "x", NULL }, NULL, NULL));
    db_set_user(db, NULL);
    OK(db_adjustment_add(db, &(struct db_adjustment){ 1, "lab0", "excuse", false, 0, 0, "ill" }, NULL));
    OK(db_remarks(db, "lab0", &list));
    who = json_string_value(json_object_get(json_array_get(list, 0), "who"));
    cr_assert(strncmp(who, "Ada Doe (", 9) == 0, "%s", who);
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM audit WHERE who LIKE 'Ada Doe (%'"), 1);
    cr_assert(book_sound(db), "%s", book_why());
    json_decref(list);
    db_close(db);
}

/* ---- what it makes of a grade ----------------------------------------------------------- */

/* One student with 8 of 10 points, less 2 for being late; what is said of the student, and the row that it makes. */
static json_t *row_with(const char *remarks, const char *rubric, bool handed_in)
{
    json_error_t e;
    json_t *students =
        json_loads("[{\"id\":1,\"key\":\"s1\",\"name\":\"Sam\",\"email\":\"\",\"section\":\"\"}]", 0, &e);
    json_t *notes = json_loads(remarks, 0, &e), *with, *rows, *row;
    json_t *submissions =
        json_loads(handed_in ? "[{\"id\":4,\"student\":1,\"received\":200000000,\"origin\":\"x\"}]" : "[]", 0, &e);
    json_t *gradings =
        json_loads(handed_in ? "[{\"id\":9,\"student\":1,\"submission\":4,\"state\":\"done\",\"status\":\"FAIL\","
                               "\"stage\":\"\",\"points\":8.0,\"max\":10.0,\"received\":200000000}]"
                             : "[]",
                   0, &e);
    json_t *policy = json_pack("{s:i s:{s:i s:i} s:s s:o?}", "due", 150000000, "late", "percent_per_day", 25,
                               "grace_ms", 0, "keep", "best", "rubric", json_loads(rubric, 0, &e));

    with = remark_students(students, notes);
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

#define MARK(id, item, value, most)                                                                                    \
    "{\"id\":" #id ",\"key\":\"s1\",\"kind\":\"mark\",\"place\":\"" item "\",\"value\":" #value ",\"most\":" #most     \
    ",\"line\":0,\"submission\":null,\"text\":\"t\",\"who\":\"w\",\"at\":1}"
#define COMMENT(id, file, line, said)                                                                                  \
    "{\"id\":" #id ",\"key\":\"s1\",\"kind\":\"comment\",\"place\":\"" file                                            \
    "\",\"value\":0,\"most\":0,\"line\":" #line ",\"submission\":4,\"text\":\"" said "\",\"who\":\"w\",\"at\":1}"
#define ABOUT(id, what, about)                                                                                         \
    "{\"id\":" #id ",\"key\":\"s1\",\"kind\":\"" what                                                                  \
    "\",\"place\":\"\",\"value\":0,\"most\":0,\"line\":0,\"about\":" #about                                            \
    ",\"submission\":null,\"text\":\"answer\",\"who\":\"w\",\"at\":1}"
static const char rubric[] = "[{\"id\":\"a\",\"points\":4,\"text\":\"A\"},{\"id\":\"b\",\"points\":-2,\"text\":\"B\"},"
                             "{\"id\":\"c\",\"points\":0,\"text\":\"C\"}]";

Test(remark, points_by_hand_are_beside_the_machines)
{
    static const struct {
        const char *said, *rubric;
        double grade, max;
    } row[] = {
        { "[]", "null", 6, 10 },
        { "[]", rubric, 6, 14 },
        { "[" MARK(1, "a", 3000, 4000) "]", rubric, 9, 14 },
        { "[" MARK(1, "a", 3000, 4000) "," MARK(2, "a", 4000, 4000) "]", rubric, 10, 14 }, /* the latest of an item */
        { "[" MARK(1, "a", 4000, 4000) "," MARK(2, "b", -2000, 0) "]", rubric, 8, 14 },
        { "[" MARK(1, "a", 4000, 4000) "," ABOUT(2, "undo", 1) "]", rubric, 6, 14 },
        { "[" MARK(1, "b", -2000, 0) "," MARK(2, "d", -9000, 0) "]", rubric, 0, 14 }, /* never below 0 */
        { "[" MARK(1, "a", 500, 4000) "]", rubric, 6.5, 14 },
    };

    for (size_t k = 0; k < LEN(row); k++) {
        json_t *is = row_with(row[k].said, row[k].rubric, true);
        cr_assert_eq(json_number_value(json_object_get(is, "grade")), row[k].grade, "row %zu: %g", k,
                     json_number_value(json_object_get(is, "grade")));
        cr_assert_eq(json_number_value(json_object_get(is, "max")), row[k].max, "row %zu", k);
        cr_assert_eq(json_number_value(json_object_get(is, "points")), 8, "row %zu: the machine's stay", k);
        json_decref(is);
    }
}

Test(remark, who_has_no_grade_gets_none_by_a_mark)
{
    json_t *row = row_with("[" MARK(1, "a", 3000, 4000) "]", rubric, false);

    cr_assert(json_is_null(json_object_get(row, "grade")));
    cr_assert_eq(json_number_value(json_object_get(json_object_get(row, "by_hand"), "points")), 3);
    json_decref(row);
}

Test(remark, comments_stand_by_line_and_requests_have_their_answer)
{
    json_t *row = row_with(
        "[" COMMENT(1, "b.c", 2, "second") "," COMMENT(2, "a.c", 9, "ninth") "," COMMENT(3, "b.c", 1, "gone") "," ABOUT(
            4, "undo", 3) "," ABOUT(5, "request", 0) "," ABOUT(6, "decline", 5) "]",
        "null", true);
    struct text said = { 0 };
    const json_t *request = json_array_get(json_object_get(row, "requests"), 0);

    remark_sentences(row, &said);
    cr_assert_str_eq(text_str(&said), "a.c:9: ninth; b.c:2: second");
    cr_assert_str_eq(json_string_value(json_object_get(json_object_get(request, "answer"), "kind")), "decline");
    cr_assert_eq(remark_open(row), 0);
    text_finish(&said);
    json_decref(row);
}

Test(remark, points_are_numbers_with_a_sign)
{
    static const struct {
        const char *said;
        int64_t want; /* -1: none */
    } row[] = { { "3", 3000 }, { "2.5", 2500 }, { "0", 0 }, { "x", -1 },
                { "--3", -1 }, { "3.", -1 },    { "", -1 }, { "1e3", -1 } };
    int64_t got;

    for (size_t k = 0; k < LEN(row); k++) {
        got = -1;
        cr_assert_eq(remark_parse_points(row[k].said, &got), row[k].want < 0 ? -1 : 0, "%s", row[k].said);
        cr_assert_eq(got, row[k].want, "%s", row[k].said);
    }
    cr_assert(remark_parse_points("-1.5", &got) == 0 && got == -1500);
}

/* ---- who hands in together -------------------------------------------------------------- */

Test(remark, teams_are_kept_with_a_trace_and_forgotten)
{
    struct db *db = a_class();
    json_t *list = NULL, *counts = NULL;
    int64_t bad, differ, audit;

    IS(DB_NOTFOUND, db_team_put(db, "nobody", "red"));
    OK(db_team_put(db, "s000", ""));
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM team"), 0, "no team is no row");
    OK(db_team_put(db, "s000", "Zebra"));
    OK(db_team_put(db, "s001", "Zebra"));
    audit = book_number(db->sql, "SELECT count(*) FROM audit");
    OK(db_team_put(db, "s001", "Zebra"));
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM audit"), audit, "the same again leaves no trace");
    OK(db_teams(db, &list));
    cr_assert_eq(json_array_size(list), 2);
    json_decref(list);
    OK(db_team_put(db, "s001", NULL));
    OK(db_teams(db, &list));
    cr_assert_eq(json_array_size(list), 1);
    json_decref(list);
    cr_assert(book_sound(db), "%s", book_why());
    OK(db_begin(db));
    cr_assert_eq(sqlite3_exec(db->sql, "UPDATE team SET name = 'x' WHERE student = 1", NULL, NULL, NULL), SQLITE_OK);
    OK(db_check_class(db, &bad, &differ));
    cr_assert(bad == 0 && differ == 1, "%lld, %lld", (long long)bad, (long long)differ);
    db_rollback(db);
    OK(db_student_forget(db, "s000", &counts));
    OK(db_purge(db));
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM team WHERE student = 1"), 0);
    cr_assert(book_sound(db), "%s", book_why());
    json_decref(counts);
    db_close(db);
}
