/*
 * transfer.c: a learner's facts from one machine to another, without loss or double counting.
 *
 * Export and import are the same merge (merge.c): of a workbook with nothing, into a new file; of a
 * workbook with such a file, into that workbook. The work is done on a connection of its own that
 * fires no triggers, for the union replaces rows that are append-only to everybody else.
 */
#include "transfer.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char exporting[] = "export the learner's data", importing[] = "import";

/* ---- Functions for the SQL of merge.c --------------------------------------------------- */

static void add_value(crypto_generichash_state *state, sqlite3_value *v)
{
    int type = sqlite3_value_type(v);
    unsigned char head[12] = { (unsigned char)type };
    const void *p = NULL;
    uint64_t n = 0;

    if (type == SQLITE_INTEGER) {
        n = (uint64_t)sqlite3_value_int64(v);
    } else if (type == SQLITE_FLOAT) {
        double d = sqlite3_value_double(v);

        memcpy(&n, &d, sizeof n);
    } else if (type != SQLITE_NULL) {
        p = sqlite3_value_blob(v);
        n = (uint64_t)sqlite3_value_bytes(v);
    }
    for (int k = 0; k < 8; k++)
        head[1 + k] = (unsigned char)(n >> 8 * k);
    crypto_generichash_update(state, head, sizeof head);
    if (p)
        crypto_generichash_update(state, p, n);
}

/* ridge_hash(…): BLAKE2b-256 over the types and values, none of which can pass for its neighbour. */
static void hash_values(sqlite3_context *context, int n, sqlite3_value **v)
{
    crypto_generichash_state state;
    unsigned char out[DB_HASH_BYTES];

    crypto_generichash_init(&state, NULL, 0, sizeof out);
    for (int k = 0; k < n; k++)
        add_value(&state, v[k]);
    crypto_generichash_final(&state, out, sizeof out);
    sqlite3_result_blob(context, out, sizeof out, SQLITE_TRANSIENT);
}

/* ridge_blake(text): the hash by which the table `source` knows the text. */
static void blake(sqlite3_context *context, int n, sqlite3_value **v)
{
    unsigned char out[DB_HASH_BYTES];
    const void *p = sqlite3_value_blob(v[0]);

    (void)n;
    db_hash(p, (size_t)sqlite3_value_bytes(v[0]), out);
    sqlite3_result_blob(context, out, sizeof out, SQLITE_TRANSIENT);
}

static void good_name(sqlite3_context *context, int n, sqlite3_value **v)
{
    const char *name = (const char *)sqlite3_value_text(v[0]);

    (void)n;
    sqlite3_result_int(context, name && strlen(name) == (size_t)sqlite3_value_bytes(v[0]) &&
                                    db_good_name(name));
}

/* ridge_json(text): "object" or "other", as db_rows() will read it; NULL when it will not. */
static void json_kind(sqlite3_context *context, int n, sqlite3_value **v)
{
    const char *text = (const char *)sqlite3_value_text(v[0]);
    json_t *read = text ? json_loadb(text, (size_t)sqlite3_value_bytes(v[0]), JSON_DECODE_ANY, NULL) : NULL;

    (void)n;
    if (read)
        sqlite3_result_text(context, json_is_object(read) ? "object" : "other", -1, SQLITE_STATIC);
    json_decref(read);
}

static int add_functions(sqlite3 *sql)
{
    const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int rc = sqlite3_create_function(sql, "ridge_hash", -1, how, NULL, hash_values, NULL, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ridge_blake", 1, how, NULL, blake, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ridge_good_name", 1, how, NULL, good_name, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ridge_json", 1, how, NULL, json_kind, NULL, NULL);
    return rc;
}

/* ---- The connection --------------------------------------------------------------------- */

static enum db_status make_empty(struct db *db, const char *path)
{
    struct db new = { .path = (char *)path, .pid = db->pid, .learner = 1 };
    enum db_status status;
    int rc = sqlite3_open_v2(path, &new.sql, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(new.sql);
    status = rc == SQLITE_OK ? db_create_schema(&new) : db_fail_sql(&new, rc, "make a copy");
    sqlite3_close(new.sql);
    return status == DB_OK ? DB_OK : db_fail(db, status, "%s", new.err);
}

static enum db_status attach(struct db *db, const char *what, const char *path, const char *how,
                             const char *sql)
{
    char uri[3 * PATH_MAX];

    if (db_uri(path, how, uri, sizeof uri))
        return db_fail_errno(db, ENAMETOOLONG, what, path);
    return db_run(db, what, sql, DB_ARGS(db_t(uri)));
}

/* The workbook as `book`. Where its directory takes no files, the database alone is all there is. */
static enum db_status attach_book(struct db *db, const char *what, bool write)
{
    static const char sql[] = "ATTACH ? AS book";
    enum db_status status = attach(db, what, db->path, write ? "?mode=rw" : "?mode=ro", sql);
    int64_t n;

    if (status == DB_OK)
        status = db_int(db, what, &n, "SELECT count(*) FROM book.learner", NULL, 0);
    if (status == DB_OK || write || db_has_bytes(db->path, "-wal"))
        return status;
    (void)db_run(db, what, "DETACH book", NULL, 0);
    return attach(db, what, db->path, "?mode=ro&immutable=1", sql);
}

/* Opens a connection in the place of db->sql, so that messages are about the file; close_desk() puts the first back. */
static enum db_status open_desk(struct db *db, const char *what, const char *image, const char *merged,
                                sqlite3 **own)
{
    enum db_status status;
    int rc;

    *own = db->sql;
    db->sql = NULL;
    rc = sqlite3_open_v2(":memory:", &db->sql,
                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, NULL);
    if (rc == SQLITE_OK)
        rc = db_configure(db->sql);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(db->sql, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    if (rc == SQLITE_OK)
        rc = add_functions(db->sql);
    status = rc == SQLITE_OK ? attach_book(db, what, image != NULL) : db_fail_sql(db, rc, what);
    if (status == DB_OK)
        status = attach(db, what, merged, "?mode=rw", "ATTACH ? AS merged");
    if (status == DB_OK && image)
        status = attach(db, what, image, "?mode=ro&immutable=1", "ATTACH ? AS src");
    if (status == DB_OK &&
        (rc = sqlite3_exec(db->sql,
                           "PRAGMA book.synchronous = EXTRA; PRAGMA merged.synchronous = OFF;"
                           "PRAGMA merged.journal_mode = MEMORY",
                           NULL, NULL, NULL)) != SQLITE_OK)
        status = db_fail_sql(db, rc, what);
    return status;
}

static void close_desk(struct db *db, sqlite3 *own)
{
    sqlite3_close(db->sql);
    db->sql = own;
}

/* ---- Export ----------------------------------------------------------------------------- */

static enum db_status count_merged(struct db *db, json_t **ret)
{
    return db_row(db, exporting, ret,
                  "SELECT (SELECT count(*) FROM merged.attempt) AS attempts,"
                  " (SELECT count(*) FROM merged.answer) AS answers,"
                  " (SELECT count(*) FROM merged.prediction) AS predictions,"
                  " (SELECT count(*) FROM merged.review) AS reviews,"
                  " (SELECT count(*) FROM merged.note) AS notes,"
                  " (SELECT count(*) FROM merged.event) AS events,"
                  " (SELECT count(*) FROM merged.source) AS sources",
                  NULL, 0);
}

/* All that the learner has, into the empty workbook `image`. */
static enum db_status fill_image(struct db *db, const char *image, json_t **counts)
{
    sqlite3 *own;
    enum db_status status = open_desk(db, exporting, NULL, image, &own);

    if (status == DB_OK)
        status = db_run(db, exporting, "BEGIN IMMEDIATE", NULL, 0);
    if (status == DB_OK) {
        status = db_merge(db, false);
        if (status == DB_OK)
            status = count_merged(db, counts);
        status = db_write_end(db, exporting, status);
    }
    close_desk(db, own);
    return status;
}

static enum db_status usable(struct db *db, const char *what)
{
    if (db->batch)
        return db_fail(db, DB_ERROR, "Ridge cannot %s of %s in the middle of a batch.", what, db->path);
    if (strcmp(db->path, ":memory:") == 0)
        return db_fail(db, DB_READONLY, "Ridge cannot %s: the workbook of this session is not a file.", what);
    return DB_OK;
}

enum db_status db_export(struct db *db, const char *path, json_t **ret)
{
    char image[PATH_MAX], *full;
    json_t *counts = NULL;
    enum db_status status = usable(db, exporting);
    int e, lock = -1;

    if (status != DB_OK)
        return status;
    if (access(path, F_OK) == 0)
        return db_fail(db, DB_ERROR, "%s is there already, and was left as it is. Name another file.", path);
    full = db_absolute(path);
    if (full) {
        db_sweep_beside(full, TRANSFER_IMAGE);
        db_sweep_beside(full, TRANSFER_PART);
    }
    e = full ? db_make_temp(full, TRANSFER_IMAGE, image, sizeof image, &lock) : ENOMEM;
    if (e) {
        free(full);
        return db_fail_errno(db, e, "write", path);
    }
    status = make_empty(db, image);
    if (status == DB_OK)
        status = fill_image(db, image, &counts);
    if (status == DB_OK)
        status = transfer_pack(db, image, full);
    db_drop_temp(image, lock);
    free(full);
    if (status == DB_OK)
        *ret = counts;
    else
        json_decref(counts);
    return status;
}

/* ---- Import ----------------------------------------------------------------------------- */

static bool brings_something(const json_t *brought)
{
    const char *key;
    json_t *n;

    json_object_foreach((json_t *)brought, key, n)
        if (strcmp(key, "renumbered") != 0 && json_integer_value(n) > 0)
            return true;
    return false;
}

static enum db_status inspect(struct db *db, const char *path)
{
    const char *what = NULL;
    enum db_status status = db_merge_inspect(db, &what);

    if (status == DB_OK && what)
        status = db_fail(db, DB_FOREIGN,
                         "%s %s: it was not written by `ridge export-data`. Nothing was imported.", path,
                         what);
    return status;
}

/* Merges in one transaction, whose lock is held while the backup is taken. */
static enum db_status merge_in(struct db *db, const char *path, json_t **brought, char *backup,
                               size_t size)
{
    enum db_status status = inspect(db, path);

    if (status == DB_OK)
        status = db_merge(db, true);
    if (status == DB_OK)
        status = db_merge_brought(db, brought);
    if (status != DB_OK || !brings_something(*brought))
        return status;
    status = db_backup_before(db, DB_VERSION, "import", backup, size);
    return status == DB_OK ? db_merge_adopt(db) : status;
}

static enum db_status import_image(struct db *db, const char *path, const char *image,
                                   const char *merged, json_t **ret)
{
    char backup[PATH_MAX] = "";
    json_t *brought = NULL;
    sqlite3 *own;
    enum db_status status = open_desk(db, importing, image, merged, &own);

    if (status == DB_OK)
        status = db_run(db, importing, "BEGIN IMMEDIATE", NULL, 0);
    if (status == DB_OK)
        status = db_write_end(db, importing, merge_in(db, path, &brought, backup, sizeof backup));
    close_desk(db, own);
    if (status == DB_OK && json_object_set_new(brought, "backup", json_string(backup)) == 0) {
        *ret = brought;
        return DB_OK;
    }
    json_decref(brought);
    return status;
}

static void sweep_imports(const char *path)
{
    char part[NAME_MAX + 16];

    snprintf(part, sizeof part, "%.*s.import-", NAME_MAX, strrchr(path, '/') + 1);
    db_sweep_beside(path, part);
}

enum db_status db_import(struct db *db, const char *path, json_t **ret)
{
    char image[PATH_MAX], merged[PATH_MAX];
    enum db_status status = usable(db, importing);
    int e, lock[2];

    if (status == DB_OK && db->readonly)
        status = db_fail(db, DB_READONLY, "Ridge cannot import into %s: it was opened to be read only.", db->path);
    if (status != DB_OK)
        return status;
    sweep_imports(db->path);
    e = db_make_temp(db->path, ".import-", image, sizeof image, &lock[0]);
    if (e)
        return db_fail_errno(db, e, "import into", db->path);
    e = db_make_temp(db->path, ".import-", merged, sizeof merged, &lock[1]);
    if (e)
        status = db_fail_errno(db, e, "import into", db->path);
    if (status == DB_OK)
        status = transfer_unpack(db, path, image);
    if (status == DB_OK)
        status = transfer_check(db, path, image);
    if (status == DB_OK)
        status = make_empty(db, merged);
    if (status == DB_OK)
        status = import_image(db, path, image, merged, ret);
    db_drop_temp(image, lock[0]);
    db_drop_temp(merged, lock[1]);
    return status;
}
