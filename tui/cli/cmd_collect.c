/* ridge collect: fetches the hand-ins of a lab once, or until it is interrupted, and says what came. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "collect.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

static size_t count(const struct collecting *x, const char *state)
{
    size_t k, n = 0;
    const json_t *r;
    json_array_foreach(x->rows, k, r)
        n += !strcmp(js_text(r, "state"), state);
    return n;
}

static int report(struct collecting *x)
{
    size_t bad = count(x, "refused") + count(x, "failed");
    if (x->c->app.json) {
        cli_json(json_pack("{s:s s:s s:s s:O}", "schema", "ridge.collect/1", "lab", x->id, "folder", x->out, "rows",
                           x->rows));
    } else {
        collect_report_rows(x);
        printf("%zu taken, %zu older, %zu not taken. ", count(x, "taken"), count(x, "older"), bad);
        if (x->requests)
            printf("%zu new request%s: `ridge request %s`. ", x->requests, cli_s(x->requests), x->id);
        if (count(x, "waits"))
            printf("%zu waiting for their hour. ", count(x, "waits"));
        if (x->grades)
            printf("`ridge grade --lab %s` shows the table.\n", x->id);
        else
            printf("Next: ridge grade %s --lab %s\n", x->out, x->id);
    }
    return bad ? APP_FAILED : APP_OK;
}

/* Looks once and says what there was; with --grade what is new is graded, and answered. */
static int once(struct collecting *x)
{
    bool busy = false;
    int lock = x->grades ? collect_lock(x) : -1;
    int rc = x->grades && lock < 0 ? APP_CONFIG : collect_look(x);
    if (!rc && x->grades)
        rc = collect_grade(x, &busy);
    if (!rc && busy)
        rc = app_fail(&x->c->app, APP_CONFIG, "Another process is grading with this workbook. What was fetched is "
                      "kept; the same command grades it.");
    if (lock >= 0)
        close(lock);
    return rc ? cli_fail(x->c, rc) : report(x);
}

static void init(struct collecting *x, struct cli *c, const json_t *lab)
{
    *x = (struct collecting){ .c = c, .lab = lab, .id = js_text(lab, "id"), .from = c->args[0], .names = json_array(),
                              .rows = json_array(), .read = json_object(), .again = json_object(),
                              .last = json_object(), .waiting = json_object() };
    x->in = util_path("%s/collected/%s/bundles", c->app.home, x->id);
    x->out = c->opt.out ? strdup(c->opt.out) : util_path("%s/collected/%s/students", c->app.home, x->id);
    x->back = util_path("%s/collected/%s/back", c->app.home, x->id);
    x->grades = c->opt.grade || c->opt.watch;
}

static void finish(struct collecting *x)
{
    json_t *all[] = { x->names, x->rows, x->students, x->keys, x->owner, x->read, x->again, x->last, x->waiting };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        json_decref(all[k]);
    free(x->in);
    free(x->out);
    free(x->back);
}

/* What cannot go together. */
static int check(const struct cli *c)
{
    const char *needs = c->opt.back ? "return" : c->opt.per_hour ? "per-hour" : c->opt.phase ? "phase" : NULL;
    if (needs && !c->opt.grade && !c->opt.watch)
        return cli_error(APP_USAGE, "--%s needs --grade or --watch: `ridge collect` alone grades nothing.", needs);
    if (c->opt.watch && c->app.json)
        return cli_error(APP_USAGE, "--watch writes no JSON document, since it never ends. `ridge collect --grade "
                                    "--json` looks once.");
    return 0;
}

int cmd_collect(struct cli *c)
{
    struct collecting x;
    if (!c->opt.lab)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "Name the lab with --lab, such as --lab w02-transpose."));
    json_t *lab = check(c) ? NULL : cli_lab(c, c->opt.lab);
    if (!lab)
        return APP_USAGE;
    init(&x, c, lab);
    int rc = collect_prepare(&x);
    if (rc)
        cli_fail(c, rc);
    else
        rc = c->opt.watch ? collect_watch(&x) : once(&x);
    finish(&x);
    json_decref(lab);
    return rc;
}
