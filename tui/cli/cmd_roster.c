/* roster: the class, imported from what the school exports. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/intake/intake.h"
#include "grader/class/roster.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { SHOWN = 20 }; /* of a list of students */

static json_t *read_roster(struct cli *c, const char *path)
{
    struct err e = { "" };
    size_t n = 0;
    char *text = util_read_bytes(path, CSV_MAX_BYTES, &n, &e);
    struct csv *table = text ? csv_parse(text, n, &e) : NULL;
    json_t *r = table ? roster_parse(table, c->opt.column_of.words, (size_t)c->opt.column_of.n, &e) : NULL;
    if (!text)
        app_fail(&c->app, APP_USAGE, "%s Nothing was imported.", e.text);
    else if (!r)
        app_fail(&c->app, APP_USAGE, "%s: %s Nothing was imported; mend the file, and import it again.", path, e.text);
    csv_free(table);
    free(text);
    return r;
}

/* What an import makes of the class. */
struct import {
    json_t *old, *known, *left;               /* the class as it is; by key; who left it, by key */
    json_t *fresh, *changed, *absent, *twice; /* keys; twice: [key, the key that this name has so far] */
    int same;
};

static json_t *students_by_key(const json_t *list)
{
    json_t *ret = json_object(), *s;
    size_t k;
    json_array_foreach((json_t *)(size_t)list, k, s)
        json_object_set(ret, js_text(s, "key"), s);
    return ret;
}

/* What another system's export filled, and this one leaves open, is kept. */
static void keep_columns(json_t *s, const json_t *was)
{
    if (!*js_text(s, "email"))
        json_object_set(s, "email", json_object_get(was, "email"));
    if (!*js_text(s, "section"))
        json_object_set(s, "section", json_object_get(was, "section"));
    json_object_update_missing(json_object_get(s, "extra"), json_object_get(was, "extra"));
}

static bool same_student(const json_t *a, const json_t *b)
{
    static const char *const part[] = { "name", "email", "section", "extra" };
    for (size_t k = 0; k < sizeof part / sizeof *part; k++)
        if (!json_equal(json_object_get(a, part[k]), json_object_get(b, part[k])))
            return false;
    return true;
}

/* Of those who are not in the file: the one of this name, or NULL. */
static const json_t *namesake(const struct import *x, const char *name)
{
    size_t k;
    const json_t *key;
    json_array_foreach(x->absent, k, key) {
        const json_t *s = json_object_get(x->known, json_string_value(key));
        if (intake_same_name(name, js_text(s, "name")))
            return s;
    }
    return NULL;
}

static void find_absent(struct import *x, const json_t *students)
{
    json_t *here = students_by_key(students);
    const char *key;
    json_t *s;
    json_object_foreach(x->known, key, s)
        if (!json_object_get(here, key))
            json_array_append_new(x->absent, json_string(key));
    json_decref(here);
}

static struct import compare(json_t *old, const json_t *left, json_t *students)
{
    struct import x = { .old = old, .known = students_by_key(old), .left = students_by_key(left), .fresh = json_array(),
                        .changed = json_array(), .absent = json_array(), .twice = json_array() };
    size_t k;
    json_t *s;
    find_absent(&x, students);
    json_array_foreach(students, k, s) {
        const json_t *was = json_object_get(x.known, js_text(s, "key")), *other = namesake(&x, js_text(s, "name"));
        const json_t *before = was ? was : json_object_get(x.left, js_text(s, "key"));
        if (before)
            keep_columns(s, before);
        if (was && same_student(s, was))
            x.same++;
        else
            json_array_append(was ? x.changed : x.fresh, json_object_get(s, "key"));
        if (!was && other)
            json_array_append_new(x.twice, json_pack("[s,s]", js_text(s, "key"), js_text(other, "key")));
    }
    return x;
}

static void free_import(struct import *x)
{
    json_decref(x->old);
    json_decref(x->known);
    json_decref(x->left);
    json_decref(x->fresh);
    json_decref(x->changed);
    json_decref(x->absent);
    json_decref(x->twice);
}

static enum app_exit store(struct cli *c, const json_t *students)
{
    size_t k;
    const json_t *s;
    enum db_status rc = db_begin(c->app.db);
    json_array_foreach(students, k, s) {
        struct db_student row = { js_text(s, "key"), js_text(s, "name"), js_text(s, "email"), js_text(s, "section"),
                                  json_object_get(s, "extra") };
        if (rc == DB_OK)
            rc = db_student_put(c->app.db, &row, NULL);
    }
    if (rc == DB_OK)
        rc = db_commit(c->app.db);
    if (rc == DB_OK)
        return APP_OK;
    app_fail_db(&c->app);
    db_rollback(c->app.db);
    return APP_CONFIG;
}

static void print_bad(const json_t *bad)
{
    size_t k;
    const json_t *b;
    json_array_foreach(bad, k, b)
        fprintf(stderr, "line %d: %s\n", (int)js_number(b, "line"), js_text(b, "why"));
}

/* Names students who are not taken: the school's system gave them no id. */
static void print_left_out(const json_t *list)
{
    size_t k;
    const json_t *s;
    json_array_foreach(list, k, s)
        fprintf(stderr, "line %d: %s has no %s and is left out\n", (int)js_number(s, "line"), js_text(s, "name"),
                js_text(s, "column"));
    if (json_array_size(list))
        fprintf(stderr, "A column that all of them have may be the key: --column key=HEADING\n");
}

static void print_students(const struct cli *c, const json_t *keys, const json_t *by_key)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .rank = 0 } };
    struct cli_table *t = cli_table_new(columns, 2, 2);
    size_t k;
    const json_t *key;
    json_array_foreach(keys, k, key) {
        if (k == SHOWN)
            break;
        cli_table_cell(t, NULL, json_string_value(key));
        cli_table_cell(t, NULL, js_text(json_object_get(by_key, json_string_value(key)), "name"));
    }
    cli_table_print(c, t);
    if (json_array_size(keys) > SHOWN)
        printf("  %zu more; --json lists all.\n", json_array_size(keys) - SHOWN);
}

/* Beside what was there: who came, and who is to be asked about. */
static void print_import(const struct cli *c, const struct import *x, const json_t *students, const char *path)
{
    size_t n = json_array_size(students), fresh = json_array_size(x->fresh), gone = json_array_size(x->absent), k;
    const json_t *key;
    printf("%zu student%s imported from %s", n, cli_s(n), path);
    if (!json_array_size(x->old)) {
        printf(".\n");
        return;
    }
    printf(": %zu new, %zu changed, %d as before.\n", fresh, json_array_size(x->changed), x->same);
    json_t *here = students_by_key(students);
    print_students(c, x->fresh, here);
    if (json_array_size(x->changed))
        printf("\nChanged:\n");
    print_students(c, x->changed, here);
    json_decref(here);
    if (!gone)
        return;
    printf("\nNot in the file, and still in the class:\n");
    print_students(c, x->absent, x->known);
    printf("Take those who left out of the class with `ridge roster drop");
    json_array_foreach(x->absent, k, key)
        if (k < SHOWN)
            printf(" %s", json_string_value(key));
    printf("%s`. Their hand-ins are kept, and an import takes them back.\n", gone > SHOWN ? " …" : "");
}

/* The sentence for an import that is to be looked at first, unless --yes says it is right. */
static enum app_exit not_yet(struct cli *c, const struct import *x, const json_t *bad, size_t n, const char *path)
{
    size_t nbad = json_array_size(bad), twice = json_array_size(x->twice);
    const json_t *first = json_array_get(x->twice, 0);
    if (nbad)
        app_fail(&c->app, APP_USAGE, "Nothing was imported: %zu row%s of %s %s wrong. Mend %s, or import the other %zu "
                 "with --yes.", nbad, cli_s(nbad), path, nbad == 1 ? "is" : "are", nbad == 1 ? "it" : "them", n);
    else if (twice)
        app_fail(&c->app, APP_USAGE, "Nothing was imported: %zu new key%s of %s belong%s to a name that is here under "
                 "another (%s for %s), so that one student would be there twice. Give the file the keys of `ridge "
                 "roster`, or import it with --yes.", twice, cli_s(twice), path, twice == 1 ? "s" : "",
                 json_string_value(json_array_get(first, 0)), json_string_value(json_array_get(first, 1)));
    return nbad || twice ? APP_USAGE : APP_OK;
}

static int import(struct cli *c, const char *path)
{
    json_t *r = read_roster(c, path), *old = NULL, *left = NULL;
    if (!r)
        return cli_fail(c, APP_USAGE);
    if (db_students(c->app.db, &old) != DB_OK || db_students_left(c->app.db, &left) != DB_OK) {
        json_decref(r);
        json_decref(old);
        return cli_fail(c, app_fail_db(&c->app));
    }
    json_t *students = json_object_get(r, "students");
    const json_t *bad = json_object_get(r, "bad");
    struct import x = compare(old, left, students);
    json_decref(left);
    int code = c->app.yes ? APP_OK : (int)not_yet(c, &x, bad, json_array_size(students), path);
    code = code ? code : (int)store(c, students);
    if (!c->app.json) {
        print_bad(bad);
        print_left_out(json_object_get(r, "left_out"));
    }
    if (code == APP_CONFIG)
        cli_fail(c, code); /* which is the document */
    else if (code)
        cli_say("%s", c->app.error);
    if (c->app.json && code != APP_CONFIG)
        cli_json(json_pack("{s:s s:I s:O s:O s:O s:O s:O s:O}", "schema", "ridge.roster/1", "imported",
                           code ? (json_int_t)0 : (json_int_t)json_array_size(students), "bad", bad, "left_out",
                           json_object_get(r, "left_out"), "new", x.fresh,
                           "changed", x.changed, "absent", x.absent, "twice", x.twice));
    else if (!code)
        print_import(c, &x, students, path);
    free_import(&x);
    json_decref(r);
    return code;
}

/* All of them or nobody: a slip in one key is looked at first. */
static int drop(struct cli *c)
{
    enum db_status rc = db_begin(c->app.db);
    json_t *dropped = json_array();
    for (int k = 1; k < c->nargs && rc == DB_OK; k++) {
        int code;
        char *key = cli_student_key(c, c->args[k], &code);
        if (!key) {
            db_rollback(c->app.db);
            json_decref(dropped);
            return cli_fail(c, code);
        }
        rc = db_student_leave(c->app.db, key);
        json_array_append_new(dropped, json_string(key));
        free(key);
    }
    if (rc == DB_OK)
        rc = db_commit(c->app.db);
    if (rc != DB_OK) {
        int code = app_fail(&c->app, rc == DB_NOTFOUND ? APP_USAGE : APP_CONFIG, "Nobody was dropped: %s",
                            db_error(c->app.db));
        db_rollback(c->app.db);
        json_decref(dropped);
        return cli_fail(c, code);
    }
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.roster/1", "dropped", dropped));
    printf("%zu student%s dropped. Their hand-ins are kept; `ridge roster import` takes them back.\n",
           json_array_size(dropped), cli_s(json_array_size(dropped)));
    json_decref(dropped);
    return APP_OK;
}

static int list(struct cli *c)
{
    static const struct cli_table_column columns[] = { { .head = "key", .least = 12 }, { .head = "name", .least = 16 },
                                                       { .head = "email", .least = 14 },
                                                       { .head = "section", .rank = 1, .least = 7 } };
    json_t *all = NULL;
    size_t k;
    const json_t *s;
    if (db_students(c->app.db, &all) != DB_OK) {
        app_fail_db(&c->app);
        return cli_fail(c, APP_CONFIG);
    }
    if (c->app.json)
        return cli_json(json_pack("{s:s s:o}", "schema", "ridge.roster/1", "students", all));
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(all, k, s)
        for (size_t q = 0; q < sizeof columns / sizeof *columns; q++)
            cli_table_cell(t, NULL, js_text(s, columns[q].head));
    cli_table_print(c, t);
    if (!json_array_size(all))
        printf("There is no class yet. `ridge roster import FILE.csv` makes one.\n");
    json_decref(all);
    return APP_OK;
}

int cmd_roster(struct cli *c)
{
    bool importing = c->nargs == 2 && !strcmp(c->args[0], "import");
    bool forgetting = c->nargs == 2 && !strcmp(c->args[0], "forget");
    bool dropping = c->nargs > 1 && !strcmp(c->args[0], "drop");
    bool grouping = c->nargs && c->nargs < 3 && !strcmp(c->args[0], "groups");
    if ((c->nargs && !importing && !dropping && !forgetting && !grouping) || (c->opt.backups && !forgetting) ||
        (c->opt.column_of.n && !importing && !(grouping && c->nargs > 1))) {
        return cli_usage("roster", "[import FILE.csv | groups [FILE.csv] | drop KEY… | forget KEY [--backups]]");
    }
    enum app_exit code = app_need_db(&c->app);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (grouping)
        return cli_roster_groups(c);
    if (forgetting)
        return cli_forget(c, c->args[1]);
    return importing ? import(c, c->args[1]) : dropping ? drop(c) : list(c);
}
