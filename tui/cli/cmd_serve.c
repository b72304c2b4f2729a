/* ridge serve: the engine of a lab behind an address of this machine, until Ctrl-C. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "cli_parts.h"
#include "fold.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/serve/serve.h"

#define USUAL "w12b-serve"

static void print_address(const struct cli *c, const json_t *e)
{
    int port = (int)js_number(e, "port"), room = (int)js_number(e, "room");
    printf("%shttp://127.0.0.1:%d/v1%s answers programs of this machine, %d at once; Ctrl-C ends it.\n",
           cli_color(c, "bold"), port, cli_color(c, "off"), (int)js_number(e, "seats"));
    printf("A token is a byte; a prompt and its answer have %d at most. Try in another terminal:\n\n"
           "  curl http://127.0.0.1:%d/v1/completions -H 'Content-Type: application/json' \\\n"
           "    -d '{\"prompt\": \"The \", \"max_tokens\": 64}'\n\n", room, port);
}

static void print_answer(const json_t *e)
{
    char at[16], first[FIGURE], each[FIGURE];
    struct tm tm;
    time_t now = time(NULL);
    localtime_r(&now, &tm);
    strftime(at, sizeof at, "%H:%M:%S", &tm);
    int said = (int)js_number(e, "said");
    printf("%s  %d  %s%s  %d in, %d out", at, (int)js_number(e, "status"),
           json_is_true(json_object_get(e, "chat")) ? "chat" : "text",
           json_is_true(json_object_get(e, "stream")) ? ", streamed" : "", (int)js_number(e, "in"), said);
    if (said > 0)
        printf("  first after %s", figure_seconds(js_number(e, "first_ms") / 1e3, first));
    if (said > 1)
        printf(", then one each %s", figure_seconds(js_number(e, "each_ms") / 1e3, each));
    putchar('\n');
}

static void on_event(const json_t *e, void *data)
{
    const struct cli *c = data;
    bool ours = js_is(e, "event", "serving") || js_is(e, "event", "answer") || js_is(e, "event", "printed");
    if (ours && c->app.json) {
        json_dumpf(e, stdout, JSON_COMPACT);
        putchar('\n');
    } else if (js_is(e, "event", "serving")) {
        print_address(c, e);
    } else if (js_is(e, "event", "answer")) {
        print_answer(e);
    } else if (js_is(e, "event", "printed")) {
        printf("%s", js_text(e, "text"));
    }
    fold_flush();
    fflush(stdout);
}

/* Refuses a lab that cannot be served, and names those that can. */
static enum app_exit refuse(struct cli *c, const json_t *lab)
{
    struct text can = { 0 };
    size_t k;
    const json_t *l;
    json_array_foreach(curriculum_labs(c->app.cur), k, l)
        if (json_is_true(json_object_get(l, "serves")))
            text_addf(&can, "%s%s", can.len ? ", " : "", js_text(l, "id"));
    enum app_exit code = app_fail(&c->app, APP_USAGE, "Lab %s has no engine to serve with. These labs have one: %s.",
                                  js_text(lab, "id"), text_str(&can));
    text_finish(&can);
    return code;
}

static enum app_exit need(struct cli *c, const json_t *lab)
{
    char *program = programs_find("ridge-serve");
    bool built = program && !access(program, X_OK);
    free(program);
    if (!json_object_get(lab, "serves"))
        return refuse(c, lab);
    if (!built)
        return app_fail(&c->app, APP_CONFIG, "Ridge was built without libmicrohttpd, which speaks HTTP. On Debian: apt "
                                             "install libmicrohttpd-dev, then build again.");
    return app_need_db(&c->app);
}

/* What ended it, where that was not Ctrl-C. */
static enum app_exit judge(struct cli *c, enum app_exit code, const json_t *report)
{
    const json_t *error = json_object_get(report, "error"), *build = json_object_get(report, "build");
    if (!report)
        return code;
    if (json_is_object(error))
        return app_fail(&c->app, (enum app_exit)js_number(error, "code"), "%s", js_text(error, "message"));
    if (json_is_false(json_object_get(build, "ok")))
        return app_fail(&c->app, APP_BUILD, "The engine does not build:\n%s", js_text(build, "log"));
    return code;
}

int cmd_serve(struct cli *c)
{
    static const char *const phases[] = { "serve", NULL };
    json_t *lab = cli_lab(c, c->nargs ? c->args[0] : USUAL), *report = NULL;
    int64_t attempt = 0;
    if (!lab)
        return APP_USAGE;
    json_t *serve = json_pack("{s:I s:I}", "port",
                              (json_int_t)(c->opt.any_port ? 0 : c->opt.port ? c->opt.port : SERVE_PORT), "seats",
                              (json_int_t)(c->opt.seats ? c->opt.seats : SERVE_SEATS));
    struct app_run_options o = { .impl = c->opt.impl, .phases = phases, .serve = serve };
    enum app_exit code = need(c, lab);
    if (code == APP_OK) {
        if (!c->app.json && !c->opt.impl)
            cli_parts(c, lab);
        code = app_run(&c->app, lab, &o, on_event, c, &cli_interrupted, &report, &attempt);
        code = code == APP_INTERRUPTED ? APP_OK : judge(c, code, report);
    }
    json_decref(serve);
    json_decref(report);
    json_decref(lab);
    return code == APP_OK ? APP_OK : cli_fail(c, code);
}
