/* The gradebook as a table. */
#define _GNU_SOURCE
#include "class_sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/adjust.h"
#include "grader/class/class.h"
#include "class_book.h"
#include "class_policy.h"
#include "grader/class/anonymous.h"
#include "class_similar.h"
#include "class_term.h"
#include "db/gradebook.h"
#include "runner/base/js.h"
#include "runner/base/words.h"
#include "runner/base/memory.h"
#include "runner/base/order.h"

const char *const class_statuses[] = { "PASS", "FAIL", "ERROR", "SUSPICIOUS", "INCONCLUSIVE", "SKIPPED",
                                       "HELD", "QUEUED", "REFUSED", "MISSING", "EXCUSED", NULL };

const char *class_sign(const struct class_cell *c, const char **word)
{
    const struct status_word *status = status_word(c->status);
    const char *none, **w = word ? word : &none;
    if (!c->status[0])
        return *w = "graded anonymously", " ";
    if (strchr(c->marks, 'p'))
        return *w = "points by hand", "p";
    if (!strcmp(c->stage, "gold") && !strcmp(c->status, "PASS"))
        return *w = "gold", "★";
    *w = status->word;
    return status->cell;
}

const struct class_cell *class_sheet_cell(const struct class_sheet *s, size_t student, size_t lab)
{
    return &s->cell[student * s->nlabs + lab];
}

size_t class_sheet_count(const struct class_sheet *s, size_t lab, const char *status)
{
    size_t n = 0;
    for (size_t k = 0; k < s->nstudents; k++)
        n += !strcmp(class_sheet_cell(s, k, lab)->status, status);
    return n;
}

const char *class_sheet_mark(const struct class_cell *c)
{
    return c->copy ? "=" : strchr(c->marks, 'd') ? "d" : NULL;
}

bool class_sheet_marked(const struct class_sheet *s, size_t lab)
{
    for (size_t k = 0; k < s->nstudents; k++)
        if (class_sheet_mark(class_sheet_cell(s, k, lab)))
            return true;
    return false;
}

size_t class_sheet_copies(const struct class_sheet *s, size_t lab)
{
    size_t n = 0;
    for (size_t k = 0; k < s->nstudents; k++)
        n += class_sheet_cell(s, k, lab)->copy;
    return n;
}

static void *need(void *p)
{
    if (!p)
        memory_end();
    return p;
}

static void find_labs(struct class_sheet *s, json_t *handed_in)
{
    const char *lab;
    json_t *v;
    s->lab = need(calloc(json_object_size(handed_in) + 1, sizeof *s->lab));
    json_object_foreach(handed_in, lab, v)
        s->lab[s->nlabs++] = need(strdup(lab));
    qsort(s->lab, s->nlabs, sizeof *s->lab, order_texts);
}

static void find_students(struct class_sheet *s, const json_t *students, size_t hidden)
{
    size_t k;
    const json_t *x;
    s->student = need(calloc((hidden + 1) * json_array_size(students) + 1, sizeof *s->student));
    json_array_foreach(students, k, x)
        s->student[s->nstudents++] = (struct class_student){ .key = need(strdup(js_text(x, "key"))),
                                                            .name = need(strdup(js_text(x, "name"))),
                                                            .section = need(strdup(js_text(x, "section"))) };
    s->nnamed = s->nstudents;
    for (k = 0; k < hidden * s->nnamed; k++) /* add_lab() says who */
        s->student[s->nstudents++] = (struct class_student){ .key = need(strdup("")), .name = need(strdup("")),
                                                            .section = need(strdup("")) };
    s->cell = need(calloc(s->nstudents * s->nlabs + 1, sizeof *s->cell));
    s->most = need(calloc(s->nlabs + 1, sizeof *s->most));
}

static void set_key(struct class_student *s, const char *key)
{
    free(s->key);
    s->key = need(strdup(key));
}

static void add_row(struct class_sheet *s, size_t student, size_t lab, const json_t *row)
{
    struct class_cell *c = &s->cell[student * s->nlabs + lab];
    snprintf(c->status, sizeof c->status, "%s", js_text(row, "status"));
    snprintf(c->stage, sizeof c->stage, "%s", js_text(row, "stage"));
    c->grade = js_number(row, "grade");
    c->max = js_number(row, "max");
    snprintf(c->marks, sizeof c->marks, "%s", js_text(json_object_get(row, "adjust"), "marks"));
    c->late_days = (int)js_number(row, "late_days");
    s->student[student].total += c->grade;
    s->student[student].passed += !strcmp(c->status, "PASS");
    s->student[student].late_days += adjust_decides(row) ? 0 : (int)js_number(row, "free_days");
}

/* Whose hand-in is the reference's work: {key: true}, yours. */
static json_t *copyists(struct app *a, const char *lab, const json_t *submissions)
{
    json_t *kept = class_similar_kept(a, lab), *ret = json_object();
    size_t k;
    const json_t *s;
    json_array_foreach(submissions, k, s)
        if (json_object_get(kept, js_text(s, "hash")))
            json_object_set_new(ret, js_text(s, "key"), json_true());
    json_decref(kept);
    return ret;
}

/* Rows come by the student's key, as the students do. */
static enum app_exit add_lab(struct app *a, struct class_sheet *s, size_t lab, json_t *students, json_t *submissions,
                             const json_t *left, size_t *hidden)
{
    struct class_book b;
    enum app_exit code = class_book_make(a, s->lab[lab], students, submissions, left, &b);
    size_t k, from = 0;
    const json_t *row;
    double most = 0;
    if (code != APP_OK)
        return code;
    if ((code = class_book_hide(a, &b)) != APP_OK) {
        class_book_close(&b);
        return code;
    }
    bool masked = anonymous_secret(b.policy) != NULL;
    if (masked)
        from = (*hidden)++ * s->nnamed + s->nnamed;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy);
    json_t *copied = copyists(a, s->lab[lab], b.submissions);
    json_array_foreach(rows, k, row) {
        if (k >= s->nnamed || from + k >= s->nstudents)
            break; /* enrolled, or hidden, while this was read */
        if (masked)
            set_key(&s->student[from + k], js_text(row, "key"));
        add_row(s, from + k, lab, row);
        s->cell[(from + k) * s->nlabs + lab].copy = json_object_get(copied, js_text(row, "key")) != NULL;
        most = fmax(most, class_sheet_cell(s, from + k, lab)->max);
    }
    s->possible += most;
    s->most[lab] = most;
    for (k = 0; k < s->nstudents; k++)
        if (!strcmp(class_sheet_cell(s, k, lab)->status, "EXCUSED"))
            s->student[k].excused += most;
    json_decref(copied);
    json_decref(rows);
    class_book_close(&b);
    return APP_OK;
}

enum app_exit class_sheet_load(struct app *a, struct class_sheet *ret)
{
    struct class_sheet s = { 0 };
    size_t hidden = 0; /* labs that are graded anonymously */
    json_t *students = NULL, *submissions = NULL;
    enum app_exit code = APP_OK;
    if (db_students(a->db, &students) != DB_OK || db_submissions(a->db, NULL, &submissions) != DB_OK)
        code = app_fail_db(a);
    json_t *handed_in = class_term_by_lab(submissions), *left = NULL;
    code = code == APP_OK ? class_term_days(a, &s.late_days) : code;
    code = code == APP_OK ? class_term_left(a, students, submissions, &left) : code;
    if (code == APP_OK) {
        find_labs(&s, handed_in);
        for (size_t k = 0; k < s.nlabs; k++)
            hidden += class_is_anonymous(a, s.lab[k]);
        find_students(&s, students, hidden);
        hidden = 0;
    }
    for (size_t k = 0; code == APP_OK && k < s.nlabs; k++)
        code = add_lab(a, &s, k, students, json_object_get(handed_in, s.lab[k]), json_object_get(left, s.lab[k]),
                       &hidden);
    json_decref(left);
    json_decref(handed_in);
    json_decref(students);
    json_decref(submissions);
    if (code == APP_OK)
        *ret = s;
    else
        class_sheet_free(&s);
    return code;
}

static void free_student(struct class_student *s)
{
    free(s->key);
    free(s->name);
    free(s->section);
}

void class_sheet_keep(struct class_sheet *s, bool (*keep)(const void *data, const char *section), const void *data)
{
    size_t n = 0, named = 0;
    for (size_t k = 0; k < s->nstudents; k++) {
        if (!keep(data, s->student[k].section)) {
            free_student(&s->student[k]);
            continue;
        }
        named += k < s->nnamed;
        s->student[n] = s->student[k];
        memmove(&s->cell[n * s->nlabs], &s->cell[k * s->nlabs], s->nlabs * sizeof *s->cell);
        n++;
    }
    s->nstudents = n;
    s->nnamed = named;
}

void class_sheet_free(struct class_sheet *s)
{
    for (size_t k = 0; k < s->nlabs; k++)
        free(s->lab[k]);
    for (size_t k = 0; k < s->nstudents; k++)
        free_student(&s->student[k]);
    free(s->lab);
    free(s->student);
    free(s->cell);
    free(s->most);
    *s = (struct class_sheet){ 0 };
}
