/* The cost calculator: what is asked above, what it comes to below; Enter changes a line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/cost.h"
#include "screen.h"
#include "runner/base/js.h"

enum { KEY = ROW_OWN };
enum { MOST = 32, NAME = 9, VALUE = 12, NARROW = 60 };

struct cost_view {
    json_t *given; /* {key: as typed} */
    json_t *plan;
};

/* Prices what `given` says; NULL with the application's error. */
static json_t *priced(struct view *v, const json_t *given)
{
    char *args[MOST];
    int n = 0;
    const char *key;
    json_t *value, *plan;
    json_object_foreach((json_t *)(size_t)given, key, value)
        if (n < MOST && asprintf(&args[n], "%s=%s", key, json_string_value(value)) >= 0)
            n++;
    plan = cost_plan(v->app, args, n);
    while (n > 0)
        free(args[--n]);
    return plan;
}

static int cost_open(struct view *v)
{
    struct cost_view *d = v->data;
    d->given = d->given ? d->given : json_object();
    d->plan = priced(v, d->given);
    if (!d->plan) { /* what was kept is no longer to be had */
        json_object_clear(d->given);
        d->plan = priced(v, d->given);
    }
    snprintf(v->title, sizeof v->title, "cost");
    return d->plan ? 0 : -1;
}

static void cost_close(struct view *v)
{
    struct cost_view *d = v->data;
    json_decref(d->given);
    json_decref(d->plan);
}

static void fill_plan(struct view *v, struct pane *p)
{
    struct cost_view *d = v->data;
    char *text = NULL, *save = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    cost_text(d->plan, !screen_ascii(v->scr), f);
    if (!fclose(f))
        for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
            char *word = strstr(line, "   binds");
            int binds = word != NULL; /* told at the left, too, for narrow pages, where the word would hide the time */
            if (binds && p->w < NARROW)
                *word = 0;
            pane_text(p, binds ? STYLE_STRONG : STYLE_TEXT, 0, "%s%s", binds ? "▸" : "", line + binds)->wide = 1;
        }
    free(text);
}

static void cost_fill(struct view *v)
{
    struct pane *p = &v->pane[0];
    fill_plan(v, p);
    pane_blank(p);
    for (int k = 0; cost_keys[k].name; k++) {
        struct row *r = pane_add(p, KEY, k);
        r->text = strdup(cost_keys[k].help);
        r->wide = 1 + 2 + NAME + VALUE;
    }
}

static const char *value_of(const struct cost_view *d, int k)
{
    const char *given = js_text(d->given, cost_keys[k].name);
    return *given ? given : cost_keys[k].usual;
}

static void cost_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct cost_view *d = v->data;
    int mine = json_object_get(d->given, cost_keys[r->n].name) != NULL;
    pen_put(p, STYLE_TEXT, "  ");
    pen_cell(p, STYLE_TEXT, NAME, cost_keys[r->n].name);
    pen_cell(p, mine ? STYLE_ACCENT : STYLE_DIM, VALUE, value_of(d, r->n));
    pen_put(p, STYLE_DIM, r->text ? r->text : "");
}

/* An empty answer takes the usual value back. What can't be leaves everything as it was. */
static unsigned answered(struct view *v, const char *text, int key)
{
    struct cost_view *d = v->data;
    if (!text)
        return VIEW_HANDLED;
    json_t *given = json_copy(d->given), *value = json_string(text);
    if (*text && value)
        json_object_set(given, cost_keys[key].name, value);
    else
        json_object_del(given, cost_keys[key].name);
    json_decref(value);
    json_t *plan = priced(v, given);
    if (!plan) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        json_decref(given);
        return VIEW_HANDLED;
    }
    json_decref(d->given);
    json_decref(d->plan);
    d->given = given;
    d->plan = plan;
    return VIEW_FILL;
}

static unsigned cost_request(struct view *v, enum action a, struct row *r)
{
    struct cost_view *d = v->data;
    if (a != ACTION_OPEN || !r || r->kind != KEY)
        return VIEW_IGNORED;
    screen_ask(v->scr, cost_keys[r->n].name, value_of(d, r->n), answered, r->n);
    return VIEW_HANDLED;
}

static void cost_keep(struct view *v, json_t *place)
{
    struct cost_view *d = v->data;
    json_object_set(place, "given", d->given);
}

/* Only what is still a known key with a text. */
static void cost_restore(struct view *v, json_t *place)
{
    struct cost_view *d = v->data;
    d->given = json_object();
    for (int k = 0; cost_keys[k].name; k++) {
        json_t *value = json_object_get(json_object_get(place, "given"), cost_keys[k].name);
        if (json_is_string(value))
            json_object_set(d->given, cost_keys[k].name, value);
    }
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_FIND, 0};

const struct view_ops view_cost = {
    .name = "cost",
    .groups = GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct cost_view),
    .open = cost_open,
    .close = cost_close,
    .fill = cost_fill,
    .draw = cost_draw,
    .request = cost_request,
    .keep = cost_keep,
    .restore = cost_restore,
};
