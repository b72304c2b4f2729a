/* Looking back: history. */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

#include "cli.h"

static const char *when(const json_t *row, char *buf, size_t n)
{
    time_t t = (time_t)(jnum(row, "started") / 1000);
    struct tm tm;
    localtime_r(&t, &tm);
    strftime(buf, n, "%Y-%m-%d %H:%M", &tm);
    return buf;
}

int cmd_history(struct cli *c)
{
    json_t *rows = NULL, *lab = NULL;
    char buf[32];
    if (c->nargs && !(lab = cli_lab(c, c->args[0])))
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK ||
        db_attempts(c->app.db, lab ? jstr(lab, "id") : NULL, c->limit ? (int)c->limit : 50, &rows) != DB_OK) {
        if (c->app.db)
            app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    json_decref(lab);
    if (c->app.json)
        return cli_json(json_pack("{s:o}", "attempts", rows));
    size_t k;
    const json_t *r;
    if (!json_array_size(rows))
        printf("No attempts yet. `ridge next` says where to begin.\n");
    json_array_foreach(rows, k, r) {
        printf("%5.0f  %s  %-20s %-8s ", jnum(r, "id"), when(r, buf, sizeof buf), jstr(r, "lab"), jstr(r, "verb"));
        cli_status_word(c, jstr(r, "status"));
        printf(" %5.0f/%-5.0f %-7s %7.2f s\n", jnum(r, "points"), jnum(r, "max"), jstr(r, "stage"), jnum(r, "duration_ms") / 1e3);
    }
    json_decref(rows);
    return APP_OK;
}
