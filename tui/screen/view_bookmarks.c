/* Bookmarks: one row each, the newest first; Enter goes there. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "runner/base/js.h"
#include "tui/app/bookmarks.h"

enum { BOOKMARK = ROW_OWN };
struct bookmarks {
    json_t *list;
};

static int bookmarks_load(struct view *v)
{
    struct bookmarks *b = v->data;
    json_decref(b->list);
    b->list = bookmarks_read(v->app);
    snprintf(v->title, sizeof v->title, "bookmarks");
    return 0;
}

static void bookmarks_close(struct view *v)
{
    struct bookmarks *b = v->data;
    json_decref(b->list);
}

static void bookmarks_fill(struct view *v)
{
    struct bookmarks *b = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *x;
    if (!json_array_size(b->list))
        pane_wrap(p, STYLE_TEXT, 0, "There are no bookmarks yet. Press m on a page to set one.");
    json_array_foreach(b->list, k, x)
        pane_add(p, BOOKMARK, (int)k)->item = x;
}

static void bookmarks_draw(struct view *v, const struct row *r, struct pen *p)
{
    (void)v;
    pen_right(p, STYLE_DIM, "%3.0f %%", 100 * js_number(r->item, "at"));
    pen_put(p, STYLE_TEXT, js_text(r->item, "title"));
    if (*js_text(r->item, "heading"))
        pen_fmt(p, STYLE_DIM, " › %s", js_text(r->item, "heading"));
}

static unsigned bookmarks_request(struct view *v, enum action a, struct row *r)
{
    char place[256];
    if (!r)
        return VIEW_IGNORED;
    switch (a) {
    case ACTION_OPEN:
        snprintf(place, sizeof place, "%s@%.6f", js_text(r->item, "page"), js_number(r->item, "at"));
        screen_open(v->scr, &view_lesson, place);
        return VIEW_HANDLED;
    case ACTION_BOOKMARK:
        bookmarks_toggle(v->app, js_text(r->item, "page"), "", js_text(r->item, "heading"), 0);
        return VIEW_RELOAD;
    default:
        return VIEW_IGNORED;
    }
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_BOOKMARK, ACTION_FIND, 0};

const struct view_ops view_bookmarks = {
    .name = "bookmarks",
    .groups = GROUP_BOOKMARKS | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct bookmarks),
    .load = bookmarks_load,
    .close = bookmarks_close,
    .fill = bookmarks_fill,
    .draw = bookmarks_draw,
    .request = bookmarks_request,
};
