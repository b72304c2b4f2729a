/* The class: students down, labs across, one sign a cell; Enter shows what a cell rests on. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/class_sheet.h"
#include "tui/app/collate.h"
#include "screen.h"
#include "tui/app/facts.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "tui/app/find.h"

enum { STUDENT = ROW_OWN };
enum { LIST = 0, HEAD = 1, HEAD_ROWS = 4, CELL = 2, NUMBERS = 14 };
enum sorting { BY_KEY, BY_NAME, BY_TOTAL, BY_LAB, SORTINGS };

struct class_view {
    struct class_sheet sheet;
    size_t *order; /* students shown */
    size_t shown, lab, left; /* left: the first lab in sight */
    enum sorting sort;
    char status[16], text[64]; /* filters; "" is none */
};

static struct class_view *sorting; /* qsort() has no argument of the caller's */

static int class_load(struct view *v)
{
    struct class_view *c = v->data;
    struct class_sheet fresh;
    if (!v->app->db) {
        app_fail(v->app, APP_CONFIG, "There is no database.");
        return -1;
    }
    if (class_sheet_load(v->app, &fresh) != APP_OK)
        return -1;
    class_sheet_free(&c->sheet);
    free(c->order);
    c->sheet = fresh;
    c->order = calloc(fresh.nstudents + 1, sizeof *c->order);
    if (!fresh.nstudents) {
        app_fail(v->app, APP_CONFIG, "There is no class yet. `ridge roster import FILE.csv` makes one.");
        return -1;
    }
    if (c->lab >= fresh.nlabs)
        c->lab = 0;
    v->npanes = 2;
    return c->order ? 0 : -1;
}

static void class_close(struct view *v)
{
    struct class_view *c = v->data;
    class_sheet_free(&c->sheet);
    free(c->order);
}

static void class_layout(struct view *v, int y, int x, int h, int w)
{
    int head = h > 8 ? HEAD_ROWS : 2;
    pane_place(&v->pane[HEAD], y, x, head, w);
    pane_place(&v->pane[LIST], y + head, x, h - head, w);
    v->focus = LIST;
}

/* ---- which students, in which order --------------------------------------------- */

static int is_shown(const struct class_view *c, size_t k)
{
    const struct class_student *s = &c->sheet.student[k];
    if (c->status[0] && c->sheet.nlabs && strcmp(class_sheet_cell(&c->sheet, k, c->lab)->status, c->status))
        return 0;
    return !c->text[0] || find_text(s->name, c->text, 0) >= 0 || find_text(s->key, c->text, 0) >= 0 ||
           find_text(s->section, c->text, 0) >= 0;
}

static double weight(size_t student)
{
    const struct class_sheet *s = &sorting->sheet;
    return sorting->sort == BY_LAB && s->nlabs ? class_sheet_cell(s, student, sorting->lab)->grade
                                               : s->student[student].total;
}

static int compare(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    int d = 0;
    if (sorting->sort == BY_NAME)
        d = collate_names(sorting->sheet.student[x].name, sorting->sheet.student[y].name);
    else if (sorting->sort != BY_KEY)
        d = (weight(x) < weight(y)) - (weight(x) > weight(y));
    return d ? d : (x > y) - (x < y); /* rows are by key already */
}

static void arrange(struct class_view *c)
{
    c->shown = 0;
    for (size_t k = 0; k < c->sheet.nstudents; k++)
        if (is_shown(c, k))
            c->order[c->shown++] = k;
    sorting = c;
    qsort(c->order, c->shown, sizeof *c->order, compare);
}

/* ---- rows ----------------------------------------------------------------------- */

static int name_width(int w)
{
    return w >= 70 ? 20 : 12;
}

static size_t labs_in_sight(int w)
{
    int room = (w - name_width(w) - NUMBERS) / CELL;
    return room > 1 ? (size_t)room : 1;
}

static void fill_counts(struct view *v, struct pane *p)
{
    struct class_view *c = v->data;
    char line[300] = "";
    size_t n = 0;
    for (const char *const *s = class_statuses; *s; s++) {
        struct class_cell sample = { .status = "" };
        const char *word;
        snprintf(sample.status, sizeof sample.status, "%s", *s);
        const char *sign = class_sign(&sample, &word);
        size_t k = class_sheet_count(&c->sheet, c->lab, *s);
        if (k)
            n += (size_t)snprintf(line + n, sizeof line - n, "%s %s %zu  ", sign, word, k);
    }
    size_t copies = class_sheet_copies(&c->sheet, c->lab);
    if (copies)
        snprintf(line + n, sizeof line - n, "= the reference's work %zu", copies);
    pane_text(p, STYLE_TEXT, 0, "%s", line);
}

static void fill_head(struct view *v)
{
    static const char *const sorted[SORTINGS] = { "by key", "by name", "by total", "by this lab" };
    struct class_view *c = v->data;
    struct pane *p = &v->pane[HEAD];
    size_t see = labs_in_sight(p->w);
    char right[80], students[FIGURE];
    if (!c->sheet.nlabs) {
        pane_say(p, STYLE_TEXT, 0, "Nothing has been handed in yet: `ridge grade DIR --lab LAB` takes it in.");
        return;
    }
    if (c->lab < c->left)
        c->left = c->lab;
    if (c->lab >= c->left + see)
        c->left = c->lab - see + 1;
    if (c->left + see > c->sheet.nlabs)
        c->left = c->sheet.nlabs > see ? c->sheet.nlabs - see : 0;
    snprintf(right, sizeof right, "lab %zu of %zu", c->lab + 1, c->sheet.nlabs);
    pane_head(p, c->sheet.lab[c->lab], right);
    fill_counts(v, p);
    pane_text(p, STYLE_DIM, 0, "%s · %s%s%s · %zu of %s", sorted[c->sort],
              c->status[0] ? "only " : "every status", c->status, c->text[0] ? " · text filter" : "", c->shown,
              figure_of((double)c->sheet.nstudents, "student", students));
    if (c->left || c->left + see < c->sheet.nlabs)
        pane_text(p, STYLE_DIM, 0, "labs %zu to %zu in sight", c->left + 1,
                  c->left + see < c->sheet.nlabs ? c->left + see : c->sheet.nlabs);
}

static void class_fill(struct view *v)
{
    struct class_view *c = v->data;
    struct pane *p = &v->pane[LIST];
    arrange(c);
    fill_head(v);
    for (size_t k = 0; k < c->shown; k++)
        pane_add(p, STUDENT, (int)c->order[k]);
    if (!c->shown)
        pane_text(p, STYLE_TEXT, 0,
                  "No student is left by these filters: f takes the next status, F another text, Esc none.");
    char students[FIGURE], labs[FIGURE];
    snprintf(v->right, sizeof v->right, "%s · %s", figure_of((double)c->sheet.nnamed, "student", students),
             figure_of((double)c->sheet.nlabs, "lab", labs));
}

static enum style cell_style(const struct class_cell *c)
{
    return status_style(c->status);
}

/* A bar runs down the chosen lab; in the marked row it points. */
static void class_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct class_view *c = v->data;
    const struct class_student *s = &c->sheet.student[r->n];
    int width = pen_left(p), marked = pane_row(&v->pane[LIST]) == r;
    size_t see = labs_in_sight(width), end = c->left + see < c->sheet.nlabs ? c->left + see : c->sheet.nlabs;
    pen_right(p, STYLE_TEXT, "%7.1f %3d ✓", s->total, s->passed);
    pen_cell(p, STYLE_TEXT, name_width(width), *s->name ? s->name : s->key);
    for (size_t k = c->left; k < end; k++) {
        const struct class_cell *cell = class_sheet_cell(&c->sheet, (size_t)r->n, k);
        const char *mark = class_sheet_mark(cell);
        pen_put(p, marked ? STYLE_ACCENT : STYLE_DIM,
                mark            ? mark
                : k != c->lab   ? " "
                : marked        ? "›"
                                : "│");
        pen_put(p, cell_style(cell), class_sign(cell, NULL));
    }
}

/* ---- keys ----------------------------------------------------------------------- */

/* Esc takes the filters away before it leaves the page, where they left nobody to look at. */
static unsigned leave(struct view *v)
{
    struct class_view *c = v->data;
    if (c->shown || (!c->status[0] && !c->text[0]))
        return VIEW_IGNORED;
    c->status[0] = c->text[0] = 0;
    screen_say(v->scr, STYLE_TEXT, "No filter is set any more.");
    return VIEW_FILL;
}

/* The next status that this lab has; after the last: all. */
static void next_filter(struct class_view *c)
{
    const char *const *s = class_statuses;
    if (!c->sheet.nlabs)
        return;
    if (c->status[0]) {
        while (*s && strcmp(*s, c->status))
            s++;
        s += *s != NULL;
    }
    while (*s && !class_sheet_count(&c->sheet, c->lab, *s))
        s++;
    snprintf(c->status, sizeof c->status, "%s", *s ? *s : "");
}

static unsigned text_given(struct view *v, const char *text, int tag)
{
    struct class_view *c = v->data;
    (void)tag;
    if (text)
        snprintf(c->text, sizeof c->text, "%s", text);
    return VIEW_FILL;
}

static unsigned step_lab(struct class_view *c, int way)
{
    if (way < 0 ? c->lab > 0 : c->lab + 1 < c->sheet.nlabs)
        c->lab += (size_t)way;
    return VIEW_FILL;
}

static unsigned open_evidence(struct view *v, const struct row *r)
{
    struct class_view *c = v->data;
    char arg[300];
    if (!r || r->kind != STUDENT || !c->sheet.nlabs)
        return VIEW_HANDLED;
    snprintf(arg, sizeof arg, "%s/%s", c->sheet.lab[c->lab], c->sheet.student[r->n].key);
    screen_open(v->scr, &view_evidence, arg);
    return VIEW_HANDLED;
}

/* A lab without names is another row's. */
static int is_hidden(struct view *v, const struct row *r)
{
    const struct class_view *c = v->data;
    if (!r || r->kind != STUDENT || !c->sheet.nlabs || class_sheet_cell(&c->sheet, (size_t)r->n, c->lab)->status[0])
        return 0;
    screen_say(v->scr, STYLE_TEXT,
               (size_t)r->n < c->sheet.nnamed
                   ? "%s is graded without names: its work stands below, by pseudonyms."
                   : "Only the lab that is graded without names has this pseudonym, and %s has not.",
               c->sheet.lab[c->lab]);
    return 1;
}

static unsigned class_request(struct view *v, enum action a, struct row *r)
{
    struct class_view *c = v->data;
    switch (a) {
    case ACTION_OPEN:
        return is_hidden(v, r) ? VIEW_HANDLED : open_evidence(v, r);
    case ACTION_HANDED:
    case ACTION_HANDED_DIFF:
        if (r && r->kind == STUDENT && c->sheet.nlabs && !is_hidden(v, r))
            handed_look(v, a, c->sheet.lab[c->lab], c->sheet.student[r->n].key);
        return VIEW_HANDLED;
    case ACTION_BACK:
        return leave(v);
    case ACTION_LEFT:
        return step_lab(c, -1);
    case ACTION_RIGHT:
        return step_lab(c, 1);
    case ACTION_FILTER:
        next_filter(c);
        return VIEW_FILL;
    case ACTION_FILTER_TEXT:
        screen_ask(v->scr, "only students with", c->text, text_given, 0);
        return VIEW_HANDLED;
    case ACTION_SORT:
        c->sort = (enum sorting)((c->sort + 1) % SORTINGS);
        return VIEW_FILL;
    case ACTION_PANE:
        return VIEW_HANDLED; /* the head has nothing to choose */
    default:
        return VIEW_IGNORED;
    }
}

static void class_keep(struct view *v, json_t *place)
{
    struct class_view *c = v->data;
    json_object_set_new(place, "lab", json_integer((json_int_t)c->lab));
    json_object_set_new(place, "sort", json_integer(c->sort));
}

static void class_restore(struct view *v, json_t *place)
{
    struct class_view *c = v->data;
    double lab = js_number(place, "lab"), sort = js_number(place, "sort");
    c->lab = lab > 0 ? (size_t)lab : 0;
    c->sort = sort > 0 && sort < SORTINGS ? (enum sorting)sort : BY_KEY;
}

static const unsigned char bar[] = { ACTION_OPEN, ACTION_HANDED, ACTION_HANDED_DIFF, ACTION_LEFT, ACTION_RIGHT,
                                     ACTION_FILTER, ACTION_FILTER_TEXT,
                                     ACTION_SORT, ACTION_FIND, 0 };

const struct view_ops view_class = {
    .name = "class",
    .groups = GROUP_CLASS | GROUP_SPACE,
    .bar = bar,
    .size = sizeof(struct class_view),
    .close = class_close,
    .load = class_load,
    .layout = class_layout,
    .fill = class_fill,
    .draw = class_draw,
    .request = class_request,
    .keep = class_keep,
    .restore = class_restore,
};
