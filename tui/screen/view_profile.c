/* The profile in a report: in words first, then in figures, then by line. */
#define _GNU_SOURCE
#include "view_profile.h"

#include "runner/base/counter_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/base/util.h"
#include "runner/base/js.h"
#include "runner/base/term.h"

enum { COUNTERS_SHOWN = 120, LINES_SHOWN = 24, COLUMNS = 3 };

static const json_t *part(const json_t *report, const char *key)
{
    return json_object_get(report, key);
}

/* ---- in words ------------------------------------------------------------------------------------------- */

/* Those of `said` follow once, below. */
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

/* Its words, and its name where there is room: that is what gates and --json call it. */
static void add_counter(struct pane *p, const json_t *counter)
{
    enum { NAME = 15, VALUE = 14 };
    const char *name = js_text(counter, "name"), *words = counter_words(name);
    char value[FIGURE];
    int room = p->w - 2 - VALUE;
    counter_value(name, js_number(counter, "value"), value);
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

/* By call and case. What is 0 says nothing. */
static void fill_counters(struct pane *p, const json_t *report)
{
    size_t k;
    const json_t *r;
    const char *call = "", *in = "", *source = "";
    int shown = 0, more = 0;
    if (!json_array_size(part(report, "counters")))
        return;
    pane_blank(p);
    pane_head(p, "Counters", "0 is left out");
    json_array_foreach(part(report, "counters"), k, r) {
        if (js_number(r, "value") == 0)
            continue;
        if (shown++ >= COUNTERS_SHOWN) {
            more++;
            continue;
        }
        if (strcmp(call, js_text(r, "call")) || strcmp(in, js_text(r, "case")) ||
            strcmp(source, js_text(r, "source"))) {
            call = js_text(r, "call");
            in = js_text(r, "case");
            source = js_text(r, "source");
            pane_text(p, STYLE_DIM, 2, "%.60s, case %.60s (%.20s)", call, in, source);
        }
        add_counter(p, r);
    }
    if (more)
        pane_text(p, STYLE_DIM, 2, "and %d more", more);
}

/* ---- by line --------------------------------------------------------------------------------------------- */

static const struct table {
    const char *source, *key[COLUMNS];
    int hot; /* the column that costs */
} tables[] = {
    { "ctrace", { "loads", "stores", "l1_miss" }, 2 },
    { "simt", { "g_ld_sec", "g_st_sec", "sh_conf" }, 2 },
    { "ncu", { "g_sec", "g_sec_extra", "samples" }, 2 },
    { "cachegrind", { "Ir", "Dr", "D1mr" }, 2 },
};

static int of_table(const struct table *t, const json_t *row)
{
    double sum = 0;
    if (*js_text(row, "source") && strcmp(js_text(row, "source"), t->source))
        return 0;
    for (int k = 0; k < COLUMNS; k++)
        sum += js_number(row, t->key[k]);
    return sum > 0;
}

/* In the order of the report; `*` marks a line with at least half of the most. */
static void fill_lines(struct pane *p, const struct table *t, const json_t *lines, const char *dir)
{
    size_t k;
    const json_t *l;
    double most = 0;
    int shown = 0;
    json_array_foreach(lines, k, l)
        if (of_table(t, l))
            most = fmax(most, js_number(l, t->key[t->hot]));
    json_array_foreach(lines, k, l) {
        char line[200], at[80];
        if (!of_table(t, l))
            continue;
        if (!shown) {
            pane_blank(p);
            pane_head(p, "Lines", NULL);
            snprintf(line, sizeof line, "from the left: %s, %s, %s", counter_words(t->key[0]),
                     counter_words(t->key[1]), counter_words(t->key[2]));
            pane_wrap(p, STYLE_DIM, 2, line);
        }
        if (shown++ == LINES_SHOWN)
            break;
        snprintf(at, sizeof at, "%.60s:%d", js_text(l, "file"), (int)js_number(l, "line"));
        snprintf(line, sizeof line, "%-*.60s %c%7.0f %7.0f %7.0f", p->w > 60 ? 30 : p->w - 25, at,
                 most > 0 && js_number(l, t->key[t->hot]) >= .5 * most ? '*' : ' ', js_number(l, t->key[0]),
                 js_number(l, t->key[1]), js_number(l, t->key[2]));
        pane_log(p, line, dir);
    }
}

void profile_fill(struct pane *p, const json_t *report, const char *dir)
{
    if (json_array_size(part(report, "counters")))
        fill_reading(p, report);
    fill_counters(p, report);
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++)
        fill_lines(p, &tables[k], part(report, "lines"), dir);
}
