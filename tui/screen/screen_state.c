/* What is remembered from one time to the next: which pages were open, and where each was left. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "screen_impl.h"
#include "runner/base/js.h"
#include "tui/app/day.h"
#include "tui/app/interview.h"

enum { MAX_PLACES = 300 };

static void place_key(const struct view *v, char *ret, size_t n)
{
    snprintf(ret, n, "%s/%s", v->ops->name, v->arg ? v->arg : "");
}

void state_remember(struct view *v)
{
    char key[300];
    if (!reading_ready(v) || v->ops == v->scr->pages->help)
        return; /* where it was left before; help opens at its top */
    json_t *place = json_object(), *panes = json_array();
    place_key(v, key, sizeof key);
    for (int k = 0; k < v->npanes; k++) {
        struct pane *p = &v->pane[k];
        const struct row *r = pane_row(p); /* one that was scrolled away stays away */
        json_array_append_new(panes,
                              json_pack("{s:i s:i s:i s:i}", "top", (int)p->top, "of", (int)p->n,
                                        "kind", r ? r->kind : -1, "n", r ? r->n : -1));
    }
    json_object_set_new(place, "panes", panes);
    json_object_set_new(place, "focus", json_integer(v->focus));
    if (v->ops->keep)
        v->ops->keep(v, place);
    json_object_del(v->scr->places, key); /* the newest comes last */
    json_object_set_new(v->scr->places, key, place);
    while (json_object_size(v->scr->places) > MAX_PLACES)
        json_object_del(v->scr->places, json_object_iter_key(json_object_iter(v->scr->places)));
}

json_t *state_place(const struct view *v)
{
    char key[300];
    place_key(v, key, sizeof key);
    return json_object_get(v->scr->places, key);
}

void state_recall(struct view *v, const json_t *place)
{
    const json_t *panes = json_object_get(place, "panes"), *at;
    int focus = (int)js_number(place, "focus");
    size_t k;
    if (focus >= 0 && focus < v->npanes && !v->pane[focus].hidden)
        v->focus = focus;
    json_array_foreach(panes, k, at) {
        if (k >= (size_t)v->npanes)
            break;
        struct pane *p = &v->pane[k];
        pane_mark(p, (int)js_number(at, "kind"), (int)js_number(at, "n"));
        if (!p->follow && (size_t)js_number(at, "of") == p->n)
            p->top = (long)js_number(at, "top");
        pane_settle(p);
    }
}

void state_save(struct screen *s)
{
    json_t *stack = json_array();
    for (struct view *v = s->top; v; v = v->below) {
        state_remember(v);
        json_array_insert_new(
            stack, 0, json_pack("{s:s s:s}", "view", v->ops->name, "arg", v->arg ? v->arg : ""));
    }
    json_array_extend(stack, s->restore);
    json_t *doc = json_pack("{s:o s:O s:I s:O?}", "stack", stack, "places", s->places, "day",
                            (json_int_t)day_of(screen_now(s)), "left", s->left);
    if (s->app->db && doc)
        db_state_put(s->app->db, "tui",
                     doc); /* not worth a word when it fails: nothing learnt is lost */
    json_decref(doc);
}

/* The pages of another day wait for a key; where that day ended at home, those that waited already do. */
static void put_aside(struct screen *s)
{
    if (json_array_size(s->restore)) {
        json_decref(s->left);
        s->left = s->restore;
        s->restore = NULL;
    }
}

/* An open sitting is gone on with at once, and the pages that were open wait. */
static void go_on_sitting(struct screen *s)
{
    json_t *sitting = s->pages->sitting ? interview_open(s->app) : NULL;
    if (sitting) {
        put_aside(s);
        json_decref(s->restore);
        s->restore = json_pack("[{s:s,s:s}]", "view", s->pages->sitting->name, "arg", "");
    }
    json_decref(sitting);
}

void state_load(struct screen *s)
{
    json_t *doc = NULL;
    if (s->app->db && db_state_get(s->app->db, "tui", &doc) == DB_OK &&
        json_is_object(json_object_get(doc, "places"))) {
        json_decref(s->places);
        s->places = json_incref(json_object_get(doc, "places"));
    }
    int another_day = (int64_t)js_number(doc, "day") != day_of(screen_now(s));
    if (another_day) /* another day begins at NEXT */
        json_object_del(json_object_get(s->places, "home/"), "panes");
    s->left = json_incref(json_object_get(doc, "left"));
    screen_open(s, s->pages->home, NULL);
    s->restore = doc || !app_untouched(s->app) ? json_incref(json_object_get(doc, "stack"))
                                               : json_pack("[n,{s:s,s:s}]", "view", s->pages->first->name, "arg", "");
    json_array_remove(s->restore, 0);
    if (another_day && strcmp(js_text(json_array_get(s->restore, 0), "view"), s->pages->first->name))
        put_aside(s);
    go_on_sitting(s);
    restore_more(s);
    json_decref(doc);
}

const json_t *screen_left(const struct screen *s)
{
    return json_array_get(s->left, json_array_size(s->left) - 1);
}

void screen_go_on(struct screen *s)
{
    json_decref(s->restore);
    s->restore = s->left;
    s->left = NULL;
    restore_more(s);
}

/* Help is opened anew, and home is open already. */
static int comes_back(const struct screen_pages *pages, const struct view_ops *ops)
{
    return ops != pages->help && ops != pages->home;
}

void restore_more(struct screen *s)
{
    while (s->top && reading_ready(s->top) && !reading_goes_on(s->top) && json_array_size(s->restore)) {
        json_t *at = json_incref(json_array_get(s->restore, 0));
        json_array_remove(s->restore, 0);
        for (size_t q = 0; q < s->pages->n; q++)
            if (comes_back(s->pages, s->pages->all[q]) && !strcmp(s->pages->all[q]->name, js_text(at, "view")))
                screen_open(s, s->pages->all[q], *js_text(at, "arg") ? js_text(at, "arg") : NULL);
        json_decref(at);
    }
}
