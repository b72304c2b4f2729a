/* Two attempts of a lab, their files line by line. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/diff.h"
#include "screen.h"

enum { LINE = ROW_OWN };
enum { CONTEXT = 3, FILES = 32, GUTTER = 8 }; /* GUTTER: columns of a line's number and sign */

struct one_file {
    const char *name;
    struct diff diff;
};

struct diff_view {
    long long id[2];
    struct db_file *file[2];
    size_t n[2];
    struct one_file shown[FILES];
    size_t nshown;
};

static const struct db_file *named(const struct diff_view *d, int side, const char *name)
{
    for (size_t k = 0; k < d->n[side]; k++)
        if (!strcmp(d->file[side][k].name, name))
            return &d->file[side][k];
    return NULL;
}

/* A file that is on one side only is all added, or all taken away. */
static int add_file(struct diff_view *d, const char *name)
{
    const struct db_file *x = named(d, 0, name), *y = named(d, 1, name);
    if (d->nshown == FILES)
        return 0;
    d->shown[d->nshown].name = name;
    if (diff_texts(x ? x->data : "", x ? x->size : 0, y ? y->data : "", y ? y->size : 0, &d->shown[d->nshown].diff))
        return -1;
    d->nshown++;
    return 0;
}

static int compare(struct diff_view *d)
{
    for (size_t k = 0; k < d->n[0]; k++)
        if (add_file(d, d->file[0][k].name))
            return -1;
    for (size_t k = 0; k < d->n[1]; k++)
        if (!named(d, 0, d->file[1][k].name) && add_file(d, d->file[1][k].name))
            return -1;
    return 0;
}

static int diff_open(struct view *v)
{
    struct diff_view *d = v->data;
    if (!v->app->db || sscanf(v->arg ? v->arg : "", "%lld %lld", &d->id[0], &d->id[1]) != 2) {
        app_fail(v->app, APP_CONFIG, "A comparison needs two attempts: Space marks them.");
        return -1;
    }
    for (int k = 0; k < 2; k++)
        if (db_attempt_source(v->app->db, d->id[k], &d->file[k], &d->n[k]) != DB_OK) {
            app_fail_db(v->app);
            return -1;
        }
    if (compare(d)) {
        app_fail(v->app, APP_OURS, "Out of memory: the two were not compared.");
        return -1;
    }
    snprintf(v->title, sizeof v->title, "#%lld to #%lld", d->id[0], d->id[1]);
    return 0;
}

static void diff_close(struct view *v)
{
    struct diff_view *d = v->data;
    for (size_t k = 0; k < d->nshown; k++)
        diff_free(&d->shown[k].diff);
    for (int k = 0; k < 2; k++)
        db_files_free(d->file[k], d->n[k]);
}

static void fill_file(struct pane *p, const struct diff_view *d, size_t at)
{
    const struct one_file *f = &d->shown[at];
    char right[64];
    int gap = 0;
    snprintf(right, sizeof right, "+%zu -%zu", f->diff.added, f->diff.removed);
    pane_head(p, f->name, right);
    if (!f->diff.added && !f->diff.removed)
        pane_text(p, STYLE_DIM, 2, "the same");
    for (size_t k = 0; k < f->diff.n; k++) {
        if (!diff_near(&f->diff, k, CONTEXT)) {
            gap = 1;
            continue;
        }
        if (gap)
            pane_text(p, STYLE_DIM, 2, "%s", "…");
        gap = 0;
        const struct diff_line *l = &f->diff.line[k];
        struct row *r = pane_add(p, LINE, (int)k);
        r->line = (int)at;
        r->select = 0;
        r->text = strndup(l->text, l->len);
        r->wide = 1 + GUTTER;
    }
    pane_blank(p);
}

/* Lines of code have all of a wide screen. */
static void diff_layout(struct view *v, int y, int x, int h, int w)
{
    pane_place(&v->pane[0], y, x, h, w);
}

static void diff_fill(struct view *v)
{
    const struct diff_view *d = v->data;
    size_t added = 0, removed = 0;
    for (size_t k = 0; k < d->nshown; k++) {
        fill_file(&v->pane[0], d, k);
        added += d->shown[k].diff.added;
        removed += d->shown[k].diff.removed;
    }
    snprintf(v->right, sizeof v->right, "lines: %zu added, %zu removed", added, removed);
}

static void diff_draw(struct view *v, const struct row *r, struct pen *p)
{
    const struct diff_view *d = v->data;
    const struct diff_line *l = &d->shown[r->line].diff.line[r->n];
    enum style s = l->sign == '+' ? STYLE_ACCENT : l->sign == '-' ? STYLE_BAD : STYLE_DIM;
    char sign[3] = { l->sign, ' ', 0 };
    pen_number(p, STYLE_DIM, GUTTER - 3, "%d", l->second ? l->second : l->first);
    pen_put(p, STYLE_DIM, " ");
    pen_put(p, s, sign);
    pen_put(p, l->sign == ' ' ? STYLE_DIM : s, r->text ? r->text : "");
}

static const unsigned char bar[] = { ACTION_FIND, 0 };

const struct view_ops view_diff = {
    .name = "diff",
    .groups = GROUP_WIDE | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct diff_view),
    .open = diff_open,
    .close = diff_close,
    .layout = diff_layout,
    .fill = diff_fill,
    .draw = diff_draw,
};
