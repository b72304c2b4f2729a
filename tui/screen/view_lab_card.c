/* The cost card: say it first, then see it measured; and hints, one tier at a time. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/hints.h"
#include "view_lab.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

static void value(char *ret, size_t n, const json_t *v, const char *unit)
{
    if (json_is_number(v))
        text_number(ret, n, json_number_value(v), unit);
    else
        snprintf(ret, n, "%s", json_is_string(v) ? json_string_value(v) : "");
}

int lab_unsaid(const struct lab_page *l)
{
    size_t k;
    const json_t *p;
    int n = 0;
    json_array_foreach(l->card, k, p)
        n += json_is_null(json_object_get(p, "said"));
    return n;
}

/* Columns of "you said" and of "measured": what a narrow pane's names leave, so that "16.8 MFLOP" has room. */
static int column(const struct lab_page *l, const struct pane *p)
{
    enum { ENOUGH = 14, LEAST = 10 };
    int w = (p->w - 2) / 3, names = 0;
    size_t k;
    const json_t *x;
    json_array_foreach(l->card, k, x) {
        int wide = term_width(js_text(x, "id"));
        names = wide > names ? wide : names;
    }
    int left = (p->w - 2 - names) / 2;
    left = left < ENOUGH ? left : ENOUGH;
    w = left > w ? left : w;
    return w < LEAST && p->w >= 28 ? LEAST : w;
}

/* A choice that its column has no room for stands below, whole. */
static void fill_long(struct pane *p, int w, const char *what, const json_t *value)
{
    if (!json_is_string(value) || term_width(json_string_value(value)) < w)
        return;
    size_t from = p->n;
    pane_hang(p, STYLE_DIM, 2, what, json_string_value(value));
    for (; from < p->n; from++)
        p->rows[from].part = 1;
}

void lab_fill_card(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    size_t k;
    const json_t *x;
    int w = column(l, p);
    pane_text(p, STYLE_DIM, p->w - 2 - 2 * w, "%*s%*s", w, "you said", w, "measured");
    json_array_foreach(l->card, k, x) {
        pane_add(p, CARD_ROW, (int)k)->item = x;
        fill_long(p, w, "you said: ", json_object_get(x, "said"));
        fill_long(p, w, "measured: ", json_object_get(x, "measured"));
    }
}

/* To the right of its column; a long choice stands below: fill_long(). */
static void draw_value(struct pen *p, enum style s, int w, const char *text)
{
    pen_number(p, s, w, "%s", term_width(text) < w ? text : "below");
}

void lab_draw_card(struct view *v, const struct row *r, struct pen *p)
{
    char said[200], measured[200];
    int all = v->pane[LAB_CARD].w - 2, w = column(v->data, &v->pane[LAB_CARD]);
    const json_t *s = json_object_get(r->item, "said"), *m = json_object_get(r->item, "measured");
    value(said, sizeof said, s, js_text(r->item, "unit"));
    value(measured, sizeof measured, m, js_text(r->item, "unit"));
    pen_cell(p, STYLE_TEXT, all - 2 * w, js_text(r->item, "id"));
    draw_value(p, *said ? STYLE_TEXT : STYLE_DIM, w, *said ? said : "?");
    draw_value(p, STYLE_TEXT, w, measured);
    pen_put(p, STYLE_TEXT, " ");
    if (*js_text(r->item, "status"))
        pen_status(p, js_text(r->item, "status"));
}

void lab_fill_predictions(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    size_t k, q;
    const json_t *x, *c;
    char line[500], said[200], measured[200];
    pane_wrap(p, STYLE_TEXT, 0,
              "Estimate the cost before the first run. The measured column opens with the first "
              "correct run; your error is recorded, so that you can watch "
              "it shrink.");
    pane_blank(p);
    json_array_foreach(l->card, k, x) {
        const json_t *s = json_object_get(x, "said"), *m = json_object_get(x, "measured");
        pane_head(p, js_text(x, "id"), strcmp(js_text(x, "id"), js_text(x, "axis")) ? js_text(x, "axis") : NULL);
        pane_prose(p, 2, js_text(x, "ask"));
        json_array_foreach(json_object_get(x, "choices"), q, c) {
            snprintf(line, sizeof line, "%zu  ", q + 1);
            pane_hang(p, STYLE_TEXT, 4, line, json_string_value(c));
        }
        value(said, sizeof said, s, js_text(x, "unit"));
        value(measured, sizeof measured, m, js_text(x, "unit"));
        if (*measured) {
            snprintf(line, sizeof line, "you said %s, measured %s", said, measured);
            pane_status(p, js_text(x, "status"), line, NULL)->indent = 2;
            if (*js_text(x, "hint"))
                pane_prose(p, 4, js_text(x, "hint"));
        } else if (*said) {
            pane_hang(p, STYLE_TEXT, 2, "you said ", said);
        } else {
            pane_add(p, PREDICTION, (int)k)->item = x;
        }
        pane_blank(p);
    }
}

/* ---- asking --------------------------------------------------------------------- */

/* A number with or without its unit: the curriculum reads it as it reads answers, so that "2
 * GFLOP" is 2e9 FLOP. NULL with a message at the bottom when it can't be read. */
static int read_number(struct view *v, const json_t *p, const char *text, double *ret)
{
    struct lab_page *l = v->data;
    json_t *given = json_pack("{s:s}", js_text(p, "id"), text);
    json_t *judged = given ? curriculum_predict(v->app->cur, lab_id(l), given) : NULL;
    size_t k;
    const json_t *j;
    int ok = 0;
    json_array_foreach(judged, k, j)
        if (!strcmp(js_text(j, "id"), js_text(p, "id"))) {
            ok = json_is_number(json_object_get(j, "said"));
            *ret = js_number(j, "said");
            if (!ok)
                screen_say(v->scr, STYLE_STRONG, "%s",
                           *js_text(j, "message") ? js_text(j, "message") : "That is not a number.");
        }
    if (!judged)
        screen_say(v->scr, STYLE_BAD, "%s", curriculum_error(v->app->cur));
    json_decref(judged);
    json_decref(given);
    return ok;
}

static const char *read_choice(struct view *v, const json_t *choices, const char *text)
{
    size_t k;
    const json_t *c;
    long n = strtol(text, NULL, 10);
    json_array_foreach(choices, k, c)
        if ((long)k + 1 == n || !strcasecmp(json_string_value(c), text))
            return json_string_value(c);
    screen_say(v->scr, STYLE_STRONG, "Answer with a number from 1 to %zu.",
               json_array_size(choices));
    return NULL;
}

static unsigned predicted(struct view *v, const char *text, int tag)
{
    struct lab_page *l = v->data;
    const json_t *p = json_array_get(l->card, (size_t)tag),
                 *choices = json_object_get(p, "choices");
    const char *choice = NULL;
    double number = 0;
    if (!text || !*text || !p)
        return VIEW_HANDLED;
    if (json_array_size(choices) ? !(choice = read_choice(v, choices, text))
                                 : !read_number(v, p, text, &number))
        return VIEW_HANDLED;
    if (!v->app->db ||
        db_prediction_put(v->app->db, lab_id(l), js_text(p, "id"), js_text(p, "axis"), number,
                          choice, js_text(p, "unit"), NULL) != DB_OK) {
        screen_say(v->scr, STYLE_BAD, "This was not recorded: %s",
                   v->app->db ? db_error(v->app->db) : "There is no database.");
        return VIEW_HANDLED;
    }
    screen_reload(v);
    if (lab_unsaid(l))
        return lab_predict(v, -1);
    screen_say(v->scr, STYLE_TEXT, "The card is complete. Press r to run.");
    return VIEW_HANDLED;
}

unsigned lab_predict(struct view *v, int k)
{
    struct lab_page *l = v->data;
    const json_t *p;
    char label[120];
    size_t n = json_array_size(l->card);
    if (!n) {
        screen_say(v->scr, STYLE_TEXT, "This lab has no cost card.");
        return VIEW_HANDLED;
    }
    for (size_t q = 0; k < 0 && q < n; q++)
        if (json_is_null(json_object_get(json_array_get(l->card, q), "said")))
            k = (int)q;
    lab_show(v, SHOW_CARD);
    p = k >= 0 ? json_array_get(l->card, (size_t)k) : NULL;
    screen_relayout(v);
    if (!p)
        return VIEW_HANDLED;
    pane_mark(&v->pane[LAB_PAGE], PREDICTION, k);
    const char *unit = figure_unit(js_text(p, "unit"));
    snprintf(label, sizeof label, "%.60s%s%.30s", js_text(p, "id"), *unit ? " in " : "", unit);
    screen_ask(v->scr, label, "", predicted, k);
    return VIEW_HANDLED;
}

/* ---- hints ---------------------------------------------------------------------- */

/* What failed, and what the lab has to say about just that. */
static void fill_failure(struct pane *p, const json_t *m)
{
    pane_status(p, js_text(m, "status"), js_text(m, "id"), NULL);
    pane_prose(p, 2, js_text(m, "message"));
    if (*js_text(m, "hint"))
        pane_prose(p, 2, js_text(m, "hint"));
    pane_blank(p);
}

void lab_fill_hints(struct view *v, struct pane *p)
{
    struct lab_page *l = v->data;
    size_t k;
    const json_t *t;
    char right[32];
    if (!json_array_size(l->tiers)) {
        pane_text(p, STYLE_TEXT, 0, "This lab has no hints.");
        return;
    }
    json_t *functions = hints_functions(l->lab);
    const char *function = hints_failed(l->report, l->lab, functions);
    char note[1024] = "";
    const json_t *m = hints_milestone(l->report);
    if (function)
        pane_text(p, STYLE_STRONG, 0, "%s", function);
    else if (json_array_size(functions) > 1)
        hints_no_function(l->lab, l->tiers, functions, m, note, sizeof note);
    if (m)
        fill_failure(p, m);
    json_array_foreach(l->tiers, k, t) {
        if ((int)k >= l->hints_taken)
            break;
        snprintf(right, sizeof right, "hint %zu of %zu", k + 1, json_array_size(l->tiers));
        pane_head(p, hints_title(t), right);
        char *text = hints_about(js_text(t, "text"), functions, function);
        pane_markdown(p, text && *text ? text
                         : function ? "This tier has no hint for that function."
                                    : "Each hint of this tier is about one function.",
                      2, screen_ascii(v->scr));
        free(text);
        pane_blank(p);
    }
    if (*note)
        pane_prose(p, 0, note);
    if (l->hints_taken < (int)json_array_size(l->tiers))
        pane_wrap(p, STYLE_DIM, 0, "h again shows the next one, which gives more away.");
    json_decref(functions);
}

static void show_hints(struct view *v)
{
    lab_show(v, SHOW_HINTS);
    screen_relayout(v);
    struct pane *p = &v->pane[LAB_PAGE];
    for (size_t k = 0; k < p->n; k++) /* the newest tier's heading comes to the top */
        if (p->rows[k].kind == ROW_HEAD)
            p->top = (long)k;
    pane_settle(p);
}

static void take_next(struct view *v)
{
    struct lab_page *l = v->data;
    char key[32];
    snprintf(key, sizeof key, "tier-%d", l->hints_taken + 1);
    if (v->app->db && db_hint_take(v->app->db, lab_id(l), key) != DB_OK)
        screen_say(v->scr, STYLE_BAD, "This hint was not recorded: %s", db_error(v->app->db));
    l->hints_taken++;
}

static unsigned take_last(struct view *v, const char *yes, int tag)
{
    (void)tag;
    if (yes)
        take_next(v);
    show_hints(v);
    return VIEW_HANDLED;
}

/* The last tier is nearly the answer. */
static void ask_for_last(struct view *v)
{
    struct lab_page *l = v->data;
    json_t *functions = hints_functions(l->lab);
    const char *function = hints_failed(l->report, l->lab, functions);
    char question[200];
    snprintf(question, sizeof question, "Show the nearly complete answer for %.100s?", function ? function : lab_id(l));
    screen_confirm(v->scr, question, take_last, 0);
    json_decref(functions);
}

unsigned lab_take_hint(struct view *v)
{
    struct lab_page *l = v->data;
    int all;
    if (!l->tiers)
        l->tiers = curriculum_tiers(v->app->cur, lab_id(l));
    if (!l->tiers) {
        screen_say(v->scr, STYLE_BAD, "The hints can't be read: %s", curriculum_error(v->app->cur));
        return VIEW_HANDLED;
    }
    all = (int)json_array_size(l->tiers);
    /* the first press only opens what was taken already */
    int next = l->hints_taken < all && (l->show == SHOW_HINTS || !l->hints_taken);
    if (next && all > 1 && l->hints_taken + 1 == all) {
        ask_for_last(v);
        return VIEW_HANDLED;
    }
    if (next)
        take_next(v);
    show_hints(v);
    return VIEW_HANDLED;
}
