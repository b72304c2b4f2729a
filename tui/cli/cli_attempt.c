/* Attempts as a command line names them. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_attempt.h"
#include "runner/base/js.h"

int cli_attempt_files(struct cli *c, long long id, struct db_file **f, size_t *n)
{
    if (app_need_db(&c->app) != APP_OK)
        return APP_CONFIG;
    return db_attempt_source(c->app.db, id, f, n) == DB_OK ? APP_OK
                                                           : app_fail(&c->app, APP_USAGE, "%s", db_error(c->app.db));
}

long long cli_attempt_number(const char *arg)
{
    char *end;
    long long v = strtoll(arg, &end, 10);
    return *end || v < 1 ? 0 : v;
}

json_t *cli_attempt_lab(struct cli *c, long long id)
{
    json_t *row = NULL, *lab = NULL;
    if (app_need_db(&c->app) == APP_OK) {
        if (db_attempt_get(c->app.db, id, &row) == DB_OK)
            lab = app_lab(&c->app, js_text(row, "lab"));
        else
            app_fail(&c->app, APP_USAGE, "%s", db_error(c->app.db));
    }
    json_decref(row);
    return lab;
}
