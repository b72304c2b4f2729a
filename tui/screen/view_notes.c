/* Notes of a week, a lab, a lesson's heading, or all of them: read, search, write, delete, undo. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/notes.h"
#include "screen.h"
#include "runner/base/js.h"

enum { NOTE = ROW_OWN };

struct notes {
    json_t *list;
    json_t *deleted; /* the last one, for undo */
    char *path;      /* of the file that is in the editor */
    int64_t id;      /* whose that is; 0: a new note */
};

static const char *owner_of(const struct view *v)
{
    return v->arg ? v->arg : "";
}

/* The editor has ended. */
static void take(struct view *v)
{
    struct notes *n = v->data;
    int kept = 0;
    if (notes_take(v->app, n->path, n->id, owner_of(v), &kept) != APP_OK)
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    else if (!kept)
        screen_say(v->scr, STYLE_TEXT,
                   n->id ? "An empty note changes nothing; d deletes a note." : "Nothing was written.");
    free(n->path);
    n->path = NULL;
}

static int notes_load_view(struct view *v)
{
    struct notes *n = v->data;
    if (n->path)
        take(v);
    json_t *list = notes_load(v->app, v->arg);
    if (!list)
        return -1;
    json_decref(n->list);
    n->list = list;
    snprintf(v->title, sizeof v->title, "notes");
    snprintf(v->right, sizeof v->right, "%s%s%zu %s", owner_of(v), v->arg ? " · " : "", json_array_size(list),
             json_array_size(list) == 1 ? "note" : "notes");
    return 0;
}

static void notes_close(struct view *v)
{
    struct notes *n = v->data;
    json_decref(n->list);
    json_decref(n->deleted);
    free(n->path);
}

static void notes_fill(struct view *v)
{
    struct notes *n = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *x;
    json_array_foreach(n->list, k, x) {
        pane_add(p, NOTE, (int)js_number(x, "id"))->item = x;
        pane_wrap(p, STYLE_TEXT, 2, js_text(x, "text"));
        pane_blank(p);
    }
    if (!p->n) {
        pane_text(p, STYLE_TEXT, 0, "There are no notes here yet.");
        pane_text(p, STYLE_DIM, 0, "Press a to write one.");
    }
}

static void notes_draw(struct view *v, const struct row *r, struct pen *p)
{
    char when[32];
    const char *owner = js_text(r->item, "owner");
    text_ago(when, sizeof when, (int64_t)js_number(r->item, "updated"), screen_now(v->scr));
    pen_right(p, STYLE_DIM, "%s", when);
    pen_number(p, STYLE_DIM, 4, "%d", r->n);
    pen_put(p, STYLE_TEXT, "  ");
    pen_put(p, STYLE_ACCENT, *owner ? owner : "for anywhere");
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned write_note(struct view *v, int64_t id, const char *text)
{
    struct notes *n = v->data;
    char *path = n->path ? NULL : notes_file(v->app, id, owner_of(v), text);
    if (!path) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return VIEW_HANDLED;
    }
    n->id = id;
    n->path = path;
    if (screen_edit(v->scr, path, 0)) { /* screen_edit() has said why */
        free(n->path);
        n->path = NULL;
    }
    return VIEW_HANDLED;
}

static unsigned delete_note(struct view *v, const char *yes, int tag)
{
    struct notes *n = v->data;
    size_t k;
    json_t *x, *gone = NULL;
    json_array_foreach(n->list, k, x)
        if ((int)js_number(x, "id") == tag)
            gone = x;
    if (!yes || !gone)
        return VIEW_HANDLED;
    if (db_note_delete(v->app->db, tag) != DB_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", db_error(v->app->db));
        return VIEW_HANDLED;
    }
    json_decref(n->deleted);
    n->deleted = json_incref(gone);
    screen_say(v->scr, STYLE_TEXT, "Note %d is deleted; u puts it back.", tag);
    return VIEW_RELOAD;
}

static unsigned undo(struct view *v)
{
    struct notes *n = v->data;
    if (!n->deleted) {
        screen_say(v->scr, STYLE_TEXT, "Nothing was deleted here.");
        return VIEW_HANDLED;
    }
    if (db_note_restore(v->app->db, n->deleted) != DB_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", db_error(v->app->db));
        return VIEW_HANDLED;
    }
    json_decref(n->deleted);
    n->deleted = NULL;
    return VIEW_RELOAD;
}

static unsigned notes_request(struct view *v, enum action a, struct row *r)
{
    char question[60];
    switch (a) {
    case ACTION_OPEN:
        return r && r->kind == NOTE ? write_note(v, r->n, js_text(r->item, "text")) : VIEW_IGNORED;
    case ACTION_ADD:
        return write_note(v, 0, "");
    case ACTION_DELETE:
        if (!r || r->kind != NOTE)
            return VIEW_HANDLED;
        snprintf(question, sizeof question, "Delete note %d?", r->n);
        screen_confirm(v->scr, question, delete_note, r->n);
        return VIEW_HANDLED;
    case ACTION_UNDO:
        return undo(v);
    default:
        return VIEW_IGNORED;
    }
}

static const unsigned char bar[] = {ACTION_ADD, ACTION_OPEN, ACTION_DELETE, ACTION_UNDO, ACTION_FIND, 0};

const struct view_ops view_notes = {
    .name = "notes",
    .groups = GROUP_NOTES | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct notes),
    .load = notes_load_view,
    .close = notes_close,
    .fill = notes_fill,
    .draw = notes_draw,
    .request = notes_request,
};
