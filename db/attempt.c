/*
 * attempt.c: one run into the workbook, and its sources out of it again.
 */
#include "internal.h"

#include <stdlib.h>

enum { HASH = DB_HASH_BYTES };

static const char storing[] = "store the attempt";

static enum db_status insert_attempt(struct db *db, const struct db_attempt *a,
                                     const unsigned char hash[HASH], int64_t *ret_id)
{
    int64_t started = a->started ? a->started : db_now(db) - a->duration_ms;
    enum db_status status = db_run(
        db, storing,
        "INSERT INTO attempt (learner, lab, lab_rev, backend, impl, verb, started,"
        " duration_ms, status, points, max, stage, source_hash, watch, sandbox)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        DB_ARGS(db_i(db->learner), db_t(a->lab), db_i(a->lab_rev),
                db_t(a->backend ? a->backend : ""), db_t(a->impl ? a->impl : "learner"),
                db_t(a->verb ? a->verb : "test"), db_i(started), db_i(a->duration_ms),
                db_t(a->status), db_d(a->points), db_d(a->max), db_t(a->stage ? a->stage : ""),
                db_b(hash, HASH), db_i(a->watch), db_t(a->sandbox ? a->sandbox : "")));

    if (status == DB_OK)
        *ret_id = sqlite3_last_insert_rowid(db->sql);
    return status;
}

/* Which milestones this attempt was the first to pass. */
static enum db_status insert_passed(struct db *db, int64_t attempt)
{
    return db_run(db, storing,
                  "INSERT INTO passed (learner, lab, milestone, lab_rev, stage, attempt)"
                  " SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.stage, a.id"
                  " FROM attempt a JOIN milestone_result m ON m.attempt = a.id"
                  " WHERE a.id = ? AND a.impl = 'learner' AND m.status = 'PASS'"
                  " ON CONFLICT DO NOTHING",
                  DB_ARGS(db_i(attempt)));
}

/* The partial credit of milestones that this attempt did not pass, where no attempt before had as much. */
static enum db_status insert_partly(struct db *db, int64_t attempt)
{
    return db_run(db, storing,
                  "INSERT INTO partly (learner, lab, milestone, lab_rev, points, attempt)"
                  " SELECT a.learner, a.lab, m.milestone, a.lab_rev, m.points, a.id"
                  " FROM attempt a JOIN milestone_result m ON m.attempt = a.id"
                  " WHERE a.id = ? AND a.impl = 'learner' AND m.points > 0 AND m.status IN ('FAIL', 'ERROR')"
                  " ON CONFLICT DO UPDATE SET points = excluded.points, attempt = excluded.attempt"
                  " WHERE excluded.points > partly.points",
                  DB_ARGS(db_i(attempt)));
}

enum db_status db_attempt_insert(struct db *db, const struct db_attempt *attempt,
                                 const struct db_file *files, size_t nfiles, const json_t *report,
                                 int64_t *ret_id)
{
    const struct db_file *sorted[DB_MAX_FILES];
    unsigned char hash[HASH];
    char *text = NULL;
    int64_t id = 0;
    enum db_status status;

    if (!attempt->lab || !attempt->status || !json_is_object(report))
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s: no lab, no status or no report. This is a fault of Ridge itself.",
                       storing);
    status = db_files_check(db, storing, files, nfiles, sorted);
    if (status == DB_OK)
        status = db_dump_json(db, storing, report, &text);
    if (status != DB_OK)
        return status;
    db_files_hash(sorted, nfiles, hash);

    status = db_write_begin(db, storing);
    if (status == DB_OK) {
        status = insert_attempt(db, attempt, hash, &id);
        if (status == DB_OK)
            status = db_files_store(db, storing,
                                    "INSERT INTO attempt_file (attempt, name, source)"
                                    " SELECT ?, ?, id FROM source WHERE hash = ?",
                                    id, sorted, nfiles);
        if (status == DB_OK)
            status = db_run(db, storing, "INSERT INTO report (attempt, json) VALUES (?, ?)",
                            DB_ARGS(db_i(id), db_t(text)));
        if (status == DB_OK)
            status = db_report_store(db, id, report);
        if (status == DB_OK)
            status = insert_passed(db, id);
        if (status == DB_OK)
            status = insert_partly(db, id);
        status = db_write_end(db, storing, status);
    }
    free(text);
    if (status == DB_OK && ret_id)
        *ret_id = id;
    return status;
}

enum db_status db_attempt_source(struct db *db, int64_t id, struct db_file **ret, size_t *ret_n)
{
    return db_files_read(db, "attempt",
                         "SELECT f.name, s.hash, s.text FROM attempt_file f"
                         " JOIN source s ON s.id = f.source WHERE f.attempt = ? ORDER BY f.name",
                         id, ret, ret_n);
}
