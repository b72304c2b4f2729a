/* roster: the class, imported from what the school exports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "gradebook.h"
#include "roster.h"
#include "util.h"

static json_t *read_roster(struct cli *c, const char *path)
{
    struct err e = { "" };
    size_t n = 0;
    char *text = util_read_bytes(path, CSV_MAX_BYTES, &n, &e);
    struct csv *table = text ? csv_parse(text, n, &e) : NULL;
    json_t *r = table ? roster_parse(table, &e) : NULL;
    if (!text)
        app_fail(&c->app, APP_USAGE, "%s. Nothing was imported.", e.text);
    else if (!r)
        app_fail(&c->app, APP_USAGE, "%s: %s. Nothing was imported; mend that, and import it again.", path, e.text);
    csv_free(table);
    free(text);
    return r;
}

static enum app_exit store(struct cli *c, const json_t *students)
{
    size_t k;
    const json_t *s;
    enum db_status rc = db_begin(c->app.db);
    json_array_foreach(students, k, s) {
        struct db_student row = { jstr(s, "key"), jstr(s, "name"), jstr(s, "email"), jstr(s, "section"),
                                  json_object_get(s, "extra") };
        if (rc == DB_OK)
            rc = db_student_put(c->app.db, &row, NULL);
    }
    if (rc == DB_OK)
        rc = db_commit(c->app.db);
    if (rc == DB_OK)
        return APP_OK;
    app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
    db_rollback(c->app.db);
    return APP_CONFIG;
}

static void print_bad(const json_t *bad)
{
    size_t k;
    const json_t *b;
    json_array_foreach(bad, k, b)
        fprintf(stderr, "line %d: %s\n", (int)jnum(b, "line"), jstr(b, "why"));
}

static int import(struct cli *c, const char *path)
{
    json_t *r = read_roster(c, path);
    if (!r)
        return cli_fail(c, APP_USAGE);
    const json_t *bad = json_object_get(r, "bad");
    int n = (int)json_array_size(json_object_get(r, "students")), nbad = (int)json_array_size(bad);
    int code = nbad && !c->app.yes ? APP_USAGE : (int)store(c, json_object_get(r, "students"));
    if (nbad && !c->app.json)
        print_bad(bad);
    if (code == APP_CONFIG)
        cli_fail(c, code);
    else if (code)
        fprintf(stderr,
                "ridge: nothing was imported: %d row%s of %s %s wrong. Mend %s, or import the other %d with --yes.\n",
                nbad, nbad == 1 ? "" : "s", path, nbad == 1 ? "is" : "are", nbad == 1 ? "it" : "them", n);
    if (c->app.json)
        cli_json(json_pack("{s:s s:i s:O}", "schema", "ridge.roster/1", "imported", code ? 0 : n, "bad", bad));
    else if (!code)
        printf("%d student%s imported from %s.\n", n, n == 1 ? "" : "s", path);
    json_decref(r);
    return code;
}

static int list(struct cli *c)
{
    json_t *all = NULL;
    size_t k;
    const json_t *s;
    if (db_students(c->app.db, &all) != DB_OK) {
        app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.roster/1", "students", all));
    json_array_foreach(all, k, s) {
        cli_column(jstr(s, "key"), 16);
        cli_column(jstr(s, "name"), 28);
        cli_column(jstr(s, "email"), 28);
        printf("%s\n", jstr(s, "section"));
    }
    if (!json_array_size(all))
        printf("No class yet: `ridge roster import FILE.csv`.\n");
    json_decref(all);
    return APP_OK;
}

int cmd_roster(struct cli *c)
{
    int importing = c->nargs && !strcmp(c->args[0], "import");
    if (c->nargs != (importing ? 2 : 0)) {
        fprintf(stderr, "usage: ridge roster [import FILE.csv]\n");
        return APP_USAGE;
    }
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    return importing ? import(c, c->args[1]) : list(c);
}
