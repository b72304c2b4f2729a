/* A capstone's evidence and its verdict. See evidence.h. */
#define _GNU_SOURCE
#include "evidence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grader.h"
#include "rate.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { TAIL = 10, CURVES_MOST = 400 }; /* values at a curve's end; rows of curves that are looked at */

int evidence_capstone(const json_t *lab)
{
    return !strcmp(util_str(lab, "kind", ""), "capstone");
}

static int earlier(const void *a, const void *b)
{
    const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
    json_int_t p = json_integer_value(json_object_get(x, "id")), q = json_integer_value(json_object_get(y, "id"));
    return p < q ? -1 : p > q;
}

/* Attempts of several labs in the order in which they were made. */
static json_t *in_order(const json_t *rows)
{
    size_t n = json_array_size(rows), k;
    json_t **list = calloc(n + 1, sizeof *list), *out = json_array(), *row;
    if (!list)
        return out;
    json_array_foreach(rows, k, row)
        list[k] = row;
    qsort(list, n, sizeof *list, earlier);
    for (k = 0; k < n; k++)
        json_array_append(out, list[k]);
    free(list);
    return out;
}

/* The labs of all tracks, each once, as keys. */
static json_t *labs_used(const json_t *lab)
{
    json_t *set = json_object();
    size_t k, q;
    const json_t *t, *id;
    json_array_foreach(json_object_get(lab, "tracks"), k, t)
        json_array_foreach(json_object_get(t, "uses"), q, id)
            json_object_set_new(set, json_string_value(id), json_true());
    return set;
}

/* The counters or the curves that a track speaks of, as keys. */
static json_t *shown_of(const json_t *lab, const char *what)
{
    json_t *set = json_object();
    size_t k, q;
    const json_t *t, *name;
    json_array_foreach(json_object_get(lab, "tracks"), k, t)
        json_array_foreach(json_object_get(t, what), q, name)
            json_object_set_new(set, json_string_value(name), json_true());
    return set;
}

/* Evidence is kept with each verdict, so of all that was counted only those, and what warps waited for. */
static void gather_counted(const json_t *wanted, const json_t *counted, json_t *to)
{
    size_t k;
    json_t *row;
    if (json_object_size(wanted))
        json_array_foreach(counted, k, row) {
            const char *name = util_str(row, "name", "");
            if (json_object_get(wanted, name) || !strncmp(name, "stall_", strlen("stall_")))
                json_array_append(to, row);
        }
}

/* The end of a curve of which each step was kept: what its last values scatter. */
static json_t *tail_of(const json_t *points)
{
    size_t n = json_array_size(points);
    json_t *tail = json_array();
    for (size_t k = n > TAIL ? n - TAIL : 0; k < n; k++)
        if (json_is_number(json_array_get(points, k)))
            json_array_append(tail, json_array_get(points, k));
    return tail;
}

/* Of the newest runs the wanted curves: how many steps, the last value, and the values before it. */
static int gather_curves(struct db *db, const char *id, const json_t *wanted, json_t *to)
{
    json_t *rows = NULL, *row;
    size_t k;
    if (!json_object_size(wanted))
        return 0;
    if (db_curves(db, id, 0, CURVES_MOST, &rows) != DB_OK)
        return 1;
    json_array_foreach(rows, k, row)
        if (json_object_get(wanted, util_str(row, "id", "")))
            json_array_append_new(to, json_pack("{s:O s:O s:O s:O s:o}", "attempt", json_object_get(row, "attempt"),
                                                "id", json_object_get(row, "id"), "n", json_object_get(row, "n"),
                                                "last", json_object_get(row, "last"), "tail",
                                                tail_of(json_object_get(row, "points"))));
    json_decref(rows);
    return 0;
}

static int gather_lab(struct db *db, const char *id, const json_t *wanted, json_t *to)
{
    json_t *proof = NULL, *said = NULL;
    size_t k;
    json_t *m;
    int bad = db_evidence(db, id, &proof) != DB_OK || db_predictions(db, id, &said) != DB_OK;
    if (!bad) {
        json_array_foreach(json_object_get(proof, "measurements"), k, m)
            json_object_set_new(m, "lab", json_string(id));
        json_array_extend(json_object_get(to, "attempts"), json_object_get(proof, "attempts"));
        json_array_extend(json_object_get(to, "measurements"), json_object_get(proof, "measurements"));
        gather_counted(wanted, json_object_get(proof, "counted"), json_object_get(to, "counted"));
        json_array_extend(json_object_get(to, "predictions"), said);
    }
    json_decref(proof);
    json_decref(said);
    return bad;
}

json_t *evidence_gather(struct db *db, const json_t *lab)
{
    json_t *labs = labs_used(lab), *wanted = shown_of(lab, "counters"), *curves = shown_of(lab, "curves");
    json_t *answers = NULL, *unused;
    json_t *e = json_pack("{s:s s:[] s:[] s:[] s:[] s:[]}", "schema", "ridge.evidence/1", "attempts", "measurements",
                          "counted", "predictions", "curves");
    const char *id;
    int bad = 0;
    json_object_foreach(labs, id, unused)
        bad |= gather_lab(db, id, wanted, e) || gather_curves(db, id, curves, json_object_get(e, "curves"));
    bad |= db_answers(db, js_text(lab, "id"), &answers) != DB_OK;
    json_object_set_new(e, "attempts", in_order(json_object_get(e, "attempts")));
    json_object_set_new(e, "answers", answers ? answers : json_array());
    json_decref(labs);
    json_decref(wanted);
    json_decref(curves);
    if (!bad)
        return e;
    json_decref(e);
    return NULL;
}

struct judging {
    struct app *app;
    json_t *lab, *evidence, *unnamed; /* unnamed: the labs, as keys, whose measurements lack their unit */
    struct asides *manifests; /* of those labs; NULL as long as they may be waited for */
    char *track;
    struct evaluation *verdict;
};

static void judging_free(struct judging *j)
{
    json_decref(j->lab);
    json_decref(j->evidence);
    json_decref(j->unnamed);
    asides_free(j->manifests);
    free(j->track);
    free(j);
}

/* What the benches count, by the manifests of today: an attempt keeps times, not what was made in them. */
static void name_items(const json_t *lab, const char *id, const json_t *measured)
{
    json_t *mine = json_array(), *m;
    size_t k;
    json_array_foreach(measured, k, m)
        if (!strcmp(util_str(m, "lab", ""), id))
            json_array_append(mine, m);
    rate_name(lab, mine);
    json_decref(mine);
}

/* The next lab's; 0: its manifest is still being read. */
static int name_next(struct judging *j, int wait)
{
    struct curriculum *cur = j->app->cur;
    char *id = strdup(json_object_iter_key(json_object_iter(j->unnamed)));
    struct aside_turn turn = asides_begin(cur, wait ? NULL : j->manifests);
    json_t *lab = id ? curriculum_lab(cur, id, 1) : NULL;
    int there = !asides_end(cur, turn);
    if (there && id)
        name_items(lab, id, json_object_get(j->evidence, "measurements"));
    if (there)
        json_object_del(j->unnamed, id ? id : "");
    json_decref(lab);
    free(id);
    return there;
}

struct judging *evidence_start(struct app *a, const json_t *lab, const char *track)
{
    size_t k;
    const json_t *m;
    if (app_need_db(a) != APP_OK)
        return NULL;
    struct judging *j = calloc(1, sizeof *j);
    if (!j) {
        app_fail(a, APP_OURS, "There is not enough memory.");
        return NULL;
    }
    *j = (struct judging){ .app = a, .lab = json_incref((json_t *)(size_t)lab), .evidence = evidence_gather(a->db, lab),
                           .unnamed = json_object(), .track = track ? strdup(track) : NULL };
    if (!j->evidence) {
        app_fail_db(a);
        judging_free(j);
        return NULL;
    }
    json_array_foreach(json_object_get(j->evidence, "measurements"), k, m)
        json_object_set_new(j->unnamed, util_str(m, "lab", ""), json_true());
    return j;
}

int evidence_fd(const struct judging *j)
{
    return j->verdict ? curriculum_fd(j->verdict) : asides_fd(j->manifests);
}

int evidence_pump(struct judging *j, int wait)
{
    if (!wait && !j->manifests)
        j->manifests = asides_new(j->app->cur);
    asides_pump(j->manifests);
    while (json_object_size(j->unnamed))
        if (!name_next(j, wait))
            return 1;
    if (!j->verdict)
        j->verdict = grader_capstone_start(j->app->cur, j->lab, j->track, j->evidence);
    return j->verdict && curriculum_pump(j->verdict, wait);
}

json_t *evidence_end(struct judging *j, json_t **evidence)
{
    struct err err = { "" };
    json_t *verdict = grader_capstone_end(j->app->cur, j->verdict, &err);
    if (!verdict)
        app_fail(j->app, APP_OURS, "%s cannot be judged. %s", js_text(j->lab, "id"), err.text);
    else if (evidence)
        *evidence = json_incref(j->evidence);
    judging_free(j);
    return verdict;
}

json_t *evidence_judge(struct app *a, const json_t *lab, const char *track, json_t **evidence)
{
    struct judging *j = evidence_start(a, lab, track);
    if (!j)
        return NULL;
    evidence_pump(j, 1);
    return evidence_end(j, evidence);
}

static json_t *report_of(const json_t *lab, const json_t *verdict)
{
    return json_pack("{s:s s:O s:O s:s s:s s:O s:O s:O s:[] s:[] s:{s:b} s:i s:[] s:[]}", "schema", "ridge.report/1",
                     "lab", json_object_get(lab, "id"), "rev", json_object_get(lab, "rev"), "backend", "cpu", "impl",
                     "learner", "status", json_object_get(verdict, "status"), "track",
                     json_object_get(verdict, "track"), "milestones", json_object_get(verdict, "milestones"),
                     "counters", "measurements", "build", "ok", 1, "duration_ms", 0, "cases", "skipped");
}

/* The evidence is the attempt's source: what the verdict rests on, word for word. */
static void keep(struct app *a, const json_t *lab, const json_t *report, const json_t *evidence, int64_t *attempt)
{
    char *text = json_dumps(evidence, JSON_INDENT(1) | JSON_SORT_KEYS);
    if (!text)
        return;
    struct db_file file = { "evidence.json", text, strlen(text) };
    struct db_attempt at = { .lab = js_text(lab, "id"),
                             .lab_rev = (int)json_integer_value(json_object_get(lab, "rev")),
                             .backend = "cpu",
                             .status = util_str(report, "status", "FAIL"),
                             .stage = grader_stage(report) };
    grader_points(report, &at.points, &at.max);
    if (db_attempt_insert(a->db, &at, &file, 1, report, attempt) != DB_OK)
        snprintf(a->notice, sizeof a->notice, "This attempt was not recorded: %.450s", db_error(a->db));
    free(text);
}

enum app_exit evidence_report(struct judging *j, int store, json_t **report, int64_t *attempt)
{
    struct app *a = j->app;
    json_t *evidence = NULL, *lab = json_incref(j->lab), *verdict = evidence_end(j, &evidence);
    enum app_exit code = APP_OURS;
    if (verdict) {
        *report = report_of(lab, verdict);
        code = (enum app_exit)grader_exit_code(*report);
        if (store && !db_is_readonly(a->db))
            keep(a, lab, *report, evidence, attempt);
    }
    json_decref(evidence);
    json_decref(verdict);
    json_decref(lab);
    return code;
}
