/* What a search has found, the best first; Enter opens the page at the place. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen.h"
#include "runner/base/utf8.h"
#include "tui/app/search.h"
#include "runner/base/js.h"

enum { HIT = ROW_OWN, MEANT };
enum { FIGURES = 12 }; /* pages of so many hits are read for the figures in their excerpts; below, an ellipsis stands */

enum { TITLE_LEAST = 16 }; /* columns of a title before the section that was found is cut */

struct results {
    json_t *list;
    json_t *meant; /* where nothing was found: lines that find something */
};

static int search_load(struct view *v)
{
    struct results *r = v->data;
    struct search *s = search_line(v->arg ? v->arg : "");
    json_t *list = s ? search_pages(v->app, s, search_places(v->app, NULL)) : json_array();
    if (!list)
        return -1;
    search_figures(v->app, search_line(v->arg ? v->arg : ""), list, FIGURES);
    json_decref(r->list);
    r->list = list;
    struct search *again = json_array_size(list) ? NULL : search_line(v->arg ? v->arg : "");
    json_decref(r->meant);
    r->meant = again ? search_suggest(v->app, again, search_places(v->app, NULL)) : NULL;
    snprintf(v->title, sizeof v->title, "search");
    snprintf(v->right, sizeof v->right, "%zu %s", json_array_size(list),
             json_array_size(list) == 1 ? "place" : "places");
    return 0;
}

static void search_close(struct view *v)
{
    struct results *r = v->data;
    json_decref(r->list);
    json_decref(r->meant);
}

static void search_fill(struct view *v)
{
    struct results *r = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *hit;
    json_array_foreach(r->list, k, hit) {
        pane_add(p, HIT, (int)k)->item = hit;
        if (*js_text(hit, "excerpt"))
            pane_text(p, STYLE_DIM, 2, "%s", js_text(hit, "excerpt"));
    }
    if (!p->n) {
        pane_wrap(p, STYLE_TEXT, 0, "No section has all of these words. Fewer words, or the beginning of one, find "
                  "more; hints, solutions and answers are not searched.");
        if (json_array_size(r->meant))
            pane_text(p, STYLE_TEXT, 0, "Did you mean");
        json_array_foreach(r->meant, k, hit)
            pane_add(p, MEANT, (int)k)->item = hit;
    }
}

static void search_draw(struct view *v, const struct row *r, struct pen *p)
{
    const char *title = js_text(r->item, "title"), *section = js_text(r->item, "section");
    (void)v;
    if (r->kind == MEANT) {
        pen_put(p, STYLE_ACCENT, json_string_value(r->item));
        return;
    }
    pen_right(p, STYLE_DIM, "%s", js_text(r->item, "in"));
    int named = *section && strcmp(section, title), room = pen_left(p) - (named ? TITLE_LEAST : 0);
    int behind = named ? utf8_text_width(section, strlen(section)) + 3 : 0;
    room = pen_left(p) - (behind < room ? behind : room);
    /* the section tells hits of one page apart: the title gives way */
    if (utf8_text_width(title, strlen(title)) > room)
        pen_cell(p, STYLE_ACCENT, room, title);
    else
        pen_put(p, STYLE_ACCENT, title);
    if (named)
        pen_fmt(p, STYLE_TEXT, " › %s", section);
}

static unsigned open_hit(struct view *v, const json_t *hit)
{
    const char *in = js_text(hit, "in"), *id = js_text(hit, "page");
    char place[400];
    if (!strcmp(in, "notes"))
        screen_open(v->scr, &view_notes, *id ? id : NULL);
    else if (!strncmp(id, "brief:", 6))
        screen_open(v->scr, &view_lab, id + 6);
    else if (!strcmp(in, "readings") && !js_number(hit, "week"))
        screen_say(v->scr, STYLE_TEXT, "No week asks for this reading. To read it: %s", js_text(hit, "command"));
    else if (!strcmp(in, "readings")) {
        snprintf(place, sizeof place, "%d", (int)js_number(hit, "week"));
        screen_open(v->scr, &view_week, place);
    } else {
        snprintf(place, sizeof place, "%s#%s", id, js_text(hit, "section"));
        screen_open(v->scr, &view_lesson, place);
    }
    return VIEW_HANDLED;
}

static unsigned search_request(struct view *v, enum action a, struct row *r)
{
    if (a != ACTION_OPEN || !r || (r->kind != HIT && r->kind != MEANT))
        return VIEW_IGNORED;
    if (r->kind == HIT)
        return open_hit(v, r->item);
    char *line = strdup(json_string_value(r->item)); /* the rows are this page's, and may be read anew */
    screen_open(v->scr, &view_search, line);
    free(line);
    return VIEW_HANDLED;
}

static const unsigned char bar[] = { ACTION_OPEN, ACTION_FIND, 0 };

const struct view_ops view_search = {
    .name = "search",
    .groups = GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct results),
    .load = search_load,
    .close = search_close,
    .fill = search_fill,
    .draw = search_draw,
    .request = search_request,
};
