/* ridge restore: an attempt's files in place of the learner's, which are kept. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "cli_attempt.h"
#include "runner/base/js.h"

int cmd_restore(struct cli *c)
{
    long long id = cli_attempt_number(c->args[0]);
    struct db_file *f = NULL;
    size_t n = 0;
    char *backup = NULL;
    if (!id) {
        app_fail(&c->app, APP_USAGE, "\"%s\" is no attempt: `ridge history` lists their numbers.", c->args[0]);
        return cli_fail(c, APP_USAGE);
    }
    json_t *lab = cli_attempt_lab(c, id);
    int rc = lab ? cli_attempt_files(c, id, &f, &n) : APP_USAGE;
    if (!rc)
        rc = app_restore(&c->app, lab, f, n, &backup);
    if (rc)
        rc = cli_fail(c, rc);
    else if (c->app.json)
        rc = cli_json(
            json_pack("{s:s s:I s:s}", "lab", js_text(lab, "id"), "attempt", (json_int_t)id, "backup", backup));
    else
        printf("%s is as in attempt %lld again. Your files before that are in %s.\n", js_text(lab, "id"), id, backup);
    db_files_free(f, n);
    free(backup);
    json_decref(lab);
    return rc;
}
