/* unlock and lock: a step of a gated track, or one lab of it, by hand; either is recorded. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "tui/app/gate.h"
#include "runner/base/js.h"

static int put(struct cli *c, int open)
{
    char name[128], question[320];
    enum app_exit code = app_need_db(&c->app);
    if (code == APP_OK)
        code = gate_find(&c->app, c->args[0], name, sizeof name);
    if (code != APP_OK)
        return cli_fail(c, code);
    snprintf(question, sizeof question, "Open %s by hand? The log and your report will say so.", name);
    if (open && !cli_confirmed(c, question))
        return cli_fail(c, app_fail(&c->app, APP_FAILED,
                                    "%s stays locked: opening a step is recorded, so say yes, or add --yes.", name));
    code = gate_put(&c->app, name, open, c->opt.reason);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:b}", "track", js_text(app_track(&c->app), "id"), "name", name, "by_hand",
                                  open));
    if (open)
        printf("%s is open. `ridge lock %s` takes it back; the log keeps both.\n", name, name);
    else
        printf("%s is no longer opened by hand. What was begun there stays open.\n", name);
    return APP_OK;
}

int cmd_unlock(struct cli *c)
{
    return put(c, 1);
}

int cmd_lock(struct cli *c)
{
    return put(c, 0);
}
