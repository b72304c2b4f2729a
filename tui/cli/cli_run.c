/* One run of a lab, followed on a terminal, as test, bench, profile and watch start it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "runner/base/js.h"
#include "tui/app/step.h"

struct progress {
    const struct cli *c;
    int live; /* one line on a terminal's standard error, rewritten */
};

static void on_event(const json_t *e, void *data)
{
    struct progress *p = data;
    if (!p->live)
        return;
    if (!strcmp(js_text(e, "event"), "step")) { /* one line, whatever the terminal's width */
        char *text = strdup(js_text(e, "text"));
        if (text && strlen(text) + 4 > (size_t)cli_width())
            text[cli_width() - 4] = 0;
        fprintf(stderr, "\r\033[K  %s", text ? text : "");
        free(text);
        return;
    }
    if (!strcmp(js_text(e, "event"), "phase") && !strcmp(js_text(e, "state"), "start"))
        fprintf(stderr, "\r\033[K  %s…", js_text(e, "phase"));
    else if (!strcmp(js_text(e, "event"), "case"))
        fprintf(stderr, "\r\033[K  correct %d/%d  %s %s", (int)js_number(e, "k"), (int)js_number(e, "n"),
                js_text(e, "call"), js_text(e, "case"));
    else if (!strcmp(js_text(e, "event"), "sample"))
        fprintf(stderr, "\r\033[K  %s: %d pair%s, %.3f [%.3f, %.3f]", js_text(e, "bench"), (int)js_number(e, "pairs"),
                cli_s((size_t)js_number(e, "pairs")),
                js_number(e, "ratio"), js_number(e, "lo"), js_number(e, "hi"));
}

void cli_phases_to(const char *last, const char **ret)
{
    static const char *const all[] = { "correct", "sanitize", "profile", "perf", NULL };
    int n = 0;
    do
        ret[n] = all[n];
    while (all[n++] && (!last || strcmp(ret[n - 1], last) != 0));
    ret[n] = NULL;
}

/* --predict [BENCH=]RATIO */
struct prediction {
    struct cli *c;
    const json_t *lab;
    char key[128];
    double ratio; /* 0: none */
};

static enum app_exit read_prediction(struct cli *c, const json_t *lab, struct prediction *ret)
{
    const char *said = c->opt.predict, *eq = said ? strchr(said, '=') : NULL;
    char bench[100], *end;
    *ret = (struct prediction){ .c = c, .lab = lab };
    if (!said)
        return APP_OK;
    if (!c->opt.versus || strncmp(c->opt.versus, "attempt:", 8))
        return app_fail(&c->app, APP_USAGE,
                        "--predict goes with --versus attempt:N: it is the factor between two versions.");
    snprintf(bench, sizeof bench, "%.*s", eq ? (int)(eq - said) : 90,
             eq ? said : js_text(json_array_get(json_object_get(lab, "bench"), 0), "id"));
    if ((!eq && json_array_size(json_object_get(lab, "bench")) != 1) ||
        !js_row(json_object_get(lab, "bench"), "id", bench))
        return app_fail(&c->app, APP_USAGE,
                        "%s has several benches, or none of that name: --predict BENCH=RATIO, with one that "
                        "`ridge show %s` lists.", js_text(lab, "id"), js_text(lab, "id"));
    ret->ratio = strtod(eq ? eq + 1 : said, &end);
    if (end == (eq ? eq + 1 : said) || *end || !(ret->ratio > 0) || ret->ratio > 1e9)
        return app_fail(&c->app, APP_USAGE,
                        "--predict needs a factor above 0, such as 1.8: how many times faster it will be.");
    snprintf(ret->key, sizeof ret->key, "versus:%s", bench);
    return APP_OK;
}

/* Before anything is measured, so that the run can only confirm or refute it; a run that is refused leaves none. */
static enum app_exit keep_prediction(void *data)
{
    const struct prediction *p = data;
    struct app *a = &p->c->app;
    if (p->ratio > 0 &&
        db_prediction_put(a->db, js_text(p->lab, "id"), p->key, "speed", p->ratio, NULL, "x", NULL) != DB_OK)
        return app_fail_db(a);
    return APP_OK;
}

int cli_run(struct cli *c, const char *id, const char *verb, const char *const *phases, int store, json_t **report,
            json_t **ret_lab)
{
    json_t *lab = cli_lab(c, id);
    int64_t attempt = 0;
    struct progress p = { c, isatty(STDERR_FILENO) && !c->app.json };
    struct prediction said;
    struct app_run_options o = { .impl = c->opt.impl,
                                 .backend = c->opt.backend,
                                 .runtime = c->opt.runtime,
                                 .phases = phases,
                                 .files = c->opt.file.n ? c->opt.file.words : NULL,
                                 .verb = verb,
                                 .store = store,
                                 .versus = c->opt.versus,
                                 .accepted = keep_prediction,
                                 .data = &said };
    *report = NULL;
    if (!lab)
        return APP_USAGE;
    enum app_exit code = app_need_db(&c->app);
    if (code == APP_OK && !(code = read_prediction(c, lab, &said)))
        code = app_run(&c->app, lab, &o, on_event, &p, &cli_interrupted, report, &attempt);
    if (p.live)
        fprintf(stderr, "\r\033[K");
    if (*report && ret_lab)
        *ret_lab = lab;
    else
        json_decref(lab);
    return *report ? (int)code : cli_fail(c, code);
}

void cli_next(struct cli *c, const json_t *lab, const json_t *report)
{
    struct step step;
    char line[320];
    int own = !c->opt.versus && !c->opt.file.n && (!c->opt.impl || !strcmp(c->opt.impl, "learner"));
    if (json_object_get(lab, "drill"))
        return; /* a drill has no steps, no hints of its own and no questions */
    if (own && step_next(&c->app, lab, report, &step)) {
        step_command(&step, js_text(lab, "id"), line, sizeof line);
        printf("Next: %s\n", line);
    }
}
