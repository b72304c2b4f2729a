/* The profile in a report: in words first, then in figures, then by line. */
#define _GNU_SOURCE
#include "view_profile.h"

#include <stdio.h>
#include <string.h>

#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/base/term.h"
#include "tui/app/predicted.h"
#include "tui/app/profile_counters.h"
#include "tui/app/profile_lines.h"

enum { COUNTERS_SHOWN = 120, LINES_SHOWN = 24 };

static const json_t *part(const json_t *report, const char *key)
{
    return json_object_get(report, key);
}

/* ---- in words ------------------------------------------------------------------------------------------- */

/* Adds the sentences but those of `said`, which follow once, below. */
static void fill_sentences(struct pane *p, const json_t *list, enum style style, const char *before, const json_t *said)
{
    size_t k;
    const json_t *s;
    char line[700];
    json_array_foreach(list, k, s) {
        if (util_lists(said, json_string_value(s)))
            continue;
        snprintf(line, sizeof line, "%s%.640s", before, json_string_value(s));
        pane_wrap(p, style, 2, line);
    }
}

static void fill_reading(struct pane *p, const json_t *report)
{
    size_t k;
    const json_t *r, *missing = NULL;
    if (!json_array_size(part(report, "reading")))
        return;
    pane_blank(p);
    pane_head(p, "What bounds it", NULL);
    json_array_foreach(part(report, "reading"), k, r) {
        const char *bound = js_text(r, "bound");
        pane_text(p, STYLE_STRONG, 0, "%.60s, case %.60s: %s", js_text(r, "call"), js_text(r, "case"),
                  strcmp(bound, "unknown") ? bound : "not known");
        fill_sentences(p, part(r, "evidence"), STYLE_TEXT, "", NULL);
        fill_sentences(p, part(r, "next"), STYLE_TEXT, "try: ", part(r, "missing"));
        missing = json_array_size(part(r, "missing")) ? part(r, "missing") : missing;
    }
    fill_sentences(p, missing, STYLE_DIM, "", NULL);
}

/* ---- in figures ------------------------------------------------------------------------------------------ */

/* The counter's words, and where there is room the name that gates and --json call the counter by. */
static void add_counter(struct pane *p, const struct profile_counter *counter, const char *value)
{
    enum { NAME = 15, VALUE = 14 };
    const char *name = counter->name, *words = counter->words;
    int room = p->w - 2 - VALUE;
    if (room >= COUNTER_WORDS_MOST + 1 + NAME)
        pane_text(p, STYLE_TEXT, 2, "%-*s %-*s%*s%s", COUNTER_WORDS_MOST, words, NAME, strcmp(words, name) ? name : "",
                  VALUE - term_width(value), "", value);
    else if (term_width(words) < room)
        pane_text(p, STYLE_TEXT, 2, "%-*s%*s%s", room < COUNTER_WORDS_MOST ? room : COUNTER_WORDS_MOST + 1, words,
                  VALUE - term_width(value), "", value);
    else {
        pane_wrap(p, STYLE_TEXT, 2, words);
        pane_text(p, STYLE_TEXT, 4, "%s", value);
    }
}

/* One column of the profile, below its call and case. What is 0 says nothing. */
static void fill_column(struct pane *p, const struct profile_counters *t, size_t column, int *shown, size_t *more)
{
    const struct profile_column *c = &t->column[column];
    char value[FIGURE];
    bool headed = false;
    for (size_t k = 0; k < t->n; k++) {
        const json_t *cell = t->cell[k * t->columns + column];
        if (!cell || js_number(cell, "value") == 0)
            continue;
        if (*shown >= COUNTERS_SHOWN) {
            ++*more;
            continue;
        }
        ++*shown;
        if (!headed)
            pane_text(p, STYLE_DIM, 2, "%.60s, case %.60s (%.20s)", c->call, c->in, c->source);
        headed = true;
        add_counter(p, &t->counter[k], profile_value(t, k, column, value));
    }
}

static void fill_counters(struct pane *p, const json_t *report)
{
    struct profile_counters t;
    int shown = 0;
    if (!json_array_size(part(report, "counters")))
        return;
    pane_blank(p);
    pane_head(p, "Counters", "0 is left out");
    profile_counters(report, &t);
    size_t more = t.left_out;
    for (size_t k = 0; k < t.columns; k++)
        fill_column(p, &t, k, &shown, &more);
    if (more)
        pane_text(p, STYLE_DIM, 2, "and %zu more", more);
    profile_counters_finish(&t);
}

/* ---- by line --------------------------------------------------------------------------------------------- */

/* `*` marks a line with at least half of the most. What does not fit on the right is left out, column by column. */
static void fill_lines(struct pane *p, const struct profile_lines *t, const char *dir)
{
    enum { COLUMN = 10, AT_MOST = 30, AT_LEAST = 14 };
    int fit = (p->w - AT_LEAST - 2) / COLUMN, columns = t->columns < fit ? t->columns : fit, at_width, n;
    char line[300], at[80], words[200] = "";
    if (!t->n)
        return;
    at_width = p->w - 2 - columns * COLUMN < AT_MOST ? p->w - 2 - columns * COLUMN : AT_MOST;
    for (int k = 0; k < columns; k++)
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", k ? ", " : "", t->column[k]->words);
    pane_blank(p);
    pane_head(p, "Lines", NULL);
    snprintf(line, sizeof line, "from the left: %s", words);
    pane_wrap(p, STYLE_DIM, 2, line);
    for (size_t k = 0; k < t->n && k < LINES_SHOWN; k++) {
        const struct profile_line *l = &t->line[k];
        snprintf(at, sizeof at, "%.60s:%d", l->file, l->line);
        n = snprintf(line, sizeof line, "%-*.60s %c", at_width, at, l->hot ? '*' : ' ');
        for (int q = 0; q < columns && n < (int)sizeof line; q++)
            n += snprintf(line + n, sizeof line - (size_t)n, "%*s%s", COLUMN - term_width(l->value[q]) > 1
                          ? COLUMN - term_width(l->value[q]) : 1, "", l->value[q]);
        pane_log(p, line, dir);
    }
}

static void fill_predicted(struct pane *p, const json_t *report)
{
    size_t k;
    const json_t *row;
    if (!predicted_rows(report))
        return;
    pane_blank(p);
    pane_head(p, PREDICTED_HEAD, NULL);
    pane_wrap(p, STYLE_DIM, 2, PREDICTED_NOTE);
    json_array_foreach(predicted_rows(report), k, row) {
        struct text t = { 0 };
        predicted_say(row, &t);
        pane_wrap(p, STYLE_TEXT, 2, text_str(&t));
        text_finish(&t);
    }
}

void profile_fill(struct pane *p, const json_t *report, const char *dir)
{
    if (json_array_size(part(report, "counters")))
        fill_reading(p, report);
    fill_counters(p, report);
    fill_predicted(p, report);
    struct profile_lines t;
    for (size_t k = 0; profile_lines(report, k, &t); k++) {
        fill_lines(p, &t, dir);
        profile_lines_finish(&t);
    }
}
