/* The tracks: what each is, how far one is on it, and which is followed. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "tui/app/facts.h"
#include "runner/base/js.h"

enum { TRACK = ROW_OWN };

struct tracks {
    struct facts facts;
};

static int tracks_open(struct view *v)
{
    if (!curriculum_load(v->app->cur) && !json_array_size(curriculum_tracks(v->app->cur))) {
        app_fail(v->app, APP_CONFIG, "%s", curriculum_error(v->app->cur));
        return -1;
    }
    snprintf(v->title, sizeof v->title, "tracks");
    return 0;
}

static int tracks_load(struct view *v)
{
    struct tracks *t = v->data;
    facts_free(&t->facts);
    facts_load(&t->facts, v->app);
    return 0;
}

static void tracks_close(struct view *v)
{
    struct tracks *t = v->data;
    facts_free(&t->facts);
}

/* How many labs of a track are there, and how many of them are passed. */
static int labs_of(const struct view *v, const json_t *track, int *ret_passed)
{
    const struct tracks *t = v->data;
    const json_t *step, *id;
    size_t k, q;
    int n = 0;
    *ret_passed = 0;
    json_array_foreach(json_object_get(track, "steps"), k, step)
        json_array_foreach(json_object_get(step, "labs"), q, id) {
            const char *status = facts_lab(&t->facts, v->app, json_string_value(id));
            n += status != NULL;
            *ret_passed += status && !strcmp(status, "PASS");
        }
    return n;
}

static void tracks_fill(struct view *v)
{
    struct pane *p = &v->pane[0];
    const json_t *track;
    size_t k;
    pane_wrap(p, STYLE_DIM, 0,
              "A track is an order through the labs, and home's NEXT follows the one that is chosen.");
    pane_blank(p);
    json_array_foreach(curriculum_tracks(v->app->cur), k, track) {
        size_t steps = json_array_size(json_object_get(track, "steps"));
        int passed, labs = labs_of(v, track, &passed);
        pane_add(p, TRACK, (int)k)->item = track;
        pane_text(p, STYLE_DIM, 2, "%zu %s · %d of %d labs passed", steps, steps == 1 ? "step" : "steps", passed, labs);
        if (*js_text(track, "summary"))
            pane_wrap(p, STYLE_TEXT, 2, js_text(track, "summary"));
        if (json_is_true(json_object_get(track, "gated")))
            pane_wrap(p, STYLE_DIM, 2, "Gated: a step opens once each lab of the step before it has reached bronze; "
                                       "`ridge unlock` opens one by hand.");
        pane_blank(p);
    }
    snprintf(v->right, sizeof v->right, "%zu tracks", json_array_size(curriculum_tracks(v->app->cur)));
}

static void tracks_draw(struct view *v, const struct row *r, struct pen *p)
{
    int chosen = r->item == app_track(v->app);
    pen_put(p, chosen ? STYLE_ACCENT : STYLE_DIM, chosen ? "▪ " : "· ");
    pen_put(p, chosen ? STYLE_STRONG : STYLE_TEXT, js_text(r->item, "title"));
}

static unsigned choose(struct view *v, const json_t *track)
{
    if (!v->app->db) {
        screen_say(v->scr, STYLE_BAD, "There is no workbook to keep the choice in.");
        return VIEW_HANDLED;
    }
    json_t *id = json_string(js_text(track, "id"));
    int bad = db_state_put(v->app->db, "track", id) != DB_OK;
    json_decref(id);
    if (bad) {
        screen_say(v->scr, STYLE_BAD, "The choice could not be kept: %s", db_error(v->app->db));
        return VIEW_HANDLED;
    }
    screen_say(v->scr, STYLE_TEXT, "You follow %s.", js_text(track, "title"));
    return VIEW_CLOSE;
}

static unsigned tracks_request(struct view *v, enum action a, struct row *r)
{
    if (!r || r->kind != TRACK)
        return VIEW_IGNORED;
    if (a == ACTION_INTERVIEW)
        screen_open(v->scr, &view_interview, js_text(r->item, "id"));
    else
        return a == ACTION_OPEN ? choose(v, r->item) : VIEW_IGNORED;
    return VIEW_HANDLED;
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_INTERVIEW, ACTION_FIND, 0};

const struct view_ops view_tracks = {
    .name = "tracks",
    .groups = GROUP_SPACE | GROUP_TRACKS,
    .bar = bar,
    .size = sizeof(struct tracks),
    .open = tracks_open,
    .close = tracks_close,
    .load = tracks_load,
    .fill = tracks_fill,
    .draw = tracks_draw,
    .request = tracks_request,
};
