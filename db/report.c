/*
 * report.c: the parts of a report that are searched, from JSON into their tables.
 *
 * Milestones must have their form: progress rests on them. Elsewhere a missing or odd field becomes
 * an empty one, and a row that repeats another is left out; the whole report is stored beside them.
 */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CURVES = 8, MAX_POINTS = 512, MAX_CASES = 1000, MAX_COUNTERS = 20000, MAX_SAMPLES = 20000 };

static const char storing[] = "store the attempt's results";

static const char *text_of(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));

    return s ? s : "";
}

/* NaN stands for "no number" and is stored as NULL. */
static double number_of(const json_t *o, const char *key)
{
    const json_t *v = json_object_get(o, key);

    return json_is_number(v) ? json_number_value(v) : NAN;
}

static double number_or_zero(const json_t *o, const char *key)
{
    double x = number_of(o, key);

    return x == x ? x : 0;
}

static size_t capped(const json_t *list, size_t max)
{
    size_t n = json_array_size(list);

    return n < max ? n : max;
}

static enum db_status store_milestones(struct db *db, int64_t attempt, const json_t *list)
{
    enum db_status status = DB_OK;

    for (size_t k = 0; k < json_array_size(list) && status == DB_OK; k++) {
        const json_t *m = json_array_get(list, k);

        if (!*text_of(m, "id") || !*text_of(m, "status"))
            return db_fail(
                db, DB_ERROR,
                "Ridge cannot %s: milestone %zu of the report has no id or no status. This is a "
                "fault of Ridge itself: please report it.",
                storing, k + 1);
        status = db_run(db, storing,
                        "INSERT INTO milestone_result (attempt, n, milestone, kind, status, stage,"
                        " points, max, message, hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        DB_ARGS(db_i(attempt), db_i((int64_t)k), db_t(text_of(m, "id")),
                                db_t(text_of(m, "kind")), db_t(text_of(m, "status")),
                                db_t(text_of(m, "stage")), db_d(number_or_zero(m, "points")),
                                db_d(number_or_zero(m, "max")), db_t(text_of(m, "message")),
                                db_t(text_of(m, "hint"))));
    }
    return status;
}

/* Both times of each pair; a pair that is not two numbers is left out. */
static enum db_status store_samples(struct db *db, int64_t measurement, const json_t *samples)
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(
        db, "INSERT INTO sample (measurement, n, t_reference, t_learner) VALUES (?, ?, ?, ?)", &st);

    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, storing);
    for (size_t k = 0; k < capped(samples, MAX_SAMPLES) && status == DB_OK; k++) {
        const json_t *pair = json_array_get(samples, k);
        const json_t *r = json_array_get(pair, 0), *l = json_array_get(pair, 1);

        if (json_is_number(r) && json_is_number(l))
            status = db_step(db, storing, st,
                             DB_ARGS(db_i(measurement), db_i((int64_t)k),
                                     db_d(json_number_value(r)), db_d(json_number_value(l))));
    }
    sqlite3_finalize(st);
    return status;
}

static enum db_status store_measurements(struct db *db, int64_t attempt, const json_t *list)
{
    enum db_status status = DB_OK;

    for (size_t k = 0; k < json_array_size(list) && status == DB_OK; k++) {
        const json_t *m = json_array_get(list, k);
        const json_t *pairs = json_object_get(m, "pairs");

        if (!json_is_object(m))
            continue;
        status = db_run(
            db, storing,
            "INSERT INTO measurement (attempt, bench, call, case_id, clock, pairs, ratio, lo, hi,"
            " t_reference, t_learner, gflops, gbps, busy, note)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            DB_ARGS(db_i(attempt), db_t(text_of(m, "bench")), db_t(text_of(m, "call")),
                    db_t(text_of(m, "case")), db_t(text_of(m, "clock")),
                    json_is_integer(pairs) ? db_i(json_integer_value(pairs)) : db_t(NULL),
                    db_d(number_of(m, "ratio")), db_d(number_of(m, "lo")), db_d(number_of(m, "hi")),
                    db_d(number_of(m, "t_reference")), db_d(number_of(m, "t_learner")),
                    db_d(number_of(m, "gflops")), db_d(number_of(m, "gbps")),
                    db_d(number_of(m, "busy")), db_t(text_of(m, "note"))));
        if (status == DB_OK && sqlite3_changes(db->sql) == 1)
            status = store_samples(db, sqlite3_last_insert_rowid(db->sql),
                                   json_object_get(m, "samples"));
    }
    return status;
}

static enum db_status store_counters(struct db *db, int64_t attempt, const json_t *list)
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(db,
                        "INSERT INTO counter (attempt, call, case_id, name, value, source)"
                        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        &st);

    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, storing);
    for (size_t k = 0; k < capped(list, MAX_COUNTERS) && status == DB_OK; k++) {
        const json_t *c = json_array_get(list, k);
        double value = number_of(c, "value");

        if (*text_of(c, "name") && value == value)
            status =
                db_step(db, storing, st,
                        DB_ARGS(db_i(attempt), db_t(text_of(c, "call")), db_t(text_of(c, "case")),
                                db_t(text_of(c, "name")), db_d(value), db_t(text_of(c, "source"))));
    }
    sqlite3_finalize(st);
    return status;
}

static enum db_status store_case(struct db *db, int64_t attempt, int64_t n, const json_t *c)
{
    const json_t *mismatch = json_object_get(c, "mismatch");
    char *text = NULL;
    enum db_status status = DB_OK;

    if (json_is_object(mismatch))
        status = db_dump_json(db, storing, mismatch, &text);
    if (status == DB_OK)
        status = db_run(
            db, storing,
            "INSERT INTO case_result (attempt, n, call, case_id, hidden, status,"
            " message, mismatch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            DB_ARGS(db_i(attempt), db_i(n), db_t(text_of(c, "call")), db_t(text_of(c, "case")),
                    db_i(json_is_true(json_object_get(c, "hidden"))), db_t(text_of(c, "status")),
                    db_t(text_of(c, "message")), db_t(text)));
    free(text);
    return status;
}

static enum db_status store_failing_cases(struct db *db, int64_t attempt, const json_t *list)
{
    enum db_status status = DB_OK;
    int64_t n = 0;

    for (size_t k = 0; k < json_array_size(list) && n < MAX_CASES && status == DB_OK; k++) {
        const json_t *c = json_array_get(list, k);

        if (json_is_object(c) && strcmp(text_of(c, "status"), "PASS") != 0)
            status = store_case(db, attempt, n++, c);
    }
    return status;
}

/* A point is a number, two of them, or null where nothing was finite. */
static bool is_point(const json_t *p)
{
    return json_is_number(p) || json_is_null(p) ||
           (json_array_size(p) == 2 && json_is_number(json_array_get(p, 0)) && json_is_number(json_array_get(p, 1)));
}

/* Are these the points of a curve, and no more numbers than a run may keep? */
static bool good_points(const json_t *points)
{
    size_t numbers = 0, k;
    const json_t *p;

    if (!json_is_array(points) || json_array_size(points) > MAX_POINTS)
        return false;
    json_array_foreach(points, k, p) {
        if (!is_point(p))
            return false;
        numbers += json_is_array(p) ? 2 : 1;
    }
    return numbers <= MAX_POINTS;
}

static enum db_status store_curve(struct db *db, int64_t attempt, int64_t n, const json_t *c)
{
    const json_t *points = json_object_get(c, "points"), *least = json_object_get(c, "least_at");
    char *text = NULL;
    enum db_status status = DB_OK;

    if (!*text_of(c, "id") || !good_points(points) || number_or_zero(c, "n") < 0 || number_or_zero(c, "bad") < 0)
        return DB_OK;
    status = db_dump_json(db, storing, points, &text);
    if (status == DB_OK)
        status = db_run(db, storing,
                        "INSERT INTO curve (attempt, n, curve, call, case_id, title, unit, steps, bad,"
                        " least_at, last, points) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        DB_ARGS(db_i(attempt), db_i(n), db_t(text_of(c, "id")), db_t(text_of(c, "call")),
                                db_t(text_of(c, "case")), db_t(text_of(c, "title")), db_t(text_of(c, "unit")),
                                db_i(json_integer_value(json_object_get(c, "n"))),
                                db_i(json_integer_value(json_object_get(c, "bad"))),
                                json_is_integer(least) ? db_i(json_integer_value(least)) : db_t(NULL),
                                db_d(number_of(c, "last")), db_t(text)));
    free(text);
    return status;
}

static enum db_status store_curves(struct db *db, int64_t attempt, const json_t *list)
{
    enum db_status status = DB_OK;

    for (size_t k = 0; k < capped(list, MAX_CURVES) && status == DB_OK; k++)
        status = store_curve(db, attempt, (int64_t)k, json_array_get(list, k));
    return status;
}

enum db_status db_report_store(struct db *db, int64_t attempt, const json_t *report)
{
    enum db_status status = store_milestones(db, attempt, json_object_get(report, "milestones"));

    if (status == DB_OK)
        status = store_measurements(db, attempt, json_object_get(report, "measurements"));
    if (status == DB_OK)
        status = store_counters(db, attempt, json_object_get(report, "counters"));
    if (status == DB_OK)
        status = store_failing_cases(db, attempt, json_object_get(report, "cases"));
    if (status == DB_OK)
        status = store_curves(db, attempt, json_object_get(report, "curves"));
    return status;
}
