/* class_book.c: what the gradebook holds of a lab, put together. */
#include "class_book.h"

#include <math.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/class/anonymous.h"
#include "grader/class/class.h"
#include "db/gradebook.h"
#include "grader/class/hidden.h"
#include "grader/class/remark.h"
#include "grader/class/team.h"
#include "runner/base/util.h"

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
            return app_fail_db(a);
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
static enum app_exit adjusted(struct app *a, const char *lab, const json_t *students, const json_t *left, json_t **ret)
{
    json_t *list = NULL, *said = NULL, *with, *s;
    size_t k;
    if (db_adjustments(a->db, lab, &list) != DB_OK)
        return app_fail_db(a);
    if (db_remarks(a->db, lab, &said) != DB_OK) {
        json_decref(list);
        return app_fail_db(a);
    }
    with = adjust_students(students, list);
    *ret = remark_students(with, said);
    json_decref(with);
    json_decref(said);
    json_decref(list);
    for (k = 0; left && k < json_array_size(*ret); k++) {
        s = json_copy(json_array_get(*ret, k)); /* the caller's has none */
        json_object_set(s, "late_free", json_object_get(left, util_str(s, "key", "")));
        json_array_set_new(*ret, k, s);
    }
    return APP_OK;
}

/* What one of a team handed in is each member's. */
static enum app_exit share(struct app *a, struct class_book *b)
{
    json_t *teams = NULL, *students, *submissions, *gradings;
    if (db_teams(a->db, &teams) != DB_OK)
        return app_fail_db(a);
    if (json_array_size(teams)) {
        students = team_students(b->students, teams);
        submissions = team_share(b->submissions, teams);
        gradings = team_share(b->gradings, teams);
        json_decref(b->students);
        json_decref(b->submissions);
        json_decref(b->gradings);
        b->students = students;
        b->submissions = submissions;
        b->gradings = gradings;
    }
    json_decref(teams);
    return APP_OK;
}

/* {"ID": pseudonym} of everybody who is or was in the class. */
static enum app_exit pseudonyms(struct app *a, const char *secret, json_t **ret)
{
    json_t *all = NULL, *left = NULL;
    if (db_students(a->db, &all) != DB_OK || db_students_left(a->db, &left) != DB_OK) {
        json_decref(all);
        return app_fail_db(a);
    }
    json_array_extend(all, left);
    *ret = anonymous_names(all, secret);
    json_decref(all);
    json_decref(left);
    return APP_OK;
}

/* Nobody's name or key is left in what is read from here on. */
enum app_exit class_book_hide(struct app *a, struct class_book *b)
{
    const char *secret = anonymous_secret(b->policy);
    json_t *names = NULL, **const list[] = { &b->submissions, &b->gradings };
    enum app_exit code = secret ? pseudonyms(a, secret, &names) : APP_OK;
    if (!names)
        return code;
    json_t *students = anonymous_students(b->students, names);
    json_decref(b->students);
    b->students = students;
    for (size_t k = 0; k < 2; k++) {
        json_t *rows = anonymous_rows(*list[k], names);
        json_decref(*list[k]);
        *list[k] = rows;
    }
    json_decref(names);
    return APP_OK;
}

enum app_exit class_book_mask(struct app *a, json_t *rows)
{
    enum app_exit code = APP_OK;
    json_t *by_lab = json_object(), *row, *names;
    size_t k;
    json_array_foreach(rows, k, row) {
        const char *lab = util_str(row, "lab", "");
        json_t *policy = NULL;
        names = json_object_get(by_lab, lab);
        if (code == APP_OK && !names) {
            enum db_status s = db_assignment_get(a->db, lab, &policy);
            const char *secret = anonymous_secret(policy);
            code = s != DB_OK && s != DB_NOTFOUND ? app_fail_db(a) : secret ? pseudonyms(a, secret, &names) : APP_OK;
            json_object_set_new(by_lab, lab, names ? names : json_null());
            json_decref(policy);
        }
        if (code == APP_OK && json_is_object(names)) {
            json_t *one = json_pack("[O]", row), *masked = anonymous_rows(one, names);
            json_object_update(row, json_array_get(masked, 0));
            json_decref(masked);
            json_decref(one);
        }
    }
    json_decref(by_lab);
    return code;
}

enum app_exit class_book_make(struct app *a, const char *lab, json_t *students, json_t *submissions, const json_t *left,
                              struct class_book *ret)
{
    struct class_book b = { 0 };
    enum db_status s = db_assignment_get(a->db, lab, &b.policy);
    if (s == DB_NOTFOUND)
        b.policy = json_object();
    else if (s != DB_OK)
        return app_fail_db(a);
    b.round = (int)json_integer_value(json_object_get(b.policy, "round"));
    enum app_exit code = class_book_gradings(a, lab, b.policy, b.round, &b.gradings);
    b.submissions = json_incref(submissions);
    if (code == APP_OK)
        code = adjusted(a, lab, students, left, &b.students);
    if (code == APP_OK)
        code = share(a, &b);
    if (code != APP_OK)
        class_book_close(&b);
    else
        *ret = b;
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
            return app_fail_db(a);
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
