/* A week: what it is about, ideas and readings to tick off, labs, questions. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "curriculum/load/papers.h"
#include "screen.h"
#include "tui/app/facts.h"
#include "tui/app/viewer.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { IDEA = ROW_OWN, READING, CARD, LAB, QUESTIONS };

struct week {
    const json_t *week;
    struct facts facts;
    struct week_facts sum;
    char owner[8];
    uint64_t ideas, readings; /* which are unfolded */
};

static int week_open(struct view *v)
{
    struct week *w = v->data;
    int n = v->arg ? atoi(v->arg) : 0;
    w->week = curriculum_week(v->app->cur, n);
    if (!w->week) {
        app_fail(v->app, APP_CONFIG, "Week %d can't be read: %s", n, curriculum_error(v->app->cur));
        return -1;
    }
    facts_owner(w->week, w->owner);
    snprintf(v->title, sizeof v->title, "week %d", n);
    return 0;
}

static void week_close(struct view *v)
{
    struct week *w = v->data;
    facts_free(&w->facts);
}

static int week_load(struct view *v)
{
    struct week *w = v->data;
    char plan[80];
    facts_load(&w->facts, v->app);
    facts_week(&w->facts, v->app, w->week, &w->sum);
    facts_plan(plan, sizeof plan, w->sum.plan);
    snprintf(v->right, sizeof v->right, "%.0f %%%s%.80s", 100 * w->sum.part, *plan ? " · " : "", plan);
    return 0;
}

/* ---- rows ----------------------------------------------------------------------- */

static void fill_ideas(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    char sum[32];
    size_t k;
    const json_t *x;
    snprintf(sum, sizeof sum, "%d of %d", w->sum.concepts_done, w->sum.concepts);
    pane_head(p, "Ideas", sum);
    json_array_foreach(json_object_get(w->week, "concepts"), k, x) {
        pane_add(p, IDEA, (int)k)->item = x;
        if (k < 64 && w->ideas & UINT64_C(1) << k) {
            pane_markdown(p, js_text(x, "text"), 4, screen_ascii(v->scr));
            pane_blank(p);
        }
    }
    pane_blank(p);
}

static void fill_reading(struct view *v, struct pane *p, const json_t *x)
{
    const json_t *r = json_object_get(curriculum_readings(v->app->cur), js_text(x, "key"));
    char line[600];
    char *page = papers_page(r);
    snprintf(line, sizeof line, "%s%s%s", js_text(r, "authors"), *js_text(r, "where") ? ". " : "",
             js_text(r, "where"));
    pane_wrap(p, STYLE_DIM, 4, line);
    if (page)
        pane_wrap(p, STYLE_DIM, 4, page);
    free(page);
    if (*js_text(x, "look_for"))
        pane_wrap(p, STYLE_TEXT, 4, js_text(x, "look_for"));
    pane_blank(p);
}

static void fill_readings(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    char sum[64], read[32], all[32];
    size_t k;
    const json_t *x;
    if (!w->sum.readings)
        return;
    figure_hours(read, sizeof read, w->sum.hours_read);
    figure_hours(all, sizeof all, w->sum.plan.read);
    snprintf(sum, sizeof sum, "%s of %s", read, all);
    pane_head(p, "Reading", sum);
    json_array_foreach(json_object_get(w->week, "readings"), k, x) {
        pane_add(p, READING, (int)k)->item = x;
        if (k < 64 && w->readings & UINT64_C(1) << k)
            fill_reading(v, p, x);
    }
    pane_blank(p);
}

static void fill_cards(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    char sum[32];
    size_t k;
    const json_t *x;
    if (!w->sum.cards)
        return;
    snprintf(sum, sizeof sum, "%d of %d", w->sum.cards_done, w->sum.cards);
    pane_head(p, "Cards", sum);
    json_array_foreach(curriculum_cards(v->app->cur), k, x)
        if (js_number(x, "week") == js_number(w->week, "n"))
            pane_add(p, CARD, (int)k)->item = x;
    pane_blank(p);
}

/* The deep dives that the week belongs to. */
static void fill_chapters(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    size_t k, q;
    const json_t *x, *n;
    bool any = false;
    json_array_foreach(curriculum_cards(v->app->cur), k, x)
        json_array_foreach(json_object_get(x, "weeks"), q, n) {
            if (json_number_value(n) != js_number(w->week, "n"))
                continue;
            if (!any)
                pane_head(p, "Deep dives", NULL);
            any = true;
            pane_add(p, CARD, (int)k)->item = x;
        }
    if (any)
        pane_blank(p);
}

static void fill_practice(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    const json_t *milestone = json_object_get(w->week, "milestone"), *x;
    size_t k;
    char hours[32];
    json_array_foreach(json_object_get(w->week, "practice"), k, x) {
        int own = js_number(x, "hours") > 0 && w->sum.plan.lab == 0; /* with a lab, the time is that lab's */
        figure_hours(hours, sizeof hours, js_number(x, "hours"));
        pane_head(p, k ? "" : "Hands on", own ? hours : "");
        pane_markdown(p, js_text(x, "text"), 2, screen_ascii(v->scr));
        pane_blank(p);
    }
    if (*js_text(milestone, "text")) {
        pane_head(p, "Milestone", NULL);
        pane_markdown(p, js_text(milestone, "text"), 2, screen_ascii(v->scr));
        pane_blank(p);
    }
}

static void fill_labs(struct view *v, struct pane *p)
{
    struct week *w = v->data;
    size_t k;
    const json_t *x;
    pane_head(p, "Labs", NULL);
    for (int extra = 0; extra < 2; extra++)
        json_array_foreach(json_object_get(w->week, "labs"), k, x)
            if (facts_extra(w->week, json_string_value(x)) == extra)
                pane_add(p, LAB, (int)k)->item = x;
    if (!w->sum.labs_ready)
        pane_wrap(p, STYLE_DIM, 2,
                  w->sum.labs ? "None of this week's labs is there yet: the outline, the readings "
                                "and the questions are."
                              : "This week has no lab of its own.");
    pane_blank(p);
}

static void week_fill(struct view *v)
{
    struct week *w = v->data;
    struct pane *p = &v->pane[0];
    size_t k;
    const json_t *x;
    pane_text(p, STYLE_HEAD, 0, "%s", js_text(w->week, "title"));
    pane_markdown(p, js_text(w->week, "summary"), 0, screen_ascii(v->scr));
    pane_blank(p);
    if (*js_text(w->week, "when_short")) {
        pane_markdown(p, js_text(w->week, "when_short"), 0, screen_ascii(v->scr));
        pane_blank(p);
    }
    fill_ideas(v, p);
    fill_readings(v, p);
    fill_cards(v, p);
    fill_chapters(v, p);
    fill_practice(v, p);
    fill_labs(v, p);
    if (w->sum.questions + w->sum.texts) {
        pane_head(p, "Questions", NULL);
        pane_add(p, QUESTIONS, 0);
        pane_blank(p);
    }
    if (json_array_size(json_object_get(w->week, "durable"))) {
        pane_head(p, "What lasts", NULL);
        json_array_foreach(json_object_get(w->week, "durable"), k, x)
            pane_wrap(p, STYLE_TEXT, 2, json_string_value(x));
        json_array_foreach(json_object_get(w->week, "ephemeral"), k, x) {
            char line[400];
            snprintf(line, sizeof line, "will change: %s (as of %s)", js_text(x, "text"),
                     js_text(x, "as_of"));
            pane_wrap(p, STYLE_DIM, 2, line);
        }
    }
}

/* The reading week's lab is no code: the review asks it. */
static int is_review(struct view *v, const char *id)
{
    return !strcmp(js_text(json_object_get(curriculum_catalogue(v->app->cur), id), "kind"), "review");
}

static void draw_lab(struct view *v, const char *id, struct pen *p)
{
    struct week *w = v->data;
    const char *status = facts_lab(&w->facts, v->app, id);
    char hours[32];
    pen_to(p, 2);
    if (!status) {
        pen_right(p, STYLE_DIM, is_review(v, id) ? "questions of the year" : "not there yet");
        pen_put(p, STYLE_DIM, facts_extra(w->week, id) ? "· + " : "·   ");
        pen_cell(p, STYLE_DIM, 22, id);
        pen_put(p, STYLE_DIM, facts_title(v->app, id));
        return;
    }
    int extra = facts_extra(w->week, id);
    figure_hours(hours, sizeof hours,
               js_number(json_object_get(facts_brief(v->app, id), "hours"), "lab"));
    if (*facts_stage(&w->facts, id))
        pen_right(p, STYLE_ACCENT, "★ %s", facts_stage(&w->facts, id));
    else
        pen_right(p, STYLE_DIM, "%s%s", extra ? "extra · " : "", hours);
    pen_status(p, status);
    pen_put(p, STYLE_TEXT, extra ? " + " : "   ");
    pen_cell(p, STYLE_ACCENT, 22, id);
    pen_put(p, STYLE_TEXT, facts_title(v->app, id));
}

static void draw_card(const struct week *w, const json_t *card, struct pen *p)
{
    int right = facts_card(&w->facts, card), n = (int)json_array_size(json_object_get(card, "questions"));
    pen_right(p, STYLE_DIM, "%d/%d questions", right, n);
    pen_to(p, 2);
    pen_status(p, right == n ? "PASS" : right ? "BEGUN" : "PENDING");
    pen_put(p, STYLE_TEXT, " ");
    pen_put(p, STYLE_TEXT, js_text(card, "title"));
}

static void draw_questions(const struct week_facts *sum, struct pen *p)
{
    int done = sum->questions_done + sum->texts_written;
    pen_status(p, done == sum->questions + sum->texts ? "PASS" : done ? "BEGUN" : "PENDING");
    pen_fmt(p, STYLE_TEXT, " %d of %d answered right", sum->questions_done, sum->questions);
    if (sum->texts)
        pen_fmt(p, STYLE_TEXT, " · %d of %d written", sum->texts_written, sum->texts);
}

static void week_draw(struct view *v, const struct row *r, struct pen *p)
{
    struct week *w = v->data;
    const json_t *reading;
    char hours[32];
    int done;
    switch (r->kind) {
    case IDEA:
        done = facts_ticked(&w->facts, 'c', w->owner, js_text(r->item, "id"));
        pen_to(p, 2);
        pen_status(p, done ? "PASS" : "PENDING");
        pen_put(p, STYLE_TEXT, " ");
        pen_put(p, done ? STYLE_DIM : STYLE_TEXT, js_text(r->item, "title"));
        break;
    case READING:
        done = facts_ticked(&w->facts, 'r', w->owner, js_text(r->item, "key"));
        reading = json_object_get(curriculum_readings(v->app->cur), js_text(r->item, "key"));
        figure_hours(hours, sizeof hours, js_number(r->item, "hours"));
        pen_right(p, done ? STYLE_DIM : STYLE_TEXT, "%s",
                  js_number(r->item, "hours") > 0 ? hours : "");
        pen_to(p, 2);
        pen_status(p, done ? "PASS" : "PENDING");
        pen_put(p, STYLE_TEXT, " ");
        pen_put(p, done ? STYLE_DIM : STYLE_TEXT,
                reading ? js_text(reading, "title") : js_text(r->item, "key"));
        break;
    case CARD:
        draw_card(w, r->item, p);
        break;
    case LAB:
        draw_lab(v, json_string_value(r->item), p);
        break;
    default:
        pen_to(p, 2);
        draw_questions(&w->sum, p);
    }
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned tick(struct view *v, const struct row *r)
{
    struct week *w = v->data;
    int idea = r->kind == IDEA;
    const char *key = js_text(r->item, idea ? "id" : "key");
    if (!v->app->db || (r->kind != IDEA && r->kind != READING))
        return VIEW_HANDLED;
    int on = !facts_ticked(&w->facts, idea ? 'c' : 'r', w->owner, key);
    if (db_tick(v->app->db, idea ? DB_TICK_CONCEPT : DB_TICK_READING, w->owner, key, on) != DB_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", db_error(v->app->db));
        return VIEW_HANDLED;
    }
    return VIEW_RELOAD;
}

static unsigned open_row(struct view *v, const struct row *r)
{
    struct week *w = v->data;
    const char *id = json_string_value(r->item);
    switch (r->kind) {
    case IDEA:
        w->ideas ^= r->n < 64 ? UINT64_C(1) << r->n : 0;
        return VIEW_FILL;
    case READING:
        w->readings ^= r->n < 64 ? UINT64_C(1) << r->n : 0;
        return VIEW_FILL;
    case CARD:
        screen_open(v->scr, &view_lesson, js_text(r->item, "id"));
        return VIEW_HANDLED;
    case LAB:
        if (facts_lab(&w->facts, v->app, id))
            screen_open(v->scr, &view_lab, id);
        else if (is_review(v, id))
            screen_open(v->scr, &view_review, "year");
        else
            screen_say(v->scr, STYLE_TEXT, "%s is planned and not ready yet.", id);
        return VIEW_HANDLED;
    case QUESTIONS:
        screen_open(v->scr, &view_questions, w->owner);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

/* The reading's paper, if it is here; else its page in a browser. */
static void show_paper(struct view *v, const char *key)
{
    const json_t *reading = json_object_get(curriculum_readings(v->app->cur), key);
    char *file = viewer_paper(v->app, key), *page = papers_page(reading);
    struct err e = {""};
    if (!access(file, R_OK))
        screen_say(v->scr, STYLE_TEXT, "%s", viewer_open(file, &e) ? e.text : file);
    else if (!page || strncmp(page, "http", 4))
        screen_say(v->scr, STYLE_TEXT, "This reading has no address: look for it by its title.");
    else if (viewer_address(page, &e))
        screen_say(v->scr, STYLE_TEXT, "%s", e.text);
    else
        screen_say(v->scr, STYLE_TEXT, "Your browser opens %s", page);
    free(page);
    free(file);
}

static unsigned week_request(struct view *v, enum action a, struct row *r)
{
    struct week *w = v->data;
    switch (a) {
    case ACTION_OPEN:
        return r ? open_row(v, r) : VIEW_IGNORED;
    case ACTION_TICK:
        return r ? tick(v, r) : VIEW_HANDLED;
    case ACTION_PAPER:
        if (r && r->kind == READING)
            show_paper(v, js_text(r->item, "key"));
        else
            screen_say(v->scr, STYLE_TEXT, "Move the cursor to a reading first.");
        return VIEW_HANDLED;
    case ACTION_LESSON:
        screen_open(v->scr, &view_lesson, w->owner);
        return VIEW_HANDLED;
    case ACTION_ANSWERS:
        screen_open(v->scr, &view_questions, w->owner);
        return VIEW_HANDLED;
    case ACTION_HISTORY:
        screen_open(v->scr, &view_history, NULL);
        return VIEW_HANDLED;
    case ACTION_NOTES:
        screen_open(v->scr, &view_notes, w->owner);
        return VIEW_HANDLED;
    case ACTION_REVIEW:
        screen_open(v->scr, &view_review, NULL);
        return VIEW_HANDLED;
    default:
        return VIEW_IGNORED;
    }
}

static void week_keep(struct view *v, json_t *place)
{
    struct week *w = v->data;
    json_object_set_new(place, "ideas", json_integer((json_int_t)w->ideas));
    json_object_set_new(place, "readings", json_integer((json_int_t)w->readings));
}

static void week_restore(struct view *v, json_t *place)
{
    struct week *w = v->data;
    w->ideas = (uint64_t)json_integer_value(json_object_get(place, "ideas"));
    w->readings = (uint64_t)json_integer_value(json_object_get(place, "readings"));
}

static const unsigned char bar[] = {
    ACTION_OPEN,  ACTION_TICK,    ACTION_LESSON, ACTION_ANSWERS, ACTION_PAPER,
    ACTION_NOTES, ACTION_HISTORY, ACTION_FIND,   0};

const struct view_ops view_week = {
    .name = "week",
    .groups = GROUP_WEEK | GROUP_WIDE,
    .bar = bar,
    .size = sizeof(struct week),
    .open = week_open,
    .close = week_close,
    .load = week_load,
    .fill = week_fill,
    .draw = week_draw,
    .request = week_request,
    .keep = week_keep,
    .restore = week_restore,
};
