/* ridge next: the lab to do next on the chosen track. */
#define _GNU_SOURCE
#include <stdio.h>

#include "cli.h"
#include "runner/base/js.h"

int cmd_next(struct cli *c)
{
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    json_t *next = app_next(&c->app, NULL);
    if (c->app.json)
        return cli_json(next ? next : json_pack("{s:n}", "lab"));
    if (!next)
        printf("You have passed every lab. `ridge list --all` shows what is planned.\n");
    else
        printf("%s  %s\n%s\n", js_text(next, "lab"), js_text(next, "title"), js_text(next, "why"));
    json_decref(next);
    return APP_OK;
}
