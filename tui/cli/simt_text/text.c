/*
 * text.c: a report as tables, as a profiler prints them: a section a kernel, what is 0 left out. Launches of
 * the same kernel are one section, with the first launch's figures.
 */
#define _GNU_SOURCE
#include "runner/base/counter_words.h"
#include "runner/base/figure.h"
#include "runner/base/utf8.h"
#include "runner/simt/host/time.h"
#include "text_internal.h"
#include "runner/base/js.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int text_has(const json_t *o, const char *key)
{
    return json_is_number(json_object_get(o, key));
}

void text_dims(const json_t *d, char ret[48])
{
    long v[3];
    for (size_t k = 0; k < 3; k++)
        v[k] = (long)json_integer_value(json_array_get(d, k));
    snprintf(ret, 48, v[2] > 1 ? "%ldx%ldx%ld" : v[1] > 1 ? "%ldx%ld" : "%ld", v[0], v[1], v[2]);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

/* A share of 0 tells something, another figure of 0 does not; of registers it is said when they are not known. */
static void print_figure(const struct simt_style *s, const struct counter_word *w, const json_t *counters)
{
    char v[FIGURE] = "unknown: --regs";
    double x = js_number(counters, w->name);
    int known = text_has(counters, w->name);
    if (known ? x == 0 && w->unit != COUNTER_PART : strcmp(w->name, "regs") != 0)
        return;
    if (known)
        counter_value(w->name, x, v);
    if (s->width >= 64)
        fprintf(s->to, "    %-12s %-*s %15s\n", w->name, COUNTER_WORDS_MOST, w->words, v);
    else if ((int)(strlen(w->words) + strlen(v)) + 3 <= s->width)
        fprintf(s->to, " %-*s %s\n", s->width - 3 - (int)strlen(v), w->words, v);
    else {
        text_wrap(s, 1, 1, "%s", w->words);
        fprintf(s->to, "%*s\n", s->width - 1, v);
    }
}

/* Whether the emulator counted something of this section in the launch. */
static int has_figures(enum counter_section section, const json_t *counters)
{
    for (const struct counter_word *w = counter_list; w->name; w++)
        if (w->section == section && counter_from(w, "simt") && js_number(counters, w->name) != 0)
            return 1;
    return 0;
}

static void print_section(const struct simt_style *s, enum counter_section section, const json_t *counters)
{
    if (!has_figures(section, counters))
        return;
    fprintf(s->to, "  %s%s%s\n", text_color(s, "cyan"), counter_section_title(section), text_color(s, "off"));
    for (const struct counter_word *w = counter_list; w->name; w++)
        if (w->section == section && counter_from(w, "simt"))
            print_figure(s, w, counters);
}

static const char *shape_of(const json_t *launch, char ret[160])
{
    char grid[48], block[48];
    text_dims(json_object_get(launch, "grid"), grid);
    text_dims(json_object_get(launch, "block"), block);
    snprintf(ret, 160, "%s block%s of %s thread%s", grid, strcmp(grid, "1") ? "s" : "", block,
             strcmp(block, "1") ? "s" : "");
    return ret;
}

/* By a model, and said as one. */
static void print_time(const struct simt_style *s, const json_t *time)
{
    char us[FIGURE], lo[FIGURE], hi[FIGURE];
    if (!json_is_object(time))
        return;
    figure_seconds(1e-6 * js_number(time, SIMT_TIME_KEY(us)), us);
    figure_seconds(1e-6 * js_number(time, "lo"), lo);
    figure_seconds(1e-6 * js_number(time, "hi"), hi);
    text_wrap(s, 2, 4, "Estimated time on %s, by a model: %s, nine times in ten between %s and %s. Bound by: %s.",
              s->arch, us, lo, hi, js_text(time, "bound"));
}

/* The table of the first launch of a kernel; whether anything of it was counted. */
static int print_kernel(const struct simt_style *s, const json_t *launch, size_t times, size_t shapes)
{
    const json_t *c = json_object_get(launch, "counters"), *sampled = json_object_get(launch, "sampled");
    char shape[160], again[80] = "";
    if (times > 1)
        snprintf(again, sizeof again, ", launched %zu times%s; the first:", times,
                 shapes ? " in several shapes" : "");
    fprintf(s->to, "\n%s", text_color(s, "bold"));
    text_wrap(s, 0, 2, "%s%s %s%s", util_str(launch, "kernel", "?"), text_color(s, "off"),
              shape_of(launch, shape), again);
    if (json_is_object(sampled) && js_number(sampled, "traced") == 0) {
        text_wrap(s, 2, 2, "Not traced: results only.");
        return 0;
    }
    if (json_is_object(sampled))
        text_wrap(s, 2, 2, "Counted on %.0f of %.0f blocks: the launch ended before the others began.",
                  js_number(sampled, "traced"), js_number(sampled, "of"));
    print_time(s, json_object_get(launch, "time"));
    for (int section = 0; section < COUNTER_SECTIONS; section++)
        if (section != COUNTERS_ERRORS) /* errors have a table of their own, with their places */
            print_section(s, (enum counter_section)section, c);
    return 1;
}

/* The rule before what is ridge's, after what was the program's. */
static void rule(const struct simt_style *s)
{
    fprintf(s->to, "%s", text_color(s, "dim"));
    for (int k = 0; k < s->width && k < 100; k++)
        fprintf(s->to, "%s", s->utf8 ? "─" : "-");
    fprintf(s->to, "%s\n", text_color(s, "off"));
}

void simt_print_kernels(const struct simt_style *s, const json_t *report)
{
    const json_t *list = json_object_get(report, "launches");
    size_t n = json_array_size(list);
    char *seen = calloc(n + 1, 1);
    rule(s);
    if (!n)
        text_wrap(s, 0, 0, "The program launched no kernel.");
    json_t *reading = advice_read(s, report);
    for (size_t k = 0; seen && k < n; k++) {
        const json_t *l = json_array_get(list, k);
        size_t times = 1, shapes = 0;
        if (seen[k])
            continue;
        for (size_t j = k + 1; j < n; j++) {
            const json_t *o = json_array_get(list, j);
            if (strcmp(util_str(o, "kernel", ""), util_str(l, "kernel", "")))
                continue;
            seen[j] = 1;
            times++;
            shapes += !json_equal(json_object_get(o, "grid"), json_object_get(l, "grid")) ||
                      !json_equal(json_object_get(o, "block"), json_object_get(l, "block"));
        }
        if (print_kernel(s, l, times, shapes))
            advice_print(s, reading, k);
    }
    json_decref(reading);
    free(seen);
}

void simt_print_notes(const struct simt_style *s, const json_t *report)
{
    size_t k;
    const json_t *v;
    json_array_foreach(json_object_get(report, "notes"), k, v)
        text_wrap(s, 0, 2, "note: %s", json_string_value(v));
}
