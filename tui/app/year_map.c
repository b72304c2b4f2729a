/* year_map.c: the state of each week, and the curriculum's graph of topics seen from one week. */
#define _GNU_SOURCE
#include "year_map.h"

#include <stdio.h>
#include <string.h>

#include "gate.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "facts.h"

/* The step of gate_steps() with this lab, preferably one that is not locked; NULL when no step has the lab. */
static const json_t *step_of(const struct year_map *y, const char *lab)
{
    size_t k, q;
    const json_t *step, *row, *found = NULL;
    json_array_foreach(y->steps, k, step)
        json_array_foreach(json_object_get(step, "labs"), q, row)
            if (!strcmp(js_text(row, "id"), lab) && (!found || !strcmp(js_text(found, "state"), "locked")))
                found = step;
    return found;
}

/* May the lab be worked on now? */
static int is_open(const struct year_map *y, const char *lab)
{
    const json_t *brief = facts_brief(y->app, lab), *step = step_of(y, lab);
    if (!brief || !step || !strcmp(js_text(step, "state"), "locked"))
        return 0;
    return json_is_true(json_object_get(y->track, "gated")) || app_lab_ready(y->app, y->facts.standing, brief);
}

static enum year_map_cell cell_of(const struct year_map *y, const json_t *week, const struct week_facts *f)
{
    size_t k;
    const json_t *id;
    int open = 0, gold = 0, stale = 0, on_track = 0;
    json_array_foreach(json_object_get(week, "labs"), k, id) {
        const char *lab = json_string_value(id), *status = facts_lab(&y->facts, y->app, lab);
        on_track |= step_of(y, lab) != NULL;
        stale |= status && !strcmp(status, "STALE");
        gold += status && !strcmp(status, "PASS") && !strcmp(facts_stage(&y->facts, lab), "gold") &&
                !facts_extra(week, lab);
        open |= status && strcmp(status, "PASS") && is_open(y, lab);
    }
    if (stale)
        return YEAR_MAP_STALE;
    if (f->labs_ready ? f->labs_done == f->labs_ready : f->part >= 1)
        return f->labs_ready && gold == f->labs_ready ? YEAR_MAP_GOLD : YEAR_MAP_PASSED;
    if (f->begun || open)
        return YEAR_MAP_OPEN;
    return on_track ? YEAR_MAP_NOT_YET : YEAR_MAP_OFF;
}

void year_map_load(struct year_map *y, struct app *a, const json_t *track)
{
    size_t k;
    const json_t *w;
    year_map_free(y);
    y->app = a;
    y->track = track;
    facts_load(&y->facts, a);
    y->steps = gate_steps(a, track, y->facts.standing);
    json_array_foreach(curriculum_weeks(a->cur), k, w) {
        int n = (int)js_number(w, "n");
        if (n < 1 || n > YEAR_MAP_WEEKS)
            continue;
        facts_week(&y->facts, a, w, &y->week[n]);
        y->cell[n] = cell_of(y, w, &y->week[n]);
    }
}

void year_map_free(struct year_map *y)
{
    facts_free(&y->facts);
    json_decref(y->steps);
    *y = (struct year_map){ 0 };
}

const char *year_map_sign(enum year_map_cell c)
{
    static const char *const sign[YEAR_MAP_CELLS] = { " ", "·", "▣", "✓", "★", "~" };
    return sign[c];
}

const char *year_map_word(enum year_map_cell c)
{
    static const char *const word[YEAR_MAP_CELLS] = { "off the track", "not yet", "open", "passed", "gold", "stale" };
    return word[c];
}

/* ---- one week --------------------------------------------------------------------------------------------- */

static json_t *lab_of(const struct year_map *y, const json_t *week, const char *id)
{
    const char *status = facts_lab(&y->facts, y->app, id);
    const json_t *step = step_of(y, id);
    return json_pack("{s:s s:s s:b s:s s:s s:b s:s?}", "id", id, "title", facts_title(y->app, id), "ready",
                     status != NULL, "status", status ? status : "PENDING", "stage", facts_stage(&y->facts, id),
                     "extra", facts_extra(week, id), "step", step ? js_text(step, "title") : NULL);
}

static int share_a_lab(const json_t *week, const json_t *node)
{
    size_t k;
    const json_t *id;
    json_array_foreach(json_object_get(node, "labs"), k, id)
        if (util_lists(json_object_get(week, "labs"), json_string_value(id)))
            return 1;
    return 0;
}

static json_t *topic(const struct year_map *y, const json_t *node)
{
    json_t *weeks = json_array();
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(y->app->cur), k, w)
        if (share_a_lab(w, node))
            json_array_append(weeks, json_object_get(w, "n"));
    return json_pack("{s:s s:o}", "topic", js_text(node, "title"), "weeks", weeks);
}

/* The topics that lead into a topic of this week (`into` 1), or that a topic of this week leads to (0). */
static json_t *neighbours(const struct year_map *y, const json_t *week, int into)
{
    const json_t *graph = curriculum_graph(y->app->cur), *nodes = json_object_get(graph, "nodes"), *e;
    json_t *ret = json_array(), *seen = json_object();
    size_t k;
    json_array_foreach(json_object_get(graph, "edges"), k, e) {
        const char *here = js_text(e, into ? "to" : "from"), *there = js_text(e, into ? "from" : "to");
        if (!share_a_lab(week, json_object_get(nodes, here)) || json_object_get(seen, there))
            continue;
        json_object_set_new(seen, there, json_true());
        json_array_append_new(ret, topic(y, json_object_get(nodes, there)));
    }
    json_decref(seen);
    return ret;
}

json_t *year_map_week(const struct year_map *y, int n)
{
    const json_t *w = n >= 1 && n <= YEAR_MAP_WEEKS ? facts_week_brief(y->app, n) : NULL, *id;
    json_t *labs = w ? json_array() : NULL;
    size_t k;
    int on_track = 0;
    if (!w)
        return NULL;
    json_array_foreach(json_object_get(w, "labs"), k, id) {
        json_t *lab = lab_of(y, w, json_string_value(id));
        on_track |= json_is_string(json_object_get(lab, "step"));
        json_array_append_new(labs, lab);
    }
    return json_pack("{s:i s:O s:O s:O s:s s:b s:o s:o s:o}", "n", n, "part", json_object_get(w, "part"), "title",
                     json_object_get(w, "title"), "hours", json_object_get(w, "hours"), "state",
                     year_map_word(y->cell[n]), "on_track", on_track, "labs", labs, "rests_on", neighbours(y, w, 1),
                     "leads_to", neighbours(y, w, 0));
}
