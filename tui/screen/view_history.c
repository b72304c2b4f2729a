/* Attempts, the newest first, and of a lab how its benches went; two of them side by side, one of them put back. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/bench_trend.h"
#include "tui/app/failures.h"
#include "tui/app/interview.h"
#include "tui/app/past.h"
#include "screen.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

enum { ATTEMPT = ROW_OWN, SITTING, CURVE };
enum { LIMIT = 500, BENCHES = 8, NAMES = 20, WHEN = 10, ROOMY = 40, NARROW = 60 };

struct history {
    json_t *rows, *lab; /* rows: past_rows(); lab: of v->arg, or NULL */
    struct bench_trend *trend; /* one a bench with a timed run */
    size_t ntrends;
    int mark[2]; /* attempts; 0: none */
    int names;  /* columns of labs' names */
    int newest; /* the number of the newest row when rows were made last; 0: there was none */
    long at;    /* that row's place in the pane */
};

static void load_trends(struct view *v)
{
    struct history *h = v->data;
    size_t k;
    const json_t *b;
    if (!v->arg || (!h->lab && !(h->lab = app_lab(v->app, v->arg))))
        return;
    free(h->trend);
    h->trend = calloc(BENCHES, sizeof *h->trend);
    h->ntrends = 0;
    json_array_foreach(json_object_get(h->lab, "bench"), k, b) {
        if (!h->trend || h->ntrends == BENCHES)
            break;
        bench_trend_load(v->app, js_text(h->lab, "id"), js_text(b, "id"), &h->trend[h->ntrends]);
        h->ntrends += h->trend[h->ntrends].n > 0;
    }
}

/* "3 attempts, 1 interview" */
static void tell_size(struct view *v)
{
    const struct history *h = v->data;
    size_t k, sat = 0, all = json_array_size(h->rows);
    const json_t *x;
    char attempts[FIGURE], sittings[FIGURE];
    json_array_foreach(h->rows, k, x)
        sat += past_is_sitting(x);
    snprintf(v->right, sizeof v->right, "%s%s%s%s", all == LIMIT ? "the latest " : "",
             figure_of((double)(all - sat), "attempt", attempts), sat ? ", " : "",
             sat ? figure_of((double)sat, "interview", sittings) : "");
}

static int history_load(struct view *v)
{
    struct history *h = v->data;
    size_t k;
    const json_t *x;
    json_decref(h->rows);
    h->rows = v->app->db ? past_rows(v->app, v->arg, LIMIT) : NULL;
    if (!h->rows) {
        app_fail(v->app, APP_CONFIG, "The history can't be read: %s",
                 v->app->db ? db_error(v->app->db) : "There is no database.");
        return -1;
    }
    load_trends(v);
    h->names = NAMES;
    json_array_foreach(h->rows, k, x)
        h->names = pen_names_wide(h->names, js_text(x, "lab"));
    snprintf(v->title, sizeof v->title, "history");
    tell_size(v);
    return 0;
}

static void history_close(struct view *v)
{
    struct history *h = v->data;
    json_decref(h->rows);
    json_decref(h->lab);
    free(h->trend);
}

/* A line a bench, and the edit that won most of it. */
static void fill_trends(const struct history *h, struct pane *p)
{
    for (size_t k = 0; k < h->ntrends; k++) {
        const struct bench_trend *t = &h->trend[k];
        size_t step = bench_trend_step(t);
        pane_add(p, CURVE, (int)k)->select = 0;
        if (step)
            pane_say(p, STYLE_DIM, 2, "Biggest gain: run %lld → %lld, %.2f to %.2f (%.2f times as fast)",
                      t->attempt[step - 1], t->attempt[step], t->ratio[step - 1], t->ratio[step],
                      t->ratio[step] / t->ratio[step - 1]);
    }
    if (h->ntrends)
        pane_blank(p);
}

/* The mark on the newest row goes on to one that came since; on an older row, which is being looked at, it stays. */
static void follow_newest(struct history *h, struct pane *p, long at)
{
    int stood = h->newest && p->cursor == h->at, was = h->newest;
    const struct row *newest = (long)p->n > at ? &p->rows[at] : NULL;
    h->newest = newest ? newest->n : 0;
    h->at = at;
    if (stood && newest && newest->n != was)
        pane_mark(p, newest->kind, newest->n);
}

static void history_fill(struct view *v)
{
    struct history *h = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *a;
    fill_trends(h, p);
    long at = (long)p->n;
    json_array_foreach(h->rows, k, a)
        pane_add(p, past_is_sitting(a) ? SITTING : ATTEMPT, (int)js_number(a, "id"))->item = a;
    follow_newest(h, p, at);
    if (!p->n) {
        pane_text(p, STYLE_TEXT, 0, "Nothing has been run yet.");
        pane_text(p, STYLE_DIM, 0,
                  "Each run of a lab is kept here with its sources and its report.");
    }
}

/* Ratios to the reference, the oldest at the left. */
static void draw_curve(const struct bench_trend *t, struct pen *p)
{
    size_t room = pen_left(p) > 50 ? (size_t)pen_left(p) - 46 : 8, shown = t->n < room ? t->n : room;
    pen_right(p, STYLE_TEXT, "now %.3g, best %.3g of the reference", t->ratio[t->n - 1], bench_trend_best(t));
    pen_cell(p, STYLE_STRONG, 8, t->bench);
    pen_spark(p, t->ratio + t->n - shown, shown);
}

static int is_marked(const struct history *h, int id)
{
    return id && (h->mark[0] == id || h->mark[1] == id);
}

/* How it was run and how long it took: where room is short the time goes first, then both. */
static void draw_how(struct pen *p, const char *verb, const char *took, int room)
{
    char text[3][64];
    snprintf(text[0], sizeof text[0], "%s %9s", verb, took);
    snprintf(text[1], sizeof text[1], "%s %s", verb, took);
    snprintf(text[2], sizeof text[2], "%s", verb);
    for (int k = 0; k < 3; k++)
        if (term_width(text[k]) < room) {
            pen_right(p, STYLE_DIM, "%s", text[k]);
            return;
        }
}

/* Beside the run the lab's total when it was over; of an older revision of the lab that is said. */
static void draw_stood(const json_t *a, struct pen *p)
{
    const json_t *stood = json_object_get(a, "stood");
    char total[96], rev[24] = "", of[24] = "", after[32] = "";
    if (json_is_true(json_object_get(stood, "older")))
        snprintf(rev, sizeof rev, " (rev %d)", (int)js_number(a, "rev"));
    if (*rev || js_number(stood, "max") != js_number(a, "max"))
        snprintf(of, sizeof of, " of %.4g", js_number(stood, "max"));
    snprintf(total, sizeof total, "  total %.4g%s%s", js_number(stood, "points"), of, rev);
    if (json_is_true(json_object_get(a, "after_solution")))
        snprintf(after, sizeof after, ", after the solution");
    if (pen_left(p) > term_width(total))
        pen_put(p, STYLE_DIM, total);
    else if (*rev)
        pen_put(p, STYLE_DIM, rev);
    if (pen_left(p) > term_width(after))
        pen_put(p, STYLE_DIM, after);
}

/* In the columns of an attempt, with no number of its own. */
static void draw_sitting(const struct view *v, const json_t *s, struct pen *p)
{
    char when[32], what[INTERVIEW_WORDS + 20];
    const char *scope = js_text(s, "scope");
    text_ago(when, sizeof when, past_when(s), screen_now(v->scr));
    scope += strncmp(scope, "deep/", 5) ? 0 : 5;
    pen_to(p, 6);
    if (v->pane[0].w >= NARROW)
        pen_cell(p, STYLE_DIM, WHEN, when);
    if (!v->arg && v->pane[0].w >= NARROW)
        pen_name(p, STYLE_TEXT, ((struct history *)v->data)->names, scope);
    pen_status(p, json_is_true(json_object_get(s, "passed")) ? "PASS" : "FAIL");
    snprintf(what, sizeof what, " %s%sinterview, %s", v->pane[0].w < NARROW ? scope : "",
             v->pane[0].w < NARROW ? " " : "", js_text(s, "words"));
    pen_put(p, STYLE_TEXT, what);
}

static void history_draw(struct view *v, const struct row *r, struct pen *p)
{
    if (r->kind == CURVE) {
        draw_curve(&((struct history *)v->data)->trend[r->n], p);
        return;
    }
    if (r->kind == SITTING) {
        draw_sitting(v, r->item, p);
        return;
    }
    char when[32], took[32], what[64], right[64];
    const json_t *a = r->item;
    const char *stage = js_text(a, "stage");
    int saved = json_is_true(json_object_get(a, "watch")), names = ((struct history *)v->data)->names;
    text_ago(when, sizeof when, (int64_t)js_number(a, "started"), screen_now(v->scr));
    text_duration(took, sizeof took, js_number(a, "duration_ms"));
    int word = v->pane[0].w < NARROW ? 12 : 13; /* of status or stage */
    int room = v->pane[0].w - 19 - word - (v->arg ? 0 : names); /* beside number, status and points */
    failures_right(a, right, sizeof right);
    if (*right && room < ROOMY)
        snprintf(right, sizeof right, "%.0f/%.0f right", js_number(a, "right"), js_number(a, "cases"));
    const char *verb = saved ? "save" : js_text(a, "verb");
    if (term_width(right) + 2 > room - WHEN)
        *right = '\0'; /* what does not fit takes no room from how it was run */
    draw_how(p, verb, took, room - WHEN - (*right ? term_width(right) + 2 : 0));
    pen_number(p, STYLE_DIM, 4, "%d", r->n);
    pen_put(p, STYLE_ACCENT, is_marked(v->data, r->n) ? "*" : " ");
    pen_to(p, 6);
    if (room >= WHEN)
        pen_cell(p, STYLE_DIM, WHEN, when);
    if (!v->arg)
        pen_name(p, STYLE_TEXT, names, js_text(a, "lab"));
    pen_status(p, js_text(a, "status"));
    pen_put(p, STYLE_TEXT, " ");
    snprintf(what, sizeof what, "%s%s", *stage ? "★ " : "", *stage ? stage : js_text(a, "status"));
    pen_cell(p, *stage ? STYLE_ACCENT : STYLE_TEXT, word, what);
    pen_number(p, STYLE_TEXT, 4, "%.4g", js_number(a, "points"));
    snprintf(what, sizeof what, " of %.4g", js_number(a, "max"));
    if (term_width(what) <= pen_left(p))
        pen_put(p, STYLE_DIM, what);
    if (*right && term_width(right) + 2 <= pen_left(p)) {
        pen_put(p, STYLE_TEXT, "  ");
        pen_put(p, STYLE_TEXT, right);
    }
    draw_stood(a, p);
}

/* A third mark takes the older one's place. */
static void toggle(struct history *h, int id)
{
    if (h->mark[1] == id) {
        h->mark[1] = 0;
    } else if (h->mark[0] == id) {
        h->mark[0] = h->mark[1];
        h->mark[1] = 0;
    } else if (!h->mark[0]) {
        h->mark[0] = id;
    } else {
        if (h->mark[1])
            h->mark[0] = h->mark[1];
        h->mark[1] = id;
    }
}

static const json_t *attempt_of(const struct history *h, int id)
{
    size_t k;
    const json_t *a;
    json_array_foreach(h->rows, k, a)
        if (!past_is_sitting(a) && (int)js_number(a, "id") == id)
            return a;
    return NULL;
}

/* The one before of the same lab, 0: none. */
static int before(const struct history *h, const json_t *of)
{
    size_t k;
    const json_t *a;
    json_array_foreach(h->rows, k, a)
        if (!past_is_sitting(a) && js_number(a, "id") < js_number(of, "id") &&
            !strcmp(js_text(a, "lab"), js_text(of, "lab")))
            return (int)js_number(a, "id");
    return 0;
}

/* Compares the two chosen attempts; or one chosen with the one under the mark; or that under the mark with the
 * attempt before. */
static unsigned compare(struct view *v, const struct row *r)
{
    struct history *h = v->data;
    int here = r && r->kind == ATTEMPT ? r->n : 0, x = h->mark[0], y = h->mark[1] ? h->mark[1] : here;
    const json_t *a = attempt_of(h, x), *b = attempt_of(h, y);
    char arg[64];
    if (!x && b)
        a = attempt_of(h, x = before(h, b));
    if (!a || !b || x == y) {
        screen_say(v->scr, STYLE_TEXT, "There is no earlier attempt to compare with. Space marks the two to compare.");
        return VIEW_HANDLED;
    }
    if (strcmp(js_text(a, "lab"), js_text(b, "lab"))) {
        screen_say(v->scr, STYLE_TEXT, "#%d is of %s, #%d of %s: there is nothing to compare.", x, js_text(a, "lab"), y,
                   js_text(b, "lab"));
        return VIEW_HANDLED;
    }
    snprintf(arg, sizeof arg, "%d %d", x < y ? x : y, x < y ? y : x);
    screen_open(v->scr, &view_diff, arg);
    return VIEW_HANDLED;
}

/* y: the attempt's files in place of the learner's, which are kept. */
static unsigned restored(struct view *v, const char *yes, int id)
{
    struct history *h = v->data;
    const json_t *a = attempt_of(h, id);
    struct db_file *f = NULL;
    size_t n = 0;
    char *backup = NULL;
    if (!yes || !a)
        return VIEW_HANDLED;
    json_t *lab = app_lab(v->app, js_text(a, "lab"));
    if (lab && db_attempt_source(v->app->db, id, &f, &n) != DB_OK)
        screen_say(v->scr, STYLE_BAD, "%s", db_error(v->app->db));
    else if (!lab || app_restore(v->app, lab, f, n, &backup) != APP_OK)
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
    else
        screen_say(v->scr, STYLE_TEXT, "%s is as in run %d again. Your files before that are in %s", js_text(lab, "id"),
                   id, backup);
    db_files_free(f, n);
    free(backup);
    json_decref(lab);
    return VIEW_HANDLED;
}

static unsigned history_request(struct view *v, enum action a, struct row *r)
{
    char text[120];
    int id = r && r->kind == ATTEMPT ? r->n : 0;
    if (a == ACTION_DIFF)
        return compare(v, r);
    if (r && r->kind == SITTING && a == ACTION_OPEN) {
        snprintf(text, sizeof text, "%d", r->n);
        screen_open(v->scr, &view_interview, text);
        return VIEW_HANDLED;
    }
    if (!id)
        return VIEW_IGNORED;
    switch (a) {
    case ACTION_OPEN:
        snprintf(text, sizeof text, "%d", id);
        screen_open(v->scr, &view_report, text);
        return VIEW_HANDLED;
    case ACTION_TICK:
        toggle(v->data, id);
        return VIEW_HANDLED;
    case ACTION_RESTORE:
        snprintf(text, sizeof text, "Replace your files with those of run %d? A copy of yours is kept.", id);
        screen_confirm(v->scr, text, restored, id);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned history_changed(struct view *v)
{
    return screen_run(v->scr)->running ? VIEW_HANDLED : VIEW_RELOAD;
}

/* A mark that was left on the newest row will be on the newest row: that is no place to come back to. */
static void history_keep(struct view *v, json_t *place)
{
    const struct history *h = v->data;
    if (v->pane[0].cursor == h->at)
        json_object_del(place, "panes");
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_TICK, ACTION_DIFF, ACTION_RESTORE, ACTION_FIND, 0};

const struct view_ops view_history = {
    .name = "history",
    .groups = GROUP_HISTORY,
    .bar = bar,
    .size = sizeof(struct history),
    .load = history_load,
    .close = history_close,
    .fill = history_fill,
    .draw = history_draw,
    .request = history_request,
    .changed = history_changed,
    .keep = history_keep,
};
