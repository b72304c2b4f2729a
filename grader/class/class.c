/* class.c: a class in a lab, one row a student. */
#include "class.h"
#include "grader/intake/intake.h"

#include <stdlib.h>
#include <string.h>

#include "adjust.h"
#include "late.h"
#include "remark.h"
#include "runner/base/util.h"
#include "runner/base/memory.h"
#include "runner/base/js.h"

/* What one student handed in. */
struct pile {
    const json_t *last;    /* the submission received last */
    const json_t *empty;   /* one that is none: an empty folder */
    const json_t *waiting; /* a grading that is not done */
    const json_t **done;
    struct late_entry *entry; /* of `done` */
    size_t ndone, submissions, empties;
};

/* Rows of one kind in the order of their students, each student's in the order given: a class of hundreds would
 * otherwise be read once for each of them. */
struct index {
    struct entry {
        json_int_t student;
        const json_t *row;
        size_t at;
    } *list;
    size_t n;
};

static int by_student(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->student != y->student)
        return x->student < y->student ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static struct index index_rows(const json_t *rows)
{
    struct index x = { .list = calloc(json_array_size(rows) + 1, sizeof *x.list) };
    size_t k;
    const json_t *r;
    if (!x.list)
        memory_end();
    json_array_foreach(rows, k, r)
        x.list[x.n++] = (struct entry){ json_integer_value(json_object_get(r, "student")), r, k };
    qsort(x.list, x.n, sizeof *x.list, by_student);
    return x;
}

/* This student's rows; *n of them. */
static const struct entry *rows_of(const struct index *x, const json_t *student, size_t *n)
{
    json_int_t id = json_integer_value(json_object_get(student, "id"));
    size_t low = 0, high = x->n, end;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (x->list[mid].student < id)
            low = mid + 1;
        else
            high = mid;
    }
    for (end = low; end < x->n && x->list[end].student == id; end++)
        ;
    *n = end - low;
    return x->list + low;
}

static const json_t *submission_of(const struct entry *list, size_t n, const json_t *grading)
{
    for (size_t k = 0; k < n; k++)
        if (json_equal(json_object_get(list[k].row, "id"), json_object_get(grading, "submission")))
            return list[k].row;
    return NULL;
}

static void add_grading(struct pile *p, const json_t *g)
{
    if (strcmp(util_str(g, "state", ""), "done")) {
        p->waiting = g;
        return;
    }
    p->entry[p->ndone] = (struct late_entry){ (int64_t)js_number(g, "received"), js_number(g, "points"),
                                              late_mark_of(json_string_value(json_object_get(g, "mark"))) };
    p->done[p->ndone++] = g;
}

static bool is_empty(const json_t *submission)
{
    return !strcmp(util_str(submission, "refused", ""), INTAKE_EMPTY);
}

static void gather(struct pile *p, const struct entry *handed, size_t nhanded, const struct entry *graded,
                   size_t ngraded)
{
    p->submissions = nhanded;
    for (size_t k = 0; k < nhanded; k++)
        if (is_empty(handed[k].row)) {
            p->empty = handed[k].row;
            p->empties++;
        } else if (!p->last || js_number(handed[k].row, "received") >= js_number(p->last, "received"))
            p->last = handed[k].row;
    for (size_t k = 0; k < ngraded; k++)
        add_grading(p, graded[k].row);
}

static void copy(json_t *to, const char *key, const json_t *from, const char *name)
{
    json_t *v = json_object_get(from, name);
    json_object_set_new(to, key, v ? json_incref(v) : json_null());
}

/* A marked submission has no time of receipt that anybody knows. */
static void copy_time(json_t *row, const json_t *from)
{
    copy(row, "mark", from, "mark");
    copy(row, "received", json_is_string(json_object_get(from, "mark")) ? NULL : from, "received");
}

/* Nothing of this student is graded: why not. */
static void explain(json_t *row, const struct pile *p)
{
    const json_t *from = p->waiting ? p->waiting : p->last;
    const char *status = "MISSING";
    if (p->waiting)
        status = strcmp(util_str(p->waiting, "state", ""), "held") ? "QUEUED" : "HELD";
    else if (p->last)
        status = json_is_string(json_object_get(p->last, "refused")) ? "REFUSED" : "QUEUED";
    json_object_set_new(row, "status", json_string(status));
    static const char *const unknown[] = { "stage",   "points", "max",      "late_days",
                                           "penalty", "grade",  "finished", "grading",   "free_days", "out" };
    for (size_t k = 0; k < sizeof unknown / sizeof unknown[0]; k++)
        json_object_set_new(row, unknown[k], json_null());
    copy_time(row, from);
    copy(row, "submission", from, p->waiting ? "submission" : "id");
    copy(row, "origin", from ? p->last : p->empty, "origin");
    copy(row, "why", from ? from : p->empty, p->waiting ? "why" : "refused");
}

static void grade(json_t *row, const struct late_policy *policy, const struct pile *p, const struct entry *handed)
{
    int n = late_pick(policy, p->entry, p->ndone);
    const json_t *g = p->done[n];
    const struct late_entry *e = &p->entry[n];
    double lost = late_penalty(policy, e);
    static const char *const same[] = { "status", "stage", "points", "max", "finished", "submission", "why" };
    for (size_t k = 0; k < sizeof same / sizeof same[0]; k++)
        copy(row, same[k], g, same[k]);
    copy_time(row, g);
    json_object_set_new(row, "late_days", json_integer(late_days_of(policy, e)));
    json_object_set_new(row, "penalty", json_real(lost));
    json_object_set_new(row, "grade", json_real(e->points - lost));
    json_object_set_new(row, "free_days", json_integer(late_free(policy, e)));
    json_object_set_new(row, "out", json_boolean(late_is_out(policy, e)));
    if (late_is_out(policy, e))
        json_object_set_new(row, "why", json_string(CLASS_OUT));
    copy(row, "grading", g, "id");
    copy(row, "origin", submission_of(handed, p->submissions, g), "origin");
}

json_t *class_rows(const json_t *students, const json_t *submissions, const json_t *gradings, const json_t *policy)
{
    struct late_policy late = late_from_json(policy);
    json_t *rows = json_array();
    size_t room = json_array_size(gradings) + 1, k;
    struct pile p = { .done = calloc(room, sizeof *p.done), .entry = calloc(room, sizeof *p.entry) };
    struct index handed_in = index_rows(submissions), graded = index_rows(gradings);
    const json_t *s;
    if (!p.done || !p.entry)
        memory_end();
    json_array_foreach(students, k, s) {
        size_t nhanded, ngraded;
        const struct entry *handed = rows_of(&handed_in, s, &nhanded), *marks = rows_of(&graded, s, &ngraded);
        p.ndone = p.empties = 0;
        p.last = p.waiting = p.empty = NULL;
        gather(&p, handed, nhanded, marks, ngraded);
        json_t *row = json_object(), *adjust = json_object_get(s, "adjust");
        struct late_policy mine = late;
        adjust_policy(adjust, &mine);
        mine.free_days = (int)js_number(s, "late_free");
        static const char *const who[] = { "key", "name", "email", "section", "extra", "team" };
        for (size_t q = 0; q < sizeof who / sizeof who[0]; q++)
            copy(row, who[q], s, who[q]);
        if (p.ndone)
            grade(row, &mine, &p, handed);
        else
            explain(row, &p);
        json_object_set_new(row, "attempts", json_integer((json_int_t)(p.submissions - p.empties)));
        remark_row(row, json_object_get(s, "remarks"), json_object_get(policy, "rubric"));
        adjust_row(row, adjust, &late);
        json_array_append_new(rows, row);
    }
    free(p.done);
    free(p.entry);
    free(handed_in.list);
    free(graded.list);
    return rows;
}
