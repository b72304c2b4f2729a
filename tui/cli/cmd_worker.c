/* worker: one task of another machine's `ridge grade`, run here. Programs call it: Slurm's script, or ssh. */
#include <string.h>

#include "cli.h"
#include "runner/far/worker.h"

int cmd_worker(struct cli *c)
{
    struct err e = { "" };
    struct far_worker w = { c->app.root, c->app.cache, c->app.exec, &cli_interrupted };
    int stream = c->nargs == 1 && !strcmp(c->args[0], "-");
    if (!stream && c->nargs != 2)
        return cli_fail(c, app_fail(&c->app, APP_USAGE, "usage: ridge worker JOB RESULT, or `ridge worker -`"));
    int rc = stream ? worker_stream(&w, &e) : worker_file(&w, c->args[0], c->args[1], &e);
    if (rc)
        cli_fail(c, app_fail(&c->app, rc, "The worker failed: %s", *e.text ? e.text : "The worker was ended."));
    return rc;
}
