/* Commands that run something: test, bench; cmd_profile.c and cmd_watch.c have the others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_table.h"
#include "runner/base/figure.h"
#include "tui/app/step.h"
#include "fold.h"
#include "runner/base/util.h"
#include "tui/app/rate.h"
#include "runner/base/js.h"

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

static int has_bench(const json_t *lab, const char *id)
{
    size_t k;
    const json_t *b;
    json_array_foreach(json_object_get(lab, "bench"), k, b)
        if (!strcmp(js_text(b, "id"), id))
            return 1;
    return 0;
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
    if ((!eq && json_array_size(json_object_get(lab, "bench")) != 1) || !has_bench(lab, bench))
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
        return app_fail(a, APP_CONFIG, "%s", db_error(a->db));
    return APP_OK;
}

int cli_run(struct cli *c, const char *id, const char *verb, const char *const *phases, int store, json_t **report)
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
    json_decref(lab);
    return *report ? (int)code : cli_fail(c, code);
}

void cli_next(struct cli *c, const char *id, const json_t *report)
{
    struct step step;
    char line[320];
    int own = !c->opt.versus && !c->opt.file.n && (!c->opt.impl || !strcmp(c->opt.impl, "learner"));
    json_t *lab = own ? app_lab(&c->app, id) : NULL;
    if (lab && step_next(&c->app, lab, report, &step)) {
        step_command(&step, id, line, sizeof line);
        printf("Next: %s\n", line);
    }
    json_decref(lab);
}

/* The learner's milestones that this run passed, as won after the solution where that is how they stand. */
static void mark_after_solution(struct cli *c, json_t *report)
{
    json_t *lab = !strcmp(js_text(report, "impl"), "learner") ? app_lab(&c->app, js_text(report, "lab")) : NULL;
    json_t *stands = lab ? app_standing(&c->app, lab) : NULL, *m;
    size_t k, q;
    const json_t *w;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        json_array_foreach(json_object_get(stands, "milestones"), q, w)
            if (!strcmp(js_text(w, "id"), js_text(m, "id")) && !strcmp(js_text(m, "status"), "PASS") &&
                json_is_true(json_object_get(w, "after_solution")))
                json_object_set_new(m, "after_solution", json_true());
    json_decref(stands);
    json_decref(lab);
}

int cmd_test(struct cli *c)
{
    const char *phases[5];
    json_t *report;
    cli_phases_to(c->opt.phase, phases);
    int code = cli_run(c, c->args[0], "test", c->opt.phase ? phases : NULL, 1, &report);
    if (!report)
        return code;
    if (c->app.json) {
        mark_after_solution(c, report);
        cli_json(report);
    } else {
        cli_print_report(c, report);
        if (!strcmp(js_text(report, "impl"), "learner"))
            cli_print_total(c, js_text(report, "lab"));
        cli_next(c, js_text(report, "lab"), report);
        json_decref(report);
    }
    return code;
}

static const char *clock_words(const json_t *report)
{
    const char *clock = js_text(json_array_get(json_object_get(report, "measurements"), 0), "clock");
    return !strcmp(clock, "gpu")       ? "CUDA events behind an L2 flush"
           : !strcmp(clock, "wall")    ? "wall, disturbed pairs discarded"
           : !strcmp(clock, "counter") ? "none, a counter decides"
                                       : "CPU time of the process";
}

static void print_self(const json_t *aa, const char *whose)
{
    const json_t *sound = json_object_get(aa, "sound");
    if (!json_is_boolean(sound)) {
        char pairs[FIGURE];
        printf("The %s against itself: %.3f after %s, too few or too scattered to tell whether this machine is quiet "
               "enough.\n", whose, js_number(aa, "ratio"), figure_of(js_number(aa, "pairs"), "pair", pairs));
        return;
    }
    printf("The %s against itself: %.3f [%.3f, %.3f], %s\n", whose, js_number(aa, "ratio"), js_number(aa, "lo"),
           js_number(aa, "hi"),
           json_is_true(sound) ? "as it should be." : "which is not 1: the machine is too busy for a verdict.");
}

static void add_rate(struct cli_table *t, double v)
{
    if (v > 0)
        cli_table_cellf(t, NULL, "%.2f", v);
    else
        cli_table_cell(t, NULL, "");
}

static void add_measurement(struct cli_table *t, const json_t *m)
{
    int timed = strcmp(js_text(m, "clock"), "counter") != 0;
    char figure[FIGURE], rate[60];
    cli_table_cell(t, "bold", js_text(m, "bench"));
    cli_table_cell(t, NULL, js_text(m, "call"));
    cli_table_cellf(t, NULL, "%.3f", js_number(m, "ratio"));
    if (timed && json_is_number(json_object_get(m, "hi")))
        cli_table_cellf(t, NULL, "[%.3f, %.3f]", js_number(m, "lo"), js_number(m, "hi"));
    else
        cli_table_cell(t, NULL, timed ? "too few pairs" : "exact");
    cli_table_cell(t, NULL, (timed ? figure_seconds : figure_count)(js_number(m, "t_reference"), figure));
    cli_table_cell(t, NULL, (timed ? figure_seconds : figure_count)(js_number(m, "t_learner"), figure));
    if (timed)
        cli_table_cell(t, NULL, figure_count(js_number(m, "pairs"), figure));
    else
        cli_table_cell(t, NULL, "");
    add_rate(t, js_number(m, "gflops"));
    add_rate(t, js_number(m, "gbps"));
    cli_table_cell(t, "dim", rate_text(m, js_number(m, "t_learner"), rate, sizeof rate));
    cli_table_cell(t, "yellow", json_is_true(json_object_get(m, "busy")) ? "the machine was busy" : "");
}

static void print_measurements(const struct cli *c, const json_t *list, const char *whose)
{
    const struct cli_table_column columns[] = { { "bench", 0, false }, { "call", 3, false }, { "ratio", 0, true },
                                                { "95 % interval", 0, false }, { whose, 0, true }, { "yours", 0, true },
                                                { "pairs", 6, true }, { "GFLOP/s", 4, true }, { "GB/s", 5, true },
                                                { "rate", 2, true }, { "", 1, false } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *m;
    json_array_foreach(list, k, m) {
        if (json_is_number(json_object_get(m, "ratio")))
            add_measurement(t, m);
        else
            cli_table_line(t, NULL, "%s  %s", js_text(m, "bench"), js_text(m, "error"));
    }
    cli_table_print(c, t);
}

static void print_bench(const struct cli *c, const json_t *report)
{
    const json_t *aa = json_object_get(report, "self_test");
    const char *whose = *js_text(report, "versus") ? "other" : "reference";
    struct text method = { 0 };
    text_addf(&method, "Method: pairs in drawn order on fresh inputs, each in its own sandboxed process; two to warm "
              "up; the ratio is t_%s / t_yours, the median over pairs with its bootstrapped 95 %% interval. Clock: %s.",
              whose, clock_words(report));
    cli_prose(0, text_str(&method));
    text_finish(&method);
    if (aa)
        print_self(aa, whose);
    printf("\n");
    print_measurements(c, json_object_get(report, "measurements"), whose);
}

int cmd_bench(struct cli *c)
{
    static const char *const phases[] = { "correct", "perf", NULL };
    json_t *report;
    int code = cli_run(c, c->args[0], "bench", phases, 1, &report);
    if (!report)
        return code;
    if (c->app.json)
        return cli_json(report) ? APP_OURS : code;
    if (json_array_size(json_object_get(report, "measurements")))
        print_bench(c, report);
    else
        cli_print_report(c, report);
    cli_next(c, js_text(report, "lab"), report);
    json_decref(report);
    return code;
}
