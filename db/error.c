/*
 * error.c: every failure as one sentence of what failed and where, and one of what to do next.
 */
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *db_status_name(enum db_status status)
{
    static const char *const names[] = {
        [DB_OK] = "DB_OK",       [DB_ERROR] = "DB_ERROR",     [DB_NOTFOUND] = "DB_NOTFOUND",
        [DB_BUSY] = "DB_BUSY",   [DB_FULL] = "DB_FULL",       [DB_READONLY] = "DB_READONLY",
        [DB_NEWER] = "DB_NEWER", [DB_FOREIGN] = "DB_FOREIGN", [DB_CORRUPT] = "DB_CORRUPT",
    };

    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "?";
}

const char *db_error(const struct db *db)
{
    return db->err;
}

enum db_status db_fail(struct db *db, enum db_status status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(db->err, sizeof db->err, fmt, ap);
    va_end(ap);
    return status;
}

/* For a file that can't be used: what is wrong, that it was left alone, and the way back. */
enum db_status db_fail_damaged(struct db *db, enum db_status status, const char *how)
{
    char backup[DB_ERR_MAX / 2];

    if (db_backup_latest(db->path, backup, sizeof backup) == DB_OK)
        return db_fail(db, status,
                       "%s %s. The file was not changed. The latest good backup is %s: move the file, "
                       "and its -wal and -shm if there are any, to another folder, then copy the "
                       "backup to its place.",
                       db->path, how, backup);
    return db_fail(db, status,
                   "%s %s. The file was not changed, and there is no backup beside it. Move the file, and its "
                   "-wal and -shm if there are any, to another folder to start a new workbook, or "
                   "name another file with --db.",
                   db->path, how);
}

enum db_status db_fail_errno(struct db *db, int e, const char *what, const char *path)
{
    switch (e) {
    case ENOSPC:
    case EDQUOT:
        return db_fail(db, DB_FULL,
                       "Ridge cannot %s %s: %s. Nothing was changed. Free some space, then try again.",
                       what, path, strerror(e));
    case EROFS:
    case EACCES:
    case EPERM:
        return db_fail(
            db, DB_READONLY,
            "Ridge cannot %s %s: %s. Nothing was changed. Make the file and its folder writable, or choose another "
            "place with --home or --db.",
            what, path, strerror(e));
    case ENOMEM:
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s %s: out of memory. Nothing was changed. Close other programs, then try again.",
                       what, path);
    default:
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s %s: %s. Nothing was changed. Check the path, or choose another "
                       "place with --home or --db.",
                       what, path, strerror(e));
    }
}

static enum db_status fail_full(struct db *db, const char *what)
{
    return db_fail(db, DB_FULL,
                   "Ridge cannot %s in %s: the disk (or your quota) is full. What was stored before is safe; this was "
                   "not stored. Free some space, then repeat the command.",
                   what, db->path);
}

static enum db_status fail_readonly(struct db *db, const char *what)
{
    return db_fail(db, DB_READONLY,
                   "Ridge cannot %s in %s: the file or its folder is read-only. What is stored can still be read; this "
                   "was not stored. Make both writable, or choose another place with --home or --db.",
                   what, db->path);
}

static enum db_status fail_io(struct db *db, const char *what, int rc)
{
    int e = sqlite3_system_errno(db->sql);

    if (e == ENOSPC || e == EDQUOT || rc == SQLITE_IOERR_SHMSIZE)
        return fail_full(db, what);
    if (e == EROFS || e == EACCES || e == EPERM)
        return fail_readonly(db, what);
    if (rc == SQLITE_IOERR_LOCK || rc == SQLITE_IOERR_RDLOCK ||
        rc == SQLITE_IOERR_CHECKRESERVEDLOCK)
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s in %s: the file system refuses locks (%s). Choose a local disk "
                       "with --home or --db.",
                       what, db->path, e ? strerror(e) : "no reason was given");
    return db_fail(
        db, DB_ERROR,
        "Ridge cannot %s in %s: reading or writing failed (%s; %s). What was stored before is safe; this was "
        "not stored. Check the disk, then repeat the command.",
        what, db->path, sqlite3_errstr(rc & 0xff), e ? strerror(e) : "no reason was given");
}

/* `rc` is SQLite's code for something tried on db->sql; extended if it comes from there. */
enum db_status db_fail_sql(struct db *db, int rc, const char *what)
{
    if (db->sql && (sqlite3_extended_errcode(db->sql) & 0xff) == (rc & 0xff))
        rc = sqlite3_extended_errcode(db->sql);
    switch (rc & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return db_fail(
            db, DB_BUSY,
            "Ridge cannot %s in %s: another process has kept the workbook locked for %d s. This was not stored. "
            "Let the other ridge finish (or end it), then repeat the command.",
            what, db->path, DB_BUSY_MS / 1000);
    case SQLITE_FULL:
        return fail_full(db, what);
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return fail_readonly(db, what);
    case SQLITE_CORRUPT:
        return db_fail_damaged(db, DB_CORRUPT,
                               "is damaged (SQLite: database disk image is malformed)");
    case SQLITE_NOTADB:
        return db_fail_damaged(db, DB_CORRUPT,
                               "is not an SQLite database, or its first page is damaged");
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
        return fail_io(db, what, rc);
    case SQLITE_NOMEM:
        return db_fail(
            db, DB_ERROR,
            "Ridge cannot %s in %s: out of memory. This was not stored. Close other programs, then repeat the "
            "command.",
            what, db->path);
    case SQLITE_TOOBIG:
        return db_fail(db, DB_ERROR, "Ridge cannot %s in %s: one value is too large to store.", what,
                       db->path);
    case SQLITE_PROTOCOL:
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s in %s: the file system does not lock as SQLite needs. Choose a "
                       "local disk with --home or --db.",
                       what, db->path);
    default:
        return db_fail(db, DB_ERROR,
                       "Ridge cannot %s in %s: %s. Nothing was stored. This is a fault of Ridge itself: "
                       "please report it with this message.",
                       what, db->path, db->sql ? sqlite3_errmsg(db->sql) : sqlite3_errstr(rc));
    }
}
