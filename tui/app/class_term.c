/* class_term.c: see class_term.h. */
#include "class_term.h"

#include <stdlib.h>
#include <string.h>

#include "class_book.h"
#include "db/gradebook.h"
#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "runner/base/js.h"
#include "runner/base/memory.h"

enum app_exit class_term_days(struct app *a, int *ret)
{
    json_t *policy = NULL;
    enum db_status s = db_assignment_get(a->db, CLASS_TERM, &policy);
    if (s != DB_OK && s != DB_NOTFOUND)
        return app_fail_db(a);
    double days = js_number(policy, "late_days");
    *ret = days >= 1 && days <= 1e6 ? (int)days : 0;
    json_decref(policy);
    return APP_OK;
}

enum app_exit class_term_put(struct app *a, int days)
{
    json_t *policy = json_pack("{s:i}", "late_days", days);
    enum db_status s = db_assignment_put(a->db, CLASS_TERM, policy);
    json_decref(policy);
    return s == DB_OK ? APP_OK : app_fail_db(a);
}

json_t *class_term_by_lab(const json_t *submissions)
{
    json_t *ret = json_object(), *b;
    size_t k;
    json_array_foreach((json_t *)(size_t)submissions, k, b) {
        json_t *list = json_object_get(ret, js_text(b, "lab"));
        if (!list) {
            list = json_array();
            json_object_set_new(ret, js_text(b, "lab"), list);
        }
        json_array_append(list, b);
    }
    return ret;
}

/* ---- lab after lab ----------------------------------------------------------------------------------------- */

struct turn {
    const char *lab;
    double due; /* labs without one come last: nothing is late there */
};

static int by_due(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    if (x->due != y->due)
        return x->due < y->due ? -1 : 1;
    return strcmp(x->lab, y->lab);
}

static enum app_exit turns(struct app *a, json_t *by_lab, struct turn **ret, size_t *ret_n)
{
    struct turn *t = calloc(json_object_size(by_lab) + 1, sizeof *t);
    const char *lab;
    json_t *list;
    size_t n = 0;
    if (!t)
        memory_end();
    json_object_foreach(by_lab, lab, list) {
        json_t *policy = NULL;
        enum db_status s = db_assignment_get(a->db, lab, &policy);
        if (s != DB_OK && s != DB_NOTFOUND) {
            free(t);
            return app_fail_db(a);
        }
        const json_t *due = json_object_get(policy, "due");
        t[n++] = (struct turn){ lab, json_is_integer(due) ? (double)json_integer_value(due) : 1e300 };
        json_decref(policy);
    }
    qsort(t, n, sizeof *t, by_due);
    *ret = t;
    *ret_n = n;
    return APP_OK;
}

/* The lab's rows take what they need of `left`. What was decided by hand needs nothing. */
static enum app_exit spend(struct app *a, const char *lab, json_t *students, json_t *submissions, json_t *left)
{
    struct class_book b;
    size_t k;
    const json_t *row;
    enum app_exit code = class_book_make(a, lab, students, submissions, left, &b);
    if (code != APP_OK)
        return code;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy);
    json_array_foreach(rows, k, row)
        if (js_number(row, "free_days") > 0 && !adjust_decides(row))
            json_object_set_new(left, js_text(row, "key"),
                                json_integer((json_int_t)(js_number(left, js_text(row, "key")) -
                                                          js_number(row, "free_days"))));
    json_decref(rows);
    class_book_close(&b);
    return APP_OK;
}

enum app_exit class_term_left(struct app *a, json_t *students, const json_t *submissions, json_t **ret)
{
    struct turn *turn = NULL;
    size_t n = 0, k;
    const json_t *s;
    int days = 0;
    enum app_exit code = class_term_days(a, &days);
    *ret = NULL;
    if (code != APP_OK || !days)
        return code;
    json_t *by_lab = class_term_by_lab(submissions), *left = json_object(), *all = json_object();
    json_array_foreach(students, k, s)
        json_object_set_new(left, js_text(s, "key"), json_integer(days));
    code = turns(a, by_lab, &turn, &n);
    for (k = 0; k < n && code == APP_OK; k++) {
        json_object_set_new(all, turn[k].lab, json_copy(left));
        code = spend(a, turn[k].lab, students, json_object_get(by_lab, turn[k].lab), left);
    }
    free(turn);
    json_decref(left);
    json_decref(by_lab);
    if (code == APP_OK)
        *ret = all;
    else
        json_decref(all);
    return code;
}
