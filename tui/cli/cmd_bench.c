/* ridge bench: the learner's code timed against the reference, in pairs. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli_table.h"
#include "fold.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "tui/app/rate.h"

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
    cli_print_predicted(c, report);
}

int cmd_bench(struct cli *c)
{
    static const char *const phases[] = { "correct", "perf", NULL };
    json_t *report, *lab = NULL;
    int code = cli_run(c, c->args[0], "bench", phases, 1, &report, &lab);
    if (!report)
        return code;
    if (c->app.json) {
        json_decref(lab);
        return cli_json(report) ? APP_OURS : code;
    }
    if (json_array_size(json_object_get(report, "measurements")))
        print_bench(c, report);
    else
        cli_print_report(c, report);
    cli_next(c, lab, report);
    json_decref(lab);
    json_decref(report);
    return code;
}
