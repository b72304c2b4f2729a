/* ridge log: what happened when, day by day. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

#include "cli.h"
#include "tui/app/work_log.h"
#include "tui/screen/screen.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"

enum { DAYS = 14 };

static void print_entry(const struct cli *c, const json_t *e)
{
    time_t t = (time_t)(js_number(e, "when") / 1000);
    char when[16];
    struct tm tm;
    const char *status = work_log_status(e);
    localtime_r(&t, &tm);
    strftime(when, sizeof when, "%H:%M", &tm);
    printf("  %s  %s %s%-9s%s %-17s %s\n", when, *status ? cli_mark(status) : " ", cli_color(c, "dim"),
           js_text(e, "kind"), cli_color(c, "off"), js_text(e, "subject"), js_text(e, "line"));
}

int cmd_log(struct cli *c)
{
    size_t k, q;
    const json_t *day, *e;
    char hours[32];
    json_t *days = NULL;
    if (app_need_db(&c->app) != APP_OK ||
        !(days = work_log_load(&c->app, c->opt.days ? (int)c->opt.days : DAYS, c->nargs ? c->args[0] : NULL)))
        return cli_fail(c, APP_CONFIG);
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "days", days));
    if (!json_array_size(days) && c->nargs)
        printf("No entry of these days contains \"%s\".\n", c->args[0]);
    else if (!json_array_size(days))
        printf("Nothing happened in these days.\n");
    json_array_foreach(days, k, day) {
        figure_hours(hours, sizeof hours, js_number(day, "hours"));
        printf("%s%s%s%s%s%s\n", k ? "\n" : "", cli_color(c, "bold"), js_text(day, "day"), cli_color(c, "off"),
               js_number(day, "hours") >= .05 ? "  about " : "", js_number(day, "hours") >= .05 ? hours : "");
        json_array_foreach(json_object_get(day, "entries"), q, e)
            print_entry(c, e);
    }
    json_decref(days);
    return APP_OK;
}
