/* `ridge help counters`: the dictionary of counters, whole or one of them. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "runner/base/counter_words.h"
#include "runner/base/slips.h"

enum { INDENT = 4 };

static json_t *counter_doc(const struct counter_word *w)
{
    char metric[COUNTER_METRIC];
    counter_metric(w, metric);
    return json_pack("{s:s s:s s:s s:s s:s s:s? s:s?}", "name", w->name, "words", w->words, "unit",
                     counter_unit_name(w->unit), "where", w->where, "meaning", w->means, "formula", w->formula, "ncu",
                     *metric ? metric : NULL);
}

static void print_fact(const char *label, const char *fact)
{
    if (!fact || !*fact)
        return;
    int at = INDENT + (int)strlen(label) + (*label != 0), fits = at + (int)strcspn(fact, " ") <= cli_width();
    printf("%*s%s%s", INDENT, "", label, fits && *label ? " " : "");
    if (!fits)
        printf("\n%*s", INDENT, "");
    cli_prose(fits ? at : INDENT, fact);
}

static void print_counter(const struct cli *c, const struct counter_word *w)
{
    char metric[COUNTER_METRIC];
    const char *unit = counter_unit_name(w->unit);
    printf("%s%s%s  %s (%s%s%s)\n", cli_color(c, "bold"), w->name, cli_color(c, "off"), w->words, unit,
           *unit ? "; " : "", w->where);
    print_fact("", w->means);
    print_fact("=", w->formula);
    print_fact("Nsight Compute:", counter_metric(w, metric));
}

/* The nearest name, or the counter whose words hold `name`; NULL: none is near. */
static const char *guess(const char *name)
{
    const char *best = NULL;
    int least = SLIPS_FAR;
    for (const struct counter_word *w = counter_list; w->name; w++) {
        int slips = slips_between(name, w->name);
        if (slips < least && slips < (int)strlen(w->name)) {
            least = slips;
            best = w->name;
        }
    }
    for (const struct counter_word *w = counter_list; w->name && !best && strlen(name) > 2; w++)
        if (strcasestr(w->words, name) || strcasestr(w->name, name))
            best = w->name;
    return best;
}

static int no_such_counter(const char *name)
{
    const char *best = guess(name);
    if (best)
        return cli_error(APP_USAGE, "There is no counter \"%s\". Did you mean %s (%s)? `ridge help counters` lists "
                         "them; a lab may count things of its own besides.", name, best, counter_words(best));
    return cli_error(APP_USAGE, "There is no counter \"%s\". `ridge help counters` lists them; a lab may count things "
                     "of its own besides.", name);
}

static int as_json(const struct counter_word *only)
{
    json_t *list = json_array();
    for (const struct counter_word *w = counter_list; w->name; w++)
        if (!only || w == only)
            json_array_append_new(list, counter_doc(w));
    return cli_json(json_pack("{s:o}", "counters", list));
}

int cli_help_counters(const struct cli *c, const char *name)
{
    const struct counter_word *only = name ? counter_find(name) : NULL;
    if (name && !only)
        return no_such_counter(name);
    if (c->app.json)
        return as_json(only);
    if (only) {
        print_counter(c, only);
        return APP_OK;
    }
    for (int section = 0; section < COUNTER_SECTIONS; section++) {
        printf("%s%s%s%s\n", section ? "\n" : "", cli_color(c, "cyan"),
               counter_section_title((enum counter_section)section), cli_color(c, "off"));
        for (const struct counter_word *w = counter_list; w->name; w++)
            if ((int)w->section == section)
                print_counter(c, w);
    }
    printf("\n");
    cli_prose(0, "In brackets: the unit, and the sources that count it. A lab may count things of its own besides; its "
                 "task says what they are.");
    return APP_OK;
}
