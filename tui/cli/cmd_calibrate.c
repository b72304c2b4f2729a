/* ridge calibrate: what this machine can do at most, measured and kept with its date. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "cli_table.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/box/box.h"
#include "runner/box/spawn.h"
#include "runner/build/build.h"
#include "tui/app/roofline_data.h"

/* What ridge-calibrate prints; NULL with a sentence in the application's error. */
static json_t *ask(struct cli *c, const char *option, const char *value, const struct box *box)
{
    char *program = programs_find("ridge-calibrate");
    const char *argv[] = { program, option, value, NULL };
    struct spawn_result s = spawn_wait(argv, box, NULL, 300);
    json_t *d = s.end == SPAWN_EXIT && !s.code ? json_loads(text_str(&s.output), 0, NULL) : NULL;
    if (!json_is_object(d)) {
        app_fail(&c->app, APP_OURS, "%s: %.300s", program,
                 s.output.len ? text_str(&s.output) : "no reason was given");
        json_decref(d);
        d = NULL;
    }
    text_finish(&s.output);
    free(program);
    return d;
}

/* The GPU's figures, or why there are none; whatever happens to that process, the CPU's stay. */
static void add_gpu(struct cli *c, json_t *d)
{
    char *nvcc = build_nvcc(), *bin = nvcc ? strstr(nvcc, "/bin/nvcc") : NULL;
    if (bin)
        *bin = 0;
    struct box box = { .ro = { "/" }, .rw = { "/dev", "/tmp", "/proc" }, .in_fd = -1, .cpu = -1 };
    json_t *gpu = ask(c, "--gpu", bin ? nvcc : NULL, &box);
    if (gpu)
        json_object_update(d, gpu);
    else
        json_object_set_new(d, "why", json_string("its measurement did not end well"));
    json_decref(gpu);
    free(nvcc);
}

static json_t *run_calibration(struct cli *c)
{
    struct box box = { .ro = { "/" }, .rw = { "/dev/null" }, .in_fd = -1, .cpu = -1 };
    json_t *d = ask(c, NULL, NULL, &box);
    if (d)
        add_gpu(c, d);
    return d;
}

static double spread(const json_t *m)
{
    return js_number(m, "median") > 0 ? 100 * (js_number(m, "high") - js_number(m, "low")) / js_number(m, "median") : 0;
}

static void print_gpu(const json_t *d)
{
    size_t k;
    const json_t *gpu = json_object_get(d, "gpu"), *copy = json_object_get(gpu, "copy"), *m;
    if (!json_is_object(gpu)) {
        printf("GPU: not measured: %s. `ridge doctor` says what to install.\n", js_text(d, "why"));
        return;
    }
    printf("GPU: %s (%s)\n", js_text(gpu, "name"), js_text(gpu, "arch"));
    if (js_number(copy, "median") > 0)
        printf("  %-24s %9.1f GB/s       spread %.1f %%\n", "copy, read + written", js_number(copy, "median") / 1e9,
               spread(copy));
    json_array_foreach(json_object_get(gpu, "flops"), k, m)
        printf("  %-4s matmul, n = %-8.0f %9.1f TFLOP/s    spread %.1f %%\n", js_text(m, "type"), js_number(m, "n"),
               js_number(m, "median") / 1e12, spread(m));
    if (*js_text(gpu, "missing"))
        printf("  %s\n", js_text(gpu, "missing"));
}

static void print_calibration(const json_t *d)
{
    size_t k;
    const json_t *m;
    printf("FLOP/s of fused multiply-adds\n");
    json_array_foreach(json_object_get(d, "flops"), k, m)
        printf("  %-8s %-4s %3.0f %-8s %9.1f GFLOP/s   spread %.0f %%\n", js_text(m, "isa"), js_text(m, "type"),
               js_number(m, "threads"), js_number(m, "threads") > 1 ? "threads" : "thread",
               js_number(m, "median") / 1e9, spread(m));
    printf("Memory\n");
    json_array_foreach(json_object_get(d, "bandwidth"), k, m)
        printf("  %-5s %-6s %3.0f %-8s %9.1f GB/s       spread %.0f %%\n", js_text(m, "level"), js_text(m, "op"),
               js_number(m, "threads"), js_number(m, "threads") > 1 ? "threads" : "thread",
               js_number(m, "median") / 1e9, spread(m));
    print_gpu(d);
}

/* What a program of ours prints; NULL. It has no box: each of ours refuses some of what it measures. */
static json_t *ask_alone(const char *name)
{
    char *program = programs_find(name);
    char *const argv[] = { program, NULL };
    int pipe_of[2], status = 0;
    pid_t child = -1;
    json_t *d = NULL;
    if (!pipe2(pipe_of, O_CLOEXEC)) {
        posix_spawn_file_actions_t to;
        posix_spawn_file_actions_init(&to);
        posix_spawn_file_actions_adddup2(&to, pipe_of[1], STDOUT_FILENO);
        if (posix_spawn(&child, program, &to, NULL, argv, environ))
            child = -1;
        posix_spawn_file_actions_destroy(&to);
        close(pipe_of[1]);
        if (child > 0)
            d = json_loadfd(pipe_of[0], 0, NULL);
        close(pipe_of[0]);
        if (child > 0)
            waitpid(child, &status, 0);
    }
    free(program);
    return d;
}

static void print_row(struct cli_table *t, const json_t *r)
{
    char time[FIGURE];
    const char *why = js_text(r, "why");
    cli_table_cell(t, NULL, js_text(r, "what"));
    if (*why) {
        cli_table_cell(t, NULL, why);
        for (int k = 0; k < 4; k++)
            cli_table_cell(t, NULL, "");
        return;
    }
    cli_table_cell(t, NULL, figure_seconds(js_number(r, "s"), time));
    cli_table_cellf(t, NULL, "%.2f GB/s", js_number(r, "bytes") / js_number(r, "s") / 1e9);
    cli_table_number(t, r, "minor");
    cli_table_number(t, r, "expected");
    cli_table_number(t, r, "major");
}

/* Nothing is kept, since no grade and no ceiling rests on these figures. */
static int measure_pages(struct cli *c)
{
    static const struct cli_table_column columns[] = {
        { .head = "64 MiB" }, { .head = "time" }, { .head = "rate", .rank = 1, .right = true },
        { .head = "minor faults", .right = true }, { .head = "expected", .right = true },
        { .head = "major faults", .right = true }
    };
    size_t k;
    const json_t *r;
    char nodes[FIGURE];
    json_t *d = ask_alone("ridge-pages");
    if (!d) {
        app_fail(&c->app, APP_OURS, "ridge-pages gave no answer.");
        return cli_fail(c, APP_OURS);
    }
    if (c->app.json)
        return cli_json(d);
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(json_object_get(d, "rows"), k, r)
        print_row(t, r);
    cli_table_print(c, t);
    printf("The memory of this machine: %s.\n", figure_of(js_number(d, "nodes"), "node", nodes));
    json_decref(d);
    return APP_OK;
}

static void print_cost(struct cli_table *t, const json_t *r)
{
    char time[FIGURE];
    double s = js_number(r, "s"), laps = js_number(r, "laps");
    cli_table_cell(t, NULL, js_text(r, "what"));
    if (*js_text(r, "why")) {
        cli_table_cell(t, NULL, js_text(r, "why"));
        cli_table_cell(t, NULL, "");
        return;
    }
    cli_table_cell(t, NULL, figure_seconds(s / laps, time));
    cli_table_cellf(t, NULL, "%.2f GB/s", js_number(r, "bytes") / s / 1e9);
}

static void print_rdma(struct cli *c, const json_t *d)
{
    static const struct cli_table_column costs[] = { { .head = "write, to itself" }, { .head = "each" },
                                                     { .head = "rate", .right = true } };
    static const struct cli_table_column rules[] = { { .head = "" }, { .head = "rule" }, { .head = "here" } };
    size_t k;
    const json_t *r;
    struct cli_table *t = cli_table_new(costs, sizeof costs / sizeof *costs, 0);
    json_array_foreach(json_object_get(d, "rows"), k, r)
        print_cost(t, r);
    cli_table_print(c, t);
    printf("\n");
    t = cli_table_new(rules, sizeof rules / sizeof *rules, 0);
    json_array_foreach(json_object_get(d, "rules"), k, r) {
        int holds = json_is_true(json_object_get(r, "holds"));
        cli_table_cell(t, NULL, holds ? "holds" : "does not");
        cli_table_cell(t, NULL, js_text(r, "what"));
        cli_table_cellf(t, NULL, holds ? "%s" : "%s, not %s", js_text(r, "got"), js_text(r, "want"));
    }
    cli_table_print(c, t);
    printf("The device is %s (%s).\n", js_text(d, "device"), js_text(d, "link"));
}

/* What h02-rdma-verbs models, on the device of this machine. Nothing is kept. */
static int measure_rdma(struct cli *c)
{
    char *program = programs_find("ridge-verbs");
    int built = !access(program, X_OK);
    free(program);
    json_t *d = built ? ask_alone("ridge-verbs")
                      : json_pack("{s:s}", "why", "Ridge was built without libibverbs. On Debian: apt install "
                                                  "libibverbs-dev, then build again.");
    if (!d) {
        app_fail(&c->app, APP_OURS, "ridge-verbs gave no answer. Is libibverbs1 installed?");
        return cli_fail(c, APP_OURS);
    }
    if (c->app.json)
        return cli_json(d);
    if (*js_text(d, "why"))
        printf("Skipped. %s\n", js_text(d, "why"));
    else
        print_rdma(c, d);
    json_decref(d);
    return APP_OK;
}

int cmd_calibrate(struct cli *c)
{
    if (c->opt.pages)
        return measure_pages(c);
    if (c->opt.rdma)
        return measure_rdma(c);
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (!c->app.json && isatty(STDERR_FILENO))
        fprintf(stderr, "Measuring what this machine can do: about twenty seconds, best left alone.\n");
    json_t *d = run_calibration(c);
    if (!d)
        return cli_fail(c, APP_OURS);
    json_object_set_new(d, "when", json_integer((json_int_t)time(NULL) * 1000));
    int kept = db_state_put(c->app.db, ROOFLINE_CALIBRATION, d) == DB_OK &&
               db_event(c->app.db, ROOFLINE_CALIBRATION, "", d) == DB_OK;
    if (!kept)
        cli_say("The ceilings were not stored: %s", db_error(c->app.db));
    if (c->app.json)
        return cli_json(d);
    print_calibration(d);
    json_decref(d);
    return APP_OK;
}
