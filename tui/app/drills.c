/* drills.c: see drills.h. */
#define _GNU_SOURCE
#include "drills.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/base/js.h"
#include "runner/base/util.h"

enum { ATTEMPTS = 50 }; /* so far back a run is looked for */

/* ---- before a run ---------------------------------------------------------------------------------------------- */

static const json_t *of_drill(const json_t *drill)
{
    return json_object_get(drill, "drill");
}

enum app_exit drills_allow(struct app *a, const json_t *drill)
{
    const char *id = js_text(of_drill(drill), "lab"), *needs = js_text(of_drill(drill), "needs");
    const json_t *lab = curriculum_brief(a->cur, id);
    json_t *stands = lab ? app_standing(a, lab) : NULL;
    const char *status = js_text(js_row(json_object_get(stands, "milestones"), "id", needs), "status");
    bool passed = !strcmp(status, "PASS") || !strcmp(status, "STALE");
    json_decref(stands);
    if (passed)
        return APP_OK;
    return app_fail(a, APP_FAILED, "The drill %s comes after `%s` of its lab: `ridge test %s` first.",
                    js_text(of_drill(drill), "name"), needs, id);
}

enum app_exit drills_start(struct app *a, const json_t *drill)
{
    int created = 0;
    enum app_exit code = app_start(a, drill, &created);
    if (code != APP_OK || !created)
        return code;
    char *dir = app_work_dir(a, js_text(drill, "id"));
    snprintf(a->notice, sizeof a->notice, "Laid out: %.300s/%s, with brief.md beside it.", dir,
             json_string_value(json_array_get(json_object_get(drill, "edit"), 0)));
    free(dir);
    return code;
}

/* ---- after it -------------------------------------------------------------------------------------------------- */

static bool is_done(const json_t *run)
{
    return !strcmp(js_text(js_row(json_object_get(run, "milestones"), "kind", "drill"), "status"), "PASS");
}

/* The attempt, if it did the drill. */
static json_t *done_by(struct app *a, int64_t id)
{
    json_t *run = NULL, *ret = NULL;
    if (db_attempt_get(a->db, id, &run) != DB_OK)
        return NULL;
    if (is_done(run))
        ret = json_pack("{s:I s:O}", "attempt", (json_int_t)id, "when", json_object_get(run, "started"));
    json_decref(run);
    return ret;
}

static json_t *newest(struct app *a, const char *id, bool *older)
{
    json_t *list = NULL, *ret = NULL;
    int rev = app_lab_rev(a, id);
    size_t k;
    const json_t *x;
    db_attempts(a->db, id, ATTEMPTS, &list);
    json_array_foreach(list, k, x) {
        bool now = (int)js_number(x, "rev") == rev;
        if (ret || strcmp(js_text(x, "impl"), "learner"))
            continue;
        json_t *done = done_by(a, (int64_t)js_number(x, "id"));
        *older |= done && !now;
        if (now)
            ret = json_incref(done);
        json_decref(done);
    }
    json_decref(list);
    return ret;
}

json_t *drills_outcome(struct app *a, const char *id, int64_t attempt)
{
    bool older = false;
    json_t *ret = !a->db ? NULL : attempt ? done_by(a, attempt) : newest(a, id, &older);
    if (ret)
        return ret;
    const char *slash = strchr(id, '/'), *name = slash ? slash + 1 : "";
    char *how = util_path("`ridge test %.*s --drill %s`", (int)strcspn(id, "/"), id, name);
    ret = json_pack("{s:o}", "lack",
                    older ? json_sprintf("The drill %s changed since you did it: %s runs it again.", name, how)
                          : json_sprintf("The drill %s is not done: %s lays out its files and runs them.", name, how));
    free(how);
    return ret;
}

static bool is_right(struct app *a, const char *owner, const char *question, int rev)
{
    json_t *last = NULL;
    bool right = db_answer_latest(a->db, owner, question, &last) == DB_OK && !strcmp(js_text(last, "status"), "PASS") &&
                 (int)js_number(last, "rev") == rev;
    json_decref(last);
    return right;
}

static void keep(struct app *a, const json_t *drill, const char *owner, const char *question, bool done,
                 int64_t attempt)
{
    const char *id = js_text(drill, "id");
    int rev = (int)js_number(drill, "rev");
    char text[80];
    if (is_right(a, owner, question, rev))
        return;
    json_t *params = json_pack("{s:s s:I}", "drill", id, "attempt", (json_int_t)attempt);
    snprintf(text, sizeof text, "attempt %lld %s the drill", (long long)attempt, done ? "passed" : "did not pass");
    if (db_answer_put(a->db, owner, rev, question, params, text, done ? "PASS" : "FAIL", NULL) != DB_OK)
        snprintf(a->notice, sizeof a->notice, "The answer of %.100s was not recorded: %.300s", question,
                 db_error(a->db));
    json_decref(params);
}

/* Did something of it fail, rather than not be tried? */
static bool has_failed(const json_t *report)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (!strcmp(js_text(m, "status"), "FAIL") || !strcmp(js_text(m, "status"), "ERROR"))
            return true;
    return false;
}

void drills_answer(struct app *a, const json_t *drill, const json_t *report, int64_t attempt)
{
    bool done = is_done(report);
    size_t k, q;
    const json_t *card, *item;
    if (!of_drill(drill) || !attempt || (!done && !has_failed(report)))
        return;
    json_array_foreach(curriculum_cards(a->cur), k, card)
        json_array_foreach(json_object_get(card, "questions"), q, item)
            if (!strcmp(js_text(item, "drill"), js_text(drill, "id")))
                keep(a, drill, js_text(card, "id"), js_text(item, "id"), done, attempt);
}
