/* The gradebook as a table. */
#define _GNU_SOURCE
#include "class_sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/class.h"
#include "class_book.h"
#include "db/gradebook.h"
#include "runner/base/js.h"
#include "runner/base/words.h"
#include "runner/base/memory.h"

const char *const class_statuses[] = { "PASS", "FAIL", "ERROR", "SUSPICIOUS", "INCONCLUSIVE", "SKIPPED",
                                       "HELD", "QUEUED", "REFUSED", "MISSING", "EXCUSED", NULL };

const char *class_sign(const struct class_cell *c, const char **word)
{
    const struct status_word *status = status_word(c->status);
    const char *none, **w = word ? word : &none;
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

bool class_sheet_extended(const struct class_sheet *s, size_t lab)
{
    for (size_t k = 0; k < s->nstudents; k++)
        if (strchr(class_sheet_cell(s, k, lab)->marks, 'd'))
            return true;
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void *need(void *p)
{
    if (!p)
        memory_end();
    return p;
}

/* {"LAB":[its submissions]}. */
static json_t *by_lab(const json_t *submissions)
{
    json_t *ret = json_object();
    size_t k;
    json_t *b;
    json_array_foreach(submissions, k, b) {
        json_t *list = json_object_get(ret, js_text(b, "lab"));
        if (!list) {
            list = json_array();
            json_object_set_new(ret, js_text(b, "lab"), list);
        }
        json_array_append(list, b);
    }
    return ret;
}

static void find_labs(struct class_sheet *s, json_t *handed_in)
{
    const char *lab;
    json_t *v;
    s->lab = need(calloc(json_object_size(handed_in) + 1, sizeof *s->lab));
    json_object_foreach(handed_in, lab, v)
        s->lab[s->nlabs++] = need(strdup(lab));
    qsort(s->lab, s->nlabs, sizeof *s->lab, by_text);
}

static void find_students(struct class_sheet *s, const json_t *students)
{
    size_t k;
    const json_t *x;
    s->student = need(calloc(json_array_size(students) + 1, sizeof *s->student));
    json_array_foreach(students, k, x)
        s->student[s->nstudents++] = (struct class_student){ .key = need(strdup(js_text(x, "key"))),
                                                            .name = need(strdup(js_text(x, "name"))),
                                                            .section = need(strdup(js_text(x, "section"))) };
    s->cell = need(calloc(s->nstudents * s->nlabs + 1, sizeof *s->cell));
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
}

/* Rows come by the student's key, as the students do. */
static enum app_exit add_lab(struct app *a, struct class_sheet *s, size_t lab, json_t *students, json_t *submissions)
{
    struct class_book b;
    enum app_exit code = class_book_make(a, s->lab[lab], students, submissions, &b);
    size_t k;
    const json_t *row;
    double most = 0;
    if (code != APP_OK)
        return code;
    json_t *rows = class_rows(b.students, b.submissions, b.gradings, b.policy);
    json_array_foreach(rows, k, row) {
        if (k >= s->nstudents)
            break; /* enrolled while this was read */
        add_row(s, k, lab, row);
        most = class_sheet_cell(s, k, lab)->max > most ? class_sheet_cell(s, k, lab)->max : most;
    }
    s->possible += most;
    for (k = 0; k < s->nstudents; k++)
        if (!strcmp(class_sheet_cell(s, k, lab)->status, "EXCUSED"))
            s->student[k].excused += most;
    json_decref(rows);
    class_book_close(&b);
    return APP_OK;
}

enum app_exit class_sheet_load(struct app *a, struct class_sheet *ret)
{
    struct class_sheet s = { 0 };
    json_t *students = NULL, *submissions = NULL;
    enum app_exit code = APP_OK;
    if (db_students(a->db, &students) != DB_OK || db_submissions(a->db, NULL, &submissions) != DB_OK)
        code = app_fail(a, APP_CONFIG, "%s", db_error(a->db));
    json_t *handed_in = by_lab(submissions);
    if (code == APP_OK) {
        find_labs(&s, handed_in);
        find_students(&s, students);
    }
    for (size_t k = 0; code == APP_OK && k < s.nlabs; k++)
        code = add_lab(a, &s, k, students, json_object_get(handed_in, s.lab[k]));
    json_decref(handed_in);
    json_decref(students);
    json_decref(submissions);
    if (code == APP_OK)
        *ret = s;
    else
        class_sheet_free(&s);
    return code;
}

void class_sheet_free(struct class_sheet *s)
{
    for (size_t k = 0; k < s->nlabs; k++)
        free(s->lab[k]);
    for (size_t k = 0; k < s->nstudents; k++) {
        free(s->student[k].key);
        free(s->student[k].name);
        free(s->student[k].section);
    }
    free(s->lab);
    free(s->student);
    free(s->cell);
    *s = (struct class_sheet){ 0 };
}
