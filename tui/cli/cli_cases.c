/* The cases of a run that failed, as the command line says them. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "tui/app/failures.h"
#include "runner/base/js.h"

enum { SHOWN = 4, SENTENCE = 1400, VALUES = 2048 };

static void print_inputs(const json_t *row)
{
    const char *name;
    const json_t *values;
    char text[VALUES];
    json_object_foreach((json_t *)json_object_get(row, "inputs"), name, values) {
        failure_input(row, name, text, sizeof text);
        printf("          %s = %s\n", name, text);
    }
}

static void print_list(const struct cli *c, const json_t *report)
{
    const json_t *cases = json_object_get(report, "cases"), *row;
    size_t k, shown = 0, bad = failures_in(cases);
    char text[SENTENCE];
    json_array_foreach(cases, k, row) {
        if (!failure_is(row) || (shown == SHOWN && !c->opt.all))
            continue;
        shown++;
        failure_says(row, text, sizeof text);
        printf("      %s\n", text);
        if (c->opt.all)
            print_inputs(row);
    }
    if (bad > shown)
        printf("      … and %zu more: `ridge test %s --all` shows each, with its inputs\n", bad - shown,
               js_text(report, "lab"));
    if (failures_untried(cases, text, sizeof text))
        printf("      %s\n", text);
}

void cli_print_failures(const struct cli *c, const json_t *report, const json_t *milestone)
{
    const json_t *cases = json_object_get(report, "cases"), *row;
    const char *message = js_text(milestone, "message"), *found = js_text(milestone, "found");
    char text[SENTENCE];
    size_t k;
    int told = 0;
    failures_right(milestone, text, sizeof text);
    if (*text)
        printf("      %s\n", text);
    if (*found)
        printf("      %s%s%s\n", cli_color(c, "bold"), found, cli_color(c, "off"));
    json_array_foreach(cases, k, row)
        told |= failure_is(row) && failure_told(row, message);
    if (!told && *message)
        printf("      %s\n", message);
    if (told)
        print_list(c, report);
}
