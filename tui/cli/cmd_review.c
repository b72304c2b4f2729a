/* ridge review: what is due, one card after the other, line by line: also without a terminal. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "tui/app/review_deck.h"
#include "tui/app/rubric.h"
#include "tui/screen/sketch.h"
#include "runner/base/utf8.h"
#include "runner/base/util.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { LINE = 2000 };

static void print_list(const json_t *front, const char *key)
{
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(front, key), k, x)
        cli_prose(printf("   %zu) ", k + 1), json_string_value(x));
}

static void print_letters(const json_t *front, const char *key, char first)
{
    size_t k;
    const json_t *x;
    json_array_foreach(json_object_get(front, key), k, x)
        cli_prose(printf("   %c) ", first + (int)k), json_string_value(x));
}

static void print_front(struct cli *c, const json_t *card, const json_t *front, size_t at, size_t of)
{
    const char *unit = figure_unit(js_text(front, "unit"));
    int idea = !strcmp(js_text(card, "kind"), "concept");
    char *asked = util_path("%s%s%s%s", js_text(front, "ask"), *unit ? " [" : "", unit, *unit ? "]" : "");
    printf("\n%s%zu of %zu  %s of %s%s\n", cli_color(c, "bold"), at, of, idea ? "idea" : js_text(card, "key"),
           js_text(card, "owner"), cli_color(c, "off"));
    cli_prose(0, asked);
    free(asked);
    print_list(front, "options");
    print_list(front, "items");
    print_list(front, "rows");
    print_list(front, "lines");
    print_letters(front, "claims", 'a');
    print_letters(front, "fixes", 'A');
    if (*js_text(front, "names"))
        cli_prose(printf("   a formula in "), js_text(front, "names"));
}

/* Shows an idea. 0; -1: no more input. */
static int look(const struct cli *c, const json_t *front)
{
    char line[LINE];
    if (!cli_ask("Say it to yourself, then Enter: ", line, sizeof line))
        return -1;
    return cli_markdown(c, js_text(front, "back"));
}

static void print_verdict(const json_t *v)
{
    int right = !strcmp(js_text(v, "status"), "PASS");
    if (*js_text(v, "status")) {
        printf("%s ", cli_mark(js_text(v, "status")));
        cli_prose((int)strlen("x "), js_text(v, "message"));
    }
    if (*js_text(v, "hint") && !right)
        cli_prose(0, js_text(v, "hint"));
    if (*js_text(v, "expected") && !right)
        cli_prose(printf("The answer: "), js_text(v, "expected"));
    sketch_text(v, cli_width(), cli_utf8(), stdout);
    if (*js_text(v, "worked"))
        cli_prose(0, js_text(v, "worked"));
}

/* Asks until the answer can be read; an empty line gives up. NULL: no more input, or a fault. */
static json_t *answer(struct cli *c, const json_t *card, const json_t *front, char *line, size_t n)
{
    for (;;) {
        if (!cli_ask("answer (empty: show it): ", line, n))
            return NULL;
        json_t *v = *line ? review_deck_answer(&c->app, card, line, 1) : review_deck_reveal(&c->app, card, front);
        if (!v) {
            cli_fail(c, APP_CONFIG);
            return NULL;
        }
        if (strcmp(js_text(v, "status"), "INVALID"))
            return v;
        cli_prose(0, js_text(v, "message"));
        json_decref(v);
    }
}

/* Beside each other as far as the terminal goes. */
static void print_choices(const json_t *card, int64_t now)
{
    int used = 0;
    for (int g = FSRS_AGAIN; g <= FSRS_EASY; g++) {
        char choice[60];
        review_deck_choice(choice, sizeof choice, card, (enum fsrs_grade)g, now);
        int wide = 2 + utf8_text_width(choice, strlen(choice));
        const char *before = !used ? "" : used + 3 + wide > cli_width() ? "\n" : "   ";
        used = *before == ' ' ? used + 3 + wide : wide;
        printf("%s%d %s", before, g, choice);
    }
    putchar('\n');
}

/* 0: no more input. */
static int ask_grade(const json_t *card, int64_t now)
{
    char line[LINE];
    for (;;) {
        print_choices(card, now);
        if (!cli_ask("grade: ", line, sizeof line))
            return 0;
        for (int g = FSRS_AGAIN; g <= FSRS_EASY; g++)
            if ((line[0] == '0' + g && !line[1]) || !strcmp(line, review_deck_grade_name((enum fsrs_grade)g)))
                return g;
        printf("1, 2, 3 or 4.\n");
    }
}

/* One card: its grade, 0 when there is no more input, -1 when it can't be stored. */
static int review(struct cli *c, const json_t *card, const json_t *front)
{
    char line[LINE] = "";
    int64_t now = app_now();
    json_t *v = NULL;
    int idea = !strcmp(js_text(card, "kind"), "concept"), grade = FSRS_AGAIN;
    if (idea ? look(c, front) : !(v = answer(c, card, front, line, sizeof line)))
        return 0;
    if (v)
        print_verdict(v);
    if (idea || !strcmp(js_text(v, "status"), "PASS"))
        grade = ask_grade(card, now);
    else
        printf("1 again: it comes back, with other numbers.\n");
    const char *status = v && *js_text(v, "status") ? js_text(v, "status") : NULL;
    if (grade && review_deck_grade(&c->app, card, front, (enum fsrs_grade)grade, review_deck_kept(v, line), status,
                                   now) != APP_OK) {
        cli_fail(c, APP_CONFIG);
        grade = -1;
    }
    json_decref(v);
    return grade;
}

/* The cards that were "again" come back, once, as what they are now. */
static json_t *session(struct cli *c, const json_t *queue, int given[FSRS_EASY + 1], int *end)
{
    json_t *again = json_array();
    size_t k;
    json_t *card;
    json_array_foreach(queue, k, card) {
        json_t *front = review_deck_front(&c->app, card);
        if (!front) {
            cli_say("%s", c->app.error);
            continue;
        }
        print_front(c, card, front, k + 1, json_array_size(queue));
        int grade = review(c, card, front);
        json_decref(front);
        if (grade < 1) {
            *end = grade < 0 ? APP_CONFIG : cli_interrupted ? APP_INTERRUPTED : APP_OK;
            break;
        }
        given[grade]++;
        if (grade == FSRS_AGAIN)
            json_array_append(again, card);
    }
    return again;
}

static json_t *first(const json_t *deck, size_t n)
{
    json_t *some = json_array();
    for (size_t k = 0; k < n && k < json_array_size(deck); k++)
        json_array_append(some, json_array_get(deck, k));
    return some;
}

/* The cards of `deck` that are also in `some`. */
static json_t *renewed(const json_t *deck, const json_t *some)
{
    json_t *ret = json_array();
    size_t k;
    const json_t *card;
    json_array_foreach(some, k, card)
        if (review_deck_find(deck, card))
            json_array_append(ret, review_deck_find(deck, card));
    return ret;
}

/* Once through: in the reading week nothing comes back. */
static int year(struct cli *c)
{
    int given[FSRS_EASY + 1] = { 0 }, end = -1, done = 0, right = 0, of;
    char line[300];
    json_t *queue = review_deck_year(&c->app, app_now(), REVIEW_YEAR, &done, &right);
    if (!queue)
        return cli_fail(c, APP_CONFIG);
    of = done + (int)json_array_size(queue);
    if (!c->app.json) {
        json_decref(session(c, queue, given, &end));
        json_decref(review_deck_year(&c->app, app_now(), REVIEW_YEAR, &done, &right));
    }
    json_decref(queue);
    if (c->app.json)
        return cli_json(json_pack("{s:i s:i s:i s:i}", "asked", done, "right", right, "of", of, "wanted_percent",
                                  REVIEW_YEAR_PERCENT));
    review_deck_year_result(line, sizeof line, right, of);
    putchar('\n');
    if (done != of)
        snprintf(line, sizeof line, "%d of %d asked, %d right. The same command goes on today.", done, of, right);
    cli_prose(0, line);
    return end < 0 ? APP_OK : end;
}

enum { LEFT_OUT = 5 };

/* A text is no card: what it lacks by its writer's own word comes back as a line. */
static void print_left_out(struct cli *c)
{
    json_t *list = rubric_left_out(&c->app, LEFT_OUT), *x;
    size_t k;
    json_array_foreach(list, k, x) {
        char *line = util_path("You left out of %s: %s. Say it in a sentence.", js_text(x, "question"),
                               js_text(x, "item"));
        cli_prose(printf("  "), line);
        free(line);
    }
    json_decref(list);
}

static int interactive(struct cli *c, json_t *queue)
{
    int given[FSRS_EASY + 1] = { 0 }, end = -1, sum = 0;
    char line[300];
    while (end < 0 && json_array_size(queue)) {
        json_t *again = session(c, queue, given, &end), *deck = review_deck_load(&c->app);
        json_decref(queue);
        queue = renewed(deck, again);
        json_decref(again);
        json_decref(deck);
    }
    json_decref(queue);
    for (int g = FSRS_AGAIN; g <= FSRS_EASY; g++)
        sum += given[g];
    json_t *deck = review_deck_load(&c->app);
    review_deck_outlook(line, sizeof line, deck, app_now());
    if (sum)
        printf("\n%d %s: %d again, %d hard, %d good, %d easy.\n", sum, sum == 1 ? "review" : "reviews",
               given[FSRS_AGAIN], given[FSRS_HARD], given[FSRS_GOOD], given[FSRS_EASY]);
    cli_prose(0, line);
    print_left_out(c);
    json_decref(deck);
    return end < 0 ? APP_OK : end;
}

static int as_json(struct cli *c, const json_t *deck, json_t *queue)
{
    size_t k, due = review_deck_due(deck, app_now());
    json_t *card;
    const json_t *next = json_array_get(deck, due);
    json_array_foreach(queue, k, card) {
        json_t *front = review_deck_front(&c->app, card);
        json_object_del(front, "back");
        json_object_set_new(card, "front", front ? front : json_null());
    }
    return cli_json(json_pack("{s:i s:i s:o s:o s:o}", "cards", (int)json_array_size(deck), "due", (int)due, "next",
                              next ? json_incref(json_object_get(next, "due")) : json_null(), "queue", queue,
                              "left_out", rubric_left_out(&c->app, LEFT_OUT)));
}

int cmd_review(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (c->nargs && strcmp(c->args[0], "year")) {
        app_fail(&c->app, APP_USAGE,
                 "`ridge review` asks what is due, `ridge review year` the forty questions of week 51.");
        return cli_fail(c, APP_USAGE);
    }
    curriculum_load(c->app.cur); /* a week with a mistake costs its own cards only */
    if (c->nargs)
        return year(c);
    json_t *deck = review_deck_load(&c->app);
    if (!deck)
        return cli_fail(c, APP_CONFIG);
    size_t n = c->opt.all ? json_array_size(deck) : review_deck_due(deck, app_now());
    json_t *queue = first(deck, c->opt.limit && (size_t)c->opt.limit < n ? (size_t)c->opt.limit : n);
    int rc = c->app.json ? as_json(c, deck, queue) : interactive(c, queue);
    json_decref(deck);
    return rc;
}
