/*
 * history.c: attempts and what they measured, read back.
 */
#include "internal.h"

#define MEASUREMENT_COLUMNS                                                                        \
    "m.bench, m.call, m.case_id AS \"case\", m.clock, m.pairs, m.ratio, m.lo, m.hi,"               \
    " m.t_reference, m.t_learner, m.gflops, m.gbps, m.busy, m.note"

static const char reading[] = "read the history";

/* The points of the answers when the attempt was made: answers are no milestone of a run, and count in every run. */
#define OF_ANSWERS                                                                                 \
    ", (SELECT coalesce(sum(m.points), 0) FROM milestone_result m"                                 \
    "  WHERE m.attempt = a.id AND m.kind = 'answers') AS answers"

enum db_status db_attempts(struct db *db, const char *lab, int limit, json_t **ret)
{
    if (!lab) /* the plus keeps SQLite from an index, after which it would have to sort */
        return db_rows(db, reading, ret,
                       "SELECT " DB_ATTEMPT_COLUMNS OF_ANSWERS ", " DB_AFTER_SOLUTION " FROM attempt a"
                       " WHERE +a.learner = ? AND +a.impl = 'learner' ORDER BY a.id DESC LIMIT ?",
                       DB_ARGS(db_i(db->learner), db_i(limit)));
    return db_rows(db, reading, ret,
                   "SELECT " DB_ATTEMPT_COLUMNS OF_ANSWERS ", " DB_AFTER_SOLUTION " FROM attempt a"
                   " WHERE a.learner = ? AND a.lab = ? AND a.impl = 'learner'"
                   " ORDER BY a.id DESC LIMIT ?",
                   DB_ARGS(db_i(db->learner), db_t(lab), db_i(limit)));
}

/* The place of a milestone is its index in the report. */
#define MILESTONE "'$.milestones[' || c.n || ']"

enum db_status db_cases_right(struct db *db, int64_t attempt, json_t **ret)
{
    return db_row(db, reading, ret,
                  "SELECT json_extract(r.json, " MILESTONE ".right') AS right,"
                  " json_extract(r.json, " MILESTONE ".cases') AS cases"
                  " FROM milestone_result c JOIN report r ON r.attempt = c.attempt"
                  " WHERE c.attempt = ? AND c.kind = 'correct' AND c.status <> 'PASS' ORDER BY c.n LIMIT 1",
                  DB_ARGS(db_i(attempt)));
}

/* Adds the rows of `sql`, whose one parameter is the attempt, to `o` under `key`. */
static enum db_status add_rows(struct db *db, json_t *o, const char *key, const char *sql,
                               int64_t attempt)
{
    json_t *rows;
    enum db_status status = db_rows(db, reading, &rows, sql, DB_ARGS(db_i(attempt)));

    if (status == DB_OK && json_object_set_new(o, key, rows))
        status = db_fail(db, DB_ERROR, "Ridge cannot %s of %s: out of memory.", reading, db->path);
    return status;
}

enum db_status db_attempt_get(struct db *db, int64_t id, json_t **ret)
{
    static const struct {
        const char *key, *sql;
    } part[] = {
        {"milestones", "SELECT milestone AS id, kind, status, stage, points, max, message, hint"
                       " FROM milestone_result WHERE attempt = ? ORDER BY n"},
        {"measurements", "SELECT " MEASUREMENT_COLUMNS " FROM measurement m WHERE m.attempt = ?"
                         " ORDER BY m.id"},
        {"counters", "SELECT call, case_id AS \"case\", name, value, source FROM counter"
                     " WHERE attempt = ? ORDER BY call, case_id, name, source"},
        {"cases", "SELECT call, case_id AS \"case\", hidden AS \"hidden:bool\", status, message,"
                  " mismatch AS \"mismatch:json\" FROM case_result WHERE attempt = ? ORDER BY n"},
        {"files", "SELECT f.name, s.hash, length(s.text) AS size FROM attempt_file f"
                  " JOIN source s ON s.id = f.source WHERE f.attempt = ? ORDER BY f.name"},
    };
    json_t *o = NULL;
    enum db_status status = db_read_begin(db, reading);

    if (status != DB_OK)
        return status;
    status = db_row(db, reading, &o,
                    "SELECT " DB_ATTEMPT_COLUMNS ", r.json AS \"report:json\" FROM attempt a"
                    " JOIN report r ON r.attempt = a.id WHERE a.id = ?",
                    DB_ARGS(db_i(id)));
    if (status == DB_NOTFOUND)
        (void)db_fail(db, DB_NOTFOUND, "There is no attempt %lld in %s.", (long long)id, db->path);
    for (size_t k = 0; k < sizeof part / sizeof *part && status == DB_OK; k++)
        status = add_rows(db, o, part[k].key, part[k].sql, id);
    db_read_end(db);
    if (status == DB_OK)
        *ret = o;
    else
        json_decref(o);
    return status;
}

enum db_status db_samples(struct db *db, int64_t attempt, const char *bench, json_t **ret)
{
    json_t *rows, *pairs = json_array();
    int bad = 0;
    enum db_status status = db_rows(db, reading, &rows,
                                    "SELECT s.t_reference AS r, s.t_learner AS l FROM sample s"
                                    " JOIN measurement m ON m.id = s.measurement"
                                    " WHERE m.attempt = ? AND m.bench = ? ORDER BY s.n",
                                    DB_ARGS(db_i(attempt), db_t(bench)));

    if (status == DB_OK) {
        for (size_t k = 0; k < json_array_size(rows); k++) {
            const json_t *row = json_array_get(rows, k);

            bad |= json_array_append_new(
                pairs, json_pack("[OO]", json_object_get(row, "r"), json_object_get(row, "l")));
        }
        json_decref(rows);
        if (bad)
            status = db_fail(db, DB_ERROR, "Ridge cannot %s of %s: out of memory.", reading, db->path);
    }
    if (status == DB_OK)
        *ret = pairs;
    else
        json_decref(pairs);
    return status;
}

enum db_status db_measurements(struct db *db, const char *lab, const char *bench, int limit,
                               json_t **ret)
{
    return db_rows(db, reading, ret,
                   "SELECT m.attempt, a.started, a.lab_rev AS rev, " MEASUREMENT_COLUMNS
                   " FROM attempt a JOIN measurement m ON m.attempt = a.id"
                   " WHERE a.learner = ? AND a.lab = ? AND a.impl = 'learner'"
                   " AND (?3 IS NULL OR m.bench = ?3) ORDER BY a.id DESC, m.id LIMIT ?4",
                   DB_ARGS(db_i(db->learner), db_t(lab), db_t(bench), db_i(limit)));
}

#define CURVE_COLUMNS                                                                              \
    "c.curve AS id, c.call, c.case_id AS \"case\", c.title, c.unit, c.steps AS n, c.bad,"           \
    " c.least_at, c.last, c.points AS \"points:json\""

enum db_status db_curves(struct db *db, const char *lab, int64_t attempt, int limit, json_t **ret)
{
    return db_rows(db, reading, ret,
                   "SELECT c.attempt, a.started, a.lab_rev AS rev, a.verb, a.status, " CURVE_COLUMNS
                   " FROM attempt a JOIN curve c ON c.attempt = a.id"
                   " WHERE a.learner = ?1 AND a.lab = ?2 AND a.impl = 'learner' AND (?3 = 0 OR a.id = ?3)"
                   " ORDER BY a.id DESC, c.n LIMIT ?4",
                   DB_ARGS(db_i(db->learner), db_t(lab), db_i(attempt), db_i(limit)));
}

enum db_status db_curve_latest(struct db *db, json_t **ret)
{
    return db_row(db, reading, ret,
                  "SELECT a.lab, a.id AS attempt FROM curve c CROSS JOIN attempt a ON a.id = c.attempt"
                  " WHERE a.learner = ? AND a.impl = 'learner' ORDER BY c.attempt DESC LIMIT 1",
                  DB_ARGS(db_i(db->learner)));
}

/* Two look-ups in attempt_by_lab. A range, for LIKE has no use for the index, nor has an OR of both. */
#define EVIDENT                                                                                    \
    "WITH run (id) AS (SELECT id FROM attempt WHERE learner = ?1 AND impl = 'learner' AND lab = ?2" \
    " UNION ALL SELECT id FROM attempt WHERE learner = ?1 AND impl >= 'versus:' AND impl < 'versus;'" \
    "  AND lab = ?2) "

enum db_status db_evidence(struct db *db, const char *lab, json_t **ret)
{
    json_t *attempts = NULL, *measured = NULL, *counted = NULL;
    enum db_status status = db_rows(
        db, reading, &attempts,
        EVIDENT "SELECT " DB_ATTEMPT_COLUMNS ", EXISTS (SELECT 1 FROM milestone_result c WHERE c.attempt = a.id"
        "  AND c.kind = 'correct' AND c.status = 'PASS') AS \"correct:bool\","
        " EXISTS (SELECT 1 FROM milestone_result c WHERE c.attempt = a.id"
        "  AND c.kind = 'profile' AND c.status = 'PASS') AS \"gates:bool\","
        " (SELECT ifnull(group_concat(DISTINCT c.name), '') FROM counter c WHERE c.attempt = a.id) AS counters"
        " FROM run CROSS JOIN attempt a ON a.id = run.id ORDER BY a.id",
        DB_ARGS(db_i(db->learner), db_t(lab)));

    if (status == DB_OK)
        status = db_rows(db, reading, &measured,
                         EVIDENT "SELECT m.attempt, " MEASUREMENT_COLUMNS
                         " FROM run CROSS JOIN measurement m ON m.attempt = run.id ORDER BY m.id",
                         DB_ARGS(db_i(db->learner), db_t(lab)));
    if (status == DB_OK)
        status = db_rows(db, reading, &counted,
                         EVIDENT "SELECT c.attempt, c.call, c.case_id AS \"case\", c.name, max(c.value) AS value"
                         " FROM run CROSS JOIN counter c ON c.attempt = run.id"
                         " GROUP BY c.attempt, c.call, c.case_id, c.name",
                         DB_ARGS(db_i(db->learner), db_t(lab)));
    if (status == DB_OK) {
        *ret = json_pack("{s:O s:O s:O}", "attempts", attempts, "measurements", measured, "counted", counted);
        status = *ret ? DB_OK : db_fail(db, DB_ERROR, "Ridge cannot %s of %s: out of memory.", reading, db->path);
    }
    json_decref(attempts);
    json_decref(measured);
    json_decref(counted);
    return status;
}
