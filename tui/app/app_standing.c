/* Where the labs stand: the workbook's facts, the curriculum's milestones, and grader/standing.h, which decides. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "drill_rows.h"
#include "grader/standing.h"
#include "runner/base/js.h"

struct past {
    json_t *begun; /* {"LAB":{"begun","last"}} */
    json_t *won;   /* {"LAB":[wins, the oldest first]} */
    json_t *right; /* {"OWNER":{"QUESTION":true}}: answered right once */
};

/* Puts each row into the list of its lab. */
static json_t *by_lab(json_t *rows)
{
    json_t *labs = json_object(), *row, *list;
    size_t k;
    json_array_foreach(rows, k, row) {
        if (!(list = json_object_get(labs, js_text(row, "lab"))))
            json_object_set_new(labs, js_text(row, "lab"), list = json_array());
        json_array_append(list, row);
    }
    json_decref(rows);
    return labs;
}

static json_t *right_answers(struct app *a)
{
    json_t *rows = NULL, *row, *owners = json_object(), *owner;
    size_t k;
    if (a->db)
        db_answers_right(a->db, &rows);
    json_array_foreach(rows, k, row) {
        if (!(owner = json_object_get(owners, js_text(row, "owner"))))
            json_object_set_new(owners, js_text(row, "owner"), owner = json_object());
        json_object_set_new(owner, js_text(row, "question"), json_true());
    }
    json_decref(rows);
    return owners;
}

/* What can't be read is as if nothing had been done. */
static struct past read_past(struct app *a)
{
    struct past p = { 0 };
    json_t *won = NULL;
    if (!a->db || db_standing_all(a->db, &p.begun) != DB_OK)
        p.begun = json_object();
    if (a->db)
        db_won(a->db, NULL, &won);
    p.won = by_lab(won);
    p.right = right_answers(a);
    return p;
}

static void past_free(struct past *p)
{
    json_decref(p->begun);
    json_decref(p->won);
    json_decref(p->right);
}

/* The share of the lab's questions that is answered right; those that only the learner judges are not asked. */
static double answered(const struct past *p, const json_t *brief)
{
    const json_t *mine = json_object_get(p->right, js_text(brief, "id")), *q;
    size_t k;
    int asked = 0, right = 0;
    json_array_foreach(json_object_get(brief, "questions"), k, q) {
        asked += strcmp(js_text(q, "kind"), "text") != 0;
        right += strcmp(js_text(q, "kind"), "text") && json_object_get(mine, js_text(q, "id"));
    }
    return asked ? (double)right / asked : 0;
}

static int rev_of(const json_t *brief)
{
    return (int)json_integer_value(json_object_get(brief, "rev"));
}

/* While nothing is won, the last run tells how it goes; a run of which nothing could be judged tells nothing. */
static const char *status_of(struct standing s, const char *last)
{
    int idle = !strcmp(last, "PASS") || !strcmp(last, "SKIPPED") || !*last;
    return s.points > 0 || strcmp(s.status, "PENDING") || idle ? s.status : last;
}

static json_t *stands(const struct past *p, const json_t *brief)
{
    const char *id = js_text(brief, "id");
    const json_t *begun = json_object_get(p->begun, id);
    json_t *rows = standing_rows(json_object_get(brief, "milestones"), rev_of(brief), json_object_get(p->won, id), 0,
                                 answered(p, brief));
    struct standing s = standing_of(rows);
    const char *status = json_array_size(rows) ? status_of(s, js_text(begun, "last")) : "PENDING";
    return json_pack("{s:s s:b s:s s:f s:f s:s s:i s:o}", "lab", id, "begun",
                     json_is_true(json_object_get(begun, "begun")), "status", status, "points", s.points, "max", s.max,
                     "stage", s.stage, "rev", rev_of(brief), "milestones", rows);
}

/* Of a lab that is not here any more its wins alone are known: each milestone of the last revision once. */
static json_t *stood_elsewhere(const struct past *p, const char *id)
{
    json_t *won = json_object_get(p->won, id), *once = json_object(), *list = json_array(), *w;
    const json_t *rev = json_object_get(json_array_get(won, json_array_size(won) - 1), "rev");
    size_t k;
    json_array_foreach(won, k, w) {
        if (!json_equal(json_object_get(w, "rev"), rev) || json_object_get(once, js_text(w, "id")) ||
            json_is_true(json_object_get(w, "partial")))
            continue;
        json_object_set_new(once, js_text(w, "id"), json_true());
        json_array_append(list, w);
    }
    json_t *brief = json_pack("{s:s s:O? s:o}", "id", id, "rev", rev, "milestones", list), *o = stands(p, brief);
    json_object_set_new(o, "status", json_string("PENDING"));
    json_decref(brief);
    json_decref(once);
    return o;
}

json_t *app_standing_all(struct app *a)
{
    struct past p = read_past(a);
    json_t *all = json_object(), *begun;
    const json_t *brief;
    const char *id;
    size_t k;
    json_array_foreach(curriculum_labs(a->cur), k, brief)
        json_object_set_new(all, js_text(brief, "id"), stands(&p, brief));
    json_object_foreach(p.begun, id, begun)
        if (!json_object_get(all, id) && !strchr(id, '/')) /* a drill is no lab, and has no points */
            json_object_set_new(all, id, stood_elsewhere(&p, id));
    past_free(&p);
    return all;
}

json_t *app_standing(struct app *a, const json_t *lab)
{
    struct past p = read_past(a);
    json_t *o = stands(&p, lab);
    past_free(&p);
    return o;
}

/* The total when the attempt was over: by the present milestones at the present revision, else by those of its own. */
static struct standing then(const json_t *attempt, const json_t *brief, const json_t *won)
{
    double max = 0;
    size_t k;
    const json_t *m;
    if (!brief || rev_of(brief) != (int)json_integer_value(json_object_get(attempt, "rev")))
        return standing_then(attempt, won);
    json_array_foreach(json_object_get(brief, "milestones"), k, m)
        max += strcmp(js_text(m, "kind"), "answers") ? 0 : json_number_value(json_object_get(m, "max"));
    double answers = json_number_value(json_object_get(attempt, "answers"));
    json_t *rows = standing_rows(json_object_get(brief, "milestones"), rev_of(brief), won,
                                 json_integer_value(json_object_get(attempt, "id")), max > 0 ? answers / max : 0);
    struct standing s = standing_of(rows);
    json_decref(rows);
    return s;
}

void app_stood(struct app *a, json_t *attempts)
{
    json_t *won = NULL, *row;
    size_t k;
    if (a->db)
        db_won(a->db, NULL, &won);
    won = by_lab(won);
    json_array_foreach(attempts, k, row) {
        const json_t *brief = curriculum_brief(a->cur, js_text(row, "lab"));
        struct standing s = then(row, brief, json_object_get(won, js_text(row, "lab")));
        int older = brief && json_integer_value(json_object_get(row, "rev")) < rev_of(brief);
        json_object_set_new(row, "stood", json_pack("{s:f s:f s:b}", "points", s.points, "max", s.max, "older", older));
    }
    json_decref(won);
}

int app_lab_rev(struct app *a, const char *owner)
{
    const json_t *brief = strchr(owner, '/') ? drill_rows_find(a, owner) : curriculum_brief(a->cur, owner);
    return brief ? rev_of(brief) : 0;
}

void app_mark_older(struct app *a, json_t *rows, const char *owner)
{
    json_t *revs = json_object(), *row;
    const json_t *brief;
    size_t k;
    json_array_foreach(curriculum_labs(a->cur), k, brief)
        json_object_set(revs, js_text(brief, "id"), json_object_get(brief, "rev"));
    json_array_foreach(rows, k, row) {
        const json_t *rev = json_object_get(row, "rev"), *now = json_object_get(revs, js_text(row, owner));
        const char *drill = js_text(json_object_get(row, "params"), "drill"); /* which answered it */
        now = *drill ? json_object_get(drill_rows_find(a, drill), "rev") : now;
        if (json_is_integer(rev) && now && json_integer_value(rev) < json_integer_value(now))
            json_object_set_new(row, "older", json_true());
    }
    json_decref(revs);
}

const char *app_older_words(const json_t *row, char *buf, size_t n)
{
    int older = json_is_true(json_object_get(row, "older"));
    snprintf(buf, n, older ? " (rev %d)" : "", (int)js_number(row, "rev"));
    return buf;
}

static void add_cases(struct app *a, json_t *row)
{
    json_t *cases = NULL;
    if (!strcmp(js_text(row, "status"), "PASS") || !strcmp(js_text(row, "status"), "SKIPPED") ||
        db_cases_right(a->db, json_integer_value(json_object_get(row, "id")), &cases) != DB_OK)
        return;
    if (json_is_integer(json_object_get(cases, "right")) && json_is_integer(json_object_get(cases, "cases")))
        json_object_update(row, cases);
    json_decref(cases);
}

void app_cases(struct app *a, json_t *attempts)
{
    json_t *row;
    size_t k;
    json_array_foreach(attempts, k, row)
        if (a->db)
            add_cases(a, row);
}
