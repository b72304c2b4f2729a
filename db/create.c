/*
 * create.c: a new workbook, complete or not at all.
 *
 * The file is made under another name and linked to its own when it is whole and on disk. So an
 * empty or half-made file at the workbook's name was not made by Ridge, and is never written over.
 */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* mkdir -p; only the directories that were missing get 0700, the others stay as they are. */
static enum db_status make_parents(struct db *db)
{
    char dir[PATH_MAX];

    if (snprintf(dir, sizeof dir, "%s", db->path) >= (int)sizeof dir)
        return db_fail_errno(db, ENAMETOOLONG, "make", db->path);
    for (char *p = strchr(dir + 1, '/'); p; p = strchr(p + 1, '/')) {
        *p = '\0';
        if (mkdir(dir, 0700) && errno != EEXIST && (errno != EROFS || access(dir, F_OK)))
            return db_fail_errno(db, errno, "make the directory", dir);
        *p = '/';
    }
    return DB_OK;
}

static int sync_parent(const char *path)
{
    char dir[PATH_MAX];
    int fd, rc;

    snprintf(dir, sizeof dir, "%s", path);
    *strrchr(dir, '/') = '\0';
    fd = open(*dir ? dir : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    rc = fsync(fd);
    close(fd);
    return rc;
}

/* SQLite would replay a journal that lost its database into the new one. */
static enum db_status set_orphan_aside(struct db *db, const char *suffix)
{
    char from[PATH_MAX], to[PATH_MAX];

    if (snprintf(from, sizeof from, "%s%s", db->path, suffix) >= (int)sizeof from ||
        snprintf(to, sizeof to, "%s.orphan-%lld", from, (long long)time(NULL)) >= (int)sizeof to)
        return db_fail_errno(db, ENAMETOOLONG, "make", db->path);
    if (rename(from, to) && errno != ENOENT)
        return db_fail_errno(db, errno, "move aside the left-over journal", from);
    return DB_OK;
}

/* Gives a finished file its name, never taking one that is in use: EEXIST then. 0, or an errno. */
int db_publish(const char *tmp, const char *path)
{
    if (link(tmp, path) == 0)
        unlink(tmp);
    else if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
        return errno;
    else if (access(path, F_OK) == 0) /* no hard links here (FAT, some FUSE) */
        return EEXIST;
    else if (rename(tmp, path))
        return errno;
    return sync_parent(path) ? errno : 0;
}

/* The schema and the first learner into the empty database of db->sql, in one transaction. */
enum db_status db_create_schema(struct db *db)
{
    static const char what[] = "make a new workbook";
    enum db_status status;
    int64_t seed;
    char pages[48], version[96];
    int rc;

    randombytes_buf(&seed, sizeof seed);
    snprintf(pages, sizeof pages, "PRAGMA page_size = %d", DB_PAGE_BYTES);
    snprintf(version, sizeof version, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             DB_APPLICATION_ID, DB_VERSION);

    status = db_run(db, what, pages, NULL, 0); /* before the first table */
    if (status == DB_OK)
        status = db_write_begin(db, what);
    if (status != DB_OK)
        return status;
    rc = sqlite3_exec(db->sql, db_schema_sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db->sql, version, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        status = db_run(db, what, "INSERT INTO learner (id, seed, created) VALUES (1, ?, ?)",
                        DB_ARGS(db_i(seed & INT64_MAX), db_i(db_now(db))));
    else
        status = db_fail_sql(db, rc, what);
    return db_write_end(db, what, status);
}

static enum db_status fill(struct db *db, const char *tmp)
{
    enum db_status status;
    int rc = sqlite3_open_v2(tmp, &db->sql, SQLITE_OPEN_READWRITE, NULL);

    if (rc == SQLITE_OK)
        rc = db_configure(db->sql);
    status = rc == SQLITE_OK ? db_create_schema(db) : db_fail_sql(db, rc, "make a new workbook");
    sqlite3_close(db->sql);
    db->sql = NULL;
    return status;
}

/* Takes away what killed processes have left of workbooks that they were making. */
static void sweep(const char *path)
{
    char part[NAME_MAX + 8];

    snprintf(part, sizeof part, "%.*s.new-", NAME_MAX, strrchr(path, '/') + 1);
    db_sweep_beside(path, part);
}

enum db_status db_create(struct db *db)
{
    char tmp[PATH_MAX];
    enum db_status status = make_parents(db);
    int e, lock;

    if (status == DB_OK)
        status = set_orphan_aside(db, "-wal");
    if (status == DB_OK)
        status = set_orphan_aside(db, "-journal");
    if (status != DB_OK)
        return status;
    sweep(db->path);
    e = db_make_temp(db->path, ".new-", tmp, sizeof tmp, &lock);
    if (e)
        return db_fail_errno(db, e, "make", db->path);
    status = fill(db, tmp);
    /* EEXIST: another process was faster, and its file is as good */
    if (status == DB_OK && (e = db_publish(tmp, db->path)) != 0 && e != EEXIST)
        status = db_fail_errno(db, e, "make", db->path);
    db_drop_temp(tmp, lock); /* before anybody opens the workbook, whose file it may be by now */
    return status;
}
