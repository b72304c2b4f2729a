/* See step.h. */
#define _GNU_SOURCE
#include "step.h"

#include <stdio.h>
#include <string.h>

#include "evidence.h"
#include "runner/base/js.h"

/* How many questions somebody else judges are not answered right yet. */
static int open_questions(struct app *a, const json_t *lab)
{
    json_t *rows = NULL;
    size_t k, q;
    const json_t *x, *said;
    int open = 0;
    if (a->db)
        db_answers(a->db, js_text(lab, "id"), &rows);
    json_array_foreach(json_object_get(lab, "questions"), k, x) {
        int right = !strcmp(js_text(x, "kind"), "text");
        json_array_foreach(rows, q, said)
            right |= !strcmp(js_text(said, "question"), js_text(x, "id")) && !strcmp(js_text(said, "status"), "PASS");
        open += !right;
    }
    json_decref(rows);
    return open;
}

static int unsaid(struct app *a, const json_t *lab)
{
    json_t *card = app_cost_card(a, lab);
    size_t k;
    const json_t *row;
    int n = 0;
    json_array_foreach(card, k, row)
        n += json_is_null(json_object_get(row, "said"));
    json_decref(card);
    return n;
}

/* Won, passed by the latest run, or beyond what this machine can judge; what stands beside the total is not asked. */
static bool is_done(const json_t *stands, const json_t *report, const char *id)
{
    const json_t *row = js_row(json_object_get(stands, "milestones"), "id", id);
    const char *now = js_text(js_row(json_object_get(report, "milestones"), "id", id), "status");
    return !strcmp(js_text(row, "status"), "PASS") || json_is_true(json_object_get(row, "beside")) ||
           !strcmp(now, "PASS") || !strcmp(now, "SKIPPED");
}

/* What the latest run has just judged and refused is no different when the same source runs again. */
static bool failed(const json_t *report, const char *id)
{
    const char *now = js_text(js_row(json_object_get(report, "milestones"), "id", id), "status");
    return !strcmp(now, "FAIL") || !strcmp(now, "ERROR");
}

/* A milestone that the latest run refused keeps the points that were won before; but while anything is left to win, the
 * code is mended first. What a clock decides may be refused by chance. */
static bool is_broken(const json_t *stands, const json_t *milestone)
{
    return strcmp(js_text(stands, "status"), "PASS") && strcmp(js_text(milestone, "kind"), "perf") &&
           !json_is_true(json_object_get(milestone, "beside"));
}

static bool take(struct step *ret, enum action action, const char *verb, const char *why)
{
    *ret = (struct step){.action = action, .verb = verb};
    snprintf(ret->why, sizeof ret->why, "%s", why);
    return true;
}

static bool run_it(struct app *a, const json_t *lab, const json_t *report, struct step *ret)
{
    if (report && evidence_capstone(lab)) /* no code of its own is there to be mended */
        return take(ret, ACTION_HINT, "hint", "what the first deliverable that is missing asks for.");
    if (report)
        return take(ret, ACTION_EDIT, "hint", "mend the code; a hint helps when you are stuck.");
    if (unsaid(a, lab))
        return take(ret, ACTION_CARD, "answer", "what will it cost?");
    return take(ret, ACTION_RUN, "test", "is it right?");
}

static bool answer(struct app *a, const json_t *lab, struct step *ret)
{
    int open = open_questions(a, lab);
    if (open) {
        take(ret, ACTION_ANSWERS, "answer", "");
        snprintf(ret->why, sizeof ret->why, "%d %s open.", open, open == 1 ? "question is" : "questions are");
    }
    return open > 0;
}

/* What this milestone asks for, when it is open. */
static bool of_milestone(struct app *a, const json_t *lab, const json_t *stands, const json_t *report, const json_t *m,
                         struct step *ret)
{
    const char *kind = js_text(m, "kind");
    if (!strcmp(kind, "answers"))
        return answer(a, lab, ret);
    bool lost = failed(report, js_text(m, "id")), done = is_done(stands, report, js_text(m, "id"));
    if (done && !(lost && is_broken(stands, m)))
        return false;
    if (!strcmp(kind, "profile"))
        return lost ? take(ret, ACTION_EDIT, "hint",
                           "mend the code, then profile it again; a hint helps when you are stuck.")
                    : take(ret, ACTION_PROFILE, "profile", "where do its bytes go?");
    if (!strcmp(kind, "perf"))
        return lost ? take(ret, ACTION_EDIT, "hint",
                           "make the code faster, then time it again; a hint helps when you are stuck.")
                    : take(ret, ACTION_BENCH, "bench", "how fast is it?");
    return run_it(a, lab, report, ret);
}

static bool next_lab(struct app *a, const char *lab, struct step *ret)
{
    json_t *next = app_next(a, NULL);
    bool other = next && strcmp(js_text(next, "lab"), lab);
    if (other) {
        take(ret, ACTION_OPEN, "show", "");
        snprintf(ret->lab, sizeof ret->lab, "%s", js_text(next, "lab"));
        snprintf(ret->why, sizeof ret->why, "%s.", js_text(next, "title"));
    }
    json_decref(next);
    return other;
}

bool step_next(struct app *a, const json_t *lab, const json_t *report, struct step *ret)
{
    json_t *progress = NULL, *stands = app_standing(a, lab);
    const json_t *m;
    size_t k;
    bool found = false;
    *ret = (struct step){.verb = ""};
    if (a->db)
        db_lab_progress(a->db, js_text(lab, "id"), &progress);
    if (!report && js_number(progress, "attempts") > 0)
        report = json_object_get(progress, "last");
    json_array_foreach(json_object_get(lab, "milestones"), k, m)
        if (!found)
            found = of_milestone(a, lab, stands, report, m, ret);
    json_decref(stands);
    json_decref(progress);
    return found || next_lab(a, js_text(lab, "id"), ret);
}

void step_command(const struct step *s, const char *lab, char *ret, size_t n)
{
    if (s->action == ACTION_EDIT) /* what is to do has no command of its own */
        snprintf(ret, n, "%.*s; `ridge %s %s` helps when you are stuck.", (int)strcspn(s->why, ";"), s->why, s->verb,
                 lab);
    else
        snprintf(ret, n, "`ridge %s %s`%s %s", s->verb, *s->lab ? s->lab : lab,
                 s->action == ACTION_OPEN ? "," : ":", s->why);
}
