/*
 * backup.c: copies that are known to be good.
 *
 * A copy is made with SQLite's backup API (copying the file by hand misses what is still in the
 * WAL), under a temporary name, checked page by page, and only then given its name. Generations
 * live in PATH.backups/ as 20261121T190400Z-v2-kept.db; `kept` ones and `upgrade` ones are counted
 * apart, so that a week of daily copies does not push out the one from before an upgrade.
 */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char copying[] = "make a backup";

/* The whole of `from` into the empty file of `to`; waits for writers as any reader does. */
static int copy_pages(sqlite3 *from, sqlite3 *to)
{
    sqlite3_backup *b;
    int rc = sqlite3_exec(to, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);

    if (rc != SQLITE_OK)
        return rc;
    b = sqlite3_backup_init(to, "main", from, "main");
    if (!b)
        return sqlite3_extended_errcode(to);
    for (int tries = 0; tries < DB_BUSY_MS / 20; tries++) {
        rc = sqlite3_backup_step(b, -1);
        if (rc != SQLITE_BUSY && rc != SQLITE_LOCKED)
            break;
        sqlite3_sleep(20);
    }
    rc = sqlite3_backup_finish(b);
    /* one file, with no WAL beside it, that a read-only disk can serve */
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    return rc;
}

static enum db_status copy_checked(struct db *db, sqlite3 *from, const char *tmp)
{
    sqlite3 *to = NULL, *own = db->sql;
    char why[256];
    enum db_status status = DB_OK;
    int rc = sqlite3_open_v2(tmp, &to, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = copy_pages(from, to);
    if (rc != SQLITE_OK) {
        db->sql = to; /* so that the message is about this connection */
        status = db_fail_sql(db, rc, copying);
        db->sql = own;
    }
    sqlite3_close(to);
    if (status != DB_OK)
        return status;

    /* opened anew: what counts is what reached the file */
    rc = sqlite3_open_v2(tmp, &to, SQLITE_OPEN_READONLY, NULL);
    if (rc != SQLITE_OK || !db_sound(to, true, why, sizeof why))
        status = db_fail(db, DB_CORRUPT,
                         "The copy of %s is not sound (%s), so it was not kept. Older backups were "
                         "left alone. Run `ridge doctor`.",
                         db->path, rc == SQLITE_OK ? why : sqlite3_errstr(rc));
    sqlite3_close(to);
    return status;
}

static enum db_status copy_to(struct db *db, sqlite3 *from, const char *path)
{
    char tmp[PATH_MAX];
    enum db_status status;
    int e, lock;

    if (access(path, F_OK) == 0)
        return db_fail_errno(db, EEXIST, "write the backup", path);
    e = db_make_temp(path, ".part-", tmp, sizeof tmp, &lock);
    if (e)
        return db_fail_errno(db, e, "write the backup", path);
    status = copy_checked(db, from, tmp);
    if (status == DB_OK && (e = db_publish(tmp, path)) != 0)
        status = db_fail_errno(db, e, "write the backup", path);
    db_drop_temp(tmp, lock);
    return status;
}

enum db_status db_backup(struct db *db, const char *path)
{
    char full[PATH_MAX];

    if (db->batch)
        return db_fail(db, DB_ERROR, "No backup of %s can be made in the middle of a batch.", db->path);
    /* a slash, so that the file has a directory to sync */
    if (snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path) >=
        (int)sizeof full)
        return db_fail_errno(db, ENAMETOOLONG, "write the backup", path);
    return copy_to(db, db->sql, full);
}

/* ---- Generations ------------------------------------------------------------------------ */

static void remove_in(const char *dir, const char *name)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path)
        unlink(path);
}

static void prune(const char *dir, const char *tag, const char *just_made)
{
    char names[DB_BACKUPS][DB_BACKUP_NAME];
    size_t n = db_generations(dir, names);
    int kept = 1; /* the generation just made, wherever the clock has put it among the others */

    for (size_t k = 0; k < n; k++)
        if (strstr(names[k], tag) && strcmp(names[k], just_made) != 0 && kept++ >= DB_GENERATIONS)
            remove_in(dir, names[k]);
}

static enum db_status keep(struct db *db, sqlite3 *from, int version, const char *tag, char *ret,
                           size_t size)
{
    char dir[PATH_MAX], name[DB_BACKUP_NAME], stamp[32], again[16] = "", path[PATH_MAX];
    time_t now = (time_t)(db_now(db) / 1000);
    enum db_status status;
    struct tm tm;

    if (snprintf(dir, sizeof dir, "%s.backups", db->path) >= (int)sizeof dir - DB_BACKUP_NAME)
        return db_fail_errno(db, ENAMETOOLONG, "make backups of", db->path);
    if (mkdir(dir, 0700) && errno != EEXIST)
        return db_fail_errno(db, errno, "make the directory", dir);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &tm));
    for (int k = 1; k < 100; k++) { /* a second one in the same second gets a number */
        snprintf(name, sizeof name, "%.16s%s-v%d-%s.db", stamp, again, version, tag);
        if (snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
            return db_fail_errno(db, ENAMETOOLONG, "make backups of", db->path);
        if (access(path, F_OK))
            break;
        snprintf(again, sizeof again, ".%02d", k);
    }
    status = copy_to(db, from, path);
    if (status == DB_OK) {
        prune(dir, tag, name);
        db_sweep(dir, ".db.part-");
        snprintf(ret, size, "%s", path);
    }
    return status;
}

/* The caller holds the write lock, so a connection of this function's own reads the workbook as it was before. */
enum db_status db_backup_before(struct db *db, int version, const char *tag, char *ret, size_t size)
{
    sqlite3 *from = NULL;
    enum db_status status;
    int rc = sqlite3_open_v2(db->path, &from, SQLITE_OPEN_READONLY, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(from);
    status = rc == SQLITE_OK ? keep(db, from, version, tag, ret, size)
                             : db_fail_sql(db, rc, copying);
    sqlite3_close(from);
    return status;
}

/* Seconds since the newest `kept` generation, or a very long time. */
static int64_t newest_age(struct db *db)
{
    char names[DB_BACKUPS][DB_BACKUP_NAME], path[PATH_MAX];
    int64_t age = INT64_MAX;
    struct stat st;
    size_t n;

    snprintf(path, sizeof path, "%s.backups", db->path);
    n = db_generations(path, names);
    for (size_t k = 0; k < n && age == INT64_MAX; k++) {
        if (!strstr(names[k], "-kept"))
            continue;
        if (snprintf(path, sizeof path, "%s.backups/%s", db->path, names[k]) < (int)sizeof path &&
            stat(path, &st) == 0)
            age = db_now(db) / 1000 - (int64_t)st.st_mtime;
    }
    return age;
}

enum db_status db_backup_keep(struct db *db, int min_age_s)
{
    char path[PATH_MAX];
    int64_t age = newest_age(db);

    /* a copy from the future is no reason to go without */
    if (age >= 0 && age < min_age_s)
        return DB_OK;
    if (db->readonly || strcmp(db->path, ":memory:") == 0)
        return db_fail(db, DB_READONLY,
                       "No backup of %s can be made: the workbook was opened to be read only, or is not "
                       "a file.",
                       db->path);
    return keep(db, db->sql, DB_VERSION, "kept", path, sizeof path);
}
