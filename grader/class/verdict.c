/* verdict.c: see verdict.h. */
#define _GNU_SOURCE
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grader.h"
#include "grader/standing.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/base/words.h"

static bool asked_for(const json_t *phases, const json_t *milestone)
{
    return js_is(milestone, "kind", "compile") || js_is(milestone, "kind", "limits") ||
           util_lists(phases, js_text(milestone, "kind"));
}

static void leave_out(json_t *report, const json_t *phases)
{
    size_t k;
    json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (asked_for(phases, m) || !js_is(m, "status", "PENDING"))
            continue;
        json_object_set_new(m, "message", json_string("Not part of this grading."));
        json_object_del(m, "points");
        json_object_del(m, "max");
    }
}

/* The milestones that count, as rows for standing_of(). */
static json_t *counted(const json_t *report, const json_t *phases)
{
    json_t *rows = json_array(), *m;
    size_t k;
    json_array_foreach(json_object_get(report, "milestones"), k, m) {
        if (!asked_for(phases, m))
            continue;
        json_t *row = json_copy(m);
        if (js_is(m, "status", "SKIPPED"))
            json_object_del(row, "max");
        json_array_append_new(rows, row);
    }
    return rows;
}

/* Is it open what a milestone gives: all of it, or how far above the stage that is sure? */
static bool is_open(const json_t *m)
{
    bool beside = json_is_true(json_object_get(m, "beside"));
    if (js_is(m, "status", "INCONCLUSIVE"))
        return !beside || json_is_true(json_object_get(m, "untrusted"));
    return !beside && *js_text(m, "straddled");
}

/* The first milestone that counts and could not be decided, or NULL. */
static const json_t *undecided(const json_t *report, const json_t *phases)
{
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (asked_for(phases, m) && is_open(m))
            return m;
    return NULL;
}

static struct verdict again(const char *why)
{
    return (struct verdict){ .status = "INCONCLUSIVE", .why = strdup(why) };
}

/* Why the run says nothing about the submission, perhaps after most of it was judged; NULL when it does. */
static const char *ours(const json_t *report)
{
    const json_t *error = json_object_get(report, "error");
    int code = (int)js_number(error, "code");
    if (grader_exit_code(report) == CODE_OURS)
        return util_str(error, "message", "A check of the lab is broken.");
    if (code == CODE_CONFIG || code == CODE_OURS)
        return util_str(error, "message", "This machine may not run the submission.");
    return NULL;
}

static struct verdict stands(const json_t *report, const json_t *phases)
{
    json_t *rows = counted(report, phases);
    struct standing s = standing_of(rows);
    json_decref(rows);
    return (struct verdict){
        .keep = true, .status = s.status, .points = s.points, .max = s.max, .stage = grader_stage(report)
    };
}

struct verdict verdict_of(json_t *report, const json_t *phases, int tries, int most)
{
    const char *fault = ours(report);
    if (fault)
        return again(fault);
    leave_out(report, phases);
    const json_t *open = undecided(report, phases);
    if (!open)
        return stands(report, phases);
    bool forged = json_is_true(json_object_get(open, "untrusted"));
    struct verdict v = forged && tries >= most ? stands(report, phases) : (struct verdict){ .keep = false };
    v.status = "INCONCLUSIVE";
    v.why = forged ? util_path("%.60s: in each of %d tries the time was one that cannot be. It gave no points, and a "
                               "person has to look into it.", js_text(open, "id"), tries)
                   : util_path("%.60s, try %d: %.300s", js_text(open, "id"), tries, js_text(open, "message"));
    return v;
}

void verdict_finish(struct verdict *v)
{
    free(v->why);
    *v = (struct verdict){ .keep = false };
}
