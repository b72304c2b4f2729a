/*
 * check_class.c: does the class say what its audit says?
 *
 * The triggers keep Ridge from rewriting a grade; they don't keep others with a database tool from
 * it. So every row of the class is held against the last audit row about it, every report and every
 * list of files against its hash, and the audit against itself.
 */
#include "gradebook.h"
#include "internal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const char checking[] = "check the gradebook";

/* The last audit row about each subject, of some kinds. */
#define LAST(kinds)                                                                                \
    "WITH last AS MATERIALIZED (SELECT subject, what, data, max(id) FROM audit WHERE " kinds       \
    " GROUP BY subject) "
#define FIELD(name) "json_extract(l.data, '$." name "')"
#define DIFFER(table, alias, subject, unequal)                                                     \
    "SELECT (SELECT count(*) FROM " table " " alias " LEFT JOIN last l ON l.subject = " subject    \
    "  WHERE l.what IS NULL OR " unequal ") + (SELECT count(*) FROM last"                          \
    "  WHERE last.subject NOT IN (SELECT " subject " FROM " table " " alias "))"

/* How many rows of each table differ from the audit, or are missing on either side. */
static const char *const differences[] = {
    LAST("what = 'student'")
        DIFFER("student", "s", "s.key",
               "(s.name, s.email, s.section) IS NOT (" FIELD("name") ", " FIELD("email") ", " FIELD(
                   "section") ") OR json_extract(s.extra, '$') IS NOT " FIELD("extra")),
    LAST("what = 'assignment'") DIFFER("assignment", "a", "a.lab", "a.policy IS NOT l.data"),
    LAST("what IN ('submission', 'submission.refused')")
        DIFFER("submission", "b", "CAST(b.id AS TEXT)",
               "(b.student, b.lab, b.received, b.origin, b.refused, lower(hex(b.hash))) IS NOT "
               "(" FIELD("student") ", " FIELD("lab") ", " FIELD("received") ", " FIELD(
                   "origin") ", ifnull(" FIELD("refused") ", ''), " FIELD("hash") ")"),
#define SAME "a.what = 'submission.clock' AND a.subject = CAST(c.submission AS TEXT)"                        \
    " AND json_extract(a.data, '$.says') = c.says AND json_extract(a.data, '$.received') IS c.received"
    "SELECT (SELECT count(*) FROM submission_clock c WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE " SAME "))"
    " + (SELECT count(*) FROM audit a WHERE a.what = 'submission.clock' AND NOT EXISTS"
    "  (SELECT 1 FROM submission_clock c WHERE c.submission = CAST(a.subject AS INTEGER) AND " SAME "))",
#undef SAME
    LAST("what = 'adjustment'")
        DIFFER("adjustment", "j", "CAST(j.id AS TEXT)",
               "(j.student, j.lab, j.kind, j.reason, j.who, j.at) IS NOT (" FIELD("student") ", " FIELD(
                   "lab") ", " FIELD("kind") ", " FIELD("reason") ", " FIELD("who") ", " FIELD("at") ")"
               " OR (j.value, j.most) IS NOT (" FIELD("value") ", " FIELD("most") ")"),
    LAST("what = 'remark'")
        DIFFER("remark", "r", "CAST(r.id AS TEXT)",
               "(r.student, r.lab, r.kind, r.place, r.line, r.value, r.most, r.text, r.who, r.at) IS NOT ("
               FIELD("student") ", " FIELD("lab") ", " FIELD("kind") ", " FIELD("place") ", " FIELD("line") ", "
               FIELD("value") ", " FIELD("most") ", " FIELD("text") ", " FIELD("who") ", " FIELD("at") ")"
               " OR (r.submission, r.about) IS NOT (" FIELD("submission") ", " FIELD("about") ")"),
    LAST("what = 'team'")
        DIFFER("team", "m", "(SELECT s.key FROM student s WHERE s.id = m.student)",
               "m.name IS NOT " FIELD("name")),
    LAST("what = 'grading.queued'")
        DIFFER("grading", "g", "CAST(g.id AS TEXT)",
               "(g.submission, g.lab_rev, g.round) IS NOT (" FIELD("submission") ", " FIELD(
                   "lab_rev") ", " FIELD("round") ")"),
    LAST("what LIKE 'grading.%'")
        DIFFER("grading", "g", "CAST(g.id AS TEXT)",
               "iif(g.state = 'queued', l.what NOT IN ('grading.queued', 'grading.requeued'),"
               "    l.what <> 'grading.' || g.state)"
               " OR (g.state = 'done' AND (g.status, g.stage, g.sandbox, g.duration_ms) IS NOT "
               "(" FIELD("status") ", " FIELD("stage") ", " FIELD("sandbox") ", " FIELD(
                   "duration_ms") "))"),
    "WITH last AS MATERIALIZED (SELECT subject, who, data, max(id) FROM audit WHERE what = 'grading.leased'"
    " GROUP BY subject) SELECT count(*) FROM grading g LEFT JOIN last l ON l.subject = CAST(g.id AS TEXT)"
    " WHERE g.worker IS NOT ifnull(l.who, '') OR (g.state = 'leased' AND g.expires IS NOT " FIELD("expires") ")",
};

static enum db_status count_differences(struct db *db, int64_t *n)
{
    enum db_status status = DB_OK;
    int64_t some = 0;

    for (size_t k = 0; k < sizeof differences / sizeof *differences && status == DB_OK; k++) {
        status = db_int(db, checking, &some, differences[k], NULL, 0);
        *n += some;
    }
    return status;
}

/* A row of check_gradings() against what the audit says in `data`; points are compared here, where reading them from
 * text is exact. */
static bool grading_differs(sqlite3_stmt *st, const json_t *data, const json_t *why)
{
    const char *state = (const char *)sqlite3_column_text(st, 0);
    const json_t *said = json_object_get(data, "why"), *finished = json_object_get(data, "finished");
    bool differs = sqlite3_column_int64(st, 3) != sqlite3_column_int64(st, 7);

    /* a reason to try again stays while the next worker has it; earlier versions told of a verdict neither when it came
     * nor of a reason */
    if (state && strcmp(state, "leased") != 0 && (finished || strcmp(state, "done") != 0))
        differs |= said ? !json_equal(why, said) : json_string_length(why) > 0;
    differs |= finished && json_integer_value(finished) != sqlite3_column_int64(st, 2);
    if (state && strcmp(state, "done") == 0)
        differs |= json_number_value(json_object_get(data, "points")) != sqlite3_column_double(st, 4) ||
                   json_number_value(json_object_get(data, "max")) != sqlite3_column_double(st, 5);
    return differs;
}

static enum db_status add_grading(struct db *db, sqlite3_stmt *st, int64_t *bad)
{
    const char *why = (const char *)sqlite3_column_text(st, 1), *text = (const char *)sqlite3_column_text(st, 6);
    json_t *data = text ? json_loads(text, 0, NULL) : NULL, *have = why ? db_text_json(why, strlen(why)) : NULL;
    enum db_status status = DB_OK;

    if (data && have)
        *bad += grading_differs(st, data, have);
    else
        status = db_fail(db, DB_ERROR, "Ridge cannot %s: out of memory.", checking);
    json_decref(have);
    json_decref(data);
    return status;
}

/* What happened to each grading, and its points, against its last audit row; its tries against its leases. Those
 * whose state is another than the audit's are counted already. */
static enum db_status check_gradings(struct db *db, int64_t *bad)
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(db,
                        "WITH last AS MATERIALIZED (SELECT subject, what, data, max(id),"
                        " sum(what = 'grading.leased') AS leases FROM audit WHERE what LIKE 'grading.%'"
                        " GROUP BY subject) SELECT g.state, g.why, g.finished, g.tries, g.points, g.max,"
                        " ifnull(l.data, '{}'), l.leases FROM grading g"
                        " JOIN last l ON l.subject = CAST(g.id AS TEXT) WHERE l.what = 'grading.' || g.state"
                        " OR (g.state = 'queued' AND l.what = 'grading.requeued')",
                        &st);

    if (rc == SQLITE_OK)
        while (status == DB_OK && (rc = sqlite3_step(st)) == SQLITE_ROW)
            status = add_grading(db, st, bad);
    if (status == DB_OK && rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, checking);
    sqlite3_finalize(st);
    return status;
}

/* Each report's text against the hash that the audit has of the report. */
static enum db_status check_reports(struct db *db, int64_t *bad)
{
    unsigned char hash[DB_HASH_BYTES];
    char hex[2 * DB_HASH_BYTES + 1];
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(db,
                        "SELECT r.json, json_extract(a.data, '$.report') FROM audit a"
                        " LEFT JOIN grading_report r ON r.grading = CAST(a.subject AS INTEGER)"
                        " WHERE a.what = 'grading.done'",
                        &st);

    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
            const char *text = (const char *)sqlite3_column_text(st, 0);
            const char *want = (const char *)sqlite3_column_text(st, 1);

            *hex = '\0';
            if (text) {
                db_hash(text, (size_t)sqlite3_column_bytes(st, 0), hash);
                sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
            }
            *bad += !want || strcmp(hex, want) != 0;
        }
    if (rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, checking);
    sqlite3_finalize(st);
    return status;
}

/* The names and hashes of the files of a submission against the hash over them. */
static enum db_status check_files(struct db *db, int64_t *bad)
{
    crypto_generichash_state state;
    unsigned char want[DB_HASH_BYTES], hash[DB_HASH_BYTES];
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int64_t id = -1;
    int rc = db_prepare(db,
                        "SELECT b.id, b.hash, f.name, s.hash FROM submission b"
                        " LEFT JOIN submission_file f ON f.submission = b.id"
                        " LEFT JOIN source s ON s.id = f.source ORDER BY b.id, f.name",
                        &st);

    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = sqlite3_step(st);
        if (id >= 0 && (rc != SQLITE_ROW || sqlite3_column_int64(st, 0) != id)) {
            crypto_generichash_final(&state, hash, sizeof hash);
            *bad += memcmp(hash, want, sizeof hash) != 0;
        }
        if (rc != SQLITE_ROW)
            break;
        if (sqlite3_column_int64(st, 0) != id) {
            id = sqlite3_column_int64(st, 0);
            memcpy(want, sqlite3_column_blob(st, 1), sizeof want); /* 32 bytes by a CHECK */
            crypto_generichash_init(&state, NULL, 0, sizeof hash);
        }
        if (sqlite3_column_type(st, 3) == SQLITE_BLOB) {
            const unsigned char *name = sqlite3_column_text(st, 2);

            crypto_generichash_update(&state, name, (size_t)sqlite3_column_bytes(st, 2) + 1);
            crypto_generichash_update(&state, sqlite3_column_blob(st, 3), sizeof hash);
        }
    }
    if (rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, checking);
    sqlite3_finalize(st);
    return status;
}

enum db_status db_check_class(struct db *db, int64_t *ret_bad_audit, int64_t *ret_differ)
{
    int64_t differ = 0;
    enum db_status status = db_read_begin(db, checking);

    if (status != DB_OK)
        return status;
    status = db_audit_check(db, ret_bad_audit);
    /* on a broken audit the other checks would only fail */
    if (status == DB_OK && *ret_bad_audit == 0)
        status = count_differences(db, &differ);
    if (status == DB_OK && *ret_bad_audit == 0)
        status = check_gradings(db, &differ);
    if (status == DB_OK && *ret_bad_audit == 0)
        status = check_reports(db, &differ);
    if (status == DB_OK && *ret_bad_audit == 0)
        status = check_files(db, &differ);
    db_read_end(db);
    if (status == DB_OK)
        *ret_differ = differ;
    return status;
}
