/* Review: one card a screen, what it says once one has tried, and how it went. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "tui/app/review_deck.h"
#include "screen.h"
#include "sketch.h"
#include "tui/app/facts.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/words.h"

enum { ANSWER = ROW_OWN, OPTION, GRADE };
enum { JUST_NOW = 1, SHOWN = 2 };

struct review {
    json_t *queue; /* what was due when this began, and what came back since */
    json_t *deck;  /* all cards, for the summary */
    json_t *front, *verdict;
    size_t at;
    int shown, given[FSRS_EASY + 1];
    int graded; /* how the card at `at` was, and what follows of that is still to be done; 0: it was not */
    int year, done, right; /* the reading week: asked before, and answered right so far */
    char text[300]; /* the answer as typed */
};

static const json_t *card_of(const struct review *r)
{
    return json_array_get(r->queue, r->at);
}

static int is_idea(const struct review *r)
{
    return !strcmp(js_text(card_of(r), "kind"), "concept");
}

static int is_right(const struct review *r)
{
    return !strcmp(js_text(r->verdict, "status"), "PASS");
}

/* What was not known is "again", whatever one would like to press. */
static int may_grade(const struct review *r, enum fsrs_grade g)
{
    return r->shown && (g == FSRS_AGAIN || is_idea(r) || is_right(r));
}

static void forget_card(struct review *r)
{
    json_decref(r->front);
    json_decref(r->verdict);
    r->front = r->verdict = NULL;
    r->shown = 0;
    r->text[0] = 0;
}

/* The card at `at`; one that can't be asked is passed over, with a word. */
static void ask_card(struct view *v)
{
    struct review *r = v->data;
    while (card_of(r) && !r->front && !(r->front = review_deck_front(v->app, card_of(r))) &&
           !curriculum_waits(v->app->cur)) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        r->at++;
    }
    if (card_of(r))
        snprintf(v->right, sizeof v->right, "%zu of %zu", (size_t)r->done + r->at + 1,
                 (size_t)r->done + json_array_size(r->queue));
    else
        v->right[0] = 0;
}

/* The questions of the reading week. */
static int open_year(struct view *v)
{
    struct review *r = v->data;
    r->year = 1;
    r->queue = review_deck_year(v->app, screen_now(v->scr), REVIEW_YEAR, &r->done, &r->right);
    r->deck = r->queue ? review_deck_load(v->app) : NULL;
    return r->deck ? 0 : -1;
}

static int review_open(struct view *v)
{
    struct review *r = v->data;
    if (v->arg)
        return open_year(v);
    json_t *deck = review_deck_load(v->app);
    if (!deck)
        return -1;
    r->deck = deck;
    r->queue = json_array();
    for (size_t k = 0, n = review_deck_due(deck, screen_now(v->scr)); k < n; k++)
        json_array_append(r->queue, json_array_get(deck, k));
    return 0;
}

/* After a grade: the next card, and at the end of the queue once more what was not known. */
static void go_on(struct view *v)
{
    struct review *r = v->data;
    json_t *deck = review_deck_load(v->app);
    if (curriculum_waits(v->app->cur)) {
        json_decref(deck);
        return;
    }
    if (deck) {
        json_decref(r->deck);
        r->deck = deck;
    }
    if (!r->year && r->graded == FSRS_AGAIN && review_deck_find(r->deck, card_of(r))) /* as the review left it */
        json_array_append(r->queue, review_deck_find(r->deck, card_of(r)));
    r->graded = 0;
    r->at++;
    forget_card(r);
    v->pane[0].top = 0;
    v->pane[0].cursor = -1;
}

static int review_load(struct view *v)
{
    struct review *r = v->data;
    if (r->graded)
        go_on(v);
    if (!r->graded)
        ask_card(v);
    return 0;
}

static void review_close(struct view *v)
{
    struct review *r = v->data;
    forget_card(r);
    json_decref(r->queue);
    json_decref(r->deck);
}

/* ---- rows ----------------------------------------------------------------------- */

static void fill_where(struct view *v, struct pane *p)
{
    struct review *r = v->data;
    const json_t *card = card_of(r);
    char right[80], when[40];
    int times = (int)js_number(card, "reviews");
    review_deck_when(when, sizeof when, (int64_t)js_number(card, "last"), screen_now(v->scr));
    if (times)
        snprintf(right, sizeof right, "reviewed %d %s, last %s", times,
                 times == 1 ? "time" : "times", when);
    else
        snprintf(right, sizeof right, "new");
    pane_head(p, is_idea(r) ? "An idea" : "A question", right);
    pane_blank(p);
}

/* The lines of a display, then claims and fixes with their letters. */
static void fill_display(struct pane *p, const json_t *front)
{
    static const struct {
        const char *key;
        char first;
    } lists[] = { { "lines", '1' }, { "claims", 'a' }, { "fixes", 'A' } };
    for (size_t q = 0; q < sizeof lists / sizeof *lists; q++) {
        size_t k;
        const json_t *x;
        char head[16];
        if (json_array_size(json_object_get(front, lists[q].key)))
            pane_blank(p);
        json_array_foreach(json_object_get(front, lists[q].key), k, x) {
            if (lists[q].first == '1')
                snprintf(head, sizeof head, "%2zu  ", k + 1);
            else
                snprintf(head, sizeof head, " %c  ", lists[q].first + (int)k);
            pane_hang(p, STYLE_TEXT, 2, head, json_string_value(x));
        }
    }
}

static void fill_question(struct pane *p, const json_t *front)
{
    size_t k;
    const json_t *x;
    char line[512] = "columns:";
    pane_prose(p, 0, js_text(front, "ask"));
    if (json_array_size(json_object_get(front, "options")) + json_array_size(json_object_get(front, "items")) +
        json_array_size(json_object_get(front, "rows")))
        pane_blank(p);
    json_array_foreach(json_object_get(front, "options"), k, x)
        pane_item(p, OPTION, (int)k + 1, 3, x, json_string_value(x));
    json_array_foreach(json_object_get(front, "items"), k, x) {
        char head[16];
        snprintf(head, sizeof head, "%zu  ", k + 1);
        pane_hang(p, STYLE_TEXT, 2, head, json_string_value(x));
    }
    json_array_foreach(json_object_get(front, "columns"), k, x) {
        size_t n = strlen(line);
        snprintf(line + n, sizeof line - n, "%s %s", k ? " |" : "", json_string_value(x));
    }
    if (json_array_size(json_object_get(front, "columns")))
        pane_wrap(p, STYLE_DIM, 0, line);
    json_array_foreach(json_object_get(front, "rows"), k, x)
        pane_hang(p, STYLE_TEXT, 2, "", json_string_value(x));
    fill_display(p, front);
    if (*js_text(front, "names")) {
        pane_blank(p);
        pane_hang(p, STYLE_DIM, 2, "names: ", js_text(front, "names"));
    }
}

static int is_choice(const struct review *r)
{
    return !strcmp(js_text(r->front, "kind"), "choice");
}

static void fill_front(struct view *v, struct pane *p)
{
    struct review *r = v->data;
    if (is_idea(r)) {
        pane_wrap(p, STYLE_STRONG, 0, js_text(r->front, "ask"));
        pane_blank(p);
        if (!r->shown)
            pane_wrap(p, STYLE_TEXT, 0,
                      "Say to yourself what the idea is, why it holds, and a number that belongs to it.");
    } else {
        fill_question(p, r->front);
    }
    pane_blank(p);
    if (!r->shown && !is_choice(r))
        pane_add(p, ANSWER, 0)->item = r->front;
    if (!r->shown && !is_idea(r))
        pane_text(p, STYLE_DIM, 0, "%s",
                  is_choice(r) ? "Enter chooses; Space shows it, which counts as \"again\""
                               : "Space shows it, which counts as \"again\"");
}

static void fill_verdict(struct review *r, struct pane *p, int ascii)
{
    char line[800];
    const char *status = js_text(r->verdict, "status");
    if (r->text[0]) {
        snprintf(line, sizeof line, "%s %.200s: %.500s", status_sign(status), r->text,
                 js_text(r->verdict, "message"));
        pane_wrap(p, status_style(status), 0, line);
        if (*js_text(r->verdict, "hint") && !is_right(r)) {
            pane_blank(p);
            pane_prose(p, 2, js_text(r->verdict, "hint"));
        }
    }
    if (!is_right(r) && *js_text(r->verdict, "expected")) {
        snprintf(line, sizeof line, "The answer: %.600s", js_text(r->verdict, "expected"));
        pane_wrap(p, STYLE_STRONG, 0, line);
    }
    sketch_fill(p, r->verdict, ascii);
    if (*js_text(r->verdict, "worked")) {
        pane_blank(p);
        pane_prose(p, 2, js_text(r->verdict, "worked"));
    }
}

static void fill_back(struct view *v, struct pane *p)
{
    struct review *r = v->data;
    if (is_idea(r))
        pane_markdown(p, js_text(r->front, "back"), 2, screen_ascii(v->scr));
    else
        fill_verdict(r, p, screen_ascii(v->scr));
    pane_blank(p);
    pane_head(p, "How did it go?", NULL);
    for (int g = FSRS_AGAIN; g <= FSRS_EASY; g++)
        if (may_grade(r, (enum fsrs_grade)g))
            pane_add(p, GRADE, g);
    if (r->shown == JUST_NOW)
        pane_mark(p, GRADE, may_grade(r, FSRS_GOOD) ? FSRS_GOOD : FSRS_AGAIN);
    r->shown = SHOWN;
}

static void fill_summary(struct view *v, struct pane *p)
{
    struct review *r = v->data;
    char line[300];
    int sum = 0;
    for (int g = FSRS_AGAIN; g <= FSRS_EASY; g++)
        sum += r->given[g];
    pane_head(p, sum ? "Done for today" : "Nothing is due", NULL);
    pane_blank(p);
    if (sum)
        pane_say(p, STYLE_TEXT, 0, "%d %s: %d again, %d hard, %d good, %d easy.", sum,
                  sum == 1 ? "review" : "reviews", r->given[FSRS_AGAIN], r->given[FSRS_HARD],
                  r->given[FSRS_GOOD], r->given[FSRS_EASY]);
    if (r->year) {
        review_deck_year_result(line, sizeof line, r->right, r->done + (int)json_array_size(r->queue));
        pane_wrap(p, STYLE_STRONG, 0, line);
    }
    review_deck_outlook(line, sizeof line, r->deck, screen_now(v->scr));
    pane_wrap(p, STYLE_TEXT, 0, line);
}

static void review_fill(struct view *v)
{
    struct review *r = v->data;
    struct pane *p = &v->pane[0];
    if (!card_of(r)) {
        fill_summary(v, p);
        return;
    }
    fill_where(v, p);
    if (!r->front) {
        pane_text(p, STYLE_DIM, 0, "reading the card…");
        return;
    }
    fill_front(v, p);
    if (r->shown)
        fill_back(v, p);
}

static void review_draw(struct view *v, const struct row *row, struct pen *p)
{
    struct review *r = v->data;
    const char *unit = figure_unit(js_text(r->front, "unit"));
    char line[80];
    switch (row->kind) {
    case OPTION:
        pen_fmt(p, STYLE_DIM, "%d  ", row->n);
        pen_put(p, STYLE_TEXT, row->text);
        break;
    case GRADE:
        review_deck_choice(line, sizeof line, card_of(r), (enum fsrs_grade)row->n, screen_now(v->scr));
        pen_fmt(p, STYLE_ACCENT, "%d  ", row->n);
        pen_put(p, STYLE_TEXT, line);
        break;
    default:
        pen_put(p, STYLE_ACCENT, is_idea(r) ? "Enter shows it" : "Enter to answer");
        if (*unit)
            pen_fmt(p, STYLE_DIM, ", with its unit: %s", unit);
    }
}

/* ---- keys ----------------------------------------------------------------------- */

static unsigned show(struct view *v, const char *text)
{
    struct review *r = v->data;
    if (!is_idea(r)) {
        json_t *verdict = *text ? review_deck_answer(v->app, card_of(r), text, 1)
                                : review_deck_reveal(v->app, card_of(r), r->front);
        if (!verdict) {
            screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
            return VIEW_HANDLED;
        }
        json_decref(r->verdict);
        r->verdict = verdict;
    }
    snprintf(r->text, sizeof r->text, "%s", text);
    r->shown = JUST_NOW;
    v->pane[0].top = 0;
    v->pane[0].cursor = -1;
    return VIEW_FILL;
}

static unsigned answered(struct view *v, const char *text, int tag);

static void ask(struct view *v, const char *label, const char *text)
{
    screen_ask(v->scr, label, text, answered, 0);
}

/* What can't be read is asked for again, as it was typed. */
static unsigned answered(struct view *v, const char *text, int tag)
{
    struct review *r = v->data;
    unsigned bits;
    (void)tag;
    if (!text || !*text || !r->front || r->shown)
        return VIEW_HANDLED;
    bits = show(v, text);
    if (curriculum_waits(v->app->cur) || strcmp(js_text(r->verdict, "status"), "INVALID"))
        return bits;
    r->shown = 0;
    r->text[0] = 0;
    if (is_choice(r))
        screen_say(v->scr, STYLE_STRONG, "%s", js_text(r->verdict, "message"));
    else
        ask(v, js_text(r->verdict, "message"), text);
    return VIEW_HANDLED;
}

static unsigned open_row(struct view *v, const struct row *row)
{
    struct review *r = v->data;
    const char *kind = js_text(r->front, "kind"), *unit = figure_unit(js_text(r->front, "unit"));
    char line[80];
    if (is_idea(r))
        return show(v, "");
    if (is_choice(r)) {
        if (!row || row->kind != OPTION)
            return VIEW_HANDLED;
        snprintf(line, sizeof line, "%d", row->n);
        return answered(v, line, 0);
    }
    if (sketch_label(r->front))
        snprintf(line, sizeof line, "%s", sketch_label(r->front));
    else if (!strcmp(kind, "table"))
        snprintf(line, sizeof line, "rows split by ;");
    else if (!strcmp(kind, "diagnose"))
        snprintf(line, sizeof line, "claim; lines; fix");
    else if (!strcmp(kind, "multi") || !strcmp(kind, "order"))
        snprintf(line, sizeof line, "numbers with commas between");
    else
        snprintf(line, sizeof line, "answer%s%s", *unit ? " in " : "", unit);
    ask(v, line, "");
    return VIEW_HANDLED;
}

static unsigned grade(struct view *v, enum fsrs_grade g)
{
    struct review *r = v->data;
    const char *status = js_text(r->verdict, "status");
    if (!card_of(r) || !r->shown || r->graded) {
        screen_say(v->scr, STYLE_TEXT, "%s", card_of(r) ? "Try it first; then say how it went." : "Nothing is due.");
        return VIEW_HANDLED;
    }
    if (!may_grade(r, g)) {
        screen_say(v->scr, STYLE_TEXT, "It was not known: 1 asks it once more, with other numbers.");
        return VIEW_HANDLED;
    }
    if (review_deck_grade(v->app, card_of(r), r->front, g, review_deck_kept(r->verdict, r->text),
                   strcmp(status, "PASS") && strcmp(status, "FAIL") ? NULL : status,
                   screen_now(v->scr)) != APP_OK) {
        screen_say(v->scr, STYLE_BAD, "%s", v->app->error);
        return VIEW_HANDLED;
    }
    r->given[g]++;
    r->right += r->year && is_right(r);
    r->graded = g;
    return VIEW_RELOAD;
}

static unsigned review_request(struct view *v, enum action a, struct row *row)
{
    struct review *r = v->data;
    switch (a) {
    case ACTION_OPEN:
        if (!card_of(r))
            return VIEW_CLOSE;
        if (r->shown)
            return row && row->kind == GRADE ? grade(v, (enum fsrs_grade)row->n) : VIEW_HANDLED;
        return open_row(v, row);
    case ACTION_REVEAL:
        return card_of(r) && !r->shown ? show(v, "") : VIEW_IGNORED;
    case ACTION_AGAIN:
    case ACTION_HARD:
    case ACTION_GOOD:
    case ACTION_EASY:
        return grade(v, (enum fsrs_grade)(FSRS_AGAIN + (int)(a - ACTION_AGAIN)));
    default:
        return VIEW_IGNORED;
    }
}

static const unsigned char *review_bar(const struct view *v)
{
    static const unsigned char grades[] = {ACTION_AGAIN, ACTION_HARD, ACTION_GOOD, ACTION_EASY, 0};
    static const unsigned char again[] = {ACTION_AGAIN, 0}, none[] = {0};
    const struct review *r = v->data;
    return !card_of(r)                  ? none
           : !r->shown                  ? v->ops->bar
           : may_grade(r, FSRS_GOOD) ? grades
                                        : again;
}

static const unsigned char bar[] = {ACTION_OPEN, ACTION_REVEAL, 0};

const struct view_ops view_review = {
    .name = "review",
    .groups = GROUP_REVIEW | GROUP_WIDE,
    .bar = bar,
    .bar_now = review_bar,
    .size = sizeof(struct review),
    .open = review_open,
    .close = review_close,
    .load = review_load,
    .fill = review_fill,
    .draw = review_draw,
    .request = review_request,
};
