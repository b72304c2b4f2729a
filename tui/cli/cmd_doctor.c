/* What this machine can do, why not more, and how to get the rest. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doctor.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

static void curriculum(struct cli *c, json_t *list)
{
    json_t *lint = curriculum_lint(c->app.cur);
    char weeks[FIGURE], labs[FIGURE];
    doctor_row(list, "curriculum", json_is_true(json_object_get(lint, "ok")), "Some weeks or labs may not open.",
               "ridge lab check", "%s, %s", figure_of(js_number(lint, "weeks"), "week", weeks),
               figure_of(js_number(lint, "labs"), "lab", labs));
    json_decref(lint);
}

static void print_row(const struct cli *c, const json_t *r)
{
    int ok = json_is_true(json_object_get(r, "ok"));
    printf("%s%s%s %-18s %s\n", cli_color(c, ok ? "green" : "yellow"), cli_mark(ok ? "PASS" : "SKIPPED"),
           cli_color(c, "off"), js_text(r, "check"), js_text(r, "state"));
    if (*js_text(r, "consequence"))
        printf("%21s%s\n", "", js_text(r, "consequence"));
    if (*js_text(r, "fix"))
        printf("%21s%s%s%s\n", "", cli_color(c, "cyan"), js_text(r, "fix"), cli_color(c, "off"));
}

int cmd_doctor(struct cli *c)
{
    json_t *list = json_array();
    size_t k;
    const json_t *r;
    doctor_tools(c, list);
    doctor_machine(c, list);
    doctor_places(c, list);
    curriculum(c, list);
    c->app.notice[0] = 0;
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.doctor/1", "checks", list));
    json_array_foreach(list, k, r)
        print_row(c, r);
    json_decref(list);
    return APP_OK;
}
