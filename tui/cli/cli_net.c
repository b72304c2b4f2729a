/* cli_net.c: bars of what is under way, on standard error. */
#define _GNU_SOURCE
#include "cli_net.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_bars_name(struct cli_bars *b, const char *name)
{
    if (!b->names) {
        b->names = json_array();
        b->state = json_array();
    }
    json_array_append_new(b->names, json_string(name));
    json_array_append_new(b->state, json_null());
}

void cli_bars_begin(struct cli_bars *b, const struct cli *c)
{
    b->c = !c->app.json && isatty(STDERR_FILENO) ? c : NULL;
}

static void clear(struct cli_bars *b)
{
    if (b->drawn)
        fprintf(stderr, "\033[%dA\r\033[J", b->drawn);
    b->drawn = 0;
}

static void draw_one(const char *name, const json_t *s)
{
    char bar[21];
    double now = js_number(s, "now"), total = js_number(s, "total");
    int full = total > 0 ? (int)(20 * now / total) : 0;
    memset(bar, '.', 20);
    memset(bar, '#', (size_t)(full < 0 ? 0 : full > 20 ? 20 : full));
    bar[20] = 0;
    fprintf(stderr, "%-16.16s [%s] %.1f", name, bar, now / 1e6);
    fprintf(stderr, total > 0 ? " of %.1f MB\n" : " MB\n", total / 1e6);
}

static void draw(struct cli_bars *b)
{
    size_t k, left = 0;
    const json_t *s;
    clear(b);
    json_array_foreach(b->state, k, s) {
        left += !json_is_true(s);
        if (!json_is_object(s) || b->drawn >= 12)
            continue;
        draw_one(json_string_value(json_array_get(b->names, k)), s);
        b->drawn++;
    }
    fprintf(stderr, "%zu of %zu to go\n", left, json_array_size(b->state));
    b->drawn++;
}

void cli_bars_event(const json_t *event, void *bars)
{
    struct cli_bars *b = bars;
    size_t k = (size_t)js_number(event, "job");
    if (!b->c || k >= json_array_size(b->state))
        return;
    json_array_set(b->state, k, json_object_get(event, "ok") ? json_true() : (json_t *)(size_t)event);
    draw(b);
}

void cli_bars_end(struct cli_bars *b)
{
    if (b->c)
        clear(b);
}

void cli_bars_finish(struct cli_bars *b)
{
    json_decref(b->names);
    json_decref(b->state);
}

json_t *cli_transfer(struct cli *c, struct cli_bars *b, const json_t *jobs, int gap_ms, int *rc)
{
    struct err e = { "" };
    char *program = programs_find("ridge-net");
    struct net_options o = { .program = program, .parallel = c->opt.jobs ? c->opt.jobs : CLI_PARALLEL,
                             .gap_ms = gap_ms, .stall_s = (int)c->opt.timeout, .stop = &cli_interrupted,
                             .event = cli_bars_event, .data = b };
    cli_bars_begin(b, c);
    json_t *answers = net_run(&o, jobs, &e);
    cli_bars_end(b);
    *rc = answers ? 0 : app_fail(&c->app, cli_interrupted ? APP_INTERRUPTED : APP_OURS, "%s", e.text);
    free(program);
    return answers;
}
