/*
 * test_export.c: grades in the files of other systems: the right cell, and no other byte. Parsers other than ours
 * read them in tests/cli/export.sh.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "grader/class/class.h"
#include "grader/class/csv.h"
#include "grader/export/export.h"
#include "grader/page/html.h"
#include "grader/class/late.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(export, .timeout = 60);

static json_t *parsed(const char *text)
{
    json_error_t e;
    json_t *j = json_loads(text, 0, &e);
    cr_assert(j, "%s: %s", e.text, text);
    return j;
}

static struct export_class of(const json_t *rows)
{
    return (struct export_class){ .lab = "w02-transpose", .title = "Transpose", .max = 100, .rows = rows };
}

#define ADA                                                                                                        \
    "{\"key\":\"1001\",\"name\":\"Ada Doe\",\"email\":\"ada@x.edu\",\"section\":\"001\",\"status\":\"PASS\","      \
    "\"stage\":\"gold\",\"points\":90,\"max\":100,\"late_days\":1,\"penalty\":5,\"grade\":85,\"attempts\":2,"      \
    "\"received\":1764630000000,\"finished\":1764630005000}"
#define BOB                                                                                                        \
    "{\"key\":\"1002\",\"name\":\"Bob Roe\",\"email\":\"bob@x.edu\",\"section\":\"001\",\"status\":\"FAIL\","      \
    "\"points\":33.333,\"max\":100,\"late_days\":0,\"penalty\":0,\"grade\":33.333,\"attempts\":1}"
#define CY                                                                                                         \
    "{\"key\":\"1003\",\"name\":\"Cy Poe\",\"email\":\"cy@x.edu\",\"section\":\"002\",\"status\":\"MISSING\","     \
    "\"grade\":null,\"max\":null,\"attempts\":0}"
#define CLASS "[" ADA "," BOB "," CY "]"

/* ---- rows ----------------------------------------------------------------------------------------------- */

static const char students[] = "[{\"id\":1,\"key\":\"a\",\"name\":\"A\"},{\"id\":2,\"key\":\"b\",\"name\":\"B\"},"
                               "{\"id\":3,\"key\":\"c\",\"name\":\"C\"},{\"id\":4,\"key\":\"d\",\"name\":\"D\"},"
                               "{\"id\":5,\"key\":\"e\",\"name\":\"E\"}]";
static const char submissions[] =
    "[{\"id\":10,\"student\":1,\"received\":1000,\"origin\":\"x/a1\",\"refused\":null},"
    "{\"id\":11,\"student\":1,\"received\":90001000,\"origin\":\"x/a2\",\"refused\":null},"
    "{\"id\":15,\"student\":2,\"received\":4,\"origin\":\"b\",\"refused\":\"empty\"},"
    "{\"id\":12,\"student\":2,\"received\":5,\"origin\":\"b\",\"refused\":\"two files are called a.c\"},"
    "{\"id\":13,\"student\":3,\"received\":5,\"origin\":\"c\",\"refused\":null},"
    "{\"id\":14,\"student\":5,\"received\":5,\"origin\":\"e\",\"refused\":null}]";
static const char gradings[] =
    "[{\"id\":20,\"submission\":10,\"student\":1,\"received\":1000,\"state\":\"done\","
    "\"status\":\"FAIL\",\"points\":60,\"max\":100},"
    "{\"id\":21,\"submission\":11,\"student\":1,\"received\":90001000,\"state\":\"done\","
    "\"status\":\"PASS\",\"stage\":\"gold\","
    "\"points\":80,\"max\":100},"
    "{\"id\":22,\"submission\":13,\"student\":3,\"received\":5,\"state\":\"held\",\"why\":\"no memory\"},"
    "{\"id\":23,\"submission\":14,\"student\":5,\"received\":5,\"state\":\"leased\"}]";

Test(export, every_student_has_one_row_and_the_one_that_counts)
{
    json_t *s = parsed(students), *b = parsed(submissions), *g = parsed(gradings);
    json_t *policy =
        parsed("{\"due\": 3600000, \"late\": {\"percent_per_day\": 10, \"grace_ms\": 0}, \"keep\": \"best\"}");
    json_t *rows = class_rows(s, b, g, policy), *row = json_array_get(rows, 0);
    static const char *const want[] = { "PASS", "REFUSED", "HELD", "MISSING", "QUEUED" };
    cr_assert_eq(json_array_size(rows), 5);
    for (size_t k = 0; k < 5; k++)
        cr_expect_str_eq(util_str(json_array_get(rows, k), "status", ""), want[k], "student %zu", k);
    cr_expect_eq(json_integer_value(json_object_get(row, "grading")), 21);
    cr_expect_eq(json_integer_value(json_object_get(row, "attempts")), 2);
    cr_expect_eq(json_integer_value(json_object_get(row, "late_days")), 2);
    cr_expect_eq(json_number_value(json_object_get(row, "grade")), 64);
    cr_expect_str_eq(util_str(row, "origin", ""), "x/a2");
    cr_expect_eq(json_integer_value(json_object_get(json_array_get(rows, 1), "attempts")), 2);
    cr_expect_str_eq(util_str(json_array_get(rows, 1), "why", ""), "two files are called a.c");
    cr_expect_str_eq(util_str(json_array_get(rows, 2), "why", ""), "no memory");
    cr_expect(json_is_null(json_object_get(json_array_get(rows, 3), "grade")));
    json_decref(rows);
    json_object_set_new(json_object_get(policy, "late"), "percent_per_day", json_integer(50));
    rows = class_rows(s, b, g, policy); /* now the earlier one is worth more */
    cr_expect_eq(json_number_value(json_object_get(json_array_get(rows, 0), "grade")), 60);
    json_decref(rows);
    json_decref(policy);
    json_decref(s);
    json_decref(b);
    json_decref(g);
}

/* ---- tables --------------------------------------------------------------------------------------------- */

Test(export, the_plain_table)
{
    json_t *rows = parsed(CLASS);
    struct export_class c = of(rows);
    struct text t = { 0 };
    export_csv(&c, &t);
    cr_expect_str_eq(
        t.s,
        "key,name,email,section,status,stage,points,max,late_days,penalty,grade,attempts,received,why,adjust,measured\r\n"
        "1001,Ada Doe,ada@x.edu,001,PASS,gold,90.00,100.00,1,5.00,85.00,2,2025-12-01T23:00:00Z,,,\r\n"
        "1002,Bob Roe,bob@x.edu,001,FAIL,,33.33,100.00,0,0.00,33.33,1,,,,\r\n"
        "1003,Cy Poe,cy@x.edu,002,MISSING,,,,,,,0,,,,\r\n");
    text_finish(&t);
    json_decref(rows);
}

Test(export, no_cell_is_a_formula_and_no_control_character_passes)
{
    static const struct {
        const char *name, *cell;
    } list[] = {
        { "=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0" },
        { "+1+1", "'+1+1" },
        { "-2-3", "'-2-3" },
        { "@SUM(A1)", "'@SUM(A1)" },
        { "\t=1", "' =1" },
        { "\r=1", "'=1" },
        { "  =1", "'  =1" },
        { "\xef\xbc\x9d"
          "1",
          "'\xef\xbc\x9d"
          "1" },
        { "-3.5", "-3.5" },
        { "+7", "+7" },
        { "a=b", "a=b" },
        { "x\ny", "x y" },
        { "\x1b[31mred", "red" },
        { "\xe2\x80\xae"
          "x",
          "\\xe2\\x80\\xaex" },
        { "a\xff", "a\\xff" },
        { "Doe, \"Ada\"", "Doe, \"Ada\"" },
    };
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        json_t *rows =
            json_pack("[{s:s, s:o}]", "key", "1", "name", json_stringn_nocheck(list[k].name, strlen(list[k].name)));
        struct export_class c = of(rows);
        struct text t = { 0 };
        struct err e;
        export_csv(&c, &t);
        struct csv *table = csv_parse(t.s, t.len, &e);
        cr_assert(table, "%zu: %s", k, e.text);
        cr_expect_eq(csv_rows(table), 2, "%zu", k);
        if (k != 12) /* colour may go or be spelled out; the escape may not stay */
            cr_expect_str_eq(csv_cell(table, 1, 1), list[k].cell, "%zu", k);
        for (size_t q = 0; q < t.len; q++)
            cr_expect(t.s[q] >= ' ' || t.s[q] == '\n' || t.s[q] == '\r' || t.s[q] & 0x80, "%zu: %d", k, t.s[q]);
        csv_free(table);
        text_finish(&t);
        json_decref(rows);
    }
}

/* ---- Canvas --------------------------------------------------------------------------------------------- */

#define CANVAS_HEAD "Student,ID,SIS User ID,SIS Login ID,Section,Intro (10),Transpose (11),Final Score\r\n"
static const char canvas[] = "\xef\xbb\xbf" CANVAS_HEAD ",,,,,Manual Posting,,\r\n"
                             "    Points Possible,,,,,5.00,10.00,(read only)\r\n"
                             "\"Doe, Ada\",77,1001,ada,001,\"=\"\"5\"\"\",,80\r\n"
                             "\"Roe, Bob\",1001,1002,bob,\"001\",,3,\r\n"
                             "\"Student, Test\",78,,,001,,,\r\n"
                             "\"Poe, Cy\",79,1003,cy,002,,EX,";
static const char canvas_filled[] = "\xef\xbb\xbf" CANVAS_HEAD ",,,,,Manual Posting,,\r\n"
                                    "    Points Possible,,,,,5.00,10.00,(read only)\r\n"
                                    "\"Doe, Ada\",77,1001,ada,001,\"=\"\"5\"\"\",8.50,80\r\n"
                                    "\"Roe, Bob\",1001,1002,bob,\"001\",,3.33,\r\n"
                                    "\"Student, Test\",78,,,001,,,\r\n"
                                    "\"Poe, Cy\",79,1003,cy,002,,EX,";

typedef int fill_fn(const struct export_class *, const char *, size_t, const char *, struct text *, json_t **,
                    struct err *);

static json_t *filled(fill_fn *fill, const char *file, const char *column, const char *class, const char *want)
{
    json_t *rows = parsed(class), *notes = NULL;
    struct export_class c = of(rows);
    struct text t = { 0 };
    struct err e = { "" };
    cr_assert_eq(fill(&c, file, strlen(file), column, &t, &notes, &e), 0, "%s", e.text);
    cr_expect_str_eq(t.s, want);
    text_finish(&t);
    json_decref(rows);
    return notes;
}

static size_t count(const json_t *notes, const char *what)
{
    return json_array_size(json_object_get(notes, what));
}

Test(export, canvas_is_filled_in_place_and_scaled_to_its_points)
{
    json_t *notes = filled(export_fill_canvas, canvas, NULL, CLASS, canvas_filled);
    cr_expect_eq(json_integer_value(json_object_get(notes, "filled")), 2);
    cr_expect_eq(json_number_value(json_object_get(notes, "possible")), 10);
    cr_expect_eq(count(notes, "unknown"), 1);
    cr_expect_eq(count(notes, "conflicts"), 0);
    cr_expect_eq(count(notes, "absent"), 0);
    json_decref(notes);
    json_decref(filled(export_fill_canvas, canvas, "Transpose (11)", CLASS, canvas_filled));
}

Test(export, canvas_with_semicolons_and_decimal_commas)
{
    json_decref(filled(
        export_fill_canvas,
        "Student;ID;Section;Transpose (11)\n    Points Possible;;;20,00\nAda Doe;1001;001;\nX;1002;1;\n", NULL,
        CLASS,
        "Student;ID;Section;Transpose (11)\n    Points Possible;;;20,00\nAda Doe;1001;001;17,00\nX;1002;1;6,67\n"));
}

Test(export, a_grade_never_reaches_a_neighbour)
{
    static const struct {
        const char *why, *line;
        int filled, unknown, conflicts, absent;
    } rows[] = {
        { "id and login name two students", "Ada Doe,5,1001,bob,1,\n", 0, 0, 1, 2 },
        { "one student twice", "Ada Doe,5,1001,ada,1,\nDoe Ada,6,1001,,1,\n", 0, 0, 2, 1 },
        { "found by name alone", "\"Doe, Ada\",5,,,1,\n", 1, 0, 0, 1 },
        { "another's name does not outweigh the id", "Bob Roe,5,1001,,1,\n", 1, 0, 0, 1 },
        { "Canvas's own number is no id of the school", "Eve,1001,,,1,\n", 0, 1, 0, 2 },
        { "a short row", "Ada Doe,5,1001\n", 0, 0, 0, 1 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char *file = util_path("Student,ID,SIS User ID,SIS Login ID,Section,Transpose (1)\n%s", rows[k].line);
        json_t *class = parsed(CLASS), *notes = NULL;
        struct export_class c = of(class);
        struct text t = { 0 };
        struct err e;
        cr_assert_eq(export_fill_canvas(&c, file, strlen(file), NULL, &t, &notes, &e), 0);
        cr_expect_eq(json_integer_value(json_object_get(notes, "filled")), rows[k].filled, "%s: %s", rows[k].why,
                     t.s);
        cr_expect_eq(count(notes, "unknown"), (size_t)rows[k].unknown, "%s", rows[k].why);
        cr_expect_eq(count(notes, "conflicts"), (size_t)rows[k].conflicts, "%s", rows[k].why);
        cr_expect_eq(count(notes, "absent"), (size_t)rows[k].absent, "%s", rows[k].why);
        if (!rows[k].filled)
            cr_expect_str_eq(t.s, file, "%s", rows[k].why);
        json_decref(notes);
        json_decref(class);
        text_finish(&t);
        free(file);
    }
}

Test(export, namesakes_are_nobody)
{
    json_decref(filled(export_fill_canvas, "Student,ID,Section,Transpose\nAda Doe,,1,\n", NULL,
                       "[" ADA ",{\"key\":\"2001\",\"name\":\"Ada Doe\",\"grade\":1,\"max\":100}]",
                       "Student,ID,Section,Transpose\nAda Doe,,1,\n"));
}

Test(export, the_line_of_one_who_left_is_nobody_s)
{
    static const struct {
        const char *why, *line;
        int filled, left, unknown;
    } rows[] = {
        { "by the id, though a namesake is in the class", "\"Doe, Ada\",5,2001,,1,", 0, 1, 0 },
        { "by the login", "Nobody,5,,eve,1,", 0, 1, 0 },
        { "by the name", "\"Poe, Eve\",5,,,1,", 0, 1, 0 },
        { "who is in the class under a new id has the line", "Ada Doe,5,1001,,1,", 1, 0, 0 },
        { "and by the name alone, too", "Ada Doe,5,,,1,", 1, 0, 0 },
        { "a stranger is none of them", "Zed,5,9,,1,", 0, 0, 1 },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char *file = util_path("Student,ID,SIS User ID,SIS Login ID,Section,Transpose (1)\n%s\n", rows[k].line);
        json_t *class = parsed(CLASS), *notes = NULL;
        json_t *left =
            parsed("[{\"key\":\"2001\",\"name\":\"Ada Doe\",\"email\":\"old@x.edu\",\"grade\":7,\"max\":100},"
                   "{\"key\":\"2002\",\"name\":\"Eve Poe\",\"email\":\"eve@x.edu\",\"grade\":9,\"max\":100}]");
        struct export_class c = of(class);
        struct text t = { 0 };
        struct err e;
        c.left = left;
        cr_assert_eq(export_fill_canvas(&c, file, strlen(file), NULL, &t, &notes, &e), 0);
        cr_expect_eq(json_integer_value(json_object_get(notes, "filled")), rows[k].filled, "%s: %s", rows[k].why, t.s);
        cr_expect_eq(count(notes, "left"), (size_t)rows[k].left, "%s", rows[k].why);
        cr_expect_eq(count(notes, "unknown"), (size_t)rows[k].unknown, "%s", rows[k].why);
        if (!rows[k].filled)
            cr_expect_str_eq(t.s, file, "%s", rows[k].why);
        json_decref(notes);
        json_decref(left);
        json_decref(class);
        text_finish(&t);
        free(file);
    }
}

/* ---- Moodle --------------------------------------------------------------------------------------------- */

Test(export, moodle_s_worksheet_is_filled_in_any_language)
{
    json_t *notes =
        filled(export_fill_moodle,
               "\xef\xbb\xbfIdentifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
               "Last modified (submission),Last modified (grade),Feedback comments\n"
               "Participant 4711,Doe Ada,ADA@x.edu,\"Submitted, late\",,50.00,Yes,-,-,\"a\nb\"\n"
               "Participant 4712,Bob Roe,other@x.edu,Submitted,10.00,50.00,Yes,-,-,\n",
               NULL, CLASS,
               "\xef\xbb\xbfIdentifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
               "Last modified (submission),Last modified (grade),Feedback comments\n"
               "Participant 4711,Doe Ada,ADA@x.edu,\"Submitted, late\",42.50,50.00,Yes,-,-,\"a\nb\"\n"
               "Participant 4712,Bob Roe,other@x.edu,Submitted,16.67,50.00,Yes,-,-,Ridge: FAIL\n");
    cr_expect_eq(json_integer_value(json_object_get(notes, "filled")), 2);
    json_decref(notes);
    json_decref(filled(export_fill_moodle,
                       "ID;Vollständiger Name;ID-Nummer;E-Mail-Adresse;Status;Bewertung;Bestwertung;Änderbar\r\n"
                       "Teilnehmer/in4711;A;1001;ada@x.edu;Abgegeben;-;10,00;Ja\r\n",
                       NULL, CLASS,
                       "ID;Vollständiger Name;ID-Nummer;E-Mail-Adresse;Status;Bewertung;Bestwertung;Änderbar\r\n"
                       "Teilnehmer/in4711;A;1001;ada@x.edu;Abgegeben;8,50;10,00;Ja\r\n"));
}

Test(export, moodle_s_participant_is_the_number_of_the_folder_that_was_handed_in)
{
    json_decref(
        filled(export_fill_moodle,
               "Identifier,Full name,Email address,Status,Grade,Maximum grade\nParticipant 12,?,?@,s,,100\n", NULL,
               "[{\"key\":\"1\",\"name\":\"N\",\"email\":\"\",\"grade\":5,\"max\":10,"
               "\"origin\":\"in/A B_12_assignsubmission_file_/x.c\"},"
               "{\"key\":\"2\",\"name\":\"M\",\"email\":\"\",\"grade\":6,\"max\":10,"
               "\"origin\":\"in/A C_1_assignsubmission_file_/x.c\"}]",
               "Identifier,Full name,Email address,Status,Grade,Maximum grade\nParticipant 12,?,?@,s,50.00,100\n"));
}

Test(export, files_of_another_kind_are_refused_with_a_sentence)
{
    static const struct {
        fill_fn *fill;
        const char *file, *column, *says;
    } rows[] = {
        { export_fill_canvas, "a,b\n1,2\n", NULL, "no gradebook that Canvas exported" },
        { export_fill_canvas, "Student,ID,Section,Intro (1)\n", NULL, "Name a column of the file with --column: \"Intro (1)\"" },
        { export_fill_canvas, "Student,ID,Section,Transpose (1),Transpose (2)\n", NULL, "2 columns that are called" },
        { export_fill_canvas, "Student,ID,Section,X\n", "Y", "No column is called \"Y\"" },
        { export_fill_canvas, "\"Student", NULL, "" },
        { export_fill_moodle, "Identifier,Full name,Email,Status,Grade,Max\nAda,A,a@x,s,,100\n", NULL,
          "Participant 123" },
        { export_fill_moodle,
          "Identifier,Full name,Email,Status,Grade,Max\nParticipant 1,A,a@x,s,,100\nParticipant 2,A,a@x,s,,50\n",
          NULL, "No column holds grades" },
        { export_fill_moodle, "Identifier,Full name,Email,Status,Grade,Max\nParticipant 1,A,a@x,s,,100,7\n", NULL,
          "one length" },
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        json_t *class = parsed(CLASS), *notes = NULL;
        struct export_class c = of(class);
        struct text t = { 0 };
        struct err e = { "" };
        cr_expect_eq(rows[k].fill(&c, rows[k].file, strlen(rows[k].file), rows[k].column, &t, &notes, &e), -1,
                     "row %zu", k);
        cr_expect(strstr(e.text, rows[k].says), "row %zu: %s", k, e.text);
        cr_expect_null(notes);
        text_finish(&t);
        json_decref(class);
    }
}

/* ---- Gradescope, JUnit ---------------------------------------------------------------------------------- */

#define REPORT                                                                                                     \
    "{\"duration_ms\":1500,\"milestones\":[{\"id\":\"correct\",\"goal\":\"all <cases>\","                          \
    "\"status\":\"PASS\",\"points\":40,"                                                                           \
    "\"max\":40,\"message\":\"18 \\u001b[1m ok\"},{\"id\":\"perf\",\"goal\":\"fast\","                             \
    "\"status\":\"SKIPPED\",\"points\":0,"                                                                         \
    "\"max\":10,\"message\":\"no GPU\"},{\"id\":\"sanitize\",\"goal\":\"clean\","                                  \
    "\"status\":\"ERROR\",\"ours\":true,\"points\":0,"                                                             \
    "\"max\":10}],\"cases\":[{\"case\":\"v\",\"call\":\"f\",\"status\":\"FAIL\",\"hidden\":false,"                 \
    "\"message\":\"a]]>&\\\"b\","                                                                                  \
    "\"ms\":2},{\"case\":\"h\",\"call\":\"f\",\"status\":\"PASS\",\"hidden\":true}],"                              \
    ""                                                                                                             \
    "\"measurements\":[{\"bench\":\"square\",\"ratio\":0.75}]}"

Test(export, gradescope_gets_milestones_cases_and_a_leaderboard)
{
    static const struct {
        const char *said, *hidden;
    } rows[] = { { NULL, "after_due_date" },
                 { "after_due", "after_due_date" },
                 { "hidden", "hidden" },
                 { "visible", "visible" } };
    json_t *row = parsed("{\"status\":\"FAIL\",\"grade\":35,\"late_days\":2,\"penalty\":5,\"report\":" REPORT "}");
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        json_t *d = export_gradescope(row, rows[k].said), *tests = json_object_get(d, "tests");
        cr_expect_eq(json_number_value(json_object_get(d, "score")), 35);
        cr_expect_eq(json_number_value(json_object_get(d, "execution_time")), 1.5);
        cr_expect_str_eq(util_str(d, "output", ""), "FAIL, 2 days late: -5.00");
        cr_assert_eq(json_array_size(tests), 5);
        cr_expect_str_eq(util_str(json_array_get(tests, 0), "status", ""), "passed");
        cr_expect_null(json_object_get(json_array_get(tests, 1), "status"), "what could not run has no status");
        cr_expect_null(json_object_get(json_array_get(tests, 1), "max_score"), "or Gradescope calls it failed");
        cr_expect_str_eq(util_str(json_array_get(tests, 3), "visibility", ""), "visible");
        cr_expect_str_eq(util_str(json_array_get(tests, 3), "status", ""), "failed");
        cr_expect_str_eq(util_str(json_array_get(tests, 4), "visibility", ""), rows[k].hidden);
        cr_expect_eq(
            json_number_value(json_object_get(json_array_get(json_object_get(d, "leaderboard"), 0), "value")),
            0.75);
        json_decref(d);
    }
    json_t *report = json_object_get(row, "report"), *d;
    json_object_set_new(json_array_get(json_object_get(report, "milestones"), 0), "message",
                        json_string("f of case h is 1e-77 off"));
    for (int shown = 0; shown < 2; shown++) {
        d = export_gradescope(row, shown ? "visible" : "after_due");
        cr_expect_str_eq(util_str(json_array_get(json_object_get(d, "tests"), 0), "output", ""),
                         shown ? "f of case h is 1e-77 off" : "A hidden case went wrong.");
        json_decref(d);
    }
    json_object_set_new(row, "grade", json_null());
    cr_expect_null(export_gradescope(row, NULL), "a submission that is not graded has no result");
    json_decref(row);
}

Test(export, junit_tells_students_faults_from_ours)
{
    json_t *rows = parsed(
        "[{\"key\":\"<1>\",\"status\":\"FAIL\",\"finished\":1764630005000,\"grade\":3,\"report\":" REPORT "},"
        "{\"key\":\"2\",\"status\":\"HELD\",\"why\":\"no memory\"},{\"key\":\"3\",\"status\":\"MISSING\"},"
        "{\"key\":\"4\",\"status\":\"REFUSED\",\"why\":\"a link\"}]");
    struct export_class c = of(rows);
    struct text t = { 0 };
    export_junit(&c, &t);
    cr_expect(
        strstr(t.s, "<testsuites name=\"w02-transpose\" tests=\"7\" failures=\"1\" errors=\"3\" skipped=\"2\""),
        "%s", t.s);
    cr_expect(
        strstr(
            t.s,
            "<testsuite name=\"&lt;1&gt;\" tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\" time=\"0.002000\""
            " timestamp=\"2025-12-01T23:00:05Z\""),
        "%s", t.s);
    cr_expect(strstr(t.s, "name=\"sanitize\" time=\"0.000000\"><error message=\"\" type=\"JudgeError\"/>"), "%s",
              t.s);
    cr_expect(strstr(t.s, "<error message=\"no memory\" type=\"JudgeError\"/>"), "%s", t.s);
    cr_expect(strstr(t.s, "<error message=\"a link\" type=\"REFUSED\"/>"), "%s", t.s);
    cr_expect(strstr(t.s, "a]]&gt;&amp;&quot;b"), "%s", t.s);
    cr_expect_null(strstr(t.s, "name=\"h/f\""), "hidden cases stay hidden");
    text_finish(&t);
    json_decref(rows);
}

/* ---- HTML ----------------------------------------------------------------------------------------------- */

Test(export, pages_let_no_markup_and_no_control_character_through)
{
    static const struct {
        const char *in, *out;
    } rows[] = { { "<b>\"&'</b>", "&lt;b&gt;&quot;&amp;'&lt;/b&gt;" },
                 { "\x1b[31mred", "\\x1b[31mred" },
                 { "a\rb\nc\x7f", "ab\nc\\x7f" },
                 { "\xe2\x80\xae", "\\xe2\\x80\\xae" },
                 { "\xff", "\\xff" },
                 { "Zo\xc3\xab", "Zo\xc3\xab" } };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct text t = { 0 };
        html_text(&t, rows[k].in);
        cr_expect_str_eq(text_str(&t), rows[k].out, "row %zu", k);
        text_finish(&t);
    }
}

static const char lab_text[] =
    "{\"milestones\":[{\"id\":\"correct\",\"max\":40},{\"id\":\"perf:b\",\"max\":60}],\"calls\":[{\"name\":\"f\"}],"
    "\"cases\":[{\"id\":\"zz\",\"hidden\":true,\"judged\":true,\"calls\":[{\"call\":\"f\"}]},"
    "{\"id\":\"s\",\"judged\":true,\"calls\":[{\"call\":\"f\"}]},{\"id\":\"v\",\"judged\":true,\"calls\":[{\"call\":\"f\"}]},"
    "{\"id\":\"later\",\"judged\":true,\"calls\":[{\"call\":\"f\"}]},"
    "{\"id\":\"ok\",\"hidden\":true,\"judged\":true,\"calls\":[{\"call\":\"f\"}]}],"
    "\"bench\":[{\"id\":\"b\",\"stages\":{\"bronze\":0.5,\"silver\":0.8,\"gold\":0.95}}]}";

/* "zz" is hidden: nothing that names it, or is its figure (1e-77), may be told. */
static const char evidence[] =
    "{\"milestones\":[{\"id\":\"correct\",\"kind\":\"correct\",\"status\":\"FAIL\",\"points\":0,\"max\":40,"
    "\"hint\":\"Think of <n>.\","
    "\"message\":\"f, case zz: mismatch at y[3]: expected 1e-77, got 2 (1 of 9 elements wrong)\"},"
    "{\"id\":\"perf:b\",\"status\":\"PASS\",\"points\":45,\"max\":60,\"message\":\"f, case zz-wide: well\"}],"
    "\"cases\":[{\"case\":\"zz\",\"call\":\"f\",\"hidden\":true,\"status\":\"FAIL\","
    "\"mismatch\":{\"out\":\"y\",\"index\":3,\"expected\":1e-77,\"actual\":2,\"bad\":1,\"total\":9}},"
    "{\"case\":\"s\",\"call\":\"f\",\"hidden\":false,\"status\":\"SKIPPED\",\"message\":\"no GPU\"},"
    "{\"case\":\"v\",\"call\":\"f\",\"hidden\":false,\"status\":\"FAIL\",\"message\":\"<i>differs\","
    "\"inputs\":{\"x\":[1,null]},\"mismatch\":{\"out\":\"y\",\"index\":7,\"expected\":1.5,\"actual\":null,\"bad\":2,\"total\":8}},"
    "{\"case\":\"later\",\"call\":\"f\",\"hidden\":false,\"status\":\"FAIL\",\"message\":\"not the first\"},"
    "{\"case\":\"ok\",\"call\":\"f\",\"hidden\":true,\"status\":\"PASS\"}],"
    "\"sanitize\":{\"status\":\"ERROR\",\"message\":\"read of 4 bytes\\u001b past y\",\"file\":\"a.c\",\"line\":12},"
    "\"measurements\":[{\"bench\":\"b\",\"ratio\":0.85,\"lo\":0.82,\"hi\":0.9,\"gbps\":3.25,\"pairs\":30},"
    "{\"bench\":\"c\",\"ratio\":null,\"error\":\"it crashed\"}],"
    "\"counters\":[{\"case\":\"v\",\"call\":\"f\",\"name\":\"g_sec\",\"value\":64000,\"source\":\"emulator\"},"
    "{\"case\":\"v\",\"call\":\"f\",\"name\":\"waits\",\"value\":3,\"source\":\"lab\"},"
    "{\"case\":\"v\",\"call\":\"f\",\"name\":\"nought\",\"value\":0,\"source\":\"emulator\"},"
    "{\"case\":\"zz\",\"call\":\"f\",\"name\":\"betrayed\",\"value\":5,\"source\":\"emulator\"}],"
    "\"counter_words\":{\"waits\":\"times <it> waited\",\"betrayed\":\"a word betrayed\"},"
    "\"reading\":[{\"case\":\"v\",\"call\":\"f\",\"bound\":\"bandwidth\",\"evidence\":[\"64 sectors\"],"
    "\"next\":[\"use a tile\"],\"missing\":[\"time: ridge bench\"]},"
    "{\"case\":\"zz\",\"call\":\"f\",\"bound\":\"latency\",\"evidence\":[\"secret\"],\"next\":[],\"missing\":[]}]}";

static json_t *student_with_evidence(void)
{
    json_t *row = parsed("{\"key\":\"7\",\"name\":\"<b>Eve\",\"status\":\"FAIL\",\"grade\":45,\"max\":70,"
                         "\"late_days\":2,\"penalty\":5,\"sandbox\":\"L3\",\"history\":["
                         "{\"received\":1764630000000,\"status\":\"ERROR\","
                         "\"points\":null,\"counts\":false},{\"received\":1764633600000,\"status\":\"FAIL\","
                         "\"points\":50,\"counts\":true}]}");
    json_object_set_new(row, "report", parsed(evidence));
    return row;
}

static void expect_words(const char *page, const char *const *words, bool there)
{
    for (size_t k = 0; words[k]; k++)
        cr_expect_eq(strstr(page, words[k]) != NULL, there, "\"%s\" should be %s", words[k],
                     there ? "there" : "absent");
}

Test(export, a_student_s_page_has_the_evidence)
{
    static const char *const has[] = {
        "&lt;b&gt;Eve", "run under sandbox L3", "45.00 of 70 (2 days late: -5.00)",
        "<td class=\"n\">0 of 3</td><td class=\"n\">1 of 2</td>", "<code>f</code>, case v: ", "1 more failed",
        "1 hidden case failed", "Hint (correct):</strong> Think of &lt;n&gt;.", "<dt><code>x</code></dt><dd>1, not a finite",
        "&lt;i&gt;differs", "y[7]", "<dd>1.5</dd>", "<dd>not a finite number</dd>",
        "2 of 8 elements", "a.c:12", "read of 4 bytes\\x1b past y", "0.850 of the reference, interval 0.820 to 0.900",
        "3.25 GB/s", "bronze 0.5", "silver 0.8", "gold 0.95", "it crashed", "f case v: bandwidth", "64 sectors",
        "Next: use a tile", "<td>global sectors of 32 B</td><td class=\"n\">64,000</td>",
        "<td>times &lt;it&gt; waited</td><td class=\"n\">3</td>", "case zz-wide: well",
        "2025-12-01T23:00:00Z", "2025-12-02T00:00:00Z", "<td class=\"n\">50.00</td><td class=\"w\">counts</td>", NULL };
    static const char *const lacks[] = { "<script", "<b>", "<a ", "not the first", "nought", NULL };
    json_t *lab = parsed(lab_text), *row = student_with_evidence();
    struct export_class class = of(NULL);
    struct html_class h = { &class, lab, NULL };
    struct text t = { 0 }, again = { 0 };
    html_student(&h, row, &t);
    html_student(&h, row, &again);
    expect_words(text_str(&t), has, true);
    expect_words(text_str(&t), lacks, false);
    cr_expect_str_eq(text_str(&t), text_str(&again));
    text_finish(&t);
    text_finish(&again);
    json_decref(row);
    json_decref(lab);
}

Test(export, a_student_s_page_tells_hidden_cases_by_their_count)
{
    static const char *const lacks[] = { "zz:", ">zz<", "case zz<", "1e-77", "betrayed", "secret", "y[3]", NULL };
    json_t *lab = parsed(lab_text), *row = student_with_evidence();
    struct export_class class = of(NULL);
    struct html_class h = { &class, lab, NULL };
    struct text t = { 0 };
    html_student(&h, row, &t);
    expect_words(text_str(&t), lacks, false);
    cr_expect(strstr(text_str(&t), "A hidden case went wrong."));
    text_finish(&t);
    json_decref(row);
    json_decref(lab);
}

/* The page of a student who handed this file in, with this report. */
static void page_of(const char *file, const char *source, const char *report, struct text *to)
{
    json_t *lab = parsed(lab_text), *row = parsed("{\"key\":\"7\",\"name\":\"Eve\",\"status\":\"FAIL\"}");
    struct export_class class = of(NULL);
    struct html_class h = { &class, lab, NULL };
    json_object_set_new(row, "report", parsed(report));
    json_object_set_new(row, "files", json_object());
    json_object_set_new(json_object_get(row, "files"), file, json_string(source));
    html_student(&h, row, to);
    json_decref(row);
    json_decref(lab);
}

#define SOURCE "#include \"lab.h\"\nint f(int n);\n/* f(x) { */\nint f(\n  int n)\n{\n    return f(n - 1); /* <&> */\n}\n"

/* Marked are the line that the compiler names, the one that a sanitizer names, and a wrong function where it begins. */
Test(export, a_student_s_page_marks_lines)
{
    static const struct {
        const char *name, *report, *marked, *says;
    } rows[] = {
        { "the compiler's", "{\"build\":{\"ok\":false,\"log\":\"x/a.c:7:12: error: what <is> n\\nb.c:1:1: error: no\"}}",
          "<span class=\"x\"><i>7</i>    return f(n - 1); /* &lt;&amp;&gt; */</span>", "error: what &lt;is&gt; n" },
        { "in colour", "{\"build\":{\"ok\":false,\"log\":\"\\u001b[01m\\u001b[Ka.c:7:12:\\u001b[m\\u001b[K "
          "\\u001b[01;31m\\u001b[Kerror: \\u001b[m\\u001b[Kno \\u001b[\"}}",
          "<span class=\"x\"><i>7</i>    return f(n - 1); /* &lt;&amp;&gt; */</span>", "error: no \\x1b[" },
        { "a sanitizer's", "{\"sanitize\":{\"status\":\"ERROR\",\"file\":\"a.c\",\"line\":6,\"message\":\"past y\"}}",
          "<span class=\"x\"><i>6</i>{</span>", "past y" },
        { "the emulator's", "{\"found\":{\"message\":\"a race\",\"error\":{\"file\":\"a.c\",\"line\":6}}}",
          "<span class=\"x\"><i>6</i>{</span>", "a race" },
        { "a function's, and not where it is declared, called or spoken of",
          "{\"cases\":[{\"case\":\"v\",\"call\":\"f\",\"status\":\"FAIL\"}]}", "<span class=\"x\"><i>4</i>int f(</span>",
          "f: 1 case failed" },
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct text t = { 0 };
        page_of("a.c", SOURCE, rows[k].report, &t);
        cr_expect(strstr(text_str(&t), rows[k].marked), "%s: %s", rows[k].name, text_str(&t));
        cr_expect(strstr(text_str(&t), rows[k].says), "%s", rows[k].name);
        const char *first = strstr(text_str(&t), "class=\"x\"");
        cr_expect(first && !strstr(first + 1, "class=\"x\""), "%s: only that", rows[k].name);
        text_finish(&t);
    }
}

Test(export, a_student_s_page_bounds_and_cleans_the_source)
{
    struct text t = { 0 }, source = { 0 };
    text_addf(&source, "a\xe2\x80\xae\x1b[31m</pre><script>\n");
    for (int k = 0; k < 500; k++)
        text_addf(&source, "\xc3\xa4");
    for (int k = 0; k < 10000; k++)
        text_addf(&source, "\n%d", k);
    page_of("<i>\xe2\x80\xae.c", text_str(&source),
            "{\"build\":{\"log\":\":::: error: \\n:1:1: error: x\\na.c:99999999999: error: y\\na.c:: error: z\"}}", &t);
    static const char *const has[] = { "<i>1</i>a\\xe2\\x80\\xae\\x1b[31m&lt;/pre&gt;&lt;script&gt;</span>",
                                       "<h3>&lt;i&gt;\\xe2\\x80\\xae.c</h3>", "\xc3\xa4 \xe2\x80\xa6</span>", "<i>2500</i>",
                                       "The rest of the source is left out here", NULL };
    static const char *const lacks[] = { "<script", "<i>2501</i>", "class=\"x\"", "\xe2\x80\xae", NULL };
    expect_words(text_str(&t), has, true);
    expect_words(text_str(&t), lacks, false);
    text_finish(&t);
    text_finish(&source);
}

/* Times are told in the zone that the due time was said in; what only an operator can mend is not told at all. */
Test(export, a_student_s_page_is_for_the_student)
{
    json_t *lab = parsed(lab_text), *row = student_with_evidence(), *policy = parsed("{\"due\":1764633600000,\"zone\":-330}");
    struct export_class class = of(NULL);
    struct html_class h = { &class, lab, policy };
    struct text t = { 0 };
    static const char *const has[] = { "2025-12-01T17:30:00-05:30", "Not judged: the machine that graded cannot", NULL };
    static const char *const lacks[] = { "ridge bench", "perf_event_paranoid", "23:00:00Z", NULL };
    json_t *m = json_array_get(json_object_get(json_object_get(row, "report"), "milestones"), 1);
    json_object_set_new(m, "status", json_string("SKIPPED"));
    json_object_set_new(m, "message", json_string("perf_event_paranoid is 3: ask root"));
    html_student(&h, row, &t);
    expect_words(text_str(&t), has, true);
    expect_words(text_str(&t), lacks, false);
    text_finish(&t);
    json_decref(policy);
    json_decref(row);
    json_decref(lab);
}

/* Drawn are the timelines that can be read, of no hidden case. */
Test(export, a_student_s_page_draws_the_ranks)
{
    static const char *const has[] = { "<h2>Timelines</h2>", "f, case v", "send to_one: 5 ns from 1 ns, 64 B to rank 1",
                                       NULL };
    static const char *const lacks[] = { "zz<", "secret", "<script", NULL };
    json_t *row = student_with_evidence(), *lab = parsed(lab_text);
    json_object_set_new(
        json_object_get(row, "report"), "timelines",
        parsed(
            "[{\"case\":\"zz\",\"call\":\"f\",\"rows\":[[0,0,1,6,\"compute\",\"secret\",0,-1]]},"
            "{\"case\":\"w\",\"call\":\"f\",\"rows\":[[0,0,6,1,\"compute\",\"back\",0,-1]]},"
            "{\"case\":\"v\",\"call\":\"f\",\"rows\":[[0,0,1,6,\"send\",\"to_one\",64,1],[1,0,1,6,\"wait\",\"<script>\",0,-1]]}]"));
    struct export_class class = of(NULL);
    struct html_class h = { &class, lab, NULL };
    struct text t = { 0 };
    html_student(&h, row, &t);
    expect_words(text_str(&t), has, true);
    expect_words(text_str(&t), lacks, false);
    text_finish(&t);
    json_decref(row);
    json_decref(lab);
}

Test(export, a_student_without_a_grade_is_told_why)
{
    static const char *const has[] = { "REFUSED", "a link &lt;x&gt;", "Nothing was handed in.", NULL };
    json_t *row = parsed("{\"key\":\"8\",\"name\":\"N\",\"status\":\"REFUSED\",\"why\":\"a link <x>\",\"grade\":null}");
    struct export_class class = of(NULL);
    struct html_class h = { &class, NULL, NULL };
    struct text t = { 0 };
    html_student(&h, row, &t);
    expect_words(text_str(&t), has, true);
    text_finish(&t);
    json_decref(row);
}

Test(export, a_class_page_counts_grades_and_milestones)
{
    static const char *const has[] = {
        "<td>correct</td><td class=\"n\">40.00</td><td class=\"n\">1</td>",
        "<td>perf:b</td><td class=\"n\">60.00</td><td class=\"n\">2</td>", "3 of 4 students have a grade",
        "Due <time>2025-12-01T23:00:00Z</time>, with a grace period of 15 minutes; each day begun after "
        "that costs 10 %",
        "the last counts", "'=HYPERLINK(&quot;x&quot;)", "href=\"student-%252E.%252Fx.html\"",
        "href=\"student-%253Db%253E.html\">'=b&gt;</a>", "<text x=\"418\" y=\"12\" text-anchor=\"middle\">2</text>",
        "<text x=\"22\" y=\"72\" text-anchor=\"middle\">1</text>", "4242424242 (round 0, drawn)", NULL };
    static const char report[] = "{\"milestones\":[{\"id\":\"correct\",\"max\":40,\"status\":\"%s\"},"
                                 "{\"id\":\"perf:b\",\"max\":60,\"status\":\"PASS\"}]}";
    json_t *rows = parsed("[{\"key\":\"../x\",\"grade\":50,\"max\":50,\"name\":\"=HYPERLINK(\\\"x\\\")\"},"
                          "{\"key\":\"=b>\",\"grade\":45,\"max\":50},{\"key\":\"c\",\"grade\":0,\"max\":50},"
                          "{\"key\":\"d\",\"grade\":null,\"max\":null}]");
    json_t *lab = parsed(lab_text), *policy = parsed("{\"due\":1764630000000,\"keep\":\"last\","
                                                     "\"late\":{\"percent_per_day\":10,\"grace_ms\":900000}}");
    for (size_t k = 0; k < 2; k++) {
        char *s = util_path(report, k ? "FAIL" : "PASS");
        json_object_set_new(json_array_get(rows, k), "report", parsed(s));
        free(s);
    }
    struct export_class class = of(rows);
    json_t *seeds = json_pack("[{s:i s:I s:b}]", "round", 0, "seed", (json_int_t)4242424242, "given", 0);
    struct html_class h = { &class, lab, policy, seeds };
    struct text t = { 0 };
    html_class(&h, &t);
    expect_words(text_str(&t), has, true);
    text_finish(&t);
    json_decref(seeds);
    json_decref(policy);
    json_decref(rows);
    json_decref(lab);
}

/* ---- disk ----------------------------------------------------------------------------------------------- */

static int entries(const char *dir)
{
    DIR *d = opendir(dir);
    int n = 0;
    while (d && readdir(d))
        n++;
    closedir(d);
    return n;
}

Test(export, a_file_is_replaced_whole_or_not_at_all)
{
    char dir[] = "ridge-export.XXXXXX";
    struct err e = { "" };
    struct stat st;
    cr_assert(mkdtemp(dir));
    char *path = util_path("%s/out.csv", dir), *inside = util_path("%s/out.csv/x", dir);
    umask(022);
    cr_assert_eq(export_write(path, "one\n", 4, &e), 0, "%s", e.text);
    cr_assert_eq(export_write(path, "two\n", 4, &e), 0, "%s", e.text);
    char *s = util_read_file(path, 100, &e);
    cr_expect_str_eq(s, "two\n");
    free(s);
    cr_assert_eq(stat(path, &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0644);
    cr_expect_eq(export_write(inside, "x", 1, &e), -1);
    cr_expect(strstr(e.text, "Not a directory"), "%s", e.text);
    cr_expect_eq(entries(dir), 3, "nothing is left beside the file");
    util_remove_tree(dir);
    free(path);
    free(inside);
}

Test(export, a_full_disk_leaves_the_file_that_was_there)
{
    char dir[] = "ridge-export.XXXXXX";
    struct err e = { "" };
    struct rlimit small = { 3, 3 };
    cr_assert(mkdtemp(dir));
    char *path = util_path("%s/out.csv", dir);
    cr_assert_eq(export_write(path, "whole\n", 6, &e), 0);
    signal(SIGXFSZ, SIG_IGN);
    pid_t pid = fork(); /* the test's own log must not run into the limit */
    if (!pid) {
        setrlimit(RLIMIT_FSIZE, &small);
        _exit(export_write(path, "other\n", 6, &e) == -1 && strstr(e.text, "too large") ? 0 : 1);
    }
    int st = 1;
    waitpid(pid, &st, 0);
    cr_expect_eq(st, 0);
    char *s = util_read_file(path, 100, &e);
    cr_expect_str_eq(s, "whole\n");
    free(s);
    cr_expect_eq(entries(dir), 3, "nothing is left beside the file");
    util_remove_tree(dir);
    free(path);
}

Test(export, names_of_files_come_from_keys_without_harm)
{
    static const struct {
        const char *key, *name;
    } rows[] = { { "1001", "1001" }, { "../x", "%2E.%2Fx" },       { ".", "%2E" }, { "a.b-c_d", "a.b-c_d" },
                 { "a%", "a%25" },   { "\xc3\xa4 ", "%C3%A4%20" }, { "", "%" } };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char *name = export_file_name(rows[k].key);
        cr_expect_str_eq(name, rows[k].name);
        free(name);
    }
    char key[2][129]; /* as long as a roster takes */
    memset(key, '/', sizeof key);
    key[0][128] = key[1][128] = 0;
    key[1][127] = ' ';
    char *a = export_file_name(key[0]), *b = export_file_name(key[1]);
    cr_expect(strlen(a) <= 200 && strncmp(a, b, 150) == 0 && strcmp(a, b), "%s", a);
    free(a);
    free(b);
}
