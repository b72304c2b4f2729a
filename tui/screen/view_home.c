/* Home: where am I, what is next; then the whole year, part by part. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "tui/app/day.h"
#include "tui/app/review_deck.h"
#include "tui/app/work_log.h"
#include "tui/app/gate.h"
#include "db/gradebook.h"
#include "screen.h"
#include "tui/app/facts.h"
#include "view_map.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/term.h"
#include "runner/base/util.h"
#include "tui/app/chapter.h"
#include "tui/app/tours.h"

enum { NEXT = ROW_OWN, MORE, DIVE, LEFT_AT, THIS_WEEK, DAYS, REVIEW, LATELY, TOUR, TRACK, STEP, FIRST, TOURS, PAGE,
       PART, WEEK, PACKED };
enum { LATELY_MAX = 3, WEEKS = 52, LOOK_BACK = 200, CURVE = 8, WEEK_DAYS = 7, TOURS_BIT = 7 };
enum { NAMES = 20, NAMES_LEAST = 16, POINTS = 14 }; /* columns of labs' names, and of sign, points and maximum */
enum { NARROW = 60 }; /* columns of a row: below, what can be left out is */

struct home {
    struct facts facts;
    struct week_facts week[WEEKS + 1];
    json_t *next, *dive, *lately;         /* dive: chapter_next() */
    json_t *deck, *steps;                 /* steps: gate_steps() of the track; NULL: it is the year */
    unsigned open;                        /* bit 0: the opening pages; n: part n; 7: tours */
    unsigned char worked[WEEK_DAYS]; /* [0] six days ago, the last today */
    double hours; /* of the days that DAYS shows */
    int opened, current, teaches; /* teaches: the workbook has a class */
};

static void forget(struct home *h)
{
    facts_free(&h->facts);
    json_decref(h->next);
    json_decref(h->dive);
    json_decref(h->lately);
    json_decref(h->deck);
    json_decref(h->steps);
    h->next = h->dive = h->lately = h->deck = h->steps = NULL;
}

static const json_t *part_of(struct view *v, int n)
{
    size_t k;
    const json_t *p;
    json_array_foreach(curriculum_parts(v->app->cur), k, p)
        if ((int)js_number(p, "n") == n)
            return p;
    return NULL;
}

/* The week of the next lab; where the track gives none, the first that isn't done. */
static int current_week(struct view *v)
{
    struct home *h = v->data;
    int n = (int)js_number(h->next, "week");
    size_t k;
    const json_t *w;
    if (n >= 1 && n <= WEEKS)
        return n;
    json_array_foreach(curriculum_weeks(v->app->cur), k, w) {
        n = (int)js_number(w, "n");
        if (n >= 1 && n <= WEEKS && h->week[n].part < 1)
            return n;
    }
    return 1;
}

static int has_class(struct db *db)
{
    json_t *students = NULL;
    if (!db || db_students(db, &students) != DB_OK)
        return 0;
    size_t n = json_array_size(students);
    json_decref(students);
    return n > 0;
}

/* {"curve":[totals, the latest first]} of a lab that is among those worked on lately, or NULL. */
static json_t *lately_of(const struct home *h, const char *lab)
{
    size_t k;
    json_t *x;
    json_array_foreach(h->lately, k, x)
        if (!strcmp(js_text(x, "lab"), lab))
            return x;
    return NULL;
}

static void mark_day(struct home *h, int64_t now, double when)
{
    int64_t back = day_of(now) - day_of((int64_t)when);
    if (when > 0 && back >= 0 && back < WEEK_DAYS)
        h->worked[WEEK_DAYS - 1 - back] = 1;
}

/* The labs worked on last, each with its latest attempt, and the days on which anything was done. */
static void load_lately(struct home *h, struct app *app, int64_t now)
{
    struct db *db = app->db;
    json_t *attempts = NULL, *a, *x;
    size_t k;
    const char *key;
    h->lately = json_array();
    memset(h->worked, 0, sizeof h->worked);
    json_object_foreach(h->facts.ticks, key, x)
        mark_day(h, now, json_number_value(x));
    if (!db || db_attempts(db, NULL, LOOK_BACK, &attempts) != DB_OK)
        return;
    app_stood(app, attempts);
    json_array_foreach(attempts, k, a) {
        mark_day(h, now, js_number(a, "started"));
        x = lately_of(h, js_text(a, "lab"));
        if (!x && json_array_size(h->lately) < LATELY_MAX) {
            json_array_append(h->lately, x = a);
            json_object_set_new(x, "curve", json_array());
        }
        json_array_append(json_object_get(x, "curve"), json_object_get(json_object_get(a, "stood"), "points"));
    }
    json_decref(attempts);
}

static int home_load(struct view *v)
{
    struct home *h = v->data;
    size_t k;
    const json_t *w;
    forget(h);
    facts_load(&h->facts, v->app);
    json_array_foreach(curriculum_weeks(v->app->cur), k, w) {
        int n = (int)js_number(w, "n");
        if (n >= 1 && n <= WEEKS)
            facts_week(&h->facts, v->app, w, &h->week[n]);
    }
    h->next = app_next(v->app, h->facts.standing);
    h->dive = chapter_next(v->app, &h->facts);
    if (!json_is_true(json_object_get(app_track(v->app), "year")))
        h->steps = gate_steps(v->app, app_track(v->app), h->facts.standing);
    load_lately(h, v->app, screen_now(v->scr));
    h->hours = v->app->db ? work_log_hours(v->app, WEEK_DAYS) : 0;
    h->teaches = has_class(v->app->db);
    h->current = current_week(v);
    h->deck = v->app->db ? review_deck_load(v->app) : NULL;
    if (!h->opened) { /* the part where one is, and the opening pages until something was done */
        h->open = 1u << (int)js_number(facts_week_brief(v->app, h->current), "part");
        if (!facts_begun(&h->facts))
            h->open |= 1;
        h->opened = 1;
    }
    snprintf(v->title, sizeof v->title, "ridge");
    return 0;
}

static int home_open(struct view *v)
{
    if (!curriculum_load(v->app->cur) && !json_array_size(curriculum_weeks(v->app->cur))) {
        app_fail(v->app, APP_CONFIG, "%s", curriculum_error(v->app->cur));
        return -1;
    }
    app_note_left_out(v->app);
    return 0;
}

static void home_close(struct view *v)
{
    struct home *h = v->data;
    forget(h);
}

/* ---- rows ----------------------------------------------------------------------- */

static void fill_part(struct view *v, struct pane *p, int n)
{
    struct home *h = v->data;
    size_t k;
    const json_t *w;
    struct row *r = pane_add(p, PART, n);
    r->item = part_of(v, n);
    if (!(h->open & 1u << n))
        return;
    json_array_foreach(curriculum_weeks(v->app->cur), k, w)
        if ((int)js_number(w, "part") == n)
            pane_add(p, WEEK, (int)js_number(w, "n"))->item = w;
}

/* The labs of the packs, and of the course that an author works on: they stand in no week. */
static void fill_packs(struct view *v, struct pane *p)
{
    size_t k, q, i;
    const json_t *t, *s, *id;
    json_array_foreach(curriculum_tracks(v->app->cur), k, t) {
        if (!json_is_true(json_object_get(t, "pack")))
            continue;
        pane_blank(p);
        pane_head(p, js_text(t, "title"), NULL);
        json_array_foreach(json_object_get(t, "steps"), q, s)
            json_array_foreach(json_object_get(s, "labs"), i, id)
                pane_add(p, PACKED, 0)->item = id;
    }
}

static bool is_first(const json_t *card)
{
    return !strncmp(js_text(card, "id"), "prelude/", 8);
}

/* The pages of a group: those before week 1 (FIRST), or the tours. How many of them are done goes to ret_done. */
static int group_pages(struct view *v, int kind, int *ret_done)
{
    struct home *h = v->data;
    size_t k;
    const json_t *x;
    int n = 0, done = 0;
    json_array_foreach(curriculum_cards(v->app->cur), k, x) {
        bool in = kind == FIRST ? is_first(x) : tours_is(x);
        n += in;
        done += in && facts_card(&h->facts, x) == (int)json_array_size(json_object_get(x, "questions"));
    }
    if (ret_done)
        *ret_done = done;
    return n;
}

static int bit_of(int kind)
{
    return kind == FIRST ? 0 : TOURS_BIT;
}

/* The step of the track that has a lab left; NULL: none has, or the track is the year itself. */
static const json_t *step_now(const struct home *h)
{
    size_t k;
    const json_t *s;
    json_array_foreach(h->steps, k, s)
        if (js_number(s, "left") > 0 && strcmp(js_text(s, "state"), "locked"))
            return s;
    return NULL;
}

static void fill_group(struct view *v, struct pane *p, int kind)
{
    struct home *h = v->data;
    size_t k;
    const json_t *x;
    if (!group_pages(v, kind, NULL))
        return;
    pane_add(p, kind, 0);
    if (h->open & 1u << bit_of(kind))
        json_array_foreach(curriculum_cards(v->app->cur), k, x)
            if (kind == FIRST ? is_first(x) : tours_is(x))
                pane_add(p, PAGE, (int)k)->item = x;
}

/* The first tour through code that the next lab or the week's labs are about, until all of its questions are right;
 * NULL: there is none. */
static const json_t *tour_now(struct view *v)
{
    struct home *h = v->data;
    const json_t *week = facts_week_brief(v->app, h->current), *x;
    const char *next = js_text(h->next, "lab");
    size_t k;
    json_array_foreach(curriculum_cards(v->app->cur), k, x)
        if (tours_is(x) && (util_lists(json_object_get(x, "labs"), next) || tours_fits(x, week)) &&
            facts_card(&h->facts, x) < (int)json_array_size(json_object_get(x, "questions")))
            return x;
    return NULL;
}

static void home_fill(struct view *v)
{
    struct home *h = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *x;
    if (h->next) {
        pane_add(p, NEXT, 0)->item = h->next;
        pane_add(p, MORE, 0)->select = 0;
    } else {
        pane_text(
            p, STYLE_STRONG, 0,
            "You have passed every lab. The weeks below have readings and questions.");
    }
    if (h->dive)
        pane_add(p, DIVE, 0)->item = h->dive;
    if (screen_left(v->scr))
        pane_add(p, LEFT_AT, 0);
    pane_blank(p);
    pane_add(p, THIS_WEEK, h->current);
    pane_add(p, DAYS, 0)->select = 0;
    if (json_array_size(h->deck))
        pane_add(p, REVIEW, 0);
    json_array_foreach(h->lately, k, x)
        pane_add(p, LATELY, (int)k)->item = x;
    if (tour_now(v))
        pane_add(p, TOUR, 0)->item = tour_now(v);
    pane_add(p, TRACK, 0);
    if (step_now(h))
        pane_add(p, STEP, 0)->item = step_now(h);
    pane_blank(p);
    fill_group(v, p, FIRST);
    json_array_foreach(curriculum_parts(v->app->cur), k, x)
        fill_part(v, p, (int)js_number(x, "n"));
    fill_group(v, p, TOURS);
    fill_packs(v, p);
    if (json_array_size(curriculum_errors(v->app->cur))) {
        pane_blank(p);
        pane_head(p, "Parts of the curriculum could not be read; `ridge doctor` names the files", NULL);
        json_array_foreach(curriculum_errors(v->app->cur), k, x)
            if (k < 8)
                pane_text(p, STYLE_BAD, 2, "%s:%d: %s", js_text(x, "file"), (int)js_number(x, "line"),
                          js_text(x, "message"));
    }
}

static void draw_label(struct pen *p, const char *label)
{
    pen_cell(p, STYLE_DIM, 10, label);
}

/* The labs' names stand in one column, the longest of them whole and with a blank behind. */
static int names_width(const struct home *h)
{
    int all = pen_names_wide(NAMES, js_text(h->next, "lab"));
    size_t k;
    const json_t *x;
    json_array_foreach(h->lately, k, x)
        all = pen_names_wide(all, js_text(x, "lab"));
    return all;
}

/* The kind of lab stands on the right where the title has room beside it. */
static void draw_next(struct view *v, struct pen *p)
{
    enum { LABEL = 10 };
    struct home *h = v->data;
    const int names = names_width(h);
    const char *id = js_text(h->next, "lab"), *title = js_text(h->next, "title");
    const json_t *brief = facts_brief(v->app, id), *hours = json_object_get(brief, "hours");
    const json_t *mine = json_object_get(h->facts.standing, id);
    char t[32], points[40] = "", kind[80];
    figure_hours(t, sizeof t, js_number(hours, "lab"));
    if (json_is_true(json_object_get(mine, "begun")))
        snprintf(points, sizeof points, " %.4g of %.4g ", js_number(mine, "points"), js_number(mine, "max"));
    snprintf(kind, sizeof kind, " %s · %s", js_text(brief, "kind"), t);
    if (LABEL + names + term_width(title) + term_width(points) + term_width(kind) > pen_left(p))
        pen_right(p, STYLE_DIM, " %s", t);
    else
        pen_right(p, STYLE_DIM, "%s", kind);
    if (*points)
        pen_right(p, STYLE_TEXT, "%s", points);
    draw_label(p, "NEXT");
    pen_name(p, STYLE_ACCENT, names, id);
    pen_put(p, STYLE_STRONG, title);
}

static int is_beside(const json_t *milestone)
{
    return json_is_true(json_object_get(milestone, "beside"));
}

/* Columns of all milestones with their signs, one blank behind all but the last. */
static int all_signs(const json_t *milestones)
{
    int sum = 0;
    size_t k;
    const json_t *m;
    json_array_foreach(milestones, k, m)
        sum += is_beside(m) ? 0 : (int)strlen(js_text(m, "id")) + 4;
    return sum ? sum - 2 : 0;
}

/* Where not all of them have room, those that are won are counted: what is left to do is what is looked for. */
static int count_won(const json_t *milestones, struct pen *p)
{
    int won = 0, n = 0;
    size_t k;
    const json_t *m;
    json_array_foreach(milestones, k, m) {
        n += !is_beside(m);
        won += !is_beside(m) && !strcmp(js_text(m, "status"), "PASS");
    }
    pen_fmt(p, STYLE_TEXT, "%d of %d ", won, n);
    pen_status(p, "PASS");
    pen_put(p, STYLE_TEXT, "  ");
    return won;
}

/* Is the milestone one of those that the line of NEXT names? */
static int is_named(const json_t *m, int counted)
{
    return !is_beside(m) && !(counted && !strcmp(js_text(m, "status"), "PASS"));
}

/* Columns of the milestones that are named from the k-th on, and how many they are. */
static int named_from(const json_t *milestones, size_t k, int counted, int *ret_n)
{
    int sum = 0, n = 0;
    for (; k < json_array_size(milestones); k++) {
        const json_t *m = json_array_get(milestones, k);
        if (is_named(m, counted))
            sum += term_width(js_text(m, "id")) + 2 + (n++ ? 2 : 0);
    }
    *ret_n = n;
    return sum;
}

static void draw_more(struct view *v, struct pen *p)
{
    struct home *h = v->data;
    const json_t *mine = json_object_get(h->facts.standing, js_text(h->next, "lab")), *m;
    const json_t *milestones = json_object_get(mine, "milestones");
    size_t k;
    pen_to(p, 10);
    if (!json_is_true(json_object_get(mine, "begun"))) {
        pen_put(p, STYLE_DIM, js_text(h->next, "why"));
        return;
    }
    int counted = all_signs(milestones) > pen_left(p) && count_won(milestones, p);
    json_array_foreach(milestones, k, m) {
        const char *status = js_text(m, "status");
        int rest, all = named_from(milestones, k, counted, &rest);
        if (!is_named(m, counted))
            continue;
        if (all > pen_left(p) && term_width(js_text(m, "id")) + (int)sizeof "  and 9 more" > pen_left(p)) {
            pen_fmt(p, STYLE_DIM, "and %d more", rest);
            return;
        }
        pen_put(p, strcmp(status, "PENDING") ? STYLE_TEXT : STYLE_DIM, js_text(m, "id"));
        pen_put(p, STYLE_TEXT, " ");
        pen_status(p, status);
        pen_put(p, STYLE_TEXT, "  ");
    }
}

/* A lab and a week by their names alone, any other page by what it is and of what. */
static void draw_left(struct view *v, struct pen *p)
{
    const json_t *at = screen_left(v->scr);
    const char *view = js_text(at, "view"), *arg = js_text(at, "arg");
    int lab = !strcmp(view, view_lab.name);
    draw_label(p, "LEFT AT");
    pen_right(p, STYLE_DIM, "[']");
    pen_fmt(p, STYLE_TEXT, "%s%s%s", lab ? "" : view, lab || !*arg ? "" : " ", arg);
}

static void draw_this_week(struct view *v, int n, struct pen *p)
{
    struct home *h = v->data;
    const struct week_facts *w = &h->week[n];
    char label[16], read[32], all[32];
    figure_hours(all, sizeof all, w->plan.read);
    figure_hours(read, sizeof read, w->hours_read);
    if (pen_left(p) > 90)
        pen_right(p, STYLE_DIM, "  ideas %d/%d · labs %d/%d · questions %d/%d", w->concepts_done,
                  w->concepts, w->labs_done, w->labs_ready, w->questions_done, w->questions);
    snprintf(label, sizeof label, "WEEK %d", n);
    draw_label(p, label);
    pen_bar(p, pen_left(p) > 60 ? 18 : 10, w->part);
    pen_fmt(p, STYLE_TEXT, "  read %s of %s   ", read, all);
    pen_put(p, STYLE_STRONG, js_text(facts_week_brief(v->app, n), "title"));
}

/* What has waited longest tells whether it is urgent. */
static void draw_review(struct view *v, struct pen *p)
{
    struct home *h = v->data;
    size_t due = review_deck_due(h->deck, screen_now(v->scr));
    const json_t *first = json_array_get(h->deck, 0);
    char when[40];
    review_deck_when(when, sizeof when, (int64_t)js_number(first, "due"), screen_now(v->scr));
    draw_label(p, "REVIEW");
    if (!due) {
        pen_fmt(p, STYLE_DIM, "nothing due; the next %s", when);
        return;
    }
    pen_right(p, STYLE_DIM, "[v]");
    pen_fmt(p, STYLE_STRONG, "%zu %s due", due, due == 1 ? "card" : "cards");
    pen_fmt(p, STYLE_TEXT, ", oldest: %s", js_text(first, "title"));
    pen_fmt(p, STYLE_DIM, " (due %s)", when);
}

/* Only what was done; a day without is no loss. The week's plan is its readings and its own labs. */
static void draw_days(const struct home *h, struct pen *p)
{
    const struct week_facts *w = &h->week[h->current];
    int n = 0;
    char hours[32], plan[32], rest[96];
    draw_label(p, "DAYS");
    for (int k = 0; k < WEEK_DAYS; k++) {
        n += h->worked[k];
        pen_put(p, h->worked[k] ? STYLE_ACCENT : STYLE_DIM, h->worked[k] ? "▪" : "·");
        pen_put(p, STYLE_TEXT, " ");
    }
    figure_hours(hours, sizeof hours, h->hours);
    figure_hours(plan, sizeof plan, w->plan.read + w->plan.lab);
    pen_fmt(p, STYLE_TEXT, " about %s", hours);
    snprintf(rest, sizeof rest, " on %d of the last %d; week %d plans %s", n, WEEK_DAYS, h->current, plan);
    if (pen_left(p) >= term_width(rest))
        pen_put(p, STYLE_DIM, rest);
    else if (pen_left(p) > 4 + term_width(plan))
        pen_fmt(p, STYLE_DIM, " of %s", plan);
}

/* Points of a lab's attempts, the oldest at the left. */
static void draw_curve(const json_t *curve, struct pen *p)
{
    double points[CURVE];
    size_t n = json_array_size(curve), shown = n < CURVE ? n : CURVE;
    for (size_t k = 0; k < shown; k++)
        points[k] = json_number_value(json_array_get(curve, shown - 1 - k));
    pen_to(p, pen_at(p) + (int)(CURVE - shown));
    pen_spark(p, points, shown);
    pen_fmt(p, STYLE_DIM, " %zu×", n);
}

static void draw_lately(struct view *v, const struct row *r, struct pen *p)
{
    const struct home *h = v->data;
    char when[32], took[32];
    (pen_left(p) < NARROW ? text_ago_short : text_ago)(when, sizeof when, (int64_t)js_number(r->item, "started"),
                                                       screen_now(v->scr));
    text_duration(took, sizeof took, js_number(r->item, "duration_ms"));
    if (pen_left(p) > 90)
        pen_right(p, STYLE_DIM, "%s  %9s", took, when);
    else
        pen_right(p, STYLE_DIM, "%s", when);
    draw_label(p, r->n ? "" : "LATELY");
    int names = names_width(h), room = pen_left(p) - POINTS;
    if (pen_left(p) < NARROW - 10)
        names = names == NAMES || room < NAMES_LEAST ? NAMES_LEAST : room < names ? room : names;
    pen_name(p, STYLE_TEXT, names, js_text(r->item, "lab"));
    const json_t *mine = json_object_get(h->facts.standing, js_text(r->item, "lab"));
    pen_status(p, js_text(mine, "status"));
    pen_number(p, STYLE_TEXT, 4, "%.0f", js_number(mine, "points"));
    pen_fmt(p, STYLE_DIM, " of %.0f", js_number(mine, "max"));
    if (pen_left(p) < CURVE + 7)
        return;
    pen_put(p, STYLE_DIM, "  ");
    draw_curve(json_object_get(r->item, "curve"), p);
    if (*js_text(mine, "stage"))
        pen_fmt(p, STYLE_ACCENT, "  ★ %s", js_text(mine, "stage"));
}

static void draw_part(struct view *v, const struct row *r, struct pen *p)
{
    struct home *h = v->data;
    double sum = 0;
    int weeks = 0;
    size_t k;
    const json_t *w;
    json_array_foreach(curriculum_weeks(v->app->cur), k, w)
        if ((int)js_number(w, "part") == r->n && js_number(w, "n") <= WEEKS) {
            sum += h->week[(int)js_number(w, "n")].part;
            weeks++;
        }
    pen_right(p, STYLE_TEXT, "%3.0f %%", weeks ? 100 * sum / weeks : 0);
    pen_put(p, STYLE_DIM, h->open & 1u << r->n ? "▾ " : "▸ ");
    pen_cell(p, STYLE_STRONG, 4, map_part_name(r->n));
    pen_cell(p, STYLE_STRONG, 29, js_text(r->item, "title"));
    if (pen_left(p) > 24)
        pen_bar(p, pen_left(p) < 42 ? pen_left(p) - 2 : 40, weeks ? sum / weeks : 0);
}

static void draw_week(struct view *v, const struct row *r, struct pen *p)
{
    struct home *h = v->data;
    const struct week_facts *w = &h->week[r->n];
    enum style s = w->begun || r->n == h->current ? STYLE_TEXT : STYLE_DIM;
    char hours[32];
    figure_hours(hours, sizeof hours, w->plan.read + w->plan.lab);
    char ideas[32];
    snprintf(ideas, sizeof ideas, w->concepts ? "%2d/%d ideas" : "", w->concepts_done, w->concepts);
    if (pen_left(p) > 60)
        pen_right(p, s, "%6s  %10s  %s", hours, ideas,
                  w->labs_ready ? w->labs_done == w->labs_ready ? "✓ lab " : "  lab " : "      ");
    else
        pen_right(p, s, "%6s", hours);
    pen_to(p, 3);
    pen_status(p, w->part >= 1 ? "PASS" : w->begun ? "BEGUN" : "PENDING");
    pen_number(p, s, 4, "%d", r->n);
    pen_to(p, 10);
    pen_put(p, s, js_text(r->item, "title"));
}

static void draw_packed(struct view *v, const struct row *r, struct pen *p)
{
    struct home *h = v->data;
    const char *id = json_string_value(r->item), *status = facts_lab(&h->facts, v->app, id);
    pen_to(p, 3);
    pen_status(p, status ? status : "PENDING");
    pen_to(p, 5);
    pen_cell(p, STYLE_TEXT, 24, id);
    pen_put(p, STYLE_TEXT, facts_title(v->app, id));
}

static void draw_group(struct view *v, struct pen *p, int kind)
{
    struct home *h = v->data;
    int done = 0, n = group_pages(v, kind, &done);
    pen_right(p, STYLE_TEXT, "%3.0f %%", 100. * done / n);
    pen_put(p, STYLE_DIM, h->open & 1u << bit_of(kind) ? "▾ " : "▸ ");
    pen_cell(p, STYLE_STRONG, 33, kind == FIRST ? "Read first" : "Tours of repositories");
    if (pen_left(p) > 24)
        pen_bar(p, pen_left(p) < 42 ? pen_left(p) - 2 : 40, (double)done / n);
}

static void draw_card(const struct home *h, const json_t *card, struct pen *p)
{
    int right = facts_card(&h->facts, card), n = (int)json_array_size(json_object_get(card, "questions"));
    if (pen_left(p) > 60)
        pen_right(p, right ? STYLE_TEXT : STYLE_DIM, "%d/%d questions", right, n);
    pen_to(p, 3);
    pen_status(p, right == n ? "PASS" : right ? "BEGUN" : "PENDING");
    pen_to(p, 10);
    pen_put(p, STYLE_TEXT, js_text(card, "title"));
}

static void home_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct home *h = v->data;
    switch (r->kind) {
    case NEXT:
        draw_next(v, p);
        break;
    case DIVE:
        draw_label(p, "DEEP DIVE");
        pen_put(p, STYLE_STRONG, js_text(h->dive, "title"));
        break;
    case MORE:
        draw_more(v, p);
        break;
    case LEFT_AT:
        draw_left(v, p);
        break;
    case THIS_WEEK:
        draw_this_week(v, r->n, p);
        break;
    case REVIEW:
        draw_review(v, p);
        break;
    case DAYS:
        draw_days(h, p);
        break;
    case LATELY:
        draw_lately(v, r, p);
        break;
    case PACKED:
        draw_packed(v, r, p);
        break;
    case TRACK:
        draw_label(p, "TRACK");
        pen_put(p, STYLE_TEXT, js_text(app_track(v->app), "title"));
        break;
    case STEP:
        map_draw_state(r->item, p);
        draw_label(p, "STEP");
        pen_fmt(p, STYLE_TEXT, "%s  %s", js_text(r->item, "name"), js_text(r->item, "label"));
        break;
    case TOUR:
        pen_right(p, STYLE_DIM, " %d/%zu questions", facts_card(&h->facts, r->item),
                  json_array_size(json_object_get(r->item, "questions")));
        draw_label(p, "TOUR");
        pen_put(p, STYLE_TEXT, js_text(r->item, "title"));
        break;
    case FIRST:
    case TOURS:
        draw_group(v, p, r->kind);
        break;
    case PAGE:
        draw_card(h, r->item, p);
        break;
    case PART:
        draw_part(v, r, p);
        break;
    default:
        draw_week(v, r, p);
    }
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned resume(struct view *v)
{
    if (!screen_left(v->scr))
        screen_say(v->scr, STYLE_TEXT,
                   "No page of another day waits here: Ridge was left at home, or you are back already.");
    screen_go_on(v->scr);
    return VIEW_HANDLED;
}

static unsigned open_row(struct view *v, const struct row *r)
{
    struct home *h = v->data;
    char n[16];
    switch (r->kind) {
    case NEXT:
        screen_open(v->scr, &view_lab, js_text(h->next, "lab"));
        return VIEW_HANDLED;
    case DIVE:
        screen_open(v->scr, &view_lesson, js_text(h->dive, "id"));
        return VIEW_HANDLED;
    case LEFT_AT:
        return resume(v);
    case THIS_WEEK:
    case WEEK:
        snprintf(n, sizeof n, "%d", r->n);
        screen_open(v->scr, &view_week, n);
        return VIEW_HANDLED;
    case REVIEW:
        screen_open(v->scr, &view_review, NULL);
        return VIEW_HANDLED;
    case LATELY:
        snprintf(n, sizeof n, "%lld", (long long)js_number(r->item, "id"));
        screen_open(v->scr, &view_report, n);
        return VIEW_HANDLED;
    case PACKED:
        screen_open(v->scr, &view_lab, json_string_value(r->item));
        return VIEW_HANDLED;
    case TRACK:
        screen_open(v->scr, &view_tracks, NULL);
        return VIEW_HANDLED;
    case STEP:
        screen_open(v->scr, &view_map, NULL);
        return VIEW_HANDLED;
    case PAGE:
    case TOUR:
        screen_open(v->scr, &view_lesson, js_text(r->item, "id"));
        return VIEW_HANDLED;
    case FIRST:
    case TOURS:
    case PART:
        h->open ^= 1u << (r->kind == PART ? r->n : bit_of(r->kind));
        return VIEW_FILL;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned on_search(struct view *v, const char *text, int tag)
{
    (void)tag;
    if (text && text[strspn(text, " \t")])
        screen_open(v->scr, &view_search, text);
    return VIEW_HANDLED;
}

static unsigned home_request(struct view *v, enum action a, struct row *r)
{
    switch (a) {
    case ACTION_OPEN:
        return r ? open_row(v, r) : VIEW_IGNORED;
    case ACTION_FIND:
        screen_ask(v->scr, "search all pages", "", on_search, 0);
        return VIEW_HANDLED;
    case ACTION_TRACK:
        screen_open(v->scr, &view_tracks, NULL);
        return VIEW_HANDLED;
    case ACTION_HISTORY:
        screen_open(v->scr, &view_history, NULL);
        return VIEW_HANDLED;
    case ACTION_CLASS:
        if (((const struct home *)v->data)->teaches)
            screen_open(v->scr, &view_class, NULL);
        else
            screen_say(v->scr, STYLE_TEXT, "This workbook has no class. An instructor begins one with `ridge roster`.");
        return VIEW_HANDLED;
    case ACTION_RESUME:
        return resume(v);
    case ACTION_MAP:
        screen_open(v->scr, &view_map, NULL);
        return VIEW_HANDLED;
    case ACTION_NOTES:
        screen_open(v->scr, &view_notes, NULL);
        return VIEW_HANDLED;
    case ACTION_BOOKMARKS:
        screen_open(v->scr, &view_bookmarks, NULL);
        return VIEW_HANDLED;
    case ACTION_COST:
        screen_open(v->scr, &view_cost, NULL);
        return VIEW_HANDLED;
    case ACTION_LOG:
        screen_open(v->scr, &view_log, NULL);
        return VIEW_HANDLED;
    case ACTION_REVIEW:
        screen_open(v->scr, &view_review, NULL);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static unsigned home_changed(struct view *v)
{
    return screen_run(v->scr)->running ? VIEW_HANDLED : VIEW_RELOAD;
}

static void home_keep(struct view *v, json_t *place)
{
    struct home *h = v->data;
    json_object_set_new(place, "open", json_integer(h->open));
}

static void home_restore(struct view *v, json_t *place)
{
    struct home *h = v->data;
    if (json_is_integer(json_object_get(place, "open"))) {
        h->open = (unsigned)json_integer_value(json_object_get(place, "open"));
        h->opened = 1;
    }
}

static const unsigned char bar[] = {
    ACTION_OPEN, ACTION_REVIEW, ACTION_MAP, ACTION_HISTORY, ACTION_TRACK, ACTION_NOTES, ACTION_LOG,
    ACTION_FIND, 0};
static const unsigned char class_bar[] = {
    ACTION_OPEN, ACTION_REVIEW, ACTION_MAP, ACTION_CLASS, ACTION_HISTORY, ACTION_TRACK, ACTION_NOTES, ACTION_LOG,
    ACTION_FIND, 0};

static const unsigned char *bar_now(const struct view *v)
{
    const struct home *h = v->data;
    return h->teaches ? class_bar : bar;
}

const struct view_ops view_home = {
    .name = "home",
    .groups = GROUP_HOME | GROUP_SPACE,
    .bar = bar,
    .bar_now = bar_now,
    .size = sizeof(struct home),
    .open = home_open,
    .close = home_close,
    .load = home_load,
    .fill = home_fill,
    .draw = home_draw,
    .request = home_request,
    .changed = home_changed,
    .keep = home_keep,
    .restore = home_restore,
};
