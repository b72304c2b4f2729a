/* What a student handed in: the source with its lines' numbers, or what differs from the skeleton. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/remark.h"
#include "tui/app/class_remark.h"
#include "tui/app/code.h"
#include "tui/app/diff.h"
#include "tui/app/handed.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "screen.h"

enum { LINE = ROW_OWN };
enum { CONTEXT = 3, GUTTER = 8 }; /* GUTTER: columns of a line's number and sign */

/* A line in sight; `inside`: a comment is open where it begins. */
struct shown {
    int file, number;
    char sign, inside;
};

struct handed_view {
    char lab[100];
    const char *key; /* in the view's arg */
    struct handed handed;
    struct diff *diff; /* of each file; NULL: there is no skeleton, or nobody has asked */
    struct shown *line;
    size_t nlines, room;
    int differences; /* show these and not the source */
};

/* ---- facts ---------------------------------------------------------------------- */

static void forget_diffs(struct handed_view *h)
{
    for (size_t k = 0; h->diff && k < h->handed.n; k++)
        diff_free(&h->diff[k]);
    free(h->diff);
    h->diff = NULL;
}

static void forget(struct handed_view *h)
{
    forget_diffs(h);
    handed_close(&h->handed);
}

/* "LAB/KEY", or "LAB/KEY" behind a '-' for the differences. */
static int handed_view_open(struct view *v)
{
    struct handed_view *h = v->data;
    const char *arg = v->arg ? v->arg : "", *slash = strchr(arg, '/');
    if (!slash || !v->app->db) {
        app_fail(v->app, APP_CONFIG, "There is nothing handed in here.");
        return -1;
    }
    h->differences = *arg == '-';
    arg += h->differences;
    snprintf(h->lab, sizeof h->lab, "%.*s", (int)(slash - arg), arg);
    h->key = slash + 1;
    snprintf(v->title, sizeof v->title, "source");
    return 0;
}

static int handed_view_load(struct view *v)
{
    struct handed_view *h = v->data;
    struct handed fresh;
    json_t *lab = app_lab(v->app, h->lab);
    if (!lab && curriculum_waits(v->app->cur))
        return -1;
    if (handed_open(v->app, h->lab, h->key, 0, &fresh) != APP_OK) {
        json_decref(lab);
        return -1;
    }
    forget(h);
    h->handed = fresh;
    if (lab)
        handed_give(v->app, lab, &h->handed);
    json_decref(lab);
    return 0;
}

static void handed_view_close(struct view *v)
{
    struct handed_view *h = v->data;
    forget(h);
    free(h->line);
}

/* What each file changed; done when it is first looked at. */
static void compare(struct handed_view *h)
{
    if (h->diff)
        return;
    h->diff = calloc(h->handed.n + 1, sizeof *h->diff);
    for (size_t k = 0; h->diff && k < h->handed.n; k++) {
        const struct handed_file *f = &h->handed.file[k];
        if (f->given && handed_lines(f) <= HANDED_LINES)
            diff_texts(f->given, strlen(f->given), f->text, f->size, &h->diff[k]);
    }
}

/* ---- rows ----------------------------------------------------------------------- */

static struct row *add_line(struct view *v, struct shown line, const char *text, size_t n)
{
    struct handed_view *h = v->data;
    if (h->nlines == h->room) {
        size_t room = h->room ? 2 * h->room : 256;
        struct shown *more = realloc(h->line, room * sizeof *more);
        if (!more)
            return NULL;
        h->line = more;
        h->room = room;
    }
    struct row *r = pane_add(&v->pane[0], LINE, (int)h->nlines);
    h->line[h->nlines++] = line;
    r->text = handed_line(text, n);
    r->wide = 1 + GUTTER;
    return r;
}

/* Comments of this file and line; line 0: of the file, and file "": of all of the work. */
static void fill_comments(struct view *v, const char *file, int line)
{
    const struct handed_view *h = v->data;
    size_t k;
    const json_t *c;
    json_array_foreach(json_object_get(h->handed.row, "comments"), k, c) {
        struct text said = { 0 };
        bool here = !*file || (int64_t)js_number(c, "submission") == h->handed.submission;
        if (!here || strcmp(js_text(c, "file"), file) || (int)js_number(c, "line") != line)
            continue;
        text_addf(&said, "%.0f %s: %s", js_number(c, "id"), js_text(c, "who"), js_text(c, "text"));
        pane_wrap(&v->pane[0], STYLE_EMPH, GUTTER, text_str(&said));
        text_finish(&said);
    }
}

static int scan_comment(const char *s, size_t n, int inside)
{
    enum code_token kind;
    for (size_t at = 0; at < n;)
        at += code_next(s + at, n - at, &inside, &kind);
    return inside;
}

static void fill_source(struct view *v, int file)
{
    const struct handed_view *h = v->data;
    const struct handed_file *f = &h->handed.file[file];
    size_t at = 0, n, all = handed_lines(f);
    const char *text;
    char count[FIGURE];
    int number = 0, inside = 0;
    pane_head(&v->pane[0], f->name, figure_of((double)all, "line", count));
    fill_comments(v, f->name, 0);
    while (h->nlines < HANDED_LINES && handed_next(f, &at, &text, &n)) {
        if (!add_line(v, (struct shown){ file, ++number, ' ', (char)inside }, text, n))
            return;
        fill_comments(v, f->name, number);
        inside = scan_comment(text, n, inside);
    }
    if ((size_t)number < all)
        pane_say(&v->pane[0], STYLE_DIM, 2, "%s more: `ridge class LAB KEY --source` writes all of them.",
                  figure_of((double)(all - (size_t)number), "line", count));
    pane_blank(&v->pane[0]);
}

static void fill_difference(struct view *v, int file)
{
    const struct handed_view *h = v->data;
    const struct handed_file *f = &h->handed.file[file];
    const struct diff *d = h->diff ? &h->diff[file] : NULL;
    char right[64] = "";
    int gap = 0;
    if (d && d->n)
        snprintf(right, sizeof right, "+%zu -%zu", d->added, d->removed);
    pane_head(&v->pane[0], f->name, right);
    if (!f->given)
        pane_say(&v->pane[0], STYLE_DIM, 2, "The skeleton has no file of this name; v shows the source.");
    else if (!d || (!d->n && f->size))
        pane_say(&v->pane[0], STYLE_DIM, 2, "The file is too long to be compared; v shows the source.");
    else if (!d->added && !d->removed)
        pane_say(&v->pane[0], STYLE_TEXT, 2, "This is the skeleton: nothing was changed.");
    for (size_t k = 0; d && k < d->n && h->nlines < HANDED_LINES; k++) {
        const struct diff_line *l = &d->line[k];
        if (!diff_near(d, k, CONTEXT)) {
            gap = 1;
            continue;
        }
        if (gap)
            pane_text(&v->pane[0], STYLE_DIM, 2, "%s", "…");
        gap = 0;
        if (!add_line(v, (struct shown){ file, l->sign == '-' ? l->first : l->second, l->sign, 0 }, l->text, l->len))
            return;
        if (l->second)
            fill_comments(v, f->name, l->second);
    }
    pane_blank(&v->pane[0]);
}

static void handed_view_fill(struct view *v)
{
    struct handed_view *h = v->data;
    const char *name = js_text(h->handed.row, "name");
    char title[160];
    h->nlines = 0;
    snprintf(title, sizeof title, "%.60s: %s", *name ? name : h->key,
             h->differences ? "what differs from the skeleton" : "the source");
    pane_head(&v->pane[0], title, h->handed.counts ? "the submission that counts" : "the last submission");
    fill_comments(v, "", 0);
    pane_blank(&v->pane[0]);
    if (h->differences)
        compare(h);
    for (size_t k = 0; k < h->handed.n; k++) {
        if (h->differences)
            fill_difference(v, (int)k);
        else
            fill_source(v, (int)k);
    }
    snprintf(v->right, sizeof v->right, "%.90s", h->lab);
}

static void draw_source(const struct shown *l, const char *s, struct pen *p)
{
    static const enum style style[] = { STYLE_TEXT, STYLE_STRONG, STYLE_ACCENT, STYLE_EMPH, STYLE_DIM };
    int inside = l->inside;
    enum code_token kind;
    for (size_t at = 0, n = strlen(s), used; at < n; at += used) {
        used = code_next(s + at, n - at, &inside, &kind);
        pen_fmt(p, style[kind], "%.*s", (int)used, s + at);
    }
}

static void handed_view_draw(struct view *v, const struct row *r, struct pen *p)
{
    const struct handed_view *h = v->data;
    const struct shown *l = &h->line[r->n];
    enum style s = l->sign == '+' ? STYLE_ACCENT : l->sign == '-' ? STYLE_BAD : STYLE_DIM;
    char sign[3] = { l->sign, ' ', 0 };
    pen_number(p, STYLE_DIM, GUTTER - 3, "%d", l->number);
    pen_put(p, STYLE_DIM, " ");
    pen_put(p, s, sign);
    if (h->differences)
        pen_put(p, s, r->text ? r->text : "");
    else
        draw_source(l, r->text ? r->text : "", p);
}

/* Lines of code have all of a wide screen. */
static void handed_view_layout(struct view *v, int y, int x, int h, int w)
{
    pane_place(&v->pane[0], y, x, h, w);
}

/* ---- keys ----------------------------------------------------------------------- */

/* "FILE:12" of a line of the source; NULL for one that was taken away, and for what is no line. Yours. */
static char *place_of(const struct handed_view *h, int line)
{
    const struct shown *l = line >= 0 && (size_t)line < h->nlines ? &h->line[line] : NULL;
    return l && l->sign != '-' ? util_path("%s:%d", h->handed.file[l->file].name, l->number) : NULL;
}

static unsigned comment_given(struct view *v, const char *text, int tag)
{
    const struct handed_view *h = v->data;
    char *place = place_of(h, tag);
    unsigned bits = handed_said(v, h->lab, h->key, place, text);
    free(place);
    return bits;
}

static unsigned ask_comment(struct view *v, const struct row *r)
{
    int line = r && r->kind == LINE ? r->n : -1;
    char *place = place_of(v->data, line);
    unsigned bits = handed_ask(v, place, comment_given, place ? line : -1);
    free(place);
    return bits;
}

static unsigned handed_view_request(struct view *v, enum action a, struct row *r)
{
    struct handed_view *h = v->data;
    if (a == ACTION_COMMENT)
        return ask_comment(v, r);
    if (a != ACTION_HANDED && a != ACTION_HANDED_DIFF)
        return VIEW_IGNORED;
    h->differences = a == ACTION_HANDED_DIFF;
    v->pane[0].top = v->pane[0].cursor = 0;
    return VIEW_FILL;
}

static const unsigned char bar[] = { ACTION_HANDED, ACTION_HANDED_DIFF, ACTION_COMMENT, ACTION_FIND, 0 };

const struct view_ops view_handed = {
    .name = "handed",
    .groups = GROUP_HANDED | GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct handed_view),
    .open = handed_view_open,
    .close = handed_view_close,
    .load = handed_view_load,
    .layout = handed_view_layout,
    .fill = handed_view_fill,
    .draw = handed_view_draw,
    .request = handed_view_request,
};

int handed_look(struct view *v, enum action a, const char *lab, const char *key)
{
    char arg[300];
    if (a != ACTION_HANDED && a != ACTION_HANDED_DIFF)
        return 0;
    snprintf(arg, sizeof arg, "%s%s/%s", a == ACTION_HANDED_DIFF ? "-" : "", lab, key);
    screen_open(v->scr, &view_handed, arg);
    return 1;
}

unsigned handed_ask(struct view *v, const char *place, unsigned (*done)(struct view *v, const char *text, int tag),
                    int tag)
{
    char label[80];
    if (db_is_readonly(v->app->db)) {
        screen_say(v->scr, STYLE_BAD, "The workbook is open to be read only: nothing can be said.");
        return VIEW_HANDLED;
    }
    snprintf(label, sizeof label, place ? "comment on %.60s" : "comment on all of the work", place);
    screen_ask(v->scr, label, "", done, tag);
    return VIEW_HANDLED;
}

unsigned handed_said(struct view *v, const char *lab, const char *key, const char *place, const char *text)
{
    if (!text || !*text)
        return VIEW_HANDLED;
    json_t *id = json_pack("{s:s}", "id", lab); /* the rubric is the one that the class goes by */
    enum app_exit code = class_comment(v->app, id, key, place, text, NULL);
    json_decref(id);
    if (code == APP_OK)
        return VIEW_RELOAD;
    screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    return VIEW_HANDLED;
}
