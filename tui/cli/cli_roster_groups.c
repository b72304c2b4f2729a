/* cli_roster_groups.c: `ridge roster groups [FILE.csv]`: who hands in together. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/class/heading.h"
#include "grader/intake/intake.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

enum { NAME_BYTES = 200 };

static int list(struct cli *c)
{
    static const struct cli_table_column columns[] = { { .head = "group", .least = 12 }, { .head = "key", .least = 12 },
                                                       { .head = "name", .least = 16 } };
    json_t *teams = NULL, *t;
    size_t k;
    if (db_teams(c->app.db, &teams) != DB_OK)
        return (int)app_fail_db(&c->app);
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.groups/1", "rows", teams));
    struct cli_table *table = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(teams, k, t) {
        cli_table_cell(table, NULL, js_text(t, "team"));
        cli_table_cell(table, NULL, js_text(t, "key"));
        cli_table_cell(table, NULL, js_text(t, "name"));
    }
    cli_table_print(c, table);
    if (!json_array_size(teams))
        printf("Everybody hands in alone. `ridge roster groups FILE.csv` says who does not.\n");
    json_decref(teams);
    return APP_OK;
}

/* The key that a cell names; NULL with a reason in `why`. Yours. */
static char *key_of(const json_t *students, const char *who, const char **why)
{
    size_t at = 0;
    if (js_row(students, "key", who))
        return strdup(who);
    int rc = intake_student(students, who, &at);
    if (!rc)
        return strdup(js_text(json_array_get(students, at), "key"));
    *why = rc == -2 ? "fits more than one student" : "nobody of the class has this key, login, e-mail or name";
    return NULL;
}

/* Each row of the table in the batch that is open; wrong ones are told on standard error and counted. */
static int put_rows(struct cli *c, const struct csv *table, const struct heading *h, const json_t *students, int *bad)
{
    int n = 0;
    json_t *seen = json_object();
    for (size_t r = 1; r < csv_rows(table); r++) {
        const char *who = heading_cell(table, r, h[0].at), *name = heading_cell(table, r, h[1].at), *why = NULL;
        if (heading_empty_row(table, r))
            continue;
        char *key = key_of(students, who, &why), *clean = util_clean(name, strlen(name), 0);
        if (!why && strcmp(clean, name))
            why = "a control character in the group's name";
        else if (!why && strlen(name) > NAME_BYTES)
            why = "the group's name is too long";
        else if (!why && json_object_get(seen, key))
            why = "this student has a row before";
        if (why) {
            fprintf(stderr, "line %zu: %s\n", csv_line(table, r), why);
            (*bad)++;
        } else {
            json_object_set_new(seen, key, json_true());
            n++;
            if (db_team_put(c->app.db, key, name) != DB_OK)
                *bad = -1;
        }
        free(clean);
        free(key);
        if (*bad < 0)
            break;
    }
    json_decref(seen);
    return n;
}

static int store(struct cli *c, const struct csv *table, const struct heading *h, const char *path)
{
    json_t *students = NULL;
    char count[FIGURE];
    int bad = 0, n = 0, code = 0;
    if (db_students(c->app.db, &students) != DB_OK || db_begin(c->app.db) != DB_OK)
        code = (int)app_fail_db(&c->app);
    if (!code)
        n = put_rows(c, table, h, students, &bad);
    if (!code && bad > 0)
        code = app_fail(&c->app, APP_USAGE, "No group was changed: %d row%s of %s %s wrong.", bad, cli_s((size_t)bad),
                        path, bad == 1 ? "is" : "are");
    else if (!code && (bad < 0 || db_commit(c->app.db) != DB_OK))
        code = (int)app_fail_db(&c->app);
    db_rollback(c->app.db);
    json_decref(students);
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:i}", "schema", "ridge.groups/1", "students", n));
    else if (!code)
        printf("The groups of %s are as %s says; `ridge roster groups` lists them.\n",
               figure_of(n, "student", count), path);
    return code;
}

static int import(struct cli *c, const char *path)
{
    static const char *const keys[] = { "key", "studentid", "sisuserid", "sisid", "sid", "idnumber", "idnummer",
                                        "matrikelnummer", "id", "username", "anmeldename", "nomdutilisateur",
                                        "sisloginid", "loginid", "login", "email", "emailaddress", "student", "name",
                                        "fullname", "userid", "canvasuserid", NULL },
                             *const groups[] = { "group", "groupname", "team", "teamname", "gruppe", "gruppenname",
                                                 "groupe", "nomdugroupe", NULL };
    struct heading h[] = { { "key", keys, true, 0 }, { "group", groups, false, 0 } };
    struct err e = { "" };
    size_t n = 0;
    char *text = util_read_bytes(path, CSV_MAX_BYTES, &n, &e);
    struct csv *table = text ? csv_parse(text, n, &e) : NULL;
    bool good = table != NULL;
    if (table)
        heading_find(table, h, 2);
    for (int k = 0; good && k < c->opt.column_of.n; k++)
        good = !heading_say(table, c->opt.column_of.words[k], h, 2, &e);
    if (good && (h[0].at == HEADING_NONE || h[1].at == HEADING_NONE)) {
        struct text all = { .cap = 600 };
        const char *word = h[0].at == HEADING_NONE ? "key" : "group";
        heading_list(table, &all);
        good = !err_set(&e, "The file has no column for the %s; --column %s=HEADING names the column. The columns "
                        "are: %s.", word, word, text_str(&all));
        text_finish(&all);
    }
    int code = good ? store(c, table, h, path) : APP_USAGE;
    if (!good)
        app_fail(&c->app, APP_USAGE, "%s%s%s No group was changed.", text ? path : "", text ? ": " : "", e.text);
    csv_free(table);
    free(text);
    return code;
}

int cli_roster_groups(struct cli *c)
{
    int code = c->nargs > 1 ? import(c, c->args[1]) : list(c);
    return code ? cli_fail(c, code) : code;
}
