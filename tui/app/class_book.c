/* class_book.c: what the gradebook holds of a lab, put together. */
#include "class_book.h"

#include <math.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "db/gradebook.h"
#include "grader/class/hidden.h"
#include "runner/base/util.h"

static enum app_exit book_error(struct app *a)
{
    return app_fail(a, APP_CONFIG, "%s", db_error(a->db));
}

static bool is_done(const json_t *grading)
{
    return !strcmp(util_str(grading, "state", ""), "done");
}

/* Later rounds over earlier ones; what is not done replaces nothing that is. */
static void overlay(json_t *by_submission, const json_t *gradings)
{
    size_t k;
    const json_t *g;
    json_array_foreach(gradings, k, g) {
        char id[24];
        snprintf(id, sizeof id, "%lld", (long long)json_integer_value(json_object_get(g, "submission")));
        if (is_done(g) || !is_done(json_object_get(by_submission, id)))
            json_object_set(by_submission, id, (json_t *)(size_t)g);
    }
}

bool class_book_void(const json_t *policy, int round)
{
    size_t k;
    const json_t *r;
    json_array_foreach(json_object_get(policy, "void"), k, r)
        if (json_integer_value(r) == round)
            return true;
    return false;
}

enum app_exit class_book_gradings(struct app *a, const char *lab, const json_t *policy, int round, json_t **ret)
{
    json_t *by_submission = json_object(), *list = NULL, *g;
    const char *id;
    for (int r = 0; r <= round; r++) {
        if (class_book_void(policy, r))
            continue;
        if (db_gradings(a->db, lab, r, &list) != DB_OK) {
            json_decref(by_submission);
            return book_error(a);
        }
        overlay(by_submission, list);
        json_decref(list);
    }
    *ret = json_array();
    json_object_foreach(by_submission, id, g)
        json_array_append(*ret, g);
    json_decref(by_submission);
    return APP_OK;
}

/* The students, with what holds for each in this lab. */
static enum app_exit adjusted(struct app *a, const char *lab, const json_t *students, json_t **ret)
{
    json_t *list = NULL;
    if (db_adjustments(a->db, lab, &list) != DB_OK)
        return book_error(a);
    *ret = adjust_students(students, list);
    json_decref(list);
    return APP_OK;
}

enum app_exit class_book_make(struct app *a, const char *lab, json_t *students, json_t *submissions,
                              struct class_book *ret)
{
    struct class_book b = { 0 };
    enum db_status s = db_assignment_get(a->db, lab, &b.policy);
    if (s == DB_NOTFOUND)
        b.policy = json_object();
    else if (s != DB_OK)
        return book_error(a);
    b.round = (int)json_integer_value(json_object_get(b.policy, "round"));
    enum app_exit code = class_book_gradings(a, lab, b.policy, b.round, &b.gradings);
    b.submissions = json_incref(submissions);
    if (code == APP_OK)
        code = adjusted(a, lab, students, &b.students);
    if (code != APP_OK)
        class_book_close(&b);
    else
        *ret = b;
    return code;
}

enum app_exit class_book_open(struct app *a, const char *lab, struct class_book *ret)
{
    json_t *students = NULL, *submissions = NULL;
    enum app_exit code = APP_OK;
    if (db_students(a->db, &students) != DB_OK || db_submissions(a->db, lab, &submissions) != DB_OK)
        code = book_error(a);
    else
        code = class_book_make(a, lab, students, submissions, ret);
    json_decref(students);
    json_decref(submissions);
    return code;
}

void class_book_close(struct class_book *b)
{
    json_decref(b->students);
    json_decref(b->submissions);
    json_decref(b->gradings);
    json_decref(b->policy);
    *b = (struct class_book){ 0 };
}

/* The first milestone that did not pass, in its own words. */
static void add_reason(struct app *a, json_t *row, bool to_students)
{
    json_t *report = NULL;
    size_t k;
    const json_t *m, *id = json_object_get(row, "grading");
    if (!json_is_integer(id) || json_is_string(json_object_get(row, "why")) ||
        !strcmp(util_str(row, "status", ""), "PASS") || !strcmp(util_str(row, "status", ""), "EXCUSED") ||
        db_grading_report(a->db, json_integer_value(id), &report) != DB_OK)
        return;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        const char *status = util_str(m, "status", "");
        if (!strcmp(status, "PASS") || !strcmp(status, "PENDING") || !strcmp(status, "SKIPPED"))
            continue;
        const char *said = util_str(m, "message", "");
        json_object_set_new(row, "why", json_sprintf("%s: %s", util_str(m, "id", ""),
                                                     to_students ? hidden_spares(report, said) : said));
        break;
    }
    json_decref(report);
}

json_t *class_book_rows(struct app *a, const struct class_book *b, const json_t *gradings, bool to_students)
{
    json_t *rows = class_rows(b->students, b->submissions, gradings ? gradings : b->gradings, b->policy), *row;
    size_t k;
    json_array_foreach(rows, k, row)
        add_reason(a, row, to_students);
    return rows;
}

enum app_exit class_book_add_reports(struct app *a, json_t *rows)
{
    size_t k;
    json_t *row, *report;
    json_array_foreach(rows, k, row) {
        const json_t *id = json_object_get(row, "grading");
        if (!json_is_integer(id))
            continue;
        enum db_status s = db_grading_report(a->db, json_integer_value(id), &report);
        if (s == DB_OK)
            json_object_set_new(row, "report", report);
        else if (s != DB_NOTFOUND)
            return book_error(a);
    }
    return APP_OK;
}

double class_book_points(const json_t *lab, const json_t *rows)
{
    double reached = 0, all = 0;
    size_t k;
    const json_t *m;
    json_array_foreach(rows, k, m)
        reached = fmax(reached, json_number_value(json_object_get(m, "max")));
    json_array_foreach(json_object_get(lab, "milestones"), k, m)
        all += json_number_value(json_object_get(m, "max"));
    return reached > 0 ? reached : all;
}
