/*
 * golden_home.c: a workbook with something in it, the same on every machine, for the screens' golden texts.
 *     golden_home DIR <golden/home.json
 * {"attempts":[{"lab","rev","backend","verb","started","duration_ms","status","points","max","stage","file",
 *   "text","report"}], "ticks":[{"kind","owner","key"}], "answers":[{"owner","question","text","status"}],
 *   "predictions":[{"lab","key","axis","value","choice","unit"}], "hints":[[lab,hint]], "state":{KEY:any}}
 * Attempts are stored in order; times are ms since 1970; "learnt" is that of all but the attempts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/db.h"

static struct db *db;

static void need(enum db_status s)
{
    if (s == DB_OK)
        return;
    fprintf(stderr, "golden_home: %s\n", db_error(db));
    exit(1);
}

static const char *str(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static double num(const json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

static void add_attempt(const json_t *x)
{
    struct db_attempt a = {.lab = str(x, "lab"), .lab_rev = (int)num(x, "rev"), .backend = str(x, "backend"),
                           .verb = str(x, "verb"), .started = (int64_t)num(x, "started"),
                           .duration_ms = (int64_t)num(x, "duration_ms"), .status = str(x, "status"),
                           .points = num(x, "points"), .max = num(x, "max"), .stage = str(x, "stage")};
    struct db_file f = {str(x, "file"), str(x, "text"), strlen(str(x, "text"))};
    int64_t id;
    db_set_clock(db, a.started + a.duration_ms);
    need(db_attempt_insert(db, &a, &f, 1, json_object_get(x, "report"), &id));
}

static void add_learning(const json_t *doc)
{
    size_t k;
    const json_t *x;
    db_set_clock(db, (int64_t)num(doc, "learnt"));
    json_array_foreach(json_object_get(doc, "ticks"), k, x)
        need(db_tick(db, strcmp(str(x, "kind"), "reading") ? DB_TICK_CONCEPT : DB_TICK_READING, str(x, "owner"),
                     str(x, "key"), true));
    json_array_foreach(json_object_get(doc, "answers"), k, x)
        need(db_answer_put(db, str(x, "owner"), (int)num(x, "rev"), str(x, "question"), NULL, str(x, "text"),
                           str(x, "status"), NULL));
    json_array_foreach(json_object_get(doc, "predictions"), k, x)
        need(db_prediction_put(db, str(x, "lab"), str(x, "key"), str(x, "axis"), num(x, "value"), str(x, "choice"),
                               str(x, "unit"), NULL));
    json_array_foreach(json_object_get(doc, "hints"), k, x)
        need(db_hint_take(db, json_string_value(json_array_get(x, 0)), json_string_value(json_array_get(x, 1))));
}

int main(int argc, char **argv)
{
    char path[4096];
    struct err why = { "" };
    json_error_t e = {0};
    json_t *doc = argc == 2 ? json_loadf(stdin, 0, &e) : NULL, *x;
    const char *key;
    size_t k;
    if (!doc) {
        fprintf(stderr, argc == 2 ? "golden_home: line %d: %s\n" : "usage: golden_home DIR <FILE.json\n", e.line,
                e.text);
        return 2;
    }
    snprintf(path, sizeof path, "%s/ridge.db", argv[1]);
    if (db_open(path, DB_CREATE, &db, &why) != DB_OK) {
        fprintf(stderr, "golden_home: %s\n", why.text);
        return 1;
    }
    json_array_foreach(json_object_get(doc, "attempts"), k, x)
        add_attempt(x);
    add_learning(doc);
    json_object_foreach(json_object_get(doc, "state"), key, x)
        need(db_state_put(db, key, x));
    db_close(db);
    json_decref(doc);
    return 0;
}
