/* screen_run.c: the run that goes on beside the screens, and the folder that is watched for saves. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "screen.h"
#include "screen_impl.h"
#include "tui/app/watch.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/clock.h"

enum { PULSE_MS = 100, LOG_BYTES = 256 << 10 };

const struct run *screen_run(const struct screen *s)
{
    return &s->run;
}

/* ---- what the runner tells ------------------------------------------------------ */

static void on_phase(struct run *run, const json_t *e)
{
    const char *name = js_text(e, "phase");
    struct run_phase *p = NULL;
    for (int k = 0; k < run->nphases; k++)
        if (!strcmp(run->phase[k].name, name))
            p = &run->phase[k];
    if (!p && run->nphases < RUN_PHASES) {
        p = &run->phase[run->nphases++];
        snprintf(p->name, sizeof p->name, "%s", name);
    }
    if (!p)
        return;
    if (!strcmp(js_text(e, "state"), "start")) {
        *p = (struct run_phase){.state = 1};
        snprintf(p->name, sizeof p->name, "%s", name);
        run->now[0] = 0;
    } else {
        p->state = 2;
        p->ms = js_number(e, "ms");
    }
}

static void on_case(struct run *run, const json_t *e)
{
    struct run_phase *p = run->nphases ? &run->phase[run->nphases - 1] : &(struct run_phase){0};
    int pass = !strcmp(js_text(e, "status"), "PASS");
    p->k = (int)js_number(e, "k");
    p->n = (int)js_number(e, "n");
    p->failed += !pass;
    snprintf(run->now, sizeof run->now, "%.90s  %.90s", js_text(e, "call"), js_text(e, "case"));
    if (!pass && !run->failed[0] && *js_text(e, "said"))
        snprintf(run->failed, sizeof run->failed, "%.290s (case %.80s)", js_text(e, "said"), js_text(e, "case"));
    else if (!pass && !run->failed[0])
        snprintf(run->failed, sizeof run->failed, "%.80s, case %.80s: %.200s", js_text(e, "call"),
                 js_text(e, "case"), js_text(e, "message"));
}

static void add_log(struct run *run, const char *text)
{
    size_t have = run->log ? strlen(run->log) : 0, n = strlen(text);
    if (have + n + 2 > LOG_BYTES)
        return;
    char *more = realloc(run->log, have + n + 2);
    if (!more)
        return;
    run->log = more;
    memcpy(more + have, text, n + 1);
    if (n && text[n - 1] != '\n')
        strcpy(more + have + n, "\n");
}

static void on_event(const json_t *e, void *data)
{
    struct screen *s = data;
    struct run *run = &s->run;
    const char *what = js_text(e, "event");
    char pairs[FIGURE];
    run->serial++;
    if (!strcmp(what, "phase"))
        on_phase(run, e);
    else if (!strcmp(what, "case"))
        on_case(run, e);
    else if (!strcmp(what, "log"))
        add_log(run, js_text(e, "text"));
    else if (!strcmp(what, "step"))
        snprintf(run->now, sizeof run->now, "%.190s", js_text(e, "text"));
    else if (!strcmp(what, "finding"))
        snprintf(run->failed, sizeof run->failed, "%.390s", js_text(e, "message"));
    else if (!strcmp(what, "sample"))
        snprintf(run->now, sizeof run->now, "%.80s: %s, %.3f [%.3f, %.3f]", js_text(e, "bench"),
                 figure_of(js_number(e, "pairs"), "pair", pairs), js_number(e, "ratio"), js_number(e, "lo"),
                 js_number(e, "hi"));
}

/* ---- begin, end ----------------------------------------------------------------- */

static void free_handle(uv_handle_t *h)
{
    free(h);
}

static void run_changed(struct screen *s)
{
    struct view *v = s->top;
    unsigned bits = 0;
    if (v && reading_ready(v))
        bits = v->ops->changed ? v->ops->changed(v) : 0;
    if (v && v->ops->live)
        bits |= VIEW_FILL;
    screen_act(s, bits);
    screen_touch(s);
}

static void start_next(struct screen *s)
{
    json_t *lab = s->next_lab;
    s->next_lab = NULL;
    if (lab && !s->quit)
        run_start(s, lab, s->next_verb, s->next_phases, s->next_by_save);
    json_decref(lab);
}

void ear_close(struct ear *e)
{
    if (!e->poll)
        return;
    uv_poll_stop(e->poll);
    uv_close((uv_handle_t *)e->poll, free_handle);
    *e = (struct ear){.fd = -1};
}

void ear_pause(struct ear *e)
{
    if (e->poll)
        uv_poll_stop(e->poll);
}

/* Where it speaks now; a pulse goes on asking, should that fail. */
void ear_listen(struct screen *s, struct ear *e, int fd, uv_poll_cb cb)
{
    if (e->poll && fd != e->fd)
        ear_close(e);
    if (fd < 0)
        return;
    if (!e->poll) {
        e->poll = calloc(1, sizeof *e->poll);
        if (e->poll && uv_poll_init(&s->loop, e->poll, fd)) {
            free(e->poll);
            e->poll = NULL;
        }
    }
    if (!e->poll)
        return;
    e->poll->data = s;
    e->fd = fd;
    uv_poll_start(e->poll, UV_READABLE | UV_DISCONNECT, cb);
}

static void ended(struct screen *s)
{
    struct run *run = &s->run;
    uv_timer_stop(&s->pulse);
    ear_close(&s->pipe);
    run->elapsed = (double)(int64_t)(uv_now(&s->loop) - (uint64_t)run->started) / 1e3;
    json_decref(run->report);
    run->report = NULL;
    run->code = app_run_end(s->app, s->app_run, &run->report, &run->attempt);
    s->app_run = NULL;
    run->running = 0;
    run->cancelled = run->code == APP_INTERRUPTED;
    run->message[0] = 0;
    if (!run->report)
        snprintf(run->message, sizeof run->message, "%s", run->cancelled ? "Stopped." : s->app->error);
    if (s->app->notice[0]) {
        screen_say(s, STYLE_BAD, "%s", s->app->notice);
        s->app->notice[0] = 0;
    }
    run->serial++;
    run_changed(s);
    start_next(s);
}

static void on_pipe(uv_poll_t *h, int status, int events);

static void pump(struct screen *s)
{
    unsigned was = s->run.serial;
    if (!s->app_run)
        return;
    ear_pause(&s->pipe); /* the pump may close it, and open another of the same number */
    if (!app_run_pump(s->app, s->app_run, on_event, s)) {
        ended(s);
        return;
    }
    ear_listen(s, &s->pipe, app_run_fd(s->app_run), on_pipe);
    s->run.elapsed = (double)(int64_t)(uv_now(&s->loop) - (uint64_t)s->run.started) / 1e3;
    s->stale |= was != s->run.serial;
    screen_touch(s);
}

static void on_pipe(uv_poll_t *h, int status, int events)
{
    (void)status;
    (void)events;
    pump(h->data);
}

/* Elapsed time goes on when nothing is said; and a run that was cancelled has to be asked whether
 * it is gone, so that it can be killed when it is not. */
static void on_pulse(uv_timer_t *h)
{
    struct screen *s = h->data;
    s->stale = 1;
    pump(s);
}

static int start_later(struct screen *s, const json_t *lab, const char *verb,
                       const char *const *phases, int by_save)
{
    if (strcmp(s->run.lab, js_text(lab, "id"))) {
        screen_say(s, STYLE_STRONG, "%s is still running; stop it there first.", s->run.lab);
        return -1;
    }
    json_decref(s->next_lab);
    s->next_lab = json_incref((json_t *)(size_t)lab);
    snprintf(s->next_verb, sizeof s->next_verb, "%s", verb);
    s->next_phases = phases;
    s->next_by_save = by_save;
    app_run_cancel(s->app_run);
    return 0;
}

int run_start(struct screen *s, const json_t *lab, const char *verb, const char *const *phases, int by_save)
{
    struct run *run = &s->run;
    struct app_run_options o = {.phases = phases, .verb = verb, .watch = by_save != 0, .store = 1};
    struct app_run *app_run = NULL;
    if (s->app_run)
        return start_later(s, lab, verb, phases, by_save);
    if (app_run_start(s->app, lab, &o, &app_run) != APP_OK) {
        screen_say(s, STYLE_BAD, "%s", s->app->error);
        return -1;
    }
    uv_update_time(&s->loop);
    s->app_run = app_run;
    free(run->log);
    json_decref(run->report);
    *run = (struct run){.running = 1,
                        .by_save = by_save,
                        .started = (int64_t)uv_now(&s->loop),
                        .began = clock_ms(CLOCK_REALTIME),
                        .serial = run->serial + 1};
    snprintf(run->lab, sizeof run->lab, "%s", js_text(lab, "id"));
    snprintf(run->verb, sizeof run->verb, "%s", verb);
    ear_listen(s, &s->pipe, app_run_fd(app_run), on_pipe);
    uv_timer_start(&s->pulse, on_pulse, PULSE_MS, PULSE_MS);
    run_changed(s);
    return 0;
}

void run_stop(struct screen *s)
{
    json_decref(s->next_lab);
    s->next_lab = NULL;
    if (s->app_run)
        app_run_cancel(s->app_run);
}

/* ---- saves ---------------------------------------------------------------------- */

static void settle(struct screen *s);

static void look(struct screen *s)
{
    struct view *v = s->watcher;
    if (s->watch && watch_check(s->watch) && v && reading_ready(v) && v->ops->saved) {
        unsigned bits = v->ops->saved(v);
        if (v == s->top)
            screen_act(s, bits);
    }
    settle(s);
}

static void on_settle(uv_timer_t *h)
{
    look(h->data);
}

static void on_save(uv_poll_t *h, int status, int events)
{
    (void)status;
    (void)events;
    look(h->data);
}

static void settle(struct screen *s)
{
    int due = s->watch ? watch_due_ms(s->watch) : -1;
    if (due >= 0)
        uv_timer_start(&s->settle, on_settle, (uint64_t)due, 0);
}

static void watch_stop(struct screen *s)
{
    uv_timer_stop(&s->settle);
    if (s->saves) {
        uv_poll_stop(s->saves);
        uv_close((uv_handle_t *)s->saves, free_handle);
        s->saves = NULL;
    }
    watch_close(s->watch);
    s->watch = NULL;
    s->watcher = NULL;
}

int screen_watch(struct screen *s, struct view *v, const char *dir, const char **how)
{
    watch_stop(s);
    if (!dir)
        return 0;
    s->watch = watch_open(dir, how);
    if (!s->watch)
        return -1;
    s->watcher = v;
    if (watch_fd(s->watch) >= 0 && (s->saves = calloc(1, sizeof *s->saves)) &&
        !uv_poll_init(&s->loop, s->saves, watch_fd(s->watch))) {
        s->saves->data = s;
        uv_poll_start(s->saves, UV_READABLE, on_save);
    }
    settle(s);
    return 0;
}

void run_forget(struct screen *s, const struct view *v)
{
    if (s->watcher == v)
        watch_stop(s);
}

void run_init(struct screen *s)
{
    uv_timer_init(&s->loop, &s->pulse);
    uv_timer_init(&s->loop, &s->settle);
    s->pulse.data = s->settle.data = s;
}

void run_finish(struct screen *s)
{
    watch_stop(s);
    run_stop(s);
    if (s->app_run) {
        json_t *report;
        int64_t attempt;
        ear_close(&s->pipe);
        app_run_end(s->app, s->app_run, &report, &attempt); /* waits until its processes are gone */
        json_decref(report);
        s->app_run = NULL;
    }
    free(s->run.log);
    json_decref(s->run.report);
    s->run = (struct run){0};
}
