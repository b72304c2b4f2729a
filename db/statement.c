/*
 * statement.c: the only place that prepares, binds and steps, and the only one that begins and ends
 * transactions.
 */
#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int64_t db_now(const struct db *db)
{
    struct timespec t;

    if (db->clock)
        return db->clock;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Ends a transaction, or part of a transaction. Without memory even that can fail; settle() ends it later then. */
static void leave(struct db *db, const char *sql)
{
    if (sqlite3_exec(db->sql, sql, NULL, NULL, NULL) != SQLITE_OK)
        db->unsettled = true;
}

/* Ends a transaction that leave() could not end: what was to be undone must never be committed with something else. */
static int settle(struct db *db)
{
    if (db->unsettled && !sqlite3_get_autocommit(db->sql))
        sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    db->unsettled = db->unsettled && !sqlite3_get_autocommit(db->sql);
    return db->unsettled ? SQLITE_NOMEM : SQLITE_OK;
}

int db_prepare(struct db *db, const char *sql, sqlite3_stmt **ret)
{
    int rc;

    /* POSIX locks do not survive fork(): a child that wrote could damage the file. */
    if (getpid() != db->pid)
        return SQLITE_MISUSE;
    rc = settle(db);
    return rc != SQLITE_OK ? rc : sqlite3_prepare_v2(db->sql, sql, -1, ret, NULL);
}

int db_bind(sqlite3_stmt *st, const struct db_arg *args, size_t n)
{
    int rc = SQLITE_OK;

    for (size_t k = 0; k < n && rc == SQLITE_OK; k++) {
        const struct db_arg *a = &args[k];
        int at = (int)k + 1;

        switch (a->kind) {
        case DB_ARG_NULL:
            rc = sqlite3_bind_null(st, at);
            break;
        case DB_ARG_INT:
            rc = sqlite3_bind_int64(st, at, a->i);
            break;
        case DB_ARG_REAL:
            rc = sqlite3_bind_double(st, at, a->d);
            break;
        case DB_ARG_TEXT:
            rc = sqlite3_bind_text(st, at, a->p, -1, SQLITE_STATIC);
            break;
        case DB_ARG_BLOB:
            /* a null pointer would bind NULL; an empty file has a text, the empty one */
            rc = sqlite3_bind_blob64(st, at, a->p ? a->p : "", a->n, SQLITE_STATIC);
            break;
        }
    }
    return rc;
}

enum db_status db_step(struct db *db, const char *what, sqlite3_stmt *st, const struct db_arg *args,
                       size_t n)
{
    enum db_status status = DB_OK;
    int rc = db_bind(st, args, n);

    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(st)) == SQLITE_ROW)
            ;
    if (rc != SQLITE_DONE)
        status = db_fail_sql(db, rc, what);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    return status;
}

enum db_status db_run(struct db *db, const char *what, const char *sql, const struct db_arg *args,
                      size_t n)
{
    sqlite3_stmt *st = NULL;
    enum db_status status;
    int rc = db_prepare(db, sql, &st);

    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, what);
    status = db_step(db, what, st, args, n);
    sqlite3_finalize(st);
    return status;
}

enum db_status db_int(struct db *db, const char *what, int64_t *ret, const char *sql,
                      const struct db_arg *args, size_t n)
{
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = db_prepare(db, sql, &st);

    if (rc == SQLITE_OK)
        rc = db_bind(st, args, n);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(st);
    if (rc == SQLITE_ROW)
        *ret = sqlite3_column_int64(st, 0);
    else if (rc == SQLITE_DONE)
        status = DB_NOTFOUND;
    else
        status = db_fail_sql(db, rc, what);
    sqlite3_finalize(st);
    return status;
}

/* A learner may type under any locale; JSON takes UTF-8 only. */
json_t *db_text_json(const char *text, size_t n)
{
    json_t *v = json_stringn(text, n);
    char *copy;

    if (v || !(copy = malloc(n + 1)))
        return v;
    for (size_t k = 0; k < n; k++)
        copy[k] = (unsigned char)text[k] < 0x80 ? text[k] : '?';
    v = json_stringn(copy, n);
    free(copy);
    return v;
}

static json_t *blob_to_hex(const unsigned char *p, size_t n)
{
    char hex[2 * 64 + 1] = "";

    for (size_t k = 0; k < n && k < 64; k++)
        snprintf(hex + 2 * k, 3, "%02x", p[k]);
    return json_string(hex);
}

static json_t *column_to_json(sqlite3_stmt *st, int col, const char *suffix)
{
    switch (sqlite3_column_type(st, col)) {
    case SQLITE_NULL:
        return json_null();
    case SQLITE_INTEGER:
        if (strcmp(suffix, "bool") == 0)
            return json_boolean(sqlite3_column_int(st, col));
        return json_integer(sqlite3_column_int64(st, col));
    case SQLITE_FLOAT: /* JSON has no infinity, which only a damaged file holds */
        return isfinite(sqlite3_column_double(st, col)) ? json_real(sqlite3_column_double(st, col)) : json_null();
    case SQLITE_BLOB:
        return blob_to_hex(sqlite3_column_blob(st, col), (size_t)sqlite3_column_bytes(st, col));
    default: {
        const char *text = (const char *)sqlite3_column_text(st, col);
        size_t n = (size_t)sqlite3_column_bytes(st, col);

        if (!text)
            return NULL; /* out of memory */
        json_t *v = strcmp(suffix, "json") == 0 ? json_loadb(text, n, JSON_DECODE_ANY, NULL) : NULL;
        return v ? v : db_text_json(text, n);
    }
    }
}

static json_t *row_to_json(sqlite3_stmt *st)
{
    json_t *row = json_object();
    int n = sqlite3_column_count(st);

    for (int k = 0; row && k < n; k++) {
        const char *name = sqlite3_column_name(st, k);
        const char *colon = name ? strchr(name, ':') : NULL;
        char key[64];

        snprintf(key, sizeof key, "%.*s", colon ? (int)(colon - name) : 63, name ? name : "");
        if (!name || json_object_set_new(row, key, column_to_json(st, k, colon ? colon + 1 : ""))) {
            json_decref(row);
            return NULL;
        }
    }
    return row;
}

/* Appends rows to `list`, `max` at most; SQLITE_DONE when all rows are there. */
static int collect(sqlite3_stmt *st, json_t *list, size_t max)
{
    int rc = SQLITE_DONE;

    while (json_array_size(list) < max && (rc = sqlite3_step(st)) == SQLITE_ROW)
        if (json_array_append_new(list, row_to_json(st)))
            return SQLITE_NOMEM;
    return rc == SQLITE_ROW ? SQLITE_DONE : rc;
}

static enum db_status query(struct db *db, const char *what, json_t **ret, const char *sql,
                            const struct db_arg *args, size_t n, size_t max)
{
    json_t *list = json_array();
    sqlite3_stmt *st = NULL;
    enum db_status status = DB_OK;
    int rc = list ? db_prepare(db, sql, &st) : SQLITE_NOMEM;

    if (rc == SQLITE_OK)
        rc = db_bind(st, args, n);
    if (rc == SQLITE_OK)
        rc = collect(st, list, max);
    if (rc == SQLITE_DONE)
        *ret = list;
    else {
        status = db_fail_sql(db, rc, what);
        json_decref(list);
    }
    sqlite3_finalize(st);
    return status;
}

enum db_status db_rows(struct db *db, const char *what, json_t **ret, const char *sql,
                       const struct db_arg *args, size_t n)
{
    return query(db, what, ret, sql, args, n, DB_MAX_ROWS);
}

enum db_status db_row(struct db *db, const char *what, json_t **ret, const char *sql,
                      const struct db_arg *args, size_t n)
{
    json_t *list;
    enum db_status status = query(db, what, &list, sql, args, n, 1);

    if (status != DB_OK)
        return status;
    if (json_array_size(list) == 0)
        status = db_fail(db, DB_NOTFOUND, "Ridge cannot %s in %s: there is none.", what, db->path);
    else
        *ret = json_incref(json_array_get(list, 0));
    json_decref(list);
    return status;
}

/*
 * IMMEDIATE takes the write lock at once. A deferred transaction that reads first and writes later
 * fails at the upgrade when another process wrote in between, and no waiting helps it.
 */
enum db_status db_write_begin(struct db *db, const char *what)
{
    enum db_status status;

    if (db->readonly)
        return db_fail(db, DB_READONLY,
                       "Ridge cannot %s in %s: it was opened to be read only. This was not stored. Make "
                       "the file and its directory writable, or choose another place with --home "
                       "or --db.",
                       what, db->path);
    if (db->batch && sqlite3_get_autocommit(db->sql))
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s in %s: the batch it belongs to was undone by an earlier failure. "
                       "Do the batch again.",
                       what, db->path);
    if (db->batch)
        return db_run(db, what, "SAVEPOINT one_write", NULL, 0);
    status = db_run(db, what, "BEGIN IMMEDIATE", NULL, 0);
    if (status != DB_OK && !sqlite3_get_autocommit(db->sql))
        leave(db, "ROLLBACK"); /* the transaction began, and then something else failed */
    return status;
}

/* Commits if all went well, else undoes; the first failure's message stays. */
enum db_status db_write_end(struct db *db, const char *what, enum db_status status)
{
    if (status == DB_OK)
        status = db_run(db, what, db->batch ? "RELEASE one_write" : "COMMIT", NULL, 0);
    if (status == DB_OK || sqlite3_get_autocommit(db->sql))
        return status; /* a full disk may have rolled everything back already */
    leave(db, db->batch ? "ROLLBACK TO one_write; RELEASE one_write" : "ROLLBACK");
    return status;
}

enum db_status db_write(struct db *db, const char *what, const char *sql, const struct db_arg *args,
                        size_t n)
{
    enum db_status status = db_write_begin(db, what);

    if (status != DB_OK)
        return status;
    return db_write_end(db, what, db_run(db, what, sql, args, n));
}

/* A savepoint outside a transaction is a deferred one; nothing between here and the end writes. */
enum db_status db_read_begin(struct db *db, const char *what)
{
    enum db_status status = db_run(db, what, "SAVEPOINT one_read", NULL, 0);

    if (status != DB_OK && !db->batch && !sqlite3_get_autocommit(db->sql))
        leave(db, "ROLLBACK");
    return status;
}

void db_read_end(struct db *db)
{
    leave(db, "RELEASE one_read");
}

enum db_status db_begin(struct db *db)
{
    enum db_status status;

    if (db->batch)
        return db_fail(db, DB_ERROR, "A batch was begun within a batch: this is a fault of Ridge itself.");
    status = db_write_begin(db, "begin a batch");
    if (status == DB_OK)
        db->batch = true;
    return status;
}

enum db_status db_commit(struct db *db)
{
    if (settle(db) != SQLITE_OK || !db->batch || sqlite3_get_autocommit(db->sql)) {
        db->batch = false;
        return db_fail(db, DB_ERROR, "There is nothing to commit in %s: the batch was undone.", db->path);
    }
    db->batch = false;
    return db_write_end(db, "commit a batch", DB_OK);
}

void db_rollback(struct db *db)
{
    if (db->batch && !sqlite3_get_autocommit(db->sql))
        leave(db, "ROLLBACK");
    db->batch = false;
}

/* Not json_dumps(): when jansson 2.14 can't make its own buffer longer, that may leave out a key
 * and go on. json_dumpb() writes into ours, measured first. */
enum db_status db_dump_json(struct db *db, const char *what, const json_t *json, char **ret)
{
    const size_t flags = JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY;
    size_t n;
    char *text;

    *ret = NULL;
    if (!json)
        return DB_OK;
    n = json_dumpb(json, NULL, 0, flags);
    if (n > DB_MAX_JSON_BYTES)
        return db_fail(db, DB_ERROR, "Ridge cannot %s in %s: more than %d MiB of JSON.", what, db->path,
                       DB_MAX_JSON_BYTES >> 20);
    text = n ? malloc(n + 1) : NULL;
    if (!text || json_dumpb(json, text, n, flags) != n) {
        free(text);
        return db_fail(db, DB_ERROR, "Ridge cannot %s in %s: out of memory, or JSON nested too deep.",
                       what, db->path);
    }
    text[n] = '\0';
    *ret = text;
    return DB_OK;
}
