/* Bookmarks: one row each, the newest first; Enter goes there. */
#define _GNU_SOURCE
#include "view_bookmarks.h"

#include <stdio.h>
#include <string.h>

#include "screen.h"
#include "runner/base/js.h"

enum { BOOKMARK = ROW_OWN };
enum { MAX_BOOKMARKS = 200 };

static const char key[] = "bookmarks";

struct bookmarks {
    json_t *list;
};

/* Yours; what is not a list counts as none. */
static json_t *bookmarks_read(struct app *a)
{
    json_t *list = NULL;
    if (a->db && db_state_get(a->db, key, &list) == DB_OK && json_is_array(list))
        return list;
    json_decref(list);
    return json_array();
}

int bookmark_toggle(struct app *a, const char *page, const char *title, const char *heading, double at)
{
    json_t *list = bookmarks_read(a);
    size_t n = json_array_size(list);
    for (size_t k = n; k-- > 0;) {
        const json_t *b = json_array_get(list, k);
        if (!strcmp(js_text(b, "page"), page) && !strcmp(js_text(b, "heading"), heading))
            json_array_remove(list, k);
    }
    int set = json_array_size(list) == n;
    if (set)
        json_array_insert_new(list, 0, json_pack("{s:s s:s s:s s:f}", "page", page, "title", title, "heading", heading,
                                                 "at", at));
    while (json_array_size(list) > MAX_BOOKMARKS)
        json_array_remove(list, MAX_BOOKMARKS);
    int bad = !a->db || db_state_put(a->db, key, list) != DB_OK;
    json_decref(list);
    return bad ? -1 : set;
}

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
    json_array_foreach(b->list, k, x) pane_add(p, BOOKMARK, (int)k)->item = x;
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
        bookmark_toggle(v->app, js_text(r->item, "page"), "", js_text(r->item, "heading"), 0);
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
