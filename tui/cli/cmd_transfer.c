/* export-data, import: a learner from one machine to another. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "runner/base/js.h"

static const char *const kinds[] = { "attempts", "answers", "predictions", "reviews", "sittings", "notes", "events",
                                     "ticks", "hints", "solutions", "settings" };

/* "12 attempts, 3 answers"; what there is none of is left out. */
static int print_counts(const json_t *counts)
{
    int n = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (js_number(counts, kinds[k]) > 0)
            printf("%s%.0f %.*s", n++ ? ", " : "", js_number(counts, kinds[k]),
                   (int)strlen(kinds[k]) - (js_number(counts, kinds[k]) == 1), kinds[k]);
    return n;
}

int cmd_export_data(struct cli *c)
{
    json_t *counts = NULL;
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (db_export(c->app.db, c->args[0], &counts) != DB_OK)
        return cli_fail(c, app_fail_db(&c->app));
    if (c->app.json) {
        json_object_set_new(counts, "schema", json_string("ridge.export-data/1"));
        json_object_set_new(counts, "file", json_string(c->args[0]));
        return cli_json(counts);
    }
    printf("%s: ", c->args[0]);
    if (!print_counts(counts))
        printf("nothing yet");
    printf(".\nOn the other machine: `ridge import %s`.\n", c->args[0]);
    json_decref(counts);
    return APP_OK;
}

int cmd_import(struct cli *c)
{
    json_t *brought = NULL;
    if (app_need_db(&c->app) != APP_OK)
        return cli_fail(c, APP_CONFIG);
    if (db_import(c->app.db, c->args[0], &brought) != DB_OK)
        return cli_fail(c, app_fail_db(&c->app));
    if (c->app.json) {
        json_object_set_new(brought, "schema", json_string("ridge.import/1"));
        return cli_json(brought);
    }
    printf("New here: ");
    if (!print_counts(brought))
        printf("nothing. All of it was here already");
    printf(".\n");
    if (js_number(brought, "renumbered") > 0)
        printf("Attempts are numbered by time, so %.0f of yours have new numbers: `ridge history` has them.\n",
               js_number(brought, "renumbered"));
    if (*js_text(brought, "backup"))
        printf("The workbook as it was before: %s\n", js_text(brought, "backup"));
    json_decref(brought);
    return APP_OK;
}
