/* ridge reset: the skeleton in place of the learner's files, which are kept. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "runner/base/js.h"

int cmd_reset(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    char *backup = NULL;
    if (!lab)
        return APP_USAGE;
    if (!cli_confirmed(c, "Put the skeleton back? Your files move to .backup.")) {
        app_fail(&c->app, APP_USAGE,
                 "Nothing was reset. `ridge reset %s --yes` does it; your files are kept in .backup.",
                 js_text(lab, "id"));
        json_decref(lab);
        return cli_fail(c, APP_USAGE);
    }
    enum app_exit code = app_reset(&c->app, lab, &backup);
    int rc = code != APP_OK ? cli_fail(c, code)
           : c->app.json ? cli_json(json_pack("{s:s s:s}", "lab", js_text(lab, "id"), "backup", backup))
                         : (printf("The skeleton is back. Your files were moved to %s.\n", backup), APP_OK);
    free(backup);
    json_decref(lab);
    return rc;
}
