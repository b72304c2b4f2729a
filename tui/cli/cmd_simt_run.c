/* cmd_simt_run.c: one run of a program on the emulator, and its report. */
#include <string.h>

#include "cmd_simt.h"
#include "fold.h"

int cmd_simt_for_programs(const struct cli *c)
{
    return c->opt.format && strcmp(c->opt.format, "text") != 0;
}

json_t *cmd_simt_report(struct simt *s, const struct simt_outcome *o)
{
    struct err e = {""};
    struct simt_raw raw = {.text = text_str(&o->raw),
                           .n = o->raw.len,
                           .program = s->program.path,
                           .dir = s->dir,
                           .arch = s->c->opt.arch,
                           .base = s->cwd,
                           .exit_code = o->exit_code,
                           .signal = o->signal,
                           .regs = s->regs,
                           .widths = s->widths,
                           .card = s->c->opt.time ? &s->card : NULL};
    return simt_report(&raw, &e);
}

struct simt_run cmd_simt_options(struct simt *s, char *const *args)
{
    struct cli *c = s->c;
    return (struct simt_run){.program = s->program.path,
                             .name = "./a.out",
                             .args = args,
                             .env = {.arch = c->opt.arch,
                                     .workers = (int)c->opt.workers,
                                     .timeout = (double)c->opt.timeout,
                                     .notrace = c->opt.no_trace,
                                     .time = c->opt.time != NULL},
                             .stdout_to_stderr = c->app.json || cmd_simt_for_programs(c),
                             .hashed = c->opt.schedules > 0,
                             .cancel = &cli_interrupted};
}

static void add_note(json_t *report, const char *text)
{
    json_t *notes = json_object_get(report, "notes");
    if (!notes)
        json_object_set_new(report, "notes", notes = json_array());
    json_array_append_new(notes, json_string(text));
}

int cmd_simt_run(struct simt *s, char *const *args)
{
    struct err e = {""};
    struct simt_run r = cmd_simt_options(s, args);
    fold_flush();
    if (simt_run_program(&r, &s->first, &e))
        return app_fail(&s->c->app, APP_OURS, "%s", e.text);
    if (s->first.cancelled || cli_interrupted)
        return APP_INTERRUPTED;
    s->report = cmd_simt_report(s, &s->first);
    if (!s->report)
        return app_fail(&s->c->app, APP_OURS, "There is not enough memory.");
    if (s->first.raw.dropped)
        add_note(s->report, "the emulator's record was too long: its end is missing");
    if (s->program.inexact)
        add_note(s->report, "compiled by clang++: requests of divergent code and of float4 and its kin are not exact; "
                            "with g++ they are");
    return APP_OK;
}
