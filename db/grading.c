/*
 * grading.c: the queue of gradings: queued -> leased -> done, held, or queued again.
 *
 * A lease is a row that says who and until when. It is taken under the write lock, so two workers
 * never get the same one; a worker that dies simply lets it run out.
 */
#include "gradebook.h"
#include "internal.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char queueing[] = "queue the grading";
static const char leasing[] = "lease a grading";
static const char finishing[] = "store the verdict";
static const char returning[] = "return the grading";
static const char reading[] = "read the gradings";

/* An audit row about grading `id`; takes `data` over. */
static enum db_status audit(struct db *db, const char *who, const char *what, int64_t id,
                            json_t *data)
{
    char subject[32];
    enum db_status status;

    snprintf(subject, sizeof subject, "%lld", (long long)id);
    status = data ? db_audit_add(db, who, what, subject, data)
                  : db_fail(db, DB_ERROR,
                            "Ridge cannot add to the audit of %s: out of memory, or a text that is not "
                            "UTF-8.",
                            db->path);
    json_decref(data);
    return status;
}

/* ---- Into the queue --------------------------------------------------------------------- */

static enum db_status check_submission(struct db *db, int64_t submission)
{
    int64_t refused = 0;
    enum db_status status =
        db_int(db, queueing, &refused, "SELECT refused <> '' FROM submission WHERE id = ?",
               DB_ARGS(db_i(submission)));

    if (status == DB_NOTFOUND)
        return db_fail(db, DB_NOTFOUND, "Ridge cannot %s: there is no submission %lld in %s.", queueing,
                       (long long)submission, db->path);
    if (status == DB_OK && refused)
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s: submission %lld was refused. Add it again without the refusal "
                       "to grade it.",
                       queueing, (long long)submission);
    return status;
}

static enum db_status queue(struct db *db, int64_t submission, int lab_rev, int round, int64_t *id,
                            bool *is_new)
{
    enum db_status status = check_submission(db, submission);

    if (status != DB_OK)
        return status;
    status = db_int(db, queueing, id,
                    "SELECT id FROM grading WHERE submission = ? AND lab_rev = ? AND round = ?",
                    DB_ARGS(db_i(submission), db_i(lab_rev), db_i(round)));
    *is_new = status == DB_NOTFOUND;
    if (!*is_new)
        return status;
    status = db_run(db, queueing,
                    "INSERT INTO grading (submission, lab_rev, round, state, tries, worker, why)"
                    " VALUES (?, ?, ?, 'queued', 0, '', '')",
                    DB_ARGS(db_i(submission), db_i(lab_rev), db_i(round)));
    if (status != DB_OK)
        return status;
    *id = sqlite3_last_insert_rowid(db->sql);
    return audit(db, NULL, "grading.queued", *id,
                 json_pack("{s:I, s:i, s:i}", "submission", (json_int_t)submission, "lab_rev",
                           lab_rev, "round", round));
}

enum db_status db_grading_queue(struct db *db, int64_t submission, int lab_rev, int round,
                                int64_t *ret_id, bool *ret_new)
{
    int64_t id = 0;
    bool is_new = false;
    enum db_status status;

    if (round < 0)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: its round is %d; the first is 0.", queueing, round);
    status = db_write_begin(db, queueing);
    if (status != DB_OK)
        return status;
    status = queue(db, submission, lab_rev, round, &id, &is_new);
    status = db_write_end(db, queueing, status);
    if (status == DB_OK && ret_id)
        *ret_id = id;
    if (status == DB_OK && ret_new)
        *ret_new = is_new;
    return status;
}

/* How many leases of the grading g are no tries, because the process that held the lease was ended. */
#define LOST "(SELECT count(*) FROM lost_lease x WHERE x.grading = g.id)"

/* ---- Out of it -------------------------------------------------------------------------- */

static enum db_status hold(struct db *db, const char *who, int64_t id, const char *why)
{
    int64_t now = db_now(db);
    enum db_status status =
        db_run(db, returning,
               "UPDATE grading SET state = 'held', why = ?, finished = ?, leased = NULL,"
               " expires = NULL WHERE id = ?",
               DB_ARGS(db_t(why), db_i(now), db_i(id)));

    return status == DB_OK ? audit(db, who, "grading.held", id,
                                   json_pack("{s:o, s:I}", "why", db_text_json(why, strlen(why)),
                                             "finished", (json_int_t)now))
                           : status;
}

/* The next grading that may be leased, in *id; gradings whose leases ran out too often are held on the way.
 * DB_NOTFOUND: none. */
static enum db_status find_next(struct db *db, const char *lab, int64_t *id)
{
#define NEXT                                                                                       \
    "SELECT g.id FROM grading g JOIN submission b ON b.id = g.submission"                          \
    " WHERE g.state IN ('queued', 'leased') AND (g.state = 'queued' OR g.expires <= ?1)"           \
    "  AND (?2 IS NULL OR b.lab = ?2)"
    static const char tired[] = NEXT " AND g.tries - " LOST " >= ?3 LIMIT 1";
    static const char next[] = NEXT " AND g.tries - " LOST " < ?3 ORDER BY g.tries, g.id LIMIT 1";
#undef NEXT
    const struct db_arg args[] = {db_i(db_now(db)), db_t(lab), db_i(DB_GRADING_TRIES)};
    char why[96];
    enum db_status status;

    snprintf(why, sizeof why, "%d leases ran out without a verdict: its workers died or hang",
             DB_GRADING_TRIES);
    while ((status = db_int(db, leasing, id, tired, args, 3)) == DB_OK) {
        status = hold(db, NULL, *id, why);
        if (status != DB_OK)
            return status;
    }
    return status == DB_NOTFOUND ? db_int(db, leasing, id, next, args, 3) : status;
}

static enum db_status take(struct db *db, const char *worker, int64_t id, int64_t ttl_ms)
{
    int64_t now = db_now(db);
    enum db_status status =
        db_run(db, leasing,
               "UPDATE grading SET state = 'leased', worker = ?, leased = ?, expires = ?,"
               " tries = tries + 1 WHERE id = ?",
               DB_ARGS(db_t(worker), db_i(now), db_i(now + ttl_ms), db_i(id)));

    return status == DB_OK ? audit(db, worker, "grading.leased", id,
                                   json_pack("{s:I}", "expires", (json_int_t)(now + ttl_ms)))
                           : status;
}

static enum db_status lease(struct db *db, const char *lab, const char *worker, int64_t ttl_ms,
                            json_t **ret)
{
    int64_t id;
    enum db_status status = find_next(db, lab, &id);

    if (status == DB_NOTFOUND) {
        *ret = json_null();
        return DB_OK;
    }
    if (status == DB_OK)
        status = take(db, worker, id, ttl_ms);
    if (status != DB_OK)
        return status;
    return db_row(db, leasing, ret,
                  "SELECT g.id, g.submission, b.student, s.key, b.lab, g.lab_rev, g.round, g.tries, " LOST " AS lost"
                  " FROM grading g JOIN submission b ON b.id = g.submission"
                  " JOIN student s ON s.id = b.student WHERE g.id = ?",
                  DB_ARGS(db_i(id)));
}

enum db_status db_grading_lease(struct db *db, const char *lab, const char *worker, int64_t ttl_ms,
                                json_t **ret)
{
    json_t *got = NULL;
    enum db_status status;

    if (!worker || !*worker || ttl_ms <= 0)
        return db_fail(db, DB_ERROR, "Ridge cannot %s: it needs a worker's name and some time.", leasing);
    status = db_write_begin(db, leasing);
    if (status != DB_OK)
        return status;
    status = lease(db, lab, worker, ttl_ms, &got);
    status = db_write_end(db, leasing, status);
    if (status == DB_OK)
        *ret = got;
    else
        json_decref(got);
    return status;
}

/* Is the lease on `id` this worker's? */
static enum db_status check_lease(struct db *db, const char *what, int64_t id, const char *worker)
{
    json_t *row = NULL;
    const char *state = "", *holder = "";
    enum db_status status =
        db_row(db, what, &row, "SELECT state, worker FROM grading WHERE id = ?", DB_ARGS(db_i(id)));

    if (status != DB_OK)
        return status;
    (void)json_unpack(row, "{s:s, s:s}", "state", &state, "worker", &holder);
    if (strcmp(state, "leased") != 0)
        status = db_fail(db, DB_ERROR, "Ridge cannot %s: grading %lld is %s, not leased.", what,
                         (long long)id, state);
    else if (!worker || strcmp(holder, worker) != 0)
        status = db_fail(db, DB_ERROR, "Ridge cannot %s: grading %lld is leased by %s, not by %s.", what,
                         (long long)id, holder, worker ? worker : "nobody");
    json_decref(row);
    return status;
}

/* The verdict as the audit has it, with the hash of the whole report. */
static json_t *verdict(const struct db_grading *g, const char *report, int64_t finished)
{
    unsigned char hash[DB_HASH_BYTES];
    char hex[2 * DB_HASH_BYTES + 1] = "";

    if (report) {
        db_hash(report, strlen(report), hash);
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    }
    json_t *data = json_pack("{s:s, s:s, s:f, s:f, s:s, s:I, s:s, s:I}", "status", g->status, "stage",
                     g->stage ? g->stage : "", "points", g->points, "max", g->max, "sandbox",
                     g->sandbox ? g->sandbox : "", "duration_ms", (json_int_t)g->duration_ms,
                     "report", hex, "finished", (json_int_t)finished);
    if (data && g->why && json_object_set_new(data, "why", db_text_json(g->why, strlen(g->why)))) {
        json_decref(data);
        return NULL; /* out of memory */
    }
    return data;
}

static enum db_status finish(struct db *db, int64_t id, const char *worker,
                             const struct db_grading *g, const char *report)
{
    int64_t now = db_now(db);
    enum db_status status = check_lease(db, finishing, id, worker);

    if (status == DB_OK && report)
        status = db_run(db, finishing, "INSERT INTO grading_report (grading, json) VALUES (?, ?)",
                        DB_ARGS(db_i(id), db_t(report)));
    if (status == DB_OK)
        status =
            db_run(db, finishing,
                   "UPDATE grading SET state = 'done', leased = NULL, expires = NULL, why = ?,"
                   " finished = ?, status = ?, stage = ?, points = ?, max = ?, sandbox = ?,"
                   " duration_ms = ? WHERE id = ?",
                   DB_ARGS(db_t(g->why ? g->why : ""), db_i(now), db_t(g->status), db_t(g->stage ? g->stage : ""),
                           db_d(g->points), db_d(g->max), db_t(g->sandbox ? g->sandbox : ""),
                           db_i(g->duration_ms), db_i(id)));
    return status == DB_OK ? audit(db, worker, "grading.done", id, verdict(g, report, now)) : status;
}

enum db_status db_grading_done(struct db *db, int64_t id, const char *worker,
                               const struct db_grading *grading)
{
    char *report = NULL;
    enum db_status status;

    if (!grading->status || !isfinite(grading->points) || !isfinite(grading->max))
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s: no status, or points that are no number. This is a fault of "
                       "Ridge itself.",
                       finishing);
    status = db_dump_json(db, finishing, grading->report, &report);
    if (status == DB_OK)
        status = db_write_begin(db, finishing);
    if (status == DB_OK)
        status = db_write_end(db, finishing, finish(db, id, worker, grading, report));
    free(report);
    return status;
}

static enum db_status requeue(struct db *db, int64_t id, const char *worker, const char *why, bool lost)
{
    enum db_status status = db_run(db, returning,
                                   "UPDATE grading SET state = 'queued', why = ?, leased = NULL,"
                                   " expires = NULL WHERE id = ?",
                                   DB_ARGS(db_t(why), db_i(id)));

    return status == DB_OK ? audit(db, worker, "grading.requeued", id,
                                   json_pack("{s:o, s:b}", "why", db_text_json(why, strlen(why)), "lost", lost))
                           : status;
}

static enum db_status give_back(struct db *db, int64_t id, const char *worker, const char *why,
                                bool *held)
{
    int64_t tries = 0;
    enum db_status status = check_lease(db, returning, id, worker);

    if (status == DB_OK)
        status = db_int(db, returning, &tries, "SELECT g.tries - " LOST " FROM grading g WHERE g.id = ?",
                        DB_ARGS(db_i(id)));
    if (status != DB_OK)
        return status;
    *held = tries >= DB_GRADING_TRIES;
    return *held ? hold(db, worker, id, why) : requeue(db, id, worker, why, false);
}

enum db_status db_grading_retry(struct db *db, int64_t id, const char *worker, const char *why,
                                bool *ret_held)
{
    bool held = false;
    enum db_status status = db_write_begin(db, returning);

    if (status != DB_OK)
        return status;
    status = give_back(db, id, worker, why && *why ? why : "no reason given", &held);
    status = db_write_end(db, returning, status);
    if (status == DB_OK && ret_held)
        *ret_held = held;
    return status;
}

static enum db_status lose(struct db *db, int64_t id, const char *worker, const char *why)
{
    enum db_status status = check_lease(db, returning, id, worker);

    if (status == DB_OK)
        status = db_run(db, returning, "INSERT INTO lost_lease (grading, try)"
                        " SELECT id, tries FROM grading WHERE id = ?",
                        DB_ARGS(db_i(id)));
    return status == DB_OK ? requeue(db, id, worker, why, true) : status;
}

enum db_status db_grading_lost(struct db *db, int64_t id, const char *worker, const char *why)
{
    enum db_status status = db_write_begin(db, returning);

    if (status != DB_OK)
        return status;
    return db_write_end(db, returning, lose(db, id, worker, why && *why ? why : "no reason given"));
}

/* ---- What became of them ---------------------------------------------------------------- */

enum db_status db_gradings(struct db *db, const char *lab, int round, json_t **ret)
{
/* The latest of a submission is the one with no later one: UNIQUE (submission, …) is its index. */
#define GRADINGS                                                                                   \
    "SELECT g.id, g.submission, b.student, s.key, s.name, b.lab, g.lab_rev, g.round, " DB_RECEIVED "," \
    " g.state, g.tries, nullif(g.why, '') AS why, g.status, g.stage, g.points, g.max, g.sandbox,"  \
    " g.duration_ms, g.finished FROM submission b JOIN student s ON s.id = b.student"              \
    " CROSS JOIN grading g INDEXED BY sqlite_autoindex_grading_1 ON g.submission = b.id" DB_CLOCK    \
    " WHERE (g.round = ?1 OR (?1 < 0 AND g.id ="                                                   \
    "  (SELECT max(l.id) FROM grading l WHERE l.submission = b.id)))"
    if (!lab)
        return db_rows(db, reading, ret, GRADINGS " ORDER BY s.key, g.id", DB_ARGS(db_i(round)));
    return db_rows(db, reading, ret, GRADINGS " AND b.lab = ?2 ORDER BY s.key, g.id",
                   DB_ARGS(db_i(round), db_t(lab)));
#undef GRADINGS
}

enum db_status db_grading_report(struct db *db, int64_t id, json_t **ret)
{
    json_t *row = NULL;
    enum db_status status = db_row(db, "read the report of the grading", &row,
                                   "SELECT json AS \"json:json\" FROM grading_report"
                                   " WHERE grading = ?",
                                   DB_ARGS(db_i(id)));

    if (status == DB_OK)
        *ret = json_incref(json_object_get(row, "json"));
    json_decref(row);
    return status;
}
