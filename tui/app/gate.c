/* Steps of a track: which are open, what a locked one waits for, and what was opened by hand. */
#define _GNU_SOURCE
#include "gate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "runner/base/util.h"
#include "facts.h"
#include "runner/base/js.h"

enum { EVENTS = 1000, NAME = 128 };

/* ---- what was opened by hand ---------------------------------------------------------------------------- */

/* {"silicon/P3": {"when","reason"}}: the latest word on each holds. */
static void read_events(struct app *a, const char *kind, json_t *latest)
{
    json_t *list = NULL;
    size_t k;
    const json_t *e;
    if (!a->db || db_events(a->db, kind, EVENTS, &list) != DB_OK)
        return;
    json_array_foreach(list, k, e) {
        const json_t *seen = json_object_get(latest, js_text(e, "subject"));
        if (seen && js_number(seen, "id") > js_number(e, "id"))
            continue;
        json_object_set_new(latest, js_text(e, "subject"),
                            json_pack("{s:O s:O s:s s:s}", "id", json_object_get(e, "id"), "when",
                                      json_object_get(e, "when"), "kind", kind, "reason",
                                      js_text(json_object_get(e, "data"), "reason")));
    }
    json_decref(list);
}

static json_t *opened_by_hand(struct app *a)
{
    json_t *latest = json_object(), *e;
    void *next;
    const char *subject;
    read_events(a, "unlock", latest);
    read_events(a, "lock", latest);
    json_object_foreach_safe(latest, next, subject, e)
        if (strcmp(js_text(e, "kind"), "unlock"))
            json_object_del(latest, subject);
    return latest;
}

/* {"when","reason"} or null; a new reference. */
static json_t *by_hand(const json_t *opened, const json_t *track, const char *name)
{
    char subject[2 * NAME];
    snprintf(subject, sizeof subject, "%.100s/%.100s", js_text(track, "id"), name);
    const json_t *e = json_object_get(opened, subject);
    return e ? json_pack("{s:O s:O}", "when", json_object_get(e, "when"), "reason", json_object_get(e, "reason"))
             : json_null();
}

/* ---- labs and steps ------------------------------------------------------------------------------------- */

static void name_of(const json_t *step, size_t at, char *ret, size_t n)
{
    const char *title = js_text(step, "title"), *colon = strchr(title, ':');
    if (colon && colon > title && !memchr(title, ' ', (size_t)(colon - title)))
        snprintf(ret, n, "%.*s", (int)(colon - title), title);
    else
        snprintf(ret, n, "%zu", at + 1);
}

static const char *label_of(const json_t *step)
{
    const char *title = js_text(step, "title"), *colon = strchr(title, ':');
    if (!colon || memchr(title, ' ', (size_t)(colon - title)))
        return title;
    return colon + 1 + strspn(colon + 1, " ");
}

/* What the latest best attempt does not say: a stage of another attempt, or `correct` where nothing is timed. */
static int passed_enough(struct app *a, const char *lab, int timed)
{
    json_t *p = NULL;
    size_t k;
    const json_t *m;
    int enough = 0;
    if (!a->db || db_lab_progress(a->db, lab, &p) != DB_OK)
        return 0;
    json_array_foreach(json_object_get(p, "passed"), k, m)
        enough |= *js_text(m, "stage") || (!timed && !strcmp(js_text(m, "id"), "correct"));
    json_decref(p);
    return enough;
}

static json_t *lab_row(struct app *a, const struct facts *f, const json_t *opened, const json_t *track, const char *id)
{
    const json_t *brief = facts_brief(a, id);
    const char *status = facts_lab(f, a, id), *stage = facts_stage(f, id);
    int done = status && (!strcmp(status, "PASS") || !strcmp(status, "STALE") || *stage);
    if (status && !done && !strcmp(status, "BEGUN"))
        done = passed_enough(a, id, json_is_true(json_object_get(brief, "timed")));
    return json_pack("{s:s s:s s:b s:s s:s s:b s:o}", "id", id, "title", facts_title(a, id), "ready", status != NULL,
                     "status", status ? status : "PENDING", "stage", stage, "done", done, "by_hand",
                     by_hand(opened, track, id));
}

/* One step with its labs counted; its state is still to be said. */
static json_t *step_row(struct app *a, const struct facts *f, const json_t *opened, const json_t *track, size_t at)
{
    const json_t *step = json_array_get(json_object_get(track, "steps"), at), *id;
    json_t *labs = json_array(), *next = NULL;
    int ready = 0, left = 0;
    char name[NAME];
    size_t k;
    name_of(step, at, name, sizeof name);
    json_array_foreach(json_object_get(step, "labs"), k, id) {
        json_t *lab = lab_row(a, f, opened, track, json_string_value(id));
        int is = json_is_true(json_object_get(lab, "ready")), done = json_is_true(json_object_get(lab, "done"));
        ready += is;
        left += is && !done;
        if (is && !done && !next)
            next = json_object_get(lab, "id");
        json_array_append_new(labs, lab);
    }
    return json_pack("{s:s s:s s:s s:n s:n s:o s:i s:i s:i s:O? s:o s:O?}", "name", name, "title",
                     js_text(step, "title"), "label", label_of(step), "state", "after", "by_hand",
                     by_hand(opened, track, name), "ready", ready, "left", left, "planned",
                     (int)json_array_size(labs) - ready, "next", next, "labs", labs, "deep",
                     json_object_get(step, "deep"));
}

json_t *gate_steps(struct app *a, const json_t *track, const json_t *standing)
{
    struct facts f = { .standing = json_incref((json_t *)(size_t)standing) };
    json_t *steps = json_array(), *opened = opened_by_hand(a), *before = NULL;
    int gated = json_is_true(json_object_get(track, "gated")), open = 1;
    if (!standing)
        f.standing = app_standing_all(a);
    for (size_t k = 0; k < json_array_size(json_object_get(track, "steps")); k++) {
        json_t *step = step_row(a, &f, opened, track, k);
        int left = (int)js_number(step, "left"), ready = (int)js_number(step, "ready");
        open = !gated || (open && (!before || !js_number(before, "left"))) ||
               json_is_object(json_object_get(step, "by_hand"));
        json_object_set_new(step, "state", json_string(!open ? "locked" : ready && !left ? "passed" : "open"));
        if (!open && before)
            json_object_set(step, "after", json_object_get(before, "name"));
        json_array_append_new(steps, before = step);
    }
    json_decref(opened);
    facts_free(&f);
    return steps;
}

/* ---- may it begin? -------------------------------------------------------------------------------------- */

static const json_t *row_named(const json_t *rows, const char *key, const char *name)
{
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r)
        if (!strcasecmp(js_text(r, key), name))
            return r;
    return NULL;
}

/* Are the lab's files laid out? */
static int has_files(const struct app *a, const char *lab)
{
    char *dir = app_work_dir(a, lab);
    int yes = dir && !access(dir, F_OK);
    free(dir);
    return yes;
}

/* The step that keeps this lab locked: of several steps that have the lab, one that is open is enough. */
static const json_t *shut_step(struct app *a, const json_t *steps, const char *lab)
{
    const json_t *step, *row, *shut = NULL;
    size_t k;
    if (has_files(a, lab))
        return NULL;
    json_array_foreach(steps, k, step) {
        if (!(row = row_named(json_object_get(step, "labs"), "id", lab)))
            continue;
        if (strcmp(js_text(step, "state"), "locked") || strcmp(js_text(row, "status"), "PENDING") ||
            json_is_object(json_object_get(row, "by_hand")))
            return NULL;
        shut = shut ? shut : step;
    }
    return shut;
}

static const json_t *gated_track(struct app *a)
{
    if (app_need_db(a) != APP_OK)
        return NULL; /* nobody knows which track was chosen */
    const json_t *track = app_track(a);
    return json_is_true(json_object_get(track, "gated")) ? track : NULL;
}

int gate_locks(struct app *a, const char *lab, char *ret, size_t n)
{
    const json_t *track = gated_track(a);
    json_t *steps = track ? gate_steps(a, track, NULL) : NULL;
    const json_t *shut = steps ? shut_step(a, steps, lab) : NULL;
    if (shut)
        snprintf(ret, n, "%s", js_text(shut, "after"));
    json_decref(steps);
    return shut != NULL;
}

enum app_exit gate_allows(struct app *a, const char *lab)
{
    const json_t *track = gated_track(a);
    json_t *steps = track ? gate_steps(a, track, NULL) : NULL;
    const json_t *shut = steps ? shut_step(a, steps, lab) : NULL;
    enum app_exit code = APP_OK;
    if (shut) {
        const json_t *before = row_named(steps, "name", js_text(shut, "after"));
        const char *name = js_text(shut, "name"), *after = js_text(before, "name"), *next = js_text(before, "next");
        int locked = !strcmp(js_text(before, "state"), "locked");
        code = app_fail(a, APP_FAILED,
                        "%s belongs to %s, which opens after %s: %d of %d labs are left there%s%s. `ridge unlock %s` "
                        "opens it by hand, and that is recorded.",
                        lab, name, after, (int)js_number(before, "left"), (int)js_number(before, "ready"),
                        locked ? ", and that step is locked itself" : *next ? ", next " : "", locked ? "" : next, name);
    }
    json_decref(steps);
    return code;
}

/* ---- by hand -------------------------------------------------------------------------------------------- */

/* "3" is the third step, whatever its name. */
static const json_t *step_called(const json_t *steps, const char *arg)
{
    char *end;
    const json_t *step = row_named(steps, "name", arg);
    long n = strtol(arg, &end, 10);
    return step || !isdigit((unsigned char)*arg) || *end ? step : json_array_get(steps, (size_t)n - 1);
}

static enum app_exit no_such_step(struct app *a, const json_t *steps, const char *arg)
{
    struct text names = { 0 };
    size_t k;
    const json_t *s;
    json_array_foreach(steps, k, s)
        text_addf(&names, "%s%s", k ? ", " : "", js_text(s, "name"));
    app_fail(a, APP_USAGE, "\"%.80s\" is neither a step of your track (%.300s) nor one of its labs.", arg,
             text_str(&names));
    text_finish(&names);
    return APP_USAGE;
}

enum app_exit gate_find(struct app *a, const char *arg, char *ret, size_t n)
{
    const json_t *track = gated_track(a), *step;
    if (!track)
        return app_fail(a, APP_USAGE,
                        "Your track, \"%s\", locks nothing. `ridge config track` lists the tracks.",
                        js_text(app_track(a), "title"));
    json_t *steps = gate_steps(a, track, NULL);
    enum app_exit code = APP_OK;
    if ((step = step_called(steps, arg))) {
        snprintf(ret, n, "%s", js_text(step, "name"));
    } else {
        json_t *lab = app_lab(a, arg);
        size_t k;
        int found = 0;
        json_array_foreach(steps, k, step)
            found |= row_named(json_object_get(step, "labs"), "id", js_text(lab, "id")) != NULL;
        if (lab && found)
            snprintf(ret, n, "%s", js_text(lab, "id"));
        else
            code = no_such_step(a, steps, arg);
        json_decref(lab);
    }
    json_decref(steps);
    return code;
}

enum app_exit gate_put(struct app *a, const char *name, int open, const char *reason)
{
    const json_t *track = app_track(a);
    json_t *opened = opened_by_hand(a), *was = by_hand(opened, track, name);
    enum app_exit code = APP_OK;
    if (open && json_is_object(was))
        code = app_fail(a, APP_FAILED, "%s is opened by hand already.", name);
    else if (!open && !json_is_object(was))
        code = app_fail(a, APP_FAILED, "%s was not opened by hand. `ridge map %s` shows what is.", name,
                        js_text(track, "id"));
    if (code == APP_OK) {
        char subject[2 * NAME];
        json_t *data = reason && *reason ? json_pack("{s:s}", "reason", reason) : NULL;
        snprintf(subject, sizeof subject, "%.100s/%.100s", js_text(track, "id"), name);
        if (db_event(a->db, open ? "unlock" : "lock", subject, data) != DB_OK)
            code = app_fail_db(a);
        json_decref(data);
    }
    json_decref(was);
    json_decref(opened);
    return code;
}

/* ---- next ----------------------------------------------------------------------------------------------- */

/* Is everything passed that this lab builds on, and that its own step has it wait for? */
static int in_turn(struct app *a, const json_t *step, const char *lab)
{
    const json_t *brief = facts_brief(a, lab), *row, *name;
    size_t k;
    json_array_foreach(json_object_get(brief, "suggests"), k, name)
        if ((row = row_named(json_object_get(step, "labs"), "id", json_string_value(name))) &&
            json_is_true(json_object_get(row, "ready")) && !json_is_true(json_object_get(row, "done")))
            return 0;
    json_array_foreach(json_object_get(brief, "requires"), k, name)
        if ((row = row_named(json_object_get(step, "labs"), "id", json_string_value(name))) &&
            json_is_true(json_object_get(row, "ready")) && !json_is_true(json_object_get(row, "done")))
            return 0;
    return 1;
}

static const char *first_of(struct app *a, const json_t *step, int also_done)
{
    const char *first = NULL;
    size_t k;
    const json_t *lab;
    json_array_foreach(json_object_get(step, "labs"), k, lab) {
        const char *id = js_text(lab, "id");
        if (!json_is_true(json_object_get(lab, "ready")) || !strcmp(js_text(lab, "status"), "PASS") ||
            (!also_done && json_is_true(json_object_get(lab, "done"))))
            continue;
        if (in_turn(a, step, id))
            return id;
        first = first ? first : id;
    }
    return first;
}

const char *gate_next(struct app *a, const json_t *track, const json_t *standing, const char **ret_step)
{
    json_t *steps = gate_steps(a, track, standing);
    const char *id = NULL;
    size_t k = 0;
    for (int also_done = 0; also_done < 2 && !id; also_done++)
        for (k = 0; k < json_array_size(steps) && !id; k++) {
            const json_t *step = json_array_get(steps, k);
            if (strcmp(js_text(step, "state"), "locked"))
                id = first_of(a, step, also_done);
        }
    const char *ret = id ? js_text(facts_brief(a, id), "id") : NULL; /* outlives the steps */
    if (ret && ret_step)
        *ret_step = js_text(json_array_get(json_object_get(track, "steps"), k - 1), "title");
    json_decref(steps);
    return ret;
}

const json_t *app_track(struct app *a)
{
    const json_t *tracks = curriculum_tracks(a->cur), *t, *found = json_array_get(tracks, 0);
    json_t *state = NULL;
    size_t k;
    if (a->db && db_state_get(a->db, "track", &state) == DB_OK)
        json_array_foreach(tracks, k, t)
            if (json_is_string(state) && !strcmp(json_string_value(json_object_get(t, "id")), json_string_value(state)))
                found = t;
    json_decref(state);
    return found;
}

const json_t *app_track_named(struct app *a, const char *id)
{
    const json_t *t = js_row(curriculum_tracks(a->cur), "id", id);
    struct text known = { 0 };
    size_t k;
    const json_t *one;
    if (t)
        return t;
    json_array_foreach(curriculum_tracks(a->cur), k, one)
        text_addf(&known, "%s%s", k ? ", " : "", js_text(one, "id"));
    app_fail(a, APP_USAGE, "There is no track \"%.80s\"; there are %s.", id, text_str(&known));
    text_finish(&known);
    return NULL;
}
