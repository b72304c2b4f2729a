/*
 * attempt.c: one run into the workbook, and its sources out of it again.
 *
 * Sources are content-addressed: fifty attempts that change one of three files store fifty-two
 * texts. Hashes are BLAKE2b-256.
 */
#include "internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH = crypto_generichash_BYTES };

static const char storing[] = "store the attempt";

static void hash_of(const void *data, size_t size, unsigned char out[HASH])
{
    crypto_generichash(out, HASH, data, size, NULL, 0);
}

/* Names come back as paths below the learner's folder, so they must stay below it. */
static bool good_name(const char *name)
{
    if (!name || !*name || *name == '/' || strlen(name) > 255)
        return false;
    for (const char *p = name; *p; p += strcspn(p, "/"), p += *p == '/')
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0'))
            return false;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct db_file *const *)a)->name,
                  (*(const struct db_file *const *)b)->name);
}

static enum db_status check_files(struct db *db, const struct db_file *files, size_t n,
                                  const struct db_file **sorted)
{
    if (n > DB_MAX_FILES)
        return db_fail(db, DB_ERROR, "can't %s: more than %d source files.", storing, DB_MAX_FILES);
    for (size_t k = 0; k < n; k++) {
        if (!good_name(files[k].name))
            return db_fail(db, DB_ERROR,
                           "can't %s: \"%s\" is no name for a source file; it must be relative, "
                           "without \"..\".",
                           storing, files[k].name ? files[k].name : "");
        if (files[k].size > DB_MAX_FILE_BYTES)
            return db_fail(db, DB_ERROR,
                           "can't %s: %s is larger than %d MiB. Move what is not source elsewhere.",
                           storing, files[k].name, DB_MAX_FILE_BYTES >> 20);
        sorted[k] = &files[k];
    }
    qsort(sorted, n, sizeof *sorted, by_name);
    for (size_t k = 1; k < n; k++)
        if (strcmp(sorted[k - 1]->name, sorted[k]->name) == 0)
            return db_fail(db, DB_ERROR, "can't %s: %s is there twice.", storing, sorted[k]->name);
    return DB_OK;
}

/* Over names and texts, in the order of the names. */
static void hash_files(const struct db_file *const *files, size_t n, unsigned char out[HASH])
{
    crypto_generichash_state state;
    unsigned char h[HASH];

    crypto_generichash_init(&state, NULL, 0, HASH);
    for (size_t k = 0; k < n; k++) {
        hash_of(files[k]->data, files[k]->size, h);
        crypto_generichash_update(&state, (const unsigned char *)files[k]->name,
                                  strlen(files[k]->name) + 1);
        crypto_generichash_update(&state, h, HASH);
    }
    crypto_generichash_final(&state, out, HASH);
}

static enum db_status insert_files(struct db *db, int64_t attempt,
                                   const struct db_file *const *files, size_t n)
{
    enum db_status status = DB_OK;
    unsigned char h[HASH];

    for (size_t k = 0; k < n && status == DB_OK; k++) {
        hash_of(files[k]->data, files[k]->size, h);
        status = db_run(db, storing,
                        "INSERT INTO source (hash, text) VALUES (?, ?) ON CONFLICT DO NOTHING",
                        DB_ARGS(db_b(h, HASH), db_b(files[k]->data, files[k]->size)));
        if (status == DB_OK)
            status = db_run(db, storing,
                            "INSERT INTO attempt_file (attempt, name, source)"
                            " SELECT ?, ?, id FROM source WHERE hash = ?",
                            DB_ARGS(db_i(attempt), db_t(files[k]->name), db_b(h, HASH)));
    }
    return status;
}

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
                       "can't %s: no lab, no status or no report. This is a fault of Ridge itself.",
                       storing);
    status = check_files(db, files, nfiles, sorted);
    if (status == DB_OK)
        status = db_dump_json(db, storing, report, &text);
    if (status != DB_OK)
        return status;
    hash_files(sorted, nfiles, hash);

    status = db_write_begin(db, storing);
    if (status == DB_OK) {
        status = insert_attempt(db, attempt, hash, &id);
        if (status == DB_OK)
            status = insert_files(db, id, sorted, nfiles);
        if (status == DB_OK)
            status = db_run(db, storing, "INSERT INTO report (attempt, json) VALUES (?, ?)",
                            DB_ARGS(db_i(id), db_t(text)));
        if (status == DB_OK)
            status = db_report_store(db, id, report);
        if (status == DB_OK)
            status = insert_passed(db, id);
        status = db_write_end(db, storing, status);
    }
    free(text);
    if (status == DB_OK && ret_id)
        *ret_id = id;
    return status;
}

/* ---- Out again -------------------------------------------------------------------------- */

void db_files_free(struct db_file *files, size_t n)
{
    for (size_t k = 0; files && k < n; k++) {
        free((void *)files[k].name);
        free((void *)files[k].data);
    }
    free(files);
}

/* The current row (name, hash, text) into `file`, if the text still has its hash. */
static enum db_status read_file(struct db *db, sqlite3_stmt *st, struct db_file *file)
{
    const char *name = (const char *)sqlite3_column_text(st, 0);
    const void *want = sqlite3_column_blob(st, 1);
    const void *text = sqlite3_column_blob(st, 2);
    size_t size = (size_t)sqlite3_column_bytes(st, 2);
    unsigned char h[HASH];
    char *copy;

    hash_of(text, size, h);
    if (!name || !want || sqlite3_column_bytes(st, 1) != HASH || memcmp(want, h, HASH) != 0)
        return db_fail_damaged(db, DB_CORRUPT, "has a source text that does not match its hash");
    copy = malloc(size + 1);
    file->name = strdup(name);
    file->data = copy;
    file->size = size;
    if (!copy || !file->name)
        return db_fail(db, DB_ERROR, "can't read the attempt's files: out of memory.");
    if (size)
        memcpy(copy, text, size);
    copy[size] = '\0'; /* handy for text; not counted */
    return DB_OK;
}

enum db_status db_attempt_source(struct db *db, int64_t id, struct db_file **ret, size_t *ret_n)
{
    static const char reading[] = "read the attempt's files";
    struct db_file *files = calloc(DB_MAX_FILES, sizeof *files);
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    size_t n = 0;
    int rc = files ? db_prepare(db,
                                "SELECT f.name, s.hash, s.text FROM attempt_file f"
                                " JOIN source s ON s.id = f.source WHERE f.attempt = ?"
                                " ORDER BY f.name",
                                &st)
                   : SQLITE_NOMEM;

    if (rc == SQLITE_OK)
        rc = db_bind(st, DB_ARGS(db_i(id)));
    if (rc == SQLITE_OK)
        while (n < DB_MAX_FILES && status == DB_OK && (rc = sqlite3_step(st)) == SQLITE_ROW)
            status = read_file(db, st, &files[n++]);
    if (status == DB_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
        status = db_fail_sql(db, rc, reading);
    else if (status == DB_OK && n == 0)
        status =
            db_fail(db, DB_NOTFOUND, "attempt %lld has no files in %s.", (long long)id, db->path);
    sqlite3_finalize(st);
    if (status != DB_OK) {
        db_files_free(files, n);
        return status;
    }
    *ret = files;
    *ret_n = n;
    return DB_OK;
}
