/*
 * open.c: from a path to a handle that may be trusted.
 *
 * Nothing is written until the file has shown that it is a workbook of a version we know. After
 * that: WAL on a local disk, a rollback journal on a network one, where WAL's shared memory does
 * not work.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* STRICT tables came with 3.37. */
enum { DB_SQLITE_MIN = 3037000 };

/* "file:" URI of an absolute path. */
int db_uri(const char *path, const char *query, char *out, size_t size)
{
    size_t n = (size_t)snprintf(out, size, "file:");

    for (; *path; path++) {
        if (n + 4 >= size)
            return -1;
        if (strchr("%?#", *path))
            n += (size_t)snprintf(out + n, size - n, "%%%02x", (unsigned char)*path);
        else
            out[n++] = *path;
    }
    return (size_t)snprintf(out + n, size - n, "%s", query) < size - n ? 0 : -1;
}

/* Reads something, so that every reason why the file can't be used shows up here. */
static int try_connection(struct db *db, const char *name, int flags)
{
    int64_t version;
    int rc = sqlite3_open_v2(name, &db->sql, flags, NULL);

    /* until the file is known to be a workbook, closing must not tidy the file up either */
    if (rc == SQLITE_OK)
        sqlite3_db_config(db->sql, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (rc == SQLITE_OK)
        rc = db_configure(db->sql);
    /* a WAL index in our own memory, should the file still be in WAL mode */
    if (rc == SQLITE_OK && db->network && !db->readonly)
        rc = sqlite3_exec(db->sql, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = db_pragma_int(db->sql, "PRAGMA user_version", &version);
    return rc;
}

static enum db_status connect(struct db *db)
{
    char uri[3 * PATH_MAX];
    int rc;

    if (!db->readonly) {
        rc = try_connection(db, db->path, SQLITE_OPEN_READWRITE);
        if (rc == SQLITE_OK && sqlite3_db_readonly(db->sql, "main") == 1)
            rc = SQLITE_READONLY;
        if (rc != SQLITE_OK && access(db->path, F_OK) == 0 && access(db->path, W_OK) && errno == EROFS)
            rc = SQLITE_READONLY; /* whatever SQLite calls a file system that takes no writes */
        return rc == SQLITE_OK ? DB_OK : db_fail_sql(db, rc, "write");
    }
    rc = try_connection(db, db->path, SQLITE_OPEN_READONLY);
    if (rc == SQLITE_OK)
        return DB_OK;
    switch (rc & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
        /* Reading a WAL file needs its shared memory beside it. Where that can't be made (read-only
         * directory, full disk) nobody writes, so the file alone may be read, if it is all. */
        if (db_has_bytes(db->path, "-wal") || db_has_bytes(db->path, "-journal") ||
            db_uri(db->path, "?immutable=1", uri, sizeof uri))
            break;
        sqlite3_close(db->sql);
        db->sql = NULL;
        rc = try_connection(db, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
        break;
    default:
        break;
    }
    return rc == SQLITE_OK ? DB_OK : db_fail_sql(db, rc, "read");
}

/* Is the file a workbook, of a version that this program knows? */
static enum db_status identify(struct db *db)
{
    int64_t id = 0, version = 0, objects = 0;
    int rc = db_pragma_int(db->sql, "PRAGMA application_id", &id);

    if (rc == SQLITE_OK)
        rc = db_pragma_int(db->sql, "PRAGMA user_version", &version);
    if (rc == SQLITE_OK)
        rc = db_pragma_int(db->sql, "SELECT count(*) FROM sqlite_schema", &objects);
    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, "read the schema");
    if (id != DB_APPLICATION_ID)
        return db_fail_damaged(db, DB_FOREIGN, "is an SQLite database, but not a Ridge workbook");
    if (version > DB_VERSION)
        return db_fail(db, DB_NEWER,
                       "%s was written by a newer Ridge (schema %lld; this one knows up to %d). It "
                       "was not changed. Update Ridge, or name another file with --db.",
                       db->path, (long long)version, DB_VERSION);
    if (version < 1 || objects == 0)
        return db_fail_damaged(db, DB_CORRUPT, "is a workbook without its tables");
    sqlite3_db_config(db->sql, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    return DB_OK;
}

static enum db_status choose_journal(struct db *db)
{
    int64_t unused;
    int rc;

    if (db->readonly)
        return DB_OK;
    if (!db->network) {
        /* Does nothing where it is WAL already. Where another process is busy with a rollback
         * journal, that goes on: it is as safe, and not worth waiting for. */
        sqlite3_busy_timeout(db->sql, 0);
        rc = sqlite3_exec(db->sql, "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4194304",
                          NULL, NULL, NULL);
        sqlite3_busy_timeout(db->sql, DB_BUSY_MS);
        if ((rc & 0xff) == SQLITE_BUSY)
            rc = SQLITE_OK;
    } else {
        /* the lock goes with the next read in NORMAL mode */
        rc = sqlite3_exec(db->sql, "PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL",
                          NULL, NULL, NULL);
        if (rc == SQLITE_OK)
            rc = db_pragma_int(db->sql, "SELECT count(*) FROM sqlite_schema", &unused);
    }
    return rc == SQLITE_OK ? DB_OK : db_fail_sql(db, rc, "set the journal");
}

static enum db_status use_file(struct db *db)
{
    enum db_status status = connect(db);

    if (status == DB_OK)
        status = identify(db);
    return status == DB_OK ? choose_journal(db) : status;
}

static enum db_status open_file(struct db *db, unsigned flags)
{
    struct stat st;
    enum db_status status = db_locate(db, flags, &st);

    if (status == DB_OK)
        status = use_file(db);
    /* two processes that take the same file out of WAL mode at once block each other: step back */
    for (int k = 0; k < 50 && status == DB_BUSY && db->network; k++) {
        sqlite3_close(db->sql);
        db->sql = NULL;
        sqlite3_sleep(20 + (int)randombytes_uniform(60));
        status = use_file(db);
    }
    if (status == DB_OK)
        status = db_migrate(db);
    if (status == DB_OK && !db->readonly && st.st_uid == geteuid() && (st.st_mode & 077))
        (void)chmod(db->path, st.st_mode & 0700); /* best effort: db_check() tells */
    if (status == DB_OK && db->network && !db->readonly && !*db->notice)
        snprintf(db->notice, sizeof db->notice,
                 "%s is on a network or shared file system: using a rollback journal. Use it from "
                 "one machine at a time, or keep it on a local disk with --home.",
                 db->path);
    return status;
}

static enum db_status open_memory(struct db *db)
{
    int rc = sqlite3_open_v2(":memory:", &db->sql, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(db->sql);
    if (rc != SQLITE_OK)
        return db_fail_sql(db, rc, "make a workbook");
    return db_create_schema(db);
}

enum db_status db_open(const char *path, unsigned flags, struct db **ret, struct err *e)
{
    struct db *db = calloc(1, sizeof *db);
    enum db_status status;

    if (db)
        db->path = flags & DB_MEMORY ? strdup(":memory:") : db_absolute(path);
    if (!db || !db->path) {
        free(db);
        err_set(e, "%s cannot be opened: %s.", flags & DB_MEMORY ? "A workbook in memory" : path, strerror(errno));
        return DB_ERROR;
    }
    db->pid = getpid();
    db->learner = 1;
    db->readonly = (flags & DB_RDONLY) && !(flags & DB_MEMORY);
    if (sqlite3_libversion_number() < DB_SQLITE_MIN)
        status = db_fail(db, DB_ERROR, "SQLite %s is too old: Ridge needs 3.37 or later.",
                         sqlite3_libversion());
    else if (sodium_init() < 0)
        status = db_fail(db, DB_ERROR, "The library libsodium does not start: there is no source of random numbers.");
    else if (flags & DB_MEMORY)
        status = open_memory(db);
    else if (!*path)
        status = db_fail(db, DB_ERROR, "The workbook's file name is empty: give one with --db.");
    else
        status = open_file(db, flags);
    if (status == DB_OK) {
        (void)db_changed(db);
        *ret = db;
        return DB_OK;
    }
    err_set(e, "%s", db->err);
    db_close(db);
    return status;
}

void db_close(struct db *db)
{
    if (!db)
        return;
    /* in a forked child the connection still belongs to the parent */
    if (db->pid == getpid())
        sqlite3_close(db->sql);
    free(db->path);
    free(db);
}

const char *db_notice(const struct db *db)
{
    return *db->notice ? db->notice : NULL;
}

const char *db_path(const struct db *db)
{
    return db->path;
}

bool db_is_readonly(const struct db *db)
{
    return db->readonly;
}

void db_set_clock(struct db *db, int64_t ms)
{
    db->clock = ms;
}

bool db_changed(struct db *db)
{
    int64_t version = db->data_version;

    if (db->pid != getpid() || db_pragma_int(db->sql, "PRAGMA data_version", &version) != SQLITE_OK)
        return false;
    if (version == db->data_version)
        return false;
    db->data_version = version;
    return true;
}
